"""Reading and writing files of models, whatever their syntax.

The syntax is recognised by the content where that is unmistakable (XML starts with ``<``), else by the extension; that
of puzzles, ``.txt``, is an ending of any text, so that it says little. A file is written atomically: to a temporary
file beside it, which then replaces it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tilewright.metamodel.elements import Element
from tilewright.metamodel.typing import EObject
from tilewright.model.bounded import read_bytes
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document, NotWritten, Syntax
from tilewright.model.eobjects import element_of
from tilewright.model.gallery import locate
from tilewright.model.places import Place

MAX_BYTES = 16 * 1024 * 1024
"""The greatest size of a file that is read."""

_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<|\xff\xfe<\x00|\xfe\xff\x00<")
_MORE_COMMENTS = rb"(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_COMMENTS = rb"(?:\xef\xbb\xbf)?" + _MORE_COMMENTS
_NOTATION = re.compile(_COMMENTS + rb"game\s+\S")
_OTHELLO = re.compile(
    _COMMENTS + rb"game\s+\w+" + _MORE_COMMENTS + rb"\{" + _MORE_COMMENTS + rb"(?:compile-time|run-time|ui)\s*+\{"
)
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{")
_LINE = rb"(?m)^(?:\xef\xbb\xbf)?[ \t]*+"
_PUZZLES = re.compile(_LINE + rb"[IRP][ \t]")
_CERTAINLY_PUZZLES = re.compile(
    _LINE + rb"(?:I[ \t]++[BW][ \t]++\d++|R[ \t]++\d++[ \t]++\w++|P[ \t]++[#.]++)[ \t]*+\r?$"
)
_CLASS_FORM = re.compile(_COMMENTS + rb"(?:\w+::)?[A-Z]\w*\b")

_WRITE = "write one of " + ", ".join(f".{known.value}" for known in Syntax if known.is_written)


def read(path: str | Path) -> Document:
    """Read a model from a file. ``OSError`` if it cannot be read; the problems of its text are in the document."""
    path = Path(path)
    return read_text(read_bytes(path, MAX_BYTES), str(path), folder=path.parent)


def document_of(model: str | os.PathLike[str] | Document | Element | EObject) -> Document:
    """Return a model as a document: a file, the name of an example, a document, or the root of a model.

    The root may be PyEcore's object. ``TypeError`` if it is none of these, ``ValueError`` if the root is of another
    metamodel, ``OSError`` if the file cannot be read.
    """
    if isinstance(model, Document):
        return model
    if isinstance(model, str | os.PathLike):
        return read(locate(model))
    if not hasattr(model, "eClass"):
        raise TypeError(f"a model is a file, the name of an example, a document, or the root of a model, not {model!r}")
    return Document("<model>", element_of(model))


def read_text(data: bytes | str, name: str, syntax: Syntax | None = None, folder: Path | None = None) -> Document:
    """Read a model from a text. *name* is the file in messages; its extension helps to recognise the syntax.

    A game in the notation may extend a packaged example, and also a game in *folder* if that is given.
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES:
        message = f"the file is larger than the {MAX_BYTES // 1024**2} MiB that are read"
        return Document(name, None, syntax, [diagnose("file-too-large", message, Place(name))])
    syntax = syntax or told_syntax(data, name)
    if syntax is Syntax.GAME:
        from tilewright.model.game.extending import read_game

        return read_game(data, name, folder)
    if syntax is not None:
        return _reader(syntax)(data, name)
    message = (
        "this is no model that can be recognised: XMI starts with <game:Game …>, the notation with game NAME {, "
        "the class form with Game NAME {"
    )
    return Document(name, None, None, [diagnose("unknown-syntax", message, Place(name))])


def told_syntax(data: bytes, name: str) -> Syntax | None:
    """Return the syntax of a text, recognised by its content or else by the extension of its name, or None."""
    if _XML.match(data):
        return Syntax.XMI
    if _JSON.match(data):
        return Syntax.JSON
    known = extension_syntax(name)
    if _OTHELLO.match(data):
        return Syntax.OTHELLO
    if _NOTATION.match(data):
        return Syntax.OTHELLO if known is Syntax.OTHELLO else Syntax.GAME
    if _CERTAINLY_PUZZLES.search(data) or (known is Syntax.PUZZLES and _PUZZLES.search(data)):
        return Syntax.PUZZLES
    if known is not None and known is not Syntax.PUZZLES:
        return known
    return Syntax.BGDSL if _CLASS_FORM.match(data) else None


def extension_syntax(name: str) -> Syntax | None:
    """Return the syntax to which the extension of a file's name belongs, or None."""
    extension = Path(name).suffix.removeprefix(".").lower()
    if extension == "xml":
        return Syntax.XMI
    return next((syntax for syntax in Syntax if syntax.value == extension), None)


