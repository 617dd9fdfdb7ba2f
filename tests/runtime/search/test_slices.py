"""The amount of work in one call of a kernel: soon as much as takes a moment, and never much more."""

from __future__ import annotations

import pytest

from tilewright.runtime.search.slices import SLICE, Slice


@pytest.mark.parametrize("cost", [0.0, 1e-7, 3e-5, 2e-3, 0.5])
def test_a_call_takes_a_moment(cost: float) -> None:
    """*cost* is the seconds of one unit of work; in the middle it rises to the tenfold."""
    each = Slice()
    for rise in (1, 10):
        for _ in range(12):
            assert each.size == 1 or each.size * cost * rise <= 10 * SLICE
            each.taken(each.size * cost * rise, whole=True)
        assert each.size == 1 or each.size * cost * rise <= 2 * SLICE
        assert each.size * cost * rise >= SLICE / 2 or not cost


def test_short_searches_take_few_calls() -> None:
    each, done = Slice(), 0
    for _ in range(4):
        done += each.size
        each.taken(each.size * 1e-6, whole=True)
    assert done > 1000


def test_a_call_that_was_left_early_says_nothing_about_longer_ones() -> None:
    each = Slice()
    each.taken(0.0, whole=False)
    assert each.size == 1
