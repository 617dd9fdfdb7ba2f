"""Checks of moves and ends: nobody can move or win, moves without a name, missing or misplaced effects.

Also of clicks and amounts that cannot be meant, and of chance that never comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from tilewright.metamodel.language import (
    AmountFilter,
    ApplyFilter,
    Arithmetic,
    CallFilter,
    CellsFilter,
    ChoiceFilter,
    ChoiceMode,
    Combine,
    CompareFilter,
    CounterEffectFilter,
    EffectFilter,
    EndFilter,
    Filter,
    ForEach,
    GuardFilter,
    IntValue,
    Lifetime,
    Mark,
    MarkFilter,
    MoveEffectFilter,
    MoveRule,
    OptionFilter,
    ParameterValue,
    Pattern,
    PatternFilter,
    Perspective,
    PhaseEffectFilter,
    PhaseFilter,
    PlayerFilter,
    RecordFilter,
    RepeatFilter,
    SelectFilter,
    ShiftEffectFilter,
    StateEffectFilter,
    StateSelection,
    SubPipeline,
    TurnEffectFilter,
    WinConditionFilter,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.game.writer import write_filter
from tilewright.model.nameless import nameless_label
from tilewright.model.validation.alternatives import is_in_single_alternative
from tilewright.model.validation.chains import chain_of, run_by
from tilewright.model.validation.comparing import COMPARISONS
from tilewright.model.validation.model import Model
from tilewright.model.validation.several import is_plain

_MOST_CHOICES = 8
"""The number of choices of a parameter, from the first, that a message names."""

_WORDS = {"Win": "win", "Loss": "lose", "Draw": "draw"}
"""The filters that end the game for the player who moves, by their outcomes."""
_MOST_WRITTEN = 40
"""The length of a condition that a message quotes as a whole."""
_ON_CELLS = (StateEffectFilter, CounterEffectFilter, MarkFilter)
"""Filters that change something on the cells of the working set."""
_MOST_CALLS = 8
"""The depth of calls that are looked into."""
_MOST_RUN = 5_000
"""The number of filters of a chain that are looked at, those of the sub-pipelines that it calls among them."""
_CHANGING = (EffectFilter, MarkFilter, SelectFilter, RecordFilter, OptionFilter, AmountFilter)
"""Filters whose effect outlasts their chain."""


def has_rules(model: Model) -> bool:
    """Return whether a game has rules of legal moves. Without them hardly anything is used yet."""
    pipeline = model.game.board.legalMovesPipeline
    return pipeline is not None and len(pipeline.filters) + len(pipeline.rules) > 0


def rule_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of missing moves and ends, and of rules that do less than they seem to."""
    if not has_rules(model):
        yield model.warn("no-moves", "there are no rules of legal moves, so nobody can ever move", model.game.board)
    if not model.all(EndFilter) and not model.all(WinConditionFilter):
        message = "nobody can ever win: there is neither a win condition nor an end"
        yield model.warn("no-end", message, model.game)
    clicks = [select for select in model.all(SelectFilter) if select.record]
    clicking = model.leading_to(clicks)
    naming = model.leading_to([*clicks, *model.all(OptionFilter), *model.all(AmountFilter), *model.all(RecordFilter)])
    clickless = [rule for rule in model.all(MoveRule) if rule not in clicking]
    for rule in clickless:
        if rule not in naming:
            message = (
                f"the rule '{rule.name}' has neither a select nor an option, so that it makes one move at most, "
                f"which is called '{nameless_label(model.game)}'"
            )
            yield model.warn("nameless-move", message, rule)
    yield from _misplaced_effects(model, [rule for rule in clickless if not rule.nature])
    yield from _late_effects(model)
    yield from _dropped_changes(model)
    yield from _idle_chains(model)
    yield from _idle_records(model)
    yield from _idle_moves(model)
    yield from _vain_comparisons(model)
    yield from _ends_after_conditions(model)
    yield from _ends_at_marks(model)
    yield from _ends_after_cells(model)
    yield from _beyond_bounds(model)
    yield from _clicked_twice(model)
    yield from _idle_nature(model)
    yield from _phases_without_chance(model)
    yield from _missing_players(model)


