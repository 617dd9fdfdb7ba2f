"""The examples of the reference in whole games, in the notation and in XMI."""

from __future__ import annotations

from textwrap import dedent

from tilewright.metamodel.schema import schema
from tilewright.model.files import read_text
from tilewright.model.objects import walk
from tilewright.model.service.examples import EXAMPLES, GAME
from tilewright.model.xmi.writer import write_xmi

PLAIN = "players White, Black  board 5x5"
BESIDE = {
    "Game": None,
    "Player": "board 5x5",
    "Board": "players White, Black",
    "State": f"{PLAIN}\n  pieces Man:M",
    "Transition": f"{PLAIN}\n  pieces Man:M",
    "TilePlacement": "players White, Black  board 3x3\n  pieces Man:M",
    "Setup": "players White, Black  board 3x3\n  pieces King:K\n  parameter goal = most | least",
    "SetupRegion": "players White, Black FlipRows  board 3x3\n  pieces Man:M\n  region far relative = row 0",
    "RegionNumber": "players White, Black FlipRows  board 3x3\n  region far relative = row 0",
    "Variant": f"{PLAIN}\n  parameter goal = most | least",
    "Criterion": f"{PLAIN}\n  counter points per  counter spent per",
    "MoveRule": f"{PLAIN}\n  pieces Man:M\n  mark from\n  directions ahead relative = (0,-1)",
    "EffectPipeline": f"{PLAIN}\n  pieces Man:M",
    "SubPipeline": f"{PLAIN}\n  directions ahead relative = (0,-1)",
    "Glyph": f"{PLAIN}\n  pieces Man:M",
    "BoardLine": f"{PLAIN}\n  directions orth = (1,0) (0,1) (-1,0) (0,-1)",
    "Edge": f"{PLAIN}\n  directions ahead relative = (0,-1)",
    "Fen": f"{PLAIN}\n  pieces Man:M/m\n  counter quiet",
    "Pgn": f"{PLAIN}\n  pieces Man:M/m",
}
"""What has to be declared beside an example, on the lines before it; ``PLAIN`` where nothing stands here."""
BESIDE |= {"SetupState": BESIDE["Setup"], "Setting": BESIDE["Variant"]}


def is_of_a_chain(name: str) -> bool:
    """Return whether a class is one of what chains are made of."""
    return bool({"Filter", "Value", "Pattern"} & set(schema().classes[name].supertypes))


def example_game(name: str) -> str:
    """Return a game in the notation with the example of a class."""
    if is_of_a_chain(name):
        return GAME.format(f"  move Example = {EXAMPLES[name]}")
    beside = BESIDE.get(name, PLAIN)
    if beside is None:
        return EXAMPLES[name]
    lines = beside.replace("  board", "\n  board").splitlines()
    return "\n".join(["game Example {", *lines, f"  {EXAMPLES[name]}", "}"])


def example_in_xmi(name: str) -> str:
    """Return an element of a class in its example, as XMI: the first one of a chain, else the last one."""
    document = read_text(example_game(name), "a.game")
    text = write_xmi(document)
    again = read_text(text, "a.xmi")
    assert again.diagnostics == [], again.diagnostics
    lines = text.splitlines()
    starts = [again.place(element).line for element in walk(again.game) if element.eClass.name == name]
    if is_of_a_chain(name):
        rule = next(number for number, line in enumerate(lines, start=1) if 'name="Example"' in line and number > 2)
        starts = [start for start in starts if start > rule]
    first = starts[0 if is_of_a_chain(name) else -1] - 1
    margin = len(lines[first]) - len(lines[first].lstrip())
    last = first
    if not lines[first].endswith("/>"):
        last = next(at for at in range(first + 1, len(lines)) if lines[at].startswith(" " * margin + "</"))
    return dedent("\n".join(lines[first : last + 1]))
