"""Tracing: watching changes nothing, every step is told as it was, and folding leaves nothing out."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path as File
from random import Random
from typing import Any

import pytest

from tests.support.commands import check_page, run
from tests.support.engines import game, play, tiny
from tests.support.gallery import EXAMPLES
from tilewright.runtime import Game, State, load
from tilewright.runtime.interpreter.recording import Recorder
from tilewright.runtime.interpreter.watching import Watched
from tilewright.runtime.why.coverage import cover
from tilewright.runtime.why.paths import Path, Step, Trace, folded, rejections
from tilewright.runtime.why.reports import named_cells, trace_page
from tilewright.runtime.why.tracing import trace

PLAYED = [
    ("tic-tac-toe", 9), ("othello", 40), ("rolit", 30), ("checkers", 50), ("international-draughts", 20),
    ("connect-four", 20), ("kalah", 30), ("go", 30), ("brandubh", 20), ("lines-of-action", 15), ("abalone", 3),
    ("nine-mens-morris", 30), ("chess", 8), ("minishogi", 8), ("dots-and-boxes", 12), ("bagh-chal", 20),
]  # fmt: skip
"""Games that between them use the whole language, and how many plies of each are played."""
BY_NAME = {example.name: example for example in EXAMPLES}


def example(name: str) -> Game:
    return load(BY_NAME[name].file("game"))


def states(start: State, plies: int, seed: str) -> Iterator[State]:
    """Yield the states of a random game, each with moves."""
    random = Random(seed)
    state = start
    for _ in range(plies):
        if state.is_over:
            return
        yield state
        state = state.play(random.choice(list(state.legal_moves)))


def steps_of(path: Path, *, inside: bool = True) -> Iterator[Step]:
    """Yield all steps of a path, of its forks and of what was run inside."""
    for step in path.steps:
        yield step
        for section in step.inside if inside else ():
            for inner in section.paths:
                yield from steps_of(inner)
    for fork in path.forks:
        yield from steps_of(fork, inside=inside)


def all_steps(found: Trace) -> list[Step]:
    return [step for part in found.parts for path in part.paths for step in steps_of(path)]


# -- watching


@pytest.mark.parametrize(("name", "plies"), PLAYED)
def test_a_watched_interpreter_plays_the_same(name: str, plies: int) -> None:
    plain = example(name)
    recorder = Recorder()
    watched = Watched(plain.document.root, plain.document.places, recorder)
    engine = plain.engine
    random = Random(name)
    position = engine.initial()
    assert watched.initial() == position
    for _ in range(plies):
        node, other = engine.settle(position), watched.settle(position)
        assert list(node.moves) == list(other.moves) and node.position == other.position
        if not node.moves:
            break
        move = random.choice(list(node.moves))
        after = engine.take(node, move)
        assert after == watched.take(other, move) == watched.play(position, move) == engine.play(position, move)
        assert list(engine.options(position, move[:1])) == list(watched.options(position, move[:1]))
        position = after
    assert recorder.take() != []


def test_a_whole_game_ends_alike() -> None:
    """Results and scores too: the games that coverage plays are those that simulate plays."""
    for name in ("othello", "kalah", "connect-four"):
        plain = example(name)
        watched = Watched(plain.document.root, plain.document.places, Recorder())
        random = Random(name)
        node, other = plain.engine.settle(plain.engine.initial()), watched.settle(watched.initial())
        while node.moves:
            move = random.choice(list(node.moves))
            node, other = plain.engine.settle(plain.engine.take(node, move)), watched.settle(watched.take(other, move))
        assert node.position.returns is not None
        assert (node.position, list(node.moves)) == (other.position, list(other.moves))


def test_play_is_not_watched() -> None:
    """Whoever asks for a trace or for coverage gets an interpreter for it; that of the game stays as it is."""
    plain = load("othello", "interpreter")
    engine = plain.engine
    trace(plain.initial_state(), "d6")
    cover(plain, 1)
    assert plain.engine is engine and not isinstance(engine, Watched)
    assert engine._builder.watched is False  # type: ignore[attr-defined]


# -- what is told


def told(found: Trace) -> dict[str, str]:
    """Return for each part what came of it: the filters that rejected it, or that it passed."""
    return {
        part.name or part.kind: "passed" if part.passed else " / ".join(
            dict.fromkeys(step.filter.text for path in part.paths for step in rejections(path))
        )
        for part in found.parts
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "after", "move", "verdict", "parts"),
    [
        ("othello", "", "d6", "legal", {"Enclose": "passed", "Flip": "passed", "Place": "passed"}),
        ("othello", "", "d3", "not legal: no rule lets it through", {"Enclose": "captured"}),
        ("othello", "", "d5", "not legal: no rule lets it through", {"Enclose": "empty"}),
        (
            "chess", "", "e2-e5", "not legal: no rule lets it through",
            {
                "Officer": "select from", "Push": "select to", "Double": "select to", "Take": "enemy",
                "EnPassant": "at ep", "CastleK": "select from", "CastleQ": "select from",
            },
        ),
        ("chess", "", "e2", "not legal: it is only the beginning of a move", None),
        (
            "chess", "e2-e4 e7-e5 d1-h5 b8-c6 f1-c4 g8-f6 h5-f7", "a7-a6",
            "not legal: the post-check refuses it; Black has no move, so the game is over", None,
        ),
        ("tic-tac-toe", "a1 a2 b1 b2 c1", "c2", "the game is over", {}),
        ("chess", "e2-e4 f7-f5 d1-h5", "a7-a6", "not legal: the post-check refuses it", None),
        ("chess", "e2-e4 f7-f5 d1-h5", "g7-g6", "legal", None),
        (
            "checkers", "c3-d4 b6-c5", "a3-b4", "not legal: a rule lets it through, but other moves take precedence: d4-b6",
            None,
        ),
        ("tic-tac-toe", "a1 a2 b1 b2", "c1", "legal", {"Mark": "passed", "effect": "passed", "win condition": "passed"}),
    ],
)  # fmt: skip
def test_what_comes_of_a_move(name: str, after: str, move: str, verdict: str, parts: dict[str, str] | None) -> None:
    found = trace(play(example(name).initial_state(), after), move)
    assert found.verdict == verdict
    assert found.legal is verdict.startswith("legal")
    if parts is not None:
        assert told(found) == parts


def test_the_steps_of_a_move() -> None:
    start = example("chess").initial_state()
    found = trace(start, "e2-e4")
    (double,) = (part for part in found.parts if part.name == "Double")
    (path,) = double.paths
    pawns = "8 cells: a2 b2 c2 d2 e2 f2 …"
    assert [(step.filter.text, named_cells(step.after or 0, start.game)) for step in path.steps] == [
        ("own Pawn", pawns), ("at second", pawns), ("select from", "e2"), ("step ahead", "e3"), ("empty", "e3"),
        ("mark ep", "e3"), ("step ahead", "e4"), ("empty", "e4"), ("select to", "e4"), ("move from", "e4"),
        ("quiet := 0", "e4"),
    ]  # fmt: skip
    source = BY_NAME["chess"].file("game").read_text(encoding="utf-8").splitlines()
    for step in path.steps:
        line = source[step.filter.place.line - 1]
        assert line[step.filter.place.column - 1 :].startswith(step.filter.text)
    before = [start.position.boards] * 9
    assert [step.boards.boards for step in path.steps[:9]] == before
    assert path.steps[9].boards.boards == path.steps[10].boards.boards == start.play("e2-e4").position.boards


GUARDED = """
  move Hop = own Man -> select here -> step orth -> has as enemy { step orth -> own King } -> where { step east -> off }
    -> select -> move here
  move Stay = own -> select
