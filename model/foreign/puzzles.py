"""Puzzles of the ProjectLCore library, ``puzzles.txt``. They are read, not written.

::

    # what begins with neither I, R nor P is a comment
    I B 1            black or white, W, and a number
    R 5 O1           points, and the piece that is the reward
    P ##..#          five rows: # is filled, . is empty
    ...

The lines of a puzzle may be in any order; the next puzzle begins when one is complete. The model extends the game
``project-l`` of the gallery, whose puzzles are replaced by those of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase

from tilewright.model.diagnostics import Related
from tilewright.model.document import Document, Syntax
from tilewright.model.game.extending import read_game
from tilewright.model.hints import near_miss
from tilewright.model.places import Place, Recorded
from tilewright.model.reporting import Reporter
from tilewright.model.text.scanner import decode, readable

__all__ = ["read_puzzles"]

SIDE = 5
LEAST = {"W": 4, "B": 5}
"""The least number of puzzles of each colour: those of a row, and another black one for the deck."""
SYMBOLS = ascii_uppercase + ascii_lowercase
MOST = len(SYMBOLS)
"""The greatest number of puzzles: each is drawn by a letter."""
MOST_POINTS, MOST_NUMBER = 99, 999
COLOURS = {"W": "White", "B": "Black"}
_PIECES = ("O1", "O2", "I2", "I3", "I4", "L2", "L3", "Z", "T")
_PLAIN = 'game Puzzles extends "project-l" {\n}\n'


@dataclass
class _Puzzle:
    """A puzzle as far as it has been read."""

    place: Place
    first: str
    """The first word of its first line."""
    colour: str | None = None
    number: int | None = None
    points: int | None = None
    reward: str | None = None
    rows: list[str] = field(default_factory=list)
    said: dict[str, Place] = field(default_factory=dict)
    """The places of the lines I and R, of which a puzzle has one each."""
    broken: bool = False
    """Whether an error in one of its lines was reported."""

    @property
    def missing(self) -> list[str]:
        """The kinds of the lines that are still missing, each as often as it is."""
        lines = [kind for kind in "IR" if kind not in self.said]
        return [*lines, *["P"] * (SIDE - len(self.rows))]

    @property
    def name(self) -> str:
        """The name of the kind of pieces that stands for the puzzle."""
        return f"{COLOURS[self.colour or 'W']}{self.number}"


def read_puzzles(data: str | bytes, file: str) -> Document:
    """Read a model from the text of puzzles. Never raises; every problem is in the document.

    There is a model only if there is no error. Cost: linear in the size of the text.
    """
    text, problems = decode(data, file)
    document = Document(file, None, Syntax.PUZZLES, problems)
    if problems:
        return document
    reader = _Reader(file)
    puzzles = reader.read(text)
    document.diagnostics += reader.diagnostics
    if reader.diagnostics:
        return document
    composed = "\n".join(_lines(puzzles, _replaced(puzzles)))
    read = read_game(composed, file)
    assert not read.diagnostics, f"a game was composed that cannot be read: {read.diagnostics[0]}\n{composed}"
    document.root = read.root
    places = document.places = Recorded(file)
    places.record(document.game, Place(file, 1, 1))
    known = {puzzle.name: puzzle.place for puzzle in puzzles}
    for piece in document.game.pieces:
        if piece.name in known:
            places.record(piece, known[piece.name])
    return document


class _Reader(Reporter):
    """Reads one file, line by line."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.puzzles: list[_Puzzle] = []

    def read(self, text: str) -> list[_Puzzle]:
        """Return the complete puzzles of a text."""
        current: _Puzzle | None = None
        begun: list[_Puzzle] = []
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if not words or words[0][0] not in "IRP":
                continue
            place = Place(self.file, number, len(line) - len(line.lstrip()) + 1)
            if current is None:
                current = _Puzzle(place, words[0])
                begun.append(current)
            if words[0] not in ("I", "R", "P"):
                message = f"a line begins with I, R or P and a blank, or is a comment: '{readable(words[0])}'"
                self.report("unexpected-token", message, place)
                current.broken = True
                continue
            self._line(current, line, words, place)
            if not current.missing:
                self._whole(current)
                current = None
            if len(self.puzzles) > MOST:
                self.report("too-large", f"there are more than {MOST} puzzles", place)
                return self.puzzles
        if current is not None and not current.broken:
            self._not_whole(current, begun)
        if not self.diagnostics:
            self._enough()
        return self.puzzles

    def _not_whole(self, last: _Puzzle, begun: list[_Puzzle]) -> None:
        """Report that the last puzzle lacks lines, or where puzzles cease to begin as the first one does."""
        lines = ", ".join(dict.fromkeys(f"{last.missing.count(kind)} {kind}" for kind in last.missing))
        message, place = f"the last puzzle is not whole: it still needs {lines}", last.place
        other = next((puzzle for puzzle in begun if puzzle.first != begun[0].first), None)
        if other is not None:
            place = other.place
            message = (
                f"a puzzle begins here with {other.first}, and the first one with {begun[0].first}: "
                "a line is missing, or there is one too many"
            )
        self.report("missing-feature", message, place)

    def _line(self, puzzle: _Puzzle, line: str, words: list[str], place: Place) -> None:
        """Read a line of a puzzle."""
        kind, wanted = words[0], {"I": 3, "R": 3, "P": 2}[words[0]]
        if kind in puzzle.said or (kind == "P" and len(puzzle.rows) == SIDE):
            rest = ", ".join(dict.fromkeys(puzzle.missing))
            has = "five rows" if kind == "P" else f"its line {kind}"
            message = f"the puzzle has {has} already; it still needs {rest}"
            earlier = puzzle.said.get(kind, puzzle.place)
            self.report("duplicate-feature", message, place, (Related("it begins here", earlier),))
            puzzle.broken = True
            return
        if kind != "P":
            puzzle.said[kind] = place
        if len(words) != wanted:
            example = {"I": "I B 1", "R": "R 5 O1", "P": "P ##..#"}[kind]
            count = "two words" if wanted == 3 else "one word"
            self.report("unexpected-token", f"{kind} is followed by {count}, as in '{example}'", place)
            puzzle.broken = True
            if kind == "P":
                puzzle.rows.append("." * SIDE)
            return
        at = [Place(self.file, place.line, start + 1) for start in _starts(line)]
        match kind:
            case "I":
                puzzle.colour = self._one_of(words[1], "a colour", tuple(COLOURS), at[1])
                puzzle.number = self._number(words[2], "the number of a puzzle", 1, MOST_NUMBER, at[2])
            case "R":
                puzzle.points = self._number(words[1], "the points", 0, MOST_POINTS, at[1])
                puzzle.reward = self._one_of(words[2].upper(), "a piece", _PIECES, at[2])
            case _:
                puzzle.rows.append(words[1])
                self._row(words[1], at[1])

    def _row(self, row: str, place: Place) -> None:
        wrong = next((n for n, sign in enumerate(row) if sign not in "#."), None)
        if wrong is not None:
            message = f"a cell is '#', filled, or '.', empty, not '{readable(row[wrong])}'"
            self.report("bad-value", message, Place(place.file, place.line, place.column + wrong))
        elif len(row) != SIDE:
            self.report("bad-value", f"a row has {SIDE} cells, not {len(row)}", place)

    def _one_of(self, word: str, what: str, known: tuple[str, ...], place: Place) -> str | None:
        if word in known:
            return word
        hint = near_miss(word, known, most=len(known))
        message = f"'{readable(word)}' is not {what}{hint}"
        self.report("bad-value", message, place, remedies=hint.remedies)
        return None

    def _number(self, word: str, what: str, least: int, most: int, place: Place) -> int | None:
        if word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most:
            return int(word)
        self.report("bad-value", f"{what}: a number from {least} to {most}, not '{readable(word)}'", place)
        return None

    def _whole(self, puzzle: _Puzzle) -> None:
        """Add a puzzle that has all its lines, unless something is wrong with it."""
        if puzzle.broken:
            return
        if all("." not in row for row in puzzle.rows):
            self.report("bad-value", "the puzzle has no empty cell, so that it could never be filled", puzzle.place)
        if puzzle.colour is not None and puzzle.number is not None:
            same = next((other for other in self.puzzles if other.name == puzzle.name), None)
            if same is not None:
                message = f"there is a puzzle {puzzle.colour} {puzzle.number} already"
                self.report("duplicate-feature", message, puzzle.said["I"], (Related("it is here", same.place),))
                return
            self.puzzles.append(puzzle)

    def _enough(self) -> None:
        """Report colours of which there are too few puzzles."""
        for colour, least in LEAST.items():
            count = sum(puzzle.colour == colour for puzzle in self.puzzles)
            if count < least:
                message = f"a game needs {least} {COLOURS[colour].lower()} puzzles at least, not {count}"
                self.report("missing-feature", message, Place(self.file, 1, 1))


