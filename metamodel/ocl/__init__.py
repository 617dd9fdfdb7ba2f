"""OCL 2.4: the part of it that constraints and derivations of a metamodel need, checked and compiled to closures."""

from __future__ import annotations

from tilewright.metamodel.ocl.errors import OclBudgetError, OclError
from tilewright.metamodel.ocl.expression import Expression, compile_expression
from tilewright.metamodel.ocl.types import Type, feature_type
from tilewright.metamodel.ocl.values import (
    INVALID,
    Bag,
    Collection,
    OrderedSet,
    Sequence,
    Set,
    TupleValue,
    TypeValue,
    show,
)

__all__ = [
    "INVALID",
    "Bag",
    "Collection",
    "Expression",
    "OclBudgetError",
    "OclError",
    "OrderedSet",
    "Sequence",
    "Set",
    "TupleValue",
    "Type",
    "TypeValue",
    "compile_expression",
    "feature_type",
    "show",
]
