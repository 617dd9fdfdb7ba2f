"""A turn: how candidate moves are found, which of them are legal, and what a ply changes.

The stages are, in this order: candidates, effects, win conditions, post-check, merging by identity, close of the ply;
then, if the next player has no legal move, a forced pass or the end of the game.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Counter, Game, MoveRule, RepeatFilter, RepetitionFilter, SelectFilter
from tilewright.model.diagnostics import ModelError
from tilewright.model.hiding import tells_of_all
from tilewright.model.places import Places
from tilewright.model.scratch import scratch
from tilewright.runtime.interpreter.ambiguity import ambiguous_move
from tilewright.runtime.interpreter.building import Builder, Wrap
from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.interpreter.chains import BudgetExceeded, Chain
from tilewright.runtime.interpreter.chance import Chance
from tilewright.runtime.interpreter.effects import victory
from tilewright.runtime.interpreter.flow import Flow, Run
from tilewright.runtime.interpreter.rules import Group, Rule, Rules, refuse_unplayable
from tilewright.runtime.interpreter.tables import Tables
from tilewright.runtime.odds import Odds
from tilewright.runtime.position import PASS, CellSet, Identity, Position

MAX_STEPS = 1_000_000
"""The budget of one generation of moves, in steps: a step is the run of a filter, or part of a long one."""
MANY_ROUNDS = 1_000
"""The number of rounds from which on a repetition is named where the steps run out."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A flow at the end of a rule. ``result`` is the position after the ply if the post-check needed it, else None.

    ``share`` is the share of a move of nature.
    """

    flow: Flow
    rule: Rule
    result: Position | None
    share: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """A position with its legal moves, in order; if there are none, the game is over and the position says how.

    A forced pass has no candidate. At nature's turn ``odds`` says how the moves are drawn.
    """

    position: Position
    moves: dict[Identity, Candidate | None]
    odds: Odds | None = None


class Interpreter:
    """The reference engine: it plays a game by reading its model. Errors of the model raise ``ModelError``."""

    def __init__(self, game: Game, places: Places, wrap: Wrap | None = None, *, steps: int = MAX_STEPS) -> None:
        refuse_unplayable(game, places)
        self._steps = steps
        self.tables = Tables(game)
        self._builder = Builder(self.tables, places, wrap)
        self._builder.could_move = self._could_move
        with self._bounded():
            rules = Rules(game.board, self._builder)
        self._groups = rules.groups
        self._chance_rules = rules.chance
        self._chance = Chance(self._builder)
        self._effects = rules.effects
        self._wins = rules.wins
        self._ensure = rules.ensure
        self._stuck = rules.stuck
        self._over = rules.over
        self._round = rules.round
        self._grids = rules.grids
        self._heuristic = rules.heuristic
        self._remembers = any(isinstance(element, RepetitionFilter) for element in game.eAllContents())
        self._scratch = scratch(game)
        lifetimes = [info.lifetime for info in self.tables.marks]
        counters = [info.lifetime for info in self.tables.counters.values()]
        self._lasting = sum(1 << number for number, life in enumerate([*lifetimes, *counters]) if life == "Ply")

    # -- the engine

    def initial(self) -> Position:
        """Return the position in which the game starts."""
        return self.tables.initial

    def settle(self, position: Position) -> Settled:
        """Return a position with its legal moves, or as the end of the game.

        Cost: one generation of moves; if the player has none, one for each other player.
        """
        with self._bounded():
            return self._settled(position)

    def play(self, position: Position, identity: Identity) -> Position | None:
        """Return the position after a move, or None if it is not legal. The rules are run along the move alone."""
        if position.returns is not None:
            return None
        with self._bounded():
            found = self._moves(position, identity).get(identity)
            if found is not None:
                return self._result(found)
            if identity == PASS and PASS in self._settled(position).moves:
                return self._passed(position)
        return None

    def take(self, settled: Settled, identity: Identity) -> Position:
        """Return the position after one of the legal moves that were found; ``KeyError`` for another one."""
        candidate = settled.moves[identity]
        with self._bounded():
            return self._passed(settled.position) if candidate is None else self._result(candidate)

    def can_move(self, position: Position) -> bool:
        """Return whether a rule has a move for the player, or nature, who is to move; the first one is enough."""
        with self._bounded():
            run = Run(position, self._steps)
            return any(True for group in self._groups_of(position) for _ in self._legal(group, run, None))

    def options(self, position: Position, prefix: Identity) -> list[Identity]:
        """Return the legal moves that begin with *prefix*, in order; the rules are run along the prefix first."""
        if position.returns is not None:
            return []
        with self._bounded():
            return list(self._moves(position, prefix, exact=False))

    # -- what players see

    def seen(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player sees. If the model does not restrict a grid, that is all of it."""
        found = 0
        for grid in self._grids:
            found |= grid.shown[viewer]
            if grid.sight is not None:
                found |= self._cells_of(grid.sight, grid.cells, position, viewer)
        return found

    def covered(self, position: Position, viewer: int) -> CellSet:
        """Return the cells of which a player sees no more than that something stands there."""
        vacant = sum(cells for info, cells in zip(self.tables.states, position.boards, strict=True) if info.empty)
        found = 0
        for grid in self._grids:
            if grid.back is not None:
                found |= self._cells_of(grid.back, grid.cells, position, viewer)
        return found & ~vacant & ~self.seen(position, viewer) if found else 0

    def vacant(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player does not see, but of which a ``back`` tells that nothing stands there."""
        told = self._told_of_backs
        if not told:
            return 0
        vacant = sum(cells for info, cells in zip(self.tables.states, position.boards, strict=True) if info.empty)
        return told & vacant & ~self.seen(position, viewer)

    @cached_property
    def _told_of_backs(self) -> CellSet:
        """The cells of each of which a player who does not see it is told whether something stands there."""
        found = 0
        for grid in self._grids:
            found |= grid.cells if grid.back is not None and tells_of_all(grid.back.element) else 0
        return found

    def _cells_of(self, chain: Chain, cells: CellSet, position: Position, viewer: int) -> CellSet:
        """Return those of *cells* that are left by a chain that changes nothing, run as a player."""
        flow = Flow(Run(position, self._steps), cells, viewer)
        with self._bounded():
            chain.perform(flow)
        return flow.cells & cells

    def heuristic(self, position: Position) -> tuple[int, ...] | None:
        """Return how good a position is for each player by the heuristic of the model; None if there is none."""
        if self._heuristic is None:
            return None
        run, cells = Run(position, self._steps), self.tables.cells.board
        with self._bounded():
            return tuple(self._heuristic(Flow(run, cells, me)) for me in range(len(self.tables.players)))

    def told(self, position: Position, identity: Identity) -> str:
        """Return who is told a legal move: ``All``, ``Owner`` (its mover alone) or ``Hidden`` (nobody)."""
        with self._bounded():
            found = self._moves(position, identity).get(identity)
        rule = None if found is None else found.rule.element
        return rule.visibility.name if isinstance(rule, MoveRule) else "All"

    @contextmanager
    def _bounded(self) -> Iterator[None]:
        """Raise ``ModelError`` for rules that take too many steps, or nest too deeply."""
        try:
            yield
        except BudgetExceeded as exceeded:
            message = f"the rules take more than {self._steps} steps for one position; here they ran out"
            run = exceeded.run
            if run.repeated is not None and run.rounds >= MANY_ROUNDS:
                place = self._builder.places.of(run.repeated)
                message += f"; the 'repeat' at {place.line}:{place.column} has made {run.rounds} rounds"
            if _clicks_again(exceeded.element):
                message += "; make each round of 'repeat' a move of its own, followed by 'turn same'"
            raise self._builder.error("budget-exceeded", exceeded.element, message) from None
        except RecursionError:
            message = "the rules ask for each other too deeply"
            raise self._builder.error("chains-too-deep", self.tables.game.board, message) from None

    # -- 1 to 6: legal moves

    def _moves(
        self, position: Position, follow: Identity | None = None, *, exact: bool = True
    ) -> dict[Identity, Candidate]:
        """Return the legal moves; with *follow* only this move, or, if not *exact*, those that begin with it."""
        run = Run(position, self._steps, exact=exact)
        for group in self._groups_of(position):
            if group.maximise is not None:
                found = self._greatest(group.maximise, list(self._legal(group, run, None)))
                if found:
                    moves = self._merged(found)
                    return moves if follow is None else _beginning(moves, follow, exact)
                continue
            moves = self._merged(self._legal(group, run, follow))
            if moves:
                return moves
            if follow is not None and any(True for _ in self._legal(group, run, None)):
                break
        return {}

    def _groups_of(self, position: Position) -> Sequence[Group]:
        """Return the groups of rules of the player, or of nature, who is to move."""
        return (self._chance_rules,) if position.player == self.tables.nature else self._groups

    def _legal(self, group: Group, run: Run, follow: Identity | None) -> Iterator[Candidate]:
        """Yield the candidates of a group that pass the post-check; of chance rules those whose odds are not 0."""
        chance = group is self._chance_rules
        for rule in group.rules:
            if rule.phases and run.start.phase not in rule.phases:
                continue
            if chance and not self._chance.weight(rule, run):
                continue
            for flow in self._outputs(rule, run, follow):
                if flow.follow is not None and len(flow.selection) < len(flow.follow):
                    continue
                result, share = None, 1
                if chance:
                    share = self._chance.share(rule, flow)
                    if not share:
                        continue
                elif self._ensure is not None:
                    result = self._completed(flow)
                    if result is None:
                        continue
                yield Candidate(flow, rule, result, share)

    def _outputs(self, rule: Rule, run: Run, follow: Identity | None) -> Iterator[Flow]:
        flow = Flow(run, self.tables.cells.board, self.tables.me_of(run.start))
        flow.follow = follow
        if not rule.per_cell:
            yield from rule.chain.outputs(flow)
            return
        cells = flow.cells
        if follow:
            cells &= 1 << follow[0] if isinstance(follow[0], int) else 0
        for holds in rule.starts:
            cells &= holds(flow)
        for cell in bits(cells):
            clicked = flow.copy()
            clicked.cells = 1 << cell
            clicked.selection = (cell,)
            clicked.anchor = cell
            yield from rule.chain.outputs(clicked)

    def _greatest(self, counter: Counter, candidates: list[Candidate]) -> list[Candidate]:
        """Return the candidates for which a counter is greatest; one per cell is summed over its cells."""
        info = self.tables.counters[counter]

        def number(candidate: Candidate) -> int:
            first = info.slot(candidate.flow.me)
            return sum(candidate.flow.counters[first : first + info.cells])

        greatest = max(map(number, candidates), default=0)
        return [candidate for candidate in candidates if number(candidate) == greatest]

    def _merged(self, candidates: Iterable[Candidate]) -> dict[Identity, Candidate]:
        """Return one candidate for each identity, in the order of discovery.

        ``ModelError`` if two candidates with one identity have different results, or belong to two chance rules.
        """
        moves: dict[Identity, Candidate] = {}
        for candidate in candidates:
            identity = candidate.flow.selection
            first = moves.setdefault(identity, candidate)
            if first is not candidate:
                one, other = self._without_scratch(first.flow), self._without_scratch(candidate.flow)
                if not self._same(one, other):
                    ways = (one, first.rule.element), (other, candidate.rule.element)
                    raise ambiguous_move(*ways, self.tables, self._builder.places)
            if first.rule is not candidate.rule and first.rule in self._chance_rules.rules:
                raise self._chance.shared(identity, first.rule.element, candidate.rule.element)
        return moves

    def _without_scratch(self, flow: Flow) -> Flow:
        """Return a flow at the end of a rule without the marks and counters that nothing reads from there on."""
        kept = flow.copy()
        pairs = zip(self.tables.marks, flow.marks, strict=True)
        kept.marks = tuple(0 if info.element in self._scratch else cells for info, cells in pairs)
        for counter, numbers in self.tables.counters.items():
            if counter in self._scratch:
                kept.counters = self.tables.reset(numbers, kept.counters, kept.boards)
        return kept

    def _same(self, one: Flow, other: Flow) -> bool:
        return (
            one.boards == other.boards
            and one.marks == other.marks
            and one.counters == other.counters
            and (one.phase, one.turn, one.returns, one.scores) == (other.phase, other.turn, other.returns, other.scores)
            and (one.written ^ other.written) & self._lasting == 0
            and (one.anchor == other.anchor or not self._effects)
        )

    def _result(self, candidate: Candidate) -> Position:
        if candidate.result is not None:
            return candidate.result
        result = self._completed(candidate.flow)
        assert result is not None  # there is no post-check: with one, the result would have been computed before
        return result

    def _completed(self, candidate: Flow) -> Position | None:
        """Return the position after the ply, or None if the post-check refuses the move."""
        flow = candidate.copy()
        flow.follow = None
        outer = candidate.run
        steps = self._steps if self._ensure is None else outer.left
        flow.run = Run(outer.start, steps, asked=outer.asked, played=True)
        if outer.start.player == self.tables.nature:
            return self._closed(flow)
        if flow.returns is None:
            self._run_effects(flow)
        if self._ensure is not None:
            probe = flow.aside(self.tables.cells.board, outer.start.player)
            probe.returns = probe.direction = None
            passed = self._ensure.has_output(probe)
            outer.left = flow.run.left
            if not passed:
                return None
        return self._closed(flow)

    def _run_effects(self, flow: Flow) -> None:
        """Run the effect pipeline, then the win conditions, until something ends the game."""
        selection = flow.selection
        start = self.tables.cells.board if flow.anchor == NOWHERE else 1 << flow.anchor
        for chain in self._effects:
            flow.cells = start
            flow.direction = None
            flow.selection = selection
            chain.perform(flow)
            if flow.returns is not None:
                return
        for holds in self._wins:
            if holds(flow):
                flow.returns = victory(self.tables, flow.me)
                return

    # -- 7: close

    def _closed(self, flow: Flow) -> Position:
        """Return the position after a ply: the turn passes on, and stale marks and counters are cleared.

        If the turn passes to a place at or before the present one in the order of turns, the round ends, too, and its
        chain is run.
        """
        seat, player = flow.run.start.seat, self._next(flow)
        ended = self._ended_lifetimes(flow)
        if player != self.tables.nature:
            seat = player
        if "Round" in ended and self._round is not None and flow.returns is None:
            flow = self._after_round(flow, self._round)
            seat = player = player if flow.turn is None else flow.turn
        return self._behind(flow, player, seat, ended)

    def _if_next(self, flow: Flow, me: int) -> Position:
        """Return the position after a ply as it would be if a player moved next.

        Lifetimes end as they would then. The chain of the end of a round is not run for a question.
        """
        if self._next(flow) != me:
            flow = flow.copy()
            flow.turn = me
        return replace(self._behind(flow, me, me, self._ended_lifetimes(flow)), returns=None)

    def _behind(self, flow: Flow, player: int, seat: int, ended: Container[str]) -> Position:
        """Return the position after a ply, given who moves next and the lifetimes that have ended with it."""
        start = flow.run.start
        return Position(
            flow.boards, self._kept_marks(flow, ended), self._kept_counters(flow, ended), flow.phase, player, seat,
            start.ply + 1, flow.returns, flow.scores, self._history(start),
        )  # fmt: skip

    def _next(self, flow: Flow) -> int:
        """Return the player, or nature, whose turn it is after a ply."""
        return self.tables.after(flow.run.start.seat) if flow.turn is None else flow.turn

    def _ended_lifetimes(self, flow: Flow) -> tuple[str, ...]:
        """Return which of the lifetimes of a turn and of a round end with a ply."""
        seat, player, nature = flow.run.start.seat, self._next(flow), self.tables.nature
        if flow.run.round_over:
            return ("Turn", "Round")
        if nature in (seat, player) or (player == seat and flow.turn is not None):
            return ()
        return ("Turn", "Round") if self.tables.place(player) <= self.tables.place(seat) else ("Turn",)

    def _after_round(self, flow: Flow, chain: Chain) -> Flow:
        """Run the chain of the end of a round and return its flow, which has nothing of the move that ended it."""
        after = flow.aside(self.tables.cells.board, flow.run.start.seat)
        after.run.round_over = True
        after.turn = after.direction = None
        after.anchor = NOWHERE
        after.marks = tuple(
            0 if info.lifetime == "Move" else cells for info, cells in zip(self.tables.marks, flow.marks, strict=True)
        )
        for info in self.tables.counters.values():
            if info.lifetime == "Move":
                after.counters = self.tables.reset(info, after.counters, after.boards)
        chain.perform(after)
        return after

    def _kept_marks(self, flow: Flow, ended: Container[str] = ()) -> tuple[int, ...]:
        """Return the marks at the close of a ply; those of the lifetimes that have ended are empty."""
        if not any(flow.marks):
            return flow.marks
        return tuple(
            0 if self._is_stale(info.lifetime, number, flow, ended) else flow.marks[number]
            for number, info in enumerate(self.tables.marks)
        )

    def _kept_counters(self, flow: Flow, ended: Container[str] = ()) -> tuple[int, ...]:
        """Return the counters at the close of a ply; those of the lifetimes that have ended are as at the start."""
        counters = flow.counters
        for number, info in enumerate(self.tables.counters.values(), len(self.tables.marks)):
            if self._is_stale(info.lifetime, number, flow, ended):
                counters = self.tables.reset(info, counters, flow.boards)
        return counters

    def _is_stale(self, lifetime: str, number: int, flow: Flow, ended: Container[str]) -> bool:
        """Return whether what was written to a mark or a counter does not outlast the ply."""
        return lifetime == "Move" or lifetime in ended or (lifetime == "Ply" and not flow.written >> number & 1)

    def _history(self, start: Position) -> tuple[tuple[object, int], ...]:
        if not self._remembers:
            return ()
        return (*start.history, (self.tables.repetition_key(start.boards, start.counters), start.player))

    # -- 8: no legal move

    def _settled(self, position: Position) -> Settled:
        if position.returns is not None:
            return Settled(position, {})
        if position.player == self.tables.nature:
            drawn = self._moves(position)
            if not drawn:
                raise self._nothing_drawn(position)
            masses = ((candidate.rule, candidate.share) for candidate in drawn.values())
            return Settled(position, dict(drawn), self._chance.odds(masses, Run(position, self._steps)))
        moves: dict[Identity, Candidate | None] = dict(self._moves(position))
        if moves:
            return Settled(position, moves)
        ended = self._ended(position, self._stuck)
        if ended is None and self._somebody_else_can_move(position):
            return Settled(position, {PASS: None})
        ended = ended or self._ended(position, self._over)
        return Settled(ended or replace(position, returns=(0,) * len(self.tables.players)), {})

    def _nothing_drawn(self, position: Position) -> ModelError:
        """Return the error that nature has no move.

        It names a chance rule whose weight or shares are 0, if any is, or the phases of all if none is of this one.
        """
        run = Run(position, self._steps)

        def comes_through(rule: Rule) -> bool:
            try:
                return any(True for _ in self._outputs(rule, run, None))
            except (ModelError, BudgetExceeded, RecursionError):  # the weight or a share may be 0 to prevent that
                return False

        rules = self._chance_rules.rules
        awake = (rule for rule in rules if not rule.phases or position.phase in rule.phases)
        return self._chance.nothing(next(filter(comes_through, awake), None), rules, run)

    def _ended(self, position: Position, chain: Chain | None) -> Position | None:
        """Return the position in which a chain ends the game; None if it does not, and its changes are discarded."""
        if chain is None:
            return None
        flow = Flow(Run(position, self._steps), self.tables.cells.board, position.player)
        chain.perform(flow)
        if flow.returns is None:
            return None
        return replace(
            position, boards=flow.boards, marks=self._kept_marks(flow), counters=self._kept_counters(flow),
            phase=flow.phase, returns=flow.returns, scores=flow.scores,
        )  # fmt: skip

    def _somebody_else_can_move(self, position: Position) -> bool:
        """Return whether, after a forced pass, any of the other players would have a legal move."""
        passing = self._passing(position)
        others = self.tables.others(position.player)
        return any(self._any_move(Run(self._if_next(passing, me), self._steps)) for me in others)

    def _any_move(self, run: Run) -> bool:
        return any(True for group in self._groups for _ in self._legal(group, run, None))

    def _could_move(self, flow: Flow) -> bool:
        """Return whether the player of a flow would have a legal move if he moved next."""
        run = Run(self._if_next(flow, flow.me), flow.run.left, asked=True)
        found = self._any_move(run)
        flow.run.left = run.left
        return found

    def _passed(self, position: Position) -> Position:
        """Return the position after a forced pass: no rule is run, but the chain of the end of a round."""
        return self._closed(self._passing(position))

    def _passing(self, position: Position) -> Flow:
        """Return the flow of a forced pass, which changes nothing."""
        return Flow(Run(position, self._steps, played=True), self.tables.cells.board, position.player)


def _clicks_again(element: Element | None) -> bool:
    """Return whether a filter stands in a chain that is repeated and clicks, so that there may be too many moves."""
    while element is not None:
        if isinstance(element, RepeatFilter):
            return any(isinstance(one, SelectFilter) and one.record for one in element.eAllContents())
        element = element.eContainer()
    return False


def _beginning(moves: dict[Identity, Candidate], prefix: Identity, exact: bool) -> dict[Identity, Candidate]:
    if exact:
        return {prefix: moves[prefix]} if prefix in moves else {}
    return {identity: found for identity, found in moves.items() if identity[: len(prefix)] == prefix}
