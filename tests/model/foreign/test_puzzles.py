"""Puzzles of the ProjectLCore library become games that extend Project L."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.independent.project_l import SIDE, ProjectL, Puzzle, puzzles_of
from tests.support.places import GALLERY
from tests.support.puzzling import agree
from tests.support.tools import lack
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, told_syntax, write
from tilewright.model.validation import validate
from tilewright.runtime import Game, load

SEEDS = os.environ.get("TILEWRIGHT_SEEDS", "")
MODEL = (GALLERY / "project-l" / "project-l.game").read_text(encoding="utf-8")


def rows_of(puzzle: Puzzle, filled: str, empty: str) -> list[str]:
    """Return the rows of the picture of a puzzle."""
    rows = [puzzle.image >> row * SIDE & 31 for row in range(SIDE)]
    return ["".join(filled if row >> column & 1 else empty for column in range(SIDE)) for row in rows]


def number_of(puzzle: Puzzle) -> int:
    return int(puzzle.name[5:])


def as_text(puzzles: list[Puzzle]) -> str:
    """Return puzzles in the format of the library."""
    found = ["# some puzzles"]
    for puzzle in puzzles:
        colour = "B" if puzzle.black else "W"
        found += [f"I {colour} {number_of(puzzle)}", f"R {puzzle.points} {puzzle.reward}"]
        found += [f"P {row}" for row in rows_of(puzzle, "#", ".")]
    return "\n".join(found)


def as_kinds(puzzles: list[Puzzle]) -> str:
    """Return the declarations of puzzles, as the referee reads them."""
    return "\n".join(
        f"kind {puzzle.name}:x is {puzzle.name[:5]}, Puzzle {{ points {puzzle.points} reward {puzzle.reward} "
        f'shape "{"/".join(rows_of(puzzle, ".", "#"))}" fixed }}'
        for puzzle in puzzles
    )


def played(text: str, engine: str = "interpreter") -> Game:
    """Return the game of some puzzles."""
    document = read_text(text, "puzzles.txt")
    assert document.syntax is Syntax.PUZZLES and validate(document) == []
    return load(document, engine)


def test_the_puzzles_of_the_gallery_make_its_game() -> None:
    game, gallery = played(as_text(puzzles_of(MODEL))), load("project-l", "interpreter")
    random, ours, theirs = Random(3), game.initial_state(), gallery.initial_state()
    for _ in range(60):
        named = [str(move) for move in theirs.legal_moves]
        assert [str(move) for move in ours.legal_moves] == named
        move = random.choice(named)
        ours, theirs = ours.play(move), theirs.play(move)
    assert str(ours) == str(theirs)


def test_fewer_puzzles_make_a_smaller_game() -> None:
    few = [puzzle for puzzle in puzzles_of(MODEL) if number_of(puzzle) % 4 == 1]
    few = [few[-1], *few[:-1]]
    game = played(as_text(few).replace("I W 1\n", "  I   W 1\r\n\nno line of it\n").replace("O1", "o1"))
    assert {piece for piece in game.pieces if piece.startswith(("White", "Black"))} == {puzzle.name for puzzle in few}
    assert agree(game.initial_state(), ProjectL(2, 15, 8, 5, as_kinds(few)), Random(1), 150) > 50


def test_what_is_read_is_written_as_a_game() -> None:
    document = read_text(as_text(puzzles_of(MODEL)), "puzzles.txt")
    again = read_text(write(document, Syntax.GAME), "again.game")
    assert again.diagnostics == [] and write(again, Syntax.GAME) == write(document, Syntax.GAME)
    with pytest.raises(ValueError, match="is read, not written"):
        write(document, Syntax.PUZZLES)


def many(count: int, number: int = 1, points: int = 5) -> str:
    """Return puzzles, of which the first has this number and these points."""
    first = [(f"B {number}", points), *((f"B {other}", 5) for other in range(101, 105))]
    whites = [(f"W {other}", 5) for other in range(101, 101 + count - len(first))]
    return "".join(f"I {name}\nR {worth} O1\n" + "P .####\n" * 5 for name, worth in [*first, *whites])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (many(52, number=1, points=0), None),
        (many(53), "371:1: error: there are more than 52 puzzles"),
        (many(8), "1:1: error: a game needs 4 white puzzles at least, not 3"),
        (many(9).replace("B 104", "W 999"), "1:1: error: a game needs 5 black puzzles at least, not 4"),
        (many(9, number=999, points=99), None),
        (many(9, number=1000), "1:5: error: the number of a puzzle: a number from 1 to 999, not '1000'"),
        (many(9, number=0), "1:5: error: the number of a puzzle: a number from 1 to 999, not '0'"),
        (many(9, points=100), "2:3: error: the points: a number from 0 to 99, not '100'"),
    ],
)
def test_how_many_puzzles_and_how_great_numbers_there_may_be(text: str, problem: str | None) -> None:
    document = read_text(text, "p.txt")
    assert [str(found).rpartition(" [")[0] for found in document.diagnostics] == [f"p.txt:{problem}"] * bool(problem)
    assert (document.root is None) is bool(problem)


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        ("I W 102\n", "P .####\nI W 102\n", "43:1: a puzzle begins here with P, and the first one with I: "),
        ("I B 1\n", "", "57:1: the last puzzle is not whole: it still needs 1 I"),
        ("I B 1\n", "I B\n", "1:1: I is followed by two words, as in 'I B 1'"),
        ("R 5 O1\nP .####", "R 5 O1\nP", "3:1: P is followed by one word, as in 'P ##..#'"),
        ("I B 1\n", "I X 1\n", "1:3: 'X' is not a colour (there are: B, W)"),
        ("O1", "Q", "2:5: 'Q' is not a piece (there are: I2, I3, I4, L2, L3, O1, O2, T, Z)"),
    ],
)
def test_what_is_said_of_a_line(line: str, instead: str, problem: str) -> None:
    assert line in many(9)
    (found,) = read_text(many(9).replace(line, instead, 1), "p.txt").diagnostics
    assert f"{found.place.line}:{found.place.column}: {found.message}".startswith(problem)


@pytest.mark.parametrize(
    ("text", "name", "syntax"),
    [
        ("I W 1", "a.puzzles", Syntax.PUZZLES),
        ("\ufeffI W 1", "<stdin>", Syntax.PUZZLES),
        ("# a comment\r\n\n  R  5  O1 \r\n", "a", Syntax.PUZZLES),
        ("P ##..#\n", "a.game", Syntax.PUZZLES),
        ("I Q 1", "a.txt", Syntax.PUZZLES),
        ("Puzzles of mine\nI W 1", "a", Syntax.PUZZLES),
        ("Puzzles of mine\nI Q 1", "a.txt", Syntax.PUZZLES),
        ("I Q 1", "a.bgdsl", Syntax.BGDSL),
        ("I Q 1", "a.game", Syntax.GAME),
        ("game A { board 3x3 }\nI W 1", "a.txt", Syntax.GAME),
        ("game A { ui {", "a.txt", Syntax.OTHELLO),
        ("Game A { }", "a.txt", Syntax.BGDSL),
        ("a word\n", "a.txt", None),
        ("a word\nI say\n", "a", None),
    ],
)
def test_how_puzzles_are_told(text: str, name: str, syntax: Syntax | None) -> None:
    assert told_syntax(text.encode(), name) is syntax


@pytest.mark.prove
def test_the_puzzles_of_the_library() -> None:
    if not SEEDS:
        pytest.skip("say make prove SEEDS=DIR to read the files of a folder")
    found = sorted(Path(SEEDS).rglob("puzzles.txt"))
    if not found:
        lack(f"puzzles.txt in {SEEDS}")
    game = played(found[0].read_text(encoding="utf-8"), "native")
    shapes = {p.name: p.shape for p in game.tables.game.pieces if p.shape is not None and p.name.startswith(("W", "B"))}
    assert [sum(name.startswith(colour) for name in shapes) for colour in ("White", "Black")] == [32, 20]
    worth = {piece.name: value.number for piece in game.tables.game.pieces for value in piece.attributes
             if value.attribute.name == "points"}  # fmt: skip
    points = {
        colour: sum(number or 0 for name, number in worth.items() if name.startswith(colour))
        for colour in ("White", "Black")
    }
    assert points == {"White": 29, "Black": 77}
    empty = {name: shape.count("#") for name, shape in shapes.items()}
    assert (min(empty.values()), max(empty.values())) == (2, 16) == (empty["White22"], empty["Black1"])
    assert shapes["White9"] == shapes["White22"] == shapes["White23"] and shapes["White10"] == shapes["White25"]
    state = game.initial_state()
    random = Random(1)
    for _ in range(300):
        state = state.play(random.choice(list(state.legal_moves)))
