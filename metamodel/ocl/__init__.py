r"""The part of OCL 2.4 that constraints and derivations of a metamodel need, type-checked and compiled to closures.

    >>> expression = compile_expression("tiles->isUnique(name)", board_class, expected="Boolean")
    >>> expression.evaluate(board)
    True

``compile_expression`` reports whatever is wrong without looking at an object: syntax, unknown names, wrong types.
``OclError`` says where. An ``Expression`` evaluates to a value such as ``True``, ``3``, ``'x'``, an object or a
``Collection``; ``None`` is null and ``INVALID`` is invalid. No text is ever run as Python, and an evaluation reads
nothing but the object and what it leads to.

Grammar, loosest binding first (``let`` reaches as far right as it can; binary operators associate to the left)::

    expression  x implies y | x xor y | x or y | x and y | x = y | x <> y | x < y | x <= y | x > y | x >= y
                x + y | x - y | x * y | x / y | not x | -x | primary { .name | .name(args) | ->name(args) }
    primary     1  1.5  1e9  'text'  true  false  null  invalid  self  name  Enum::Literal  package::Class  ( x )
                if x then y else z endif            let a = x, b : Type = y in z
                Set{x, 1..9}  OrderedSet{}  Bag{}  Sequence{}            Tuple{a = x, b : Type = y}
                name(args)                          on the implicit source: an iterator's element, or self
    args        x, y | body | v : Type | body | v, w | body | v; result : Type = x | body
    Type        Boolean Integer Real String OclAny OclVoid OclElement Class package::Class Set(Type) Tuple(a : Type)

    -- and /* */ comment. In strings \' and '' are a quote; \n \t \r \b \f \" \\ \xhh \uhhhh as usual. _'in' is a name.

Iterators: forAll exists (one or two variables), select reject any one (one variable or none), collect collectNested
isUnique sortedBy closure iterate.

Operations of every value: oclIsUndefined oclIsInvalid oclIsKindOf oclIsTypeOf oclAsType; of objects: oclContainer
oclContents oclType; of classes and enumerations: allInstances. Numbers: abs floor round max min div mod toString.
Strings: size concat substring at indexOf lastIndexOf startsWith endsWith matches characters tokenize substituteAll
toUpperCase toLowerCase trim equalsIgnoreCase toInteger toReal toBoolean.
Collections: size isEmpty notEmpty includes excludes includesAll excludesAll count including excluding union
intersection - (of sets) symmetricDifference product flatten sum max min asSet asOrderedSet asSequence asBag
selectByKind selectByType; of ordered ones also first last at indexOf append prepend insertAt reverse subSequence
subOrderedSet.

As in OCL 2.4: a feature or operation of null is invalid, ``null->`` an empty Set; ``false and invalid`` is false,
``true and null`` null; ``first()`` of nothing and ``at()`` out of range are invalid; ``closure`` includes its source
(depth first, each element once, so cycles end); ``1 = 1.0`` but ``1 <> true``; ``div`` and ``mod`` truncate.

Where the standard leaves room, or this implementation deviates from it:

- ``any`` stops at the first match and is null without one. ``max`` and ``min`` of nothing are invalid; ``sum`` is 0.
- ``null.oclAsType(T)`` is null; ``oclIsKindOf`` and ``oclIsTypeOf`` of null are invalid. ``closure`` skips nulls.
- ``Tuple{..., status = x}.status`` evaluates only ``x``: the other parts may be invalid.
- Comparing what can never be equal (an enumeration literal with a string, objects of unrelated classes) is an error.
- Sets keep the order in which elements were added, so that results are deterministic.
- ``Class.allInstances()`` are the objects of the class and its subclasses in the model of ``self``: in its file or
  resource, or else in the containment tree that ``self`` is in.
- ``elseif``, ``matches``, ``tokenize`` and the like are Eclipse's. ``matches`` runs in linear time (see ``regex``); for
  a text of more than 10 000 characters it is invalid. Integers beyond 300 digits and reals beyond 1e300 are invalid.
- Operations of the metamodel that have a ``body`` in OCL can be called; on null they are invalid.
- Not supported: other operations of the metamodel, ``@pre``, messages, UnlimitedNatural, adjacent strings, qualifiers.
- Limits: 100 levels of nesting, 200 of tree height, 100 000 characters of text. Strings of a million characters and a
  budget of steps bound an evaluation, which raises ``OclBudgetError`` beyond them.

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
