"""Games in the Smart Game Format FF[4], for games in which Black and White place stones one by one.

    (;FF[4]CA[UTF-8]GM[1]SZ[9]PB[Ann]PW[Ben]KM[7.5]RE[B+];B[ee];W[ce];B[])

Only the main line of a tree is read, which is its first variation. Stones that are set up before the first move make up
the position in which the game begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NoReturn

from tilewright.metamodel.language import Sgf
from tilewright.model.cell_names import CELL_NAME, column_name
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.model.places import Place
from tilewright.runtime.formats import NotSaid, format_of
from tilewright.runtime.formats.places import places_of
from tilewright.runtime.formats.record import Record
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.position import Returns
from tilewright.runtime.results import is_draw, winners
from tilewright.runtime.state import Game, State

MAX_CHARACTERS = 4_000_000
"""The greatest number of characters of a text that is read."""
MOST_POINTS = 100_000
"""The greatest number of cells that are set up before the first move."""
_DEEPEST = 10_000
"""The greatest depth of variations within each other."""
_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters of columns and rows, in order."""
_TOKEN = re.compile(
    r"(?P<blank>\s+)|(?P<open>\()|(?P<close>\))|(?P<node>;)|(?P<name>[A-Za-z]+)|(?P<value>\[(?:[^\]\\]|\\.)*\])|(?P<bad>.)",
    re.DOTALL,
)
_LEFT = ("resign", "forfeit")
"""The values that some servers write in place of a last move."""
_SET_UP = ("AB", "AW", "AE")
"""The properties that put black and white stones on cells, and empty cells."""
_PER_LINE = 10
"""The number of moves in a line."""


@dataclass
class _Value:
    text: str
    place: Place


@dataclass
class _Node:
    """A node of a tree: the values of its properties, by their names."""

    place: Place
    properties: dict[str, list[_Value]] = field(default_factory=dict)

    def one(self, name: str) -> _Value | None:
        """Return the first value of a property, or None if the node does not have it."""
        values = self.properties.get(name)
        return None if values is None else values[0]


