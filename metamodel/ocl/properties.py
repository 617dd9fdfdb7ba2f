"""Compiling navigation: features of objects, parts of tuples, and both over collections.

``a.b`` on a collection means ``a->collect(x | x.b)``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from tilewright.metamodel.ocl.code import METER, SELF, Code, Frame, Typed
from tilewright.metamodel.ocl.errors import OclError, suggest
from tilewright.metamodel.ocl.iterators import ITERATORS, Loop, implicit_collect
from tilewright.metamodel.ocl.library import candidates
from tilewright.metamodel.ocl.names import Body, body_text, derivation_text
from tilewright.metamodel.ocl.objects import navigation, reader
from tilewright.metamodel.ocl.parser import parse
from tilewright.metamodel.ocl.scope import Scope
from tilewright.metamodel.ocl.syntax import Node, Variable, start
from tilewright.metamodel.ocl.types import (
    OCL_TYPE,
    ORDERED,
    STRING,
    ClassType,
    CollectionType,
    EnumType,
    TupleType,
    Type,
    conforms,
    feature_type,
    flattened,
)
from tilewright.metamodel.ocl.values import INVALID, KINDS, TypeValue, Value
from tilewright.metamodel.typing import EFeature, EObject

UNIVERSAL = (
    "oclIsUndefined",
    "oclIsInvalid",
    "oclIsKindOf",
    "oclIsTypeOf",
    "oclAsType",
    "oclContainer",
    "oclContents",
    "oclType",
    "oclAsSet",
)
"""The operations that every single value has, called with a dot."""


class PropertyCompiler(ABC):
    """The part of the compiler for declarations and navigation."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.nodes = 0

    @abstractmethod
    def compile(self, node: Node) -> Typed:
        """Return the closure and the type of *node*."""

    # -- checks

    def of_type(self, node: Node, wanted: Type, what: str) -> Typed:
        """Compile *node*; ``OclError`` if it does not conform to *wanted*. *what* names it in the message."""
        return self.checked(self.compile(node), node, wanted, what)

    def checked(self, compiled: Typed, node: Node, wanted: Type, what: str) -> Typed:
        """Return *compiled*, which is *node*; ``OclError`` if it does not conform to *wanted*."""
        if not conforms(compiled.type, wanted):
            message = f"{what} must be {wanted}, not {compiled.type}{conversion(compiled.type, wanted)}"
            raise self.scope.error(message, start(node))
        return compiled

    def of_kind(self, node: Node, wanted: Type, what: str) -> Typed:
        """Compile *node* as ``of_type`` does, but convert a collection of another kind, as Eclipse does."""
        compiled = self.compile(node)
        given = compiled.type
        if not (isinstance(given, CollectionType) and isinstance(wanted, CollectionType)):
            return self.checked(compiled, node, wanted, what)
        if not conforms(given.element, wanted.element):
            return self.checked(compiled, node, wanted, what)
        code, make = compiled.code, KINDS[wanted.name].of

        def evaluate(frame: Frame) -> Value:
            value = code(frame)
            if value is None or value is INVALID:
                return value
            frame[METER].charge(value.weight)
            return make(value.items)

        return compiled if conforms(given, wanted) else Typed(wanted, evaluate)

    def initialised(self, variable: Variable) -> Typed:
        """Compile the value of a declaration; its type is the declared one, if there is one."""
        assert variable.value is not None  # the parser demands it
        compiled = self.compile(variable.value)
        if variable.type is None:
            return compiled
        declared = self.scope.type(variable.type)
        if not conforms(compiled.type, declared):
            message = f"'{variable.name}' is declared {declared}, but its value is {compiled.type}"
            raise self.scope.error(message, start(variable.value))
        return Typed(declared, compiled.code)

    def check_comparable(self, one: Type, other: Type, offset: int) -> None:
        """Warn of a comparison of values that can never be equal, unless both are null.

        These are objects of unrelated classes, or an object, a literal or a collection and a value of another kind.
        """
        kinds = (ClassType, EnumType, CollectionType)
        for kind in kinds:
            if isinstance(one, kind) and isinstance(other, kind):
                if kind is CollectionType or self.scope.names.comparable(one, other):
                    return
                self.scope.warn("never-equal", f"{one} and {other} are never equal", offset)
                return
        if self.scope.names.comparable(one, other):
            return
        if isinstance(one, kinds) or isinstance(other, kinds):
            self.scope.warn("never-equal", f"{one} and {other} are never equal", offset)

    # -- features

    def has_property(self, owner: Type, name: str) -> bool:
        """Return whether a tuple type has a part *name*, or a class a feature *name*."""
        if isinstance(owner, TupleType):
            return name in dict(owner.parts)
        if name == "name" and _is_named(owner):
            return True
        return self.scope.names.feature(owner, name) is not None

    def property_of(self, source: Typed, name: str, offset: int) -> Typed:
        """Compile ``source.name``; ``OclError`` if the type of *source* has no such feature or part."""
        if isinstance(source.type, CollectionType):
            return self.collected_property(source, source.type, name, offset)
        if isinstance(source.type, TupleType) and name in dict(source.type.parts):
            return self.tuple_part(source, dict(source.type.parts)[name], name)
        if name == "name" and _is_named(source.type):
            return Typed(STRING, _name_of(source.code))
        feature = self.scope.names.feature(source.type, name)
        if feature is None:
            raise self.scope.error(self.no_property(source.type, name), offset)
        self.check_readable(feature, offset)
        if source.slot == SELF:
            self.scope.own[name] = None
        return Typed(feature_type(feature), navigation(source, feature))

    def collected_property(self, source: Typed, type_: CollectionType, name: str, offset: int) -> Typed:
        """Compile ``source.name`` over a collection, whose type is *type_*."""
        element = flattened(type_)
        feature = self.scope.names.feature(element, name)
        if feature is None or isinstance(type_.element, CollectionType):
            if isinstance(element, TupleType) or _is_named(element) or isinstance(type_.element, CollectionType):
                return self.collect_each(source, type_, lambda each: self.property_of(each, name, offset))
            raise self.scope.error(self.no_property(type_, name), offset)
        self.check_readable(feature, offset)
        kind = "Sequence" if type_.name in ORDERED else "Bag"
        values = feature_type(feature)
        code = implicit_collect(
            kind if type_.name in KINDS else "Collection", _unless_null(source.code), reader(feature), many=feature.many
        )
        return Typed(CollectionType(kind, flattened(values)), code)

    def tuple_part(self, source: Typed, type_: Type, name: str) -> Typed:
        """Compile the part *name*, of type *type_*, of a tuple."""

        code = source.code

        def evaluate(frame: Frame) -> Value:
            value = code(frame)
            return INVALID if value is None or value is INVALID else value.parts[name]

        return Typed(type_, evaluate)

    def no_property(self, owner: Type, name: str) -> str:
        """Return the message that *owner* has no feature or part *name*, and what was perhaps meant."""
        if isinstance(owner, CollectionType) and (name in ITERATORS or candidates(owner, name)):
            return f"'{name}' is an operation of collections: write ->{name}(...)"
        element = flattened(owner)
        if name in UNIVERSAL or candidates(element, name):
            return f"'{name}' is an operation: write {name}(...)"
        if isinstance(element, TupleType):
            return f"{element} has no part '{name}'" + suggest(name, dict(element.parts))
        return self.scope.names.no_feature(element, name)

    def check_readable(self, feature: EFeature, offset: int) -> None:
        """Raise ``OclError`` for a feature that cannot be read.

        These are one with a name that Python would treat specially or cannot have as an attribute, and a derived one
        whose derivation does not compile: its default value would be mistaken for its value.
        """
        name = str(feature.name)
        if name.startswith("__") or not name.isidentifier():
            raise self.scope.error(f"a feature called '{name}' cannot be read", offset)
        if derivation_text(feature) is not None:
            try:
                self.body_of(feature)
            except OclError as error:
                owner = feature.eContainingClass.name
                message = f"{owner}.{name} has no value, since its derivation is left out ({error})"
                raise self.scope.error(message, offset) from None

    def body_of(self, element: EObject) -> Body:
        """Return the compiled body of an operation, or the derivation of a derived feature.

        It is compiled at the first use only, since it may refer to itself. Raises ``OclError``.
        """
        names = self.scope.names
        found = names.bodies.get(element)
        if found is not None:
            return found
        if element in names.faults:
            raise names.faults[element]
        parameters = getattr(element, "eParameters", None)
        what = "the derivation" if parameters is None else "the body"
        text = (derivation_text(element) if parameters is None else body_text(element)) or ""
        before = len(names.bodies)
        body = names.bodies[element] = Body(text)
        scope = Scope(text, element.eContainingClass, names)
        for parameter in parameters or ():
            scope.bind(str(parameter.name), feature_type(parameter))
        try:
            compiled = type(self)(scope).of_kind(parse(text), feature_type(element), what)
        except (OclError, RecursionError) as error:
            for later in list(names.bodies)[before:]:  # they may refer to this one
                del names.bodies[later]
            if isinstance(error, OclError):
                names.faults[element] = error
            raise
        body.code, body.slots, body.warnings = compiled.code, scope.slots, scope.warnings
        return body

    def collect_each(self, source: Typed, type_: CollectionType, body: Callable[[Typed], Typed]) -> Typed:
        """Compile the ``collect`` of *body*, which compiles one element, over *source*."""
        outside = len(self.scope.bindings)
        each = self.scope.bind("", type_.element)
        loop = Loop(type_, _unless_null(source.code), (each.slot,), body(each.read()), 1)
        del self.scope.bindings[outside:]
        return Typed(ITERATORS["collect"].result(loop), ITERATORS["collect"].build(loop))

    def unless_null(self, source: Typed, then: Callable[[Typed], Typed]) -> Typed:
        """Compile ``?.``: what *then* compiles, but null for null, and without the nulls in a collection."""
        if isinstance(source.type, CollectionType):
            return then(without_nulls(source))
        outside = len(self.scope.bindings)
        bound = self.scope.bind("", source.type)
        result = then(bound.read())
        del self.scope.bindings[outside:]
        code, slot, inside = source.code, bound.slot, result.code

        def evaluate(frame: Frame) -> Value:
            value = frame[slot] = code(frame)
            return None if value is None else inside(frame)

        return Typed(result.type, evaluate)