def _missing_players(model: Model) -> Iterator[Diagnostic]:
    """Warn of a number of seats that may be chosen greater than the number of players."""
    seats, players = model.game.seats, len(model.game.players)
    if seats is not None and seats.max is not None and seats.max > players:
        related = (Related("it is for the seats of the game", model.document.place(model.game)),)
        message = f"up to {seats.max} may be chosen for '{seats.name}', but there are only {players} players"
        yield model.warn("wrong-for-a-choice", message, seats, related)


def _beyond_bounds(model: Model) -> Iterator[Diagnostic]:
    """Warn of amounts between constants of which some are not between the bounds of the counter: they are an error."""
    for amount in model.all(AmountFilter):
        counter, low, high = amount.counter, amount.low, amount.high
        if counter.chosen or not (isinstance(low, IntValue) and isinstance(high, IntValue)):
            continue
        if low.value <= high.value and not counter.min <= low.value <= high.value <= counter.max:
            message = (
                f"from {low.value} to {high.value} is chosen, but the counter '{counter.name}' has the bounds "
                f"{counter.min}..{counter.max}; a number beyond them is an error while a game is played"
            )
            related = (Related("its bounds stand here", model.document.place(counter)),)
            yield model.warn("beyond-bounds", message, amount, related)


def _clicked_twice(model: Model) -> Iterator[Diagnostic]:
    """Warn of clicks of a cell that is clicked already: that of a placement, or of the click before."""
    pipeline = model.game.board.legalMovesPipeline
    for head in () if pipeline is None else pipeline.filters:
        for one in _run(head):
            if isinstance(one, SelectFilter) and one.record:
                message = (
                    "the cell of a 'place' is clicked already, and this clicks it once more: leave out 'select', or "
                    "write 'move NAME = …' for moves of several clicks"
                )
                yield model.warn("clicked-twice", message, one)
            if not _keeps_at_most(one):
                break
    for click in model.all(SelectFilter):
        following = click.nextFilter if click.record else None
        while following is not None and _keeps_at_most(following):
            following = following.nextFilter
        if isinstance(following, SelectFilter) and following.record:
            message = (
                "this clicks the cell of the click before it once more, as in 'a1-a1': what leads to another cell "
                "stands between two clicks, as in 'select from -> step orth -> select to'"
            )
            related = (Related("the click before it", model.document.place(click)),)
            yield model.warn("clicked-twice", message, following, related)


def _keeps_at_most(one: Filter) -> bool:
    """Return whether no cell is in the working set after a filter that was not there before it, as after a test."""
    if isinstance(one, CellsFilter):
        return one.combine not in (Combine.Replace, Combine.Union)
    return isinstance(one, PatternFilter | CompareFilter | GuardFilter | MarkFilter)


def _idle_nature(model: Model) -> Iterator[Diagnostic]:
    """Warn of chance rules that are never used, since no game begins with nature and nothing gives it the turn."""
    nature = model.game.nature
    rules = [rule for rule in model.all(MoveRule) if rule.nature]
    if nature is None or not rules or model.game.initialPlayer is nature:
        return
    if all(turn.player is not nature for turn in model.all(TurnEffectFilter)):
        message = (
            f"it is never {nature.name}'s turn: write 'start {nature.name}' if games begin with chance, "
            "or 'turn nature' where it follows a move"
        )
        yield model.warn("nature-never-plays", message, rules[0])


def _phases_without_chance(model: Model) -> Iterator[Diagnostic]:
    """Warn of a rule that gives nature the turn in a phase of which there is no chance rule.

    Not if an effect, the end of a round or the rule itself changes the phase.
    """
    board, nature = model.game.board, model.game.nature
    chances = [rule for rule in model.all(MoveRule) if rule.nature]
    if not chances or not all(rule.phases for rule in chances):
        return
    of_chance = {phase for rule in chances for phase in rule.phases}
    changing = model.leading_to(model.all(PhaseEffectFilter))
    asking = model.leading_to(turn for turn in model.all(TurnEffectFilter) if turn.player is nature)
    if board.effectPipeline in changing or board.round in changing:
        return
    for rule in model.all(MoveRule):
        lacking = [phase.name for phase in rule.phases if phase not in of_chance]
        if lacking and not rule.nature and rule in asking and rule not in changing:
            first = chances[0]
            message = (
                f"this gives nature the turn, which has no move in the phase '{lacking[0]}': '{first.name}' is of the "
                f"phase '{first.phases[0].name}'; write 'phase {first.phases[0].name} -> turn nature'"
            )
            related = (Related("the chance rule", model.document.place(first)),)
            yield model.warn("no-chance-in-phase", message, rule, related)


