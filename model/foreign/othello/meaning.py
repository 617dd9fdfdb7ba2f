"""Composes the game of an .othello file in the notation, reads it, and gives its elements places in the file.

The rules are those of Othello. Every key becomes a parameter. The rules depend on ``scoreGoal``, ``allowDiagonal``,
``captureRule``, ``movesPerTurn`` and ``initialPosition``. If the latter is dynamic, the players first place the discs
of the opening, as long as a cell listed in ``initial`` is empty. ``boardType`` and a static ``initialPosition``
determine the cells and the setup, so they offer no other choice. All other keys are kept for programs that show the
game.

A player without a move passes, whichever ``type`` the move has. Taken literally, ``end when`` a move captures would end
every game at once; what is meant is the end when no player has such a move.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from tilewright.metamodel.language import EndFilter
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Comments, Document
from tilewright.model.foreign.othello.checking import in_shape, second_name
from tilewright.model.foreign.othello.sheet import CHAINS, NO_THEME, SECOND_NAME, Key, Sheet
from tilewright.model.game.extending import read_game
from tilewright.model.objects import walk
from tilewright.model.places import Place, Recorded
from tilewright.model.text.scanner import Token, TokenKind
from tilewright.model.text.writer import quoted

_BLACK, _WHITE = "#26262a", "#f7f7f2"
_EIGHT = "(1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)"
_OPENING = "First the players place the discs of the opening."
_REASON = {
    "sandwich": "A disc must enclose a line of the other's discs.",
    "adjacent": "A disc must lie beside one of the other's.",
}
_LOOKS = {
    "dark": 'background "#20262b" lightCells "#2f6f4f" lines "#173a29"',
    "light": 'background "#f4efe3" lightCells "#bcdcb6" lines "#5d8a63"',
}
"""The colours of the themes that have one of these names."""


def build(sheet: Sheet, document: Document) -> None:
    """Put the model of a sheet into a document, unless errors have been found."""
    if has_errors(document.diagnostics):
        return
    read = read_game("\n".join(_lines(sheet)), document.file)
    assert not read.diagnostics, f"a game was composed that cannot be read: {read.diagnostics[0]}"
    root: EObject = read.root
    document.root = root
    elements = list(_placed(sheet, root))
    places = document.places = Recorded(document.file)
    for obj, place in elements:
        places.record(obj, place)
    places.record(root, sheet.name.place, "name")
    for parameter, key in zip(root.parameters, _parameters(sheet), strict=True):
        places.record(parameter, key.place, "value")
    document.comments = _comments(sheet, elements)


def _lines(sheet: Sheet) -> Iterator[str]:
    """Yield the game in the notation. All names are words of the file, and all other texts are quoted."""
    rows, columns = _extent(sheet)
    yield f"game {sheet.name.text} {{"
    black, white = sheet.players["black"].text, second_name(sheet)
    yield f'players {black} with {{ hexColor "{_BLACK}" }}, {white} with {{ hexColor "{_WHITE}" }}'
    hexagon = sheet.chosen("boardType") == "hexagon"
    yield f"board {columns}x{rows}{' hexagonal' if hexagon else ''}"
    yield "pieces Disc:B"
    yield from map(_parameter, _parameters(sheet))
    ways = "(1,0) (0,1) (-1,1) (-1,0) (0,-1) (1,-1)" if hexagon else _EIGHT
    yield f"directions lines = {ways}"
    if sheet.chosen("allowDiagonal") is not None and not hexagon:
        yield "directions straight = (1,0) (0,1) (-1,0) (0,-1)"
    yield from _setups(sheet)
    yield from _moves(sheet, hexagon)
    score = "score count { own }"
    if sheet.chosen("scoreGoal") is not None:
        score = f"first {{ if scoreGoal == max -> {score} | score count {{ enemy }} }}"
    yield f"over = {score}"
    if sheet.theme is not None:
        glyphs = ", ".join(
            f'Glyph {{ player "//@players.{number}" sprite {quoted(key.text)} }}' for number, key in _glyphs(sheet)
        )
        yield f"Theme {quoted(sheet.theme.value)} {{ {_LOOKS.get(sheet.theme.value, '')} glyphs {{ {glyphs} }} }}"
    yield "}"


def _setups(sheet: Sheet) -> Iterator[str]:
    """Yield the setup; for a dynamic position an empty one, the static one, and the region of the opening."""
    picture = " ".join(_picture(sheet, discs=True))
    if sheet.chosen("initialPosition") != "dynamic":
        yield f"setup {{ {picture} }}"
        return
    yield f"setup {{ {' '.join(_picture(sheet, discs=False))} }}"
    yield f"setup if initialPosition == static {{ {picture} }}"
    yield f"region opening = cells {''.join(f'({start.column - 1},{start.row - 1})' for start in sheet.starts)}"


def _moves(sheet: Sheet, hexagon: bool) -> Iterator[str]:
    """Yield the sub-pipeline of captured discs, the moves, and their effects."""
    sub, place, flip, put = CHAINS
    captured = _captured(sheet, "lines")
    if sheet.chosen("allowDiagonal") is not None and not hexagon:
        captured = f"first {{ if allowDiagonal == true -> {captured} | {_captured(sheet, 'straight')} }}"
    yield f"sub {sub} = {captured}"
    opened = because = ""
    is_dynamic = sheet.chosen("initialPosition") == "dynamic"
    if is_dynamic:
        opened = "no { goto opening -> empty } -> "
        because = f" because {quoted(_OPENING)}"
    reason = _REASON[sheet.chosen("captureRule") or "sandwich"]
    yield f"place {place} = {opened}empty -> {sub} because {quoted(reason)}"
    if is_dynamic:
        yield f"place Open = empty at opening{because}"
    yield f"effect {flip} = {opened}{sub} -> set own Disc"
    if sheet.chosen("movesPerTurn") is not None:
        yield "counter moved turn 0..3"
        yield f"effect More = {opened}moved += 1 -> if moved < movesPerTurn -> turn same"
    yield f"effect {put} = set own Disc"


def _captured(sheet: Sheet, directions: str) -> str:
    """Return the chain to the discs that a disc captures along a set of directions."""
    enclosed, beside = f"ray {directions} enemy until own", f"step {directions} -> enemy"
    if sheet.chosen("captureRule") is None:
        return enclosed
    return f"first {{ if captureRule == sandwich -> {enclosed} | if captureRule == adjacent -> {beside} }}"


def _extent(sheet: Sheet) -> tuple[int, int]:
    rows, columns = sheet.extent or (None, None)
    return (rows and rows.value) or 0, (columns and columns.value) or 0


def _picture(sheet: Sheet, *, discs: bool) -> Iterator[str]:
    """Yield the rows of the board, with the discs at the start or without."""
    rows, columns = _extent(sheet)
    stand = {(start.row, start.column): "B" if start.colour == "black" else "b" for start in sheet.starts if discs}
    shape = sheet.chosen("boardType")
    for row in range(1, rows + 1):
        cells = (
            stand.get((row, column), ".") if in_shape(shape, row, column, rows, columns) else " "
            for column in range(1, columns + 1)
        )
        yield f'"{"".join(cells)}"'


def _glyphs(sheet: Sheet) -> list[tuple[int, Key]]:
    """Return the sprites that stand for the discs of a player, with the number of the player."""
    numbers = {"sprite.black": 0, "sprite.white": 1}
    return [(numbers[key.name], key) for key in sheet.sprites if key.name in numbers]


def _parameters(sheet: Sheet) -> list[Key]:
    """Return all keys that become parameters, in the order of the parameters."""
    glyphs = [key for _, key in _glyphs(sheet)]
    keys = [*sheet.keys, *(key for key in sheet.sprites if key not in glyphs), *sheet.layout]
    if "ui" in sheet.parts and sheet.theme is None:
        keys.append(_text(NO_THEME, sheet.parts["ui"], "none"))
    white = sheet.players["white"]
    if second_name(sheet) != white.text:
        keys.append(_text(SECOND_NAME, white, white.text))
    return keys


def _text(name: str, token: Token, text: str) -> Key:
    """Return a key for something else in the file that has no other place in a model."""
    return Key(name, token, True, TokenKind.STRING, text, token.place)


def _parameter(key: Key) -> str:
    """Return the declaration of a parameter."""
    run = "run " if key.run and not key.is_asked else ""
    if "." in key.name:
        least = "min 0 " if key.kind is TokenKind.INTEGER else ""
        return f'Parameter "{key.name}" {{ stage Run {least}value {quoted(key.text)} }}'
    choices = _choices(key)
    if choices:
        others = [choice for choice in choices if choice != key.text]
        return f"parameter {key.name} {run}= {' | '.join([key.text, *others])}"
    if key.known is not None and key.known.most is not None:
        return f"parameter {key.name} {run}{key.known.least}..{key.known.most} = {key.text}"
    least = ""
    if key.kind is TokenKind.INTEGER:
        least = f" with {{ min {(key.known and key.known.least) or 0} }}"
    return f"parameter {key.name} {run}= {quoted(key.text)}{least}"


def _choices(key: Key) -> tuple[str, ...]:
    """Return the choices of a key, its value among them; none if the key has no list of choices."""
    if key.known is not None and key.known.choices:
        fixed = key.name == "boardType" or (key.name == "initialPosition" and key.text == "static")
        return (key.text,) if fixed else key.known.choices
    if key.kind is TokenKind.NAME and key.text in ("true", "false"):
        return ("true", "false")
    return ("dark", "light") if key.name == "Gtheme" and key.text in _LOOKS else ()


def _placed(sheet: Sheet, root: EObject) -> Iterator[tuple[EObject, Place]]:
    """Yield the elements of the game, each with its place in the file."""
    board = root.board
    yield root, sheet.start.place
    for player, colour in zip(root.players, ("black", "white"), strict=True):
        yield player, sheet.players[colour].place
    yield board, sheet.word("board").place
    starts = {(start.row - 1, start.column - 1): start.token.place for start in sheet.starts}
    for cell in board.tileplacement:
        yield cell, starts.get((cell.row, cell.column), sheet.word("board").place)
    for parameter, key in zip(root.parameters, _parameters(sheet), strict=True):
        yield parameter, key.token.place
    for region in root.regions:
        yield region, sheet.word("initial").place
    for setup in board.setups:
        yield setup, sheet.word("initial").place
    for counter in root.counters:
        yield counter, sheet.word("move").place
    words = {
        "valid": [*root.directionSets, *root.subPipelines, board.legalMovesPipeline],
        "effect": [board.effectPipeline],
    }
    words["end"] = [board.over]
    words["scoring"] = [obj for obj in walk(board.over) if isinstance(obj, EndFilter)]
    for word, elements in words.items():
        for obj in elements:
            yield obj, sheet.word(word).place
    for theme in root.themes:
        yield theme, sheet.word("ui").place if sheet.theme is None else sheet.theme.place
        for glyph, (_, key) in zip(theme.glyphs, _glyphs(sheet), strict=True):
            yield glyph, key.token.place


def _comments(sheet: Sheet, elements: list[tuple[EObject, Place]]) -> Comments:
    """Return the comments, each with the next element, or with the one before it on the same line."""
    comments = Comments()
    first: dict[Place, EObject] = {}
    for obj, place in elements:
        first.setdefault(place, obj)
    places = sorted(first)
    root = elements[0][0]
    for token in sheet.commented:
        for comment in token.comments:
            before = bisect_left(places, token.place) - 1
            behind = bisect_right(places, token.place) - (token.place in first)
            if comment.trailing and before > 0:
                comments.after.setdefault(first[places[before]], []).append(comment.text)
            elif behind < len(places):
                comments.before.setdefault(first[places[behind]], []).append(comment.text)
            elif token.kind is TokenKind.END:
                comments.after.setdefault(root, []).append(comment.text)
            else:
                comments.inside.setdefault(root, []).append(comment.text)
    return comments
