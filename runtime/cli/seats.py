"""The option --seat, which says who plays for each player, and the options for the programs that play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilewright.runtime.cli.common import Seconds, Whole, fail
from tilewright.runtime.limits import GREATEST_SEED, MOST_SECONDS

if TYPE_CHECKING:
    from tilewright.runtime import Game
    from tilewright.runtime.bots.process import Log
    from tilewright.runtime.matches.table import Guest
    from tilewright.runtime.players import Kind


F = TypeVar("F", bound=Callable[..., Any])


def seat_option(players: str) -> Callable[[F], F]:
    """Return a decorator that adds the option --seat; *players* is the part of its help that says who can play."""
    return click.option("--seat", "seats", multiple=True, metavar="NAME=WHO", help=f"Who plays for NAME: {players}.")


def policy_options(function: F) -> F:
    """Add the options for programs that play, and pass them on as the arguments *policy* and *outside*.

    *policy* is a ``Policy`` for programs that fail, *outside* an ``Outside`` for external programs.
    """

    @wraps(function)
    def with_policy(
        *args: Any, retries: int, on_failure: str, patience: float, talk: str | None = None, **others: Any
    ) -> Any:
        from tilewright.runtime.matches.table import Fallback, Policy

        policy = Policy(retries, Fallback(on_failure))
        return function(*args, policy=policy, outside=Outside(patience, talk), **others)

    options = (
        click.option(
            "--retries", type=Whole(0, 100), default=1, show_default=True,
            help="How often a program that fails is asked again for the same move.",
        ),
        click.option(
            "--on-failure", type=click.Choice(["random", "skip", "forfeit"]), default="random", show_default=True,
            help="What a program that keeps failing does: a random move, a pass, or give up.",
        ),
        click.option(
            "--patience", type=Seconds(0.01, MOST_SECONDS), default=60.0, show_default=True,
            metavar="SECONDS", help="How long an external program may take for a move.",
        ),
    )  # fmt: skip
    for option in options:
        with_policy = option(with_policy)
    return with_policy  # type: ignore[return-value]


def talk_option(function: F) -> F:
    """Add the option --talk to a command in which external programs play."""
    meaning = "Write what external programs are told, answer, and print on standard error, to a file."
    path = click.Path(dir_okay=False)
    return click.option("--talk", type=path, metavar="FILE", help=meaning, callback=_no_model)(function)


def _no_model(context: click.Context, parameter: click.Parameter, file: str | None) -> str | None:
    """Return a file to which is written. Refuse one that is called as models are."""
    from tilewright.model.files import is_called_like_a_model

    if file is not None and is_called_like_a_model(Path(file)):
        raise click.BadParameter(f"{file} is the name of a model, which lines would spoil; name another file")
    return file


@dataclass(frozen=True)
class Outside:
    """How external programs are treated: the seconds they have for a move, and the file for their messages."""

    patience: float
    talk: str | None

    def log(self, player: str) -> Log:
        """Return a function that logs the messages to and from the program of a player."""
        from tilewright.runtime.bots.talk import no_log, written_to

        return no_log if self.talk is None else written_to(Path(self.talk), player=player)


def guests_of(game: Game, wishes: Mapping[str, str], seed: int, outside: Outside) -> dict[int, Guest]:
    """Return the programs that play, by the number of their player. Exits if one of them cannot play this game.

    *wishes* has for each player, in their order, who plays. People, ``human``, are left out. *seed* fixes the random
    choices of all programs.
    """
    from tilewright.runtime.matches.table import Inside

    found: dict[int, Guest] = {}
    for number, (player, who) in enumerate(wishes.items()):
        outsider = seated_outside(game, who, outside.patience, outside.log(player))
        if outsider is not None:
            found[number] = outsider
        elif who != "human":
            own = seed * len(wishes) + number & GREATEST_SEED
            found[number] = Inside(
                kind_called(game, who, people=True, outsiders=True).player(own, hidden=game.is_hidden)
            )
    return found


def seated_outside(
    game: Game, who: str, patience: float, log: Log | None = None, option: str = "--seat"
) -> Guest | None:
    """Return the external program that *who* names, or None if it names none.

    Exits if the program cannot play this game; the message names *option*.
    """
    from tilewright.runtime.bots.outsiders import seated
    from tilewright.runtime.bots.talk import no_log

    try:
        return seated(who, patience, log or no_log, game)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def can_search(game: Game) -> str | None:
    """Return why a game cannot be searched, or None if it can. Cost: the game is compiled."""
    from tilewright.runtime.engines.choosing import compiled_engine

    try:
        compiled_engine(game.engine, game.name, game.fallback, "search")
    except ValueError as error:
        return str(error)
    return None


def kind_called(game: Game, who: str, *, people: bool = False, outsiders: bool = False, option: str = "--seat") -> Kind:
    """Return the kind of program that *who* names. Exits if there is none, or it cannot play this game.

    *people* and *outsiders* say whether the message may suggest a person or an external program. *option* is named by
    the message.
    """
    from tilewright.runtime.bots.outsiders import names_of_outsiders
    from tilewright.runtime.players import KINDS, Kind, nobody_called
    from tilewright.runtime.search.unsearched import hidden

    try:
        kind = Kind(who)
    except ValueError as error:
        message = str(error)
        if (people or outsiders) and "there are:" in message:
            outside = [f"{name}:…" for name in names_of_outsiders()] if outsiders else []
            message = nobody_called(who, (*(["human"] if people else []), *KINDS, *outside))
        raise click.BadParameter(message, param_hint=option) from None
    reason = can_search(game) if kind.searches else None
    if reason is None and who.startswith("minimax") and game.is_hidden:
        reason = hidden(game.name)
    if reason is not None:
        raise click.BadParameter(f"'{who}' cannot play: {reason}", param_hint=option)
    return kind


@contextmanager
def searching() -> Iterator[None]:
    """Exit with a message and status 1 if a search reaches a position that it cannot play."""
    from tilewright.runtime.search.unsearched import Unsearched

    try:
        yield
    except Unsearched as error:
        fail(str(error), 1)


def seated(game: Game, seats: tuple[str, ...], usual: str, first: str | None = None) -> dict[str, str]:
    """Return who plays, by the names of the players, in their order.

    Without a --seat, *first* plays for the first player, if it is given, and *usual* for the others.
    """
    from tilewright.model.hints import near_miss

    names = [player.name for player in game.players]
    wishes = {name: usual if number or first is None else first for number, name in enumerate(names)}
    given: set[str] = set()
    for seat in seats:
        name, equals, who = seat.partition("=")
        if not equals:
            raise click.BadParameter(f"'{seat}' is not of the form NAME=WHO", param_hint="--seat")
        if name not in wishes:
            raise click.BadParameter(f"nobody is called '{name}'{near_miss(name, names)}", param_hint="--seat")
        if name in given:
            raise click.BadParameter(f"there are two programs or people for '{name}'", param_hint="--seat")
        given.add(name)
        wishes[name] = who
    return wishes