"""


def test_what_is_run_inside_filters() -> None:
    start = tiny("M.k/..k", GUARDED, "interpreter")
    found = trace(start, "a2-b2")
    hop, *_ = found.parts
    (path,) = hop.paths
    assert [step.filter.filter for step in path.steps] == [
        "PatternFilter",
        "SelectFilter",
        "StepFilter",
        "GuardFilter",
        "GuardFilter",
    ]
    flow_guard, cell_guard = path.steps[3:]
    (condition,) = flow_guard.inside
    assert condition.label == "condition"
    assert {step.me for inner in condition.paths for step in steps_of(inner)} == {1}
    assert cell_guard.after is None and named_cells(cell_guard.before, start.game) == "b2 a1"
    (inner,) = cell_guard.inside[0].paths
    assert (inner.times, inner.died, inner.folded) == (2, True, True)
    assert [(step.filter.text, step.times) for step in inner.steps] == [("off", 2)]


def test_loops_and_calls_and_choices_are_told_inside() -> None:
    found = trace(play(example("checkers").initial_state(), "c3-d4 b6-c5"), "d4-b6")
    jump = found.parts[0]
    assert jump.name == "ManJump" and jump.passed
    (path,) = jump.paths
    repeat = next(step for step in path.steps if step.filter.filter == "RepeatFilter")
    (body,) = repeat.inside
    assert body.label == "body" and len(body.paths) == 2, "a leap, and a try to leap on"
    assert [path.died for path in body.paths] == [False, True]
    labels = {section.label for step in all_steps(found) for section in step.inside}
    assert {"body", "sub leap", "sub promote"} <= labels


def test_a_rule_of_another_phase() -> None:
    rules = "phases First, Second\nmove A in First = own -> select -> phase Second\nmove B in Second = own -> select"
    start = tiny("Mm", rules, "interpreter")
    for state, move, other in ((start, "a1", "B"), (play(start, "a1"), "b1", "A")):
        found = trace(state, move)
        assert found.legal
        assert {part.name: (part.kind, part.passed) for part in found.parts} == {
            "A": ("move", True), "B": ("move", True), other: ("move of another phase", False),
        }  # fmt: skip
        assert all(part.paths == () for part in found.parts if part.name == other)


def test_a_forced_pass() -> None:
    start = example("othello").initial_state()
    state = next(s for seed in "123456789" for s in states(start, 60, seed) if str(s.legal_moves[0]) == "pass")
    found = trace(state, "pass")
    assert found.legal and found.verdict == "legal: no rule has a move, so it must be passed"
    assert not any(part.passed for part in found.parts)


@pytest.mark.parametrize(("name", "plies"), PLAYED)
def test_traces_agree_with_play(name: str, plies: int) -> None:
    """Of a legal move one rule is passed, and the effects leave the board as play does; others are refused."""
    start = example(name).initial_state()
    random = Random(name)
    before: list[Any] = []
    for state in states(start, min(plies, 8), name):
        move = random.choice(list(state.legal_moves))
        found = trace(state, move)
        assert found.legal and not found.cut
        if str(move) != "pass" or any(part.passed for part in found.parts):
            assert any(part.passed and part.kind in ("move", "place") for part in found.parts)
            assert all(part.passed for part in found.parts if part.kind == "ensure")
            last = [
                part for part in found.parts if part.kind not in ("ensure", "win condition", "move of another phase")
            ]
            boards = [part.paths[-1].steps[-1].boards.boards for part in last if part.kind == "effect" or part.passed]
            assert boards and state.play(move).position.boards == boards[-1]
        for old in before:
            if old not in state.legal_moves:
                assert not trace(state, old).legal
        before = [*before, move][-3:]


# -- folding

CROSS = """
  move Hit = own Man -> select here -> along orth -> step -> enemy -> select -> move here
  effect = any
