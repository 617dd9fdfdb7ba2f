"""Derived features of PyEcore's objects: their values are computed from OCL texts in the metamodel and cannot be set.

The classes of the dynamic metamodel and generated classes get a read-only property for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.metamodel.constraints import Refused, classes_of
from tilewright.metamodel.ocl import INVALID, Collection, Expression, OclError, compile_derivation
from tilewright.metamodel.ocl.names import derivation_text
from tilewright.metamodel.ocl.objects import as_decimal
from tilewright.metamodel.ocl.types import is_decimal
from tilewright.metamodel.typing import EFeature, EObject, EPackage


def compile_derivations(root: EPackage, refused: Refused | None = None) -> Mapping[EFeature, Expression]:
    """Return the derivations of all derived features of a package and its sub-packages.

    *refused* is called for each text that does not compile; its feature is left out. Without *refused* the first of
    them is raised as ``OclError``.
    """
    found = {}
    for feature in (feature for eclass in classes_of(root) for feature in eclass.eStructuralFeatures):
        text = derivation_text(feature)
        if text is None:
            continue
        try:
            found[feature] = compile_derivation(feature)
        except OclError as error:
            if refused is None:
                name = f"{feature.eContainingClass.name}.{feature.name}"
                raise OclError(f"{name}: {error.message}", text, error.offset) from None
            refused(feature, "derivation", error)
    return found


def install_derivations(root: EPackage) -> None:
    """Give every derived feature of *root* that has an OCL derivation a property that evaluates it."""
    for feature, derivation in compile_derivations(root).items():
        derive(feature.eContainingClass.python_class, feature, derivation)


def derive(python_class: type, feature: EFeature, derivation: Expression) -> None:
    """Make *feature* of a Python class a property that evaluates its derivation.

    Setting it raises ``AttributeError``. A many-valued feature is a tuple. If the derivation is null or invalid, the
    feature has its default value: the empty tuple if it is many-valued.
    """

    setattr(python_class, feature.name, property(getter(feature, derivation), doc=f"Derived: {derivation.text}"))


def getter(feature: EFeature, derivation: Expression) -> Callable[[Any], Any]:
    """Return the function from an object to the value of its derived feature; see ``derive``."""

    convert = as_decimal if is_decimal(feature) else None

    def get(obj: EObject) -> Any:
        value = derivation.evaluate(obj)
        if convert is not None:
            value = convert(value)
        if isinstance(value, Collection):
            return tuple(value.items)
        if value is None or value is INVALID:
            return () if feature.many else feature.get_default_value()
        return value

    return get
