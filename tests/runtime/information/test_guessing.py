"""Guesses: in each the player sees what he sees now, it comes from nothing but what he was told, and cards stay as many."""

from __future__ import annotations

from collections import Counter
from random import Random
from string import ascii_letters

import pytest

from tests.support.engines import COMPILED, game, need
from tests.support.gallery import HIDDEN
from tests.support.sessions import later
from tilewright.runtime import State, load
from tilewright.runtime.information.determinising import Determiniser
from tilewright.runtime.information.guessing import put_right
from tilewright.runtime.players import InformedPlayer
from tilewright.runtime.search.informed import InformedSearch, NothingFits
from tilewright.runtime.session import Session

CARDS, HELD = 16, 4

GIVES = "\n".join(
    f"  sub give{giver} = repeat 0..* maximal {{ goto {giver} hand -> Card -> pick -> mark card -> goto {taker} desk"
    f" -> empty -> pick -> move card }}\n  sub take{giver} = repeat 0..* maximal {{ goto {giver} desk -> Card -> pick"
    f" -> mark card -> goto {giver} hand -> empty -> pick -> move card }}"
    for giver, taker in ("AB", "BC", "CA")
)

DRAFT = (
    f"""game Draft {{
  players A, B, C
  nature Dealer
  start Dealer
  board 1x1
{chr(10).join(f"  kind C{number}:{ascii_letters[number]} is Card {{ suit {number % 4} }}" for number in range(CARDS))}
  zone deck {CARDS}x1 hidden stack {{ "{ascii_letters[:CARDS]}" }}
  zone hand {HELD}x1 per owner fan
  zone desk {HELD}x1 per hidden
  zone kept {HELD}x1 per owner
  mark card
  counter dealt 0..{CARDS}
  counter picked 0..3
  counter turns 0..{3 * HELD}
  phases dealing, picking
  chance Deal hidden in dealing = goto deck -> Card -> select card
    -> do as each {{ if dealt == 3 * count {{ goto hand -> Card }} + (0, 1, 2) -> goto hand -> empty -> pick -> move card }}
    -> dealt += 1 -> first {{ if dealt < {3 * HELD} -> turn nature | phase picking -> turn A }}
{GIVES}
  sub pass = giveA -> giveB -> giveC -> takeA -> takeB -> takeC
  move Pick owner in picking = goto hand -> Card -> select card -> goto kept -> empty -> pick -> move card -> picked += 1
    -> do {{ if picked == 3 -> picked := 0 -> pass }}
  effect = turns += 1 -> if turns == {3 * HELD} -> score count {{ goto kept -> suit 0 }} * 3 + count {{ goto kept -> suit 1 }}
  back hand = any
  back kept = any
}}
""".replace("pass", "onward")
    .replace("-> suit 0", "-> where { if suit == 0 }")
    .replace("-> suit 1", "-> where { if suit == 1 }")
)
"""Hands are passed on after each pick: what a player knows of the other cards grows with each hand that he sees."""


def guessed(session: Session, seed: int, states: int = 1) -> State | None:
    """Return a guess for the player to move after so many states were looked at in vain."""
    viewer, random = session.state.player.number, Random(seed)
    determiniser = Determiniser(session.start, viewer, session.transcript(viewer))
    determiniser.draw(random, states)
    return determiniser.guess(random)


def pieces(state: State) -> Counter[str]:
    """Return how often each kind of piece lies somewhere."""
    return Counter(str(number) for number, cells in enumerate(state.position.boards) for _ in range(cells.bit_count()))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_cards_that_were_seen_change_places_with_others(share: float) -> None:
    need("native")
    drafting = game(DRAFT, "native")
    for seed in range(4):
        session = later(drafting, share, seed, plies=60)
        viewer, found = session.state.player.number, set()
        for draw in range(6):
            state = guessed(session, draw, states=60)
            assert state is not None and state.view(viewer) == session.state.view(viewer)
            assert [*map(str, state.legal_moves)] == [*map(str, session.state.legal_moves)]
            assert pieces(state) == pieces(session.state)
            found.add(state)
        assert len(found) > 1


