"""Groups of commands that suggest a command for a misspelt name."""

from __future__ import annotations

import click


class NamedCommands(click.Group):
    """A group that answers an unknown command with the nearest of its commands, or with all of them."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names. Raises ``UsageError`` if there is none."""
        name, known = arguments[0], self.list_commands(context)
        if name in known or context.resilient_parsing or name.startswith("-"):
            return super().resolve_command(context, arguments)
        from tilewright.model.hints import near_miss

        return context.fail(f"there is no command '{name}'{near_miss(name, known, most=len(known))}")
