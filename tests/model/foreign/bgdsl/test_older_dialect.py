"""The older dialect: what is written is of its grammar, or refused with a reason; what it demands is demanded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bg_grammar import Refused, recognise
from tests.support.bg_twins import TWINS
from tests.support.commands import run
from tests.support.gallery import EXAMPLES
from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.foreign.bgdsl import write_bgdsl
from tilewright.model.objects import difference
from tilewright.model.validation import validate


@pytest.mark.parametrize("name", TWINS)
def test_what_is_written_is_of_its_grammar(name: str) -> None:
    document = read_text(TWINS[name], "game.bgdsl")
    text = write(document, Syntax.BGDSL, older=True)
    recognise(text)
    assert write_bgdsl(document) == text
    again = read_text(text, "again.bgdsl")
    assert validate(again) == [d for d in validate(again) if d.severity.value == "warning"]
    assert difference(document.root, again.root) is None
    xmi = write(document, Syntax.XMI, older=True)
    assert 'xmlns:bg="http://www.example.org/bg"' in xmi
    assert difference(document.root, read_text(xmi, "again.xmi").root) is None


def test_states_of_one_name_are_the_same_again() -> None:
    """What reading the dialect adds is left out, and added again."""
    text = TWINS["Drop"].replace("State Ground {", "State TealDisc {").replace("target Ground }", "target TealDisc }")
    document = read_text(text, "game.bgdsl")
    ground = document.root.board.tiles[1]
    assert ground.states[0].owner is document.root.players[1]
    for syntax in (Syntax.BGDSL, Syntax.XMI):
        written = write(document, syntax, older=True)
        assert "owner" not in written
        assert difference(document.root, read_text(written, f"again.{syntax.value}").root) is None


NAMES = ["x", "board", "Pattern", "Player One", "1st", "Ö", 'quo"te', "a\nb", "true", "^x"]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_written_so_that_it_is_one(name: str) -> None:
    document = read_text(TWINS["Reversi"], "game.bgdsl")
    root = document.root
    cloth = root.board.tiles[0]
    root.players[0].name = cloth.name = cloth.states[0].name = cloth.transitions[0].name = root.name = name
    text = write(document, Syntax.BGDSL, older=True)
    recognise(text)
    assert difference(root, read_text(text, "again.bgdsl").root) is None


REFUSED = [
    ("board checkered", "board", "is not checkered"),
    ("\tplayers {", '\tpieces { Piece P } players {', "no pieces"),
    ("stateSelection OtherPlayer", "stateSelection Empty", "no stateSelection Empty"),
    ("PatternFilter BareCell {", "PatternFilter BareCell { require Each", "no require"),
    ("StateEffectFilter Put { stateSelection CurrentPlayer }", "EndFilter Put", "no EndFilter"),
    ('tile Cloth initialState "Cloth.Light" /* light */', 'tile Cloth initialState "Cloth.Light"', None),
    ('State Light { hexColor "#eeeeee" }', 'State "Li.ght" { hexColor "#eeeeee" owner White }', "Li.ght"),
    ("endRule Pattern Mine {", "endRule Pattern {", "has no name"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "reason"), REFUSED, ids=[str(row[2]) for row in REFUSED])
def test_what_does_not_fit_is_refused_with_a_reason(old: str, new: str, reason: str | None) -> None:
    text = TWINS["Reversi"]
    assert old in text
    text = text.replace(old, new)
    if "Li.ght" in new:
        text = text.replace("(Light)", '("Cloth.Li.ght")').replace("target Light", 'target "Cloth.Li.ght"')
        text = text.replace('"Cloth.Light"', '"Cloth.Li.ght"')
    document = read_text(text, "game.bgdsl")
    assert document.diagnostics == []
    if reason is None:
        recognise(write(document, Syntax.BGDSL, older=True))
        return
    with pytest.raises(NotWritten, match=reason):
        write(document, Syntax.BGDSL, older=True)
    assert write_bgdsl(document).startswith(("game::Game", "// "))
    assert difference(document.root, read_text(write_bgdsl(document), "again.bgdsl").root) is None


def test_every_game_of_the_gallery_is_written_so_or_refused() -> None:
    for example in EXAMPLES:
        document = read(example.file("game"))
        for syntax in (Syntax.XMI, Syntax.BGDSL):
            with pytest.raises(NotWritten, match="cannot be said in the older dialect: "):
                write(document, syntax, older=True)
    with pytest.raises(NotWritten, match="has no older dialect"):
        write(document, Syntax.GAME, older=True)


def test_it_is_asked_for_by_name(tmp_path: Path) -> None:
    source, target = tmp_path / "reversi.bgdsl", tmp_path / "reversi.xmi"
    source.write_text(TWINS["Reversi"], encoding="utf-8")
    assert run("convert", str(source), str(target), "--dialect", "bg").exit_code == 0
    assert "bg:Game" in target.read_text(encoding="utf-8")
    refused = run("convert", "chess", str(target), "--dialect", "bg")
    assert refused.exit_code == 2 and "a Game of that dialect has no pieces" in refused.stderr


MANDATORY = [
    ("turnPolicy TurnBased", "", "the Game 'Reversi' needs turnPolicy"),
    (' associatedState "Cloth.Dark"', "", "the Player 'Black' needs associatedState"),
    ("StateEffectFilter Put { stateSelection CurrentPlayer }", "StateEffectFilter Put {}", "needs stateSelection"),
    ("StateEffectFilter Put", "StateEffectFilter", "this StateEffectFilter needs name"),
    ("Pattern Bare {", "Pattern {", "this Pattern needs name"),
    ("relativecoordinates { RelativeCoordinate { x 0 y 0 } }\n\t\t\t\t\t} }", "} }", "needs relativecoordinates"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), MANDATORY, ids=[row[2] for row in MANDATORY])
def test_what_its_metamodel_demands_is_missed(old: str, new: str, told: str) -> None:
    text = TWINS["Reversi"]
    assert old in text, text
    findings = validate(read_text(text.replace(old, new, 1), "game.bgdsl"))
    assert told in " ".join(str(found) for found in findings if found.code == "missing-feature")
    ours = text.replace(old, new, 1).replace("Game Reversi", "game::Game Reversi")
    assert told not in " ".join(map(str, validate(read_text(ours, "game.bgdsl"))))


def test_the_recogniser_is_strict() -> None:
    text = write(read_text(TWINS["Reversi"], "game.bgdsl"), Syntax.BGDSL, older=True)
    recognise(text)
    for old, new in (
        ("turnPolicy TurnBased", ""), ("initialPlayer Black", "initialPlayer Grey"), ("checkered Board", "Board"),
        ("width 8", "height 8"), ('hexColor "#eeeeee"', ""), ("x 1", "x one"), ("Player Black", "Player board"),
        ("endRule Pattern Mine", "endRule Pattern"), ("}\n}\n", "}\n"), ("row 0", "row 0,"), ("Cloth.Bare", "Bare.Cloth"),
    ):  # fmt: skip
        assert old in text, old
        with pytest.raises(Refused):
            recognise(text.replace(old, new, 1))
