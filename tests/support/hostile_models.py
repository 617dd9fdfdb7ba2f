"""Games whose rules are short to write and endless to follow, or to write out."""

from __future__ import annotations

HEAD = """game Hostile {{
  players X, O
  board {board}
  pieces Man:M
  directions east = (1,0)
  directions orth = (1,0) (-1,0) (0,1) (0,-1)
  mark here
{rules}
}}
"""


def _game(*rules: str, board: str = "4x4") -> str:
    return HEAD.format(board=board, rules="\n".join(f"  {rule}" for rule in rules))


def _doubled(first: str, again: str) -> list[str]:
    """Return forty sub-pipelines, each of which calls the one before it twice."""
    return [f"sub s0 = {first}", *(f"sub s{n} = {again.format(f's{n - 1}')}" for n in range(1, 40))]


def _nested(head: str, body: str, depth: int) -> str:
    return f"{head} {{ " * depth + body + " }" * depth


TOO_LONG = {
    "sub-pipelines in a guard": _game(
        *_doubled("union { step east | step east }", "{0} -> {0}"), "place Q = off -> has { s39 }"
    ),
    "sub-pipelines in a move": _game(
        *_doubled("union { step east | step east }", "{0} -> {0}"), "move Q = off -> s39 -> select"
    ),
    "sub-pipelines that choose": _game(
        *_doubled("choose { step east | step east }", "choose { {0} | {0} }".replace("{ ", "{{ ").replace(" }", " }}")),
        "place Q = empty -> has { s39 }",
    ),
    "sixty choices": _game("place Q = empty -> " + " -> ".join(["choose { any | any }"] * 60)),
    "thirty directions": _game("move Q = empty -> select -> " + " -> ".join(["along orth -> step"] * 30)),
    "each cell of each cell, in the effects": _game(
        "place Q = empty",
        "effect = " + _nested("goto all -> do each", "mark here +=", 12),
    ),
}
"""Rules that would be too long for a compiler. The last line but one is the rule."""

ENDLESS = {
    "twenty times each cell": _game(
        "move Q = " + " -> ".join(["goto all -> each"] * 20) + " -> empty -> select", board="2x2"
    ),
    "forty repetitions": _game(
        "move Q = empty -> select -> " + _nested("repeat 0..* maximal", "mark here -> step east", 40)
    ),
    "three repetitions": _game(
        "move Q = empty -> select -> " + _nested("repeat 0..* maximal", "set own Man", 3), board="2x2"
    ),
    "twelve clicks": _game("move Q = " + " -> ".join(["goto all -> select"] * 12) + " -> own", board="4x4"),
}
"""Rules that compile, and take more steps for one position than are taken."""

LATER = _game(
    "move P = empty -> select -> set own Man",
    "move Q = if count { goto all -> enemy } > 0 -> empty -> select -> "
    + _nested("repeat 0..* maximal", "set own Man", 3),
    board="2x2",
)
"""Rules that take more steps than are taken from the second position on, where it is soon found that there are moves."""

HOARD = _game("move Q = goto all -> empty -> select -> goto all -> empty -> select -> set own Man", board="20x20")
"""Rules with so many moves that they fill 150 MB, in fewer steps than are taken."""
