"""convert: a model from one syntax into another."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tilewright.runtime.cli.common import (
    chosen_settings,
    complete_model,
    fail,
    put,
    read_document,
    report,
    reporting,
    setting_options,
)


@click.command("convert")
@click.argument("source", metavar="IN", shell_complete=complete_model)
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option(
    "--format",
    "--to",
    "extension",
    type=click.Choice(["xmi", "game", "bgdsl"]),
    help="The syntax, if OUT does not tell.",
)  # fmt: skip
@click.option(
    "--dialect",
    type=click.Choice(["bg"]),
    help="bg: .xmi and .bgdsl as the Tile-Based Game Engine has them, if the game fits.",
)
@setting_options
def command(source: str, target: str, extension: str | None, dialect: str | None) -> None:
    """Translate the model IN into the syntax that the extension of OUT names. IN and OUT may be - for stdin and stdout.

    Nothing of the model is lost; --set and --quirks change the values of its parameters. Comments are kept between the
    text syntaxes. A model with errors of syntax or references is not translated; constraints are not checked.
    """
    from tilewright.model.choosing import NoChoice, choose
    from tilewright.model.diagnostics import has_errors
    from tilewright.model.document import NotWritten, Syntax
    from tilewright.model.files import extension_syntax, replace_file, write

    with reporting():
        document = read_document(source)
        report(document.diagnostics)
        if document.root is None or has_errors(document.diagnostics):
            sys.exit(1)
        try:
            choose(document.game, settings=chosen_settings(lambda: document))
        except NoChoice as error:
            fail(str(error), 2)
        syntax = Syntax(extension) if extension else extension_syntax(target)
        if syntax is None:
            fail(f"'{target}' does not tell a syntax; name a file .xmi, .game or .bgdsl, or say --format", 2)
        try:
            text = write(document, syntax, older=dialect == "bg")
        except NotWritten as error:
            fail(str(error), 2)
        if target == "-":
            put(text)
        else:
            replace_file(Path(target), text.encode("utf-8"))
