"""render: a position as a picture, as text or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.common import (
    begun,
    fail,
    game_argument,
    load_game,
    put,
    reporting,
    start_options,
    viewer_called,
    viewer_option,
    write_output,
)

if TYPE_CHECKING:
    from tilewright.runtime import State

_FORMS = {".svg": "svg", ".png": "png", ".txt": "text", ".html": "html", ".htm": "html"}

_SUFFIXES = {"svg": "svg", "png": "png", "text": "txt"}


@click.command("render")
@game_argument
@click.option(
    "-o",
    "--output",
    default="-",
    type=click.Path(allow_dash=True),
    help="FILE.svg, FILE.png, FILE.txt or FILE.html, or a folder; - for stdout, as without this option.",
)
@click.option(
    "--format",
    "--as",
    "form",
    type=click.Choice(["svg", "png", "text", "html", "othello-ascii", "othello-html"]),
    help="What to draw, if not as the file is named.",
)
@click.option("--theme", metavar="NAME", help="The theme of the game whose colours are used, if not its first one.")
@click.option("--legal/--no-legal", default=True, help="Whether legal moves are marked.")
@click.option("--coordinates/--no-coordinates", default=True, help="Whether the names of columns and rows are shown.")
@click.option("--dark", is_flag=True, help="Draw a darker board, for a dark background. A page does so by itself.")
@viewer_option
@start_options
def command(
    model: str,
    output: str,
    form: str | None,
    theme: str | None,
    legal: bool,
    coordinates: bool,
    dark: bool,
    viewer: str | None,
    position: str | None,
    after: str,
) -> None:
    """Draw a position: a picture (SVG, PNG), text, or a page (HTML) with the picture, the legal moves and the players.

    PNG needs a converter: the package cairosvg, or the program rsvg-convert.

    If -o is a folder, the file in it is named after MODEL; othello-ascii is written to ascii.txt, as by the Othello
    DSL.

    The cells of the last move of --after are yellow; legal moves have green dots, or rings around pieces. With --viewer
    only what a player sees is drawn: no last move, and legal moves at the turn of this player alone.

    othello-ascii and othello-html are the output formats of the Othello DSL, for models with its parameters or its
    rules.
    """
    folder = Path(output) if output != "-" and Path(output).is_dir() else None
    form = form or ("svg" if folder is not None else _form_of(output))
    if form == "png" and output == "-":
        fail("a PNG is written to a file: -o FILE.png", 2)
    with reporting():
        game = load_game(model)
        _, moves, state = begun(game, after, position)
        seer = viewer_called(game, viewer)
        if form in ("text", "html", "svg", "png"):
            from tilewright.runtime.pictures.render import render
            from tilewright.runtime.pictures.view import NoTheme

            drawn = "svg" if form == "png" else form
            last = moves[-1] if moves else None
            try:
                drawing = render(
                    state, drawn, last=last, legal=legal, coordinates=coordinates, theme=theme, dark=dark, viewer=seer
                )
            except NoTheme as error:
                fail(str(error), 2)
        elif seer is not None:
            raise click.UsageError(f"--viewer is for pictures, text and pages, not for {form}")
        else:
            drawing = _othello(state, form)
        if output == "-":
            put(drawing)
        else:
            file = Path(output) if folder is None else folder / _name(model, form)
            write_output(file, _png(drawing) if form == "png" else drawing.encode("utf-8"), model)


def _name(model: str, form: str) -> str:
    """Return the name of the file in a folder: that of the model, or the one that the Othello DSL uses."""
    return "ascii.txt" if form == "othello-ascii" else f"{Path(model).stem}.{_SUFFIXES.get(form, 'html')}"


def _png(svg: str) -> bytes:
    """Return a picture as PNG. Exits with status 2 if no converter is installed."""
    from tilewright.runtime.pictures.png import NoConverter, png_of

    try:
        return png_of(svg)
    except NoConverter as error:
        fail(str(error), 2)


def _othello(state: State, form: str) -> str:
    """Return the discs of a state in an output format of the Othello DSL. Exits if the model does not fit it."""
    from tilewright.model.foreign.othello.ascii import NotOthello, ascii_form
    from tilewright.model.foreign.othello.page import html_form
    from tilewright.runtime.pictures.view import view_of

    owners = {(row, column): cell.owner for (row, column), cell in view_of(state, legal=False).cells.items()}
    write = ascii_form if form == "othello-ascii" else html_form
    try:
        return write(state.game.document.root, owners)
    except NotOthello as error:
        fail(str(error), 2)


def _form_of(output: str) -> str:
    """Return the format that the suffix of a file names; SVG without a suffix."""
    suffix = Path(output).suffix.lower()
    if suffix and suffix not in _FORMS:
        message = f"the end of '{output}' is none of {', '.join(_FORMS)}; say --format svg, png, text or html"
        raise click.BadParameter(message, param_hint="-o")
    return _FORMS.get(suffix, "svg")
