"""generate: Python classes from a metamodel, and an engine or a page from a model."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright import __version__
from tilewright.runtime.cli.common import (
    _SETTINGS,
    _VARIANT,
    fail,
    game_argument,
    load_game,
    put,
    report,
    reporting,
    say,
    usual_file,
    write_output,
)
from tilewright.runtime.cli.groups import NamedCommands

if TYPE_CHECKING:
    from tilewright.runtime import Game


@click.group("generate", cls=NamedCommands)
def command() -> None:
    """Generate code: Python classes, an engine, or a page to play on."""


@command.command("classes")
@click.argument(
    "metamodels",
    nargs=-1,
    required=True,
    metavar="METAMODEL...",
    type=click.Path(dir_okay=False, path_type=Path),
)
@click.option(
    "-o",
    "--output",
    default=".",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the package is put, if not here.",
)
@click.option("--name", metavar="NAME", help="What the package is called. Several metamodels need a name for all.")
@click.option("--lenient", is_flag=True, help="Leave out OCL that cannot be evaluated, with a warning.")
def classes(metamodels: tuple[Path, ...], output: Path, name: str | None, lenient: bool) -> None:
    """Generate a Python package with the classes of METAMODEL, an .ecore file, or several that refer to each other.

    The package is put into DIR under the name of the metamodel's package; the packages of several metamodels become
    subpackages of NAME. Its classes have the derived features and the constraints; validate() on an object checks it
    and its contents. What is left out is named in warnings. OCL that cannot be evaluated is an error; with --lenient it
    is left out, too, with all that depends on it.
    """
    from tilewright.generator.classes import Unnamed, generate_classes

    if name is not None and not (name.isidentifier() and name.isascii() and not keyword.iskeyword(name)):
        raise click.BadParameter(f"{name!r} is no name of a package in Python", param_hint="'--name'")

    with reporting():
        try:
            made = generate_classes(metamodels, output, name=name, lenient=lenient)
        except ModuleNotFoundError as error:
            fail(str(error), 2)
        except Unnamed:
            raise click.UsageError("several metamodels become one package: say its name with --name") from None
    report(made.warnings)
    for file in made.files:
        say(str(file))
    sys.exit(0)


LLVM = "llvm"
"""The stage of the compiler after all others: the program in LLVM's assembly language, before LLVM optimises it."""


def _stage(game: Game, wanted: str) -> str:
    """Return the text of a game after a stage of the compiler. Raises ``click.BadParameter`` if there is none."""
    from tilewright.generator.compiler.driver import stage_names, stages

    names = (*stage_names(), LLVM)
    if wanted not in names:
        raise click.BadParameter(f"{wanted!r} is not one of {', '.join(names)}", param_hint="'--print'")
    name = "source" if wanted == LLVM else wanted
    text = stages(game.document.game, game.document.places, {name})[name]
    return _assembly(text) if wanted == LLVM else text


def _assembly(source: str) -> str:
    from tilewright.generator.compiler.kernel.language import parse
    from tilewright.generator.compiler.printers.llvm import assembly
    from tilewright.generator.compiler.program import ENTRIES

    return assembly(parse(source), ENTRIES)


@command.command("engine")
@game_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="The file; - is stdout. Without it, it is MODEL_engine.py and stands beside the model.",
)
@click.option(
    "--print",
    "stage",
    metavar="STAGE",
    help="Print a stage of the compiler instead: ir, source, llvm, or after a pass.",
)
def engine(model: str, output: str | None, stage: str | None) -> None:
    """Generate one file that plays the game MODEL and needs nothing else: of Python or, as FILE.wasm, of WebAssembly.

    The Python module has the legal moves of a state, the state after a move, perft, random games and drawing. The
    WebAssembly module lists moves, counts, plays at random and searches, and describes its records in a custom section.
    The file is replaced whole or not at all.

    With --print, the text of a stage of the compiler is printed instead: ir (the rules as each player reads them),
    emitted (the first program), source (the last one), llvm, or the name of a pass. An unknown name lists all stages.
    """
    from tilewright.generator.compiler import NotLowered

    if output is not None and stage is not None:
        raise click.UsageError("say either -o FILE or --print STAGE, not both")
    with reporting():
        game = load_game(model, "interpreter")
        try:
            if output is not None and Path(output).suffix.lower() == ".wasm":
                write_output(Path(output), _module(model, game), model)
                return
            text = standalone_engine(game, _origin(game)) if stage is None else _stage(game, stage)
        except NotLowered as error:
            fail(f"{model}: {error}", 1)
        if stage is not None or output == "-":
            put(text)
            return
        file = _importable(usual_file(model, game, ".py")) if output is None else Path(output)
        write_output(file, text.encode("utf-8"), model)
        if output is None:
            say(str(file))


