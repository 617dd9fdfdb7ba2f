"""Games that extend another: ``game MiniOthello extends othello { … }``.

The text of such a game says only what differs from its base. A declaration replaces those of the base that are of the
same kind and declare one of the same names. Of ``board``, ``players``, ``setup`` and the like a game has only one, and
it replaces that of the base. Other declarations are added after those of the base. ``without NAME`` removes what has
this name, but nothing else that the same line declares; ``without KEYWORD`` removes all declarations with a keyword.

A base is a file of the notation in the same folder, or a packaged example; no other file can be named. The result is
the whole game, as if it were written out, with places in the texts that declare its parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.metamodel import schema
from tilewright.model.bounded import read_bytes
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document, Syntax
from tilewright.model.foreign.bgdsl import read_bgdsl
from tilewright.model.gallery import is_file, nearest, packaged
from tilewright.model.game.declarations import DECLARATIONS, OF_GRIDS
from tilewright.model.game.reader import GameReader, Source
from tilewright.model.hints import near_miss
from tilewright.model.remedies import Remedy
from tilewright.model.text.caret import Caret, offer
from tilewright.model.text.scanner import Scanner, Token, TokenKind, decode, readable

MOST_BASES = 16
"""The most games that may extend one another in a row."""
MOST_BYTES = 1024 * 1024
"""The most bytes of a text that is extended."""

_KINDS = {
    "place": "rule", "move": "rule", "chance": "rule", "MoveRule": "rule",
    "pieces": "piece", "neutral": "piece", "kind": "piece", "tile": "piece", "Piece": "piece", "Tile": "piece",
    "Player": "players", "Board": "board", "DirectionSet": "directions", "Region": "region", "Zone": "zone",
    "Mark": "mark",
    "Counter": "counter", "Constant": "constant", "Phase": "phases", "SubPipeline": "sub", "Parameter": "parameter",
    "Variant": "variant",
}  # fmt: skip
_ONCE = frozenset(
    {
        *("players", "board", "axes", "nature", "start", "seats", "simultaneous", "tiles", "phases"),
        *("ensure", "stuck", "over", "round", "ranking", "heuristic"),
        *("LegalMovesPipeline", "EffectPipeline"),
    }
)


def read_game(data: str | bytes, file: str, folder: Path | None = None, caret: Caret | None = None) -> Document:
    """Read a model in the game notation. It never raises: everything wrong is in the document.

    *folder* holds games that the text may extend, besides the packaged examples. If the word of *caret* stands in the
    text, *caret* records what could stand there.
    """
    text, problems = decode(data, file)
    if problems:
        return Document(file, None, Syntax.GAME, problems)
    first = Scanner(text, file)
    if not first.peek().is_("game") or first.peek(1).is_("::"):
        found = _class_form(data, file, first)
        if found is not None:
            return found
    reader = GameReader(text, file, caret=caret)
    complete = reader.heads()
    guess = reader.unclosed
    if guess:
        # A brace that is not closed has swallowed what follows: now a line that looks like a declaration ends it.
        reader = GameReader(text, file, guess_ends=True, caret=caret)
        complete = reader.heads()
    if reader.base is None:
        return reader.finish(complete)
    sources, problems = _Extension(folder).sources(reader)
    problems += reader.problems()
    if problems:
        return Document(file, None, Syntax.GAME, sorted(set(problems), key=lambda d: d.place), reader.places)
    return GameReader(text, file, guess_ends=guess).read_declarations(sources)


def _class_form(data: str | bytes, file: str, scanner: Scanner) -> Document | None:
    """Read a text that is in class form as a whole; None if it is not."""
    names = {"game", "bg", *schema().classes}
    if not scanner.peek().is_(*names) or _is_miswritten(scanner):
        return None
    document = read_bgdsl(data, file)
    document.syntax = Syntax.GAME
    return document


def _is_miswritten(scanner: Scanner) -> bool:
    """Return whether a text that begins with ``Game`` like class form goes on with a declaration of the notation."""
    is_named = scanner.peek(1).kind in (TokenKind.NAME, TokenKind.STRING)
    if scanner.peek().is_("Game") and is_named and scanner.peek(2).first_on_line:
        return scanner.peek(2).text in DECLARATIONS and not scanner.peek(3).is_("{")
    brace = 2 if scanner.peek(1).kind in (TokenKind.NAME, TokenKind.STRING) else 1
    if not scanner.peek().is_("Game") or not scanner.peek(brace).is_("{"):
        return False
    word, following = scanner.peek(brace + 1), scanner.peek(brace + 2)
    feature = schema().classes["Game"].by_name.get(word.text)
    if feature is None:
        return word.text in DECLARATIONS
    return not following.is_("{") if feature.many else following.kind is not TokenKind.NAME


@dataclass(frozen=True)
class _Entry:
    """A declaration of the combined game, and whether it comes from a base."""

    source: Source
    inherited: bool = True

    @property
    def kind(self) -> str:
        word = self.source.word
        return _KINDS.get(word, word)


class _Extension:
    """Combines the declarations of a game with those of the games that it extends."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.problems: list[Diagnostic] = []
        self.seen: list[str] = []

    def sources(self, reader: GameReader) -> tuple[list[Source], list[Diagnostic]]:
        """Return the declarations of the combined game in order, and what is wrong with its bases."""
        return [entry.source for entry in self._entries(reader)], self.problems

    def _entries(self, reader: GameReader) -> list[_Entry]:
        """Return the declarations of a game whose heads have been read, combined with those of its base."""
        inherited = [] if reader.base is None else self._inherited(reader.base)
        merged = [replace(entry, inherited=True) for entry in inherited]
        for source in reader.sources():
            if source.token.text == "without":
                merged = self._without(source, merged)
            else:
                merged = _put(_Entry(source, inherited=False), merged)
        return merged

    def _inherited(self, base: Token) -> list[_Entry]:
        """Return the declarations of the base that a token names; report if it cannot be read."""
        path = self._file(base)
        if path is None:
            return []
        try:
            data = read_bytes(path, MOST_BYTES)
        except OSError as error:
            self._report("base-unknown", f"the game that is extended cannot be read: {error.strerror}", base)
            return []
        if len(data) > MOST_BYTES:
            self._report("file-too-large", f"a game that is extended is at most {MOST_BYTES // 1024} KiB long", base)
            return []
        if str(path) in self.seen or len(self.seen) >= MOST_BASES:
            message = f"the games that are extended go round in a circle, or are more than {MOST_BASES}"
            self._report("base-circular", message, base)
            return []
        self.seen.append(str(path))
        text, problems = decode(data, str(path))
        if not problems and not Scanner(text, str(path)).peek().is_("game"):
            self._report("base-unknown", "only a game in the notation can be extended; convert it first", base)
            return []
        reader = GameReader(text, str(path))
        if not problems:
            reader.heads()
            problems = reader.problems()
        self.problems += problems
        return self._entries(reader)

    def _file(self, base: Token) -> Path | None:
        """Return the file of a base: in the same folder, else among the packaged examples; report if there is none."""
        name = base.value.removesuffix(".game")
        if not name or any(not (character.isalnum() or character in "-_") for character in name):
            message = "a game that is extended is called by the name of its file, which is in the same folder"
            self._report("base-unknown", message, base)
            return None
        if self.folder is not None and is_file(path := self.folder / f"{name}.game"):
            return path
        example = packaged(name, (".game",))
        if example is None:
            hint = nearest(name)
            message = f"there is no game '{readable(name)}' to extend{hint}"
            if self.folder is not None and any(is_file(self.folder / f"{name}.{other}") for other in ("xmi", "bgdsl")):
                message = (
                    f"only a game in a file of the notation is extended: write '{readable(name)}.game' by 'convert'"
                )
            self._report("base-unknown", message, base, remedies=hint.remedies)
        return example

    def _without(self, source: Source, merged: list[_Entry]) -> list[_Entry]:
        """Return the declarations without what a declaration ``without`` names."""
        for token in source.left_out:
            name = token.text
            dropped = [e for e in merged if e.inherited and name in e.source.names]
            if dropped:
                merged = [rest for e in merged for rest in (_less(e, name) if e in dropped else [e])]
                continue
            dropped = [e for e in merged if e.inherited and name == e.source.token.text]
            if not dropped and not self.problems:
                known = {known for e in merged if e.inherited for known in (*e.source.names, e.source.token.text)}
                offer(name, known)
                hint = near_miss(name, known)
                message = f"the game that is extended declares no '{name}'{hint}"
                self._report("unresolved-reference", message, token, remedies=hint.remedies)
            merged = [entry for entry in merged if entry not in dropped]
        return merged

    def _report(
        self,
        code: str,
        message: str,
        token: Token,
        related: Iterable[Related] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        self.problems.append(diagnose(code, message, token.place, tuple(related), remedies))


def _less(entry: _Entry, name: str) -> list[_Entry]:
    """Return a declaration that drops one of its names, as a list; an empty one if it declares no other name."""
    source = entry.source
    names = tuple(other for other in source.names if other != name)
    return [replace(entry, source=replace(source, names=names, dropped=source.dropped | {name}))] if names else []


def _put(new: _Entry, merged: list[_Entry]) -> list[_Entry]:
    """Return declarations with a new one in place of the first inherited one that it replaces, else at the end."""
    replaced = [entry for entry in merged if entry.inherited and _replaces(new, entry)]
    if not replaced:
        return [*merged, new]
    return [new if entry is replaced[0] else entry for entry in merged if entry is replaced[0] or entry not in replaced]


def _replaces(new: _Entry, old: _Entry) -> bool:
    """Return whether a declaration replaces one of the base."""
    if new.kind != old.kind:
        return False
    if new.kind in (*OF_GRIDS, "setup"):
        return new.source.names == old.source.names
    return new.kind in _ONCE or not set(new.source.names).isdisjoint(old.source.names)
