"""What the names in an expression can mean: the classifiers and features of one metamodel, found by name.

``Classifiers`` reads the metamodel of a root package once, so it must be complete before the first expression over it
is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

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
    linearised,
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


@dataclass(frozen=True, eq=False, slots=True)
class Declared:
    """An operation of the metamodel: its class, the types of its parameters, and whether it has a body."""

    operation: EObject
    name: str
    eclass: EClass
    parameters: tuple[Type, ...]
    bodied: bool

    def overrides(self, other: Declared) -> bool:
        """Return whether it has a body, and is *other* or overrides it if its class inherits from that of *other*."""
        return self.bodied and self.parameters == other.parameters


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
        self._declared: dict[str, list[Declared]] = {}
        self._own: dict[tuple[EClass, str], list[Declared]] = {}
        self._implementations: dict[tuple[EClass, Declared], list[Declared]] = {}
        self._concrete: set[EClass] = set()
        self._subclasses: dict[EClass, set[EClass]] = {}
        self._features: dict[EClass, dict[str, EFeature]] = {}
        for package, path in _packages(root):
            self.packages.update("::".join(path[start:]) for start in range(len(path)))
            for classifier in package.eClassifiers:
                self.classifiers.setdefault(classifier.name, []).append(classifier)
                for start in range(len(path)):
                    self.classifiers.setdefault("::".join((*path[start:], classifier.name)), []).append(classifier)
                if isinstance(classifier_type(classifier), ClassType):
                    self.classes.append(classifier)
                    self._declare(classifier)

    def _declare(self, eclass: EClass) -> None:
        if not (eclass.abstract or eclass.interface):
            self._concrete.add(eclass)
        for operation in eclass.eOperations:
            parameters = tuple(map(feature_type, operation.eParameters))
            declared = Declared(operation, str(operation.name), eclass, parameters, body_text(operation) is not None)
            self._declared.setdefault(declared.name, []).append(declared)
            self._own.setdefault((eclass, declared.name), []).append(declared)

    def declared(self, operation: EObject) -> Declared:
        """Return what is known of an operation of the metamodel."""
        own = self._own[operation.eContainingClass, str(operation.name)]
        return next(declared for declared in own if declared.operation is operation)

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

    def operations(self, owner: Type, name: str) -> list[Declared]:
        """Return the operations *name* of the class *owner*, with or without a body, the nearest first.

        One that is overridden is left out. If there are several, the name is overloaded.
        """
        if name not in self._declared or not isinstance(owner, ClassType):
            return []
        found: dict[tuple[Type, ...], Declared] = {}
        for declared in self._inherited(owner.eclass, name):
            found.setdefault(declared.parameters, declared)
        return list(found.values())

    def called(self, owner: Type) -> list[str]:
        """Return the names of the operations of the metamodel that objects of type *owner* have."""
        if not isinstance(owner, ClassType):
            return []
        return [str(operation.name) for parent in linearised(owner.eclass) for operation in parent.eOperations]

    def implementations(self, owner: EClass, operation: Declared) -> list[Declared]:
        """Return the operations with a body that a call of *operation* for an object of class *owner* may reach.

        These are the nearest one that *owner* has, and those of classes that have a subclass in common with it. For an
        object it is the one of them whose class comes first among the superclasses.
        """
        found = self._implementations.get((owner, operation))
        if found is None:
            own = [o for o in self._inherited(owner, operation.name) if o.overrides(operation)]
            below = self._below(owner)
            named = self._declared[operation.name]
            if len(below) < len(named):
                named = list(dict.fromkeys(o for c in below for o in self._inherited(c, operation.name)))
            others = [o for o in named if o.overrides(operation) and not below.isdisjoint(self._below(o.eclass))]
            found = self._implementations[owner, operation] = own[:1] + [o for o in others if o not in own]
        return found

    def lacking(self, owner: EClass, operation: Declared) -> set[EClass]:
        """Return the classes whose objects have no body for *operation* of *owner*."""
        covered = [self._below(found.eclass) for found in self.implementations(owner, operation)]
        if any(owner in classes for classes in covered):
            return set()
        return self._below(owner).difference(*covered) & self._concrete

    def without_body(self, owner: ClassType, operation: Declared) -> str:
        """Return the message that objects of some classes have no body for an operation of *owner*."""
        if not self.implementations(owner.eclass, operation):
            return f"the operation '{operation.name}' of {owner} has no body in OCL"
        lacking = self.lacking(owner.eclass, operation)
        names = ", ".join(islice((str(c.name) for c in self.classes if c in lacking), 3)) + ", …" * (len(lacking) > 3)
        return f"the operation '{operation.name}' of {owner} has no body in OCL for {names}"

    def _inherited(self, eclass: EClass, name: str) -> Iterator[Declared]:
        """Yield the operations of a name that a class and its superclasses declare, the nearest first."""
        for parent in linearised(eclass):
            yield from self._own.get((parent, name), ())

    def _below(self, eclass: EClass) -> set[EClass]:
        """Return a class and all its subclasses."""
        if not self._subclasses:
            for each in self.classes:
                for parent in superclasses(each):
                    self._subclasses.setdefault(parent, set()).add(each)
        return self._subclasses.get(eclass) or {eclass}

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
        if operations and not (operations[0].bodied or self.implementations(owner.eclass, operations[0])):
            return f" ({self.without_body(owner, operations[0])})"
        return f" ('{name}' is an operation: write {name}(...))" if operations else ""

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

    def with_literal(self, name: str, near: EPackage) -> list[str]:
        """Return the names of the enumerations that have a literal *name*."""
        known = {path: self.classifier(path, near) for path in self.classifiers if "::" not in path}
        return [
            path for path, type_ in known.items() if isinstance(type_, EnumType) and type_.enum.getEEnumLiteral(name)
        ]

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
