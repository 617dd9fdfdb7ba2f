"""Two Rivers: a referee from the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

LIBRARY = None

NAMES = ("Ann", "Ben")
COLOURS = ("temple", "farm", "market")
RIVERS = {"d5", "e5", "c4", "d4", "d3", "e3", "e2"}
TEMPLES = ("b5", "f5", "b2", "f2")
SLOTS = ("a1", "b1", "c1", "d1")
CELLS = [f"{column}{row}" for row in range(1, 7) for column in "abcdefg"]


def beside(cell: str) -> list[str]:
    """Return the neighbours of a cell."""
    column, row = ord(cell[0]), int(cell[1])
    near = [f"{chr(x)}{y}" for x, y in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))]
    return [one for one in near if one in CELLS]


class TwoRivers:
    """What lies on the board is a colour; who stands there is a player with a colour."""

    def __init__(self) -> None:
        self._lies: dict[str, str] = dict.fromkeys(TEMPLES, "temple")
        self._stands: dict[str, tuple[int, str]] = {}
        self._bag = {"temple": 14, "farm": 9, "market": 9}
        self._hands: tuple[dict[str, str], dict[str, str]] = ({}, {})
        self._points = [dict.fromkeys(COLOURS, 0) for _ in NAMES]
        self._mover, self._actions = 1, 0
        self._drawing, self._over = True, False

    def moves(self) -> Iterator[str]:
        """Yield the moves of nature, or of a player."""
        if self._over:
            return
        if self._drawing:
            yield from self.chances()
            return
        me, name = self._mover, NAMES[self._mover]
        free = [cell for cell in CELLS if cell not in self._lies and cell not in self._stands]
        for slot, tile in self._hands[me].items():
            yield f"{name}.hand.{slot}"
            yield from (f"{name}.hand.{slot}-{cell}" for cell in free if (tile == "farm") == (cell in RIVERS))
        yield from (cell for cell, (player, _) in self._stands.items() if player == me)
        for slot, colour in zip(SLOTS, COLOURS, strict=False):
            if (me, colour) not in self._stands.values():
                yield from (f"{name}.purse.{slot}-{cell}" for cell in free if self._may_lead(cell))

    def _may_lead(self, cell: str) -> bool:
        near = [one for one in beside(cell) if one in self._lies or one in self._stands]
        alike = all(one in self._kingdom(near[0]) for one in near)
        return cell not in RIVERS and any(self._lies.get(one) == "temple" for one in near) and alike

    def _kingdom(self, *start: str) -> set[str]:
        found: set[str] = set()
        pending = [cell for cell in start if cell in self._lies or cell in self._stands]
        while pending:
            cell = pending.pop()
            if cell not in found:
                found.add(cell)
                pending += [one for one in beside(cell) if one in self._lies or one in self._stands]
        return found

    def chances(self) -> dict[str, float]:
        """Return how likely each colour is."""
        total = sum(self._bag.values())
        odds = zip(SLOTS, self._bag.values(), strict=False)
        return {f"bag.{slot}": left / total for slot, left in odds if left}

    def play(self, move: str) -> None:
        """Draw a tile, or take an action."""
        if self._drawing:
            self._draw(COLOURS[SLOTS.index(move.removeprefix("bag."))])
            return
        me = self._mover
        first, _, cell = move.partition("-")
        slot = first[-2:]
        if ".purse." in first:
            self._lead(cell, COLOURS[SLOTS.index(slot)])
        elif ".hand." in first:
            tile = self._hands[me].pop(slot)
            if cell:
                self._lay(cell, tile)
        else:
            del self._stands[first]
        self._actions += 1
        if self._actions == 2:
            gaps = 4 - len(self._hands[me])
            self._over = gaps > sum(self._bag.values())
            self._drawing = gaps > 0 and not self._over
            if not gaps:
                self._actions, self._mover = 0, 1 - me

    def _draw(self, colour: str) -> None:
        self._bag[colour] -= 1
        player = 0 if len(self._hands[0]) < 4 else 1
        slot = next(slot for slot in SLOTS if slot not in self._hands[player])
        self._hands[player][slot] = colour
        if all(len(hand) == 4 for hand in self._hands):
            self._drawing, self._actions, self._mover = False, 0, 1 - self._mover

    def _lay(self, cell: str, tile: str) -> None:
        peace = True
        for colour in COLOURS:
            joined = self._kingdom(*beside(cell))
            leaders = {self._stands[one][0]: one for one in joined if self._stands.get(one, (0, ""))[1] == colour}
            if len(leaders) == 2:
                peace = False
                sides = {
                    player: [one for one in self._kingdom(leader) if self._lies.get(one) == colour]
                    for player, leader in leaders.items()
                }
                attacked = len(sides[self._mover]) > len(sides[1 - self._mover])
                loser = 1 - self._mover if attacked else self._mover
                self._points[1 - loser][colour] += 1 + len(sides[loser])
                del self._stands[leaders[loser]]
                for one in sides[loser]:
                    del self._lies[one]
        self._lies[cell] = tile
        if peace:
            for one in self._kingdom(cell):
                if self._stands.get(one, (0, ""))[1] == tile:
                    self._points[self._stands[one][0]][tile] += 1

    def _lead(self, cell: str, colour: str) -> None:
        rival = (1 - self._mover, colour)
        there = [one for one in self._kingdom(*beside(cell)) if self._stands.get(one) == rival]
        self._stands[cell] = self._mover, colour
        if there:
            mine, his = (sum(self._lies.get(one) == "temple" for one in beside(spot)) for spot in (cell, there[0]))
            winner = self._mover if mine > his else rival[0]
            del self._stands[there[0] if winner == self._mover else cell]
            self._points[winner]["temple"] += 1

    def returns(self) -> tuple[int, int] | None:
        """Return who has more of the colour of which he has fewest, or more of all."""
        if not self._over:
            return None
        ann, ben = ((min(points.values()), sum(points.values())) for points in self._points)
        return (ann > ben) - (ann < ben), (ben > ann) - (ben < ann)

    def shown(self, player: int) -> str:
        """Return what a player sees: all but the other's hand and what is left in the bag."""
        on_board = sorted(self._lies.items()), sorted(self._stands.items())
        return f"{on_board} {sorted(self._hands[player].items())} {sorted(self._hands[1 - player])} {self._points}"


RIVALS = {"two-rivers": TwoRivers}
