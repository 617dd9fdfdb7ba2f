"""Maps and tutorials of the sl-hackathon-2026 game: JSON with an ``arena`` in it. They are read, not written.

::

    {"arena": "# . b1 .\\n. p1 f b2", "foodScarcity": 0.33, "turnLimitMs": 15000, "fogOfWar": false,
     "foodSpawn": {"2": {"x": 5, "y": 5}},                                       food after turns, counted from 0
     "gameEnd": {"type": "PLAYER_UNITS_AT_LEAST", "playerId": "SELF", "minUnits": 3, "maxTurns": 10}}

An arena has walls ``#``, bases ``b1``, pawns ``p1``, food ``f`` and empty cells ``.``, with or without blanks between
them. The model extends the game ``harvest`` of the gallery, which has the rules; the file adds the size of the board,
what stands on it, and settings. A map has two or more bases, of which the two with the least numbers are played. A
player without pawns gets one to the right of the base, or on the base if that cell is not free.

A file with one base and ``gameEnd`` is a tutorial: its only player wins by ``gameEnd`` or loses after ``maxTurns``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Related, has_errors
from tilewright.model.document import Document
from tilewright.model.foreign.placed_json import Plain, Table, Value, kind_of, offset_inside
from tilewright.model.game.extending import read_game
from tilewright.model.hints import near_miss
from tilewright.model.places import Place, Recorded
from tilewright.model.remedies import Remedy
from tilewright.model.text.scanner import readable

__all__ = ["is_arena", "read_arena"]

LONGEST = 64
"""The greatest number of rows, and of columns, of an arena."""
MOST_TURNS = 10_000
MOST_SPAWNS = 500
"""The greatest number of turns after which food grows."""
DEFAULT_LIMIT = 1_000
"""A game ends after so many turns, or so many in which nothing comes or goes, if nothing else ends it."""
_KEYS = ("arena", "foodScarcity", "turnLimitMs", "turnTimeLimit", "fogOfWar", "foodSpawn", "gameEnd")
_ENDS = {"PLAYER_UNITS_AT_LEAST": ("minUnits",), "ANY_PLAYER_UNIT_IN_RECT": ("corner1", "corner2")}
_TOKEN = re.compile(r"#|\.|f|([bp])(\d+)")
_GAP = re.compile(r"[ \t\r]*+")
_SCALE = 1_000_000
"""Probabilities are whole numbers of millionths."""

Cell = tuple[int, int]
"""A column and a row."""


@dataclass
class _Arena:
    """The contents of a file."""

    width: int = 0
    height: int = 0
    walls: set[Cell] = field(default_factory=set)
    food: set[Cell] = field(default_factory=set)
    bases: dict[int, tuple[Cell, int]] = field(default_factory=dict)
    """The cell of each base by its number, and its offset in the file."""
    pawns: list[tuple[int, Cell, int]] = field(default_factory=list)
    """The number of the base, the cell and the offset of each pawn."""
    scarcity: int = 0
    """In millionths."""
    clock: int | None = None
    fog: bool | None = None
    spawns: dict[int, Cell] = field(default_factory=dict)
    end: str | None = None
    most_turns: int = DEFAULT_LIMIT
    least_units: int = 0
    goal: tuple[Cell, Cell] | None = None


def is_arena(root: Table) -> bool:
    """Return whether an object is a map or a tutorial: whether it has the key ``arena``."""
    return "arena" in root.entries


def read_arena(root: Table, place: Callable[[int], Place], text: str, document: Document) -> None:
    """Put the diagnostics of a map into a document and, unless one of them is an error, its model.

    *place* converts an offset in *text* to a place.
    """
    reader = _Reader(place, text, document)
    arena = reader.read(root)
    if has_errors(document.diagnostics):
        return
    composed = "\n".join(_lines(arena))
    read = read_game(composed, document.file)
    if read.diagnostics:
        message = f"the rules of this map become longer than is read: {read.diagnostics[0].message}"
        document.diagnostics.append(diagnose("too-large", message, place(root.offset)))
        return
    document.root = read.root
    board = document.game.board
    places = document.places = Recorded(document.file)
    places.record(document.game, place(root.offset))
    places.record(board, place(root.entries["arena"].offset))
    for cell in board.tileplacement:
        offset = next((o for c, o in arena.bases.values() if c == (cell.column, cell.row)), None)
        if offset is not None:
            places.record(cell, place(offset))


class _Reader:
    """Reads one file and reports what is wrong in it."""

    def __init__(self, place: Callable[[int], Place], text: str, document: Document) -> None:
        self.place = place
        self.text = text
        self.document = document
        self.arena = _Arena()

    def report(
        self,
        code: str,
        message: str,
        offset: int,
        related: tuple[Related, ...] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        self.document.diagnostics.append(diagnose(code, message, self.place(offset), related, remedies))

    def read(self, root: Table) -> _Arena:
        """Return the contents of the file; with errors they may be incomplete."""
        arena, entries = self.arena, root.entries
        for key, offset in root.keys.items():
            if key not in _KEYS:
                hint = near_miss(key, _KEYS)
                message = f"a map has no key '{readable(key)}', it is not read{hint}"
                self.report("without-counterpart", message, offset, remedies=hint.remedies)
        self._rows(entries["arena"])
        if "foodScarcity" not in entries:
            self.report("missing-feature", "a map needs the key 'foodScarcity'", root.offset)
        scarcity = self._number(entries.get("foodScarcity"), "foodScarcity", 0, 1, whole=False)
        arena.scarcity = round((0 if scarcity is None else scarcity) * _SCALE)
        for key in ("turnLimitMs", "turnTimeLimit"):
            clock = self._number(entries.get(key), key, 1, 10**9)
            arena.clock = arena.clock if clock is None else int(clock)
        fog = entries.get("fogOfWar")
        if fog is not None:
            if isinstance(fog, Plain) and isinstance(fog.value, bool):
                arena.fog = fog.value
            else:
                self.report("bad-value", f"fogOfWar is true or false, not {kind_of(fog)}", fog.offset)
        if "foodSpawn" in entries:
            self._spawns(entries["foodSpawn"])
        if "gameEnd" in entries:
            self._end(entries["gameEnd"])
        if not has_errors(self.document.diagnostics):
            self._check(root)
        return arena

    def _number(self, value: Value | None, what: str, least: int, most: int, *, whole: bool = True) -> float | None:
        """Return a number; None if it is missing, or after an error if it is no number from *least* to *most*."""
        if value is None:
            return None
        number = value.value if isinstance(value, Plain) else None
        is_number = isinstance(number, int if whole else int | float) and not isinstance(number, bool)
        if is_number and isinstance(number, int | float) and least <= number <= most:
            return number
        kind = "whole number" if whole else "number"
        self.report("bad-value", f"{what} is a {kind} from {least} to {most}, not {kind_of(value)}", value.offset)
        return None

    def _rows(self, value: Value) -> None:
        if not (isinstance(value, Plain) and isinstance(value.value, str)):
            self.report("bad-value", f"arena is a text with a line for each row, not {kind_of(value)}", value.offset)
            return
        start, width = 0, None
        rows = value.value.rstrip().split("\n")
        for row, line in enumerate(rows[: LONGEST + 1]):
            columns = self._row(line, row, lambda index, start=start: offset_inside(self.text, value, start + index))  # type: ignore[misc]
            if columns is None:
                return
            if width not in (None, columns):
                message = f"each row has as many cells as the first one, {width}, not {columns}"
                self.report("wrong-picture", message, offset_inside(self.text, value, start))
                return
            width, start = columns, start + len(line) + 1
        if not width or width > LONGEST or len(rows) > LONGEST:
            most = f"more than {LONGEST}" if width and width > LONGEST else width
            message = f"an arena has from 1 to {LONGEST} rows and columns, not {len(rows)} and {most}"
            self.report("too-large" if width else "too-few-values", message, value.offset)
            return
        self.arena.width, self.arena.height = width, len(rows)

    def _row(self, line: str, row: int, at: Callable[[int], int]) -> int | None:
        """Read a row and return its number of cells; None after an error, or if there are too many."""
        index, column = 0, 0
        while True:
            gap = _GAP.match(line, index)
            index = gap.end() if gap else index
            if index == len(line):
                return column
            found = _TOKEN.match(line, index)
            if found is None:
                message = f"'{readable(line[index])}' is no cell of an arena: # . f, or b and p with a number"
                self.report("bad-token", message, at(index))
                return None
            self._cell(found, (column, row), at(index))
            index, column = found.end(), column + 1
            if column > LONGEST:
                return column

    def _cell(self, found: re.Match[str], cell: Cell, offset: int) -> None:
        arena = self.arena
        if found[0] == "#":
            arena.walls.add(cell)
        elif found[0] == "f":
            arena.food.add(cell)
        elif found[1] is not None:
            number = int(found[2][-9:])
            if found[1] == "p":
                arena.pawns.append((number, cell, offset))
            elif number in arena.bases:
                related = (Related("the first one", self.place(arena.bases[number][1])),)
                self.report("duplicate-identifier", f"there is one base b{number}", offset, related)
            else:
                arena.bases[number] = cell, offset

    def _spawns(self, value: Value) -> None:
        if not isinstance(value, Table):
            self.report("bad-value", f"foodSpawn is an object, not {kind_of(value)}", value.offset)
            return
        if len(value.entries) > MOST_SPAWNS:
            self.report("too-large", f"food grows after at most {MOST_SPAWNS} turns", value.offset)
            return
        turns: dict[int, int] = {}
        for key, entry in value.entries.items():
            if not (key.isascii() and key.isdigit() and len(key) <= 4):
                message = f"the key is the number of a turn, from 0 to {MOST_TURNS - 1}, not '{readable(key)}'"
                self.report("bad-value", message, value.keys[key])
                continue
            first = turns.setdefault(int(key), value.keys[key])
            if first != value.keys[key]:
                related = (Related("the first one", self.place(first)),)
                message = f"food grows once after turn {int(key)}"
                self.report("duplicate-identifier", message, value.keys[key], related)
                continue
            cell = self._corner(entry, "the cell of the food")
            if cell is not None:
                self.arena.spawns[int(key)] = cell

    def _corner(self, value: Value, what: str) -> Cell | None:
        if not isinstance(value, Table):
            self.report("bad-value", f"{what} is an object with x and y, not {kind_of(value)}", value.offset)
            return None
        found = []
        for key, size in (("x", self.arena.width), ("y", self.arena.height)):
            if key not in value.entries:
                self.report("missing-feature", f"{what} needs the key '{key}'", value.offset)
                return None
            found.append(self._number(value.entries[key], f"'{key}'", 0, (size or 10**6) - 1))
        column, row = found
        return None if column is None or row is None else (int(column), int(row))

    def _end(self, value: Value) -> None:
        arena = self.arena
        if not isinstance(value, Table):
            self.report("bad-value", f"gameEnd is an object, not {kind_of(value)}", value.offset)
            return
        kind = value.entries.get("type")
        if kind is None:
            self.report("missing-feature", "gameEnd needs the key 'type'", value.offset)
            return
        if not isinstance(kind, Plain) or kind.value not in _ENDS:
            name = kind.value if isinstance(kind, Plain) and isinstance(kind.value, str) else ""
            hint = near_miss(name, _ENDS)
            message = f"there is no such type of an end{hint}"
            self.report("unresolved-reference", message, kind.offset, remedies=hint.remedies)
            return
        arena.end = str(kind.value)
        known = ("type", "playerId", "maxTurns", *_ENDS[arena.end])
        for key, offset in value.keys.items():
            if key not in known:
                hint = near_miss(key, known)
                message = f"gameEnd has no key '{readable(key)}'{hint}"
                self.report("unknown-feature", message, offset, remedies=hint.remedies)
        for key in _ENDS[arena.end]:
            if key not in value.entries:
                self.report("missing-feature", f"an end of this type needs the key '{key}'", value.offset)
                return
        turns = self._number(value.entries.get("maxTurns"), "maxTurns", 1, MOST_TURNS)
        arena.most_turns = DEFAULT_LIMIT if turns is None else int(turns)
        if arena.end == "PLAYER_UNITS_AT_LEAST":
            arena.least_units = int(self._number(value.entries["minUnits"], "minUnits", 1, 10**6) or 1)
        else:
            one = self._corner(value.entries["corner1"], "corner1")
            other = self._corner(value.entries["corner2"], "corner2")
            if one is not None and other is not None:
                low = min(one[0], other[0]), min(one[1], other[1])
                arena.goal = low, (max(one[0], other[0]), max(one[1], other[1]))

    def _check(self, root: Table) -> None:
        """Report bases, pawns and food that do not fit together, and leave out bases that are not played."""
        arena, entries = self.arena, root.entries
        numbers = sorted(arena.bases)
        needed = 1 if arena.end is not None else 2
        if len(numbers) < needed:
            what = (
                "a tutorial has one base"
                if needed == 1
                else "a map has two bases, such as b1 and b2, or with one base the key 'gameEnd'"
            )
            self.report("too-few-values", f"{what}; here are {len(numbers) or 'none'}", entries["arena"].offset)
            return
        if len(numbers) > 1 and arena.end is not None:
            message = "where two play, who has no base or no pawns left has lost: gameEnd is left out"
            self.report("without-counterpart", message, root.keys["gameEnd"])
            arena.end, arena.most_turns = None, DEFAULT_LIMIT
        played = numbers[: 1 if arena.end is not None else 2]
        left_out = numbers[len(played) :]
        for number in left_out:
            message = f"two play: the base b{number} and its pawns are left out"
            self.report("without-counterpart", message, arena.bases[number][1])
            del arena.bases[number]
        arena.pawns = [pawn for pawn in arena.pawns if pawn[0] not in left_out]
        for number, _, offset in arena.pawns:
            if number not in played:
                self.report("unresolved-reference", f"there is no base b{number} for this pawn", offset)
        for cell in arena.spawns.values():
            if cell in arena.walls:
                offset = root.keys["foodSpawn"]
                self.report("bad-value", f"at {cell[0]}, {cell[1]} is a wall, where no food grows", offset)


def _lines(arena: _Arena) -> Iterator[str]:
    """Yield the game in the notation. Nothing in it but numbers comes from the file."""
    numbers = sorted(arena.bases)
    alone = len(numbers) == 1
    yield 'game Arena extends "harvest" {'
    if alone:
        yield "players Red"
        yield "pieces Base:R"
        yield "without raid, clash, hatching, patience, alive, quiet, units, tally, ranking"
    yield f"board {arena.width}x{arena.height}"
    yield f"setup {{ {' '.join(_picture(arena, numbers))} }}"
    yield "without landing"
    yield f"counter ready per cell 0..65535 = {{ {' | '.join(_pawns(arena, number) for number in numbers)} }}"
    yield "counter done cell turn 0..65535"
    yield "counter born per 0..65535"
    yield f"counter turns 0..{MOST_TURNS}"
    yield f"parameter limit 1..{MOST_TURNS} = {arena.most_turns}"
    if not alone:
        yield f"counter quiet 0..{MOST_TURNS}"
        yield "counter units 0..1000000"
        yield "counter tally move 0..1000000"
        yield f"parameter patience 1..{MOST_TURNS} = {DEFAULT_LIMIT}"
    yield f"parameter scarcity 0..{_SCALE} = {arena.scarcity}"
    taken = "ready" if alone else "ready + enemy ready"
    free = f"empty -> where {{ if {taken} == 0 }}"
    yield f"chance Grow weight {_SCALE} - scarcity = {free} -> select -> set Food"
    yield f'chance Full weight 1 = if scarcity == 0 -> no {{ {free} }} -> option "full"'
    if not arena.walls:
        yield "without Wall"
        step = "where { if ready > 0 } -> select from -> step all8 -> select -> done += 1"
        yield f"move Order = {step} -> do {{ goto from -> ready -= 1 }} -> turn same"
    if arena.clock is not None:
        yield f"parameter turnLimitMs run 1..1000000000 = {arena.clock}"
    if arena.fog is not None:
        fog = ("true", "false") if arena.fog else ("false", "true")
        yield f"parameter fogOfWar run = {' | '.join(fog)}"
    yield from _turn(arena, alone)
    yield "}"


def _turn(arena: _Arena, alone: bool) -> Iterator[str]:
    """Yield the rules of the end of a turn, where they differ from those of ``harvest``."""
    spawn = ""
    if arena.spawns:
        grown = [f"do {{ if turns == {turn} -> goto spawn{turn} -> empty -> set Food }}" for turn in arena.spawns]
        for turn, (column, row) in arena.spawns.items():
            yield f"region spawn{turn} = cells ({column},{row})"
        yield f"sub spawn = {' -> '.join(grown)}"
        spawn = " -> do { spawn }"
    if alone:
        units = "count { goto all -> own Base } + ready { goto all }"
        done = f"if {units} >= {arena.least_units}"
        if arena.goal is not None:
            (column, row), (to_column, to_row) = arena.goal
            yield f"region goal = rect ({column},{row})({to_column},{to_row})"
            done = "choose { has { goto goal -> own Base } | if ready { goto goal } > 0 }"
        yield f"sub settle = turns += 1 -> first {{ has {{ {done} }} -> win | if turns == limit -> lose }}"
        yield (
            'move End = option "end" -> do { ready += done } -> do { eat } -> do { hatch }'
            f"{spawn} -> do {{ settle }} -> turn nature"
        )
    elif spawn:
        yield (
            'move End = option "end" -> do { ready += done } -> do { raid } -> do { clash } -> do { eat }'
            " -> do { first { if hatching == atOnce -> hatch | do as enemy { hatch } } }"
            f"{spawn} -> do {{ settle }} -> turn nature"
        )


def _picture(arena: _Arena, numbers: list[int]) -> Iterator[str]:
    stands = dict.fromkeys(arena.walls, "#") | dict.fromkeys(arena.food, "f")
    for number, symbol in zip(numbers, "RB", strict=False):
        stands[arena.bases[number][0]] = symbol
    for row in range(arena.height):
        yield f'"{"".join(stands.get((column, row), ".") for column in range(arena.width))}"'


def _pawns(arena: _Arena, number: int) -> str:
    """Return the number of pawns of a base on each cell."""
    cells = [cell for owner, cell, _ in arena.pawns if owner == number]
    if not cells:
        column, row = arena.bases[number][0]
        beside = column + 1, row
        is_free = column + 1 < arena.width and beside not in arena.walls
        cells = [beside if is_free else (column, row)]
    return " ".join(str(cells.count((c, r))) for r in range(arena.height) for c in range(arena.width))
