"""Simultaneous moves whose order inside a round matters.

If players move simultaneously, each decides without knowing the moves of the others in the same round. The engine still
asks them one after the other. So a rule must not change anything that another player can see, nor read what another
player has chosen: it may write counters and marks that only its own player sees, and those that end with the move.
Everything else belongs into the chain ``round`` at the end of the round, also what stands in a zone that only its
player sees. Then the order inside a round cannot matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    AggregateValue,
    AmountFilter,
    ApplyFilter,
    AttributeOf,
    BendFilter,
    BestFilter,
    CallFilter,
    CellsFilter,
    ChoiceFilter,
    ChosenNumber,
    CompareFilter,
    ConditionalValue,
    ConstantOf,
    Counter,
    CounterEffectFilter,
    CounterValue,
    CountValue,
    DirectionFilter,
    DivisionValue,
    EndFilter,
    ExtremeValue,
    Filter,
    FloodFilter,
    GuardFilter,
    ImageFilter,
    IntoFilter,
    IntValue,
    IterativeFilter,
    Lifetime,
    Mark,
    MarkFilter,
    MovableFilter,
    MoveEffectFilter,
    OptionFilter,
    ParameterValue,
    Pattern,
    PatternFilter,
    PerPlayerValue,
    Perspective,
    PhaseEffectFilter,
    PhaseFilter,
    PickFilter,
    PlayerFilter,
    PlayersCells,
    ProductValue,
    RecordFilter,
    RelativeCoordinate,
    RepeatFilter,
    RepetitionFilter,
    SelectFilter,
    ShapeFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StampFilter,
    StateEffectFilter,
    StepFilter,
    SumValue,
    TableValue,
    TurnEffectFilter,
    TurnType,
    Visibility,
    WinConditionFilter,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.validation.chains import chain_of, parts
from tilewright.model.validation.model import Model

_MOST_TOLD = 4
"""Of how many places in chains it is told what is wrong there."""

_Seen: TypeAlias = tuple[Element, bool]
"""An element, and whether it is read as the player who moves."""

Judged: TypeAlias = (
    CounterEffectFilter | AmountFilter | MarkFilter | SelectFilter | TurnEffectFilter | PhaseEffectFilter |
    StateEffectFilter | MoveEffectFilter | ShiftEffectFilter | StackEffectFilter | EndFilter | WinConditionFilter |
    CounterValue | ShapeFilter | StampFilter | CellsFilter | Pattern
)  # fmt: skip
"""Elements that may do what is not allowed inside a round."""

HARMLESS = (
    ApplyFilter, AttributeOf, BendFilter, BestFilter, CallFilter, ChoiceFilter, ChosenNumber, CompareFilter,
    ConditionalValue, ConstantOf, CountValue, DirectionFilter, DivisionValue, ExtremeValue, FloodFilter, GuardFilter,
    ImageFilter, IntValue, IntoFilter, IterativeFilter, MovableFilter, OptionFilter, ParameterValue, PatternFilter,
    PerPlayerValue, PhaseFilter, PickFilter, PlayerFilter, PlayersCells, ProductValue, RecordFilter, RelativeCoordinate,
    RepeatFilter, RepetitionFilter, StepFilter, SumValue, TableValue,
)  # fmt: skip
"""All other elements of rules, what is in them aside."""


def order_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield the errors because of which it may matter who is asked first, in a game with simultaneous moves."""
    board = model.game.board
    if model.game.turnPolicy is not TurnType.Simultaneous:
        return
    pipeline, effects = board.legalMovesPipeline, board.effectPipeline
    roots: list[Filter | None] = [board.ensure, board.stuck]
    for root in pipeline.filters if pipeline is not None else ():
        roots.append(root)
        yield _finding(model, root, "be told to the others, so that it must be a 'move NAME owner'")
    for rule in pipeline.rules if pipeline is not None else ():
        if rule.nature:
            continue
        roots.append(rule.filter)
        if rule.visibility is Visibility.All:
            yield _finding(model, rule, f"be told to the others: write 'move {rule.name} owner'")
    roots += effects.filters if effects is not None else ()
    told: set[Element] = set()
    for chain in roots:
        for element, own in _everything(chain):
            what = _wrong(element, own)
            if what is not None and element not in told:
                told.add(element)
                if len(told) <= _MOST_TOLD:
                    again = "; 'turn same' lets the player give another order"
                    other = again if isinstance(element, TurnEffectFilter) else ""
                    yield _finding(model, element, f"{what}; that is for 'round'{other}")
    if len(told) > _MOST_TOLD:
        yield _summary(model, len(told) - _MOST_TOLD)


