"""Deep perft on machine code: the published counts that no interpreter reaches.

Sources stand in the .perft tables of the examples; of chess, the Chess Programming Wiki, "Perft Results"; of checkers and
othello, Aart Bik, "Computing deep perft and divide numbers".
"""

from __future__ import annotations

import pytest

from tests.support.engines import need
from tilewright.runtime import load, perft
from tilewright.runtime.proof.perft_tables import named_position

SOON = [
    ("chess", "initial", 4, 197281),
    ("chess", "Kiwipete", 3, 97862),
    ("checkers", "initial", 8, 845931),
    ("connect-four", "initial", 7, 823536),
    ("othello", "initial", 8, 390216),
    ("breakthrough", "initial", 4, 256036),
    ("amazons", "initial", 2, 4307152),
    ("go", "initial", 3, 531522),
]
DEEP = [
    ("chess", "initial", 6, 119060324),
    ("chess", "Kiwipete", 5, 193690690),
    ("chess", "Position3", 6, 11030083),
    ("chess", "Position4", 5, 15833292),
    ("chess", "Position5", 5, 89941194),
    ("chess", "Position6", 5, 164075551),
    ("checkers", "initial", 10, 18391564),
    ("connect-four", "initial", 9, 39394572),
    ("othello", "initial", 9, 3005288),
    ("breakthrough", "initial", 5, 6182818),
]


@pytest.mark.parametrize(("name", "position", "depth", "count"), SOON)
def test_counts(name: str, position: str, depth: int, count: int) -> None:
    assert _counted(name, position, depth) == count


@pytest.mark.prove
@pytest.mark.parametrize(("name", "position", "depth", "count"), DEEP)
def test_deep_counts(name: str, position: str, depth: int, count: int) -> None:
    assert _counted(name, position, depth) == count


def _counted(name: str, position: str, depth: int) -> int:
    need("native")
    game = load(name, "native")
    return perft(game.initial_state() if position == "initial" else named_position(game, position), depth)
