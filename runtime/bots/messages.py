"""The protocol of external programs: the messages to them and their answers. Each line is one JSON object.

    start    the game, its players and cells, and the player for whom the program plays
    turn     what the player sees and was told since, the legal moves, the seconds left; it must be answered
    refused  why the answer was not played; another turn may follow
    end      how the game has ended

An answer is ``{"id": ..., "move": ...}`` with the ``id`` of the turn. The move is in notation, or its number among the
legal moves, from 0. A line may also hold the move alone.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tilewright.runtime.board import Piece
from tilewright.runtime.information.knowledge import Told
from tilewright.runtime.information.views import Unknown, View
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session
from tilewright.runtime.state import Game

VERSION = 1
"""The version of the protocol. Additions do not change it: programs must ignore what they do not know."""

LONGEST = 65_536
"""The greatest number of bytes in a line of an answer."""


def start_message(game: Game, seat: int) -> dict[str, Any]:
    """Return the first message to a program, which plays for the player with the number *seat*."""
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
    """Return the message that asks a program for a move.

    *turn* is the ``id`` of the question, *told* the number of entries of its transcript that it already knows, and
    *left* the seconds for the move, or None without limit.
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
    """Return the message to a program whose answer was not played."""
    return {"type": "refused", "reason": reason}


def end_message(match: Match) -> dict[str, Any]:
    """Return the last message to a program. ``returns`` is None if the match is left before its end."""
    result = match.result
    if result is None:
        return {"type": "end", "returns": None, "why": "left"}
    return {"type": "end", "returns": [float(part) for part in result.returns], "why": result.why}


def view_as_json(view: View) -> dict[str, Any]:
    """Return what a player sees as JSON, and nothing else."""
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
    """Return what a player was told of a ply as JSON: the mover and the move, or None for what stays hidden."""
    move = None if told.move is None else str(told.move)
    return {"player": None if told.mover is None else told.mover.name, "move": move}


def line_of(message: dict[str, Any]) -> bytes:
    """Return a message as a line of UTF-8, with its line feed."""
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def answered(line: bytes, turn: int, legal: Sequence[object]) -> str | None:
    """Return the move that an answer names, in notation, or None if the answer belongs to another turn.

    *legal* are the legal moves, or their texts; a number is an index into them. ``Failed`` if the line names no move.
    A move in notation is not checked: the match decides whether it is legal.
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
        if text == str(value) and text in map(str, legal):  # a move whose notation is a number
            return text
        if 0 <= value < len(legal):
            return str(legal[value])
        raise Failed(f"there is no legal move with the number {value}: there are {len(legal)}")
    if not isinstance(value, str) or not value.strip() or len(value.split()) != 1:
        raise Failed('the answer is no move: {"id": …, "move": …} is expected, with a move in notation or its number')
    return value.strip()
