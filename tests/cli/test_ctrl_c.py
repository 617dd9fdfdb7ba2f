"""Ctrl-C in a terminal keeps the game, whenever it comes: after each line of the program in turn, not after a time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tilewright.model import files
from tilewright.runtime import load, session
from tilewright.runtime.cli import keeping, playing
from tilewright.runtime.matches import match as matches
from tilewright.runtime.matches import table, transcripts
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.matches.transcripts import match_of, read_transcript

WATCHED = {str(module.__file__) for module in (files, keeping, matches, playing, session, table, transcripts)}
"""The modules in which a game at a terminal goes on, and is written."""

Moves = tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """Who plays what, and what people type there."""

    model: str
    seats: tuple[str, ...]
    typed: tuple[str, ...]


SCRIPTS = {
    "people": Script("tic-tac-toe", ("human", "human"), ("b2", "b2", "A1", "undo", "redo", "undo", "c1", "a3")),
    "people with turns of several moves": Script(
        "dots-and-boxes", ("human", "human"), ("b5", "a4", "c4", "b3 d3", "undo", "d1")
    ),
    "a program": Script("tic-tac-toe", ("human", "random"), ("b2", "1", "undo", "1", "quit")),
    "a program, and chance": Script("pig", ("human", "random"), ("roll", "stop", "roll", "undo", "stop")),
}


class Played(playing.Sitting):
    """People who type what a script says, and remember at each question which moves had been made."""

    def __init__(self, script: Script) -> None:
        game = load(script.model, "interpreter")
        match = Match(game, Terms.of(game, script.seats, seed=7))
        super().__init__(Table(match, {}), script.model, True)
        self._lines = iter(script.typed)
        self.seen: list[Moves] = []
        """The moves of the game when something was asked, and at the end."""

    def moves(self) -> Moves:
        return tuple(map(str, self.match.session.moves))

    def _ask(self) -> str | None:
        self.seen.append(self.moves())
        return next(self._lines, None)


def interrupted(moment: int, run: Callable[[], None]) -> int:
    """Press Ctrl-C at a line of the watched modules, counted from the first one; return how many were run."""
    lines = 0

    def at_line(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if event == "line":
            lines += 1
            if lines == moment:
                raise KeyboardInterrupt
        return at_line

    def at_call(frame: FrameType, event: str, _: object) -> Any:
        return at_line if frame.f_code.co_filename in WATCHED else None

    before = sys.gettrace()
    sys.settrace(at_call)
    try:
        with suppress(KeyboardInterrupt):  # before the first question and after the last one the command ends by it
            run()
    finally:
        sys.settrace(before)
    return lines


def kept_after(script: Script, moment: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Played, Moves, int]:
    """Play, press Ctrl-C at a moment; return what was seen, the moves that are kept, and how many lines were run."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    played = Played(script)
    lines = interrupted(moment, played.run)
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert [path.suffix for path in found] in ([], [".txt"]), "nothing is left that was half written"
    if not found:
        return played, (), lines
    match = match_of(read_transcript(found[0].read_text("utf-8")), load(script.model, "interpreter"))
    assert match.terms.seats == script.seats
    return played, tuple(map(str, match.session.moves)), lines


def ways(before: Moves, after: Moves, script: Script) -> list[Moves]:
    """Return the moves that a game may have between two questions: what is typed is done as a whole or not at all."""
    if after[: len(before)] != before or set(script.seats) == {"human"}:
        return [before, after]
    return [after[:ply] for ply in range(len(before), len(after) + 1)]


def check_moments(name: str, share: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C at so many moments of a game: what had been shown is kept, and no half of anything."""
    script = SCRIPTS[name]
    whole, last, lines = kept_after(script, 0, folder / "whole", monkeypatch)
    course = [(), *whole.seen, whole.moves()]
    assert last == course[-1] and len(set(course)) > 3
    for moment in range(1, lines + 1, max(1, lines // share)):
        played, kept, _ = kept_after(script, moment, folder / str(moment), monkeypatch)
        asked = len(played.seen)
        assert kept in ways(course[asked], course[asked + 1], script), (moment, kept, played.seen)


@pytest.mark.parametrize("name", SCRIPTS)
def test_ctrl_c_keeps_the_game_whenever_it_comes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_moments(name, 5, tmp_path, monkeypatch)


@pytest.mark.prove
@pytest.mark.parametrize("name", SCRIPTS)
def test_ctrl_c_keeps_the_game_at_hundreds_of_moments(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_moments(name, 300, tmp_path, monkeypatch)
