"""Coverage: what is counted at each filter, where it is shown, and which filters of the gallery never fire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.commands import check_page, run
from tests.support.engines import game, play
from tests.support.gallery import EXAMPLES, Example
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import ChoiceFilter
from tilewright.model.files import read_text
from tilewright.model.game.recognition import condition_of
from tilewright.model.objects import walk
from tilewright.runtime import Game, State, load
from tilewright.runtime.proof.perft_tables import INITIAL, perft_table_of
from tilewright.runtime.simulation import simulate
from tilewright.runtime.why.coverage import Coverage, Covered, annotate, counted, cover

BY_NAME = {example.name: example for example in EXAMPLES}
NAMES = [
    "tic-tac-toe", "othello", "checkers", "connect-four", "brandubh", "kalah", "dots-and-boxes", "nine-mens-morris",
    "hex", "bagh-chal", "rolit", "mu-torere", "international-draughts",
]  # fmt: skip
"""Games of which many plies are played in no time."""

ROW = """game Row {
  players X, O
  board 3x1
  pieces Man:M
  place Put = empty
  effect Own = set own Man
  effect End = goto all -> own @(0,0)(1,0)(2,0) -> win
}
"""


def counts(found: Coverage) -> list[tuple[str, int, int, int]]:
    return [(c.filter.text, c.tried, c.passed, c.rejected) for c in found.filters]


def test_what_is_counted() -> None:
    """Three cells are filled in turn. Moves are looked for in four positions, in the last one for the other player too:

    five times on three cells, of which 3, 2, 1, 0 and 0 are empty. The effects follow each of the three plies.
    """
    found = cover(game(ROW, "interpreter"), 1)
    assert (found.games, found.plies) == (1, 3)
    assert counts(found) == [
        ("empty", 15, 6, 9), ("set own Man", 3, 3, 0),
        ("goto all", 3, 3, 0), ("own @(0,0)(1,0)(2,0)", 3, 0, 3), ("win", 0, 0, 0),
    ]  # fmt: skip
    assert [c.filter.text for c in found.never] == ["own @(0,0)(1,0)(2,0)", "win"]
    assert counts(cover(game(ROW, "interpreter"), 4)) == [
        (text, *(4 * n for n in more)) for text, *more in counts(found)
    ]


def test_the_heuristic_is_evaluated_in_each_position() -> None:
    """In four positions by each player: in the last three the first has a man, in the last two the second."""
    found = cover(game(ROW.replace("  effect Own", "  heuristic count { own }\n  effect Own"), "interpreter"), 1)
    assert counts(found)[-1] == ("own", 8, 5, 3)


BRANCHES = """game Branches {
  players X, O
  board 3x1
  pieces Man:M
  directions sides = (1,0) (-1,0)
  setup { ".M." }
  move Walk = own -> select -> along sides -> step -> choose { empty | enemy | off } -> select -> win
  stuck = draw
}
"""


def test_filters_that_branch_count_the_flows_that_come_in() -> None:
    """X has one man in the middle and two ways to go; then the game is over."""
    found = cover(game(BRANCHES, "interpreter"), 1)
    assert found.plies == 1
    assert counts(found) == [
        ("own", 1, 1, 0), ("select", 1, 1, 0), ("along sides", 1, 1, 0), ("step", 2, 2, 0),
        ("choose { empty | enemy | off }", 2, 2, 0), ("select", 2, 2, 0), ("win", 2, 2, 0),
        ("empty", 2, 2, 0), ("enemy", 2, 0, 2), ("off", 2, 0, 2), ("draw", 0, 0, 0),
    ]  # fmt: skip


def test_a_position_in_which_nobody_can_move_counts_how_it_ends() -> None:
    found = cover(game(BRANCHES, "interpreter").position('position P { setup { "M.." } to O }'), 2)
    (stuck,) = (c for c in found.filters if c.filter.text == "draw")
    assert (found.plies, stuck.tried, stuck.passed) == (0, 2, 2)


SIGHT = """game Sight {
  players X, O
  board 3x1
  pieces Man:M
  place Put = empty
  effect Own = set own Man
  sight = own
}
"""


def test_what_players_see_is_looked_at_in_each_position() -> None:
    """Both players look at four positions; X has no man in the first one, and O none in the first two."""
    found = cover(game(SIGHT, "interpreter"), 1)
    (sight,) = (c for c in found.filters if c.filter.text == "own")
    assert (found.plies, sight.tried, sight.passed) == (3, 8, 5)


def test_win_conditions_are_counted_where_they_are_tested() -> None:
    """After all chains, once for each ply at which no rule has ended the game."""
    line = next(c for c in cover(load("tic-tac-toe"), 30).filters if c.filter.filter == "WinConditionFilter")
    played = simulate(load("tic-tac-toe", "interpreter"), 30)
    assert (line.tried, line.passed) == (played.plies, sum(played.wins))


@pytest.mark.parametrize("name", NAMES)
def test_the_games_are_those_of_simulate(name: str) -> None:
    plain = load(BY_NAME[name].file("game"), "interpreter")
    found = cover(plain, 3, seed=5, max_plies=100)
    assert found.plies == simulate(plain, 3, seed=5, max_plies=100).plies
    assert found == cover(plain, 3, seed=5, max_plies=100)
    assert found.filters != cover(plain, 3, seed=6, max_plies=100).filters


@pytest.mark.parametrize("name", NAMES)
def test_both_syntaxes_count_the_same(name: str) -> None:
    one, other = (cover(load(BY_NAME[name].file(syntax)), 2, max_plies=60) for syntax in ("game", "xmi"))
    assert counts(one) == counts(other)
    assert [c.filter.address for c in one.filters] == [c.filter.address for c in other.filters]
    assert all(c.filter.place.file.endswith(".xmi") for c in other.filters)


SET_TO_SET = frozenset({
    "PatternFilter", "GuardFilter", "CompareFilter", "CellsFilter", "StepFilter", "IterativeFilter", "FloodFilter",
    "ImageFilter", "RecordFilter", "MarkFilter", "OptionFilter", "StateEffectFilter", "MoveEffectFilter",
    "CounterEffectFilter", "TurnEffectFilter", "PhaseEffectFilter",
})  # fmt: skip
"""Filters from which every flow that they pass comes to the next one."""


def above_of(element: Element) -> Iterator[Element]:
    """Yield the elements that contain an element."""
    while (element := element.eContainer()) is not None:
        yield element


def is_opposite(element: Element) -> bool:
    """Return whether an element is the test before what is done otherwise."""
    choice = element.eContainer()
    return isinstance(choice, ChoiceFilter) and condition_of(choice) is not None and element is choice.alternatives[1]


EDGE = """
game Edge {
  players A
  board 4x1
  pieces Man:M
  directions east = (1,0)
  directions west = (-1,0)
  mark from
  counter n 0..9
  setup { "M..." }
  move Go = own -> select from -> if has { step east } { step east } else { step west 3 } -> select -> move from
  effect = n += 1 -> if n == 9 -> win
}
"""


def test_what_a_condition_asks_counts_once() -> None:
    """The opposite test rejects whatever passes the other one, and its author has not written it."""
    found = cover(game(EDGE, "interpreter"), 5)
    asked = [(c.filter.text, c.passed, c.rejected) for c in found.filters if "step" in c.filter.text]
    assert found.plies == 45 and not found.never
    assert sorted(asked[1:]) == [
        ("has { step east }", 35, 10), ("no { step east }", 10, 0), ("step east", 35, 0), ("step east", 35, 10),
        ("step west 3", 10, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_flow_is_lost_between_filters(name: str) -> None:
    plain = load(BY_NAME[name].file("game"))
    found = cover(plain, 2, max_plies=60)
    elements = counted(plain.document.root)
    assert len(elements) == len(found.filters) == len({c.filter.address for c in found.filters})
    every = {e for e in plain.document.root.eAllContents() if e.eClass.name.endswith("Filter")}
    twice = every.difference(elements)
    assert every.issuperset(elements) and all(any(is_opposite(above) for above in above_of(e)) for e in twice)
    by_element = dict(zip(elements, found.filters, strict=True))
    followed = 0
    for element, covered in by_element.items():
        assert covered.tried == covered.passed + covered.rejected
        assert covered.never is (covered.passed == 0)
        after = element.nextFilter
        if element.eClass.name in SET_TO_SET and after is not None and after.eClass.name != "WinConditionFilter":
            assert by_element[after].tried == covered.passed, covered.filter
            followed += 1
    assert followed or name in ("tic-tac-toe", "connect-four", "hex")
    assert sum(c.passed for c in found.filters) > found.plies


# -- where it is shown


def lines_with_filters(plain: Game, found: Coverage) -> list[tuple[str, list[tuple[int, int, int]]]]:
    sources = annotate(found, plain.document)
    return [
        (line.text.strip(), [(c.tried, c.passed, c.rejected) for _, c in line.filters])
        for source in sources
        for line in source.lines
        if line.filters
    ]


@pytest.mark.parametrize("name", [*NAMES, "othello-mini", "othello-hexagonal", "king-of-the-hill"])
@pytest.mark.parametrize("syntax", ["game", "xmi"])
def test_every_filter_stands_on_its_line(name: str, syntax: str) -> None:
    plain = load(BY_NAME[name].file(syntax))
    found = cover(plain, 1, max_plies=2)
    placed = [
        (c, line, column) for s in annotate(found, plain.document) for line in s.lines for column, c in line.filters
    ]
    assert sorted(c.filter.address for c, _, _ in placed) == sorted(c.filter.address for c in found.filters)
    for covered, line, column in placed:
        word = covered.filter.text.split()[0].strip("[{(,")
        written = line.text[max(column - 2, 0) :]
        assert word in written or (word == "do" and ";" in written[:2]), (covered.filter, line)


def test_a_model_in_xmi_is_written_out(tmp_path: Path) -> None:
    path = tmp_path / "row.xmi"
    from tilewright.model.document import Syntax
    from tilewright.model.files import write

    path.write_text(write(read_text(ROW, "row.game"), Syntax.XMI), encoding="utf-8")
    one, other = game(ROW, "interpreter"), load(path)
    assert lines_with_filters(one, cover(one, 2)) == lines_with_filters(other, cover(other, 2))
    (source,) = annotate(cover(other, 1), other.document)
    assert "".join(f"{line.text}\n" for line in source.lines) == ROW
    assert source.file == f"{path}, written in the notation"


def test_a_game_that_extends_another_shows_both_texts() -> None:
    plain = load(BY_NAME["othello-mini"].file("game"))
    sources = list(annotate(cover(plain, 1), plain.document))
    assert [Path(source.file).name for source in sources] == [
        "othello-mini.game", "othello-adjacent.game", "othello.game",
    ]  # fmt: skip
    assert [any(line.filters for line in source.lines) for source in sources] == [False, True, True]


TEXT = """\
Row: 2 games, 6 plies

