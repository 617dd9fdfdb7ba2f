"""Parses an .othello file. After an error it continues at the next line, or at the next part of the game."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.foreign.othello.sheet import Key, Number, Sheet, Start
from tilewright.model.game.parser import Failure
from tilewright.model.hints import Hint, Hints
from tilewright.model.places import Place
from tilewright.model.remedies import Close
from tilewright.model.reporting import Reporter
from tilewright.model.text.reading import expecting
from tilewright.model.text.scanner import Scanner, Token, TokenKind
from tilewright.model.values import parse_integer

MOST_KEYS = 1_000
"""The greatest number of keys, in all blocks together."""
COLOURS = ("black", "white")
_CONDITION = "captures_in_any_direction"
_EFFECT = "flip_captured_pieces"
_SCORING = "count_pieces_per_player"


class Parser(Reporter):
    """Parses one text."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__()
        self.scanner = Scanner(text, file)
        first = self.scanner.peek()
        self.sheet = Sheet(first, first, first)
        self._depth = 0
        self._hints = Hints()

    def read(self) -> Sheet:
        """Return the sheet of the text; after errors it is incomplete."""
        try:
            self._title()
        except Failure as failure:
            self._fail("game", failure)
            return self.sheet
        while not self._closed():
            self._part()
        return self.sheet

    # -- problems

    def problems(self) -> list[Diagnostic]:
        """Return all diagnostics, in no particular order."""
        return [*self.scanner.diagnostics, *self.diagnostics]

    def hint(self, name: str, known: tuple[str, ...]) -> Hint:
        """Return the hint for an unknown name: a near miss or all known names; an empty one after many hints."""
        return self._hints.near_miss(name, known, most=len(known))

    def _fail(self, part: str, failure: Failure) -> None:
        self.sheet.broken.add(part)
        self.diagnostics.append(failure.diagnostic)

    def _unexpected(self, message: str, token: Token | None = None, expected: str | None = None) -> Failure:
        token = token or self.scanner.peek()
        remedies = expecting(expected, token)
        return Failure(diagnose("unexpected-token", f"{message}, not {token}", token.place, remedies=remedies))

    # -- tokens

    def _next(self) -> Token:
        token = self.scanner.next()
        self._depth += token.is_("{") - token.is_("}")
        if token.comments:
            self.sheet.commented.append(token)
        return token

    def _accept(self, *texts: str) -> Token | None:
        return self._next() if self.scanner.peek().is_(*texts) else None

    def _expect(self, text: str, where: str) -> Token:
        if not self.scanner.peek().is_(text):
            raise self._unexpected(f"'{text}' is expected {where}", expected=text)
        return self._next()

    def _of(self, kind: TokenKind, what: str) -> Token:
        if self.scanner.peek().kind is not kind:
            raise self._unexpected(f"{what} is expected")
        return self._next()

    def _only(self, what: str, *words: str) -> Token:
        """Step over one of some words and return it; *what* names them in messages."""
        token = self.scanner.peek()
        if token.kind is TokenKind.NAME and token.text not in words:
            hint = self.hint(token.text, words)
            message = f"there is no {what} '{token.text}'{hint}"
            raise Failure(diagnose("unknown-keyword", message, token.place, remedies=hint.remedies))
        if token.kind is not TokenKind.NAME:
            raise self._unexpected(f"{' or '.join(repr(word) for word in words)} is expected for the {what}")
        return self._next()

    def _number(self, what: str) -> Number:
        token = self._of(TokenKind.INTEGER, what)
        return self._value_of(token.text, token.place)

    def _value_of(self, text: str, place: Place) -> Number:
        try:
            return Number(parse_integer(text), place)
        except ValueError as error:
            self.report("bad-value", str(error), place)
            return Number(None, place)

    def _extent(self, what: str) -> tuple[Number, Number]:
        """Read ``8 x 8``. Without a blank after it, ``x`` begins a longer name, as in the original DSL."""
        rows = self._number(f"{what}, written 8 x 8: the number of rows")
        by = self._of(TokenKind.NAME, "'x' and the number of columns")
        if by.text != "x":
            raise self._unexpected("'x', a blank and the number of columns are expected, as in 8 x 8", by)
        return rows, self._number("the number of columns")

    # -- the parts of the game

    def _title(self) -> None:
        if not self.scanner.peek().is_("game"):
            raise self._unexpected("'game NAME {' is expected at the beginning")
        self.sheet.start = self._next()
        self.sheet.name = self._of(TokenKind.NAME, "the name of the game")
        self._expect("{", "after the name of the game")

    def _closed(self) -> bool:
        """Step over the end of the game, if it is here, and return whether it is."""
        token = self.sheet.end = self.scanner.peek()
        if token.kind is TokenKind.END:
            message = "the game is not closed; '}' is expected"
            self.report("unexpected-token", message, token.place, remedies=(Close(),))
            self._next()
            return True
        if not token.is_("}"):
            return False
        self._next()
        after = self._next()
        if after.kind is not TokenKind.END:
            self.report("unexpected-token", f"nothing may follow the game, but {after} does", after.place)
        return True

    def _ahead(self) -> str:
        """Return the next word, which may contain a hyphen, without stepping over it."""
        first, hyphen, second = (self.scanner.peek(k) for k in range(3))
        joined = hyphen.is_("-") and hyphen.offset == first.offset + len(first.text)
        if joined and second.kind is TokenKind.NAME and second.offset == hyphen.offset + 1:
            return f"{first.text}-{second.text}"
        return first.text

    def _at_part(self) -> bool:
        """Return whether a part of the game begins here: its first word, and the token that must follow it."""
        word = self._ahead()
        if self.scanner.peek().kind is not TokenKind.NAME or word not in _PARTS:
            return False
        behind = self.scanner.peek(3 if "-" in word else 1)
        return behind.kind is TokenKind.INTEGER if word == "board" else behind.is_("(" if word == "position" else "{")

    def _part(self) -> None:
        token, word = self.scanner.peek(), self._ahead()
        if token.kind is not TokenKind.NAME:
            self.report("unexpected-token", f"a part of the game is expected, not {token}", token.place)
        elif word not in _PARTS:
            hint = self.hint(word, tuple(_PARTS))
            message = f"no part of a game is called '{word[:60]}'{hint}"
            self.report("unknown-keyword", message, token.place, remedies=hint.remedies)
        for _ in range(3 if "-" in word else 1):
            self._next()
        if token.kind is not TokenKind.NAME or word not in _PARTS:
            self._recover()
            return
        self._place_in_order(word, token)
        try:
            _PARTS[word](self)
        except Failure as failure:
            self._fail(word, failure)
            self._recover()

    def _place_in_order(self, word: str, token: Token) -> None:
        """Record the first word of a part, and report a repeated or misplaced one."""
        parts = self.sheet.parts
        if word in parts:
            related = (Related(f"the first '{word}'", parts[word].place),)
            self.report("duplicate-feature", f"a game has one '{word}'", token.place, related)
            return
        order = list(_PARTS)
        later = [other for other in parts if order.index(other) > order.index(word)]
        if later:
            message = f"'{word}' must stand before '{later[0]}'; the order is {', '.join(order)}"
            related = (Related(f"'{later[0]}'", parts[later[0]].place),)
            self.report("unexpected-token", message, token.place, related)
        parts[word] = token

    def _recover(self) -> None:
        """Step to the next part, or to the end of the game."""
        while (token := self.scanner.peek()).kind is not TokenKind.END:
            if self._depth <= 1 and token.is_("}"):
                return
            if (token.first_on_line or self._depth <= 1) and self._at_part():
                self._depth = 1
                return
            self._next()

    def _entries(self, part: str, entry: Callable[[], None]) -> None:
        """Read the entries of a block with *entry*; after an error continue at the next line."""
        self._expect("{", f"after '{part}'")
        while not self._accept("}"):
            if self.scanner.peek().kind is TokenKind.END or self._at_part():
                raise self._unexpected(f"'}}' is expected after '{part}'", expected="}")
            first, depth = self.scanner.peek(), self._depth
            try:
                entry()
            except Failure as failure:
                self._fail(part, failure)
                self._next_line(first, depth)

    def _next_line(self, first: Token, depth: int) -> None:
        """Step from an entry, which began at *first* with *depth* open braces, to the next line or closing brace."""
        if self.scanner.peek().offset == first.offset:
            self._next()
        while (token := self.scanner.peek()).kind is not TokenKind.END:
            ends = token.is_("}") or token.first_on_line
            if (self._depth <= depth and ends) or (token.first_on_line and self._at_part()):
                return
            self._next()

    def _keys(self, part: str, run: bool) -> None:
        def entry() -> None:
            name = self._of(TokenKind.NAME, "the name of a key")
            self._expect("=", f"after the key '{name.text}'")
            self._keep(self.sheet.keys, self._key(name.text, name, run))

        self._entries(part, entry)

    def _key(self, name: str, token: Token, run: bool) -> Key:
        """Read the value of a key: a number, a text, true or false, or any word in compile-time."""
        value = self.scanner.peek()
        if value.kind is TokenKind.NAME and run and not value.is_("true", "false"):
            raise self._unexpected(f"the value of '{name}' is a number, a text in quotes, true or false")
        if value.kind not in (TokenKind.NAME, TokenKind.INTEGER, TokenKind.STRING):
            raise self._unexpected(f"a value is expected for '{name}'")
        self._next()
        text = value.value
        if value.kind is TokenKind.INTEGER:
            text = text.lstrip("0") or "0"  # a number, not the digits that write it
        return Key(name, token, run, value.kind, text, value.place)

    def _keep(self, keys: list[Key], key: Key) -> None:
        """Add a key to a list, unless there are too many."""
        known = len(self.sheet.keys) + len(self.sheet.sprites) + len(self.sheet.layout)
        if known == MOST_KEYS:
            self.report("too-large", f"a game has at most {MOST_KEYS} keys", key.token.place)
        if known <= MOST_KEYS:
            keys.append(key)

    # -- ui

    def _ui(self) -> None:
        def entry() -> None:
            word = self._only("part of ui", "theme", "layout")
            read = self._theme_entry if word.text == "theme" else self._layout_entry
            before = self.sheet.theme
            self._entries(word.text, read)
            if word.text == "theme" and self.sheet.theme is before and "theme" not in self.sheet.broken:
                self.report("missing-feature", 'a theme needs a name: name = "…"', word.place)

        self._entries("ui", entry)

    def _theme_entry(self) -> None:
        word = self._only("key of a theme", "name", "sprites")
        if word.text == "sprites":
            self._entries("sprites", self._sprite)
            return
        self._expect("=", "after 'name'")
        name = self._of(TokenKind.STRING, "the name of the theme, in quotes,")
        if self.sheet.theme is not None:
            self.report("duplicate-feature", "a game has one theme, with one name", name.place)
        self.sheet.theme = name

    def _sprite(self) -> None:
        token = self._of(TokenKind.NAME, "what the sprite stands for, such as black,")
        self._expect("=", f"after '{token.text}'")
        value = self._of(TokenKind.STRING, "the file of the sprite, in quotes,")
        self._keep(self.sheet.sprites, Key(f"sprite.{token.text}", token, True, value.kind, value.value, value.place))

    def _layout_entry(self) -> None:
        word = self._only("key of a layout", "grid", "hands", "scaling")
        if word.text == "scaling":
            self._expect("=", "after 'scaling'")
            self._keep(self.sheet.layout, self._key("layout.scaling", word, True))
            return
        self._expect("{", f"after '{word.text}'")
        if word.text == "grid":
            if not self.scanner.peek().is_("}"):
                for side, number in zip(("rows", "columns"), self._extent("the size of the grid"), strict=True):
                    text = "0" if number.value is None else str(number.value)
                    key = Key(f"layout.grid.{side}", word, True, TokenKind.INTEGER, text, number.place)
                    self._keep(self.sheet.layout, key)
        else:
            for side in ("left", "right"):
                if self.scanner.peek().kind is TokenKind.NAME:
                    name = self._next()
                    key = Key(f"layout.hands.{side}", name, True, TokenKind.STRING, name.text, name.place)
                    self._keep(self.sheet.layout, key)
        self._expect("}", f"after what '{word.text}' holds")

    # -- board, players, cells, rules

    def _board(self) -> None:
        extent = self._extent("the size of the board")
        self.sheet.extent = self.sheet.extent or extent

    def _players(self) -> None:
        def entry() -> None:
            colour = self._only("colour", *COLOURS)
            name = self._of(TokenKind.NAME, f"the name of the player with the {colour.text} discs")
            first = self.sheet.players.setdefault(colour.text, name)
            if first is not name:
                related = (Related(f"the first player with {colour.text} discs", first.place),)
                self.report("duplicate-feature", f"one player has the {colour.text} discs", colour.place, related)

        self._entries("players", entry)

    def _initial(self) -> None:
        def entry() -> None:
            token = self._only("word in 'initial'", "cell")
            self._expect("position", "after 'cell'")
            row, column = self._coordinates()
            self._expect("=", "after the cell")
            colour = self._only("colour", *COLOURS)
            if row.value is None or column.value is None:
                self.sheet.broken.add("initial")
            else:
                self.sheet.starts.append(Start(token, row.value, column.value, colour.text))

        self._entries("initial", entry)

    def _coordinates(self) -> tuple[Number, Number]:
        self._expect("(", "for a cell, written (ROW,COLUMN)")
        row = self._number("the row")
        self._expect(",", "between row and column")
        column = self._number("the column")
        self._expect(")", "after the column")
        return row, column

    def _position(self) -> None:
        self._coordinates()

    def _rules(self) -> None:
        self._expect("{", "after 'rules'")
        self._rule("move", "at the beginning of the rules")
        self._expect("{", "after 'move'")
        if self.scanner.peek().is_("type"):
            self._next()
            self.sheet.rules["type"] = self._only("type of move", "placement", "pass")
        self._rule("valid", "with what makes a move valid")
        self._expect("if", "after 'valid'")
        self._call("condition", _CONDITION)
        self._rule("effect", "with what a move does")
        self._call("effect", _EFFECT)
        self._expect("}", "after the effect")
        self._rule("end", "with what ends the game")
        self._expect("when", "after 'end'")
        self._call("condition", _CONDITION)
        self._rule("scoring", "with how points are counted")
        self._only("scoring", _SCORING)
        self._expect("}", "after the rules")

    def _rule(self, word: str, where: str) -> None:
        self.sheet.rules.setdefault(word, self._expect(word, where))

    def _call(self, what: str, name: str) -> None:
        self._only(what, name)
        for text in ("(", "r", ",", "c", ")"):
            self._expect(text, f"in {name}(r,c)")


_PARTS: dict[str, Callable[[Parser], None]] = {
    "compile-time": lambda parser: parser._keys("compile-time", run=False),
    "run-time": lambda parser: parser._keys("run-time", run=True),
    "ui": Parser._ui,
    "board": Parser._board,
    "players": Parser._players,
    "initial": Parser._initial,
    "position": Parser._position,
    "rules": Parser._rules,
}
"""The parts of a game in their order, each with the method that reads it."""
