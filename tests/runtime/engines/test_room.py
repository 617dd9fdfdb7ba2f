"""Positions with more moves than a program had room for: the program grows with the clicks, and says where it ends."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.runtime.search.uct import TreeSearch
from tilewright.runtime.search.unsearched import Unsearched
from tilewright.runtime.simulation import simulate

CODES = """game Codes {{
  players A, B
  board {cells}x1
  kind P:p Q:q
  zone tray 4x1
  counter plies 0..99
  sub peg = goto all -> select -> goto tray -> empty -> pick -> set P
  move Guess = {pegs} -> goto tray -> set empty -> plies += 1 -> do {{ if plies == 20 -> draw }}
}}
"""
"""A game in which a move clicks several of some cells, one after the other."""

PASSING = """game Passing {
  players A, B
  board 1x1
  pieces Card:c
  zone hand 13x1 per { "ccccccccccccc" }
  mark one, two, three
  counter plies 0..99
  move Pass = goto hand -> Card -> select one -> goto hand -> Card -> !at one -> select two
    -> goto hand -> Card -> !at one -> !at two -> select three -> plies += 1 -> do { if plies == 20 -> draw }
}
"""
"""A game in which a move clicks three cards of thirteen."""


SLIDING = """game Sliding {
  players A, B
  board 11x11
  kind Man:m
  directions orth = (0,-1) (0,1) (1,0) (-1,0)
  mark from
  counter plies 0..99
  setup {
    "..........." "....mmm...." "..........." "..........." ".m.......m." ".m.......m."
    ".m.......m." "..........." "..........." "....mmm...." "..........."
  }
  sub slide = goto all -> Man -> select from -> step orth * through empty -> empty -> select -> move from
  move Two = slide -> slide
  effect = plies += 1 -> if plies == 20 -> draw
}
"""
"""A game in which a move slides two men: the clicks of the second follow those of the first."""


def slides() -> int:
    """Return how many moves there are in the first position of ``SLIDING``, counted without any rules of ours."""

    def follow(men: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        for x, y in men:
            for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0)):
                i, j = x + dx, y + dy
                while 0 <= i < 11 and 0 <= j < 11 and (i, j) not in men:
                    yield men - {(x, y)} | {(i, j)}
                    i, j = i + dx, j + dy

    men = frozenset((x, y) for here in range(4, 7) for there in (1, 9) for x, y in ((here, there), (there, here)))
    return sum(1 for once in follow(men) for _ in follow(once))


def codes(cells: int, pegs: int) -> str:
    return CODES.format(cells=cells, pegs=" -> ".join(["peg"] * pegs))


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize(
    ("text", "count"),
    [
        (codes(6, 4), 6**4),
        (codes(6, 4).replace(" -> ".join(["peg"] * 4), "repeat 4..4 { goto all -> select }"), 6**4),
        (PASSING, 13 * 12 * 11),
        (SLIDING, slides()),
    ],
    ids=["clicks", "repeated", "cards", "slides"],
)
def test_there_is_room_for_moves_of_many_clicks(
    text: str, count: int, engine: str, caplog: pytest.LogCaptureFixture
) -> None:
    played = game(text, engine)
    assert played.initial_state().count_moves() == count == game(text, "interpreter").initial_state().count_moves()
    assert simulate(played, 1, seed=1, max_plies=3).plies == 3
    assert not caplog.records


def test_a_search_has_room_for_them() -> None:
    need("native")
    analysis = TreeSearch(game(PASSING, "native").initial_state(), seed=1).run(20)
    assert analysis.visits == 20


@pytest.mark.parametrize("engine", COMPILED)
def test_where_there_is_no_room_the_interpreter_plays_and_it_is_told(
    engine: str, caplog: pytest.LogCaptureFixture
) -> None:
    played = game(codes(10, 4), engine)
    with caplog.at_level(logging.WARNING):
        assert simulate(played, 2, seed=1, max_plies=1).plies == 2
    assert [record.message for record in caplog.records] == [
        "Codes: a position is left to the interpreter, which is slower: it has more moves, or takes more steps, than its "
        "program has room for"
    ]
    refusing = game(
        codes(10, 4).replace("plies += 1 ->", "plies += 1 -> if plies != 9 ->"), engine
    )  # each move is tried
    with pytest.raises(Unsearched, match="is left to the interpreter: it has more moves"):
        TreeSearch(refusing.initial_state(), seed=1).run(3)
