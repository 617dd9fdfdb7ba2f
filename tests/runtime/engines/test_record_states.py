"""States of compiled games hold records: they say at every ply what the interpreter says."""

from __future__ import annotations

import gc
import linecache
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.support.drawn_games import LATE as ENDS_LATE
from tests.support.drawn_games import ONCE_WRONG, PARTS, QUICK, SEED, THOROUGH, ZONED, drawn, drawn_with_zones
from tests.support.engines import COMPILED, game, installed, need
from tests.support.gallery import EXAMPLES, GAMES, Example
from tests.support.rules import GAMES as RULES
from tests.support.thinning import diagonal, sampled
from tests.support.trace import LATE, TOO_LONG, Found, found
from tilewright.runtime import Game, State, load, playout, stack
from tilewright.runtime.engines import listings, recording
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.listings import BuiltinLister, Deferred, PlainLister
from tilewright.runtime.engines.numbering import numbering
from tilewright.runtime.position_state import PositionState
from tilewright.runtime.record_state import RecordState
from tilewright.runtime.refusals import IllegalMove

PLIES = 8
"""The plies that are played of each game in every run."""
MANY = 400
"""And in the slow proof, of each of two games."""


def started(name: str, engines: Sequence[str]) -> tuple[State, list[State]]:
    """Return the first state of the interpreter, and those of compiled engines."""
    one, others = load(name, "interpreter").initial_state(), [load(name, each).initial_state() for each in engines]
    assert isinstance(one, PositionState) and others and all(isinstance(other, RecordState) for other in others)
    return one, others


def follow(one: State, others: Sequence[State], plies: int, seed: int) -> int:
    """Play a random game in all of them; return the plies. At each of them they say the same.

    Where the rules go wrong all say so, with the same error, and the game is over. With an odd seed they play by number
    without lists, where that is possible.
    """
    for other in others:
        assert isinstance(other, RecordState)
        other._records.numbering = numbering(other._records.engine) if seed % 2 else None
    random = Random(seed)
    for ply in range(plies):
        right = found(lambda state=one: settled(state))
        if right.codes:
            assert all(wrong_alike(right, partial(settled, other), partial(after_all, other)) for other in others)
            return ply
        assert all(same(one, other) for other in others)
        moves = list(one.legal_moves)
        if not moves:
            return ply
        number = random.randrange(len(moves))
        move = moves[number]
        assert all(same_moves(other, moves) and other.number_of(move) == number for other in others)
        right, ways = (
            found(lambda state=one, move=move: state.play(move)),
            [partial(played, other, number, str(move), ply) for other in others],
        )
        if right.codes:
            assert all(wrong_alike(right, way, lambda way=way: settled(way())) for way in ways)
            return ply
        one, others = right.value, [way() for way in ways]
    return plies


def settled(state: State) -> tuple[object, ...]:
    """Return what a state says of how the game goes on: this is where it finds that the rules are wrong."""
    return state.is_over, list(state.legal_moves)


def after_all(state: State) -> list[tuple[object, ...]]:
    """Return the same of the states after all moves."""
    return [settled(state.play_number(number)) for number in range(state.count_moves())]


def wrong_alike(right: Found, ask: Callable[[], object], later: Callable[[], object]) -> bool:
    """Return whether a compiled game tells the error of the interpreter: at once, or a ply later if it may."""
    answer = found(ask)
    if right.codes & LATE and not answer.codes:
        answer = found(later)
    return bool(right.codes & TOO_LONG) or answer == right


def played(state: State, number: int, name: str, ply: int) -> State:
    """Return the state after a move, which is played by its number, as it is or by its name, in turn."""
    match ply % 3:
        case 0:
            assert isinstance(state, RecordState)
            state.forget()
            return state.play_number(number)
        case 1:
            return state.play(state.legal_moves[number])
        case _:
            return state.play(name)


def same(one: State, other: State) -> bool:
    assert (other.ply, other.player, other.is_over, other.returns) == (one.ply, one.player, one.is_over, one.returns)
    assert other.start == one.start and other.position == one.position
    assert other.present == replace(one.position, history=())
    assert (other.key, other.to_text(), other.scores) == (one.key, one.to_text(), one.scores)
    assert len(other.legal_moves) == len(one.legal_moves) and other == one and hash(other) == hash(one)
    return True


def same_moves(state: State, moves: list[object]) -> bool:
    return list(state.legal_moves) == moves == [state.move_of(number) for number in range(state.count_moves())]


@pytest.mark.parametrize("example", sampled(GAMES))
def test_they_say_what_the_interpreter_says(example: Example) -> None:
    need("native")
    assert follow(*started(example.name, ["native"]), PLIES, seed=3) > 0


