"""Simulation: what is counted, the intervals, and that the games depend on the seed alone."""

from __future__ import annotations

import json
import pickle
import threading
import time
from dataclasses import replace
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from tests.support.commands import run
from tests.support.engines import game, need
from tests.support.terminals import terminal
from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.runtime import Move, State, load
from tilewright.runtime.contest import contest
from tilewright.runtime.engines import early as early_games
from tilewright.runtime.engines.choosing import Auto
from tilewright.runtime.engines.stopping import Stop, Stopped
from tilewright.runtime.engines.tally import Moments, Played, Survey, Tally
from tilewright.runtime.interpreter import Interpreter, Settled
from tilewright.runtime.kernels.clock import compiled, compiling
from tilewright.runtime.players import Kind, RandomPlayer
from tilewright.runtime.position import Position
from tilewright.runtime.simulation import Estimate, Simulation, mean, share, simulate, summary
from tilewright.runtime.why.coverage import cover

if TYPE_CHECKING:
    from tilewright.runtime.engines.bulk import Bulk


def timeless(found: Simulation) -> Simulation:
    return replace(found, seconds=0.0)


def test_the_games_depend_on_the_seed_alone(engine: str) -> None:
    othello = load("othello", engine)
    one = simulate(othello, 34, seed=5)
    assert timeless(one) == timeless(simulate(othello, 34, seed=5, jobs=2))
    assert timeless(one) != timeless(simulate(othello, 34, seed=6))
    assert one.games == sum(one.wins) + one.draws + one.unfinished == 34


def test_more_games_begin_alike(engine: str) -> None:
    plain = load("tic-tac-toe", engine)
    wins = [simulate(plain, games, seed=1).wins for games in (20, 40)]
    assert all(few <= many for few, many in zip(*wins, strict=True))


PLAYED = Survey([(1, -1), (-1, 1), (0, 0), None], [3, 5, 4, 8], [3, 4, 4, 8], [6, 16, 4, 8], [2, 5, 0, 0], 3.0)


def test_what_is_counted() -> None:
    found = summary(Tally.of(PLAYED), [[0], [1]], first=1)
    assert (found.games, found.plies, found.seconds) == (4, 20, 3.0)
    assert (found.wins, found.draws, found.unfinished) == ((1, 1), 1, 1)
    assert found.shares[0].value == found.draw_share.value == pytest.approx(1 / 3)
    assert found.first.value == 0
    assert (found.length.value, found.shortest, found.longest) == (5, 3, 8)
    assert found.branching.value == pytest.approx((2 + 4 + 1 + 1) / 4)
    assert found.decisions.value == pytest.approx(7 / 4)


def test_the_first_player_gains_what_he_gets_beyond_the_average() -> None:
    """Where rules pay, it does not matter how much all get together."""
    survey = Survey([(3, 5), (7, 5)], [1, 1], [1, 1], [1, 1], [0, 0], 1.0)
    found = summary(Tally.of(survey), [[0], [1]], first=0)
    assert [each.value for each in found.paid] == [5, 5]
    assert (found.first.value, summary(Tally.of(survey), [[0], [1]], first=1).first.value) == (0, 0)
    assert found.first.high == -found.first.low > 0


def test_games_in_slower_code_do_not_count_for_the_speed_if_there_are_others() -> None:
    tally = Tally.of(PLAYED)
    for early, speed in ((Played(), 20 / 3), (Played(8, 2.0), 12.0), (Played(20, 3.0), 20 / 3)):
        tally.early = early
        found = summary(tally, [[0], [1]], first=1)
        assert (found.speed, found.early) == (pytest.approx(speed), early.plies == 20)


def test_games_that_are_played_while_code_is_compiled_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr(Auto, "prepare", lambda self, entry: threading.current_thread())
    game = load("tic-tac-toe")
    found = cast("Bulk", game.engine).tally(game.initial_state().position, range(3), 1, 9, Stop())
    assert found.early == Played(int(found.plies.total), found.seconds) != Played()
    game = load("tic-tac-toe", "python")
    found = cast("Bulk", game.engine).tally(game.initial_state().position, range(3), 1, 9, Stop())
    assert found.early == Played()


