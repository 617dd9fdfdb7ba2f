"""Matches as text, as people pass them on: lines of tags, then the moves.

    [Game "TicTacToe"]
    [Model "tic-tac-toe"]
    [X "human"]
    [O "mcts:1000"]
    [Seed "1"]
    [Result "rules: 1 to -1"]

    1. b2 2. a1 3. c3 ...

Each ply has its number, whoever moves; nature's moves stand among the others. What was taken back is left out. When
such a text is read, what stands in braces, and after a semicolon up to the end of the line, is left out, too. Of a game
from elsewhere ``Name1`` and so on tell who the players were, and the result may be one to which the rules did not come.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from tilewright.model.diagnostics import ModelError, near_miss
from tilewright.runtime.matches.events import Event, Kind
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import HUMAN, Terms
from tilewright.runtime.position import Returns
from tilewright.runtime.results import numbers
from tilewright.runtime.state import Game

MAX_CHARACTERS = 4_000_000
"""The characters of a text that is read."""

_TAG = re.compile(r'\[\s*(?P<name>(?:[^\s"\\\[\]]|\\.)+)\s+(?P<value>"(?:[^"\\]|\\.)*")\s*\]\s*\Z')
_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*")
_NUMBER = re.compile(r"[0-9]+\.+")
_PART = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11}|\.[0-9]{1,12})?")
_LONGEST_RESULT = 1_000
_WIDTH = 100


class TranscriptError(ValueError):
    """A text that is no transcript. It says the line, and what is wrong."""


@dataclass(frozen=True)
class Transcript:
    """What stands in a transcript."""

    tags: dict[str, str]
    """The tags by name. Those that begin with ``Seat`` belong to players."""
    settings: dict[str, str]
    moves: tuple[str, ...]

    @property
    def model(self) -> str | None:
        """The file or the name of the model, if it is said."""
        return self.tags.get("Model")

    def names(self, players: int) -> tuple[str, ...]:
        """Return who the players were; ``?`` where that is not said."""
        return tuple(self.tags.get(f"Name{number}", "?") for number in range(1, players + 1))

    def returns(self, players: int) -> Returns | None:
        """Return what each of the players got; None if that is not said."""
        _, _, told = self.tags.get("Result", "").partition(": ")
        parts = [_PART.fullmatch(part) for part in told[:_LONGEST_RESULT].split(" to ")]
        found = [part[0] for part in parts if part is not None]
        if len(found) != players or len(parts) != players:
            return None
        return tuple(float(part) if "." in part else Fraction(part) for part in found)


ELSEWHERE = "told"
"""Why a game has ended to whose end the rules did not come, where nothing more is known."""


def write_transcript(
    match: Match, model: str = "", *, seed: bool = True, names: Sequence[str] = (), returns: Returns | None = None
) -> str:
    """Return a match as text. *model* is what its model is called, by which it can be found again.

    Who knows the *seed* knows what chance will do; without it, it is left out. *names* are those of the players as far
    as they are known, and *returns* what each got if the game did not come to its end.
    """
    game, terms = match.game, match.terms
    tags = [("Game", game.name), ("Digest", game.digest)]
    tags += [("Model", model)] if model else []
    tags += [("Set", f"{p.name}={p.value}") for p in game.document.game.parameters]
    tags += [(f"Seat{number + 1}", f"{p.name}={terms.seats[number]}") for number, p in enumerate(game.players)]
    tags += [(f"Name{number}", name) for number, name in enumerate(names, 1) if name not in ("", "?")]
    tags += [("Seed", str(terms.seed))] if seed else []
    tags += [("Start", terms.start)] if terms.start is not None else []
    result = match.result
    if result is not None:
        tags.append(("Result", f"{result.why}: {numbers(result.returns)}"))
    elif returns is not None:
        tags.append(("Result", f"{ELSEWHERE}: {numbers(returns)}"))
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags]
    line = ""
    lines.append("")
    for ply, move in enumerate(match.session.moves, 1):
        word = f"{ply}. {move}"
        if line and len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    return "\n".join([*lines, *([line] if line else [])]) + "\n"


def read_transcript(text: str) -> Transcript:
    """Return what stands in a transcript. ``TranscriptError`` says the line of what is wrong."""
    if len(text) > MAX_CHARACTERS:
        raise TranscriptError(f"this is longer than {MAX_CHARACTERS} characters")
    tags: dict[str, str] = {}
    settings: dict[str, str] = {}
    lines = text.split("\n")
    first = 0
    for first, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            break
        found = _TAG.match(line.strip())
        try:
            value = None if found is None else json.loads(found["value"])
        except ValueError:
            value = None
        if found is None or not isinstance(value, str):
            raise TranscriptError(f'line {first + 1}: a tag is written as [Name "value"]')
        if found["name"] == "Set":
            name, _, chosen = value.partition("=")
            settings[name] = chosen
        elif found["name"] in tags:
            raise TranscriptError(f"line {first + 1}: the tag {found['name']} is there twice")
        else:
            tags[found["name"]] = value
    else:
        first = len(lines)
    body = _REMARK.sub(lambda found: "\n" * found[0].count("\n"), "\n".join(lines[first:]))
    words = (word for word in body.split() if not _NUMBER.fullmatch(word))
    moves = tuple(_NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word for word in words)
    return Transcript(tags, settings, moves)


def match_of(
    transcript: Transcript, game: Game, *, journal: Callable[[Event], None] | None = None, seed: int | None = None
) -> Match:
    """Return the match that a transcript tells, as far as it goes; it can go on.

    ``TranscriptError`` if it is of another game, or a move is not legal: which, and why. *seed* is that of chance,
    where the transcript has none.
    """
    name = transcript.tags.get("Game", game.name)
    if name != game.name:
        raise TranscriptError(f"this is a transcript of {name}, not of {game.name}")
    players = [player.name for player in game.players]
    seats = dict.fromkeys(players, HUMAN)
    for number in range(len(players)):
        player, equals, who = transcript.tags.get(f"Seat{number + 1}", f"{players[number]}={HUMAN}").partition("=")
        if not equals or player not in seats:
            raise TranscriptError(f"nobody is called '{player}'{near_miss(player, players)}")
        seats[player] = who
    given = transcript.tags.get("Seed", "")
    others: dict[str, object] = {"start": transcript.tags.get("Start")}
    if (given.isascii() and given.isdigit() and len(given) < 20) or seed is not None:
        others["seed"] = int(given) if given else seed
    try:
        match = Match(game, Terms.of(game, list(seats.values()), **others), journal=journal)
    except (ValueError, ModelError) as error:
        raise TranscriptError(str(error)) from None
    for ply, move in enumerate(islice(transcript.moves, MAX_CHARACTERS), 1):
        try:
            match.submit(Kind.MOVE, match.movers[0] if match.movers else 0, move)
        except ValueError as error:
            raise TranscriptError(f"ply {ply}: {error}") from None
    return match
