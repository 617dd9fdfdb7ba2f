"""PGN: games of chess and what is like it, read and written. python-chess is the judge."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from tests.runtime.formats.games import random_record
from tests.support.commands import run
from tilewright import load
from tilewright.model.diagnostics import ModelError
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.fen import read_fen
from tilewright.runtime.formats.pgn import read_pgn, write_pgn
from tilewright.runtime.formats.record import Record
from tilewright.runtime.formats.san import San
from tilewright.runtime.matches.transcripts import read_transcript
from tilewright.runtime.position import Returns
from tilewright.runtime.results import numbers


def judged(name: str, games: int, plies: int, seed: int) -> None:
    """Write random games; the library reads each to the same end, in the same words, and what it writes is read."""
    import chess.pgn

    game, random = load(name), Random(seed)
    for _ in range(games):
        record = random_record(game, random, plies)
        text = write_pgn(record)
        theirs = chess.pgn.read_game(StringIO(text))
        assert theirs is not None
        assert not theirs.errors, text
        board = theirs.board()
        words = [word for word in text.split("\n\n")[1].split() if not word.endswith(".")]
        for move, word in zip(theirs.mainline_moves(), words, strict=False):
            assert word == board.san(move)
            board.push(move)
        assert [len(board.move_stack), words[-1]] == [len(record.moves), theirs.headers["Result"]]
        ours = read_pgn(text, game)[0]
        assert (ours.moves, ours.names) == (record.moves, record.names)
        assert read_pgn(str(theirs), game)[0].moves == record.moves


@pytest.mark.parametrize(("name", "plies"), [("chess", 120), ("crazyhouse", 60)])
def test_games_are_read_by_the_library_to_the_same_end(name: str, plies: int) -> None:
    judged(name, 1, plies, 5)


@pytest.mark.prove
@pytest.mark.parametrize("name", ["chess", "crazyhouse"])
def test_a_hundred_games_are_read_by_the_library_to_the_same_end(name: str) -> None:
    judged(name, 100, 400, 6)


@pytest.mark.parametrize(
    "name",
    [
        "gardner", "los-alamos", "king-of-the-hill", "dark-chess", "three-check", "racing-kings", "horde", "antichess",
        "atomic",
    ],
)  # fmt: skip
def test_games_like_chess_come_back(name: str) -> None:
    record = random_record(load(name), Random(2), 40)
    assert read_pgn(write_pgn(record), record.start.game)[0].moves == record.moves


MOVES = [
    # what is tried, the position, how the move is written, and otherwise than that
    ("a knight of two, by its column", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nbd2", "Nb1d2 Nb1-d2 b1-d2"),
    ("a rook of two, by its row", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "R5a3", "Ra5a3 a5-a3"),
    ("a queen of three, by both", "6k1/8/8/8/8/Q1Q5/8/Q5K1 w - - 0 1", "Qa3b2", "a3-b2"),
    ("a capture by a pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "ed5 e4xd5 e4-d5"),
    ("en passant", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", "dc6 dxc6e.p. d5xc6"),
    ("a push beside a capture", "4k3/8/8/3p4/2P1P3/3P4/8/4K3 w - - 0 1", "d4", "d3d4"),
    ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "0-0 e1-g1 Kg1 Ke1g1"),
    ("castling on the long side", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "0-0-0 e8-c8"),
    ("promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a8N a7-a8=n a7a8=N"),
    ("check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+", "Ra8 Ra8# Ra8!? Ra8+!! a1-a8"),
    ("mate", "4k3/R7/8/8/8/8/8/1R2K3 w - - 0 1", "Rb8#", "Rb8 Rb8+"),
]


@pytest.mark.parametrize(("line", "written", "others"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
def test_moves_are_written_and_read(line: str, written: str, others: str) -> None:
    game = load("chess")
    state, san = read_fen(line, game).state, San(game)
    (move,) = san.read(state, written)
    assert san.write(state, move, state.play(move)) == written
    assert all(san.read(state, other) == [move] for other in others.split())


def test_what_is_told_beside_the_moves() -> None:
    text = """% a line of another program
