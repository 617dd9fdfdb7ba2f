"""show: the board, the players and the pieces of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.as_json import move_as_json
from tilewright.runtime.cli.common import (
    fail,
    game_argument,
    load_game,
    reporting,
    say,
    say_as_json,
    start,
    start_options,
    viewer_called,
    viewer_option,
)
from tilewright.runtime.results import numbers, told

if TYPE_CHECKING:
    from tilewright.metamodel.language import Game as Model
    from tilewright.runtime import State


@click.command("show")
@game_argument
@start_options
@viewer_option
@click.option("--rules", is_flag=True, help="Tell the rules in words instead, filter by filter.")
@click.option("--format", "form", type=click.Choice(["text", "json", "fen"]), default="text", help="How to print.")
def command(model: str, position: str | None, after: str, viewer: str | None, rules: bool, form: str) -> None:
    """Show a position: the board, the player to move, the legal moves, the players, the pieces, and the parameters.

    With --viewer it is what a player sees; the legal moves are told at the turn of this player alone.
    """
    with reporting():
        state = start(load_game(model), after, position)
        seer = viewer_called(state.game, viewer)
        if rules:
            if form != "text":
                raise click.BadParameter("rules are told as text", param_hint="--format")
            for line in _in_words(state.game.document.game):
                say(line)
            return
        if form == "fen" and seer is not None:
            raise click.UsageError("FEN shows the whole position, and not what a player sees")
        if form == "fen":
            from tilewright.runtime.formats import NotSaid
            from tilewright.runtime.formats.fen import write_fen

            try:
                say(write_fen(state))
            except NotSaid as error:
                fail(str(error), 2)
            return
        facts = _facts(state, seer)
        if form == "json":
            say_as_json(facts)
            return
        from tilewright.runtime.cli.terminal import board_of
        from tilewright.runtime.drawing import numbers_beside, numbers_on_cells

        say(facts["game"])
        click.echo(f"\n{board_of(state, viewer=seer)}\n")
        shown = state.position if seer is None else state.view(seer).content
        numbers = [*numbers_on_cells(state.game.tables), *numbers_beside(shown, state.game.tables, seer)]
        for line in (*numbers, "") if numbers else ():
            say(line)
        rows = 0 if seer is None else len(str(state.view(seer)).splitlines())  # they are printed above
        facts["position"] = "\n".join(facts["position"].splitlines()[rows:])
        for line in _lines(facts, state):
            say(line)


def _in_words(root: Model) -> Iterator[str]:
    from tilewright.model.telling import rules_in_words

    for title, steps in rules_in_words(root):
        yield f"{title}:"
        for step in steps:
            yield from step.lines("  ")


def _facts(state: State, viewer: int | None) -> dict[str, Any]:
    """Return what is told of a state; for a *viewer*, the number of a player, only what this player sees."""
    from tilewright.model.choosing import domain
    from tilewright.runtime.bots.messages import view_as_json

    root: Model = state.game.document.game
    board = root.board
    seen = (
        {} if viewer is None else {"viewer": state.game.players[viewer].name, "view": view_as_json(state.view(viewer))}
    )
    drawn = state if viewer is None else state.view(viewer)
    from tilewright.model.game.structure import WRAPPING

    around = tuple(side for side in ("wrapsAcross", "wrapsDown") if getattr(board, side))
    return {
        **seen,
        "game": state.game.name,
        "ply": state.ply,
        "player": state.player.name,
        "over": state.is_over,
        "winner": state.winner.name if state.winner is not None else None,
        "winners": [player.name for player in state.winners],
        "ranks": state.ranks,
        "returns": list(map(float, state.returns)),
        "scores": list(state.scores) if state.scores is not None else None,
        "board": {
            "width": board.width,
            "height": board.height,
            "size": board.size,
            "cells": len(board.tileplacement),
            "darker": sum(bool(placement.darker) for placement in board.tileplacement),
            "around": next((word for word, sides in WRAPPING.items() if sides == around), None),
            "rows": str(drawn).splitlines()[:-1],
        },
        "players": [{"name": player.name, "hexColor": player.hexColor, "team": player.team} for player in root.players],
        "pieces": [{"name": piece.name, "symbol": piece.symbol} for piece in root.pieces],
        "tiles": [tile.name for tile in board.tiles],
        "parameters": [
            {"name": p.name, "value": p.value, "domain": domain(p), "stage": p.stage.name} for p in root.parameters
        ],
        "variants": [variant.name for variant in root.variants],
        "position": drawn.to_text(),
        "legal": [move_as_json(move) for move in state.legal_moves] if viewer in (None, state.player.number) else None,
    }


def _lines(facts: dict[str, Any], state: State) -> list[str]:
    board = facts["board"]
    moves = [move["notation"] for move in facts["legal"] or ()]
    told = f", {len(moves)} legal: {' '.join(moves[:24])}" + (" …" if len(moves) > 24 else "")
    lines = [
        outcome(state) if facts["over"] else f"{facts['player']} to move{'' if facts['legal'] is None else told}",
        f"board: {board['width']}x{board['height']}, size {board['size']}, {board['cells']} cells"
        + (f", {board['darker']} of them darker" if board["darker"] else "")
        + (f", a {board['around']}" if board["around"] else ""),
        f"players: {', '.join(_member(player['name'], player['team']) for player in facts['players'])}",
    ]
    if facts["pieces"]:
        lines.append(f"pieces: {', '.join(piece['name'] for piece in facts['pieces'])}")
    if len(facts["tiles"]) > 1:
        lines.append(f"tiles: {', '.join(facts['tiles'])}")
    for parameter in facts["parameters"]:
        lines.append(f"parameter {parameter['name']} = {parameter['value']}: {parameter['domain']}")
    if facts["variants"]:
        lines.append(f"variants: {', '.join(facts['variants'])}")
    return [*lines, *facts["position"].splitlines()]


def _member(name: str, team: str | None) -> str:
    """Return the name of a player, with that of the team."""
    return name if team is None else f"{name} of {team}"


def outcome(state: State) -> str:
    """Return how a game has ended, in words: who has won, the scores, the ranks and the payoffs that it has."""
    words = told([player.name for player in state.game.players], state.returns)
    if state.scores is not None:
        words += f", {' to '.join(map(str, state.scores))}"
    if state.game.tables.ranks:
        words += f", ranked {', '.join(map(str, state.ranks or ()))}"
    if state.game.tables.pays:
        words += f", {numbers(state.returns)}"
    return f"{words}."
