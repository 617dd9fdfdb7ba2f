"""Names: where they are declared and used, and what else changes with them."""

from __future__ import annotations

import pytest

from tests.support.carets import at_caret, example
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.service.naming import CannotRename, declared, named_at, references, renamed
from tilewright.model.service.source import Source, edited

GAME = """game G {
  players X, O
  board 3x3
  pieces Stone:X/O
  neutral Wall:#
  mark from
  place Put = empty
  move Jump = own Stone -> select from -> step (1,0) -> empty
  effect = set own Stone; mark from
  effect = has { XStone at from -> set Wall }
}
"""


def caret_at(name: str, nth: int = 0, text: str = GAME) -> tuple[Source, int]:
    """Return the game with a caret within the n-th occurrence of a name."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(name, offset + 1)
    return Source(text, "a.game"), offset + 1


@pytest.mark.parametrize(
    ("name", "nth", "kind", "declared"),
    [
        ("Stone", 1, "Piece", (4, 10)),
        ("Stone", 0, "Piece", (4, 10)),
        ("from", 1, "Mark", (6, 8)),
        ("from", 0, "Mark", (6, 8)),
        ("XStone", 0, "State", (4, 16)),
    ],
)
def test_definition(name: str, nth: int, kind: str, declared: tuple[int, int]) -> None:
    source, offset = caret_at(name, nth)
    found = named_at(source, offset)
    assert found is not None and (found.name, found.kind) == (name, kind)
    assert (found.declared.line, found.declared.column) == declared


def test_definition_of_what_another_game_declares() -> None:
    source, offset = at_caret("game G extends othello { effect = set own Di‸sc }")
    found = named_at(source, offset)
    assert found is not None and found.declared.file.endswith("othello.game")


def test_what_a_text_declares() -> None:
    source = Source(GAME, "a.game")
    found = [(name, kind) for name, kind, _ in declared(source)]
    assert found == [
        ("G", "Game"), ("X", "Player"), ("O", "Player"), ("Stone", "Piece"), ("Wall", "Piece"), ("from", "Mark"),
        ("Put", "PatternFilter"), ("Jump", "MoveRule"),
    ]  # fmt: skip
    assert all(source.text[span.start : span.end] == name for name, _, span in declared(source))


@pytest.mark.parametrize("text", ["game G { pla‸ce M = own }", "// from‸\ngame G { board 3x3 }", "‸"])
def test_nothing_is_named_there(text: str) -> None:
    assert named_at(*at_caret(text)) is None


def test_an_address_in_xmi() -> None:
    text = write(read_text(GAME, "a.game"), Syntax.XMI)
    offset = text.index("//@players.1") + 5
    source = Source(text, "a.xmi")
    found = named_at(source, offset)
    assert found is not None and found.kind == "Player"
    assert (
        source.text[source.line_of(source.offset(found.declared.line, 1)).start :]
        .lstrip()
        .startswith('<players name="O"')
    )


@pytest.mark.parametrize(("name", "count"), [("Stone", 3), ("from", 4), ("Wall", 2), ("Put", 1)])
def test_references(name: str, count: int) -> None:
    source, offset = caret_at(name)
    found = named_at(source, offset)
    assert found is not None
    spans = references(source, found)
    assert [source.text[span.start : span.end] for span in spans[:1]] == [name]
    assert len(renamed(source, offset, "Fresh")) == count + (name in ("Stone",))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("chess", "Pawn"), ("chess", "from"), ("chess", "attack"), ("dots-and-boxes", "Line"), ("kalah", "seeds"),
        ("nine-mens-morris", "hand"), ("othello", "Black"), ("goofspiel", "Card"), ("brandubh", "King"),
    ],
)  # fmt: skip
def test_a_renamed_game_is_the_same_but_for_the_name(game: str, name: str) -> None:
    """Said in XMI, and the new name replaced by the old one, it is the model that it was, but for colours."""
    source = example(game)
    offset = next(
        o
        for o in range(len(source.text))
        if source.text.startswith(name, o) and (f := named_at(source, o)) and f.name == name
    )
    after = Source(edited(source.text, renamed(source, offset, "Fresh")), source.file, source.folder)
    assert after.document.diagnostics == [] and "Fresh" in after.text
    xmi = write(after.document, Syntax.XMI).replace("Fresh", name)
    assert without_colours(xmi) == without_colours(write(source.document, Syntax.XMI))


def without_colours(xmi: str) -> list[str]:
    return [part for part in xmi.split() if not part.startswith("hexColor=")]


@pytest.mark.parametrize(
    ("name", "nth", "new", "why"),
    [
        ("Stone", 0, "two words", "is no name"),
        ("Stone", 0, "own", "is no name"),
        ("Stone", 0, "1st", "is no name"),
        ("from", 0, "Put", ""),
        ("Stone", 0, "Wall", "cannot be called 'Wall'"),
        ("XStone", 0, "Fresh", "is made of other names"),
        ("place", 0, "Fresh", "no name is here"),
    ],
)
def test_what_cannot_be_renamed(name: str, nth: int, new: str, why: str) -> None:
    source, offset = caret_at(name, nth)
    if why:
        with pytest.raises(CannotRename, match=why):
            renamed(source, offset, new)
    else:
        assert renamed(source, offset, new)


def test_names_are_left_alone_while_the_text_has_errors() -> None:
    source, offset = caret_at("from", 0, GAME.replace("empty\n  move", "emtpy\n  move"))
    with pytest.raises(CannotRename, match="has errors"):
        renamed(source, offset, "origin")


def test_what_another_game_declares_is_not_renamed_here() -> None:
    with pytest.raises(CannotRename, match="declared in another text"):
        renamed(*at_caret("game G extends othello { effect = set own Di‸sc }"), "Fresh")


SHADOWED = "game G {\n  players X, O\n  board 3x3\n  pieces Stone:X/O\n  SubPipeline rank { filter empty }\n  place Put = rank\n}\n"


def test_what_a_warning_advises_to_rename_can_be_renamed() -> None:
    source, offset = caret_at("rank", 0, SHADOWED)
    assert [found.code for found in source.document.diagnostics] == ["shadowed-name"]
    after = Source(edited(SHADOWED, renamed(source, offset, "ranked")), "a.game")
    assert "SubPipeline ranked" in after.text and after.document.diagnostics == []
