"""Backgammon: OpenSpiel's.

There an action moves two men, or one where no more can move, and of a double there are two actions; here each man is a ply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import pyspiel

LIBRARY = "pyspiel"

BAR = 100
"""The number of the bar among OpenSpiel's points, which are counted from 0; that of no move is negative."""

Half = tuple[int, int]
"""The point from which a man goes, and the number of the die."""


class Backgammon:
    """Follows OpenSpiel's actions man by man."""

    scoring = "winloss_scoring"
    """What OpenSpiel calls the way in which victories are paid."""

    def __init__(self) -> None:
        self.state: Any = pyspiel.load_game("backgammon", {"scoring_type": self.scoring}).new_initial_state()
        self.dice = (0, 0)
        self.begun: tuple[Half, ...] = ()

    @cached_property
    def lines(self) -> dict[tuple[Half, ...], int]:
        """The actions by the men that they move, in order."""
        player = self.state.current_player()
        found = {}
        for action in self.state.legal_actions():
            halves = self.state.spiel_move_to_checker_moves(player, action)
            found[tuple((half.pos, half.num) for half in halves if half.pos >= 0)] = action
        return found

    @cached_property
    def rolls(self) -> dict[str, tuple[int, float]]:
        """The rolls in notation, each with the action that it is a part of, and how likely it is."""
        found = {}
        for action, chance in self.state.chance_outcomes():
            told = self.state.action_to_string(-1, action)
            one, two = re.findall(r"\d", told.partition("roll:")[2])
            if "starts" in told:  # the first player's die is the higher one if he starts
                one, two = sorted((one, two), reverse="X starts" in told)
            found[f"{one}={two}"] = action, chance
        return found

    def halves(self) -> dict[str, Half | None]:
        """Return in notation the men that may move next; None stands for nobody."""
        place = len(self.begun)
        following = {line[place] for line in self.lines if line[:place] == self.begun and len(line) > place}
        if not following:
            return {"pass": None}
        names = dict(zip(self.dice, ("one=", "two="), strict=True)) if not self.begun and len({*self.dice}) > 1 else {}
        return {f"{names.get(die, '')}{self.cell(point)}": (point, die) for point, die in following}

    def cell(self, point: int) -> str:
        """Return the name of the cell of a point, as the player sees it who moves."""
        player = self.state.current_player()
        walked = 0 if point == BAR else point + 1 if player == 0 else 24 - point
        column, far = (12 - walked, 0) if walked <= 12 else (walked - 13, 1)
        return f"{'abcdefghijklm'[column]}{2 - (far ^ player)}"

    def moves(self) -> Iterable[str]:
        """Return the rolls, or the men that may move."""
        if self.state.is_terminal():
            return []
        return self.rolls if self.state.is_chance_node() else self.halves()

    def play(self, move: str) -> None:
        """Play a legal move."""
        if self.state.is_chance_node():
            one, two = map(int, move.split("="))
            self.dice = one, two
            self.apply(self.rolls[move][0])
            return
        half = self.halves()[move]
        self.begun += () if half is None else (half,)
        if self.begun in self.lines:
            self.apply(self.lines[self.begun])
            if not self.state.is_terminal() and not self.state.is_chance_node() and {*self.lines} == {()}:
                self.apply(self.lines[()])  # nobody moves by the second half of a double

    def apply(self, action: int) -> None:
        """Play one of OpenSpiel's actions."""
        self.state.apply_action(action)
        self.begun = ()
        for name in ("lines", "rolls"):
            self.__dict__.pop(name, None)

    def chances(self) -> dict[str, float]:
        """Return how likely each roll is."""
        return {roll: chance for roll, (_, chance) in self.rolls.items()}

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        returns: Sequence[float] = self.state.returns()
        return returns if self.state.is_terminal() else None


class Gammons(Backgammon):
    """The same where a victory may be worth two or three."""

    scoring = "full_scoring"


RIVALS = {"backgammon": Backgammon, "backgammon-gammons": Gammons}
