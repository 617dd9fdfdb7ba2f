"""Matches in the formats of others, beside transcripts: which it is, the extension of a file says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePath

from tilewright.model.bounded import read_bytes
from tilewright.model.diagnostics import ModelError
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.pgn import read_pgn, write_pgn
from tilewright.runtime.formats.record import Record
from tilewright.runtime.formats.sgf import read_sgf, write_sgf
from tilewright.runtime.installed import RECORDS, installed
from tilewright.runtime.matches.events import Event
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import HUMAN, Terms
from tilewright.runtime.matches.transcripts import TranscriptError, match_of, read_transcript, write_transcript
from tilewright.runtime.state import Game

MOST_BYTES = 16 * 1024**2
"""The size of a file with games that is read."""
TEXT = "text"
"""The form of transcripts."""
_READERS: dict[str, Callable[[str, Game, str], list[Record]]] = {"pgn": read_pgn, "sgf": read_sgf}
_WRITERS: dict[str, Callable[[Record], str]] = {"pgn": write_pgn, "sgf": write_sgf}


def forms() -> tuple[str, ...]:
    """Return how a game may be written: as a transcript, as PGN, as SGF, and as packages have added it."""
    return (TEXT, *_WRITERS, *installed(RECORDS))


def form_of(file: str) -> str:
    """Return the form that a file is called by, as ``.pgn`` or ``.NAME.json``; that of transcripts if by none."""
    said = [suffix[1:].lower() for suffix in reversed(PurePath(file).suffixes)]
    return next((form for form in said if form in forms()), TEXT)


def recorded(path: Path) -> str:
    """Return the text of a file in which games are written. ``OSError`` and ``TranscriptError`` if there is none."""
    data = read_bytes(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise TranscriptError(f"the file is larger than the {MOST_BYTES // 1024**2} MiB that are read")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise TranscriptError("this is no text in UTF-8") from None


def _writer(form: str) -> Callable[[Record], str]:
    return _WRITERS[form] if form in _WRITERS else installed(RECORDS)[form].load()


def read_records(text: str, form: str, game: Game, file: str) -> list[Record]:
    """Return the games of a text, at least one.

    ``TranscriptError`` if it is no transcript of the game, ``ModelError`` with places for other forms, ``NotSaid`` if
    the model does not say how it is written in them.
    """
    if form in _READERS:
        return _READERS[form](text, game, file)
    if form != TEXT:
        raise NotSaid(f"{file}: games are written as {form}, but not read")
    transcript = read_transcript(text)
    record = record_of(match_of(transcript, game))
    players = len(game.players)
    names = (name if name != "?" else seat for name, seat in zip(transcript.names(players), record.names, strict=True))
    returns = transcript.returns(players) if record.returns is None else record.returns
    return [replace(record, names=tuple(names), returns=returns)]


def record_of(match: Match) -> Record:
    """Return a match as a game that has been played: what was taken back is left out, as are clocks."""
    seats = tuple("?" if seat == HUMAN else seat for seat in match.terms.seats)
    returns = None if match.result is None else match.result.returns
    return Record(match.session.start, match.session.moves, names=seats, returns=returns)


def match_of_record(record: Record, journal: Callable[[Event], None] | None = None) -> Match:
    """Return a match of people in which the moves of a record have been made. It can go on."""
    game = record.start.game
    start = None if record.start == game.initial_state() else record.start.to_text()
    match = Match(game, Terms.of(game, [HUMAN] * len(game.players), start=start), journal=journal)
    for move in record.moves:
        match.play(match.movers[0], move)
    return match


def read_match(text: str, file: str, game: Game) -> Match:
    """Return the match that a file tells, in the form that its extension says: the first one of several.

    ``TranscriptError`` says what is wrong.
    """
    form = form_of(file)
    if form == TEXT:
        return match_of(read_transcript(text), game)
    try:
        return match_of_record(read_records(text, form, game, file)[0])
    except ModelError as error:
        first = error.diagnostics[0]
        raise TranscriptError(f"{first.place.line}:{first.place.column}: {first.message}") from None
    except NotSaid as error:
        raise TranscriptError(str(error)) from None


def write_record(record: Record, form: str, model: str, before: str) -> str:
    """Return a game in a form. *before* is the one in which it was read, whose tags others do not have."""
    if form == TEXT:
        return write_transcript(match_of_record(record), model, names=record.names, returns=record.returns)
    return _writer(form)(record if form == before else replace(record, tags={}))


def write_match(match: Match, form: str, model: str = "", *, seed: bool = True) -> str:
    """Return a match in a form. ``NotSaid`` if it cannot be written so. *model* and *seed* belong to transcripts."""
    return write_transcript(match, model, seed=seed) if form == TEXT else _writer(form)(record_of(match))
