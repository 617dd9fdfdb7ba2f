"""Traits are honest: the interpreter runs each filter on random flows, and what happens is what its operation says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from random import Random
from typing import Any

import pytest

from tests.support.random_models import draw, read
from tests.support.random_positions import draw_position
from tilewright.generator.compiler.driver import OPERATIONS
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.lowering.lowering import FILTERS, Lowering
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, CounterPart, MarkPart, Part, Traits
from tilewright.metamodel.language import AmountFilter, CallFilter
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document
from tilewright.model.files import read as read_file
from tilewright.model.gallery import locate
from tilewright.runtime import Game, load
from tilewright.runtime.interpreter.building import MEANINGS, Builder
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.chains import BudgetExceeded
from tilewright.runtime.interpreter.flow import Flow, Run, Step

assert OPERATIONS  # importing them registers the lowerings

GALLERY = ["chess", "go", "international-draughts", "kalah"]
DRAWN = range(48)
"""The seeds of the games that are drawn."""
MOST = 1_000
"""One more than the last seed of those that are drawn for kinds of filters that few games have."""
FLOWS = 3
STEPS = 3_000
"""The steps that one filter may take on one flow: some would go on for ever."""

OUT_OF_STEPS = "steps"
NO_DIRECTION = "no-direction"
"""An error that a compiled game cannot have: where a direction may not be bound, it is not compiled."""


@dataclass
class Trial:
    """A game whose filters are run one by one."""

    game: Game
    lowering: Lowering
    builder: Builder
    random: Random
    sets: list[Any]
    """The sets of directions."""

    def flow(self, me: int) -> Flow:
        """Return a flow with a cell, at random in each part."""
        flow = Flow(Run(draw_position(self.game, self.random), STEPS), self.cells() or 1, me)
        for part in (*self.numbered(), *Part):
            self.shuffle(flow, part)
        return flow

    def cells(self) -> int:
        count = len(self.game.tables.tile_at)
        some = self.random.choice((1, 1, 2, 3, count))
        return reduce(or_, (1 << self.random.randrange(count) for _ in range(some)))

    def numbered(self) -> Iterator[MarkPart | CounterPart]:
        """Yield the parts with numbers."""
        for mark in range(len(self.game.tables.marks)):
            yield MarkPart(mark)
        for number, info in enumerate(self.game.tables.counters.values()):
            for player in range(info.players):
                yield CounterPart(number, player)

    def shuffle(self, flow: Flow, part: Part | MarkPart | CounterPart) -> None:
        """Draw one part of a flow anew, but for the working set."""
        random, tables = self.random, self.game.tables
        match part:
            case MarkPart(mark):
                cells = random.choice((0, self.cells(), 1 << random.randrange(len(tables.tile_at))))
                flow.marks = (*flow.marks[:mark], cells, *flow.marks[mark + 1 :])
            case CounterPart(number, player):
                info = list(tables.counters.values())[number]
                counters = list(flow.counters)
                for slot in range(info.slot(player), info.slot(player) + info.cells):
                    counters[slot] = random.randint(info.least, min(info.greatest, info.least + 5))
                flow.counters = tuple(counters)
            case Part.BOARDS:
                flow.boards = draw_position(self.game, random).boards
            case Part.PHASE:
                flow.phase = random.randrange(max(1, len(tables.phases)))
            case Part.TURN:
                flow.turn = random.choice((None, *range(len(tables.players))))
            case Part.HISTORY:
                key = tables.repetition_key(flow.boards, flow.counters)
                history = tuple((key, player) for player in range(random.randrange(3)))
                flow.run = Run(replace(flow.run.start, history=history), STEPS)
            case Part.CLICK:
                flow.anchor = random.randrange(len(tables.tile_at))
            case Part.WAY:
                ways = [way for one in self.sets for way in tables.directions(one, flow.me)]
                flow.direction = random.choice(ways) if ways else None
            case Part.IDENTITY:
                flow.selection = tuple(random.randrange(9) for _ in range(random.randrange(3)))
            case Part.CELLS | Part.MARKS | Part.COUNTERS | Part.END:
                pass  # the working set is of its own, marks and counters have numbers, an end ends the chain

    def slots(self, flow: Flow) -> dict[tuple[Any, int], object]:
        """Return the parts of a flow, as finely as operations write them."""
        tables = self.game.tables
        found: dict[tuple[Any, int], object] = {
            (Part.BOARDS, 0): flow.boards, (Part.PHASE, 0): flow.phase, (Part.TURN, 0): flow.turn,
            (Part.END, 0): (flow.returns, flow.scores), (Part.CLICK, 0): flow.anchor, (Part.WAY, 0): flow.direction,
        }  # fmt: skip
        for mark, cells in enumerate(flow.marks):
            found[MarkPart(mark), 0] = cells
        for number, info in enumerate(tables.counters.values()):
            for player in range(info.players):
                for place in range(info.cells):
                    found[CounterPart(number, player), place] = flow.counters[info.slot(player) + place]
        return found

    def outputs(self, element: Any, flow: Flow) -> list[Flow] | str:
        """Return the outputs of a filter, or the code of an error."""
        built = MEANINGS[type(element)](element, self.builder, False)
        given = flow.copy()
        given.run = Run(flow.run.start, STEPS)
        try:
            if isinstance(built, Step):
                built.apply(given)
                return [given] if given.cells else []
            return list(built.outputs(given))
        except ModelError as error:
            return error.diagnostics[0].code
        except BudgetExceeded:
            return OUT_OF_STEPS


def _check(trial: Trial, element: Any, op: ir.Op, flow: Flow) -> str:
    """Check the row of an operation on one flow; return what it did there."""
    traits, before = op.traits, trial.slots(flow)
    found = trial.outputs(element, flow)
    if found == OUT_OF_STEPS:
        return OUT_OF_STEPS
    if found == NO_DIRECTION:
        assert Part.WAY in traits.reads
        return NO_DIRECTION
    if isinstance(found, str):
        assert traits.raises, found
    else:
        assert found or traits.may_fail, "no output"
        assert len(found) < 2 or traits.branches, "several outputs"
        for output in found:
            changed = {part for (part, place), value in trial.slots(output).items() if value != before[part, place]}
            changed |= {Part.IDENTITY} if output.selection != flow.selection else set()
            assert changed <= traits.writes, "it writes"
        _check_cells(trial, element, traits, flow, found)
    _check_reads(trial, element, traits, flow, found)
    return "error" if isinstance(found, str) else f"{min(len(found), 2)}"


def _check_cells(trial: Trial, element: Any, traits: Traits[ir.Chain], flow: Flow, outputs: list[Flow]) -> None:
    """Check what becomes of the working set, as one and of each cell."""
    for output in outputs:
        match traits.cells:
            case Becomes.SAME | Becomes.ALL_OR_NONE:
                assert output.cells == flow.cells
            case Becomes.KEPT:
                assert output.cells & ~flow.cells == 0
            case Becomes.SOME:
                assert output.cells and output.cells & ~flow.cells == 0
            case Becomes.ONE:
                assert output.cells.bit_count() == 1 and output.cells & ~flow.cells == 0
            case Becomes.PERMUTED:
                assert output.cells.bit_count() <= flow.cells.bit_count()
            case Becomes.NONE:
                raise AssertionError("an output")
            case Becomes.MAPPED | Becomes.NEW:
                pass
    if traits.cells in (Becomes.KEPT, Becomes.PERMUTED, Becomes.MAPPED):
        together = 0
        for cell in bits(flow.cells):
            alone = flow.copy()
            alone.cells = 1 << cell
            outcome = trial.outputs(element, alone)
            if outcome == OUT_OF_STEPS:
                return
            together |= reduce(or_, (output.cells for output in outcome if isinstance(output, Flow)), 0)
        assert together == reduce(or_, (output.cells for output in outputs), 0), "not cell by cell"


def _check_reads(trial: Trial, element: Any, traits: Traits[ir.Chain], flow: Flow, outputs: list[Flow] | str) -> None:
    """Check that another flow which agrees on what is read has the same outputs, and that these differ alike."""
    other = flow.copy()
    for part in (*trial.numbered(), *Part):
        every = {MarkPart: Part.MARKS, CounterPart: Part.COUNTERS}.get(type(part))
        if part not in traits.reads and every not in traits.reads:
            trial.shuffle(other, part)
    free = traits.cells in (Becomes.SAME, Becomes.ALL_OR_NONE, Becomes.NEW) and Part.CELLS not in traits.reads
    if free and not traits.on_cells:
        other.cells = trial.cells()
    found = trial.outputs(element, other)
    if OUT_OF_STEPS in (outputs, found):
        return
    if isinstance(outputs, str) or isinstance(found, str):
        assert outputs == found, "an error"
        return
    assert len(outputs) == len(found), "as many outputs"
    before, other_before = trial.slots(flow), trial.slots(other)
    for one, two in zip(outputs, found, strict=True):
        assert one.cells == two.cells or (free and traits.cells is not Becomes.NEW), "the same cells"
        after, other_after = trial.slots(one), trial.slots(two)
        for slot in before:
            kept = after[slot] == before[slot] and other_after[slot] == other_before[slot]
            assert kept or after[slot] == other_after[slot], slot
        assert one.selection[len(flow.selection) :] == two.selection[len(other.selection) :]


def _check_without_cells(trial: Trial, element: Any, op: ir.Op, flow: Flow) -> None:
    """Check what an operation would do to a flow without cells, where nobody looks whether it has one."""
    if op.traits.raises and not op.traits.on_cells:
        return
    dead = flow.copy()
    dead.cells = 0
    found = trial.outputs(element, dead)
    if isinstance(found, str):
        assert found in (OUT_OF_STEPS, NO_DIRECTION)
        return
    assert op.traits.revives or not any(output.cells for output in found), "it revives"


def _all_honest(document: Document, seed: object) -> Counter[tuple[str, str]]:
    """Check all filters of a game, and return how often which did what."""
    game = load(document, "interpreter")
    root = document.root
    assert root is not None
    random = Random(f"traits {seed}")
    builder = Builder(game.tables, document.places)
    builder.could_move = lambda flow: hash((flow.boards, flow.marks, flow.counters, flow.phase)) % 2 == 0
    sets = [element for element in root.eAllContents() if element.eClass.name == "DirectionSet"]
    trial = Trial(game, Lowering(Constants(root), document.places), builder, random, sets)
    seen: Counter[tuple[str, str]] = Counter()
    for element in root.eAllContents():
        if type(element) not in FILTERS or isinstance(element, CallFilter):
            continue
        for me in range(min(2, len(game.tables.players))):
            op = FILTERS[type(element)](trial.lowering, element, me)
            assert not isinstance(op, tuple)
            for _ in range(FLOWS):
                flow = trial.flow(me)
                try:
                    seen[element.eClass.name, _check(trial, element, op, flow)] += 1
                    _check_without_cells(trial, element, op, flow)
                except AssertionError as error:
                    place = document.places.of(element)
                    raise AssertionError(f"{place}: {error} of {ir.Chain(me, (op,))}\n{op.traits}") from error
    return seen


@pytest.mark.parametrize("name", GALLERY)
def test_traits_of_the_gallery_are_honest(name: str) -> None:
    assert sum(_all_honest(read_file(locate(name)), name).values()) > 50


def test_traits_of_random_games_are_honest() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    lacking = {kind.__name__ for kind in FILTERS if kind not in (CallFilter, AmountFilter)}  # which none becomes
    for seed in range(MOST):
        document = read(draw(Random(seed))) if seed in DRAWN or lacking else None
        if document is None or document.root is None:
            continue
        if seed in DRAWN or not lacking.isdisjoint(each.eClass.name for each in document.root.eAllContents()):
            seen += _all_honest(document, seed)
            lacking -= {kind for kind, _ in seen}
    assert not lacking
    assert {outcome for _, outcome in seen} >= {"0", "1", "2", "error"}
