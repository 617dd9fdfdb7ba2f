"""Validation of objects of generated classes against the metamodel in their package.

It checks the multiplicities of features, the range of integers, and the constraints of classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.metamodel.constraints import Constraint, address, compile_constraints
from tilewright.metamodel.forms import NOT_XML
from tilewright.metamodel.integers import BITS, fits
from tilewright.metamodel.ocl import Meter, OclBudgetError, OclError
from tilewright.metamodel.typing import EClass, EFeature, EObject, EPackage

STEPS, STEPS_PER_ELEMENT = 20_000_000, 200
"""The budget of the constraints of an object and its contents together; a step is about one element visited."""

UNDEFINED = "undefined-constraint"
"""The code of a constraint that is neither true nor false."""

_JUDGES: dict[EPackage, EPackage] = {}
"""For the root package of generated classes the metamodel that judges their objects: see ``appoint``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with an object. ``name`` is the name of a constraint, or the code of another problem.

    It is a *warning* if the constraint says so by its ``severity``.

    ``str()`` of it includes the address of the object, as in XMI: ``/`` for a root, ``//@books.0`` for a part of it.
    """

    name: str
    message: str
    object: Any
    warning: bool = False

    def __str__(self) -> str:
        return f"{self.object.eClass.name} {address(self.object)}: {self.message} [{self.name}]"


def appoint(judge: EPackage, root: EPackage) -> None:
    """Let the objects of the generated package *root* be judged by the metamodel *judge*."""
    _JUDGES[root] = judge


@cache
def _judgements(judge: EPackage) -> dict[str, tuple[EClass, tuple[EFeature, ...], tuple[Constraint, ...]]]:
    """Return for the fragment of each class: the class, its features that are not derived, and its constraints."""
    constraints = compile_constraints(judge, left_out)
    return {fragment(eclass): (eclass, _stored(eclass), found) for eclass, found in constraints.items()}


def _stored(eclass: EClass) -> tuple[EFeature, ...]:
    return tuple(feature for feature in eclass.eAllStructuralFeatures() if not feature.derived)


def fragment(classifier: EObject) -> str:
    """Return the address of a package or classifier by names: ``//`` for the root, ``//inner/Class``."""
    names = []
    element = classifier
    while element.eContainer() is not None:
        names.append(str(element.name))
        element = element.eContainer()
    return "//" + "/".join(reversed(names))


def findings(obj: Any) -> Iterator[Finding]:
    """Yield what is wrong with an object of a generated class and with all its contents.

    Constraints that are neither true nor false are told where no feature lacks values, since that may be the reason.
    Once the budget is spent, the last finding says so. A constraint whose evaluation nests too deeply is told as well.
    """
    root = obj.eClass
    while root.eContainer() is not None:
        root = root.eContainer()
    known = _judgements(_JUDGES[root])
    judged = [(each, known[address]) for each in _contents(obj) if (address := fragment(each.eClass)) in known]
    counted = [list(_counted(element, features)) for element, (_, features, _) in judged]  # others are Ecore's own
    complete = not any(counted)
    meter = Meter(STEPS + STEPS_PER_ELEMENT * len(judged))
    for (element, (_, features, constraints)), counts in zip(judged, counted, strict=True):
        yield from counts
        yield from _bad_values(element, features)
        for constraint in constraints:
            try:
                for found in constraint.violations(element, meter):
                    if complete or not found.undefined:
                        code = UNDEFINED if found.undefined else constraint.name
                        yield Finding(code, found.message, found.element, found.mild)
            except OclBudgetError as error:
                yield Finding("budget-exceeded", f"{constraint.name} was given up: {error.message}", element)
                if meter.left < 0:
                    return


def _contents(obj: Any) -> Iterator[Any]:
    """Yield an object and all that it contains, each once even if containment is circular."""
    seen: set[int] = set()
    pending = [obj]
    while pending:
        element = pending.pop()
        if id(element) not in seen:
            seen.add(id(element))
            yield element
            pending.extend(reversed(element.eContents))


_CHARACTERS = ("EChar", "ECharacterObject")
_OCTETS = ("EByte", "EByteObject")


def _counted(element: Any, features: tuple[EFeature, ...]) -> Iterator[Finding]:
    """Yield what is wrong with the number of values of each feature."""
    for feature in features:
        value = getattr(element, feature.name)
        size = len(value) if feature.many else int(value is not None)
        one = f"this {element.eClass.name}"
        if size < feature.lowerBound:
            code = "too-few-values" if size else "missing-feature"
            needs = f"{one} needs {feature.name}"
            if feature.many and feature.lowerBound > 1:
                needs = f"{one} needs at least {feature.lowerBound} of {feature.name}, but has {size}"
            yield Finding(code, needs, element)
        elif 0 <= feature.upperBound < size:
            message = f"{one} may have at most {feature.upperBound} of {feature.name}, but has {size}"
            yield Finding("too-many-values", message, element)


def _bad_values(element: Any, features: tuple[EFeature, ...]) -> Iterator[Finding]:
    """Yield the values of attributes that no file can hold as values of their types; PyEcore takes them."""
    for feature in features:
        if feature.is_attribute:
            value = getattr(element, feature.name)
            for each in value if feature.many else (value,):
                trouble = _trouble(each, str(getattr(feature.eType, "name", "")))
                if trouble is not None:
                    message = f"{feature.name} of this {element.eClass.name} is {each!r}, {trouble}"
                    yield Finding("bad-value", message, element)


def _trouble(value: Any, type_name: str) -> str | None:
    """Return why a value is none of a type of Ecore, in words that follow it; None if it is one."""
    match value:
        case bool() if type_name in BITS:
            return "which is no integer"
        case int() if type_name in BITS and not fits(value, BITS[type_name]):
            return f"which is no integer of {BITS[type_name]} bits"
        case bytes() if type_name in _OCTETS and len(value) != 1:
            return "which is no single byte"
        case str() if type_name in _CHARACTERS and len(value) != 1:
            return "which is no single character"
        case str() if (found := NOT_XML.search(value)) is not None:
            return f"with the character U+{ord(found[0]):04X}, which no file can hold"
    return None


def left_out(element: EObject, key: str, error: OclError) -> None:
    """Ignore an OCL text that does not compile: the generator has already warned of it."""
