"""Programs of models, compiled once: the text is kept in the cache under a digest of the model and of the compiler."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from tilewright.generator.purpose import Purpose
from tilewright.model.document import Document, Syntax
from tilewright.model.files import write
from tilewright.runtime.kernels import cache

if TYPE_CHECKING:
    from tilewright.generator.compiler.program import Program

_checked: set[bytes] = set()
"""The digests of cache entries that were checked in this process."""


def program_of(document: Document, purpose: Purpose = Purpose.PLAY, *, checked: bool = True) -> Program:
    """Return the program of a model without errors, for a purpose, from the cache if it is there.

    *checked* says that a text from the cache is checked to be in the kernel language, as it must be if Python runs it.
    Back ends that parse the text check it themselves, and call ``anew`` if it is not. ``NotLowered`` if the rules
    cannot be compiled. Cost: that of compiling; with the cache, of writing the model as XMI and of the check.
    """
    from tilewright.generator.compiler.driver import layout_of
    from tilewright.generator.compiler.lowering.constants import Constants
    from tilewright.generator.compiler.program import Program

    assert document.root is not None, "a model that has been validated"
    key = _key(document, purpose)
    kept = None if key is None else _kept(key, checked)
    if kept is None:
        return anew(document, purpose)
    source, labels = kept
    constants = Constants(document.root)
    return Program(document.root.name, source, layout_of(document.root, constants), labels, constants.players)


def anew(document: Document, purpose: Purpose) -> Program:
    """Compile the program of a model, whatever the cache holds, and put it into the cache."""
    from tilewright.generator.compiler.driver import compile_game

    program = compile_game(document.game, document.places, purpose=purpose)
    key = _key(document, purpose)
    if key is not None:
        cache.write(key, json.dumps({"source": program.source, "labels": program.labels}).encode("utf-8"))
    return program


def is_kept(document: Document) -> bool:
    """Return whether the program of a model is in the cache. The compiler is not imported."""
    key = _key(document, Purpose.PLAY)
    return key is not None and cache.read(key) is not None


def _kept(key: str, checked: bool) -> tuple[str, tuple[str, ...]] | None:
    """Return the source and the labels in the cache under a key; an entry that is not valid is discarded.

    A source that Python will run is checked to be in the kernel language, so that a forged entry cannot do harm. The
    check takes most of the time, so it is made once in a process.
    """
    from tilewright.generator.compiler.kernel.language import check, words_of
    from tilewright.generator.compiler.kernel.nodes import KernelError

    data = cache.read(key)
    if data is None:
        return None
    try:
        match json.loads(data):
            case {"source": str(source), "labels": [*labels]} if all(isinstance(label, str) for label in labels):
                words_of(source)
                digest = hashlib.sha256(data).digest()
                if checked and digest not in _checked:
                    check(source)
                    _checked.add(digest)
                return source, tuple(labels)
    except (KernelError, ValueError, RecursionError):
        pass
    cache.discard(key)
    return None


def _key(document: Document, purpose: Purpose) -> str | None:
    """Return the key of a program in the cache; None if the compiler is not in files, so that it has no digest."""
    try:
        digest = hashlib.sha256(cache.digest_of("tilewright.generator.compiler"))
    except OSError:
        return None
    digest.update(write(document, Syntax.XMI).encode("utf-8"))
    return f"{purpose.value}-{digest.hexdigest()}"
