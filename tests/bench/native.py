"""The native engine beside OpenSpiel's native rollouts, hand-written C and the interpreter."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random

from tests.bench.interpreter import our_plies
from tests.bench.kernels import Kernels, has_native, states
from tests.bench.measuring import Spread, rates, steady
from tests.bench.open_spiel import WHOLE_GAMES, mean_length, native_rollouts, pyspiel
from tests.bench.reference import REFERENCES, Reference, has_gcc
from tests.support.boards import on_larger_boards
from tests.support.engines import game as from_text
from tests.support.gallery import GAMES
from tilewright.generator.compiler import NotLowered, compile_game
from tilewright.generator.compiler.kernel.language import parse
from tilewright.generator.compiler.printers.lanes import side_by_side
from tilewright.runtime import Batch, State, load
from tilewright.runtime.playouts import MAX_PLIES

ROUNDS = 7

AIMS = {
    "tic-tac-toe": 25, "connect-four": 80, "othello": 180, "breakthrough": 90, "hex": 12, "amazons": 4, "checkers": 55,
    "chess": 50, "go": 16, "nine-mens-morris": 5, "clobber": 10,
    "pentago": 6, "oware": 6, "lines-of-action": 6, "xiangqi": 6, "shogi": 6, "crazyhouse": 6,
    "pig": 20, "einstein-wuerfelt-nicht": 20, "twenty-forty-eight": 20, "backgammon": 20,
}  # fmt: skip
"""How many times as many states a second as OpenSpiel's native rollouts, or as many games: see ``WHOLE_GAMES``."""
LEAST_PLIES = {"harvest": 0.05e6, "harvest-at-once": 0.05e6, "harvest-fog": 0.05e6}
"""How many states a second at least, of games that no rival plays."""
VIEWS = ("dark-chess", "ambush", "dark-hex", "phantom-tic-tac-toe")
"""Games in which cells are hidden, of at most 64 cells."""
VIEW_AIM, VIEWED = 2, 4096
"""The microseconds that a view of a position and its information key may take, and the positions of the batch."""
BEGUN = 20
"""The plies after which positions are looked at."""
C_AIM = 0.9
"""The same for hand-written C."""
INTERPRETER_AIM = 100
"""The same for the interpreter."""
LANES_AIM = 2
"""The same for games that are played side by side, beside those that are played one after the other."""
INTERPRETER_PLIES = 400
"""The plies after which both stop, in games that need not end."""

CHESS_LEAVES, CHESS_STATES = 80e6, 0.2e6
"""The leaves a second that perft of chess should count on a machine where OpenSpiel's chess passes so many states."""
PERFT = {"chess": (5, 4_865_609), "checkers": (10, 18_391_564), "amazons": (2, 4_307_152), "go": (3, 531_522)}


def beside(ratio: Spread, aim: float) -> str:
    """Return a ratio with its extremes and its aim, marked if it is missed."""
    digits = 2 if aim < 2 else 1
    extremes = f"{min(ratio.values):.{digits}f}..{max(ratio.values):.{digits}f}"
    return f"{ratio.median:>8.{digits}f}x {extremes:>15} {aim:>5g}{'  ' if ratio.median >= aim else ' !'}"


def speed(states: float) -> str:
    """Return states a second in millions."""
    return f"{states / 1e6:>9.3f}"


