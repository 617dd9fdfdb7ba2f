"""What programs of others are told, and what they answer: one object of JSON in each line.

    start    the game, its players and cells, and for whom the program plays
    turn     what the player sees and was told since, the legal moves, the seconds left; it wants an answer
    refused  why the answer was not played; another turn may follow
    end      how the game has ended

An answer is ``{"id": ..., "move": ...}`` with the ``id`` of the turn, and the move in notation or its number among the
legal ones, from 0. A line with the move alone will do.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tilewright.runtime.board import Piece
from tilewright.runtime.knowledge import Told
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session
from tilewright.runtime.state import Game
from tilewright.runtime.views import Unknown, View

VERSION = 1
"""The version of the protocol. What is added does not change it: programs are to ignore what they do not know."""

LONGEST = 65_536
"""The bytes of a line that is read."""


def start_message(game: Game, seat: int) -> dict[str, Any]:
    """Return what a program is told first."""
    board = game.board
    around = {
        name: {cell: list(board.neighbours(cell, name, seat)) for cell in board.cells} for name in board.directions
    }
    return {
        "type": "start",
        "protocol": VERSION,
        "game": game.name,
        "players": [player.name for player in game.players],
        "player": game.players[seat].name,
        "seat": seat,
        "cells": list(board.cells),
        "neighbours": around,
    }


def turn_message(session: Session, seat: int, turn: int, told: int, left: float | None) -> dict[str, Any]:
    """Return what a program is told when it is its turn.

    *turn* is the number of the question, *told* how much of its transcript it knows already.
    """
    return {
        "type": "turn",
        "id": turn,
        "view": view_as_json(session.state.view(seat)),
        "told": [told_as_json(entry) for entry in session.transcript(seat)[told:]],
        "legal": [str(move) for move in session.state.legal_moves],
        "clock": left,
    }


def refused_message(reason: str) -> dict[str, Any]:
    """Return what a program is told whose answer was not played."""
    return {"type": "refused", "reason": reason}


def end_message(match: Match) -> dict[str, Any]:
    """Return what a program is told at the end."""
    result = match.result
    if result is None:
        return {"type": "end", "returns": None, "why": "left"}
    return {"type": "end", "returns": [float(part) for part in result.returns], "why": result.why}


def view_as_json(view: View) -> dict[str, Any]:
    """Return what a player sees, and nothing else."""
    pieces: dict[str, Any] = {}
    unseen: list[str] = []
    covered: list[str] = []
    for cell, found in view.board().items():
        if isinstance(found, Piece):
            owner = None if found.player is None else found.player.name
            pieces[cell] = {"piece": found.name, "player": owner, "symbol": found.symbol}
        elif found is Unknown.UNSEEN:
            unseen.append(cell)
        elif found is Unknown.COVERED:
            covered.append(cell)
    return {
        "text": str(view),
        "pieces": pieces,
        "unseen": unseen,
        "covered": covered,
        "player": view.player.name,
        "phase": view.phase,
        "marks": view.marks,
        "counters": view.counters,
        "over": view.is_over,
        "returns": [float(part) for part in view.returns],
    }


def told_as_json(told: Told) -> dict[str, Any]:
    """Return what a player was told of a ply: who moved and what, or neither."""
    move = None if told.move is None else str(told.move)
    return {"player": None if told.mover is None else told.mover.name, "move": move}


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def answered(line: bytes, turn: int, legal: Sequence[object]) -> str | None:
    """Return the move that a line means, as a text; None if it belongs to another turn. ``Failed`` for nonsense.

    *legal* are the legal moves, or their texts. Whether the move is legal is for the match to say.
    """
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise Failed("the answer is no text in UTF-8") from None
    try:
        value = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        value = text
    if isinstance(value, dict):
        if value.get("id", turn) != turn:
            return None
        value = value.get("move")
    if isinstance(value, int) and not isinstance(value, bool):
        if text == str(value) and text in map(str, legal):  # a move that is called like a number
            return text
        if 0 <= value < len(legal):
            return str(legal[value])
        raise Failed(f"there is no legal move with the number {value}: there are {len(legal)}")
    if not isinstance(value, str) or not value.strip() or len(value.split()) != 1:
        raise Failed('the answer is no move: {"id": …, "move": …} is expected, with a move in notation or its number')
    return value.strip()