def test_machine_code_is_waited_for_where_many_games_are_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games in Python and the compiler take turns at the processor, so that both would take longer."""
    need("native")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(early_games, "EARLY", 0.0)
    monkeypatch.setattr(early_games, "WAITING", 0.0)
    game = load("tic-tac-toe")
    engine, start = cast("Bulk", game.engine), game.initial_state().position
    few, many = (engine.tally(start, range(games), 1, 9, Stop(), following=10**9) for games in (1, 200))
    assert few.early.plies == few.plies.total > 0
    assert (many.early, many.games) == (Played(), 200)


def test_a_perft_waits_for_machine_code_where_many_positions_are_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    need("native")
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(early_games, "EARLY", 0.0)
    monkeypatch.setattr(early_games, "WAITING", 0.0)
    walked: list[Position] = []
    settle = Interpreter.settle

    def settled(interpreter: Interpreter, position: Position) -> Settled:
        walked.append(position)
        return settle(interpreter, position)

    game = load("tic-tac-toe")
    start = game.initial_state().position
    monkeypatch.setattr("tilewright.runtime.engines.choosing.WORTH", 0)
    monkeypatch.setattr(Interpreter, "settle", settled)
    assert cast("Bulk", game.engine).perft(start, 5, Stop()) == 9 * 8 * 7 * 6 * 5
    cast("Auto", game.engine).prepare("perft").join()  # the clock of other tests must not go on meanwhile
    assert len(walked) == 1


def test_machine_code_is_waited_for_no_longer_than_games_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    class Compiler(threading.Thread):
        def is_alive(self) -> bool:
            return True

        def join(self, timeout: float | None = None) -> None:
            now[0] += timeout or 0.0

    early, compiler = early_games.Early(), Compiler()
    early.add(early_games.EARLY / 2)
    assert not early.wait(compiler, 10**6, Stop()), "too little is known yet"
    early.add(early_games.EARLY / 2)
    assert not early.wait(compiler, 1, Stop()), "the game that is left takes less than that is worth"
    assert early.wait(compiler, 16, Stop())
    assert 16 * early_games.EARLY / 2 <= now[0] < 16 * early_games.EARLY / 2 + 2 * early_games.HEARTBEAT
    assert not early.wait(compiler, 16, Stop()), "its patience has ended"
    stop = Stop()
    stop.request()
    with pytest.raises(Stopped):
        early.wait(compiler, 32, stop)


def test_the_time_of_compiling_is_no_time_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    game, before = load("tic-tac-toe", "interpreter"), compiled()
    choose = RandomPlayer.choose

    def chosen(player: RandomPlayer, state: State) -> Move:
        now[0] += 1
        with compiling(), compiling():
            now[0] += 100
        return choose(player, state)

    monkeypatch.setattr(RandomPlayer, "choose", chosen)
    found = contest(game, [Kind("random")] * 2, 2, seed=1)
    assert (found.seconds, found.speed) == (found.plies, 1) and compiled() - before == 100 * found.plies > 0


def test_progress_is_told_after_the_first_game(engine: str) -> None:
    played: list[int] = []
    simulate(load("tic-tac-toe", engine), 40, progress=played.append)
    assert played[:2] == [1, 1] and sum(played) == 40


def test_a_terminal_shows_how_many_games_were_played(tmp_path: Path) -> None:
    with terminal(["simulate", "nim", "--games", "40", "--jobs", "1"], tmp_path) as screen:
        assert screen.wait_for_end() == 0
    assert b"compiling the rules" in screen.said and b"games" in screen.said
    assert screen.lines[0].startswith("Nim: 40 games, ") and "%" not in screen.lines[0]


def test_tallies_add_up() -> None:
    whole, parts = Tally.of(PLAYED), Tally()
    for number in range(4):
        columns = (PLAYED.returns, PLAYED.plies, PLAYED.turns, PLAYED.choices, PLAYED.decisions)
        parts.add(Tally.of(Survey(*([column[number]] for column in columns), 0.75)))
    assert parts == whole


def test_a_game_that_is_over_at_once_has_no_branching() -> None:
    found = summary(Tally.of(Survey([(0, 0), (1, -1)], [0, 2], [0, 2], [0, 6], [0, 2], 1.0)), [[0], [1]], first=0)
    assert (found.games, found.branching.value, found.length.value) == (2, 3, 1)


def test_the_first_player_is_who_begins() -> None:
    played = Tally.of(Survey([(1, -1)] * 3, [3] * 3, [3] * 3, [6] * 3, [2] * 3, 1.5))
    assert summary(played, [[0], [1]], first=0).first.value == 1
    assert summary(played, [[0], [1]], first=1).first.value == -1


def test_intervals() -> None:
    """Wilson's interval for 5 of 10 and 0 of 10, to three digits as published in tables."""
    half = share(5, 10)
    assert (round(half.low, 3), half.value, round(half.high, 3)) == (0.237, 0.5, 0.763)
    none = share(0, 10)
    assert (none.low, none.value, round(none.high, 3)) == (0.0, 0.0, 0.278)
    assert share(0, 0) == Estimate(0.0, 0.0, 1.0)
    found = mean(Moments.of([1, 2, 3, 4, 5]))
    assert found.value == 3 and round(found.high - found.value, 3) == 1.386
    assert isinf(mean(Moments.of([3])).high) and mean(Moments()) == Estimate(0, 0, 0)