@pytest.mark.parametrize("name", ["chess", "go", "oware", "peg-solitaire", "nim-three-players", "dots-and-boxes"])
def test_compiled_python_says_so_as_well(name: str) -> None:
    assert follow(*started(name, ["python"]), PLIES, seed=3) > 0


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_they_say_it_in_whole_games(example: Example) -> None:
    one, others = started(example.name, installed(COMPILED))
    print(f"{example}: {sum(follow(one, others, MANY, seed) for seed in (SEED, SEED + 1))} plies")


def records(text: str, engine: str) -> tuple[State, list[State]]:
    """Return the first state of the interpreter, and that of an engine if it plays the game."""
    one, other = game(text, "interpreter").initial_state(), game(text, engine).initial_state()
    return one, [other] if isinstance(other, RecordState) else []


@pytest.mark.parametrize(
    ("path", "engine"), diagonal({path.stem: path for path in (*ONCE_WRONG, *ENDS_LATE)}, COMPILED)
)
def test_they_say_it_where_engines_once_disagreed(path: Path, engine: str) -> None:
    need(engine)
    one, others = records(path.read_text("utf-8"), engine)
    assert others
    for seed in range(3):
        follow(one, others, 60, seed)


@pytest.mark.parametrize("engine", COMPILED)
def test_they_say_it_in_random_models(engine: str) -> None:
    need(engine)
    assert followed(drawn(QUICK), engine, PLIES) > 3 * QUICK


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # of sets too large for WebAssembly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize(("of", "number"), [(drawn, THOROUGH), (drawn_with_zones, ZONED)], ids=["models", "zones"])
def test_they_say_it_in_many_random_models(
    of: Callable[[int], tuple[str, ...]], number: int, engine: str, part: int
) -> None:
    need(engine)
    texts = of(number)[part::PARTS]
    plies = followed(texts, engine, 60)
    print(f"seed {SEED}, part {part}, {engine}: {len(texts)} games, {plies} plies")
    assert plies > 5 * len(texts)


def followed(texts: Sequence[str], engine: str, plies: int) -> int:
    """Follow two random games of each of some models; return their plies. A failure tells the model."""
    total = 0
    for text in texts:
        one, others = records(text, engine)
        try:
            total += sum(follow(one, others, plies, seed) for seed in (SEED, SEED + 1)) if others else 0
        except Exception as error:
            error.add_note(text)
            raise
    return total


TAKEN = (
    "breakthrough", "clobber", "connect-four", "connect-four-floor", "dark-hex", "dots-and-boxes", "go", "gomoku", "hex",
    "kuhn-poker", "nim", "nim-three-players", "order-and-chaos", "othello", "peg-solitaire", "pentago",
    "phantom-tic-tac-toe", "snake", "tic-tac-toe", "toads-and-frogs", "traffic-lights", "two-groves", "y", "yavalath",
)  # fmt: skip
"""The games of the gallery whose moves are taken by their numbers without a list."""


@pytest.mark.parametrize("example", sampled([example for example in GAMES if example.name in TAKEN]))
def test_moves_are_taken_by_number_as_they_are_listed(example: Example) -> None:
    need("native")
    start = load(example.name, "native").initial_state()
    assert isinstance(start, RecordState)
    records, taking, random = start._records, numbering(start._records.engine), Random(SEED)
    assert taking is not None
    state: State = start
    for _ in range(200):
        assert isinstance(state, RecordState)
        listing, count = state._list(), len(state.legal_moves)
        if taking.count(state._record):
            assert taking.count(state._record) == count
            taken = [taking.take(state._record, number) for number in range(count)]
            assert taken == [records.after(listing, number) for number in range(count)]
        else:
            assert [str(move) for move in state.legal_moves] in ([], ["pass"])
        state = state._after(random.randrange(count)) if count else start


@pytest.mark.prove
@pytest.mark.parametrize("example", GAMES, ids=str)
def test_moves_are_taken_by_number_in_these_games_alone(example: Example) -> None:
    need("native")
    state = load(example.name, "native").initial_state()
    assert isinstance(state, RecordState)
    assert (numbering(state._records.engine) is not None) == (example.name in TAKEN)


def test_many_plies_by_number_are_played_without_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr(recording, "MANY", 3)
    for name, can in (("breakthrough", True), ("chess", False)):
        state = load(name, "native").initial_state()
        assert isinstance(state, RecordState)
        monkeypatch.setattr(state._records, "numbering", None)
        monkeypatch.setattr(state._records, "listed", 0)
        for ply in range(3):
            assert state._records.numbering is None
            state.play(state.legal_moves[ply])
            state = state.play_number(ply)
        assert isinstance(state, RecordState)
        assert (state._records.numbering is not None) == can
        after = state.play_number(1)
        assert bool(state._listing) == (not can)
        assert after == state.play(state.legal_moves[1])


