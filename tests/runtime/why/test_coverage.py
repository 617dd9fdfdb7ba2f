"""Coverage: what is counted at each filter, where it is shown, and which filters of the gallery never fire."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import check_page, run
from tests.support.engines import game
from tests.support.gallery import EXAMPLES, Example
from tilewright.model.files import read_text
from tilewright.model.objects import walk
from tilewright.runtime import Game, load
from tilewright.runtime.simulation import simulate
from tilewright.runtime.why.coverage import Coverage, annotate, cover
from tilewright.runtime.why.filters import filters_of

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


@pytest.mark.parametrize("name", NAMES)
def test_no_flow_is_lost_between_filters(name: str) -> None:
    plain = load(BY_NAME[name].file("game"))
    found = cover(plain, 2, max_plies=60)
    elements = list(filters_of(plain.document.root))
    assert len(elements) == len(found.filters) == len({c.filter.address for c in found.filters})
    every = [e for e in plain.document.root.eAllContents() if e.eClass.name.endswith("Filter")]
    assert set(elements) == set(every) and len(every) == len(elements)
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

GAMES = {
    "abalone": 8, "amazons": 20, "chess": 10, "crazyhouse": 8, "gardner": 100, "go": 50, "go-13x13": 10, "go-19x19": 3,
    "halma": 4, "star-halma": 6,
    "king-of-the-hill": 10, "lines-of-action": 60, "los-alamos": 40, "minishogi": 60, "othello-16x16": 30,
    "othello-circle-16x16": 30, "othello-least-16x16": 30, "pentago": 60, "shogi": 3, "surakarta": 30, "xiangqi": 4,
}  # fmt: skip
"""The random games of those examples that take long; 200 of the others."""

REPEATED = "random players seldom come back to a position so often"
BY_CHECKS = f"comes behind the repetition: {REPEATED}"
CHECKS = "random players seldom repeat a position by giving check"
QUIET = "random players seldom play so long without taking anything"
ENDGAME = "random players seldom hold out so long with few men"
STUCK = "random players seldom leave each other without a move"
STALEMATE = "a stalemate is rare in so few games"
CASTLE = "room to castle on the queen's wing is rare in so few games"
BARE = "random players seldom take each other's last man"
FAR = "random players do not bring their men home"
CHOICE = "another choice is made"
SOLVED = "random players do not solve the puzzle"
BLOCKED = "a four must be prevented where it can be, so that it needs two threats at a time"

NEVER: dict[str, list[tuple[str, str]]] = {
    "brandubh": [
        ("lose", STUCK),
    ],
    "breakthrough": [
        ("no { goto all -> enemy }", BARE),
        ("win", BARE),
    ],
    "breakthrough-6x6": [
        ("no { goto all -> enemy }", BARE),
        ("win", BARE),
    ],
    "chess": [
        ("repeated 5 player", REPEATED),
        ("draw", REPEATED),
        ("draw", STALEMATE),
    ],
    "crazyhouse": [
        ("unattacked", CASTLE),
        ("step west 2", CASTLE),
        ("castle", CASTLE),
        ("do { step west 2 -> mark rook -> step east 3 -> move rook }", CASTLE),
        ("step west 2", CASTLE),
        ("mark rook", CASTLE),
        ("step east 3", CASTLE),
        ("move rook", CASTLE),
        ("repeated 5 player", REPEATED),
        ("draw", REPEATED),
        ("if quiet >= 150", QUIET),
        ("has as enemy { movable }", QUIET),
        ("movable", QUIET),
        ("draw", QUIET),
        ("draw", STALEMATE),
    ],
    "gardner": [
        ("if quiet >= 150", QUIET),
        ("has as enemy { movable }", QUIET),
        ("movable", QUIET),
        ("draw", QUIET),
    ],
    "halma": [
        ("no { goto all -> own !at goal }", FAR),
        ("win", FAR),
    ],
    "intellector": [
        ("lose", STUCK),
    ],
    "international-draughts": [
        ("repeated 3 player", REPEATED),
        ("draw", REPEATED),
        ("if quiet >= 50", QUIET),
        ("draw", QUIET),
        ("if endgame > 32", ENDGAME),
        ("draw", ENDGAME),
    ],
    "king-of-the-hill": [
        ("draw", STALEMATE),
        ("repeated 5 player", REPEATED),
        ("draw", REPEATED),
        ("if quiet >= 150", QUIET),
        ("has as enemy { movable }", QUIET),
        ("movable", QUIET),
        ("draw", QUIET),
    ],
    "lines-of-action": [
        ("lose", STUCK),
    ],
    "los-alamos": [
        ("repeated 5 player", REPEATED),
        ("draw", REPEATED),
    ],
    "minishogi": [
        ("repeated 4 player", REPEATED),
        ("first { if checks >= 6 -> lose | if enemy checks >= 6 -> win | if (1, 0) == 1 -> lose | win }", BY_CHECKS),
        ("if checks >= 6", BY_CHECKS),
        ("lose", BY_CHECKS),
        ("if enemy checks >= 6", BY_CHECKS),
        ("win", BY_CHECKS),
        ("if (1, 0) == 1", BY_CHECKS),
        ("lose", BY_CHECKS),
        ("win", BY_CHECKS),
    ],
    "nine-mens-morris": [
        ("lose", STUCK),
    ],
    "othello-choices": [
        ("first { if diagonals == yes -> step lines -> enemy | step straight -> enemy }", CHOICE),
        ("if diagonals == yes", CHOICE),
        ("step lines", CHOICE),
        ("enemy", CHOICE),
        ("step straight", CHOICE),
        ("enemy", CHOICE),
        ("ray straight enemy until own", CHOICE),
        ("if capture == adjacent", CHOICE),
        ("beside", CHOICE),
        ("if obliged == no", CHOICE),
        ("if made + 1 != moves", CHOICE),
        ("made += 1", CHOICE),
        ("turn same", CHOICE),
        ("score count { enemy }", CHOICE),
        ("enemy", CHOICE),
    ],
    "peg-solitaire": [
        ("no { own !at centre }", SOLVED),
        ("win", SOLVED),
    ],
    "shogi": [
        ("repeated 4 player", REPEATED),
        ("first { if checks >= 6 -> lose | if enemy checks >= 6 -> win | draw }", BY_CHECKS),
        ("if checks >= 6", BY_CHECKS),
        ("lose", BY_CHECKS),
        ("if enemy checks >= 6", BY_CHECKS),
        ("win", BY_CHECKS),
        ("draw", BY_CHECKS),
    ],
    "star-halma": [
        ("if count { home } == 10", FAR),
        (
            "first { has { choose { if next count { home } == 10 | if previous count { home } == 10 } } -> points := 1 "
            "-> score points | points := 2 }",
            FAR,
        ),
        ("has { choose { if next count { home } == 10 | if previous count { home } == 10 } }", FAR),
        ("choose { if next count { home } == 10 | if previous count { home } == 10 }", FAR),
        ("if next count { home } == 10", FAR),
        ("home", FAR),
        ("if previous count { home } == 10", FAR),
        ("home", FAR),
        ("points := 1", FAR),
        ("score points", FAR),
        ("points := 2", FAR),
        ("if next count { home } == 10", FAR),
        ("turn previous", FAR),
    ],
    "surakarta": [
        ("if quiet == 100", QUIET),
        ("score count { goto all -> own }", QUIET),
        ("goto all", QUIET),
        ("own", QUIET),
        ("lose", STUCK),
    ],
    "xiangqi": [
        ("if checks >= 4", CHECKS),
        ("if enemy checks >= 4", CHECKS),
        ("draw", CHECKS),
        ("if checks >= 4", CHECKS),
        ("lose", CHECKS),
        ("if enemy checks >= 4", CHECKS),
        ("win", CHECKS),
        ("if quiet >= 120", QUIET),
        ("has as enemy { movable }", QUIET),
        ("movable", QUIET),
        ("draw", QUIET),
    ],
    "yavalath-three-players": [
        ("four", BLOCKED),
        ("win", BLOCKED),
    ],
}
"""The filters that never fire in these games, in the order of their places, each with the reason why not."""


def test_the_table_is_about_examples() -> None:
    assert set(GAMES) | set(NEVER) <= set(BY_NAME)
    assert all(reason for rows in NEVER.values() for _, reason in rows)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_what_never_fires_in_the_gallery(example: Example) -> None:
    """Every filter of a game has something to do in random games, but for those of the table."""
    found = cover(load(example.file("game")), GAMES.get(example.name, 200), max_plies=1000)
    never = sorted(found.never, key=lambda covered: covered.filter.place)
    print(f"{example}: {found.games} games, {found.plies} plies, {len(found.filters)} filters")
    known = NEVER.get(example.name, [])
    for covered in never:
        reason = next((why for text, why in known if text == covered.filter.text), "?")
        print(f"  {covered.filter.place}: {covered.filter.text} tried {covered.tried}: {reason}")
    assert [covered.filter.text for covered in never] == [text for text, _ in known]