def _idle_moves(model: Model) -> Iterator[Diagnostic]:
    """Warn of pieces that are moved to the cell on which they stand, as by ``select to -> move to``."""
    going_on = (MoveEffectFilter, ShiftEffectFilter)  # after these another piece stands there, or other cells are meant
    for move in model.all(MoveEffectFilter):
        before = move.container
        while isinstance(before, EffectFilter | CompareFilter) and not isinstance(before, going_on):
            before = before.container
        if isinstance(before, SelectFilter) and before.mark is move.source:
            name, word = move.source.name, "swap" if move.swap else "move"
            message = (
                f"'{word} {name}' {word}s what stands on the cell of '{name}', which is this very cell; the mark of "
                f"'{word}' is that of the other cell, as in 'select from -> … -> select -> {word} from'"
            )
            yield model.warn("does-nothing", message, move)


def _vain_comparisons(model: Model) -> Iterator[Diagnostic]:
    """Warn of comparisons of a constant, or of a parameter whose choices have names, with a number, that never hold."""
    for comparison in model.all(CompareFilter):
        left, right = comparison.left, comparison.right
        if not isinstance(right, IntValue):
            continue
        holds = COMPARISONS[comparison.op.name]
        if isinstance(left, IntValue):
            if not holds(left.value, right.value):
                yield model.warn("never-passes", "this comparison of two constants never holds", comparison)
        elif isinstance(left, ParameterValue) and (choices := left.parameter.choices):
            if any(holds(number, right.value) for number in range(len(choices))):
                continue
            known = ", ".join(f"{choice.name} ({number})" for number, choice in enumerate(choices[:_MOST_CHOICES]))
            message = (
                f"the choices of {left.parameter.name} are {known}: with {right.value} it compares so for none; "
                f"a choice is written by its name, '{left.parameter.name} == {choices[0].name}'"
            )
            yield model.warn("never-passes", message, comparison)


def _ends_after_conditions(model: Model) -> Iterator[Diagnostic]:
    """Warn of rules that change something, then ask for a condition, and last end the game: of all moves, if it fails.

    Whoever gives a reason for the condition, or has another rule for the moves that go on, knows that.
    """
    chains = {rule: list(_run(rule.filter)) for rule in model.all(MoveRule)}
    seen: set[Filter] = set()
    for rule, chain in chains.items():
        if len(chain) < 3 or not isinstance(end := chain[-1], EndFilter) or end.outcome.name not in _WORDS:
            continue
        condition = chain[-2]
        asked = isinstance(condition, CompareFilter) or (isinstance(condition, GuardFilter) and not condition.perCell)
        if not asked or condition.reason or condition in seen:
            continue
        before = chain[:-2]
        if not any(isinstance(one, EffectFilter) for one in before):
            continue
        if _begins_alike(before, [other for one, other in chains.items() if one is not rule]):
            continue
        seen.add(condition)
        written, word = write_filter(condition), _WORDS[end.outcome.name]
        if len(written) > _MOST_WRITTEN:
            written = f"{written.split(' ', 1)[0]} …"
        message = (
            f"a move of '{rule.name}' is legal only if this holds, since it is part of the chain; "
            f"if the game goes on otherwise, write 'do {{ {written} -> {word} }}'"
        )
        yield model.warn("end-after-condition", message, condition)