def without_nulls(source: Typed) -> Typed:
    """Compile a collection without the nulls in it."""
    code = source.code

    def evaluate(frame: Frame) -> Value:
        value = code(frame)
        if value is None or value is INVALID or None not in value:
            return value
        return type(value)(item for item in value.items if item is not None)

    return Typed(source.type, evaluate)


def _is_named(type_: Type) -> bool:
    """Return whether values of a type have a ``name`` though they are no objects: literals of enumerations, types."""
    return isinstance(type_, EnumType) or type_ == OCL_TYPE


def _name_of(code: Code) -> Code:
    def evaluate(frame: Frame) -> Value:
        value = code(frame)
        if value is None or value is INVALID:
            return INVALID
        return value.name if isinstance(value, TypeValue) else str(value.name)

    return evaluate


def conversion(given: Type, wanted: Type) -> str:
    """Return a hint to convert a collection to another kind if only its kind is wrong, else ''."""
    are_collections = isinstance(given, CollectionType) and isinstance(wanted, CollectionType)
    if are_collections and wanted.name in KINDS and conforms(flattened(given), flattened(wanted)):
        return f" (add ->as{wanted.name}())"
    return ""


def _unless_null(code: Code) -> Code:
    """Return the code that is invalid where *code* is null."""

    def evaluate(frame: Frame) -> Value:
        value = code(frame)
        return INVALID if value is None else value

    return evaluate
