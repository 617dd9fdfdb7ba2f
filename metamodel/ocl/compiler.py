"""Compiles the syntax tree to closures and checks static types: one method for each kind of node.

A name is looked up in this order: variables; features of the implicit sources, innermost first (the elements of
iterators without a variable, and last ``self``); classes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from tilewright.metamodel.ocl.calls import CallCompiler
from tilewright.metamodel.ocl.code import METER, SELF, Code, Frame, Typed
from tilewright.metamodel.ocl.errors import suggest
from tilewright.metamodel.ocl.operators import LOGIC, arithmetic, equality, minus, negation, order
from tilewright.metamodel.ocl.syntax import (
    Binary,
    Call,
    CollectionLiteral,
    CollectionTypeName,
    If,
    InvalidLiteral,
    Let,
    Literal,
    Navigation,
    Node,
    Path,
    Range,
    Self,
    TupleLiteral,
    TupleTypeName,
    Unary,
    start,
)
from tilewright.metamodel.ocl.types import (
    BOOLEAN,
    INTEGER,
    NOTHING,
    NUMBERS,
    OCL_ANY,
    OCL_INVALID,
    OCL_TYPE,
    OCL_VOID,
    REAL,
    STRING,
    UNIQUE,
    ClassType,
    CollectionType,
    EnumType,
    OpaqueType,
    TupleType,
    Type,
    common_type,
    conforms,
    tuple_type,
)
from tilewright.metamodel.ocl.types import qualified_name as name_of
from tilewright.metamodel.ocl.values import INVALID, KINDS, TupleValue, TypeValue, Value

_OF_LITERAL: dict[type, Type] = {bool: BOOLEAN, int: INTEGER, float: REAL, str: STRING, type(None): OCL_VOID}


class Compiler(CallCompiler):
    """Compiles one expression. ``nodes`` counts the nodes compiled so far."""

    def compile(self, node: Node) -> Typed:
        """Return the closure and the type of *node*; ``OclError`` if it is not well typed."""
        self.nodes += 1
        return _METHODS[type(node)](self, node)

    # -- literals and names

    def literal(self, node: Literal) -> Typed:
        value = node.value
        type_ = _OF_LITERAL[type(value)]
        constant = value if value is not None and not isinstance(value, bool) else None
        return Typed(type_, lambda frame: value, constant=constant)

    def invalid_literal(self, _: InvalidLiteral) -> Typed:
        return Typed(OCL_INVALID, lambda frame: INVALID)

    def self_variable(self, _: Self) -> Typed:
        return Typed(self.scope.bindings[0].type, lambda frame: frame[SELF], slot=SELF)

    def path(self, node: Path) -> Typed:
        if len(node.names) > 1:
            return self.qualified(node)
        name = node.names[0]
        variable = self.scope.variable(name)
        if variable is not None:
            return variable.read()
        for source in self.scope.implicit_sources():
            if self.has_property(source.type, name):
                return self.property_of(source.read(), name, node.offset)
        found = self.scope.names.classifier(name, self.scope.package)
        if found is not None:
            return _type_value(found)
        innermost = self.scope.implicit_sources()[0].type
        if self.scope.names.elsewhere(innermost, name):
            raise self.scope.error(self.scope.names.no_feature(innermost, name), node.offset)
        hint = self.literals(name) or suggest(name, self.scope.known())
        raise self.scope.error(f"unknown name '{name}'{hint}", node.offset)

    def literals(self, name: str) -> str:
        """Return a hint that enumerations have a literal *name*, else ''."""
        having = self.scope.names.with_literal(name, self.scope.package)
        return f" (write {' or '.join(f'{enum}::{name}' for enum in having)})" if having else ""

    def qualified(self, node: Path) -> Typed:
        enum = self.scope.enum_of(node)
        if enum is None:
            prefix = "::".join(node.names[:-1])
            names = self.scope.names
            if names.classifier(prefix, self.scope.package) is None and prefix not in names.packages:
                raise self.scope.error(names.no_classifier(prefix), node.offset)
            return _type_value(self.scope.type(node))
        literal = enum.enum.getEEnumLiteral(node.names[-1])
        if literal is None:
            raise self.scope.error(self.scope.names.no_literal(enum, node.names[-1]), node.last)
        return Typed(enum, lambda frame: literal)

    def type_name(self, node: Node) -> Typed:
        return _type_value(self.scope.type(node))

    # -- collections and tuples

    def collection_literal(self, node: CollectionLiteral) -> Typed:
        types: list[Type] = []
        declared = None if node.element is None else self.scope.type(node.element)
        adders: list[Callable[[Frame, list[Value]], bool]] = []
        for item in node.items:
            if isinstance(item, Range):
                first, last = self.of_type(item.first, INTEGER, "a bound"), self.of_type(item.last, INTEGER, "a bound")
                types.append(INTEGER)
                adders.append(_range_adder(first.code, last.code))
                if declared is not None and not conforms(INTEGER, declared):
                    raise self.scope.error(f"an element must be {declared}, not Integer", start(item.first))
            else:
                compiled = self.compile(item) if declared is None else self.of_type(item, declared, "an element")
                types.append(compiled.type)
                adders.append(_adder(compiled.code))
        make = KINDS[node.kind].of

        def evaluate(frame: Frame) -> Value:
            items: list[Value] = []
            for add in adders:
                if not add(frame, items):
                    return INVALID
            made = make(items)
            frame[METER].charge(made.weight)
            return made

        element = declared or reduce(common_type, types, OCL_VOID)
        return Typed(CollectionType(node.kind, element), evaluate)

    def tuple_literal(self, node: TupleLiteral) -> Typed:
        type_, parts = self.tuple_parts(node)

        def evaluate(frame: Frame) -> Value:
            values = {name: code(frame) for name, code in parts.items()}
            if any(value is INVALID for value in values.values()):
                return INVALID
            made = TupleValue(values)
            frame[METER].charge(made.weight)
            return made

        return Typed(type_, evaluate)

    def tuple_parts(self, node: TupleLiteral) -> tuple[TupleType, dict[str, Code]]:
        types: dict[str, Type] = {}
        codes: dict[str, Code] = {}
        for part in node.parts:
            if part.name in types:
                raise self.scope.error(f"the Tuple has two parts '{part.name}'", part.offset)
            compiled = self.initialised(part)
            types[part.name], codes[part.name] = compiled.type, compiled.code
        return tuple_type(types.items()), codes

    # -- operators

    def unary(self, node: Unary) -> Typed:
        if node.operator == "not":
            return Typed(BOOLEAN, negation(self.of_type(node.operand, BOOLEAN, "the operand of 'not'").code))
        operand = self.compile(node.operand)
        if operand.type not in (*NUMBERS, *NOTHING):
            raise self.scope.error(f"'-' does not apply to {operand.type}", node.offset)
        return Typed(operand.type, minus(operand.code))

    def binary(self, node: Binary) -> Typed:
        symbol = node.operator
        if symbol in LOGIC:
            what = f"an operand of '{symbol}'"
            left, right = self.of_type(node.left, BOOLEAN, what), self.of_type(node.right, BOOLEAN, what)
            return Typed(BOOLEAN, LOGIC[symbol](left.code, right.code))
        left, right = self.compile(node.left), self.compile(node.right)
        if symbol in ("=", "<>"):
            self.check_comparable(left.type, right.type, node.offset)
            return Typed(BOOLEAN, equality(left, right, negated=symbol == "<>"))
        types = (left.type, right.type)
        numeric = all(t in (*NUMBERS, *NOTHING) for t in types)
        textual = all(t in (STRING, *NOTHING) for t in types)
        dates = all(t in NOTHING or (isinstance(t, OpaqueType) and t.ordered) for t in types)
        if symbol in ("<", "<=", ">", ">=") and (numeric or textual or dates):
            return Typed(BOOLEAN, order(symbol, left.code, right.code))
        if symbol == "+" and textual and STRING in types:
            return Typed(STRING, self.apply(left._replace(type=STRING), "concat", [right], node.offset).code)
        if symbol in ("+", "-", "*", "/") and numeric:
            whole = symbol != "/" and REAL not in types
            return Typed(INTEGER if whole else REAL, arithmetic(symbol, left, right))
        if symbol == "-" and isinstance(left.type, CollectionType) and left.type.name in UNIQUE:
            return self.apply(left, "-", [right], node.offset)
        hint = " (say which with oclAsType)" if OCL_ANY in types else ""
        raise self.scope.error(f"'{symbol}' does not apply to {left.type} and {right.type}{hint}", node.offset)

    # -- if and let

    def condition(self, node: If) -> Typed:
        test = self.of_type(node.condition, BOOLEAN, "the condition of 'if'").code
        yes, no = self.compile(node.yes), self.compile(node.no)
        then, otherwise = yes.code, no.code

        def evaluate(frame: Frame) -> Value:
            value = test(frame)
            if value is True:
                return then(frame)
            return otherwise(frame) if value is False else INVALID

        return Typed(common_type(yes.type, no.type), evaluate)

    def let(self, node: Let) -> Typed:
        bound: list[tuple[int, Code]] = []
        outside = len(self.scope.bindings)
        for variable in node.variables:
            value = self.initialised(variable)
            bound.append((self.scope.bind(variable.name, value.type).slot, value.code))
        result = self.compile(node.body)
        del self.scope.bindings[outside:]
        inside = result.code

        def evaluate(frame: Frame) -> Value:
            for slot, code in bound:
                frame[slot] = code(frame)
            return inside(frame)

        return Typed(result.type, evaluate)

    # -- navigation

    def navigation(self, node: Navigation) -> Typed:
        if node.safe:
            source = self.compile(node.source)
            return self.unless_null(source, lambda each: self.property_of(each, node.name, node.offset))
        if isinstance(node.source, TupleLiteral):
            type_, parts = self.tuple_parts(node.source)
            if node.name in parts:  # the other parts are type-checked, but not evaluated
                return Typed(dict(type_.parts)[node.name], parts[node.name])
        source = self.compile(node.source)
        if source.type == OCL_TYPE and isinstance(node.source, Path) and node.name != "name":
            self.refuse_dot(node.source, node.name, node.offset)
        return self.property_of(source, node.name, node.offset)

    def refuse_dot(self, path: Path, name: str, offset: int) -> None:
        """Raise ``OclError`` if a literal is asked for with a dot, or a class for its instances without brackets."""
        type_ = self.scope.names.classifier(str(path), self.scope.package)
        if isinstance(type_, EnumType) and type_.enum.getEEnumLiteral(name) is not None:
            raise self.scope.error(f"a literal stands after '::' (write {path}::{name})", offset)
        if name == "allInstances":
            raise self.scope.error(f"OclType has no feature '{name}' (write {path}.allInstances())", offset)


_METHODS: dict[type[Node], Callable[[Compiler, Any], Typed]] = {
    Literal: Compiler.literal,
    InvalidLiteral: Compiler.invalid_literal,
    Self: Compiler.self_variable,
    Path: Compiler.path,
    CollectionTypeName: Compiler.type_name,
    TupleTypeName: Compiler.type_name,
    CollectionLiteral: Compiler.collection_literal,
    TupleLiteral: Compiler.tuple_literal,
    Unary: Compiler.unary,
    Binary: Compiler.binary,
    If: Compiler.condition,
    Let: Compiler.let,
    Navigation: Compiler.navigation,
    Call: Compiler.call,
}


def _type_value(type_: Type) -> Typed:
    """Compile a type that is used as a value."""
    value = TypeValue(name_of(type_.eclass) if isinstance(type_, ClassType) else str(type_))
    return Typed(OCL_TYPE, lambda frame: value)


def _adder(code: Code) -> Callable[[Frame, list[Value]], bool]:
    def add(frame: Frame, items: list[Value]) -> bool:
        value = code(frame)
        items.append(value)
        return value is not INVALID

    return add


def _range_adder(first: Code, last: Code) -> Callable[[Frame, list[Value]], bool]:
    def add(frame: Frame, items: list[Value]) -> bool:
        low, high = first(frame), last(frame)
        if low is None or high is None or low is INVALID or high is INVALID:
            return False
        frame[METER].charge(10 * max(0, high - low + 1))
        items.extend(range(low, high + 1))
        return True

    return add