def _ends_after_cells(model: Model) -> Iterator[Diagnostic]:
    """Warn of rules that change something, then ask each cell, and last change those of which the answer is yes.

    No move is legal where that is none. Whoever gives a reason, or has another rule for the other moves, knows that.
    """
    chains = {rule: list(_run(rule.filter)) for rule in model.all(MoveRule)}
    seen: set[Filter] = set()
    for rule, chain in chains.items():
        last = next((at for at in reversed(range(len(chain))) if not isinstance(chain[at], _ON_CELLS)), 0)
        asked = chain[last] if chain else None
        if not (isinstance(asked, GuardFilter) and asked.perCell) or last == len(chain) - 1:
            continue
        if asked.reason or asked in seen or not any(map(_lasts, chain[:last])):
            continue
        if _begins_alike(chain[:last], [other for one, other in chains.items() if one is not rule]):
            continue
        seen.add(asked)
        done = " -> ".join(map(write_filter, chain[last:]))
        message = (
            f"a move of '{rule.name}' is legal only if this holds for some cell, since it is part of the chain; "
            f"if it may hold for none, write 'do {{ {done} }}'"
        )
        yield model.warn("end-after-condition", message, asked)


def _lasts(change: Filter) -> bool:
    """Return whether a filter changes the position, and not only a number that is noted for the move."""
    is_noted = isinstance(change, CounterEffectFilter) and change.counter.lifetime is Lifetime.Move
    return isinstance(change, EffectFilter) and not is_noted


def _ends_at_marks(model: Model) -> Iterator[Diagnostic]:
    """Warn of rules that change something, and last go to a mark that may be empty: then no move is legal.

    It may be if all that sets it lies in a ``do`` or in a ``repeat`` that may not run. Whoever gives a reason, or has
    another rule for the other moves, knows that.
    """
    chains = {rule: list(_run(rule.filter)) for rule in model.all(MoveRule)}
    seen: set[Filter] = set()
    for rule, chain in chains.items():
        last = next((at for at in reversed(range(len(chain))) if not isinstance(chain[at], EffectFilter)), 0)
        leap = chain[last] if chain else None
        if not isinstance(leap, CellsFilter) or last == len(chain) - 1 or leap.combine is not Combine.Replace:
            continue
        mark = leap.mark
        if mark is None or mark.lifetime is not Lifetime.Move or leap.reason or leap in seen:
            continue
        settings = list(_settings(chain, mark))
        if any(sure for _, sure in settings) or not settings:
            continue
        before = chain[:last]
        if not any(isinstance(one, EffectFilter) for one in before):
            continue
        if _begins_alike(before, [other for one, other in chains.items() if one is not rule]):
            continue
        seen.add(leap)
        effects = " -> ".join(map(write_filter, chain[last:]))
        message = (
            f"a move of '{rule.name}' is legal only if the mark '{mark.name}' has a cell by then; if it may be empty, "
            f"write 'do {{ {effects} }}'"
        )
        related = (Related("it is set here, perhaps to nothing", model.document.place(settings[0][0])),)
        yield model.warn("end-at-mark", message, leap, related)


def _begins_alike(begun: list[Filter], others: Iterable[list[Filter]]) -> bool:
    """Return whether one of other chains begins with the same filters."""
    written = list(map(write_filter, begun))
    return any(list(map(write_filter, other[: len(begun)])) == written for other in others)


def _settings(chain: Iterable[Filter], mark: Mark) -> Iterator[tuple[Filter, bool]]:
    """Yield the filters of a chain that set a mark, and whether whatever goes through the chain has passed them.

    What stands in an alternative counts as passed. Sub-pipelines are looked into once.
    """
    pending: list[tuple[Iterator[Filter], bool]] = [(iter(chain), True)]
    called: set[tuple[SubPipeline, bool]] = set()
    while pending:
        rest, sure = pending[-1]
        one = next(rest, None)
        if one is None:
            pending.pop()
        elif isinstance(one, SelectFilter | MarkFilter) and one.mark is mark:
            yield one, sure
        elif isinstance(one, ApplyFilter | RepeatFilter):
            needed = sure and isinstance(one, RepeatFilter) and one.min > 0
            pending.append((chain_of(one.body), needed))
        elif isinstance(one, ChoiceFilter):
            pending += ((chain_of(alternative), sure) for alternative in reversed(one.alternatives))
        elif isinstance(one, CallFilter) and (one.pipeline, sure) not in called:
            called.add((one.pipeline, sure))
            pending.append((chain_of(one.pipeline.filter), sure))


def _run(head: Filter | None) -> Iterator[Filter]:
    """Yield the filters of a chain, with those of the sub-pipelines that it calls in the place of the calls.

    Calls inside calls may be more than anybody waits for: only the first filters are yielded then.
    """
    return islice(_expanded(head, 0), _MOST_RUN)