def test_compiled_engines_play_the_same_games() -> None:
    """``auto`` goes over from one engine to another meanwhile, and nobody sees it."""
    found = [timeless(simulate(load("othello", name), 40, seed=3, jobs=2)) for name in ("python", "auto")]
    assert found[0] == found[1]


def test_native_games_are_the_same_too(engine: str) -> None:
    if engine != "interpreter":
        assert timeless(simulate(load("othello", engine), 40, 3)) == timeless(simulate(load("othello"), 40, 3))


def test_random_tic_tac_toe_is_as_it_is_known(engine: str) -> None:
    """The first player wins 58.5 % of random games (737/1260), the second 28.8 %, and 12.7 % are drawn."""
    found = simulate(load("tic-tac-toe", engine), 4000, seed=1)
    for estimate, known in zip((*found.shares, found.draw_share), (737 / 1260, 121 / 420, 8 / 63), strict=True):
        assert estimate.low < known < estimate.high


@pytest.mark.parametrize(("games", "jobs"), [(0, 1), (1, 0)])
def test_nothing_to_play(games: int, jobs: int) -> None:
    with pytest.raises(ValueError, match="is not between"):
        simulate(load("tic-tac-toe"), games, jobs=jobs)


def test_long_games_are_left(engine: str) -> None:
    found = simulate(load("othello", engine), 3, max_plies=10)
    assert (found.unfinished, found.longest, found.wins) == (3, 10, (0, 0))


def test_the_command(engine: str) -> None:
    text = run("simulate", "rolit", "--games", "3", "--jobs", "1", "--seed", "4", "--engine", engine)
    assert text.exit_code == 0 and text.stderr == ""
    heads = [line.split()[0] for line in text.stdout.splitlines()]
    assert heads[1:5] == ["Red", "Yellow", "Green", "draws"] and heads[-1] == "decisions"
    one = ("simulate", "tic-tac-toe", "--games", "5", "--jobs", "1", "--engine", engine, "--format", "json")
    facts = json.loads(run(*one).stdout)
    assert {"game", "games", "plies", "seconds", "wins", "draws", "unfinished", "length"} <= set(facts)
    assert facts["games"] == sum(facts["wins"].values()) + facts["draws"] == 5
    assert facts["speed"] > 0 and (facts["compiling"] > 0) >= (engine != "interpreter")


TOGETHER = """game Together {
  players Ann, Ben
  nature Fate
  board 1x1
  counter n move 0..3
  move Roll = option "roll" -> turn nature
  move Call = option "call" -> turn nature
  chance Fall = amount n 1..3 -> first { if n == 1 -> pay 1 | if n == 2 -> pay -2 | turn next }
}
"""


@pytest.mark.parametrize("seats", [(), ("--seat", "Ann=random")])
def test_who_wins_and_loses_together_and_the_choices_of_players(
    engine: str, seats: tuple[str, ...], tmp_path: Path
) -> None:
    model = tmp_path / "together.game"
    model.write_text(TOGETHER)
    one = ("simulate", str(model), *seats, "--games", "60", "--jobs", "1", "--engine", engine)
    facts = json.loads(run(*one, "--format", "json").stdout)
    assert facts["all_won"] + facts["all_lost"] == 60 and facts["draws"] == sum(facts["wins"].values()) == 0
    assert facts["paid"]["Ben"]["value"] == pytest.approx((facts["all_won"] - 2 * facts["all_lost"]) / 60)
    assert facts["branching"]["value"] == 2 and facts["decisions"]["value"] == facts["length"]["value"] / 2
    lines = run(*one).stdout.splitlines()
    assert [line.split(":")[0] for line in lines[3:6]] == [
        f"all win {facts['all_won']}",
        f"all lose {facts['all_lost']}",
        "draws 0",
    ]
    assert not any(line.startswith("first-move advantage") for line in lines), "nobody can gain by it"


