"""render: the board as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.runtime.cli.common import load_game, model_argument, reporting, start, start_options


@click.command("render")
@model_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, allow_dash=True), help="FILE.svg, or - for stdout."
)
@start_options
def command(model: str, output: str, position: str | None, after: str) -> None:
    """Draw a position as an SVG picture, with coordinates and the legal moves marked."""
    from tilewright.model.files import replace_file
    from tilewright.runtime.svg import render_svg
    from tilewright.runtime.view import view_of

    with reporting():
        picture = render_svg(view_of(start(load_game(model), after, position)))
        if output == "-":
            click.echo(picture, nl=False)
        else:
            replace_file(Path(output), picture.encode("utf-8"))
