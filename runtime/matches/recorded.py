"""Reading and writing recorded games: as transcripts, or in other formats. The suffix of a file names the format."""

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
"""The greatest size of a file that is read, in bytes."""
TEXT = "text"
"""The name of the format of transcripts."""
_READERS: dict[str, Callable[[str, Game, str], list[Record]]] = {"pgn": read_pgn, "sgf": read_sgf}
_WRITERS: dict[str, Callable[[Record], str]] = {"pgn": write_pgn, "sgf": write_sgf}


def forms() -> tuple[str, ...]:
    """Return the names of the formats: ``text`` for transcripts, ``pgn``, ``sgf``, and those of installed packages."""
    return (TEXT, *_WRITERS, *installed(RECORDS))


def form_of(file: str) -> str:
    """Return the format that a suffix of a file names, as ``.pgn`` or ``.NAME.json``; that of transcripts if none."""
    said = [suffix[1:].lower() for suffix in reversed(PurePath(file).suffixes)]
    return next((form for form in said if form in forms()), TEXT)


def recorded(path: Path) -> str:
    """Return the text of a file with games, with line feeds as ends of lines.

    ``OSError`` if it cannot be read, ``TranscriptError`` if it is too large or not UTF-8.
    """
    return decoded(read_bytes(path, MOST_BYTES))


def decoded(data: bytes) -> str:
    """Return the bytes of a file with games as text: see ``recorded``."""
    if len(data) > MOST_BYTES:
        raise TranscriptError(f"the file is larger than the {MOST_BYTES // 1024**2} MiB that are read")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise TranscriptError("this is no text in UTF-8") from None


def _writer(form: str) -> Callable[[Record], str]:
    return _WRITERS[form] if form in _WRITERS else installed(RECORDS)[form].load()


def read_records(text: str, form: str, game: Game, file: str) -> list[Record]:
    """Return the recorded games in a text, at least one. *file* is its name for messages.

    For a wrong text, ``TranscriptError`` in the format of transcripts, and ``ModelError`` with places in the others.
    ``NotSaid`` if the model does not support the format, or the format is only written.
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
    """Return the record of a match, without the moves that were taken back and without times."""
    seats = tuple("?" if seat == HUMAN else seat for seat in match.terms.seats)
    returns = None if match.result is None else match.result.returns
    return Record(match.session.start, match.session.moves, names=seats, returns=returns)


def match_of_record(record: Record, journal: Callable[[Event], None] | None = None) -> Match:
    """Return a match between people after the moves of a record. It can go on. *journal* is as for ``Match``."""
    game = record.start.game
    start = None if record.start == game.initial_state() else record.start.to_text()
    match = Match(game, Terms.of(game, [HUMAN] * len(game.players), start=start), journal=journal)
    match.replay(record.moves)
    return match


def read_match(text: str, file: str, game: Game) -> Match:
    """Return the first match in the text of a file, in the format that the name of the file says.

    ``TranscriptError`` if the text is wrong, in any format.
    """
    form = form_of(file)
    if not text.strip():
        raise TranscriptError("the file is empty")
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
    """Return the text of a record in a format. *model* is named in transcripts.

    *before* is the format from which it was read: its tags are dropped in any other. ``NotSaid`` if it cannot be
    written.
    """
    if form == TEXT:
        return write_transcript(match_of_record(record), model, names=record.names, returns=record.returns)
    return _writer(form)(record if form == before else replace(record, tags={}))


def write_match(match: Match, form: str, model: str = "", *, seed: bool = True) -> str:
    """Return the text of a match in a format. ``NotSaid`` if it cannot be written.

    *model* and *seed* are those of ``write_transcript``; other formats ignore them.
    """
    return write_transcript(match, model, seed=seed) if form == TEXT else _writer(form)(record_of(match))
