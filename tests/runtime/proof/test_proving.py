"""The proof pack: what it finds, what it says, and that it finds what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.places import GALLERY
from tests.support.rules import FLOOD
from tests.support.terminals import terminal
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.engines.compiled import Compiled, Listed
from tilewright.runtime.position import Position
from tilewright.runtime.position_state import PositionState
from tilewright.runtime.proof import invariants
from tilewright.runtime.proof.agreement import compare
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.proof.leaks import look_for_leaks
from tilewright.runtime.proof.pace import Pace
from tilewright.runtime.proof.perft_tables import perft_table_of, read_perft_table
from tilewright.runtime.proof.playthroughs import difference, record
from tilewright.runtime.refusals import Explanation
from tilewright.runtime.why.explaining import explain


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with tic-tac-toe and its proof pack."""
    for extension in ("game", "perft", "playthrough"):
        shutil.copy(GALLERY / "tic-tac-toe" / f"tic-tac-toe.{extension}", tmp_path)
    return tmp_path / "tic-tac-toe.game"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_game_that_holds(mine: Path, engine: str) -> None:
    result = run("prove", str(mine), "--leaves", "1000", "--games", "2", "--engine", engine)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"ok    perft ({engine}): the initial position: 9 72 504"
    assert lines[1] == f"ok    playthrough ({engine}): the recorded game is played alike"
    assert lines[2].startswith(f"ok    invariants ({engine}): hold in 2 games, ") and len(lines) == 3


NO_TABLE = "there is no table of known counts beside the model"
NO_GAME = "there is no recorded playthrough beside the model; --record makes one"


def test_files_that_are_not_beside_the_model_are_told_once_for_all_engines(mine: Path) -> None:
    mine.with_suffix(".perft").unlink()
    mine.with_suffix(".playthrough").unlink()
    lines = run("prove", str(mine), "--games", "1").stdout.splitlines()
    assert [line for line in lines if line.startswith("none  p")] == [
        f"none  perft: {NO_TABLE}",
        f"none  playthrough: {NO_GAME}",
    ]
    assert len([line for line in lines if line.startswith("ok    invariants (")]) > 1
    alone = run("prove", str(mine), "--games", "1", "--engine", "python").stdout.splitlines()
    assert alone[:2] == [f"none  perft (python): {NO_TABLE}", f"none  playthrough (python): {NO_GAME}"]


def test_where_no_positions_look_alike_nothing_is_said_about_leaks(engine: str) -> None:
    result = run("prove", "kuhn-poker", "--leaves", "1", "--games", "1", "--engine", engine)
    leaks = [line for line in result.stdout.splitlines() if " leaks (" in line]
    assert result.exit_code == 0 and len(leaks) == 1
    assert leaks[0].startswith(f"none  leaks ({engine}): ") and leaks[0].endswith("so nothing was compared")


def test_a_wrong_rule_is_found_by_all_parts(mine: Path, engine: str) -> None:
    change(mine, "place Mark = empty", "place Mark = empty or enemy")
    result = run("prove", str(mine), "--games", "1", "--engine", engine)
    assert result.exit_code == 1
    assert f"WRONG perft ({engine}): initial has 81 positions at depth 2, not 72" in result.stdout
    assert "      a3 9\n" in result.stdout
    assert "      by the rule of the last move: Mark 81\n" in result.stdout
    assert f"WRONG playthrough ({engine}): line" in result.stdout


def test_a_wrong_rule_is_named(tmp_path: Path, engine: str) -> None:
    """A double step that leaps: which rule makes more moves, and where the recorded game has one that is new."""
    for extension in ("game", "perft", "playthrough"):
        shutil.copy(GALLERY / "chess" / f"chess.{extension}", tmp_path)
    change(tmp_path / "chess.game", "step ahead -> empty -> mark ep", "step ahead -> mark ep")
    result = run("prove", str(tmp_path / "chess.game"), "--games", "0", "--leaves", "48", "--engine", engine)
    assert result.exit_code == 1
    assert f"WRONG perft ({engine}): Kiwipete has 51 positions at depth 1, not 48\n" in result.stdout
    assert "by the rule of the last move: Officer 38, Double 5, Push 4, Take 2, CastleK 1, CastleQ 1\n" in result.stdout
    assert (
        "      after a2-a3 g7-g5 g1-f3 c7-c6\n      f2-f4 is new: f2-f4 is legal by the rule Double\n" in result.stdout
    )
    assert '      position First { setup { "rnbqkbnr" "pp.ppp.p"' in result.stdout


