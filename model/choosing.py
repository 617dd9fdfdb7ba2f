"""Choosing values for the parameters of a game, by a variant or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from tilewright.metamodel.language import Game, Parameter, Variant
from tilewright.model.hints import Hint, near_miss

_MOST_NAMES = 30
"""The number of choices, from the first, that a message names."""
N = TypeVar("N", Parameter, Variant)


class NoChoice(ValueError):
    """There is no such variant or parameter, or a value is outside its domain. The text says what can be chosen."""


def choose(game: Game, variant: str | None = None, settings: Mapping[str, str] | None = None) -> None:
    """Set the parameters of a game in place: first those of a variant, then single ones.

    ``NoChoice`` if that cannot be; then nothing is set.
    """
    chosen: dict[Parameter, str] = {}
    if variant is not None:
        found = _named(game.variants, variant, "variant")
        chosen.update((setting.parameter, setting.value) for setting in found.settings)
    for name, value in (settings or {}).items():
        parameter = _named(game.parameters, name, "parameter")
        if not in_domain(parameter, value):
            raise NoChoice(f"'{value}' cannot be chosen for {name}{offered(parameter, value)}")
        chosen[parameter] = value
    for parameter, value in chosen.items():
        parameter.value = value


def in_domain(parameter: Parameter, value: str) -> bool:
    """Return whether a value can be chosen for a parameter."""
    names = _names_of(parameter)
    if names:
        return value in names
    if parameter.min is None and parameter.max is None:
        return True
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        return False
    low = parameter.min is None or int(value) >= parameter.min
    return low and (parameter.max is None or int(value) <= parameter.max)


def offered(parameter: Parameter, value: str) -> Hint:
    """Return the end of a message about a value that cannot be chosen: the values that can, and one that is near."""
    near = near_miss(value, _names_of(parameter))
    return Hint(f": {domain(parameter)}{near if near.remedies else ''}", near.remedies)


def domain(parameter: Parameter) -> str:
    """Return the values of a parameter in words, for a message; of names at most ``_MOST_NAMES``."""
    names = _names_of(parameter)
    if names:
        return f"one of {', '.join(names[:_MOST_NAMES])}" + (", …" if len(names) > _MOST_NAMES else "")
    if parameter.min is None and parameter.max is None:
        return "any text"
    low = "" if parameter.min is None else f"from {parameter.min} "
    return f"a number {low}{'' if parameter.max is None else f'to {parameter.max}'}".strip()


def _names_of(parameter: Parameter) -> list[str]:
    """Return the names that can be chosen. In a model with errors a choice may have none."""
    return [choice.name for choice in parameter.choices if choice.name is not None]


def _named(elements: Iterable[N], name: str, what: str) -> N:
    """Return the element of this name; ``NoChoice`` if there is none, with *what* they are."""
    known = {element.name: element for element in elements}
    if name in known:
        return known[name]
    there = near_miss(name, known, most=30) if known else f"; the game has no {what}s"
    raise NoChoice(f"there is no {what} '{name}'{there}")
