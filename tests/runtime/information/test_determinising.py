"""States that agree with what a player was told: each does, all are found, as often as they are likely, in any game."""

from __future__ import annotations

from collections import Counter
from random import Random
from string import ascii_letters

import pytest

from tests.support.engines import COMPILED, game, need
from tests.support.gallery import HIDDEN
from tests.support.sessions import later
from tilewright.runtime import State, load
from tilewright.runtime.information.determinising import Determiniser, determinise
from tilewright.runtime.information.glances import Glances
from tilewright.runtime.information.knowledge import Told
from tilewright.runtime.information.lines import Line, Moment, Transcript
from tilewright.runtime.information.repairing import Repair
from tilewright.runtime.information.telling import Telling
from tilewright.runtime.players import InformedPlayer
from tilewright.runtime.session import Session


def tricks(players: int, suits: int, ranks: int) -> str:
    """Return a game of tricks: all cards are dealt, whoever can must follow suit, and who takes most tricks wins."""
    cards, others = suits * ranks, "".join(f", {number}" for number in range(1, players))
    held = cards // players
    kinds = "\n".join(
        f"  kind C{suit}x{rank}:{ascii_letters[suit * ranks + rank]} is Card {{ suit {suit + 1} rank {rank + 1} }}"
        for suit in range(suits)
        for rank in range(ranks)
    )
    return f"""game Tricks {{
  players {", ".join("ABCD"[:players])}
  nature Dealer
  start Dealer
  board 1x1
{kinds}
  zone deck {cards}x1 hidden stack {{ "{ascii_letters[:cards]}" }}
  zone hand {held}x1 per owner fan
  zone trick 1x1 per
  zone lead 1x1
  mark card, led
  mark top game
  counter dealt 0..{cards}
  counter turns 0..{cards}
  counter played 0..{players}
  counter tricks per 0..{held}
  phases dealing, leading, following
  chance Deal hidden in dealing = goto deck -> Card -> select card
    -> do as each {{ if dealt == {players} * count {{ goto hand -> Card }} + (0{others}) -> goto hand -> empty -> pick
      -> move card }}
    -> dealt += 1 -> first {{ if dealt < {cards} -> turn nature | phase leading -> turn A }}
  move Lead in leading = goto hand -> Card -> select card -> do as each {{ goto trick -> set empty }}
    -> do {{ goto all -> at top -> mark top -= }} -> do {{ goto lead -> set like card }}
    -> goto trick -> move card -> mark top += -> played := 1 -> phase following
  move Follow in following = goto lead -> mark led -> goto hand -> Card
    -> first {{ where {{ if suit == suit {{ goto led }} }} | any }} -> select card
    -> do {{ goto each trick -> at top -> mark led }} -> goto trick -> move card -> played += 1
    -> do {{ if suit == suit {{ goto led }} -> if rank > rank {{ goto led }} -> mark top += -> goto led -> mark top -= }}
    -> first {{
    | if played < {players}
    | phase leading -> do as each {{ do {{ goto trick -> at top -> tricks += 1 }} }}
        -> turn next {{ has {{ goto trick -> at top }} }} }}
  effect = turns += 1 -> if turns == {cards} -> score tricks
  back hand = any
}}
"""


def told(start: State, line: Line, viewer: int) -> tuple[Told, ...]:
    """Return what a player is told on a line: it is played in a session."""
    session = Session(start)
    for ply in line.plies:
        session.play(ply.before.state.move_of(ply.number))
    return session.transcript(viewer)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_found_explains_all_that_was_told(name: str) -> None:
    played = load(name, "native")
    found = 0
    for seed in range(2):
        session = later(played, 0.02 if name == "harvest-fog" else 0.15, seed)
        viewer = session.state.player.number
        transcript = Transcript(session.start, viewer)
        transcript.extend(session.transcript(viewer))
        transcript.allow(3000)
        line = Repair(transcript, Random(seed + 50)).extended(Line([], transcript.first()))
        if transcript.is_whole(line.last):
            assert told(session.start, line, viewer) == session.transcript(viewer)
            assert line.last.state.view(viewer) == session.state.view(viewer)
            found += 1
    assert found


