"""The examples of the reference: one for each filter, value and declaration, and each says what it stands for."""

from __future__ import annotations

import re

import pytest

from tests.support.reference_examples import example_game, example_in_xmi, is_of_a_chain
from tilewright.metamodel.schema import schema
from tilewright.model.files import read_text
from tilewright.model.game.declarations import DECLARATIONS, DECLARED_CLASSES
from tilewright.model.objects import walk
from tilewright.model.service.examples import DECLARED, EXAMPLES


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
    text = example_game(name)
    document = read_text(text, "a.game")
    assert document.diagnostics == []
    line = text[: text.index("move Example")].count("\n") + 1
    kinds = {element.eClass.name for element in walk(document.game) if document.place(element).line == line}
    assert name in kinds


@pytest.mark.parametrize("name", [name for name in EXAMPLES if not is_of_a_chain(name)])
def test_an_example_of_a_declaration_is_what_it_stands_for(name: str) -> None:
    text = example_game(name)
    document = read_text(text, "a.game")
    assert document.diagnostics == [], text
    assert name in {element.eClass.name for element in walk(document.game)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_in_xmi_is_of_its_class(name: str) -> None:
    text = example_in_xmi(name)
    head = re.match(r'<([\w:]+)(?: xsi:type="([\w:]+)")?', text)
    assert head is not None
    tag, said = head.groups()
    holders = [feature.type for info in schema().classes.values() for feature in info.own if feature.name == tag]
    assert said == f"game:{name}" if said else tag == f"game:{name}" or name in holders
