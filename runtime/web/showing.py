"""What those who play or watch are sent: what their player may know, and nothing else."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from lxml import etree

from tilewright.runtime.as_json import move_as_json
from tilewright.runtime.bots.messages import told_as_json, view_as_json
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.interpreter.tables import bits
from tilewright.runtime.matches.match import Match
from tilewright.runtime.move import Move
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.state import Game
from tilewright.runtime.web.course import board_of, standing_of

MOST_LEGAL = 5_000
"""The legal moves that are sent."""


def shown(match: Match, seat: int | None) -> dict[str, Any]:
    """Return a match as a player sees it, or, without a seat, as somebody sees it who watches.

    Who watches a game with hidden parts sees no board before it is over.
    """
    game, state, result = match.game, match.state, match.result
    found: dict[str, Any] = {
        "number": match.number if not game.is_hidden else 0 if seat is None else match.number_of(seat),
        "game": game.name,
        "players": [
            {"name": player.name, "who": match.who(number), "left": match.time_left(number)}
            for number, player in enumerate(game.players)
        ],
        "you": None if seat is None else game.players[seat].name,
        "movers": [game.mover(mover).name for mover in match.movers],
        "result": None,
        "offer": None,
        "hints": match.terms.hints,
        "sound": match.terms.sound,
        "undo": match.terms.undo.value,
        "legal": [],
    }
    if match.offer is not None:
        found["offer"] = {"player": game.players[match.offer.seat].name, "what": match.offer.what}
    if result is not None:
        scores = state.scores if result.why == "rules" else None
        found["result"] = {"returns": [float(part) for part in result.returns], "why": result.why, "scores": scores}
    if seat is not None:
        moves = match.legal_moves(seat)
        found["legal"] = (
            [steps_of(move) for move in moves[:MOST_LEGAL]] if match.terms.hints or len(moves) < 2 else None
        )
    if game.is_hidden and seat is None and result is None:
        return {**found, "view": None, "board": None, "standing": None, "told": []}
    viewer = 0 if seat is None else seat
    told = match.session.transcript(viewer) if game.is_hidden and result is None else ()
    if told or (game.is_hidden and result is None):
        found["told"] = [told_as_json(entry) for entry in told]
    else:
        states = match.session.states
        found["told"] = [
            {"player": before.player.name, "move": str(move)}
            for before, move in zip(states, match.session.moves, strict=False)
        ]
    secret = game.is_hidden and result is None
    found["view"] = view_as_json(state.view(viewer))
    content = state.view(viewer).content if secret else state.position
    last = match.session.moves[-1].cells if match.session.moves and not secret else ()
    return {**found, "board": board_of(game, content, last), "standing": standing_of(game, content)}


def scene(game: Game) -> dict[str, Any]:
    """Return what the board of a game looks like in a browser, whatever stands on it.

    Two states more than the game has are for cells of which a player does not know what is there.
    """
    found = scene_of(game)
    names = [player.name for player in game.players]
    labels = []
    for number, info in enumerate(game.tables.states):
        piece = game.tables.game.pieces[info.piece].name if info.piece >= 0 else info.name or ""
        owner = names[info.owner] if info.owner >= 0 else ""
        labels.append("" if info.empty else f"{owner} {piece}".strip() or game.names.states[number])
    return {
        "scene": found.facts,
        "pieces": str(etree.tostring(found.pieces, encoding="unicode")),
        "empty": [info.empty for info in game.tables.states],
        "labels": [*labels, "unseen", "covered"],
        "names": list(game.board.cells),
        "players": [{"name": player.name, "colour": full_colour(player.color, "#888888")} for player in game.players],
        "nature": game.nature and {"name": game.nature.name, "colour": full_colour(game.nature.color, "#888888")},
        "hidden": game.is_hidden,
        "turned": [_begins_above(game, player.number) for player in game.players],
    }


def _begins_above(game: Game, player: int) -> bool:
    """Return whether a player's pieces begin above those of others, so that this player would turn the board round."""
    rows: dict[bool, list[int]] = {True: [], False: []}
    for info, cells in zip(game.tables.states, game.initial_state().position.boards, strict=True):
        if info.owner >= 0:
            rows[info.owner == player] += [game.tables.cells.places[cell][0] for cell in bits(cells)]
    return all(rows.values()) and fmean(rows[True]) < fmean(rows[False])


def steps_of(move: Move) -> dict[str, Any]:
    """Return a move with what is clicked and chosen for it, step by step."""
    clicks = iter(move.clicks)
    steps = [{"option": step} if isinstance(step, str) else {"cell": next(clicks)} for step in move.steps]
    return {**move_as_json(move), "steps": steps}
