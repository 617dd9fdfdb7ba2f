"""What is asked of each element of a rule is answered for every class of elements that may stand in one."""

from __future__ import annotations

from types import UnionType
from typing import get_args

import pytest

from tilewright.metamodel import Kind, schema
from tilewright.model.validation import leaks, rounds


def elements_of_rules() -> set[str]:
    """Return the names of the concrete classes of filters, and of all that may be inside them."""
    classes = schema()
    found, waiting = set[str](), ["Filter"]
    while waiting:
        for name in classes.concrete[waiting.pop()]:
            if name not in found:
                found.add(name)
                features = classes.classes[name].features
                waiting += [feature.type for feature in features if feature.kind is Kind.CONTAINMENT]
    return found


@pytest.mark.parametrize(
    ("known", "others"), [(leaks.Reading, leaks.SILENT), (rounds.Judged, rounds.HARMLESS)], ids=["leaks", "rounds"]
)
def test_every_class_of_elements_of_rules_is_known(known: UnionType, others: tuple[type, ...]) -> None:
    named = [kind.__name__ for kind in (*get_args(known), *others)]
    assert sorted(named) == sorted(elements_of_rules())
