"""Writes whole games. Each declaration begins a line; comments stand before their declaration or after it."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.typing import EObject
from tilewright.model.document import Comments, Document
from tilewright.model.foreign.bgdsl import write_bgdsl
from tilewright.model.game.writer.declarations import DeclarationWriter, Written
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import is_word
from tilewright.model.objects import walk
from tilewright.model.text.writer import quoted


def write_game(model: Document | EObject) -> str:
    """Return a model in the game notation, with its comments if a document is given."""
    document = model if isinstance(model, Document) else Document("<model>", model)
    game: EObject = document.root
    if not _has_shorthand(game):
        return write_bgdsl(document)
    try:
        written = list(DeclarationWriter(game).all())
    except Unwritable:
        return write_bgdsl(document)
    comments = _Placed(game, written, document.comments)
    title = "" if game.name is None else f" {game.name if is_word(game.name) else quoted(game.name)}"
    lines = [*comments.root_before, f"game{title} {{"]
    for declaration in written:
        lines += comments.of(declaration)
    lines += [f"  {text}" for text in comments.root_inside]
    return "\n".join([*lines, "}", *comments.root_after, ""])


def _has_shorthand(game: EObject) -> bool:
    """Return whether a game has what every text in the notation declares: players, one who starts, board and cells."""
    board = game.board
    return (
        board is not None
        and len(game.players) > 0
        and game.initialPlayer in (*game.players, game.nature)
        and len(board.tileplacement) > 0
    )


class _Placed:
    """The comments of a model by the declaration at which they are written."""

    def __init__(self, game: EObject, written: list[Written], comments: Comments) -> None:
        self.comments = comments
        homes: dict[EObject, Written] = {}
        for declaration in written:
            for obj in declaration.elements:
                homes.setdefault(obj, declaration)
        self.root_before = list(comments.before.get(game, ()))
        self.root_inside = list(comments.inside.get(game, ()))
        self.root_after = list(comments.after.get(game, ()))
        self.leading: dict[int, list[str]] = {}
        self.behind: dict[int, list[str]] = {}
        commented = {*comments.before, *comments.after, *comments.inside} - {game}
        for obj in walk(game) if commented else ():
            if obj in commented:
                self._place(obj, homes)

    def _place(self, obj: EObject, homes: dict[EObject, Written]) -> None:
        """Give the comments of an element to the declaration that contains it, or to the game."""
        home = obj
        while home is not None and home not in homes:
            home = home.eContainer()
        before, after, inside = (
            table.get(obj, []) for table in (self.comments.before, self.comments.after, self.comments.inside)
        )
        if home is None:
            self.root_inside += [*before, *inside, *after]
            return
        declaration = homes[home]
        leading = self.leading.setdefault(id(declaration), [])
        leading += [*before, *inside]
        if obj is declaration.elements[0] and _fits_behind(after):
            self.behind[id(declaration)] = after
        else:
            leading += after

    def of(self, declaration: Written) -> Iterator[str]:
        """Yield the lines of a declaration with its comments."""
        for text in self.leading.get(id(declaration), ()):
            yield f"  {text}"
        yield from declaration.lines[:-1]
        yield " ".join([declaration.lines[-1], *self.behind.get(id(declaration), ())])


def _fits_behind(texts: list[str]) -> bool:
    """Return whether comments can stand one after another on one line."""
    return not any("\n" in text or "\r" in text for text in texts) and not any(
        text.startswith("//") for text in texts[:-1]
    )
