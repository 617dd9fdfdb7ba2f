"""Chance rules: their weights and the shares of their moves, from which the odds follow.

The weight of a rule is computed in the position at nature's turn. The share of a move is computed in the same position,
but with the marks and counters of the move, and with its last click as the working set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.generator.odds import LARGEST
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import AggregateValue, ConditionalValue, ConstantOf, CounterValue, MoveRule, Value
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError, Related
from tilewright.model.game.writer import write_value
from tilewright.runtime.interpreter.ambiguity import named
from tilewright.runtime.interpreter.building import Builder
from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.interpreter.flow import Flow, Run
from tilewright.runtime.interpreter.rules import Rule
from tilewright.runtime.odds import Lot, Odds
from tilewright.runtime.position import Identity

MOST_NAMED = 6
"""The greatest number of chance rules that an error names with their phases."""


class Chance:
    """Computes the odds of the chance rules of a game."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._tables = tables = builder.tables
        self._marks = [number for number, info in enumerate(tables.marks) if info.lifetime == "Move"]
        self._slots = [slot for info in tables.counters.values() if info.lifetime == "Move" for slot in info.slots]

    def weight(self, rule: Rule, run: Run) -> int:
        """Return the weight of a rule."""
        flow = Flow(run, self._tables.cells.board, self._tables.me_of(run.start))
        return self._mass("weight", rule.element, rule.weight(flow))

    def share(self, rule: Rule, candidate: Flow) -> int:
        """Return the share of a move of a rule."""
        anchor = candidate.anchor
        cells = self._tables.cells.board if anchor == NOWHERE else 1 << anchor
        flow = Flow(candidate.run, cells, candidate.me)
        flow.marks = _replaced(flow.marks, candidate.marks, self._marks)
        flow.counters = _replaced(flow.counters, candidate.counters, self._slots)
        return self._mass("share", rule.element, rule.share(flow))

    def _mass(self, what: str, rule: Element, mass: int) -> int:
        if mass < 0:
            message = f"the {what} of this chance rule would be {mass}; it must not be negative"
            raise self._builder.error("negative-mass", getattr(rule, what), message)
        return mass

    def odds(self, moves: Iterable[tuple[Rule, int]], run: Run) -> Odds:
        """Return the odds of moves, each given by its rule and its share; the moves of one rule are adjacent.

        ``ModelError`` if the sums are too large to draw from.
        """
        shares: dict[Rule, list[int]] = {}
        for rule, share in moves:
            shares.setdefault(rule, []).append(share)
        lots = tuple(Lot(self.weight(rule, run), tuple(found)) for rule, found in shares.items())
        if sum(lot.weight for lot in lots) > LARGEST:
            raise self._too_large("weights of the chance rules", next(iter(shares)).element)
        for rule, found in shares.items():
            if sum(found) > LARGEST:
                raise self._too_large("shares of the moves", rule.element)
        return lots

    def nothing(self, rule: Rule | None, rules: Sequence[Rule], run: Run) -> ModelError:
        """Return the error that nature has no move.

        *rule* is one of the chance rules that would have one, but for its weight or shares; *rules* are all of them.
        """
        message = "nature is to move, but no chance rule has a move of a weight and a share above 0"
        if rule is None:
            phase = run.start.phase
            asleep = bool(rules) and all(each.phases and phase not in each.phases for each in rules)
            message += f": {self._other_phases(rules, phase)}" if asleep else "; add one"
            return self._builder.error("no-chance", self._tables.game.nature or self._tables.game, message)
        element = rule.element
        assert isinstance(element, MoveRule), "one of chance"
        weight, share = element.weight, element.share
        message += f": '{element.name}' has moves, but "
        if weight is None or self.weight(rule, run):
            return self._builder.error("no-chance", share or element, f"{message}the share of each is 0 here")
        message += "its weight is 0 here"
        if share is None and _is_of_cells(weight):
            message += (
                "; a weight is asked once, of all cells of the board; to weigh the moves one by one, each by its last "
                f"click, write 'share {write_value(weight)}'"
            )
        return self._builder.error("no-chance", weight, message)

    def _other_phases(self, rules: Sequence[Rule], phase: int) -> str:
        """Return which phase it is, and of which ones the first few of the chance rules are."""
        elements = [rule.element for rule in rules if isinstance(rule.element, MoveRule)]
        told = []
        for element in elements[:MOST_NAMED]:
            told.append(f"{element.name} is of " + " and ".join(f"'{other.name}'" for other in element.phases))
        if len(elements) > MOST_NAMED:
            told.append(f"and {len(elements) - MOST_NAMED} more")
        return f"the phase is '{list(self._tables.phases)[phase].name}'; {', '.join(told)}"

    def _too_large(self, what: str, rule: Element) -> ModelError:
        message = f"the {what} are more than {LARGEST} together, so that their probabilities cannot be told apart"
        return self._builder.error("mass-too-large", rule, message)

    def shared(self, identity: Identity, first: Element, second: Element) -> ModelError:
        """Return the error that two chance rules have one move in common: their odds would have to be added."""
        move = named(identity, self._tables)
        message = f"the move {move} has the odds of two chance rules; let an option tell them apart"
        related = Related("the other chance rule", self._builder.places.of(first))
        return ModelError([diagnose("shared-chance", message, self._builder.places.of(second), (related,))])


def _is_of_cells(value: Value) -> bool:
    """Return whether a value may depend on the working set."""
    terms: list[Element] = [value]
    for term in terms:
        if isinstance(term, ConditionalValue):
            return True  # as its condition may
        if isinstance(term, AggregateValue) and term.cells is None and not _is_of_none(term):
            return True
        terms += [inner for inner in term.eContents() if isinstance(inner, Value)]
    return False


def _is_of_none(value: AggregateValue) -> bool:
    """Return whether a value is the same on all cells."""
    match value:
        case CounterValue():
            return not value.counter.perCell
        case ConstantOf():
            return not value.constant.perCell
        case _:
            return False


def _replaced(values: tuple[int, ...], others: tuple[int, ...], places: Sequence[int]) -> tuple[int, ...]:
    """Return *values* with those of *others* at some places."""
    found = list(values)
    for place in places:
        found[place] = others[place]
    return tuple(found)