def posterior(transcript: Transcript) -> dict[State, float]:
    """Return all states that fit with their probabilities, found by trying all lines of play."""
    found: dict[State, float] = {}

    def go(moment: Moment, chance: float) -> None:
        if transcript.is_whole(moment):
            found[moment.state] = found.get(moment.state, 0.0) + chance
            return
        numbers = range(moment.state.count_moves()) if moment.open else [transcript.told(moment)]
        for number in numbers:
            after = transcript.after(moment, number) if number >= 0 else None
            if after is not None:
                go(after, chance * transcript.chance(transcript.ply(moment, number)))

    go(transcript.first(), 1.0)
    total = sum(found.values())
    return {state: chance / total for state, chance in found.items()}


DRAWN = 1200
"""The states that are drawn to compare their frequencies."""


@pytest.mark.parametrize(
    ("model", "share", "thinned"),
    [
        ("kuhn-poker", 0.5, 4),
        ("liars-dice", 0.5, 4),
        ("leduc-poker", 0.8, 4),
        ("phantom-tic-tac-toe", 0.3, 12),
        (tricks(3, 3, 3), 0.4, 20),
        (tricks(3, 3, 3), 0.7, 20),
    ],
)
def test_states_are_found_as_often_as_they_are_likely(model: str, share: float, thinned: int) -> None:
    """By a chi-squared test. States that a walk draws depend on those before, so the limit leaves more room than usual."""
    need("native")
    played = game(model, "native") if "\n" in model else load(model, "native")
    session = later(played, share, 1)
    viewer = session.state.player.number
    transcript = Transcript(session.start, viewer)
    transcript.extend(session.transcript(viewer))
    likely = posterior(transcript)
    assert len(likely) > 1
    determiniser, random = Determiniser(session.start, viewer, session.transcript(viewer)), Random(7)
    found: Counter[State | None] = Counter()
    for number in range(DRAWN * thinned):
        state = determiniser.draw(random)
        if number % thinned == 0:
            found[state] += 1
    assert set(found) == set(likely)
    squares = sum((found[state] - DRAWN * chance) ** 2 / (DRAWN * chance) for state, chance in likely.items())
    freedom = len(likely) - 1
    assert squares < freedom + 4.4 * (2 * freedom) ** 0.5 + 6


@pytest.mark.parametrize(("players", "suits", "ranks", "share"), [(3, 3, 12, 0.5), (4, 4, 13, 0.25)])
def test_a_deal_of_many_cards_is_found(players: int, suits: int, ranks: int, share: float) -> None:
    need("native")
    played = game(tricks(players, suits, ranks), "native")
    for seed in range(3):
        session = later(played, share, seed)
        viewer = session.state.player.number
        found = determinise(session.start, viewer, session.transcript(viewer), Random(seed + 50))
        assert found is not None and found != session.state
        assert found.view(viewer) == session.state.view(viewer)


def test_every_engine_draws_the_same() -> None:
    drawn = []
    for engine in ("interpreter", *COMPILED):
        need(engine)
        session = later(game(tricks(3, 3, 3), engine), 0.6, 2)
        viewer = session.state.player.number
        determiniser, random = Determiniser(session.start, viewer, session.transcript(viewer)), Random(11)
        drawn.append([state.to_text() for _ in range(12) if (state := determiniser.draw(random)) is not None])
    assert len(drawn[0]) == 12 and all(states == drawn[0] for states in drawn)