[Event "A \\"try\\" \\\\"]
[White "Ann"]  [Black "Ben"]
[Result "0-1"]

1.e4 {best by
test; (1. d4)} e5 2 . ... ; a remark [to the end
Nf3 $1 (2. f4 exf4 (2... d5 {why?}) 3. Nf3) Nc6 0-1

1... d5 *

[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]

20... Kd7 21. e4"""
    with pytest.raises(ModelError, match="2 is no legal move of White"):
        read_pgn(text, load("chess"))
    with pytest.raises(ModelError, match="d5 is no legal move of White"):
        read_pgn(text.replace("2 . ...", "2. ..."), load("chess"))
    games = read_pgn(text.replace("2 . ...", "2. ...").replace("1... d5", "1. d4"), load("chess"))
    assert [len(game.moves) for game in games] == [4, 1, 2]
    assert (games[0].tags["Event"], games[0].names, games[0].returns) == ('A "try" \\', ("Ann", "Ben"), (-1, 1))
    assert (games[2].number, str(games[2].end.player)) == (20, "Black")
    again = write_pgn(games[2])
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]' in again
    assert again.endswith("\n\n20... Kd7 21. e4 *\n")
    assert read_pgn(again, load("chess")) == [
        Record(games[2].start, games[2].moves, read_pgn(again, load("chess"))[0].tags, ("?", "?"), None, 20)
    ]


BAD = [
    ("", "unexpected-token", (1, 1), "no game"),
    ("1. e4 e5 2. Ke3", "bad-value", (1, 13), "Ke3 is no legal move of White"),
    ("1. e4\ne5\n2. Nf6 *", "bad-value", (3, 4), "Nf6 is no legal move"),
    ("1. Nc3 d5 2. Nf3 d4 3. Nd4 Qxd4 4. Nb5 Qd5 5. N3", "bad-value", (1, 47), "N3 is no legal move"),
    ("1. d3 e5 2. Nf3 e4 3. Nd2", "bad-value", (1, 23), "could be any of: Nfd2 Nbd2"),
    ("1. f3 e5 2. g4 Qh4# 3. a3", "bad-value", (1, 24), "the game is over"),
    ("1. e4 {never", "unexpected-token", (1, 7), "never closed"),
    ("1. e4 }", "unexpected-token", (1, 7), "'}' has no meaning"),
    ("1. e4 (1. d4", "unexpected-token", (1, 13), "within a variation"),
    ("1. e4 ) e5", "unexpected-token", (1, 7), "closes nothing"),
    ('[Event "x]\n1. e4', "unexpected-token", (1, 1), "a tag is written as"),
    ('[Event "x"]\n[Event "y"]\n1. e4', "unexpected-token", (2, 1), "twice"),
    ('[FEN "8/8 w"]\n1. e4', "bad-value", (1, 1), "8 rows, not 2"),
    ("x" * 4_000_001, "file-too-large", (0, 0), "4000000"),
]


@pytest.mark.parametrize(("text", "code", "place", "words"), BAD, ids=[f"{row[1]}-{row[3]}" for row in BAD])
def test_what_is_wrong_is_told_where_it_is(text: str, code: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_pgn(text, load("chess"), "a.pgn")
    (found,) = caught.value.diagnostics
    assert (found.code, found.place.file) == (code, "a.pgn")
    assert place in ((0, 0), (found.place.line, found.place.column)), found
    assert words in found.message


def test_random_damage_is_told_or_read() -> None:
    game, random = load("chess"), Random(6)
    good = '[Event "x"]\n\n1. e4 {a} e5 2. Bc4 (2. d4) Nc6 $1 3. Qh5 Nf6 4. Qxf7# 1-0\n'
    for _ in range(50):
        text = list(good)
        for _ in range(random.randint(1, 3)):
            text[random.randrange(len(text))] = random.choice('[](){}"\\;%.$*\n 123NQexO-=#\0é')
        try:
            records = read_pgn("".join(text), game)
        except ModelError as error:
            assert error.diagnostics
        else:
            assert read_pgn(write_pgn(records[0]), game)[0].moves == records[0].moves


def test_games_that_are_not_written_so() -> None:
    for name, why in (("othello", "has no Pgn"), ("shogi", "has no Pgn")):
        with pytest.raises(NotSaid, match=why):
            write_pgn(random_record(load(name), Random(1), 2))


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_transcript_keeps_who_played_and_how_it_ended(result: str, tmp_path: Path) -> None:
    """The rules have not ended these games; a transcript of a match that somebody resigned is one, too."""
    pgn, text, again = tmp_path / "a.pgn", tmp_path / "a.txt", tmp_path / "b.pgn"
    pgn.write_text(f'[White "Ann \\"A\\""]\n[Black "?"]\n\n1. e4 e5 {result}\n', encoding="utf-8")
    assert run("transcribe", "chess", str(pgn), str(text)).output == ""
    assert run("transcribe", "chess", str(text), str(again)).output == ""
    ours, theirs = (read_pgn(path.read_text("utf-8"), load("chess"))[0] for path in (pgn, again))
    assert (ours.names, ours.returns, ours.moves) == (theirs.names, theirs.returns, theirs.moves)
    resigned = text.read_text("utf-8").replace('"told: ', '"resigned: ')
    text.write_text(resigned, encoding="utf-8")
    assert f"e5 {result}" in run("transcribe", "chess", str(text), "-", "--to", "pgn").output


@pytest.mark.parametrize(
    "result",
    ["", "told", "told: ", "told: 1", "told: 1 to -1 to 0", "told: 1 to inf", "told: 1/0 to 0", f"told: 1 to {10**12}"],
)
def test_a_result_that_is_none_is_not_read(result: str) -> None:
    told = read_transcript(f'[Result "{result}"]\n\n')
    assert told.returns(2) is None
    assert told.names(2) == ("?", "?")


@pytest.mark.parametrize(
    ("result", "returns"), [("1 to -1", (1, -1)), ("1/2 to -3", (Fraction(1, 2), -3)), ("0.5 to 2", (0.5, 2))]
)
def test_results_are_read_as_they_are_written(result: str, returns: Returns) -> None:
    assert read_transcript(f'[Result "told: {result}"]\n\n').returns(2) == returns
    assert numbers(returns) == result


def test_the_command_line_goes_from_one_form_to_another(tmp_path: Path) -> None:
    pgn, text, again = tmp_path / "a.pgn", tmp_path / "a.txt", tmp_path / "b.pgn"
    pgn.write_text('[White "Ann"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 *\n', encoding="utf-8")
    assert run("transcribe", "chess", str(pgn), str(text)).output == ""
    assert "1. f2-f3 2. e7-e5 3. g2-g4 4. d8-h4" in text.read_text("utf-8")
    assert run("transcribe", "chess", str(text), str(again)).output == ""
    assert again.read_text("utf-8").endswith('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    assert '[White "Ann"]' in run("transcribe", "chess", str(pgn), "-", "--to", "pgn").output
    assert run("transcribe", "chess", str(pgn), "-", "--to", "pgn", "--number", "2").output.endswith("\n\n1. d4 *\n")
    played = run("play", "chess", "--load", str(pgn)).output
    assert "Black has won" in played
    for arguments, status, words in [
        ((str(pgn), "-", "--number", "3"), 2, "has 2 games, not 3"),
        ((str(pgn), "-", "--to", "sgf"), 2, "has no Sgf"),
        ((str(tmp_path / "none.pgn"), "-"), 2, "No such file"),
    ]:
        result = run("transcribe", "chess", *arguments)
        assert (result.exit_code, words in result.output) == (status, True), result.output
    pgn.write_text("1. e5 *", encoding="utf-8")
    result = run("transcribe", "chess", str(pgn), str(again))
    assert (result.exit_code, "a.pgn:1:4: error: e5 is no legal move of White" in result.output) == (1, True)
    assert "Qh4#" in again.read_text("utf-8")  # a file that is there is not touched
    assert "1:4: e5 is no legal move" in run("play", "chess", "--load", str(pgn)).output
