"""What the names in an expression can mean: the classifiers and features of one metamodel, found by name.

``Classifiers`` reads the metamodel of a root package once, so it must be complete before the first expression over it
is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from pyecore import ecore

from tilewright.metamodel.ocl.code import Code
from tilewright.metamodel.ocl.errors import OclError, suggest
from tilewright.metamodel.ocl.types import (
    BUILT_IN,
    ClassType,
    EnumType,
    Type,
    classifier_type,
    conforms,
    feature_type,
    inherits,
    linearised,
    qualified_name,
    resolved,
    superclasses,
)
from tilewright.metamodel.typing import EClass, EFeature, EObject, EPackage

PIVOT = "http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot"
"""The source of the annotations that hold OCL texts."""


@dataclass(eq=False, slots=True)
class Body:
    """The body of an operation, or a derivation. Its code is None until it is compiled, as it may refer to itself."""

    text: str
    code: Code | None = None
    slots: int = 0
    warnings: tuple[OclError, ...] = ()


class Classifiers:
    """The classifiers of a root package and all packages inside it."""

    def __init__(self, root: EPackage) -> None:
        self.classifiers: dict[str, list[EObject]] = {}
        self.classes: list[EClass] = []
        self.packages: set[str] = {"ecore"}
        self.bodies: dict[EObject, Body] = {}
        """The bodies of operations and the derivations of features that were used so far."""
        self.faults: dict[EObject, OclError] = {}
        """What is wrong with those that do not compile."""
        self._implementations: dict[tuple[EClass, EObject], dict[str, EObject | None]] = {}
        self._features: dict[EClass, dict[str, EFeature]] = {}
        for package, path in _packages(root):
            self.packages.update("::".join(path[start:]) for start in range(len(path)))
            for classifier in package.eClassifiers:
                self.classifiers.setdefault(classifier.name, []).append(classifier)
                for start in range(len(path)):
                    self.classifiers.setdefault("::".join((*path[start:], classifier.name)), []).append(classifier)
                if isinstance(classifier_type(classifier), ClassType):
                    self.classes.append(classifier)

    def classifier(self, name: str, near: EPackage) -> Type | None:
        """Return the type called *name*, perhaps qualified, or None; of several the one in *near*, else the first."""
        found = self.classifiers.get(name)
        if not found:
            return BUILT_IN.get(name) or _of_ecore().get(name)
        return classifier_type(next((one for one in found if one.ePackage is near), found[0]))

    def features(self, eclass: EClass) -> dict[str, EFeature]:
        """Return the features of *eclass* by name, inherited ones included."""
        found = self._features.get(eclass)
        if found is None:
            found = {f.name: f for parent in reversed(superclasses(eclass)) for f in parent.eStructuralFeatures}
            self._features[eclass] = found
        return found

    def feature(self, owner: Type, name: str) -> EFeature | None:
        """Return the feature *name* of the class *owner*, if there is one."""
        return self.features(owner.eclass).get(name) if isinstance(owner, ClassType) else None

    def operations(self, owner: Type, name: str) -> list[EObject]:
        """Return the operations *name* of the class *owner*, with or without a body, the nearest first.

        One that is overridden is left out. If there are several, the name is overloaded.
        """
        found: list[EObject] = []
        if isinstance(owner, ClassType):
            for operation in (o for parent in linearised(owner.eclass) for o in parent.eOperations):
                if operation.name == name and not any(same_signature(operation, known) for known in found):
                    found.append(operation)
        return found

    def implementations(self, owner: EClass, operation: EObject) -> dict[str, EObject | None]:
        """Return the operations with a body that a call of *operation* of *owner* may reach.

        They are found by the qualified names of *owner* and its subclasses: for objects of each, the nearest one. It is
        None for a class that has none, abstract or not.
        """
        found = self._implementations.get((owner, operation))
        if found is None:
            below = [c for c in self.classes if inherits(c, owner)]
            found = {qualified_name(c): _nearest_with_body(c, operation) for c in below}
            self._implementations[owner, operation] = found
        return found

    def lacking(self, owner: EClass, operation: EObject) -> list[str]:
        """Return the names of the classes whose objects have no body for *operation* of *owner*."""
        found = self.implementations(owner, operation)
        concrete = (c for c in self.classes if inherits(c, owner) and not (c.abstract or c.interface))
        return [str(c.name) for c in concrete if found[qualified_name(c)] is None]

    def no_feature(self, owner: Type, name: str) -> str:
        """Return the message that *owner* has no feature *name*, and what was perhaps meant."""
        known = self.features(owner.eclass) if isinstance(owner, ClassType) else ()
        return f"{owner} has no feature '{name}'" + (self.elsewhere(owner, name) or suggest(name, known))

    def elsewhere(self, owner: Type, name: str) -> str:
        """Return a hint that subclasses of *owner* have a feature *name*, or that it is an operation, else ''."""
        having = [
            c.name
            for c in self.classes
            if conforms(classifier_type(c), owner) and any(f.name == name for f in c.eStructuralFeatures)
        ]
        if having:
            verb = "has" if len(having) == 1 else "have"
            return f" ({', '.join(having)} {verb}: use oclAsType({having[0]}))"
        if not isinstance(owner, ClassType):
            return ""
        operations = self.operations(owner, name)
        if operations and len(self.lacking(owner.eclass, operations[0])) > 0:
            return f" ({self.without_body(owner, operations[0])})"
        return f" ('{name}' is an operation: write {name}(...))" if operations else ""

    def without_body(self, owner: ClassType, operation: EObject) -> str:
        """Return the message that objects of some classes have no body for an operation of *owner*."""
        lacking = self.lacking(owner.eclass, operation)
        if not any(self.implementations(owner.eclass, operation).values()):
            return f"{owner} has an operation '{operation.name}'; one without a body in OCL is not supported"
        classes = ", ".join(lacking[:3]) + ", …" * (len(lacking) > 3)
        return f"the operation '{operation.name}' of {owner} has no body in OCL for {classes}"

    def comparable(self, one: Type, other: Type) -> bool:
        """Return whether some value other than null could be of both types."""
        if conforms(one, other) or conforms(other, one):
            return True
        if isinstance(one, ClassType) and isinstance(other, ClassType):
            return any(conforms(t, one) and conforms(t, other) for t in map(classifier_type, self.classes))
        return False

    def no_classifier(self, name: str) -> str:
        """Return the message that nothing is called *name*."""
        if f"ecore::{name}" in _of_ecore():
            return f"there is no class or type '{name}' (did you mean 'ecore::{name}'?)"
        return f"there is no class or type '{name}'" + suggest(name, [*self.classifiers, *BUILT_IN], "there is")

    def no_literal(self, enum: EnumType, name: str) -> str:
        """Return the message that *enum* has no literal *name*."""
        return f"{enum} has no literal '{name}'" + suggest(name, [literal.name for literal in enum.enum.eLiterals])


@cache
def _of_ecore() -> dict[str, Type]:
    """Return the data types of Ecore, and the class of all objects, by qualified names."""
    found = {name: one for name, one in ecore.eClassifiers.items() if isinstance(one, ecore.EDataType)}
    return {f"ecore::{name}": classifier_type(one) for name, one in (found | {"EObject": ecore.EObject}).items()}


def body_text(operation: EObject) -> str | None:
    """Return the OCL text of the body of an operation, or None."""
    details = (a.details for a in operation.eAnnotations if a.source == PIVOT)
    return next((str(found["body"]) for found in details if "body" in found), None)


def derivation_text(feature: EFeature) -> str | None:
    """Return the OCL text of the derivation of a derived feature, or None."""
    if not feature.derived:
        return None
    details = (a.details for a in feature.eAnnotations if a.source == PIVOT)
    return next((str(found["derivation"]) for found in details if "derivation" in found), None)


def same_signature(one: EObject, other: EObject) -> bool:
    """Return whether an operation overrides another one if its class inherits from that of the other."""
    return one.name == other.name and list(map(feature_type, one.eParameters)) == list(
        map(feature_type, other.eParameters)
    )


def _nearest_with_body(eclass: EClass, operation: EObject) -> EObject | None:
    """Return the operation with a body that a call of *operation* means for the objects of a class."""
    operations = (o for parent in linearised(eclass) for o in parent.eOperations)
    return next((o for o in operations if same_signature(o, operation) and body_text(o) is not None), None)


@lru_cache(maxsize=8)
def classifiers_of(root: EPackage) -> Classifiers:
    """Return the names of the metamodel whose outermost package is *root*. Cost: linear in its classifiers, once."""
    return Classifiers(root)


def root_package(eclass: EClass) -> EPackage:
    """Return the outermost package around *eclass*."""
    package = resolved(eclass).ePackage
    while package is not None and getattr(package, "eSuperPackage", None) is not None:
        package = package.eSuperPackage
    return package


def _packages(root: EPackage) -> Iterator[tuple[EPackage, tuple[str, ...]]]:
    """Yield all packages, each with the names on the path to it from the root."""
    pending: list[tuple[EPackage, tuple[str, ...]]] = [] if root is None else [(root, (str(root.name),))]
    while pending:
        package, path = pending.pop(0)
        yield package, path
        pending.extend((child, (*path, str(child.name))) for child in package.eSubpackages)
