"""An editor that speaks the Language Server Protocol, by a client library of others."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SERVER = [sys.executable, "-c", "from tilewright.runtime.cli import main; main()", "lsp"]


@asynccontextmanager
async def editor() -> AsyncIterator[LanguageClient]:
    """Start the server as an editor does; at the end it is told to stop, and stops."""
    client = await ClientServerConfig(server_command=SERVER).start()
    await client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities("visual-studio-code"), root_uri=None)
    )
    try:
        yield client
    finally:
        await client.shutdown_session()
        await client.stop()


class Sheet:
    """A text that is open in an editor."""

    def __init__(self, client: LanguageClient, path: Path, text: str) -> None:
        self.client, self.uri, self.text, self.version = client, path.as_uri(), text, 1
        item = types.TextDocumentItem(self.uri, "tilewright", self.version, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        self.document = types.TextDocumentIdentifier(self.uri)

    async def findings(self) -> list[types.Diagnostic]:
        """Wait for what is told of this version."""
        await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return list(self.client.diagnostics[self.uri])

    async def type(self, old: str, new: str) -> list[types.Diagnostic]:
        """Write something in place of something else; return what is found then."""
        change = types.TextDocumentContentChangePartial(self.range(old), new)
        self.text, self.version = self.text.replace(old, new, 1), self.version + 1
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
        return await self.findings()

    def position(self, text: str, inside: int = 0) -> types.Position:
        """Return where a piece of the text begins, or some characters later; in UTF-16, as the protocol has it."""
        before = self.text[: self.text.index(text) + inside]
        column = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(column.encode("utf-16-le")) // 2)

    def range(self, text: str) -> types.Range:
        return types.Range(self.position(text), self.position(text, len(text)))

    def changed(self, edit: types.WorkspaceEdit | None) -> str:
        """Return the text after an edit."""
        assert edit is not None and edit.changes is not None
        lines = self.text.splitlines(keepends=True)
        for one in sorted(
            edit.changes[self.uri], key=lambda e: (e.range.start.line, e.range.start.character), reverse=True
        ):
            start, end = one.range.start, one.range.end
            rest = lines[end.line][end.character :] if end.line < len(lines) else ""
            lines[start.line : end.line + 1] = [lines[start.line][: start.character] + one.new_text + rest]
        return "".join(lines)

    async def fixes(self, text: str) -> dict[str, str]:
        """Return the quick fixes at a piece of the text: their titles, and the text after each."""
        context = types.CodeActionContext([])
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(self.document, self.range(text), context)
        )
        actions = [one for one in found or [] if isinstance(one, types.CodeAction)]
        return {action.title: self.changed(action.edit) for action in actions}


def in_session(session: Callable[[LanguageClient], Awaitable[None]]) -> None:
    async def run() -> None:
        async with editor() as client:
            await asyncio.wait_for(session(client), 120)

    asyncio.run(run())