"""


def test_forks_that_died_at_the_same_filter_are_one() -> None:
    start = tiny(".k./.Mk/.k.", CROSS, "interpreter")
    (path,) = trace(start, "b2-c2").parts[0].paths
    assert [(fork.died, fork.times, fork.folded, fork.direction) for fork in path.forks] == [
        (False, 1, False, "(1,0)"), (True, 2, True, None), (True, 1, False, "(-1,0)"),
    ]  # fmt: skip
    (select,) = path.forks[1].steps
    assert select.filter.text == "select" and select.times == 2 and select.after is None
    assert named_cells(select.before, start.game) == "b3 b1"
    (unfolded,) = trace(start, "b2-c2", fold=False).parts[0].paths
    assert [fork.direction for fork in unfolded.forks] == ["(1,0)", "(0,1)", "(-1,0)", "(0,-1)"]
    assert [fork.died for fork in unfolded.forks] == [False, True, True, True]


EACH = """
  move Go = own -> select
  effect = do as each { goto all -> own -> n += 1 } -> goto all -> wherenot as each { step west -> own King }
"""


def test_branches_of_different_players_stay_apart() -> None:
    """What the rules did as one player is never told of another; what they did as the same one is folded."""
    start = tiny("M.m/MKm", EACH, "interpreter")
    (path,) = trace(start, "a1").parts[-1].paths
    (body,), _, (condition,) = (step.inside for step in path.steps)
    assert [
        [(step.filter.text, step.me, step.times, named_cells(step.after or 0, start.game)) for step in branch.steps]
        for branch in body.paths
    ] == [
        [("goto all", me, 1, "all 6 cells"), ("own", me, 1, own), ("n += 1", me, 1, own)]
        for me, own in enumerate(("a2 a1 b1", "c2 c1"))
    ]
    rejected = {
        (step.filter.text, step.me): (step.times, named_cells(step.before, start.game))
        for branch in condition.paths
        for step in rejections(branch)
    }
    assert rejected == {
        (text, me): found
        for text, found in (("step west", (2, "a2 a1")), ("own King", (3, "a2 b2 a1")))
        for me in (0, 1)
    }


@pytest.mark.parametrize(("name", "plies"), PLAYED)
def test_folding_loses_nothing(name: str, plies: int) -> None:
    for state in states(example(name).initial_state(), min(plies, 4), f"fold {name}"):
        for move in {str(state.legal_moves[0]), str(state.legal_moves[-1])}:
            short, full = trace(state, move), trace(state, move, fold=False)
            assert [(part.kind, part.name, part.passed) for part in short.parts] == [
                (part.kind, part.name, part.passed) for part in full.parts
            ]
            for one, other in zip(short.parts, full.parts, strict=True):
                assert folded(other.paths) == folded(folded(other.paths))
                assert sum(path.times for path in one.paths) == len(other.paths)
                assert {s.filter for p in one.paths for s in rejections(p)} == {
                    s.filter for p in other.paths for s in rejections(p)
                }
                for folded_path, path in zip(one.paths, other.paths, strict=len(one.paths) == len(other.paths)):
                    if folded_path.times == 1:
                        assert sum(fork.times for fork in folded_path.forks) == len(path.forks)


# -- the command

TEXT = """\
Tiny, X to move: b2-c2

