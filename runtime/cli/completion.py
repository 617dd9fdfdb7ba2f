"""completion: the script that completes commands in a shell."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes tilewright's commands in SHELL.

    For bash: eval "$(tilewright completion bash)"
    """
    from click.shell_completion import get_completion_class

    from tilewright.runtime.cli import main

    found = get_completion_class(shell)
    if found is not None:
        click.echo(found(main, {}, "tilewright", "_TILEWRIGHT_COMPLETE").source())
