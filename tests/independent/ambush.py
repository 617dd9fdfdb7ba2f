"""Ambush: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

BEATS = {("marshal", "guard"), ("marshal", "spy"), ("guard", "spy"), ("spy", "marshal")}
SIZE = 5


class Ambush:
    """A dictionary of cells. Red is 0 and has the lowest row, Blue is 1 and has the highest."""

    def __init__(self) -> None:
        self._stock = [{"flag": 1, "spy": 1, "guard": 2, "marshal": 1} for _ in range(2)]
        self._on: dict[str, tuple[int, str]] = {}
        self._met: set[str] = set()
        self._mover = 0
        self._winner: int | None = None

    def moves(self) -> Iterator[str]:
        """Yield the cell and the soldier that is hidden there, or from where to where one marches."""
        if self._winner is not None:
            return
        marches = list(self._marches())
        yield from marches
        if self._hiding:
            row = SIZE if self._mover else 1
            for cell in (f"{column}{row}" for column in "abcde"):
                if cell not in self._on:
                    yield from (f"{cell}={kind}" for kind, left in self._stock[self._mover].items() if left)

    @property
    def _hiding(self) -> bool:
        return any(any(stock.values()) for stock in self._stock)

    def _marches(self) -> Iterator[str]:
        if self._hiding:
            return
        for cell, (player, kind) in self._on.items():
            if player == self._mover and kind != "flag":
                column, row = ord(cell[0]), int(cell[1])
                for x, y in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                    to = f"{chr(x)}{y}"
                    if chr(x) in "abcde" and 1 <= y <= SIZE and self._on.get(to, (1 - player,))[0] != player:
                        yield f"{cell}-{to}"

    def play(self, move: str) -> None:
        """Hide a soldier, or march."""
        if "=" in move:
            cell, kind = move.split("=")
            self._stock[self._mover][kind] -= 1
            self._on[cell] = self._mover, kind
        else:
            self._march(*move.split("-"))
        self._met &= self._on.keys()
        self._mover = 1 - self._mover
        if self._winner is None and not self._hiding and not any(self._marches()):
            self._winner = 1 - self._mover

    def _march(self, cell: str, to: str) -> None:
        soldier = self._on.pop(cell)
        other = self._on.get(to)
        if other is None:
            self._on[to] = soldier
            if cell in self._met:
                self._met.add(to)
        elif other[1] == "flag":
            self._on[to] = soldier
            self._winner = self._mover
        elif (soldier[1], other[1]) in BEATS:
            self._on[to] = soldier
            self._met.add(to)
        elif soldier[1] == other[1]:
            del self._on[to]
        else:
            self._met.add(to)

    def returns(self) -> tuple[int, int] | None:
        """Return who has won."""
        return None if self._winner is None else (1, -1) if self._winner == 0 else (-1, 1)

    def shown(self, player: int) -> str:
        """Return the board as a player sees it, and what he has not hidden yet."""
        seen = {
            cell: f"{owner}{kind}" if owner == player or cell in self._met else "somebody"
            for cell, (owner, kind) in sorted(self._on.items())
        }
        return f"{seen} {self._stock[player]}"


RIVALS = {"ambush": Ambush}
