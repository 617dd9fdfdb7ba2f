"""Questions about a model before a match begins, for this process and for the process of an uploaded model."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tilewright.model.choosing import NoChoice
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.titles import titled
from tilewright.runtime.limits import GREATEST_SEED
from tilewright.runtime.loading import load
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import HUMAN, Terms, Undo
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.state import Game
from tilewright.runtime.web.rooms import Inside, game_of


@dataclass(frozen=True)
class Wish:
    """The players and terms that somebody asks for."""

    seats: Mapping[str, str]
    """Who plays, by the names of the players."""
    rest: str | None
    """Who plays for the other players, but for the first one; None for people."""
    seed: int | None
    """The seed of chance; None for a random one."""
    others: Mapping[str, Any]
    """Other fields of ``Terms``."""

    def terms_of(self, game: Game, check: Callable[[str], None]) -> Terms:
        """Return the terms of a match of a game. ``Refused`` if they are not possible.

        *check* is called with who plays in each seat, and refuses those who cannot. Between people, moves are taken
        back only if the others agree, unless the wish says otherwise. The model may forbid undo and hints.
        """
        players = [player.name for player in game.players]
        if unknown := self.seats.keys() - set(players):
            message = f"Nobody is called {min(unknown)[:60]!r}; there are: {', '.join(players)}."
            raise Refused("no-such-seat", message)
        wishes = [self.seats.get(name, self.rest or HUMAN if number else HUMAN) for number, name in enumerate(players)]
        for who in wishes:
            check(who)
        others = dict(self.others)
        try:
            model_terms = Terms.of(game, wishes)
            if model_terms.undo is Undo.NEVER:
                others["undo"] = Undo.NEVER
            elif "undo" not in others and wishes.count(HUMAN) > 1:
                others["undo"] = Undo.ASKED
            if not model_terms.hints:
                others["hints"] = False
            seed = secrets.randbelow(GREATEST_SEED) if self.seed is None else self.seed
            return Terms.of(game, wishes, seed=seed, **others)
        except (TypeError, ValueError) as error:
            raise Refused("bad-terms", str(error)) from None


@contextmanager
def choosing() -> Iterator[None]:
    """Turn errors of choices and of models into ``Refused``."""
    try:
        yield
    except NoChoice as error:
        raise Refused("no-such-choice", str(error)) from None
    except ModelError as error:
        raise Refused("bad-model", str(error)) from None


def agreed_there(
    inside: Inside, _: str, wish: Wish, variant: str | None, settings: Mapping[str, str]
) -> dict[str, Any]:
    """Return the terms of a match of an uploaded model, with its players, and its text and digest after the choices."""

    def check(who: str) -> None:
        if who not in (HUMAN, "random"):
            message = "No program plays models that were sent: play against people or 'random'."
            raise Refused("no-such-program", message)

    game = game_of(inside)
    if variant is not None or settings:
        with choosing():
            text = write(game.document, Syntax.XMI)
            game = load(read_text(text, "model.xmi", Syntax.XMI), "interpreter", variant=variant, settings=settings)
    return {
        "terms": wish.terms_of(game, check).as_json(),
        "players": [player.name for player in game.players],
        "digest": game.digest,
        "text": write(game.document, Syntax.XMI),
    }


def agreed_of_json(found: Mapping[str, Any]) -> tuple[list[str], str, str, Terms]:
    """Return the players, the digest, the text and the terms in an answer of ``agreed_there``, which is not trusted."""
    match found:
        case {"terms": dict(terms), "players": list(players), "digest": str(digest), "text": str(text)}:
            agreed = Terms.of_json(terms)
            if len(players) == len(agreed.seats) and all(isinstance(one, str) for one in (*players, *agreed.seats)):
                return players, digest, text, agreed
    raise ValueError("these are no terms")


def told_there(inside: Inside, _: str, what: Callable[[Game], Any]) -> dict[str, Any]:
    """Return *what* of the game of a process, as its answer."""
    return {"told": what(game_of(inside))}


def players_of(match: Match) -> list[str]:
    """Return the names of the players of a match, in order."""
    return [player.name for player in match.game.players]


def drawing(game: Game) -> str:
    """Return the initial position as SVG, without coordinates."""
    return render_svg(view_of(game.initial_state(), legal=False), coordinates=False)


def notation(game: Game) -> str:
    """Return the model of a game as text in the notation."""
    return write(game.document, Syntax.GAME)


def choices_of(game: Game) -> dict[str, Any]:
    """Return the choices before a match as JSON: the players, variants and parameters of a game."""
    found = game.document.game
    return {
        "game": game.name,
        "title": titled(game.name),
        "players": [player.name for player in game.players],
        "hidden": game.is_hidden,
        "variants": [variant.name for variant in found.variants],
        "parameters": [
            {
                "name": parameter.name,
                "value": parameter.value,
                "choices": [choice.name for choice in parameter.choices],
                "min": parameter.min,
                "max": parameter.max,
            }
            for parameter in found.parameters
        ],
    }
