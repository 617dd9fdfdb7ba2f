"""The static types of OCL and their conformance, written ``<``.

    Integer < Real
    a class < its superclasses < OclElement
    Set(T), OrderedSet(T), Bag(T), Sequence(T) < Collection(T) and the same kind of each type to which T conforms
    Tuple(a : S) < Tuple(a : T) if S < T

OclVoid, the type of null, conforms to all of them, and OclInvalid to all of them and to OclVoid. All types conform to
OclAny.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from pyecore.ecore import EDataType, EEnum, EProxy
from pyecore.ecore import EObject as ECORE_EOBJECT

from tilewright.metamodel.typing import EClass, EFeature, EObject


@dataclass(frozen=True, slots=True)
class Type:
    """A static type; ``str()`` is its OCL text."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class EnumType(Type):
    """An enumeration of the metamodel."""

    enum: EObject


@dataclass(frozen=True, slots=True)
class ClassType(Type):
    """A class of the metamodel."""

    eclass: EClass


@dataclass(frozen=True, slots=True)
class OpaqueType(Type):
    """A data type of the metamodel for which OCL has no operations but ``= <>`` and those of every value.

    Values of *ordered* ones, which are dates, can be compared by ``<`` as well.
    """

    ordered: bool = False


@dataclass(frozen=True, slots=True)
class CollectionType(Type):
    """*name* is the kind: Set, OrderedSet, Bag, Sequence or Collection."""

    element: Type

    def __str__(self) -> str:
        return f"{self.name}({self.element})"


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    """The type of tuples with these parts, which are in alphabetical order: see ``tuple_type``."""

    parts: tuple[tuple[str, Type], ...]

    def __str__(self) -> str:
        return f"Tuple({', '.join(f'{name} : {part}' for name, part in self.parts)})"


OCL_ANY = Type("OclAny")
OCL_VOID = Type("OclVoid")
OCL_INVALID = Type("OclInvalid")
OCL_TYPE = Type("OclType")
OCL_ELEMENT = Type("OclElement")
OCL_ENUMERATION = Type("OclEnumeration")
BOOLEAN = Type("Boolean")
INTEGER = Type("Integer")
REAL = Type("Real")
STRING = Type("String")

PRIMITIVES = {t.name: t for t in (BOOLEAN, INTEGER, REAL, STRING)}
BUILT_IN = PRIMITIVES | {t.name: t for t in (OCL_ANY, OCL_VOID, OCL_INVALID, OCL_ELEMENT, OCL_TYPE)}
NUMBERS = (INTEGER, REAL)
NOTHING = (OCL_VOID, OCL_INVALID)

ORDERED = ("Sequence", "OrderedSet")
UNIQUE = ("Set", "OrderedSet")

_OF_PYTHON = {int: INTEGER, float: REAL, Decimal: REAL, str: STRING, bool: BOOLEAN}


def tuple_type(parts: Iterable[tuple[str, Type]]) -> TupleType:
    """Return the type of tuples with *parts*, whose order does not matter."""
    return TupleType("Tuple", tuple(sorted(parts, key=lambda part: part[0])))


def sequence(element: Type) -> CollectionType:
    """Return the type of Sequences of *element*."""
    return CollectionType("Sequence", element)


def resolved(thing: EObject) -> EObject:
    """Return *thing*; for one of PyEcore's proxies its target, for a generated class its ``EClass``."""
    if isinstance(thing, EProxy):
        thing.force_resolve()
        return thing._wrapped
    return getattr(thing, "eClass", None) if isinstance(thing, type) else thing


def qualified_name(classifier: EObject) -> str:
    """Return ``package::Name``, by which classes are compared, loaded or generated ones."""
    package = resolved(classifier).ePackage
    return f"{package.name}::{classifier.name}" if package is not None else str(classifier.name)


