"""The pages that are written from the metamodel and from the command line are current and leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import html

from tests.docs import commands_page, reference_page
from tests.docs.site import Site
from tests.support.places import DOCS
from tilewright.metamodel.loading import constraints
from tilewright.metamodel.schema import schema
from tilewright.model.codes import CODES
from tilewright.model.game.chains import ASSIGNMENTS, RULES
from tilewright.model.game.declarations import DECLARATIONS
from tilewright.model.game.patterns import SELECTIONS
from tilewright.model.game.values import DIVISIONS, EXTREMES
from tilewright.runtime.cli import _VERBS


def test_the_reference_is_current() -> None:
    assert reference_page.PAGE.read_text("utf-8") == reference_page.page(), "run make generate"


def test_the_commands_are_current() -> None:
    assert commands_page.PAGE.read_text("utf-8") == commands_page.page(), "run make generate"


def test_the_reference_has_each_class_and_each_declaration() -> None:
    headings = re.findall(r"^### (.+)$", reference_page.page(), re.MULTILINE)
    named = {heading.rpartition(": ")[2] for heading in headings}
    assert {name for name, info in schema().classes.items() if not info.abstract} <= named
    assert {f"`{word}`" for word in DECLARATIONS} <= set(headings)
    assert len(headings) == len(set(headings))


def test_the_reference_is_found_by_the_words_of_filters() -> None:
    headings = re.findall(r"^### (`.+): \w+$", reference_page.page(), re.MULTILINE)
    found = [word for heading in headings for word in re.findall(r"`([^`]+)`", heading)]
    assert {*RULES, *SELECTIONS, *ASSIGNMENTS, *DIVISIONS, *EXTREMES, "count", "or"} <= set(found)
    assert len(found) == len(set(found))


def test_each_declaration_has_one_sentence_of_its_own() -> None:
    """Not one for each meaning of its word, nor that of another declaration."""
    told = re.findall(r"^### `(\w+)`\n\n(.+)\n\n```game$", reference_page.page(), re.MULTILINE)
    assert [word for word, _ in told] == list(DECLARATIONS)
    assert len({text for _, text in told}) == len(told)


def test_the_commands_have_each_verb() -> None:
    assert set(_VERBS) <= set(re.findall(r"^## (.+)$", commands_page.page(), re.MULTILINE))


def test_each_code_has_one_place_to_which_an_address_leads(tmp_path: Path) -> None:
    """On the page of constraints, also as the site shows it: ``validate`` leads there in SARIF."""
    codes = {*CODES, *(constraint.name for found in constraints().values() for constraint in found)}
    page = html.document_fromstring(Site(tmp_path, [])._rendered(DOCS / "constraints.md"))
    for text in page.xpath("//td[a]"):
        (code,) = text.xpath("a/@id")
        assert text.text_content() == code
        codes.remove(code)
    assert not codes
