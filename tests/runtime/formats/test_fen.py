"""FEN: the positions of games as lines, and back. python-chess is the judge for chess and what is like it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.gallery import EXAMPLES, Example
from tilewright import load
from tilewright.metamodel.language import Fen, FenField
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.fen import _CALLED, READERS, WRITERS, read_fen, write_fen

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WRITTEN = [e for e in EXAMPLES if any(isinstance(f, Fen) for f in getattr(e.document.root, "formats", ()))]
"""The games of the gallery that are written so."""


def concrete(cls: type[FenField]) -> Iterator[type[FenField]]:
    for sub in cls.__subclasses__():
        yield sub
        yield from concrete(sub)


def test_every_field_is_written_and_read() -> None:
    assert set(WRITERS) == set(READERS) == set(_CALLED) == set(concrete(FenField))


@pytest.mark.parametrize("example", WRITTEN, ids=str)
def test_positions_of_the_gallery_come_back(example: Example) -> None:
    state = load(example.name).initial_state()
    assert read_fen(write_fen(state), state.game).state == state
    random = Random(1)
    for _ in range(12):
        if state.is_over:
            break
        state = state.play(random.choice(list(state.legal_moves)))
        line = read_fen(write_fen(state, 7), state.game)
        assert write_fen(line.state, line.number) == write_fen(state, 7)
        assert line.state.board() == state.board()


def boards() -> dict[str, Callable[[], Any]]:
    import chess.variant

    return {
        "chess": chess.Board,
        "crazyhouse": chess.variant.CrazyhouseBoard,
        "king-of-the-hill": chess.variant.KingOfTheHillBoard,
        "three-check": chess.variant.ThreeCheckBoard,
        "racing-kings": chess.variant.RacingKingsBoard,
        "antichess": chess.variant.AntichessBoard,
        "atomic": chess.variant.AtomicBoard,
    }


def named(state: State, move: Any) -> str:
    """Return a move as that library calls it."""
    text = str(move)
    return text.replace("=", "@") if text[1] == "=" else text.replace("-", "").replace("=", "")


def same(ours: str, theirs: str, name: str) -> None:
    """Compare two lines. That library does not set the clock back when a pawn is dropped, the model does."""
    mine, others = ours.split(), theirs.split()
    if name == "crazyhouse":
        mine[4] = others[4]
    assert mine == others


def judged(name: str, positions: int, seed: int) -> None:
    """Play random games beside the library."""
    game, random, seen = load(name), Random(seed), 0
    while seen < positions:
        board, state = boards()[name](), game.initial_state()
        while not state.is_over and seen < positions:
            move = random.choice(list(state.legal_moves))
            board.push_uci(named(state, move))
            state = state.play(move)
            seen += 1
            text = write_fen(state)
            same(text, board.fen(en_passant="fen"), name)
            line = read_fen(text, game)
            assert write_fen(line.state, line.number) == text
            assert line.state.board() == state.board()
            if not state.is_over:  # repetitions end a game, of which a line knows nothing
                assert list(line.state.legal_moves) == list(state.legal_moves)


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "three-check", "racing-kings", "antichess", "atomic"])
def test_positions_of_random_games_are_those_of_the_library(name: str) -> None:
    judged(name, 80, 3)


@pytest.mark.prove
@pytest.mark.parametrize(
    "name",
    ["chess", "crazyhouse", "king-of-the-hill", "three-check", "racing-kings", "antichess", "atomic"],
)
def test_ten_thousand_positions_are_those_of_the_library(name: str) -> None:
    judged(name, 10_000, 4)


LINES = [
    ("castling is possible on one side", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "e1-g1 e8-c8", "e1-c1 e8-g8"),
    ("a king that stands elsewhere does not castle", "1r3k1r/8/8/8/8/8/8/R3K2R b - - 0 1", "", "f8-d8 e1-g1"),
    ("en passant", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5-c6", ""),
    ("no en passant", "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", "", "d5-c6"),
]


@pytest.mark.parametrize(("line", "legal", "illegal"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_what_a_line_says_is_played(line: str, legal: str, illegal: str) -> None:
    state = read_fen(line, load("chess")).state
    both = [str(move) for me in (0, 1) for move in state.game.state(_to_move(state, me)).legal_moves]
    assert set(legal.split()) <= set(both)
    assert not set(illegal.split()) & set(both)


def _to_move(state: State, player: int) -> Any:
    from dataclasses import replace

    return replace(state.start, player=player, seat=player)


BAD = [
    ("", "unexpected-token", 1, "the rows"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "wrong-picture", 1, "8 rows, not 7"),
    ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "wrong-picture", 10, "here are 7"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "wrong-picture", 19, "8 columns"),
    ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "wrong-picture", 19, "8 columns"),
    ("rnbqkbnr/pppppppp/08/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad-value", 19, "without zeros"),
    ("rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "unknown-symbol", 13, "'x'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "unexpected-token", 45, "one of w b"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQx - 0 1", "unknown-symbol", 49, "K Q k q"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", "unknown-symbol", 48, "twice"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "bad-value", 47, "e1 and h1"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq i3 0 1", "bad-value", 52, "'i3'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3! 0 1", "bad-value", 54, "'!'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "bad-value", 54, "a number"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999 1", "bad-value", 54, "32767"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 -1", "bad-value", 56, "a number"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "unexpected-token", 55, "number of the move"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x", "unexpected-token", 58, "the end of the line"),
    ("x" * 20_000, "file-too-large", 0, "10000"),
]


@pytest.mark.parametrize(("line", "code", "column", "words"), BAD, ids=[f"{row[1]}-{row[2]}" for row in BAD])
def test_what_is_wrong_is_told_where_it_is(line: str, code: str, column: int, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_fen(line, load("chess"), "a.fen")
    found = caught.value.diagnostics
    assert (code, "a.fen") == (found[0].code, found[0].place.file)
    assert column in (0, found[0].place.column), found[0]
    assert words in found[0].message
    assert read_fen(START, load("chess")).number == 1


BAD_HANDS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "unexpected-token", "in brackets"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1", "unknown-symbol", "'K'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[2P] w KQkq - 0 1", "unknown-symbol", "'2'"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P w KQkq - 0 1", "unexpected-token", "in brackets"),
]


@pytest.mark.parametrize(("line", "code", "words"), BAD_HANDS)
def test_what_is_wrong_with_pieces_in_hand(line: str, code: str, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_fen(line, load("crazyhouse"))
    assert (caught.value.diagnostics[0].code, words in caught.value.diagnostics[0].message) == (code, True)


BAD_NUMBERS = [
    ("3", 54, "2 numbers with + between"),
    ("3+3+3", 54, "2 numbers with + between"),
    ("3+4", 56, "a number from 0 to 3"),
    ("x+3", 54, "a number from 0 to 3"),
]


@pytest.mark.parametrize(("word", "column", "words"), BAD_NUMBERS)
def test_what_is_wrong_with_numbers_of_players(word: str, column: int, words: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {word} 0 1", load("three-check"))
    found = caught.value.diagnostics[0]
    assert (found.code, found.place.column, words in found.message) == ("bad-value", column, True)


def test_random_damage_is_told_or_read() -> None:
    game, random = load("chess"), Random(6)
    for _ in range(400):
        text = list(START)
        for _ in range(random.randint(1, 4)):
            text[random.randrange(len(text))] = random.choice("rnbqkpRNBQKP/12345678 w-KQe3[]~é\t\0")
        try:
            line = read_fen("".join(text), game)
        except ModelError as error:
            assert error.diagnostics
        else:
            assert read_fen(write_fen(line.state, line.number), game).state == line.state


def test_a_game_that_does_not_say_it() -> None:
    with pytest.raises(NotSaid, match="the model of Othello does not say how it is written as FEN"):
        write_fen(load("othello").initial_state())


def test_the_command_line_takes_and_prints_lines(tmp_path: Any) -> None:
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    file = tmp_path / "kiwipete.fen"
    file.write_text(kiwipete + "\n", encoding="utf-8")
    for position in (kiwipete, str(file)):
        assert run("perft", "chess", "2", "--position", position).output.split() == ["2039"]
        assert run("show", "chess", "--position", position, "--format", "fen").output.strip() == kiwipete
    wrong = run("show", "chess", "--position", "8/8 w")
    assert (wrong.exit_code, "<FEN>:1:1: error: the board has 8 rows, not 2 [wrong-picture]" in wrong.output) == (
        1,
        True,
    )
    for text, words in (
        ("rnbqkbnr w KQkq - 0 1", "initial); FEN has 8 rows with '/' between them, then a blank and who is to move"),
        ("8/8/8/8/8/8/8/8", "FEN has 8 rows"),
        ("kiwipete", "; did you mean 'Kiwipete'?"),
    ):
        unknown = run("show", "chess", "--position", text)
        assert (unknown.exit_code, unknown.output.strip().endswith(words) or words in unknown.output) == (2, True)
        assert ("FEN" in unknown.output) == ("FEN" in words)
    assert "FEN" not in run("show", "othello", "--position", "8 w").output
    silent = run("show", "othello", "--format", "fen")
    assert (silent.exit_code, "has no Fen" in silent.output) == (2, True)
