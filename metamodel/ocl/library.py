"""The operations of the OCL standard library, by name.

Operations are strict: the result is invalid if the source is null or invalid, if an argument is invalid, or if null is
given where a number, string or collection is expected. The function of an operation is called only with values of the
declared types; it returns ``INVALID`` if its precondition does not hold.
"""

from __future__ import annotations

from tilewright.metamodel.ocl.containers import CONTAINERS
from tilewright.metamodel.ocl.operation import Operation
from tilewright.metamodel.ocl.scalars import SCALARS
from tilewright.metamodel.ocl.types import OCL_ENUMERATION, CollectionType, EnumType, Type

OPERATIONS: dict[str, list[Operation]] = {}
for _operation in (*SCALARS, *CONTAINERS):
    OPERATIONS.setdefault(_operation.name, []).append(_operation)


def candidates(source: Type, name: str) -> list[Operation]:
    """Return the operations called *name* that a value of type *source* has."""
    return [operation for operation in OPERATIONS.get(name, ()) if _applies(operation, source)]


def operation_names(source: Type) -> list[str]:
    """Return the names of all operations that a value of type *source* has."""
    return [name for name in OPERATIONS if candidates(source, name)]


def _applies(operation: Operation, source: Type) -> bool:
    if isinstance(source, CollectionType):
        fits = isinstance(operation.source, tuple) and source.name in operation.source
        return fits and operation.element in (None, source.element)
    return operation.source == (OCL_ENUMERATION if isinstance(source, EnumType) else source)
