"""A turn: what the functions of all players share, and the position at the start and at the end of a ply.

    position  the variables that hold a position
    context   further parameters of a function of a position: errors, and the keys of earlier positions
    whole     the result of a move: the position, who moves next, the end, and what is told of it

P stands for the number of a turn in the names of functions: that of a player, or of nature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial, reduce
from typing import TypeAlias, assert_never

from tilewright.generator.compiler.analysis.distinct import Overlaps, overlaps
from tilewright.generator.compiler.analysis.questions import mentions
from tilewright.generator.compiler.analysis.resting import resting_marks
from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.code import Code, Function, Module
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.checks import position_key
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.filters.search import Search
from tilewright.generator.compiler.emit.flow import NEXT, Flow, Slot, aside, value_of
from tilewright.generator.compiler.emit.joining import fork
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, chosen, constant, join_all, meet, variable, without
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Expression,
    Local,
    all_of,
    any_of,
    call,
    choice,
    equal,
    local,
    negated,
    number,
    unequal,
)
from tilewright.generator.compiler.kernel.templates import Hole, template
from tilewright.generator.compiler.lowering.constants import Constants, CounterFacts
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.program import Layout
from tilewright.generator.compiler.rules import ir
from tilewright.generator.odds import LARGEST
from tilewright.metamodel.language import Lifetime

Leaf: TypeAlias = Callable[[Flow, tuple[ir.Op, ...]], None]
"""Emits what is done with a flow of a rule, given the rest of the rule's chain: a leaf of the tree of its branches."""


MOST_MOVES = 1 << 16
"""An upper bound of the number of moves for which a program has room."""


