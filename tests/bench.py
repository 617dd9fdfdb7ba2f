"""Speed, as ratios within one run: ``make bench``.

Reading and validating models of 1 000 to 100 000 elements beside lxml's bare parse of the same file and beside PyEcore's
own loader; how long the command line takes to start; and the plies of random games that the interpreter plays in a second,
beside OpenSpiel driven from Python where it knows the game. Each figure is a median over rounds in which the candidates take
turns, so that a machine whose speed drifts does not favour one of them.
"""

from __future__ import annotations

import gc
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from lxml import etree
from pyecore.resources import URI, ResourceSet

from tests.gallery import GAMES
from tilewright.metamodel import NS_URI, package
from tilewright.model.validation import validate
from tilewright.model.xmi import read_xmi
from tilewright.runtime import Game, Move, State, load, playout

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<game:Game xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:game="urn:tilewright:game" name="Bench" '
    'initialPlayer="//@players.0">\n'
    '  <players name="X" hexColor="#ff0000"/>\n  <players name="O" hexColor="#0000ff"/>\n'
)


def model(elements: int) -> str:
    """Return a valid model of about so many elements: a board of at most 100 x 100 cells, the rest offsets of patterns."""
    side = min(100, int((elements * 0.8) ** 0.5))
    cells = [f'    <tileplacement row="{n // side}" column="{n % side}" tile="Cell"/>\n' for n in range(side * side)]
    patterns = []
    while len(cells) + 9 * len(patterns) < elements - 12:
        offsets = "".join(f'          <relativecoordinates x="{x}" y="1"/>\n' for x in range(8))
        patterns.append(f"        <patterns>\n{offsets}        </patterns>\n")
    return (
        f'{HEAD}  <board width="{side}" height="{side}">\n'
        '    <tiles name="Cell" tileType="Cell">\n      <initialState name="Empty"/>\n      <states name="X"/>\n    </tiles>\n'
        + "".join(cells)
        + '    <legalMovesPipeline>\n      <filters xsi:type="game:PatternFilter">\n'
        + ("".join(patterns) or '        <patterns stateSelection="Empty"/>\n')
        + "      </filters>\n    </legalMovesPipeline>\n  </board>\n</game:Game>\n"
    )


