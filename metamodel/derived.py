"""Derived features: their values are computed from the OCL text in the metamodel and cannot be set.

The same text serves the dynamic metamodel and generated classes: both get a read-only property.
"""

from __future__ import annotations

from tilewright.metamodel.typing import EPackage


def install_derivations(root: EPackage) -> None:
    """Give every derived feature of *root* that has an OCL derivation a property that evaluates it."""