def _importable(file: Path) -> Path:
    """Return the default file of an engine, in the folder of *file*, with a name that Python can import."""
    name = re.sub(r"\W", "_", file.stem)
    return file.with_name(f"{'_' * name[:1].isdigit()}{name}_engine.py")


@command.command("html")
@game_argument
@click.option(
    "-o",
    "--output",
    metavar="FILE.html",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="The file; - is stdout. Without it, it is called like MODEL and stands beside it.",
)
@click.option("--theme", metavar="NAME", help="The theme of the game whose colours are used, if not its first one.")
def html(model: str, output: str | None, theme: str | None) -> None:
    """Generate one HTML file in which the game MODEL is played, by people and by the computer.

    It opens with a double click and needs no network: the rules and the search are in it as WebAssembly. The file is
    replaced whole or not at all, and the same model always gives the same file.
    """
    from tilewright.generator.compiler import NotLowered
    from tilewright.generator.compiler.kernel.nodes import KernelError
    from tilewright.runtime.pictures.view import NoTheme, theme_called

    try:
        from tilewright.runtime.browser.page import Unplayable, html_page
    except ModuleNotFoundError as error:
        if error.name not in ("lzma", "_lzma"):
            raise
        fail("pages are packed by the module lzma, without which this Python was built; others have it", 1)
    with reporting():
        game = load_game(model, "interpreter")
        try:
            page = html_page(game, None if theme is None else theme_called(game.document.game, theme))
        except NoTheme as error:
            fail(str(error), 2)
        except (NotLowered, KernelError, Unplayable) as error:
            fail(f"{model}: {error}", 1)
        if output == "-":
            put(page)
            return
        file = usual_file(model, game, ".html") if output is None else Path(output)
        write_output(file, page.encode("utf-8"), model)
        if output is None:
            say(str(file))


def _module(model: str, game: Game) -> bytes:
    from tilewright.generator.compiler.kernel.nodes import KernelError
    from tilewright.runtime.browser.module import described_module

    try:
        return described_module(game)
    except KernelError as error:
        fail(f"{model}: {error}", 1)


def standalone_engine(game: Game, origin: str) -> str:
    """Return the text of a Python module that plays a game and imports only the standard library.

    *origin* is named in its head as the model it is made from.
    """
    from tilewright.generator.compiler import compile_game
    from tilewright.generator.compiler.printers.standalone import Facts, standalone
    from tilewright.model.cell_names import column_name

    program = compile_game(game.document.game, game.document.places)
    start, names = game.engine.initial(), game.names
    record = program.layout.pack(
        start.boards, start.marks, start.counters, start.phase, program.layout.turn(start.player, start.seat)
    )
    facts = Facts(
        origin=origin,
        maker=f"tilewright {__version__}",
        players=names.players[: program.players],
        columns=tuple(map(column_name, range(max([names.width, *(zone.width for zone in names.zones)])))),
        zones=tuple(zone.name for zone in names.zones),
        stacks=tuple(zone.name for zone in names.zones if zone.under is not None),
        symbols=names.states,
        initial=tuple(record),
        nameless=names.nameless,
    )
    return standalone(program, facts)


def _origin(game: Game) -> str:
    """Return the name of the model's file, with the options --variant and --set that were chosen."""
    meta = click.get_current_context().meta
    choices = [f"--set {choice}" for choice in meta.get(_SETTINGS, ())]
    if meta.get(_VARIANT):
        choices.insert(0, f"--variant {meta[_VARIANT]}")
    return " ".join([Path(game.document.file).name, *choices])
