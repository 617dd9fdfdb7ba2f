"""Tables of known perft counts, which stand beside a model as NAME.perft.

    // the source of the numbers
    initial 20 400 8902
    position Kiwipete { setup { … } to White }
    Kiwipete 48 2039 97862

A row names a position and gives its perft from depth 1 on. ``initial`` is the position in which the game starts; any
other position is defined before its row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.gallery import is_file
from tilewright.model.hints import near_miss
from tilewright.model.text.scanner import TokenKind
from tilewright.runtime.position import Position
from tilewright.runtime.positions import next_position, scanner_of, unexpected

if TYPE_CHECKING:
    from tilewright.runtime.state import Game, State

INITIAL = "initial"
"""The name of the position in which a game starts."""


@dataclass
class PerftTable:
    """Positions of a game by name, and known counts of some of them, from depth 1 on."""

    positions: dict[str, Position]
    counts: dict[str, tuple[int, ...]] = field(default_factory=dict)


def perft_table_of(game: Game) -> PerftTable | None:
    """Return the table beside the file of a game's model; None if there is none. ``ModelError`` if it is wrong."""
    path = Path(game.document.file).with_suffix(".perft")
    return read_perft_table(path.read_text(encoding="utf-8"), game, str(path)) if path.is_file() else None


def read_perft_table(text: str, game: Game, file: str = "<table>") -> PerftTable:
    """Return the table that a text describes. ``ModelError`` says what is wrong with it, with file, line and column."""
    scanner = scanner_of(text, file)
    table = PerftTable({INITIAL: game.engine.initial()})
    while (token := scanner.peek()).kind is not TokenKind.END:
        if token.is_("position"):
            name, position = next_position(scanner, game)
            if name in table.positions:
                raise ModelError([diagnose("bad-value", f"there are two positions '{name}'", token.place)])
            table.positions[name] = position
            continue
        scanner.next()
        if token.kind not in (TokenKind.NAME, TokenKind.STRING):
            raise ModelError([*scanner.diagnostics, unexpected(token, "'position' or the name of a position")])
        name = token.value
        if name not in table.positions or name in table.counts:
            twice = name in table.counts
            message = f"'{name}' has counts already" if twice else f"there is no position '{name}' so far"
            hint = "" if twice else near_miss(name, table.positions)
            raise ModelError([diagnose("unresolved-reference", f"{message}{hint}", token.place)])
        counts: list[int] = []
        while (count := scanner.peek()).kind is TokenKind.INTEGER:
            if count.text.startswith("-") or len(count.text) > 20:
                raise ModelError([diagnose("bad-value", "a count is a number, 0 or more", count.place)])
            counts.append(int(scanner.next().text))
        if not counts:
            raise ModelError([unexpected(scanner.peek(), f"a count of '{name}'")])
        table.counts[name] = tuple(counts)
    if scanner.diagnostics:
        raise ModelError(scanner.diagnostics)
    return table


def named_position(game: Game, wanted: str) -> State:
    """Return the state that a text stands for: a file with one position, FEN, or a name in the table beside the model.

    A file whose name ends in ``.fen`` holds FEN. ``OSError`` if the file cannot be read, ``ModelError`` if its content
    is wrong, ``ValueError`` if there is no such file or name, or the file does not hold one position.
    """
    from tilewright.metamodel.language import Fen
    from tilewright.runtime.formats.fen import read_fen

    path = Path(wanted)
    is_there = is_file(path)
    if is_there and path.suffix.lower() == ".fen":
        return read_fen(path.read_text(encoding="utf-8").strip(), game, str(path)).state
    has_fen = any(isinstance(one, Fen) for one in game.document.game.formats)
    rows = game.board.height
    if not is_there and " " in wanted.strip() and ("/" in wanted or (has_fen and rows == 1)):
        return read_fen(wanted, game).state
    if is_there:
        table = read_perft_table(path.read_text(encoding="utf-8"), game, str(path))
        names = [name for name in table.positions if name != INITIAL]
        if len(names) != 1:
            raise ValueError(f"{wanted} holds {len(names)} positions; a file with one is needed")
        return game.state(table.positions[names[0]])
    found = perft_table_of(game)
    positions = {INITIAL: game.engine.initial()} if found is None else found.positions
    if wanted in positions:
        return game.state(positions[wanted])
    near = near_miss(wanted, positions, most=30)
    there = str(near)
    if has_fen and not near.remedies:
        there += f"; FEN has {rows} rows with '/' between them, then a blank and who is to move"
    raise ValueError(f"there is no file '{wanted}' and no position of this name beside the model{there}")