class Turn:
    """What is known of a game while its functions are emitted. Entries by ``me`` are by the number of a turn."""

    def __init__(self, constants: Constants, rules: tuple[ir.Rules, ...], layout: Layout, module: Module) -> None:
        self.constants = constants
        self.lots = _lots(constants, rules)
        """For each of nature's turns with several rules, the numbers of further entries, one for each rule alone."""
        lots = [(turn, lot) for turn, numbers in self.lots.items() for lot in range(len(numbers))]
        self.rules = (*rules, *(_alone(rules[turn], lot) for turn, lot in lots))
        self.turns = (*range(len(rules)), *(turn for turn, _ in lots))
        """For each entry of ``rules`` the turn to which it belongs."""
        self.layout = layout
        self.module = module
        self.position = layout.position
        self.context = ["a_hist", "h", "a_count", "a_err"] if layout.remembers else ["a_err"]
        self.whole = [*self.position, "p", "e", *layout.outcome.names]
        places = dict(layout.offsets())
        self.holes: dict[str, Hole] = {
            "POSITION": tuple(self.position),
            "CONTEXT": tuple(self.context),
            "WHOLE": tuple(self.whole),
            "RESULTS": tuple(map(result, self.whole)),
            "SIZE": layout.size,
            "PLAYERS": constants.players,
            "SIDES": len(constants.sides),
            "MOVERS": tuple(map(number, constants.in_order)),
            "NATURE": int(constants.game.nature is not None),
            "REMEMBERS": layout.remembers,
            "PAYS": layout.outcome.paid,
            "DIVIDED": layout.outcome.divided,
            "GAINS": layout.outcome.gains,
            "GAINED": tuple(map(result, layout.outcome.gains)),
            "KEPT": tuple(name for name in self.context if name != "a_count"),
            "TURN": places["p"],
            "ENDED": places["e"],
            "END": layout.end,
            "PAID": ir.paid_end(constants.players),
            "ROW": layout.row.size,
            "PLY": layout.row.ply,
            "KNOWN": layout.row.known,
            "CLICKS": layout.row.clicks,
            "SEED": layout.row.seed,
        }
        """What fills the holes of templates that depend on the game alone."""
        everything = [chain for part in self.rules for chain in _all_chains(part)]
        self.movable = any(mentions(chain.ops, ir.Movable) for chain in everything)
        self.asked = False
        """Whether functions are emitted for questions within which nobody asks further: see ``name``."""
        self.judged = [False] * len(self.rules)
        """For each player, whether there is a ``judged_P``."""
        self.asks = [_ask(part, ir.Movable) for part in self.rules]
        """For each player, whether his rules ask if a player can move."""
        self.remembers = [_ask(part, ir.Repetition) for part in self.rules]
        """For each player, whether it depends on the positions before which moves are legal."""
        self.endings: dict[object, tuple[str, list[Slot], list[str]]] = {}
        """The functions that go on from the end of a rule, by what is known there: see ``completion.shared``."""
        resting = resting_marks(everything, constants)
        found = [[overlaps(group, constants, resting) for group in part.groups] for part in self.rules]
        self.repeats = [[each.rules for each in groups] for groups in found]
        self.doubted = [[each.doubts for each in groups] for groups in found]
        for turn in constants.of_nature:
            _refuse_shared(rules[turn].groups[0], found[turn][0])
        self.weighed = {turn for turn in constants.of_nature if _may_exceed(rules[turn].groups[0], constants)}
        """Nature's turns at which the sum of masses may be too large, so that the program checks it."""

    def flow(self, me: int) -> Flow:
        """Return the flow with which rules begin: all cells of the board, in the position before the move."""
        constants, layout, me = self.constants, self.layout, self.turns[me]
        cells = constants.board.cells
        boards = {board: variable(f"B_{board}", constants.cells_on(board)) for board in constants.boards.states}
        numbers: dict[tuple[int, int], Expression] = {}
        planes: dict[tuple[int, int], tuple[Cells, ...]] = {}
        for facts in constants.counters.values():
            for player in range(facts.players):
                key = (facts.number, player)
                if not facts.per_cell:
                    lasts = facts.lifetime is not Lifetime.Move
                    numbers[key] = local(f"c_{facts.number}_{player}") if lasts else number(facts.initial[player])
                elif facts.lifetime is Lifetime.Move:
                    planes[key] = self.fresh_planes(facts, player, boards)
                else:
                    planes[key] = tuple(variable(f"P_{facts.number}_{player}_{d}", cells) for d in range(facts.planes))
        marks = [
            variable(f"M_{mark}", constants.marked.get(mark, cells)) if mark in layout.marks else EMPTY
            for mark in range(len(constants.mark_lifetimes))
        ]
        return Flow(
            me, constant(constants.board.board),
            boards, list(marks), numbers, planes, local("f_0") if "f_0" in layout.ints else ZERO, ZERO,
            [ZERO] * (len(marks) + len(constants.counters)), (ZERO,) * len(layout.outcome.names), alive=True,
            mark_states=[None] * (len(marks) + 1),
        )  # fmt: skip

    def fresh_planes(self, facts: CounterFacts, player: int, boards: Mapping[int, Cells]) -> tuple[Cells, ...]:
        """Return the planes of a counter per cell whose time is over.

        Its numbers are the initial ones; if it is carried, what stands on the board begins anew.
        """
        if facts.carried:
            return tuple(self._fresh_plane(facts, digit, boards) for digit in range(facts.planes))
        bits = facts.bits
        values = [value - facts.least for value in facts.initial[player * len(bits) : (player + 1) * len(bits)]]
        return tuple(
            constant(sum(1 << bit for bit, value in zip(bits, values, strict=True) if value >> digit & 1))
            for digit in range(facts.planes)
        )

    def _fresh_plane(self, facts: CounterFacts, digit: int, boards: Mapping[int, Cells]) -> Cells:
        everywhere = constant(self.constants.board.cells)
        vacant, initial = facts.vacant >> digit & 1, self.constants.initial_state
        other = {s for s, begun in enumerate(facts.begun) if begun >> digit & 1 != vacant and s not in initial}
        standing = self._in_states(other, boards)
        return without(everywhere, standing) if vacant else standing

    def _in_states(self, states: Set[int], boards: Mapping[int, Cells]) -> Cells:
        """Return the cells that are in one of some states, none of which is the initial one of a tile."""
        constants, encoding = self.constants, self.constants.boards
        whole = [board for board, there in encoding.states.items() if there <= states]
        found = [boards[board] for board in whole]
        for state in sorted(set(states).difference(*(encoding.states[board] for board in whole))):
            on = encoding.of_state[state]
            cells = reduce(meet, (boards[board] for board in on), constant(constants.cells_with(state)))
            off = [boards[board] for board in boards if board not in on] if encoding.coded else []
            found.append(reduce(without, off, cells))
        return join_all(found) if found else EMPTY

    def emitter(self, me: int, *, ordered: bool = False) -> Emitter:
        """Return an emitter for a new function of a turn."""
        emitter = Search(self.constants, self.module, ordered=ordered)
        emitter.start = self.flow(me)
        emitter.could_move = None if self.asked else self.could_move
        return emitter

    def arguments(self) -> list[str]:
        """Return the parameters of a function of a position: the position, then the context."""
        return [*self.position, *self.context]

    def given(self, flow: Flow | None = None) -> list[Expression]:
        """Return the arguments for these parameters: the parts of a flow, or the variables of the same names."""
        position = [local(name) for name in self.position] if flow is None else self.parts(flow)
        return [*position, *map(local, self.context)]

    def parts(self, flow: Flow) -> list[Expression]:
        """Return the values of the position's variables in a flow, in their order."""
        found = [value_of(flow.boards[board]) for board in self.constants.boards.states]
        found += [value_of(flow.place(flow.marks[mark])) for mark in self.layout.marks]
        found += [value_of(flow.planes[counter, player][digit]) for counter, player, digit in self.layout.planes]
        found += [flow.numbers[key] for key in self.layout.numbers]
        return found + ([flow.phase] if "f_0" in self.layout.ints else [])

    def typed(self, code: Code, parts: Sequence[Expression], sets: int | None = None) -> list[Expression]:
        """Return the parts with variables in place of constant sets, since the type of a result is that of its name.

        The first *sets* parts are sets; by default, as many as a position has.
        """
        sets = len(self.layout.sets) if sets is None else sets
        found = list(parts)
        names: dict[Expression, Local] = {}
        for place, part in enumerate(parts[:sets]):
            if not any(name[0].isupper() for name in part.names):
                if part not in names:
                    names[part] = code.fresh("Z")
                    code.assign(names[part], part)
                found[place] = names[part]
        return found

    def define(self, name: str, parameters: list[str], code: Code) -> None:
        """Define a function, without its dead code."""
        self.module.define(Function(name, tuple(parameters), eliminate_dead_code(code.body)))

    def fill(self, name: str, called: str = "", /, **holes: Hole) -> None:
        """Define the functions of a template, or its only one under another name: *called*.

        *holes* are filled besides those of ``self.holes``.
        """
        found = template(name)
        known = {hole: filled for hole, filled in self.holes.items() if hole in found.holes}
        for function, parameters, body in found.functions({**known, **holes}):
            self.module.define(Function(called or function, parameters, eliminate_dead_code(body)))

    def name(self, stem: str, me: int) -> str:
        """Return the name of a function, of which there may be two versions.

        While ``asked`` is set, it is that of the version for questions whether a player can move; such a question takes
        nested ones for true.
        """
        return f"{stem}_{me}_asked" if self.asked else f"{stem}_{me}"

    def close(self, emitter: Emitter, flow: Flow) -> tuple[list[Expression], Expression]:
        """Emit the close of a ply, and return the parts of the position after it, and the player of the next turn."""
        me = emitter.start.me if emitter.start is not None else flow.me
        passes, ends = self._passes(flow, me), self._ends_round(flow, me)
        successor = self.constants.after(me)
        player = flow.turn
        if player.constant is None:
            player = choice(player < 0, successor, player)
        elif player == NEXT:
            player = number(successor)
        chain = self.rules[me].round
        if chain is not None:
            flow.turn = player
            fork(emitter, all_of(ends, equal(flow.end, 0)), flow, partial(self._close_round, emitter, chain))
            player = flow.turn
        self.reset(flow, passes, ends)
        return self.parts(flow), player

    def _close_round(self, emitter: Emitter, chain: ir.Chain, flow: Flow) -> None:
        """Emit the chain that is run at the end of a round, on all cells and without the marks of the move.

        It may set the player of the next turn; otherwise it stays the one already set.
        """
        given, fresh = flow.turn, self.flow(flow.me)
        played, emitter.played = emitter.played, True
        could_move = emitter.could_move
        emitter.could_move = None if could_move is None else self._could_move_behind_round
        flow.cells, flow.alive, flow.way, flow.many = constant(self.constants.board.board), True, None, False
        flow.states, flow.mark_states, flow.turn = None, [None] * len(flow.mark_states), NEXT
        for mark, life in enumerate(self.constants.mark_lifetimes):
            if life is Lifetime.Move:
                flow.marks[mark] = EMPTY
        for facts in self.constants.counters.values():
            for key in ((facts.number, player) for player in range(facts.players)):
                if facts.lifetime is Lifetime.Move and facts.per_cell:
                    flow.planes[key] = self.fresh_planes(facts, key[1], flow.boards)
                elif facts.lifetime is Lifetime.Move:
                    flow.numbers[key] = fresh.numbers[key]
        perform(emitter, chain.ops, flow)
        emitter.played, emitter.could_move = played, could_move
        if flow.turn == NEXT:
            flow.turn = given
        elif flow.turn.constant is None:
            flow.turn = choice(flow.turn < 0, given, flow.turn)

    def _ends_round(self, flow: Flow, me: int) -> Expression:
        """Return a condition that is true if a ply ends a round.

        It does if the turn passes to another player who is earlier in the order of turns, or back to the only player.
        """
        constants, given = self.constants, flow.turn
        if me == constants.nobody:
            return ZERO
        mover, players = constants.turns[me], range(constants.players)
        before = [player for player in players if constants.place(player) <= constants.place(mover)]
        by_order = number(int(constants.after(me) in before))
        if given.constant is not None:
            return by_order if given == NEXT else number(int(given.constant != mover and given.constant in before))
        named = any_of(*(equal(given, player) for player in before if player != mover))
        return any_of(all_of(given < 0, by_order), named)

    def _passes(self, flow: Flow, me: int) -> Expression:
        """Return a condition that is true if a ply ends the player's turn.

        It does if the next turn is another player's or is not set, but not if it is nature's, who comes in between.
        """
        constants = self.constants
        if me == constants.nobody:
            return ZERO
        mover, player = constants.turns[me], flow.turn
        if player.constant is not None:
            return number(int(player == NEXT or player.constant not in (mover, *constants.of_nature)))
        return any_of(player < 0, all_of(player < constants.players, unequal(player, mover)))

    def reset(self, flow: Flow, passes: Expression = ZERO, ends: Expression = ZERO) -> None:
        """Reset marks and counters whose lifetime is over.

        Those of a ply are reset if the ply has not written them, those of a turn if the turn *passes*, those of a round
        if the round *ends*.
        """
        constants = self.constants
        for mark, life in enumerate(constants.mark_lifetimes):
            written = self._outlasts(flow, mark, life, passes, ends)
            if written.constant != 1:
                old = flow.place(flow.marks[mark])
                flow.marks[mark] = EMPTY if written.constant == 0 else replace(chosen(written, old), single=False)
        for facts in constants.counters.values():
            written = self._outlasts(flow, len(flow.marks) + facts.number, facts.lifetime, passes, ends)
            if written.constant == 1:
                continue
            for player in range(facts.players):
                key = (facts.number, player)
                if not facts.per_cell:
                    initial = number(facts.initial[player])
                    held = choice(written, flow.numbers[key], initial)
                    flow.numbers[key] = initial if written.constant == 0 else held
                    continue
                planes = []
                fresh = self.fresh_planes(facts, player, flow.boards)
                for plane, fixed in zip(flow.planes[key], fresh, strict=True):
                    either = Cells(choice(written, plane.value, fixed.value), plane.maybe | fixed.maybe)
                    planes.append(fixed if written.constant == 0 else either)
                flow.planes[key] = tuple(planes)

    def _outlasts(self, flow: Flow, place: int, lifetime: Lifetime, passes: Expression, ends: Expression) -> Expression:
        """Return a condition that is true if a mark or counter keeps its value; *place*: its index in ``written``."""
        match lifetime:
            case Lifetime.Ply:
                return flow.written[place]
            case Lifetime.Turn:
                return negated(passes)
            case Lifetime.Round:
                return negated(ends)
            case Lifetime.Move | Lifetime.Game:
                return ONE
            case _:
                assert_never(lifetime)

    def at_rest(self, flow: Flow) -> Flow:
        """Return a copy in which the counters per cell that last for one move have their initial values."""
        other = flow.copy()
        for facts in self.constants.counters.values():
            if facts.per_cell and facts.lifetime is Lifetime.Move:
                for player in range(facts.players):
                    other.planes[facts.number, player] = self.fresh_planes(facts, player, flow.boards)
        return other

    def could_move(self, emitter: Emitter, flow: Flow) -> Expression:
        """Return a condition, a call, that is true if the player of a flow could move if he moved next."""
        return self._asked(emitter, self.if_next(emitter, flow, self.constants.turns[flow.me]))

    def _could_move_behind_round(self, emitter: Emitter, flow: Flow) -> Expression:
        """Return the same for a question of the chain of the end of a round, with which turn and round are over."""
        closed = aside(flow, self.constants.turns[flow.me])
        self.reset(closed, ONE, ONE)
        return self._asked(emitter, closed)

    def _asked(self, emitter: Emitter, closed: Flow) -> Expression:
        """Return a call that returns whether the player of a flow could move after the close of a ply."""
        me = closed.me
        if self.layout.remembers:
            key = emitter.code.name(position_key(emitter, self.at_rest(closed), me), "n")
            context = [local(name) + 1 if name == "h" else local(name) for name in self.context]
            return call(f"ask_{me}", *self.parts(closed), key, *context)
        return call(f"any_{me}_asked", *self.given(closed))

    def if_next(self, emitter: Emitter, flow: Flow, me: int) -> Flow:
        """Return the flow after the close of a ply as it would be if a player moved next.

        Lifetimes end as they would then. The chain of the end of a round is not run for a question.
        """
        assert emitter.start is not None
        mover, given = emitter.start.me, flow.turn
        closed = aside(flow, me)
        closed.turn = number(me)
        if self.constants.players == 1 and given.constant is None:
            closed.turn = choice(given < 0, NEXT, me)
        elif self.constants.players == 1 and given == NEXT:
            closed.turn = given
        self.reset(closed, self._passes(closed, mover), self._ends_round(closed, mover))
        return closed