def _starts(line: str) -> Iterator[int]:
    """Yield the index at which each word of a line begins."""
    before = " "
    for number, sign in enumerate(line):
        if not sign.isspace() and before.isspace():
            yield number
        before = sign


def _replaced(puzzles: list[_Puzzle]) -> list[str]:
    """Return the names of the puzzles of ``project-l`` that are not among *puzzles*."""
    base = read_game(_PLAIN, "puzzles")
    names = {puzzle.name for puzzle in puzzles}
    groups = (piece for piece in base.game.pieces if any(group.name == "Puzzle" for group in piece.groups))
    return [piece.name for piece in groups if piece.name not in names]


def _lines(puzzles: list[_Puzzle], gone: list[str]) -> Iterator[str]:
    """Yield the lines of the game in the notation; *gone* are the names of the puzzles that it removes."""
    by_colour = {colour: [puzzle for puzzle in puzzles if puzzle.colour == colour] for colour in COLOURS}
    symbols = dict(zip((puzzle.name for each in by_colour.values() for puzzle in each), SYMBOLS, strict=False))
    width = max(map(len, by_colour.values()))
    yield 'game Puzzles extends "project-l" {'
    yield f"  without {', '.join(['Alone', 'Two', 'Three', 'Four', *gone])}"
    for colour, feature in (("W", "whites"), ("B", "blacks")):
        count = len(by_colour[colour])
        yield f"  parameter {feature} {LEAST[colour]}..{count} = {count}"
    for puzzle in puzzles:
        image = "/".join(row.translate({ord("#"): ".", ord("."): "#"}) for row in puzzle.rows)
        yield (
            f"  kind {puzzle.name}:{symbols[puzzle.name]} is {COLOURS[puzzle.colour or 'W']}, Puzzle "
            f'{{ points {puzzle.points} reward {puzzle.reward} shape "{image}" fixed }}'
        )
    rows = ("".join(symbols[puzzle.name] for puzzle in each).ljust(width) for each in by_colour.values())
    drawn = " ".join(f'"{row}"' for row in rows)
    yield f"  zone pool {width}x2 {{ {drawn} }}"
    yield f"  counter order cell pool 0..{width}"
    yield "  counter score per -9999..9999"
    yield "}"
