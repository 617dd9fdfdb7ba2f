"""The parts of a configuration in the notation: names, cells, vectors and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tilewright.metamodel import schema
from tilewright.model.foreign.constructor.cases import QUIRKS, SOURCE, TARGET, Among, Box, Content, Variable, Work
from tilewright.model.foreign.constructor.grid import Grid
from tilewright.model.foreign.constructor.sheet import Sheet, Vector
from tilewright.model.service.words import WORDS

FROM, TO = "from", "to"
MADE, LAST, CURRENT, STATE = "made", "last", "current", "state"
QUIRK, EXACT, PLAIN = "quirks", "exact", "none"
NEVER = 0
"""The number of the last move of a figure that has not moved: moves are numbered from 1."""

_OWN = ("Cell", "Empty", FROM, TO, MADE, LAST, CURRENT, STATE, QUIRK, EXACT, PLAIN, "true", "false")
_FIRST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@cache
def _taken() -> frozenset[str]:
    """Return the reserved words of a composed game."""
    return frozenset({*WORDS, *_OWN, *schema().classes})


class Naming:
    """Converts arbitrary names of a configuration to unique identifiers."""

    def __init__(self) -> None:
        self._used = set(_taken())

    def name(self, text: str, otherwise: str) -> str:
        """Return a new identifier like *text*, or like *otherwise* if the text has no letters."""
        word = re.sub(r"\W", "_", text[:40])
        if not re.search(r"[^\W\d_]", word):
            word = otherwise
        if word[0].isdigit():
            word = f"{otherwise}_{word}"
        found, number = word, 1
        while found in self._used:
            number += 1
            found = f"{word}_{number}" if word not in _taken() or number > 2 else f"{word}_"
        self._used.add(found)
        return found


class Words:
    """The declarations of the composed game. Regions, directions and counters are declared on demand."""

    def __init__(self, sheet: Sheet, grid: Grid) -> None:
        naming = self.naming = Naming()
        self.work = Work()
        self.sheet = sheet
        self.grid = grid
        self._coordinates: list[frozenset[object]] = [frozenset(each) for each in zip(*sheet.cells, strict=True)]
        """The coordinates that occur on the board, for each dimension."""
        self.game = Naming().name(sheet.name, "Game")
        self.players = {name: naming.name(name, "player") for name in sheet.players}
        self.figures = self._named_figures()
        named = [state for state in sheet.states.values() if state.kind in ("move", "end")]
        self.phases = {state.name: naming.name(state.name, "state") for state in named}
        self.contents: frozenset[Content] = frozenset(
            {None, *((player, figure) for player in sheet.players for figure in sheet.figures)}
        )
        self.used: set[str] = set()
        """The counters that are read, and the parameter ``quirks`` if it is."""
        self.directions: dict[tuple[tuple[int, int], ...], str] = {}
        self.regions: dict[tuple[int, frozenset[object]], str] = {}
        self.marks: list[str] = [FROM, TO]
        """The name of each chain that is declared as a sub-pipeline."""

    def _named_figures(self) -> dict[str, str]:
        """Return a word for each figure such that the names of states, which join a player and a figure, are unique."""
        states: set[str] = set()
        found: dict[str, str] = {}
        for name in self.sheet.figures:
            word = self.naming.name(name, "figure")
            while not states.isdisjoint(player + word for player in self.players.values()):
                word = self.naming.name(f"{word}_", "figure")
            states |= {player + word for player in self.players.values()}
            found[name] = word
        return found

    # -- vectors and cells

    def ways(self, vectors: Iterable[Vector], figure: str) -> str:
        """Return the name of the direction set with some vectors, declaring it if needed."""
        steps = tuple(self.grid.step(vector) for vector in vectors)
        if steps not in self.directions:
            self.directions[steps] = self.naming.name(f"{self.figures[figure]}_ways", "ways")
        return self.directions[steps]

    def steps(self, vectors: Iterable[Vector]) -> str:
        """Return the filter that makes one step by any of some vectors."""
        return "step " + "".join("({},{})".format(*self.grid.step(vector)) for vector in vectors)

    def mark(self, name: str) -> str:
        """Declare a mark and return its name."""
        if name not in self.marks:
            self.marks.append(name)
        return name

    def _region(self, dimension: int, values: frozenset[object]) -> str:
        key = dimension, values
        if key not in self.regions:
            self.regions[key] = self.naming.name(f"{self.sheet.dimensions[dimension]}_region", "region")
        return self.regions[key]

    def region_lines(self) -> Iterator[str]:
        """Yield the declarations of the regions, each of all cells with certain coordinates."""
        for (dimension, values), name in self.regions.items():
            places = [self.grid.at(cell) for cell in self.sheet.cells if cell[dimension] in values]
            if len(self.grid.spans) <= 2:
                side = self.grid.sides[dimension]
                word = ("column", "row")[side]
                ranges = " ".join(f"{word} {number}" for number in sorted({place[side] for place in places}))
            else:
                ranges = "cells " + "".join(f"({column},{row})" for column, row in places)
            yield f"region {name} = {ranges}"

    # -- what stands on a cell

    def pattern(self, contents: frozenset[Content], mover: str) -> str:
        """Return the pattern that matches exactly some contents of a cell, from the perspective of the mover."""
        if contents >= self.contents:
            return "any"
        told, others = self._parts(contents, mover), self._parts(self.contents - contents, mover)
        if len(others) == 1 < len(told):
            return f"!{others[0]}"
        return " or ".join(told)

    def _parts(self, contents: Iterable[Content], mover: str) -> list[str]:
        """Return patterns that together match some contents."""
        present = set(contents)
        by_player = {
            player: tuple(name for name in self.figures if (player, name) in present) for player in self.players
        }
        own = by_player.pop(mover)
        kinds = set(by_player.values())
        found = ["empty"] if None in present else []
        if len(kinds) > 1:
            absolute = [(player, name) for player, names in by_player.items() for name in names]
            found += [f"Cell.{self.state(player, name)}" for player, name in absolute]
            return found + ([self._kinds("own", own)] if own else [])
        enemy = kinds.pop() if kinds else None
        if own and own == enemy:
            return [*found, self._kinds("piece", own)]
        if own:
            found.append(self._kinds("own", own))
        if enemy:
            found.append(self._kinds("enemy", enemy))
        return found

    def _kinds(self, word: str, names: tuple[str, ...]) -> str:
        if len(names) == len(self.figures):
            return word
        kinds = [self.figures[name] for name in names]
        return " ".join(kinds) if word == "piece" else " ".join([word, *kinds])

    def state(self, player: str, figure: str) -> str:
        """Return the name of the state of a cell with a figure of a player."""
        return f"{self.players[player]}{self.figures[figure]}"

    # -- boxes

    def _where(self, box: Box, cell: str) -> list[str] | None:
        """Return the tests of the coordinates of a cell, such as ``at y_region``; None if no cell has them."""
        found: list[str] = []
        for dimension in range(len(self.sheet.dimensions)):
            values = box.get((cell, str(dimension)))
            if values is None:
                continue
            there = values.values & self._coordinates[dimension]
            if there:
                found.append(("at " if values.inside else "!at ") + self._region(dimension, there))
            elif values.inside:
                return None
        return found

    def looks(self, box: Box, cell: str, mover: str) -> str | None:
        """Return the pattern of the cells in a box, apart from counters; None if no cell can be in it."""
        where = self._where(box, cell)
        contents = box.get((cell, "figure"))
        told = "any" if contents is None else self.pattern(_values(contents), mover)
        if where is None or not told:
            return None
        if not where:
            return told
        return " or ".join(" ".join([part, *where]) for part in told.split(" or "))

    def cell(self, box: Box, cell: str, mover: str) -> list[str] | None:
        """Return the filters that keep those cells of the working set that are in a box; None if none can be."""
        told = self.looks(box, cell, mover)
        if told is None:
            return None
        found = [] if told == "any" else [told]
        if told.startswith("any ") and told.count(" at ") + told.count(" !at ") == 1:
            found = [told.removeprefix("any ")]
        numbers = list(self.numbers(box, cell))
        return found + ([f"where {{ {' -> '.join(numbers)} }}"] if numbers else [])

    def numbers(self, box: Box, cell: str) -> Iterator[str]:
        """Yield the tests of the counters of *cell*, on which the working set is, or of the game."""
        for name in (MADE, LAST, "after", CURRENT, ""):
            variable: Variable = (cell, name) if name else QUIRKS
            values = box.get(variable)
            if values is not None and (name or cell == "game"):
                yield self._compared(name, values)

    def _compared(self, name: str, values: Among) -> str:
        if not name:
            self.used.add(QUIRK)
            return f"if {QUIRK} == {EXACT if values.inside else PLAIN}"
        self.used |= {LAST, CURRENT} if name == "after" else {name}
        numbers = sorted(number for number in values.values if isinstance(number, int))
        tests = [f"if {name} == {number}" for number in numbers]
        if name == "after":
            tests = [f"if {LAST} > {NEVER} -> if {CURRENT} - {LAST} == {number}" for number in numbers]
        if values.inside:
            return tests[0] if len(tests) == 1 else f"first {{ {' | '.join(tests)} }}"
        return " -> ".join(f"no {{ {test} }}" for test in tests)

    def has_numbers(self, box: Box, cell: str) -> bool:
        """Return whether a box restricts the counters of a cell."""
        return any((cell, name) in box for name in (MADE, LAST, "after"))

    def source(self, box: Box, mover: str) -> tuple[str, list[str]]:
        """Return the tests of the coordinates of the source, as the end of a pattern, and those of its counters."""
        where = self._where(box, SOURCE)
        assert where is not None
        return " ".join(["", *where]), [*self.numbers(box, SOURCE), *self.numbers(box, "game")]

    def is_dead(self, box: Box) -> bool:
        """Return whether no cell of the board has the coordinates of the source, or of the target, in a box."""
        return any(self._where(box, cell) is None for cell in (SOURCE, TARGET))

    # -- symbols

    def piece_lines(self) -> Iterator[str]:
        """Yield the declarations of the pieces, with a symbol for each player."""
        letters = self.symbols()
        for name, word in self.figures.items():
            yield f"pieces {word}:{'/'.join(letters[player, name] for player in self.players)}"

    def symbols(self) -> dict[tuple[str, str], str]:
        """Return the symbol of each figure of each player: capitals for the first, small letters for the second."""
        free = iter([*_FIRST, *map(chr, range(0x391, 0x3A2)), *map(chr, range(0x410, 0x430))])
        bases: dict[str, str] = {}
        left = list(free)
        for name in self.figures:
            wished = [letter for letter in name.upper() if letter in left and letter in _FIRST]
            bases[name] = (wished or left)[0]
            left.remove(bases[name])
        more = (chr(number) for number in range(0x4E00, 0x9FFF))
        found: dict[tuple[str, str], str] = {}
        for number, player in enumerate(self.players):
            for name, base in bases.items():
                found[player, name] = base if number == 0 else base.lower() if number == 1 else next(more)
        return found


def _values(contents: Among) -> frozenset[Content]:
    """Return the contents in a set, which lists them."""
    assert contents.inside
    return frozenset(value for value in contents.values if value is None or isinstance(value, tuple))
