"""explain: why a move is not legal, or what it does."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.as_json import cell_as_json, place_as_json
from tilewright.runtime.cli.common import (
    as_options,
    fail,
    format_option,
    game_argument,
    load_game,
    report,
    reporting,
    say,
    say_as_json,
    start,
    start_options,
    viewer_called,
    viewer_option,
    words_of,
)

if TYPE_CHECKING:
    from tilewright.runtime import State
    from tilewright.runtime.refusals import Explanation


@click.command("explain")
@game_argument
@click.argument("move")
@start_options
@viewer_option
@format_option
def command(model: str, move: str, position: str | None, after: str, viewer: str | None, form: str) -> None:
    """Tell why MOVE is not legal: the filter that refuses it, its place in the model, and what would have to hold.

    For a legal move, its rule and its effects are printed. MOVE may be written as people write moves, too, as e2e4 or
    Nf3. The exit status is 0 for a legal move, else 1. With --viewer it is what this player may know; in a game that
    hides something only who is to move is told of moves.
    """
    from tilewright.runtime import AmbiguousMove, ModelError, UnreadableMove
    from tilewright.runtime.matches.reading import read_or_spell, spells_another

    with reporting():
        state = start(load_game(model, readable=True), after, position)
        seer = viewer_called(state.game, viewer)
        if seer not in (None, state.player.number) and state.game.is_hidden and not state.is_over:
            fail(f"{viewer} is not told which moves are legal at the turn of {state.player}", 2)
        try:
            meant = read_or_spell(state, move)
            explanation = state.explain(meant, seer)
            alone = state.explain(move, seer) if spells_another(state, move, meant) else None
        except (AmbiguousMove, UnreadableMove) as error:
            fail(str(error), 1, "illegal-move")
        except ModelError as error:
            report(error.diagnostics)
            fail(f"  the rules fail; '{_trace(model, move, position, after)}' shows how far the move comes", 1)
    if form == "json":
        say_as_json(_facts(state, explanation))
    else:
        if alone is not None:
            say(f"{alone.move} was read as {explanation.move}; {alone.move} alone is not legal: {alone.sentence}")
        for line in _lines(state, explanation):
            say(line)
    sys.exit(0 if explanation.legal else 1)


def _trace(model: str, move: str, position: str | None, after: str) -> str:
    """Return the command that traces a move in the same position."""
    words = ["tilewright", "trace", shlex.quote(model), shlex.quote(move), as_options()]
    words += [] if position is None else ["--position", shlex.quote(position)]
    played = ",".join(words_of(after))  # without blanks there are no quotes within quotes
    words += ["--after", shlex.quote(played)] if played else []
    return " ".join(filter(None, words))


def _lines(state: State, explanation: Explanation) -> list[str]:
    """Return the lines of an explanation: the verdict and its sentence, then the rule, the cells and similar moves."""
    from tilewright.runtime.interpreter.cells import bits
    from tilewright.runtime.why.phrases import listed

    if explanation.legal:
        lines = [explanation.sentence, *(f"  {effect}" for effect in explanation.effects)]
        return lines if explanation.place is None else [*lines, f"  rule {explanation.rule}: {explanation.place}"]
    lines = [f"{explanation.move} is not legal."]
    if explanation.over:
        lines.append(f"  {explanation.over}")
    if explanation.words:
        lines.append(f"  {explanation.words}")
    lines.append(f"  {explanation.sentence}")
    if explanation.place is not None:
        where = f"{explanation.filter} at {explanation.place}"
        lines.append(
            f"  rule {explanation.rule}, {where}" + (f": {explanation.notation}" if explanation.notation else "")
        )
    given = [state.game.cell_numbers[cell] for cell in explanation.cells]
    if given and given != list(bits(state.game.tables.cells.board)):
        names = [state.game.notation((cell,)) for cell in given]
        lines.append(f"  it was given {listed(names)}")
    if explanation.nearest:
        lines.append(f"  legal moves like it: {' '.join(explanation.nearest)}")
    return lines


def _facts(state: State, explanation: Explanation) -> dict[str, Any]:
    zones = state.game.names.zones
    return {
        "move": explanation.move,
        "legal": explanation.legal,
        "sentence": explanation.sentence,
        "over": explanation.over,
        "words": explanation.words,
        "rule": explanation.rule,
        "filter": explanation.filter,
        "notation": explanation.notation,
        "place": None if explanation.place is None else place_as_json(explanation.place),
        "cells": [cell_as_json(one, zones) for one in explanation.cells],
        "wanted": None if explanation.wanted is None else cell_as_json(explanation.wanted, zones),
        "nearest": list(explanation.nearest),
        "effects": list(explanation.effects),
    }
