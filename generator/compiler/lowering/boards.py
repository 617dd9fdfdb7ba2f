"""Boards: the sets in which a record holds what stands on the cells.

    plain     a board for each state but the initial one of each tile
    factored  a board for each owner and one for each kind: a state is where the boards of its owner and its kind meet
    coded     a board for each binary digit of a number that a state has, where there are many kinds

What stands on a cell is an owner and a kind, whatever the tile; which tile a cell has is known. Where a cell is on no
board, its tile is in its initial state.

    chess     6 kinds of 2 players                        12 boards, factored 8
    xiangqi   7 kinds of 2 players on 2 kinds of tiles    28 boards, factored 9
    cards     60 kinds of nobody                          60 boards, coded 6
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

FEW = 5
"""So many boards are not factored: each pattern would ask for two boards instead of one, and little is saved."""

MANY = 24
"""Of more kinds of pieces the boards are coded: to ask for a state costs more then, but a position is a few sets."""


def is_worth_it(plain: int, factored: int) -> bool:
    """Return whether fewer boards are better than a board for each state."""
    return plain > max(FEW, factored)


Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Boards:
    """The boards of one game, by their numbers."""

    states: Mapping[int, frozenset[int]]
    """The states that each shows."""
    factors: tuple[tuple[int, ...], ...]
    """The boards of which each state that has any is on exactly one: one factor, or those of owners and of kinds."""
    of_state: Mapping[int, tuple[int, ...]]
    """The boards of each state, one of each factor. Initial states have none."""
    codes: Mapping[int, int] = field(default_factory=dict)
    """The number of each state that has any, if it is coded."""
    plans: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """How cells in some states are found, where that has been worked out: see ``factors``."""

    @property
    def coded(self) -> bool:
        """Whether the boards are binary digits."""
        return bool(self.codes)

    @property
    def factored(self) -> bool:
        """Whether there are boards of owners and of kinds."""
        return len(self.factors) > 1


@dataclass(frozen=True)
class Borne:
    """A state of a tile, not its initial one, with its owner and its kind."""

    state: int
    tile: int
    owner: Hashable
    kind: Hashable


def boards_of(states: Iterable[Borne], pieces: int = 0) -> Boards:
    """Return the boards of a game with so many kinds of pieces.

    They are coded or factored if owner and kind tell the states of a tile apart, and it is worth it.
    """
    found = list(states)
    owners = _numbered((one.owner for one in found), 0)
    kinds = _numbered((one.kind for one in found), len(owners))
    told_apart = len({(one.tile, one.owner, one.kind) for one in found}) == len(found)
    if told_apart and pieces > MANY:
        return _coded(found)
    if told_apart and is_worth_it(len(found), len(owners) + len(kinds)):
        of_pair = {one.state: (owners[one.owner], kinds[one.kind]) for one in found}
        return _boards(of_pair, (tuple(owners.values()), tuple(kinds.values())))
    own = {one.state: (one.state,) for one in found}
    return _boards(own, (tuple(own),))


def _coded(states: list[Borne]) -> Boards:
    """Return the boards of the digits of numbers: those with the same owner and kind have the same on all tiles."""
    numbers = _numbered(((one.owner, one.kind) for one in states), 1)
    digits = range(len(numbers).bit_length())
    codes = {one.state: numbers[one.owner, one.kind] for one in states}
    of_state = {state: tuple(digit for digit in digits if code >> digit & 1) for state, code in codes.items()}
    shown = {digit: frozenset(state for state, code in codes.items() if code >> digit & 1) for digit in digits}
    return Boards(shown, (tuple(digits),), of_state, codes)


def _boards(of_state: Mapping[int, tuple[int, ...]], factors: tuple[tuple[int, ...], ...]) -> Boards:
    every = (board for factor in factors for board in factor)
    shown = {board: frozenset(state for state, boards in of_state.items() if board in boards) for board in every}
    return Boards(shown, factors, of_state)


def _numbered(keys: Iterable[Key], first: int) -> dict[Key, int]:
    """Return a number for each different key, in the order in which they come."""
    return {key: number for number, key in enumerate(dict.fromkeys(keys), first)}
