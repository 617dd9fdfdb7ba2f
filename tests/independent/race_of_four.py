"""The race of four: a referee that counts how far each man has gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LIBRARY = None

PLAYERS, MEN = 4, 4
ROUND, QUARTER = 40, 10
"""The cells of the round, and of a quarter of it."""
WAY = (
    "e1 e2 e3 e4 e5 d5 c5 b5 a5 a6 a7 b7 c7 d7 e7 e8 e9 e10 e11 f11"
    " g11 g10 g9 g8 g7 h7 i7 j7 k7 k6 k5 j5 i5 h5 g5 g4 g3 g2 g1 f1"
)
"""The cells of the round, from the start of the first player on; that of the next one is a quarter on."""
TRACK = WAY.split()
HOMES = ["f2 f3 f4 f5", "b6 c6 d6 e6", "f10 f9 f8 f7", "j6 i6 h6 g6"]
WAITING = -1


class RaceOfFour:
    """The men of each player are the cells that they have gone: the round, and then four cells to the middle."""

    def __init__(self) -> None:
        self.men = [[WAITING] * MEN for _ in range(PLAYERS)]
        self.player, self.die, self.throwing = PLAYERS - 1, 0, True

    def cell(self, player: int, gone: int) -> str:
        """Return the cell on which a man stands."""
        if gone >= ROUND:
            return HOMES[player].split()[gone - ROUND]
        return TRACK[(gone + QUARTER * player) % ROUND]

    def steps(self) -> dict[str, tuple[int, int]]:
        """Return in notation who may go: from where, and where to, by the cells that are gone."""
        own = self.men[self.player]
        found = {}
        for gone in {*own}:
            after = (0 if self.die == 6 else None) if gone == WAITING else gone + self.die
            if after is not None and after < ROUND + MEN and after not in own:
                found[self.cell(self.player, after if gone == WAITING else gone)] = gone, after
        return found

    def is_over(self) -> bool:
        """Return whether somebody has all men at home."""
        return any(min(men) >= ROUND for men in self.men)

    def moves(self) -> Iterable[str]:
        """Return the throws, or the cells of the men that may go."""
        if self.is_over():
            return []
        return "123456" if self.throwing else self.steps() or ["pass"]

    def play(self, move: str) -> None:
        """Play a legal move."""
        if self.throwing:
            self.player = self.player if self.die == 6 else (self.player + 1) % PLAYERS
            self.die, self.throwing = int(move), False
            return
        self.throwing = True
        if move == "pass":
            return
        gone, after = self.steps()[move]
        own = self.men[self.player]
        own[own.index(gone)] = after
        there = self.cell(self.player, after)
        for player, men in enumerate(self.men):
            if player != self.player:
                men[:] = [WAITING if other != WAITING and self.cell(player, other) == there else other for other in men]

    def chances(self) -> dict[str, float]:
        """Return how likely each throw is."""
        return dict.fromkeys("123456", 1 / 6)

    def returns(self) -> Sequence[float] | None:
        """Return the share of the others behind each player less that of those before."""
        if not self.is_over():
            return None
        keys = [(sum(gone >= ROUND for gone in men), -men.count(WAITING)) for men in self.men]
        return [sum((key > other) - (key < other) for other in keys) / (PLAYERS - 1) for key in keys]


RIVALS = {"race-of-four": RaceOfFour}
