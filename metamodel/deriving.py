"""Derived features and operations of elements. For those of PyEcore's objects see ``derived`` and ``operations``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import signature
from typing import Any, Generic, Never, TypeVar, cast

from tilewright.metamodel.budget import Meter
from tilewright.metamodel.checking import FAULTS

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

STEPS = 1_000_000
"""The budget of steps of a derived feature, and of a call of an operation."""


class Derived(Generic[T]):
    """A feature that is computed from others, and has its default where the derivation is null or invalid.

    Several values are a tuple. Setting it raises ``AttributeError``. Reading it raises ``BudgetError`` if that takes
    more than ``STEPS``.
    """

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
        if isinstance(value, list):
            return cast(T, tuple(value))
        return self._default if value is None else value

    def __set__(self, obj: Any, value: Never) -> None:
        raise AttributeError(f"{self._key} is derived and cannot be set")


def operation(default: Any) -> Callable[[F], F]:
    """Declare an operation by a method that has its parameters, its types and its docstring; its body never runs.

    The function ``Class_operation`` of ``verdicts`` computes the result. A collection is returned as a tuple, null and
    invalid as *default*. A call raises ``BudgetError`` if it takes more than ``STEPS``.
    """

    def declare(declared: F) -> F:
        said = signature(declared)

        @wraps(declared)
        def invoke(*arguments: Any, **named: Any) -> Any:
            given = said.bind(*arguments, **named).args
            verdicts = import_module("tilewright.metamodel.verdicts")  # imported late: it imports the classes itself
            try:
                value = getattr(verdicts, declared.__qualname__.replace(".", "_"))(*given, Meter(STEPS))
            except FAULTS:
                value = None
            return default if value is None else tuple(value) if isinstance(value, list | dict) else value

        return invoke  # type: ignore[return-value]

    return declare
