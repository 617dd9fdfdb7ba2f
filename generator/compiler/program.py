"""The result of compilation: the text of a program, and the layout of its position records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from typing import ClassVar

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules.board import WORD, cells_of
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.compiler.rules.outcome import Share
from tilewright.metamodel.language import Lifetime

ENTRIES = ("moves", "perft", "playouts", "survey", "tally", "advance", "count", "key")
"""The entry points that every program has."""

TAKING = ("take",)
"""The entry point of a program that makes a move by its number, without a list, besides those."""

ODDS = ("odds",)
"""The entry point of a game of chance, besides those."""

BATCHES = ("name_many", "choose_many", "find_many", "play_many", "random_many", "tell_many", "key_many", "draw_many")
"""The entry points of a program for batches, which work on many positions at once."""

CLICKED = -2
"""In a program for batches, in place of the number of a move: the move that has been clicked."""

CHANCE = ("chance_many",)
"""The entry point of a program for batches of a game of chance, besides those."""

SIGHTS = ("see_many", "glance_many")
"""The entry points of a program for batches of a game that hides something from players, besides those."""

INFORMING = ("roll_many", "inform_many")
"""The entry points of such a program that are for information keys: what each player has been told so far."""

SEARCH = ("uct", "keep")
"""The entry points of a program for Monte Carlo tree search: grow a tree, and copy what is kept of one."""

MINIMAX = ("alphabeta",)
"""The entry point of a program for alpha-beta search."""

CALLED = (*ENTRIES, *TAKING, *ODDS, *BATCHES, *CHANCE, *SIGHTS, *INFORMING, *SEARCH, *MINIMAX)
"""All functions that may be called from outside, the roots of what a program keeps."""

STACK = 48 << 20
"""The bytes of stack that ``perft`` may use before it stops. The last few plies are not checked, and may use more."""

_MASK = (1 << WORD) - 1


@dataclass(frozen=True)
class Unpacked:
    """The parts of a position that was read from a record: see ``Position`` of the runtime for them."""

    boards: tuple[int, ...]
    marks: tuple[int, ...]
    counters: tuple[int, ...]
    phase: int
    turn: int
    """The number of the turn: see ``Constants.turns``."""
    end: int
    scores: tuple[int, ...] | None
    paid: tuple[Share, ...] | None
    """What each player is paid, if the end does not say it."""


@dataclass(frozen=True)
class Terms:
    """The layout of the weights of a linear evaluation.

    First come the planes, one for each state but the initial one of its tile, for each mark, and for each binary digit
    of a counter per cell. A plane has a weight for every bit of a set. Then there is a weight for each other counter,
    and for each turn (see ``Constants.turns``) a weight for being the next one and a weight for mobility: for each
    legal move that there was to choose from. The evaluation is the sum of the weights of all that a position has.
    """

    states: tuple[int, ...]
    """The states that have a plane, in order."""
    sets: tuple[str, ...]
    """The other sets of a record that have a plane, in order."""
    bits: int
    """The weights of a plane."""
    numbers: int
    """The index of the first weight of a counter."""
    turns: int
    """The index of the first weight of a turn."""
    mobility: int
    """The index of the first weight of mobility."""
    size: int
    """The number of all weights."""


@dataclass(frozen=True)
class Row:
    """The indices of those words of a row of a batch, after the record, that belong to a game and not to a position."""

    ply: int
    """The plies played so far."""
    known: int
    """How many earlier positions are remembered."""
    clicks: int
    """The number of clicks of a move that has been begun."""
    seed: int
    """The state of the random number generator."""
    size: int
    """The number of words of a row."""


@dataclass(frozen=True)
class Sums:
    """The layout of the sums over surveyed games.

    First comes for each code of an end the number of games with it, then the sum of the decisions of a game, and that
    of their squares. Then there are ``LENGTH`` words for each number, from 0: the number of games with so many plies,
    that of games with so many turns of players, and for these the sums of ``choices``, high * high, high * low and
    low * low, where ``low`` has the last ``DIGITS`` binary digits of ``choices``. So no sum of some 60 000 games has
    more than 63 bits.
    """

    DIGITS: ClassVar[int] = 20
    LENGTH: ClassVar[int] = 6

    decisions: int
    """The index of the sum of decisions."""
    lengths: int
    """The index of the first word of games with 0 plies."""

    def squares(self, high: int, mixed: int, low: int) -> int:
        """Return the sum of the squares of ``choices``, given the sums of the products."""
        return (high << 2 * self.DIGITS) + (mixed << self.DIGITS + 1) + low


class Layout:
    """The layout of a record, which is a position as an array of 64-bit words.

    First come the sets, each in ``words`` words, the lowest first: the boards of states (see ``Boards``), the marks
    that outlast a move, the binary digits of counters per cell. Then come the numbers, a word each: the other counters,
    the phase if there are several, the turn, the code of the end, and the words of the ``Outcome``. The same names are
    those of the variables that hold the parts in a program.
    """

    def __init__(self, constants: Constants, *, remembers: bool) -> None:
        self.constants = constants
        self.remembers = remembers
        self.outcome = constants.outcome
        board = constants.board
        self.words = board.words
        self.cell_of = {bit: cell for cell, bit in enumerate(board.bits)}
        self.marks = [mark for mark, life in enumerate(constants.mark_lifetimes) if life is not Lifetime.Move]
        lasting = [facts for facts in constants.counters.values() if facts.lifetime is not Lifetime.Move]
        self.planes = [
            (facts.number, player, digit)
            for facts in lasting
            if facts.per_cell
            for player in range(facts.players)
            for digit in range(facts.planes)
        ]
        self.numbers = [
            (facts.number, player) for facts in lasting if not facts.per_cell for player in range(facts.players)
        ]
        self.sets = [
            *(f"B_{board}" for board in constants.boards.states),
            *(f"M_{mark}" for mark in self.marks),
            *(f"P_{counter}_{player}_{digit}" for counter, player, digit in self.planes),
        ]
        self.ints = [f"c_{counter}_{player}" for counter, player in self.numbers]
        if len(constants.phases) > 1:
            self.ints.append("f_0")

    @property
    def position(self) -> list[str]:
        """The variables that hold what the rules read of a position: all but the turn, the end and the outcome."""
        return [*self.sets, *self.ints]

    @property
    def size(self) -> int:
        """The words of a record."""
        return len(self.sets) * self.words + len(self.ints) + 2 + len(self.outcome.names)

    @property
    def played(self) -> int:
        """The words of the result of a random game: the end, the plies, what is paid."""
        return 2 + len(self.outcome.gains)

    @property
    def surveyed(self) -> int:
        """The words of the result of a surveyed random game: the end, the plies, turns, choices, decisions, gains."""
        return 5 + len(self.outcome.gains)

    @property
    def sums(self) -> Sums:
        """The layout of the sums over surveyed games."""
        ends = paid_end(self.constants.players) + 1
        return Sums(ends, ends + 2)

    @property
    def row(self) -> Row:
        """The layout of the rows of a batch."""
        return Row(*range(self.size, self.size + 5))

    @cached_property
    def terms(self) -> Terms:
        """The layout of the weights of an evaluation."""
        constants = self.constants
        states = tuple(s for s in range(len(constants.states)) if s not in constants.initial_state)
        sets = tuple(self.sets[len(constants.boards.states) :])
        numbers = (len(states) + len(sets)) * self.end
        turns = numbers + len(self.numbers)
        mobility = turns + len(constants.turns)
        return Terms(states, sets, self.end, numbers, turns, mobility, mobility + len(constants.turns))

    @property
    def averages(self) -> bool:
        """Whether search values are means over chance, or payments: then it does not matter how soon an end comes."""
        return self.constants.game.nature is not None or self.outcome.paid

    @property
    def end(self) -> int:
        """The word that ends a move which could go on: the first number after the bits of all cells."""
        return max(self.cell_of) + 1

    @property
    def plane_count(self) -> int:
        """The planes of a tensor that shows a position: one for each state and for each other set of a record."""
        return len(self.constants.states) + len(self.sets) - len(self.constants.boards.states)

    def offsets(self) -> Iterator[tuple[str, int]]:
        """Yield each variable of a record with its first word: position, turn ``p``, end ``e``, outcome."""
        for number, name in enumerate(self.sets):
            yield name, number * self.words
        first = len(self.sets) * self.words
        for number, name in enumerate((*self.ints, "p", "e", *self.outcome.names)):
            yield name, first + number

    # -- between positions and records

    def turn(self, player: int, seat: int) -> int:
        """Return the number of a turn: see ``Constants.turns``. *seat*: the player after whom nature moves."""
        players = self.constants.players
        return player if player < players else players + seat

    def pack(
        self,
        boards: Sequence[int],
        marks: Sequence[int],
        counters: Sequence[int],
        phase: int,
        turn: int,
        end: int = 0,
        scores: Sequence[int] | None = None,
        paid: Sequence[Share] | None = None,
    ) -> list[int]:
        """Return the record of a position. The words of sets are unsigned, numbers may be negative.

        Sets are given by dense cell numbers, *counters* one after the other. *paid*: what each player is paid, if the
        end does not say it.
        """
        words: list[int] = []
        shown = [reduce(or_, (boards[state] for state in states)) for states in self.constants.boards.states.values()]
        for dense in [*shown, *(marks[mark] for mark in self.marks)]:
            words += self._words(self._spread.of(dense))
        slots = self._slots(counters)
        for counter, owner, digit in self.planes:
            least = self.constants.facts(counter).least
            cells = sum(
                1 << bit
                for bit, value in zip(self.constants.facts(counter).bits, slots[counter, owner], strict=True)
                if value - least >> digit & 1
            )
            words += self._words(cells)
        words += [slots[key][0] for key in self.numbers]
        if "f_0" in self.ints:
            words.append(phase)
        words += [turn, end]
        told = dict(zip(self.outcome.scores, [*(scores or ()), 1], strict=True)) if scores is not None else {}
        told |= {} if paid is None else self.outcome.gained(paid)
        return words + [told.get(name, 0) for name in self.outcome.names]

    def unpack(self, words: Sequence[int]) -> Unpacked:
        """Return the position that a record holds: the inverse of ``pack``."""
        constants = self.constants
        values: dict[str, int] = {}
        for name, offset in self._offsets:
            if name[0].isupper():
                bits = 0
                for word in range(self.words):
                    bits |= (words[offset + word] & _MASK) << WORD * word
                values[name] = self._gathered.of(bits) if bits else 0
            else:
                values[name] = words[offset] - (1 << WORD) if words[offset] >> WORD - 1 == 1 else words[offset]
        boards = [0] * len(constants.states)
        for tile, initial in enumerate(constants.initial_state):
            left = self._tile_cells[tile]
            for state, on, off in self._boards_of_tile[tile]:
                cells = self._tile_cells[tile]
                for board in on:
                    cells &= values[board]
                if cells:
                    for board in off:
                        cells &= ~values[board]
                    boards[state] = cells
                    left &= ~cells
            boards[initial] = left
        marks = [values.get(f"M_{mark}", 0) for mark in range(len(constants.mark_lifetimes))]
        counters: list[int] = []
        for facts in constants.counters.values():
            cells = len(facts.bits) if facts.per_cell else 1
            for owner in range(facts.players):
                if facts.lifetime is Lifetime.Move and facts.carried:
                    begun = [facts.vacant] * cells
                    for state, there in enumerate(boards):
                        if state not in constants.initial_state:
                            for cell in cells_of(there):
                                begun[cell] = facts.begun[state]
                    counters += [facts.least + number for number in begun]
                elif facts.lifetime is Lifetime.Move:
                    counters += facts.initial[owner * cells : (owner + 1) * cells]
                elif facts.per_cell:
                    numbers = [facts.least] * cells
                    places = self._places[facts.number]
                    for digit in range(facts.planes):
                        plane = values[f"P_{facts.number}_{owner}_{digit}"]
                        while plane:
                            low = plane & -plane
                            numbers[places[low.bit_length() - 1]] += 1 << digit
                            plane ^= low
                    counters += numbers
                else:
                    counters.append(values[f"c_{facts.number}_{owner}"])
        scores = tuple(values[name] for name in self.outcome.scores)
        paid = None
        if self.outcome.paid and values["e"] == paid_end(constants.players):
            paid = self.outcome.shares([values[name] for name in self.outcome.gains])
        return Unpacked(
            tuple(boards), tuple(marks), tuple(counters), values.get("f_0", 0), values["p"], values["e"],
            scores[:-1] if scores and scores[-1] else None, paid,
        )  # fmt: skip

    def _slots(self, counters: Sequence[int]) -> dict[tuple[int, int], Sequence[int]]:
        """Return the values of each counter and player: one, or one for each cell."""
        slots: dict[tuple[int, int], Sequence[int]] = {}
        first = 0
        for facts in self.constants.counters.values():
            cells = len(facts.bits) if facts.per_cell else 1
            for player in range(facts.players):
                slots[facts.number, player] = counters[first : first + cells]
                first += cells
        return slots

    def _words(self, cells: int) -> list[int]:
        return [cells >> WORD * word & _MASK for word in range(self.words)]

    @cached_property
    def _spread(self) -> Renumbered:
        """The map from dense cell numbers to bits."""
        return Renumbered(dict(enumerate(self.constants.board.bits)))

    @cached_property
    def _gathered(self) -> Renumbered:
        """The map from bits to dense cell numbers."""
        return Renumbered(self.cell_of)

    @cached_property
    def _offsets(self) -> tuple[tuple[str, int], ...]:
        """``offsets``, made once."""
        return tuple(self.offsets())

    @cached_property
    def _boards_of_tile(self) -> tuple[tuple[tuple[int, list[str], list[str]], ...], ...]:
        """For each kind of tile its states that are not initial: the boards on which their cells are, and are not."""
        boards, initial = self.constants.boards, self.constants.initial_state
        return tuple(
            tuple(
                (
                    state,
                    [f"B_{board}" for board in boards.of_state[state]],
                    [f"B_{board}" for board in boards.states if board not in boards.of_state[state]]
                    if boards.coded
                    else [],
                )
                for state in self.constants.of_tile(tile)
                if state != initial[tile]
            )
            for tile in range(len(initial))
        )

    @cached_property
    def _places(self) -> Mapping[int, Mapping[int, int]]:
        """For each counter per cell, by its number, the places of its numbers by the dense numbers of the cells."""
        return {
            facts.number: {self.cell_of[bit]: place for place, bit in enumerate(facts.bits)}
            for facts in self.constants.counters.values()
            if facts.per_cell
        }

    @cached_property
    def _tile_cells(self) -> tuple[int, ...]:
        """For each kind of tile the set of its cells, by dense cell numbers."""
        return tuple(map(self._gathered.of, self.constants.tile_cells))


class Renumbered:
    """A renumbering of cells, applied to whole sets byte by byte, with the images of bytes cached."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._same = all(one == other for one, other in numbers.items())
        self._known: dict[tuple[int, int], int] = {}

    def of(self, cells: int) -> int:
        """Return the image of a set. Cost: linear in its bytes."""
        if self._same:
            return cells
        found = first = 0
        while cells:
            byte = cells & 0xFF
            if byte:
                known = self._known.get((first, byte))
                found |= self._eight(first, byte) if known is None else known
            cells >>= 8
            first += 8
        return found

    def _eight(self, first: int, byte: int) -> int:
        found = sum(1 << self._numbers[first + bit] for bit in range(8) if byte >> bit & 1)
        self._known[first, byte] = found
        return found


@dataclass(frozen=True)
class Program:
    """The program of one game."""

    name: str
    source: str
    layout: Layout
    labels: tuple[str, ...]
    """The labels of options, by their number; the last one is that of a forced pass."""
    players: int
    tree: Module | None = field(default=None, compare=False, repr=False)
    """The tree of the source, for printers; None if the program comes from the cache."""

    @property
    def takes(self) -> bool:
        """Whether it has the entry of ``TAKING``."""
        return any(f"\ndef {name}(" in self.source for name in TAKING)
