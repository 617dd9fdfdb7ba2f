"""What --viewer shows of a game that hides something, and what it leaves out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import html

from tests.support.commands import run

AFTER = ("--after", "a1 b2")

DUEL = """game Duel {
  players Ann, Ben
  board 2x1
  pieces Man:A/B
  counter purse per owner = 5
  counter dark hidden = 47
  setup { "AB" }
  move Pay = own -> select -> purse -= 3 -> dark += 1
  sight = own
}
"""
"""Ann and Ben see neither the man nor the purse of the other."""


@pytest.fixture
def duel(tmp_path: Path) -> str:
    file = tmp_path / "duel.game"
    file.write_text(DUEL)
    return str(file)


def test_show_tells_what_a_player_sees(duel: str) -> None:
    whole = run("show", duel, "--after", "a1").stdout
    assert "1 A B" in whole and "Ann: purse 2" in whole and "47" not in whole and "48" in whole
    ann, ben = (run("show", duel, "--after", "a1", "--viewer", name).stdout for name in ("Ann", "Ben"))
    assert "1 A ?" in ann and "1 ? B" in ben and not any("48" in text or "setup" in text for text in (ann, ben))
    assert "Ben to move, 1 legal: b1\n" in ben and "Ben to move\n" in ann and "legal" not in ann
    assert ann.endswith("Ann sees; Ben to move\ncounter purse = 2\n")
    assert ben.endswith("Ben sees; Ben to move\ncounter purse = 5\n")


def test_show_tells_it_as_json(duel: str) -> None:
    facts = json.loads(run("show", duel, "--after", "a1", "--viewer", "Ann", "--format", "json").stdout)
    assert (facts["viewer"], facts["legal"], facts["board"]["rows"]) == ("Ann", None, ["1 A ?"])
    assert facts["view"]["unseen"] == ["b1"] and facts["view"]["counters"] == {"purse": 2}
    assert "48" not in json.dumps(facts) and "setup" not in facts["position"]
    plain = json.loads(run("show", duel, "--format", "json").stdout)
    assert "view" not in plain and "viewer" not in plain and len(plain["legal"]) == 1


def test_explain_tells_what_a_player_may_know(duel: str) -> None:
    whole, seen = (run("explain", duel, "b1", *more) for more in ((), ("--viewer", "Ann")))
    assert "b1 must be Ann's, but Ben's Man is there" in whole.stdout
    assert "b1 must be Ann's, but what is there is not seen" in seen.stdout and "Ben" not in seen.stdout
    assert (whole.exit_code, seen.exit_code) == (1, 1)
    whole, seen = (run("explain", duel, "a1", *more) for more in ((), ("--viewer", "Ann")))
    assert "dark: 47 becomes 48" in whole.stdout
    told = seen.stdout.replace(duel, "")  # the name of a temporary folder holds any number
    assert "is legal by the rule Pay" in told and "47" not in told and seen.exit_code == 0
    facts = json.loads(run("explain", duel, "b1", "--viewer", "Ann", "--format", "json").stdout)
    assert (facts["legal"], facts["sentence"]) == (False, "b1 must be Ann's, but what is there is not seen")


def test_explain_tells_only_who_is_to_move(duel: str) -> None:
    refused = run("explain", duel, "a1", "--viewer", "Ben")
    assert (refused.stdout, refused.exit_code) == ("", 2)
    assert refused.stderr == "Ben is not told which moves are legal at the turn of Ann\n"
    assert run("explain", duel, "b1", "--after", "a1", "--viewer", "Ben").exit_code == 0
    assert run("explain", "othello", "a1", "--viewer", "White").exit_code == 1, "it hides nothing"
    assert "did you mean 'Ben'?" in run("explain", duel, "a1", "--viewer", "Bn").stderr


def test_render_draws_what_a_player_sees() -> None:
    game = "phantom-tic-tac-toe"
    assert run("render", game, *AFTER, "--as", "text").stdout == "3 . . .\n2 . O .\n1 X . .\n  a b c\n"
    assert run("render", game, *AFTER, "--as", "text", "--viewer", "O").stdout == "3 ? ? ?\n2 ? O ?\n1 ? ? ?\n  a b c\n"
    seen, other = (run("render", game, *AFTER, "--viewer", name).stdout for name in "XO")
    assert len({seen, other, run("render", game, *AFTER).stdout}) == 3
    assert 'class="last"' not in seen + other and "class='last'" not in seen + other


def test_the_page_has_only_what_a_player_sees(duel: str) -> None:
    page = run("render", duel, "--after", "a1", "--as", "html", "--viewer", "Ann").stdout
    text = " ".join(html.document_fromstring(page).find(".//main").text_content().split())
    assert "Ann2Ben?" in text and "48" not in text and "Legal moves" not in text and "last move" not in text
    assert text.endswith("Position1 A ? a b Ann sees; Ben to move counter purse = 2") and "setup" not in text
    assert "Legal moves: 1" in run("render", duel, "--after", "a1", "--as", "html", "--viewer", "Ben").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "nim", "--viewer", "Bens"), "has no player 'Bens'"),
        (("render", "nim", "--viewer", "Bens"), "has no player 'Bens'"),
        (("show", "chess", "--viewer", "White", "--format", "fen"), "FEN shows the whole position"),
        (("render", "othello", "--viewer", "Black", "--as", "othello-ascii"), "not for othello-ascii"),
    ],
)
def test_what_cannot_be_seen_so(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2 and said in result.stderr
