"""Moves that lead to several cells, and what is counted on one cell only."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

CODES = {"perhaps-several-cells", "counts-one-cell", "counts-last-move"}


def found(rules: str, board: str = "4x4", mark: str = "") -> list[str]:
    """Return what is found of these kinds in a game with some rules: the codes, or also what is said."""
    text = f"""game Found {{
  players Ann, Ben
  board {board}
  pieces Man:A/B King:K/k
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions sides = (1,0) (-1,0)
  directions east = (1,0)
  directions ring = links (0,0) > (1,0) > (0,0)
  region goal = cells (0,0)
  counter n 0..99
  mark from, to
  mark seen game{mark}
  {rules}
}}"""
    diagnostics = validate(read_text(text, "found.game"))
    assert not [each for each in diagnostics if each.severity.value == "error"], diagnostics
    return [f"{each.code}: {each.message}" for each in diagnostics if each.code in CODES]


GO = "move Go = own -> select from -> {} -> move from"


@pytest.mark.parametrize(
    "way",
    [
        "step orth -> empty",
        "step orth -> !own",
        "step orth -> empty !at goal",
        "step east 1..2 through empty -> empty",
        "step east 1..n",
        "along orth -> step 1..* through empty",
        "ray orth empty",
        "flood orth empty",
        "choose { step east | step orth 2 } -> empty",
        "do { step east -> enemy -> set empty } -> step orth",
        "repeat 1..2 { step orth -> empty }",
        "way",
        "step orth -> mark to -> n += 1 -> option \"x\"",
        "has { step east } -> step orth",
    ],
)  # fmt: skip
def test_a_move_to_several_cells_is_found_before_it_fails(way: str) -> None:
    (said,) = found(f"sub way = step orth -> empty\n  {GO.format(way)}")
    assert said.startswith("perhaps-several-cells: 'move from' needs one cell to go to") and "write 'select'" in said


@pytest.mark.parametrize(
    "way",
    [
        "step orth -> empty -> select",
        "step orth -> each",
        "step east",
        "along orth -> step",
        "step ring",
        "step orth -> pick",
        "step orth -> empty at goal",
        "step orth -> own King",
        "step orth -> if count == 1",
        "step orth -> where { step east -> own }",
        "goto from -> step east 2",
        "repeat 1..2 { step east }",
        "ray east empty until enemy end -> select",
    ],
)  # fmt: skip
def test_a_move_to_one_cell_is_not(way: str) -> None:
    assert found(f"{GO.format(way)}") == []


def test_on_a_narrow_board_two_directions_lead_to_one_cell() -> None:
    assert found(GO.format("step sides"), "2x4") == []
    assert len(found(GO.format("step sides"), "3x4")) == 1


PUT = "place Put = empty\n  effect = set own Man\n  "


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (PUT + "effect = no { goto all -> empty } -> score count { own }", "write 'count { goto all -> own }'"),
        (PUT + "effect = if n == 9 -> pay 2 * count { own } + n", "write 'count { goto all -> own }'"),
        (PUT + "effect = if count { own } > 4 -> win", "write 'count { goto all -> own }'"),
        (PUT + "effect = if count == 9 -> draw", "write 'count { goto all }'"),
        ("move Put = empty -> select -> set own Man -> do { if n == 9 -> score count { own } }", "goto all -> own"),
        ("place Put = empty -> mark seen\n  effect = if count { goto seen } == 5 -> win", "'mark seen +=' adds"),
        ("move Put = empty -> select seen\n  effect = if count { goto seen } >= 2 -> win", "'mark seen +=' adds"),
        (
            "move Put = empty -> select to\n  effect = if count { goto to } == 2 -> win",
            "'mark to game' and 'mark to +='",
        ),
        ("place Put = empty -> mark seen\n  effect = if n == 9 -> score count { goto seen -> own }", "'mark seen +='"),
    ],
)
def test_a_count_on_one_cell_is_told_where_it_is_not_meant(rules: str, said: str) -> None:
    (one,) = found(rules)
    assert one.startswith("counts-one-cell: ") and said in one


@pytest.mark.parametrize(
    "rules",
    [
        PUT + "effect = no { goto all -> empty } -> score count { goto all -> own }",
        PUT + "over = score count { own }",
        PUT + "effect = if n == 9 -> score n",
        PUT + "effect = if count { own } == 1 -> win",
        PUT + "effect = if count { step orth -> own } > 2 -> win",
        PUT + "effect = if count { flood orth own } > 2 -> win",
        PUT + "effect = if n == 9 -> score count { own at goal }",
        'move Put = empty -> select\n  move Pass = option "pass"\n  effect = if n == 9 -> score count { own }',
        "place Put = empty -> mark seen +=\n  effect = if count { goto seen } == 5 -> win",
        "move Put = empty -> select -> flood orth own -> mark seen\n  effect = if count { goto seen } == 5 -> win",
        "place Put = empty -> mark seen\n  effect = if count { goto each seen } == 2 -> win",
        "place Put = empty -> mark seen\n  effect = if count { goto seen -> step orth -> own } == 2 -> win",
    ],
)
def test_what_may_be_meant_is_not(rules: str) -> None:
    assert found(rules, mark=" per" if "each seen" in rules else "") == []


TAKE = "move Take = own -> select from -> step east -> enemy -> mark to -> select -> move from\n  "


@pytest.mark.parametrize("end", ["over = ", "stuck = ", "effect = no { goto all -> enemy } -> "])
def test_a_score_of_what_the_last_move_has_marked_is_told(end: str) -> None:
    (one,) = found(f"{TAKE}{end}score count {{ goto to }} + n")
    assert one.startswith("counts-last-move: ") and "'mark to game' and 'mark to +='" in one
    assert ("what the last move has put" in one) == end.startswith("effect")


@pytest.mark.parametrize(
    "rules",
    [
        "over = score count { goto seen }",
        "over = do { goto all -> own -> mark to } -> score count { goto to }",
        "effect = if count { goto to } == 1 -> win",
    ],
)
def test_other_uses_of_a_mark_of_one_move_are_not(rules: str) -> None:
    assert found(f"{TAKE.replace('-> mark to', '-> mark to -> mark seen +=')}{rules}") == []
