"""Reference games of a folder: ``make prove ORACLES=DIR``. What compares them is tested here on games of our own."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support import constructor_referee, harvests
from tests.support.differential import Differs
from tests.support.harvests import check_turns, files
from tests.support.judged import check_judged, judged
from tests.support.oracles import case_of, check_perft, check_traces, compact, model_of, oracles
from tilewright.model.gallery import names
from tilewright.runtime import Game, perft

FOLDER = os.environ.get("TILEWRIGHT_ORACLES", "")
SEEDS = os.environ.get("TILEWRIGHT_SEEDS", "")
NAME = "tic_tac_toe"
Ply = dict[str, Any]


@pytest.mark.prove
@pytest.mark.parametrize("oracle", oracles(Path(FOLDER)) if FOLDER else [""])
def test_the_models_agree_with_the_reference_games(oracle: str, engine: str) -> None:
    if not FOLDER:
        pytest.skip("say make prove ORACLES=DIR to compare with the reference games of a folder")
    case = case_of(oracle)
    if case is None:
        pytest.skip(f"{oracle}: nothing says which model plays it")
    if case.example not in names():
        pytest.skip(f"{oracle}: there is no example {case.example}")
    counts = check_perft(Path(FOLDER), oracle, engine)
    played = check_traces(Path(FOLDER), oracle, engine)
    print(f"{oracle}: {played if played.games else 'no games'}; perft {' '.join(map(str, counts))}")


@pytest.mark.prove
@pytest.mark.parametrize("name", judged(Path(FOLDER)) if FOLDER else [""])
def test_models_of_chance_and_hidden_parts_agree_with_the_records_of_others(name: str, engine: str) -> None:
    if not FOLDER:
        pytest.skip("say make prove ORACLES=DIR to compare with the recorded games of a folder")
    print(f"{name}: {check_judged(Path(FOLDER), name, engine)}")


@pytest.mark.prove
@pytest.mark.parametrize("file", files(Path(FOLDER)) if FOLDER else [""])
@pytest.mark.parametrize("game", [harvests.game_of, harvests.imported], ids=["model", "map"])
def test_harvest_agrees_with_the_turns_of_another_engine(file: str, game: Callable[..., Game], engine: str) -> None:
    if not FOLDER:
        pytest.skip("say make prove ORACLES=DIR to compare with the turns in its folder seed2")
    played = check_turns(Path(FOLDER) / harvests.FOLDER / file, engine, game)
    assert played.games > 0
    print(f"{file}: {played}")


@pytest.mark.prove
@pytest.mark.parametrize("name", constructor_referee.files(Path(FOLDER)) if FOLDER else [""])
@pytest.mark.parametrize("quirks", [True, False])
def test_configurations_agree_with_the_games_of_their_own_engine(name: str, quirks: bool, engine: str) -> None:
    """Without quirks, the model may refuse moves onto own figures, and nothing else."""
    if not (FOLDER and SEEDS):
        pytest.skip("say make prove ORACLES=DIR SEEDS=DIR to compare with the games in the folder seed4")
    (config,) = Path(SEEDS).rglob(f"{name}.json")
    games = Path(FOLDER) / constructor_referee.FOLDER / f"{name}.json.gz"
    differing = list(constructor_referee.check_games(config, games, quirks=quirks, engine=engine))
    assert not any(ours for _, _, ours, _ in differing)
    assert not (quirks and differing)
    print(f"{name}: differs at {[(game, ply, sorted(theirs)) for game, ply, _, theirs in differing]}")


PAWN, BASE = [4, "Blue", "PAWN", 5, 2], [3, "Blue", "BASE", 4, 2]
BEFORE = [[1, "Red", "BASE", 1, 1], [2, "Red", "PAWN", 3, 1], BASE, PAWN, [9, "null", "FOOD", 3, 2]]
FED = [BEFORE[0], [2, "Red", "PAWN", 3, 2], BASE, PAWN, [10, "Red", "PAWN", 1, 1]]
RAZED = [BEFORE[0], PAWN, BEFORE[4]]


def turn(act: list[int], after: list[Any], end: bool, win: str) -> Ply:
    return {"p": "Red", "before": BEFORE, "acts": [act], "after": after, "end": end, "win": win}


TURNS = {
    "food is eaten": (turn([3, 1, 3, 2], FED, False, "null"), None),
    "a base is razed": (turn([3, 1, 4, 2], RAZED, True, "null"), None),
    "a base is razed, which is told": (turn([3, 1, 4, 2], RAZED, True, "Red"), None),
    "food is left": (turn([3, 1, 3, 2], BEFORE, False, "null"), "only the model: .*FOOD|only the reference: .*FOOD"),
    "play goes on": (turn([3, 1, 4, 2], RAZED, False, "null"), "over True, Red has won, not over False"),
    "the other one wins": (turn([3, 1, 4, 2], RAZED, True, "Blue"), "Red has won, not over True, Blue"),
    "another one's turn": ({**turn([3, 1, 3, 2], FED, False, "null"), "p": "Blue"}, "it is Red's turn, not Blue's"),
}


@pytest.mark.parametrize(("told", "message"), TURNS.values(), ids=list(TURNS))
def test_turns_of_harvest_are_compared(told: Ply, message: str | None, tmp_path: Path, engine: str) -> None:
    (tmp_path / "seed2").mkdir()
    with gzip.open(tmp_path / "seed2" / "turns.json.gz", "wt", encoding="utf-8") as file:
        json.dump([[told]], file)
    assert files(tmp_path) == ["turns.json.gz"]
    path = tmp_path / "seed2" / "turns.json.gz"
    if message is None:
        assert (check_turns(path, engine).games, check_turns(path, engine).plies) == (1, 2)
        return
    with pytest.raises(Differs, match=message):
        check_turns(path, engine)


def recorded(folder: Path, games: int = 3) -> list[dict[str, Any]]:
    """Write a reference of games that the model itself plays, and return them."""
    case = case_of(NAME)
    assert case is not None
    start = case.game().initial_state()
    traces = []
    for number in range(games):
        random, state = Random(number), start
        plies: list[Ply] = []
        while not state.is_over:
            named = {case.name(state, move): move for move in state.legal_moves}
            choice = random.choice(sorted(named))
            legal = list(map(json.loads, sorted(named)))
            plies.append({"p": state.player.number, "n": len(legal), "legal": legal, "move": json.loads(choice)})
            state = state.play(named[choice])
        traces.append({"game": NAME, "id": number, "plies": plies, "result": list(state.returns)})
    counts = [perft(start, depth) for depth in (1, 2, 3)]
    (folder / f"{NAME}.json").write_text(compact({"game": NAME, "perft": counts}), encoding="utf-8")
    save(folder, traces)
    return traces


def save(folder: Path, traces: list[dict[str, Any]]) -> None:
    with gzip.open(folder / f"{NAME}.traces.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(f"{compact(trace)}\n" for trace in traces)


def hide(ply: Ply) -> None:
    """Give the sum of the moves instead of the moves."""
    moves = ",".join(sorted(map(compact, ply.pop("legal"))))
    ply["sha256"] = sha256(f"[{moves}]".encode()).hexdigest()


def forget(ply: Ply) -> None:
    ply["legal"].remove(next(move for move in ply["legal"] if move != ply["move"]))


def forget_and_hide(ply: Ply) -> None:
    forget(ply)
    hide(ply)


def test_games_that_agree(tmp_path: Path, engine: str) -> None:
    traces = recorded(tmp_path)
    hide(traces[1]["plies"][2])
    left = traces[2]
    left["plies"], left["result"] = left["plies"][:3], None
    save(tmp_path, traces)
    assert oracles(tmp_path) == [NAME]
    played = check_traces(tmp_path, NAME, engine)
    assert (played.games, played.plies) == (3, sum(len(trace["plies"]) for trace in traces))
    assert played.outcomes[None] == 1
    assert check_perft(tmp_path, NAME, engine) == [9, 72, 504]
    assert check_perft(tmp_path, NAME, engine, leaves=100) == [9, 72]


@pytest.mark.parametrize(
    "tamper",
    [
        forget,
        lambda ply: ply["legal"].append([[7, 7]]),
        forget_and_hide,
        lambda ply: ply.update(p=1 - ply["p"]),
        lambda ply: ply.update(n=ply["n"] + 1),
        lambda ply: ply.update(move=[[7, 7]]),
    ],
    ids=["a move missing", "a move too many", "another sum", "another player", "another number", "an illegal move"],
)
def test_the_ply_that_does_not_agree_is_named(tamper: Callable[[Ply], object], tmp_path: Path, engine: str) -> None:
    traces = recorded(tmp_path)
    tamper(traces[1]["plies"][3])
    save(tmp_path, traces)
    with pytest.raises(Differs, match="tic_tac_toe, game 1, ply 3: after"):
        check_traces(tmp_path, NAME, engine)


def test_results_and_ends_are_compared(tmp_path: Path, engine: str) -> None:
    for result in (None, [0.5, 0.5]):
        traces = recorded(tmp_path)
        traces[0]["result"] = result
        save(tmp_path, traces)
        with pytest.raises(Differs, match="game 0, at the end"):
            check_traces(tmp_path, NAME, engine)
    traces = recorded(tmp_path)
    del traces[2]["plies"][-1]
    save(tmp_path, traces)
    with pytest.raises(Differs, match="game 2, at the end"):
        check_traces(tmp_path, NAME, engine)
    traces = recorded(tmp_path)
    traces[2]["plies"].append(traces[0]["plies"][0])
    save(tmp_path, traces)
    with pytest.raises(Differs, match="the game is over in the model"):
        check_traces(tmp_path, NAME, engine)


def test_counts_are_compared(tmp_path: Path, engine: str) -> None:
    (tmp_path / f"{NAME}.json").write_text('{"game": "tic_tac_toe", "perft": [9, 71]}', encoding="utf-8")
    with pytest.raises(Differs, match="perft 2: 72 in the model, 71 in the reference"):
        check_perft(tmp_path, NAME, engine)
    assert check_traces(tmp_path, NAME, engine).games == 0


@pytest.mark.parametrize("oracle", ["clobber_3x4", "go_5x5", "hex_4x5", "mnk_4x3_3", "othello_4x4", "nim_1357_misere"])
def test_references_on_other_boards_have_their_models(oracle: str, engine: str) -> None:
    case = case_of(oracle)
    assert case is not None
    state = case.game(engine).initial_state()
    moves = {"clobber_3x4": 17, "go_5x5": 26, "hex_4x5": 20, "mnk_4x3_3": 12, "othello_4x4": 4, "nim_1357_misere": 16}
    assert len({case.name(state, move) for move in state.legal_moves}) == moves[oracle]


def test_a_reference_that_nothing_is_said_about() -> None:
    assert case_of("no_such_game") is None
    with pytest.raises(ValueError, match="no_such_game"):
        model_of("no_such_game")


GUESS = """game Guess {
  players A, B
  nature Dealer
  start Dealer
  board 2x1
  region left = cells (0,0)
  counter c move 0..2
  counter card per owner 0..2
  chance Deal hidden = amount c 1..2 -> card := c
  move Guess = select
  effect = if enemy card == if at left { 1 } else { 2 } -> win
  effect = lose
}"""
PENNIES = """game Pennies {
  players A, B
  simultaneous
  board 1x1
  counter head per owner 0..1
  move Head owner = option "head" -> head := 1
  move Tail owner = option "tail"
  round = do as A { if head == enemy head -> win } -> do as A { lose }
}"""


def judge(folder: Path, name: str, rules: str, records: list[dict[str, Any]], engine: str) -> tuple[int, int]:
    """Compare records of a game that they are written to; return the games and plies."""
    (folder / "second-half").mkdir()
    (folder / "second-half" / f"{name}.game").write_text(rules, encoding="utf-8")
    with gzip.open(folder / "second-half" / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in records)
    assert judged(folder) == [name]
    played = check_judged(folder, name, engine)
    return played.games, played.plies


def guesses() -> list[dict[str, Any]]:
    """Return a game in which the card is guessed, and one in which it is not: the player knows the same in both."""
    return [
        {
            "plies": [
                {"p": -1, "chance": [[0, 0.5], [1, 0.5]], "move": card},
                {"p": 0, "legal": [0, 1], "info": "nothing", "move": 0},
            ],
            "returns": returns,
        }
        for card, returns in enumerate(([1.0, -1.0], [-1.0, 1.0]))
    ]


WRONG_RECORDS: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str, str]] = {
    "another chance": (lambda games: games[0]["plies"][0].update(chance=[[0, 0.4], [1, 0.6]]), "", "the chances"),
    "another player": (lambda games: games[0]["plies"][1].update(p=1), "", "who moves"),
    "a move missing": (lambda games: games[1]["plies"][1].update(legal=[0]), "", "game 1, ply 1: .*the moves"),
    "a player who knows": (lambda games: games[1]["plies"][1].update(info="2"), "", "what the player knows here"),
    "a model that tells": (lambda games: None, "owner 0..2", "what the player knows there"),
    "another result": (lambda games: games[1].update(returns=[1.0, -1.0]), "", "game 1: over"),
    "a game that goes on": (lambda games: games[0]["plies"].pop(), "", "game 0: over: False"),
}  # fmt: skip
"""What is changed in the records, what is left out of the model, and what is said."""


def test_records_of_chance_and_hidden_parts_agree(tmp_path: Path, engine: str) -> None:
    assert judge(tmp_path, "guess", GUESS, guesses(), engine) == (2, 4)


@pytest.mark.parametrize(("tamper", "taken", "message"), WRONG_RECORDS.values(), ids=list(WRONG_RECORDS))
def test_the_record_that_does_not_agree_is_named(
    tamper: Callable[[list[dict[str, Any]]], object], taken: str, message: str, tmp_path: Path
) -> None:
    records = guesses()
    tamper(records)
    with pytest.raises(Differs, match=f"(?s){message}"):
        judge(tmp_path, "guess", GUESS.replace(taken, "0..2") if taken else GUESS, records, "interpreter")


@pytest.mark.parametrize("legal", [[0, 1], [0]])
def test_records_of_rounds_are_compared(legal: list[int], tmp_path: Path, engine: str) -> None:
    record = {"plies": [{"p": "all", "legal": [[0, 1], legal], "move": [0, 1]}], "returns": [-1.0, 1.0]}
    if legal == [0, 1]:
        assert judge(tmp_path, "pennies", PENNIES, [record], engine) == (1, 1)
        return
    with pytest.raises(Differs, match=r"(?s)game 0, ply 0: .*the moves of 1"):
        judge(tmp_path, "pennies", PENNIES, [record], engine)
