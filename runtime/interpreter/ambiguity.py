"""The error of a model in which two ways to make the same move have different results, with the differences."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import Filter, MoveRule
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError, Related
from tilewright.model.nameless import nameless_label
from tilewright.model.places import Places
from tilewright.runtime import results
from tilewright.runtime.interpreter.cells import NOWHERE, bits
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.tables import CounterInfo, Tables
from tilewright.runtime.move import notation
from tilewright.runtime.position import CellSet, Identity

NAMED = 3
"""The greatest number of differences that are named, and of cells of a mark."""


def ambiguous_move(
    first: tuple[Flow, MoveRule | Filter], second: tuple[Flow, MoveRule | Filter], tables: Tables, places: Places
) -> ModelError:
    """Return the error for two flows, each with its rule, that have the same selection but different results."""
    (flow, rule), (other, other_rule) = first, second
    one, two = dict(_results(flow, tables)), dict(_results(other, tables))
    differing = [f"{what}: {found} or {two[what]}" for what, found in one.items() if found != two[what]]
    if len(differing) > NAMED:
        differing[NAMED:] = [f"{len(differing) - NAMED} more"]
    move = named(flow.selection, tables)
    message = (
        f"two ways to make the move {move} have different results ({'; '.join(differing)}); "
        "let a click or an option tell them apart"
    )
    related = Related("the same move is made here", places.of(rule))
    return ModelError([diagnose("ambiguous-move", message, places.of(other_rule), (related,))])


def _results(flow: Flow, tables: Tables) -> Iterator[tuple[str, str]]:
    """Yield each part of a result in which flows may differ: its name, and its value in this flow."""
    names = [player.name for player in tables.movers]
    states = {cell: state for state, board in enumerate(flow.boards) for cell in bits(board)}
    for cell in sorted(states):
        yield named((cell,), tables), _content(states[cell], tables)
    for number, mark in enumerate(tables.marks):
        written = _written(flow, number, mark.lifetime)
        whose = "" if mark.player is None else f" of {names[mark.player]}"
        yield f"the mark {mark.element.name}{whose}", _cells(flow.marks[number], tables) + written
    for number, info in enumerate(tables.counters.values(), len(tables.marks)):
        written = _written(flow, number, info.lifetime)
        for slot in info.slots:
            yield f"the counter {_slot(info, slot - info.offset, tables)}", f"{flow.counters[slot]}{written}"
    if tables.phases:
        yield "the phase", list(tables.phases)[flow.phase].name
    yield "who moves next", "the next in turn" if flow.turn is None else names[flow.turn]
    yield "the end of the game", _end(flow, names)
    yield "the last click", "none" if flow.anchor == NOWHERE else named((flow.anchor,), tables)


def named(steps: Identity, tables: Tables) -> str:
    """Return clicks and options in notation."""
    cells = tables.cells.places
    named = (cells[step] if isinstance(step, int) else step for step in steps)
    return notation(named, tables.height, nameless_label(tables.game), tables.grids)


def _content(state: int, tables: Tables) -> str:
    info = tables.states[state]
    piece = None if info.piece == NOWHERE else list(tables.pieces)[info.piece].name
    if info.owner == NOWHERE:
        return "empty" if info.empty else str(piece or info.name)
    return f"{piece or info.name} of {tables.players[info.owner].name}"


def _cells(cells: CellSet, tables: Tables) -> str:
    names = [named((cell,), tables) for cell in bits(cells)]
    return ", ".join([*names[:NAMED], "…"] if len(names) > NAMED else names) or "none"


def _written(flow: Flow, number: int, lifetime: str) -> str:
    """Return a note that says whether a mark or counter was written, if its lifetime depends on that."""
    if lifetime != "Ply":
        return ""
    return " (written)" if flow.written >> number & 1 else " (not written)"


def _slot(info: CounterInfo, number: int, tables: Tables) -> str:
    """Return a phrase that names one of the numbers of a counter, by its player and cell."""
    player, cell = divmod(number, info.cells)
    words = [info.name]
    if info.players > 1:
        words.append(f"of {tables.players[player].name}")
    if info.per_cell:
        words.append(f"at {named((info.first + cell,), tables)}")
    return " ".join(words)


def _end(flow: Flow, names: list[str]) -> str:
    if flow.returns is None:
        return "none"
    returns = ", ".join(f"{name} {results.number(part)}" for name, part in zip(names, flow.returns, strict=False))
    return returns if flow.scores is None else f"{returns} with the scores {flow.scores}"
