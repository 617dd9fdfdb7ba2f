"""Tak on a board of five columns and rows: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

SIZE = 5
COLUMNS = "abcde"
CELLS = [f"{column}{row}" for row in range(1, SIZE + 1) for column in COLUMNS]
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))
OTHER = {"w": "b", "b": "w"}


def _beside(cell: str, way: tuple[int, int]) -> str | None:
    found = f"{chr(ord(cell[0]) + way[0])}{int(cell[1]) + way[1]}"
    return found if found in CELLS else None


def _lays(number: int, most: int) -> Iterator[list[int]]:
    """Yield in which ways so many pieces are left on cells one after another, on so many cells at most."""
    if most == 0:
        return
    yield [number]
    for first in range(1, number):
        yield from ([first, *rest] for rest in _lays(number - first, most - 1))


class Tak:
    """The stacks from below, each piece as its owner and its kind: ``wF`` is a flat stone, ``W`` a wall, ``C`` a capstone."""

    def __init__(self) -> None:
        self._stacks: dict[str, list[str]] = {}
        self._stones = {"w": 21, "b": 21}
        self._capstones = {"w": 1, "b": 1}
        self._mover = "w"
        self._plies = 0
        self._result: tuple[int, int] | None = None

    def moves(self) -> Iterator[str]:
        """Yield where a piece is laid, or how many are taken up, and how many are carried on from each cell."""
        if self._result is not None:
            return
        empty = [cell for cell in CELLS if cell not in self._stacks]
        if self._plies < 2:
            yield from empty
            return
        if self._stones[self._mover]:
            yield from empty
            yield from (f"S={cell}" for cell in empty)
        if self._capstones[self._mover]:
            yield from (f"C={cell}" for cell in empty)
        for cell, stack in self._stacks.items():
            if stack[-1][0] == self._mover:
                for number in range(1, min(SIZE, len(stack)) + 1):
                    for way in WAYS:
                        yield from self._spreads(cell, number, way)

    def _spreads(self, cell: str, number: int, way: tuple[int, int]) -> Iterator[str]:
        top = self._stacks[cell][-1]
        for lays in _lays(number, SIZE - 1):
            at: str | None = cell
            carried, text = number, cell
            for lay in lays:
                at = _beside(at, way) if at is not None else None
                met = "" if at is None else self._stacks[at][-1][1] if at in self._stacks else "F"
                flattened = met == "W" and top[1] == "C" and carried == 1
                if at is None or not (met == "F" or flattened):
                    break
                text += f"={carried}={at}"
                carried -= lay
            else:
                yield text

    def play(self, move: str) -> None:
        """Lay a piece, or spread a stack."""
        steps = move.split("=")
        if self._plies < 2:
            other = OTHER[self._mover]
            self._stacks[move] = [f"{other}F"]
            self._stones[other] -= 1
        elif len(steps) == 1:
            self._stacks[move] = [f"{self._mover}F"]
            self._stones[self._mover] -= 1
        elif steps[0] == "C":
            self._stacks[steps[1]] = [f"{self._mover}C"]
            self._capstones[self._mover] -= 1
        elif steps[0] == "S":
            self._stacks[steps[1]] = [f"{self._mover}W"]
            self._stones[self._mover] -= 1
        else:
            self._spread(steps[0], [(int(steps[n]), steps[n + 1]) for n in range(1, len(steps), 2)])
        self._judge()
        self._plies += 1
        self._mover = OTHER[self._mover]

    def _spread(self, cell: str, carried: list[tuple[int, str]]) -> None:
        stack = self._stacks[cell]
        hand = stack[-carried[0][0] :]
        del stack[-len(hand) :]
        if not stack:
            del self._stacks[cell]
        left = [number for number, _ in carried[1:]] + [0]
        for (number, to), on in zip(carried, left, strict=True):
            there = self._stacks.setdefault(to, [])
            if there and there[-1][1] == "W":
                there[-1] = f"{there[-1][0]}F"
            there += hand[: number - on]
            del hand[: number - on]

    def _judge(self) -> None:
        mover, other = self._mover, OTHER[self._mover]
        winner = mover if self._has_road(mover) else other if self._has_road(other) else None
        ended = len(self._stacks) == SIZE * SIZE or any(self._stones[p] + self._capstones[p] == 0 for p in "wb")
        if winner is not None:
            self._result = (1, -1) if winner == "w" else (-1, 1)
        elif ended:
            flats = [sum(stack[-1] == f"{player}F" for stack in self._stacks.values()) for player in "wb"]
            self._result = (0, 0) if flats[0] == flats[1] else (1, -1) if flats[0] > flats[1] else (-1, 1)

    def _has_road(self, player: str) -> bool:
        roads = {cell for cell, stack in self._stacks.items() if stack[-1] in (f"{player}F", f"{player}C")}
        for side, first, last in ((0, "a", "e"), (1, "1", "5")):
            reached = {cell for cell in roads if cell[side] == first}
            todo = list(reached)
            for cell in todo:
                for way in WAYS:
                    to = _beside(cell, way)
                    if to in roads and to not in reached:
                        reached.add(to)
                        todo.append(to)
            if any(cell[side] == last for cell in reached):
                return True
        return False

    def returns(self) -> tuple[int, int] | None:
        """Return who has won."""
        return self._result


RIVALS = {"tak": Tak}