def test_lines_are_kept_while_the_game_goes_on() -> None:
    need("native")
    session = later(game(tricks(3, 3, 4), "native"), 0.4, 3)
    viewer = session.state.player.number
    determiniser, random = Determiniser(session.start, viewer, session.transcript(viewer)), Random(5)
    assert determiniser.draw(random) is not None
    player = InformedPlayer(5, seed=1)
    for _ in range(6):
        session.play(session.state.move_of(0))
        assert determiniser.goes_on(session.start, viewer, session.transcript(viewer))
        found = determiniser.draw(random)
        assert found is not None and found.view(viewer) == session.state.view(viewer)
        player.choose_in(session)
    assert player.blind == 0
    for _ in range(8):
        session.undo()
    assert not determiniser.goes_on(session.start, viewer, session.transcript(viewer))
    assert not determiniser.goes_on(session.start, 1 - viewer, session.transcript(viewer))


@pytest.mark.parametrize("name", HIDDEN)
def test_glances_are_the_keys_of_views_and_telling_is_what_the_engine_says(name: str) -> None:
    played, random = load(name, "native"), Random(3)
    players = range(len(played.players))
    glances, telling = [Glances(played, me) for me in players], [Telling(played, me) for me in players]
    state = played.initial_state()
    while not state.is_over and state.ply < 40:
        number = random.randrange(state.count_moves())
        visibility = played.engine.told(state.position, played.identity(state.move_of(number)))
        for me in players:
            assert telling[me].tells(state, number) == (
                visibility == "All" or (visibility == "Owner" and state.player.number == me)
            )
            assert glances[me].of(state) == glances[me].of(state) == state.view(me).key
        if state.is_chance:
            assert telling[0].chance(state, number) == pytest.approx(float(state.chance_outcomes[number][1]))
        state = state.play_number(number)


@pytest.mark.prove
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_position_of_little_whist_is_found_wherever_the_game_is(share: float) -> None:
    need("native")
    played = load("little-whist", "native")
    for seed in range(200):
        session = later(played, share, seed)
        viewer = session.state.player.number
        determiniser = Determiniser(session.start, viewer, session.transcript(viewer))
        random = Random(seed + 1000)
        for _ in range(5):
            found = determiniser.draw(random)
            assert found is not None and found.view(viewer) == session.state.view(viewer)


def test_no_ply_is_tried_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    session = later(game(tricks(3, 3, 4), "native"), 0.8, 1)
    viewer = session.state.player.number
    now = [0.0]

    def tick() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr("tilewright.runtime.information.lines.time.monotonic", tick)
    hurried = Determiniser(session.start, viewer, session.transcript(viewer))
    for deadline in (5.0, 10.0, 15.0):
        assert hurried.draw(Random(1), deadline=deadline) is None
        assert now[0] <= deadline + 3  # each question of the time is a second later
    drawn = hurried.draw(Random(1))
    assert drawn is not None
    assert drawn.view(viewer) == session.state.view(viewer)


def test_a_search_without_time_says_that_nothing_fits() -> None:
    session = later(game(tricks(3, 3, 4), "native"), 0.6, 1)
    assert session.state.count_moves() > 1
    player = InformedPlayer(seconds=1e-9, seed=1)
    assert player.choose_in(session) in session.state.legal_moves
    assert player.blind == 1


def test_a_repair_that_finds_nothing_soon_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first five repairs go astray, the sixth finds a line, and no more states are tried than are allowed."""
    session = later(load("little-whist", "interpreter"), 0.5, 1)
    allowed, extended = list[int](), Repair.extended

    def astray(self: Repair, line: Line) -> Line:
        told = self._transcript
        allowed.append(told._limit - told.played)
        if len(allowed) > 5:
            return extended(self, line)
        told.played += allowed[-1]
        return line

    monkeypatch.setattr(Repair, "extended", astray)
    viewer = session.state.player.number
    determiniser = Determiniser(session.start, viewer, session.transcript(viewer))
    assert determiniser.draw(Random(1), states=3200) is not None
    assert allowed == [100, 100, 100, 100, 200, 200]
    assert determiniser._told.played <= 3200
