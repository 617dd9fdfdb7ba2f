"""What is said of illegal moves holds: in random positions of all games the filter that is named is the right one.

The explainer's own bookkeeping is not asked: the filter is built again and run alone on the flow that was reported, and the
rules are run again along the move, with the filter and without it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from tests.support.gallery import GAMES, Example
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import Game, State, load
from tilewright.runtime.interpreter.building import MEANINGS, Builder
from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.interpreter.chains import BudgetExceeded
from tilewright.runtime.interpreter.explaining import Cause
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.interpreter.rules import Rule
from tilewright.runtime.interpreter.turn import MAX_STEPS, Interpreter
from tilewright.runtime.position import PASS, CellSet, Identity, Position
from tilewright.runtime.proof.perft_tables import perft_table_of
from tilewright.runtime.refusals import Explanation
from tilewright.runtime.why.explaining import explain

FEW, MANY = 150, 10_000
"""The positions over all games in every run of the tests, and at least those of ``make prove``."""
LONGEST = 12
"""The positions that are taken from one random game, which starts in a position out of the table beside the model."""
MOVERS = {"StepFilter", "IterativeFilter", "FloodFilter", "ImageFilter", "ChoiceFilter"}
"""The filters that lead from cells to others: to leave one out is to let it lead to the cell that is clicked next."""


@dataclass
class Trial(Interpreter):
    """An interpreter that notes how far a move gets, and may leave a filter out after so many clicks."""

    game: Game
    left_out: EObject | None = None
    clicks: int = 0
    identity: Identity = ()
    far: int = 0
    met: dict[tuple[object, object], CellSet] = field(default_factory=dict)
    """The cells that came to each filter in each direction after so many clicks, or to the end of a rule."""

    def __post_init__(self) -> None:
        super().__init__(self.game.document.root, self.game.document.places, self._around)
        self.rules: dict[EObject, Rule] = {
            rule.element: rule for group in (*self._groups, self._chance_rules) for rule in group.rules
        }

    def along(self, rule: Rule, position: Position, identity: Identity, left_out: EObject | None, clicks: int) -> bool:
        """Run a rule along a move; return whether the move comes through, post-check included."""
        self.left_out, self.clicks, self.identity, self.far, self.met = left_out, clicks, identity, 0, {}
        try:
            ends = list(self._outputs(rule, Run(position, MAX_STEPS if left_out is None else 20_000), identity))
            for flow in ends:
                self._note("the end", flow)
            found = [flow for flow in ends if flow.selection == identity]
            return any(self._completed(flow) is not None for flow in found)
        except (ModelError, BudgetExceeded):
            assert left_out is not None
            return True  # it went where no move can: far enough

    def rules_at(self, state: State) -> list[Rule]:
        """Return the rules of who is to move."""
        return [rule for group in self._groups_of(state.start) for rule in group.rules]

    def builder(self) -> Builder:
        """Return a builder of filters that nobody watches."""
        builder = Builder(self.tables, self.game.document.places)
        builder.could_move = self._could_move
        return builder

    def _note(self, place: object, flow: Flow) -> None:
        if flow.follow is not None:
            self.far = max(self.far, len(flow.selection))
        if not flow.run.played and len(flow.selection) == self.clicks:
            key = (place, flow.direction)
            self.met[key] = self.met.get(key, 0) | flow.cells

    def _is_behind_clicks(self, flow: Flow) -> bool:
        """Return whether a flow has made so many clicks; options and numbers may follow, which leave its cells alone."""
        made = len(flow.selection)
        return made <= self.clicks and not any(isinstance(step, int) for step in self.identity[made : self.clicks])

    def _around(self, step: Step | Branch) -> Step | Branch:
        element = step.element
        if isinstance(step, Step):
            apply = step.apply

            def applied(flow: Flow) -> None:
                self._note(element, flow)
                here = self._is_behind_clicks(flow) or (flow.run.played and self.clicks == len(self.identity))
                if element is not self.left_out or not here:
                    apply(flow)
                elif leads(element) and self.clicks < len(self.identity):
                    wanted = self.identity[self.clicks]
                    flow.cells = 1 << wanted if isinstance(wanted, int) else flow.cells

            return Step(element, applied)
        outputs = step.outputs

        def branched(flow: Flow) -> Iterator[Flow]:
            self._note(element, flow)
            for output in outputs(flow):
                if output.follow is not None:
                    self.far = max(self.far, len(output.selection))
                yield output

        return Branch(element, branched)


def leads(element: EObject) -> bool:
    """Return whether a filter leads to cells that are not among those that it is given."""
    jumps = element.eClass.name == "CellsFilter" and element.combine.name == "Replace"
    return jumps or element.eClass.name in MOVERS


trials: dict[str, Trial] = {}


def trial_of(example: Example) -> Trial:
    """Return the game of an example and what tries its moves."""
    if example.name not in trials:
        trials[example.name] = Trial(load(example.file("game")))
    return trials[example.name]


def positions(game: Game, random: Random, count: int) -> Iterator[State]:
    """Yield states out of random games."""
    table = perft_table_of(game)
    starts = [game.state(position) for position in table.positions.values()] if table else [game.initial_state()]
    state, begun = random.choice(starts), 0
    for number in range(count):
        if state.is_over or number - begun > LONGEST:
            state, begun = random.choice(starts), number
        for _ in range(random.randrange(6)):
            if state.is_over:
                break
            state = state.play(random.choice(list(state.legal_moves)))
        yield state


def refused(trial: Trial, state: State) -> list[Identity]:
    """Return moves that some rule lets through and that are not legal all the same."""
    found: set[Identity] = set()
    for rule in trial.rules_at(state):
        with suppress(ModelError, BudgetExceeded):
            found.update(flow.selection for flow in trial._outputs(rule, Run(state.start, 20_000), None))
    return sorted(found - set(state.node.moves), key=str)


def inputs(trial: Trial, state: State, random: Random) -> Iterator[tuple[str, Identity]]:
    """Yield moves that are not legal, with what is wrong with them."""
    game, legal = state.game, list(state.node.moves)
    cells, options = range(len(game.names.cells)), sorted(game.names.options)
    some = random.choice(legal) if legal else (random.choice(cells),)
    place = random.randrange(len(some))
    steps = [*cells, *options] if random.random() < 0.2 else cells
    found = [
        ("altered", (*some[:place], random.choice(steps), *some[place + 1 :])),
        ("altered", (*some[:-1], random.choice(cells))),
        ("foreign", (random.choice(cells), *some[1:])),
        ("anything", tuple(random.choice(cells) for _ in range(random.randrange(1, 4)))),
        ("pass", PASS),
        ("prefix", some[:place]),
        ("overlong", (*some, random.choice(steps))),
    ]
    others = refused(trial, state)
    found += [("refused", identity) for identity in random.sample(others, min(2, len(others)))]
    there = state.start
    other = replace(there, player=(there.player + 1) % len(game.players), seat=(there.player + 1) % len(game.players))
    try:
        theirs = list(game.engine.settle(other).moves)
    except ModelError:
        theirs = []
    if theirs:
        found.append(("foreign", random.choice(theirs)))
    yield from ((kind, identity) for kind, identity in found if identity and identity not in legal)


def check(trial: Trial, state: State, identity: Identity) -> str:
    """Check what is said of one move that is not legal; return what kind of cause it has."""
    explanation = explain(state, identity)
    assert not explanation.legal and explanation.sentence
    blame = explanation.blame
    if blame is None:
        return _check_without_rules(state, identity, explanation)
    assert explanation.place is not None
    text = Path(explanation.place.file).read_text(encoding="utf-8").splitlines()
    there = text[explanation.place.line - 1][explanation.place.column - 1 :]
    rule, position = trial.rules[blame.rule], state.start
    if blame.flow is None or blame.cause is Cause.POST_CHECK:
        identity = identity[: blame.clicks]  # the move may go on where the rule has ended
    if blame.cause is Cause.POST_CHECK and blame.clicks > len(identity):
        assert blame.flow is not None and blame.flow.selection[: len(identity)] == identity
        identity = blame.flow.selection  # one of the moves that begin so
    if blame.flow is None:
        assert there.startswith(blame.element.name)
        return _check_rule(trial, state, identity, rule, explanation)
    assert explanation.notation is not None and there.split()[0] == explanation.notation.split()[0]
    clicks = blame.clicks
    _check_filter(trial, explanation)
    # of the flows of this rule none gets further
    trial.along(rule, position, identity, None, clicks)
    far, met = trial.far, trial.met
    assert far <= clicks, "a flow got further"
    through = trial.along(rule, position, identity, blame.element, clicks)
    if blame.element.eClass.name not in (
        "SelectFilter",
        "DirectionFilter",
        "OptionFilter",
        "RecordFilter",
        "AmountFilter",
    ):
        new = any(cells & ~met.get(key, 0) for key, cells in trial.met.items())
        assert through or trial.far > clicks or new, "it does not pass"
    own = trial.far
    # nor do those of another rule that is asked get further than this one without the filter
    furthest = 0
    labels = [step for step in identity if isinstance(step, str)]
    having = [each for each in trial.rules if all(each in state.game.explainer.offering(label) for label in labels)]
    for other in _asked(state, identity, trial, rule):
        if rule.element in having and other.element not in having:
            continue  # a rule that has the options of the move may be told in its place
        if not other.phases or position.phase in other.phases:
            trial.along(other, position, identity, None, clicks)
            furthest = max(furthest, trial.far)
    assert through or own >= furthest, "another rule gets further"
    return f"{blame.cause.name} {explanation.filter}".split(" ")[0] + f" {blame.element.eClass.name}"


def _asked(state: State, identity: Identity, trial: Trial, named: Rule) -> list[Rule]:
    """Return the rules of which one may be named: for an option after a whole move those that have this option.

    For another click after one, they are the rules beside that of the whole move, or this one alone if it is *named*.
    """
    whole = max((len(move) for move in state.node.moves if identity[: len(move)] == move), default=None)
    further = None if whole is None else identity[whole]
    offering = state.game.explainer.offering(further) if isinstance(further, str) else list(trial.rules)
    if isinstance(further, int):
        own = state.game.explainer.rule_of(state.start, identity[:whole])
        if named.element is own:
            return [named]
        offering.remove(own)
    return [rule for rule in trial.rules_at(state) if rule.element in offering]


def _check_filter(trial: Trial, explanation: Explanation) -> None:
    """Run the filter alone on the flow that was reported."""
    blame = explanation.blame
    assert blame is not None and blame.flow is not None
    flow = blame.flow.copy()
    run = flow.run
    flow.run = Run(run.start, MAX_STEPS, exact=run.exact, asked=run.asked, played=run.played)
    assert [cell for cell in range(flow.cells.bit_length()) if flow.cells >> cell & 1] == list(blame.cells)
    assert flow.cells and (blame.wanted is None or blame.cause is Cause.LOST)
    built = MEANINGS[type(blame.element)](blame.element, trial.builder(), False)
    if isinstance(built, Step):
        built.apply(flow)
        wanted = -1 if blame.wanted is None else 1 << blame.wanted
        assert not flow.cells & wanted, "the filter passes"
        return
    for output in built.outputs(flow):
        if blame.element.eClass.name == "DirectionFilter":
            assert output.direction is not None and blame.wanted not in line(output.direction.table, output.anchor)
        else:
            assert blame.element.eClass.name == "SelectFilter"
            raise AssertionError("the filter passes")


def line(table: tuple[int, ...], cell: int) -> set[int]:
    """Return the cells to which a direction leads from a cell."""
    found: set[int] = set()
    while (cell := table[cell]) not in (NOWHERE, *found):
        found.add(cell)
    return found


def _check_rule(trial: Trial, state: State, identity: Identity, rule: Rule, explanation: Explanation) -> str:
    """Check that the move is right by a rule that does not count now, or that of its options no rule counts now."""
    blame, position = explanation.blame, state.start
    assert blame is not None
    comes = trial.along(replace(rule, phases=frozenset()), position, identity, None, 0)
    awake = {one.element for one in trial.rules_at(state) if not one.phases or position.phase in one.phases}
    offering = [set(state.game.explainer.offering(step)) for step in identity if isinstance(step, str)]
    asleep = blame.cause is Cause.PHASE and bool(offering) and not awake.intersection(*offering)
    assert comes or asleep, "the rule does not let it through"
    if blame.cause is Cause.PHASE:
        assert rule.phases and position.phase not in rule.phases
        return "PHASE"
    assert blame.moves and set(blame.moves) <= set(state.node.moves)
    if blame.cause is Cause.PRIORITY:
        assert blame.element.priority > getattr(blame.rule, "priority", 0)
        assert any(trial.along(trial.rules[blame.element], position, move, None, 0) for move in blame.moves)
    else:
        assert blame.cause is Cause.MAXIMUM and blame.rule.maximise is not None
    return blame.cause.name


def _check_without_rules(state: State, identity: Identity, explanation: Explanation) -> str:
    """Check what needs no filter: the state of the game, and moves that are part of others or have others as a part."""
    moves = list(state.node.moves)
    if state.is_over:
        assert not moves and "over" in explanation.sentence
        return "the game is over"
    if moves == [PASS] and state.game.explainer.rule_of(state.start, PASS) is None:
        assert "must pass" in explanation.sentence
        return "a forced pass"
    if any(move[: len(identity)] == identity for move in moves):
        assert explanation.place is not None
        return "the beginning of a move"
    if identity == PASS:
        return "no pass"
    assert any(identity[: len(move)] == move for move in moves), "nothing is said"
    assert explanation.place is not None
    return "something after a move"


def check_game(example: Example, seed: int, count: int) -> Counter[str]:
    """Check so many random positions of a game; return how often each kind of cause came about."""
    trial, random = trial_of(example), Random(f"{seed} {example}")
    kinds: Counter[str] = Counter()
    for state in positions(trial.game, random, count):
        for kind, identity in inputs(trial, state, random):
            try:
                kinds[check(trial, state, identity)] += 1
            except AssertionError as error:
                move = trial.game.notation(identity)
                raise AssertionError(
                    f"{example}: {kind} {move}: {error}\n{state.explain(trial.game.move(identity))}\n{state}\n{state.to_text()}"
                ) from error
    return kinds


@pytest.mark.parametrize("example", GAMES, ids=str)
def test_explanations_hold(example: Example) -> None:
    assert check_game(example, 1, -(-FEW // len(GAMES))).total() > 0


@pytest.mark.prove
@pytest.mark.parametrize("example", GAMES, ids=str)
def test_explanations_hold_in_many_positions(example: Example) -> None:
    count = -(-MANY // len(GAMES))
    kinds = check_game(example, int(os.environ.get("TILEWRIGHT_SEED") or 1), count)
    print(f"{example}: {count} positions, {kinds.total()} moves")
    for kind, times in kinds.most_common():
        print(f"  {times:>6} {kind}")
