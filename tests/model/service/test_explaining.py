"""Help for words and names: all of it is what the metamodel says."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.carets import at_caret
from tests.support.places import ROOT
from tilewright.metamodel.documentation import documentation
from tilewright.metamodel.schema import schema
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.game import chains, declarations, patterns, structure
from tilewright.model.service.explaining import help_at
from tilewright.model.service.source import Source
from tilewright.model.service.words import SAID, WORDS

GAME = """game G {{
  players X, O
  board 3x3
  pieces Stone:X/O
  mark from
  {0}
  effect = line 3 own
}}
"""

ROWS = [
    ("place P = em‸pty", "empty", "StateSelection.Empty"),
    ("move P = st‸ep (1,0)", "step", "StepFilter"),
    ("move P = ray (1,0) enemy un‸til own", "until", "IterativeFilter.endRule"),
    ("move P = own -> ha‸s { own }", "has", "GuardFilter"),
    ("move P = own at fr‸om", "from", "Mark"),
    ("effect = set own St‸one", "Stone", "Piece"),
    ("ef‸fect = draw", "effect", "EffectPipeline.filters"),
    ("move P = own with { negate tr‸ue }", None, None),
    ("move P = own // em‸pty?", None, None),
]


@pytest.mark.parametrize(("line", "word", "target"), ROWS)
def test_help(line: str, word: str | None, target: str | None) -> None:
    source, offset = at_caret(GAME.format(line))
    found = help_at(source, offset)
    if target is None:
        assert found is None
        return
    assert found is not None and source.text[found.span.start : found.span.end] == word
    assert documentation()[target] in found.text


def test_help_for_a_name_shows_its_declaration() -> None:
    found = help_at(*at_caret(GAME.format("move P = own at fr‸om")))
    assert found is not None and found.text.startswith("**Mark** `from`\n\n```game\nmark from\n```")


@pytest.mark.parametrize(
    ("text", "target"),
    [("<pie‸ces ", "Piece"), ("hexC‸olor=", "Player.hexColor"), ("StateE‸ffectFilter", "StateEffectFilter")],
)
def test_help_in_xmi(text: str, target: str) -> None:
    plain = text.replace("‸", "")
    xmi = write(read_text(GAME.format("effect = set own Stone"), "a.game"), Syntax.XMI)
    found = help_at(Source(xmi, "a.xmi"), xmi.index(plain) + text.index("‸"))
    assert found is not None and documentation()[target] in found.text


def test_every_class_feature_and_literal_is_documented() -> None:
    known = documentation()
    for name, info in schema().classes.items():
        assert known.get(name)
        assert [feature.name for feature in info.own if not known.get(f"{name}.{feature.name}")] == []


def test_every_word_of_the_grammar_is_explained() -> None:
    """The tables of the parsers, and the words for which they ask."""
    words = {
        *chains.RULES,
        *declarations.DECLARATIONS,
        *patterns.SELECTIONS,
        *patterns.AFTER_PATTERN,
        *patterns.PLAYERS,
    }
    words |= {*chains.TRANSFORMS, *chains.TURNS, *declarations.CRITERIA, *structure.SYMMETRIES, *structure.OF_CELLS}
    for path in (ROOT / "model" / "game").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("accept", "at")
            ):
                words |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    assert {word for word in words if re.fullmatch(r"\w+", word)} <= WORDS.keys()


def test_what_words_stand_for_is_documented() -> None:
    assert {target for targets in WORDS.values() for target in targets} <= documentation().keys()
    assert SAID.keys() <= WORDS.keys()


@pytest.mark.parametrize("line", ["without Enclose", "neutral Wall:#", "axes (100,0) (-50,87)"])
def test_what_is_said_of_a_word_comes_first(line: str) -> None:
    """The classes for which such a word stands would be told of whatever declares them: of without, a whole game."""
    text = f"game G extends othello {{\n  {line}\n}}"
    word = line.split()[0]
    found = help_at(Source(text, "g.game"), text.index(line))
    assert found is not None and found.text.startswith(f"**{word}**\n\n{SAID[word]}")
    assert documentation()["Game"] not in found.text and documentation()["State.owner"] not in found.text
