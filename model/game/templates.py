"""Templates: chains with parameters, and named values.

Each list of arguments with which a chain is called makes a sub-pipeline of it; see ``named_values`` for values.

    sub push(way) = step way -> empty            a template with one parameter
    push(north)                                  calls the sub-pipeline push_north: step north -> empty

An argument is a name, a whole number or a text in quotes, and stands in the chain wherever the name of the parameter
does. The chains are read after all declarations, one after the other, since a chain may itself call templates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from tilewright.metamodel.typing import EObject
from tilewright.model.text.scanner import Scanner, Token, tokens

MOST_INSTANCES = 1000
"""The most sub-pipelines that are made of the templates of a game."""
MOST_COPIED = 10_000
"""The most elements that are copied from the named values of a game."""


@dataclass(frozen=True)
class Template:
    """A chain with parameters, or a named value, which may have parameters.

    ``first`` is the first token of its declaration; its chain or value begins at ``body``.
    """

    name: Token
    parameters: tuple[str, ...]
    first: Token
    scanner: Scanner
    body: int
    previous: Token | None
    """The token before the chain or the value."""


@dataclass(frozen=True)
class Known:
    """What has been read of a named value for some arguments: the value, or None if it is wrong."""

    value: EObject | None


@dataclass(frozen=True)
class Instance:
    """A sub-pipeline that is made of a template for some arguments. Its chain is read when ``bound`` is in force."""

    template: Template
    arguments: tuple[Token, ...]
    pipeline: EObject

    @property
    def bound(self) -> Mapping[str, Token]:
        """The argument in place of each parameter."""
        return dict(zip(self.template.parameters, self.arguments, strict=True))


class Templates:
    """The templates of a game, and what has been made of them."""

    def __init__(self) -> None:
        self._declared: dict[str, Template] = {}
        self.values: dict[str, Template] = {}
        """The named values, by name."""
        self.open: list[Template] = []
        """The named values that are being read, the innermost one last."""
        self._values_made: dict[tuple[str, ...], Known] = {}
        self._copied = 0
        self._made: dict[tuple[str, ...], Instance] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._declared

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __getitem__(self, name: str) -> Template:
        return self._declared[name]

    @property
    def is_full(self) -> bool:
        """Whether no more sub-pipelines may be made."""
        return len(self._made) >= MOST_INSTANCES

    def declare(self, template: Template) -> None:
        """Add a template."""
        self._declared[template.name.value] = template

    def made(self, template: Template, arguments: Sequence[Token]) -> Instance | None:
        """Return the sub-pipeline that has been made of a template for some arguments, if there is one."""
        return self._made.get(_key(template, arguments))

    def add(self, instance: Instance) -> None:
        """Add a sub-pipeline."""
        self._made[_key(instance.template, instance.arguments)] = instance

    def free_name(self, template: Template, arguments: Sequence[Token], taken: Callable[[str], bool]) -> str:
        """Return a name for the sub-pipeline of a template: ``push_north``, with a number if that is *taken*."""
        parts = (
            re.sub(r"\W+", "", part.replace("-", "minus").replace("*", "any")) for part in _key(template, arguments)
        )
        name = "_".join(filter(None, parts))
        used = {instance.pipeline.name for instance in self._made.values()}
        names = chain([name], (f"{name}_{number}" for number in count(2)))
        return next(one for one in names if one not in used and not taken(one))

    def instances(self) -> Iterator[Instance]:
        """Yield each sub-pipeline once, also those that are added meanwhile."""
        done = 0
        while done < len(self._made):
            for instance in [*self._made.values()][done:]:
                done += 1
                yield instance

    def value_made(self, template: Template, arguments: Sequence[Token]) -> Known | None:
        """Return what has been read of a named value for some arguments; None if nothing has."""
        return self._values_made.get(_key(template, arguments))

    def add_value(self, template: Template, arguments: Sequence[Token], value: EObject | None) -> None:
        """Keep what has been read of a named value, None if it is wrong."""
        self._values_made[_key(template, arguments)] = Known(value)

    def takes(self, parts: int) -> bool:
        """Return whether so many elements may still be copied from named values, and count them."""
        self._copied += parts
        return not self.is_overfull

    @property
    def is_overfull(self) -> bool:
        """Whether more elements should have been copied from named values than may be."""
        return self._copied > MOST_COPIED

    def unused_values(self) -> Iterator[Template]:
        """Yield the named values that have not been read."""
        used = {name for name, *_ in self._values_made}
        return (template for name, template in self.values.items() if name not in used)

    def unused(self) -> Iterator[Template]:
        """Yield the templates of which nothing has been made."""
        used = {instance.template.name.value for instance in self._made.values()}
        return (template for name, template in self._declared.items() if name not in used)


def _key(template: Template, arguments: Sequence[Token]) -> tuple[str, ...]:
    return (template.name.value, *(argument.text for argument in arguments))


def has_templates(text: str, file: str) -> bool:
    """Return whether a text in the notation declares templates. Cost: linear in its length."""
    found = list(tokens(text, file))
    return any(
        one.first_on_line and ((one.is_("sub") and other.is_("(")) or (one.is_("value") and other.is_("(", "=")))
        for one, other in zip(found, found[2:], strict=False)
    )
