"""Puzzles of the ProjectLCore library that cannot be read."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

ROWS_BELOW = 4 * "P ##..#\n"


def _puzzle(colour: str, number: int) -> str:
    return f"I {colour} {number}\nR {number} {'t' if number == 1 else 'O1'}\nP ###..\n{ROWS_BELOW}"


PUZZLES = "# puzzles\n" + "".join(_puzzle("W", n) for n in range(1, 5)) + "".join(_puzzle("B", n) for n in range(1, 6))
SECOND = "I W 2\nR 2 O1\nP ###.."
MANY = "".join(_puzzle("W", n) for n in range(10, 53))


def _bad(code: str, *edits: Edit) -> Bad:
    return Bad(code, Syntax.PUZZLES, PUZZLES, edits)


ROWS = [
    _bad("bad-value", (SECOND, "I ^G 2\nR 2 O1\nP ###..")),
    _bad("bad-value", (SECOND, "I ^w 2\nR 2 O1\nP ###..")),
    _bad("bad-value", (SECOND, "I W ^0\nR 2 O1\nP ###..")),
    _bad("bad-value", (SECOND, "  I W   ^-2\nR 2 O1\nP ###..")),
    _bad("bad-value", (SECOND, "I W ^\u00b2\nR 2 O1\nP ###..")),
    _bad("bad-value", (SECOND, "I W 2\nR ^two O1\nP ###..")),
    _bad("bad-value", (SECOND, "I W 2\nR ^100 O1\nP ###..")),
    _bad("bad-value", (SECOND, "I W 2\nR 2 ^O3\nP ###..")),
    _bad("bad-value", (SECOND, "I W 2\nR 2 O1\nP ###.^x")),
    _bad("bad-value", (SECOND, "I W 2\nR 2 O1\nP ^###.")),
    _bad("bad-value", (SECOND, "I W 2\nR 2 O1\nP ^###..#")),
    _bad("bad-value", (_puzzle("W", 3), "^I W 3\nR 1 O1\n" + 5 * "P #####\n")),
    _bad("unexpected-token", (SECOND, "^I W\nR 2 O1\nP ###..")),
    _bad("unexpected-token", (SECOND, "^I W 2 3\nR 2 O1\nP ###..")),
    _bad("unexpected-token", (SECOND, "I W 2\n^R 2\nP ###..")),
    _bad("unexpected-token", (SECOND, "I W 2\nR 2 O1\n^P ### ..")),
    _bad("unexpected-token", (SECOND, "^Puzzle\nI W 2\nR 2 O1\nP ###..")),
    _bad("duplicate-feature", (SECOND, "I W 2\nR 2 O1\n^R 2 O1\nP ###..")),
    _bad("duplicate-feature", (SECOND, "I W 2\n^I W 2\nR 2 O1\nP ###..")),
    _bad("duplicate-feature", (_puzzle("W", 2), "I W 2\n" + 5 * "P ###..\n" + "^P ###..\nR 2 O1\n")),
    _bad("duplicate-feature", (SECOND, "^I W 1\nR 2 O1\nP ###..")),
    _bad("missing-feature", (_puzzle("B", 5), "^I B 5\nR 1 O1\n" + ROWS_BELOW)),
    _bad("missing-feature", ("# puzzles", "^"), (_puzzle("B", 5), "")),
    _bad(
        "too-large",
        (_puzzle("B", 5), _puzzle("B", 5) + MANY + "I B 98\nR 1 O1\nP ###..\n" + 3 * "P ##..#\n" + "^P ##..#\n"),
    ),
]
