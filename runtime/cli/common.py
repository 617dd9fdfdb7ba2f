"""What the verbs share: reading a model, reporting what is wrong, playing the moves of ``--after``.

The exit status is 0 if all is well, 1 if the model or a move is wrong, 2 for wrong usage or a file that cannot be read;
130 after Ctrl-C, and 141 if whoever reads the output has closed it, as shells tell of other programs. Results go to
stdout, errors to stderr; with ``--format json`` errors go to stdout, too, as ``{"errors": [...]}``.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from io import TextIOBase
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar
from warnings import catch_warnings, simplefilter

import click

from tilewright.model.printable import printable
from tilewright.runtime import limits
from tilewright.runtime.as_json import error_as_json
from tilewright.runtime.cli.terminal import is_terminal
from tilewright.runtime.engines import ENGINES
from tilewright.runtime.engines.missing import missing

if TYPE_CHECKING:
    from tilewright.model.diagnostics import Diagnostic
    from tilewright.model.document import Document
    from tilewright.model.places import Place
    from tilewright.runtime import Game, Move, State

_UNSEEN = re.compile(r"[^\n -~]")
"""Characters that JSON may have to escape: all but printable ASCII and the line feeds between values."""


class Whole(click.IntRange):
    """A range of whole numbers; what is none of them is told so, with the range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number: int = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is not a whole number from {self.min} to {self.max}.", param, ctx)
        return number


class Between(click.FloatRange):
    """A range of numbers that refuses NaN, which ``click.FloatRange`` takes, as no comparison with it holds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


class Seconds(Between):
    """A range of times in seconds, with or without an ``s`` after the number, as seats have it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        return super().convert(value.removesuffix("s") if isinstance(value, str) else value, param, ctx)


F = TypeVar("F", bound=Callable[..., Any])


def say(line: str = "", *, err: bool = False) -> None:
    """Print one line. Line feeds and control characters in it, which may come from a model, are escaped."""
    click.echo(printable(line), err=err)


def say_as_json(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON, in which unprintable characters are escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    click.echo(_UNSEEN.sub(lambda found: found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1], text))


def put(document: str) -> None:
    """Write a document to stdout, unchanged. In a terminal, the control characters of its lines are escaped."""
    if is_terminal(sys.stdout):
        document = "\n".join(map(printable, document.split("\n")))
    click.echo(document, nl=False)


def fail(message: str, status: int, code: str | None = None, place: Place | None = None) -> NoReturn:
    """Print a message on stderr, and as JSON if that was asked for, and exit with a status.

    *code* and *place* are for the JSON. It exits so even if the streams cannot be written to.
    """
    with suppress(OSError):
        say(message, err=True)
        _say_errors([error_as_json(message, code, place)])
    sys.exit(status)


def _say_errors(errors: list[dict[str, Any]]) -> None:
    """Print errors as JSON if the command was asked for JSON."""
    context = click.get_current_context(silent=True)
    if context is not None and context.params.get("form") == "json":
        say_as_json({"errors": errors})


INTERRUPTED, PIPE_CLOSED = 130, 141
"""The exit status after Ctrl-C, and that of output which nobody reads: 128 and the number of the signal, as in shells.
"""


@contextmanager
def ended_from_outside() -> Iterator[None]:
    """Exit with a status of its own after Ctrl-C, and when nobody reads the output any more."""
    try:
        yield
    except KeyboardInterrupt:
        say(err=True)  # the terminal has shown ^C in the line
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _silence()
        raise click.exceptions.Exit(PIPE_CLOSED) from None


