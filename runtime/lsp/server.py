"""The language server, which answers the requests of the protocol by means of ``tilewright.model.service``.

Positions of the protocol are lines and columns from 0, in code units that the client chooses; those of the service are
offsets into the text. Diagnostics are sent when a text is opened, when it changes, and when another one is saved, which
it may extend. Changes in quick succession are answered once (debouncing).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from tilewright import __version__
from tilewright.model.diagnostics import Diagnostic, Severity
from tilewright.model.places import Place
from tilewright.model.service.completing import completions
from tilewright.model.service.explaining import help_at
from tilewright.model.service.fixing import fixes
from tilewright.model.service.formatting import formatted
from tilewright.model.service.naming import CannotRename, declared, named_at, references, renamed
from tilewright.model.service.source import Edit, Source, Span
from tilewright.model.text.scanner import NEWLINE

REST = 0.02
"""The seconds to wait after a change for another one before diagnostics are sent."""
MOST_FINDINGS = 1000
"""The greatest number of diagnostics that are sent for a text."""

_KINDS = {
    "keyword": types.CompletionItemKind.Keyword,
    "feature": types.CompletionItemKind.Property,
    "class": types.CompletionItemKind.Class,
    "name": types.CompletionItemKind.Variable,
    "Player": types.CompletionItemKind.Constant,
    "Piece": types.CompletionItemKind.Class,
    "Tile": types.CompletionItemKind.Class,
    "State": types.CompletionItemKind.EnumMember,
    "SubPipeline": types.CompletionItemKind.Function,
}
"""The kind of a completion in the protocol, by its kind in the service. All others are variables."""


_SYMBOLS = {
    "Game": types.SymbolKind.Module,
    "Player": types.SymbolKind.Constant,
    "Piece": types.SymbolKind.Class,
    "Tile": types.SymbolKind.Class,
    "MoveRule": types.SymbolKind.Method,
    "SubPipeline": types.SymbolKind.Function,
}
"""The kind of a symbol in an outline, by its class in the metamodel. All others are variables."""


class Text:
    """A version of an open text, which translates between the protocol and the service."""

    def __init__(self, server: LanguageServer, uri: str) -> None:
        """``OSError`` or ``ValueError`` for a text that is not open and cannot be read from its file."""
        self._server = server
        document = server.workspace.get_text_document(uri)
        path = to_fs_path(uri)
        self.uri = uri
        self.version = document.version
        self.source = Source(document.source, path or uri, Path(path).parent if path else None)
        self._codec = document.position_codec
        text = document.source
        ends = [found.end() for found in NEWLINE.finditer(text)]
        self._lines = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position of the protocol."""
        found = self._codec.position_from_client_units(self._lines, position)
        return self.source.offset(found.line + 1, found.character + 1)

    def range(self, span: Span) -> types.Range:
        """Return a span as a range of the protocol."""
        start, end = (self._position(self.source.place(offset)) for offset in (span.start, span.end))
        return self._codec.range_to_client_units(self._lines, types.Range(start, end))

    def edits(self, edits: tuple[Edit, ...]) -> types.WorkspaceEdit:
        """Return edits of this text as an edit of the protocol."""
        return types.WorkspaceEdit(
            changes={self.uri: [types.TextEdit(self.range(edit.span), edit.text) for edit in edits]}
        )

    def location(self, place: Place) -> types.Location:
        """Return a place as a location of the protocol, in this text or in another file."""
        if place.file == self.source.file:
            return types.Location(self.uri, self.range(self.source.span(place)))
        uri = from_fs_path(place.file) or self.uri
        try:
            other = Text(self._server, uri)
        except (OSError, ValueError):  # it is gone by now
            at = self._position(place)
            return types.Location(uri, types.Range(at, at))
        return types.Location(uri, other.range(other.source.span(place)))

    def finding(self, found: Diagnostic) -> types.Diagnostic:
        """Return a diagnostic of the protocol. One of another file is put at the beginning of this text."""
        own = found.place.file == self.source.file
        message = found.message if own else f"{found.place}: {found.message}"
        unused = found.code in ("unused", "unreachable-phase", "never-read")
        return types.Diagnostic(
            range=self.range(self.source.span(found.place) if own else Span(0, 0)),
            message=message,
            severity=_SEVERITIES[found.severity],
            code=found.code,
            source="tilewright",
            tags=[types.DiagnosticTag.Unnecessary] if unused else None,
            related_information=[
                types.DiagnosticRelatedInformation(self.location(one.place), one.message) for one in found.related
            ]
            or None,
        )

    @staticmethod
    def _position(place: Place) -> types.Position:
        return types.Position(place.line - 1, place.column - 1)


