"""Constraints: the OCL texts in the annotations of a metamodel, compiled, and their violations by an object.

As in Eclipse, a class names its constraints in the Ecore annotation ``constraints`` and gives their texts in its
OCL Pivot annotation. A text may say more than whether it holds, in a form that Eclipse reads as well::

    let twins = ... in Tuple{message = 'there are two of ' + name, status = twins->isEmpty(), culprits = twins}.status

``message`` is the sentence for people; ``culprits`` are the elements to blame, if not the object itself, and
``related`` elements that have to do with each of them, in the same order. ``severity`` is a number that says how bad it
is, as in Eclipse: an error if it is negative, a warning if it is positive, and worth to be known if it is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tilewright.metamodel.checking import Violation
from tilewright.metamodel.instances import Instance, UnreadError, value_of
from tilewright.metamodel.ocl import (
    INVALID,
    Collection,
    Expression,
    Meter,
    OclBudgetError,
    OclError,
    Value,
    compile_expression,
)
from tilewright.metamodel.ocl.expression import values_of_each
from tilewright.metamodel.ocl.names import PIVOT
from tilewright.metamodel.ocl.parser import parse
from tilewright.metamodel.ocl.syntax import Binary, Let, Literal, Navigation, Node, TupleLiteral
from tilewright.metamodel.ocl.values import key
from tilewright.metamodel.typing import EClass, EObject, EPackage

ECORE = "http://www.eclipse.org/emf/2002/Ecore"
"""The source of the annotation that names the constraints of a class."""

MOST_TEXT, MOST_SHOWN, MOST_GIVEN = 120, 40, 4
"""The greatest number of characters of a text in a message, and of a value, and the greatest number of values."""

Refused = Callable[[EObject, str, OclError], None]
"""Called for a text that does not compile, with the annotated element, the key of the text in it, and the error."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """An invariant that every object of a class must satisfy."""

    name: str
    eclass: EClass
    expression: Expression

    @property
    def text(self) -> str:
        """The OCL text."""
        return self.expression.text

    def violations(self, obj: EObject, meter: Meter) -> Iterator[Violation]:
        """Yield the violations of the constraint by *obj*, one for each culprit: none if it holds.

        A result of null or invalid is a violation that is ``undefined``. It also arises where a mandatory feature is
        missing; those who report that leave the undefined ones out. ``OclBudgetError`` if *meter* runs out, and
        ``UnreadError`` if it depends on a value that could not be read.
        """
        result = self.expression.evaluate(obj, budget=meter)
        if result is True:
            return
        if result is not False:
            what = "null" if result is None else "invalid, since something in it has no value"
            message = f"the constraint {self.name} is neither true nor false for this {obj.eClass.name}: it is {what}"
            yield Violation(self.name, obj, message, undefined=True)
            return
        message = self._part("message", obj, meter)
        sentence = message if isinstance(message, str) else self._failed(obj, meter)
        culprits = self._elements("culprits", obj, meter) or [obj]
        related = self._elements("related", obj, meter)
        if len(related) != len(culprits):
            related = [None] * len(culprits)
        # as getConstraintResultSeverity of Pivot's AbstractConstraintEvaluator: negative ERROR, 0 INFO, else WARNING
        severity = self._part("severity", obj, meter)
        mild = isinstance(severity, int) and severity >= 0
        for culprit, other in zip(culprits, related, strict=True):
            yield Violation(self.name, culprit, sentence, other, mild=mild)

    def _failed(self, obj: EObject, meter: Meter) -> str:
        """Return the sentence where no message can be made: without one in the text, that text and what it reads.

        If it is broken by an element of a collection, the first such element is told.
        """
        if "message" in self.expression.parts:
            return f"the constraint {self.name} does not hold"
        return f"{_sentence_of_text(self)}{self._given(obj)}{self._breaking(obj, meter)}"

    def _given(self, obj: EObject) -> str:
        """Return in words the values of the stored attributes of *obj* that the text reads; nothing without any."""
        own = {one.name for one in self.eclass.eAllAttributes() if not one.many and not one.derived}
        names = [name for name in self.expression.own if name in own]
        if isinstance(obj, Instance):
            values = {name: value_of(obj, name) for name in names if name not in obj.unread}
        else:
            values = {name: getattr(obj, name) for name in names}
        told = ", ".join(f"{name} is {_value(value)}" for name, value in list(values.items())[:MOST_GIVEN])
        return f"; {told}" if told else ""

    def _breaking(self, obj: EObject, meter: Meter) -> str:
        """Return in words the first elements that break a ``forAll`` or ``isUnique``; nothing for other texts."""
        each = _of_each(self)
        if each is None:
            return ""
        name, source, body = each
        try:
            elements, values = source.evaluate(obj, budget=meter), body.evaluate(obj, budget=meter)
        except (UnreadError, OclBudgetError):
            return ""
        if not (isinstance(elements, Collection) and isinstance(values, Collection)):
            return ""
        first: dict[Hashable, Value] = {}
        for element, value in zip(elements.items, values.items, strict=True):
            if name == "forAll" and value is False:
                return f"; it is false for {_called(element)}"
            if name == "isUnique" and key(value) in first:
                return f"; it is the same for {_called(first[key(value)])} and {_called(element)}"
            first[key(value)] = element
        return ""

    def _part(self, name: str, obj: EObject, meter: Meter) -> Value:
        part = self.expression.parts.get(name)
        try:
            return INVALID if part is None else part.evaluate(obj, budget=meter)
        except UnreadError:
            return INVALID

    def _elements(self, name: str, obj: EObject, meter: Meter) -> list[EObject]:
        value = self._part(name, obj, meter)
        found = list(value.items) if isinstance(value, Collection) else [value]
        return found if all(hasattr(element, "eClass") for element in found) else []


@cache
def _of_each(constraint: Constraint) -> tuple[str, Expression, Expression] | None:
    return values_of_each(constraint.text, constraint.eclass)


def _called(value: Value) -> str:
    """Return what messages call a value: an element by its class and address."""
    return f"the {value.eClass.name} {address(value)}" if hasattr(value, "eClass") else _value(value)


def address(obj: Any) -> str:
    """Return the address of an object in its model, as in XMI. It ends even if containment is circular."""
    segments: list[str] = []
    seen: set[int] = set()
    while (container := obj.eContainer()) is not None and id(obj) not in seen:
        seen.add(id(obj))
        feature = obj.eContainmentFeature()
        held = container.__dict__[feature.name] if isinstance(container, Instance) else getattr(container, feature.name)
        number = f".{held.index(obj)}" if feature.many else ""
        segments.append(f"/@{feature.name}{number}")
        obj = container
    return "/" + "".join(reversed(segments))


def _sentence_of_text(constraint: Constraint) -> str:
    """Return the sentence about a constraint without a message: its text is all that tells what is wrong."""
    text = _short(" ".join(constraint.text.split()), MOST_TEXT)
    return f"the constraint {constraint.name} does not hold: {text}"


def _value(value: object) -> str:
    """Return a value as OCL has it, cut to ``MOST_SHOWN`` characters."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    return _short(repr(value) if type(value) is str else str(value), MOST_SHOWN)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def compile_constraints(root: EPackage, refused: Refused | None = None) -> Mapping[EClass, tuple[Constraint, ...]]:
    """Return the constraints of every class of a package and its sub-packages, inherited ones first.

    *refused* is called for each text that does not compile, and for each name without a text; these are left out.
    Without *refused* the first of them is raised as ``OclError``.
    """
    own = {eclass: _own_constraints(eclass, refused) for eclass in classes_of(root)}
    return {eclass: _with_inherited(eclass, own) for eclass in own}


