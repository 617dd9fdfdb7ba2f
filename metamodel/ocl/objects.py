"""How expressions look into models: reading a feature, testing the type of a value.

An object is one of PyEcore's, of the loaded metamodel or of a class generated from it, or an ``Instance``. Classes are
therefore compared by their qualified names and enumerations by their names, never by identity.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from keyword import iskeyword
from operator import attrgetter

from pyecore.ecore import EEnumLiteral

from tilewright.metamodel.instances import Instance, InstanceClass, UnreadError, value_of
from tilewright.metamodel.ocl.code import METER, SELF, Code, Frame, Meter, Typed
from tilewright.metamodel.ocl.types import (
    BOOLEAN,
    INTEGER,
    OCL_ANY,
    OCL_ELEMENT,
    REAL,
    STRING,
    ClassType,
    CollectionType,
    EnumType,
    TupleType,
    Type,
    classifier_type,
    collection_kind,
    is_decimal,
    qualified_name,
    superclasses,
)
from tilewright.metamodel.ocl.values import (
    INTEGER_LIMIT,
    INVALID,
    KINDS,
    Collection,
    Set,
    TupleValue,
    TypeValue,
    Value,
)
from tilewright.metamodel.typing import EClass, EFeature, EObject

Reader = Callable[[Value], Value]

_PLAIN = (BOOLEAN, INTEGER, REAL, STRING)


def reader(feature: EFeature) -> Reader:
    """Return a function from an object to the value of *feature*, and from null or invalid to ``INVALID``."""
    if is_decimal(feature):
        return _real_reader(_reader(feature), many=bool(feature.many))
    return _reader(feature)


def _real_reader(read: Reader, *, many: bool) -> Reader:
    """Return the reader of a feature whose values are decimals."""

    def read_real(owner: Value) -> Value:
        return as_real(read(owner))

    def read_reals(owner: Value) -> Value:
        values = read(owner)
        if values is INVALID:
            return INVALID
        reals = [as_real(value) for value in values.items]
        return INVALID if any(real is INVALID for real in reals) else type(values).of(reals)

    return read_reals if many else read_real


def as_real(value: Value) -> Value:
    """Return a decimal as a Real, which is invalid if it is too large; other values as they are."""
    if not isinstance(value, Decimal):
        return value
    real = float(value)
    return real if abs(real) < INTEGER_LIMIT else INVALID


def as_decimal(value: Value) -> Value:
    """Return a number as the decimal that is written like it, as those of a collection; other values as they are."""
    if isinstance(value, Collection):
        return type(value)(map(as_decimal, value.items))
    return Decimal(repr(value)) if type(value) in (int, float) else value


def _reader(feature: EFeature) -> Reader:
    name = str(feature.name)
    of_object = _object_reader(feature, name)
    kind = KINDS[collection_kind(feature)] if feature.many else None

    def read(owner: Value) -> Value:
        if not isinstance(owner, Instance):
            return of_object(owner)
        value = value_of(owner, name)
        return value if kind is None else kind(() if value is None else value)

    return read


def _object_reader(feature: EFeature, name: str) -> Reader:
    """Return the reader of a feature of PyEcore's objects."""
    get = attrgetter(name)
    type_ = classifier_type(feature.eType)
    if feature.many:
        return _many_reader(name, KINDS[collection_kind(feature)])

    def slow(owner: Value) -> Value:
        try:
            return get(owner)
        except AttributeError:
            return _unreadable(owner, name)

    def fast(owner: Value) -> Value:
        try:
            slot = owner.__dict__.get(name)
        except AttributeError:  # null, invalid
            return slow(owner)
        return default if slot is None else slot._value

    # PyEcore's slots are read directly: its descriptors are slower, and create a slot where there is none
    is_stored = not feature.derived and not iskeyword(name) and (isinstance(type_, ClassType) or type_ in _PLAIN)
    default = feature.get_default_value() if is_stored else None
    read = fast if is_stored else slow

    if not isinstance(type_, EnumType):
        return read
    literal_of = type_.enum.getEEnumLiteral

    def read_enum(owner: Value) -> Value:
        value = read(owner)
        return literal_of(value) if type(value) is str else value  # PyEcore also accepts a literal's name

    return read_enum


def _many_reader(name: str, kind: type[Collection]) -> Reader:
    get = attrgetter(name)

    def read(owner: Value) -> Value:
        try:
            values = get(owner)
        except AttributeError:
            values = _unreadable(owner, name)
        return values if values is INVALID else kind(() if values is None else values)

    return read


def _unreadable(owner: Value, name: str) -> Value:
    if owner is None or owner is INVALID:
        return INVALID
    if iskeyword(name):  # the name of the feature in a generated class
        return getattr(owner, f"{name}_")
    raise AttributeError(f"{type(owner).__name__} has no feature {name!r}")