_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}


def _is_no_answer(record: logging.LogRecord) -> bool:
    """Return whether an error is to be logged: not one that is the answer to a request, such as a name that is none."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcInvalidParams)


def make_server() -> LanguageServer:
    """Return a language server for models in all syntaxes."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_no_answer)
    server = LanguageServer("tilewright", __version__)
    texts: dict[str, Text] = {}

    def text(uri: str) -> Text:
        """Return the current version of an open text. Each version is read once."""
        version = server.workspace.get_text_document(uri).version
        if uri not in texts or texts[uri].version != version:
            try:
                texts[uri] = Text(server, uri)
            except (OSError, ValueError):
                raise JsonRpcInvalidParams(f"{uri} is not open, and cannot be read") from None
        return texts[uri]

    def publish(uri: str) -> None:
        found = text(uri)
        told = [found.finding(one) for one in found.source.diagnostics[:MOST_FINDINGS]]
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told, found.version))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        await asyncio.sleep(REST)
        if uri in server.workspace.text_documents and server.workspace.get_text_document(uri).version == version:
            publish(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        for uri in server.workspace.text_documents.keys() - {params.text_document.uri}:
            texts.pop(uri, None)
            publish(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        texts.pop(params.text_document.uri, None)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(params.text_document.uri, []))

    _questions(server, text)
    _changes(server, text)
    return server


def _questions(server: LanguageServer, text: Callable[[str], Text]) -> None:
    """Register the requests that ask about a text."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions())
    def complete(params: types.CompletionParams) -> types.CompletionList:
        at = text(params.text_document.uri)
        found = completions(at.source, at.offset(params.position))
        replaced = at.range(found.span)
        items = [
            types.CompletionItem(
                label=item.text,
                kind=_KINDS.get(item.kind, types.CompletionItemKind.Variable),
                detail=item.kind,
                documentation=types.MarkupContent(types.MarkupKind.Markdown, item.help) if item.help else None,
                text_edit=types.TextEdit(replaced, item.text),
                sort_text=f"{number:04}",
            )
            for number, item in enumerate(found.items)
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        at = text(params.text_document.uri)
        found = help_at(at.source, at.offset(params.position))
        if found is None:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.text), at.range(found.span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        at = text(params.text_document.uri)
        found = named_at(at.source, at.offset(params.position))
        return None if found is None else at.location(found.declared)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        at = text(params.text_document.uri)
        found = declared(at.source) if at.source.is_notation else []
        return [
            types.DocumentSymbol(name, _SYMBOLS.get(kind, types.SymbolKind.Variable), place, place, detail=kind)
            for name, kind, place in ((name, kind, at.range(span)) for name, kind, span in found)
        ]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def uses(params: types.ReferenceParams) -> list[types.Location]:
        at = text(params.text_document.uri)
        found = named_at(at.source, at.offset(params.position))
        spans = [] if found is None else references(at.source, found)
        return [types.Location(at.uri, at.range(span)) for span in spans]


def _changes(server: LanguageServer, text: Callable[[str], Text]) -> None:
    """Register the requests that are answered with edits of a text."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def nameable(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        at = text(params.text_document.uri)
        found = named_at(at.source, at.offset(params.position)) if at.source.is_notation else None
        return None if found is None else types.PrepareRenamePlaceholder(at.range(found.span), found.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        at = text(params.text_document.uri)
        try:
            return at.edits(renamed(at.source, at.offset(params.position), params.new_name))
        except CannotRename as error:
            raise JsonRpcInvalidParams(str(error)) from None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        at = text(params.text_document.uri)
        start, end = at.offset(params.range.start), at.offset(params.range.end)
        found = []
        for finding in (one for one in at.source.diagnostics if one.place.file == at.source.file):
            span = at.source.span(finding.place)
            if not (span.start <= end and start <= span.end):
                continue
            for number, fix in enumerate(fixes(at.source, finding)):
                found.append(
                    types.CodeAction(
                        title=fix.title,
                        kind=types.CodeActionKind.QuickFix,
                        diagnostics=[at.finding(finding)],
                        is_preferred=number == 0,
                        edit=at.edits(fix.edits),
                    )
                )
        return found

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def tidy(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        at = text(params.text_document.uri)
        found = formatted(at.source)
        if found is None or found == at.source.text:
            return None
        return [types.TextEdit(at.range(Span(0, len(at.source.text))), found)]
