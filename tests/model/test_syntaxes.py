"""The syntaxes that are written say the same: any model, written in one and read again, is the model; and from one into the next."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings

from tests.support.gallery import EXAMPLES, Example
from tests.support.generated_models import CONCRETE, models
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document, Syntax
from tilewright.model.files import convert, read, read_text, write
from tilewright.model.gallery import locate
from tilewright.model.objects import difference

WRITTEN = [syntax for syntax in Syntax if syntax.is_written]
each_syntax = pytest.mark.parametrize("syntax", WRITTEN, ids=lambda syntax: syntax.value)


def again(root: EObject, syntax: Syntax) -> Document:
    document = read_text(write(root, syntax), f"again.{syntax.value}", syntax)
    assert [str(diagnostic) for diagnostic in document.diagnostics] == []
    return document


@each_syntax
@given(models(*CONCRETE, most=80, distinct=True))
@settings(max_examples=40)
def test_writing_and_reading_is_the_identity(syntax: Syntax, root: EObject) -> None:
    document = again(root, syntax)
    assert difference(root, document.root) is None
    assert write(document, syntax) == write(root, syntax)


@given(models(distinct=True))
@settings(max_examples=60)
def test_from_one_syntax_into_the_next(root: EObject) -> None:
    for order in permutations(WRITTEN):
        current = root
        for syntax in order:
            current = again(current, syntax).root
        assert difference(root, current) is None


@each_syntax
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_example_in_every_syntax(example: Example, syntax: Syntax) -> None:
    root = read(example.file("xmi")).root
    document = again(root, syntax)
    assert difference(root, document.root) is None
    assert write(document, syntax) == write(root, syntax)


def test_comments_go_from_text_to_text() -> None:
    text = "// one\ngame G { // two\n  players A /* three */\n  // four\n  board 1x1\n  place P = empty // five\n  // six\n}\n// seven\n"
    document = read_text(text, "commented.game")
    assert document.diagnostics == []
    for syntax in (Syntax.BGDSL, Syntax.GAME):
        written = write(document, syntax)
        for number in ("one", "two", "three", "four", "five", "six", "seven"):
            assert written.count(number) == 1, written
        document = read_text(written, f"commented.{syntax.value}", syntax)
        assert document.diagnostics == []
        assert write(document, syntax) == written


def test_a_syntax_may_be_given_by_its_extension() -> None:
    document = read(locate("tic-tac-toe"))
    assert write(document, "game") == write(document, Syntax.GAME)
    for ask in (write, convert):
        with pytest.raises(ValueError, match=r"^there is no syntax 'gme'; there are: xmi, game, bgdsl"):
            ask(document, "gme")
