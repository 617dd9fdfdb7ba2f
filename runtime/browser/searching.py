"""What a program that grows search trees with a module must know besides the description of its game."""

from __future__ import annotations

import math
from typing import Any

from tilewright.generator.compiler.program import Program
from tilewright.generator.tree import (
    BEST,
    DIGITS,
    FULL,
    GAIN,
    LEAST_GAINED,
    NOTHING_PAID,
    TABLE,
    USED,
    Node,
    fraction_bits,
)

PLIES, DEEPEST = 2000, 4096
"""The greatest number of plies of a random game of the search, and of a path in its tree."""


def search_facts(facts: dict[str, Any], program: Program) -> dict[str, Any]:
    """Return what a search must know, given the description of its game and the program: ready for JSON.

    These are the fields of a node by their indices, ``node`` being the number of fields; constants of the kernel, see
    ``generator.tree``; the bounds ``plies`` and ``deepest``; and ``gains``, for each end and each player the value that
    a visit adds.
    """
    pays = facts["gains"] is not None
    judges = program.layout.constants.game.heuristic is not None
    digits = fraction_bits(pays, judges)
    unit = 1 << (digits or 0)
    returns = [[float(part) for part in each] for each in facts["returns"]]
    returns += [[0.0] * len(facts["players"])] * (2 if judges else 1 if pays else 0)
    return {
        "node": len(Node),
        "visits": Node.VISITS,
        "value": Node.VALUE,
        "first": Node.FIRST,
        "count": Node.COUNT,
        "proven": Node.PROVEN,
        "best": BEST,
        "used": USED,
        "full": FULL,
        "least": LEAST_GAINED,
        "nothing": NOTHING_PAID,
        "gain": GAIN,
        "unit": unit,
        "digits": DIGITS,
        "table": TABLE,
        "plies": PLIES,
        "deepest": DEEPEST,
        "pays": pays,
        "fine": digits is not None,
        "gains": [
            math.floor((part + 1) / 2 * GAIN + 0.5) if digits is None else round(part * unit) + NOTHING_PAID
            for each in returns
            for part in each
        ],
    }
