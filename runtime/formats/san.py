"""Moves as in SAN: a piece by its letter, what is needed of where it comes from, x if it takes, and where it goes.

    e4  Nf3  Nbd2  exd5  O-O  e8=Q+  N@f3

A model says which letters stand for pieces and what options are called; what no such word tells apart is written in
the notation of the game, which is always read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tilewright.metamodel.language import Filter, MoveRule, Pgn
from tilewright.runtime.formats import format_of
from tilewright.runtime.interpreter.tables import NOWHERE
from tilewright.runtime.move import CELL_NAME, Move
from tilewright.runtime.state import Game, State

_MARKS = re.compile(r"(?:[+#!?]|e\.p\.)+$")
CASTLING = {"0-0": "O-O", "0-0-0": "O-O-O"}
"""How some write with zeros what is written with letters."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The letter of a piece, where it comes from and goes, and the options before and behind."""

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
        """Return the legal moves that a text may mean: one, unless it is wrong or tells too little."""
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
        """Return the legal moves with their parts; those of the last state that was asked for are kept."""
        if self._last is not state:
            self._parts = {move: self._parts_of(state, move) for move in state.legal_moves}
            self._last = state
        return self._parts

    def _spellings(self, own: _Parts) -> Iterator[str]:
        """Yield what a move may be called that no rule has a word for."""
        origins = ("", *_split(own.origin), own.origin) if own.origin else ("",)
        behinds = {own.behind, own.behind.replace("=", "")}
        for place, joint, end in product(dict.fromkeys(origins), ("", "x", "-"), behinds):
            yield f"{own.before}{own.letter}{place}{joint}{own.target}{end}"

    def _parts_of(self, state: State, move: Move) -> _Parts:
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
        """Return a legal move, after which the game is *after*. What is written is read as this move alone."""
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
        word = self._rules.get(self._rule(state, move)) if self._rules else None  # type: ignore[arg-type]
        if word is not None:
            return word
        own = self._listed(state)[move]
        takes = self._others(after, state) < self._others(state, state)
        place = self._place(state, own, takes) if own.origin else ""
        return f"{own.before}{own.letter}{place}{'x' if takes and own.origin else ''}{own.target}{own.behind}"

    def _place(self, state: State, own: _Parts, takes: bool) -> str:
        """Return what must be told of where a piece comes from."""
        column, row = _split(own.origin)
        others = self._listed(state).values()
        rivals = [_split(p.origin) for p in others if p.origin != own.origin and replace(p, origin=own.origin) == own]
        same_column = any(rival[0] == column for rival in rivals)
        same_row = any(rival[1] == row for rival in rivals)
        tells_column = (takes and not own.letter) or (bool(rivals) and (same_row or not same_column))
        return (column if tells_column else "") + (row if same_column else "")

    def _others(self, state: State, mover: State) -> int:
        """Return how many pieces stand on the board that are not the mover's."""
        me, board = mover.player.number, self._tables.cells.board
        infos = zip(self._tables.states, state.start.boards, strict=True)
        return sum((cells & board).bit_count() for info, cells in infos if info.owner not in (me, NOWHERE))


def _split(cell: str) -> tuple[str, str]:
    """Return the column and the row of a cell's name; of one in a zone all of it stands for the column."""
    found = CELL_NAME.fullmatch(cell)
    return (cell, "") if found is None else (found[1], found[2])
