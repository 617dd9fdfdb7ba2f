"""The class form for every class and value of the metamodel: what is written is read again, comments included."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generated_models import CONCRETE, models
from tilewright.metamodel.typing import EObject
from tilewright.model.bgdsl import read_bgdsl, write_bgdsl
from tilewright.model.document import Document
from tilewright.model.objects import difference, walk


def again(model: Document | EObject) -> Document:
    """Return what is read from the text of a model."""
    document = read_bgdsl(write_bgdsl(model), "again.bgdsl")
    assert document.diagnostics == []
    return document


@pytest.mark.parametrize("name", CONCRETE)
@given(st.data())
@settings(max_examples=15, deadline=None)
def test_a_model_is_its_text(name: str, data: st.DataObject) -> None:
    root = data.draw(models(name))
    assert name in {obj.eClass.name for obj in walk(root)}
    document = again(root)
    assert difference(root, document.root) is None
    assert write_bgdsl(document) == write_bgdsl(root)