def test_listings_are_read_alike_with_and_without_builtins() -> None:
    need("native")
    loaded = load("chess", "native")
    state = loaded.initial_state()
    assert isinstance(state, RecordState)
    records = state._records
    quick, plain = records.lister, PlainLister(records.engine.kernel, records.engine.program.layout)
    assert isinstance(quick, BuiltinLister)
    for number in (3, 17, 8, 1, 30, 12, 4, 9):
        past = state._past
        listing = quick.moves(state._record, past.older, past.recent)
        assert listing is not None and listing == plain.moves(state._record, past.older, past.recent)
        count = quick.count(listing)
        assert count == plain.count(listing) == len(state.legal_moves)
        for lister in (quick, plain):
            moves = [lister.move(listing, each) for each in range(count)]
            assert [lister.number(listing, move) for move in moves] == list(range(count))
            assert lister.number(listing, b"") == lister.number(listing, moves[0] * 2) == -1
        assert [quick.after(listing, each) for each in range(count)] == [
            plain.after(listing, each) for each in range(count)
        ]
        state = state.play_number(number % count)


def test_what_moves_lead_to_is_computed_when_it_is_asked_for() -> None:
    state = load("y", "python").initial_state()
    assert isinstance(state, RecordState)
    records = state._records
    made, plain = records.lister, PlainLister(records.engine.kernel, records.engine.program.layout)
    listing, written = (lister.moves(state._record, b"", b"") for lister in (made, plain))
    assert isinstance(listing, Deferred) and written is not None
    assert all(make is not None for _, make, _ in listing.moves)
    assert made.count(listing) == plain.count(written) == len(state.legal_moves)
    assert (made.key(listing), made.settled(listing)) == (plain.key(written), plain.settled(written))
    moves = list(made.all(listing))
    assert moves == list(plain.all(written)) == [made.move(listing, number) for number in range(len(moves))]
    assert [made.number(listing, move) for move in moves] == list(range(len(moves)))
    assert made.number(listing, b"") == made.number(listing, moves[0] * 2) == -1
    for number in range(len(moves)):
        assert made.after(listing, number) == plain.after(written, number)


def test_moves_are_listed_whatever_becomes_of_the_lines_that_tracebacks_show() -> None:
    played = load("y", "python")
    linecache.clearcache()
    assert len(played.initial_state().legal_moves) == 91


def test_too_many_moves_are_refused_without_writing_them_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "MOST_WORDS", 100)
    with pytest.raises(MemoryError, match="more than 100 words"):
        load("y", "python").initial_state().count_moves()


@pytest.mark.parametrize("engine", COMPILED)
def test_buffers_grow_to_what_is_needed(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "_OUT", 4)
    monkeypatch.setattr(listings, "_HISTORY", 1)
    need(engine)
    assert follow(*started("chess", [engine]), 6, seed=1) == 6


@pytest.mark.parametrize("engine", COMPILED)
def test_the_past_is_shared_and_repetitions_are_seen(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "SHARED", 3)
    need(engine)
    one, (other,) = started("chess", [engine])
    for move in ("b1-c3 b8-c6 c3-b1 c6-b8 " * 9).split():
        if not one.is_over:
            one, other = one.play(move), other.play(move)
        assert same(one, other)
    assert one.is_over and other.is_over and other.start.history == one.start.history != ()


