"""Whole trees of small games with chance and hidden parts, beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.engines import game
from tests.support.tools import lack
from tilewright.runtime.session import Session


def beside_open_spiel(
    rules: str, engine: str, name: str, parameters: dict[str, Any], actions: Sequence[str]
) -> tuple[int, int]:
    """Compare every position: legal moves, chances, results, and information sets, which must be one to one.

    *actions* are our moves in the order of theirs; nature's are the numbers from 1. Return the positions, and the
    information sets.
    """
    try:
        import pyspiel
    except ImportError:
        lack("pyspiel")
    session = Session(game(rules, engine))
    told: dict[Any, Any] = {}
    known: dict[Any, Any] = {}

    def compared(theirs: Any) -> int:
        state = session.state
        assert state.is_over == theirs.is_terminal()
        if state.is_over:
            assert list(state.returns) == theirs.returns(), session.moves
            return 1
        assert state.is_chance == theirs.is_chance_node()
        names = {action: str(action + 1) if state.is_chance else actions[action] for action in theirs.legal_actions()}
        assert sorted(names.values()) == sorted(map(str, state.legal_moves)), session.moves
        if state.is_chance:
            odds = {str(move): float(chance) for move, chance in state.chance_outcomes}
            assert odds == pytest.approx({names[action]: chance for action, chance in theirs.chance_outcomes()})
        else:
            player = theirs.current_player()
            assert state.player.number == player
            ours, others = session.information_key(player), theirs.information_state_string(player)
            assert told.setdefault(ours, others) == others and known.setdefault(others, ours) == ours
        nodes = 1
        for action, move in names.items():
            session.play(move)
            nodes += compared(theirs.child(action))
            session.undo()
        return nodes

    return compared(pyspiel.load_game(name, parameters).new_initial_state()), len(known)