def test_a_rule_that_is_too_strict_is_told_by_the_playthrough(mine: Path) -> None:
    change(mine, "place Mark = empty", "place Mark = empty -> empty or enemy @(0,1)")
    found = difference(load(mine), mine.with_suffix(".playthrough").read_text(encoding="utf-8"))
    assert found is not None and found.details[0] == "after no move"
    assert "a1 is gone: the cell 1 below a1 must be" in found.details[1]
    assert found.details[-1].startswith("position First {")


def test_an_engine_that_counts_otherwise_is_followed_to_the_first_difference(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = Compiled._listed

    def wrong(engine: Compiled, position: Position) -> Listed | None:
        found = listed(engine, position)
        if found is not None and position.ply == 1 and position.boards[1] == 1:
            del found.moves[next(iter(found.moves))]
        return found

    monkeypatch.setattr(Compiled, "_listed", wrong)
    monkeypatch.setattr(Compiled, "_leaves", lambda engine, stop, position, depth: None)
    result = run("prove", str(mine), "--games", "1", "--leaves", "1000")
    text = result.stdout
    assert result.exit_code == 1 and "ok    perft (interpreter): the initial position: 9 72 504\n" in text
    assert "WRONG perft (python): initial has 71 positions at depth 2, not 72\n" in text
    assert "      the first difference from the interpreter, after a3: there are no b3\n" in text
    assert '      position First { setup { "X.." "..." "..." } to O }\n' in text


def test_a_count_that_is_wrong_for_all_engines_is_divided_once(mine: Path) -> None:
    mine.with_suffix(".perft").write_text("initial 9 73\n")
    text = run("prove", str(mine), "--games", "0").stdout
    assert text.count("by the rule of the last move: Mark 72\n") == 1
    assert text.count("WRONG perft") == text.count("the interpreter counts the same") + 1 > 1


def test_moves_without_clicks_and_options_hold(tmp_path: Path) -> None:
    """Nothing can be changed in such a move, and all moves begin like it."""
    file = tmp_path / "flood.game"
    file.write_text(FLOOD, encoding="utf-8")
    assert run("prove", str(file), "--games", "3").exit_code == 0
    for verb in (
        ["explain", str(file), "Fill"],
        ["trace", str(file), "Fill"],
        ["render", str(file), "--after", "Fill"],
    ):
        assert run(*verb).exit_code == 0
    assert '"notation": "Fill"' in run("moves", str(file), "--format", "json").stdout


def test_without_tables_there_is_nothing_to_compare(mine: Path) -> None:
    mine.with_suffix(".perft").unlink()
    mine.with_suffix(".playthrough").unlink()
    result = run("prove", str(mine), "--games", "1", "--engine", "interpreter", "--format", "json")
    facts = json.loads(result.stdout)
    assert result.exit_code == 0 and facts["holds"] is True
    assert [(part["part"], part["holds"]) for part in facts["parts"]] == [
        ("perft", None), ("playthrough", None), ("invariants", True),
    ]  # fmt: skip


def test_a_playthrough_is_recorded_beside_the_model(mine: Path) -> None:
    mine.with_suffix(".playthrough").unlink()
    result = run("prove", str(mine), "--games", "0", "--record", "--seed", "3")
    assert result.exit_code == 0 and "recorded" in result.stderr
    text = mine.with_suffix(".playthrough").read_text(encoding="utf-8")
    assert text == record(load(mine), 3) != record(load(mine), 4)


def test_a_changed_playthrough_is_told_by_its_line(mine: Path, engine: str) -> None:
    game = load(mine, engine)
    text = record(game)
    lines = text.splitlines()
    assert difference(game, text) is None
    for number, line in enumerate(lines):
        if line:
            wrong = "\n".join([*lines[:number], line + "x", *lines[number + 1 :]]) + "\n"
            found = difference(game, wrong)
            assert found is not None and found.message.startswith("line ")
    assert difference(game, text + "more\n") is not None
    assert difference(game, "\n".join(lines[:-3])) is not None


@pytest.mark.parametrize(
    ("table", "code", "place"),
    [
        ("initial", "unexpected-token", "1:8"),
        ("initial 9 x", "unresolved-reference", "1:11"),
        ("initial 9\ninitial 9", "unresolved-reference", "2:1"),
        ("Late 9", "unresolved-reference", "1:1"),
        ("initial -9", "bad-value", "1:9"),
        ("7", "unexpected-token", "1:1"),
        ('position P { setup { "..." } }', "bad-value", "1:28"),
        ("position P { }\nposition P { }\nP 9", "bad-value", "2:1"),
        ("position P { to Nobody }", "unresolved-reference", "1:17"),
        ('initial 9 "', "bad-token", "1:11"),
    ],
)
def test_a_table_that_is_wrong(mine: Path, table: str, code: str, place: str) -> None:
    mine.with_suffix(".perft").write_text(table, encoding="utf-8")
    result = run("prove", str(mine))
    assert result.exit_code == 1 and result.stdout == ""
    assert f"tic-tac-toe.perft:{place}: error:" in result.stderr and f"[{code}]" in result.stderr


def test_tables_are_read_whole() -> None:
    game = load("tic-tac-toe")
    text = '// source\ninitial 9 72\nposition Late { setup { "XOX" "OXO" "..." } to X } // late\nLate 3 2'
    table = read_perft_table(text, game)
    assert table.counts == {"initial": (9, 72), "Late": (3, 2)} and list(table.positions) == ["initial", "Late"]
    assert perft_table_of(load(read_text("game A extends othello {\n}", "a.game"))) is None


class Broken(PositionState):
    """A state with some part of it wrong."""


def _over(state: State) -> bool:
    return not state.legal_moves._state.node.moves or state.ply == 2


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("a_game_goes_on_or_is_over", {"is_over": property(_over)}),
        ("results_are_fair", {"returns": property(lambda state: (1.0, 1.0))}),
        ("keys_follow_positions", {"key": property(lambda state: 17)}),
        ("positions_read_back", {"to_text": lambda state, name="P": "position P { to O }"}),
        ("other_moves_are_refused", {"play": lambda state, move: state}),
        ("refusals_have_a_reason", {"explain": lambda state, move: Explanation(str(move), False, "")}),
        ("beginnings_lead_on", {"completions": lambda state, beginning="": []}),
    ],
)
def test_what_does_not_hold_is_named(name: str, broken: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    for feature, value in broken.items():
        monkeypatch.setattr(PositionState, feature, value)
    checked = check_invariants(load("tic-tac-toe"), 1)
    assert name in {violation.invariant for violation in checked.violations}
    assert str(checked.violations[0]).count("; after ") == 1


def test_one_refusal_of_a_position_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "tilewright.runtime.why.explaining.explain",
        lambda state, move, viewer: asked.append(move) or explain(state, move),
    )
    checked = check_invariants(load("tic-tac-toe"), 2)
    assert 0 < len(asked) <= checked.plies + checked.games


