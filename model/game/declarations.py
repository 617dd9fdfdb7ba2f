"""Declarations of rules, declarations in class form, and the table of all declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Related
from tilewright.model.game.chains import UNCALLABLE
from tilewright.model.game.looks import LooksParser
from tilewright.model.game.names import NUMBERS
from tilewright.model.game.outline import TileLine
from tilewright.model.game.parser import Failure
from tilewright.model.game.patterns import WHO
from tilewright.model.game.slips import Words, slip_of
from tilewright.model.game.structure import VISIBILITIES
from tilewright.model.game.templates import Template
from tilewright.model.remedies import Insert, Replace, Rewrite
from tilewright.model.text.scanner import Token, TokenKind, quiet

Rule = Callable[["DeclarationParser"], Iterator[None]]

_MANY_OF_GAME = {
    "Player": "players",
    "Piece": "pieces",
    "DirectionSet": "directionSets",
    "Region": "regions",
    "Zone": "zones",
    "Mark": "marks",
    "Counter": "counters",
    "Constant": "constants",
    "Phase": "phases",
    "SubPipeline": "subPipelines",
    "Parameter": "parameters",
    "Group": "groups",
    "Attribute": "attributes",
    "Variant": "variants",
    "Theme": "themes",
    "Fen": "formats",
    "Pgn": "formats",
    "Sgf": "formats",
}
_LEVELS = {"Tile": 3, "TilePlacement": 3, "LegalMovesPipeline": 3, "EffectPipeline": 3, "MoveRule": 4}
OF_GRIDS = ("sight", "back")
"""The words of chains that the board and every zone may have."""
HEADS = {"move": ("priority", "maximise", "in"), "chance": ("weight", "share", "in")}
"""The words that may stand after the name of a rule and its visibility, in their order, by the word that begins it."""
CRITERIA = {"max": "Most", "min": "Least"}
"""The words that say whether more or less of a value is better."""
_ONE_OF_BOARD = {"LegalMovesPipeline": "legalMovesPipeline", "EffectPipeline": "effectPipeline"}
DECLARED_CLASSES = ("Board", "Tile", "TilePlacement", "MoveRule", *_MANY_OF_GAME, *_ONE_OF_BOARD)
"""The classes whose elements may be declared in class form."""


class DeclarationParser(LooksParser):
    """Reads declarations."""

    def begins_declaration(self, word: str) -> bool:
        """Return whether a word begins declarations."""
        return word in DECLARATIONS

    def unexpected(
        self, message: str, token: Token | None = None, opening: Token | None = None, expected: str | None = None
    ) -> Failure:
        """Return the failure for a token that cannot stand here; for a common slip one that says what is meant."""
        slip = self.slip(expected=expected) if token is None else None
        return slip or super().unexpected(message, token, opening, expected)

    def slip(self, *kinds: str, expected: str | None = None) -> Failure | None:
        """Return the failure for a common slip, if one is made by the next token, which cannot stand here."""
        if self.earlier is None or self.previous is None:
            return None
        word = "" if self.current is None else self.current.word
        ahead = (quiet(self.peek()), quiet(self.peek(1)), quiet(self.peek(2)))
        said = "" if self.begun is None else self.scanner.after(self.begun, self.previous)
        words = Words(quiet(self.earlier), quiet(self.previous), *ahead, kinds, expected, word, self.begun, said)
        slip = slip_of(words, self.names)
        return None if slip is None else self.instead(slip.message, slip.at or ahead[0], *slip.remedies)

    def _sub(self) -> Iterator[None]:
        self.next()
        token = self.name("the name of the chain")
        if token.value in UNCALLABLE:
            self.uncallable.add(token.value)
            message = (
                f"'{token.value}' is a reserved word of the notation: it begins a filter, and so calls no chain; "
                f"choose another name, such as 'my_{token.value}'"
            )
            self.report("uncallable-name", message, token.place)
        if self.at("("):
            self._template(token)
            yield
            self.skip()
            return
        sub = self._new("SubPipeline", "subPipelines", token)
        self.expect("=", "before the chain")
        yield
        self.not_a_number(token.text)
        self.add(sub, "filter", self.chain(3))
        self.with_features(sub, 2)

    def _template(self, name: Token) -> None:
        """Read the parameters of a chain. The chain itself is read when it is known with which arguments."""
        template = self._declared_template(name, self._parameters_of(name), "chain")
        if template is None:
            return
        if name.value in self.templates:
            related = (Related("the first one", self.templates[name.value].name.place),)
            self.report("duplicate-name", f"two chains are called '{name.value}'", name.place, related)
            return
        self.templates.declare(template)

    def _parameters_of(self, name: Token) -> tuple[str, ...]:
        """Read the parameters of a chain or a value in parentheses."""
        self.expect("(", "before the parameters")
        parameters = [token.value for token in self._listed("the name of a parameter")]
        for parameter in sorted({one for one in parameters if parameters.count(one) > 1}):
            self.report("duplicate-name", f"two parameters of '{name.value}' are called '{parameter}'", name.place)
        self.expect(")", "after the parameters, ',' between two")
        return tuple(dict.fromkeys(parameters))

    def _declared_template(self, name: Token, parameters: tuple[str, ...], what: str) -> Template | None:
        """Return the template that begins after the next ``=``; None if the name is dropped."""
        self.expect("=", f"before the {what}")
        if self.current is None or not self.takes(name):
            return None
        self.current.names.append(name.value)
        return Template(name, parameters, self.current.token, self.scanner, self.scanner.mark(), self.previous)

    def _named_value(self) -> Iterator[None]:
        """Read the name and the parameters of a value. The value itself is read where it is used first."""
        self.next()
        name = self.name("the name of the value")
        template = self._declared_template(name, self._parameters_of(name) if self.at("(") else (), "value")
        if template is not None and (self.not_reserved("Value", name) or name.value != "count"):
            declared = self.make("IntValue", name.place)
            twin = self.templates.values.get(name.value)
            if twin is not None:
                related = (Related("the first one", twin.name.place),)
                self.report("duplicate-name", f"two values are called '{name.value}'", name.place, related)
            else:
                self.templates.values[name.value] = template
                self.names.name_value(name.value, declared)
        yield
        for kind in NUMBERS[:-1]:
            for other in self.names.all_of(name.value, kind)[:1]:
                related = (Related(f"the {kind}", self.places.of(other)),)
                self.report("duplicate-name", f"a value and a {kind} are called '{name.value}'", name.place, related)
        self.skip()

    def _root(self) -> Iterator[None]:
        """Read ``place`` or ``effect``: a chain of a pipeline, perhaps with a name for its first filter, and phases.

        ``effect in slide = …`` is short for ``effect = in slide -> …``.
        """
        word = self.next()
        is_asked = self.at("in") and not self.peek(1).is_("=")
        name = None if is_asked or self.at("=") else self.name(f"the name of the {word.text}, or '=',")
        if name is not None and self.current is not None:
            self.current.names.append(name.text)
            self._not_the_chain(word.text, name)
        of_phases = self.accept("in")
        phases = [] if of_phases is None else list(self._phases_of_rule())
        self.expect("=", "before the chain")
        yield
        root = self.chain(4) if of_phases is None else self._asked(of_phases, phases)
        if name is not None:
            self.add(root, "name", name.text)
            self.places.record(root, name.place, "name")
        self.declare(root)
        self.add(self.pipeline("EffectPipeline" if word.text == "effect" else "LegalMovesPipeline"), "filters", root)

    def _not_the_chain(self, word: str, name: Token) -> None:
        """Raise ``Failure`` if what stands in the place of a name begins the chain: ``effect own -> win``."""
        begins = name.text in UNCALLABLE
        if not self.at("->") and (not begins or self.at("=", *VISIBILITIES, *HEADS.get(word, ("in",)))):
            return
        lacks_name = word in HEADS
        stand = "a name and '=' stand" if lacks_name else "'=' stands"
        message = f"{stand} before the chain: write '{word} {'NAME ' if lacks_name else ''}= {name.text} …'"
        raise self.instead(message, name, *(() if lacks_name else (Insert("="),)))

    def _asked(self, word: Token, phases: Sequence[Token]) -> EObject:
        """Read a chain that is run in some phases only, and return it with the filter that asks for them in front."""
        found = self.make("PhaseFilter", word.place)
        for name in phases:
            phase = self.names.find(name.text, name.place, "Phase")
            if phase is not None:
                self.add(found, "phases", phase)
        self.add(found, "nextFilter", self.chain(5))
        return found

    def pipeline(self, class_name: str) -> EObject:
        """Return a pipeline of the board; make it if the board has none yet."""
        feature = _ONE_OF_BOARD[class_name]
        found = getattr(self.board, feature)
        if found is None and self.current is not None:
            found = self.make(class_name, self.current.token.place)
            self.add(self.board, feature, found)
        return found

    def _move_rule(self) -> Iterator[None]:
        """Read ``move``, or ``chance`` for a rule of nature."""
        word = self.next().text
        nature = word == "chance"
        token = self.name("the name of the rule")
        rule = self.make("MoveRule", token.place, name=token.text, nature=nature)
        self.declare(rule)
        yield
        self.add(self.pipeline("LegalMovesPipeline"), "rules", rule)
        try:
            self._not_the_chain(word, token)
            self._of_rule(rule, word)
        except Failure as failure:  # the rule stays in the game, so that it does not count as missing
            if rule.filter is None:
                self.add(rule, "filter", self.make("PatternFilter", failure.diagnostic.place))
            raise

    def _of_rule(self, rule: EObject, word: str) -> None:
        """Read what follows the name of a rule that begins with a word of ``HEADS``."""
        nature = word == "chance"
        self.seen_by(rule, self.accept(*VISIBILITIES))
        for mass in ("weight", "share"):
            if nature and self.accept(mass):
                self.add(rule, mass, self.value(5))
        if not nature and self.accept("priority"):
            self.add(rule, "priority", self.integer("the priority"))
        if not nature and self.accept("maximise"):
            counter = self.refer("Counter", "Counter")
            if counter is not None:
                self.add(rule, "maximise", counter)
        self._not_when()
        if self.accept("in"):
            for phase_name in self._phases_of_rule():
                phase = self.names.find(phase_name.text, phase_name.place, "Phase")
                if phase is not None:
                    self.add(rule, "phases", phase)
        if self.at(*VISIBILITIES, *(word for words in HEADS.values() for word in words)):
            order = ", ".join(("owner or hidden", *HEADS[word]))
            raise self.unexpected(
                f"before the '=' of a '{word}' stands what is said of it, in this order: {order}; '=' is expected"
            )
        if not nature:
            self._not_of_player(rule)
        self.expect("=", "before the chain")
        self.add(rule, "filter", self.chain(5))

    def _not_of_player(self, rule: EObject) -> None:
        """Raise ``Failure`` if a rule is said to be a player's before its chain: ``for White``, or ``(White)``.

        Of several rules of one name the later ones are read as named after their players.
        """
        joint, player = self.peek(), self.peek(1)
        last = self.peek(2) if joint.text == "(" else player
        is_closed = joint.text != "(" or last.text == ")"
        if not (joint.text in ("for", "of", "by", "as", "(") and self.names.plays(player.text) and is_closed):
            return
        rules, name = self.pipeline("LegalMovesPipeline").rules, rule.name
        if any(other is not rule and other.name == name for other in rules):
            self.add(rule, "name", f"{name}{player.text}")
        sign = self.peek(3 if joint.text == "(" else 2)
        is_plain = rule.name == name and sign.text == "="
        remedies = (Rewrite(f"= by {player.text} ->", joint.place, sign.place),) if is_plain else ()
        message = f"the chain of a rule asks whose it is: write 'move {rule.name} = by {player.text} -> …'"
        raise self.instead(message, joint, *remedies)

    def _not_when(self) -> None:
        """Raise ``Failure`` if the phase of a rule follows another word than ``in``."""
        joint, phase = self.peek(), self.peek(1)
        if joint.is_("when", "while", "during", "if", "at") and self.names.has(phase.text, "Phase"):
            message = f"the phases of a rule follow 'in': write 'in {phase.text}'"
            raise self.instead(message, joint, Rewrite("in", joint.place))

    def _phases_of_rule(self) -> Iterator[Token]:
        """Yield the names of the phases of a rule. Where they are joined by another word, report that and go on."""
        while True:
            name = self.name("the name of a Phase")
            yield name
            if self.peek().text in ("or", "and") and self.peek(1).kind is TokenKind.NAME:
                joint, other = self.next(), self.peek()
                message = f"the phases of a rule are separated by commas: 'in {name.text}, {other.text}'"
                remedies = (Rewrite(f"{name.text},", name.place),)
                self.report("unexpected-token", message, joint.place, remedies=remedies)
            elif not self.accept(","):
                return

    def _hook(self) -> Iterator[None]:
        """Read ``ensure``, ``stuck``, ``over``, ``round``, or ``sight`` or ``back`` of the board or a zone."""
        word = self.next()
        name = self.name("'=' or the name of a Zone") if word.text in OF_GRIDS and not self.at("=") else None
        if name is not None and self.current is not None:
            self.current.names.append(name.text)
        self.expect("=", "before the chain")
        yield
        root = self.chain(3)
        self.declare(root)
        grid = self.board if name is None else self.names.find(name.text, name.place, "Zone")
        if grid is None:
            return
        if getattr(grid, word.text) is not None:
            whole = "game" if name is None else "zone"
            self.report("duplicate-feature", f"a {whole} has one '{word.text}'", word.place)
        else:
            self.add(grid, word.text, root)

    def _ranking(self) -> Iterator[None]:
        """Read ``ranking``: the criteria at the end, the most important first."""
        self.next()
        yield
        while True:
            criterion = self.make("Criterion", self.peek().place)
            self.declare(criterion)
            self.add(self.game, "ranking", criterion)  # at once, so that it does not count as missing if it is wrong
            self._best_of(criterion)
            self.add(criterion, "value", self.value(3))
            if not self.accept(","):
                return

    def _best_of(self, criterion: EObject) -> None:
        """Read whether more or less of a criterion is better. Where a value stands instead, report that and go on."""
        token = self.peek()
        is_value = token.text in ("count", *WHO) or self.names.has(token.text, *NUMBERS)
        if is_value and not token.is_(*CRITERIA):
            message = f"say whether more or less of it is better: write 'max {token.text}' or 'min {token.text}'"
            self.report("unknown-keyword", message, token.place, remedies=tuple(Insert(word) for word in CRITERIA))
            return
        word = self.word(tuple(CRITERIA), "criterion")
        self.add(criterion, "best", self.literal("Criterion", "best", CRITERIA[word]))

    def _heuristic(self) -> Iterator[None]:
        """Read ``heuristic``: how good a position is for a player."""
        word = self.next()
        yield
        if self.at("="):
            again = "a heuristic is a number: write it without '=', as in 'heuristic 100 * count { own }'"
            self.report("unexpected-token", again, self.next().place, remedies=(Replace("=", ""),))
        elif self.peek().text in CRITERIA and not self.scanner.peek(1).is_("("):
            again = "more of a heuristic is always better: write the number alone, and -1 * coins where less is better"
            raise Failure(diagnose("unexpected-token", again, self.peek().place))
        value = self.value(3)
        if self.game.heuristic is not None:
            self.report("duplicate-feature", "a game has one 'heuristic'", word.place)
        else:
            self.add(self.game, "heuristic", value)

    def _without(self) -> Iterator[None]:
        """Read the names after ``without``; ``extending`` removes what they name."""
        token = self.next()
        if self.base is None:
            self.report("unexpected-token", "only a game that extends another can leave something out", token.place)
        for name in self._listed("the name of what is left out"):
            if self.current is not None:
                self.current.left_out.append(name)
        yield

    def _class_form(self) -> Iterator[None]:
        """Read a declaration in class form."""
        flags = 0
        while self.peek(flags).text not in schema().classes:
            flags += 1
        token = self.peek(flags)
        if token.text not in DECLARED_CLASSES:
            raise self.unknown_word("no declaration begins with", token, DECLARED_CLASSES)
        if self.current is not None:
            self.current.word = token.text
        found = self.class_form(token.text, _LEVELS.get(token.text, 2))
        self.declare(found)
        kind = found.eClass.name
        if kind in _MANY_OF_GAME:
            self.add(self.game, _MANY_OF_GAME[kind], found)
            if kind in self.shared:
                self.shared[kind].setdefault(found.name, found)
        elif kind == "Board":
            if self.board is not None:
                self.report("duplicate-feature", "a game has one board", token.place)
            self.take_board(found)
            self.outline.has_cells = True
        elif kind == "Tile":
            self.outline.tiles.append(TileLine(found))
        elif kind == "TilePlacement":
            self.outline.placements.append(found)
        yield
        if kind == "MoveRule":
            self.add(self.pipeline("LegalMovesPipeline"), "rules", found)
        elif kind in _ONE_OF_BOARD:
            if getattr(self.board, _ONE_OF_BOARD[kind]) is not None:
                self.report("duplicate-feature", f"a game has one {kind}", token.place)
            else:
                self.add(self.board, _ONE_OF_BOARD[kind], found)


DECLARATIONS: dict[str, Rule] = {
    "players": DeclarationParser._players,
    "board": DeclarationParser._board,
    "pieces": DeclarationParser._pieces,
    "start": DeclarationParser._start,
    "seats": DeclarationParser._seats,
    "nature": DeclarationParser._nature,
    "simultaneous": DeclarationParser._simultaneous,
    "neutral": DeclarationParser._neutral,
    "kind": DeclarationParser._neutral,
    "tile": DeclarationParser._tile,
    "directions": DeclarationParser._directions,
    "region": DeclarationParser._region,
    "constant": DeclarationParser._constant,
    "zone": DeclarationParser._zone,
    "mark": DeclarationParser._marks,
    "counter": DeclarationParser._counters,
    "phases": DeclarationParser._phases,
    "lines": DeclarationParser._drawn_lines,
    "stars": DeclarationParser._drawn_stars,
    "edges": DeclarationParser._edges,
    "axes": DeclarationParser._axes,
    "parameter": DeclarationParser._parameter,
    "variant": DeclarationParser._variant,
    "tiles": DeclarationParser._picture,
    "setup": DeclarationParser._picture,
    "transition": DeclarationParser._transition,
    "sub": DeclarationParser._sub,
    "value": DeclarationParser._named_value,
    "place": DeclarationParser._root,
    "move": DeclarationParser._move_rule,
    "chance": DeclarationParser._move_rule,
    "effect": DeclarationParser._root,
    "ensure": DeclarationParser._hook,
    "stuck": DeclarationParser._hook,
    "over": DeclarationParser._hook,
    "round": DeclarationParser._hook,
    "sight": DeclarationParser._hook,
    "back": DeclarationParser._hook,
    "ranking": DeclarationParser._ranking,
    "heuristic": DeclarationParser._heuristic,
    "without": DeclarationParser._without,
}
"""The rule of each keyword that begins a declaration."""

SHORT = ("mark", "counter", "phases")
"""The keywords of short declarations, of which several may stand on one line."""

CLASS_FORM: Rule = DeclarationParser._class_form
"""The rule of a declaration that begins with the name of a class."""