def seconds(work: Callable[[], object]) -> float:
    """Return how long *work* takes once, on a collected heap."""
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(candidates: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the median time of each candidate over rounds in which they take turns."""
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, work in candidates.items():
            taken[name].append(seconds(work))
    return {name: statistics.median(times) for name, times in taken.items()}


def read_with_pyecore(path: Path) -> object:
    """Load a model with PyEcore's own reader."""
    resources = ResourceSet()
    resources.metamodel_registry[NS_URI] = package()
    return resources.get_resource(URI(str(path))).contents[0]


def bench_reading() -> None:
    """Print a row for each size."""
    print(
        f"{'elements':>9} {'lxml ms':>9} {'read ms':>9} {'+validate':>9} {'PyEcore':>9} {'PyEcore/read':>13} {'PyEcore/both':>13}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for elements, rounds in ((1_000, 9), (10_000, 5), (100_000, 3)):
            path = Path(folder) / f"bench{elements}.xmi"
            path.write_text(model(elements), encoding="utf-8")
            data = path.read_bytes()
            assert read_xmi(data, "bench.xmi").diagnostics == []
            times = medians(
                {
                    "lxml": lambda data=data: etree.fromstring(data),
                    "read": lambda data=data: read_xmi(data, "bench.xmi"),
                    "both": lambda data=data: validate(read_xmi(data, "bench.xmi")),
                    "pyecore": lambda path=path: read_with_pyecore(path),
                },
                rounds,
            )
            ms = {name: 1000 * value for name, value in times.items()}
            print(
                f"{elements:>9} {ms['lxml']:>9.1f} {ms['read']:>9.1f} {ms['both']:>9.1f} {ms['pyecore']:>9.1f} "
                f"{ms['pyecore'] / ms['read']:>12.1f}x {ms['pyecore'] / ms['both']:>12.1f}x"
            )


def bench_start() -> None:
    """Print how long ``tilewright --help`` takes beside importing click."""
    commands = {
        "import click": [sys.executable, "-c", "import click"],
        "--help": [sys.executable, "-c", "from tilewright.runtime.cli import main; main(['--help'])"],
    }
    works = {name: lambda c=c: subprocess.run(c, check=True, capture_output=True) for name, c in commands.items()}
    times = medians(works, 15)
    ratio = times["--help"] / times["import click"]
    print(
        f"tilewright --help {1000 * times['--help']:.0f} ms, python -c 'import click' {1000 * times['import click']:.0f} ms: {ratio:.2f}x"
    )


SPIEL = {
    "tic-tac-toe": "tic_tac_toe", "connect-four": "connect_four", "othello": "othello", "breakthrough": "breakthrough",
    "hex": "hex", "clobber": "clobber", "checkers": "checkers", "chess": "chess", "go": "go(board_size=9)",
    "nine-mens-morris": "nine_mens_morris", "amazons": "amazons", "kalah": "mancala", "oware": "oware",
    "lines-of-action": "lines_of_action", "gomoku": "gomoku", "pentago": "pentago", "y": "y(board_size=13)",
    "dots-and-boxes": "dots_and_boxes", "nim": "nim", "shogi": "shogi", "xiangqi": "xiangqi",
    "crazyhouse": "crazyhouse",
}  # fmt: skip
"""OpenSpiel's names of our games. Its plies may be parts of ours: three make a move in amazons, two or more in others."""


def our_plies(game: Game, random: Random, least: float) -> float:
    """Return the plies a second of random games that are played for at least so many seconds."""
    plies, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < least:
        plies += playout(game, random, max_plies=400).ply
    return plies / taken


def spiel_plies(game: Any, random: Random, least: float) -> float:
    """Return the same for OpenSpiel, driven from Python."""
    plies, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < least:
        state = game.new_initial_state()
        for _ in range(400):
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
    return plies / taken


def bench_interpreter(rounds: int = 3, least: float = 0.15) -> None:
    """Print a row for each game of the gallery."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        pyspiel = None
        print("OpenSpiel is not installed (open_spiel from PyPI): nothing to compare with")
    print(f"{'random play':>24} {'plies/s':>9} {'OpenSpiel':>10} {'ratio':>7}")
    random = Random(1)
    for example in GAMES:
        game = load(example.name, "interpreter")
        other = pyspiel.load_game(SPIEL[example.name]) if pyspiel and example.name in SPIEL else None
        ours, theirs, ratios = [], [], []
        for _ in range(rounds):
            ours.append(our_plies(game, random, least))
            if other is not None:
                theirs.append(spiel_plies(other, random, least))
                ratios.append(ours[-1] / theirs[-1])
        beside = f"{statistics.median(theirs):>10.0f} {statistics.median(ratios):>6.2f}x" if theirs else ""
        print(f"{example.name:>24} {statistics.median(ours):>9.0f} {beside}")


def illegal_moves(state: State, random: Random, count: int) -> list[Move]:
    """Return legal moves with one cell changed, so that they are not legal."""
    game, legal = state.game, state.legal_moves
    moves: list[Move] = []
    for _ in range(20 * count):
        steps = list(random.choice(list(legal)).steps)
        steps[random.randrange(len(steps))] = random.choice(game.names.cells)
        move = Move(tuple(steps), game.names.height)
        if move not in legal and len(moves) < count:
            moves.append(move)
    return moves


def bench_explain(positions: int = 3, moves: int = 8) -> None:
    """Print for each game how many generations of legal moves it takes to say why a move is not legal."""
    print(f"{'explain / legal moves':>24} {'median':>9} {'most':>9}")
    for example in GAMES:
        random, ratios = Random(1), []
        game = load(example.name, "interpreter")
        assert game.explainer and game.tables  # built when they are first asked for
        for _ in range(positions):
            state = playout(game, random, max_plies=random.randrange(30))
            asked = [] if state.is_over else illegal_moves(state, random, moves)
            if asked:
                position = state.position
                times = medians(
                    {
                        "explain": lambda g=game, p=position, a=asked: [g.state(p).explain(move) for move in a],
                        "generate": lambda g=game, p=position, a=asked: [g.engine.settle(p) for _ in a],
                    },
                    3,
                )
                ratios.append(times["explain"] / times["generate"])
        if ratios:
            print(f"{example.name:>24} {statistics.median(ratios):>8.1f}x {max(ratios):>8.1f}x")


if __name__ == "__main__":
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}; medians")
    bench_reading()
    bench_start()
    bench_interpreter()
    bench_explain()
