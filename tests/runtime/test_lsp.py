"""Sessions of an editor with the language server, by a client library of others."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.gallery import GALLERY

if TYPE_CHECKING:
    from tests.support.editors import LanguageClient

GAME = """game Lines {
  players Red, Blue
  board 7x6
  pieces Disc:R
  mark from
  place Drop = emtpy -> piece or off @(0,1)
  effect = set own Disc
  effect = line 4 own
}
"""


def test_a_session_with_a_game(tmp_path: Path) -> None:
    """What is found, completed, explained, found again and renamed, while a game is written."""

    from tests.support.editors import Sheet, in_session, types

    async def session(client: LanguageClient) -> None:
        sheet = Sheet(client, tmp_path / "lines.game", GAME)
        (first, *rest) = await sheet.findings()
        assert (first.code, first.range) == ("unresolved-reference", sheet.range("emtpy"))
        assert first.severity is types.DiagnosticSeverity.Error and rest == []
        assert await sheet.fixes("emtpy") == {"Write empty": GAME.replace("emtpy", "empty")}

        (unused,) = await sheet.type("emtpy", "empty")
        assert (unused.code, unused.range) == ("unused", sheet.range("from"))
        assert list(unused.tags or ()) == [types.DiagnosticTag.Unnecessary]
        assert await sheet.type("  mark from\n", "") == []

        half = await sheet.type("set own Disc", "set own D")
        assert [found.code for found in half] == ["unresolved-reference"]
        at = types.CompletionParams(sheet.document, sheet.position("own D\n", 5))
        found = await client.text_document_completion_async(at)
        assert isinstance(found, types.CompletionList)
        assert [(item.label, item.detail) for item in found.items] == [("Disc", "Piece")]
        edit = found.items[0].text_edit
        assert isinstance(edit, types.TextEdit) and edit.range.end == at.position
        await sheet.type("own D\n", "own Disc\n")

        hover = await client.text_document_hover_async(types.HoverParams(sheet.document, sheet.position("line 4")))
        assert hover is not None and isinstance(hover.contents, types.MarkupContent)
        assert "wins" in hover.contents.value and "WinConditionFilter" in hover.contents.value

        at_use = types.TextDocumentPositionParams(sheet.document, sheet.position("own Disc", 5))
        place = await client.text_document_definition_async(
            types.DefinitionParams(at_use.text_document, at_use.position)
        )
        assert isinstance(place, types.Location) and place.range == sheet.range("Disc")
        uses = await client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), at_use.text_document, at_use.position)
        )
        assert uses is not None and len(uses) == 2
        new = await client.text_document_rename_async(
            types.RenameParams(at_use.text_document, at_use.position, "Piece2")
        )
        assert sheet.changed(new) == sheet.text.replace("Disc", "Piece2")
        with pytest.raises(Exception, match="is no name"):
            await client.text_document_rename_async(types.RenameParams(at_use.text_document, at_use.position, "own"))

        outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(sheet.document))
        assert [(one.name, getattr(one, "detail", None)) for one in outline or ()][:4] == [
            ("Lines", "Game"), ("Red", "Player"), ("Blue", "Player"), ("Disc", "Piece"),
        ]  # fmt: skip

        # a character beyond the basic plane is two units of UTF-16, and one column of ours
        wide = 'game "𝔾𝔸" { players 𝒜, 𝒷\n board 3x3\n place 𝒫 = emtpy }'
        other = Sheet(client, tmp_path / "wide.game", wide)
        assert other.range("emtpy") in [one.range for one in await other.findings()]

    in_session(session)


def test_a_game_and_the_one_that_it_extends(tmp_path: Path) -> None:
    """What the other one declares is found there; when that is saved the game is looked at again."""
    from tests.support.editors import Sheet, in_session, types

    async def session(client: LanguageClient) -> None:
        text = GAME.replace("emtpy", "empty").replace("  mark from\n", "")
        (tmp_path / "lines.game").write_text(text, "utf-8")
        base = Sheet(client, tmp_path / "lines.game", text)
        assert await base.findings() == []
        game = Sheet(client, tmp_path / "more.game", "game More extends lines {\n  effect Two = line 2 own Disc\n}\n")
        assert await game.findings() == []
        at = types.DefinitionParams(game.document, game.position("Disc"))
        place = await client.text_document_definition_async(at)
        assert isinstance(place, types.Location) and (place.uri, place.range) == (base.uri, base.range("Disc"))

        (tmp_path / "lines.game").write_text(text.replace("Disc", "Stone"), "utf-8")
        client.text_document_did_save(types.DidSaveTextDocumentParams(base.document))
        assert [found.code for found in await game.findings()] == ["unresolved-reference"]

        (tmp_path / "lines.game").unlink()
        gone = types.TextDocumentIdentifier((tmp_path / "gone.game").as_uri())
        with pytest.raises(Exception, match="is not open, and cannot be read"):
            await client.text_document_hover_async(types.HoverParams(gone, types.Position(0, 0)))

    in_session(session)


def test_a_session_with_xmi(tmp_path: Path) -> None:
    from tests.support.editors import Sheet, in_session, types

    async def session(client: LanguageClient) -> None:
        text = (GALLERY / "tic-tac-toe" / "tic-tac-toe.xmi").read_text("utf-8")
        sheet = Sheet(client, tmp_path / "game.xmi", text)
        assert await sheet.findings() == []
        (found,) = await sheet.type("PatternFilter", "PaternFilter")
        assert found.code == "unknown-class"
        fixed = await sheet.fixes("PaternFilter")
        assert list(fixed.values()) == [text]
        assert await sheet.type("PaternFilter", "PatternFilter") == []
        hover = await client.text_document_hover_async(types.HoverParams(sheet.document, sheet.position("hexColor", 2)))
        assert hover is not None and isinstance(hover.contents, types.MarkupContent)
        assert "Player.hexColor" in hover.contents.value
        place = await client.text_document_definition_async(
            types.DefinitionParams(sheet.document, sheet.position("//@players.0", 4))
        )
        assert isinstance(place, types.Location) and place.range.start == sheet.position("<players")

    in_session(session)


def test_five_quick_fixes_and_tidying(tmp_path: Path) -> None:
    rows = {
        "xyzzy": ("place P = xyzzy", None),
        "emtpy": ("place P = emtpy", "place P = empty"),
        "goal": ("place P = empty at goal", "region goal = row 0\n  place P = empty at goal"),
        "9..0": ("counter n 9..0\n  place P = if n == 0 -> empty", "counter n 0..9\n  place P = if n == 0 -> empty"),
        "unused": ("mark unused\n  place P = empty", "place P = empty"),
        "plaec": ("plaec P = empty", "place P = empty"),
    }

    from tests.support.editors import Sheet, in_session, types

    async def session(client: LanguageClient) -> None:
        for number, (word, (line, fixed)) in enumerate(rows.items()):
            text = GAME.replace("  mark from\n", "").replace("place Drop = emtpy -> piece or off @(0,1)", line)
            sheet = Sheet(client, tmp_path / f"{number}.game", text)
            await sheet.findings()
            found = list((await sheet.fixes(word)).values())
            assert found[:1] == ([] if fixed is None else [text.replace(line, fixed)])
        wide = Sheet(
            client, tmp_path / "wide.game", GAME.replace("emtpy", "empty").replace("  players", "\n players  ")
        )
        await wide.findings()
        edits = await client.text_document_formatting_async(
            types.DocumentFormattingParams(wide.document, types.FormattingOptions(2, True))
        )
        assert edits is not None and len(edits) == 1
        assert edits[0].new_text == GAME.replace("emtpy", "empty")

    in_session(session)


def test_an_editor_that_goes_away_leaves_no_server() -> None:
    from tests.support.editors import SERVER

    done = subprocess.run(SERVER, input=b"", capture_output=True, timeout=60, check=False)
    assert (done.stdout, b"Traceback" in done.stderr) == (b"", False)


def messages(*sent: dict[str, Any]) -> bytes:
    """Return messages as an editor writes them."""
    texts = [json.dumps({"jsonrpc": "2.0", **one}).encode() for one in sent]
    return b"".join(f"Content-Length: {len(text)}\r\n\r\n".encode() + text for text in texts)


def test_what_cannot_be_renamed_is_an_answer_and_no_crash(tmp_path: Path) -> None:
    """Also, many editors add --stdio to the command."""
    from tests.support.editors import SERVER

    text = GAME.replace("emtpy", "empty")
    uri = (tmp_path / "lines.game").as_uri()
    renaming = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 10}, "newName": "own"}
    typed = messages(
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {
            "method": "textDocument/didOpen",
            "params": {"textDocument": {"uri": uri, "languageId": "tilewright", "version": 1, "text": text}},
        },
        {"id": 2, "method": "textDocument/rename", "params": renaming},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    )
    done = subprocess.run([*SERVER, "--stdio"], input=typed, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line[: line.rindex(b"}") + 1]) for line in done.stdout.split(b"\r\n\r\n")[1:]]
    (refused,) = [answer["error"] for answer in answers if answer.get("id") == 2]
    assert refused["code"] == -32602 and "is no name" in refused["message"]
