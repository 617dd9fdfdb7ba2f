"""SGF: games of stones, read and written. sgfmill is the judge."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.runtime.formats.games import random_record
from tests.support.commands import run
from tests.support.gallery import EXAMPLES
from tilewright import load
from tilewright.metamodel.language import Sgf
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.record import Record
from tilewright.runtime.formats.sgf import read_sgf, write_sgf

WRITTEN = [e.name for e in EXAMPLES if any(isinstance(form, Sgf) for form in getattr(e.document.root, "formats", ()))]
"""The games of the gallery that are written so."""


def stones(state: State) -> dict[tuple[int, int], str]:
    """Return the colours of stones by row from the bottom and column."""
    board = state.board().items()
    found = {name: piece.player for name, piece in board if piece is not None and piece.player is not None}
    return {(int(name[1:]) - 1, ord(name[0]) - ord("a")): player.name[0].lower() for name, player in found.items()}


def judged(name: str, games: int, plies: int, seed: int) -> None:
    """Write random games; the library takes them apart alike, and what it writes is read."""
    from sgfmill.sgf import Sgf_game
    from sgfmill.sgf_moves import get_setup_and_moves

    game, random = load(name), Random(seed)
    for _ in range(games):
        record = random_record(game, random, plies)
        text = write_sgf(record)
        again = read_sgf(text, game)[0]
        assert (again.moves, again.start, again.names) == (record.moves, record.start, record.names)
        if game.board.width != game.board.height:  # which that library does not know
            continue
        theirs = Sgf_game.from_string(text)
        assert [theirs.get_player_name(colour) for colour in "bw"] == list(record.names)
        assert read_sgf(theirs.serialise().decode("utf-8"), game)[0].moves == record.moves
        if name.split("-")[0] == "go":
            board, plays = get_setup_and_moves(theirs)
            for colour, move in plays:
                if move is not None:
                    board.play(*move, colour)
            there = {(row, column): colour for colour, (row, column) in board.list_occupied_points()}
            assert there == stones(record.end)


@pytest.mark.parametrize(("name", "plies"), [("go", 90), ("hex", 60), ("othello", 70), ("gomoku", 60), ("hex-5x4", 20)])
def test_games_are_taken_apart_alike(name: str, plies: int) -> None:
    assert name in WRITTEN
    judged(name, 2, plies, 3)


@pytest.mark.prove
@pytest.mark.parametrize("name", WRITTEN)
def test_many_games_are_taken_apart_alike(name: str) -> None:
    judged(name, 100 if name in ("go", "hex", "othello") else 10, 400, 4)


@pytest.mark.parametrize("name", ["go", "hex", "gomoku"])
def test_positions_come_back(name: str) -> None:
    record = random_record(load(name), Random(7), 21)
    if all(not cells for cells in record.end.marks.values()):
        begun = Record(record.end, tuple(record.end.legal_moves)[3:4])
        again = read_sgf(write_sgf(begun), record.start.game)[0]
        assert (again.start, again.moves) == (begun.start, begun.moves)


def test_what_stands_in_a_tree() -> None:
    text = r"""A preface.
(;FF[4]GM[1]SZ[9]PB[Ann \] B]C[one
two]KM[6.5]AB[cc][dd:ee]AW[gg]PL[W]
 ;W[ef]C[a \(remark](;B[tt](;W[])(;W[aa]))(;B[fe];W[aa]))