3 . k .
2 . M k
1 . k .
  a b c

move Hit (board.game:19:8)
   1  own Man                                          19:14   → b2
   2  select here                                      19:25   → b2
   3  along orth                                       19:40   → b2
      fork: b2 (1,0)
     4  step                                           19:54   → c2
     5  enemy                                          19:62   → c2
     6  select                                         19:71   → c2
     7  move here                                      19:81   → c2
      fork 2×: b2
✗    8  select 2×                                      19:71   ✗ rejects b3 b1
      fork: b2 (-1,0)
     9  step                                           19:54   → a2
✗   10  enemy                                          19:62   ✗ rejects a2

    1          4          9
    3 . k .    3 . k .    3 . k .
    2 . # k    2 . M #    2 # M k
    1 . k .    1 . k .    1 . k .
      a b c      a b c      a b c

effect (board.game:20:12)
   1  any                                              20:12   → c2

b2-c2 is legal.
"""


@pytest.fixture
def board(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with the game of the cross; a reason and a label in it are no markup."""
    from tests.support.engines import VOCABULARY

    setup = 'setup { ".k." ".Mk" ".k." }'
    text = f"game Tiny {{\n  players X, O\n  board 3x3\n{VOCABULARY}  {setup}\n\n\n\n\n\n{CROSS}}}\n"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.game").write_text(text, encoding="utf-8")
    return "board.game"


