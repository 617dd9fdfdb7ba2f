"""analyse: the table, the board, the same for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import COMPILED, need
from tilewright.runtime import load


@pytest.mark.parametrize("engine", COMPILED)
def test_a_win_is_found_and_told(engine: str) -> None:
    need(engine)
    result = run("analyse", "tic-tac-toe", "--after", "a1 b1 a2 b2", "--visits", "200", "--engine", engine)
    lines = result.stdout.splitlines()
    assert lines[0].startswith("TicTacToe, X to move: ") and lines[1] == "proven: X wins"
    assert lines[2].split() == ["move", "visits", "share", "value", "line"]
    assert lines[3].split()[0] == "a3" and lines[3].endswith("+1.000  proven: a3")
    assert len(lines) == 3 + 5 + 1 + 4
    assert lines[-2].split() == ["1", "X", "O", "."] and lines[-1].split() == ["a", "b", "c"]


def test_the_same_for_programs() -> None:
    need("native")
    facts = json.loads(run("analyse", "connect-four", "--visits", "500", "--format", "json").stdout)
    assert facts["visits"] == 500 == sum(move["visits"] for move in facts["moves"]) and facts["proven"] is None
    state = load("connect-four").initial_state()
    assert {move["move"] for move in facts["moves"]} == set(map(str, state.legal_moves))
    for move in facts["moves"]:
        assert -1 <= move["value"] <= 1 and move["principal"][0] == move["move"]
    assert facts == {**json.loads(run("analyse", "connect-four", "--visits", "500", "--format", "json").stdout),
                     "seconds": facts["seconds"]}  # fmt: skip


def test_time_and_how_many_are_listed() -> None:
    need("native")
    lines = run("analyse", "go", "--time", "0.05s").stdout.splitlines()
    assert "and 62 more; --all lists them" in lines or any("more; --all lists them" in line for line in lines)
    everything = run("analyse", "go", "--time", "0.05", "--all").stdout.splitlines()
    assert len(everything) > len(lines) and not any("--all" in line for line in everything)


@pytest.mark.parametrize("engine", COMPILED)
def test_alpha_beta_tells_each_depth(engine: str) -> None:
    need(engine)
    asked = ("analyse", "tic-tac-toe", "--after", "a1 b1 a2 b2", "--search", "minimax", "--engine", engine)
    lines = run(*asked, "--depth", "3").stdout.splitlines()
    assert lines[0].startswith("TicTacToe, X to move: depth 1, ") and lines[1:3] == [
        "best: a3",
        "proven: X wins in 1 ply",
    ]
    assert lines[3].split() == ["depth", "nodes", "value", "line"]
    assert lines[4].split()[0] == "1" and lines[4].endswith("+1.000  proven: a3") and len(lines) == 5
    facts = json.loads(run(*asked, "--depth", "3", "--format", "json").stdout)
    assert (facts["search"], facts["value"], facts["proven"], facts["plies"]) == ("minimax", 1.0, True, 1)
    assert facts["principal"] == ["a3"] and len(facts["depths"]) == 1 and facts["depths"][0]["nodes"] == facts["nodes"]


def test_alpha_beta_looks_deeper_and_deeper() -> None:
    need("native")
    facts = json.loads(run("analyse", "tic-tac-toe", "--search", "minimax", "--depth", "4", "--format", "json").stdout)
    assert [each["depth"] for each in facts["depths"]] == [1, 2, 3, 4] and facts["proven"] is False
    assert [len(each["principal"]) for each in facts["depths"]] == [1, 2, 3, 4]
    lines = run("analyse", "tic-tac-toe", "--search", "minimax", "--time", "5").stdout.splitlines()
    assert lines[2] == "proven: a draw" and "+0.000  proven: " in lines[-1]


def test_a_certain_loss_of_who_plays_alone_is_told(tmp_path: Path) -> None:
    need("native")
    path = tmp_path / "alone.game"
    path.write_text(WALK.replace("at last -> win", "lose"), encoding="utf-8")
    assert run("analyse", str(path), "--visits", "20").stdout.splitlines()[1] == "proven: Red loses"


WALK = """game Walk {
  players Red
  board 16x1
  pieces Man:M
  directions east = (1,0)
  region last = column 15
  mark here
  setup { "M..............." }
  move Step = own -> mark here -> step east -> empty -> select -> move here
  effect = own -> at last -> win
}"""


def test_a_proven_line_is_whole(tmp_path: Path) -> None:
    """It is the solution of a puzzle, and no shorter than it is for programs; of another line the end is told."""
    need("native")
    path = tmp_path / "walk.game"
    path.write_text(WALK, encoding="utf-8")
    asked = ("analyse", str(path), "--search", "minimax")
    walk = [f"{chr(ord('b') + step)}1" for step in range(15)]
    rows = run(*asked, "--depth", "15").stdout.splitlines()[-15:]
    assert json.loads(run(*asked, "--depth", "15", "--format", "json").stdout)["principal"] == walk
    assert rows[-1].endswith(f"  proven: {' '.join(walk)}")
    for depth, row in enumerate(rows[:-1], 1):
        assert row.endswith(f"  {' '.join(walk[:depth])}" if depth <= 12 else f"  {' '.join(walk[:12])} …"), depth
    tree = run("analyse", str(path), "--visits", "200").stdout.splitlines()
    assert tree[3].endswith(f"  proven: {' '.join(walk)}")
    tree = run("analyse", str(path), "--visits", "12").stdout.splitlines()
    assert tree[2].endswith(f"  {' '.join(walk[:8])} …")


def test_it_is_told_that_the_analysis_sees_what_players_do_not() -> None:
    result = run("analyse", "phantom-tic-tac-toe", "--search", "minimax", "--depth", "1")
    assert result.stderr == "PhantomTicTacToe hides something from its players; this looks at all of it\n"
    assert run("analyse", "tic-tac-toe", "--search", "minimax", "--depth", "1").stderr == ""


@pytest.mark.parametrize("kind", [["--visits", "301"], ["--search", "minimax", "--depth", "3"]])
def test_several_threads_search(kind: list[str]) -> None:
    need("native")
    told = [
        run("analyse", "connect-four", *kind, "--threads", "2", "--seed", "4", "--format", "json") for _ in range(2)
    ]
    facts = [json.loads(result.stdout) for result in told]
    if "minimax" in kind:
        assert facts[0]["depths"][-1]["value"] == facts[1]["depths"][-1]["value"]
    else:
        assert facts[0]["moves"] == facts[1]["moves"] and sum(move["visits"] for move in facts[0]["moves"]) == 301
        alone = json.loads(run("analyse", "connect-four", *kind, "--seed", "4", "--format", "json").stdout)
        assert alone["moves"] != facts[0]["moves"]


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ("--search minimax:2", "--search minimax --depth 2"),
        ("--depth 2", "--search minimax --depth 2"),
        ("--search mcts:50", "--search mcts --visits 50"),
        ("--visits 50", "--search mcts --visits 50"),
        ("--search minimax:2 --time 60", "--search minimax --depth 2"),
    ],
)
def test_searches_are_spelled_as_programs_are(options: str, same: str) -> None:
    def facts(words: str) -> dict[str, object]:
        said = json.loads(run("analyse", "tic-tac-toe", *words.split(), "--format", "json").stdout)
        return {name: value for name, value in said.items() if name not in ("seconds", "depths")}

    assert facts(options) == facts(same)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--search minmax", "'minmax' cannot play; did you mean 'minimax'?; there are: mcts, minimax"),
        ("--search mtcs:9", "'mtcs:9' cannot play; did you mean 'mcts'?"),
        ("--search random", "'random' cannot play"),
        ("--search mcts:0", "'mcts:0' cannot play: it can be given from 1 to"),
        ("--search minimax:2 --depth 3", "--search says already how long to search"),
        ("--search mcts:2s --time 3", "--search says already how long to search"),
        ("--search mcts --depth 3", "--depth and --margins are for --search minimax"),
        ("--search mcts:9 --margins", "--depth and --margins are for --search minimax"),
        ("--depth 3 --visits 3", "--visits is for --search mcts"),
    ],
)
def test_searches_that_do_not_fit(options: str, said: str) -> None:
    result = run("analyse", "tic-tac-toe", *options.split())
    assert result.exit_code == 2 and said in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("name", "after", "said"),
    [("kuhn-poker", "", "--after '1 2'"), ("kuhn-poker", "3", "--after '3 1'"), ("pig", "roll", "--after 'roll 1'")],
)
def test_chance_can_be_said(name: str, after: str, said: str) -> None:
    result = run("analyse", name, "--after", after)
    assert result.exit_code == 1 and result.stderr == (
        f"it is nature's turn: there is no move to look for; say what happens, as in {said}\n"
    )
