"""Makes texts from models and files safe to print: no invisible characters and no commands to a terminal."""

from __future__ import annotations

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """Return a text as it may be printed on one line of a terminal.

    Line ends, other control characters, invisible ones and those that change the direction of writing are escaped as
    in the notations.

    >>> print(printable("A\\nB\\x9b31m\\u202eC"))
    A\\nB\\u009B31m\\u202EC
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def with_article(name: str) -> str:
    """Return the name of a class after the article for its sound: ``an Area``, ``a Unit``."""
    return f"{'an' if name[:1] in tuple('AEIOaeio') else 'a'} {name}"


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return _SHORT.get(character) or (f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}")