row.game
     tried     passed   rejected   line
                                        1  game Row {
                                        2    players X, O
                                        3    board 3x1
                                        4    pieces Man:M
        30         12         18        5    place Put = empty
         6          6          0        6    effect Own = set own Man
         6          6          0        7    effect End = goto all -> own @(0,0)(1,0)(2,0) -> win
         6          0          6 !                                    ^ own @(0,0)(1,0)(2,0)
         0          0          0 !                                                            ^ win
                                        8  }

3 of 5 filters have fired
! row.game:7:28: own @(0,0)(1,0)(2,0) has rejected all 6
! row.game:7:52: win was never tried
"""


@pytest.fixture
def row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("row.game").write_text(ROW, encoding="utf-8")
    return "row.game"


def test_the_text(row: str) -> None:
    result = run("coverage", row, "--games", "2")
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", TEXT)


def test_failing_for_what_never_fired(row: str) -> None:
    result = run("coverage", row, "--games", "2", "--fail-never")
    assert (result.exit_code, result.stdout) == (1, TEXT)
    assert run("coverage", "othello", "--games", "3", "--fail-never").exit_code == 0
    path = Path(row)
    path.write_text(ROW.replace("own @(0,0)(1,0)(2,0)", "own @(0,0)"), encoding="utf-8")
    assert run("coverage", row, "--games", "2", "--fail-never").exit_code == 0
    for form in ("json", "html"):
        path.write_text(ROW, encoding="utf-8")
        assert run("coverage", row, "--games", "1", "--fail-never", "--format", form).exit_code == 1


def test_for_programs(row: str) -> None:
    facts = json.loads(run("coverage", row, "--games", "2", "--seed", "3", "--format", "json").stdout)
    assert {key: value for key, value in facts.items() if key != "filters"} == {
        "game": "Row", "games": 2, "plies": 6, "seed": 3, "never": 2,
    }  # fmt: skip
    assert len(facts["filters"]) == 5
    assert facts["filters"][0] == {
        "filter": "PatternFilter", "name": "Put", "text": "empty",
        "place": {"file": "row.game", "line": 5, "column": 15},
        "address": "//@board/@legalMovesPipeline/@filters.0",
        "tried": 30, "passed": 12, "rejected": 18, "never": False,
    }  # fmt: skip
    assert [f["never"] for f in facts["filters"]] == [False, False, False, True, True]


def test_the_page(row: str) -> None:
    page = check_page(run("coverage", row, "--games", "2", "--format", "html").stdout)
    rows = {
        kind: [[cell.text_content().strip() for cell in line] for line in page.xpath(f"//tr[@class='{kind}']")]
        for kind in ("fired", "never")
    }
    assert [cells[:4] for cells in rows["fired"]] == [
        ["30", "12", "18", "5"], ["6", "6", "0", "6"], ["6", "6", "0", "7"],
    ]  # fmt: skip
    assert rows["never"] == [["6", "0", "6", "", "^ own @(0,0)(1,0)(2,0)"], ["0", "0", "0", "", "^ win"]]


def test_markup_in_a_source_is_text(row: str) -> None:
    Path(row).write_text(ROW.replace("{\n", "{ // <script>alert(1)</script>&amp;\x0b\n", 1), encoding="utf-8")
    page = check_page(run("coverage", row, "--games", "1", "--format", "html").stdout)
    assert "// <script>alert(1)</script>&amp;" in page.xpath("string(//tr[td[4]='1']/td[5])")


def test_it_begins_where_it_is_told(row: str) -> None:
    facts = json.loads(run("coverage", row, "--games", "1", "--after", "a1 b1", "--format", "json").stdout)
    assert facts["plies"] == 1 and facts["filters"][0]["tried"] == 9
    assert json.loads(run("coverage", row, "--games", "1", "--max-plies", "2", "--format", "json").stdout)["plies"] == 2


@pytest.mark.parametrize("games", ["0", "-1", "x"])
def test_nothing_to_play(games: str) -> None:
    assert run("coverage", "othello", "--games", games).exit_code == 2
    with pytest.raises(ValueError, match="is not between"):
        cover(load("tic-tac-toe"), 0)


def test_written_places_are_those_of_the_same_filters() -> None:
    """The walk through a model that was written and read again meets the same elements."""
    from tilewright.model.document import Syntax
    from tilewright.model.files import write

    for example in EXAMPLES:
        document = load(example.file("xmi")).document
        again = read_text(write(document, Syntax.GAME), "again.game", Syntax.GAME)
        assert [e.eClass.name for e in walk(document.root)] == [e.eClass.name for e in walk(again.root)], example


# -- the gallery

ENOUGH = 6_000
"""The plies of random games of an example, if one of its filters has not fired until then."""
LATER, SHORT = 10, 60
"""The games, and their plies, from each position of an example's table of counts."""
SOON, FEW = 60, 2
"""The games, and their plies, from a rare position."""