@pytest.mark.parametrize("name", HIDDEN)
def test_the_player_sees_what_he_sees_now(name: str) -> None:
    need("native")
    played, found = load(name, "native"), 0
    for seed in range(3):
        session = later(played, 0.3, seed, plies=60)
        viewer, state = session.state.player.number, guessed(session, seed)
        if state is not None:
            assert state.view(viewer) == session.state.view(viewer) and not state.is_over
            found += 1
    assert found


def test_guesses_come_from_what_was_told_alone() -> None:
    """Another game in which the player was told the same gives the same guesses."""
    need("native")
    session = later(game(DRAFT, "native"), 0.4, 3, plies=60)
    viewer, random = session.state.player.number, Random(1)
    determiniser = Determiniser(session.start, viewer, session.transcript(viewer))
    assert determiniser.draw(random) is not None
    other = Session(session.start)
    for ply in determiniser._line.plies:
        other.play(ply.before.state.move_of(ply.number))
    assert other.transcript(viewer) == session.transcript(viewer) and other.state != session.state
    for seed in range(5):
        assert guessed(session, seed, states=60) == guessed(other, seed, states=60) is not None


def test_every_engine_guesses_the_same() -> None:
    found = []
    for engine in COMPILED:
        need(engine)
        found.append(guessed(later(game(DRAFT, engine), 0.6, 2, plies=60), 1, states=60))
    assert found[0] is not None
    assert len({state.to_text() for state in found if state is not None}) == 1 and None not in found


def test_nothing_is_put_right_where_somebody_else_is_to_move() -> None:
    session = later(game(DRAFT, "python"), 0.5, 1, plies=60)
    state = session.state
    seen = state.view(state.player.number).content
    assert put_right(state, seen, Random(1)) == state
    assert put_right(state.play_number(0), seen, Random(1)) is None


def test_guesses_are_searched_where_nothing_fits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    need("native")
    session = later(game(DRAFT, "native"), 0.5, 4, plies=60)
    assert not InformedSearch(session, seed=1).run(5).proven
    monkeypatch.setattr("tilewright.runtime.search.informed.Determiniser.draw", lambda *_, **__: None)
    search = InformedSearch(session, seed=1)
    found = search.run(60)
    assert search.guesses and found.visits == 60 and found.best in session.state.legal_moves
    assert len({state.key for state in search._fitting}) > 5
    player = InformedPlayer(20, seed=1)
    assert player.choose_in(session) in session.state.legal_moves
    assert (player.guessed, player.blind) == (1, 0)
    assert "Draft: " in caplog.text and "guesses in ply" in caplog.text


def test_limited_time_is_left_for_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    session, given = later(game(DRAFT, "python"), 0.5, 4, plies=60), []
    monkeypatch.setattr("tilewright.runtime.search.informed.time.monotonic", lambda: 100.0 + len(given))

    def draw(self: Determiniser, random: Random, states: int, deadline: float) -> None:
        given.append(deadline)

    def guess(self: Determiniser, random: Random, deadline: float) -> State:
        given.append(deadline)
        return session.state

    monkeypatch.setattr(Determiniser, "draw", draw)
    monkeypatch.setattr(Determiniser, "guess", guess)
    InformedSearch(session, seed=1).run(seconds=2)
    assert given == [101.0, 102.0]


@pytest.mark.parametrize(("visits", "most"), [(1, 5_000), (100, 20_000), (10_000, 100_000)])
def test_few_visits_look_at_few_states(monkeypatch: pytest.MonkeyPatch, visits: int, most: int) -> None:
    """So that a computer that makes few visits need not wait for a position that agrees with all that was told."""
    session, given = later(game(DRAFT, "python"), 0.5, 4, plies=60), []

    def draw(self: Determiniser, random: Random, states: int, deadline: float | None) -> None:
        given.append(states)

    def guess(self: Determiniser, random: Random, deadline: float | None) -> None:
        pass

    monkeypatch.setattr(Determiniser, "draw", draw)
    monkeypatch.setattr(Determiniser, "guess", guess)
    with pytest.raises(NothingFits):
        InformedSearch(session, seed=1).run(visits)
    assert given == [most]
