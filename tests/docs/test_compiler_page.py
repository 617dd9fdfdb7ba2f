"""docs/compiler.md shows what the compiler makes today."""

from __future__ import annotations

from tests.docs import compiler_page


def test_the_page_is_current() -> None:
    assert compiler_page.PAGE.read_text("utf-8") == compiler_page.page(), "run make generate"
