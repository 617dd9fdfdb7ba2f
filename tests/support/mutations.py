"""Damaged models: texts of the examples with seeded changes of every kind, for tests that nothing escapes the readers."""

from __future__ import annotations

import copy
import json
import random
import re
import resource
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any

from tests.model.bad_inputs import arenas, configurations, puzzles
from tests.support.places import GALLERY
from tilewright.metamodel import schema
from tilewright.metamodel.loading import constraints
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference
from tilewright.model.validation import validate

WRITTEN = [syntax for syntax in Syntax if syntax.is_written]
LIMIT_SECONDS = 20
LIMIT_BYTES = 3 * 1024**3

_WORD = re.compile(rb"[A-Za-z_]\w*|-?\d+|\"[^\"\n]*\"")
_FRAGMENTS = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xc3",
    b"<",
    b">",
    b"&",
    b"&#0;",
    b"&lt;",
    b"<!DOCTYPE x>",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"|",
    b"->",
    b"@",
    b'"',
    b"'",
    b"\\",
    b"//",
    b"/*",
    b"*/",
    b"-1",
    b"0",
    b"99999999999",
    b"2147483647",
    b"//@board",
    b"//@players.7",
    b"/",
    b"..",
    b"*",
    b"\xe2\x80\xae",
    b"\xf0\x9f\x8e\xb2",
]


ZONE = re.compile(rb"(?m)^ *(?:zone |<zones |Zone )")
"""What stands where a zone is declared, in each syntax."""
MOST_BYTES = 60_000


def originals() -> list[tuple[str, bytes]]:
    """Return every example in every syntax: its extension and its text."""
    found = []
    for path in sorted(GALLERY.glob("*/*.xmi")):
        document = read_text(path.read_bytes(), path.name)
        if document.root is not None and not has_errors(document.diagnostics):
            found += [(syntax.value, write(document, syntax).encode()) for syntax in WRITTEN]
    return found


def foreign() -> list[tuple[str, bytes]]:
    """Return games in the formats of others."""
    games = [("json", text.encode()) for text in (configurations.GOOD, arenas.MAP, arenas.TUTORIAL)]
    return [*games, ("txt", puzzles.PUZZLES.encode())]


def puzzling() -> list[tuple[str, bytes]]:
    """Return puzzles in the format of others."""
    return [("txt", puzzles.PUZZLES.encode())]


def zoned() -> list[tuple[str, bytes]]:
    """Return the games of the gallery with zones, except those of many cells, in every syntax."""
    return [(extension, text) for extension, text in originals() if ZONE.search(text) and len(text) < MOST_BYTES]


TEXTS = {"examples": originals, "foreign": foreign, "puzzles": puzzling, "zones": zoned}
"""What is damaged."""


def mutate(rng: random.Random, data: bytes) -> bytes:
    """Return a text with one to four changes."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = _change(rng, data)
    return data


def _change(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    span = rng.choice((1, 1, 5, 40, 400))
    kind = rng.randrange(9)
    if kind == 0:
        return data[:at] + data[at + span :]
    if kind == 1:
        return data[: at + span] + data[at : at + span] + data[at + span :]
    if kind == 2:
        return data[:at] + rng.choice(_FRAGMENTS) + data[at:]
    if kind == 3:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if kind == 4:
        return data[:at]
    if kind == 5:
        other = rng.randrange(len(data) + 1)
        return data[:at] + data[other : other + span] + data[at + span :]
    words = list(_WORD.finditer(data))
    if not words:
        return data
    word = rng.choice(words)
    if kind == 6:
        return data[: word.start()] + rng.choice(words).group() + data[word.end() :]
    if kind == 7:
        return data[: word.start()] + rng.choice(_names()) + data[word.end() :]
    return data[: word.start()] + rng.choice(_FRAGMENTS) + data[word.end() :]


def restructure(rng: random.Random, data: bytes) -> bytes:
    """Return JSON with one to four values or keys put elsewhere, left out, or replaced by others."""
    root = json.loads(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        holders = list(_holders(root))
        holder, key = rng.choice(holders)
        other, its = rng.choice(holders)
        kind = rng.randrange(5)
        if kind == 0:
            holder[key] = copy.deepcopy(other[its])
        elif kind == 1:
            del holder[key]
        elif kind == 2:
            holder[key] = copy.deepcopy(rng.choice(_ODD))
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(other[its]))
        elif isinstance(its, str):
            holder[its] = copy.deepcopy(holder[key] if kind == 3 else other[its])
        if not isinstance(root, dict) or not root:
            break
    return json.dumps(root, indent=1).encode()


_ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    7,
    0.5,
    10**6,
    10**17,
    "",
    "x",
    "1",
    "y\u202e",
    "a" * 300,
    [],
    {},
    [[]],
]


def _holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a value: an object or list, and a key or number in it."""
    for key, inside in list(value.items()) if isinstance(value, dict) else list(enumerate(value)):
        yield value, key
        if isinstance(inside, dict | list):
            yield from _holders(inside)


def _names() -> list[bytes]:
    """Return the names of all classes, features and literals."""
    names = set()
    for info in schema().classes.values():
        names.add(info.name)
        for feature in info.features:
            names.add(feature.name)
            names.update(feature.literals or ())
    return [name.encode() for name in sorted(names)]


def judge(extension: str, data: bytes) -> int:
    """Read and validate a text; return the number of diagnostics. Fails if anything but diagnostics comes out.

    What has no error of syntax must survive being written in every syntax.
    """
    name = f"mutated.{extension}"
    document = read_text(data, name)
    read_well = document.root is not None and not has_errors(document.diagnostics)
    diagnostics = validate(document)
    assert document.root is not None or has_errors(diagnostics), "no model and no error"
    known = set(CODES) | {constraint.name for found in constraints().values() for constraint in found}
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for diagnostic in diagnostics:
        assert diagnostic.code in known, diagnostic
        assert diagnostic.place.file == name, diagnostic
        assert 1 <= diagnostic.place.line <= lines, diagnostic
        assert diagnostic.place.column >= 1, diagnostic
        assert diagnostic.message.strip(), diagnostic
    # an identifier that is there twice is told by the reader of XMI, and by validation of the other syntaxes
    ambiguous = any(diagnostic.code == "duplicate-identifier" for diagnostic in diagnostics)
    if read_well and not ambiguous:
        for syntax in WRITTEN:
            again = read_text(write(document, syntax), f"again.{syntax.value}", syntax)
            assert not has_errors(again.diagnostics), [str(d) for d in again.diagnostics][:3]
            assert difference(document.root, again.root) is None, (syntax, difference(document.root, again.root))
    return len(diagnostics)


def run(seed: int, count: int, kind: str = "examples") -> tuple[int, list[str]]:
    """Judge *count* mutations; return how many were found wrong and what escaped, with the text that caused it."""
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))
    signal.signal(signal.SIGALRM, _too_slow)
    rng = random.Random(seed)
    texts = TEXTS[kind]()
    wrong, escaped = 0, []
    for number in range(count):
        extension, original = rng.choice(texts)
        change = restructure if extension == "json" and rng.random() < 0.5 else mutate
        data = change(rng, original)
        signal.alarm(LIMIT_SECONDS)
        try:
            wrong += judge(extension, data) > 0
        except Exception as error:  # whatever escapes is the finding
            escaped.append(f"seed {seed}, mutation {number}, .{extension}: {type(error).__name__}: {error}\n{data!r}")
        finally:
            signal.alarm(0)
    return wrong, escaped


def _too_slow(_: int, __: FrameType | None) -> None:
    raise TimeoutError(f"no answer within {LIMIT_SECONDS} seconds")
