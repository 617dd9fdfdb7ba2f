"""The command line: a module for each verb, which is imported only when the verb is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from tilewright import __version__
from tilewright.model.printable import printable
from tilewright.runtime.cli.groups import NamedCommands

_VERBS = {
    "validate": "Tell everything that is wrong with models, with file, line and column.",
    "show": "Show the board, the players and the pieces of a game.",
    "moves": "List the legal moves.",
    "explain": "Tell why a move is not legal, or what it does.",
    "perft": "Count the positions that are DEPTH plies away.",
    "play": "Play in the terminal, against a person or a program.",
    "serve": "Serve a page on which people play, and an interface for programs.",
    "simulate": "Play many random games and tell what they have in common.",
    "analyse": "Tell which move is best, and what is expected after it.",
    "tournament": "Let programs play all against all, and tell how strong they are.",
    "trace": "Follow a move through the rules, filter by filter.",
    "coverage": "Count for each filter what it passed and rejected in random games.",
    "prove": "Check a game against known counts, a recorded game, and what holds of every game.",
    "bench": "Measure how fast each engine plays a game, and what it costs to compile.",
    "convert": "Translate a model between .xmi, .game and .bgdsl; .othello and .json are read, too.",
    "transcribe": "Write a game that was played in another form: PGN, SGF, or a transcript.",
    "lsp": "Help editors with models: findings, completion, help, names, quick fixes.",
    "render": "Draw the board: as a picture (SVG), as a page, or as text.",
    "generate": "Generate Python classes from a metamodel, or an engine or a page from a model.",
    "completion": "Print the script that completes commands in your shell.",
}


class _Verbs(NamedCommands):
    """A group of commands that imports the module of a verb only when the verb is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _VERBS:
            return None
        command: click.Command = import_module(f"tilewright.runtime.cli.{name}").command
        return command

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line and end the process with its exit status. The installed script calls this."""
        from tilewright.runtime.cli.common import leave

        try:
            return self.main(*args, **kwargs)
        except SystemExit as end:
            leave(end)
            raise

    def main(self, *args: Any, **kwargs: Any) -> Any:
        from tilewright.runtime.cli.common import reporting, with_stdout

        with reporting(), with_stdout():
            return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        from tilewright.runtime.cli.common import ended_from_outside

        with ended_from_outside():  # --help and --version print here
            return super().make_context(*args, **kwargs)

    def invoke(self, context: click.Context) -> Any:
        from tilewright.runtime.cli.common import ended_from_outside

        try:
            with ended_from_outside():
                return super().invoke(context)
        except click.UsageError as error:
            lines = map(printable, error.format_message().split("\n"))
            raise click.UsageError("\n".join(lines), error.ctx) from None

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(_VERBS.items()))


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"tilewright {__version__}")
        context.exit()


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def main() -> None:
    """Board games as models: validate, play, count, draw and translate them.

    MODEL is a file (.xmi, .game, .bgdsl, .othello, .json), the name of a packaged example, such as othello, or - for
    standard input.
    """
