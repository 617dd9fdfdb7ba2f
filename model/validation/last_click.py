"""What an effect asks of the last click alone before it ends the game, where all cells are meant.

An effect begins with the last click. So ``effect = no { enemy } -> win`` asks whether that one cell has no piece of the
other player, and not whether he has none left.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import (
    ApplyFilter,
    ChoiceFilter,
    CompareFilter,
    CountValue,
    EndFilter,
    Filter,
    ForEach,
    GuardFilter,
    IntValue,
    Outcome,
    PatternFilter,
    PhaseFilter,
)
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.writer import write_filter
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.validation.chains import chain_of
from tilewright.model.validation.comparing import COMPARISONS
from tilewright.model.validation.model import Model
from tilewright.model.validation.several import begin_with_a_click, is_plain

_ENDS = (Outcome.Win, Outcome.Loss, Outcome.Draw, Outcome.Score)


def last_click_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of ends that depend on whose the cell of the last click is."""
    effects = model.game.board.effectPipeline
    if effects is None or not begin_with_a_click(model):
        return
    for effect in effects.filters:
        for test in _asked(effect):
            yield model.warn("counts-one-cell", _said(test), test)


def _asked(head: Filter) -> Iterator[Filter]:
    """Yield the tests of the last click at the beginning of a chain behind which the game ends."""
    chain = list(chain_of(head))
    for place, each in enumerate(chain):
        match each:
            case GuardFilter(negate=True, perCell=False) | CompareFilter() if _asks_for_none(each):
                if any(isinstance(end, EndFilter) and end.outcome in _ENDS for end in chain[place + 1 :]):
                    yield each
            case GuardFilter(perCell=False) | CompareFilter() | PhaseFilter():
                continue
            case ChoiceFilter():
                for alternative in each.alternatives:
                    yield from _asked(alternative)
                return
            case ApplyFilter() if each.forEach is not ForEach.Cell:
                yield from _asked(each.body)
            case _:
                return


def _asks_for_none(test: Filter) -> bool:
    """Return whether a test asks whether somebody has none of the cells, and nothing else."""
    match test:
        case GuardFilter():
            return _asks_for_owners(test.condition)
        case CompareFilter(left=CountValue(cells=counted), right=IntValue(value=number)):
            holds = COMPARISONS[test.op.name]
            return _asks_for_owners(counted) and holds(0, number) and not holds(1, number)
    return False


def _asks_for_owners(head: Filter | None) -> bool:
    return head is not None and all(
        isinstance(each, PatternFilter) and all(map(is_plain, each.patterns)) for each in chain_of(head)
    )


def _said(test: Filter) -> str:
    """Return what is said of a test."""
    where = "this asks about the last click alone, with which an effect begins"
    try:
        text = write_filter(test)
    except Unwritable:
        return f"{where}; to ask about all cells, go to them first"
    return f"{where}; for all cells write '{text.replace('{ ', '{ goto all -> ', 1)}'"
