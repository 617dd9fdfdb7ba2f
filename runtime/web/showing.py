"""What those who play or watch are sent: what their player may know, and nothing else."""

from __future__ import annotations

from typing import Any

from lxml import etree

from tilewright.runtime.bots.messages import told_as_json, view_as_json
from tilewright.runtime.cli.common import move_as_json
from tilewright.runtime.matches.match import Match
from tilewright.runtime.move import Move
from tilewright.runtime.pictures.layouts import layout_called
from tilewright.runtime.pictures.svg import scene_of
from tilewright.runtime.pictures.view import BoardView, view_of

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
        "undo": match.terms.undo.value,
        "legal": [],
    }
    if match.offer is not None:
        found["offer"] = {"player": game.players[match.offer.seat].name, "what": match.offer.what}
    if result is not None:
        found["result"] = {"returns": [float(part) for part in result.returns], "why": result.why}
    if seat is not None:
        moves = match.legal_moves(seat)
        found["legal"] = [_steps(move) for move in moves[:MOST_LEGAL]] if match.terms.hints or len(moves) < 2 else None
    if game.is_hidden and seat is None and result is None:
        return {**found, "view": None, "picture": None, "told": []}
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
    last = match.session.moves[-1] if match.session.moves and not secret else None
    view = view_of(state, last, legal=match.terms.hints and seat in match.movers, viewer=viewer if secret else None)
    found["picture"] = picture(view)
    return found


def _steps(move: Move) -> dict[str, Any]:
    clicks = iter(move.clicks)
    steps = [{"option": step} if isinstance(step, str) else {"cell": next(clicks)} for step in move.steps]
    return {**move_as_json(move), "steps": steps}


def picture(view: BoardView) -> str:
    """Return the picture of a board in which each cell can be clicked: it has the name of the cell as ``data-cell``."""
    scene = scene_of(view)
    boards = scene.findall("{*}svg") if view.zones else [scene]
    for part, svg in zip((view, *view.zones), boards, strict=True):
        layout = layout_called(part.layout)
        for place, cell in part.cells.items():
            outline = {"class": "cell", "data-cell": cell.name, "d": layout.outline(place), "fill-opacity": "0"}
            etree.SubElement(svg, "{http://www.w3.org/2000/svg}path", outline)
    return str(etree.tostring(scene, encoding="unicode"))
