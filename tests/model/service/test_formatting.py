"""The writer as a formatter: nothing is lost, and a second time nothing changes."""

from __future__ import annotations

import pytest

from tests.support.carets import example
from tilewright.model.document import Syntax
from tilewright.model.files import write
from tilewright.model.service.formatting import formatted
from tilewright.model.service.source import Source

UNTIDY = "game   G{players X,O\n board 3x3\n\n\npieces Stone:X/O // discs\nplace P=empty effect=line 3 own}"


def test_an_untidy_text() -> None:
    text = UNTIDY.replace("empty effect", "empty\neffect")
    once = formatted(Source(text, "a.game"))
    assert once is not None and once.startswith("game G {\n") and "// discs" in once
    assert formatted(Source(once, "a.game")) == once


@pytest.mark.parametrize("name", ["chess", "go", "kalah", "pig"])
@pytest.mark.parametrize("syntax", [Syntax.GAME, Syntax.XMI, Syntax.BGDSL])
def test_examples_stay_what_they_are(name: str, syntax: Syntax) -> None:
    document = example(name).document
    found = formatted(Source(write(document, syntax), f"a.{syntax.value}"))
    assert found is not None
    assert write(Source(found, f"a.{syntax.value}").document, Syntax.XMI) == write(document, Syntax.XMI)


@pytest.mark.parametrize(
    "text",
    [UNTIDY, "game G extends othello { board 6x6 }", "", "game G {", '{"a": 1}'],
    ids=["error", "extends", "empty", "open", "json"],
)
def test_what_is_left_as_it_is(text: str) -> None:
    assert formatted(Source(text, "a.game")) is None
