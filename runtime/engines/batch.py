"""Batches: many positions of one game in contiguous memory, played at once by calls of a kernel.

The results are read-only memoryviews onto this memory: ``numpy.asarray`` makes arrays of them without a copy, and they
always show the present values.

**Actions.** A move is a sequence of clicks and options, and whole moves have no numbering that is both fixed and small:
a move of three clicks on a large board has too many values. So an action is one click: first each cell, then each
option, then ``end``, for a move that could also go on. The mask has the same small width in every position, an action
means the same everywhere, and in games of one click an action is a move, as learning needs it; OpenSpiel splits moves
in the same way. Programs that search use whole moves by their numbers among the legal moves: ``counts`` and ``play``.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from ctypes import memset, sizeof
from functools import cached_property, partial, reduce
from math import inf, prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tilewright.generator.errors import NO_MOVE, TOO_LONG
from tilewright.generator.splitmix import WORD, mix
from tilewright.generator.telling import AT_START, TELLING, TOLD
from tilewright.metamodel.language import Visibility
from tilewright.model.hiding import hides_cells
from tilewright.runtime.engines.alone import Alone
from tilewright.runtime.engines.compiled import MAX_WORDS, Compiled
from tilewright.runtime.engines.informed import Informed
from tilewright.runtime.engines.rows import Rows, filled, signed
from tilewright.runtime.engines.stopping import interruptibly
from tilewright.runtime.information.views import seen_of
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_POSITIONS, check, one_of
from tilewright.runtime.move import Move
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.restoring import parts_of, position_of

if TYPE_CHECKING:
    from tilewright.runtime.rulebook import Moment, Rulebook

T = TypeVar("T")

SLICE = 0.01
"""The seconds that one call of a kernel should take; between calls, signals and the time limit are checked."""
ROUNDS = (4, 64)
"""The random plies in one call of a kernel, in Python and as machine code."""
_DRAWS = 64
"""The greatest number of nature's plies in one call of a kernel, for a position."""
NOTHING = -1
"""As an action or the number of a move: leave the position as it is."""

_BYTES = 8


S = TypeVar("S", bound="Moment")
"""The states of the game."""