def _expanded(head: Filter | None, depth: int) -> Iterator[Filter]:
    while head is not None:
        if isinstance(head, CallFilter) and depth < _MOST_CALLS:
            yield from _expanded(head.pipeline.filter, depth + 1)
        else:
            yield head
        head = head.nextFilter


def _misplaced_effects(model: Model, clickless: list[MoveRule]) -> Iterator[Diagnostic]:
    """Warn of effects on the clicked cell that also run after moves without a click, where they mean all cells.

    None is run after a move of nature.
    """
    effects = model.game.board.effectPipeline
    if effects is None or not clickless:
        return
    rule = clickless[0]
    for head in effects.filters:
        if isinstance(head, StateEffectFilter | ShiftEffectFilter):
            message = (
                f"after a move of '{rule.name}', which has no click, this changes all cells; put it into the rules"
            )
            related = (Related(f"the rule '{rule.name}'", model.document.place(rule)),)
            yield model.warn("misplaced-effect", message, head, related)
    ending = model.leading_to(model.all(EndFilter))
    going_on = [rule for rule in clickless if rule not in ending]
    if not going_on or not _has_clicks(model, clickless):
        return
    for head in effects.filters:
        test = _misplaced_test(head)
        if test is not None:
            rule = going_on[0]
            message = (
                f"after a move of '{rule.name}', which has no click, this asks about all cells; put it into the rules"
            )
            related = (Related(f"the rule '{rule.name}'", model.document.place(rule)),)
            yield model.warn("misplaced-effect", message, test, related)


def _misplaced_test(effect: Filter) -> Filter | None:
    """Return the test of the last click with which an effect begins, if it cannot mean all cells.

    A test that only asks who owns a cell, or in which place it is, holds for some cell nearly always. Any other may
    hold again after a move without a click, and is harmless unless a number, a turn or a phase is changed behind it.
    Nothing is returned if the effect asks for numbers, phases or players: that may leave out such moves.
    """
    run = list(run_by(effect))
    if any(isinstance(part, CompareFilter | PhaseFilter | PlayerFilter) for part in run):
        return None
    head: Filter | None = effect
    while isinstance(head, ChoiceFilter | ApplyFilter):
        if isinstance(head, ApplyFilter):
            head = head.body if head.forEach is ForEach.Once else None
        else:
            head = head.alternatives[0]
    match head:
        case GuardFilter(
            negate=False, perCell=False, perspective=Perspective.Current, condition=PatternFilter() as test
        ):
            plain = test.nextFilter is None and all(map(is_plain, test.patterns))
        case PatternFilter() if not any(map(_holds_always, head.patterns)):
            plain = all(map(is_plain, head.patterns))
        case CellsFilter(combine=Combine.Intersect):
            return head if isinstance(head.nextFilter, EffectFilter | MarkFilter) else None
        case _:
            return None
    again = any(
        isinstance(part, TurnEffectFilter | PhaseEffectFilter)
        or (isinstance(part, CounterEffectFilter) and part.op is not Arithmetic.Set)
        for part in run
    )
    return head if again or (plain and isinstance(head.nextFilter, EffectFilter | MarkFilter)) else None


def _has_clicks(model: Model, clickless: list[MoveRule]) -> bool:
    """Return whether some moves of players have a click, if those of some rules have none."""
    pipeline = model.game.board.legalMovesPipeline
    rules = [] if pipeline is None else pipeline.rules
    single = pipeline is not None and len(pipeline.filters) > 0
    return single or any(not rule.nature and rule not in clickless for rule in rules)


def _holds_always(pattern: Pattern) -> bool:
    return is_plain(pattern) and pattern.stateSelection is StateSelection.Any


