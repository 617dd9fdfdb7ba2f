"""Semantic checks of an .othello file: sizes, values, players and cells."""

from __future__ import annotations

from difflib import get_close_matches

from tilewright.model.diagnostics import Related
from tilewright.model.foreign.othello.parser import COLOURS, Parser
from tilewright.model.foreign.othello.sheet import KNOWN, Key, Known, Sheet, Start
from tilewright.model.text.scanner import TokenKind, readable

LEAST_SIDE, MOST_SIDE = 3, 32
"""The bounds of the number of rows, and of columns, of a board."""
LEAST_CELLS = 4
"""The least number of discs at the start."""
_NEEDED = {
    "board": "board 8 x 8",
    "players": "players { black … white … }",
    "initial": "initial { cell position(4,4) = white … }",
    "position": "position (1,1)",
    "rules": "rules { … }",
}


def check(sheet: Sheet, parser: Parser) -> None:
    """Report to *parser* what is wrong with its sheet, and remove repeated keys and discs outside from the sheet."""
    if "game" in sheet.broken:
        return
    for part, example in _NEEDED.items():
        if part not in sheet.parts:
            parser.report("missing-declaration", f"a game needs '{example}'", sheet.end.place)
    _check_keys(sheet, parser)
    _check_board(sheet, parser)
    _check_players(sheet, parser)
    if "initial" in sheet.parts:
        _check_cells(sheet, parser)


def in_shape(shape: str | None, row: int, column: int, rows: int, columns: int) -> bool:
    """Return whether a board of a type, ``hexagon``, ``circle`` or other, has a cell; rows and columns count from 1."""
    if shape == "hexagon":
        return _in_hexagon(row, column, rows, columns)
    return shape != "circle" or in_circle(row, column, rows, columns)


def _in_hexagon(row: int, column: int, rows: int, columns: int) -> bool:
    """Return whether a hexagonal board has a cell. Each row is half a cell to the right of the one above."""
    across, down = 2 * column - columns - 1, 2 * row - rows - 1
    return max(abs(across), abs(down), abs(across + down)) < min(rows, columns)


def in_circle(row: int, column: int, rows: int, columns: int) -> bool:
    """Return whether a round board has a cell; rows and columns count from 1."""
    # sqrt(across² + down²) / 2 <= min(rows, columns) / 2 - 0.3, multiplied by ten and squared: whole numbers only
    across, down = 2 * column - columns - 1, 2 * row - rows - 1
    return 25 * (across * across + down * down) <= (5 * min(rows, columns) - 3) ** 2


def _check_keys(sheet: Sheet, parser: Parser) -> None:
    first: dict[str, Key] = {}
    for key in [*sheet.keys, *sheet.sprites, *sheet.layout]:
        other = first.setdefault(key.name, key)
        if other is not key:
            related = (Related(f"the first '{key.name}'", other.token.place),)
            message = f"'{key.name}' is given twice: the first one counts"
            parser.report("without-counterpart", message, key.token.place, related)
        elif key.known is not None:
            _check_value(key, key.known, parser)
        else:
            _check_other(key, parser)
    if sheet.chosen("boardType") == "hexagon" and "allowDiagonal" in first:
        message = "a hexagon has no diagonals: nothing depends on 'allowDiagonal'"
        parser.report("unused", message, first["allowDiagonal"].token.place)
    for keys in (sheet.keys, sheet.sprites, sheet.layout):
        keys[:] = [key for key in keys if first[key.name] is key]


def _check_value(key: Key, known: Known, parser: Parser) -> None:
    if known.choices and key.text not in known.choices:
        message = f"there is no {key.name} '{readable(key.text, 40)}'; it is {' or '.join(known.choices)}"
        parser.report("bad-value", message, key.place)
    elif known.least is not None and key.kind is not TokenKind.INTEGER:
        parser.report("bad-value", f"'{key.name}' is a number, at least {known.least}", key.place)
    elif key.kind is TokenKind.INTEGER:
        _check_number(key, known.least or 0, parser, known.most)


def _check_number(key: Key, least: int, parser: Parser, most: int | None = None) -> None:
    if len(key.text) > 9:
        parser.report("bad-value", f"the number for '{key.name}' has more than nine digits", key.place)
    elif int(key.text) < least:
        parser.report("bad-value", f"'{key.name}' must be at least {least}, not {key.text}", key.place)
    elif most is not None and int(key.text) > most:
        parser.report("bad-value", f"'{key.name}' must be at most {most}, not {key.text}", key.place)


