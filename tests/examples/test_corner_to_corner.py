"""The ends of corner to corner, which random games do not reach, and the pieces of its referee."""

from __future__ import annotations

import pytest

from tests.independent.corner_to_corner import PIECES, grown, images
from tilewright.runtime import load


def test_the_referee_has_all_polyominoes_of_one_to_five_cells() -> None:
    assert {frozenset(images(piece)) for piece in PIECES} == grown() and len(PIECES) == len(grown()) == 21


@pytest.mark.parametrize(("last", "scores"), [("1....................", (22, 1)), (".2...................", (18, 1))])
def test_all_pieces_are_worth_more(engine: str, last: str, scores: tuple[int, int]) -> None:
    """First has one stone and the last piece, Second one stone and none that he may place."""
    rows = ['"..............."'.replace(".", "", 1)] * 14
    rows[4], rows[9] = '"....X........."', '".........O...."'
    text = f'position End {{ setup {{ {" ".join(rows)} }} zone hand {{ "{last}" / "{"." * 21}" }} }}'
    state = load("corner-to-corner", engine).position(text)
    assert len(state.legal_moves) >= 4
    end = state.play(state.legal_moves[0])
    assert end.is_over and end.scores == scores
