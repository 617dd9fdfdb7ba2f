"""Players of the ProjectLCore library: their lists, what they are shown, why an action is refused, and games with them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.places import ROOT
from tilewright import Game, State, load
from tilewright.runtime.foreign.ai_players import MOST_BYTES, Listed, called, read_players
from tilewright.runtime.foreign.puzzle_table import Table
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Policy
from tilewright.runtime.matches.table import Table as Sitting
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.tournaments.tournament import guest_of

PLAYER = ROOT / "tests" / "support" / "puzzle_player.py"

LISTS = [
    ("", "lists no player"),
    ("name = x", ":1: a player begins with its section, as in [Any name]"),
    ("[A]\nname = x\nname = y", ":3: the player has 'name' already"),
    ("[A]\nname = x\n[A]", ":3: the section [A] is there already"),
    ("[A]\nname", ":2: a line is KEY = VALUE, a [section] or a comment"),
    ("[A]\nname = x\ndll_paht = y", "[A]: a player has no key 'dll_paht'; did you mean 'dll_path'?"),
    ("[A]\nname = x", "[A]: a player needs the key 'dll_path'"),
    ("[A]\ndll_path = x.py", "[A]: a player needs the key 'name'"),
    ("[A]\nname = x\ndll_path = nowhere.py", "[A]: there is no file"),
    ("[A]\nname = x\ndll_path = simple.DLL", "[A]: simple.DLL is an assembly of .NET, which is not run here; name a program"),
    ("\n".join(f"[{n}]\nname = {n}" for n in range(101)), "lists more than 100 players"),
    (";" * (MOST_BYTES + 1), f"is larger than {MOST_BYTES} bytes"),
]  # fmt: skip


def listed(folder: Path, **players: str) -> Path:
    """Write a list of players: their names, with what they are told at the beginning."""
    file = folder / "aiplayers.ini"
    parts = [f"[{name}]\ndll_path = {PLAYER}\nname = {name}\ninit_path = {path}\n" for name, path in players.items()]
    file.write_text("; players\n" + "\n".join(parts), encoding="utf-8")
    return file


@pytest.mark.parametrize(("text", "wrong"), LISTS, ids=[wrong for _, wrong in LISTS])
def test_what_is_wrong_with_a_list_is_told(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "aiplayers.ini"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError) as told:
        read_players(file)
    assert str(told.value).startswith(str(file)) and wrong in str(told.value)


def test_players_are_found_by_their_names(tmp_path: Path) -> None:
    file = listed(tmp_path, Quick="", Slow="a.txt")
    assert read_players(file) == [
        Listed("Quick", (sys.executable, str(PLAYER)), None),
        Listed("Slow", (sys.executable, str(PLAYER)), "a.txt"),
    ]
    assert called(file, "Slow").init_path == "a.txt"
    with pytest.raises(ValueError, match="lists no player 'Slwo'; did you mean 'Slow'"):
        called(file, "Slwo")
    with pytest.raises(ValueError, match="lists 2 players; write one of them after #: Quick, Slow"):
        called(file, "")
    with pytest.raises(ValueError, match="cannot be read"):
        read_players(tmp_path / "none.ini")


@cache
def begun(**settings: int) -> State:
    """Return the game with some settings when the cards are dealt; chance does what comes first."""
    chosen = {name: str(value) for name, value in settings.items()}
    state = load("project-l", "interpreter", settings=chosen).initial_state()
    while state.is_chance:
        state = state.play(state.legal_moves[0])
    return state


class Course:
    """A game that goes on action by action."""

    def __init__(self, **settings: int) -> None:
        self.state = begun(**settings)

    def settle(self) -> None:
        while self.state.is_chance:
            self.state = self.state.play(self.state.legal_moves[0])

    @property
    def table(self) -> Table:
        return Table(self.state, self.state.player.number)

    @property
    def white(self) -> list[str]:
        return list(self.table.rows()["white"])

    @property
    def black(self) -> list[str]:
        return list(self.table.rows()["black"])

    def do(self, *actions: dict[str, Any]) -> Course:
        for action in actions:
            assert self.table.verdict(action) is None
            for move in self.table.plies(action):
                self.state = self.state.play(move)
            self.settle()
        return self

    def mine(self) -> tuple[str, list[int]]:
        """The first puzzle of who is to move, and the numbers of its open cells."""
        begun = self.table.as_json()["players"][self.table.seat]["puzzles"][0]
        return begun["puzzle"], [bit for bit in range(25) if begun["open"] >> bit & 1]


def placed(course: Course, piece: str, *cells: int, puzzle: str | None = None) -> dict[str, Any]:
    """Return a piece that is laid on some of the open cells of the first puzzle, by their numbers there."""
    mine, bits = course.mine()
    return {"piece": piece, "puzzle": puzzle or mine, "mask": sum(1 << bits[cell] for cell in cells)}


def taken(course: Course) -> Course:
    return course.do({"take": course.white[0]})


def near_the_end() -> Course:
    course = Course(number=1, whites=4, blacks=5)
    return course.do({"take": course.black[0]})


def touching() -> Course:
    course = near_the_end()
    while course.state.phase == "normal":
        course.do({"nothing": True})
    assert course.state.phase == "touching"
    return course


def full() -> Course:
    course = Course(number=1)
    while len(course.table.slots("Ann")) < 4:
        course.do({"take": course.white[0]})
    return course


def without_whites() -> Course:
    course = Course(number=1, whites=4, blacks=20)
    for _ in range(4):
        course.do({"take": course.white[0]})
    return course


def mastered() -> Course:
    course = taken(Course(number=1))
    return course.do({"master": [placed(course, "O1", 0)]})


Begin = Callable[[], Course]

FAILURES: list[tuple[str, Begin, Callable[[Course], dict[str, Any]], str]] = [
    ("BasicTetrominoNotInSharedReserve", lambda: Course(number=1, pieces=4).do(*[{"basic": True}] * 3), lambda c: {"basic": True}, "There is no such piece left."),
    ("InvalidTetrominoChange", lambda: Course(number=1), lambda c: {"change": ["I2", "T"]}, "You may change a piece into one of the next higher level that there is, or of any level below."),
    ("TetrominoNotInPersonalSupply", lambda: taken(Course(number=1)), lambda c: {"place": placed(c, "T", 0)}, "You do not have this piece."),
    ("NumberOfRecycledPuzzlesMismatch", lambda: Course(number=1), lambda c: {"recycle": "white", "order": c.white[:3]}, "All 4 puzzles of the white row are put below, each once."),
    ("EmptyRowRecycle", without_whites, lambda c: {"recycle": "white", "order": []}, "There is no puzzle in the white row."),
    ("PuzzleNotInRow", lambda: Course(number=1), lambda c: {"recycle": "white", "order": [*c.white[:3], c.black[0]]}, "Black1 does not lie in the white row."),
    ("PuzzleNotAvailable", lambda: Course(number=1), lambda c: {"take": "White32"}, "White32 lies in no row."),
    ("PuzzleIdIsNull", lambda: Course(number=1), lambda c: {"take": None}, "It is not said which puzzle is taken."),
    ("PuzzleDeckIsEmpty", lambda: Course(number=1, whites=4), lambda c: {"top": "white"}, "This deck is empty."),
    ("PlayerAlreadyHasMaxPuzzles", full, lambda c: {"take": c.white[0]}, "You have four puzzles already."),
    ("InvalidTetrominoConfiguration", lambda: taken(Course(number=1)), lambda c: {"place": placed(c, "I2", 0, 1)}, "This piece does not lie like that."),
    ("PlayerDoesntHavePuzzle", lambda: taken(Course(number=1)), lambda c: {"place": placed(c, "O1", 0, puzzle="Black20")}, "You do not have the puzzle Black20."),
    ("CannotPlaceTetromino", lambda: taken(Course(number=1)), lambda c: {"place": {**placed(c, "O1", 0), "mask": 1}}, "This cell is filled already."),
    ("MasterActionAlreadyUsed", mastered, lambda c: {"master": [placed(c, "I2", 1, 2)]}, "There is one master action in a turn."),
    ("MasterActionUniquePlacement", lambda: taken(Course(number=1)), lambda c: {"master": [placed(c, "O1", 0), placed(c, "I2", 2, 3)]}, "Piece 2 of the action: In one master action each puzzle gets one piece."),
    ("MasterActionNotEnoughTetrominos", lambda: taken(Course(number=1)), lambda c: {"master": [placed(c, "O1", 0), placed(c, "O1", 1)]}, "Piece 2 of the action: You do not have this piece."),
    ("InvalidActionDuringFinishingTouches", touching, lambda c: {"nothing": True}, "The finishing touches have begun: lay pieces, or finish."),
    ("InvalidEndFinishingTouchesActionUse", lambda: Course(number=1), lambda c: {"finish": True}, "The finishing touches have not begun."),
    ("PlayerAlreadyTookBlackPuzzleInEndOfTheGame", near_the_end, lambda c: {"take": c.black[0]}, "You have taken a black puzzle in this turn, and the end is near."),
]  # fmt: skip
"""The kinds of failures of the library, each with what leads there, what is done, and what is told."""


@pytest.mark.parametrize(("begin", "action", "reason"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES])
def test_each_kind_of_failure_has_words_of_its_own(
    begin: Begin, action: Callable[[Course], dict[str, Any]], reason: str
) -> None:
    course = begin()
    before = course.state
    assert course.table.verdict(action(course)) == reason
    assert course.state == before
    assert len({row[3] for row in FAILURES}) == len(FAILURES) == 19


NONSENSE = [
    None, 7, [], {}, {"take": "a", "top": "b"}, {"take": 7}, {"take": "x" * 10_000}, {"top": "green"}, {"recycle": []}, {"change": 7},
    {"change": ["I2", {}]}, {"place": 7}, {"place": {}}, {"place": {"piece": "T", "mask": 1 << 25}}, {"place": {"piece": "T", "mask": True}},
    {"recycle": "white", "order": [[]]}, {"recycle": "white", "order": {}}, {"master": []}, {"master": [{}] * 1000}, {"place": {"piece": "O1", "mask": 1, "puzzle": []}},
]  # fmt: skip


def test_what_is_no_action_is_told() -> None:
    table = taken(Course(number=1)).table
    for action in NONSENSE:
        reason = table.verdict(action)
        assert reason is not None and len(reason) < 300


def played(game: Game, wishes: list[str], plies: int, start: str | None = None) -> tuple[Match, list[tuple[int, str]]]:
    """Play with players by what they are called, and return the match with what went wrong."""
    guests = {seat: guest_of(who, 4, game, 60) for seat, who in enumerate(wishes)}
    match, failures = Match(game, Terms(tuple(wishes), seed=4, start=start)), []
    table = Sitting(match, guests, Policy(retries=0), lambda seat, problem: failures.append((seat, problem)))
    try:
        while match.result is None and len(match.session.moves) < plies:
            table.step()
    finally:
        table.close()
    return match, failures


def test_players_play_to_the_end(tmp_path: Path) -> None:
    """One lays and takes what it can; for one that takes what is not there nothing is done."""
    file = listed(tmp_path, Greedy="", Rude="rude")
    game = begun(number=2, pieces=15, whites=4, blacks=5).game
    match, failures = played(game, [f"aiplayers:{file}#Greedy", f"aiplayers:{file}#Rude"], 400)
    assert failures == [] and match.result is not None and sorted(match.state.ranks or ()) == [1, 2]
    moves: dict[str, set[str]] = {}
    for before, move in zip(match.session.states, match.session.moves, strict=False):
        moves.setdefault(before.player.name, set()).add(str(move))
    assert moves["Ben"] == {"nothing", "finish"}
    assert {"row.a2", "box.a1", "Ann.desk.a1-box.a1", "finish"} < moves["Ann"]


@pytest.mark.parametrize(("path", "chosen"), [("", "f1"), ("gold", "d1")], ids=["as it likes", "what is none"])
def test_a_reward_is_chosen(tmp_path: Path, path: str, chosen: str) -> None:
    """The puzzle is worth a piece of which there is none left, and none of the next level: there are two of that above."""
    state = taken(Course(number=1)).state
    text = state.to_text().replace('"....+" "...++" "....+"', '"....+" "....." "....."')
    text = text.replace("box.a1 14", "box.a1 0").replace("box.c1 14", "box.c1 0")
    file = listed(tmp_path, Greedy=path)
    match, failures = played(state.game, [f"aiplayers:{file}"], 2, text)
    assert failures == [] and str(match.session.moves[1]) == f"Ann.desk.a1-box.{chosen}"


def test_a_player_that_fails_is_told(tmp_path: Path) -> None:
    file = listed(tmp_path, Mute="mute")
    _, failures = played(begun(number=1).game, [f"aiplayers:{file}"], 9)
    assert failures == [(0, "it has ended with status 3")]


def test_only_games_with_such_puzzles_are_played(tmp_path: Path) -> None:
    file = listed(tmp_path, Greedy="")
    for verb in (("play", "--seat", f"Black=aiplayers:{file}"), ("tournament", "--player", f"aiplayers:{file}")):
        found = run(verb[0], "othello", *verb[1:])
        assert found.exit_code == 2 and not found.stdout
        assert "cannot play: Othello is no game with puzzles of the ProjectLCore library" in found.stderr
    found = run("play", "project-l", "--seat", f"Ann=aiplayers:{file}#Gredy")
    assert found.exit_code == 2 and "lists no player 'Gredy'; did you mean 'Greedy'?" in found.stderr
