"""All tables of bad inputs, and what cannot stand in them."""

from __future__ import annotations

from tests.model.bad_inputs import (
    arenas,
    choices,
    configurations,
    constraints,
    formats,
    othello,
    puzzles,
    sense,
    texts,
    xmi,
)

TABLES = [arenas, choices, configurations, constraints, formats, othello, puzzles, sense, texts, xmi]
ROWS = [row for table in TABLES for row in table.ROWS]

BUILT = {
    "boardMustBelongToGame",
    "filterMustBelongToGame",
    "initialPlayerMustBeOneOfPlayers",
    "tilePlacementMustBelongToBoard",
}
"""Constraints that no text can violate, only a model built in a program: see test_constraints.py."""

ACYCLIC = {"legalMovesPipelineFiltersMustFormValidChain", "effectPipelineFiltersMustFormValidChain"}
"""What containment already ensures in this metamodel: see test_constraints.py."""