def classifier_type(classifier: EObject) -> Type:
    """Return the OCL type of a class, enumeration or data type of a metamodel."""
    classifier = resolved(classifier)
    if classifier is None:
        return OCL_ANY
    if isinstance(classifier, EEnum):
        return EnumType(classifier.name, classifier)
    if isinstance(classifier, EDataType):
        python = classifier.eType
        return _OF_PYTHON.get(python) or OpaqueType(classifier.name, python is datetime)
    if classifier is ECORE_EOBJECT.eClass:
        return OCL_ELEMENT
    return ClassType(classifier.name, classifier)


def is_decimal(element: EObject) -> bool:
    """Return whether the values of a feature, an operation or a parameter are Python's decimals: Reals in OCL."""
    return getattr(resolved(element.eType), "eType", None) is Decimal


def collection_kind(feature: EFeature) -> str:
    """Return the kind of OCL collection that a many-valued *feature* is."""
    if feature.ordered:
        return "OrderedSet" if feature.unique else "Sequence"
    return "Set" if feature.unique else "Bag"


def feature_type(feature: EFeature) -> Type:
    """Return the OCL type of an attribute or reference: that of its value, or of the collection of its values."""
    single = classifier_type(feature.eType)
    return CollectionType(collection_kind(feature), single) if feature.many else single


def superclasses(eclass: EClass) -> list[EClass]:
    """Return *eclass* and all its superclasses, each once, itself first."""
    found: list[EClass] = []
    pending = [resolved(eclass)]
    while pending:
        current = pending.pop()
        if not any(current is other for other in found):
            found.append(current)
            pending.extend(resolved(parent) for parent in current.eSuperTypes)
    return found


def linearised(eclass: EClass) -> list[EClass]:
    """Return *eclass* and all its superclasses, each once and before its own superclasses, those named first first.

    This is the order in which an operation of an object is looked for, as Python looks for methods.
    """
    order: list[EClass] = []
    seen: set[int] = set()
    pending: list[tuple[EClass, bool]] = [(resolved(eclass), False)]
    while pending:
        current, done = pending.pop()
        if done:
            order.append(current)
        elif id(current) not in seen:
            seen.add(id(current))
            pending.append((current, True))
            pending.extend((resolved(parent), False) for parent in current.eSuperTypes)
    return order[::-1]


def inherits(eclass: EClass, other: EClass) -> bool:
    """Return whether *eclass* is *other* or one of its subclasses."""
    return any(parent is other for parent in superclasses(eclass))


def conforms(type_: Type, other: Type) -> bool:
    """Return whether *type_* conforms to *other*: whether its values may stand where one of *other* is expected."""
    if type_ in (other, OCL_INVALID) or other == OCL_ANY:
        return True
    if type_ == OCL_VOID:
        return other != OCL_INVALID
    if type_ == INTEGER:
        return other == REAL
    if isinstance(type_, ClassType):
        return other == OCL_ELEMENT or (isinstance(other, ClassType) and inherits(type_.eclass, other.eclass))
    if isinstance(type_, CollectionType) and isinstance(other, CollectionType):
        return other.name in (type_.name, "Collection") and conforms(type_.element, other.element)
    if isinstance(type_, TupleType) and isinstance(other, TupleType):
        parts, others = dict(type_.parts), dict(other.parts)
        return parts.keys() == others.keys() and all(conforms(parts[name], others[name]) for name in parts)
    return False


def common_type(one: Type, other: Type) -> Type:
    """Return the closest type to which both conform; of several superclasses the first of *one*."""
    if conforms(one, other):
        return other
    if conforms(other, one):
        return one
    if isinstance(one, ClassType) and isinstance(other, ClassType):
        for parent in superclasses(one.eclass):
            if inherits(other.eclass, parent):
                return ClassType(parent.name, parent)
        return OCL_ELEMENT
    if isinstance(one, CollectionType) and isinstance(other, CollectionType):
        kind = one.name if one.name == other.name else "Collection"
        return CollectionType(kind, common_type(one.element, other.element))
    return OCL_ANY


def flattened(type_: Type) -> Type:
    """Return the type of the elements of nested collections, at any depth; *type_* itself if it is no collection."""
    while isinstance(type_, CollectionType):
        type_ = type_.element
    return type_
