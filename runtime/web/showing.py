"""The messages to those who play or watch. They have what the player may know, and nothing else."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

from lxml import etree

from tilewright.model.telling import rules_in_words
from tilewright.model.titles import titled
from tilewright.runtime.as_json import move_as_json
from tilewright.runtime.bots.messages import end_message, start_message, told_as_json, turn_message, view_as_json
from tilewright.runtime.browser.description import mates
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.reading import read_move
from tilewright.runtime.matches.recorded import write_match
from tilewright.runtime.move import Move
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.pictures.view import colours_of
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game
from tilewright.runtime.web.course import board_of, standing_of

MOST_LEGAL = 5_000
"""The greatest number of legal moves in a message."""


def shown(match: Match, seat: int | None) -> dict[str, Any]:
    """Return a match as JSON, as the player in a seat sees it, or as those who watch if *seat* is None.

    Those who watch a game that hides something see no board before it is over.
    """
    game, state, result = match.game, match.state, match.result
    found: dict[str, Any] = {
        "number": match.number if not game.is_hidden else 0 if seat is None else match.number_of(seat),
        "game": game.name,
        "title": titled(game.name),
        "players": [
            {
                "name": player.name,
                "who": match.who(number),
                "gone": match.gone(number),
                "left": match.time_left(number),
                "runs": match.time_left(number) is not None and match.is_running(number),
            }
            for number, player in enumerate(game.players)
        ],
        "you": None if seat is None else game.players[seat].name,
        "movers": [game.mover(mover).name for mover in match.movers],
        "result": None,
        "offer": None,
        "hints": match.terms.hints,
        "sound": match.terms.sound,
        "undo": match.terms.undo.value,
        "redo": seat is not None and match.can_redo(seat),
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
    secret = game.is_hidden and result is None
    if secret:
        transcript = match.session.transcript(viewer)
        found["told"] = [told_as_json(entry) for entry in transcript]
        last = next((entry.move.cells for entry in reversed(transcript) if entry.move is not None), ())
    else:
        states = match.session.states
        found["told"] = [
            {"player": before.player.name, "move": str(move)}
            for before, move in zip(states, match.session.moves, strict=False)
        ]
        last = match.session.moves[-1].cells if match.session.moves else ()
    found["view"] = view_as_json(state.view(viewer))
    content = state.view(viewer).content if secret else state.position
    return {**found, "board": board_of(game, content, last), "standing": standing_of(game, content)}


def shown_to(seat: int | None, match: Match) -> dict[str, Any]:
    """Return ``shown``, with the match as the last argument."""
    return shown(match, seat)


def rules_in(match: Match) -> dict[str, Any]:
    """Return the rules of the game of a match in words, as JSON. Lines that are indented belong to the one before."""
    told = rules_in_words(match.game.document.game)
    return {
        "rules": [{"title": title, "lines": [line for step in steps for line in step.lines()]} for title, steps in told]
    }


def scene_in(match: Match) -> dict[str, Any]:
    """Return ``scene`` of the game of a match."""
    return scene(match.game)


def scene(game: Game) -> dict[str, Any]:
    """Return the description of the board for a browser, without a position.

    After the states of the game there are two more: ``unseen`` and ``covered``, for cells that a player does not know.
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
        "players": [
            {"name": player.name, "colour": colour, **mates(game, player)}
            for player, colour in zip(game.players, colours_of(game), strict=True)
        ],
        "nature": game.nature and {"name": game.nature.name, "colour": full_colour(game.nature.color, "#888888")},
        "hidden": game.is_hidden,
        "turned": [_begins_above(game, player.number) for player in game.players],
    }


def _begins_above(game: Game, player: int) -> bool:
    """Return whether a player's pieces begin above those of the others, so that the board is turned for this player.

    The mean rows in the initial position are compared. Without pieces of both sides it is False.
    """
    rows: dict[bool, list[int]] = {True: [], False: []}
    for info, cells in zip(game.tables.states, game.initial_state().position.boards, strict=True):
        if info.owner >= 0:
            rows[info.owner == player] += [game.tables.cells.places[cell][0] for cell in bits(cells)]
    return all(rows.values()) and fmean(rows[True]) < fmean(rows[False])


def steps_of(move: Move) -> dict[str, Any]:
    """Return a move as JSON with its steps: the cells that are clicked, and the options that are chosen."""
    clicks = iter(move.clicks)
    steps = [{"option": step} if isinstance(step, str) else {"cell": next(clicks)} for step in move.steps]
    return {**move_as_json(move), "steps": steps}


# -- answers to requests


def explained(seat: int, text: str, exact: bool, match: Match) -> dict[str, Any]:
    """Explain a move to a player to move; unless *exact*, it is read as people write moves. ``Refused`` for others."""
    if seat not in match.movers:
        raise Refused("not-your-turn", "Only who is to move may ask.")
    state = match.state_of(seat)
    try:
        found = state.explain(text if exact else read_move(state, text), viewer=seat)
    except IllegalMove as error:
        if error.explanation is None:
            return {"move": error.move, "legal": False, "message": error.reason, "nearest": []}
        found = error.explanation
    return {
        "move": found.move,
        "legal": found.legal,
        "message": found.message,
        "rule": found.rule,
        "filter": found.notation,
        "line": None if found.place is None else found.place.line,
        "cells": [match.game.names.cell_name(cell) for cell in found.cells],
        "nearest": list(found.nearest),
        "effects": list(found.effects),
    }


def written(match: Match, form: str) -> str:
    """Return the text of a match in a format. ``Refused`` while it hides something, or if it cannot be written."""
    if match.game.is_hidden and match.result is None:
        raise Refused("hidden", "What is hidden would stand in it: it is written when the match is over.")
    try:
        return write_match(match, form, seed=match.result is not None)
    except NotSaid as error:
        raise Refused("not-written", f"It cannot be written so: {error}.") from None


# -- messages to programs


def started(seat: int, match: Match) -> dict[str, Any]:
    """Return the first message to a program."""
    return start_message(match.game, seat)


def asked_of(seat: int, turn: int, told: int, match: Match) -> dict[str, Any] | None:
    """Return the next message to a program: the end of the match, a question (``turn``), or None if it need not move.

    A question comes with the number of its state, and with the number of entries of the transcript that it has told.
    *told* is the number of entries that the program knew before, and *turn* the ``id`` of the question.
    """
    if match.result is not None:
        return end_message(match)
    if seat not in match.movers:
        return None
    session = match.session_for(seat, Random(match.number))
    message = turn_message(session, seat, turn, told, match.time_left(seat))
    return {
        "type": "turn",
        "message": message,
        "number": match.number_of(seat),
        "told": len(session.transcript(seat)),
    }
