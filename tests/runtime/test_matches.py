"""Matches: what may happen in them and what is refused, whatever the game; and what is read and written of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.support.engines import game
from tests.support.places import GALLERY
from tilewright.model.files import read_text
from tilewright.runtime import Game, load
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match, MoveRefused
from tilewright.runtime.matches.reading import read_move
from tilewright.runtime.matches.recorded import match_of_record, record_of
from tilewright.runtime.matches.table import Failed, Fallback, Guest, Inside, Policy, Table
from tilewright.runtime.matches.terms import Terms, Undo
from tilewright.runtime.matches.transcripts import TranscriptError, match_of, read_transcript, write_transcript
from tilewright.runtime.players import Kind as Called
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.session import Session

GAMES = [
    "tic-tac-toe",
    "othello",
    "pig",
    "goofspiel",
    "snake",
    "phantom-tic-tac-toe",
    "kuhn-poker",
    "yavalath-three-players",
]
"""Two players and three; chance, rounds in which all choose, hidden things."""


def begun(
    name: str = "tic-tac-toe", *moves: str, seats: tuple[str, ...] = ("human", "human"), **others: object
) -> Match:
    """Return a match between people after some moves."""
    played = load(name)
    now = others.pop("now", lambda: 0.0)
    match = Match(played, Terms.of(played, seats, **others), now=now)  # type: ignore[arg-type]
    for move in moves:
        match.play(match.movers[0], move)
    return match


def photograph(match: Match) -> tuple[object, ...]:
    """Return all that can be seen of a match."""
    seats = range(len(match.game.players))
    return (
        match.number, match.state.key, match.session.moves, match.result, match.offer, match.left, match.movers,
        [match.time_left(seat, 1e6) for seat in seats], [match.session.information_key(seat) for seat in seats],
    )  # fmt: skip


# -- whatever happens


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_its_events(name: str, seed: int) -> None:
    """Anything that may happen does, at random; what is refused changes nothing, and the events bring all back."""
    played = load(name)
    random = Random(seed)
    clock = [0.0]
    seats = ["human"] * len(played.players)
    undo = random.choice(list(Undo))
    terms = Terms.of(played, seats, seed=seed, game_time=random.choice([None, 500.0]), undo=undo)
    written: list[Event] = []
    match = Match(played, terms, journal=written.append, now=lambda: clock[0])
    refused = 0
    for _ in range(120):
        clock[0] += random.random()
        before = photograph(match)
        try:
            anything_at_random(match, random)
        except Refused:
            refused += 1
            assert photograph(match) == before and written == match.events
        assert [event.number for event in written] == list(range(match.number))
    assert refused > 5 and match.session.moves
    again = Match.restored(played, Terms.of_json(json.loads(json.dumps(terms.as_json()))), written)
    assert photograph(again) == photograph(match)


def anything_at_random(match: Match, random: Random) -> None:
    """Let something happen that a player, or a page that shows an older state, could ask for."""
    seat = random.randrange(len(match.game.players))
    number = match.number - random.choice([0, 0, 0, 1])
    kind = random.choices(list(Kind), [60, 4, 4, 1, 4, 4, 4, 0, 2])[0]
    if kind is not Kind.MOVE:
        text = random.choice(["draw", "undo"])
        match.submit(kind, seat, text if kind is Kind.OFFER else "", number)
    elif match.state.is_chance and match.result is None:
        match.draw()
    else:
        moves = [str(move) for move in match.legal_moves(seat)] or ["pass"]
        match.play(seat, random.choice([*moves, "z99"]), number)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_journal_refuses_has_not_happened(name: str) -> None:
    def full(event: Event) -> None:
        raise OSError("no room")

    played = load(name)
    match = Match(played, Terms.of(played, ["human"] * len(played.players)), journal=full)
    before = photograph(match)
    with pytest.raises(OSError, match="no room"):
        if match.state.is_chance:
            match.draw()
        else:
            match.play(match.movers[0], match.legal_moves(match.movers[0])[0])
    assert photograph(match) == before


# -- what is refused, and what comes of it

REFUSED: list[tuple[str, Callable[[Match], object], str]] = [
    ("not-your-turn", lambda match: match.play(1, "a1"), "It is not your turn: X is."),
    ("illegal-move", lambda match: match.play(0, "z9"), "z9: the board has no cell z9"),
    ("no-move", lambda match: match.play(0, " "), "A move is missing."),
    ("stale", lambda match: match.play(0, "c1", 1), "The game has gone on: this was for state 1, and it is in 2."),
    ("stale", lambda match: match.play(0, "c1", 5), "The game has not come to state 5 yet: it is in 2."),
    ("no-such-offer", lambda match: match.submit(Kind.OFFER, 0, "tea"), "What can be offered is: draw, undo."),
    ("no-offer", lambda match: match.submit(Kind.ACCEPT, 0), "Nothing was offered to you."),
    ("no-text", lambda match: match.submit(Kind.UNDO, 0, "please"), "Only moves and offers have a text."),
    ("nothing-to-redo", lambda match: match.submit(Kind.REDO, 0), "There is nothing to play again."),
    ("no-such-seat", lambda match: match.submit(Kind.RESIGN, 7), "TicTacToe has no player 7."),
    ("not-your-turn", lambda match: match.draw(), "It is not for chance to move."),
    ("no-such-ply", lambda match: match.branch(9), "There is no state after ply 9; the last ply so far is 2."),
]


@pytest.mark.parametrize(("code", "ask", "message"), REFUSED, ids=[message for _, _, message in REFUSED])
def test_what_is_refused(code: str, ask: Callable[[Match], object], message: str) -> None:
    match = begun("tic-tac-toe", "b2", "a1")
    before = photograph(match)
    with pytest.raises(Refused) as refusal:
        ask(match)
    assert refusal.value.code == code and message in str(refusal.value)
    assert photograph(match) == before


def test_several_plies_are_taken_or_refused_as_a_whole() -> None:
    match = begun("pig")
    while match.state.is_chance or match.movers != (0,):
        match.draw() if match.state.is_chance else match.play(match.movers[0], "stop")
    before = photograph(match)
    with pytest.raises(Refused, match="move 2 of 2: it is the turn of "):
        match.play(0, "roll roll")
    assert photograph(match) == before
    orders = begun("nine-mens-morris")
    with pytest.raises(MoveRefused) as refusal:
        orders.play(0, "zz a1")
    assert refusal.value.index == 0 and "move 1 of 2: " in str(refusal.value)


def test_undo_redo_and_branches() -> None:
    match = begun("tic-tac-toe", "b2", "a1", "c3")
    match.submit(Kind.UNDO, 1)
    assert [str(move) for move in match.session.moves] == ["b2"]
    match.submit(Kind.REDO, 1)
    assert [str(move) for move in match.session.moves] == ["b2", "a1", "c3"]
    other = match.branch(1)
    other.play(1, "c1")
    assert [str(move) for move in other.session.moves] == ["b2", "c1"] and len(match.session.moves) == 3
    match.submit(Kind.UNDO, 0)
    match.play(0, "c2")
    with pytest.raises(Refused, match="nothing to play again"):
        match.submit(Kind.REDO, 0)


def test_what_can_be_played_again_betrays_no_hidden_move() -> None:
    """A player who has not noticed the move after which nothing can be played again is not told so."""
    match = begun("phantom-tic-tac-toe", "b2", "a1")
    told = [[match.can_redo(seat) for seat in (0, 1)]]
    for kind, text in ((Kind.UNDO, ""), (Kind.REDO, ""), (Kind.UNDO, ""), (Kind.MOVE, "b2"), (Kind.MOVE, "c1")):
        match.submit(kind, 1, text)
        told.append([match.can_redo(seat) for seat in (0, 1)])
    assert told == [[False, False], [True, True], [False, False], [True, True], [True, False], [False, False]]


def test_who_must_ask_takes_back_when_the_others_agree() -> None:
    match = begun("tic-tac-toe", "b2", "a1", undo=Undo.ASKED)
    with pytest.raises(Refused, match="have to agree"):
        match.submit(Kind.UNDO, 0)
    match.submit(Kind.OFFER, 0, "undo")
    match.submit(Kind.DECLINE, 1)
    assert match.offer is None
    match.submit(Kind.OFFER, 0, "undo")
    match.submit(Kind.ACCEPT, 1)
    assert match.session.moves == ()
    for seat in (0, 1):
        with pytest.raises(Refused, match="not played again at one player's wish"):
            match.submit(Kind.REDO, seat)
        assert not match.can_redo(seat)


def test_who_has_left_and_who_is_no_player_takes_nothing_back() -> None:
    match = begun("yavalath-three-players", "a1", "b1", "c1", seats=("human",) * 3)
    match.submit(Kind.UNDO, 2)
    match.submit(Kind.RESIGN, 0)
    for kind, text in ((Kind.UNDO, ""), (Kind.REDO, ""), (Kind.OFFER, "draw"), (Kind.RESIGN, "")):
        with pytest.raises(Refused, match="This player has left"):
            match.submit(kind, 0, text)
        with pytest.raises(Refused, match="has no player 17"):
            match.submit(kind, 17, text)
    assert (match.can_redo(0), match.can_redo(1)) == (False, True)


@pytest.mark.parametrize(("name", "move"), [("tic-tac-toe", "b2"), ("oshi-zumo", "9")])
def test_a_move_or_a_choice_closes_an_offer(name: str, move: str) -> None:
    """Whoever agrees to it later has seen another position."""
    match = begun(name)
    match.submit(Kind.OFFER, 1, "draw")
    match.play(0, move)
    assert match.offer is None
    with pytest.raises(Refused, match="Nothing was offered to you"):
        match.submit(Kind.ACCEPT, 0)


ENDS: list[tuple[Callable[[Match], object], tuple[int, ...], str]] = [
    (lambda match: match.submit(Kind.RESIGN, 0), (-1, 1), "resigned"),
    (lambda match: (match.submit(Kind.OFFER, 1, "draw"), match.submit(Kind.ACCEPT, 0)), (0, 0), "agreed"),
    (lambda match: [match.play(match.movers[0], move) for move in ["b2", "a1", "b1", "a2", "b3"]], (1, -1), "rules"),
]


@pytest.mark.parametrize(("end", "returns", "why"), ENDS, ids=[why for _, _, why in ENDS])
def test_how_a_match_ends(end: Callable[[Match], object], returns: tuple[int, ...], why: str) -> None:
    match = begun()
    end(match)
    assert match.result is not None and (match.result.returns, match.result.why) == (returns, why)
    with pytest.raises(Refused, match="over"):
        match.play(0, "c3")


def test_of_three_players_one_leaves_and_the_others_go_on() -> None:
    match = begun("yavalath-three-players", seats=("human",) * 3)
    match.submit(Kind.RESIGN, 0)
    assert match.result is None and match.who(0) == "random"
    assert Table(match, {}).step() == match.events[-1] and len(match.session.moves) == 1
    match.submit(Kind.RESIGN, 2)
    assert match.result is not None and match.result.returns == (-1, 1, -1)
    assert [match.who(seat) for seat in range(3)] == ["human"] * 3 and match.people == (1,)


def test_who_has_resigned_was_no_random_player() -> None:
    match = begun(seats=("human", "random"))
    match.submit(Kind.RESIGN, 0)
    assert match.result is not None and (match.who(0), match.who(1), match.people) == ("human", "random", ())


def test_clocks() -> None:
    clock = [100.0]
    match = begun(game_time=10.0, increment=2.0, move_time=6.0, now=lambda: clock[0])
    assert match.time_left(0) == 6.0  # they begin to run with the first move
    match.play(0, "b2")
    clock[0] += 5
    match.play(1, "a1")
    assert (match.time_left(1), match.time_left(0)) == (6.0, 6.0)
    clock[0] += 4
    match.play(0, "c3")
    clock[0] += 3
    assert match.time_left(1) == 3.0 and match.check_time() is None
    clock[0] += 100
    assert match.time_left(1) == -97.0
    match.submit(Kind.RESUME, 0)
    assert match.time_left(1) == 6.0
    clock[0] += 6
    late = match.check_time()
    assert late is not None and late.kind is Kind.TIME and match.result is not None and match.result.why == "time"
    assert match.time_left(1) == 0.0, "the clock does not begin again"


@pytest.mark.parametrize(("seats", "left"), [(("human", "human"), 10.0), (("human", "random"), 3.0)], ids=str)
def test_between_people_the_first_move_of_each_takes_no_time(seats: tuple[str, str], left: float) -> None:
    """The friend may not have come yet."""
    clock = [100.0]
    match = begun(game_time=10.0, seats=seats, now=lambda: clock[0])
    match.play(0, "b2")
    clock[0] += 7
    assert (match.time_left(1), match.is_running(1)) == (left, left < 10)
    match.play(1, "a1")
    clock[0] += 4
    assert (match.time_left(1), match.time_left(0), match.is_running(0)) == (left, 6.0, True)


def test_the_parameters_of_a_model_are_obeyed() -> None:
    parameters = (
        "parameter timer run 1..60 = 25",
        'parameter allowUndo run = "false"',
        'parameter showHints run = "false"',
    )
    text = "\n".join(["game Timed extends othello {", *parameters, "}"])
    document = read_text(text, "timed.game", folder=GALLERY)
    terms = Terms.of(load(document), ["human", "human"])
    assert (terms.move_time, terms.undo, terms.hints) == (25.0, Undo.NEVER, False)


def test_choices_of_a_round_are_kept_until_all_have_chosen() -> None:
    match = begun("snake")
    while match.state.is_chance:
        match.draw()
    start, told = match.state, match.session.transcript(0)
    assert match.movers == (0, 1)
    match.play(1, match.legal_moves(1)[0])
    assert match.state is start and match.movers == (0,) and match.session.transcript(0) == told
    with pytest.raises(Refused, match="not your turn"):
        match.play(1, "up")
    match.play(0, match.legal_moves(0)[0])
    assert match.state != start and match.movers[:1] != (1,)


def test_several_moves_are_chosen_at_once_if_the_player_stays_to_move() -> None:
    """So moves of a round that is not complete can be replayed: they are kept as choices."""
    match = begun("harvest-at-once")
    match.draw()
    order = str(match.legal_moves(0)[0])
    with pytest.raises(Refused, match="one move is chosen"):
        match.play(0, "end end")
    with pytest.raises(MoveRefused, match="move 2 of 2: z99: "):
        match.play(0, f"{order} z99")
    match.play(0, f"{order} end")
    assert len(match.session.moves) == 1 and match.movers == (1,)
    match.play(1, "end")
    assert [str(move) for move in match.session.moves[1:]] == [order, "end", "end"]
    for ply, rest in ((2, [(1, "end"), (0, "end")]), (3, [(1, "end")])):
        other = match.branch(ply)
        for seat, move in rest:
            other.play(seat, move)
        assert other.session.moves == match.session.moves


@pytest.mark.parametrize("model", ['"oshi-zumo" { start B }', '"harvest-at-once" { }', "goofspiel { }"])
def test_moves_are_replayed_by_those_who_made_them(model: str) -> None:
    game = load(read_text(f"game Replayed extends {model}", "replayed.game", folder=GALLERY), "interpreter")
    match = Match(game, Terms.of(game, ["human", "human"], seed=1))
    random = Random(1)
    while len(match.session.moves) < 6 or not (match.state.is_chance or len(match.movers) == 2):
        seat = match.movers[-1]
        if match.state.is_chance:
            match.draw()
        else:
            match.play(seat, random.choice(match.legal_moves(seat)))
    transcript = read_transcript(write_transcript(match))
    for other in (
        match.branch(len(match.session.moves)),
        match_of(transcript, game),
        match_of_record(record_of(match)),
    ):
        assert other.session.moves == match.session.moves and other.state == match.state
    with pytest.raises(TranscriptError, match="ply 3: z99: "):
        match_of(replace(transcript, moves=(*transcript.moves[:2], "z99")), game)


# -- programs


class Script:
    """A program that answers what is written, and remembers what it is told."""

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = list(answers)
        self.heard: list[str] = []

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def refused(self, reason: str) -> None:
        self.heard.append(reason)

    def end(self, match: Match) -> None:
        self.heard.append(f"end {match.result.returns if match.result else None}")

    def close(self) -> None:
        self.heard.append("closed")


def test_a_program_whose_time_is_over_when_it_fails_is_not_asked_again() -> None:
    clock = [0.0]
    match = begun(seats=("cmd:x", "human"), move_time=5.0, now=lambda: clock[0])
    match.submit(Kind.RESUME, 0)

    class Late(Script):
        def choose_in(self, session: Session, seat: int, left: float | None) -> str:
            clock[0] += 5
            return super().choose_in(session, seat, left)

    script = Late(Failed("it has crashed"), "b2")
    event = Table(match, {0: script}, Policy(1)).step()
    assert event is not None and event.kind is Kind.TIME and script.answers == ["b2"]


FAILURES: list[tuple[tuple[str | Exception, ...], Policy, str | None]] = [
    (("a1", "c3"), Policy(1), "c3"),
    ((Failed("it has crashed"), "c3"), Policy(1), "c3"),
    ((ZeroDivisionError("division by zero"), "c3"), Policy(1), "c3"),
    (("a1", "z9", "c3"), Policy(2), "c3"),
    (("a1",), Policy(0), None),
    (("a1", "a1"), Policy(1, Fallback.SKIP), None),
]


@pytest.mark.parametrize(("answers", "policy", "expected"), FAILURES)
def test_a_program_that_fails_is_asked_again_and_then_something_else_is_played(
    answers: tuple[str | Exception, ...], policy: Policy, expected: str | None
) -> None:
    match = begun("tic-tac-toe", "a1", seats=("human", "cmd:x"))
    script, problems = Script(*answers), []
    table = Table(match, {1: script}, policy, lambda seat, problem: problems.append(problem))
    table.run()
    assert len(match.session.moves) == 2 and match.movers == (0,) and problems == script.heard
    assert expected in (None, str(match.session.moves[1]))
    assert len(problems) == policy.retries + (expected is None)
    assert not any(
        name in problem for problem in problems for name in (".xmi", ".game")
    )  # nothing of the files of this machine


@pytest.mark.parametrize("who", ["mcts:5000", "cmd:x", "Ann", ""])
def test_a_seat_without_its_program_does_not_play_at_random(who: str) -> None:
    match = begun("tic-tac-toe", seats=("human", who))
    with pytest.raises(Refused) as refusal:
        Table(match, {0: Script("a1")})
    assert (refusal.value.code, str(refusal.value)) == ("no-such-program", f"O would be {who}, which cannot play here.")


def test_a_program_that_fails_may_have_to_give_up() -> None:
    match = begun("tic-tac-toe", "a1", seats=("human", "cmd:x"))
    script = Script("a1")
    Table(match, {1: script}, Policy(0, Fallback.FORFEIT)).run()
    assert match.result is not None and match.result.returns == (1, -1)
    assert script.heard[-2:] == ["end (1, -1)", "closed"]


@pytest.mark.parametrize("name", GAMES)
def test_programs_play_games_of_every_sort_to_the_end(name: str) -> None:
    played = load(name)
    kinds = ["mcts:10", *["random"] * (len(played.players) - 1)]
    guests: dict[int, Guest] = {0: Inside(Called("mcts:10").player(1, hidden=played.is_hidden))}

    def finished() -> Match:
        match = Match(played, Terms.of(played, kinds, seed=5))
        Table(match, guests, report=lambda seat, problem: pytest.fail(problem)).run()
        return match

    match = finished()
    assert match.result is not None and match.result.why == "rules"
    text = write_transcript(match, name)
    again = match_of(read_transcript(text), played)
    assert again.session.moves == match.session.moves and again.result == match.result
    assert write_transcript(again, name) == text


# -- transcripts

WRONG = [
    ("[Game TicTacToe]\n", 'line 1: a tag is written as [Name "value"]'),
    ('[Game "TicTacToe"]\n[Game "TicTacToe"]\n', "line 2: the tag Game is there twice"),
    ('[Game "Chess"]\n\n1. e2-e4\n', "this is a transcript of Chess, not of TicTacToe"),
    ('[Seat1 "Y=human"]\n', "nobody is called 'Y'"),
    ("1. b2 2. b2\n", "ply 2: b2: b2 must be empty"),
    ('[Start "position P { nonsense"]\n', "nonsense"),
    ('[Set "size=4"]\n', "this was played with size=4, but TicTacToe has no such parameter"),
    ('[Seed "1x"]\n', "the seed is a whole number from 0 to 9223372036854775807, not '1x'"),
    (f'[Seed "{2**63}"]\n', "seed"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_with_a_transcript(text: str, message: str) -> None:
    with pytest.raises(TranscriptError) as error:
        match_of(read_transcript(text), load("tic-tac-toe"))
    assert message in str(error.value)


def test_a_transcript_goes_on_with_the_same_settings() -> None:
    first = load("snake", settings={"limit": "50"})
    left = read_transcript(write_transcript(Match(first, Terms.of(first, ["human"] * len(first.players))), "snake"))
    assert match_of(left, first).game is first
    with pytest.raises(TranscriptError, match="played with limit=50, not 100: choose that with --set limit=50"):
        match_of(left, load("snake"))


def test_a_transcript_as_people_write_it() -> None:
    text = '[Game "TicTacToe"]\n\n1. b2 {the middle;\nagain} 2.a1 ; a corner 3. c3\n3... c3\n'
    assert read_transcript(text).moves == ("b2", "a1", "c3")
    assert match_of(read_transcript(text), load("tic-tac-toe")).terms.seats == ("human", "human")


# -- moves as people type them

KING_AND_PAWN = 'position P { setup { "....k..." "P......." "........" "........" "........" "........" "........" "....K..." } to White }'
TWO_KNIGHTS = 'position P { setup { "....k..." "........" "........" "........" "........" "........" "........" "KN...N.." } to White }'
CASTLING = 'position P { setup { "....k..." "........" "........" "........" "........" "........" "........" "....K..R" } to White }'
TYPED = [
    ("chess", "", "e2e4", "e2-e4"), ("chess", "", "E2 - e4", "e2-e4"), ("chess", "", "Nf3", "g1-f3"),
    ("chess", "", "knight f3", "g1-f3"), ("chess", "", "e4", "e2-e4"), ("chess", "", "2", "b1-c3"),
    ("chess", "", "e2", "this could be any of: e2-e3 e2-e4"), ("chess", "", "e2e5", "e5 is not reached from e2"),
    ("chess", "", "99", "there are 20 legal moves"), ("chess", "", "f3", "f2-f3"),
    ("chess", TWO_KNIGHTS, "Nd2", "this could be any of: b1-d2 f1-d2"), ("chess", TWO_KNIGHTS, "Nbd2", "b1-d2"),
    ("chess", TWO_KNIGHTS, "O-O", "White has no such legal move"), ("chess", CASTLING, "O-O", "e1-g1"),
    ("chess", CASTLING, "0-0", "e1-g1"), ("chess", CASTLING, "Nf6", "White has no such legal move"),
    ("chess", CASTLING, "Nh6", "White has no such legal move"), ("chess", CASTLING, "Rf2", "no such legal move; to f2 leads: e1-f2"),
    ("breakthrough", "", "b3", "this could be any of: "),
    ("chess", KING_AND_PAWN, "a8=Q", "a7-a8=q"), ("chess", KING_AND_PAWN, "a7a8n", "a7-a8=n"),
    ("chess", KING_AND_PAWN, "a8", "a8 must be White's"), ("chess", KING_AND_PAWN, "K d1", "e1-d1"),
    ("tic-tac-toe", "", " B2 ", "b2"), ("tic-tac-toe", "", "", "a move is written as"), ("othello", "", "4", "e3"),
    ("oshi-zumo", "", "3", "3"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "position", "text", "expected"), TYPED, ids=[f"{row[0]} {row[2]}" for row in TYPED])
def test_moves_as_people_type_them(name: str, position: str, text: str, expected: str) -> None:
    played = load(name)
    state = played.position(position) if position else played.initial_state()
    try:
        assert str(read_move(state, text)) == expected
    except IllegalMove as error:
        assert expected in error.reason


WIDE = """game Wide {
  players A, B
  board 26x5
  pieces Ox:O/P
  directions ways = (1,1) (22,0)
  mark from
  setup { ".O........................" $ $ $ $ }
  move Go = own -> select from -> step ways -> select -> move from
}
""".replace("$", f'"{"." * 26}"')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b5-c4", "b5-c4"), ("b5xc4", "b5-c4"), ("b5 x c4", "b5-c4"), ("Oxxx5", "b5-x5"), ("ox x5", "b5-x5"),
        ("b5x5", "b5-x5"), ("b5xx5", "b5-x5"), ("bxc4", "b5-c4"), ("Ox c4", "b5-c4"), ("Oxc4", "b5-c4"), ("b55", ""),
    ],
)  # fmt: skip
def test_an_x_is_a_column_or_part_of_a_name_or_a_capture(text: str, expected: str) -> None:
    state = game(WIDE, "interpreter").initial_state()
    try:
        assert str(read_move(state, text)) == expected
    except IllegalMove:
        assert expected == ""


@pytest.mark.parametrize("name", ["chess", "othello", "backgammon", "battleship", "shogi", "harvest"])
def test_every_legal_move_is_read_as_itself(name: str) -> None:
    """Whatever else a text could mean: the notation of a legal move means this move."""
    played: Game = load(name)
    random = Random(1)
    state = played.initial_state()
    for _ in range(12):
        moves = list(state.legal_moves)
        for move in random.sample(moves, min(4, len(moves))):
            assert read_move(state, str(move)) == move
        state = state.play(random.choice(moves))
