"""Declarations: what stands between the braces of a game.

A declaration is read in two steps, because a name may be used before it is declared. Its head creates what it
declares; then the structure is expanded; then its body is read, when all names are known. Each rule is a generator that
yields between the two. The table at the end names the rule of each keyword.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tilewright.metamodel.typing import EObject
from tilewright.model.game.chains import TRANSFORMS, ChainParser
from tilewright.model.game.expansion import Outline, Picture, PieceLine, TileLine, colour
from tilewright.model.places import Place
from tilewright.model.text.scanner import Comment, Scanner, Token, TokenKind

Rule = Callable[["DeclarationParser"], Iterator[None]]

_MANY_OF_GAME = {
    "Player": "players",
    "Piece": "pieces",
    "DirectionSet": "directionSets",
    "Region": "regions",
    "Mark": "marks",
    "Counter": "counters",
    "Phase": "phases",
    "SubPipeline": "subPipelines",
}
_ONE_OF_BOARD = {"LegalMovesPipeline": "legalMovesPipeline", "EffectPipeline": "effectPipeline"}
DECLARED_CLASSES = ("Board", "Tile", "TilePlacement", "MoveRule", *_MANY_OF_GAME, *_ONE_OF_BOARD)
"""The classes whose elements may be declared in class form."""


@dataclass
class Declaration:
    """One declaration of the text: its first token, where its body begins, and the element that it declares first."""

    token: Token
    rule: Iterator[None]
    body: int = 0
    element: EObject | Picture | None = None
    inner_comments: list[Comment] = field(default_factory=list)


class DeclarationParser(ChainParser):
    """Reads declarations."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner)
        self.game = self.make("Game", scanner.place(0))
        self.board: EObject | None = None
        self.outline = Outline()
        self.current: Declaration | None = None

    def declare(self, element: EObject | Picture) -> None:
        """Remember the first element of the declaration that is read."""
        if self.current is not None and self.current.element is None:
            self.current.element = element

    def _new(self, class_name: str, feature: str, token: Token) -> EObject:
        """Declare a named element of the game."""
        obj = self.make(class_name, token.place, name=token.value)
        self.add(self.game, feature, obj)
        self.declare(obj)
        return obj

    def _listed(self, what: str) -> Iterator[Token]:
        yield self.name(what)
        while self.accept(","):
            yield self.name(what)

    # -- structure

    def _players(self) -> Iterator[None]:
        self.next()
        while True:
            player = self._new("Player", "players", self.name("the name of a Player"))
            if self.peek().kind is TokenKind.NAME and not self.at("with"):
                self.add(player, "transform", self.literal("Player", "transform", self._word(TRANSFORMS, "transform")))
            self.with_features(player)
            if player.hexColor is None:
                self.add(player, "hexColor", colour(len(self.game.players) - 1))
            if not self.accept(","):
                break
        yield

    def _board(self) -> Iterator[None]:
        token = self.next()
        if self.board is not None:
            self.report("duplicate-feature", "a game has one board", token.place)
        width, height = self._extent()
        checkered = self.accept("checkered") is not None
        board = self.make("Board", token.place, width=width, height=height, checkered=checkered)
        self.with_features(board)
        self.take_board(board)
        yield

    def take_board(self, board: EObject) -> None:
        """Take the board of the game, if it has none yet."""
        if self.board is None:
            self.board = board
            self.add(self.game, "board", board)
            self.declare(board)

    def _extent(self) -> tuple[int, int]:
        """Read ``3x3``, however it is spaced."""
        width = self.integer("the size of the board is expected, written 8x8: the number of columns")
        by = self.name("'x' and the number of rows")
        if by.text == "x":
            return width, self.integer("the number of rows")
        rows = by.text.removeprefix("x")
        if not (by.text.startswith("x") and rows.isascii() and rows.isdigit()):
            raise self.unexpected("'x' and the number of rows are expected", by)
        return width, self.number_of(rows, by.place)

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

    def _simultaneous(self) -> Iterator[None]:
        token = self.next()
        self.add(self.game, "turnPolicy", self.literal("Game", "turnPolicy", "Simultaneous"))
        self.places.record(self.game, token.place, "turnPolicy")
        yield

    def _pieces(self) -> Iterator[None]:
        self.next()
        while not self.at_end():
            piece = self._new("Piece", "pieces", self.name("the name of a Piece"))
            self.expect(":", "between a piece and its symbol")
            symbols = [self.symbol("the symbol of a piece")]
            while self.scanner.raw() == "/":
                self.symbol("'/'")
                symbols.append(self.symbol("the symbol for the next player"))
            if len(symbols) == 1:
                self.add(piece, "symbol", symbols[0].text)
            self.with_features(piece)
            self.outline.pieces.append(PieceLine(piece, symbols))
        yield

    def _neutral(self) -> Iterator[None]:
        self.next()
        piece = self._new("Piece", "pieces", self.name("the name of a neutral Piece"))
        self.expect(":", "between a piece and its symbol")
        symbol = self.symbol("the symbol of a neutral piece")
        self.add(piece, "symbol", symbol.text)
        self.with_features(piece)
        self.outline.pieces.append(PieceLine(piece, [symbol], neutral=True))
        yield

    def _tile(self) -> Iterator[None]:
        self.next()
        token = self.name("the name of a Tile")
        self.expect(":", "between a tile and its symbol")
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
        self.with_features(tile)
        self.outline.tiles.append(line)
        yield

    def _picture(self) -> Iterator[None]:
        token = self.next()
        picture = Picture(token, {})
        while self.peek().kind is TokenKind.NAME:
            names = [self.next()]
            if self.accept("."):
                names.append(self.name("the name of a State"))
            self.expect(":", "between a name and its symbol in the picture")
            symbol = self.symbol("a symbol")
            if symbol.text in picture.legend or (token.text == "setup" and symbol.text == "."):
                message = f"the symbol '{symbol.text}' stands for something already"
                self.report("duplicate-symbol", message, symbol.place)
            picture.legend[symbol.text] = names
        self.expect("{", "before the rows of the picture")
        while self.peek().kind is TokenKind.STRING:
            picture.rows.append(self.next())
        self.expect("}", "after the rows, each of which is a string,")
        if token.text in self.outline.pictures:
            self.report("duplicate-feature", f"a game has one picture '{token.text}'", token.place)
        else:
            self.outline.pictures[token.text] = picture
        self.declare(picture)
        yield

    def _transition(self) -> Iterator[None]:
        self.next()
        yield
        tile_name = self.name("the name of a Tile")
        name = self.name("the name of the transition")
        transition = self.make("Transition", name.place, name=name.text)
        self.declare(transition)
        self.expect(":", "between a transition and its states")
        tile = self.names.find(tile_name.text, tile_name.place, "Tile")
        for token in self._listed("the name of a State"):
            self._end_of(transition, "source", tile, token)
        self.expect("->", "before the state to which the transition leads")
        self._end_of(transition, "target", tile, self.name("the name of a State"))
        self.with_features(transition)
        if tile is not None:
            self.add(tile, "transitions", transition)

    def _end_of(self, transition: EObject, feature: str, tile: EObject | None, token: Token) -> None:
        state = None if tile is None else self.names.state_of(tile, token.text, token.place)
        if state is not None:
            self.add(transition, feature, state)

    # -- vocabulary

    def _directions(self) -> Iterator[None]:
        self.next()
        found = self._new("DirectionSet", "directionSets", self.name("the name of a set of directions"))
        if self.accept("relative"):
            self.add(found, "relative", True)
        self.expect("=", "before the directions")
        yield
        if self.accept("links"):
            self._path(found)
            while self.accept(","):
                self._path(found)
        else:
            items = self.outline.directions[found] = []
            while self.at("(") or (self.peek().kind is TokenKind.NAME and not self.at("with")):
                items += self.vectors("a vector") if self.at("(") else [self.next()]
        self.with_features(found)

    def _path(self, directions: EObject) -> None:
        place = self.peek().place
        source = self._cell()
        if not self.at(">"):
            raise self.unexpected("'>' and the next cell of the path are expected")
        while self.accept(">"):
            target = self._cell()
            if source is not None and target is not None:
                self.add(directions, "links", self.make("Link", place, source=source, target=target))
            source = target

    def _cell(self) -> EObject | None:
        place = self.peek().place
        column, row = self.coordinate("a cell")
        found = self.outline.cells(self.board).get((row, column))
        if found is None:
            self.report("unresolved-reference", f"the board has no cell ({column},{row})", place)
        return found

    def _region(self) -> Iterator[None]:
        self.next()
        region = self._new("Region", "regions", self.name("the name of a Region"))
        kind = self.accept("relative", "per")
        place = self.expect("=", "before the cells of the region").place
        yield
        if kind is not None and kind.text == "per":
            self._player_regions(region, place)
        else:
            if kind is not None:
                self.add(region, "relative", True)
            self._ranges(region, tiles=True)
        self.with_features(region)

    def _player_regions(self, region: EObject, place: Place) -> None:
        players = list(self.game.players)
        count = 0
        while count == 0 or self.accept("|"):
            part = self.make("PlayerRegion", self.peek().place)
            self._ranges(part, tiles=False)
            if count < len(players):
                self.add(part, "player", players[count])
                self.add(region, "perPlayer", part)
            count += 1
        if count != len(players):
            message = f"'per' needs the cells of each of the {len(players)} players, not of {count}, with '|' between"
            self.report("wrong-number", message, place)

    def _ranges(self, owner: EObject, *, tiles: bool) -> None:
        while (word := self.accept("row", "column", "cells", "rect", "tiles")) is not None:
            if word.text in ("row", "column"):
                low, high = self._bounds(word.text)
                upper = "toRow" if word.text == "row" else "toColumn"
                self.add(owner, "ranges", self.make("CellRange", word.place, **{word.text: low, upper: high}))
            elif word.text == "cells":
                while self.at("("):
                    place = self.peek().place
                    column, row = self.coordinate("a cell")
                    self.add(owner, "ranges", self.make("CellRange", place, row=row, column=column))
            elif word.text == "rect":
                self.add(owner, "ranges", self._rectangle(word))
            elif tiles:
                token = self.name("the name of a Tile")
                tile = self.names.find(token.text, token.place, "Tile")
                if tile is not None:
                    self.add(owner, "tiles", tile)
            else:
                raise self.unexpected("'tiles' cannot stand in a region 'per' player", word)

    def _bounds(self, word: str) -> tuple[int, int | None]:
        place = self.peek().place
        low = self.integer(f"the number of the {word}")
        if not self.accept(".."):
            return low, None
        high = self.integer(f"the number of the last {word}")
        self._ordered(low, high, place)
        return low, high

    def _rectangle(self, word: Token) -> EObject:
        column, row = self.coordinate("the upper left cell")
        to_column, to_row = self.coordinate("the lower right cell")
        self._ordered(row, to_row, word.place)
        self._ordered(column, to_column, word.place)
        return self.make("CellRange", word.place, row=row, column=column, toRow=to_row, toColumn=to_column)

    def _ordered(self, low: int, high: int, place: Place) -> None:
        if high < low:
            self.report("bad-range", f"the range {low}..{high} is empty; write the lower bound first", place)

    def _marks(self) -> Iterator[None]:
        self.next()
        marks = [self._new("Mark", "marks", token) for token in self._listed("the name of a Mark")]
        lifetime = self.accept("ply", "game")
        for mark in marks:
            if lifetime is not None:
                self.add(mark, "lifetime", self.literal("Mark", "lifetime", lifetime.text.capitalize()))
            if len(marks) == 1:
                self.with_features(mark)
        yield

    def _counter(self) -> Iterator[None]:
        self.next()
        counter = self._new("Counter", "counters", self.name("the name of a Counter"))
        if self.accept("per"):
            self.add(counter, "perPlayer", True)
        if self.accept("cell"):
            self.add(counter, "perCell", True)
        lifetime = self.accept("move", "ply")
        if lifetime is not None:
            self.add(counter, "lifetime", self.literal("Counter", "lifetime", lifetime.text.capitalize()))
        if self.at_integer():
            place = self.peek().place
            low = self.integer("the least number")
            self.expect("..", "between the bounds")
            high = self.integer("the greatest number")
            self._ordered(low, high, place)
            self.add(counter, "min", low)
            self.add(counter, "max", high)
        if self.accept("="):
            if self.accept("{"):
                while self.at_integer():
                    self.add(counter, "initialCells", self.integer("a number"))
                self.expect("}", "after the numbers of the cells")
            else:
                self.add(counter, "initial", self.integer("the number at the start"))
        self.with_features(counter)
        yield

    def _phases(self) -> Iterator[None]:
        self.next()
        for token in self._listed("the name of a Phase"):
            self._new("Phase", "phases", token)
        yield

    # -- rules

    def _sub(self) -> Iterator[None]:
        self.next()
        sub = self._new("SubPipeline", "subPipelines", self.name("the name of the chain"))
        self.expect("=", "before the chain")
        yield
        self.add(sub, "filter", self.chain(3))
        self.with_features(sub)

    def _root(self) -> Iterator[None]:
        """Read ``place`` or ``effect``: a root chain, perhaps with the name of its first filter."""
        word = self.next()
        yield
        name = None if self.at("=") else self.name(f"the name of the {word.text}, or '=',")
        self.expect("=", "before the chain")
        root = self.chain(4)
        if name is not None:
            self.add(root, "name", name.text)
            self.places.record(root, name.place, "name")
        self.declare(root)
        self.add(self.pipeline("EffectPipeline" if word.text == "effect" else "LegalMovesPipeline"), "filters", root)

    def pipeline(self, class_name: str) -> EObject:
        """Return a pipeline of the board, made if it has none yet."""
        feature = _ONE_OF_BOARD[class_name]
        found = getattr(self.board, feature)
        if found is None and self.current is not None:
            found = self.make(class_name, self.current.token.place)
            self.add(self.board, feature, found)
        return found

    def _move_rule(self) -> Iterator[None]:
        self.next()
        yield
        token = self.name("the name of the rule")
        rule = self.make("MoveRule", token.place, name=token.text)
        self.declare(rule)
        if self.accept("priority"):
            self.add(rule, "priority", self.integer("the priority"))
        if self.accept("maximise"):
            counter = self.refer("Counter", "Counter")
            if counter is not None:
                self.add(rule, "maximise", counter)
        if self.accept("in"):
            for phase_name in self._listed("the name of a Phase"):
                phase = self.names.find(phase_name.text, phase_name.place, "Phase")
                if phase is not None:
                    self.add(rule, "phases", phase)
        self.expect("=", "before the chain")
        self.add(rule, "filter", self.chain(5))
        self.add(self.pipeline("LegalMovesPipeline"), "rules", rule)

    def _hook(self) -> Iterator[None]:
        """Read ``ensure``, ``stuck`` or ``over``."""
        word = self.next()
        self.expect("=", "before the chain")
        yield
        root = self.chain(3)
        self.declare(root)
        if getattr(self.board, word.text) is not None:
            self.report("duplicate-feature", f"a game has one '{word.text}'", word.place)
        else:
            self.add(self.board, word.text, root)

    def _class_form(self) -> Iterator[None]:
        """Read an element in class form."""
        token = self.peek()
        if token.text not in DECLARED_CLASSES:
            message = f"no element of class {token.text} can be declared here; write"
            raise self.unknown_word(message, token, DECLARED_CLASSES)
        found = self.class_form(token.text, 2)
        self.declare(found)
        kind = found.eClass.name
        if kind in _MANY_OF_GAME:
            self.add(self.game, _MANY_OF_GAME[kind], found)
        elif kind == "Board":
            if self.board is not None:
                self.report("duplicate-feature", "a game has one board", token.place)
            self.take_board(found)
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
    "simultaneous": DeclarationParser._simultaneous,
    "neutral": DeclarationParser._neutral,
    "tile": DeclarationParser._tile,
    "directions": DeclarationParser._directions,
    "region": DeclarationParser._region,
    "mark": DeclarationParser._marks,
    "counter": DeclarationParser._counter,
    "phases": DeclarationParser._phases,
    "tiles": DeclarationParser._picture,
    "setup": DeclarationParser._picture,
    "transition": DeclarationParser._transition,
    "sub": DeclarationParser._sub,
    "place": DeclarationParser._root,
    "move": DeclarationParser._move_rule,
    "effect": DeclarationParser._root,
    "ensure": DeclarationParser._hook,
    "stuck": DeclarationParser._hook,
    "over": DeclarationParser._hook,
}
"""The rule of each keyword that begins a declaration."""

CLASS_FORM: Rule = DeclarationParser._class_form
"""The rule of a declaration that begins with the name of a class."""
