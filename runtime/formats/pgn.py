"""Games in the Portable Game Notation: tags, then the numbered moves in SAN.

    [Event "?"]
    …
    [Result "1-0"]

    1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

Comments in braces and after semicolons, annotation glyphs as $1, and variations in parentheses are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from tilewright.metamodel.language import Fen, Pgn
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.places import Place
from tilewright.runtime.formats import NotSaid, format_of
from tilewright.runtime.formats.fen import read_fen, write_fen
from tilewright.runtime.formats.places import places_of
from tilewright.runtime.formats.record import Record
from tilewright.runtime.formats.san import San
from tilewright.runtime.move import Move
from tilewright.runtime.position import Returns
from tilewright.runtime.results import is_draw, winners
from tilewright.runtime.state import Game, State

MAX_CHARACTERS = 4_000_000
"""The greatest number of characters of a text that is read."""
MOST_NAMED = 12
"""The greatest number of legal moves in a message about a wrong move."""
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags that every game has (Seven Tag Roster), in order, with their values if nothing is known."""
RESULTS: dict[str, Returns | None] = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": None}
"""The return of each player, by the text of the result."""
_OWN = ("Result", "SetUp", "FEN")
"""The tags that follow from the game itself, and are not taken over from a record."""
_WIDTH = 80
"""The greatest width of a line of moves, as the export format of PGN requires it."""
_TOKEN = re.compile(
    r"""(?P<blank>\s+)|(?P<remark>;[^\n]*|\{[^}]*\})|(?P<open>\{)|(?P<sign>\$[0-9]+)|(?P<paren>[()])|(?P<tag>\[)
    |(?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s\])};]|$)|(?P<number>[0-9]+\.+|\.+)|(?P<word>[^\s{}();\[\]$]+)|(?P<bad>.)""",
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*(?P<name>[A-Za-z0-9_]+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]')
_ESCAPED = re.compile(r"^%[^\n]*", re.MULTILINE)
"""A line that PGN reserves for other programs."""


@dataclass
class _Raw:
    """A game that is split into tags and moves, which are not yet played; each with its place."""

    tags: dict[str, tuple[str, Place]] = field(default_factory=dict)
    words: list[tuple[str, Place]] = field(default_factory=list)


def read_pgn(text: str, game: Game, file: str = "<PGN>") -> list[Record]:
    """Return the games in a text, in order, at least one. *file* is its name in messages.

    ``ModelError`` with the place of the first mistake in it. ``NotSaid`` if the model has no ``Pgn``, or no ``Fen`` for
    a game that begins elsewhere. Cost: each game is played.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"a text of games is at most {MAX_CHARACTERS} characters long"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    san = San(game)
    found = [_played(raw, game, san, file) for raw in _raw(text, places_of(text, file))]
    if not found:
        raise ModelError([diagnose("unexpected-token", "there is no game in this text", Place(file, 1, 1))])
    return found


def _raw(text: str, place: Callable[[int], Place]) -> Iterator[_Raw]:
    """Yield the games of a text, split into tags and moves."""
    text = _ESCAPED.sub(lambda found: " " * len(found[0]), text.replace("\ufeff", " "))
    raw, ended, depth, at = _Raw(), False, 0, 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None  # the last alternative takes any character but a line feed, which is a blank
        kind = found.lastgroup
        if kind == "open" or kind == "bad":
            _wrong(place(at), "this brace is never closed" if kind == "open" else f"{found[0]!r} has no meaning here")
        at_end = found.end()
        if kind == "paren":
            depth += 1 if found[0] == "(" else -1
            if depth < 0:
                _wrong(place(at), "this parenthesis closes nothing")
        elif depth or kind in ("blank", "remark", "sign", "number"):
            pass
        elif kind == "tag":
            if raw.words or ended:
                yield raw
                raw, ended = _Raw(), False
            tag = _TAG.match(text, at)
            if tag is None:
                _wrong(place(at), 'a tag is written as [Name "value"]')
            here = place(at)
            if tag["name"] in raw.tags:
                _wrong(here, f"the tag {tag['name']} is there twice")
            raw.tags[tag["name"]] = (re.sub(r"\\(.)", r"\1", tag["value"]), here)
            at_end = tag.end()
        elif kind == "result":
            raw.tags.setdefault("Result", (found[0], place(at)))
            ended = True
        else:
            if ended:
                yield raw
                raw, ended = _Raw(), False
            raw.words.append((found[0], place(at)))
        at = at_end
    if depth:
        _wrong(place(len(text)), "the text ends within a variation: a parenthesis is missing")
    if raw.words or raw.tags:
        yield raw


def _wrong(place: Place, message: str, code: str = "unexpected-token") -> NoReturn:
    raise ModelError([diagnose(code, message, place)])


def _played(raw: _Raw, game: Game, san: San, file: str) -> Record:
    """Play the moves of a game and return its record. ``ModelError`` if one is illegal or ambiguous."""
    number, start = 1, game.initial_state()
    if "FEN" in raw.tags:
        line, place = raw.tags["FEN"]
        try:
            begin = read_fen(line, game, file)
        except ModelError as error:
            _wrong(place, f"the position with which the game begins: {error.diagnostics[0].message}", "bad-value")
        start, number = begin.state, begin.number
    state, moves = start, []
    for text, place in raw.words:
        found = san.read(state, text)
        if len(found) != 1:
            _wrong(place, _why(state, text, found, san), "bad-value")
        moves.append(found[0])
        state = state.play(found[0])
    tags = {name: value for name, (value, _) in raw.tags.items()}
    names = tuple(tags.get(name, "?") for name in ("White", "Black"))[: len(game.players)]
    return Record(start, tuple(moves), tags, names, RESULTS.get(tags.get("Result", "*")), number)


def _why(state: State, text: str, found: list[Move], san: San) -> str:
    """Return the message for a text that denotes no legal move, or *found*, several ones."""
    if state.is_over:
        return f"{text}: the game is over"
    moves = found or list(state.legal_moves)
    words = [san.write(state, move, state.play(move)) for move in moves[:MOST_NAMED]]
    more = f" … ({len(moves)} in all)" if len(moves) > MOST_NAMED else ""
    listed = " ".join(words) + more
    if found:
        return f"{text} could be any of: {listed}"
    return f"{text} is no legal move of {state.player}; legal are: {listed}"


def write_pgn(record: Record) -> str:
    """Return the text of a game.

    ``NotSaid`` if the model has no ``Pgn``, or more than two players, or if its beginning cannot be written as FEN.
    """
    game = record.start.game
    pgn = format_of(game, Pgn)
    if len(game.players) > 2:
        raise NotSaid("PGN is for two players")
    san = San(game)
    tags = {**ROSTER, **{tag.name: tag.value for tag in pgn.tags}}
    tags |= dict(zip(("White", "Black"), record.names, strict=False))
    tags |= {name: value for name, value in record.tags.items() if re.fullmatch(r"[A-Z][A-Za-z0-9_]*", name)}
    tags = {name: value for name, value in tags.items() if name not in _OWN or name == "Result"}
    if record.start != game.initial_state() or record.number != 1:
        format_of(game, Fen)
        tags |= {"SetUp": "1", "FEN": write_fen(record.start, record.number)}
    words = []
    number, state = record.number, record.start
    for ply, move in enumerate(record.moves):
        after = state.play(move)
        if ply == 0 or state.player.number == 0:
            words.append(f"{number}.{'..' if state.player.number else ''}")
        words.append(san.write(state, move, after))
        number += after.player.number == 0
        state = after
    result = _result(record.result(state))
    tags["Result"] = result
    lines, line = [], ""
    for word in [*words, result]:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    said = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*said, "", *lines, line]) + "\n"


def _quoted(value: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in value)
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _result(returns: Returns | None) -> str:
    if returns is None:
        return "*"
    if is_draw(returns):
        return "1/2-1/2"
    return "1-0" if winners(returns) == (0,) else "0-1"
