"""Lists of players of the ProjectLCore library, ``aiplayers.ini``::

    ; a comment
    [Any name]
    dll_path = players/awesome.py
    name = Awesome Player
    init_path = settings.txt

``dll_path``, relative to the list, names a program: a file ``.py`` is run by this Python, any other one directly. An
assembly of .NET cannot be run, but a program that loads it can play for it: see ``ai_player``. ``init_path`` is
optional and is passed to the player unchanged.
"""

from __future__ import annotations

import configparser
import sys
from dataclasses import dataclass
from pathlib import Path

from tilewright.model.bounded import read_bytes
from tilewright.model.hints import near_miss
from tilewright.model.printable import printable

KEYS = ("dll_path", "name", "init_path")
"""The keys of a player; the last one is optional."""
MOST_BYTES = 1 << 16
"""The greatest size of a list, in bytes."""
MOST_PLAYERS = 100
"""The greatest number of players in a list."""


@dataclass(frozen=True)
class Listed:
    """A player of a list: its name, the command that runs it, and the path that it is told at the beginning."""

    name: str
    command: tuple[str, ...]
    init_path: str | None


def read_players(file: Path) -> list[Listed]:
    """Return the players of a list. ``ValueError`` says where the list is wrong, and why."""
    try:
        data = read_bytes(file, MOST_BYTES)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} cannot be read: {getattr(error, 'strerror', None) or 'it is no text'}") from None
    if len(data) > MOST_BYTES:
        raise ValueError(f"{file} is larger than {MOST_BYTES} bytes")
    found = configparser.RawConfigParser(interpolation=None, default_section="", comment_prefixes=(";", "#"))
    try:
        found.read_string(text, str(file))
    except configparser.MissingSectionHeaderError as error:
        raise ValueError(f"{file}:{error.lineno}: a player begins with its section, as in [Any name]") from None
    except configparser.DuplicateSectionError as error:
        raise ValueError(f"{file}:{error.lineno}: the section [{printable(error.section)}] is there already") from None
    except configparser.DuplicateOptionError as error:
        raise ValueError(f"{file}:{error.lineno}: the player has '{printable(error.option)}' already") from None
    except configparser.ParsingError as error:
        raise ValueError(f"{file}:{error.errors[0][0]}: a line is KEY = VALUE, a [section] or a comment") from None
    if not found.sections():
        raise ValueError(f"{file} lists no player")
    if len(found.sections()) > MOST_PLAYERS:
        raise ValueError(f"{file} lists more than {MOST_PLAYERS} players")
    return [_listed(file, section, dict(found[section])) for section in found.sections()]


def _listed(file: Path, section: str, said: dict[str, str]) -> Listed:
    """Return the player that the keys of a section describe. ``ValueError`` if they are wrong."""
    place = f"{file}, [{printable(section)}]"
    for key in said:
        if key not in KEYS:
            raise ValueError(f"{place}: a player has no key '{printable(key)}'{near_miss(key, KEYS)}")
    for key in KEYS[:2]:
        if not said.get(key):
            raise ValueError(f"{place}: a player needs the key '{key}'")
    program = file.parent / said["dll_path"]
    if program.suffix.lower() == ".dll":
        raise ValueError(
            f"{place}: {printable(program.name)} is an assembly of .NET, which is not run here; name a program"
        )
    if not program.is_file():
        raise ValueError(f"{place}: there is no file {printable(str(program))}")
    command = (sys.executable, str(program)) if program.suffix == ".py" else (str(program.resolve()),)
    return Listed(said["name"], command, said.get("init_path") or None)


def called(file: Path, name: str) -> Listed:
    """Return the player of a list with a name, or without a *name* the only one. ``ValueError`` if there is none."""
    players = read_players(file)
    names = [player.name for player in players]
    if not name and len(players) == 1:
        return players[0]
    if not name:
        raise ValueError(f"{file} lists {len(players)} players; write one of them after #: {', '.join(names)}")
    found = next((player for player in players if player.name == name), None)
    if found is None:
        raise ValueError(f"{file} lists no player '{printable(name)}'{near_miss(name, names)}")
    return found
