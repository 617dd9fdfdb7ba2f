"""Words of the notation that cannot be names, and the page that lists them."""

from __future__ import annotations

import re

import pytest

from tests.support.places import ROOT
from tilewright.model.diagnostics import has_errors
from tilewright.model.game.chains import COMBINES, RULES, UNCALLABLE
from tilewright.model.game.extending import read_game
from tilewright.model.game.patterns import AFTER_PATTERN, WHO
from tilewright.model.game.reserved import OF_CELLS, OF_NUMBERS
from tilewright.model.game.writer.games import write_game
from tilewright.model.objects import difference

BEES = """game Bees {
  players A, B
  board 2x2
  pieces Bee:B
  %s
  mark from
  move M = own -> if %s > 1
  stuck = lose
}
"""


CELLS_CALLED = [f"{kind} {name}" for kind in ("region", "zone", "mark") for name in OF_CELLS]
NUMBERS_CALLED = [
    f"{kind} {name}"
    for kind in ("counter", "constant", "parameter", "value", "counter n, ")
    for name in sorted(OF_NUMBERS)
]
REST = {"region": " = row 0", "zone": " 2x1", "constant": " = row", "parameter": " 1..2 = 1", "value": " = 1"}


@pytest.mark.parametrize("called", [*CELLS_CALLED, *NUMBERS_CALLED, "zone board", "value count"])
def test_a_name_that_would_be_read_as_something_else_is_told_where_it_is_declared(called: str) -> None:
    """Its uses are told no more."""
    *_, name = called.split()
    asked = name if f" {name}" in "".join(NUMBERS_CALLED) else "count"
    text = BEES % (f"{called}{REST.get(called.split()[0], '')}", asked)
    (found,) = read_game(text, "test.game").diagnostics
    place = (found.place.line, found.place.column)
    assert (found.code, *place) == ("unusable-name", 5, 3 + called.rindex(" ") + 1)
    assert found.message.startswith(f"'{name}' is a reserved word of the notation: ")
    assert found.message.endswith(f"choose another name, such as 'my_{name}'")


@pytest.mark.parametrize("name", sorted(OF_NUMBERS))
def test_the_call_of_a_value_that_has_such_a_name_is_told_no_more(name: str) -> None:
    (found,) = read_game(BEES % (f"value {name}(n) = n", f"{name}(3)"), "test.game").diagnostics
    assert found.code == "unusable-name"


@pytest.mark.parametrize("name", sorted(OF_NUMBERS))
def test_an_attribute_has_no_such_name(name: str) -> None:
    text = BEES.replace("Bee:B", f"Bee:B {{ {name} 2 }}") % ("counter n", name)
    (found,) = read_game(text, "test.game").diagnostics
    assert (found.code, found.place.line, found.place.column) == ("unusable-name", 4, 18)


@pytest.mark.parametrize(
    "called", ["region count = row 0", "mark board", "counter all", "phases all, in", "zone in 2x1"]
)
def test_where_it_is_not_confused_a_word_may_be_a_name(called: str) -> None:
    assert read_game(BEES % (called, "count"), "test.game").diagnostics == []


CLASS_FORM = """game A {
  players X, O
  board 2x2
  Piece Bee { symbol "B" attributes { AttributeValue { attribute has number 2 } } }
  Attribute has
  Region all { ranges { CellRange { row 0 } } }
  Mark anchor
  Zone board { width 2 height 1 }
  Counter in { min -32768 max 32767 }
  Constant no { offset 3 }
  Parameter by { min 1 max 2 value "1" }
  move M = CellsFilter { source Region region all }
    -> own at all
    -> CellsFilter { source Mark mark anchor }
    -> if CounterValue { counter in } > ConstantOf { constant no }
    -> in := ParameterValue { parameter by }
    -> if AttributeOf { attribute has } > 2
    -> select
}
"""


def test_in_class_form_names_are_free_and_what_has_one_is_written_so_that_it_is_read_again() -> None:
    document = read_game(CLASS_FORM, "a.game")
    assert document.diagnostics == []
    written = write_game(document)
    found = read_game(written, "again.game")
    assert found.diagnostics == [] and difference(document.root, found.root) is None
    assert write_game(found) == written


@pytest.mark.parametrize("word", sorted(OF_NUMBERS))
def test_a_number_whose_name_is_read_as_another_test_is_told(word: str) -> None:
    (found,) = read_game(BEES % (f"Counter {word}", word), "test.game").diagnostics
    assert (found.code, found.place.line, found.place.column) == ("ambiguous-reference", 7, 22)
    assert f"'{word}' is a reserved word of the notation" in found.message
    assert str(found.related[0].place) == "test.game:5:3"


def test_the_page_lists_the_reserved_words() -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    section = page.split("## Reserved words\n")[1].split("\n## ")[0]
    lists = [set(re.findall(r"`(\w+)`", part)) for part in section.split("\n\n") if part.startswith("`")]
    assert lists == [
        {word for word in words if word.isalpha()} for words in (UNCALLABLE, OF_NUMBERS, OF_CELLS, AFTER_PATTERN)
    ]


CALLED = """game A {{
  players X, O
  board 2x2
  pieces Bee:b
  counter {0}
  mark {0}
  place P = empty -> {1}
}}
"""
WORDS = sorted({*RULES, *WHO, *AFTER_PATTERN, *COMBINES, "with", "else", "and", "or", "not", "per", "because"} - {"!"})
CONDITIONS = (
    "if {0} >= 1 and own {{ any }}",
    "if at {0} and own {{ any }} else {{ own }}",
    "if own or {0} < 1 + {0} {{ any }}",
    "has {{ at {0} }} -> if {0} > 2",
    "first {{ if {0} == 1 -> own | at {0} -> enemy }}",
)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions_on_what_is_called_like_a_word_are_read_again(condition: str) -> None:
    """As far as a word is a name there."""
    read = 0
    for word in WORDS:
        document = read_game(CALLED.format(word, condition.format(word)), "a.game")
        if has_errors(document.diagnostics):
            continue
        read += 1
        again = read_game(write_game(document), "again.game")
        assert again.diagnostics == [], write_game(document)
        assert difference(document.root, again.root) is None, word
    assert read > 5
