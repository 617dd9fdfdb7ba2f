"""Boards that go around: each is the board whose links say the same, and no piece of several cells goes around."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.engines import ENGINES, game, need
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference
from tilewright.runtime import perft
from tilewright.runtime.pictures.lines import segments_of
from tilewright.runtime.playouts import playout
from tilewright.runtime.state import Game

WIDTH, HEIGHT = 4, 3
AROUND = {"cylinder": (True, False), "drum": (False, True), "torus": (True, True)}
"""Whether columns and rows go around."""
WAYS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1), "slant": (1, 1)}

HEAD = "game Around {\n  players Ann, Ben\n  board 4x3\n"
RULES = """  pieces Rook:R Leaper:L
  mark from
  setup { "RL.." "...." ".rl." }
  sub slide = union { step east 1..3 through empty | step south 1..2 through empty
    | step west 1..3 through empty | step north 1..2 through empty }
  sub leap = union { step east 2 -> step north | step south 2 -> step west | slant(3) }
  sub slant(n) = step slant 1..n
  move Go = own -> select from -> if Rook { slide } else { leap } -> !own -> select -> move from
  effect = no { goto all -> enemy } -> win
  effect = has { ray east own until empty } -> has { flood south own } -> has { own -> step slant -> own } -> draw
  stuck = lose
}
"""


def around(word: str) -> str:
    """Return a game on a board that goes around, with vectors."""
    vectors = "".join(f"  directions {name} = ({x},{y})\n" for name, (x, y) in WAYS.items())
    return HEAD.replace("4x3", f"4x3 {word}") + vectors + RULES


def linked(word: str) -> str:
    """Return the same game with a link from each cell to the next one."""
    columns, rows = AROUND[word]
    sets = ""
    for name, (x, y) in WAYS.items():
        links = []
        for row, column in product(range(HEIGHT), range(WIDTH)):
            down, right = (row + y) % HEIGHT if rows else row + y, (column + x) % WIDTH if columns else column + x
            if 0 <= down < HEIGHT and 0 <= right < WIDTH:
                links.append(f"({column},{row}) > ({right},{down})")
        sets += f"  directions {name} = links {', '.join(links)}\n"
    return HEAD + sets + RULES


def played(start: Game, games: int) -> list[tuple[str, tuple[float, ...] | None]]:
    """Return the last positions of random games, and their results."""
    ends = [playout(start, seed, max_plies=40) for seed in range(games)]
    return [(str(end), end.returns if end.is_over else None) for end in ends]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("word", AROUND)
def test_it_is_the_board_whose_links_say_the_same(word: str, engine: str) -> None:
    need(engine)
    one, other, flat = (game(text, engine) for text in (around(word), linked(word), around("")))
    counts = [perft(each, 3) for each in (one, other, flat)]
    assert counts[0] == counts[1] > counts[2] > 0
    assert played(one, 5) == played(other, 5)


@pytest.mark.parametrize("word", AROUND)
def test_it_is_written_in_every_syntax(word: str) -> None:
    given = read_text(around(word), "around.game")
    assert f"  board {WIDTH}x{HEIGHT} {word}\n" in write(given, Syntax.GAME)
    for syntax in (Syntax.GAME, Syntax.XMI, Syntax.BGDSL):
        again = read_text(write(given, syntax), f"around.{syntax.value}", syntax)
        assert difference(again.root, given.root) is None


OFFSETS = """game Offsets {
  players Ann, Ben
  board 4x3 WORD
  pieces Stone:A/B
  setup { "A.A." "A..." "A..A" }
  place Put = empty -> own @(1,0) -> own @(0,1)
}
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("word", "legal"),
    [("", []), ("cylinder", ["d2"]), ("drum", ["c1"]), ("torus", ["c1", "d2"])],
)
def test_offsets_go_around(word: str, legal: list[str], engine: str) -> None:
    need(engine)
    start = game(OFFSETS.replace("WORD", word), engine).initial_state()
    assert sorted(str(move) for move in start.legal_moves if str(move) != "pass") == legal


TILES = """game Tiles {
  players Ann, Ben
  board 4x3 WORD
  kind Bar:b { shape "##/#." }
  zone tray 3x2 { "b.." "..." }
  mark piece
  move Lay = goto tray -> piece -> select piece -> union { goto all | goto tray } -> shape piece -> empty -> record -> set like piece
  stuck = lose
}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_pieces_of_several_cells_do_not_go_around(engine: str) -> None:
    need(engine)
    counts = {perft(game(TILES.replace(" WORD", word), engine), 2) for word in ("", " cylinder", " torus")}
    assert len(counts) == 1 and counts.pop() > 0


def test_no_line_is_drawn_around() -> None:
    lines = "  directions orth = (1,0) (0,1)\n  lines orth\n"
    drawn = [
        segments_of(game(around(word).replace("  mark from\n", f"{lines}  mark from\n"), "interpreter").tables, ())
        for word in ("", "torus")
    ]
    assert drawn[0] == drawn[1] and len(drawn[0]) == 17
