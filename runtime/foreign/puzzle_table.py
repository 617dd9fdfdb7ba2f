"""Games with puzzles in the terms of the ProjectLCore library: its tables, masks and actions.

A *mask* is a number of 25 bits: bit ``5 * row + column`` is a cell, and rows count from the top. Puzzles have their
names in the model, such as ``White3``. This is a table, as players see it:

    {"players": [{"name": "Ann", "score": 0, "finished": 0, "pieces": {"O1": 1, …},
                  "puzzles": [{"puzzle": "White3", "open": 4325376}]}, …],
     "you": 0, "reserve": {"O1": 13, …}, "rows": {"white": ["White3", …], "black": […]}, "decks": {"white": 28, …},
     "actions": 3, "phase": "normal", "end": false, "last_round": false, "took_black": false, "used_master": false}

These are the actions:

    {"take": "White3"}  {"top": "white"}  {"recycle": "white", "order": ["White3", …]}  {"basic": true}
    {"change": ["I2", "L2"]}  {"place": PLACED}  {"master": [PLACED, …]}  {"nothing": true}  {"finish": true}
    PLACED is {"piece": "I2", "puzzle": "White3", "mask": 135168}

An action may be several moves of the model. The model decides whether they are legal; this module refuses only what it
cannot translate into moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.model.printable import printable
from tilewright.runtime.board import Piece
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game, State

PIECES = ("O1", "O2", "I2", "I3", "I4", "L2", "L3", "Z", "T")
"""The kinds of pieces, in the order of the columns in which the model keeps them."""
SIDE = 5
"""The number of rows, and of columns, of a puzzle."""
_COLOURS = ("white", "black")
_COUNTERS = ("reserve", "held", "score", "finished", "actions", "master", "black", "ending")
_ZONES = ("pool", "row", "box")
_COLUMNS = "abcde"
_KEYS = ("take", "top", "recycle", "basic", "change", "place", "master", "nothing", "finish")
MOST_PLACED = 40
"""The greatest number of pieces in a master action."""


class Refused(ValueError):
    """An action that cannot be translated into moves. The text says why."""


def no_puzzles(game: Game) -> str | None:
    """Return why a game has no such puzzles, or None if it has them."""
    counters = {counter.name for counter in game.document.game.counters}
    zones = {zone.name for zone in game.document.game.zones}
    if not counters >= set(_COUNTERS) or not zones >= {*_ZONES, "hand", "desk", "grid"}:
        return f"{game.name} is no game with puzzles of the ProjectLCore library"
    return None


def puzzles_of(game: Game) -> list[dict[str, Any]]:
    """Return all puzzles of a game as JSON: name, colour, points, reward, and the mask of the cells to fill."""
    found = []
    for piece in game.document.game.pieces:
        if any(group.name == "Puzzle" for group in piece.groups) and piece.shape is not None:
            own = {value.attribute.name: value for value in piece.attributes}
            reward = own["reward"].kind
            empty = sum(1 << n for n, sign in enumerate(piece.shape.replace("/", "")) if sign == "#")
            found.append(
                {
                    "puzzle": piece.name,
                    "colour": "black" if any(group.name == "Black" for group in piece.groups) else "white",
                    "points": own["points"].number or 0,
                    "reward": None if reward is None else reward.name,
                    "open": empty,
                }
            )
    return found


@dataclass(frozen=True)
class Table:
    """A position in the terms of the library, as the player with the number *seat* sees it."""

    state: State
    seat: int

    @property
    def me(self) -> str:
        """The name of the player."""
        return self.state.game.players[self.seat].name

    def _piece(self, cell: str) -> str | None:
        found = self.state[cell]
        return found.name if isinstance(found, Piece) else None

    def _number(self, name: str, player: int | None = None) -> int:
        value: Any = self.state.counters[name]
        return int(value[player] if isinstance(value, tuple) and player is not None else value)

    def _pieces(self, counter: str, zone: str) -> dict[str, int]:
        values: Any = self.state.counters[counter]
        return {name: values[f"{zone}.{column}1"] for name, column in zip(PIECES, "abcdefghi", strict=True)}

    def rows(self) -> dict[str, dict[str, str]]:
        """Return the puzzles of each row with their cells, by colour, from the left."""
        found: dict[str, dict[str, str]] = {}
        for colour, row in zip(_COLOURS, "21", strict=True):
            cells = [f"row.{column}{row}" for column in "abcd"]
            found[colour] = {name: cell for cell in cells if (name := self._piece(cell)) is not None}
        return found

    def slots(self, player: str) -> dict[str, str]:
        """Return the puzzles of a player with their slots, ``a`` to ``d``."""
        return {name: slot for slot in "abcd" if (name := self._piece(f"{player}.desk.{slot}1")) is not None}

    def _open(self, player: str, slot: str) -> int:
        cells = ((row, column) for row in range(SIDE) for column in range(SIDE))
        return sum(1 << 5 * r + c for r, c in cells if self._piece(cell_of(player, slot, 5 * r + c)) == "Open")

    def as_json(self) -> dict[str, Any]:
        """Return the table that the player is shown."""
        state = self.state
        players = [
            {
                "name": player.name,
                "score": self._number("score", player.number),
                "finished": self._number("finished", player.number),
                "pieces": self._pieces("held", f"{player.name}.hand"),
                "puzzles": [
                    {"puzzle": name, "open": self._open(player.name, slot)}
                    for name, slot in self.slots(player.name).items()
                ],
            }
            for player in state.game.players
        ]
        below = [cell for cell in state.game.board.cells if cell.startswith("pool.") and self._piece(cell) is not None]
        decks = {colour: sum(cell.endswith(row) for cell in below) for colour, row in zip(_COLOURS, "21", strict=True)}
        return {
            "players": players,
            "you": self.seat,
            "reserve": self._pieces("reserve", "box"),
            "rows": {colour: list(row) for colour, row in self.rows().items()},
            "decks": decks,
            "actions": self._number("actions"),
            "phase": state.phase,
            "end": self._number("ending") > 0,
            "last_round": self._number("ending") == 2,
            "took_black": bool(self._number("black")),
            "used_master": bool(self._number("master")),
        }

    # -- actions

    def plies(self, action: object) -> list[str]:
        """Return the moves of an action, in notation. They may be illegal. ``Refused`` if it has no translation."""
        if not isinstance(action, dict) or len(found := [key for key in _KEYS if key in action]) != 1:
            raise Refused(f"an action has one of the keys {', '.join(_KEYS)}")
        value = action[found[0]]
        match found[0]:
            case "take":
                return [self._taken(value)]
            case "top":
                return [_one_of(value, _COLOURS, "a deck")]
            case "recycle":
                return self._recycled(_one_of(value, _COLOURS, "a row"), action.get("order"))
            case "basic":
                return ["box.a1"]
            case "change":
                if not isinstance(value, list) or len(value) != 2:
                    raise Refused("a change names two pieces, that which is given back and that which is got")
                old, new = (_one_of(name, PIECES, "a piece") for name in value)
                return [f"{self.me}.hand.{_column(old)}1-box.{_column(new)}1"]
            case "place":
                return [self._placed(value)]
            case "master":
                if not isinstance(value, list) or not 0 < len(value) <= MOST_PLACED:
                    raise Refused("a master action lays one piece at least")
                first, *others = map(self._placed, value)
                return [f"{first}=master", *others, "enough"]
            case _:
                return [found[0]]

    def _taken(self, name: object) -> str:
        if not isinstance(name, str) or not name:
            raise Refused("It is not said which puzzle is taken.")
        for row in self.rows().values():
            if name in row:
                return row[name]
        raise Refused(f"{printable(name)[:40]} lies in no row.")

    def _recycled(self, colour: str, order: object) -> list[str]:
        """Return the moves that put the puzzles of a row below its deck, in an order. ``Refused`` if it is none."""
        row = self.rows()[colour]
        if not row:
            raise Refused(f"There is no puzzle in the {colour} row.")
        names = order if isinstance(order, list) else []
        for name in names:
            if not isinstance(name, str) or name not in row:
                raise Refused(f"{printable(str(name))[:40]} does not lie in the {colour} row.")
        if len(names) != len(row) or len(set(names)) != len(names):
            raise Refused(f"All {len(row)} puzzles of the {colour} row are put below, each once.")
        first, *others = (row[name] for name in names)
        return [f"recycle={first}", *others]

    def _placed(self, placed: object) -> str:
        """Return the move that lays a piece. ``Refused`` if it names no piece, mask, or puzzle of the player."""
        if not isinstance(placed, dict):
            raise Refused('a piece is laid by {"piece": …, "puzzle": …, "mask": …}')
        piece = _one_of(placed.get("piece"), PIECES, "a piece")
        mask, puzzle = placed.get("mask"), placed.get("puzzle")
        if not isinstance(mask, int) or isinstance(mask, bool) or not 0 < mask < 1 << SIDE * SIDE:
            raise Refused("a mask is a number of 25 bits that are not all 0")
        slot = self.slots(self.me).get(puzzle) if isinstance(puzzle, str) else None
        if slot is None and self.slots(self.me):
            raise Refused(f"You do not have the puzzle {printable(str(puzzle))[:40]}.")
        cells = [cell_of(self.me, slot or "a", bit) for bit in range(SIDE * SIDE) if mask >> bit & 1]
        return "-".join([f"{self.me}.hand.{_column(piece)}1", *cells])

    def verdict(self, action: object) -> str | None:
        """Return why an action is illegal, or None if it is legal."""
        try:
            plies = self.plies(action)
        except Refused as error:
            return str(error)
        state = self.state
        for number, move in enumerate(plies, 1):
            try:
                state = state.play(move)
            except IllegalMove as error:
                told = error.explanation
                message = error.reason if told is None else told.words or told.message
                return message if number == 1 else f"Piece {number} of the action: {message}"
        return None

    def rewards(self) -> Iterator[tuple[str, str, str]]:
        """Yield each legal choice of a reward: the finished puzzle, the piece, empty if none is left, and the move."""
        names: Mapping[str, str] = {slot: name for name, slot in self.slots(self.me).items()}
        for move in self.state.legal_moves:
            slot, *reward = move.clicks
            yield names[slot.split(".")[-1][0]], self._piece(reward[0]) or "" if reward else "", str(move)


def cell_of(player: str, slot: str, bit: int) -> str:
    """Return the name of the cell in a player's slot that a bit of a mask stands for."""
    row, column = divmod(bit, SIDE)
    return f"{player}.grid.{slot}1.{_COLUMNS[column]}{SIDE - row}"


def _column(piece: str) -> str:
    return "abcdefghi"[PIECES.index(piece)]


def _one_of(value: object, known: tuple[str, ...], what: str) -> str:
    if isinstance(value, str) and value in known:
        return value
    raise Refused(f"'{printable(str(value))[:40]}' is not {what}: {', '.join(known)}")
