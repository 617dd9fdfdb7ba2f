"""render: the board as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.runtime.cli.common import after_option, load_game, model_argument, reporting, start


@click.command("render")
@model_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, allow_dash=True), help="FILE.svg, or - for stdout."
)
@after_option
def command(model: str, output: str, after: str) -> None:
    """Draw a position as an SVG picture, with coordinates and the legal moves marked."""
    from tilewright.model.files import replace_file
    from tilewright.runtime.svg import render_svg
    from tilewright.runtime.view import view_of

    with reporting():
        picture = render_svg(view_of(start(load_game(model), after)))
        if output == "-":
            click.echo(picture, nl=False)
        else:
            replace_file(Path(output), picture.encode("utf-8"))