def test_a_late_ply_is_no_more_work_than_an_early_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the earlier positions, which a game with repetitions keeps, each is recorded once, not again at every ply."""
    recorded: list[object] = []
    pack = Compiled._known
    monkeypatch.setattr(Compiled, "_known", lambda made, earlier: recorded.append(earlier) or pack(made, earlier))
    checked = check_invariants(load("brandubh", "python"), 1, max_plies=24)
    assert checked.plies == 24 and 0 < len(recorded) <= 2 * checked.plies  # once for its key, once for its record


def test_names_that_are_not_unique_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "notation", lambda game, identity: "a1")
    monkeypatch.setattr("tilewright.runtime.move.Move.__str__", lambda move: "a1")
    checked = check_invariants(load("tic-tac-toe"), 1)
    assert "names_are_unique" in {violation.invariant for violation in checked.violations}


def test_errors_of_the_rules_are_violations() -> None:
    text = (
        "game Ambiguous {\n  players X, O\n  board 2x1\n  pieces Man:M King:K\n"
        "  move One = empty -> select -> set own Man\n  move Two = empty -> select -> set own King\n  stuck = lose\n}"
    )
    checked = check_invariants(load(read_text(text, "ambiguous.game")), 1)
    assert any("ambiguous-move" in violation.message for violation in checked.violations)


PEEKING = """game Peeking {
  players Ann, Ben, Cid
  simultaneous
  board 1x1
  counter bid per round owner
  move Bid owner = amount bid 1..2
  move Wait owner = option "wait"
  ensure = if next bid < 2
  round = if count { any } == 1 -> any
}"""
"""Whoever is before a player that has bid two may not move, so that it matters who moves first."""


def test_a_round_in_which_the_order_matters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Validation refuses such a model, so it is kept from looking."""
    with pytest.raises(ModelError, match="order-matters"):
        load(read_text(PEEKING, "peeking.game"))
    monkeypatch.setattr("tilewright.model.validation.sense.order_findings", lambda model: iter(()))
    checked = check_invariants(load(read_text(PEEKING, "peeking.game"), "interpreter"), 20)
    assert {violation.invariant for violation in checked.violations} == {"choices_of_a_round_are_independent"}