def _silence() -> None:
    """Send what is still to be printed nowhere: it would fail again when the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # it is missing, closed, or no file
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


STDOUT = "standard output"
_FULL = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}
"""The error numbers of a stream that takes no more output. Such errors name no file."""


class _Closed(TextIOBase):
    """Stands in for a stdout that was closed when the process began: Python would drop the output silently."""

    def write(self, _: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), STDOUT)


@contextmanager
def with_stdout() -> Iterator[None]:
    """Make writing to stdout raise ``OSError`` if it was closed when the process began."""
    if sys.stdout is None:
        with redirect_stdout(_Closed()):
            yield
    else:
        yield


def leave(end: SystemExit) -> None:
    """Exit at once if machine code is still being compiled: a normal exit would wait for it. Else do nothing."""
    is_busy = getattr(sys.modules.get("tilewright.runtime.kernels.native"), "is_busy", None)
    if is_busy is not None and is_busy():  # None also if the module is still being imported
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError):  # the stream is missing, or takes no more output
                stream.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)


@contextmanager
def reporting(after: str = "") -> Iterator[None]:
    """Turn the errors that a user can cause into messages: status 1 for a wrong model, 2 for a file.

    *after* are the moves of --after where games begin behind them: where the rules fail is told from their beginning.
    """
    from tilewright.model.diagnostics import ModelError

    try:
        yield
    except ModelError as error:
        report(error.diagnostics)
        if error.occasion is not None:
            before = words_of(after)
            say(f"  {replace(error.occasion, moves=(*before, *error.occasion.moves))}", err=True)
        _say_errors([error_as_json(found.message, found.code, found.place) for found in error.diagnostics])
        sys.exit(1)
    except BrokenPipeError:  # whoever reads the output has seen enough
        raise
    except OSError as error:
        name = error.filename or (STDOUT if error.errno in _FULL else None)
        fail(f"{name}: {error.strerror}" if name else error.strerror or str(error), 2)


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics on stderr, one per line, with their related places below them."""
    for diagnostic in diagnostics:
        for line in lines_of(diagnostic):
            say(line, err=True)


def lines_of(diagnostic: Diagnostic) -> list[str]:
    """Return a diagnostic as text: its line, and a line for each related place."""
    return [str(diagnostic), *(f"  {related}" for related in diagnostic.related)]


STDIN = "-"
"""What stands for standard input where a file is read."""
STDIN_FILE = "<stdin>"
"""The file that messages name then."""


