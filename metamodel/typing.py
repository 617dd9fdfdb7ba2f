"""Names for PyEcore's untyped objects, so that signatures say what they expect.

PyEcore builds its classes at run time; to a type checker each of them is ``Any``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

EObject: TypeAlias = Any
"""An instance of a class of a metamodel."""

EClass: TypeAlias = Any
"""A class of a metamodel."""

EFeature: TypeAlias = Any
"""An attribute or reference of a class of a metamodel."""

EPackage: TypeAlias = Any
"""A metamodel, or a part of one."""
