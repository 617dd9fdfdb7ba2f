"""What the compiler makes of a model: the text of a program, and how its position records are laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import and_, or_

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.lowering.constants import Constants, CounterFacts
from tilewright.generator.compiler.rules.board import WORD
from tilewright.generator.compiler.rules.ir import paid_end
from tilewright.generator.compiler.rules.outcome import Share

ENTRIES = ("moves", "perft", "playouts", "survey", "advance", "count", "key")
"""The functions that are called from outside."""

ODDS = ("odds",)
"""Another one, in games of chance."""

BATCHES = ("name_many", "find_many", "play_many", "random_many", "tell_many", "key_many", "draw_many")
"""Those on many positions, which only a program of batches has."""

CHANCE = ("chance_many",)
"""Another one, in games of chance."""

SIGHTS = ("see_many",)
"""Another one, in games in which players do not see all cells."""

SEARCH = ("uct", "keep")
"""Those that grow trees, which only a program of search has."""

MINIMAX = ("alphabeta",)
"""Alpha-beta search, which only a program for it has."""

CALLED = (*ENTRIES, *ODDS, *BATCHES, *CHANCE, *SIGHTS, *SEARCH, *MINIMAX)

STACK = 48 << 20
"""The bytes of stack after which ``perft`` goes no deeper, but for the last few plies: those take a quarter more."""

_MASK = (1 << WORD) - 1


@dataclass(frozen=True)
class Unpacked:
    """A position, read from a record: see ``Position`` of the runtime for its parts."""

    boards: tuple[int, ...]
    marks: tuple[int, ...]
    counters: tuple[int, ...]
    phase: int
    turn: int
    """The number of the turn: see ``Constants``."""
    end: int
    scores: tuple[int, ...] | None
    paid: tuple[Share, ...] | None
    """What each player gets, if the record says it and not the end."""


@dataclass(frozen=True)
class Terms:
    """Where the weights of an evaluation stand, which is a sum over all that is in a position.

    First come the planes: for each state but the initial one of its tile, each mark and each binary digit of a counter
    per cell a weight for every bit of a set. Then there is one for each number, and for each turn (see ``Constants``)
    one for being the next one and one for each legal move that there was to choose from.
    """

    states: tuple[int, ...]
    """The states that have a plane, in order."""
    sets: tuple[str, ...]
    """The other sets of a record that have one."""
    bits: int
    """The weights of a plane."""
    numbers: int
    turns: int
    mobility: int
    size: int


@dataclass(frozen=True)
class Row:
    """Where in a row of a batch, after the record, the numbers stand that belong to a game and not to a position."""

    ply: int
    """The plies played so far."""
    known: int
    """How many earlier positions are remembered."""
    clicks: int
    """The clicks of the move that has been begun."""
    seed: int
    """The state of the generator of random plies."""
    size: int
    """The words of a row."""


class Layout:
    """Where the parts of a position stand in a record of 64-bit words.

    First come the sets, each in ``words`` words, the lowest first: the boards of states (see ``Boards``), the marks
    that outlast a move, the binary digits of counters per cell. Then come the numbers: the other counters, the phase,
    the player to move, the end, and what is told of it: see ``Outcome``.
    """

    def __init__(self, constants: Constants, *, remembers: bool) -> None:
        self.constants = constants
        self.remembers = remembers
        self.outcome = constants.outcome
        board = constants.board
        self.words = board.words
        self.cell_of = {bit: cell for cell, bit in enumerate(board.bits)}
        self.marks = [mark for mark, life in enumerate(constants.mark_lifetimes) if life != "Move"]
        lasting = [facts for facts in constants.counters.values() if facts.lifetime != "Move"]
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
        """The variables that hold a position, as far as the rules read it."""
        return [*self.sets, *self.ints]

    @property
    def size(self) -> int:
        """The words of a record."""
        return len(self.sets) * self.words + len(self.ints) + 2 + len(self.outcome.names)

    @property
    def played(self) -> int:
        """The words that tell how a random game went: the end, the plies, what is paid."""
        return 2 + len(self.outcome.gains)

    @property
    def surveyed(self) -> int:
        """The same with the moves on the way: the end, the plies, choices, decisions, what is paid."""
        return 4 + len(self.outcome.gains)

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
        """Whether what a search expects is a mean, or paid: then ends are worth no more than what is gained by them."""
        return self.constants.game.nature is not None or self.outcome.paid

    @property
    def end(self) -> int:
        """The word that ends a move which could go on: after the bits of all cells."""
        return max(self.cell_of) + 1

    @property
    def plane_count(self) -> int:
        """The planes in which the cells of a position can be drawn: of all states and of all other sets of a record."""
        return len(self.constants.states) + len(self.sets) - len(self.constants.boards.states)

    def offsets(self) -> Iterator[tuple[str, int]]:
        """Yield each variable of a record with its place: the position, the player ``p``, the end ``e``, outcome."""
        for number, name in enumerate(self.sets):
            yield name, number * self.words
        first = len(self.sets) * self.words
        for number, name in enumerate((*self.ints, "p", "e", *self.outcome.names)):
            yield name, first + number

    # -- between positions and records

    def turn(self, player: int, seat: int) -> int:
        """Return the number of a turn, given who moves and, where that is nature, after whom: see ``Constants``."""
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
        """Return the record of a position. *paid*: what each player gets, if the end does not say it."""
        words: list[int] = []
        shown = [reduce(or_, (boards[state] for state in states)) for states in self.constants.boards.states.values()]
        for dense in [*shown, *(marks[mark] for mark in self.marks)]:
            words += self._words(self._spread.of(dense))
        slots = self._slots(counters)
        for counter, owner, digit in self.planes:
            least = self._facts(counter).least
            cells = sum(
                1 << bit
                for bit, value in zip(self._facts(counter).bits, slots[counter, owner], strict=True)
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
        """Return the position that a record holds."""
        constants = self.constants
        values: dict[str, int] = {}
        for name, offset in self.offsets():
            if name[0].isupper():
                bits = sum((words[offset + word] & _MASK) << WORD * word for word in range(self.words))
                values[name] = self._gathered.of(bits)
            else:
                values[name] = words[offset] - (1 << WORD) if words[offset] >> WORD - 1 == 1 else words[offset]
        boards = [0] * len(constants.states)
        for tile, initial in enumerate(constants.initial_state):
            cells = left = self._tile_cells[tile]
            for state in constants.of_tile(tile):
                if state != initial:
                    on = constants.boards.of_state[state]
                    boards[state] = reduce(and_, (values[f"B_{board}"] for board in on), cells)
                    if constants.boards.coded:
                        others = (values[f"B_{board}"] for board in constants.boards.states if board not in on)
                        boards[state] &= ~reduce(or_, others, 0)
                    left &= ~boards[state]
            boards[initial] = left
        marks = [values.get(f"M_{mark}", 0) for mark in range(len(constants.mark_lifetimes))]
        counters: list[int] = []
        for facts in constants.counters.values():
            cells = len(facts.bits) if facts.per_cell else 1
            for owner in range(facts.players):
                if facts.lifetime == "Move":
                    counters += facts.initial[owner * cells : (owner + 1) * cells]
                elif facts.per_cell:
                    planes = [values[f"P_{facts.number}_{owner}_{digit}"] for digit in range(facts.planes)]
                    counters += [
                        facts.least + sum((plane >> cell & 1) << digit for digit, plane in enumerate(planes))
                        for cell in map(self.cell_of.__getitem__, facts.bits)
                    ]
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
        slots: dict[tuple[int, int], Sequence[int]] = {}
        first = 0
        for facts in self.constants.counters.values():
            cells = len(facts.bits) if facts.per_cell else 1
            for player in range(facts.players):
                slots[facts.number, player] = counters[first : first + cells]
                first += cells
        return slots

    def _facts(self, counter: int) -> CounterFacts:
        return next(facts for facts in self.constants.counters.values() if facts.number == counter)

    def _words(self, cells: int) -> list[int]:
        return [cells >> WORD * word & _MASK for word in range(self.words)]

    @cached_property
    def _spread(self) -> Renumbered:
        """From the numbers of cells to their bits."""
        return Renumbered(dict(enumerate(self.constants.board.bits)))

    @cached_property
    def _gathered(self) -> Renumbered:
        """From the bits of cells to their numbers."""
        return Renumbered(self.cell_of)

    @cached_property
    def _tile_cells(self) -> tuple[int, ...]:
        """The cells of each kind of tile, by their numbers."""
        return tuple(map(self._gathered.of, self.constants.tile_cells))


class Renumbered:
    """Sets of cells that are numbered in another way, eight cells at a time."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._same = all(one == other for one, other in numbers.items())
        self._known: dict[tuple[int, int], int] = {}

    def of(self, cells: int) -> int:
        """Return a set in the other numbers. Cost: linear in the bytes that it has."""
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
    """The same as the source, for printers, if it has just been made."""