SHARED = """game Shared {
  players Ann, Ben, Cid
  nature Dice
  board 1x1
  counter n move 0..3
  move Roll = option "roll" -> turn nature
  chance Fall = amount n 1..3 -> first { if n == 1 -> pay (1, 1, 0) | if n == 2 -> pay (1, 0, 0) | pay (1, 1, 1) }
}
"""


def test_games_with_a_shared_first_place_are_told(tmp_path: Path) -> None:
    """So it is seen why the wins of the players may be more than the games."""
    model = tmp_path / "shared.game"
    model.write_text(SHARED)
    one = ("simulate", str(model), "--games", "60", "--jobs", "1", "--engine", "interpreter")
    facts = json.loads(run(*one, "--format", "json").stdout)
    assert 0 < facts["shared"] == facts["wins"]["Ben"] < facts["wins"]["Ann"] == 60 - facts["all_won"]
    line = f"several share the first place {facts['shared']}: {facts['shared'] / 60:.1%} ("
    assert any(said.startswith(line) for said in run(*one).stdout.splitlines())


def test_it_begins_where_it_is_told() -> None:
    facts = json.loads(
        run(
            "simulate", "tic-tac-toe", "--games", "4", "--after", "a1 a2 b1 b2", "--jobs", "2", "--format", "json"
        ).stdout
    )
    assert facts["longest"] <= 5
    single = json.loads(run("simulate", "tic-tac-toe", "--games", "1", "--jobs", "1", "--format", "json").stdout)
    assert single["length"]["low"] is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_rules_that_go_wrong_are_told_with_their_place(engine: str, jobs: int, tmp_path: Path) -> None:
    """Other processes play a copy of the model; what they meet is told of the file that the user has."""
    file = tmp_path / "wrong.game"
    file.write_text(
        'game Wrong {\n  players X\n  board 2x1\n  setup { ".." }\n  counter n 0..3\n'
        '  move More = option "m" -> n += 1\n}\n',
        encoding="utf-8",
    )
    found = run("simulate", str(file), "--games", "34", "--jobs", str(jobs), "--engine", engine)
    assert found.exit_code == 1
    words = "error: the counter 'n' would be 4; its bounds are 0..3 [counter-overflow]"
    assert found.stderr.splitlines() == [f"{file}:6:29: {words}", '  the rules fail with --after "m m m"']
    later = run("simulate", str(file), "--games", "2", "--after", "m", "--engine", engine)
    assert later.stderr.splitlines()[1:] == found.stderr.splitlines()[1:]


OVERFLOWING = """game Over {
  players White, Black
  board 4x4
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter n 0..12
  mark from
  setup { "mmmm" "...." "...." "MMMM" }
  move Go = own -> select from -> step orth -> empty -> select -> move from
  effect = n += 1
  stuck = lose
}"""


def check_occasion(error: ModelError, plies: int) -> None:
    """The error tells moves after which the rules fail at the move that it tells, also after it was pickled."""
    occasion = error.occasion
    assert occasion is not None and occasion.move is not None and len(occasion.moves) == plies
    assert f'the rules fail at the move {occasion.move}, with --after "{" ".join(occasion.moves)}"' in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.occasion) == (str(error), occasion)
    state = game(OVERFLOWING, "interpreter").initial_state()
    for move in occasion.moves:
        state = state.play(move)
    assert occasion.move in state.legal_moves
    with pytest.raises(ModelError, match="counter-overflow"):
        state.play(occasion.move)


@pytest.mark.parametrize("end", ["stuck = lose", "over = repeated 9 -> win"])
def test_rules_that_go_wrong_are_told_with_the_moves_that_lead_there(engine: str, end: str) -> None:
    wrong = game(OVERFLOWING.replace("stuck = lose", end), engine)
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        simulate(wrong, 20, seed=1)
    check_occasion(caught.value, 12)


