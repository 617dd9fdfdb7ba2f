"""What is wrong with a move of an example is told with its place in the notation, though the example is loaded from XMI."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.commands import run
from tests.support.gallery import EXAMPLES, Example
from tilewright.model.files import read
from tilewright.model.gallery import locate
from tilewright.model.objects import walk
from tilewright.model.readable import readable
from tilewright.runtime import IllegalMove, load
from tilewright.runtime.cli import main


def has_the_places_of_its_notation(name: str) -> None:
    document = read(locate(name))
    assert document.file.endswith(".xmi")
    shown, twin = readable(document, name), read(locate(name, (".game",)))
    assert shown.root is document.root and shown.file == document.file
    elements = list(zip(walk(document.game), walk(twin.game), strict=True))
    assert [one.eClass.name for one, _ in elements] == [other.eClass.name for _, other in elements]
    assert [shown.place(one) for one, _ in elements] == [twin.place(other) for _, other in elements]


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello", "nim", "kuhn-poker"])
def test_places_are_those_of_the_notation(name: str) -> None:
    has_the_places_of_its_notation(name)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_places_are_those_of_the_notation_in_every_game(example: Example) -> None:
    has_the_places_of_its_notation(example.name)


def test_who_asks_for_a_file_is_told_its_places(tmp_path: Path) -> None:
    for extension in (".xmi", ".game"):
        file = tmp_path / f"mine{extension}"
        file.write_bytes(locate("tic-tac-toe", (extension,)).read_bytes())
        for given in (file, locate("tic-tac-toe", (extension,))):
            document = read(given)
            assert readable(document, str(given)) is document


def test_a_refusal_is_told_with_one_place_everywhere() -> None:
    told = f"{locate('tic-tac-toe', ('.game',))}:6:16"
    with pytest.raises(IllegalMove) as caught:
        load("tic-tac-toe").initial_state().play("b2").play("b2")
    assert str(caught.value.explanation and caught.value.explanation.place) == told
    assert told in run("moves", "tic-tac-toe", "--after", "b2 b2").stderr
    assert told in run("explain", "tic-tac-toe", "b2", "--after", "b2").stdout
    arguments = ["play", "tic-tac-toe", "--seat", "X=human", "--seat", "O=human"]
    for typed in ("b2\n?", "why b2"):
        assert told in CliRunner().invoke(main, arguments, input=f"b2\n{typed}\nquit\n").stdout


def test_a_changed_parameter_changes_no_place() -> None:
    state = load("battleship", settings={"n": "4"}).initial_state()
    place = state.explain(str(state.legal_moves[0])).place
    assert place is not None and place.file.endswith("battleship.game")
