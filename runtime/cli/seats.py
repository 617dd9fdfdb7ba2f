"""The option --seat: who plays for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilewright.runtime.cli.common import fail

if TYPE_CHECKING:
    from tilewright.runtime import Game
    from tilewright.runtime.players import Kind


F = TypeVar("F", bound=Callable[..., Any])


def seat_option(players: str) -> Callable[[F], F]:
    """Return what adds the option --seat; *players* says who can play."""
    return click.option("--seat", "seats", multiple=True, metavar="NAME=WHO", help=f"Who plays for NAME: {players}.")


def can_search(game: Game) -> str | None:
    """Return why no program can search a game, or None if they can. Cost: the game is compiled."""
    from tilewright.runtime.engines.choosing import compiled_engine

    try:
        compiled_engine(game.engine, game.name, game.fallback, "search")
    except ValueError as error:
        return str(error)
    return None


def kind_called(game: Game, who: str, *, people: bool = False) -> Kind:
    """Return what plays by its name. Ends if nobody is called so, or cannot play this game.

    *people*: a person could have been named as well.
    """
    from tilewright.runtime.players import KINDS, Kind, nobody_called
    from tilewright.runtime.search.unsearched import hidden, unlooked

    try:
        kind = Kind(who)
    except ValueError as error:
        message = nobody_called(who, ("human", *KINDS)) if people and "there are:" in str(error) else str(error)
        raise click.BadParameter(message, param_hint="--seat") from None
    reason = can_search(game) if kind.searches else None
    if reason is None and who.startswith("minimax"):
        reason = hidden(game.name) if game.is_hidden else unlooked(game)
    if reason is not None:
        raise click.BadParameter(f"'{who}' cannot play: {reason}", param_hint="--seat")
    return kind


@contextmanager
def searching() -> Iterator[None]:
    """End with a sentence where a search comes to what it cannot play."""
    from tilewright.runtime.search.unsearched import Unsearched

    try:
        yield
    except Unsearched as error:
        fail(str(error), 1)


def seated(game: Game, seats: tuple[str, ...], usual: str, first: str | None = None) -> dict[str, str]:
    """Return for each player what is called to play; where --seat says nothing, what is usual, or for the first one."""
    from tilewright.model.diagnostics import near_miss

    names = [player.name for player in game.players]
    wishes = {name: usual if number or first is None else first for number, name in enumerate(names)}
    for seat in seats:
        name, equals, who = seat.partition("=")
        if not equals:
            raise click.BadParameter(f"'{seat}' is not of the form NAME=WHO", param_hint="--seat")
        if name not in wishes:
            raise click.BadParameter(f"nobody is called '{name}'{near_miss(name, names)}", param_hint="--seat")
        wishes[name] = who
    return wishes