def test_coverage_and_programs_tell_the_moves_as_well() -> None:
    wrong = game(OVERFLOWING, "interpreter")
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        cover(wrong, 2)
    check_occasion(caught.value, 12)
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        contest(wrong, [Kind("random"), Kind("random")], 2)
    assert caught.value.occasion is not None and len(caught.value.occasion.moves) == 12


def test_a_tournament_tells_the_moves_as_well(tmp_path: Path) -> None:
    file = tmp_path / "wrong.game"
    file.write_text(OVERFLOWING, encoding="utf-8")
    for command in (
        [
            "tournament",
            str(file),
            "--player",
            "one=random",
            "--player",
            "two=random",
            "--games",
            "2",
            "--after",
            "a1-a2",
        ],
        ["play", str(file), "--seat", "White=random", "--seat", "Black=random", "--after", "a1-a2"],
    ):
        done = run(*command)
        (told,) = (line for line in done.stderr.splitlines() if "--after" in line)
        assert told.startswith('  the rules fail with --after "a1-a2 ')
        assert len(told.split('"')[1].split()) == 12


def test_of_very_long_games_the_last_moves_are_told() -> None:
    moves = tuple(f"m{number}" for number in range(500))
    assert str(Occasion(moves, "x")) == (
        "the rules fail at the move x, after 500 moves, the last of them m494 m495 m496 m497 m498 m499"
    )
    assert str(Occasion(())) == "the rules fail where the game begins"
    assert str(Occasion((), later=True)) == "the rules fail late in a game"
    assert str(Occasion(("a1", "a2"), later=True)) == 'the rules fail later than --after "a1 a2"'
    assert str(Occasion(moves, later=True)).startswith("the rules fail later than 500 moves, the last of them m494")


LATE = """game Late {
  players A, B
  board 1x1
  counter level 0..500
  move Go = select -> level += 1
}"""

LISTED = """game Listed {
  players A, B
  nature Sea
  board 1x1
  counter level 0..4
  move Go = option "go" -> turn nature
  move Wait = option "wait" -> turn nature
  chance Calm = select -> turn next
  chance Rise = option "rise" -> level += 1 -> turn next
}"""
"""Rules that fail while moves are looked for."""


def test_rules_that_go_wrong_late_in_a_game_are_not_told_as_its_beginning(engine: str) -> None:
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        simulate(game(LATE, engine), 1, seed=1)
    known = Occasion(("a1",) * 500)
    assert caught.value.occasion == (known if engine == "interpreter" else Occasion((), later=True))


def check_listed(error: ModelError) -> None:
    """The error tells moves after which the moves of ``LISTED`` cannot be listed."""
    occasion = error.occasion
    assert occasion is not None and not occasion.later and occasion.move is None
    state = game(LISTED, "interpreter").initial_state()
    for move in occasion.moves:
        state = state.play(move)
    with pytest.raises(ModelError, match="counter-overflow"):
        state.count_moves()


def test_rules_that_fail_where_moves_are_looked_for_are_told_with_the_moves_that_lead_there(engine: str) -> None:
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        simulate(game(LISTED, engine), 50, seed=1)
    check_listed(caught.value)


@pytest.mark.parametrize("program", ["mcts:2", "mcts:100", "mcts:2000", "minimax:2", "minimax:12"])
def test_programs_that_search_tell_the_moves_as_well(program: str) -> None:
    """The rules fail in a random game, in a node of the tree, or at the end of a line."""
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        contest(game(LISTED, "python"), [Kind(program), Kind("random")], 2, seed=1)
    check_listed(caught.value)
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        contest(game(OVERFLOWING, "python"), [Kind(program), Kind(program)], 2)
    check_occasion(caught.value, 12)


def test_programs_that_search_what_is_hidden_tell_that_it_is_later() -> None:
    hidden = LISTED.replace("board 1x1", 'board 1x1\n  kind K:k\n  zone hand 1x1 per hidden { "k" / "k" }')
    with pytest.raises(ModelError, match="counter-overflow") as caught:
        contest(game(hidden, "python"), [Kind("mcts:20"), Kind("random")], 2, seed=1)
    assert caught.value.occasion is not None and caught.value.occasion.later