def standard_input(most: int) -> bytes:
    """Return the first *most* + 1 bytes of stdin. ``OSError`` if it was closed when the process began."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard input")
    return sys.stdin.buffer.read(most + 1)


def read_document(model: str) -> Document:
    """Read a model by file or name, or from stdin. Errors in its text do not raise: the document has diagnostics."""
    from tilewright.model.files import MAX_BYTES, read, read_text
    from tilewright.model.gallery import locate

    return read_text(standard_input(MAX_BYTES), STDIN_FILE) if model == STDIN else read(locate(model))


def load_game(model: str, engine: str = "auto", *, readable: bool = False) -> Game:
    """Load a game by file or name, or from stdin, with the choices of --variant, --set and --quirks.

    If *readable*, an example is loaded from the text that people read.

    Exits with status 2 if the engine is not installed or there is no such choice. Says so if another engine plays.
    """
    from tilewright.model.choosing import NoChoice
    from tilewright.model.gallery import READABLE, locate
    from tilewright.runtime.loading import FallbackWarning, fallback_of, load

    reason = missing(engine)
    if reason is not None:
        fail(reason, 2)
    meta = click.get_current_context().meta
    typed = read_document(model) if model == STDIN else None
    settings = chosen_settings(lambda: typed or read_document(model))
    try:
        with catch_warnings():
            simplefilter("ignore", FallbackWarning)  # it is printed as one line below
            given = typed or (locate(model, READABLE) if readable else model)
            game = load(given, engine, variant=meta.get(_VARIANT), settings=settings)
    except NoChoice as error:
        fail(str(error), 2)
    if game.fallback is not None:
        say(fallback_of(game), err=True)
    return game


def number_of(count: int, what: str, several: str | None = None) -> str:
    """Return a count with its noun, such as ``1 game`` and ``2 games``; *several* is the plural if not by an s."""
    return f"{count} {what}" if count == 1 else f"{count} {several or what + 's'}"


def usual_file(model: str, game: Game, suffix: str) -> Path:
    """Return the default output file of a model: next to its file, or for a packaged game in the working directory."""
    from tilewright.model.gallery import is_file

    name = Path(game.document.file).with_suffix(suffix)
    return name if is_file(Path(model)) else Path(name.name)


def write_output(path: Path, data: bytes, model: str) -> None:
    """Replace the contents of a file by what was made of a *model*. Exits with status 2 if the file is a model."""
    from tilewright.model.files import holds_model, replace_file

    if holds_model(path, model):
        fail(f"{path}: this is the file of a model, which would be lost; name another one", 2)
    replace_file(path, data)


def engine_as_json(game: Game, *, counting: bool = False) -> dict[str, Any]:
    """Return as JSON the engine that has played games or has searched and, if another one was asked for, the reason.

    With *counting* it is the engine that has counted for perft. In place of ``auto`` stands what it has used.
    """
    from tilewright.runtime.engines.choosing import Auto

    engine = game.engine
    used = (engine.for_perft if counting else engine.for_games) if isinstance(engine, Auto) else game.played_by
    return {"engine": used} | ({} if game.fallback is None else {"fallback": game.fallback})


def start(game: Game, after: str, position: str | None = None) -> State:
    """Return the state after the moves of --after, from that of --position: see ``begun``."""
    return begun(game, after, position)[2]


def begun(game: Game, after: str, position: str | None = None) -> tuple[State, list[Move], State]:
    """Return the state where the moves *after* begin, these moves, and the state after them.

    The moves are separated by blanks or commas, and written as for ``read_move``; numbers such as ``1.`` before them
    are skipped. *after* may be the file of a saved game instead. *position* is where the moves begin, if not at the
    initial position: see ``named_position``. Exits with status 1 if a move is illegal, and with 2 if there is no such
    position.
    """
    from tilewright.model.gallery import is_file
    from tilewright.runtime import IllegalMove

    if Path(after).suffix and is_file(Path(after)):
        if position is not None:
            fail(f"{after}: a saved game says itself where it begins: it leaves no room for --position", 2)
        return _saved(game, after)
    if Path(after).suffix in _OF_TRANSCRIPTS:
        fail(f"{after}: there is no such file", 2)
    first = state = game.initial_state() if position is None else _placed(game, position)
    moves: list[Move] = []
    for word in words_of(after):
        try:
            move, state = _meant(state, word)
        except IllegalMove as error:
            explanation = error.explanation
            place = None if explanation is None else explanation.place
            fail(f"move {len(moves) + 1}: {error}", 1, "illegal-move", place)
        moves.append(move)
    return first, moves, state


_OF_TRANSCRIPTS = frozenset({".pgn", ".sgf", ".txt"})
"""The ends of names that are those of saved games, and of no moves."""
_NUMBER = re.compile(r"[0-9]+\.+")
"""The number of a move that may stand before it, as in ``1. e4 e5 2. Nf3`` and ``1...e5``."""


def words_of(after: str) -> list[str]:
    """Return the moves of --after, without the numbers before them."""
    words = (
        _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word for word in after.replace(",", " ").split()
    )
    return [word for word in words if word]


def _placed(game: Game, position: str) -> State:
    from tilewright.runtime.proof.perft_tables import named_position

    try:
        return named_position(game, position)
    except UnicodeDecodeError:
        fail(f"{position}: this is no text in UTF-8", 2)
    except ValueError as error:
        fail(str(error), 2)


def _meant(state: State, text: str) -> tuple[Move, State]:
    """Return the move that is meant by a text and the state after it. One in notation is played without a list of all.

    Raises what ``read_move`` raises.
    """
    from tilewright.runtime import IllegalMove
    from tilewright.runtime.matches.reading import read_move

    try:
        after = state.play(text)
        return state.game.parse_move(text), after
    except IllegalMove:
        if text.isdecimal():  # a number such as that of a die, and no place in a list, which is not shown here
            raise
    move = read_move(state, text)
    return move, state.play(move)


def _saved(game: Game, file: str) -> tuple[State, list[Move], State]:
    """Return where the game that is saved in a file begins, its moves, and where it ends."""
    from tilewright.runtime.formats import NotSaid
    from tilewright.runtime.matches.recorded import form_of, read_records, recorded
    from tilewright.runtime.matches.transcripts import TranscriptError

    try:
        records = read_records(recorded(Path(file)), form_of(file), game, file)
    except TranscriptError as error:
        fail(f"{file}: {error}", 1)
    except NotSaid as error:
        fail(str(error), 2)
    if len(records) != 1:
        fail(f"{file} holds {len(records)} games; a file with one is needed", 2)
    return records[0].start, list(records[0].moves), records[0].end


def say_if_over(state: State) -> None:
    """Say on stderr how the game has ended, if it has."""
    if state.is_over:
        from tilewright.runtime.why.explaining import ended

        say(ended(state), err=True)


def format_option(function: F) -> F:
    """Add the option --format."""
    choice = click.Choice(["text", "json"])
    return click.option("--format", "form", type=choice, default="text", help="How to print.")(function)


def engine_option(function: F) -> F:
    """Add the option --engine."""
    choice = click.Choice(ENGINES)
    return click.option("--engine", type=choice, default="auto", help="What plays; auto is what suits the work.")(
        function
    )


def games_option(default: int, least: int = 1) -> Callable[[F], F]:
    """Return a decorator that adds the option --games."""
    allowed = Whole(least, limits.MOST_GAMES)
    return click.option("--games", type=allowed, default=default, show_default=True, help="How many random games.")


def max_plies_option(function: F) -> F:
    """Add the option --max-plies."""
    allowed = Whole(1, limits.LONGEST)
    return click.option("--max-plies", type=allowed, default=10_000, show_default=True, help="Break off longer games.")(
        function
    )


def seed_option(default: int | None, meaning: str = "The same seed gives the same games.") -> Callable[[F], F]:
    """Return a decorator that adds the option --seed."""
    allowed = Whole(0, limits.GREATEST_SEED)
    return click.option("--seed", type=allowed, default=default, show_default=default is not None, help=meaning)


_VARIANT, _SETTINGS, _QUIRKS = "tilewright.variant", "tilewright.settings", "tilewright.quirks"
"""The keys of the options --variant, --set and --quirks in the ``meta`` of click's context."""


