"""What a player is shown never depends on what he does not see: its bytes are equal wherever his view is."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from tests.support.gallery import HIDDEN
from tilewright.runtime import State, load
from tilewright.runtime.bots.messages import view_as_json
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.proof.leaks import look_alikes

EACH = 4_000
"""The pairs of positions of each game in the proof: more than 50 000 together."""
DRAWN = 50
"""Of so many pairs one is drawn, too, which takes a hundred times as long."""
SELDOM = {"goofspiel", "little-whist"}
"""The games of which hardly any shuffle of cells and numbers looks as before."""
QUICK = ("kuhn-poker", "liars-dice", "phantom-tic-tac-toe")
"""The games of which every run of the tests looks at some pairs."""


def shown(state: State, viewer: int) -> str:
    """Return what a player is shown of a position, as text and as the page gets it."""
    view = state.view(viewer)
    return f"{view}\n{view.to_text()}\n{view.key}\n{json.dumps(view_as_json(view))}"


def picture(state: State, viewer: int) -> str:
    """Return the picture of a position as a player sees it."""
    return render_svg(view_of(state, viewer=viewer))


def compared(name: str, pairs: int) -> int:
    """Compare what the mover is shown of positions that look the same to him; return of how many."""
    game = load(name, "interpreter")
    count = 0
    for state, other in islice(look_alikes(game, 100_000, 1), pairs):
        viewer = state.player.number
        assert state.start != other.start
        assert shown(state, viewer) == shown(other, viewer)
        if count % DRAWN == 0:
            assert picture(state, viewer) == picture(other, viewer)
        count += 1
    return count


@pytest.mark.parametrize("name", QUICK)
def test_what_is_shown_depends_on_nothing_unseen(name: str) -> None:
    assert compared(name, 60) == 60


def test_it_would_be_seen_if_it_did() -> None:
    """The other player is shown something else in at least one of the positions that the mover cannot tell apart."""
    pairs = islice(look_alikes(load("kuhn-poker", "interpreter"), 100, 1), 60)
    assert any(shown(state, 1 - state.player.number) != shown(other, 1 - state.player.number) for state, other in pairs)


@pytest.mark.prove
@pytest.mark.parametrize("name", sorted(set(HIDDEN) - SELDOM))
def test_fifty_thousand_positions_are_shown_alike(name: str) -> None:
    assert compared(name, EACH) == EACH
