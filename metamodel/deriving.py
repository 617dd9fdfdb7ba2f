"""Derived features of elements. ``derived`` has those of PyEcore's objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Never, TypeVar

from tilewright.metamodel.budget import Meter
from tilewright.metamodel.checking import FAULTS

T = TypeVar("T")

STEPS = 1_000_000
"""What computing a derived feature may cost."""


class Derived(Generic[T]):
    """A feature that is computed from others, and has its default where that cannot be told. It cannot be set."""

    def __init__(self, default: T, derivation: Callable[[Any, Meter], T | None]) -> None:
        self._default = default
        self._derivation = derivation
        self._key = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._key = f"{owner.__name__}.{name}"

    def __get__(self, obj: Any, owner: type) -> T:
        try:
            value = self._derivation(obj, Meter(STEPS))
        except FAULTS:
            value = None
        return self._default if value is None else value

    def __set__(self, obj: Any, value: Never) -> None:
        raise AttributeError(f"{self._key} is derived and cannot be set")