CHOICES: dict[str, list[dict[str, str]]] = {
    "battleship": [{"n": "4", "rounds": "81"}],
    "harvest": [{"hatching": "nextTurn", "patience": "2"}],
    "harvest-at-once": [{"hatching": "nextTurn", "patience": "2"}],
    "harvest-fog": [{"hatching": "nextTurn", "patience": "2"}],
    "markov-soccer": [{"horizon": "40"}],
    "othello-choices": [
        {"goal": "least", "diagonals": "no", "obliged": "no", "moves": "2"},
        {"capture": "adjacent", "diagonals": "no"},
        {"capture": "adjacent"},
    ],
    "project-l": [
        {"number": "1", "whites": "4", "blacks": "5", "pieces": "4"},
        {"number": "4", "whites": "12", "blacks": "5", "pieces": "4"},
    ],
    "snake": [{"limit": "5"}],
    "twenty-forty-eight": [{"goal": "32"}],
}
"""Choices of parameters with which more filters have something to do."""


@dataclass(frozen=True)
class Rare:
    """What hardly comes in random games: the rows of a position, the rest of it, and moves that lead on from there."""

    rows: str
    rest: str
    moves: str = ""

    def state(self, game: Game) -> State:
        """Return the state of a game after the moves."""
        setup = " ".join(f'"{row}"' for row in self.rows.split("/"))
        return play(game.position(f"position Rare {{ setup {{ {setup} }} {self.rest} }}"), self.moves)


