"""lsp: the language service for editors."""

from __future__ import annotations

import click

from tilewright.runtime.cli.common import fail

_MISSING = "the language server needs another library; install it with: pip install 'pygls>=2.0'"


@click.command("lsp")
@click.option("--stdio", is_flag=True, expose_value=False, help="Nothing else is spoken to; many editors say so.")
def command() -> None:
    """Answer an editor that speaks the Language Server Protocol, on standard input and output.

    Editors start it themselves; docs/editors.md says how that is set up.
    """
    try:
        from tilewright.runtime.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tilewright"):
            raise
        fail(_MISSING, 2)
    make_server().start_io()
