"""Random play from Python, one state at a time, beside OpenSpiel and python-chess; tree search beside OpenSpiel's;
alpha-beta search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tests.bench.measuring import Spread, alike, installed, rates, steady
from tests.bench.open_spiel import SPIEL, pyspiel
from tests.support.gallery import GAMES
from tilewright.runtime import load
from tilewright.runtime.search.minimax import MinimaxSearch
from tilewright.runtime.search.uct import TreeSearch

PLAYED = ("connect-four", "othello", "chess", "go")
SEARCHED = {"tic-tac-toe": 1000, "connect-four": 1000, "breakthrough": 500, "othello": 100, "hex": 300, "chess": 30}
"""The games that are searched, with the visits of a search."""
SEARCH_AIMS = {"tic-tac-toe": 4, "connect-four": 25, "breakthrough": 60, "othello": 100, "hex": 10, "chess": 40}
"""How many times as many visits a second as OpenSpiel's search of as many visits."""
FACE_AIMS = {("numbers", "OpenSpiel"): 1, ("moves", "python-chess"): 3}
"""How many times as many plies a second as others: played by number, and by moves that are decoded."""

LOOKED_AT = {"connect-four": 100_000, "breakthrough": 50_000, "othello": 50_000, "checkers": 50_000, "chess": 20_000}
"""The games that alpha-beta searches, with the nodes of a search."""

ROUNDS, LEAST, LONGEST = 5, 0.2, 300
"""The rounds, the seconds of a measurement, the plies after which a game begins anew."""
FEW, SHORT, FEWEST = 3, 0.1, 60
"""The rounds, the seconds of a measurement and its fewest plies, where all games are played: both engines keep the moves
of the first position."""


def bench_face() -> None:
    """Print the plies a second, and how many times as many they are as others make."""
    print(f"random play from Python, a state at a time, plies/s ({installed('open_spiel', 'chess')})")
    for name in PLAYED:
        ways = {"moves": steady(_by_moves(name), LEAST, int), "numbers": steady(_by_numbers(name), LEAST, int)}
        if pyspiel is not None:
            ways["OpenSpiel"] = steady(_open_spiel(name), LEAST, int)
        if name == "chess" and _has_chess():
            ways["python-chess"] = steady(_python_chess, LEAST, int)
        _print(name, rates(ways, ROUNDS), ("moves", "numbers"), FACE_AIMS)


def bench_search() -> None:
    """Print the visits a second of tree searches from the first position, with a random game for each.

    A search is made anew each time, and asked for the best move. One of as many visits as OpenSpiel's is compared with
    it, and one of ten times as many: what a search costs before its first visit counts less there, but the tree is
    deeper.
    """
    print(f"tree search, visits/s: of as many visits, and of ten times as many ({installed('open_spiel')})")
    for name, visits in SEARCHED.items():
        ways = {
            "ours": steady(_search(name, visits), LEAST, int),
            "tenfold": steady(_search(name, 10 * visits), LEAST, int),
        }
        if pyspiel is not None:
            ways["OpenSpiel"] = steady(_spiel_search(name, visits), LEAST, int)
        aim = SEARCH_AIMS[name]
        _print(name, rates(ways, ROUNDS), ("ours", "tenfold"), {(way, "OpenSpiel"): aim for way in ("ours", "tenfold")})


def bench_python() -> None:
    """Print the plies a second of the engine in Python, move by move, beside the interpreter's (aim: 1).

    Both play the same plies: those at the beginning of a game, where most moves are legal, take longer than others.
    """
    print("random play from Python, a state at a time, the same plies, plies/s")
    for game in GAMES:
        ways = alike({engine: _by_moves(game.name, engine) for engine in ("python", "interpreter")}, SHORT, FEWEST)
        _print(game.name, rates(ways, FEW), ("python",), {("python", "interpreter"): 1})


def bench_minimax() -> None:
    """Print the nodes a second of alpha-beta searches from the first position, with an evaluation that was found before."""
    print("alpha-beta search, nodes/s")
    for name, nodes in LOOKED_AT.items():
        _print(name, rates({"ours": steady(_minimax(name, nodes), LEAST, int)}, ROUNDS), ("ours",))


def _print(
    name: str, found: dict[str, Spread], ours: tuple[str, ...], aims: Mapping[tuple[str, str], float] | None = None
) -> None:
    """Print what each way makes, and what ours make beside others, with the aim, marked if it is missed."""
    parts = [f"{way} {spread.median:,.0f}" for way, spread in found.items()]
    for other, spread in found.items():
        for way in ours if other not in ours else ():
            ratio, aim = (found[way] / spread).median, (aims or {}).get((way, other))
            told = "" if aim is None else f" (aim {aim:g}){' !' * (ratio < aim)}"
            parts.append(f"{way} {ratio:.2f} of {other}{told}")
    print(f"  {name:24}", "; ".join(parts), flush=True)


def _by_moves(name: str, engine: str = "native") -> Callable[[int], int]:
    game = load(name, engine)

    def play(plies: int) -> int:
        start = game.initial_state()  # a new one: its moves are not listed yet
        random, state, begun = Random(1), start, 0
        for _ in range(plies):
            if state.is_over or begun == LONGEST:
                state, begun = start, 0
            state = state.play(random.choice(state.legal_moves))
            begun += 1
        return plies

    return play


def _by_numbers(name: str) -> Callable[[int], int]:
    start = load(name, "native").initial_state()

    def play(plies: int) -> int:
        draw, state, begun = Random(1).random, start, 0
        for _ in range(plies):
            if state.is_over or begun == LONGEST:
                state, begun = start, 0
            state = state.play_number(int(draw() * state.count_moves()))
            begun += 1
        return plies

    return play


def _open_spiel(name: str) -> Callable[[int], int]:
    game = pyspiel.load_game(SPIEL[name])

    def play(plies: int) -> int:
        draw, state, begun = Random(1).random, game.new_initial_state(), 0
        for _ in range(plies):
            if state.is_terminal() or begun == LONGEST:
                state, begun = game.new_initial_state(), 0
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            begun += 1
        return plies

    return play


def _has_chess() -> bool:
    try:
        import chess
    except ModuleNotFoundError:
        return False
    return bool(chess.Board)


def _python_chess(plies: int) -> int:
    import chess

    draw, board = Random(1).random, chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) == LONGEST:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(moves[int(draw() * len(moves))])
    return plies


def _search(name: str, visits: int) -> Callable[[int], int]:
    start = load(name, "native").initial_state()
    seed = 0

    def play(searches: int) -> int:
        nonlocal seed
        made = 0
        for _ in range(searches):
            seed += 1
            tree = TreeSearch(start, seed=seed)
            tree.grow(visits)
            tree.best()
            made += tree.visits
        return made

    return play


def _minimax(name: str, nodes: int) -> Callable[[int], int]:
    start = load(name, "native").initial_state()
    MinimaxSearch(start).run(depth=1)

    def play(searches: int) -> int:
        looked_at = 0
        for _ in range(searches):
            search = MinimaxSearch(start)
            search.grow(nodes=nodes)
            looked_at += search.nodes
        return looked_at

    return play


def _spiel_search(name: str, visits: int) -> Callable[[int], int]:
    game = pyspiel.load_game(SPIEL[name])
    state: Any = game.new_initial_state()
    seed = 0

    def play(searches: int) -> int:
        nonlocal seed
        for _ in range(searches):
            seed += 1
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.MCTSBot(game, evaluator, 2.0, visits, 1000, True, seed, False).mcts_search(state)
        return searches * visits

    return play