def sentence(constraint: Constraint) -> str:
    """Return the message of a constraint when it is violated; … stands for each part that depends on the element."""
    message = constraint.expression.message
    if message is None:
        return _sentence_of_text(constraint)
    tree: Node = parse(constraint.text)
    while isinstance(tree, Let):
        tree = tree.body
    assert isinstance(tree, Navigation) and isinstance(tree.source, TupleLiteral)
    return next(_told(part.value) for part in tree.source.parts if part.name == "message")


def _told(message: Node | None) -> str:
    if isinstance(message, Binary) and message.operator == "+":
        return _told(message.left) + _told(message.right)
    return message.value if isinstance(message, Literal) and isinstance(message.value, str) else "…"


@cache
def constraints_of(root: EPackage) -> Mapping[str, tuple[Constraint, ...]]:
    """Return the constraints of one package by the name of the class; ``OclError`` if one does not compile."""
    return {eclass.name: found for eclass, found in compile_constraints(root).items()}


def packages_of(root: EPackage) -> Iterator[EPackage]:
    """Yield a package and all packages inside it, in the order of the file."""
    pending = [root]
    while pending:
        found = pending.pop()
        yield found
        pending.extend(reversed(found.eSubpackages))


def classes_of(root: EPackage) -> Iterator[EClass]:
    """Yield the classes of a package and of all packages inside it, package by package in the order of the file."""
    return (c for package in packages_of(root) for c in package.eClassifiers if c.eClass.name == "EClass")


def annotation(element: EObject, source: str, key: str) -> str | None:
    """Return the detail *key* of the annotation of *element* with this source, or None."""
    found = element.getEAnnotation(source)
    return None if found is None else found.details.get(key)


def constraint_names(eclass: EClass) -> list[str]:
    """Return the names of the constraints that a class declares."""
    return (annotation(eclass, ECORE, "constraints") or "").split()


def _own_constraints(eclass: EClass, refused: Refused | None) -> tuple[Constraint, ...]:
    found = []
    for name in constraint_names(eclass):
        text = annotation(eclass, PIVOT, name)
        try:
            if text is None:
                if "," in name:
                    raise OclError("the names in 'constraints' are separated by blanks, not by commas")
                raise OclError(f"the constraint {name} has no OCL text")
            found.append(Constraint(name, eclass, compile_expression(text, eclass, expected="Boolean")))
        except OclError as error:
            if refused is None:
                raise OclError(f"{eclass.name}.{name}: {error.message}", text or "", error.offset) from None
            refused(eclass, name, error)
    return tuple(found)


def _with_inherited(eclass: EClass, own: Mapping[EClass, tuple[Constraint, ...]]) -> tuple[Constraint, ...]:
    found: dict[Constraint, None] = {}
    for parent in reversed([eclass, *eclass.eAllSuperTypes()]):
        found.update(dict.fromkeys(own.get(parent, ())))
    return tuple(found)
