"""Games in JSON. The keys of the outermost object tell the format."""

from __future__ import annotations

from tilewright.model.codes import diagnose
from tilewright.model.document import Document, Syntax
from tilewright.model.foreign.arena import is_arena, read_arena
from tilewright.model.foreign.constructor import is_configuration, read_configuration
from tilewright.model.foreign.placed_json import Table, kind_of, read_json
from tilewright.model.text.scanner import decode

__all__ = ["read_json_game"]


def read_json_game(data: str | bytes, file: str) -> Document:
    """Read a model from JSON. Never raises; every problem is in the document.

    There is a model only if there is no error. Cost: linear in the size of the text; composing rules is bounded.
    """
    text, problems = decode(data, file)
    document = Document(file, None, Syntax.JSON, problems)
    if problems:
        return document
    root, place, problems = read_json(text, file)
    document.diagnostics += problems
    if isinstance(root, Table) and is_configuration(root):
        read_configuration(root, place, document)
    elif isinstance(root, Table) and is_arena(root):
        if not problems:
            read_arena(root, place, text, document)
    elif root is not None and not problems:
        message = (
            "these are no keys of a game: 'figures' and 'game_states' are those of the board game constructor, "
            "'arena' is that of a map of the sl-hackathon-2026 game"
        )
        if not isinstance(root, Table):
            message = f"a game in JSON is an object, not {kind_of(root)}"
        document.diagnostics.append(diagnose("unknown-syntax", message, place(root.offset)))
    return document
