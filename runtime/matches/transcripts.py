"""Transcripts: matches as text, with lines of tags followed by the moves.

    [Game "TicTacToe"]
    [Digest "..."]
    [Model "tic-tac-toe"]
    [Seat1 "X=human"]
    [Seat2 "O=mcts:1000"]
    [Seed "1"]
    [Result "rules: 1 to -1"]

    1. b2 2. a1 3. c3 ...

Each ply is numbered, whoever moves; moves of nature stand among the others. Moves that were taken back are left out.
There is a tag ``Set`` for each parameter of the model, and ``Start`` for a game that does not begin in the initial
position. When a match goes on the parameters must have the same values. The digest tells exactly what the model said; a
reader does not ask for the same, as models are corrected. It skips text in braces, and text from a semicolon to the end
of the line. For a game that was recorded elsewhere, ``Name1`` and so on are the names of the players, and the result
need not follow from the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tilewright.model.diagnostics import ModelError
from tilewright.model.hints import near_miss
from tilewright.model.printable import printable
from tilewright.runtime.limits import GREATEST_SEED
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import HUMAN, Terms
from tilewright.runtime.position import Returns
from tilewright.runtime.results import numbers
from tilewright.runtime.state import Game

MAX_CHARACTERS = 4_000_000
"""The greatest number of characters of a transcript that is read."""

_TAG = re.compile(r'\[\s*(?P<name>(?:[^\s"\\\[\]]|\\.)+)\s+(?P<value>"(?:[^"\\]|\\.)*")\s*\]\s*\Z')
_REMARK = re.compile(r"\{[^}]*\}|;[^\n]*")
_NUMBER = re.compile(r"[0-9]+\.+")
_PART = re.compile(r"-?[0-9]{1,12}(/[1-9][0-9]{0,11}|\.[0-9]{1,12})?")
"""The return of a player: an integer, a fraction or a decimal."""
_LONGEST_RESULT = 1_000
"""The characters of a result that are read."""
_WIDTH = 100
"""The greatest width of a line of moves."""


class TranscriptError(ValueError):
    """A text that is no transcript of a game. The message says what is wrong, and in which line or ply."""


@dataclass(frozen=True)
class Transcript:
    """A transcript that has been read, but not played: its moves may be illegal."""

    tags: dict[str, str]
    """The tags by name, without ``Set``."""
    settings: dict[str, str]
    """The values of the parameters of the model, from the tags ``Set``."""
    moves: tuple[str, ...]
    """The moves in notation, in order."""

    def names(self, players: int) -> tuple[str, ...]:
        """Return the names of the players, in order; ``?`` for one without a name."""
        return tuple(self.tags.get(f"Name{number}", "?") for number in range(1, players + 1))

    def returns(self, players: int) -> Returns | None:
        """Return the return of each player, from the tag ``Result``; None if it does not say so."""
        _, _, told = self.tags.get("Result", "").partition(": ")
        parts = [_PART.fullmatch(part) for part in told[:_LONGEST_RESULT].split(" to ")]
        found = [part[0] for part in parts if part is not None]
        if len(found) != players or len(parts) != players:
            return None
        return tuple(float(part) if "." in part else Fraction(part) for part in found)


ELSEWHERE = "told"
"""The reason of a result that is only recorded: by the rules, the game is not over."""


def write_transcript(
    match: Match, model: str = "", *, seed: bool = True, names: Sequence[str] = (), returns: Returns | None = None
) -> str:
    """Return the transcript of a match. *model* is the file or name by which its model can be found again.

    *seed* says whether to write the seed, from which the moves of nature can be predicted. *names* are the names of the
    players, ``?`` for an unknown one. *returns* is the recorded return of each player, for a match without a result.
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
    """Return the parts of a transcript. ``TranscriptError`` names the line of a wrong tag."""
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


def match_of(transcript: Transcript, game: Game) -> Match:
    """Return the match after the moves of a transcript. It can go on.

    ``TranscriptError`` if it is of another game, or of this one with other values of its parameters, or a move is
    illegal: the message says which, and why.
    """
    name = transcript.tags.get("Game", game.name)
    if name != game.name:
        raise TranscriptError(f"this is a transcript of {name}, not of {game.name}")
    _check_settings(transcript, game)
    players = [player.name for player in game.players]
    seats = dict.fromkeys(players, HUMAN)
    for number in range(len(players)):
        player, equals, who = transcript.tags.get(f"Seat{number + 1}", f"{players[number]}={HUMAN}").partition("=")
        if not equals or player not in seats:
            raise TranscriptError(f"nobody is called '{player}'{near_miss(player, players)}")
        seats[player] = who
    others: dict[str, object] = {"start": transcript.tags.get("Start")}
    seed = transcript.tags.get("Seed")
    if seed is not None:
        if not (seed.isascii() and seed.isdigit() and len(seed) < 20):
            raise TranscriptError(f"the seed is a whole number from 0 to {GREATEST_SEED}, not '{printable(seed)[:60]}'")
        others["seed"] = int(seed)
    try:
        match = Match(game, Terms.of(game, list(seats.values()), **others))
    except (ValueError, ModelError) as error:
        raise TranscriptError(str(error)) from None
    try:
        match.replay(transcript.moves)
    except Refused as error:
        raise TranscriptError(str(error)) from None
    return match


def _check_settings(transcript: Transcript, game: Game) -> None:
    """Raise ``TranscriptError`` if the parameters of a game have other values than when the transcript was written."""
    now = {parameter.name: str(parameter.value) for parameter in game.document.game.parameters}
    for name, value in transcript.settings.items():
        said = printable(f"{name}={value}")[:120]
        if name not in now:
            raise TranscriptError(f"this was played with {said}, but {game.name} has no such parameter")
        if now[name] != value:
            raise TranscriptError(f"this was played with {said}, not {now[name]}: choose that with --set {said}")
