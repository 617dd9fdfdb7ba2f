"""docs/commands.md, written from the command line itself: ``python -m tests.docs.commands_page``."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from tests.support.places import DOCS
from tilewright.runtime.cli import main

PAGE = DOCS / "commands.md"

HEAD = """# The command line

All verbs of `tilewright` with what they take, as `tilewright VERB --help` tells it too. This page is written from the commands by
`python -m tests.docs.commands_page`. The exit status is 0 if all is well, 1 if a model or a move is wrong, and 2 if a command or a file cannot
be read. After Ctrl-C it is 130, and 141 if whoever reads the output has closed it, as in `tilewright moves chess | head -1`. Results go to
standard output, what is wrong to standard error. With `--format json` what is wrong with a model, a move or a file is told on standard output,
too: `{"errors": [{"code": …, "message": …, "place": {"file": …, "line": …, "column": …}}]}`, where code and place may be null. A
[code](constraints.md) never changes its meaning; that of a move which cannot be played is `illegal-move`. Terminals show colours unless
`NO_COLOR` is set, or `TERM` is `dumb`.
"""


def page() -> str:
    """Return the page."""
    context = click.Context(main, info_name="tilewright", **main.context_settings)
    return "\n".join(
        [HEAD, *(line for name in main.list_commands(context) for line in _command(main, context, name, 2))]
    )


def _command(group: click.Group, parent: click.Context, name: str, level: int) -> Iterator[str]:
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} {context.command_path.removeprefix('tilewright ')}\n"
    yield cleandoc(command.help or "").replace("\b\n", "") + "\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{context.command_path} {usage}\n```\n"
    rows = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context))]
    if rows:
        yield "| option | |\n| --- | --- |"
        yield from (f"| `{_cell(option)}` | {_cell(text)} |" for option, text in rows)
        yield ""
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _command(command, context, inner, level + 1)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
