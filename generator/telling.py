"""Codes of who is told a ply: kernels for batches write them, and so does who plays a position without a kernel."""

from __future__ import annotations

from tilewright.metamodel.language import Visibility

NO_PLY, TO_ALL, TO_MOVER, TO_NOBODY, AT_START = range(5)
"""There was no ply; all players are told the move, its mover alone, nobody; or what players have been told begins."""

TOLD = {
    Visibility.All: TO_ALL,
    Visibility.Owner: TO_MOVER,
    Visibility.Hidden: TO_NOBODY,
}
"""The code for the moves of a rule. A rule has no other visibility."""

TELLING = 3
"""The words for a ply: the code, a hash of the steps of the move, and who has moved."""
