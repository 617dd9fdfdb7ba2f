"""Project L: a referee with masks of 25 bits, lists of cards, and the actions of its rules, written from their description."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LIBRARY = None

SHAPES = {
    "O1": ["00"], "O2": ["00", "01", "10", "11"], "I2": ["00", "10"], "I3": ["00", "01", "02"],
    "I4": ["00", "01", "02", "03"], "L2": ["01", "10", "11"], "L3": ["02", "10", "11", "12"],
    "Z": ["00", "01", "11", "12"], "T": ["01", "10", "11", "12"],
}  # fmt: skip
"""The cells of each shape: row and column. They stand in this order in the box and in the hands."""
NAMES = list(SHAPES)
LEVEL = {name: len(cells) for name, cells in SHAPES.items()}
PLAYERS = ["Ann", "Ben", "Cid", "Dan"]
SIDE = 5
LUCK = 4
PUZZLE = re.compile(r'kind (\w+):\S is (White|Black), Puzzle \{ points (\d+) reward (\w+) shape "([.#/]+)" fixed \}')


def placements(shape: str) -> dict[int, str]:
    """Return the masks that a shape may cover, bit row * 5 + column, each with the names of its cells, row by row."""
    return dict(_placements(shape))


@cache
def _placements(shape: str) -> tuple[tuple[int, str], ...]:
    cells = [(int(text[0]), int(text[1])) for text in SHAPES[shape]]
    found: dict[int, str] = {}
    for mirrored in (1, -1):
        turned = [(row, mirrored * column) for row, column in cells]
        for _ in range(4):
            turned = [(column, -row) for row, column in turned]
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            for down in range(SIDE):
                for right in range(SIDE):
                    put = sorted((row - top + down, column - left + right) for row, column in turned)
                    if max(row for row, _ in put) < SIDE and max(column for _, column in put) < SIDE:
                        mask = sum(1 << row * SIDE + column for row, column in put)
                        found[mask] = "-".join(f"@.{'abcde'[column]}{SIDE - row}" for row, column in put)
    return tuple(found.items())


@dataclass(frozen=True)
class Puzzle:
    """A card. The image has a bit for each cell that is there from the beginning."""

    name: str
    black: bool
    points: int
    reward: str
    image: int


FULL = (1 << SIDE * SIDE) - 1


def puzzles_of(text: str) -> list[Puzzle]:
    """Return the puzzles that a model declares, in order."""
    found = []
    for name, colour, points, reward, shape in PUZZLE.findall(text):
        rows = [row.ljust(SIDE, ".") for row in shape.split("/")]
        open_cells = sum(1 << r * SIDE + c for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#")
        found.append(Puzzle(name, colour == "Black", int(points), reward, FULL & ~open_cells))
    return found


@dataclass
class Begun:
    """A puzzle that a player has taken: what is filled, and the pieces that he has laid."""

    puzzle: Puzzle
    filled: int
    laid: list[str] = field(default_factory=list)


@dataclass
class Seat:
    """What a player has."""

    pieces: Counter[str] = field(default_factory=Counter)
    slots: list[Begun | None] = field(default_factory=lambda: [None] * 4)
    score: int = 0
    finished: int = 0


class ProjectL:
    """The game action by action; luck draws a card when it is needed, from those that nobody has seen yet."""

    def __init__(
        self, count: int = 2, pieces: int = 15, whites: int = 32, blacks: int = 20, text: str | None = None
    ) -> None:
        model = Path(__file__).parents[2] / "examples" / "project-l" / "project-l.game"
        cards = puzzles_of(model.read_text(encoding="utf-8") if text is None else text)
        self.limits = {False: whites, True: blacks}
        self.pool = {black: [card for card in cards if card.black is black] for black in (False, True)}
        self.width = {black: len(pool) for black, pool in self.pool.items()}
        self.places: dict[bool, list[Puzzle | None]] = {black: list(pool) for black, pool in self.pool.items()}
        self.queue: dict[bool, list[Puzzle]] = {False: [], True: []}
        self.rows: dict[bool, list[Puzzle | None]] = {False: [None] * 4, True: [None] * 4}
        self.reserve = Counter(dict.fromkeys(NAMES, pieces))
        self.seats = [Seat() for _ in range(count)]
        self.now, self.luck, self.actions, self.rounds_left = 0, True, 3, -1
        self.doing, self.over = "deal", False
        self.used_master = self.took_black = False
        self.used: set[int] = set()
        self.won: list[int] = []
        self.recycling: list[tuple[bool, int]] = []
        self.drawn_black = False

    # -- luck

    @property
    def mover(self) -> int:
        """The player to move, or ``LUCK``."""
        return LUCK if self.luck else self.now

    def excess(self) -> bool | None:
        """Return the colour of which there are too many puzzles, if there are."""
        return next((black for black in (False, True) if len(self.pool[black]) > self.limits[black]), None)

    def gap(self) -> tuple[bool, int] | None:
        """Return the first place of a row that can be filled."""
        return next(
            (
                (black, n)
                for black in (False, True)
                for n in range(4)
                if self.rows[black][n] is None and self.deck(black)
            ),
            None,
        )

    def deck(self, black: bool) -> list[Puzzle]:
        """Return what may lie on top of a deck: any that was never seen, or else what was put below first."""
        unseen = [card for card in self.pool[black] if card not in self.queue[black]]
        return unseen or self.queue[black][:1]

    def drawable(self) -> list[str]:
        """Return the moves of luck."""
        excess = self.excess() if self.doing == "deal" else None
        if excess is not None:
            return [f"out={self.place_of(card)}" for card in self.pool[excess]]
        gap = self.gap()
        black = self.drawn_black if self.doing == "draw" else gap is not None and gap[0]
        return [self.place_of(card) for card in self.deck(black)]

    def chances(self) -> dict[str, float]:
        """Return how likely each move of luck is."""
        found = self.drawable()
        return {move: 1 / len(found) for move in found}

    def place_of(self, card: Puzzle) -> str:
        """Return the name of the place of a card that is in no row and taken by nobody."""
        return f"pool.{column(self.places[card.black].index(card))}{1 if card.black else 2}"

    def card_at(self, name: str) -> Puzzle:
        """Return the card at a place of this name."""
        return next(card for pool in self.pool.values() for card in pool if self.place_of(card) == name)

    def take_out(self, card: Puzzle) -> None:
        """Remove a card from where it waits."""
        self.pool[card.black].remove(card)
        places = self.places[card.black]
        places[places.index(card)] = None
        if card in self.queue[card.black]:
            self.queue[card.black].remove(card)

    def draw(self, move: str) -> None:
        """Let luck move."""
        card = self.card_at(move.removeprefix("out="))
        gap = self.gap()
        self.take_out(card)
        if move.startswith("out="):
            return
        if self.doing == "draw":
            self.luck = False
            self.begin(card)
            self.note_end()
            self.spend()
            return
        assert gap is not None
        self.rows[gap[0]][gap[1]] = card
        if self.gap() is not None:
            return
        self.luck = False
        if self.doing == "deal":
            for seat in self.seats:
                for name in ("O1", "I2"):
                    seat.pieces[name] += 1
                    self.reserve[name] -= 1
            self.doing = "act"
        else:
            self.note_end()
            self.spend()

    # -- moves

    def moves(self) -> Iterable[str]:
        """Return all moves that are legal."""
        if self.over:
            return []
        if self.luck:
            return self.drawable()
        return list(
            {
                "act": self.acts, "recycle": self.recycles, "master": self.masters, "claim": self.claims,
                "touch": self.touches,
            }[self.doing]()
        )  # fmt: skip

    def acts(self) -> Iterator[str]:
        """Yield the actions of a turn."""
        seat = self.seats[self.now]
        yield "nothing"
        if None in seat.slots:
            for black in (False, True):
                for place, card in enumerate(self.rows[black]):
                    if card is not None and not (black and self.took_black and self.rounds_left >= 0):
                        yield row_name(black, place)
                if self.pool[black]:
                    yield "black" if black else "white"
        for black in (False, True):
            for place, card in enumerate(self.rows[black]):
                if card is not None:
                    yield f"recycle={row_name(black, place)}"
        if self.reserve["O1"]:
            yield box("O1")
        for old in NAMES:
            if seat.pieces[old]:
                yield from (f"{self.hand(old)}-{box(new)}" for new in self.upgrades(old))
        for text in self.puts():
            yield text
            if not self.used_master:
                yield f"{text}=master"

    def upgrades(self, old: str) -> set[str]:
        """Return what a piece may be changed into."""
        there = {name for name in NAMES if self.reserve[name] > 0}
        found = {name for name in there if LEVEL[name] <= LEVEL[old] and name != old}
        above = {LEVEL[name] for name in there if LEVEL[name] > LEVEL[old]}
        return found | {name for name in there if above and LEVEL[name] == min(above)}

    def rewards(self, asked: str) -> set[str]:
        """Return the pieces from which a reward is chosen."""
        if self.reserve[asked] > 0:
            return {asked}
        there = {name for name in NAMES if self.reserve[name] > 0}
        for level in range(LEVEL[asked], 5):
            found = {name for name in there if LEVEL[name] == level}
            if found:
                return found
        return there

    def puts(self) -> Iterator[str]:
        """Yield the ways in which a piece may be laid."""
        seat = self.seats[self.now]
        for name in NAMES:
            if seat.pieces[name] > 0:
                for slot, begun in enumerate(seat.slots):
                    if begun is not None and slot not in self.used:
                        block = f"{PLAYERS[self.now]}.grid.{'abcd'[slot]}1"
                        for mask, cells in _placements(name):
                            if not mask & begun.filled:
                                yield f"{self.hand(name)}-{cells.replace('@', block)}"

    def recycles(self) -> Iterator[str]:
        """Yield the cards of a row that are still to be put below the deck."""
        return (row_name(*place) for place in self.recycling)

    def masters(self) -> Iterator[str]:
        """Yield what may be laid by the same master action, and its end."""
        yield "enough"
        yield from self.puts()

    def claims(self) -> Iterator[str]:
        """Yield the full puzzles, each with the rewards for it."""
        for slot in self.won:
            begun = self.seats[self.now].slots[slot]
            assert begun is not None
            name = f"{PLAYERS[self.now]}.desk.{'abcd'[slot]}1"
            rewards = self.rewards(begun.puzzle.reward)
            yield from (f"{name}-{box(reward)}" for reward in rewards)
            if not rewards:
                yield name

    def touches(self) -> Iterator[str]:
        """Yield the finishing touches."""
        yield "finish"
        yield from self.puts()

    # -- what moves do

    def play(self, move: str) -> None:
        """Play a legal move."""
        if self.luck:
            self.draw(move)
        elif self.doing == "recycle":
            self.put_below(move)
        elif self.doing == "claim":
            self.claim(move)
        elif self.doing == "touch":
            self.touch(move)
        elif move == "enough":
            self.used.clear()
            self.reward()
        elif "grid" in move:
            self.lay_pieces(move)
        else:
            self.act(move)

    def act(self, move: str) -> None:
        """Take one of the actions by which nothing is laid."""
        seat = self.seats[self.now]
        if move.startswith("recycle="):
            name = move.removeprefix("recycle=")
            black = name.endswith("1")
            self.recycling = [(black, n) for n, card in enumerate(self.rows[black]) if card is not None]
            self.put_below(name)
        elif move.startswith("row."):
            black, place = move.endswith("1"), "abcd".index(move[4])
            card, self.rows[black][place] = self.rows[black][place], None
            assert card is not None
            self.begin(card)
            self.refill("fill")
        elif move in ("white", "black"):
            self.drawn_black, self.doing, self.luck = move == "black", "draw", True
        else:
            if move != "nothing":
                *given, taken = ("abcdefghi".index(cell[-2]) for cell in move.split("-"))
                seat.pieces[NAMES[taken]] += 1
                self.reserve[NAMES[taken]] -= 1
                for old in given:
                    seat.pieces[NAMES[old]] -= 1
                    self.reserve[NAMES[old]] += 1
            self.spend()

    def begin(self, card: Puzzle) -> None:
        """Put a card on the first free place of the player."""
        slots = self.seats[self.now].slots
        slots[slots.index(None)] = Begun(card, card.image)
        self.took_black |= card.black

    def put_below(self, name: str) -> None:
        """Put a card of a row below its deck."""
        black, place = name.endswith("1"), "abcd".index(name[4])
        card, self.rows[black][place] = self.rows[black][place], None
        assert card is not None
        self.recycling.remove((black, place))
        places = self.places[black]
        places[places.index(None)] = card
        self.pool[black].append(card)
        self.queue[black].append(card)
        self.doing = "recycle"
        if not self.recycling:
            self.refill("fill")

    def refill(self, doing: str) -> None:
        """Let luck fill the rows, or go on if there is nothing to fill."""
        self.doing = doing
        if self.gap() is not None:
            self.luck = True
        else:
            self.note_end()
            self.spend()

    def note_end(self) -> None:
        """Note that the end has come near, if there is no black puzzle left in the deck."""
        if self.rounds_left < 0 and not self.pool[True]:
            self.rounds_left = 2

    def lay_pieces(self, move: str) -> None:
        """Lay a piece, alone or within a master action."""
        slot = self.lay(move.removesuffix("=master"))
        if move.endswith("=master") or self.doing == "master":
            self.used_master = True
            self.used.add(slot)
            self.doing = "master"
        else:
            self.reward()

    def lay(self, move: str) -> int:
        """Lay a piece and return the place of its puzzle."""
        seat, (piece, *cells) = self.seats[self.now], move.split("-")
        name = NAMES["abcdefghi".index(piece[-2])]
        slot = "abcd".index(cells[0].split(".")[2][0])
        begun = seat.slots[slot]
        assert begun is not None
        seat.pieces[name] -= 1
        begun.laid.append(name)
        for cell in cells:
            begun.filled |= 1 << (SIDE - int(cell[-1])) * SIDE + "abcde".index(cell[-2])
        if begun.filled == FULL and self.doing != "touch":
            self.won = sorted({*self.won, slot})
        return slot

    def reward(self) -> None:
        """Let full puzzles be claimed, or end the action."""
        self.doing = "claim" if self.won else "act"
        if not self.won:
            self.spend()

    def claim(self, move: str) -> None:
        """Take the points and the reward of a full puzzle, and its pieces back."""
        seat = self.seats[self.now]
        desk, *reward = move.split("-")
        slot = "abcd".index(desk[-2])
        begun, seat.slots[slot] = seat.slots[slot], None
        assert begun is not None
        self.won.remove(slot)
        seat.score += begun.puzzle.points
        seat.finished += 1
        for text in reward:
            name = NAMES["abcdefghi".index(text[-2])]
            seat.pieces[name] += 1
            self.reserve[name] -= 1
        seat.pieces.update(begun.laid)
        self.reward()

    def touch(self, move: str) -> None:
        """Lay a piece at the end, or finish."""
        seat = self.seats[self.now]
        if move != "finish":
            slot = self.lay(move)
            seat.score -= 1
            begun = seat.slots[slot]
            if begun is not None and begun.filled == FULL:
                seat.slots[slot] = None
                seat.finished += 1
            return
        self.now += 1
        if self.now == len(self.seats):
            self.now = 0
            self.over = True
            for each in self.seats:
                each.score -= sum(begun.puzzle.points for begun in each.slots if begun is not None)

    def spend(self) -> None:
        """End an action, and with it the turn and the round if they are over."""
        self.doing = "act"
        self.actions -= 1
        if self.actions:
            return
        self.actions, self.used_master, self.took_black = 3, False, False
        self.now += 1
        if self.now == len(self.seats):
            self.now = 0
            if self.rounds_left > 0:
                self.rounds_left -= 1
                if self.rounds_left == 0:
                    self.doing = "touch"

    # -- results

    def hand(self, name: str) -> str:
        """Return the name of the place of a kind of pieces in the hand of the player."""
        return f"{PLAYERS[self.now]}.hand.{'abcdefghi'[NAMES.index(name)]}1"

    def returns(self) -> Sequence[float] | None:
        """Return how each player stands to the others, from -1 for the last to 1 for the first."""
        if not self.over:
            return None
        keys = [(seat.score, seat.finished, sum(seat.pieces.values())) for seat in self.seats]
        others = max(1, len(keys) - 1)
        return [sum((mine > other) - (mine < other) for other in keys) / others for mine in keys]

    def ranks(self) -> list[int]:
        """Return the rank of each player, from 1; who is alike in all shares one, and none is left out."""
        keys = [(seat.score, seat.finished, sum(seat.pieces.values())) for seat in self.seats]
        order = sorted(set(keys), reverse=True)
        return [order.index(key) + 1 for key in keys]


def column(number: int) -> str:
    """Return the letters of a column."""
    return "abcdefghijklmnopqrstuvwxyz"[number] if number < 26 else f"a{'abcdefghijklmnopqrstuvwxyz'[number - 26]}"


def row_name(black: bool, place: int) -> str:
    """Return the name of a place of a row."""
    return f"row.{'abcd'[place]}{1 if black else 2}"


def box(name: str) -> str:
    """Return the name of the place of a kind of pieces in the box."""
    return f"box.{'abcdefghi'[NAMES.index(name)]}1"


RIVALS = {"project-l": ProjectL}
