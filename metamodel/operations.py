"""Operations: those of a metamodel whose OCL bodies constraints and derivations may call, and users of classes, too.

Which become methods of generated classes is told by their names alone: see ``methods``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any

from tilewright.metamodel.constraints import Refused, classes_of
from tilewright.metamodel.ocl import INVALID, OclError, Value, compile_operation
from tilewright.metamodel.ocl import Collection as OclCollection
from tilewright.metamodel.ocl.names import body_text
from tilewright.metamodel.ocl.objects import type_test
from tilewright.metamodel.ocl.types import classifier_type, collection_kind
from tilewright.metamodel.ocl.values import KINDS
from tilewright.metamodel.typing import EObject, EPackage


def compile_operations(root: EPackage, refused: Refused) -> dict[EObject, Callable[..., Value]]:
    """Return the operations of a package and its sub-packages that have a body; *refused* is told of wrong ones.

    Each comes with what evaluates it, on an object and arguments that are values of OCL.
    """
    found = {}
    for operation in (operation for eclass in classes_of(root) for operation in eclass.eOperations):
        if body_text(operation) is not None:
            try:
                found[operation] = compile_operation(operation)
            except OclError as error:
                refused(operation, "body", error)
    return found


def methods(operations: Iterable[str], features: Collection[str], reserved: Collection[str]) -> set[str]:
    """Return the names of operations of one class that may be methods: no other has them, and none is *reserved*.

    *features* are the names of all features of the metamodel: a subclass may have any of them.
    """
    return {name for name, times in Counter(operations).items() if times == 1 and name not in {*features, *reserved}}


def method(operation: EObject, call: Callable[..., Value]) -> Callable[..., Any]:
    """Return what calls an operation with values of Python: several are given by any iterable, and come as a tuple.

    ``TypeError`` for an argument that is not of the type of its parameter. Null and invalid come as the value that a
    feature of this type has if it is not set.
    """
    parameters = [(str(p.name), _converter(p)) for p in operation.eParameters]
    many, type_ = bool(operation.many), operation.eType

    def invoke(obj: EObject, *arguments: Any) -> Any:
        pairs = zip(parameters, arguments, strict=True)
        given = [convert(f"{name} of {operation.name}", argument) for (name, convert), argument in pairs]
        value = call(obj, *given)
        if isinstance(value, OclCollection):
            return tuple(value.items)
        if value is None or value is INVALID:
            return () if many else getattr(type_, "default_value", None)
        return value

    return invoke


def _converter(parameter: EObject) -> Callable[[str, Any], Value]:
    """Return what makes a value of OCL of an argument; it is told the name for messages."""
    type_ = classifier_type(parameter.eType)
    fits = type_test(type_, exact=False)

    def single(name: str, value: Any) -> Value:
        if value is not None and not fits(value):
            raise TypeError(f"{name} must be {type_}, not {type(value).__name__}")
        return value

    if not parameter.many:
        return single
    kind = KINDS[collection_kind(parameter)]
    return lambda name, values: kind.of([single(name, value) for value in values])