def chosen_settings(document: Callable[[], Document]) -> dict[str, str]:
    """Return the values of parameters that --set and --quirks choose, by their names.

    A model without the parameter ``quirks`` ignores --quirks; *document* is called only if that option is given.
    """
    meta = click.get_current_context().meta
    settings = {}
    for choice in meta.get(_SETTINGS, ()):
        name, equals, value = choice.partition("=")
        if not equals:
            raise click.BadParameter(f"'{choice}' is not of the form NAME=VALUE", param_hint="--set")
        settings[name] = value
    quirks = meta.get(_QUIRKS)
    root = document().root if quirks is not None else None
    if quirks is not None and root is not None and any(parameter.name == "quirks" for parameter in root.parameters):
        settings["quirks"] = quirks
    return settings


def as_options() -> str:
    """Return the options by which --variant, --set and --quirks were given, quoted for a shell; empty if none was."""
    context = click.get_current_context(silent=True)
    meta = {} if context is None else context.meta
    given = [("--variant", meta.get(_VARIANT)), *(("--set", choice) for choice in meta.get(_SETTINGS, ()))]
    given.append(("--quirks", meta.get(_QUIRKS)))
    return " ".join(f"{option} {shlex.quote(value)}" for option, value in given if value is not None)


def model_argument(function: F) -> F:
    """Add the argument MODEL, which a shell completes with the names of packaged examples and files."""
    return click.argument("model", shell_complete=complete_model)(function)


def game_argument(function: F) -> F:
    """Add the argument MODEL, and the options --variant, --set and --quirks, which choose its parameters."""
    variant = click.option(
        "--variant", metavar="NAME", expose_value=False, callback=_keep(_VARIANT), help="Choose a variant of the game."
    )
    return model_argument(variant(setting_options(function)))


def setting_options(function: F) -> F:
    """Add the options --set and --quirks."""
    setting = click.option(
        "--set", multiple=True, metavar="NAME=VALUE", expose_value=False, callback=_keep(_SETTINGS),
        help="Choose a value for a parameter of the game.",
    )  # fmt: skip
    quirks = click.option(
        "--quirks", type=click.Choice(["exact", "none"]), expose_value=False, callback=_keep(_QUIRKS),
        help="For a model in a foreign format: keep what its own engine does against its rules, or not.",
    )  # fmt: skip
    return setting(quirks(function))


def _keep(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Return a callback that keeps the value of an option in the ``meta`` of click's context."""

    def kept(context: click.Context, _: click.Parameter, value: Any) -> None:
        context.meta[key] = value

    return kept


def start_options(function: F) -> F:
    """Add the options --position and --after, which say where to begin."""
    played = "Moves that are played first, as '1. e4 e5 2. Nf3', or the file of a saved game."
    function = click.option("--after", default="", metavar="MOVES", help=played)(function)
    meaning = "Begin at another position: a file, FEN, or a name in the table NAME.perft beside the model."
    return click.option("--position", metavar="FILE|NAME", help=meaning)(function)


def viewer_option(function: F) -> F:
    """Add the option --viewer, the name of a player as whom a position is seen."""
    meaning = "Show only what this player sees, in a game that hides something."
    return click.option("--viewer", metavar="PLAYER", help=meaning)(function)


def viewer_called(game: Game, name: str | None) -> int | None:
    """Return the number of the player of --viewer, None without a name. Exits with status 2 if there is no such one."""
    names = [player.name for player in game.players]
    if name is not None and name not in names:
        from tilewright.model.hints import near_miss

        fail(f"{game.name} has no player '{name}'{near_miss(name, names)}", 2)
    return None if name is None else names.index(name)


def complete_model(_: click.Context, __: click.Parameter, incomplete: str) -> list[Any]:
    """Complete the name of an example or of a file."""
    from click.shell_completion import CompletionItem

    from tilewright.model.gallery import names

    found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
    return [*found, CompletionItem(incomplete, type="file")]
