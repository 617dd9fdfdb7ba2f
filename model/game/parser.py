"""The lowest level of the grammar: the tokens of each declaration, elements with places, diagnostics.

A newline ends a declaration, except inside braces and brackets, where the next line begins with ``->``, ``|``,
``;``, ``+``, ``-``, ``*`` or ``because``, and where its own line ends with ``->`` or a comma. The parsers above see an
end token there, so that they need not know lines. Each of them adds a level of the grammar to ``Parser``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from tilewright.metamodel import ClassInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.names import NamedElements
from tilewright.model.hints import Hint, Hints
from tilewright.model.objects import create, set_value
from tilewright.model.places import Place, Recorded
from tilewright.model.remedies import Remedy, Replace, Rewrite
from tilewright.model.reporting import Reporter
from tilewright.model.text.reading import expecting, opened
from tilewright.model.text.reflective import ClassForm
from tilewright.model.text.scanner import Comment, Scanner, Token, TokenKind
from tilewright.model.values import check_text, parse_integer

T = TypeVar("T")

_OPENING = ("{", "[", "(")
_CLOSING = ("}", "]", ")")
ELSE_IF = ("elif", "elsif", "elseif")
"""The words with which other languages begin a further condition."""
_GOES_ON = ("->", "|", ";", "+", "-", "*", ">", "else", *ELSE_IF, "because", "{")
"""What goes on with the line before where a line begins with it; of a brace it is reported."""
AFTER_FILTER = ("with", "because")
"""Words that may follow a filter, and so are never read as its optional name."""
_FLAGS = frozenset(f.name for info in schema().classes.values() for f in info.features if f.type == "boolean")


class Failure(Exception):
    """A declaration cannot be parsed any further. The reader goes on at the next one."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