def write(model: Document | Element | EObject, syntax: Syntax | str, *, older: bool = False) -> str:
    """Return a model as text: a document, or the root of a model, which may be PyEcore's object.

    The text syntaxes keep the comments of a document; XMI has none. With *older* the text is in the older dialect of
    XMI or of the class form. ``NotWritten`` for a syntax that is only read, or for a model that cannot be expressed,
    ``ValueError`` if there is no such syntax.
    """
    syntax = Syntax(syntax)
    if not syntax.is_written:
        raise NotWritten(f"'.{syntax.value}' is read, not written, since it cannot say every game; {_WRITE}")
    writer = _older_writer(syntax) if older else _writer(syntax)
    return writer(model if isinstance(model, Document) else element_of(model))


def convert(model: str | Path | Document | Element | EObject, syntax: Syntax | str, *, older: bool = False) -> str:
    """Return a model as text in another syntax. *model* is a file, the name of an example, a document, or a root.

    Nothing of the model is lost; constraints are not checked. ``ModelError`` if its text has errors, ``OSError`` if it
    cannot be read, ``ValueError`` if there is no such syntax, ``NotWritten`` as in ``write``.
    """
    document = document_of(model)
    if document.root is None or has_errors(document.diagnostics):
        raise ModelError(document.diagnostics)
    return write(document, syntax, older=older)


def _reader(syntax: Syntax) -> Callable[[bytes, str], Document]:
    """Return the reader of a syntax other than the notation. Only this reader is loaded."""
    if syntax is Syntax.XMI:
        from tilewright.model.xmi import read_xmi

        return read_xmi
    if syntax is Syntax.OTHELLO:
        from tilewright.model.foreign.othello import read_othello

        return read_othello
    if syntax is Syntax.JSON:
        from tilewright.model.foreign.json_games import read_json_game

        return read_json_game
    if syntax is Syntax.PUZZLES:
        from tilewright.model.foreign.puzzles import read_puzzles

        return read_puzzles
    from tilewright.model.foreign.bgdsl import read_bgdsl

    return read_bgdsl


def _writer(syntax: Syntax) -> Callable[[Document | Element], str]:
    """Return the writer of a syntax. Only this writer is loaded."""
    if syntax is Syntax.XMI:
        from tilewright.model.xmi import write_xmi

        return write_xmi
    if syntax is Syntax.GAME:
        from tilewright.model.game.writer.games import write_game

        return write_game
    from tilewright.model.foreign.bgdsl import write_bgdsl

    return write_bgdsl


def _older_writer(syntax: Syntax) -> Callable[[Document | Element], str]:
    """Return the writer of a syntax in the older dialect; ``NotWritten`` if there is none."""
    if syntax is Syntax.XMI:
        from tilewright.model.xmi.writer import write_older_xmi

        return write_older_xmi
    if syntax is Syntax.BGDSL:
        from tilewright.model.foreign.bgdsl import write_older

        return write_older
    raise NotWritten(f"'.{syntax.value}' has no older dialect; write .xmi or .bgdsl")


def save(model: Document | Element | EObject, path: str | Path) -> None:
    """Write a model to a file in the syntax of its extension; ``ValueError`` if no such syntax can be written."""
    path = Path(path)
    syntax = extension_syntax(path.name)
    if syntax is None:
        raise ValueError(f"'{path.name}' does not tell a syntax by its extension; {_WRITE}")
    replace_file(path, write(model, syntax).encode("utf-8"))


def holds_model(path: Path, model: str) -> bool:
    """Return whether a file is that of a *model*, given as a file, or is called as models are that are written."""
    is_same = path.exists() and Path(model).exists() and path.samefile(model)
    return is_same or is_called_like_a_model(path)


def is_called_like_a_model(path: Path) -> bool:
    """Return whether a file is called as models are that are written."""
    return extension_syntax(path.name) in (Syntax.GAME, Syntax.XMI, Syntax.BGDSL)


def replace_file(path: Path, data: bytes, private: bool = False) -> None:
    """Replace the contents of a file atomically, or write to what is no ordinary file, such as a pipe.

    Symbolic links are followed, and the permissions of the file are kept, unless it is *private*: then nobody else may
    read or write it. ``OSError`` names the file if it cannot be written.
    """
    with naming(path):
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        # tempfile names a file only after creating it; here an interrupt at any point leaves no file behind
        temporary = target.with_name(f".{path.name}.{os.urandom(8).hex()}")
        try:
            temporary.touch(0o600, exist_ok=False)
            temporary.write_bytes(data)
            if not private:
                temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Make any ``OSError`` name *path*: that of a full disk names no file, and others name only a part of it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