def _summary(model: Model, more: int) -> Diagnostic:
    """Return the error for the places that are not told one by one, with another way to hide what players choose."""
    message = (
        f"in {more} more {'place' if more == 1 else 'places'} rules do what is for 'round'; where much of a game is "
        "open, leave out 'simultaneous': hide the choices, by 'move NAME owner' with marks or counters 'per … owner', "
        "and do the rest in 'round'"
    )
    return diagnose("order-matters", message, model.document.place(model.game, "turnPolicy"))


def _finding(model: Model, element: Element, what: str) -> Diagnostic:
    message = f"the players move at the same time, so before the round ends nothing may {what}"
    return diagnose("order-matters", message, model.document.place(element))


def _everything(root: Filter | None) -> Iterator[_Seen]:
    """Yield all elements of a chain and of the sub-pipelines that it calls, each at most once for each reader."""
    pending: list[_Seen] = [] if root is None else [(element, True) for element in chain_of(root)]
    begun = set(pending)
    while pending:
        element, own = pending.pop()
        yield element, own
        if isinstance(element, GuardFilter | ApplyFilter | AggregateValue):
            own = own and element.perspective is Perspective.Current
        inside = list(parts(element))
        if isinstance(element, CallFilter):
            inside += chain_of(element.pipeline.filter)
        found = [(part, own) for part in inside if (part, own) not in begun]
        begun.update(found)
        pending += found


def _wrong(element: Element, own: bool) -> str | None:
    """Return what an element does that is not allowed inside a round, for a message, or None."""
    if isinstance(element, Judged):
        return _judged(element, own)
    assert isinstance(element, HARMLESS), element
    return None


def _judged(element: Judged, own: bool) -> str | None:
    match element:
        case CounterEffectFilter():
            return _written(element.counter, own and element.perspective is Perspective.Current)
        case AmountFilter():
            return _written(element.counter, own)
        case MarkFilter():
            return _written(element.mark, own)
        case SelectFilter():
            return None if element.mark is None else _written(element.mark, own)
        case TurnEffectFilter():
            plain = element.player is None and element.condition is None and element.perspective is Perspective.Current
            return None if plain and own else "give the turn to another one"
        case PhaseEffectFilter():
            return "change the phase"
        case StateEffectFilter() | MoveEffectFilter() | ShiftEffectFilter() | StackEffectFilter():
            return (
                "change what stands on a cell, not even in its player's own zone (a mark or counter 'per owner' may"
                " note what is chosen, as in 'mark plan per round owner')"
            )
        case EndFilter() | WinConditionFilter():
            return "change what all see"
        case CounterValue():
            return _read(element.counter, own and element.perspective is Perspective.Current)
        case ShapeFilter() | StampFilter():
            return _read(element.mark, own)
        case CellsFilter():
            mine = own and element.perspective is Perspective.Current
            return None if element.mark is None else _read(element.mark, mine)
        case Pattern():
            like = () if element.like is None else (element.like,)
            marks = [(mark, own) for mark in (*element.withinMarks, *element.withoutMarks, *like)]
            marks += [(place.mark, False) for place in element.places if place.mark is not None]
            return next((wrong for mark, mine in marks if (wrong := _read(mark, mine)) is not None), None)
        case _:
            assert_never(element)


def _written(thing: Counter | Mark, own: bool) -> str | None:
    if thing.lifetime is Lifetime.Move or (own and thing.visibility is Visibility.Owner):
        return None
    return f"write '{thing.name}', which is not its player's alone" if own else f"write '{thing.name}' of another one"


def _read(thing: Counter | Mark, own: bool) -> str | None:
    return None if own or thing.visibility is not Visibility.Owner else f"read '{thing.name}' of another one"
