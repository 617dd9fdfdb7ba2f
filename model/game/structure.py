"""Declarations of structure: players, board, zones, pieces, tiles and transitions.

A declaration is read in two steps, because a name may be used before it is declared. Its head makes what it declares;
after all heads ``expansion`` makes tiles and cells; then the body is read, when all names are known. A rule is a
generator that yields between the two steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.game.chains import TRANSFORMS, ChainParser
from tilewright.model.game.colours import NEUTRAL_COLOUR, colour
from tilewright.model.game.numbers import Amount
from tilewright.model.game.outline import Outline, Picture, PieceLine, TileLine, ZoneLine
from tilewright.model.game.reserved import meaning
from tilewright.model.remedies import Expect, Remedy, Replace, Rewrite
from tilewright.model.shaping import FEATURES
from tilewright.model.text.caret import offer
from tilewright.model.text.scanner import TIMES, Comment, Scanner, Token, TokenKind

SYMMETRIES = ("turned", "fixed")
"""The words that restrict how a shape may lie; without one it may be turned and mirrored."""
VISIBILITIES = ("owner", "hidden")
"""The words that say who sees a zone, or is told a move; without one, everybody."""
PER_CELL = "cell"
"""The word after ``per`` for a zone for each cell of the board. A zone called so cannot stand there."""
OF_CELLS = (*VISIBILITIES, "sight")
"""The words that say who sees a mark or counter; without one, everybody."""
LAYOUTS = {"hexagonal": "Hexagonal", "points": "Points", "flat": "Flat"}
"""The words that say how the cells of the board are drawn; without one as squares."""
WRAPPING = {
    "cylinder": ("wrapsAcross",),
    "drum": ("wrapsDown",),
    "torus": ("wrapsAcross", "wrapsDown"),
}
"""The words that say over which sides a board goes on; without one it ends at all of them."""
ARRANGEMENTS = {"fan": "Fan", "stack": "Stack", "undrawn": "Undrawn"}
"""The words that say how the cells of a zone are drawn; without one in rows and columns."""
_TURNED = {
    **dict.fromkeys(("flip", "flipped", "mirror", "mirrored", "upside"), "FlipRows"),
    **dict.fromkeys(("rotate", "rotated", "turned", "reversed", "opposite"), "Rotate180"),
}
"""Words that are likely to be tried behind a player who sees the board another way, and the transform that is meant."""
_PLAYER = ("player", "players")
"""Words that are written after ``per`` by mistake, unless a zone is called so."""
AFTER_PER = (*VISIBILITIES, *ARRANGEMENTS, "with")
"""Words that may follow ``per``, and so are never read as the name of the zone that a zone is there for."""
_BLANKS = "blanks stand between 'x' and the name of a parameter"


@dataclass
class Declaration:
    """One declaration while it is read.

    ``token`` is the first token, ``rule`` the generator that reads it, ``scanner`` that of its text; ``position`` and
    ``body`` are where the declaration and its body begin. ``word`` says what it declares: the first token, or in class
    form the class after the flags. ``element`` is the first element that it declares, ``names`` are the names of all,
    ``left_out`` those that ``without`` names.
    """

    token: Token
    rule: Iterator[None]
    scanner: Scanner
    position: int
    word: str
    body: int = 0
    tried: list[str] = field(default_factory=list)
    """The words that could have stood where the body begins."""
    previous: Token | None = None
    """The token before the body."""
    element: EObject | Picture | None = None
    inner_comments: list[Comment] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    left_out: list[Token] = field(default_factory=list)
    dropped: frozenset[str] = frozenset()
    """The names of elements that are read, but not added to the game: a game that extends this one drops them."""


class StructureParser(ChainParser):
    """Reads declarations of structure."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner)
        self.game = self.make("Game", scanner.place(0))
        self.outline = Outline()
        self.shared: dict[str, dict[str, EObject]] = {"Group": {}, "Attribute": {}}
        """The groups and attributes that pieces have declared so far, by name."""
        self.current: Declaration | None = None
        self.base: Token | None = None

    def declare(self, element: EObject | Picture) -> None:
        """Remember an element of the declaration that is being read: the first one, and the names of all."""
        if self.current is None:
            return
        if self.current.element is None:
            self.current.element = element
        name = getattr(element, "name", None)
        if isinstance(name, str):
            self.current.names.append(name)

    def _new(self, class_name: str, feature: str, token: Token) -> EObject:
        """Make a named element, and add it to a feature of the game unless its name is dropped."""
        obj = self.make(class_name, token.place, name=token.value)
        if self.takes(token):
            self.not_reserved(class_name, token)
            self.add(self.game, feature, obj)
            self.declare(obj)
        return obj

    def not_reserved(self, kind: str, token: Token) -> bool:
        """Return whether an element of a kind may be called so; report it if it may not."""
        read = meaning(kind, token.text)
        if read is None:
            return True
        name = token.text
        message = f"'{name}' is a reserved word of the notation: {read}; choose another name, such as 'my_{name}'"
        self.misnamed[name] = diagnose("unusable-name", message, token.place)
        self.diagnostics.append(self.misnamed[name])
        return False

    def takes(self, token: Token) -> bool:
        """Return whether the element that a name declares is added to the game: whether the name is not dropped."""
        return self.current is None or token.value not in self.current.dropped

    def _listed(self, what: str) -> Iterator[Token]:
        """Yield the names of a list with commas."""
        yield self.name(what)
        while self.accept(","):
            yield self.name(what)

    def begins_declaration(self, word: str) -> bool:
        """Return whether a word begins declarations."""
        raise NotImplementedError

    def _comma(self, after: tuple[str, ...]) -> bool:
        """Step over the comma before a further name of a declaration, and return whether such a name follows.

        A comma that is missing is reported, as if it stood there. *after* are the words that may follow the last name.
        """
        if self.accept(","):
            return True
        token = self.peek()
        if token.kind is not TokenKind.NAME or self.at(*after) or self.begins_declaration(token.text):
            return False
        self.tried.extend(after)
        said = ", ".join(word for word in after if word != "with")
        message = "',' is expected between two names" + (f", or what is said of them ({said})" if said else "")
        self.diagnostics.append(self.unexpected(message, expected=",").diagnostic)
        return True

    # -- structure

    def _players(self) -> Iterator[None]:
        self.next()
        if self.at_integer():
            message = "players have names, as in 'players Ann, Ben, Cid'; how many of them play is chosen by 'seats n',"
            raise self.instead(f"{message} with 'parameter n 2..3 = 3'", self.peek())
        while True:
            player = self._new("Player", "players", self.name("the name of a Player"))
            self._no_bare_colour()
            is_name = self.peek().kind is TokenKind.NAME and not (self.at("of", "with") or self._at_team())
            lacks_comma = is_name and self._lacks_comma()
            if is_name and not lacks_comma:
                self.add(player, "transform", self.literal("Player", "transform", self.word(TRANSFORMS, "transform")))
            if (team := self._team()) is not None:
                self.add(player, "team", team)
            self.with_features(player, 2)
            if player.hexColor is None:
                self.add(player, "hexColor", colour(len(self.game.players) - 1, player.name))
            if not (lacks_comma or self.accept(",")):
                break
        yield

    def _at_team(self) -> bool:
        """Return whether a team is named after another word than ``of``."""
        return self.peek().is_("team", "in", "for") and self.peek(1).kind in (TokenKind.NAME, TokenKind.STRING)

    def _team(self) -> str | None:
        """Read ``of`` and the name of a team, which may be a string. Return the name, None if there is none."""
        if self._at_team():
            token = self.next()
            message = f"the team of a player follows 'of', as in 'of {self.peek().text}'"
            self.report("unexpected-token", message, token.place, remedies=(Rewrite("of", token.place),))
        elif not self.accept("of"):
            return None
        if self.peek().kind in (TokenKind.NAME, TokenKind.STRING):
            return self.next().value
        message = f"the name of a team is expected after 'of', not {self.peek()}"
        self.report("unexpected-token", message, self.peek().place)
        if self.at_integer():
            self.next()
        return None

    def _no_bare_colour(self) -> None:
        """Raise ``Failure`` if a colour follows a name without the words that say so."""
        token, digits = self.peek(), self.peek(1)
        if token.kind is TokenKind.STRING:
            meant = f"with {{ hexColor {token} }}"
            message = f"the colour of a player is one of its features: {meant}"
            raise self.instead(message, token, Rewrite(meant, token.place))
        if token.is_("#"):
            message = f'the colour of a player is one of its features: with {{ hexColor "#{digits.text}" }}'
            raise self.instead(message, token)

    def _lacks_comma(self) -> bool:
        """Return whether a name stands here that is like no transform, so that it is another player's; report that."""
        token = self.peek()
        folded = {word.casefold(): word for word in TRANSFORMS}
        meant = folded.get((token.text + self.peek(1).text).casefold())
        if meant is not None and token.text.casefold() not in folded:
            remedy = Rewrite(meant, token.place, self.peek(1).place)
            raise self.instead(f"the name of a transform is one word: '{meant}'", token, remedy)
        if token.text in _TURNED and not token.is_(*TRANSFORMS):
            meant = _TURNED[token.text]
            message = f"there is no transform {token}: who sees the board upside down has 'FlipRows', others are "
            others = ", ".join(f"'{each}'" for each in TRANSFORMS[1:] if each != "FlipRows")
            self.outline.lacks_players = self.outline.lacks_symbols = True
            raise self.instead(f"{message}{others}; did you mean '{meant}'?", token, Replace(token.text, meant))
        if token.is_(*TRANSFORMS) or self.names.nearest(token.text.casefold(), folded) is not None:
            return False
        self.outline.lacks_players = self.outline.lacks_symbols = True
        after = "without one, only a transform, or 'of' and a team, follow a name"
        message = f"',' is expected between two players, not {token}; {after}"
        self.report("unexpected-token", message, token.place, remedies=(Expect(","),))
        return True

    def _board(self) -> Iterator[None]:
        token = self.next()
        if self.board is not None:
            self.report("duplicate-feature", "a game has one board", token.place)
        layout = self._early_layout()
        width, height = self._extent()
        for amount in (width, height):
            if amount.token is not None and not amount.is_bare:
                message = (
                    f"the size of a board is a number, or the name of a parameter alone, as in '{amount.token.text}'"
                )
                self.report("unexpected-token", message, amount.token.place)
        checkered = self.accept("checkered") is not None
        board = self.make("Board", token.place, checkered=checkered)
        self._sized(board, width, height)
        wraps = self.accept(*WRAPPING)
        for feature in () if wraps is None else WRAPPING[wraps.text]:
            self.add(board, feature, True)
        layout = self.accept(*LAYOUTS) or layout
        if layout is not None:
            self.add(board, "layout", self.literal("Board", "layout", LAYOUTS[layout.text]))
        word = self.peek()
        if word.text in ("checkered", *WRAPPING, *LAYOUTS):
            message = (
                "what is said of the board has an order, and each is said once, as in 'board 8x8 checkered torus flat'"
            )
            raise self.instead(message, word)
        if word.kind is TokenKind.NAME and not word.is_("with"):
            raise self.unknown_word("nothing is said of a board by", word, ("checkered", *WRAPPING, *LAYOUTS, "with"))
        self.with_features(board, 2)
        self.take_board(board)
        yield

    def _not_before_size(self, zone: Token) -> None:
        """Raise ``Failure`` if what is said of a zone stands before its size in numbers, as in ``per 3x1``."""
        if self.peek().text not in ("per", *VISIBILITIES, *ARRANGEMENTS):
            return
        said: list[Token] = []
        while self.peek(len(said)).kind is TokenKind.NAME:
            said.append(self.peek(len(said)))
        order = [1 if one.text in VISIBILITIES else 2 if one.text in ARRANGEMENTS else 0 for one in said]
        columns, rows = self.peek(len(said)), self.peek(len(said) + 1)
        number = rows.text.removeprefix("x")
        is_size = columns.kind is TokenKind.INTEGER and rows.offset == columns.offset + len(columns.text)
        if not is_size or number == rows.text or not number.isdigit():
            return
        if order != sorted(order) or any(one.text == "per" for one in said[1:]):
            return
        words = self.scanner.between(said[0].offset, columns.offset)
        meant = f"{columns.text}{rows.text} {words}"
        message = f"the size stands before '{said[0].text}': write 'zone {zone.text} {meant}'"
        raise self.instead(message, said[0], Rewrite(meant, said[0].place, rows.place))

    def _not_per_after(self, seen: Token) -> None:
        """Raise ``Failure`` if the word for who sees a zone is followed by ``per``, which stands before it."""
        per, name = self.peek(), self.peek(1)
        if not self.at("per"):
            return
        is_named = name.kind is TokenKind.NAME and name.text not in AFTER_PER
        meant = f"per {name.text} {seen.text}" if is_named else f"per {seen.text}"
        message = f"'per' stands before '{seen.text}', as in 'zone hand 6x1 {meant}'"
        raise self.instead(message, per, Rewrite(meant, seen.place, name.place if is_named else per.place))

    def _no_more_after(self, arrangement: Token) -> None:
        """Raise ``Failure`` if the word for how a zone is drawn is followed by another, or by one for before it."""
        word = self.peek()
        if self.at(*ARRANGEMENTS):
            ways = ", ".join(f"'{way}'" for way in ARRANGEMENTS)
            raise self.instead(f"a zone is drawn in one way alone: say one of {ways}, or none for a grid", word)
        if self.at("per", *VISIBILITIES):
            message = f"'{word.text}' stands before '{arrangement.text}', as in 'zone hand 6x1 per owner fan'"
            raise self.instead(message, word)

    def _nothing_after_picture(self) -> None:
        """Raise ``Failure`` if a picture is followed by a word for before it."""
        word = self.peek()
        if word.text in ("per", *VISIBILITIES, *ARRANGEMENTS):
            raise self.instead(
                f"'{word.text}' stands before the picture, as in 'zone deck 3x1 {word.text} {{ … }}'", word
            )

    def _early_layout(self) -> Token | None:
        """Step over the word that says how a board is drawn, where it stands before the size; report it, return it."""
        self._not_of_one_number()
        if not self.at(*LAYOUTS) or self.peek(1).kind is not TokenKind.INTEGER:
            return None
        word, columns, rows = (self.peek(k) for k in range(3))
        meant = f"{columns.text}{rows.text} {word.text}"
        message = f"how the board is drawn stands after its size, as in 'board {meant}'"
        remedies = (Rewrite(meant, word.place, rows.place),) if len(rows.text) > 1 else ()
        self.report("unexpected-token", message, word.place, remedies=remedies)
        return self.next()

    def _not_of_one_number(self) -> None:
        """Raise ``Failure`` if a board is said by its form and one number, as in ``board hex 5``."""
        form, number, after = (self.peek(k) for k in range(3))
        if form.kind is not TokenKind.NAME or number.kind is not TokenKind.INTEGER or after.kind is not TokenKind.END:
            return
        size = f"{number.text}x{number.text}"
        meant = f"{size} hexagonal" if form.text.startswith("hex") else size
        message = f"the size of a board is the number of columns and that of rows: write 'board {meant}'"
        raise self.instead(message, form, Rewrite(meant, form.place, number.place))

    def take_board(self, board: EObject) -> None:
        """Make an element the board of the game, if it has none yet."""
        if self.board is None:
            self.board = board
            self.add(self.game, "board", board)
            self.declare(board)

    def _zone(self) -> Iterator[None]:
        self.next()
        token = self.name("the name of a Zone")
        self._not_before_size(token)
        width, height = self._extent("zone", "5x1")
        zone = self._new("Zone", "zones", token)
        self._sized(zone, width, height)
        each: Token | None = None
        per = self.accept("per")
        if per is not None:
            if self.accept(PER_CELL):
                self.add(zone, "perCell", True)
            elif self.peek().kind is TokenKind.NAME and not self.at(*AFTER_PER):
                each = self.next()
            else:
                self.add(zone, "perPlayer", True)
        seen = self.accept(*VISIBILITIES)
        if seen is not None:
            self._not_per_after(seen)
        self.seen_by(zone, seen)
        arrangement = self.accept(*ARRANGEMENTS)
        if arrangement is not None:
            self.add(zone, "arrangement", self.literal("Zone", "arrangement", ARRANGEMENTS[arrangement.text]))
            self._no_more_after(arrangement)
        drawn: list[list[Token]] = []
        if self.accept("{"):
            drawn.append(self._drawn())
            while self.accept("/"):
                drawn.append(self._drawn())
            self._end_of_rows()
            self._nothing_after_picture()
        elif self.peek().kind is TokenKind.STRING:
            drawn.append(self._without_braces())
        self.with_features(zone, 2)
        self.outline.zones.append(ZoneLine(zone, token, drawn))
        yield
        if each is not None and each.is_("board") and not self.names.has("board", "Zone"):
            message = "a zone that is there for each cell of the board is written 'per cell'"
            self.report("unresolved-reference", message, each.place)
        elif each is not None and per is not None and each.is_(*_PLAYER) and not self.names.has(each.text, "Zone"):
            self._per_alone(per, each)
            self.add(zone, "perPlayer", True)
        elif each is not None:
            self._refer(zone, "each", each, "Zone")

    def per(self) -> Token | None:
        """Step over ``per`` if it stands here, and over ``player`` after it, which is reported; return the word."""
        word = self.accept("per")
        if word is not None and self.peek().text in _PLAYER:
            self._per_alone(word, self.next())
        return word

    def _per_alone(self, per: Token, player: Token) -> None:
        """Report a word for the players after ``per``."""
        message = f"'per' alone says that there is one for each player; leave out '{player.text}'"
        self.report("unexpected-token", message, player.place, remedies=(Rewrite("per", per.place),))

    def _drawn(self) -> list[Token]:
        """Read the rows of a picture, which are strings."""
        rows = []
        while self.peek().kind is TokenKind.STRING:
            rows.append(self.next())
        return rows

    def _without_braces(self) -> list[Token]:
        """Read the rows of a picture that stand in no braces, and report that."""
        rows = self._drawn()
        meant = f"{{ {self.scanner.between(rows[0].offset, rows[-1].offset)}{rows[-1].text} }}"
        message = f"the rows of a picture stand in braces: write '{meant}'"
        remedies = (Rewrite(meant, rows[0].place, rows[-1].place),)
        self.report("unexpected-token", message, rows[0].place, remedies=remedies)
        return rows

    def seen_by(self, element: EObject, word: Token | None) -> None:
        """Set the visibility of an element, if there is a word for it."""
        if word is not None:
            literal = self.literal(element.eClass.name, "visibility", word.text.capitalize())
            self.add(element, "visibility", literal)

    def _extent(self, what: str = "board", example: str = "8x8") -> tuple[Amount, Amount]:
        """Read columns and rows, ``3x3`` with or without blanks, or ``n x 2 * m`` with the names of parameters."""
        self._not_in_one_word()
        width = self._measure(f"the size of the {what} is expected, written {example}: the number of columns")
        if self._behind_times(self.previous, self.peek()):
            return width, self._measure("the number of rows")
        by = self.name("'x' and the number of rows")
        if by.text == "x":
            return width, self._measure("the number of rows")
        rows = by.text.removeprefix("x")
        if rows.isidentifier() and rows != by.text:
            raise self.instead(f"{_BLANKS}: 'x {rows}'", by, Rewrite(f"x {rows}", by.place))
        if not (by.text.startswith("x") and rows.isascii() and rows.isdigit()):
            raise self.unexpected("'x' and the number of rows are expected", by)
        return width, Amount(self.number_of(rows, by.place))

    def _not_in_one_word(self) -> None:
        """Raise ``Failure`` if names and the ``x`` between them are written in one word, as in ``nxn``."""
        word, after = self.peek(), self.peek(1)
        goes_on = after.kind is TokenKind.INTEGER or after.text in ("x", "+", "-", "*", "div")
        if word.kind is not TokenKind.NAME or goes_on or self._behind_times(word, after):
            return
        middle = len(word.text) // 2
        columns, x, rows = word.text[:middle], word.text[middle], word.text[middle + 1 :]
        if columns != rows:
            columns, x, rows = word.text.partition("x")
        known = {parameter.name for parameter in self.game.parameters}
        if columns and x == "x" and rows and (columns == rows or {columns, rows} & known):
            meant = f"{columns} x {rows}"
            raise self.instead(f"{_BLANKS}: '{meant}'", word, Rewrite(meant, word.place))

    def _behind_times(self, before: Token | None, token: Token) -> bool:
        """Return whether the sign ``×``, which has been reported, stands between two tokens."""
        return before is not None and self.scanner.between(before.offset + len(before.text), token.offset) == TIMES

    def _measure(self, what: str) -> Amount:
        """Read a number, or what a parameter says; its name is looked up when all heads are read."""
        named = self.peek().kind is TokenKind.NAME and not self.at("x")
        return self.amount(what) if named or self.peek(1).is_("*") else Amount(self.integer(what))

    def _sized(self, grid: EObject, width: Amount, height: Amount) -> None:
        """Give a board or a zone its size; what parameters say follows when all heads are read."""
        for quantity, amount in ((Quantity.Width, width), (Quantity.Height, height)):
            self.add(grid, str(FEATURES[quantity]), 1 if amount.token is not None else amount.number)
            if amount.token is not None:
                self.outline.sizes.append((grid, quantity, amount))

    def _seats(self) -> Iterator[None]:
        token = self.next()
        yield
        parameter = self.refer("Parameter", "Parameter")
        if self.game.seats is not None:
            self.report("duplicate-feature", "a game has one number of players", token.place)
        elif parameter is not None:
            self.add(self.game, "seats", parameter)
            self.places.record(self.game, token.place, "seats")

    def _start(self) -> Iterator[None]:
        self.next()
        yield
        token = self.peek()
        player = self.refer("Player", "Player")
        if self.game.initialPlayer is not None:
            self.report("duplicate-feature", "a game has one player who starts", token.place)
        elif player is not None:
            self.add(self.game, "initialPlayer", player)
            self.places.record(self.game, token.place, "initialPlayer")

    def _nature(self) -> Iterator[None]:
        token = self.next()
        if self.game.nature is not None:
            self.report("duplicate-feature", "a game has one nature", token.place)
        nature = self._new("Player", "nature", self.name("the name of nature, as in 'nature Dice'"))
        self.with_features(nature, 2)
        if nature.hexColor is None:
            self.add(nature, "hexColor", NEUTRAL_COLOUR)
        yield

    def _simultaneous(self) -> Iterator[None]:
        token = self.next()
        self.add(self.game, "turnPolicy", self.literal("Game", "turnPolicy", "Simultaneous"))
        self.places.record(self.game, token.place, "turnPolicy")
        if self.at("in"):
            message = "'simultaneous' holds for the whole game; where some phases alone are secret, leave it out"
            hidden = "hide the choice: a move rule that is 'owner', with marks or counters 'per … owner'"
            raise self.instead(f"{message}, and {hidden}", self.peek())
        yield

    def _pieces(self) -> Iterator[None]:
        self.next()
        named: list[tuple[EObject, Amount]] = []
        while not self.at_end():
            piece = self._new("Piece", "pieces", self.name("the name of a Piece"))
            self.colon("between a piece and its symbol")
            symbols = [self.symbol("the symbol of a piece")]
            while self.scanner.raw() == "/":
                self.symbol("'/'")
                symbols.append(self.symbol("the symbol for the next player"))
            if len(symbols) == 1:
                self.add(piece, "symbol", symbols[0].text)
            self._details(piece, named)
            if piece.eContainer() is self.game:
                self.outline.pieces.append(PieceLine(piece, symbols))
            self._no_comma()
        yield
        self._find_kinds(named)

    def _neutral(self) -> Iterator[None]:
        """Read ``neutral`` or its synonym ``kind``. Of several pieces on a line, each may be preceded by the word."""
        word = self.next().text
        named: list[tuple[EObject, Amount]] = []
        while True:
            if self.at(word) and not self.peek(1).is_(":"):
                self.next()
            piece = self._new("Piece", "pieces", self.name("the name of a Piece that nobody owns"))
            self.colon("between a piece and its symbol")
            symbol = self.symbol("the symbol of a piece that nobody owns")
            self.add(piece, "symbol", symbol.text)
            self._details(piece, named)
            if piece.eContainer() is self.game:
                self.outline.pieces.append(PieceLine(piece, [symbol], neutral=True))
            self._no_comma()
            if self.at_end():
                break
        yield
        self._find_kinds(named)

    def _no_comma(self) -> None:
        """Report a comma between two pieces, and step over it."""
        self.blanks_between("pieces", "Man:m King:k")

    def blanks_between(self, what: str, example: str) -> None:
        """Report a comma between two things, and step over it."""
        if self.at(","):
            message = f"blanks separate {what}, as in '{example}', and no commas"
            self.report("unexpected-token", message, self.next().place, remedies=(Replace(",", ""),))

    def _details(self, piece: EObject, named: list[tuple[EObject, Amount]]) -> None:
        """Read the groups, attributes and shape of a piece: ``is Card, Red { worth 1 reward Crown shape "##/#." }``.

        The values of attributes are looked up when all names are known: *named* collects them.
        """
        self._groups(piece)
        start, opening = self.scanner.mark(), self.accept("{")
        if opening is not None:
            while not self.at("}"):
                token = self.name("the name of an Attribute and its value")
                if token.is_("shape") and self.peek().kind is TokenKind.STRING:
                    self._shape(piece)
                    continue
                value = self.make("AttributeValue", token.place)
                self.add(value, "attribute", self._shared("Attribute", "attributes", token, piece))
                if self.peek().kind is TokenKind.NAME or self.at_integer():
                    named.append((value, self.amount("a number")))
                else:
                    raise self.unexpected(f"a whole number or the name of a Piece is expected for '{token.text}'")
                self.add(piece, "attributes", value)
            self.next()
            self._groups_before(piece, opening, start)
        self.with_features(piece, 2)

    def _groups(self, piece: EObject) -> None:
        """Read the groups of a piece, if ``is`` stands here."""
        if not self.at("is") or self.peek(1).is_(":"):
            return
        self.next()
        while True:
            token = self.name("the name of a Group")
            if self.at_integer():
                raise self.unexpected("':' is expected between a piece and its symbol", expected=":")
            self.add(piece, "groups", self._shared("Group", "groups", token, piece))
            self.places.record(piece, token.place, "groups")
            if not self.at(",") or self.peek(2).text.startswith(":"):  # that follows the name of another piece
                return
            self.next()

    def _groups_before(self, piece: EObject, opening: Token, start: int) -> None:
        """Report groups that stand after the braces of a piece, and read them; *start* is where the braces begin."""
        word, end = self.peek(), self.scanner.mark()
        braces = self.scanner.between(start, end)
        self._groups(piece)
        if self.previous is None or self.scanner.mark() == end:
            return
        groups = self.scanner.between(end, self.scanner.mark())
        message = f"the groups of a piece stand before its braces: '{groups} {{ … }}'"
        remedies: tuple[Remedy, ...] = (Rewrite(f"{groups} {braces}", opening.place, self.previous.place),)
        self.report("unexpected-token", message, word.place, remedies=remedies)

    def _shape(self, piece: EObject) -> None:
        """Read the shape of a piece, and perhaps how it may lie."""
        token = self.next()
        self.add(piece, "shape", token.value)
        self.places.record(piece, token.place, "shape")
        lies = self.accept(*SYMMETRIES)
        if lies is not None:
            self.add(piece, "symmetry", self.literal("Piece", "symmetry", lies.text.capitalize()))

    def _shared(self, class_name: str, feature: str, token: Token, piece: EObject) -> EObject:
        """Return the group or attribute called so, which the first piece that names it declares for all pieces."""
        offer(token.text, self.shared[class_name])
        found = self.shared[class_name].get(token.text)
        if found is not None:
            self.names.use(token.place, found)
        else:
            self.not_reserved(class_name, token)
            found = self.shared[class_name][token.text] = self.make(class_name, token.place, name=token.text)
        if found.eContainer() is None and piece.eContainer() is self.game:
            self.add(self.game, feature, found)
        return found

    def _find_kinds(self, named: list[tuple[EObject, Amount]]) -> None:
        """Set the values of attributes: numbers, numbers that parameters say, or pieces."""
        for value, amount in named:
            token = amount.token
            if token is None or (self.names.has(token.text, "Parameter") and not self.names.has(token.text, "Piece")):
                self.choose(value, Quantity.Number, amount)
                continue
            kind = self.names.find(token.text, token.place, "Piece")
            if kind is not None:
                self.add(value, "kind", kind)

    def _tile(self) -> Iterator[None]:
        self.next()
        token = self.name("the name of a Tile")
        self.colon("between a tile and its symbol")
        symbol = self.symbol("the symbol of a tile")
        tile = self.make("Tile", token.place, name=token.text, tileType=token.text)
        self.declare(tile)
        line = TileLine(tile, symbol, empty=self.accept("empty") is not None)
        if not line.empty:
            line.piece = self._new("Piece", "pieces", token)
            self.add(line.piece, "symbol", symbol.text)
        if self.accept("holds"):
            line.holds = []
            while self.peek().kind is TokenKind.NAME and not self.at("with"):
                line.holds.append(self.next())
        self.with_features(tile, 3)
        self.outline.tiles.append(line)
        other = self.peek()
        if other.kind is TokenKind.NAME and self.peek(1).is_(":"):
            message = f"each tile is declared on a line of its own, as in 'tile {other.text}:{self.peek(2).text}'"
            raise self.instead(message, other)
        yield

    def _end_of_rows(self) -> None:
        row = self.peek()
        if row.kind is TokenKind.NAME or row.is_(".", ".."):
            message = (
                'each row of a picture stands in quotes, as in \'{ "..x" "..." }\'; write the row in quotes, '
                "or 'at' before a region, as in '{ at home Man }'"
            )
            raise self.instead(message, row)
        self.expect("}", "after the rows, each of which is a string; '/' stands between those of two players of a zone")

    def _transition(self) -> Iterator[None]:
        self.next()
        tile_name = self.name("the name of a Tile")
        name = self.name("the name of the transition")
        transition = self.make("Transition", name.place, name=name.text)
        self.declare(transition)
        yield
        self.expect(":", "between a transition and its states")
        tile = self.names.find(tile_name.text, tile_name.place, "Tile")
        for token in self._listed("the name of a State"):
            self._end_of(transition, "source", tile, token)
        self.expect("->", "before the state to which the transition leads")
        self._end_of(transition, "target", tile, self.name("the name of a State"))
        self.with_features(transition, 4)
        if tile is not None:
            self.add(tile, "transitions", transition)

    def _end_of(self, transition: EObject, feature: str, tile: EObject | None, token: Token) -> None:
        """Add the state of the tile that a token names to a feature of a transition."""
        state = None if tile is None else self.names.state_of(tile, token.text, token.place)
        if state is not None:
            self.add(transition, feature, state)
