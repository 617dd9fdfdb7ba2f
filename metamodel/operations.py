"""Operations of a metamodel that have a body in OCL, or whose overriding ones have, as Python functions.

Constraints and derivations may call them, and so may users of generated classes. ``methods`` says which of them become
methods; their names alone decide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from tilewright.metamodel.constraints import Refused, classes_of
from tilewright.metamodel.ocl import INVALID, OclError, Value, compile_operation
from tilewright.metamodel.ocl import Collection as OclCollection
from tilewright.metamodel.ocl.objects import as_decimal, as_real, type_test
from tilewright.metamodel.ocl.types import classifier_type, collection_kind, is_decimal
from tilewright.metamodel.ocl.values import KINDS
from tilewright.metamodel.typing import EObject, EPackage


def compile_operations(root: EPackage, refused: Refused) -> dict[EObject, Callable[..., Value]]:
    """Return the operations of a package and its sub-packages, each with a function to evaluate it.

    The function takes an object and the arguments as values of OCL. *refused* is called for each body that does not
    compile, and for each operation without a body that not all classes override with one; these are left out.
    """
    found = {}
    for operation in (operation for eclass in classes_of(root) for operation in eclass.eOperations):
        try:
            found[operation] = compile_operation(operation)
        except OclError as error:
            refused(operation, "body", error)
    return found


def methods(operations: Iterable[str], features: Collection[str], reserved: Collection[str]) -> list[bool]:
    """Return for each of the names of a class's operations whether that operation becomes a method.

    Of several with one name the first does. *reserved* names and names of *features* are left out. *features* are those
    of the whole metamodel, since a subclass may have any of them.
    """
    taken = {*features, *reserved}
    found = []
    for name in operations:
        found.append(name not in taken)
        taken.add(name)
    return found


def method(operation: EObject, call: Callable[..., Value]) -> Callable[..., Any]:
    """Return a function that calls an operation with values of Python.

    A many-valued argument is any iterable, a many-valued result a tuple. ``TypeError`` for an argument that is not of
    the type of its parameter. Null and invalid are returned as the default value of the type of the result.
    """
    parameters = [(str(p.name), _converter(p)) for p in operation.eParameters]
    many, type_, decimal = bool(operation.many), operation.eType, is_decimal(operation)

    def invoke(obj: EObject, *arguments: Any) -> Any:
        pairs = zip(parameters, arguments, strict=True)
        given = [convert(f"{name} of {operation.name}", argument) for (name, convert), argument in pairs]
        value = call(obj, *given)
        if decimal:
            value = as_decimal(value)
        if isinstance(value, OclCollection):
            return tuple(value.items)
        if value is None or value is INVALID:
            return () if many else getattr(type_, "default_value", None)
        return value

    return invoke


def _converter(parameter: EObject) -> Callable[[str, Any], Value]:
    """Return a function that takes the name of a parameter, for messages, and an argument, and converts it for OCL."""
    type_ = classifier_type(parameter.eType)
    fits = type_test(type_, exact=False)

    def single(name: str, value: Any) -> Value:
        value = as_real(value)
        if value is not None and not fits(value):
            raise TypeError(f"{name} must be {type_}, not {type(value).__name__}")
        return value

    if not parameter.many:
        return single
    kind = KINDS[collection_kind(parameter)]
    return lambda name, values: kind.of([single(name, value) for value in values])
