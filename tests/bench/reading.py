"""How long models take to be read and validated, and the command line to start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lxml import etree
from pyecore.resources import URI, ResourceSet

from tests.bench.measuring import children_time, medians
from tilewright.metamodel import NS_URI, package
from tilewright.model.validation import validate
from tilewright.model.xmi import read_xmi

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


def read_with_pyecore(path: Path) -> object:
    """Load a model with PyEcore's own reader."""
    resources = ResourceSet()
    resources.metamodel_registry[NS_URI] = package()
    return resources.get_resource(URI(str(path))).contents[0]


READING_AIM = 500
"""Milliseconds of the processor to read and validate 100 000 elements."""


def bench_reading() -> None:
    """Print a row for each size, in milliseconds of the processor."""
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
                time.process_time,
            )
            ms = {name: 1000 * value for name, value in times.items()}
            print(
                f"{elements:>9} {ms['lxml']:>9.1f} {ms['read']:>9.1f} {ms['both']:>9.1f} {ms['pyecore']:>9.1f} "
                f"{ms['pyecore'] / ms['read']:>12.1f}x {ms['pyecore'] / ms['both']:>12.1f}x"
            )
    print(f"aim: at most {READING_AIM} ms for 100000 elements read and validated")


COMMAND = "from tilewright.runtime.cli import main; main({})"
STARTS: dict[str, tuple[str, int | None]] = {
    "python -c pass": ("pass", None),
    "import click": ("import click", None),
    "tilewright --help": (COMMAND.format(["--help"]), None),
    "tilewright moves othello": (COMMAND.format(["moves", "othello"]), 150),
    "tilewright validate othello": (COMMAND.format(["validate", "othello"]), 150),
    "tilewright explain othello a1": (COMMAND.format(["explain", "othello", "a1"]), None),
    "tilewright moves chess": (COMMAND.format(["moves", "chess"]), None),
    "load('othello')": ("from tilewright.runtime import load; load('othello')", 100),
}
"""What is started in a process of its own, and the milliseconds that it takes at most."""


def bench_start() -> None:
    """Print how long it takes until a command has ended, beside Python and click alone."""
    works = {name: lambda c=c: _run(c) for name, (c, _) in STARTS.items()}
    elapsed = medians(works, 9)
    processor = medians(works, 5, children_time)
    print(f"{'start':>32} {'ms':>7} {'processor ms':>13} {'aim':>5}")
    for name, (_, aim) in STARTS.items():
        print(f"{name:>32} {1000 * elapsed[name]:>7.0f} {1000 * processor[name]:>13.0f} {aim or '':>5}")


def _run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
