"""Boards: the sets of cells by which a record says what stands where.

    plain     a board for each state but the initial one of each tile
    factored  a board for each owner and one for each kind: a state is the intersection of those of its owner and kind
    coded     a board for each binary digit of the number of a state, where there are many kinds

Owner and kind say what stands on a cell, whatever its tile, which never changes. A cell on no board is in the initial
state of its tile.

    chess     6 kinds of 2 players                        12 boards, factored 8
    xiangqi   7 kinds of 2 players on 2 kinds of tiles    28 boards, factored 9
    cards     60 kinds of nobody                          60 boards, coded 6
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tilewright.generator.kinds import MANY

FEW = 5
"""The most plain boards that are never factored: patterns would read two boards instead of one, to save little."""


def is_worth_it(plain: int, factored: int) -> bool:
    """Return whether *factored* boards are better than *plain* ones, one for each state."""
    return plain > max(FEW, factored)


Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Boards:
    """The boards of one game, by their numbers."""

    states: Mapping[int, frozenset[int]]
    """For each board the states whose cells are on it."""
    factors: tuple[tuple[int, ...], ...]
    """Groups of boards: all in one group or, if factored, those of owners and those of kinds.

    A state that is not initial is on exactly one board of each group, unless the boards are coded.
    """
    of_state: Mapping[int, tuple[int, ...]]
    """The boards of each state that is not initial: one of each group; if coded, those of the digits that are 1."""
    codes: Mapping[int, int] = field(default_factory=dict)
    """The number of each state that is not initial, if the boards are coded; else empty."""
    plans: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """A cache of how cells in some states are found: see ``emit.factors``."""

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
    """A state of a tile that is not its initial one, with its owner and its kind."""

    state: int
    tile: int
    owner: Hashable
    kind: Hashable


def boards_of(states: Iterable[Borne], pieces: int = 0, *, shared: bool = False) -> Boards:
    """Return the boards of a game with *pieces* kinds of pieces.

    They are coded or factored if no two states of a tile have the same owner and kind, and if it is worth it, or if
    tiles have to *share* their boards.
    """
    found = list(states)
    owners = _numbered((one.owner for one in found), 0)
    kinds = _numbered((one.kind for one in found), len(owners))
    told_apart = len({(one.tile, one.owner, one.kind) for one in found}) == len(found)
    if told_apart and pieces > MANY:
        return _coded(found)
    if told_apart and (shared or is_worth_it(len(found), len(owners) + len(kinds))):
        of_pair = {one.state: (owners[one.owner], kinds[one.kind]) for one in found}
        return _boards(of_pair, (tuple(owners.values()), tuple(kinds.values())))
    own = {one.state: (one.state,) for one in found}
    return _boards(own, (tuple(own),))


def _coded(states: list[Borne]) -> Boards:
    """Return coded boards: states with the same owner and kind have the same number on all tiles."""
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
    """Number the distinct keys from *first* on, in the order of their first occurrence."""
    return {key: number for number, key in enumerate(dict.fromkeys(keys), first)}
