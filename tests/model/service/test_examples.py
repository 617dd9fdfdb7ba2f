"""The examples of the reference: one for each filter, value and declaration, and each says what it stands for."""

from __future__ import annotations

import pytest

from tilewright.metamodel.schema import schema
from tilewright.model.files import read_text
from tilewright.model.game.declarations import DECLARATIONS, DECLARED_CLASSES
from tilewright.model.objects import walk
from tilewright.model.service.examples import DECLARED, EXAMPLES, GAME

PLAIN = "players White, Black  board 5x5"
BESIDE = {
    "Game": None,
    "Player": "board 5x5",
    "Board": "players White, Black",
    "State": f"{PLAIN}\n  pieces Man:M",
    "Transition": f"{PLAIN}\n  pieces Man:M",
    "TilePlacement": "players White, Black  board 3x3\n  pieces Man:M",
    "Setup": "players White, Black  board 3x3\n  pieces King:K\n  parameter goal = most | least",
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
    return bool({"Filter", "Value", "Pattern"} & set(schema().classes[name].supertypes))


def test_each_filter_value_and_declaration_has_an_example() -> None:
    chains = {name for name, info in schema().classes.items() if is_of_a_chain(name) and not info.abstract}
    assert (chains | set(DECLARED_CLASSES)) - set(EXAMPLES) == set()
    words = {text.split()[0] for text in EXAMPLES.values()}
    assert set(DECLARATIONS) - words == set(DECLARED)


OF_WORDS = {
    "tiles": "  tile Lake:~ empty",
    "ensure": "  pieces King:K",
    "round": "  simultaneous\n  counter purse per",
    "seats": "",
    "stars": "  region far relative = row 0",
}


@pytest.mark.parametrize("word", DECLARED)
def test_an_example_of_a_word_can_be_read(word: str) -> None:
    players = "White, Black, Grey" if word == "seats" else "White, Black"
    nature = "\n  nature Dice" if word == "chance" else ""
    size = 3 if word == "tiles" else 5
    lines = [f"  players {players}{nature}", f"  board {size}x{size}", OF_WORDS.get(word, ""), f"  {DECLARED[word]}"]
    head = "game Example extends othello {" if word == "without" else "game Example {"
    text = "\n".join([head, *(lines[-1:] if word == "without" else lines), "}"])
    assert read_text(text, "a.game").diagnostics == [], text


@pytest.mark.parametrize("name", [name for name in EXAMPLES if is_of_a_chain(name)])
def test_an_example_of_a_chain_is_what_it_stands_for(name: str) -> None:
    text = GAME.format(f"  move Example = {EXAMPLES[name]}")
    document = read_text(text, "a.game")
    assert document.diagnostics == []
    line = text[: text.index("move Example")].count("\n") + 1
    kinds = {element.eClass.name for element in walk(document.game) if document.place(element).line == line}
    assert name in kinds


@pytest.mark.parametrize("name", [name for name in EXAMPLES if not is_of_a_chain(name)])
def test_an_example_of_a_declaration_is_what_it_stands_for(name: str) -> None:
    beside = BESIDE.get(name, PLAIN)
    lines = [] if beside is None else beside.replace("  board", "\n  board").splitlines()
    text = EXAMPLES[name] if beside is None else "\n".join(["game Example {", *lines, f"  {EXAMPLES[name]}", "}"])
    document = read_text(text, "a.game")
    assert document.diagnostics == [], text
    assert name in {element.eClass.name for element in walk(document.game)}