def bench_native(least: float = 0.2) -> None:
    """Print a row for each game with an aim: our states a second, the rival's, and the ratios; then how fast views are."""
    if not has_native():
        return
    if pyspiel is None:
        print("OpenSpiel is not installed (open_spiel from PyPI): nothing to compare with")
    if not has_gcc():
        print("gcc is not installed: no references in C")
    columns = f"{'ratio':>9} {'min..max':>15} {'aim':>5}  "
    print(
        f"{'M states/s':>24} {'native':>9} {'plies':>6} {'OpenSpiel':>9} {'plies':>6} {columns} {'C':>9} {columns}".rstrip()
    )
    for name, aim in AIMS.items():
        kernels = Kernels(load(name, "interpreter"))
        candidates = {"ours": steady(lambda games, k=kernels: k.playouts(games, MAX_PLIES), least, states)}
        if pyspiel is not None:
            candidates["spiel"] = steady(native_rollouts(name), least, int)
        if name in REFERENCES and has_gcc():
            candidates["C"] = steady(Reference(name).playouts, least, int)
        said = rates(candidates, ROUNDS)
        ours, length = said["ours"], kernels.mean_length(MAX_PLIES)
        row = f"{name:>24} {speed(ours.median)} {length:>6.1f}"
        if "spiel" in said:
            theirs = said["spiel"] * (length / mean_length(name) if name in WHOLE_GAMES else 1)
            row += f" {speed(said['spiel'].median)} {mean_length(name):>6.1f} {beside(ours / theirs, aim)}"
        if "C" in said:
            row += f" {speed(said['C'].median)} {beside(ours / said['C'], C_AIM)}"
        print(row.rstrip(), flush=True)
    for name, least_plies in LEAST_PLIES.items():
        kernels = Kernels(load(name, "interpreter"))
        (plies,) = rates(
            {"ours": steady(lambda games, k=kernels: k.playouts(games, MAX_PLIES), least, states)}, ROUNDS
        ).values()
        row = f"{name:>24} {speed(plies.median)} {kernels.mean_length(MAX_PLIES):>6.1f}   aim {speed(least_plies).strip()}"
        print(row + " !" * (plies.median < least_plies), flush=True)
    bench_views(least)


def bench_views(least: float) -> None:
    """Print for some games how long it takes to see a position of a batch as a player does, and to keep its key.

    To keep keys of all players takes what plies of an informed batch take beyond the same plies of another one.
    """
    columns = "".join(f"{what:>12}" for what in ("in sight", "planes", "view hash", "key", "keeping", "all"))
    print(f"{'views, µs a position':>24} {'cells':>6}{columns}   aim {VIEW_AIM}")
    for name in VIEWS:
        game = load(name, "native")
        batch = game.batch(VIEWED, seed=1, informed=True)
        batch.random(BEGUN)
        viewers = array("q", (number % len(batch.game.players) for number in range(VIEWED)))
        ways: dict[str, Callable[[], object]] = {
            "in sight": lambda b=batch, v=viewers: b.seen(v),
            "planes": lambda b=batch: b.boards(),
            "view hash": lambda b=batch, v=viewers: b.view_hashes(v),
            "key": lambda b=batch, v=viewers: b.information_keys(v),
        }
        measured = {way: steady(_repeated(work), least, int) for way, work in ways.items()}
        for way, informed in (("plies", False), ("informed plies", True)):
            played = _begun_again(game.batch(VIEWED, seed=1, informed=informed))
            measured[way] = steady(played, least, int)
        *taken, plain, told = (1e6 / spread.median for spread in rates(measured, ROUNDS).values())
        taken.append(told - plain)
        figures = "".join(f"{each:>12.3f}" for each in (*taken, sum(taken)))
        print(f"{name:>24} {len(batch.game.names.cells):>6}{figures}{' !' * (sum(taken) > VIEW_AIM)}", flush=True)


def _repeated(work: Callable[[], object]) -> Callable[[int], int]:
    """Return what does a work on a batch so often and says on how many positions that was."""

    def repeat(times: int) -> int:
        for _ in range(times):
            work()
        return times * VIEWED

    return repeat


def _begun_again(batch: Batch[State]) -> Callable[[int], int]:
    """Return what plays the first moves of all games of a batch so often, and says how many plies that were."""

    def repeat(times: int) -> int:
        plies = 0
        for _ in range(times):
            batch.reset()
            for _ in range(BEGUN):
                batch.play([0] * len(batch))
            plies += sum(batch.plies)
        return plies

    return repeat