def _check_other(key: Key, parser: Parser) -> None:
    """Warn of a key without meaning if it is in ``compile-time`` or looks like one with a meaning."""
    if key.kind is TokenKind.INTEGER:
        _check_number(key, 0, parser)
    if "." in key.name:
        return
    block = "run-time" if key.run else "compile-time"
    if key.name in KNOWN:
        right = "compile-time" if key.run else "run-time"
        message = f"'{key.name}' means something in {right} only; in {block} nothing depends on it"
        parser.report("unused", message, key.token.place)
        return
    if len(key.name) > 100:
        return
    names = {name.lower(): name for name, known in KNOWN.items() if known.run in (None, key.run)}
    close = get_close_matches(key.name.lower(), names, n=1)
    if close or not key.run:
        meant = (
            f"did you mean '{names[close[0]]}'?" if close else f"the keys of {block} are {', '.join(names.values())}"
        )
        parser.report("unused", f"nothing depends on the key '{key.name}'; {meant}", key.token.place)


def _check_board(sheet: Sheet, parser: Parser) -> None:
    for what, number in zip(("rows", "columns"), sheet.extent or (), strict=False):
        if number.value is not None and not LEAST_SIDE <= number.value <= MOST_SIDE:
            message = f"the board has {number.value} {what}; it has {LEAST_SIDE} to {MOST_SIDE}"
            parser.report("bad-value", message, number.place)


def _check_players(sheet: Sheet, parser: Parser) -> None:
    players = sheet.players
    if "players" in sheet.parts and "players" not in sheet.broken:
        for colour in COLOURS:
            if colour not in players:
                message = f"nobody has the {colour} discs; write '{colour} NAME'"
                parser.report("missing-declaration", message, sheet.parts["players"].place)
    if len(players) == len(COLOURS) and same_name(sheet):
        first, second = (players[colour] for colour in COLOURS)
        message = (
            f"both players are called '{readable(first.text)}'; the second one is called {second_name(sheet)} here"
        )
        related = (Related("the other one", first.place),)
        parser.report("same-names", message, second.place, related)


def same_name(sheet: Sheet) -> bool:
    """Return whether both players have the same name, ignoring case."""
    first, second = (sheet.players[colour].text for colour in COLOURS)
    return first.lower() == second.lower()


def second_name(sheet: Sheet) -> str:
    """Return the name of the player with the white discs, changed if the other player has it as well."""
    name = sheet.players["white"].text
    return f"{name}2" if same_name(sheet) else name


def _check_cells(sheet: Sheet, parser: Parser) -> None:
    first: dict[tuple[int, int], Start] = {}
    nowhere: list[Start] = []
    for start in sheet.starts:
        message = _outside(start, sheet)
        if message:
            parser.report("bad-value", message, start.token.place)
        elif not _in_shape(start, sheet):
            nowhere.append(start)
            message = (
                f"the cell ({start.row},{start.column}) is outside the {sheet.chosen('boardType')}: it has no disc"
            )
            parser.report("without-counterpart", message, start.token.place)
        other = first.setdefault((start.row, start.column), start)
        if other is not start:
            related = (Related("the first one", other.token.place),)
            message = f"the cell ({start.row},{start.column}) is given twice"
            parser.report("duplicate-value", message, start.token.place, related)
    if len(sheet.starts) < LEAST_CELLS and "initial" not in sheet.broken:
        message = f"a game starts with {LEAST_CELLS} discs at least, not {len(sheet.starts)}"
        parser.report("too-few-values", message, sheet.parts["initial"].place)
    sheet.starts[:] = [start for start in sheet.starts if start not in nowhere]


def _outside(start: Start, sheet: Sheet) -> str:
    """Return the message that a disc is not on the board, or ''."""
    rows, columns = (number.value for number in sheet.extent or ()) if sheet.extent else (None, None)
    if rows is None or columns is None:
        return ""
    if not (1 <= start.row <= rows and 1 <= start.column <= columns):
        cell = f"the cell ({start.row},{start.column})"
        return f"{cell} is not on the board, whose rows are 1 to {rows} and columns 1 to {columns}"
    return ""


def _in_shape(start: Start, sheet: Sheet) -> bool:
    """Return whether the board has the cell of a disc; True if the size of the board is not known."""
    rows, columns = (number.value for number in sheet.extent or ()) if sheet.extent else (None, None)
    if rows is None or columns is None:
        return True
    return in_shape(sheet.chosen("boardType"), start.row, start.column, rows, columns)
