"""The documentation of the metamodel's classes, features and literals: the one source of all help."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

_DOCUMENTATION = "http://www.eclipse.org/emf/2002/GenModel"


@cache
def documentation() -> Mapping[str, str]:
    """Return the documentation of each ``Class``, ``Class.feature``, ``Enumeration`` and ``Enumeration.literal``.

    A feature is listed only with the class that declares it. Cost: the first call parses game.ecore.
    """
    from lxml import etree

    found: dict[str, str] = {}
    package = etree.parse(Path(__file__).parent / "game.ecore").getroot()
    for classifier in package.findall("eClassifiers"):
        name = classifier.get("name")
        _take(found, name, classifier)
        for part in (*classifier.findall("eStructuralFeatures"), *classifier.findall("eLiterals")):
            _take(found, f"{name}.{part.get('name')}", part)
    return found


def _take(found: dict[str, str], name: str, element: object) -> None:
    texts = element.findall(f"eAnnotations[@source='{_DOCUMENTATION}']/details[@key='documentation']")  # type: ignore[attr-defined]
    if texts:
        found[name] = texts[0].get("value")