class Batch(Generic[S]):
    """Many positions of one game; ``Game.batch`` makes batches. Several threads may each use one of their own.

    ``step``, ``play`` and ``random`` change all positions or, if they raise an error, none. Positions in which the game
    is over stay as they are. ``TimeoutError`` if a call takes more than *limit* seconds; Ctrl-C stops it, too.
    ``ModelError`` if the rules fail.
    """

    def __init__(
        self,
        game: Rulebook,
        engine: Compiled,
        count: int,
        seed: int,
        start: Position,
        state: Callable[[Position], S],
        plies: int | None = None,
        *,
        informed: bool = False,
    ) -> None:
        """Make a batch. *state* makes a state of a position; after *plies* plies a game is truncated.

        *informed*: whether information keys are kept.
        """
        check("positions", count, 1, MOST_POSITIONS)
        if informed and not game.is_hidden:
            raise ValueError(f"{game.name} hides nothing, so that it has no information keys: leave out informed=True")
        if plies is not None:
            check("plies", plies, 1, LONGEST)
        check("seed", seed, 0, GREATEST_SEED)
        self.game = game
        self._state = state
        self._longest = LONGEST if plies is None else plies
        self._engine = engine
        self._kernel = engine.many
        self._tables = engine.reference.tables
        layout, labels = engine.program.layout, engine.program.labels
        self._count = count
        self._rows = Rows(engine, count, start)
        cells = game.names.cells
        self.actions = (*map(game.names.cell_name, cells), *labels, "end")
        """The names of the actions, by their numbers."""
        bit_of = {cell: bit for bit, cell in layout.cell_of.items()}
        options = (-1 - number for number in range(len(labels)))
        self._words = filled(self._kernel, [*map(bit_of.__getitem__, range(len(cells))), *options, layout.end])
        self._cells = filled(
            self._kernel, [*(layout.cell_of.get(bit, 0) for bit in range(layout.end)), len(self.actions) - 1]
        )
        self._gains = filled(
            self._kernel, array("q", array("d", [part for end in engine.ends for part in end]).tobytes())
        )
        memory = self._kernel.memory
        self._moves, self._counts, self._turns = memory(count), memory(count), memory(count)
        self._done, self._returns = self._flags(count), memory(count * len(game.players))
        self._mask = self._flags(count * len(self.actions))
        self._control = memory(3)
        self._told = memory(count * TELLING)
        self._informed = Informed(engine, count, len(game.players)) if informed else None
        self._slices: dict[str, int] = {}
        self._alone = Alone(engine, self._rows, len(self.actions))
        base = mix(seed)
        for number in range(count):
            self._rows.sow(number, mix(base + number & WORD))
        self.reset()

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<Batch of {self._count} positions of {self.game.name}>"

    # -- what is seen

    @property
    def player(self) -> memoryview[int]:
        """The number of the player to move in each position; when the game is over, of whose turn it would be.

        Nature's number is that after the last player. 64-bit integers.
        """
        return _bytes(self._turns, self._count, _BYTES).cast("q").toreadonly()

    @property
    def done(self) -> memoryview[bool]:
        """Whether the game is over in each position: True or False."""
        return _bytes(self._done, self._count).cast("?").toreadonly()

    @property
    def truncated(self) -> memoryview[bool]:
        """Whether each position has reached the number of plies given to ``Game.batch``, and the game is not over.

        It has no other effect: such a position can be played on, or restarted by ``reset``. True or False, in new
        memory.
        """
        longest = self._longest
        pairs = zip(self.plies, self.done, strict=True)
        return memoryview(bytes(ply >= longest and not over for ply, over in pairs)).cast("?")

    @property
    def returns(self) -> memoryview[float]:
        """The returns of each position: see ``State.returns``. Doubles, positions x players.

        Payments that are fractions are rounded; the returns of ``state(number)`` are exact.
        """
        shape = (self._count, len(self.game.players))
        return _bytes(self._returns, *shape, _BYTES).cast("d", shape).toreadonly()

    @property
    def plies(self) -> memoryview[int]:
        """The number of plies played in each position. 64-bit integers, not contiguous."""
        return self._rows.column(self._rows.row.ply)

    @property
    def counts(self) -> memoryview[int]:
        """The number of legal moves in each position, as of the last call of ``legal``. 64-bit integers."""
        return _bytes(self._counts, self._count, _BYTES).cast("q").toreadonly()

    @property
    def mask(self) -> memoryview[bool]:
        """Whether each action is possible in each position, as of the last call of ``legal``: positions x actions."""
        return self._possible.toreadonly()

    @property
    def _possible(self) -> memoryview[bool]:
        shape = (self._count, len(self.actions))
        return _bytes(self._mask, *shape).cast("?", shape)

    @property
    def numbers(self) -> Mapping[str, memoryview[int]]:
        """The phase and the counters that belong to no cell, by name, for each position. Views like ``plies``."""
        layout, counters = self._engine.program.layout, [info.name for info in self._tables.counters.values()]
        names = {f"c_{counter}_{player}": f"{counters[counter]}/{player}" for counter, player in layout.numbers}
        names["f_0"] = "phase"
        places = dict(layout.offsets())
        return {names[own]: self._rows.column(places[own]) for own in layout.ints}

    @cached_property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes of ``boards``: states, then marks, then binary digits of counters per cell.

        A state whose name tiles of several kinds have is named with its tile: ``Light.Empty``, ``Dark.Empty``.
        """
        layout, marks = self._engine.program.layout, [mark.name for mark in self._tables.marks]
        counters = [info.name for info in self._tables.counters.values()]
        return (
            *self._tables.state_names,
            *(marks[mark] for mark in layout.marks),
            *(f"{counters[counter]}/{player}/{digit}" for counter, player, digit in layout.planes),
        )

    def boards(self, limit: float | None = None) -> memoryview[bool]:
        """Return the cells of each plane: see ``planes``. True or False, positions x planes x cells, in new memory."""
        shape = (self._count, len(self.planes), len(self.game.names.cells))
        drawn = self._flags(prod(shape))
        self._each("draw_many", lambda rows: (self._rows.words, *rows, self._cells, drawn), _Deadline(limit))
        return _bytes(drawn, *shape).cast("?", shape)

    def seen(self, viewers: Iterable[int] | None = None, limit: float | None = None) -> memoryview[bool]:
        """Return two planes for each position: the cells that a player sees, and the covered cells.

        Of a covered cell the player sees only that something stands there. *viewers* has the number of a player for
        each position; without it the viewer is the player to move, or the first player at nature's turn. True or False,
        positions x 2 x cells, in new memory. ``ValueError`` for a number that no player has. ``boards`` shows all
        cells, whoever sees them.
        """
        given, watching = self._watching(viewers)
        cells = len(self.game.names.cells)
        shape = (self._count, 2, cells)
        found = self._flags(prod(shape))
        bytes_of = _bytes(found, *shape)
        view = bytes_of.cast("?", shape)
        if not hides_cells(self.game.document.game):
            for first in range(0, len(bytes_of), 2 * cells):
                bytes_of[first : first + cells] = b"\1" * cells
            return view

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._rows.table, *rows, watching, self._cells, found, self._control)

        def alone(number: int) -> None:
            position, reference = self._rows.position(number), self._engine.reference
            for plane, ask in enumerate((reference.seen, reference.covered)):
                for cell in bits(ask(position, given[number])):
                    view[number, plane, cell] = True

        self._each("see_many", call, _Deadline(limit), alone)
        return view

    def view_hashes(self, viewers: Iterable[int] | None = None, limit: float | None = None) -> memoryview[int]:
        """Return a hash of what a player sees of each position: equal for equal views (``State.view``), else different.

        But for rare collisions. *viewers* is that of ``seen``. Clicks of moves that are begun are not hashed. Use the
        hashes within one process only, as those of ``hashes``. ``ValueError`` if the game hides nothing: then take
        these. 64-bit integers, in new memory.
        """
        if not self.game.is_hidden:
            raise ValueError(f"{self.game.name} hides nothing: take hashes()")
        given, watching = self._watching(viewers)
        found = self._kernel.memory(self._count)
        keys = _bytes(found, self._count, _BYTES).cast("q")

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._rows.table, *rows, watching, self._done, self._returns, found, self._control)

        def alone(number: int) -> None:
            """Tell what has gone wrong; where nothing has for the interpreter, its own hash is as good."""
            position = self._rows.position(number)
            keys[number] = signed([self.game.keys.of_view(seen_of(self.game, position, given[number]))])[0]

        self._each("glance_many", call, _Deadline(limit), alone)
        return keys

    def information_keys(self, viewers: Iterable[int] | None = None) -> memoryview[int]:
        """Return a hash of what a player has been told in each game: equal if he cannot tell the games apart.

        As ``Session.information_key``: what he saw at the beginning, or where a position was placed; then the moves
        that he was told, and what he saw whenever that had changed. *viewers* is that of ``seen``. Use the keys within
        one process only, as those of ``hashes``. ``ValueError`` if ``Game.batch`` was not asked for an *informed*
        batch. 64-bit integers, in new memory.
        """
        if self._informed is None:
            raise ValueError(f"this batch keeps no keys: make it by game.batch({self._count}, informed=True)")
        return self._informed.keys(self._watching(viewers)[0])

    def clicked(self) -> memoryview[bool]:
        """Return the cells that were clicked in moves that are begun. True or False, positions x cells, new memory."""
        shape = (self._count, len(self.game.names.cells))
        view = _bytes(self._flags(prod(shape)), *shape).cast("?", shape)
        for number in range(self._count):
            for step in self._rows.clicks(number):
                if isinstance(step, int):
                    view[number, step] = True
        return view

    def hashes(self) -> memoryview[int]:
        """Return a hash of each position: equal for equal positions, and different for others but for rare collisions.

        The clicks of a move that is begun are hashed, too; the history is not. Use the hashes within one process only:
        ``State.key`` is another hash, which does not change with the compiler. 64-bit integers, in new memory.
        """
        found = self._kernel.memory(self._count)

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (self._rows.words, *rows, *self._rows.clicked, found)

        self._each("key_many", call, _Deadline(None))
        return _bytes(found, self._count, _BYTES).cast("q")

    def state(self, number: int) -> S:
        """Return one of the positions as a state, without the clicks of a move that is begun: see ``begun``."""
        return self._state(self._rows.position(self._numbered(number)))

    def begun(self, number: int) -> Move:
        """Return the beginning of a move that was clicked in a position; ``State.completions`` says how it goes on."""
        return self.game.move(self._rows.clicks(self._numbered(number)))

    # -- what is done

    def legal(self, limit: float | None = None) -> memoryview[bool]:
        """Compute the possible actions and the number of legal moves of each position; return ``mask``.

        Where the game is over, no action is possible. Cost: that of counting moves, and of finding one for each action.
        """
        for found in (self._mask, self._counts):
            memset(found, 0, sizeof(found))
        width = len(self.actions)

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._table(rows), width, self._mask, self._counts, self._control)

        def alone(number: int) -> None:
            actions, self._counts[number] = self._alone.possible(number)
            for action in range(width):
                self._possible[number, action] = action in actions

        self._each("name_many", call, _Deadline(limit), alone)
        return self.mask

    def step(self, actions: Iterable[int], limit: float | None = None) -> None:
        """Give each position an action. A move is played when no other move goes on from it, or by the action ``end``.

        ``NOTHING``, -1, leaves a position as it is. ``ValueError`` for an action that is not possible. Cost: that of
        finding the moves that have the action, in all positions.
        """
        given = self._given(actions)
        deadline = _Deadline(limit)
        self._rows.make_room_for_a_click()

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._table(rows), self._words, self._moves, self._control)

        def alone(number: int) -> None:
            move = self._alone.found(number, given[number])
            if move is None:
                raise self._refusal(number, given[number])
            if move == NOTHING:
                self._rows.click(number, self._words[given[number]])
            self._moves[number] = move

        with self._changing():
            self._each("find_many", call, deadline, alone, given)
            self._play(deadline, given)

    def play(self, numbers: Iterable[int], limit: float | None = None) -> None:
        """Play in each position the legal move with a number, from 0 to ``counts`` - 1; clicks are ignored.

        ``NOTHING``, -1, leaves a position as it is. ``ValueError`` if there is no legal move with this number. Cost:
        that of finding the legal moves up to the one that is played.
        """
        given = self._given(numbers)
        if min(given) < NOTHING:
            number = next(number for number, asked in enumerate(given) if asked < NOTHING)
            raise self._refusal(number, given[number])
        with self._changing():
            self._play(_Deadline(limit), given)

    def random(self, plies: int = 1, limit: float | None = None) -> None:
        """Play so many random plies in each position, or fewer where the game ends.

        Players choose uniformly, nature by its odds. The games depend on the seed alone, not on how plies are divided
        into calls. From the initial state they are the games of ``simulate`` with this seed; those of an informed batch
        need not be, as it draws the numbers of moves.
        """
        check("plies", plies, 0, LONGEST)
        deadline = _Deadline(limit)
        with self._changing():
            if self._informed is None:
                self._wander(plies, deadline)
                return
            for _ in range(plies):
                if all(bytes(self.done)):
                    break
                self._roll(deadline)

    def draw(self, limit: float | None = None) -> None:
        """Draw nature's moves by their odds until, in each position, a player is to move or the game is over.

        The moves depend on the seed alone. Does nothing in games without chance.
        """
        if self.game.nature is None:
            return
        deadline = _Deadline(limit)
        nature = len(self.game.players)
        while any(player == nature and not done for player, done in zip(self.player, self.done, strict=True)):
            with self._changing():
                if self._informed is not None:
                    self._roll(deadline, chance=True)
                    continue
                self._rows.make_room(_DRAWS)

                def call(rows: tuple[int, int]) -> tuple[Any, ...]:
                    return (*self._rows.table, *rows, _DRAWS, self._control)

                def alone(number: int) -> None:
                    self._alone.random(number, self._control[1])

                self._each("chance_many", call, deadline, alone)

    def step_random(self, limit: float | None = None) -> memoryview[int]:
        """Give each position a possible action, chosen uniformly, and return the actions.

        It is ``draw``, ``legal`` and ``step`` in one call. Positions in which the game is over get ``NOTHING``. The
        actions depend on the seed alone, and are the same on all engines. 64-bit integers, in new memory.
        """
        deadline = _Deadline(limit)
        deadline.share(self.draw)
        deadline.share(self.legal)

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (self._rows.words, *rows, len(self.actions), self._mask, self._moves, self._control)

        self._each("choose_many", call, deadline)
        given = array("q", _bytes(self._moves, self._count, _BYTES).tobytes())
        deadline.share(partial(self.step, given))
        return memoryview(given).toreadonly()

    def reset(self, positions: Iterable[int] | None = None) -> None:
        """Restart some positions, or all. The random generators are not reset, so new games differ."""
        numbers = range(self._count) if positions is None else self._several(positions)
        self._rows.restart(numbers)
        self._begin(numbers)

    def place(self, number: int, state: S) -> None:
        """Replace one of the positions by that of a state of this game. Its random generator is not reset.

        ``ValueError`` if the state is of another game.
        """
        self.game.must_be(state.game)
        self._rows.put(self._numbered(number), state.position)
        self._begin([self._numbered(number)])

    def copy_from(
        self, other: Batch[S], sources: Iterable[int] | None = None, targets: Iterable[int] | None = None
    ) -> None:
        """Copy positions of another batch of this game, with moves that are begun and the states of random generators.

        *sources* are the numbers in the other batch, *targets* those in this one; by default all, in order.
        ``ValueError`` if their numbers differ, or the other batch is of another game.
        """
        if other.game.digest != self.game.digest:
            raise ValueError(f"a batch of {self.game.name} is needed, not one of {other.game.name}")
        read = [other._numbered(number) for number in (range(len(other)) if sources is None else sources)]
        written = [self._numbered(number) for number in (range(self._count) if targets is None else targets)]
        if len(read) != len(written):
            raise ValueError(f"{len(read)} positions are read, but {len(written)} are to be written")
        kept = [(other._rows.position(number), other.clicks(number), other._rows.seed(number)) for number in read]
        keys = [other._keys(number) for number in read]
        for number, (position, clicks, seed) in zip(written, kept, strict=True):
            self._restore(number, position, clicks, seed)
        self._begin(written, keys)

    def clone(self) -> Batch[S]:
        """Return an independent copy of the batch."""
        start, informed = self._engine.initial(), self._informed is not None
        made = Batch(self.game, self._engine, self._count, 0, start, self._state, self._longest, informed=informed)
        made.copy_from(self)
        return made

    def clicks(self, number: int) -> Identity:
        """Return the clicks of the move that is begun in a position: numbers of cells, and options."""
        return self._rows.clicks(self._numbered(number))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the positions one by one, so that each can be checked when it is unpickled."""
        rows = [
            (parts_of(self._rows.position(number)), self.clicks(number), self._rows.seed(number))
            for number in range(self._count)
        ]
        keys = None if self._informed is None else [self._keys(number) for number in range(self._count)]
        return restored_batch, (self.game, rows, self._longest, keys)

    def _restore(self, number: int, position: Position, clicks: Identity, seed: int) -> None:
        self._rows.put(number, position)
        self._rows.sow(number, seed)
        for step in clicks:
            self._rows.make_room_for_a_click()
            self._rows.click(number, self._words[self._action(step)])

    def _action(self, step: int | str) -> int:
        """Return the number of the action that is a step of a move."""
        return step if isinstance(step, int) else self.actions.index(step, len(self.game.names.cells))

    # -- the way of a call

    def _each(
        self,
        entry: str,
        arguments: Callable[[tuple[int, int]], tuple[Any, ...]],
        deadline: _Deadline,
        alone: Callable[[int], None] | None = None,
        given: array[int] | None = None,
    ) -> None:
        """Call a function of the kernel for all rows, in slices of rows that take about ``SLICE`` seconds each.

        *alone* handles a row that the kernel leaves to the interpreter. *given* has the number that each row was asked
        to play, for the message of a refusal.
        """
        first, control = 0, self._control
        while first < self._count:
            size = self._slices.setdefault(entry, 1)
            begin = time.perf_counter()
            last = min(self._count, first + size)
            first = deadline.keep(partial(self._call, entry, arguments((first, last))))
            seconds = time.perf_counter() - begin
            if seconds < SLICE / 2 and size < self._count:
                self._slices[entry] = 2 * size
            elif seconds > 2 * SLICE and size > 1:
                self._slices[entry] = size // 2
            deadline.check()
            if first == last:
                continue
            if control[1] == NO_MOVE and given is not None:
                raise self._refusal(first, given[first])
            if alone is not None:
                deadline.keep(partial(alone, first))
                first += 1

    def _call(self, entry: str, arguments: tuple[Any, ...]) -> int:
        """Return the first row that a function of the kernel has not finished; ``_control`` says why."""
        control = self._control
        control[0] = control[1] = 0
        row = self._kernel.call(entry, *arguments)
        if row == TOO_LONG:  # the call has ended within a position
            control[1] = TOO_LONG
            row = control[2]
        return row

    def _table(self, rows: tuple[int, int]) -> tuple[Any, ...]:
        return (*self._rows.table, *rows, *self._rows.clicked, self._cells)

    def _numbered(self, number: int) -> int:
        """Return the number of one of the positions. ``IndexError`` if there is none, ``TypeError`` for a mask."""
        return one_of("position", number, self._count)

    def _several(self, positions: Iterable[int]) -> Sequence[int]:
        """Return the numbers of some of the positions; errors are those of ``_numbered``."""
        given = _copied(positions)
        if given and min(given) >= 0 and max(given) < self._count:
            return given
        return [self._numbered(position) for position in positions]

    def _numbers(self, numbers: Iterable[int], what: str) -> array[int]:
        """Return an array of one whole number for each position. ``ValueError`` if *numbers* is anything else."""
        try:
            given = _copied(numbers) or array("q", numbers)
        except OverflowError:
            raise ValueError(f"{what}: a number has 64 bits at most") from None
        except TypeError:
            raise ValueError(f"{what}: one whole number is needed for each position") from None
        if len(given) != self._count:
            raise ValueError(f"{what}: {self._count} positions need as many numbers, not {len(given)}")
        return given

    def _watching(self, viewers: Iterable[int] | None) -> tuple[array[int], Any]:
        """Return the number of a player for each position, and the same as memory of the kernel.

        By default it is the player to move, or the first one.
        """
        players = len(self.game.players)
        given = self._numbers((turn % players for turn in self.player) if viewers is None else viewers, "viewer")
        for viewer in {*given}:
            check("viewer", viewer, 0, players - 1)
        watching = self._kernel.memory(self._count)
        _bytes(watching, self._count, _BYTES).cast("q")[:] = memoryview(given)
        return given, watching

    def _given(self, numbers: Iterable[int]) -> array[int]:
        given = self._numbers(numbers, "action")
        _bytes(self._moves, self._count, _BYTES).cast("q")[:] = memoryview(given)
        return given

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self._rows.make_room(1)
        try:
            with self._rows.all_or_none(), nullcontext() if self._informed is None else self._informed.all_or_none():
                yield
        finally:
            self._tell()

    def _play(self, deadline: _Deadline, given: array[int]) -> None:
        noted = (self._told,) if self.game.is_hidden else ()
        memset(self._told, 0, sizeof(self._told))

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._table(rows), *noted, self._moves, self._control)

        def alone(number: int) -> None:
            before = None if self._informed is None else self._rows.position(number)
            move = self._alone.play(number, self._moves[number])
            if move is None:
                raise self._refusal(number, given[number])
            if before is not None:
                self._note(number, before, move)

        self._each("play_many", call, deadline, alone, given)
        if self._informed is not None:
            self._tell()
            self._inform(deadline)

    def _roll(self, deadline: _Deadline, *, chance: bool = False) -> None:
        """Play a random ply in each position, with *chance* only where nature moves, and tell the players of it."""
        self._rows.make_room(1)
        numbers = _bytes(self._moves, self._count, _BYTES).cast("q")
        numbers[:] = array("q", [NOTHING]) * self._count

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._rows.table, *rows, chance, self._moves, self._control)

        def alone(number: int) -> None:
            numbers[number] = self._alone.rolled(number, self._control[1])

        self._each("roll_many", call, deadline, alone)
        self._play(deadline, array("q", numbers))

    def _note(self, number: int, before: Position, move: Identity) -> None:
        """Note what players are told of a move that the interpreter has made, as ``play_many`` does."""
        told = TOLD[Visibility[self._engine.told(before, move)]]
        steps = [self._words[self._action(step)] for step in move]
        key = reduce(lambda key, word: mix(key ^ word & WORD), steps, 0)
        self._told[TELLING * number : TELLING * (number + 1)] = [told, key, before.player]

    def _inform(self, deadline: _Deadline) -> None:
        """Update the information keys by what is noted in ``_told``."""
        informed = self._informed
        assert informed is not None, "it is called for such batches alone"
        known = informed.known

        def call(rows: tuple[int, int]) -> tuple[Any, ...]:
            return (*self._rows.table, *rows, self._told, self._done, self._returns, known, self._control)

        def alone(number: int) -> None:
            """Tell what has gone wrong; where nothing has for the interpreter, its hashes are as good."""
            position = self._rows.position(number)
            views = [
                self.game.keys.of_view(seen_of(self.game, position, seat)) for seat in range(len(self.game.players))
            ]
            informed.tell(number, self._told[TELLING * number : TELLING * (number + 1)], views)

        self._each("inform_many", call, deadline, alone)

    def _begin(self, numbers: Sequence[int], keys: Sequence[Sequence[int] | None] | None = None) -> None:
        """Tell players what they see of some positions, which were changed without a move.

        *keys* has for each of them the information keys so far, or None if what they have been told begins there.
        """
        self._tell()
        if self._informed is None:
            return
        memset(self._told, 0, sizeof(self._told))
        for number in numbers:
            self._told[TELLING * number] = AT_START
        self._inform(_Deadline(None))
        for number, known in zip(numbers, keys or (), strict=keys is not None):
            if known is not None:
                self._informed.restore(number, known)

    def _keys(self, number: int) -> list[int] | None:
        """Return the information keys of all players in a game; None if the batch keeps none."""
        return None if self._informed is None else self._informed.of(number)

    def _wander(self, plies: int, deadline: _Deadline) -> None:
        """Play random plies without telling players of them."""
        while plies > 0:
            now = min(plies, ROUNDS[self._engine.is_parallel()])
            self._rows.make_room(now)

            def call(rows: tuple[int, int], now: int = now) -> tuple[Any, ...]:
                return (*self._rows.table, *rows, now, self._control)

            def alone(number: int, now: int = now) -> None:
                self._random(number, now, deadline)

            self._each("random_many", call, deadline, alone)
            plies -= now

    def _random(self, number: int, plies: int, deadline: _Deadline) -> None:
        """Play random plies in one position; the interpreter plays those that the kernel cannot."""
        control = self._control
        for _ in range(plies):
            if self._call("random_many", (*self._rows.table, number, number + 1, 1, control)) == number:
                self._alone.random(number, control[1])
            deadline.check()

    def _tell(self) -> None:
        told = (self._gains, self._turns, self._done, self._returns)
        self._kernel.call("tell_many", self._rows.words, 0, self._count, *told)
        if self._engine.program.layout.outcome.paid:
            self._pay()

    def _pay(self) -> None:
        """Write the returns of games that ended with payments: kernels cannot, since they have no doubles."""
        layout, engine = self._engine.program.layout, self._engine
        places, players = dict(layout.offsets()), len(self.game.players)
        returns = _bytes(self._returns, self._count * players * _BYTES).cast("d")
        gains = [self._rows.column(places[name]) for name in layout.outcome.gains]
        for number, end in enumerate(self._rows.column(places["e"])):
            if end == engine.paid_end:
                paid = layout.outcome.shares([column[number] for column in gains])
                returns[players * number : players * (number + 1)] = memoryview(array("d", map(float, paid)))

    def _refusal(self, number: int, asked: int) -> ValueError:
        return ValueError(f"in position {number} there is no action or move of number {asked}; legal() says which are")

    def _flags(self, count: int) -> Any:
        """Return memory for *count* bytes. ``MemoryError`` if that is too much."""
        if count > MAX_WORDS * _BYTES:
            raise MemoryError(f"{self._count} positions of {self.game.name} need more than {MAX_WORDS} words")
        return self._kernel.memory(count // _BYTES + 1)


def restored_batch(
    game: Any, rows: list[tuple[Any, Any, Any]], plies: int | None = None, keys: list[list[int]] | None = None
) -> Batch[Any]:
    """Return a batch of unpickled rows: each a position, the clicks of a move that is begun, and a generator state.

    *keys*: the information keys of each row, if the batch keeps them. ``ValueError`` if what was pickled is not
    possible in the game.
    """
    check("positions", len(rows), 1, MOST_POSITIONS)
    made: Batch[Any] = game.batch(len(rows), plies=plies, informed=keys is not None)
    cells = range(len(game.names.cells))
    for number, (parts, clicks, seed) in enumerate(rows):
        state = game.state(position_of(game, parts))
        begun = tuple(clicks)
        known = all(step in made.actions if isinstance(step, str) else step in cells for step in begun)
        if begun and not (known and state.completions(game.move(begun))):
            raise ValueError(f"no move of {game.name} begins with {begun} here")
        made._restore(number, state.position, begun, int(seed) & WORD)
    if keys is not None and not _are_keys(keys, len(rows), len(game.players)):
        raise ValueError(
            f"{len(rows)} positions of {game.name} need information keys of {len(game.players)} players each"
        )
    made._begin(range(len(rows)), keys)
    return made


def _are_keys(keys: object, rows: int, players: int) -> bool:
    """Return whether something that was unpickled is a list of whole numbers for each player, for each row."""
    if not isinstance(keys, list) or len(keys) != rows or not all(isinstance(each, list) for each in keys):
        return False
    return all(len(each) == players and all(isinstance(key, int) for key in each) for each in keys)


def _copied(numbers: Iterable[int]) -> array[int] | None:
    """Return a copy of numbers that stand one after the other in signed words of 64 bits, as in NumPy; None if not."""
    try:
        view = memoryview(numbers)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    if view.format not in ("q", "l") or view.itemsize != _BYTES or view.ndim != 1 or not view.c_contiguous:
        return None
    return array("q", view.tobytes())


class _Deadline:
    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._end = inf if limit is None else time.perf_counter() + limit

    def keep(self, work: Callable[[], T]) -> T:
        """Return what *work* returns. ``TimeoutError`` if the time is over before."""
        if self._limit is None:
            return work()
        try:
            return interruptibly(lambda _: work(), max(0.0, self._end - time.perf_counter()))
        except TimeoutError:
            raise self._over() from None

    def share(self, work: Callable[[float | None], T]) -> T:
        """Return what *work* returns if it is given the seconds that are left, None if there is no limit.

        ``TimeoutError`` names the whole limit.
        """
        try:
            return work(None if self._limit is None else max(0.0, self._end - time.perf_counter()))
        except TimeoutError:
            raise self._over() from None

    def check(self) -> None:
        """Raise ``TimeoutError`` if the time is over."""
        if time.perf_counter() > self._end:
            raise self._over()

    def _over(self) -> TimeoutError:
        return TimeoutError(f"stopped after {self._limit:g} seconds")


def _bytes(words: Any, *shape: int) -> memoryview[int]:
    """Return a view onto the first bytes of an array, as many as *shape* has elements."""
    return memoryview(words).cast("B")[: prod(shape)]