class Parser(Reporter):
    """The tokens of one declaration after another, and the elements that are made of them.

    A method that steps over something returns it, and raises ``Failure`` if something else stands there; its argument
    *what* says in the message what is expected.
    """

    def __init__(self, scanner: Scanner) -> None:
        super().__init__()
        self.scanner = scanner
        self.places = Recorded(scanner.file)
        self.names = NamedElements(self.places)
        self.inner_comments: list[Comment] = []
        self.form = ClassForm(self, self.places, self.shorthand)
        self.form.diagnostics = self.diagnostics
        self.level = 1
        self._hints = Hints()
        self._open: list[Token] = []
        self._started = False
        self._last = Place(scanner.file)
        self.previous: Token | None = None
        self.earlier: Token | None = None
        """The token before the previous one."""
        self.begun: Token | None = None
        """The token with which the last filter of the declaration begins."""
        self.tried: list[str] = []
        """The words that could have stood where the next token stands."""

    # -- tokens

    def start(self) -> None:
        """Begin a declaration at the next token."""
        self._open = []
        self._started = False
        self.inner_comments = []

    def resume(self, position: int, tried: list[str], previous: Token | None) -> None:
        """Continue a declaration at *position*, after the token *previous*, with the words *tried* there so far."""
        self.scanner.reset(position)
        self.earlier, self.previous = None, previous
        if previous is not None:
            self._last = replace(previous.place, column=previous.place.column + len(previous.text))
        self._open = []
        self._started = True
        self.begun = None
        self.tried = tried

    def standing(self) -> tuple[object, ...]:
        """Return what ``stand`` needs to go on here later, after the scanner has been reset to this position."""
        return self._last, self._open, self._started, self.previous, self.earlier, self.begun, self.tried, self.level

    def stand(self, standing: tuple[Any, ...]) -> None:
        """Go on where ``standing`` was called."""
        self._last, self._open, self._started, self.previous, self.earlier, self.begun, self.tried, self.level = (
            standing
        )

    def peek(self, k: int = 0) -> Token:
        """Return the token *k* places ahead; an end token if the declaration ends before it."""
        for i in range(k + 1):
            token = self.scanner.peek(i)
            if self._ends_at(token, i):
                return replace(token, kind=TokenKind.END, text="", value="", place=self._last)
        return token

    def ahead(self, most: int) -> list[Token]:
        """Return the next tokens of the declaration, at *most* so many; it does not end in brackets that they open."""
        found: list[Token] = []
        depth = 0
        while len(found) < most:
            token = self.scanner.peek(len(found))
            ends = token.kind is TokenKind.END or self.is_cut_off(token) if depth else self._ends_at(token, len(found))
            if ends:
                break
            found.append(token)
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        return found

    def _ends_at(self, token: Token, k: int) -> bool:
        if token.kind is TokenKind.END:
            return True
        if self._open:
            return self.is_cut_off(token)
        if not (self._started or k):
            return False
        previous = self.scanner.peek(k - 1) if k else self.previous
        if token.is_("}") or (token.first_on_line and not self.goes_on(token, previous)):
            return True
        return self.begins_another(token, previous)

    def is_cut_off(self, token: Token) -> bool:
        """Return whether the declaration ends before a token although a bracket is open."""
        return False

    def goes_on(self, token: Token, previous: Token | None) -> bool:
        """Return whether the declaration goes on with the first token of a line; *previous* is the last one before.

        A caret there begins another declaration: the texts are compared, so that nothing is offered.
        """
        return token.text in _GOES_ON or (previous is not None and previous.is_("->", ">", ","))

    def begins_another(self, token: Token, previous: Token | None) -> bool:
        """Return whether another declaration begins with a token of the same line."""
        return False

    def next(self) -> Token:
        """Step over the next token, unless it is an end token, and return it."""
        token = self.peek()
        if token.kind is TokenKind.END:
            return token
        self.scanner.next()
        self._not_on_a_new_line(token)
        if token.is_(*_OPENING):
            self._open.append(token)
        elif token.is_(*_CLOSING) and self._open:
            self._open.pop()
        if self._started:
            self.inner_comments.extend(token.comments)
        self._started = True
        self.earlier, self.previous = self.previous, token
        self._last = replace(token.place, column=token.place.column + len(token.text))
        self.tried = []
        return token

    def _not_on_a_new_line(self, token: Token) -> None:
        """Report a brace that begins a line, and so not what belongs to the line before."""
        before = self.previous
        if not (token.is_("{") and token.first_on_line and self._started and not self._open) or before is None:
            return
        message = f"'{{' must stand on the same line as '{before.text}', to which it belongs"
        remedies = () if token.comments else (Rewrite(f"{before.text} {{", before.place, token.place),)
        self.report("unexpected-token", message, token.place, remedies=remedies)

    def symbol(self, what: str) -> Token:
        """Step over one raw character that is no blank."""
        token = self.scanner.symbol()
        if token is None:
            raise self.unexpected(f"{what} is exactly one character that is no blank")
        try:
            check_text(token.text)
        except ValueError as error:
            raise Failure(diagnose("bad-token", str(error), token.place)) from None
        self._last = replace(token.place, column=token.place.column + 1)
        return token

    def skip(self) -> bool:
        """Step to the end of the declaration; False if the text ends inside its braces."""
        while self.peek().kind is not TokenKind.END:
            self.next()
        return not self._open

    def innermost(self) -> Token | None:
        """Return the last bracket that is still open; None if none is."""
        return self._open[-1] if self._open else None

    def at_end(self) -> bool:
        """Return whether the declaration ends here."""
        return self.peek().kind is TokenKind.END

    def at(self, *texts: str) -> bool:
        """Return whether the next token is one of these names or marks."""
        return self.peek().is_(*texts)

    def accept(self, *texts: str) -> Token | None:
        """Step over the next token if it is one of these names or marks; else add them to ``tried``, return None."""
        if self.at(*texts):
            return self.next()
        self.tried.extend(texts)
        return None

    def expect(self, text: str, after: str) -> Token:
        """Step over a name or mark that must stand here; *after* says in the message where that is."""
        if not self.at(text):
            opening = self.innermost() if text in _CLOSING else None
            raise self.unexpected(f"'{text}' is expected {after}", opening=opening, expected=text)
        return self.next()

    def colon(self, after: str) -> None:
        """Step over the ``:`` before a symbol, also where both are read as one sign, as in ``Tie:=``."""
        token = self.peek()
        if not token.is_(":=", "::"):
            self.expect(":", after)
            return
        self.next()
        self.previous = replace(token, text=":", value=":")
        self.scanner.reset(token.offset + 1)

    def name(self, what: str) -> Token:
        """Step over a name."""
        if self.peek().kind is not TokenKind.NAME:
            raise self.unexpected(f"{what} is expected")
        return self.next()

    def at_integer(self) -> bool:
        """Return whether the next token is a number."""
        return self.peek().kind is TokenKind.INTEGER

    def integer(self, what: str) -> int:
        """Step over a whole number."""
        if not self.at_integer():
            if self.names.has(self.peek().text, "Parameter"):
                what = f"a parameter cannot stand here; {what}"
            raise self.unexpected(f"{what} is expected, a whole number")
        return self.number(self.next())

    def number(self, token: Token) -> int:
        """Return the value of a token that is a number."""
        return self.number_of(token.text, token.place)

    def number_of(self, text: str, place: Place) -> int:
        """Return the value of digits; if it is out of range, report that and return 0."""
        try:
            return parse_integer(text)
        except ValueError as error:
            self.report("bad-value", str(error), place)
            return 0

    def coordinate(self, what: str) -> tuple[int, int]:
        """Step over ``(x,y)``."""
        return self.pair(what, self.integer)

    def pair(self, what: str, part: Callable[[str], T]) -> tuple[T, T]:
        """Step over ``(x,y)``, whose parts *part* steps over."""
        self.expect("(", f"for {what}, written (x,y)")
        x = part("x")
        self.expect(",", "between x and y")
        y = part("y")
        self.expect(")", "after y")
        return x, y

    # -- names

    def refer(self, what: str, *kinds: str) -> EObject | None:
        """Read the name of an element of one of these kinds; report and return None if it names none, or several."""
        self.no_slip(*kinds)
        token = self.name(f"the name of a {what}")
        return self.names.find(token.text, token.place, *kinds)

    def optional(self, *kinds: str) -> EObject | None:
        """Read the name of an element if a name stands here that is none of ``AFTER_FILTER``; else return None."""
        token = self.peek()
        if token.kind is not TokenKind.NAME or token.is_(*AFTER_FILTER):
            return None
        return self.refer(" or ".join(kinds), *kinds)

    def word(self, words: tuple[str, ...], what: str) -> str:
        """Step over one of some words, and return its text."""
        token = self.name(f"{what} ({', '.join(words)})")
        if token.text not in words:
            raise self.unknown_word(f"there is no {what}", token, words)
        return token.text

    # -- problems

    def unexpected(
        self, message: str, token: Token | None = None, opening: Token | None = None, expected: str | None = None
    ) -> Failure:
        """Return the failure for a token that cannot stand here, by default the next one.

        The message says what was found, and near misses among the words that were tried. *opening* is the bracket that
        is still open; *expected* is the only text that can stand here.
        """
        known = [] if token is not None else [word for word in self.tried if word.isalpha()]
        token = token or self.peek()
        found = "the end of the declaration" if token.kind is TokenKind.END else str(token)
        remedies: tuple[Remedy, ...] = expecting(expected, token)
        if known and token.kind is TokenKind.NAME and (hint := self.hint(token.text, known)).remedies:
            found += hint.text
            remedies = hint.remedies
        if token.is_("#"):
            found += "; a comment begins with '//'"
            remedies = (Replace("#", "//"),)
        return Failure(diagnose("unexpected-token", f"{message}, not {found}", token.place, opened(opening), remedies))

    def slip(self, *kinds: str, expected: str | None = None) -> Failure | None:
        """Return the failure for a common slip, if one is made by the next token, which cannot stand here.

        An element of one of these *kinds* may be named here; *expected* is the only text that can stand here.
        """
        return None

    def no_slip(self, *kinds: str) -> None:
        """Raise ``Failure`` for a common slip at the next token, unless it names an element of one of these kinds."""
        if not self.names.has(self.peek().text, *kinds) and (slip := self.slip(*kinds)) is not None:
            raise slip

    def instead(self, message: str, token: Token, *remedies: Remedy) -> Failure:
        """Return the failure for a token that cannot stand here, whose *message* says what is written instead."""
        return Failure(diagnose("unexpected-token", message, token.place, remedies=remedies))

    def hint(self, name: str, known: Iterable[str]) -> Hint:
        """Return the hint for an unknown name: a near miss or the known names; an empty one after many hints."""
        return self._hints.near_miss(name, known, most=30)

    def unknown_word(self, what: str, token: Token, known: tuple[str, ...]) -> Failure:
        """Return the failure for a name that is none of the words *known* here; *what* begins the message."""
        hint = self.hint(token.text, known)
        message = f"{what} '{token.text}'{hint}"
        return Failure(diagnose("unknown-keyword", message, token.place, remedies=hint.remedies))

    # -- the class form

    def at_class(self, expected: str | None = None) -> bool:
        """Return whether a class stands here, perhaps after flags: *expected* or a subclass of it, if that is given.

        A name that both a class and an element have means the element, unless a brace follows.
        """
        flags: list[str] = []
        while (token := self.peek(len(flags))).kind is TokenKind.NAME and len(flags) <= len(_FLAGS):
            info = schema().classes.get(token.text)
            if info is not None:
                if self.names.is_known(token.text) and not self.peek(len(flags) + 1).is_("{"):
                    return False
                known = expected is None or expected in info.supertypes
                return known and all(flag in info.by_name for flag in flags)
            if token.text not in _FLAGS:
                break
            flags.append(token.text)
        return False

    def class_form(self, expected: str, level: int) -> EObject:
        """Read an element of a class or a subclass, on a level of containment, in class form."""
        found = self.form.element(expected, level)
        if found is None:
            raise Failure(self.diagnostics[-1])
        return found

    def with_features(self, obj: EObject, level: int) -> None:
        """Read ``with { feature value … }`` if it stands here, for an element on a level of containment."""
        if self.accept("with"):
            self.form.features(obj, level)

    def shorthand(self, expected: ClassInfo, level: int) -> EObject | None:
        """Read an element of a class in its shorthand if one stands here, else return None."""
        raise NotImplementedError

    # -- elements

    def literal(self, class_name: str, feature: str, name: str) -> Any:
        """Return the literal called *name* of the enumeration that is the type of a feature."""
        literals = schema().classes[class_name].by_name[feature].literals
        return None if literals is None else literals[name]

    def make(self, class_name: str, place: Place, **features: Any) -> EObject:
        """Return a new element that stands at *place*. Literals are given by name; None and defaults are left unset."""
        obj = create(class_name)
        self.places.record(obj, place)
        by_name = schema().classes[class_name].by_name
        for name, value in features.items():
            feature = by_name[name]
            values = value if feature.many else [value]
            for one in values:
                if feature.literals is not None:
                    one = feature.literals[one]
                if one is not None and (feature.many or one != feature.default):
                    set_value(obj, feature, one)
        return obj

    def add(self, obj: EObject, feature: str, value: Any) -> None:
        """Set a feature of an element, or add to it."""
        set_value(obj, schema().of(obj).by_name[feature], value)
