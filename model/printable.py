"""Texts of models and files as people may see them: nothing in them is hidden, and no terminal obeys them."""

from __future__ import annotations

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """Return a text as it may be printed on one line of a terminal.

    Ends of lines, other control characters, and those that are not seen or turn the direction of writing are written
    as in the notations, by their numbers.

    >>> print(printable("A\\nB\\x9b31m\\u202eC"))
    A\\nB\\u009B31m\\u202EC
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return _SHORT.get(character) or (f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}")
