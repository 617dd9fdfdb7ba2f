"""Games drawn at random in which a king must not be attacked: pieces that leap, ride, jump over others, or look far.

Such a post-check is not made for moves that it cannot see (see ``trials`` of the compiler), so here is what may go wrong:
pins, screens, kings that are taken or come back, moves that change more cells than one, checks from all sides.

python -m tests.support.royal_models [SEED]     prints a game
"""

from __future__ import annotations

import sys
from random import Random

PIECES = ("Man", "Rook", "Cat", "Dog", "King")
DIRECTIONS = """
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  directions knight = (1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2)
  directions ahead relative = (0,-1)
  directions slant relative = (-1,-1) (1,-1)"""
WAYS = ("orth", "diag", "all8", "ahead", "slant", "knight")
KEEPS = ("empty", "piece", "own", "enemy", "Man", "enemy Man", "!King", "Rook Cat")


class _Drawing:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.width, self.height = random.choice(((4, 4), (5, 5), (5, 6), (6, 5), (8, 8), (9, 9)))

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def attack(self) -> str:
        """Return what one piece attacks."""
        ways, keep = self.random.choice(WAYS), self.random.choice(KEEPS)
        if self.chance(0.05):
            return self.random.choice(
                (
                    f"has {{ step {ways} -> {keep} }} -> step {self.random.choice(WAYS)}",
                    f"step {ways} -> flood orth {keep}",
                    f"first {{ step {ways} -> {keep} | step {self.random.choice(WAYS)} }}",
                )
            )
        return self.random.choice(
            (
                f"step {ways}",
                f"step {ways} * through empty",
                f"step {ways} * through empty",
                f"step {ways} * through {keep}",
                f"step {ways} 1..2 through {keep}",
                f"step {ways} 2 through {keep}",
                f"step {ways} 2..3 through empty",
                f"along {ways} -> step -> {keep} -> step",
                "along all8 -> step -> empty -> choose { bend all8 -> step | bend all8 -1 -> step }",
                f"along {ways} -> ray empty until piece end -> ray empty until piece end",
                f"along {ways} -> ray empty until {keep} end -> step",
                f"ray {ways} empty until enemy end",
                f"ray {ways} empty until King end",
                f"step {ways} -> step {self.random.choice(WAYS)} * through empty",
                f"union {{ step {ways} | step {self.random.choice(WAYS)} * through empty }}",
                f"step {ways} -> !at middle",
            )
        )

    def after(self) -> str:
        """Return what a move does besides."""
        return self.random.choice(
            (
                "", "", "", "", " -> n += 1", " -> do { step orth -> set empty }", " -> first { Man at edge -> set own Rook | any }",
                " -> first { at edge -> Man -> set own King | any }", " -> do { step ahead -> enemy -> set own Man }",
                " -> choose { option \"a\" -> first { Man -> set own Cat | any } | option \"b\" }", " -> do { goto from -> set own Man }",
                " -> choose { no { Man at edge } | at edge -> option \"p\" -> first { Man -> set own Rook | any } }",
                " -> first { has { step orth -> enemy } -> n += 1 | any } -> choose { option \"a\" | no { Cat } -> option \"b\" }",
                " -> choose { no { King } -> set own Dog | King }",
                " -> do { step ahead -> Man -> set own Cat } -> choose { no { Man at edge } | Man at edge -> option \"p\" }",
                " -> at middle", " -> mark from", " -> do { goto all -> Dog -> n += 1 }",
            )
        )  # fmt: skip

    def rules(self) -> list[str]:
        """Return the rules of moves."""
        pieces = " ".join(self.random.sample(PIECES, 4))
        target = self.random.choice(("!own", "!own", "!own", "empty", "enemy", "!Man"))
        found = [f"move Go = own -> select from -> attack -> {target} -> select -> move from{self.after()}"]
        options = (
            f"move Push = own Man -> select from -> step ahead -> empty -> select -> move from{self.after()}",
            f"move Push = own Man Cat -> select from -> step diag 2 through piece -> empty -> select -> move from{self.after()}",
            "move Drop = if n < 5 -> goto all -> empty -> at middle -> select -> set own Man -> n += 1",
            f"move Swap = own -> select from -> step {self.random.choice(WAYS)} -> own -> select -> swap from",
            "move Turn = own Man -> select -> set own Rook",
            "move Give = own Dog -> select -> set enemy Dog",
            f"move Ride = own {pieces} -> select from -> step all8 * through empty -> empty -> select -> move from",
            "move Burn = own Cat -> select from -> step orth -> enemy -> select -> set empty",
        )
        return found + self.random.sample(options, self.random.choice((0, 1, 1, 2)))

    def game(self) -> str:
        """Return the text."""
        random = self.random
        alternatives = "\n".join(
            f"    | own {' '.join(random.sample(PIECES, random.choice((1, 1, 2))))} -> {self.attack()}"
            for _ in range(random.choice((2, 3, 4, 5)))
        )
        check = random.choice(
            (
                "no as enemy { threat }",
                "no { has as enemy { threat } }",
                "no as enemy { goto all -> attack -> enemy King }",
                "no as enemy { threat } -> no as enemy { goto all -> attack -> enemy Dog at middle }",
                "no { threat }",
                "no as enemy { goto all -> own Rook Cat -> attack -> enemy King }",
                "no as enemy { goto middle -> attack -> enemy King }",
            )
        )
        row = list("MMMRRCCDD")
        cells = self.width * self.height
        signs = ["K"] * random.choice((1, 1, 1, 2)) + random.sample(row, random.choice((3, 5, 7)))
        signs += [sign.lower() for sign in signs]
        signs += ["."] * (cells - len(signs))
        signs = signs[:cells]
        random.shuffle(signs)
        rows = ["".join(signs[y * self.width : (y + 1) * self.width]) for y in range(self.height)]
        flip = random.choice((" FlipRows", " Rotate180", ""))
        lines = [
            f"players White, Black{flip}",
            f"board {self.width}x{self.height}",
            "pieces Man:M Rook:R Cat:C Dog:D King:K",
            DIRECTIONS.strip(),
            f"region middle = row 1..{self.height - 2}",
            "region edge relative = row 0",
            "mark from",
            "counter n per",
            "setup { " + " ".join(f'"{text}"' for text in rows) + " }",
            f"sub attack = union {{\n{alternatives} }}",
            "sub threat = has { goto all -> attack -> enemy King }",
            *self.rules(),
            *(
                [
                    f"effect = {self.random.choice(('goto all -> Dog at edge -> set empty', 'n := 0', 'goto all -> no { own King } -> lose'))}"
                ]
                if self.chance(0.3)
                else ()
            ),
            f"ensure = {check}",
            "stuck = lose",
        ]
        return "game Royal {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def draw(random: Random) -> str:
    """Return the text of a game. It is valid in most cases."""
    return _Drawing(random).game()


if __name__ == "__main__":
    print(draw(Random(sys.argv[1] if len(sys.argv) > 1 else "0")))