def test_engines_that_list_the_same_moves_but_count_others_do_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled engines count moves without listing them."""
    engines = {name: load("nim", name) for name in ("interpreter", "python")}
    assert not compare(engines, 1).violations
    count = Compiled.perft
    monkeypatch.setattr(Compiled, "perft", lambda made, *asked: count(made, *asked) + 1)
    (violation,) = compare(engines, 1).violations
    assert violation.moves == () and "the number of legal moves: interpreter has" in violation.message


def test_every_invariant_has_a_sentence() -> None:
    assert all((check.__doc__ or "").endswith(".") for check in invariants.INVARIANTS)


def test_a_model_that_goes_wrong_while_it_is_counted(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "wrong.game"
    path.write_text(
        "game Wrong {\n  players X, O\n  board 2x1\n  pieces Man:M\n  counter n 0..1\n"
        "  place Go = empty\n  effect = n += 1 -> set own Man\n  stuck = lose\n}"
    )
    path.with_suffix(".perft").write_text("// none\ninitial 2 2\n")
    result = run("prove", str(path), "--engine", engine)
    assert result.exit_code == 1 and "counter-overflow" in result.stdout
    with pytest.raises(ModelError):
        record(load(path, engine))


# Time


def test_random_games_are_broken_off_when_the_time_is_over() -> None:
    """In the middle of a game; what was checked until then counts."""
    asked = []

    def goes_on(number: int, ply: int) -> bool:
        asked.append((number, ply))
        return (number, ply) < (1, 2)

    checked = check_invariants(load("nim"), 9, goes_on=goes_on)
    assert checked.stopped and checked.games == 1 and checked.plies == len(asked) - 2
    engines = {name: load("nim", name) for name in ("interpreter", "python")}
    compared = compare(engines, 9, goes_on=goes_on)
    assert compared.stopped and compared.games == 1
    tried = look_for_leaks(load("kuhn-poker"), 9, 1, lambda number, ply: number < 6)
    assert tried.stopped and 0 < tried.compared < look_for_leaks(load("kuhn-poker"), 9, 1).compared
    assert not check_invariants(load("nim"), 1).stopped


def test_each_part_has_the_same_time() -> None:
    """Its first ply is played however long that takes, since engines compile then; who wants to know is told each ply."""
    told = []
    times = iter(range(100))
    pace = Pace(2, lambda *what: told.append(what), lambda: float(next(times)))
    for part, engine in (("invariants", "python"), ("engines", None)):
        goes_on = pace.part(part, engine)
        assert goes_on(0, 0)
        next(times), next(times), next(times)
        assert [goes_on(0, ply) for ply in (1, 2, 3)] == [True, True, False]
    assert told[0] == ("invariants", "python", 0, 0) and told[-1] == ("engines", None, 0, 3) and len(told) == 8


def test_without_a_ply_nothing_holds() -> None:
    lines = run("prove", "nim", "--games", "0").stdout.splitlines()
    said = [line for line in lines if "invariants" in line or "engines:" in line]
    assert said and all(line.startswith("none ") and line.endswith("no ply was played, so nothing was checked")
                        for line in said)  # fmt: skip


def test_a_limit_of_time_is_told() -> None:
    result = run("prove", "kuhn-poker", "--games", "1000000", "--time", "0.01")
    lines = [line for line in result.output.splitlines() if line.endswith("then the 0.01 s were over")]
    assert result.exit_code == 0
    assert {line.split()[1] for line in lines} == {"invariants", "leaks", "engines:"}
    assert run("prove", "nim", "--time", "0").exit_code == 2


def test_a_terminal_shows_how_far_the_games_are(tmp_path: Path) -> None:
    """In a line that is gone when results are printed."""
    with terminal(["prove", "nim", "--games", "40", "--engine", "interpreter"], tmp_path) as screen:
        assert screen.wait_for_end() == 0
    assert b"invariants (interpreter): game " in screen.said and b" of 40, ply " in screen.said
    assert not any("of 40" in line for line in screen.lines)
    assert screen.lines[-1].startswith("ok    invariants (interpreter): hold in 40 games")
    plan = " ".join(" ".join(screen.lines).split())
    assert plan.startswith(
        "with the engine interpreter: known counts up to 100000 leaves, the recorded game and 40 random"
    )
    assert "--time SECONDS" in plan


def test_a_terminal_shows_what_goes_on_before_the_games(mine: Path) -> None:
    with terminal(["prove", str(mine), "--leaves", "9", "--games", "1", "--time", "9"], mine.parent) as screen:
        assert screen.wait_for_end() == 0
    said = screen.said.decode()
    for engine in ("interpreter", "python"):
        assert f"perft ({engine}): the initial position, depth 1, 9 leaves" in said
        assert f"playthrough ({engine}): the recorded game" in said
    assert "engines (python): compiling the rules" in said and "--time" not in said
