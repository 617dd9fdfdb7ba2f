"""What is offered while somebody types: the words and names that may stand there, and no others."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.carets import at_caret, example
from tilewright.model.service.completing import completions
from tilewright.model.service.words import WORDS
from tilewright.model.text.scanner import Token, TokenKind, tokens

GAME = """game G {{
  players X, O
  board 3x3
  pieces Stone:X/O King:K/k
  mark from
  region top = row 0
  directions diag = (1,1)
  counter n
  phases early, late
  {0}
  effect = line 3 own
}}
"""

ROWS = [
    ("‸", "place move effect mark region", "own step from early because"),
    ("mo‸", "move", "place"),
    ("place M = ‸", "own empty step choose Stone King", "place diag from"),
    ("place M = em‸p", "empty", "own"),
    ("place M = empty -> ‸", "select set has", "until Rotate180"),
    ("place M = own ‸", "Stone King at like or with", "enemy empty top count"),
    ("place M = own at ‸", "from top", "diag Stone own"),
    ("move M = step ‸", "diag through", "top Stone"),
    ("move M = ray diag enemy ‸", "until end both", "diag"),
    ("move M = choose { own | ‸ }", "empty select step", "place"),
    ("move M = choose { own -> ‸", "empty select step", "until"),
    ("move M in ‸", "early late", "top own"),
    ("move M = image ‸", "Rotate180 FlipRows", "own"),
    ("effect = set ‸", "own enemy empty like XStone", "diag top"),
    ("effect = set own ‸", "Stone King like", "top from"),
    ("effect = turn ‸", "same next X O", "Stone"),
    ("effect = phase ‸", "early late", "from"),
    ("effect = do ‸", "each along as", "own"),
    ("effect = do as ‸", "each enemy X O", "own Stone"),
    ("effect = X -> ‸", "own X O", "diag"),
    ("effect = goto ‸", "from top each X O", "own"),
    ("effect = if X ‸", "n count at", "diag"),
    ("place M = if ‸", "n count enemy", "from"),
    ("place M = if n > ‸", "n count enemy", "own from"),
    ("parameter q = one | two\n  place M = if q == ‸", "one two", "own from"),
    ("ranking ‸", "max min", "count"),
    ("counter z = 3 ‸", "with", "in"),
    ("place M = own with { ‸ }", "relative negate within", "own diag"),
    ("mark a ‸", "per game turn ply owner", "own random to"),
    ("region q ‸", "relative per of", "random count draw"),
    ("effect = set own Stone ‸", "because with", "random to elif elsif"),
    ("setup { ‸ }", "at", "own"),
    ("setup { at ‸", "top", "Stone X count draw"),
    ("setup { at top ‸", "Stone X O", "top count draw"),
    ("setup { at top X ‸", "Stone King", "top X"),
    ("setup { at top Stone ‸", "at", "Stone random to"),
    ("region q = ‸", "row column cells rect tiles", "own"),
    ("counter z ‸", "per cell move hidden", "own"),
    ("players A ‸", "Rotate180 Transpose", "own"),
    ('place M = own because "‸', "", "own"),
    ("place M = own // ‸", "", "own"),
    ("board 5‸", "", "own"),
]


@pytest.mark.parametrize(("line", "offered", "others"), ROWS)
def test_what_may_stand_there_is_offered(line: str, offered: str, others: str) -> None:
    source, offset = at_caret(GAME.format(line))
    found = completions(source, offset)
    texts = {item.text for item in found.items}
    assert set(offered.split()) <= texts
    assert texts.isdisjoint(others.split())
    assert source.text[found.span.start : found.span.end] in ("", "mo", "emp", "5")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("game G { pl‸", {"place", "players"}),
        ("game G {\n  players A, B\n  board 3x3\n  place P = own -> st‸", {"stack", "stamp", "step"}),
        ("game G extends othello { effect = set own D‸ }", {"Disc"}),
        ("game G extends othello { without En‸ }", {"Enclose"}),
    ],
)
def test_texts_that_have_hardly_begun(text: str, offered: set[str]) -> None:
    source, offset = at_caret(text)
    assert {item.text for item in completions(source, offset).items} == offered


XMI = """<?xml version="1.0" encoding="UTF-8"?>
<game:Game xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:game="urn:tilewright:game" name="G">
  <players name="X" hexColor="#000000"/>
  <board width="3" height="3">
    {0}
  </board>
</game:Game>
"""


@pytest.mark.parametrize(
    ("text", "offered", "others"),
    [
        ("<‸", "tiles tileplacement legalMovesPipeline", "players width"),
        ("<ti‸", "tiles tileplacement", "legalMovesPipeline"),
        ("<tiles ‸", "name tileType hexColor", "states initialState width"),
        ('<tiles name="Cell" n‸', "", "name"),
        ('<legalMovesPipeline><filters xsi:type="game:Ste‸', "StepFilter", "StateEffectFilter"),
        ('<legalMovesPipeline><filters xsi:type="game:‸"/>', "StepFilter PatternFilter", "IntValue Board"),
        ('<legalMovesPipeline><filters xsi:type="game:StepFilter" ‸', "min max directions", "through patterns"),
        ('<legalMovesPipeline><filters xsi:type="game:PatternFilter" require="‸"/>', "All Each", "true"),
        ('<legalMovesPipeline><filters xsi:type="game:StepFilter"><‸', "through count nextFilter", "min"),
        ('<tiles name="‸"/>', "", "name"),
        ("</‸", "", "tiles"),
        ("‸", "", "tiles"),
    ],
)
def test_xmi(text: str, offered: str, others: str) -> None:
    source, offset = at_caret(XMI.format(text), "a.xmi")
    found = {item.text for item in completions(source, offset).items}
    assert set(offered.split()) <= found and found.isdisjoint(others.split())
    assert bool(found) is bool(offered)


def test_items_tell_what_they_are() -> None:
    source, offset = at_caret(GAME.format("effect = set ‸"))
    kinds = {item.text: item.kind for item in completions(source, offset).items}
    assert (kinds["own"], kinds["XStone"]) == ("keyword", "State")
    helped = [item for item in completions(source, offset).items if item.kind == "keyword"]
    assert all(item.help for item in helped)


@pytest.mark.parametrize("name", ["backgammon", "banqi", "brandubh", "gardner", "goofspiel", "kalah", "othello"])
def test_what_stands_in_a_game_is_offered_where_it_stands(name: str) -> None:
    """A word or a name of a valid text, left out, is among what could be written there."""
    source = example(name)
    uses = {source.offset(use.place.line, use.place.column) for use in source.document.uses}
    written = [token for token in tokens(source.text, source.file) if _is_known(token, uses)]
    for token in Random(name).sample(written, 5):
        assert token.text in {item.text for item in completions(source, token.offset).items}, token.place


def _is_known(token: Token, uses: set[int]) -> bool:
    """Return whether a token is a name that is used, or a word; not one that a declaration gives to something."""
    names = {"back", "row", "score", "turned"}
    return token.kind is TokenKind.NAME and (token.offset in uses or token.text in WORDS.keys() - names)