def test_the_text(board: str) -> None:
    result = run("trace", board, "b2-c2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == TEXT


def test_every_line_fits(board: str) -> None:
    for name, move in (("chess", "e2-e4"), ("othello", "d6"), ("checkers", "a3-b4")):
        text = run("trace", str(BY_NAME[name].file("game")), move).stdout
        boards = [line for line in text.splitlines() if line.startswith("    ") and "#" in line]
        assert boards and all(len(line) <= 100 for line in boards)


def test_the_text_names_the_players_of_branches(tmp_path: File) -> None:
    path = tmp_path / "each.game"
    path.write_text(
        """game Each {
          players Red, Blue
          board 3x1
          pieces Man:R/B
          counter n
          setup { "R.B" }
          move Go = own -> select -> turn next
          effect = do as each { goto all -> own -> n += 1 }
        }""",
        encoding="utf-8",
    )
    for after, move, labels in (("", "a1", ("own", "own as Blue")), ("a1", "c1", ("own as Red", "own"))):
        _, effect = run("trace", str(path), move, "--after", after).stdout.split("\neffect ")
        lines = [line.split() for line in effect.splitlines() if " own" in line and "do as each" not in line]
        assert [" ".join(line[1:-3]) for line in lines] == list(labels)
        assert [line[-1] for line in lines] == ["a1", "c1"]


def test_one_rule_alone(board: str) -> None:
    text = run("trace", "chess", "e2-e4", "--rule", "Double").stdout
    assert "move Double" in text and "move Push" not in text and "effect" not in text
    assert "effect Moved" in run("trace", "chess", "e2-e4", "--rule", "Moved").stdout
    assert "ensure" in run("trace", "chess", "e2-e4", "--rule", "ensure").stdout
    result = run("trace", "chess", "e2-e4", "--rule", "Doubel")
    assert (result.exit_code, result.stdout) == (2, "") and "did you mean 'Double'?" in result.stderr


def test_all_unfolds(board: str) -> None:
    assert "fork 2×" in run("trace", board, "b2-c2").stdout
    text = run("trace", board, "b2-c2", "--all").stdout
    assert "×" not in text and text.count("fork:") == 4


def test_a_mark_that_stands_for_nothing_else(tmp_path: File) -> None:
    text = 'game G {\n players X, O\n board 2x1\n pieces Man:#/*\n setup { "#." }\n move M = own -> select -> win\n}'
    path = tmp_path / "g.game"
    path.write_text(text, encoding="utf-8")
    assert "    1 + .\n" in run("trace", str(path), "a1").stdout


def test_where_it_begins() -> None:
    assert "c4 is legal" in run("trace", "othello", "c4", "--after", "d6").stdout
    assert "e1-g1 is legal" in run("trace", "chess", "e1-g1", "--position", "Kiwipete").stdout


@pytest.mark.parametrize(("move", "said"), [("z9", "the board has no cell z9"), ("x", "neither a cell nor an option")])
def test_what_is_no_move(move: str, said: str) -> None:
    result = run("trace", "othello", move)
    assert (result.exit_code, result.stdout) == (1, "") and said in result.stderr


def test_for_programs(board: str) -> None:
    facts = json.loads(run("trace", board, "b2-c2", "--format", "json").stdout)
    assert set(facts) == {"game", "player", "move", "legal", "verdict", "cut", "parts"}
    assert (facts["game"], facts["player"], facts["move"], facts["legal"]) == ("Tiny", "X", "b2-c2", True)
    hit, _ = facts["parts"]
    assert set(hit) == {"kind", "name", "place", "passed", "paths"}
    assert hit["place"] == {"file": "board.game", "line": 19, "column": 8}
    (path,) = hit["paths"]
    assert set(path) == {"times", "start", "direction", "died", "folded", "steps", "forks"}
    assert path["steps"][1] == {
        "filter": "SelectFilter", "name": None, "text": "select here",
        "place": {"file": "board.game", "line": 19, "column": 25},
        "address": "//@board/@legalMovesPipeline/@rules.0/@filter/@nextFilter",
        "player": "X", "times": 1, "before": ["b2"], "after": ["b2"], "direction": None, "ended": False, "failed": False, "inside": [],
    }  # fmt: skip
    assert [(fork["times"], fork["died"]) for fork in path["forks"]] == [(1, False), (2, True), (1, True)]
    assert path["forks"][1]["steps"][0]["after"] is None


def test_the_page(board: str) -> None:
    page = check_page(run("trace", board, "b2-c2", "--format", "html").stdout)
    shown = [code.text for code in page.xpath("//code")]
    assert shown == [
        "own Man", "select here", "along orth", "step", "enemy", "select", "move here", "select", "step", "enemy", "any",
    ]  # fmt: skip
    assert [box.xpath("string(div[@class='head']/code)") for box in page.xpath("//div[@class='rejected']")] == [
        "select", "enemy",
    ]  # fmt: skip
    marked = [cell.get("title") for cell in page.xpath("//td[@class='cell in']")]
    assert marked == ["b2", "c2", "a2"]


def test_markup_in_a_model_is_text() -> None:
    rules = """
  move Hit = own Man -> select
  effect = any with {} with { name "<script>alert(1)</script>" }
"""
    start = tiny("M./..", rules, "interpreter")
    start.game.name = "<b>X</b>"
    page = check_page(trace_page(trace(start, start.legal_moves[0]), start))
    assert page.xpath("string((//h2)[2]/text())").strip() == "effect <script>alert(1)</script>"
    assert "<b>X</b>" in page.xpath("string(//h1)") and not page.xpath("//b")


def test_text_and_data_agree() -> None:
    """Everything that a trace found is in both forms."""
    source = str(BY_NAME["brandubh"].file("game"))
    move = run("moves", source).stdout.split()[0]
    facts = json.loads(run("trace", source, move, "--format", "json").stdout)
    text = run("trace", source, move).stdout

    def walk(paths: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for path in paths:
            for step in path["steps"]:
                yield step
                for section in step["inside"]:
                    yield from walk(section["paths"])
            yield from walk(path["forks"])

    steps = [step for part in facts["parts"] for step in walk(part["paths"])]
    assert len(steps) > 10
    assert text.count("✗ rejects") == sum(step["after"] is None for step in steps)
    assert text.count(" → ") == sum(step["after"] is not None for step in steps)


ROW = """game G {
  players X, O
  board 3x1
  pieces Man:M
  place P = empty -> empty
  effect = set own Man
}"""


def test_a_game_without_a_file() -> None:
    """Filters of a model that has no places are told apart all the same."""
    state = load(game(ROW, "interpreter").document.root).initial_state()
    found = trace(state, "a1")
    assert [step.filter.address for step in all_steps(found)] == [
        "//@board/@legalMovesPipeline/@filters.0", "//@board/@legalMovesPipeline/@filters.0/@nextFilter",
        "//@board/@effectPipeline/@filters.0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "failing", "alive"),
    [
        ("move A = own Man -> select here -> n += 30000 -> n += 30000 -> move here", ["n += 30000"], ["n += 30000"]),
        ("move A = own Man -> select here -> do { n += 30000 -> n += 30000 }", ["do { n += 30000 -> n += 30000 }", "n += 30000"], []),
        ("move A = own Man -> select here\n  effect = n += 30000 -> n += 30000", ["n += 30000"], ["own Man"]),
        ("place A = own Man -> n += 30000 -> n += 30000", ["n += 30000"], ["own Man"]),
        ("move A = own Man -> select here\n  move A2 = own Man -> select -> set own King", [], ["set own King"]),
    ],
)  # fmt: skip
def test_a_trace_ends_where_the_rules_fail(rules: str, failing: list[str], alive: list[str]) -> None:
    """At the filter, in a rule or an effect, with those that run it; or behind all, if two ways to make a move differ."""
    state = tiny("M.m.", rules, "interpreter")
    found = trace(state, "a1")
    assert found.error is not None and not found.legal
    assert found.verdict == f"the rules fail: {found.error.diagnostics[0].message}"
    steps = list(all_steps(found))
    assert [step.filter.text for step in steps if step.failed] == failing
    assert all(step.after is None for step in steps if step.failed)
    assert set(alive) <= {step.filter.text for step in steps if not step.failed}
    assert ("✗ fails with a1" in trace_page(found, state).replace("</span>", "")) == bool(failing)


def test_a_trace_of_rules_that_fail_is_printed_before_the_error(tmp_path: File) -> None:
    file = tmp_path / "wrong.game"
    file.write_text(ROW.replace("effect = set own Man", "counter n 0..2\n  effect = n += 3"), encoding="utf-8")
    traced = run("trace", str(file), "a1")
    assert "n += 3" in traced.stdout and "✗ fails with a1" in traced.stdout
    assert traced.stdout.endswith("\nthe rules fail: the counter 'n' would be 3; its bounds are 0..2.\n")
    assert traced.stderr.startswith(f"{file}:7:12: error: ") and traced.exit_code == 1
    explained = run("explain", str(file), "a1")
    assert (
        explained.stderr.splitlines()[1]
        == f"  the rules fail; 'tilewright trace {file} a1' shows how far the move comes"
    )
    assert (explained.stdout, explained.exit_code) == ("", 1)


CHOSEN = """game Chosen {
  players A, B
  parameter size 2..4 = 3
  variant Wide = size 4
  board 4x1
  pieces Man:m/n
  counter n 0..2
  place Put = empty
  effect = set own Man -> n += 1 -> if size > 2 -> n += size
}
"""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--set", "size=4"], "--set size=4"),
        (["--variant", "Wide", "--after", ""], "--variant Wide"),
        (["--set", "size=2", "--after", "a1, b1"], "--set size=2 --after a1,b1"),
        (["--set", "size=2", "--after", "a1 b1"], "--set size=2 --after a1,b1"),
        (["--position", "some where.txt"], "--position 'some where.txt'"),
    ],
)
def test_the_trace_that_is_proposed_is_of_the_same_position(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch, given: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    File("chosen.game").write_text(CHOSEN, encoding="utf-8")
    File("some where.txt").write_text('position P { setup { "m..n" } to A, counter n = 2 }', encoding="utf-8")
    lines = run("explain", "chosen.game", "c1", *given).stderr.splitlines()
    assert f"  the rules fail; 'tilewright trace chosen.game c1 {told}' shows how far the move comes" in lines
    assert "the rules fail: " in run("trace", "chosen.game", "c1", *shlex.split(told)).stdout