def bench_perft(least: float = 0.3) -> None:
    """Print leaves a second of perft, of chess beside OpenSpiel's speed and of the references beside theirs."""
    if not has_native():
        return
    print(f"{'perft, M leaves/s':>24} {'native':>9} {'depth':>6} {'C':>9} {'ratio':>9}")
    for name, depth in REFERENCES.items():
        kernels = Kernels(load(name, "interpreter"))
        works = {"ours": kernels.perft}
        if has_gcc():
            works["C"] = (reference := Reference(name)).perft
            assert kernels.perft(depth) == reference.perft(depth), name
        said = rates({who: leaves(work, depth, least) for who, work in works.items()}, ROUNDS)
        row = f"{name:>24} {speed(said['ours'].median)} {depth:>6}"
        print(row + (f" {speed(said['C'].median)} {(said['ours'] / said['C']).median:>8.2f}x" if "C" in said else ""))
    for name, (depth, known) in PERFT.items():
        kernels = Kernels(load(name, "interpreter"))
        assert kernels.perft(depth) == known, name
        candidates = {"ours": leaves(kernels.perft, depth, least)}
        if name == "chess" and pyspiel is not None:
            candidates["spiel"] = steady(native_rollouts(name), least, int)
        said = rates(candidates, ROUNDS)
        row = f"{name:>24} {speed(said['ours'].median)} {depth:>6}"
        if "spiel" in said:
            ratio = said["ours"] / said["spiel"]
            row += f"   {ratio.median:.0f} leaves for each state of OpenSpiel's native chess, aim {CHESS_LEAVES / CHESS_STATES:.0f}"
        print(row, flush=True)


def leaves(work: Callable[[int], int], depth: int, least: float) -> Callable[[], float]:
    """Return what measures the leaves a second of a perft."""
    return steady(lambda times: sum(work(depth) for _ in range(times)), least, int)


def bench_games(least: float = 0.1, rounds: int = 3) -> None:
    """Print a row for each game of the gallery: the native engine beside the interpreter."""
    if not has_native():
        return
    print(f"{'M states/s':>24} {'native':>9} {'plies':>6} {'interp.':>9} {'ratio':>9} {'min..max':>15} {'aim':>5}")
    for example in GAMES:
        game = load(example.name, "interpreter")
        kernels = Kernels(game)
        candidates = {
            "ours": steady(lambda games, k=kernels: k.playouts(games, INTERPRETER_PLIES), least, states),
            "interpreter": lambda g=game: our_plies(g, Random(1), least),
        }
        said = rates(candidates, rounds)
        length = kernels.mean_length(INTERPRETER_PLIES)
        print(
            f"{example.name:>24} {speed(said['ours'].median)} {length:>6.1f} {speed(said['interpreter'].median)} "
            f"{beside(said['ours'] / said['interpreter'], INTERPRETER_AIM)}".rstrip(),
            flush=True,
        )


def bench_lanes(least: float = 0.1) -> None:
    """Print a row for each game whose random games are played side by side: beside one after the other."""
    if not has_native():
        return
    print(f"{'M states/s':>24} {'lanes':>9} {'scalar':>9} {'ratio':>9} {'min..max':>15} {'aim':>5}")
    games = {example.name: load(example.name, "interpreter") for example in GAMES}
    games |= {name: from_text(text, "interpreter") for name, text in on_larger_boards().items()}
    for name, game in games.items():
        try:
            program = compile_game(game.document.root, game.document.places)
        except NotLowered:
            continue
        if side_by_side(parse(program.source), "playouts") is None:
            continue
        kernels = {lanes: Kernels(game, program, lanes) for lanes in (True, False)}
        said = rates(
            {
                way: steady(lambda games, k=kernels[lanes]: k.playouts(games, MAX_PLIES), least, states)
                for way, lanes in (("lanes", True), ("scalar", False))
            },
            ROUNDS,
        )
        row = f"{name:>24} {speed(said['lanes'].median)} {speed(said['scalar'].median)}"
        print(f"{row} {beside(said['lanes'] / said['scalar'], LANES_AIM)}".rstrip(), flush=True)
