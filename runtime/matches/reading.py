"""Reading moves as people type them, which is more lenient than the notation.

For example, in chess:

    e2-e4 E2-E4 e2e4 e2 e4    the same move, however its cells are joined
    e7e8q e7-e8=Q             an option, likewise
    Nbd2 exd5 f3 O-O          the Standard Algebraic Notation, in a game whose model has a Pgn
    Nf3 knight f3 bd5         a piece by its symbol or name, or its origin, and its target, if only one move fits
    f3                        the target, or the beginning, of only one move
    3                         the third legal move, unless the notation of a move is 3
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tilewright.metamodel.language import Pgn
from tilewright.model.diagnostics import ModelError
from tilewright.runtime.board import Piece
from tilewright.runtime.formats.san import San
from tilewright.runtime.move import Move, cell_name
from tilewright.runtime.position import Identity
from tilewright.runtime.refusals import AmbiguousMove, IllegalMove, UnreadableMove
from tilewright.runtime.state import State

MOST_CHOICES = 12
"""The greatest number of moves in a message about an ambiguous text."""

_JOINTS = re.compile(r"[\s\-=:,>]+|[+#!?]+$")
"""The separators within a move, and the annotations at its end."""
_CAPTURE = re.compile(r"(?<=[a-z0-9])[\s\-=:,>]*x[\s\-=:,>]*(?=[a-z])")
"""What separates an origin, or a piece, from the target of a capture. A digit after ``x`` says that it is a column."""
_SAN = re.compile(r"(?:[A-Z][a-z]?[0-9]*x?(?P<target>[a-z][0-9]+)|[O0](?:-[O0]){1,2})[+#!?]*")
"""A move of a piece, or castling, in the Standard Algebraic Notation."""
_CELL = re.compile(r"(?:[\w ]+\.)?[a-z]+[1-9][0-9]*")


def read_move(state: State, text: str) -> Move:
    """Return the legal move that a person means by a text.

    ``IllegalMove`` says why there is none: ``AmbiguousMove`` has the moves that could be meant, ``UnreadableMove`` is
    for a text that denotes no move. Cost: all legal moves are listed.
    """
    text = text.strip()
    moves = list(state.legal_moves)
    by_notation = {str(move): move for move in moves}
    if text in by_notation:
        return by_notation[text]
    found = _alike(text, {move: [str(move)] for move in moves}) or _in_san(state, text)
    if not found and text.isascii() and text.isdigit():
        if len(text) < 9 and 0 < int(text) <= len(moves):
            return moves[int(text) - 1]
        raise UnreadableMove(text, f"there are {len(moves)} legal moves")
    found = found or _by_piece(state, moves, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(text, [str(move) for move in found])
    written = _SAN.fullmatch(text) if _has_san(state) else None
    target = None if written is None else written["target"]
    if written is not None and (target is None or target in state.game.board):
        near = " ".join(str(move) for move in moves if move.clicks and move.clicks[-1] == target)
        some = " ".join(map(str, moves[:MOST_CHOICES])) + (" …" if len(moves) > MOST_CHOICES else "")
        meant = f"to {target} leads: {near}" if near else f"legal are: {some}"
        raise UnreadableMove(text, f"{state.player} has no such legal move; {meant}")
    try:
        state.play(_spelled(state, text))
    except AmbiguousMove as error:
        if len(error.choices) == 1:
            return by_notation[error.choices[0]]
        raise ambiguous(text, error.choices) from None
    raise AssertionError(f"{text} is legal and was not found")  # it would have been among the legal moves


def read_or_spell(state: State, text: str) -> Move | str:
    """Return the legal move that a person means by a text, or if there is none the text in notation, to be explained.

    The beginning of moves stays as it is, and so does a number, which may be that of a die. ``UnreadableMove`` for a
    text that denotes no move, and ``AmbiguousMove`` if it is not in notation and could be several. It is not noticed if
    the rules fail.
    """
    if text.isdecimal():
        return text
    try:
        return read_move(state, text)
    except AmbiguousMove:
        if not _is_notation(state, text):
            raise
        return text
    except UnreadableMove:
        raise
    except IllegalMove as error:
        return error.move
    except ModelError:
        return text


def spells_another(state: State, text: str, meant: Move | str) -> bool:
    """Return whether a text, as notation, is another move than the one that a person *meant* by it."""
    return _is_notation(state, text) and state.game.identity(text) != state.game.identity(str(meant))


def ambiguous(text: str, choices: Sequence[str]) -> AmbiguousMove:
    """Return the refusal of a text that may denote any of some moves."""
    more = f" … ({len(choices)} in all)" if len(choices) > MOST_CHOICES else ""
    listed = " ".join(choices[:MOST_CHOICES])
    return AmbiguousMove(text, f"this could be any of: {listed}{more}", tuple(choices))


def _folded(text: str) -> str:
    """Return a text in lower case without the separators and annotations that are optional in a move."""
    return _JOINTS.sub("", text.strip().lower())


def _readings(text: str) -> tuple[str, str]:
    """Return a text in lower case, as it is and without ``x`` for captures."""
    text = text.strip().lower()
    return text, _CAPTURE.sub("-", text)


def _alike(text: str, spelled: Mapping[Move, Sequence[str]]) -> list[Move]:
    """Return the moves one of whose spellings a text is, or if there are none, is without ``x`` for captures."""
    for wanted in map(_folded, _readings(text)):
        if found := [move for move, texts in spelled.items() if wanted in map(_folded, texts)]:
            return found
    return []


def _spelled(state: State, text: str) -> str:
    """Return a text in notation if it is a sequence of cells and options; else return it unchanged."""
    if _is_notation(state, text):
        return text
    found = next(filter(None, (_steps(state, reading) for reading in _readings(text))), None)
    return text if found is None else state.game.notation(found)


def _steps(state: State, text: str) -> Identity:
    """Return the cells and options of which a text in lower case is a sequence; nothing if it is none."""
    game = state.game
    options = {option.lower(): option for option in sorted(game.names.options)}
    steps: list[int | str] = []
    for word in (part for part in _JOINTS.split(text) if part):
        while word:
            cell = _CELL.match(word)
            option = max((o for o in options if word.startswith(o)), key=len, default="")
            if cell is not None and game.names.cell_called(cell[0]) in game.cell_numbers:
                steps.append(game.cell_numbers[game.names.cell_called(cell[0])])  # type: ignore[index]
                word = word[cell.end() :]
            elif option:
                steps.append(options[option])
                word = word[len(option) :]
            else:
                return ()
    return tuple(steps)


def _is_notation(state: State, text: str) -> bool:
    try:
        state.game.identity(text)
    except UnreadableMove:
        return False
    return True


def _in_san(state: State, text: str) -> list[Move]:
    """Return the legal moves that a text denotes in the Standard Algebraic Notation, if the game is written in it."""
    return San(state.game).read(state, text) if _has_san(state) else []


def _has_san(state: State) -> bool:
    return any(isinstance(one, Pgn) for one in state.game.document.game.formats)


def _by_piece(state: State, moves: Sequence[Move], text: str) -> list[Move]:
    """Return the moves that a text such as ``Nf3`` denotes: piece, origin and target; the first two are optional.

    Moves that a piece or an origin names go before those that the target alone names.
    """
    spelled = {move: list(_spellings(state, move)) for move in moves if move.clicks}
    named = _alike(text, {move: texts[1:] for move, texts in spelled.items()})
    return named or _alike(text, {move: texts[:1] for move, texts in spelled.items()})


def _spellings(state: State, move: Move) -> Iterator[str]:
    """Yield the texts that may denote a move: first its target alone, then with its origin, its piece, or both."""
    *before, target = move.clicks
    end = target + "".join(move.options)
    yield end
    if not before:
        return
    own = re.fullmatch(r"(?:.*\.)?([a-z]+)([0-9]+)", before[0])
    origins = ["", *(own.groups() if own else ()), before[0]]
    for origin in origins[1:]:
        yield origin + end
    for piece in _called(state, move):
        for origin in origins:
            yield f"{piece} {origin}{end}"


def _called(state: State, move: Move) -> Iterator[str]:
    """Yield the name and the symbol of the piece on the first cell of a move, if the player sees one there."""
    standing = state.view(state.player)[cell_name(move.cells[0], move.height, move.zones)]
    if isinstance(standing, Piece):
        if standing.name:
            yield standing.name
        yield str(standing)
