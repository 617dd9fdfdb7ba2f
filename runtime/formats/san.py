"""Moves in Standard Algebraic Notation: piece, origin as far as needed, x for a capture, target, and options.

    e4  Nf3  Nbd2  exd5  O-O  e8=Q+  N@f3

The model names the letters of pieces and the words for options and rules. A move that these cannot express uniquely is
written in the notation of the game, which can always be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tilewright.metamodel.language import Filter, MoveRule, Pgn
from tilewright.model.cell_names import CELL_NAME
from tilewright.runtime.formats import format_of
from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.move import Move
from tilewright.runtime.state import Game, State

_MARKS = re.compile(r"(?:[+#!?]|e\.p\.)+$")
CASTLING = {"0-0": "O-O", "0-0-0": "O-O-O"}
"""The standard spelling of castling, by the spelling with zeros."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a move: the letter of its piece, its origin and target, and the options before and after them."""

    letter: str
    origin: str
    target: str
    before: str
    behind: str


class San:
    """Reads and writes the moves of one game. ``NotSaid`` if its model has no ``Pgn``."""

    def __init__(self, game: Game) -> None:
        pgn = format_of(game, Pgn)
        self._game = game
        self._tables = game.tables
        self._check = pgn.check
        self._letters = {letter.piece: letter.text for letter in pgn.letters}
        self._options = {word.option: word.text for word in pgn.words if word.option is not None}
        self._rules: dict[MoveRule | Filter, str] = {
            word.rule: word.text for word in pgn.words if word.rule is not None
        }

        self._last: State | None = None
        self._parts: dict[Move, _Parts] = {}

    # -- reading

    def read(self, state: State, text: str) -> list[Move]:
        """Return the legal moves that a text may denote: none if it is wrong, several if it is ambiguous."""
        plain = _MARKS.sub("", text)
        plain = CASTLING.get(plain, plain)
        parts = self._listed(state)
        named = {rule for rule, word in self._rules.items() if word == plain}
        if named:
            return [move for move in parts if self._rule(state, move) in named]
        found = [move for move, own in parts.items() if own.target in plain and plain in self._spellings(own)]
        found = found or [move for move in parts if str(move) == plain]
        if len(found) > 1:
            exact = [move for move in found if self._base(state, move, state.play(move)) == plain]
            return exact or found
        return found

    def _listed(self, state: State) -> dict[Move, _Parts]:
        """Return the legal moves of a state with their parts. The result for the last state is cached."""
        if self._last is not state:
            self._parts = {move: self._parts_of(state, move) for move in state.legal_moves}
            self._last = state
        return self._parts

    def _spellings(self, own: _Parts) -> Iterator[str]:
        """Yield the texts that may denote a move, if its rule has no word of its own."""
        origins = ("", *_split(own.origin), own.origin) if own.origin else ("",)
        behinds = {own.behind, own.behind.replace("=", "")}
        for place, joint, end in product(dict.fromkeys(origins), ("", "x", "-"), behinds):
            yield f"{own.before}{own.letter}{place}{joint}{own.target}{end}"

    def _parts_of(self, state: State, move: Move) -> _Parts:
        """Return the parts of a move. A move without cells has its options as its target."""
        texts = [self._options.get(step, step) if isinstance(step, str) else None for step in move.steps]
        cells = [at for at, text in enumerate(texts) if text is None]
        if not cells:
            return _Parts("", "", "".join(filter(None, texts)), "", "")
        before = "".join(text for text in texts[: cells[0]] if text is not None)
        behind = "".join(text for text in texts[cells[0] :] if text is not None)
        *origin, target = move.clicks
        letter = self._letter(state, move) if origin else ""
        return _Parts(letter, origin[0] if origin else "", target, before, behind)

    def _letter(self, state: State, move: Move) -> str:
        cell = self._game.cell_numbers[move.cells[0]]
        number = next(n for n, board in enumerate(state.start.boards) if board >> cell & 1)
        piece = self._tables.states[number].element.piece
        if piece in self._letters:
            return self._letters[piece]
        return (piece.symbol if piece is not None and piece.symbol else self._game.names.states[number]).upper()

    def _rule(self, state: State, move: Move) -> MoveRule | Filter | None:
        return self._game.explainer.rule_of(state.start, self._game.identity(move))

    # -- writing

    def write(self, state: State, move: Move, after: State) -> str:
        """Return the text of a legal move that leads to the state *after*. ``read`` returns this move alone for it."""
        base = self._base(state, move, after)
        if self.read(state, base) != [move]:
            return str(move)
        return base + self._mark(state, after)

    def _mark(self, state: State, after: State) -> str:
        if self._check is None or after.player is self._game.nature:
            return ""
        if not self._game.explainer.holds(self._check, after.start, after.player.number):
            return ""
        return "#" if after.is_over and state.player in after.winners else "+"

    def _base(self, state: State, move: Move, after: State) -> str:
        """Return the text of a move without the sign of a check. It may be ambiguous."""
        word = self._rules.get(self._rule(state, move)) if self._rules else None  # type: ignore[arg-type]
        if word is not None:
            return word
        own = self._listed(state)[move]
        takes = self._others(after, state) < self._others(state, state)
        place = self._place(state, own, takes) if own.origin else ""
        return f"{own.before}{own.letter}{place}{'x' if takes and own.origin else ''}{own.target}{own.behind}"

    def _place(self, state: State, own: _Parts, takes: bool) -> str:
        """Return the part of the origin that tells a move from the others of the same piece to the same target.

        It is the column, or if that does not suffice the row, or both. A capture by a piece without a letter always has
        the column.
        """
        column, row = _split(own.origin)
        others = self._listed(state).values()
        rivals = [_split(p.origin) for p in others if p.origin != own.origin and replace(p, origin=own.origin) == own]
        same_column = any(rival[0] == column for rival in rivals)
        same_row = any(rival[1] == row for rival in rivals)
        tells_column = (takes and not own.letter) or (bool(rivals) and (same_row or not same_column))
        return (column if tells_column else "") + (row if same_column else "")

    def _others(self, state: State, mover: State) -> int:
        """Return the number of pieces on the board of a state that the player to move in *mover* does not own.

        Pieces without an owner are not counted.
        """
        me, board = mover.player.number, self._tables.cells.board
        infos = zip(self._tables.states, state.start.boards, strict=True)
        return sum((cells & board).bit_count() for info, cells in infos if info.owner not in (me, NOWHERE))


def _split(cell: str) -> tuple[str, str]:
    """Return the column and the row in a cell's name. For a cell in a zone, the column is the whole name."""
    found = CELL_NAME.fullmatch(cell)
    return (cell, "") if found is None else (found[1], found[2])
