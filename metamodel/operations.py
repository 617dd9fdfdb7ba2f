"""Operations: those of a metamodel whose OCL bodies constraints and derivations may call."""

from __future__ import annotations

from tilewright.metamodel.constraints import Refused, classes_of
from tilewright.metamodel.ocl import OclError, compile_operation
from tilewright.metamodel.ocl.names import body_text
from tilewright.metamodel.typing import EObject, EPackage


def compile_operations(root: EPackage, refused: Refused) -> list[EObject]:
    """Return the operations of a package and its sub-packages that have a body; *refused* is told of wrong ones."""
    found = []
    for operation in (operation for eclass in classes_of(root) for operation in eclass.eOperations):
        if body_text(operation) is not None:
            try:
                compile_operation(operation)
                found.append(operation)
            except OclError as error:
                refused(operation, "body", error)
    return found
