"""The part of OCL 2.4 that constraints and derivations of a metamodel need, type-checked and compiled to closures.

    >>> expression = compile_expression("tiles->isUnique(name)", board_class, expected="Boolean")
    >>> expression.evaluate(board)
    True

``compile_expression`` reports whatever is wrong without looking at an object: syntax, unknown names, wrong types.
``OclError`` says where. An ``Expression`` evaluates to a value such as ``True``, ``3``, ``'x'``, an object or a
``Collection``; ``None`` is null and ``INVALID`` is invalid. No text is ever run as Python, and an evaluation reads
nothing but the object and what it leads to.

What of OCL is understood, and where this implementation deviates from the standard or from Eclipse, is listed in
``docs/metamodels.md``. Limits: 100 levels of nesting, 200 of tree height, 100 000 characters of text. Strings of a
million characters and a budget of steps bound an evaluation, which raises ``OclBudgetError`` beyond them.

Objects may be of the loaded metamodel or of classes generated from it: classes and literals are compared by name. A
literal that an expression names belongs to the metamodel for which it was compiled.
"""

from __future__ import annotations

from tilewright.metamodel.ocl.code import Meter
from tilewright.metamodel.ocl.errors import OclBudgetError, OclError
from tilewright.metamodel.ocl.expression import (
    Expression,
    compile_derivation,
    compile_expression,
    compile_operation,
)
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
    Value,
    show,
)

__all__ = [
    "INVALID",
    "Bag",
    "Collection",
    "Expression",
    "Meter",
    "OclBudgetError",
    "OclError",
    "OrderedSet",
    "Sequence",
    "Set",
    "TupleValue",
    "Type",
    "TypeValue",
    "Value",
    "compile_derivation",
    "compile_expression",
    "compile_operation",
    "feature_type",
    "show",
]