def _lots(constants: Constants, rules: tuple[ir.Rules, ...]) -> dict[int, range]:
    """Return for each of nature's turns with several rules a number for each rule, after those of all turns."""
    found: dict[int, range] = {}
    behind = len(rules)
    for turn in constants.of_nature:
        count = len(rules[turn].groups[0].rules)
        if count > 1:
            found[turn] = range(behind, behind + count)
            behind += count
    return found


def _alone(rules: ir.Rules, lot: int) -> ir.Rules:
    """Return the rules of nature's turn as if one of them was the only one; *lot*: its place in the group."""
    return replace(rules, groups=(ir.Group((rules.groups[0].rules[lot],), None),))


def _may_exceed(group: ir.Group, constants: Constants) -> bool:
    """Return whether the sum of the weights of rules, or of the shares of one rule's moves, may exceed ``LARGEST``."""
    weights = sum(constants.range_of(rule.weight)[-1] for rule in group.rules)
    shares = (constants.range_of(rule.share)[-1] for rule in group.rules if rule.share is not None)
    return max(weights, *(share * MOST_MOVES for share in shares), 0) > LARGEST


def _refuse_shared(group: ir.Group, found: Overlaps) -> None:
    """Raise ``NotLowered`` if two of nature's rules may find the same move, or one with a share may find one twice."""
    for one, other in found.pairs:
        first, second = group.rules[one], group.rules[other]
        if one != other:
            names = f"the chance rules '{first.name}' and '{second.name}'"
            raise NotLowered(f"{names} may have a move in common; let options tell them apart", rule=second.name)
        if first.share is not None:
            reason = f"the chance rule '{first.name}' has a share and may find a move twice"
            raise NotLowered(f"{reason}; let options tell its moves apart", rule=first.name)


def _ask(rules: ir.Rules, kind: type[ir.Movable | ir.Repetition]) -> bool:
    """Return whether a test is made to find legal moves: by move rules or, with a post-check, by effects or by it."""
    chains = [rule.chain for group in rules.groups for rule in group.rules]
    chains += [chain for chain in (*rules.effects, rules.ensure) if chain is not None and rules.ensure is not None]
    return any(mentions(chain.ops, kind) for chain in chains)


def _all_chains(rules: ir.Rules) -> Iterator[ir.Chain]:
    """Yield all chains of the rules of a turn."""
    for group in rules.groups:
        yield from (rule.chain for rule in group.rules)
    yield from rules.effects
    yield from (chain for chain in (rules.ensure, rules.stuck, rules.over, rules.round) if chain is not None)
