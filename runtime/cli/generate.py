"""generate: Python code from models."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tilewright.runtime.cli.common import fail, report, reporting


@click.group("generate")
def command() -> None:
    """Generate Python code."""


@command.command("classes")
@click.argument("metamodel", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the package is put.",
)
def classes(metamodel: Path, output: Path) -> None:
    """Generate a Python package with the classes of METAMODEL, an .ecore file.

    The package is put into DIR under the name of the metamodel's package. Its classes carry the derived features and
    the constraints; validate() on an object judges it and its contents. What is left out is named in warnings.
    """
    from tilewright.generator.classes import generate_classes

    with reporting():
        try:
            made = generate_classes(metamodel, output)
        except ModuleNotFoundError as error:
            fail(str(error), 2)
    report(made.warnings)
    for file in made.files:
        click.echo(str(file))
    sys.exit(0)
