"""What players of games with hidden parts know: keys are equal where, and only where, a rival shows the same."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.independent import rival_of
from tests.support.gallery import EXAMPLES, HIDDEN
from tilewright.model.files import read_text
from tilewright.runtime import Game, load
from tilewright.runtime.session import Session

FEW = {"kuhn-poker": 8}
"""The different decisions that there are at least in a few games, where there are not many in all."""
MANY = 5_000
"""The decisions beside a rival for each engine in ``make prove``: 20 000 of each game in all."""
LONG = {"two-rivers": 2, "harvest-fog": 1, "harvest-at-once": 1}
"""The games in every run of the tests where they are long."""
RARE = {"little-whist", "two-rivers", "harvest-fog", "harvest-at-once"}
"""The games in which hardly a hand comes twice, so that in a few games no player knows the same at two decisions."""


def knowledge_agrees(name: str, game: Game, games: int, least: int = 0, seed: str = "") -> tuple[int, int]:
    """Play random games beside the rival of a name; return the decisions, and the different ones among them.

    There are so many games, and as many more as are needed for the *least* number of decisions.

    A player knows his own moves, and all that he was shown in every position: the last text may forget what an earlier
    one has told, of a turn of several plies the order is seen, and so is a gap in a hand before nature fills it.
    """
    start = rival_of(name)
    theirs: dict[Hashable, Hashable] = {}
    ours: dict[Hashable, Hashable] = {}
    decisions = 0
    for number in count():
        if number >= games and decisions >= least:
            break
        random = Random(f"{name}{seed}/{number}")
        session = Session(game)
        rival: Any = start()
        shown: list[tuple[str, ...]] = [() for _ in game.players]
        while not session.state.is_over:
            for me, before in enumerate(shown):
                now = (rival.shown(me),)
                shown[me] = before if before[-1:] == now else before + now
            if session.state.is_chance:
                drawn = str(session.state.sample(random))
                session.play(drawn)
                rival.play(drawn)
                continue
            player = session.state.player.number
            told, known = (player, shown[player]), (player, session.information_key(player))
            assert theirs.setdefault(told, known) == known, session.moves
            assert ours.setdefault(known, told) == told, session.moves
            moves = sorted(rival.moves())
            assert moves == sorted(map(str, session.state.legal_moves))
            move = random.choice(moves)
            shown[player] += (move,)
            session.play(move)
            rival.play(move)
            decisions += 1
        assert list(session.state.returns) == list(rival.returns())
    return decisions, len(ours)


@pytest.mark.parametrize("name", HIDDEN)
def test_players_know_the_same(name: str, engine: str) -> None:
    decisions, different = knowledge_agrees(name, load(name, engine), LONG.get(name, 12))
    assert decisions + (name in RARE) > different > FEW.get(name, 30)


@pytest.mark.prove
@pytest.mark.parametrize("name", HIDDEN)
def test_players_know_the_same_in_many_games(name: str, engine: str) -> None:
    decisions, different = knowledge_agrees(name, load(name, engine), 1, MANY, f"/{engine}")
    print(f"{name}: {decisions} decisions, {different} different ones")


TOLD_OTHERWISE = {
    "cards face up": ("kuhn-poker", "card per owner", "card per"),
    "a card that its owner does not see": ("kuhn-poker", "card per owner", "card per hidden"),
    "a common mark of tries": ("phantom-tic-tac-toe", "mark known per game owner", "mark known game"),
    "stones in sight": ("phantom-tic-tac-toe", "sight = union { own | at known }", ""),
    "moves that all are told": ("phantom-tic-tac-toe", "move Place owner", "move Place"),
    "dice on the table": ("liars-dice", "die per owner", "die per"),
    "tries that nobody hears": ("dark-hex", "counter tries", "counter tries hidden"),
}  # fmt: skip
"""Models that are no leak by their rules, but another game: the game, and what is written in place of what."""


@pytest.mark.parametrize(("name", "old", "new"), TOLD_OTHERWISE.values(), ids=list(TOLD_OTHERWISE))
def test_what_is_told_otherwise_is_found(name: str, old: str, new: str) -> None:
    """No rule of these asks for what its player does not see, so that only the comparison finds them."""
    text = next(example for example in EXAMPLES if example.name == name).file("game").read_text(encoding="utf-8")
    assert text.count(old) == 1
    wrong = load(read_text(text.replace(old, new), "wrong.game"), "python")
    with pytest.raises(AssertionError, match="assert"):
        knowledge_agrees(name, wrong, 60)
