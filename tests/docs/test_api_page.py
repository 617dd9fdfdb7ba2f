"""docs/api.md says what the docstrings say, of everything that the packages offer."""

from __future__ import annotations

import tilewright
from tests.docs import api_page
from tilewright import model, runtime


def test_it_is_current() -> None:
    assert api_page.PAGE.read_text("utf-8") == api_page.page(), "run make generate"


def test_it_has_all_that_is_offered() -> None:
    told = {name for _, _, names in api_page.SECTIONS for name in names}
    assert told >= {*tilewright.__all__, *runtime.__all__, *model.__all__} - {"__version__"}
    assert all(getattr(package, name) is not None for package in (tilewright, runtime, model) for name in dir(package))
