"""From a model to a game that can be played."""

from __future__ import annotations

import copyreg
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from warnings import warn
from weakref import WeakValueDictionary

from tilewright.metamodel.language import AmountFilter, OptionFilter
from tilewright.metamodel.typing import EObject
from tilewright.model.choosing import choose
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import MAX_BYTES, document_of, read_text, write
from tilewright.model.nameless import nameless_label
from tilewright.model.objects import walk
from tilewright.model.places import Copied, Place, Recorded
from tilewright.model.readable import readable
from tilewright.model.shaping import in_shape, shape
from tilewright.model.validation import validate
from tilewright.runtime.drawing import state_symbols
from tilewright.runtime.engines import ENGINES
from tilewright.runtime.engines.choosing import engine_called
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.protocols import GameNames, Pile
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game
from tilewright.runtime.states import States

__all__ = ["ENGINES", "FallbackWarning", "fallback_of", "game_of", "load"]


def load(
    model: str | Path | Document | EObject,
    engine: str = "auto",
    *,
    variant: str | None = None,
    settings: Mapping[str, str | int] | None = None,
) -> Game:
    """Return the game of a model: a file in any syntax, the name of an example, a document, or the root of a model.

    *variant* and *settings* (values of parameters by name) choose among what the model leaves open; a document or root
    that is passed in is not changed by this.

    *engine* is one of ``ENGINES``; all play alike. If the rules cannot be compiled, or the game is too large, another
    engine plays: a ``FallbackWarning`` and the ``fallback`` of the game say why.

    ``ModelError`` holds all diagnostics if the model has errors. ``OSError`` if the file cannot be read. ``NoChoice``
    if there is no such variant, parameter or value. ``NativeUnavailable`` and ``WasmUnavailable`` if what the engines
    "native" and "wasm" need is not installed. ``ValueError`` if there is no such engine.
    """
    if engine not in ENGINES:
        raise ValueError(f"the engine {engine!r} is unknown; there are: {', '.join(ENGINES)}")
    document = document_of(model)
    if isinstance(model, str | Path):
        document = readable(document, str(model))
    diagnostics = validate(document)
    if document.root is None or has_errors(diagnostics):
        raise ModelError(diagnostics)
    is_own = isinstance(model, str | Path)
    chosen = None if settings is None else {name: str(value) for name, value in settings.items()}
    if variant is not None or settings:
        document, is_own = document if is_own else _copy(document), True
        choose(document.game, variant, chosen)
    if not in_shape(document.game):
        document = document if is_own else _copy(document)
        shape(document)
        diagnostics = validate(document)
        if has_errors(diagnostics):
            raise ModelError(diagnostics)
    game = game_of(document, engine)
    given = {"variant": variant, "settings": chosen}
    game.choices = {name: value for name, value in given.items() if value}
    if game.fallback is not None:
        warn(fallback_of(game), FallbackWarning, stacklevel=2)
    return game


def _copy(document: Document) -> Document:
    """Return a document with a copy of the model, whose elements have the places of the originals."""
    copy = read_text(write(document, Syntax.XMI), document.file, Syntax.XMI)
    copy.places = Copied(document.places, dict(zip(walk(copy.game), walk(document.game), strict=True)))
    return copy


class FallbackWarning(RuntimeWarning):
    """A game is not played by the engine that was asked for. The message names the one that plays, and the reason."""


def fallback_of(game: Game) -> str:
    """Return a sentence that says which engine plays a game instead of the one that was asked for, and why."""
    engine = "the interpreter" if game.played_by == "interpreter" else f"the engine {game.played_by}"
    return f"{game.name} is played by {engine}: {game.fallback}"


def game_of(document: Document, engine: str = "auto") -> Game:
    """Return the game of a validated model, played by an engine of ``ENGINES``, or by one that replaces it."""
    root = document.game
    interpreter = Interpreter(root, document.places)
    tables = interpreter.tables
    players = tuple(Player(number, p.name, p.hexColor, p.team) for number, p in enumerate(tables.players))
    options = frozenset(e.label for e in root.eAllContents() if isinstance(e, OptionFilter))
    names = GameNames(
        game=root.name,
        cells=tables.cells.places,
        width=tables.width,
        height=tables.height,
        players=tuple(player.name for player in tables.movers),
        states=state_symbols(tables),
        piles=tuple(
            Pile(info.slot(me), info.first, info.cells)
            for info in tables.counters.values()
            if info.per_cell and info.lifetime != "Move"
            for me in range(info.players)
        ),
        options=options,
        amounts=any(isinstance(e, AmountFilter) for e in root.eAllContents()),
        nameless=nameless_label(root),
        zones=tables.grids,
    )
    nature = None if root.nature is None else Player(tables.nature, root.nature.name, root.nature.hexColor)
    return Game(players, names, engine_called(engine, interpreter, document), document, States(), nature)


def _reduced(game: Game) -> tuple[object, ...]:
    """Return what ``pickle`` needs to make a game again: ``restored_game`` and its arguments."""
    text = zlib.compress(write(game.document, Syntax.XMI).encode("utf-8"))
    about = game.document.file, game.played_by, game.fallback, game.choices
    return restored_game, (text, _placed(game.document), *about)


def _placed(document: Document) -> bytes:
    """Return the places of all elements of a model, in the order of ``walk``, compressed."""
    found = [document.places.of(element) for element in walk(document.game)]
    files = list(dict.fromkeys(place.file for place in found))
    numbers = [(files.index(place.file), place.line, place.column) for place in found]
    return zlib.compress(json.dumps([files, numbers]).encode("utf-8"))


def _recorded(data: bytes, document: Document) -> Recorded:
    """Return the places of which ``_placed`` made bytes. ``ValueError`` if they are not those of such a model."""
    try:
        files, numbers = json.loads(zlib.decompressobj().decompress(data, MAX_BYTES))
        places = [Place(str(files[file]), int(line), int(column)) for file, line, column in numbers]
        found = Recorded(document.file)
        for element, place in zip(walk(document.game), places, strict=True):
            found.record(element, place)
    except (IndexError, TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"the places of a pickled model are not those of its elements: {error}") from None
    return found


copyreg.pickle(Game, _reduced)  # type: ignore[arg-type]

_restored: WeakValueDictionary[tuple[bytes, bytes, str], Game] = WeakValueDictionary()
"""The games that were unpickled, by model, places and engine, so that states of one game share one ``Game``."""


def restored_game(
    data: bytes, placed: bytes, file: str, engine: str, fallback: str | None, choices: dict[str, object]
) -> Game:
    """Return the game of a pickled model; *data* is its XMI, compressed, and *placed* has the places of its elements.

    ``ModelError`` if the model has errors.
    """
    found = _restored.get((data, placed, engine))
    if found is None:
        reader = zlib.decompressobj()
        text = reader.decompress(data, MAX_BYTES)
        document = read_text(text.decode("utf-8"), file, Syntax.XMI)
        diagnostics = validate(document)
        if document.root is None or has_errors(diagnostics):
            raise ModelError(diagnostics)
        document.places = _recorded(placed, document)
        found = _restored[data, placed, engine] = game_of(document, engine)
        found.fallback, found.choices = fallback, choices
    return found