ROOK = "k......./......../......../......../......../......../......../K......R"
TO_AND_FRO = "h1-h2 a8-b8 h2-h1 b8-a8 "
REPEATED = Rare(ROOK, "to White", TO_AND_FRO * 3 + "h1-h2 a8-b8 h2-h1")
QUIET = Rare(ROOK, "to White, counter quiet = 149")
STALEMATE = Rare("k......./..K...../.Q....../......../......../......../......../........", "to Black")
HARVEST = (
    "........../.R......../........../...#....../...#..#.../...#..#.../......#.../........../........B./.........."
)
CHASE = "a5-b5 a1-b1 b5-a5 b1-a1 "
LONG_CHASE = "a9-b9 a1-b1 b9-a9 b1-a1 "

RARE: dict[str, list[Rare]] = {
    "antichess": [REPEATED],
    "atomic": [
        REPEATED,
        Rare(".....r../......../......../......../......../......../......k./....K..R", "to White"),
    ],
    "banners": [Rare("...../...../...../s..../Ss...", "to Red, phase battle")],
    "banqi": [Rare("GAERHCS /gaerhcs /        /......../......../h......./Sr......", "to Red")],
    "brandubh": [
        Rare("......./.A...../......./......K/......./......./.......", "to Attackers",
             "b6-b5 g4-g3 b5-b6 g3-g4 b6-b5 g4-g3 b5-b6"),
    ],
    "breakthrough": [Rare("......../......../......../....p.../...P..../......../......../........", "to White")],
    "breakthrough-6x6": [Rare("....../....../...p../..P.../....../......", "to White")],
    "chess": [REPEATED, QUIET, STALEMATE],
    "connect-four-pop-out": [
        Rare("......./......./......./......./......./Rr.....", "to Red", "a1=pop b1=pop a1 b1 a1=pop b1=pop a1"),
    ],
    "corner-to-corner": [
        Rare("/".join(["." * 14] * 14), f'to First, zone hand {{ "{piece}{"." * 20}" / "123v4ltozFILNPTUVWxYZ" }}')
        for piece in "12"
    ],
    "crazyhouse": [REPEATED, QUIET, STALEMATE],
    "dark-chess": [
        Rare(ROOK, "to White", TO_AND_FRO + "h1-h2 a8-b8 h2-h1"),
        Rare(ROOK, "to White, counter quiet = 99"),
        Rare("kp....../" + "pp....../" * 6 + "pp.....K", "to Black"),
    ],
    "harvest": [
        Rare(HARVEST, "to Red, counter ready = { h2 1/0 }", "h2-i2"),
        Rare(HARVEST, "to Red, counter ready = { j2 0/0 }"),
    ],
    "harvest-at-once": [
        Rare(HARVEST, "to Red, counter ready = { h2 1/0 }", "h2-i2 end"),
        Rare(HARVEST, "to Red, counter ready = { j2 0/0 }", "end"),
    ],
    "harvest-fog": [
        Rare(HARVEST, "to Red, counter ready = { h2 1/0 }", "h2-i2"),
        Rare(HARVEST, "to Red, counter ready = { j2 0/0 }"),
    ],
    "horde": [
        REPEATED,
        Rare("r...k..r/......../......../......../......../......../......../PPPPPPPP", "to Black"),
    ],
    "intellector": [
        Rare("        I/      .pp/    ...../  ......./........./........./........./.......  /....i    /...      /d        ",
             "to White"),
    ],
    "international-draughts": [
        Rare(" k . . . ./. . . . . / . . . . ./. . . . . / . . . . ./. . . . . / . . . . ./. . . . . / . . . . ./K . . . . ",
             "to White", "a1-b2 b10-a9 b2-a1 a9-b10 a1-b2 b10-a9 b2-a1"),
        Rare(" k m m . ./. . . . . / . . . . ./. . . . . / . . . . ./. . . . . / . . . . ./. . . . . / . . . . ./K . . . . ",
             "to White, counter endgame = 32"),
    ],
    "king-of-the-hill": [REPEATED, QUIET, STALEMATE],
    "los-alamos": [
        Rare("k...../....../....../....../....../K....R", "to White",
             "f1-f2 a6-b6 f2-f1 b6-a6 " * 3 + "f1-f2 a6-b6 f2-f1"),
        Rare("k...../....../....../....../....../K....R", "to White, counter quiet = 149"),
    ],
    "minesweeper": [
        Rare("*......./......../......../......../......../......../......../........",
             "to Solo, counter near = { a7 1 b7 1 b8 1 }, phase digging"),
    ],
    "minishogi": [
        Rare("k..../...../...../...../..R.K", "to Black", "c1-c2 a5-a4 c2-c1 a4-a5 " * 2 + "c1-c2 a5-a4 c2-c1"),
        Rare("k..../...../...../...../..R.K", "to White", "a5-a4 c1-c2 a4-a5 c2-c1 " * 2 + "a5-a4 c1-c2 a4-a5"),
        Rare("k..../...../...../...../R...K", "to White", CHASE * 2 + "a5-b5 a1-b1 b5-a5"),
        Rare(".k.../...../...../...../R...K", "to Black", "a1-b1 b5-a5 b1-a1 a5-b5 " * 2 + "a1-b1 b5-a5 b1-a1"),
    ],
    "nine-mens-morris": [Rare("W--w--./-.-.-.-/--...--/w..X.../--...--/-.-.-.-/.--.--.", "to White, counter hand = 0/0")],
    "oshi-zumo": [Rare("....W....", "to A, counter rounds = 999")],
    "othello-elimination": [Rare("Bb....../......../......../......../......../......../......../........", "to Black")],
    "racing-kings": [
        Rare("......../k......./......../......../......../......../......../K......R", "to White",
             "h1-h2 a7-b7 h2-h1 b7-a7 " * 3 + "h1-h2 a7-b7 h2-h1"),
        Rare("......../......../......../......../......../.Q....../.......K/k.......", "to Black"),
    ],
    "rising-tide": [
        Rare("~~~~~~~/~~~~~~~/~~RB~~~/~~.B~~~/~~B~~~~/~~~~~~~/~~~~~~~", "to Blue, counter tide = 2", "c3-c4"),
    ],
    "shogi": [
        Rare("k......../........./........./........./........./........./........./........./..R.....K", "to Black",
             "c1-c2 a9-a8 c2-c1 a8-a9 " * 2 + "c1-c2 a9-a8 c2-c1"),
        Rare("k......../........./........./........./........./........./........./........./R.......K", "to White",
             LONG_CHASE * 2 + "a9-b9 a1-b1 b9-a9"),
        Rare(".k......./........./........./........./........./........./........./........./R.......K", "to Black",
             "a1-b1 b9-a9 b1-a1 a9-b9 " * 2 + "a1-b1 b9-a9 b1-a1"),
    ],
    "snake": [Rare("/".join(["." * 10] * 10), "to A, counter life = { e5 1/0 g5 0/1 }")],
    "star-halma": [
        Rare("            G    /           GG    /          GGG    /         GGG.    /    .......G...../    ............ /"
             "    ...........  /    ..........   /    ........R    /   B.........    /  BB.......RR    / BBBB.....RRR    /"
             "BBB......RRRR    /    ....         /    ...          /    ..           /    .            ", "to Red"),
    ],
    "tak": [
        Rare("...../..f../..F../...../.....", "to White, counter stones = 9/0, counter capstones = 1/0, phase play"),
    ],
    "three-check": [
        REPEATED, QUIET, STALEMATE,
        Rare("k......./......../......../......../......../......../.p....../K.......", "to White"),
    ],
    "xiangqi": [
        Rare("...k...../" + "........./" * 8 + "...R.K...", "to Black", "d10-e10 d1-e1 e10-d10 e1-d1 d10-e10 d1-e1 e10-d10"),
        Rare("....k..../" + "........./" * 8 + "...R.K...", "to Red", "d1-e1 e10-d10 e1-d1 d10-e10 d1-e1 e10-d10 e1-d1"),
        Rare("...k...../" + "........./" * 8 + "R....K...", "to Red, counter quiet = 119"),
    ],
}  # fmt: skip

