"""The operations of the OCL standard library, by name.

Operations are strict: a null or invalid source, an invalid argument, and a null argument where a number, string or
collection is wanted make the result invalid. The function of an operation sees only values of the types it declares;
it returns ``INVALID`` when its precondition does not hold.
"""

from __future__ import annotations

from tilewright.metamodel.ocl.containers import CONTAINERS
from tilewright.metamodel.ocl.operation import Operation
from tilewright.metamodel.ocl.scalars import SCALARS
from tilewright.metamodel.ocl.types import CollectionType, Type

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
        return isinstance(operation.source, tuple) and source.name in operation.source
    return operation.source == source
