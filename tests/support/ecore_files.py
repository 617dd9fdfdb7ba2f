"""Metamodels for the tests of generated classes, and bringing generated packages into this process and out again."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from pyecore import ecore as pyecore_ecore

HEAD = (
    '<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" '
    'name="p" nsURI="urn:p" nsPrefix="p">\n'
)
TYPE = "ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//"
PIVOT = "http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot"
ECORE = "http://www.eclipse.org/emf/2002/Ecore"


def ecore(body: str) -> str:
    """Return a metamodel. Its package is line 1, *body* starts on line 2; ``{INT}`` and the like are Ecore's types."""
    for name in (
        "EInt",
        "EString",
        "EBoolean",
        "EDouble",
        "EChar",
        "EDate",
        "EBigDecimal",
        "EByteArray",
        "EByte",
        "ELong",
        "EBigInteger",
    ):
        body = body.replace(f"{{{name}}}", TYPE + name)
    return f"{HEAD}{body.strip()}\n</ecore:EPackage>\n"


def eclass(name: str, inner: str = "", more: str = "") -> str:
    """Return a class; *inner* stands on lines of its own."""
    inner = f"\n{inner}\n" if inner else ""
    return f'<eClassifiers xsi:type="ecore:EClass" name="{name}" {more}>{inner}</eClassifiers>'


def attribute(name: str, type_: str = "{EString}", more: str = "", inner: str = "") -> str:
    """Return an attribute."""
    return f'<eStructuralFeatures xsi:type="ecore:EAttribute" name="{name}" eType="{type_}" {more}>{inner}</eStructuralFeatures>'


def reference(name: str, type_: str, more: str = "", inner: str = "") -> str:
    """Return a reference."""
    return f'<eStructuralFeatures xsi:type="ecore:EReference" name="{name}" eType="{type_}" {more}>{inner}</eStructuralFeatures>'


def annotation(source: str, **details: str) -> str:
    """Return an annotation, each of its details at the start of a line."""
    inner = "".join(f'\n<details key="{key}" value="{value}"/>' for key, value in details.items())
    return f'<eAnnotations source="{source}">{inner}</eAnnotations>'


@contextmanager
def imported(folder: Path) -> Iterator[ModuleType]:
    """Import a generated package by its folder, and forget it afterwards."""
    before = set(sys.modules)
    spec = importlib.util.spec_from_file_location(
        folder.name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[folder.name] = module
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        for name in set(sys.modules) - before:
            if name.split(".")[0] == folder.name:
                del sys.modules[name]


def described(package: Any) -> dict[str, Any]:
    """Return everything that a package says of its elements, to be compared with what another one says."""
    return {
        "package": (package.name, package.nsURI, package.nsPrefix, _annotations(package)),
        "classifiers": [_classifier(found) for found in package.eClassifiers],
        "subpackages": [described(found) for found in package.eSubpackages],
    }


def _annotations(element: Any) -> list[Any]:
    return [(a.source, dict(a.details), _annotations(a)) for a in element.eAnnotations]


def _classifier(classifier: Any) -> tuple[Any, ...]:
    kind = classifier.eClass.name
    said: list[Any] = [kind, classifier.name, _annotations(classifier)]
    if kind == "EEnum":
        said += [(x.name, x.value, x.literal, _annotations(x)) for x in classifier.eLiterals]
    elif kind == "EClass":
        said += [classifier.abstract, classifier.interface, [c.name for c in classifier.eSuperTypes]]
        said += [_feature(feature) for feature in classifier.eStructuralFeatures]
        said += [(_typed(o), [_typed(p) for p in o.eParameters]) for o in classifier.eOperations]
    else:
        said += [classifier.instanceClassName]
    return tuple(said)


FLAGS = [
    "lowerBound",
    "upperBound",
    "ordered",
    "unique",
    "changeable",
    "volatile",
    "transient",
    "unsettable",
    "derived",
]


def _typed(element: Any) -> tuple[Any, ...]:
    bounds = (element.lowerBound, element.upperBound, element.ordered, element.unique)
    return (element.name, element.eType and element.eType.name, *bounds, _annotations(element))


def _feature(feature: Any) -> tuple[Any, ...]:
    said = [feature.eClass.name, feature.name, feature.eType.name, feature.many, _annotations(feature)]
    said += [getattr(feature, flag) for flag in FLAGS]
    if feature.is_reference:
        opposite = feature.eOpposite
        said += [feature.containment, opposite and (opposite.eContainingClass.name, opposite.name)]
    else:
        said += [feature.iD, feature.defaultValueLiteral]
        if feature.eType.name in pyecore_ecore.eClassifiers:  # of others PyEcore does not understand the values
            said += [feature.get_default_value()]
    return tuple(said)