OFFICERS = "attack comes from chess, and is asked for officers alone"
EXHAUSTED = "random players seldom have so many pieces that a reward is not in the box"
MUTUAL = "both players would have to answer each check with a check"

NEVER: dict[str, list[tuple[str, str]]] = {
    "corridors": [("draw", "whoever has a way to his goal, as each must, has a step")],
    "dark-chess": [
        ("own Pawn", OFFICERS),
        ("step slant", OFFICERS),
    ],
    "project-l": [
        ("where { if level >= level { goto asked } }", EXHAUSTED),
        ("if level >= level { goto asked }", EXHAUSTED),
        ("goto asked", EXHAUSTED),
        ("least level", EXHAUSTED),
        ("any", EXHAUSTED),
        ("any", EXHAUSTED),
    ],
    "xiangqi": [("if enemy checks >= 4", MUTUAL), ("draw", MUTUAL)],
}
"""The filters that do not fire even so, in the order of their places, each with the reason why not."""


def runs(example: Example) -> Iterator[tuple[Rare | dict[str, str] | str, Coverage]]:
    """Yield what is covered: in a random game, from the positions of the tables, with choices, and in more games."""
    plain = load(example.file("game"), "interpreter")
    yield "a random game", cover(plain, 1, max_plies=1000)
    table = perft_table_of(plain)
    assert table is not None
    for name, position in table.positions.items():
        if name != INITIAL:
            yield name, cover(plain.state(position), LATER, max_plies=SHORT)
    for rare in RARE.get(example.name, []):
        yield rare, cover(rare.state(plain), SOON, max_plies=FEW)
    for settings in CHOICES.get(example.name, []):
        yield settings, cover(load(example.file("game"), "interpreter", settings=settings), LATER, max_plies=1000)
    seed = plies = 0
    while plies < ENOUGH:
        seed += 1
        found = cover(plain, 1, seed=seed, max_plies=1000)
        plies += found.plies
        yield f"random game {seed}", found


def test_the_tables_are_about_examples() -> None:
    assert {*CHOICES, *RARE, *NEVER} <= set(BY_NAME)
    assert all(reason for rows in NEVER.values() for _, reason in rows)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_what_never_fires_in_the_gallery(example: Example) -> None:
    """Every filter of a game has something to do, but for those of the table: games are played until all have fired.

    Each rare position, and each choice of parameters, is needed: something fires there first.
    """
    left: dict[str, Covered] | None = None
    shown = []
    for what, found in runs(example):
        never = {covered.filter.address: covered for covered in found.never}
        fired = [] if left is None else [covered for address, covered in left.items() if address not in never]
        left = never if left is None else {address: left[address] for address in left if address in never}
        print(f"{example}, {what}: {found.games} games, {found.plies} plies")
        for covered in fired:
            print(f"  {covered.filter.place}: {covered.filter.text} has fired")
        if fired and not isinstance(what, str):
            shown.append(what)
        if not left:
            break
    assert left is not None
    still = sorted(left.values(), key=lambda covered: covered.filter.place)
    assert [covered.filter.text for covered in still] == [text for text, _ in NEVER.get(example.name, [])]
    assert shown == [*RARE.get(example.name, []), *CHOICES.get(example.name, [])]