def _late_effects(model: Model) -> Iterator[Diagnostic]:
    """Warn of effects of a phase that change the clicked cell, and also run after the moves that begin the phase."""
    effects = model.game.board.effectPipeline
    for head in () if effects is None else effects.filters:
        if not isinstance(head, PhaseFilter):
            continue
        change = head.nextFilter
        while isinstance(change, PatternFilter):
            change = change.nextFilter
        if not isinstance(change, StateEffectFilter | ShiftEffectFilter):
            continue
        phases = set(head.phases)
        begun = model.leading_to(begin for begin in model.all(PhaseEffectFilter) if begin.phase in phases)
        late = (rule for rule in model.all(MoveRule) if rule in begun and rule.phases and not rule.nature)
        rule = next((rule for rule in late if phases.isdisjoint(rule.phases)), None)
        if rule is not None:
            message = (
                f"effects ask for the phase that the move has left, so that this is run after a move of '{rule.name}', "
                "too, which begins the phase; put it into the rules of the phase"
            )
            related = (Related(f"the rule '{rule.name}'", model.document.place(rule)),)
            yield model.warn("misplaced-effect", message, change, related)


def _dropped_changes(model: Model) -> Iterator[Diagnostic]:
    """Warn of changes by ``stuck`` and ``over`` after which the game goes on, so that they are dropped.

    Only the first one of each is told. What is changed in a sub-pipeline is not looked at: other rules may call it.
    """
    board = model.game.board
    ending = model.leading_to([*model.all(EndFilter), *model.all(WinConditionFilter)])
    for root, then in ((board.stuck, "the player passes"), (board.over, "the game is drawn")):
        for change in model.filters:
            if not isinstance(change, EffectFilter | MarkFilter) or change in ending:
                continue
            outermost, following = _around(change)
            if outermost is root and ending.isdisjoint(following):
                message = (
                    f"the game does not end after this, so that the change is dropped, and {then}; "
                    "what is to last belongs to a move, such as one with an option and of a lower priority"
                )
                yield model.warn("dropped-changes", message, change)
                break


def _around(inner: Filter) -> tuple[Filter, list[Filter]]:
    """Return the first filter of the outermost chain around a filter, and what may follow it outside its own chain."""
    following: list[Filter] = []
    while isinstance(outer := inner.container, Filter):
        if outer.nextFilter is not inner:
            following += [outer] if isinstance(outer, RepeatFilter) else []
            following += [] if outer.nextFilter is None else [outer.nextFilter]
        inner = outer
    return inner, following


def _idle_chains(model: Model) -> Iterator[Diagnostic]:
    """Warn of chains that are run for their effects, but have none; not of what is meant as an alternative."""
    changing = model.leading_to(obj for obj in model.filters if isinstance(obj, _CHANGING))
    for apply in model.all(ApplyFilter):
        if apply.body not in changing and not is_in_single_alternative(apply):
            message = (
                "this chain changes nothing, and what it finds is forgotten after it; "
                "what must hold stands in 'has { … }', 'no { … }' or 'where { … }'"
            )
            yield model.warn("does-nothing", message, apply)


def _idle_records(model: Model) -> Iterator[Diagnostic]:
    """Warn of ``record`` where nothing is added to the name of a move: outside of the chains of rules themselves."""
    naming = _naming(model)
    records = {record: model.document.place(record) for record in model.all(RecordFilter)}
    fine = {place for record, place in records.items() if record in naming}
    for record, place in records.items():
        if place not in fine:
            message = (
                "'record' does nothing here: it makes cells a part of the move only in the chain of a rule itself, not "
                "in conditions, values, 'union', 'do { … }' or behind ';', nor in what follows a move; write it there"
            )
            yield model.warn("does-nothing", message, record)


def _naming(model: Model) -> set[Filter]:
    """Return the filters that are run for the name of a move: those of rules, of chains in them, and of what they call.

    What nobody calls may be called by a rule one day.
    """
    pipeline = model.game.board.legalMovesPipeline
    heads = [] if pipeline is None else [*pipeline.filters, *(rule.filter for rule in pipeline.rules)]
    heads += [chain.filter for chain in model.all(SubPipeline) if chain not in model.referring]
    found: set[Filter] = set()
    while heads:
        for one in chain_of(heads.pop()):
            if one in found:
                break
            found.add(one)
            if isinstance(one, ChoiceFilter) and one.mode is not ChoiceMode.Union:
                heads += one.alternatives
            elif isinstance(one, RepeatFilter) or (isinstance(one, ApplyFilter) and is_in_single_alternative(one)):
                heads.append(one.body)
            elif isinstance(one, CallFilter):
                heads.append(one.pipeline.filter)
    return found
