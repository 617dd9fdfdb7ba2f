"""Declarations of the vocabulary of rules: directions, regions, marks, counters, parameters, variants and phases."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.cell_names import CELL_NAME, column_called, column_name
from tilewright.model.codes import diagnose
from tilewright.model.game.formulas import MOST_STEPS, Formula, FormulaParser, OutOfRange
from tilewright.model.game.numbers import Amount
from tilewright.model.game.parser import Failure
from tilewright.model.game.structure import OF_CELLS, PER_CELL
from tilewright.model.game.values import COMPARISONS, MEANT
from tilewright.model.places import Place
from tilewright.model.remedies import Insert, Remedy, Replace, Rewrite
from tilewright.model.text.scanner import Token, TokenKind

_LIFETIMES = ("move", "ply", "turn", "round")
_LIFETIMES_OF_MARKS = ("ply", "turn", "round", "game")
CARRIED = "carried"
_OF_COUNTERS = (CARRIED, *_LIFETIMES, *OF_CELLS, "per")
AFTER_CELL = (*_OF_COUNTERS, "with")
"""Words that may follow ``cell``, and so are never read as the name of the zone of a counter."""
_AFTER_MARK = ("per", CARRIED, *_LIFETIMES_OF_MARKS, *OF_CELLS, "with")
"""Words that may follow the name of a mark."""
_OF_CELLS = "a number, 'row' or 'column'"
COMPUTED = "cells that follow from their rows and columns stand behind 'where'"
_RECTANGLE = (Quantity.Row, Quantity.Column, Quantity.ToRow, Quantity.ToColumn)


@dataclass
class _CounterHead:
    """A counter, and what is set when all names are known: its zone and its numbers."""

    counter: EObject
    zone: Token | None = None
    amounts: list[tuple[Quantity, Amount]] = field(default_factory=list)
    in_regions: bool = False
    """Whether numbers in regions are still to be read."""
    said: str = ""
    """What is said of the counter after its name, as it is written."""


class VocabularyParser(FormulaParser):
    """Reads declarations of vocabulary."""

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
        elif self.at("within") and not self.names.has("within", "DirectionSet"):
            self.next()
            self._rectangle_of(found)
            while self.accept(","):
                self._rectangle_of(found)
        else:
            items = self.outline.directions[found] = []
            while self.at("(") or (self.peek().kind is TokenKind.NAME and not self.at("with")):
                items += self.vectors("a vector") if self.at("(") else [self.next()]
                self.blanks_between("directions", "(1,0) (0,1)")
                self._not_joined()
        self.with_features(found, 2)

    def _not_joined(self) -> None:
        """Raise ``Failure`` if sets of directions are joined by a sign, or a word, as in ``orth + diag``."""
        before, sign, after = self.previous, self.peek(), self.peek(1)
        if before is None or sign.text not in ("+", "|", "&", "and", "or") or self.names.has(sign.text, "DirectionSet"):
            return
        is_named = before.kind is after.kind is TokenKind.NAME
        meant = f"{before.text} {after.text}" if is_named else "(1,0) (0,1)"
        remedies = (Rewrite(meant, before.place, after.place),) if is_named else ()
        raise self.instead(f"directions stand one behind another, with blanks between: '{meant}'", sign, *remedies)

    def _rectangle_of(self, directions: EObject) -> None:
        """Read the size of the rectangles that divide the board."""
        place = self.peek().place
        width, height = self._extent("rectangles", "3x3")
        rectangle = self.make("Rectangle", place)
        self.choose(rectangle, Quantity.Width, width)
        self.choose(rectangle, Quantity.Height, height)
        self.add(directions, "within", rectangle)

    def _path(self, directions: EObject) -> None:
        """Read links along a path, ``(0,0) > (1,0) - (2,0)``: ``>`` leads one way, ``-`` both ways."""
        place = self.peek().place
        source = self._cell()
        if not self.at(">", "-"):
            raise self.unexpected("'>' and the next cell of the path are expected, or '-' if it goes both ways")
        while (arrow := self.accept(">", "-")) is not None:
            target = self._cell()
            if source is not None and target is not None:
                self.add(directions, "links", self.make("Link", place, source=source, target=target))
                if arrow.text == "-":
                    self.add(directions, "links", self.make("Link", place, source=target, target=source))
            source = target

    def _cell(self) -> EObject | None:
        """Read ``(column,row)`` and return the cell; report and return None if there is none."""
        place = self.peek().place
        column, row = self.coordinate("a cell")
        found = self.outline.cells(self.board).get((row, column))
        if found is None:
            board: EObject = self.board
            inside = 0 <= column < board.width and 0 <= row < board.height
            what = "is a hole of the board" if inside else "is no cell of the board"
            self.report("unresolved-reference", f"({column},{row}) {what}", place)
        return found

    def _region(self) -> Iterator[None]:
        self.next()
        region = self._new("Region", "regions", self.name("the name of a Region"))
        kind = self.accept("relative") or self.per()
        zone = self.name("the name of a Zone") if self.accept("of") else None
        place = self.expect("=", "before the cells of the region").place
        yield
        if zone is not None:
            self._refer(region, "zone", zone, "Zone")
        if kind is not None and kind.text == "per":
            self._player_regions(region, place)
        else:
            if kind is not None:
                self.add(region, "relative", True)
            self._ranges(region, region, tiles=True)
        self.with_features(region, 2)

    def _player_regions(self, region: EObject, place: Place) -> None:
        """Read the cells of each player, in their order, with ``|`` between."""
        players = list(self.game.players)
        count = 0
        while count == 0 or self.accept("|"):
            part = self.make("PlayerRegion", self.peek().place)
            self._ranges(part, region, tiles=False)
            if count < len(players):
                self.add(part, "player", players[count])
                self.add(region, "perPlayer", part)
            count += 1
        if count != len(players):
            message = f"'per' needs the cells of each of the {len(players)} players, not of {count}, with '|' between"
            self.report("wrong-number", message, place)

    def _ranges(self, owner: EObject, region: EObject, *, tiles: bool) -> None:
        """Read rows, columns, cells and rectangles of a region, which are those of *owner*: the region, or a player."""
        while (word := self.accept("row", "column", "cells", "rect", "where", "tiles")) is not None:
            if word.text == "where":
                self._where(owner, region)
            elif word.text in ("row", "column"):
                self.add(owner, "ranges", self._rows(word))
            elif word.text == "cells":
                while self.at("(") or CELL_NAME.fullmatch(self.peek().text):
                    self.add(owner, "ranges", self._one_cell() if self.at("(") else self._named_cell(region.zone))
                    self.blanks_between("cells", "cells (0,0) (1,0)")
            elif word.text == "rect":
                self.add(owner, "ranges", self._rectangle(word))
            elif tiles:
                token = self.name("the name of a Tile")
                tile = self.names.find(token.text, token.place, "Tile")
                if tile is not None:
                    self.add(owner, "tiles", tile)
            else:
                raise self.unexpected("'tiles' cannot stand in a region 'per' player", word)
            self.blanks_between("parts of a region", "row 0 column 0")
        cell = self.peek()
        if cell.is_("(") and self.peek(1).is_("row", "column", "("):
            raise self.instead(f"{COMPUTED}: 'where (row + column) mod 2 == 1'", cell, Insert("where"))
        if cell.is_("(") or CELL_NAME.fullmatch(cell.text):
            message = "single cells stand after 'cells', as in 'cells (0,0) (1,0)' or 'cells a1 b1'"
            raise self.instead(message, cell, Insert("cells"))
        if tiles and cell.kind is TokenKind.NAME and self.names.has(cell.text, "Tile"):
            raise self.instead(f"the cells of a tile are 'tiles {cell.text}'", cell, Insert("tiles"))
        if cell.kind is TokenKind.NAME and not (cell.is_("with") or self.begins_declaration(cell.text)):
            raise self.unexpected("row, column, cells, rect, where or tiles is expected before the cells of a region")

    def _rows(self, word: Token) -> EObject:
        """Read the numbers of rows, or of columns."""
        self.no_slip("Parameter")
        place = self.peek().place
        found = self.make("CellRange", word.place)
        first, last = (Quantity.Row, Quantity.ToRow) if word.text == "row" else (Quantity.Column, Quantity.ToColumn)
        start = self.scanner.mark()
        low = self.amount(f"the number of the {word.text}")
        self.choose(found, first, low)
        if self.accept(".."):
            high = self.amount(f"the number of the last {word.text}")
            self.ordered(low, high, place)
            self.choose(found, last, high)
        elif self.at_integer():
            before, number = self.scanner.between(start, self.scanner.mark()), self.peek()
            further = f"{word.text} {before} {word.text} {number.text}"
            whole = f"{word.text} {before}..{number.text}"
            remedies = [Rewrite(meant, word.place, number.place) for meant in (whole, further)]
            raise self.instead(f"one number stands here: write '{whole}' or '{further}'", number, *remedies)
        return found

    def _one_cell(self) -> EObject:
        found = self.make("CellRange", self.peek().place)
        column, row = self.pair("a cell", self.amount)
        self.choose(found, Quantity.Row, row)
        self.choose(found, Quantity.Column, column)
        return found

    def _named_cell(self, zone: EObject | None) -> EObject:
        """Read the name of a cell of a zone, or of the board, as moves have it: ``a1`` is the lower left one."""
        token = self.next()
        grid: EObject = self.board if zone is None else zone
        match = CELL_NAME.fullmatch(token.text)
        assert match is not None, "a token that looks like a name of a cell"
        is_chosen = len(zone.chosen) > 0 if zone is not None else bool(grid.columns or grid.rows)
        if is_chosen:
            what = "the board" if zone is None else f"the zone '{zone.name}'"
            message = f"the size of {what} is chosen, and with it the names of its cells; write (column,row), from 0 on"
            raise self.instead(message, token)
        column, row = column_called(match[1]), grid.height - int(match[2])
        if not (0 <= column < grid.width and 0 <= row < grid.height):
            last = f"{column_name(grid.width - 1)}{grid.height}"
            message = f"there is no cell '{token.text}' here: the lower left one is a1, the upper right one {last}"
            self.report("unresolved-reference", message, token.place)
        return self.make("CellRange", token.place, row=row, column=column)

    def _rectangle(self, word: Token) -> EObject:
        found = self.make("CellRange", word.place)
        column, row = self.pair("the upper left cell", self.amount)
        to_column, to_row = self.pair("the lower right cell", self.amount)
        self.ordered(row, to_row, word.place)
        self.ordered(column, to_column, word.place)
        for quantity, amount in zip(_RECTANGLE, (row, column, to_row, to_column), strict=True):
            self.choose(found, quantity, amount)
        return found

    def _constant(self) -> Iterator[None]:
        self.next()
        constant = self._new("Constant", "constants", self.name("the name of a Constant"))
        if self.accept("relative"):
            self.add(constant, "relative", True)
        zone = self.name("the name of a Zone") if self.accept("of") else self._as_a_counter()
        self.expect("=", "before the number, or before the numbers of the cells")
        place, formula = self.peek().place, None
        if self.at("{"):
            self._list(constant)
        else:
            formula = self.formula("a number, 'row' or 'column', or the numbers of all cells in braces")
        self.no_slip()
        yield
        if zone is not None:
            self._not_of_piece(constant, zone, place)
            self._refer(constant, "zone", zone, "Zone")
        if formula is not None:
            self._numbers_of(constant, formula, place)
        self.with_features(constant, 2)

    def _not_of_piece(self, constant: EObject, piece: Token, place: Place) -> None:
        """Raise ``Failure`` for ``constant cost of King = 3``."""
        if not self.names.has(piece.text, "Piece") or self.names.has(piece.text, "Zone"):
            return
        symbol = self.names.all_of(piece.text, "Piece")[0].symbol or "k"
        meant = f"pieces {piece.text}:{symbol} {{ {constant.name} 3 }}"
        raise self.instead(f"a number that a kind of piece has is an attribute, as in '{meant}'", piece)

    def _as_a_counter(self) -> Token | None:
        """Report the words of counters with which a constant is declared; return the zone if one is among them."""
        word, zone = self.peek(), self.peek(1)
        if word.is_("per"):
            self.next()
            message = "a constant is the same for all players, unless it is 'relative' to how they see the board"
            said = f"{message}; numbers for each player stand in a value, as in 'value prize = (3, 5)'"
            self.report("unexpected-token", said, word.place, remedies=(Replace("per", ""),))
        elif word.is_("cell") and not self._is_zone(zone):
            self.next()
            message = "leave out 'cell': with '{ … }' or 'row' each cell has a number"
            self.report("unexpected-token", message, word.place, remedies=(Replace("cell", ""),))
        elif word.is_("cell") or self._is_zone(word):
            found = zone if self.accept("cell") else word
            remedies: tuple[Remedy, ...] = (Rewrite("of", word.place),) if found is zone else (Insert("of"),)
            message = f"the numbers of a zone are those 'of {found.text}'"
            self.report("unexpected-token", message, word.place, remedies=remedies)
            return self.next()
        return None

    def _list(self, constant: EObject) -> None:
        """Read the numbers of the cells of a constant, in braces."""
        self.next()
        while not self.accept("}"):
            if not self.at_integer():
                raise self.unexpected("a number is expected for each cell, row by row, or '}'")
            self.add(constant, "numbers", self.number(self.next()))
            self.blanks_between("numbers", "{ 1 2 3 }")

    def _numbers_of(self, constant: EObject, formula: Formula, place: Place) -> None:
        """Say what a formula at a place says of the number of each cell."""
        if formula.computed is not None:
            otherwise = "the numbers of cells are sums of row and column"
            for cell in self._cells_for(constant.zone, [formula], place, otherwise):
                self.add(constant, "numbers", self._computed_at(formula, cell, place))
            return
        for feature, factor in (("rowFactor", formula.row), ("columnFactor", formula.column)):
            if factor:
                self.add(constant, feature, self.number_of(str(factor), place))
        number = self.number_of(str(formula.number), place)
        self.choose(constant, Quantity.Offset, Amount(number, formula.parameter, formula.factor, plus=number))

    def _cells_for(
        self, zone: EObject | None, formulas: Sequence[Formula], place: Place, otherwise: str
    ) -> list[EObject]:
        """Return the cells of a zone, or of the board, for which formulas are computed, row by row.

        Report it if their number is chosen, where *otherwise* says what there is instead, and return none. ``Failure``
        if the formulas of the game are computed in too many steps.
        """
        grid: EObject = self.board if zone is None else zone
        is_chosen = bool(grid.columns or grid.rows) if zone is None else len(zone.chosen) > 0
        if is_chosen:
            what = "the board" if zone is None else f"the zone '{zone.name}'"
            self.report("unexpected-token", f"the size of {what} is chosen; there {otherwise}", place)
            return []
        self.steps += len(grid.tileplacement) * (1 + sum(formula.parts for formula in formulas))
        if self.steps > MOST_STEPS:
            message = f"the formulas of a game are computed in {MOST_STEPS} steps at most, for all cells together"
            raise Failure(
                diagnose("too-large", f"{message}; write these numbers in braces, or these cells one by one", place)
            )
        return sorted(grid.tileplacement, key=lambda cell: (cell.row, cell.column))

    def _computed_at(self, formula: Formula, cell: EObject, place: Place) -> int:
        """Return the number of a cell. ``Failure`` at *place*, that of the formula, if it cannot be computed."""
        try:
            return self.number_of(str(formula(cell.row, cell.column)), place)
        except OutOfRange as error:
            message = f"in column {cell.column}, row {cell.row}: {error}"
            raise Failure(diagnose("bad-value", message, place)) from None

    def _where(self, owner: EObject, region: EObject) -> None:
        """Read comparisons of formulas, joined by ``and``, and add the cells for which they hold."""
        place = self.peek().place
        tests: list[tuple[Formula, Callable[[int, int], bool], Formula]] = []
        while not tests or self.accept("and"):
            left = self.formula(_OF_CELLS)
            sign = self.peek()
            if sign.text in MEANT:
                meant = MEANT[sign.text]
                raise self.instead(f"numbers are compared by '{meant}'", sign, Replace(sign.text, meant))
            if not self.at(*COMPARISONS):
                raise self.unexpected(f"a comparison is expected ({' '.join(COMPARISONS)})")
            compare = getattr(operator, COMPARISONS[self.next().text])
            tests.append((left, compare, self.formula(_OF_CELLS)))
        if self.at("or"):
            raise self.instead("where one of several is to hold, each stands behind a 'where' of its own", self.peek())
        formulas = [part for left, _, right in tests for part in (left, right)]
        chosen = next((part.parameter for part in formulas if part.parameter), None)
        if chosen is not None:
            raise self._not_of_cells(chosen, ", from which alone it follows which cells are in a region")
        otherwise = "a region has rows, columns, rectangles and single cells"
        cells = self._cells_for(region.zone, formulas, place, otherwise)
        found = [
            cell for cell in cells
            if all(
                compare(self._computed_at(left, cell, place), self._computed_at(right, cell, place))
                for left, compare, right in tests
            )
        ]  # fmt: skip
        for cell in found:
            self.add(owner, "ranges", self.make("CellRange", place, row=cell.row, column=cell.column))
        if cells and not found:
            self.report("bad-value", "this holds for no cell", place)

    def _marks(self) -> Iterator[None]:
        self.next()
        marks, words = self._marks_alike()
        comma, alike, each = self.peek(), True, [_declared(marks, words)]
        while self.accept(","):
            more, again = self._marks_alike()
            marks += more
            alike = alike and words == again
            each.append(_declared(more, again))
        if comma.is_(","):
            names = ", ".join(mark.name for mark in marks)
            said = f"'{' '.join(['mark', names, *words])}'"
            message = (
                "what is said of marks, other than of counters, stands once, after the last name, for all marks of a "
                f"line, as in {said}"
            )
            if not alike:
                message += f"; where it is not the same, each is declared for itself, as in '{'  '.join(each)}'"
            remedies = (Rewrite(names, self.places.of(marks[0]), self.places.of(marks[-1])),) if words and alike else ()
            self.report("unexpected-token", message, comma.place, remedies=remedies)
        self._at_the_start_without_sign(marks[-1].name)
        begins = self.accept("=")
        if begins is not None and not (self.at("{") and self.peek(1).is_("at")):
            name = marks[-1].name
            message = (
                f"a mark begins empty or with the cells of regions, as in 'mark {name} game = {{ at home }}'; cells "
                f"that are always the same are a region, as in 'region {name} = cells a1'"
            )
            raise self.instead(message, begins)
        yield
        if begins is not None:
            self._cells_at_the_start(marks)

    def _at_the_start_without_sign(self, name: str) -> None:
        """Raise ``Failure`` if ``=`` is missing before the regions of a mark."""
        if self.at("at") or (self.at("{") and self.peek(1).is_("at")):
            message = f"the regions of a mark stand in braces behind '=', as in 'mark {name} game = {{ at home }}'"
            raise self.instead(message, self.peek())

    def _cells_at_the_start(self, marks: Sequence[EObject]) -> None:
        """Read the regions in which marks have cells at the start, each behind ``at``."""
        self.expect("{", "before the regions of a mark")
        while self.accept("at") is not None:
            region = self.name("the name of a Region")
            for mark in marks:
                self._refer(mark, "initialRegions", region, "Region")
            if self.names.plays(self.peek().text):
                message = (
                    "a mark that is 'per' begins for each player with the cells of that player, and another one with "
                    "those of all; leave the player out"
                )
                raise self.instead(message, self.peek())
            self._no_comma_before_region()
        self.expect("}", "after the regions of a mark, each behind 'at'")
        if self.at(","):
            message = (
                "marks with the same regions stand before '=', and others in a declaration that begins with 'mark'"
            )
            raise self.instead(message, self.peek())
        if self.at("per", CARRIED, *_LIFETIMES_OF_MARKS, *OF_CELLS):
            raise self.instead(f"'{self.peek().text}' stands before '='", self.peek())

    def _marks_alike(self) -> tuple[list[EObject], list[str]]:
        """Read names of marks and what is said of all of them; return the marks and the words that say it."""
        marks = [self._new("Mark", "marks", self.name("the name of a Mark"))]
        while self._comma(_AFTER_MARK):
            marks.append(self._new("Mark", "marks", self.name("the name of a Mark")))
        per_player = carried = lifetime = visibility = None
        for _ in range(4):
            per_player = per_player or self.per()
            carried = carried or self.accept(CARRIED)
            lifetime = lifetime or self.accept(*_LIFETIMES_OF_MARKS)
            visibility = visibility or self.accept(*OF_CELLS)
            is_last = self.peek(1).kind is TokenKind.END or self.peek(1).is_(",", *_AFTER_MARK)
            if lifetime is None and self.at("move") and is_last:
                message = "a mark lasts for one move anyway; leave out 'move'"
                self.report("unexpected-token", message, self.next().place, remedies=(Replace("move", ""),))
        for mark in marks:
            if per_player is not None:
                self.add(mark, "perPlayer", True)
            if carried is not None:
                self.add(mark, "carried", True)
            if lifetime is not None:
                self.add(mark, "lifetime", self.literal("Mark", "lifetime", lifetime.text.capitalize()))
            self.seen_by(mark, visibility)
            if len(marks) == 1:
                self.with_features(mark, 2)
        words = (per_player, carried, lifetime, visibility)
        return marks, [word.text for word in words if word is not None]

    def _counters(self) -> Iterator[None]:
        self.next()
        heads = [self._one_counter()]
        while not heads[-1].in_regions and self._comma((PER_CELL, *AFTER_CELL)):
            heads.append(self._one_counter())
        self._said_of_the_last(heads)
        yield
        for head in heads:
            if head.zone is not None:
                self._refer(head.counter, "zone", head.zone, "Zone")
            for quantity, amount in head.amounts:
                attribute = self._attribute_of(amount) if head.counter.carried else None
                if quantity is Quantity.Initial and attribute is not None:
                    self._refer(head.counter, "initialAttribute", attribute, "Parameter", "Attribute")
                else:
                    self.choose(head.counter, quantity, amount, index=self._count_of(head.counter, quantity))
        if heads[-1].in_regions:
            self._numbers_in_regions(heads[-1].counter)

    def _numbers_in_regions(self, counter: EObject) -> None:
        """Read with which number a counter begins on most cells, and with which in regions, each behind ``at``."""
        self.expect("{", "before the numbers in regions")
        if not self.at("at"):
            self.choose(counter, Quantity.Initial, self.named())
        while (word := self.accept("at")) is not None:
            placed = self.make("RegionNumber", word.place)
            self._region_of(placed)
            self.choose(placed, Quantity.Number, self.amount("the number in this region at the start"))
            self.add(counter, "initialRegions", placed)
            self._no_comma_before_region()
        self.expect("}", "after the numbers in regions, each behind 'at'")
        if self.at(","):
            message = (
                "a counter with numbers in regions is the last of its declaration; begin another one with 'counter'"
            )
            raise self.instead(message, self.peek())
        self.with_features(counter, 2)

    def _said_of_the_last(self, heads: list[_CounterHead]) -> None:
        """Warn of counters of which something is said after the last name alone: of marks it would be said of all."""
        *others, last = heads
        if not others or not last.said or any(head.said for head in others):
            return
        names, name, said = [str(head.counter.name) for head in others], last.counter.name, last.said
        each = ", ".join(f"{one} {said}" for one in (*names, name))
        message = (
            f"'{said}' is said of '{name}' alone, other than for marks: write 'counter {each}' to say it of all, or "
            f"'counter {', '.join(names)}  counter {name} {said}' if that is meant"
        )
        self.report("said-of-the-last", message, self.places.of(last.counter))

    def _attribute_of(self, initial: Amount) -> Token | None:
        """Return the name with which a counter begins if it can only be meant as that of an attribute, else None."""
        token = initial.token
        if token is None or self.names.has(token.text, "Parameter"):
            return None
        return token if initial.is_bare else None

    def _count_of(self, counter: EObject, quantity: Quantity) -> int:
        return len(counter.initialCells) if quantity is Quantity.InitialCells else 0

    def _one_counter(self) -> _CounterHead:
        """Read a counter; what needs names is kept in the result."""
        head = _CounterHead(self._new("Counter", "counters", self.name("the name of a Counter")))
        given: set[str] = set()
        start = self.scanner.mark()
        while (read := self._property(head, given)) is not None:
            given.add(read)
        equals = self.accept("=")
        if equals is not None:
            if self.at("at"):
                raise self.instead("numbers in regions stand in braces, as in '{ at home 3 }'", self.peek())
            if self.at("{") and (self.peek(1).is_("at") or self.peek(2).is_("at")):
                head.in_regions = True
            elif self.at("{"):
                self._numbers(head)
            else:
                initial = self.amount("the number at the start")
                head.amounts.append((Quantity.Initial, initial))
                declared = f"counter {head.counter.name}{' per' if head.counter.perPlayer else ''}"
                if self._late_bounds(declared, equals, str(initial.number) if initial.token is None else None):
                    self._bounds(head)
        if equals is not None and self.at(PER_CELL, *_OF_COUNTERS):
            name, word = head.counter.name, self.peek().text
            message = f"'{word}' stands before '=', as in 'counter {name} {word} = 3'"
            raise self.instead(message, self.peek())
        head.said = self.scanner.between(start, self.scanner.mark())
        if not head.in_regions:
            self.with_features(head.counter, 2)
        return head

    def _late_bounds(self, declared: str, equals: Token, initial: str | None) -> bool:
        """Return whether bounds stand after ``=`` and the number at the start; report them, and step to the lower one.

        *declared* is what stands before, and *initial* the number, if no parameter says it. Raise ``Failure`` if they
        stand in place of the number.
        """
        word, skipped = self.peek(), 1 if self.peek().text == "in" else 0
        low, between, high = (self.peek(skipped + k) for k in range(3))
        message, meant = "the bounds of a number stand before '='", "1..20 = 3"
        if word.is_(".."):
            raise self.instead(f"{message}, as in '{declared} {meant}'", word)
        if not between.is_(".."):
            return False
        remedies: tuple[Remedy, ...] = ()
        if initial is not None and low.kind is high.kind is TokenKind.INTEGER:
            meant = f"{low.text}..{high.text} = {initial}"
            remedies = (Rewrite(meant, equals.place, high.place),)
        self.report("unexpected-token", f"{message}, as in '{declared} {meant}'", word.place, remedies=remedies)
        self.accept("in")
        return True

    def _bounds(self, head: _CounterHead) -> None:
        """Read the bounds of a counter."""
        place = self.peek().place
        low = self.amount("the least number")
        self.expect("..", "between the bounds")
        high = self.amount("the greatest number")
        self.ordered(low, high, place)
        head.amounts += [(Quantity.Min, low), (Quantity.Max, high)]

    def _property(self, head: _CounterHead, given: set[str]) -> str | None:
        """Read one property of a counter that is not in *given*, and return its name; None if none stands here."""
        counter = head.counter
        if "per" not in given and self.per():
            self.add(counter, "perPlayer", True)
            return "per"
        if "cell" not in given and self.accept("cell"):
            self.add(counter, "perCell", True)
            if self.peek().kind is TokenKind.NAME and not (self.at(*AFTER_CELL) or self.at_range(after_name=True)):
                head.zone = self.next()
            return "cell"
        if CARRIED not in given and self.accept(CARRIED):
            self.add(counter, "carried", True)
            return CARRIED
        if "lifetime" not in given and (lifetime := self.accept(*_LIFETIMES)) is not None:
            self.add(counter, "lifetime", self.literal("Counter", "lifetime", lifetime.text.capitalize()))
            return "lifetime"
        if "visibility" not in given and (visibility := self.accept(*OF_CELLS)) is not None:
            self.seen_by(counter, visibility)
            return "visibility"
        if "bounds" not in given and (self.at_integer() or self.at_range()):
            self._bounds(head)
            return "bounds"
        if "cell" not in given and self._is_zone(self.peek()) and not self.at(*AFTER_CELL):
            self._of_zone(head, self.next())
            return "cell"
        return None

    def _is_zone(self, token: Token) -> bool:
        """Return whether a zone of this name has been declared so far."""
        return token.kind is TokenKind.NAME and any(zone.name == token.text for zone in self.game.zones)

    def _of_zone(self, head: _CounterHead, zone: Token) -> None:
        """Report a zone that stands without ``cell`` after the name of a counter, which is of each of its cells."""
        message = f"a number for each cell of the zone '{zone.text}' is declared by 'cell {zone.text}'"
        self.report("unexpected-token", message, zone.place, remedies=(Insert("cell"),))
        self.add(head.counter, "perCell", True)
        head.zone = zone

    def _numbers(self, head: _CounterHead) -> None:
        """Read the initial numbers of a counter: one list, or one for each player, with ``|`` between."""
        place = self.next().place
        lists: list[list[Amount]] = [[]]
        regions = {region.name for region in self.game.regions} - {constant.name for constant in self.game.constants}
        while not self.accept("}"):
            if self.accept("|"):
                lists.append([])
            elif self.at("at"):
                message = (
                    "before the numbers in regions stands one number, that of all other cells, as in '{ 4  at home 3 }'"
                )
                raise self.instead(message, self.peek())
            elif self.peek().kind is TokenKind.NAME and self.peek().text in regions:
                message = "a region stands behind 'at', as in '{ at home 3 }'"
                raise self.instead(message, self.peek(), Insert("at"))
            elif self.at_integer() or self.peek().kind is TokenKind.NAME:
                self._not_named_players()
                lists[-1].append(self.named())
            else:
                raise self.unexpected("a number is expected, '|' before the numbers of the next player, or '}'")
        if len({len(numbers) for numbers in lists}) > 1:
            lengths = ", ".join(str(len(numbers)) for numbers in lists)
            message = f"every player has as many numbers; there are {lengths}"
            self.report("bad-value", message, place)
        head.amounts += [(Quantity.InitialCells, amount) for amounts in lists for amount in amounts]

    def _not_named_players(self) -> None:
        """Raise ``Failure`` if a player is named before a number, as in ``{ White 1 Black 2 }``."""
        player, number = self.peek(), self.peek(2 if self.peek(1).is_(":", "=") else 1)
        players = [each.name for each in self.game.players]
        if player.text in players and number.kind is TokenKind.INTEGER:
            order = ", ".join(players)
            message = f"the numbers of the players stand in their order ({order}) with '|' between, as in '{{ 1 | 2 }}'"
            raise self.instead(message, player)

    def _parameter(self) -> Iterator[None]:
        self.next()
        parameter = self._new("Parameter", "parameters", self.name("the name of a Parameter"))
        if self.accept("run"):
            self.add(parameter, "stage", self.literal("Parameter", "stage", "Run"))
        bounded = self.at_integer()
        if bounded:
            self._domain(parameter)
        equals = self.expect("=", "before what is chosen")
        if not bounded and self.peek().kind is TokenKind.NAME:
            names = [self.name("the name of a choice")]
            while self.accept("|"):
                names.append(self.name("the name of another choice"))
            for name in names:
                self.add(parameter, "choices", self.make("ParameterChoice", name.place, name=name.text))
            self.add(parameter, "value", names[0].text)
        else:
            self.places.record(parameter, self.peek().place, "value")
            value = self._chosen()
            self.add(parameter, "value", value)
            if self._late_bounds(f"parameter {parameter.name}", equals, value):
                self._domain(parameter)
        self.with_features(parameter, 2)
        yield

    def _domain(self, parameter: EObject) -> None:
        """Read the bounds of a parameter."""
        place = self.peek().place
        low = self.integer("the least number")
        self.expect("..", "between the bounds")
        high = self.integer("the greatest number")
        self.ordered(Amount(low), Amount(high), place)
        self.add(parameter, "min", low)
        self.add(parameter, "max", high)

    def _variant(self) -> Iterator[None]:
        self.next()
        variant = self._new("Variant", "variants", self.name("the name of a Variant"))
        self.expect("=", "before the choices")
        yield
        while True:
            token = self.name("the name of a Parameter")
            parameter = self.names.find(token.text, token.place, "Parameter")
            place, value = self.peek().place, self._chosen()
            if parameter is not None:
                setting = self.make("Setting", token.place, parameter=parameter, value=value)
                self.places.record(setting, place, "value")
                self.add(variant, "settings", setting)
            if not self.accept(","):
                break
        self.with_features(variant, 2)

    def _phases(self) -> Iterator[None]:
        self.next()
        self._new("Phase", "phases", self.name("the name of a Phase"))
        while self._comma(("with",)):
            self._new("Phase", "phases", self.name("the name of a Phase"))
        yield


def _declared(marks: list[EObject], words: list[str]) -> str:
    """Return the declaration of some marks of which the same is said."""
    return " ".join(["mark", ", ".join(mark.name for mark in marks), *words])
