"""The features of positions, which the evaluation of a game weighs: see ``evaluation``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tilewright.generator.compiler.lowering.constants import NOBODY
from tilewright.generator.compiler.rules.board import WORD
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.search.mirrors import Mirror
from tilewright.runtime.search.steps import Steps

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.position import Position
    from tilewright.runtime.search.sampling import Sample

STEP = 512
"""The number of features that are found in one step."""

What: TypeAlias = "tuple[str | int | None, ...]"


@dataclass(frozen=True)
class _Name:
    """What a term of an evaluation counts, its owner or ``NOBODY``, and its cell, -1 if it belongs to no cell."""

    what: What
    owner: int
    cell: int


class Features:
    """The features of the regression, and the terms of the evaluation that they stand for.

    A term has up to two features: one of its cell, and one of its group, which is shared by all cells. With a mirror, a
    term and its image share their features with opposite signs, and a term that is its own image has none.
    """

    def __init__(self, engine: Compiled, mirror: Mirror | None) -> None:
        self._engine, self._mirror, self._layout = engine, mirror, engine.program.layout
        self._bit_of = {cell: bit for bit, cell in self._layout.cell_of.items()}
        self._singles: dict[object, int] = {}
        self._groups: dict[object, int] = {}
        self._terms: dict[int, tuple[int | None, int | None, int]] = {}

    def found(self) -> Steps[None]:
        """Find the features, which is needed before all else: a step for so many of them."""
        for place, (term, known) in enumerate(self._all_terms(), 1):
            self._terms[term] = known
            if place % STEP == 0:
                yield

    @property
    def singles(self) -> int:
        """The number of features of single cells."""
        return len(self._singles)

    @property
    def groups(self) -> int:
        """The number of features of groups, which are numbered after those of single cells."""
        return len(self._groups)

    def weight(self, term: int, known: Mapping[int, float]) -> int:
        """Return the weight of a term, given the weights of the features."""
        if term not in self._terms:
            return 0
        single, group, sign = self._terms[term]
        own = 0.0 if single is None else known.get(single, 0.0)
        common = 0.0 if group is None else known.get(self.singles + group, 0.0)
        return sign * round(own + common)

    def row(self, sample: Sample) -> dict[int, int]:
        """Return the features of a sample that are not 0."""
        found: dict[int, int] = {}
        for term, number in self._present(sample):
            if term in self._terms:
                single, group, sign = self._terms[term]
                if single is not None:
                    found[single] = found.get(single, 0) + sign * number
                if group is not None:
                    found[self.singles + group] = found.get(self.singles + group, 0) + sign * number
        return found

    def _present(self, sample: Sample) -> Iterator[tuple[int, int]]:
        """Yield the terms of a sample that are not 0, each with its value."""
        terms, position = self._layout.terms, sample.after
        for plane, state in enumerate(terms.states):
            for cell in bits(position.boards[state]):
                yield plane * terms.bits + self._bit_of[cell], 1
        words, offsets = self._engine.record(position), dict(self._layout.offsets())
        for plane, name in enumerate(terms.sets, len(terms.states)):
            cells = sum(words[offsets[name] + word] << WORD * word for word in range(self._layout.words))
            for bit in bits(cells):
                yield plane * terms.bits + bit, 1
        for place, (counter, player) in enumerate(self._layout.numbers):
            yield terms.numbers + place, words[offsets[f"c_{counter}_{player}"]]
        yield terms.turns + self._turn(position), 1
        yield terms.mobility + self._turn(sample.before), sample.choices

    def _turn(self, position: Position) -> int:
        return self._layout.turn(position.player, position.seat)

    def _all_terms(self) -> Iterator[tuple[int, tuple[int | None, int | None, int]]]:
        """Yield each term that has features: its number, the features of its cell and its group, and its sign."""
        for term, one, other in self._named():
            if self._mirror is None:
                yield term, (self._single(one), self._group(one), 1)
            elif one != other:
                first = one if one.owner == 0 or (one.owner != 1 and str(one) < str(other)) else other
                group = None if first.owner == NOBODY else self._group(first)
                yield term, (self._single(first), group, 1 if first is one else -1)

    def _single(self, name: _Name) -> int | None:
        return self._singles.setdefault(name, len(self._singles)) if name.cell >= 0 else None

    def _group(self, name: _Name) -> int:
        return self._groups.setdefault((name.what, name.owner), len(self._groups))

    def _named(self) -> Iterator[tuple[int, _Name, _Name]]:
        """Yield each term with what it counts, and what its image in the mirror counts."""
        constants, terms, mirror = self._layout.constants, self._layout.terms, self._mirror
        tables = self._engine.reference.tables
        for plane, state in enumerate(terms.states):
            for cell in range(len(tables.tile_at)):
                if tables.tile_at[cell] == tables.states[state].tile:
                    one = self._state(state, cell)
                    other = one if mirror is None else self._state(mirror.state(state, cell), mirror.cells[cell])
                    yield plane * terms.bits + self._bit_of[cell], one, other
        shared = {facts.number: facts.players == 1 for facts in constants.counters.values()}
        sets: list[tuple[What, int]] = [(("mark", mark), NOBODY) for mark in self._layout.marks]
        sets += [
            (("digit", counter, digit), NOBODY if shared[counter] else player)
            for counter, player, digit in self._layout.planes
        ]
        for plane, (what, owner) in enumerate(sets, len(terms.states)):
            for cell, bit in self._bit_of.items():
                image = cell if mirror is None else mirror.cells[cell]
                yield plane * terms.bits + bit, _Name(what, owner, cell), _Name(what, _other(owner), image)
        everywhere: list[tuple[What, int]] = [
            (("number", counter), NOBODY if shared[counter] else player) for counter, player in self._layout.numbers
        ]
        turns = [self._owned(turn) for turn in range(len(constants.turns))]
        everywhere += [((what, *kind), me) for what in ("turn", "mobility") for kind, me in turns]
        for term, (what, owner) in enumerate(everywhere, terms.numbers):
            yield term, _Name(what, owner, -1), _Name(what, _other(owner), -1)

    def _owned(self, turn: int) -> tuple[What, int]:
        """Return the kind of a turn and its owner: nature's turn belongs to the player who moved before it."""
        constants = self._layout.constants
        if turn in constants.of_nature:
            return ("nature",), NOBODY if turn == constants.nobody else turn - constants.players
        return (), turn

    def _state(self, state: int, cell: int) -> _Name:
        facts = self._layout.constants.states[state]
        return _Name(("state", facts.piece, facts.name if facts.piece == NOBODY else None), facts.owner, cell)


def _other(owner: int) -> int:
    return owner if owner == NOBODY else 1 - owner
