"""Named values: what a declaration ``value`` calls by a name is read once and copied to where the name stands.

    value price = tier + min(size, 5)       wherever 'price' stands, this value is meant
    value share(n) = n * stock div 4        with parameters: 'share(3)' is 3 * stock div 4

The value is computed where its name stands, with the working set that is there. In the model it is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from tilewright.metamodel import schema
from tilewright.metamodel.language import Perspective
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.game.parser import Failure
from tilewright.model.game.patterns import PatternParser, Whose
from tilewright.model.game.templates import MOST_COPIED, Template, Templates
from tilewright.model.objects import MAX_DEPTH, copied, remove, walk
from tilewright.model.remedies import Insert
from tilewright.model.text.scanner import Token, TokenKind

T = TypeVar("T")

_OF_CELLS = schema().concrete["AggregateValue"]
_ONE = ("Next", "Previous", "Named")
"""The perspectives that mean one player, however many play."""


class NamedValueParser(PatternParser):
    """Reads what stands for named values, and calls of templates."""

    templates: Templates
    in_comparison = False
    """Whether the right side of a comparison is read, behind which braces may follow."""

    def value(self, level: int) -> EObject:
        """Read a value whose element lies on a level of containment."""
        raise NotImplementedError

    def alone(self) -> EObject:
        """Read a value after which the declaration ends."""
        raise NotImplementedError

    def at_named_value(self) -> bool:
        """Return whether the name of a named value stands here, and nothing else that is a number is called so."""
        return self.names.means_value(self.peek().text)

    def named_value(self, level: int) -> EObject:
        """Read the name of a named value and its arguments, and return a copy of the value."""
        token = self.next()
        template = self.templates.values[token.text]
        arguments = self.arguments(template, token) if template.parameters else []
        if self.at("{") and not self.in_comparison:  # after a comparison the braces say what is done if it holds
            message = f"the value '{token.text}' is computed with the working set where it stands; leave out the braces"
            raise self.instead(f"{message}, and let a filter before it lead to these cells", self.peek())
        original = self._original(template, arguments, token)
        if original is None or self.templates.is_overfull:  # what is wrong has been reported
            return self.make("IntValue", token.place, value=0)
        if level + _depth(original) > MAX_DEPTH:
            message = f"with '{token.text}' the value is nested deeper than {MAX_DEPTH} levels"
            raise Failure(diagnose("nesting-too-deep", message, token.place))
        return self._copied_value(original, token)

    def _copied_value(self, original: EObject, token: Token) -> EObject:
        """Return a copy of a value. ``Failure`` at the token if named values become too long by it."""
        parts = list(walk(original))
        if not self.templates.takes(len(parts)):
            message = f"named values would be written out with more than {MOST_COPIED} parts"
            raise Failure(diagnose("too-large", message, token.place))
        found: EObject = copied(original)
        for element, part in zip(walk(found), parts, strict=True):
            self.places.record(element, self.places.of(part))
        return found

    def of_other(self, value: EObject, whose: Whose, who: Token) -> EObject:
        """Return a value, which is changed, as it is for another player, for whom the word *who* stands.

        For each player it is the sum of what it is for them. ``Failure`` if several players are meant otherwise, or if
        this cannot be said of its parts.
        """
        if whose["perspective"] == "Each":
            return self._summed(value, who)
        one = whose["perspective"] in _ONE or (whose["perspective"] == "Other" and len(self.names.players) == 2)
        if not one:
            words = "next, previous, or the name of a player, or enemy where two play"
            raise self.instead(f"a value is that of one player: {words}; each sums that of all players", who)
        differs = False
        for part in (value, *_parts(value)):
            kind = part.eClass.name
            if kind == "PerPlayerValue":
                message = "a part of the value is a number for each player, which is the mover's; let a counter have it"
                raise self.instead(f"{message}, as in 'counter share per = {{ 1 | 2 }}'", who)
            if kind == "ConditionalValue":
                self._ask_as(part, whose)
            elif kind not in _OF_CELLS or not _differs(part):
                continue  # it is the same for all players, or its parts differ
            elif part.perspective is Perspective.Current:
                self.add(part, "perspective", Perspective[whose["perspective"]])
                self.add(part, "player", whose.get("player"))
            elif part.perspective not in (Perspective.Each, Perspective.Named):
                message = f"a part of the value is that of another player already: write it out, without '{who.text}'"
                raise self.instead(message, who)
            differs = True
        if not differs:
            message = "the value is the same for all players: write its name alone"
            count = len(self.names.players)
            summed = f", or '{count} *' before it for the sum" if who.is_("each") else ""
            raise self.instead(f"{message}{summed}", who)
        return value

    def _summed(self, value: EObject, who: Token) -> EObject:
        """Return the sum of a value as it is for each player: there is a copy for each of them."""
        copies = [value, *(self._copied_value(value, who) for _ in self.names.players[1:])]
        terms = [
            self.of_other(each, {"perspective": "Named", "player": player}, who)
            for player, each in zip(self.names.players, copies, strict=True)
        ]
        return self.make("SumValue", who.place, terms=terms, weights=[1] * len(terms))

    def _ask_as(self, value: EObject, whose: Whose) -> None:
        """Let the condition of a value be asked as another player."""
        condition = value.condition
        remove(value, schema().of(value).by_name["condition"], condition)
        guard = self.make("GuardFilter", self.places.of(condition), **whose, condition=condition)
        self.add(value, "condition", guard)

    def arguments(self, template: Template, call: Token) -> list[Token]:
        """Read the arguments of a template in parentheses. ``Failure`` if it needs more of them, or fewer."""
        form = f"{call.text}({', '.join(template.parameters)})"
        self.expect("(", f"before the arguments of '{form}'")
        found: list[Token] = []
        while not found or self.accept(","):
            if self.peek().kind not in (TokenKind.NAME, TokenKind.INTEGER, TokenKind.STRING) and not self.at("*"):
                raise self.unexpected(
                    f"an argument of '{form}' is expected: a name, a whole number, a text in quotes, or '*'"
                )
            found.append(self.next())
        self.expect(
            ")", f"after the arguments of '{form}', each of which is one name, number, text or '*', ',' between two"
        )
        if len(found) != len(template.parameters):
            wanted = f"'{form}' is called with {len(found)} of them"
            message = f"an argument is needed for each parameter, and no others: {wanted}"
            related = (Related("it is declared here", template.name.place),)
            raise Failure(diagnose("wrong-number", message, call.place, related))
        return found

    def _original(self, template: Template, arguments: list[Token], call: Token) -> EObject | None:
        """Return the value of a template for some arguments, which is read at its first use; None if it is wrong."""
        known = self.templates.value_made(template, arguments)
        if known is not None:
            return known.value
        if template in self.templates.open:
            message = f"the value '{call.text}' is computed from itself"
            raise Failure(diagnose("circular-value", message, template.name.place))
        self.templates.open.append(template)
        found: EObject | None = None
        found = self.elsewhere(template, dict(zip(template.parameters, arguments, strict=True)), self.alone)
        self.templates.open.pop()
        self.templates.add_value(template, arguments, found)
        return found

    def at_its_cause(self, found: Diagnostic, template: Template) -> Diagnostic:
        """Return a diagnostic about an argument as one about the parameter in whose stead it cannot be read."""
        following = self.scanner.peek()
        for token in (following, self.previous):
            if token is None or token.parameter is None:
                continue
            if token.place == found.place or (token is following and found.code == "unexpected-token"):
                message = f"where '{template.name.text}' is called with '{token.text}': {found.message}"
                related = (*found.related, Related(f"the argument '{token.text}'", token.place))
                place = token.parameter if token.place == found.place else found.place
                inserted = tuple(each for each in found.remedies if isinstance(each, Insert))
                return diagnose(found.code, message, place, related, inserted)
        return found

    def named_there(self, found: Diagnostic, template: Template) -> Diagnostic:
        """Return a diagnostic about a name that is an argument as one about the parameter in whose stead it is read.

        That no element has the name is told of the argument itself. That the parameter stands for nothing then, is
        noted in either case, so that what only follows from it is not told.
        """
        for token in (self.scanner.peek(), self.previous):
            if token is not None and token.parameter is not None and token.place == found.place:
                self.names.following += [token.parameter, token.place]
                return found if found.code == "unresolved-reference" else self.at_its_cause(found, template)
        return found

    def elsewhere(self, template: Template, bound: Mapping[str, Token], read: Callable[[], T]) -> T | None:
        """Return what is read in the declaration of a template, and go on where the parser stands now.

        *bound* has the arguments for its parameters. A failure is reported, and the result is None then.
        """
        raise NotImplementedError


def _parts(value: EObject) -> Iterator[EObject]:
    """Yield the values from which a value is computed, and theirs; what chains ask for is none of them."""
    for part in value.eContents():
        if part.eClass.name in schema().concrete["Value"]:
            yield part
            yield from _parts(part)


def _differs(value: EObject) -> bool:
    """Return whether a value that is computed from cells may be another one as another player."""
    if value.cells is not None:
        return True
    match value.eClass.name:
        case "CounterValue":
            return bool(value.counter.perPlayer)
        case "ConstantOf":
            return bool(value.constant.relative)
        case _:
            return False


def _depth(value: EObject) -> int:
    """Return how many levels of containment a value has below its own."""
    inner = list(value.eContents())
    levels = 0
    while inner:
        levels += 1
        inner = [one for element in inner for one in element.eContents()]
    return levels