def navigation(source: Typed, feature: EFeature) -> Code:
    """Compile ``source.feature`` for one object."""
    read, code = reader(feature), source.code
    if feature.many:

        def evaluate(frame: Frame) -> Value:
            values = read(code(frame))
            if values is not INVALID:
                frame[METER].charge(len(values.items))
            return values

        return evaluate
    slot = source.slot
    if slot is None:
        return lambda frame: read(code(frame))
    return lambda frame: read(frame[slot])


def container(owner: EObject) -> Value:
    """Return the object that contains *owner*; null for a root."""
    return owner.eContainer()


def contents(owner: EObject) -> Value:
    """Return the objects that *owner* contains, in the order of its features."""
    if isinstance(owner, Instance):
        if any(feature.name in owner.unread for feature in owner.eClass.containments):
            raise UnreadError("oclContents")
        return Set(owner.eContents())
    found: list[Value] = []
    for name, many in _containments(owner.eClass):
        value = getattr(owner, name)
        if many:
            found.extend(value)
        elif value is not None:
            found.append(value)
    return Set(found)


def instances(type_: ClassType) -> Code:
    """Return the code of ``allInstances``: the objects of a class and its subclasses in the model of ``self``.

    If the meter knows no model, it consists of the roots of the resource of ``self``, or of its outermost container if
    there is no resource, and of all that these contain, in this order.
    """
    name, test = qualified_name(type_.eclass), type_test(type_, exact=False)

    def evaluate(frame: Frame) -> Value:
        meter: Meter = frame[METER]
        roots = [] if meter.model is not None else _roots(frame[SELF], meter)
        key = (id(roots[0]) if roots else 0, name)
        found = meter.instances.get(key)
        if found is None:
            if meter.partial:
                raise UnreadError("allInstances")
            elements = _model(roots, meter) if meter.model is None else meter.model
            meter.charge(len(elements))
            found = meter.instances[key] = Set(filter(test, elements))
        return found

    return evaluate


def _roots(obj: EObject, meter: Meter) -> list[EObject]:
    """Return the roots of the resource of an object, or its outermost container if it is in none."""
    while (container := obj.eContainer()) is not None:
        meter.charge(1)  # containment may be circular
        obj = container
    resource = None if isinstance(obj, Instance) else obj.eResource
    return [obj] if resource is None else list(resource.contents)


def _model(roots: list[EObject], meter: Meter) -> list[EObject]:
    """Return the roots and all that they contain, in order."""
    found: list[EObject] = []
    pending = roots[::-1]
    while pending:
        meter.charge(1)
        found.append(pending.pop())
        pending.extend(reversed(contents(found[-1]).items))
    return found


@lru_cache(maxsize=1024)
def _containments(eclass: EClass) -> tuple[tuple[str, bool], ...]:
    references = (r for c in reversed(superclasses(eclass)) for r in c.eReferences if r.containment and not r.derived)
    return tuple((f"{r.name}_" if iskeyword(r.name) else str(r.name), bool(r.many)) for r in references)


def type_of(owner: EObject) -> Value:
    """Return the class of *owner* as a value."""
    return TypeValue(qualified_name(class_of(owner)))


def class_of(owner: Value) -> EClass:
    """Return PyEcore's class of an object; None for other values."""
    found = getattr(owner, "eClass", None)
    return found.eclass if isinstance(found, InstanceClass) else found


def type_test(type_: Type, *, exact: bool) -> Callable[[Value], bool]:
    """Return a function that tests whether a value is of *type_*; unless *exact*, subtypes count as well.

    Of a collection only the kind is tested, and of a tuple only the names of its parts.
    """
    if isinstance(type_, ClassType):
        return _class_test(qualified_name(type_.eclass), exact=exact)
    if isinstance(type_, EnumType):
        name = qualified_name(type_.enum)
        return lambda value: isinstance(value, EEnumLiteral) and qualified_name(value.eEnum) == name
    if isinstance(type_, CollectionType):
        kind = KINDS.get(type_.name, Collection)
        return lambda value: isinstance(value, kind)
    if isinstance(type_, TupleType):
        parts = {name for name, _ in type_.parts}
        return lambda value: isinstance(value, TupleValue) and value.parts.keys() == parts
    if type_ == OCL_ELEMENT:
        return lambda value: hasattr(value, "eClass") and not exact
    if type_ == REAL and not exact:
        return lambda value: type(value) in (int, float)
    python = {BOOLEAN: bool, INTEGER: int, REAL: float, STRING: str}.get(type_)
    if python is not None:
        return lambda value: type(value) is python
    return lambda value: type_ == OCL_ANY and not exact


def _class_test(name: str, *, exact: bool) -> Callable[[Value], bool]:
    answers: dict[EClass, bool] = {}

    def test(value: Value) -> bool:
        eclass = class_of(value)
        answer = answers.get(eclass)
        if answer is None:
            classes = [] if eclass is None else [eclass] if exact else superclasses(eclass)
            answer = answers[eclass] = any(qualified_name(c) == name for c in classes)
        return answer

    return test
