"""What a document refers to is there: files, headings, and the commands of the Makefile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.places import DOCS, ROOT, SOURCE

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
_LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]+))?\)")


def headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    missing = []
    for file, heading in _LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / file if file else page
        if not target.exists():  # an unpacked source distribution has the folders of the package elsewhere
            target = SOURCE / target.resolve().relative_to(ROOT)
        if not target.exists() or (heading and heading not in headings(target)):
            missing.append(f"{file}#{heading}")
    assert missing == []


@pytest.mark.parametrize("page", DOCUMENTS[:2], ids=lambda page: page.name)
def test_commands_of_make_exist(page: Path) -> None:
    named = set(re.findall(r"`make (\w+)", page.read_text(encoding="utf-8")))
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert named and named <= targets
