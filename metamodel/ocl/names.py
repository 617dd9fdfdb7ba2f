"""What the names in an expression can mean: the classifiers and features of one metamodel, found by name.

``Classifiers`` reads the metamodel of a root package once, so it must be complete before the first expression over it
is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tilewright.metamodel.ocl.code import Code
from tilewright.metamodel.ocl.errors import suggest
from tilewright.metamodel.ocl.types import (
    BUILT_IN,
    ClassType,
    EnumType,
    Type,
    classifier_type,
    conforms,
    resolved,
    superclasses,
)
from tilewright.metamodel.typing import EClass, EFeature, EObject, EPackage

PIVOT = "http://www.eclipse.org/emf/2002/Ecore/OCL/Pivot"
"""The source of the annotations that hold OCL texts."""


@dataclass(eq=False, slots=True)
class Body:
    """The body of an operation. Its code is None until it is compiled, as it may call the operation itself."""

    text: str
    code: Code | None = None
    slots: int = 0


class Classifiers:
    """The classifiers of a root package and all packages inside it."""

    def __init__(self, root: EPackage) -> None:
        self.classifiers: dict[str, list[EObject]] = {}
        self.classes: list[EClass] = []
        self.packages: set[str] = set()
        self.bodies: dict[EObject, Body] = {}
        """The bodies of the operations that were called so far."""
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
            return BUILT_IN.get(name)
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

    def operation(self, owner: Type, name: str) -> EObject | None:
        """Return the operation *name* of the class *owner* that has a body in OCL, if there is one."""
        if not isinstance(owner, ClassType):
            return None
        operations = (o for parent in superclasses(owner.eclass) for o in parent.eOperations)
        return next((o for o in operations if o.name == name and body_text(o) is not None), None)

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
        if self.operation(owner, name) is not None:
            return f" ('{name}' is an operation: write {name}(...))"
        if any(o.name == name for parent in superclasses(owner.eclass) for o in parent.eOperations):
            return f" ({owner} has an operation '{name}'; one without a body in OCL is not supported)"
        return ""

    def comparable(self, one: Type, other: Type) -> bool:
        """Return whether some value other than null could be of both types."""
        if conforms(one, other) or conforms(other, one):
            return True
        if isinstance(one, ClassType) and isinstance(other, ClassType):
            return any(conforms(t, one) and conforms(t, other) for t in map(classifier_type, self.classes))
        return False

    def no_classifier(self, name: str) -> str:
        """Return the message that nothing is called *name*."""
        return f"there is no class or type '{name}'" + suggest(name, [*self.classifiers, *BUILT_IN], "there is")

    def no_literal(self, enum: EnumType, name: str) -> str:
        """Return the message that *enum* has no literal *name*."""
        return f"{enum} has no literal '{name}'" + suggest(name, [literal.name for literal in enum.enum.eLiterals])


def body_text(operation: EObject) -> str | None:
    """Return the OCL text of the body of an operation, or None."""
    details = (a.details for a in operation.eAnnotations if a.source == PIVOT)
    return next((str(found["body"]) for found in details if "body" in found), None)


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