@pytest.mark.parametrize("engine", COMPILED)
def test_each_earlier_position_is_recorded_once(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the positions of a long game are taken up."""
    need(engine)
    recorded: list[object] = []
    pack = Compiled._known
    monkeypatch.setattr(Compiled, "_known", lambda made, earlier: recorded.append(earlier) or pack(made, earlier))
    random = Random(SEED)
    _, (state,) = started("chess", [engine])
    for _ in range(30):
        state = state.play(random.choice(list(state.legal_moves)))
        for again in (state.game.state(state.start), state.game.state(replace(state.start))):
            assert again == state and list(again.legal_moves) == list(state.legal_moves)
    assert 0 < len(recorded) <= 2 * 30  # once for its key, once for its record


@pytest.mark.parametrize("engine", COMPILED)
def test_a_refusal_reads_no_legal_moves(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks only for those that go on from the move that is refused."""
    need(engine)
    state = load("chess", engine).initial_state()
    asked: list[object] = []
    identity = Game.identity
    monkeypatch.setattr(Game, "identity", lambda game, move: asked.append(move) or identity(game, move))
    with pytest.raises(IllegalMove):
        state.play("e2-e5")
    assert 0 < len(asked) < state.count_moves() / 4
    assert list(map(str, state.completions("g1"))) == ["g1-f3", "g1-h3"]
    assert list(map(str, state.completions("g1-f3"))) == ["g1-f3"] and state.completions("g1-g2") == []
    assert state.completions() == list(state.legal_moves)


@pytest.mark.parametrize("engine", COMPILED)
def test_listings_that_were_dropped_are_made_again(engine: str) -> None:
    need(engine)
    start = load("breakthrough", engine).initial_state()
    assert isinstance(start, RecordState)
    texts = str(start.legal_moves)
    states = [playout(start, seed, max_plies=seed % 20) for seed in range(3 * recording.KEPT)]
    counts = [len(state.legal_moves) for state in states]
    assert not start._listing
    assert str(start.legal_moves) == texts and start.play_number(0) == start.play(start.legal_moves[0])
    assert [len(list(state.legal_moves)) for state in states] == counts


@pytest.mark.parametrize("number", [-1, 4, 1 << 70])
def test_there_is_no_move_of_such_a_number(engine: str, number: int) -> None:
    state = load("othello", engine).initial_state()
    with pytest.raises(IndexError):
        state.play_number(number)
    with pytest.raises(IndexError):
        state.legal_moves[number if number > 0 else -5]
    assert state.legal_moves[-1] == state.legal_moves[3] and state.legal_moves.index("d6") == 0
    with pytest.raises(ValueError, match="a1 is not legal"):
        state.legal_moves.index("a1")


def test_moves_of_other_games_and_engines_are_read_by_what_they_are(engine: str) -> None:
    need("native")
    state, other = load("othello", engine).initial_state(), load("othello", "native").initial_state()
    assert [state.play(move) for move in other.legal_moves] == [state.play(move) for move in state.legal_moves]
    chess = load("chess", "native").initial_state()
    move = next(move for move in chess.legal_moves if str(move) == "e2-e4")
    assert move not in state.legal_moves
    with pytest.raises(ValueError, match="e2-e4"):
        state.play(move)


def test_threads_play_at_once() -> None:
    need("native")
    loaded = load("chess", "native")

    def plays(seed: int) -> list[int]:
        state, random = loaded.initial_state(), Random(seed)
        keys = []
        while len(keys) < 60 and state.count_moves():
            state = state.play_number(random.randrange(state.count_moves()))
            keys.append(state.key)
        return keys

    alone = [plays(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(plays, range(8))) == alone


@pytest.mark.parametrize("by_number", [False, True])
def test_threads_with_little_stack_play(by_number: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    start = load("othello", "native").initial_state()
    assert isinstance(start, RecordState)
    monkeypatch.setattr(start._records, "numbering", numbering(start._records.engine) if by_number else None)
    assert start.count_moves() == 4 and bool(start._listing) == (not by_number)
    found: list[object] = []

    def run() -> None:
        assert stack.current.is_small
        found.append(str(start.play_number(0).legal_moves))

    usual = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(usual)
    assert found == [str(load("othello", "interpreter").initial_state().play("d6").legal_moves)]


def memory_of(loaded: Game, count: int) -> float:
    """Return the bytes that a state takes of those that random games go through, moves counted."""
    import tracemalloc

    random = Random(1)
    loaded.initial_state().play_number(0)
    gc.collect()
    tracemalloc.start()
    states = []
    while len(states) < count:
        state = loaded.initial_state()
        while state.count_moves() and len(states) < count:
            state = state.play_number(random.randrange(state.count_moves()))
            states.append(state)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / count


def test_a_state_of_chess_takes_less_than_a_kilobyte() -> None:
    need("native")
    assert memory_of(load("chess", "native"), 3000) < 1024


@pytest.mark.prove
@pytest.mark.parametrize("engine", COMPILED)
def test_states_that_are_dropped_leave_nothing(engine: str) -> None:
    """A million states of machine code; of compiled Python, which leaks the same way or not at all, some less."""
    need(engine)
    state = game(RULES["go 5x5"].text, engine).initial_state()
    random = Random(1)

    def play(plies: int) -> int:
        current = state
        for _ in range(plies):
            count = current.count_moves()
            current = current.play_number(random.randrange(count)) if count else state
        del current
        gc.collect()
        return sys.getallocatedblocks()

    plies = 1_000_000 if engine == "native" else 5_000
    before = play(2_000)
    grown = play(plies) - before
    print(f"{engine}: {plies} states, {grown} blocks more")
    assert grown < 5_000
