"""Tree search that knows what its player knows: it plays well, and what it must not know changes nothing."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.runtime import Move, load
from tilewright.runtime.contest import contest
from tilewright.runtime.players import InformedPlayer, Kind
from tilewright.runtime.search.informed import InformedSearch, NothingFits
from tilewright.runtime.session import Session

HIDDEN = ("phantom-tic-tac-toe", "dark-hex", "ambush")


def later(name: str, plies: int, seed: int, engine: str = "native") -> Session:
    """Return a session some random moves later, in which a player is to move."""
    need(engine)
    session, random = Session(load(name, engine)), Random(seed)
    while (plies or session.state.is_chance) and not session.state.is_over:
        session.play(session.state.move_of(random.randrange(session.state.count_moves())))
        plies -= plies > 0
    return session


@pytest.mark.parametrize("name", HIDDEN)
def test_what_the_player_is_not_told_changes_nothing(name: str) -> None:
    """Lines of play that are the same to the player: the search finds the same in all of them."""
    alike: dict[tuple[int, int], dict[int, Session]] = defaultdict(dict)
    for seed in range(60):
        session = later(name, 3, seed)
        if not session.state.is_over:
            player = session.state.player.number
            alike[player, session.information_key(player)].setdefault(session.state.key, session)
    several = [list(sessions.values()) for sessions in alike.values() if len(sessions) > 1]
    assert several or name == "ambush"
    for sessions in several[:3]:
        found = [InformedSearch(session, seed=5).run(12) for session in sessions[:2]]
        assert [[(str(each.move), each.visits, each.value) for each in one.lines] for one in found[:1]] == [
            [(str(each.move), each.visits, each.value) for each in one.lines] for one in found[1:]
        ]


def test_every_engine_finds_the_same() -> None:
    found = [InformedSearch(later("phantom-tic-tac-toe", 4, 1, engine), seed=3).run(30) for engine in COMPILED]
    assert all(one.lines == found[0].lines for one in found) and found[0].visits == 30


def test_a_win_is_found() -> None:
    """O has failed at two of X's three stones in a row, and has two of its own beside an empty cell."""
    session = Session(load("phantom-tic-tac-toe", "interpreter"))
    for move in ("a1", "b3", "c1", "c3", "b1"):
        session.play(move)
    assert session.state.is_over
    session.undo()
    assert session.state.player.name == "X"
    assert str(InformedSearch(session, seed=1).run(300).best) == "b1"


@pytest.mark.parametrize(
    ("name", "visits", "games", "wins"),
    [
        ("phantom-tic-tac-toe", 20, 24, 16),
        pytest.param("phantom-tic-tac-toe", 200, 40, 32, marks=pytest.mark.prove),
        pytest.param("dark-hex", 100, 20, 17, marks=pytest.mark.prove),
    ],
)
def test_it_beats_chance(name: str, visits: int, games: int, wins: int) -> None:
    need("native")
    found = contest(load(name, "native"), [Kind(f"mcts:{visits}"), Kind("random")], games, seed=3)
    print(f"{name}: {found.wins[0]} of {games}")
    assert found.wins[0] >= wins


NOBODY_KNOWS = """game Guess {
  players A, B
  board 2x1
  pieces Stone:A/B
  sight = own
  move Put owner = empty -> select -> set own Stone -> do { if count { goto all -> own } == 2 -> win }
}
"""


def test_what_cannot_be_searched() -> None:
    session = Session(game(NOBODY_KNOWS, "interpreter"))
    for word, limits in (("visits", (0, None)), ("seconds", (None, -1.0))):
        with pytest.raises(ValueError, match=word):
            InformedSearch(session).run(*limits)
    with pytest.raises(ValueError, match="how many visits"):
        InformedSearch(session).run()
    with pytest.raises(ValueError, match="seed"):
        InformedSearch(session, seed=-1)
    pig = Session(load("pig"))
    pig.play("roll")
    with pytest.raises(ValueError, match="no player is to move"):
        InformedSearch(pig)


def test_where_nothing_fits_any_move_is_played_and_it_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tilewright.runtime.search.informed.Determiniser.draw", lambda *_, **__: None)
    monkeypatch.setattr("tilewright.runtime.search.informed.Determiniser.guess", lambda *_, **__: None)
    session = later("dark-hex", 3, 1)
    with pytest.raises(NothingFits):
        InformedSearch(session).run(3)
    player = InformedPlayer(3, seed=1)
    move: Move = player.choose_in(session)
    assert move in session.state.legal_moves and player.blind == 1
    assert "DarkHex: " in caplog.text and "plays at random in ply 4: no position was found" in caplog.text
    found = contest(load("dark-hex", "native"), [Kind("mcts:3"), Kind("random")], 1, seed=3)
    assert found.blind > 1


def test_a_full_tree_grows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.runtime.search.informed.MOST_NODES", 10)
    found = InformedSearch(later("phantom-tic-tac-toe", 2, 1), seed=1).run(60)
    assert (found.nodes, found.visits) == (10, 60) and sum(line.visits for line in found.lines) == 60
