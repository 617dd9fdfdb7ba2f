"""Every element of the language matters: some game is played otherwise when it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

import pytest

from tests.support.elements import catalogue
from tests.support.engines import tiny
from tests.support.witnesses import FILE, Witness, apply, objection, table, text_of
from tilewright.runtime.loading import load


def objections(witnesses: Sequence[Witness]) -> dict[str, str]:
    """Return what speaks against witnesses, by their elements."""
    found = {witness.element: objection(witness) for witness in witnesses}
    return {element: each for element, each in found.items() if each is not None}


def test_witnesses_hold() -> None:
    """Every second one; the proofs look at all."""
    assert objections(table()[::2]) == {}


@pytest.mark.prove
def test_every_witness_holds() -> None:
    assert objections(table()) == {}


ELSEWHERE = {
    "Game.nature": ("runtime.interpreter.test_chance", "test_odds"),
    "Game.turnPolicy = TurnBased": ("runtime.interpreter.test_rounds", "test_nobody_is_told_before_the_round_ends"),
    "Game.turnPolicy = Simultaneous": ("runtime.interpreter.test_rounds", "test_nobody_is_told_before_the_round_ends"),
    "MoveRule.nature": ("runtime.interpreter.test_chance", "test_odds"),
    "Counter.lifetime = Move": ("runtime.interpreter.test_filters", "test_a_move_counter_is_reset_for_every_move"),
    "Board.sight": ("runtime.information.test_views", "test_what_is_seen_of_cells"),
    "Board.back": ("runtime.information.test_views", "test_where_only_something_is_seen"),
    "Zone.visibility = All": ("runtime.test_zones", "test_what_is_seen_of_zones"),
    "Zone.visibility = Owner": ("runtime.test_zones", "test_what_is_seen_of_zones"),
    "Zone.perPlayer": ("runtime.test_zones", "test_legal_moves"),
    "Mark.visibility = All": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Mark.visibility = Owner": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Counter.visibility = All": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Counter.visibility = Owner": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Mark.visibility = Hidden": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Counter.visibility = Hidden": ("runtime.information.test_views", "test_what_is_seen_of_numbers_and_marks"),
    "Counter.visibility = Sight": ("runtime.information.test_views", "test_what_lies_in_sight_is_seen_there"),
    "MoveRule.visibility = All": ("runtime.information.test_views", "test_everybody_is_told_a_move_that_is_no_secret"),
    "MoveRule.visibility = Owner": ("runtime.information.test_views", "test_nothing_is_told_of_a_try_that_fails"),
    "MoveRule.visibility = Hidden": ("examples.test_information", "test_players_know_the_same"),
    "ApplyFilter.forEach = Direction": ("runtime.interpreter.test_filters", "test_legal_moves"),
    "MoveRule.share": ("runtime.interpreter.test_chance", "test_odds"),
    "StateEffectFilter.like": ("runtime.interpreter.test_filters", "test_played"),
    "StateEffectFilter.attribute": ("runtime.interpreter.test_filters", "test_played"),
    "EndFilter.outcome = Rank": ("runtime.test_paying", "test_a_ranking"),
}
"""Elements that games use so that no change of them is refused or changes play, and the tests that prove what they mean."""


def test_every_element_has_a_witness() -> None:
    with_witness = {witness.element for witness in table()}
    without = [element for element in catalogue() if element not in with_witness]
    searched = f"python -m tests.support.witnesses looks for witnesses of {', '.join(without)}"
    assert set(without) <= set(ELSEWHERE), searched
    for module, test in ELSEWHERE.values():
        assert hasattr(import_module(f"tests.{module}"), test)


def test_the_table_has_one_row_for_an_element_in_the_order_of_the_catalogue() -> None:
    witnesses = table()
    assert len({witness.element for witness in witnesses}) == len(witnesses)
    assert text_of(witnesses) == FILE.read_text(encoding="utf-8")


ROW = Witness(
    "StateEffectFilter", "tic-tac-toe", "//@board/@effectPipeline/@filters.0", "take out",
    "initial", "", "perft 2", "72", "81",
)  # fmt: skip

OBJECTIONS = [
    ({}, "holds"),
    ({"changed": "72"}, "no difference"),
    ({"changed": "82"}, "it measures 72 and 81"),
    ({"changed": "refused no-such-state"}, "cannot be played"),
    ({"game": "tic-tac-two"}, "no game"),
    ({"part": "//@board"}, "does not use it"),
    ({"part": "//@tiles.7"}, "does not use it"),
    ({"change": "replace by 0"}, "no change of it"),
    ({"moves": "a1 a1"}, "IllegalMove"),
]


@pytest.mark.parametrize(("fields", "message"), OBJECTIONS, ids=[row[1] for row in OBJECTIONS])
def test_objections(fields: dict[str, str], message: str) -> None:
    assert message in (objection(replace(ROW, **fields)) or "holds")


GO = "move Go = own -> if count { own } == 2 -> select -> set own King"
NEVER = "move Go = own -> has { enemy } -> select -> set own King"
RULE = "//@board/@legalMovesPipeline/@rules.0"

CHANGES = [
    ("nothing", GO, f"{RULE}/@filter/@nextFilter", "op := eq", "a2 b2"),
    ("a filter leaves its chain", GO, f"{RULE}/@filter", "take out", "a2 b2 c2 a1 b1 c1"),
    ("another one passes all", NEVER, f"{RULE}/@filter/@nextFilter/@condition", "take out", "a2 b2"),
    ("a value gives way", GO, f"{RULE}/@filter/@nextFilter/@left", "replace by 3", ""),
    ("a literal", GO, f"{RULE}/@filter/@nextFilter", "op := ne", ""),
    ("a truth value", NEVER, f"{RULE}/@filter/@nextFilter", "negate := true", "a2 b2"),
    ("a reset", NEVER, f"{RULE}/@filter", "nextFilter reset", "Go"),
    ("one of several", GO, "//@board/@legalMovesPipeline", "rules without 0", ""),
]


@pytest.mark.parametrize(("rules", "part", "change", "moves"), [r[1:] for r in CHANGES], ids=[r[0] for r in CHANGES])
def test_changes(rules: str, part: str, change: str, moves: str) -> None:
    root = tiny("MM./...", rules, "interpreter").game.document.root
    apply(root, part, change)
    assert str(load(root).initial_state().legal_moves) == moves


@pytest.mark.parametrize("part", ["//@board/@tiles.9", "nowhere"])
def test_what_is_not_there_cannot_be_changed(part: str) -> None:
    root = tiny("MM./...", GO, "interpreter").game.document.root
    with pytest.raises(ValueError, match="nothing at"):
        apply(root, part, "take out")
