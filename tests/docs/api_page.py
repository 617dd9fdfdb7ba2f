"""docs/api.md, made from the docstrings of what programs use: ``python -m tests.docs.api_page``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

from tests.support.places import DOCS

PAGE = DOCS / "api.md"

SECTIONS = (
    ("Games", "tilewright", ("load", "Game", "State", "LegalMoves", "Move", "Player", "read_move")),
    ("The board", "tilewright.runtime.board", ("Board", "Piece")),
    ("What a player sees", "tilewright.runtime.information.views", ("View", "Unknown")),
    ("What a player has been told", "tilewright", ("Session",)),
    ("Drawing", "tilewright", ("render",)),
    ("Errors", "tilewright.runtime.refusals", ("IllegalMove", "UnreadableMove", "AmbiguousMove", "Explanation")),
    ("Counting and playing", "tilewright", ("perft", "divide", "playout")),
    ("Many games", "tilewright", ("simulate",)),
    ("What many games tell", "tilewright.runtime.simulation", ("Simulation", "Estimate")),
    ("Many positions at once", "tilewright", ("Batch",)),
    ("Search", "tilewright", ("search", "TreeSearch")),
    ("Alpha-beta search", "tilewright", ("minimax", "MinimaxSearch")),
    ("What alpha-beta search finds", "tilewright.runtime.search.minimax", ("Variation",)),
    ("What is expected of positions", "tilewright.runtime.search.evaluation", ("evaluation_of", "Evaluation")),
    ("What a tree search finds", "tilewright.runtime.search.analysis", ("Analysis", "Line")),
    ("What cannot be searched", "tilewright.runtime.search.unsearched", ("Unsearched",)),
    ("Programs that play", "tilewright", ("Bot",)),
    ("Players", "tilewright.runtime.players", ("RandomPlayer", "TreePlayer", "MinimaxPlayer")),
    ("Contests", "tilewright", ("contest",)),
    (
        "Models",
        "tilewright.model",
        ("read", "read_text", "validate", "write", "save", "convert", "Document", "Syntax", "NotWritten"),
    ),
    ("Models of another metamodel", "tilewright.model", ("read_metamodel", "Metamodel")),
    ("What is wrong with a model", "tilewright.model", ("Diagnostic", "Severity", "ModelError")),
)
"""The sections of the page: a title, a module, and its names."""

HEAD = """# What programs use

Made from the docstrings; what is not here may change. Cells are given by names such as `e4`, or by row and column, both
from 0, the top row first.
"""


def page() -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for title, module, names in SECTIONS:
        parts.append(f"## {title}\n\nFrom `{module}`.\n")
        for name in names:
            parts += _described(name, getattr(import_module(module), name))
    return "\n".join(parts).rstrip() + "\n"


def _described(name: str, thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"### `{name}{_signature(thing)}`\n"
        yield _text(thing)
        return
    yield f"### `{name}`\n"
    yield _text(thing)
    if is_dataclass(thing):
        yield f"Parts: {', '.join(f'`{part.name}`' for part in fields(thing) if part.repr)}.\n"
    for own, member in _members(thing):
        if isinstance(member, property) or hasattr(member, "func"):
            yield f"**`.{own}`** {_text(getattr(member, 'fget', None) or member.func)}"
        else:
            plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            yield f"**`.{own}{_signature(plain)}`** {_text(plain)}"


def _members(thing: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties of a class that say what they mean, in the order of the text."""
    for own, member in vars(thing).items():
        shown = not own.startswith("_") or own in ("__getitem__", "__contains__")
        is_member = inspect.isfunction(member) or isinstance(member, property | classmethod) or hasattr(member, "func")
        if shown and is_member and _text(getattr(member, "fget", None) or getattr(member, "func", member)):
            yield own, member


def _signature(function: Any) -> str:
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(function)))
    return re.sub(r"\((?:self|cls)(?:, )?", "(", text, count=1)


def _text(thing: Any) -> str:
    found = inspect.getdoc(thing) if not inspect.isclass(thing) else inspect.cleandoc(thing.__doc__ or "")
    return "" if not found else re.sub(r"``([^`]+)``", r"`\1`", found) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