(;GM[1]SZ[9:9]B[ab];White[ba];B[resign];W[aa])"""
    first, second = read_sgf(text, load("go"))
    assert [str(move) for move in first.moves] == ["e4", "pass", "pass"]
    assert (first.names, sum(piece is not None for piece in first.start.board().values())) == (("Ann ] B", "?"), 6)
    assert [note.code for note in first.notes] == ["other-rules"]
    assert [str(move) for move in second.moves] == ["a8", "b9"]
    assert read_sgf(text.replace("PL[W]", ""), load("go"))[0].start == first.start


def test_a_forced_pass_need_not_be_told() -> None:
    game, random = load("othello"), Random(1)
    while True:
        record = random_record(game, random, 80)
        if any(str(move) == "pass" for move in record.moves):
            break
    text = write_sgf(record)
    assert "B[]" in text or "W[]" in text
    assert read_sgf(text.replace(";B[]", "").replace(";W[]", ""), game)[0].moves == record.moves


BAD = [
    ("go", "", "unexpected-token", (1, 1), "no game"),
    ("go", "(;B[ee];W[ee])", "bad-value", (1, 10), "ee is no legal move of White: e5 must be empty"),
    ("go", "(;B[ee]\n;B[ef])", "bad-value", (2, 3), "the turn of White, not of B"),
    ("go", "(;B[jj])", "bad-value", (1, 4), "'jj' is no cell of the board, whose last one is ii"),
    ("go", "(;B[e])", "bad-value", (1, 4), "'e' is no cell"),
    ("go", "(;GM[2])", "bad-value", (1, 5), "this is the game 2; Go is 1"),
    ("go", "(;SZ[19])", "bad-value", (1, 5), "9 columns and 9 rows"),
    ("go", "(;AB[cc:aa])", "bad-range", (1, 5), "from its first cell"),
    ("go", "(;PL[x])", "bad-value", (1, 5), "B or W"),
    ("go", "(;B[aa];AW[bb])", "bad-value", (1, 8), "before its first move"),
    ("go", "(;B[aa]B[bb])", "unexpected-token", (1, 8), "twice"),
    ("go", "(;B[aa]", "unexpected-token", (1, 8), "a parenthesis is missing"),
    ("go", "(;B[aa)", "unexpected-token", (1, 4), "never closed"),
    ("go", "(;B)", "unexpected-token", (1, 3), "needs a value"),
    ("go", "()", "unexpected-token", (1, 2), "begins with a node"),
    ("go", "(;B[aa]))", "unexpected-token", (1, 9), "closes nothing"),
    ("go", "(;B[aa](;W[bb]);W[cc])", "unexpected-token", (1, 16), "no node follows variations"),
    ("go", "(;b[aa])", "unexpected-token", (1, 3), "no property"),
    ("go", "(;B[aa];7)", "unexpected-token", (1, 9), "has no meaning"),
    ("go", "(" * 10_001, "nesting-too-deep", (1, 10_001), "10000 deep"),
    ("go", "x" * 4_000_001, "file-too-large", (0, 0), "4000000"),
    ("hex", "(;B[swap-pieces])", "bad-value", (1, 4), "no cell of the board, whose last one is k11"),
    ("hex", "(;B[])", "bad-value", (1, 4), "Red may not pass"),
]


@pytest.mark.parametrize(("name", "text", "code", "place", "words"), BAD, ids=[f"{row[2]}-{row[4]}" for row in BAD])
def test_what_is_wrong_is_told_where_it_is(name: str, text: str, code: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_sgf(text, load(name), "a.sgf")
    (found,) = caught.value.diagnostics
    assert (found.code, found.place.file) == (code, "a.sgf")
    assert place in ((0, 0), (found.place.line, found.place.column)), found
    assert words in found.message


def test_random_damage_is_told_or_read() -> None:
    game, random = load("go"), Random(6)
    good = "(;FF[4]GM[1]SZ[9]AB[cc]AW[dd:ee];B[aa];W[bb](;B[ab];W[])(;B[ba]))"
    for _ in range(400):
        text = list(good)
        for _ in range(random.randint(1, 3)):
            text[random.randrange(len(text))] = random.choice("()[];:\\abisABWPLE 19\0é")
        try:
            records = read_sgf("".join(text), game)
        except ModelError as error:
            assert error.diagnostics
        else:
            again = read_sgf(write_sgf(records[0]), game)[0]
            assert (again.start, again.moves) == (records[0].start, records[0].moves)


def test_games_that_are_not_written_so() -> None:
    with pytest.raises(NotSaid, match="has no Sgf"):
        write_sgf(random_record(load("chess"), Random(1), 2))
    over = random_record(load("go"), Random(1), 400).end
    with pytest.raises(NotSaid, match="no word for the marks and numbers"):
        write_sgf(Record(over, ()))


def test_the_command_line_goes_from_one_form_to_another(tmp_path: Path) -> None:
    sgf, text, again = tmp_path / "a.sgf", tmp_path / "a.txt", tmp_path / "b.sgf"
    sgf.write_text("(;GM[11]SZ[11]PB[Ann];B[a1];W[k11];B[c5])", encoding="utf-8")
    assert run("transcribe", "hex", str(sgf), str(text)).output == ""
    assert "1. a11 2. k1 3. c7" in text.read_text("utf-8")
    assert run("transcribe", "hex", str(text), str(again)).output == ""
    assert again.read_text("utf-8") == "(;FF[4]CA[UTF-8]GM[11]SZ[11]PB[Ann]\n;B[a1];W[k11];B[c5])\n"
    assert "PB[Ann]" in run("transcribe", "hex", str(sgf), "-", "--to", "sgf").output
    sgf.write_text("(;GM[11]SZ[11];B[z9])", encoding="utf-8")
    result = run("transcribe", "hex", str(sgf), str(again))
    assert (result.exit_code, "a.sgf:1:17: error: 'z9' is no cell of the board" in result.output) == (1, True)
