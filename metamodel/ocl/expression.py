"""Compiled expressions and their evaluation under a budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from tilewright.metamodel.ocl.code import Code, Meter, Typed
from tilewright.metamodel.ocl.compiler import Compiler
from tilewright.metamodel.ocl.errors import OclBudgetError, OclError
from tilewright.metamodel.ocl.names import body_text, classifiers_of, root_package
from tilewright.metamodel.ocl.parser import parse, parse_type
from tilewright.metamodel.ocl.properties import conversion
from tilewright.metamodel.ocl.scope import Scope
from tilewright.metamodel.ocl.syntax import Call, Let, Navigation, Node, TupleLiteral, start
from tilewright.metamodel.ocl.types import INTEGER, STRING, ClassType, Type, conforms, feature_type, resolved
from tilewright.metamodel.ocl.values import INVALID, Value
from tilewright.metamodel.typing import EClass, EFeature, EObject

DEFAULT_BUDGET = 50_000_000
"""The steps that an evaluation may take: about one for each element visited or made."""


class _Running(threading.local):
    meter: Meter | None = None


_running = _Running()


class Expression:
    """A checked OCL text. ``str()`` of it is the text.

    ``type`` is its static type. If the text has the form ``Tuple{message = ..., status = ...}.status``, perhaps after
    a ``let``, then ``parts`` holds the parts other than ``status`` as expressions of their own; else it is empty.
    ``warnings`` says where the text compares what can never be equal, or asks for a type that no value has. ``own`` has
    the names of the features of ``self`` that the text reads, in its order.
    """

    __slots__ = ("_code", "_slots", "context", "own", "parts", "text", "type", "warnings")

    def __init__(
        self,
        text: str,
        context: EClass,
        compiled: Typed,
        slots: int,
        parts: Mapping[str, Expression] = MappingProxyType({}),
        warnings: Iterable[OclError] = (),
        own: Iterable[str] = (),
    ) -> None:
        self.text = text
        self.context = context
        self.type = compiled.type
        self.parts = parts
        self.warnings = tuple(warnings)
        self.own = tuple(own)
        self._code = compiled.code
        self._slots = slots

    @property
    def message(self) -> Expression | None:
        """The part called ``message``, or None."""
        return self.parts.get("message")

    def evaluate(self, obj: EObject, *, budget: int | Meter = DEFAULT_BUDGET) -> Value:
        """Return the value for ``self`` = *obj*: ``None`` is null, ``INVALID`` invalid.

        *obj* is an instance of the context: of the class in the loaded metamodel or of one generated from it. *budget*
        is a number of steps, or a ``Meter`` that several evaluations share. Reading a derived feature may evaluate
        another expression, which draws on the same budget. Raises ``OclBudgetError`` when the budget is spent or
        derived features depend on each other too deeply; what reading a feature raises passes through, such as
        ``UnreadError``.
        """
        return _run(self._code, [obj, *[None] * self._slots], self.text, budget)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Expression {self.context.name}: {self.text!r} : {self.type}>"


def compile_expression(text: str, context: EClass, *, expected: str | Type | None = None) -> Expression:
    """Return *text* compiled for objects of class *context*.

    Names of classes are looked up in all packages of the metamodel of *context*, which must be complete. *expected* is
    a type, perhaps as text (``"Boolean"``, ``"Set(State)"``), to which the expression must conform.

    Raises ``OclError``, with the place of the first fault: wrong syntax, an unknown name, a wrong number or type of
    arguments. Cost: linear in the text.
    """
    context = resolved(context)
    try:
        tree = parse(text)
        scope = _scope(text, context)
        wanted = scope.type(parse_type(expected)) if isinstance(expected, str) else expected
        compiled = _checked(tree, scope, wanted)
        return Expression(text, context, compiled, scope.slots, _parts(tree, text, context), scope.warnings, scope.own)
    except RecursionError:
        raise OclError("the expression nests too deeply", text) from None


def compile_derivation(feature: EFeature) -> Expression:
    """Return the compiled derivation of a derived feature; ``OclError`` says what is wrong with it, and where in it.

    A collection of another kind than the feature's is converted, as from a Set to an OrderedSet.
    """
    owner = feature.eContainingClass
    try:
        body = Compiler(_scope("", owner)).body_of(feature)
    except RecursionError:
        raise OclError("the expression nests too deeply") from None
    assert body.code is not None
    return Expression(body.text, owner, Typed(feature_type(feature), body.code), body.slots, warnings=body.warnings)


def _run(code: Code, values: list[Value], text: str, budget: int | Meter) -> Value:
    """Evaluate a code, within the evaluation that is already running if there is one."""
    meter = _running.meter
    if meter is not None:
        return meter.nested(code, [meter, *values], text)
    meter = _running.meter = budget if isinstance(budget, Meter) else Meter(budget)
    try:
        return code([meter, *values])
    except RecursionError:
        raise OclBudgetError("the evaluation nests too deeply", text) from None
    finally:
        _running.meter = None


def compile_operation(operation: EObject) -> Callable[..., Value]:
    """Return the compiled body of an operation; ``OclError`` says what is wrong with it, and where in it.

    The result is a function from an object and arguments, which are values of OCL, to a value of OCL. For an operation
    without a body it evaluates that of the object's own class; ``OclError`` if one of the classes has none.
    """
    owner = operation.eContainingClass
    scope = _scope("", owner)
    compiler, names = Compiler(scope), scope.names
    try:
        if body_text(operation) is None:
            body_for = compiler.dispatcher(ClassType(owner.name, owner), names.declared(operation), 0)
        else:
            own = compiler.body_of(operation)
            body_for = lambda _: own  # noqa: E731
    except RecursionError:
        raise OclError("the expression nests too deeply") from None

    def call(obj: EObject, *arguments: Value) -> Value:
        body = body_for(obj)
        if body is None:
            return INVALID
        assert body.code is not None
        return _run(body.code, [obj, *arguments, *[None] * body.slots], body.text, DEFAULT_BUDGET)

    return call


def _scope(text: str, context: EClass) -> Scope:
    return Scope(text, context, classifiers_of(root_package(context)))


def _checked(tree: Node, scope: Scope, wanted: Type | None) -> Typed:
    """Compile a tree, which must conform to a type unless that is None."""
    compiled = Compiler(scope).compile(tree)
    if wanted is not None and not conforms(compiled.type, wanted):
        raise scope.error(
            f"expected {wanted}, but this is {compiled.type}{conversion(compiled.type, wanted)}", start(tree)
        )
    return compiled


_PARTS = {"message": STRING, "severity": INTEGER}
"""The types of parts of the tuple of a constraint."""


def _parts(tree: Node, text: str, context: EClass) -> dict[str, Expression]:
    """Return the parts of a ``Tuple{...}.status`` except the status, each within the ``let`` around it."""
    if isinstance(tree, Let):
        variables, body, offset = tree.variables, tree.body, tree.offset
    else:
        variables, body, offset = (), tree, 0
    if not (isinstance(body, Navigation) and body.name == "status" and isinstance(body.source, TupleLiteral)):
        return {}
    parts = {}
    for part in body.source.parts:
        if part.name != "status" and part.value is not None:
            scope = _scope(text, context)
            alone = Let(offset, variables, part.value) if variables else part.value
            compiled = _checked(alone, scope, _PARTS.get(part.name))
            parts[part.name] = Expression(text, context, compiled, scope.slots)
    return parts


def values_of_each(text: str, context: EClass) -> tuple[str, Expression, Expression] | None:
    """Return the iterator, its source, and the values of its body in the same order, if *text* is a quantified one.

    That is a text, known to compile, which is a whole ``x->forAll(body)`` or ``x->isUnique(body)`` of one variable.
    """
    tree = parse(text)
    if not (isinstance(tree, Call) and tree.name in ("forAll", "isUnique") and len(tree.variables) <= 1):
        return None
    if tree.safe or tree.source is None:
        return None
    found = []
    for node in (replace(tree, name="asSequence", variables=(), arguments=()), replace(tree, name="collectNested")):
        scope = _scope(text, context)
        compiled = _checked(node, scope, None)
        found.append(Expression(text, context, compiled, scope.slots))
    return tree.name, found[0], found[1]