def read_sgf(text: str, game: Game, file: str = "<SGF>") -> list[Record]:
    """Return the games in a text, in order, at least one. *file* is its name in messages.

    ``ModelError`` with the place of the first mistake in it. ``NotSaid`` if the model has no ``Sgf``, or the game does
    not fit the format. Cost: each game is played.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"a text of games is at most {MAX_CHARACTERS} characters long"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    table = _Table(game)
    found = [_played(nodes, table) for nodes in _trees(text, file)]
    if not found:
        raise ModelError([diagnose("unexpected-token", "there is no game in this text", Place(file, 1, 1))])
    return found


def write_sgf(record: Record) -> str:
    """Return the text of a game. ``NotSaid`` if the model has no ``Sgf``, or the game does not fit the format."""
    table = _Table(record.start.game)
    return table.written(record)


def _wrong(place: Place, message: str, code: str = "unexpected-token") -> NoReturn:
    raise ModelError([diagnose(code, message, place)])


def _trees(text: str, file: str) -> Iterator[list[_Node]]:
    """Yield the nodes of the main line of each tree."""
    place = places_of(text, file)
    nodes: list[_Node] = []
    chosen: list[bool] = []  # for each open tree, whether it belongs to the main line
    done: list[bool] = []  # for each open tree, whether it already has a subtree
    values: list[_Value] | None = None
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None  # the last alternative takes every character
        kind, here = found.lastgroup, place(at)
        at = found.end()
        if kind == "blank" or (kind != "open" and not chosen and kind != "close" and not nodes):
            continue  # text before the first tree and between trees has no meaning
        if kind == "open":
            if len(chosen) >= _DEEPEST:
                _wrong(here, f"variations lie within each other, {_DEEPEST} deep", "nesting-too-deep")
            chosen.append(not chosen or (chosen[-1] and not done[-1]))
            if done:
                done[-1] = True
            done.append(False)
            values = None
        elif kind == "close":
            if not chosen:
                _wrong(here, "this parenthesis closes nothing")
            chosen.pop()
            done.pop()
            values = None
            if not chosen:
                if not nodes:
                    _wrong(here, "a tree begins with a node, as in (;GM[1])")
                yield nodes
                nodes = []
        elif not chosen[-1]:
            continue
        elif kind == "node":
            if done[-1]:
                _wrong(here, "no node follows variations")
            nodes.append(_Node(here))
            values = None
        elif kind == "name":
            name = "".join(c for c in found[0] if c.isupper())
            if not nodes or not name:
                _wrong(here, f"{found[0][:20]!r} is no property of a node, as in ;GM[1]")
            if name in nodes[-1].properties:
                _wrong(here, f"the property {name} is there twice in this node")
            values = nodes[-1].properties[name] = []
            if not re.match(r"\s*\[", text[at : at + 100]):
                _wrong(here, f"the property {name} needs a value in brackets")
        elif kind == "value" and values is not None:
            values.append(_Value(re.sub(r"\\(?:\r\n|\n|\r)|\\(.)", r"\1", found[0][1:-1], flags=re.DOTALL), here))
        else:
            _wrong(
                here, "this bracket is never closed" if found[0] == "[" else f"{found[0][:20]!r} has no meaning here"
            )
    if chosen:
        _wrong(place(len(text)), "the text ends within a tree: a parenthesis is missing")


class _Table:
    """The translation between one game and SGF. ``NotSaid`` if the game does not fit the format."""

    def __init__(self, game: Game) -> None:
        self.game, self.sgf, self.tables = game, format_of(game, Sgf), game.tables
        if len(game.players) != 2 or game.has_chance:
            raise NotSaid("SGF is for games of two players without chance")
        self.colours = ("W", "B") if self.sgf.whiteFirst else ("B", "W")
        self.height, self.width = self.tables.height, self.tables.width
        if not self.sgf.named and max(self.width, self.height) > len(_ALPHABET):
            raise NotSaid(f"SGF has letters for {len(_ALPHABET)} columns and rows")

    # -- cells

    def point(self, cell: Cell) -> str:
        """Return the name of a cell of the board."""
        row, column, *_ = cell
        return f"{column_name(column)}{row + 1}" if self.sgf.named else _ALPHABET[column] + _ALPHABET[row]

    def cell(self, value: str, place: Place) -> int:
        """Return the number of the cell with a name. ``ModelError`` if there is none."""
        found: Cell | None = None
        if self.sgf.named:
            match = CELL_NAME.fullmatch(value.lower())
            if match is not None and len(value) < 12:
                other = self.game.names.cell_called(value.lower())
                found = None if other is None else (int(match[2]) - 1, other[1])
        elif len(value) == 2 and value.isascii() and value.isalpha():
            found = (_ALPHABET.index(value[1]), _ALPHABET.index(value[0]))
        if found is None or found not in self.game.cell_numbers:
            last = (self.height - 1, self.width - 1)
            message = f"{value[:20]!r} is no cell of the board, whose last one is {self.point(last)}"
            _wrong(place, message, "bad-value")
        return self.game.cell_numbers[found]

    def cells(self, values: Iterable[_Value]) -> Iterator[int]:
        """Yield the numbers of the cells in a list, in which ``aa:cc`` denotes a rectangle."""
        for value in values:
            first, colon, last = value.text.partition(":")
            one = self.cell(first, value.place)
            if not colon:
                yield one
                continue
            cells = self.game.names.cells
            (top, left, *_), (bottom, right, *_) = cells[one], cells[self.cell(last, value.place)]
            if top > bottom or left > right:
                _wrong(value.place, "a rectangle goes from its first cell to the last one", "bad-range")
            inside = ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))
            yield from (self.game.cell_numbers[place] for place in inside if place in self.game.cell_numbers)

    def stone(self, cell: int, player: int | None) -> int:
        """Return the state of a cell that holds a stone of a player, or for None of the empty cell."""
        tile = self.tables.tile_at[cell]
        infos = [(state, self.tables.states[state]) for state in self.tables.states_of_tile(tile)]
        if player is None:
            return next((state for state, info in infos if info.empty), self.tables.initial_state[tile])
        owned = [state for state, info in infos if info.owner == player]
        if len(owned) != 1:
            raise NotSaid("SGF has one kind of stones for each player")
        return owned[0]

    # -- positions

    def begun(self, nodes: list[_Node]) -> tuple[State, list[_Node]]:
        """Return the state in which the game of a tree begins, and the nodes from its first move on."""
        position, player = self.game.initial_state().start, None
        boards, left, named = list(position.boards), list(nodes), 0
        while left and not {"B", "W"} & left[0].properties.keys():
            node = left.pop(0)
            for name in (n for n in node.properties if n in _SET_UP):
                owner = None if name == "AE" else self.colours.index(name[1])
                for cell in self.cells(node.properties[name]):
                    named += 1
                    if named > MOST_POINTS:
                        _wrong(node.place, f"more than {MOST_POINTS} cells are set up", "too-large")
                    boards = [board & ~(1 << cell) for board in boards]
                    boards[self.stone(cell, owner)] |= 1 << cell
            said = node.one("PL")
            player = self._colour(said) if said is not None else player
        if player is None and left and tuple(boards) != position.boards:
            player = self.colours.index("B" if "B" in left[0].properties else "W")
        if player is None:
            player = position.player
        return self.game.state(replace(position, boards=tuple(boards), player=player, seat=player)), left

    def _colour(self, value: _Value) -> int:
        colour = value.text.strip()[:1].upper()
        if colour not in self.colours:
            _wrong(value.place, f"who is to move is B or W, not {value.text[:20]!r}", "bad-value")
        return self.colours.index(colour)

    def set_up(self, start: State) -> str:
        """Return the properties that set up a position; empty for the initial position."""
        if start == self.game.initial_state():
            return ""
        first = self.game.initial_state().start
        found: dict[str, list[str]] = {}
        for cell in range(self.tables.cells.board.bit_length()):
            now, before = (next(s for s, b in enumerate(p.boards) if b >> cell & 1) for p in (start.start, first))
            if now != before:
                owner = self.tables.states[now].owner
                name = "AE" if self.tables.states[now].empty else f"A{self.colours[owner]}"
                if now != self.stone(cell, None if name == "AE" else owner):
                    raise NotSaid("SGF has no word for what stands there")
                found.setdefault(name, []).append(f"[{self.point(self.game.names.cells[cell])}]")
        return (
            "".join(n + "".join(found[n]) for n in _SET_UP if n in found) + f"PL[{self.colours[start.player.number]}]"
        )

    # -- moves

    def move(self, state: State, value: _Value) -> Move:
        """Return the legal move that a value denotes. ``ModelError`` if there is none."""
        moves = list(state.legal_moves)
        text = value.text.strip()
        if text == "" or (text == "tt" and not self.sgf.named and max(self.width, self.height) <= 19):
            found = [move for move in moves if not move.cells]
            if len(found) != 1:
                _wrong(value.place, f"{state.player} may not pass", "bad-value")
            return found[0]
        cell = self.game.names.cells[self.cell(text, value.place)]
        found = [move for move in moves if move.steps == (cell,)]
        if not found:
            name = self.game.names.cell_name(cell)
            why = state.explain(name).message if not state.is_over else "the game is over"
            _wrong(value.place, f"{text} is no legal move of {state.player}: {why}", "bad-value")
        return found[0]

    def written(self, record: Record) -> str:
        """Return the text of a game. ``NotSaid`` if its beginning or a move cannot be written."""
        start, state = record.start, record.start
        set_up = self.set_up(start)
        if set_up:
            again, _ = self.begun(next(_trees(f"(;{set_up})", "")))
            if again != start:
                raise NotSaid("SGF has no word for the marks and numbers of the position with which the game begins")
        moves = []
        for move in record.moves:
            if len(move.steps) != 1 and move.cells:
                raise NotSaid(f"a move in SGF is one cell, not {move}")
            point = self.point(move.cells[0]) if move.cells else ""
            moves.append(f";{self.colours[state.player.number]}[{point}]")
            state = state.play(move)
        size = f"{self.width}" if self.width == self.height else f"{self.width}:{self.height}"
        said = {"FF": "4", "CA": "UTF-8", "GM": str(self.sgf.game), "SZ": size}
        said |= {p.name: p.value for p in self.sgf.properties}
        said |= {f"P{c}": name for c, name in zip(self.colours, record.names, strict=False) if name not in ("", "?")}
        said |= {
            n: v
            for n, v in record.tags.items()
            if re.fullmatch("[A-Z]{2}", n) and n not in _SET_UP and n not in ("PL", "RE", *said)
        }
        result = self._result(record.result(state))
        said |= {"RE": result} if result else {}
        head = "(;" + "".join(f"{name}[{_escaped(value)}]" for name, value in said.items()) + set_up
        lines = ["".join(moves[at : at + _PER_LINE]) for at in range(0, len(moves), _PER_LINE)]
        return "\n".join([head, *lines]) + ")\n"

    def _result(self, returns: Returns | None) -> str:
        if returns is None:
            return ""
        return "0" if is_draw(returns) else f"{self.colours[winners(returns)[0]]}+"

    def returns(self, text: str) -> Returns | None:
        """Return the return of each player from the text of the property RE; None if it names no result."""
        if text.strip() in ("0", "Draw"):
            return (0, 0)
        winner = next((me for me, colour in enumerate(self.colours) if text.startswith(f"{colour}+")), None)
        return None if winner is None else (1, -1) if winner == 0 else (-1, 1)


def _escaped(value: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in value)
    return re.sub(r"([\\\]])", r"\\\1", plain)


def _played(nodes: list[_Node], table: _Table) -> Record:
    """Play the moves of a tree and return its record, up to a resignation. ``ModelError`` if a move is illegal."""
    root, notes = nodes[0], _said_otherwise(nodes[0], table)
    start, left = table.begun(nodes)
    state = start
    moves: list[Move] = []
    for node in left:
        set_up = next((name for name in (*_SET_UP, "PL") if name in node.properties), None)
        if set_up is not None:
            _wrong(node.place, f"{set_up}: a game is set up before its first move, not between moves", "bad-value")
        for name, values in node.properties.items():
            if name not in ("B", "W"):
                continue
            value = values[0]
            if value.text.strip().lower() in _LEFT:
                return _record(root, start, moves, table, notes)
            player = table.colours.index(name)
            if state.player.number != player and not state.is_over:
                forced = list(state.legal_moves)
                if len(forced) > 1 or forced[0].cells:  # a forced pass may be left out
                    _wrong(value.place, f"it is the turn of {state.player}, not of {name}", "bad-value")
                moves.append(forced[0])
                state = state.play(forced[0])
            moves.append(table.move(state, value))
            state = state.play(moves[-1])
    return _record(root, start, moves, table, notes)


def _record(root: _Node, start: State, moves: list[Move], table: _Table, notes: list[Diagnostic]) -> Record:
    tags = {name: values[0].text for name, values in root.properties.items() if len(values) == 1}
    names = tuple(tags.get(f"P{colour}", "?") for colour in table.colours)
    return Record(start, tuple(moves), tags, names, table.returns(tags.get("RE", "")), notes=tuple(notes))


def _said_otherwise(root: _Node, table: _Table) -> list[Diagnostic]:
    """Return warnings about properties of a root that differ from the model.

    ``ModelError`` if the game or the size of the board differs.
    """
    sgf, notes = table.sgf, []
    game, size = root.one("GM"), root.one("SZ")
    if game is not None and game.text.strip() != str(sgf.game):
        _wrong(game.place, f"this is the game {game.text[:20]}; {table.game.name} is {sgf.game}", "bad-value")
    if size is not None:
        width, _, height = size.text.replace(" ", "").partition(":")
        if (width, height or width) != (str(table.width), str(table.height)):
            message = f"the board has {table.width} columns and {table.height} rows, not {size.text[:20]}"
            _wrong(size.place, message, "bad-value")
    for tag in sgf.properties:
        value = root.one(tag.name)
        if value is not None and value.text.strip() != tag.value:
            message = f"{tag.name} is {tag.value} in the model, so a result may differ"
            notes.append(diagnose("other-rules", message, value.place))
    return notes
