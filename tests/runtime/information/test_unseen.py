"""What a player is shown, and may do, never depends on what he does not see: it is equal wherever his view is."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from tests.support.engines import game
from tests.support.gallery import HIDDEN
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, load
from tilewright.runtime.bots.messages import view_as_json
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.proof.leaks import look_alikes
from tilewright.runtime.refusals import IllegalMove

EACH = 4_000
"""The pairs of positions of each game in the proof: more than 50 000 together."""
DRAWN = 50
"""Of so many pairs one is drawn, too, which takes a hundred times as long."""
EXPLAINED = 80
"""Of so many pairs of each game moves are explained, which takes as long."""
SELDOM = {"goofspiel", "little-whist"}
"""The games of which hardly any shuffle of cells and numbers looks as before."""
QUICK = ("ambush", "dark-chess", "kuhn-poker", "liars-dice", "phantom-tic-tac-toe")
"""The games of which every run of the tests looks at some pairs."""


def shown(state: State, viewer: int) -> str:
    """Return what a player is shown of a position, as text and as the page gets it."""
    view = state.view(viewer)
    return f"{view}\n{view.to_text()}\n{view.key}\n{json.dumps(view_as_json(view))}"


def picture(state: State, viewer: int) -> str:
    """Return the picture of a position as a player sees it."""
    return render_svg(view_of(state, viewer=viewer))


def reasons(state: State, viewer: int, moves: list[str]) -> list[tuple[object, ...]]:
    """Return what a player is told of some moves: why they are not legal, or that they are."""
    found: list[tuple[object, ...]] = []
    for move in moves:
        said = state.explain(move, viewer)
        found.append((said.message, said.effects, said.cells, said.nearest))
        if not said.legal:
            with pytest.raises(IllegalMove) as refused:
                state.play(move)
            found.append((refused.value.reason,))
    return found


def tried(state: State, random: Random) -> list[str]:
    """Return some moves of a position, and as many that are drawn at random."""
    cells = state.game.names.cells
    names = [state.game.names.cell_name(cell) for cell in random.choices(cells, k=9)]
    legal = [str(move) for move in random.choices(list(state.legal_moves), k=3)]
    return [*legal, *names[:3], *map("-".join, zip(names[3:6], names[6:], strict=True))]


def legal(state: State) -> set[str] | None:
    """Return the legal moves; None where the rules fail, in a position that no game reaches."""
    try:
        return set(map(str, state.legal_moves))
    except ModelError:
        return None


def compared(name: str, pairs: int) -> int:
    """Compare what the mover is shown of positions that look the same to him, and may do; return of how many."""
    rules, random = load(name, "interpreter"), Random(name)
    count = 0
    for state, other in islice(look_alikes(rules, 100_000, 1), pairs):
        viewer = state.player.number
        assert state.start != other.start
        assert shown(state, viewer) == shown(other, viewer)
        assert legal(other) in (legal(state), None)
        if count % DRAWN == 0:
            assert picture(state, viewer) == picture(other, viewer)
        if count % max(5, pairs // EXPLAINED) == 0:
            moves = tried(state, random)
            assert reasons(state, viewer, moves) == reasons(other, viewer, moves)
        count += 1
    return count


@pytest.mark.parametrize("name", QUICK)
def test_what_is_shown_depends_on_nothing_unseen(name: str) -> None:
    assert compared(name, 100) == 100


def test_it_would_be_seen_if_it_did() -> None:
    """The other player is shown something else in at least one of the positions that the mover cannot tell apart."""
    pairs = islice(look_alikes(load("kuhn-poker", "interpreter"), 100, 1), 60)
    assert any(shown(state, 1 - state.player.number) != shown(other, 1 - state.player.number) for state, other in pairs)


@pytest.mark.prove
@pytest.mark.parametrize("name", sorted(set(HIDDEN) - SELDOM))
def test_fifty_thousand_positions_are_shown_alike(name: str) -> None:
    assert compared(name, EACH) == EACH


def test_what_is_in_the_way_is_not_named() -> None:
    """Neither where a move is refused, nor where somebody asks what it would do."""
    text = """game Scouts {
      players Red, Blue
      board 1x5
      pieces Scout:T Bomb:B
      directions orth = (0,1) (0,-1)
      mark from
      counter traps per owner 0..9 = { 0 | 3 }
      setup { "b" "t" "b" "." "T" }
      move Go = own Scout -> select from -> step orth * through empty -> !own -> select -> set empty
      move Count = if Blue traps == 2 -> option "count"
      sight = own
      back = any
      stuck = lose
    }"""
    state = game(text, "interpreter").initial_state()
    words = "a3 is in the way from a1 to a4: it must be empty, but something is there"
    assert state.explain("a1-a4").sentence == words.replace("something", "Blue's Bomb")
    assert state.explain("a1-a4", 0).sentence == words
    with pytest.raises(IllegalMove, match=words):
        state.play("a1-a4")
    assert "a3: Blue's Bomb becomes empty" in state.explain("a1-a3").effects
    assert state.explain("a1-a3", state.player).effects == ()
    assert "but it is 3" in state.explain("count").sentence
    assert "3" not in state.explain("count", 0).sentence


def test_what_a_move_would_do_is_not_tried() -> None:
    """A player is told that a move is legal also where, by what he does not see, its effects are an error."""
    text = """game Debts {
      players Red, Blue
      simultaneous
      board 1x1
      counter debt per owner 0..9 = { 9 | 0 }
      move Lend owner = option "lend"
      round = do as each { debt += 1 }
    }"""
    state = game(text, "interpreter").initial_state().play("lend")
    said = state.explain("lend", state.player)
    assert said.legal and said.effects == ()
    with pytest.raises(ModelError, match="'debt' would be 10"):
        state.explain("lend")
