"""XMI: what is read, what is refused and where, and that writing loses nothing."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from tilewright.metamodel import BG_NS_URI, NS_URI
from tilewright.model import ordering
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document, NotWritten
from tilewright.model.hints import MOST_HINTS
from tilewright.model.objects import MAX_DEPTH, difference
from tilewright.model.validation import validate
from tilewright.model.xmi import read_xmi, write_xmi
from tilewright.model.xmi.parsing import MAX_ATTRIBUTES, MAX_ELEMENTS

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<game:Game xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:game="urn:tilewright:game" '
)
SMALL = (
    HEAD
    + """name="Small" initialPlayer="//@players.0">
  <players name="X" hexColor="#ff0000" associatedState="//@board/@tiles.0/@states.0"/>
  <players name="O" hexColor="#0000ff" transform="Rotate180"/>
  <board width="2" height="1" checkered="true">
    <tiles name="Cell" tileType="Cell">
      <initialState name="Empty" outbound="//@board/@tiles.0/@transitions.0"/>
      <states name="X" inbound="//@board/@tiles.0/@transitions.0"/>
      <transitions name="go" source="//@board/@tiles.0/@initialState" target="//@board/@tiles.0/@states.0"/>
    </tiles>
    <tileplacement tile="Cell"/>
    <tileplacement column="1" tile="Cell"/>
    <legalMovesPipeline>
      <filters xsi:type="game:CompareFilter" op="gt">
        <left xsi:type="game:SumValue">
          <terms xsi:type="game:IntValue" value="-3"/>
          <weights>1</weights>
        </left>
        <right xsi:type="game:IntValue"/>
      </filters>
    </legalMovesPipeline>
  </board>
</game:Game>
"""
)


def read(text: str | bytes) -> Document:
    return read_xmi(text.encode() if isinstance(text, str) else text, "m.xmi")


def findings(document: Document) -> list[tuple[str, int, int]]:
    return [(d.code, d.place.line, d.place.column) for d in document.diagnostics]


def test_what_is_canonical_is_written_as_it_was_read() -> None:
    document = read(SMALL)
    assert document.diagnostics == []
    assert write_xmi(document.root) == SMALL


def test_both_ends_of_a_reference_are_set() -> None:
    tile = read(SMALL).root.board.tiles[0]
    go = tile.transitions[0]
    assert list(go.source) == [tile.initialState]
    assert go.target is tile.states[0]
    assert list(tile.states[0].inbound) == [go]
    assert list(tile.initialState.outbound) == [go]


@pytest.mark.parametrize(
    "end", ['outbound="//@board/@tiles.0/@transitions.0"', 'inbound="//@board/@tiles.0/@transitions.0"']
)
def test_one_end_of_a_reference_is_enough(end: str) -> None:
    document = read(SMALL.replace(f" {end}", ""))
    assert document.diagnostics == []
    assert write_xmi(document.root) == SMALL


def test_the_end_that_texts_leave_out_is_enough() -> None:
    document = read(SMALL.replace(' target="//@board/@tiles.0/@states.0"', ""))
    assert document.diagnostics == []
    assert write_xmi(document.root) == SMALL


def test_elements_know_where_they_stand() -> None:
    game = read(SMALL).root
    assert game.eClass.name == "Game"
    assert game.board.eContainer() is game
    assert game.board.eContainmentFeature().name == "board"
    assert "name" in vars(game) and "turnPolicy" not in vars(game)
    game.players[1].name = "Nought"
    assert [player.name for player in game.players] == ["X", "Nought"]


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        (SMALL.replace("\n", "\r\n"), SMALL),
        (SMALL.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"), SMALL),
        (b"\xef\xbb\xbf" + SMALL.encode(), SMALL),
        (SMALL.replace("<players", "<!-- a comment --><?pi?><players"), SMALL),
        (SMALL.replace("xmlns:game=", 'xsi:schemaLocation="urn:tilewright:game evil.ecore" xmlns:game='), SMALL),
        (SMALL.replace("game:", "g:").replace("xmlns:g:", "xmlns:").replace("xmlns:game", "xmlns:g"), SMALL),
        (SMALL.replace("//@players.0", "#//@players.0"), SMALL),
        (SMALL.replace('tile="Cell"', 'tile="//@board/@tiles.0"'), SMALL),
        (SMALL.replace(' name="Small"', "").replace("  <players name=\"X\"", "  <name>Small</name>\n  <players name=\"X\""), SMALL),
        (SMALL.replace("<filters ", "<filter ").replace("</filters>", "</filter>"), SMALL),
        (SMALL.replace('name="O" hexColor', 'xmi:id="o" name="O" hexColor').replace('initialPlayer="//@players.0"', 'initialPlayer="o"'),
         SMALL.replace('initialPlayer="//@players.0"', 'initialPlayer="//@players.1"')),
    ],
)  # fmt: skip
def test_other_forms_of_the_same(text: str | bytes, same_as: str) -> None:
    document = read(text)
    assert document.diagnostics == []
    assert write_xmi(document.root) == same_as


def test_odd_strings_survive() -> None:
    name = "a \"b\" <c> & 'd'\n\te\r ü 🎲 ]]>"
    root = read(SMALL).root
    root.name = name
    again = read(write_xmi(root))
    assert again.diagnostics == []
    assert again.root.name == name
    assert difference(root, again.root) is None


def test_an_identifier_that_no_reference_can_hold_is_addressed() -> None:
    root = read(
        SMALL.replace('tileType="Cell"', 'tileType="a b"').replace('tile="Cell"', 'tile="//@board/@tiles.0"')
    ).root
    assert 'tile="//@board/@tiles.0"' in write_xmi(root)


REFUSED = [
    # what is changed in SMALL, what into; code, line, column
    ("</game:Game>", "", "xml-syntax", 24, 1),
    ("</board>", "</bord>", "xml-syntax", 22, 5),
    ('width="2"', 'width="2" width="3"', "xml-syntax", 5, 20),
    ('<?xml version="1.0" encoding="UTF-8"?>\n', "<!DOCTYPE x>\n", "doctype-refused", 1, 1),
    ('<?xml version="1.0" encoding="UTF-8"?>\n', '<!DOCTYPE x [<!ENTITY e SYSTEM "x">]>\n', "doctype-refused", 1, 1),
    ("urn:tilewright:game", "urn:other", "unknown-namespace", 2, 1),
    ('name="X" hexColor', 'nam="X" hexColor', "unknown-feature", 3, 3),
    ("<players", "<playerz", "unknown-feature", 3, 3),
    ('width="2"', 'width="two"', "bad-value", 5, 3),
    ('width="2"', 'width=""', "bad-value", 5, 3),
    ('width="2"', 'width="2.0"', "bad-value", 5, 3),
    ('width="2"', 'width="0x2"', "bad-value", 5, 3),
    ('width="2"', 'width="1_0"', "bad-value", 5, 3),
    ('width="2"', 'width=" 2"', "bad-value", 5, 3),
    ('width="2"', 'width="2147483648"', "bad-value", 5, 3),
    ('width="2"', 'width="99999999999999999999"', "bad-value", 5, 3),
    ('checkered="true"', 'checkered="yes"', "bad-value", 5, 3),
    ('checkered="true"', 'checkered="TRUE"', "bad-value", 5, 3),
    ('transform="Rotate180"', 'transform="Rotate181"', "bad-value", 4, 3),
    ('transform="Rotate180"', 'transform="3"', "bad-value", 4, 3),
    ('checkered="true"', 'size="2"', "derived-feature", 5, 3),
    ("<tileplacement tile", '<tileplacement darker="true" tile', "derived-feature", 11, 5),
    ("//@players.0", "//@players.5", "unresolved-reference", 2, 1),
    ("//@players.0", "//@playerz.0", "unresolved-reference", 2, 1),
    ("//@players.0", "//@players.x", "unresolved-reference", 2, 1),
    ("//@players.0", "//@players", "unresolved-reference", 2, 1),
    ("//@players.0", "/99", "unresolved-reference", 2, 1),
    ("//@players.0", "nobody", "unresolved-reference", 2, 1),
    ("//@players.0", "//@board", "wrong-reference-type", 2, 1),
    ("//@players.0", "other.xmi#//@players.0", "href-refused", 2, 1),
    ("//@players.0", "http://localhost/x.xmi#/", "href-refused", 2, 1),
    ("//@players.0", "//@players.0 //@players.1", "too-many-values", 2, 1),
    ('<board width="2" height="1" checkered="true">', '<board href="x.xmi#/">', "href-refused", 5, 3),
    ('column="1" tile="Cell"', 'column="1" tile="Sell"', "unresolved-reference", 12, 5),
    ('column="1" tile="Cell"/>', 'column="1"><tile href="x.xmi#/"/></tileplacement>', "href-refused", 12, 31),
    ('xsi:type="game:IntValue"/>', 'xsi:type="game:IntValu"/>', "unknown-class", 19, 9),
    ('xsi:type="game:IntValue"/>', 'xsi:type="foo:IntValue"/>', "unknown-namespace", 19, 9),
    ('xsi:type="game:IntValue"/>', 'xsi:type="IntValue"/>', "unknown-namespace", 19, 9),
    ('xsi:type="game:IntValue"/>', 'xsi:type="game:Value"/>', "abstract-class", 19, 9),
    ('xsi:type="game:IntValue"/>', "/>", "abstract-class", 19, 9),
    ('xsi:type="game:IntValue"/>', 'xsi:type="game:Tile"/>', "wrong-class", 19, 9),
    ("<weights>1</weights>", "<weights>x</weights>", "bad-value", 17, 11),
    ("<weights>1</weights>", "<weights><a/></weights>", "text-refused", 17, 11),
    ('  <board width="2"', '  <board/>\n  <board width="2"', "duplicate-feature", 6, 3),
    ("</legalMovesPipeline>", "words</legalMovesPipeline>", "text-refused", 21, 5),
    ('<board width="2"', '<foo:board xmlns:foo="urn:foo"/><board width="2"', "unknown-feature", 5, 3),
    ('name="O"', 'foo:name="N" xmlns:foo="urn:foo" name="O"', "unknown-feature", 4, 3),
    ('name="O"', 'board="x" name="O"', "unknown-feature", 4, 3),
    ('<board width="2"', '<board tiles="Cell" width="2"', "bad-value", 5, 3),
    ('source="//@board/@tiles.0/@initialState"', 'source="//@board/@tiles.0/@states.0 //@board/@tiles.0/@states.0"', "duplicate-value", 9, 7),
    ('target="//@board/@tiles.0/@states.0"', 'target="//@board/@tiles.0/@initialState"', "opposite-mismatch", 8, 7),
    ("    <tileplacement tile", '    <tiles name="C" tileType="Cell"/>\n    <tileplacement tile', "duplicate-identifier", 11, 5),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name="O"', 'name=""', "this Player needs a name; an empty text is none"),
        ("<board", '<regions name="R"><ranges column="1"/></regions><board', None),
        ('<board width="2"', '<regions name="R"><ranges column="1"/></regions><board width="two"', "Board.width: 'two' is no whole number"),
    ],
)  # fmt: skip
def test_what_is_told_and_nothing_that_follows(old: str, new: str, told: str | None) -> None:
    assert old in SMALL
    errors = [one for one in validate(read(SMALL.replace(old, new, 1))) if has_errors([one])]
    assert [one.message for one in errors] == ([] if told is None else [told])


@pytest.mark.parametrize(("old", "new", "code", "line", "column"), REFUSED)
def test_what_is_refused(old: str, new: str, code: str, line: int, column: int) -> None:
    assert old in SMALL
    assert (code, line, column) in findings(read(SMALL.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "xml-syntax"),
        (b"   \n", "xml-syntax"),
        (b"\x00\x01", "xml-syntax"),
        (b"<", "xml-syntax"),
        (b"<a>\xff</a>", "bad-encoding"),
        (b'<game:Game><s xmlns="x"/></game:Game>', "xml-syntax"),
        (b'<?xml version="1.0" encoding="no-such"?><a/>', "xml-syntax"),
        (b"<Game/>", "unknown-namespace"),
        (b'<g:Gme xmlns:g="urn:tilewright:game"/>', "unknown-class"),
        (b'<g:Filter xmlns:g="urn:tilewright:game"/>', "wrong-class"),
        (b'<g:TurnType xmlns:g="urn:tilewright:game"/>', "unknown-class"),
        (b"<a>" * 300 + b"</a>" * 300, "nesting-too-deep"),
    ],
)
def test_what_is_no_model_at_all(data: bytes, code: str) -> None:
    assert [d.code for d in read(data).diagnostics] == [code]


def test_depth_is_bounded() -> None:
    def chain(levels: int) -> str:
        one = "<nextFilter xsi:type='game:MovableFilter'>"
        nested = f"<filters xsi:type='game:MovableFilter'>{one * levels}{'</nextFilter>' * levels}</filters>"
        return SMALL.replace("<legalMovesPipeline>", f"<legalMovesPipeline>{nested}")

    assert read(chain(MAX_DEPTH - 4)).diagnostics == []
    assert [d.code for d in read(chain(MAX_DEPTH - 3)).diagnostics] == ["nesting-too-deep"]


def test_all_problems_are_reported_with_their_places() -> None:
    text = (
        SMALL.replace("hexColor", "hexColour").replace('width="2"', 'width="x"').replace("//@players.0", "//@players.7")
    )
    assert findings(read(text)) == [
        ("unknown-feature", 3, 3),
        ("unknown-feature", 4, 3),
        ("bad-value", 5, 3),
        ("unresolved-reference", 2, 1),
    ]


def test_an_entity_bomb_is_not_expanded() -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x"}">' for n in range(30))
    assert [d.code for d in read(f"<!DOCTYPE x [{entities}]><x>&e29;</x>").diagnostics] == ["doctype-refused"]


def test_no_other_file_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.xmi"
    secret.write_text(SMALL, encoding="utf-8")
    for reference in (f"{secret}#/", f"file://{secret}#//@players.0"):
        document = read(SMALL.replace("//@players.0", reference))
        assert [d.code for d in document.diagnostics] == ["href-refused"]
        assert document.root.initialPlayer is None


def test_the_bg_dialect_is_read_and_written_into_the_model() -> None:
    old = SMALL.replace(NS_URI, BG_NS_URI).replace(
        '<filters xsi:type="game:CompareFilter"',
        '<filters xsi:type="game:PatternFilter"><patterns/></filters><filters xsi:type="game:CompareFilter"',
    )
    document = read(old)
    assert document.diagnostics == []
    pattern_filter = document.root.board.legalMovesPipeline.filters[0]
    assert pattern_filter.require.name == "All"
    assert 'require="All"' in write_xmi(document.root)


def test_win_conditions_may_hold_pattern_filters() -> None:
    def winning(patterns: str) -> Document:
        pipeline = f'<effectPipeline><filter xsi:type="game:WinConditionFilter">{patterns}</filter></effectPipeline>'
        return read(SMALL.replace("</board>", f"{pipeline}</board>"))

    one = winning(
        '<patternFilters><patterns name="a"/></patternFilters><patternFilters><patterns name="b"/></patternFilters>'
    )
    assert one.diagnostics == []
    assert [pattern.name for pattern in one.root.board.effectPipeline.filters[0].patterns] == ["a", "b"]
    several = winning('<patternFilters><patterns name="a"/><patterns name="b"/></patternFilters>')
    assert [d.code for d in several.diagnostics] == ["several-patterns"]


def test_a_file_of_too_many_elements_is_refused_at_once() -> None:
    (finding,) = read(HEAD + ">" + "<a/>" * (MAX_ELEMENTS + 1) + "</game:Game>").diagnostics
    assert (finding.code, finding.place.line) == ("file-too-large", 1)


def test_an_element_has_a_limited_number_of_attributes() -> None:
    many = [f' a{number}="x"' for number in range(MAX_ATTRIBUTES - 1)]
    (finding,) = read(f"{HEAD}>\n<board{''.join(many)} b='' c=''/></game:Game>").diagnostics
    assert (finding.code, finding.place.line) == ("file-too-large", HEAD.count("\n") + 2)
    assert len(read(f"{HEAD}>\n<board{''.join(many)} b=''/></game:Game>").diagnostics) > MAX_ATTRIBUTES - 1


def test_hints_are_given_for_so_many_problems_only() -> None:
    found = read(HEAD + ">" + '<players nam="X" transform="Rotate18"/>' * MOST_HINTS + "</game:Game>").diagnostics
    assert len(found) == 2 * MOST_HINTS
    assert [("did you mean" in finding.message) for finding in found] == [True] * MOST_HINTS + [False] * MOST_HINTS


FIRST = 'initialPlayer="//@players.0"'
ROOT = 'xmlns:game="urn:tilewright:game"'
ADVICE = [
    (FIRST, 'initialPlayer="//@players.7"', "the numbers of players are 0 to 1"),
    (FIRST, 'initialPlayer="//@players"', "write which, as in @players.0"),
    (FIRST, 'initialPlayer="//@player.0"', "did you mean 'players'?"),
    (FIRST, 'initialPlayer="//@pieces.0"', "the Game has no pieces"),
    (FIRST, 'initialPlayer="//@board.0/@tiles.0"', "the Game has one board, without a number: @board"),
    (FIRST, 'initialPlayer="//@board/@tiles.0/@sates.0"', "the Tile holds nothing called 'sates'; did you mean 'states'?"),
    (FIRST, 'initialPlayer="//players.0"', "there is no element at '//players.0'"),
    (FIRST, 'initialPlayer="/1/@players.0"', "there is no element at '/1/@players.0'"),
    (FIRST, 'initialPlayer="O"', "the Player with this name is //@players.1"),
    (FIRST, 'initialPlayer="game:Player o.xmi#//@players.0"', "'o.xmi#//@players.0' refers to another file"),
    (FIRST + ">", "><initialPlayer href='o.xmi#//@players.0'/>", "'o.xmi#//@players.0' refers to another file"),
    (FIRST + ">", "><initialPlayer>//@players.0</initialPlayer>", 'write it as an attribute: initialPlayer="//@…"'),
    (ROOT, 'xmlns:game="urn:tilewrite:game"', "did you mean 'urn:tilewright:game'?"),
    (ROOT, 'xmlns:game="http://www.omg.org/XMI"', "a file holds one game"),
    (ROOT, 'xmlns:game="http://www.eclipse.org/emf/2002/Ecore"', "validate --metamodel"),
    (ROOT, 'xmlns:game="urn:example:uni"', "a model of another metamodel is judged by validate --metamodel"),
    (FIRST, 'initialPlayer="//@players[name=\'Z\']"', "the numbers of players are 0 to 1, as in @players.0"),
    (FIRST, 'initialPlayer="//@players[name=\'X\']"', "'//@players[name='X']'; the Player with this name is //@players.0"),
    (FIRST, 'initialPlayer="//X"', "there is no element at '//X'; the Player with this name is //@players.0"),
    (FIRST, 'initialPlayer="_k9"', "identifier '_k9'; a Player is named by its address, as in //@players.0"),
    (FIRST, 'initialPlayer="game:Player //@players.0"', "no type stands before an address of this file: leave out 'game:Player'"),
    (FIRST, 'initialPlayer="http://a.b //@players.0"', "'http://a.b' refers to another file"),
    (FIRST, 'initialPlayer="//@board/@players.1"', "did you mean '//@players.1'?"),
    (FIRST, 'initialPlayer="//@board/@players.2"', "the Board holds nothing called 'players'"),
    (FIRST, 'initialPlayer="//@board/@tiles.0/@board"', "the Tile holds nothing called 'board'"),
    ('column="1" tile="Cell"', 'column="1" tile="//@tiles.0"', "did you mean '//@board/@tiles.0'?"),
    ('column="1" tile="Cell"', 'column="1" tile="Sell"', "no element has the identifier 'Sell'; did you mean 'Cell'?"),
    ("XMLSchema-instance", "XMLSchema", "it must be http://www.w3.org/2001/XMLSchema-instance"),
    ('<right xsi:type="game:IntValue"/>', '<right xsi:type="IntValue"/>', 'write xsi:type="game:IntValue"'),
    ("http://www.omg.org/XMI", "http://schema.omg.org/spec/XMI/2.1", "that of XMI is http://www.omg.org/XMI"),
    ('<players name="O"', '<players game:name="O"', "they have no prefix"),
    ("  <board", "  why? <board", "the text 'why?' cannot stand in <Game>"),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "advice"), ADVICE, ids=[row[2] for row in ADVICE])
def test_an_author_is_told_once_what_would_be_right(good: str, bad: str, advice: str) -> None:
    assert SMALL.count(good) == 1
    said = [found.message for found in read(SMALL.replace(good, bad)).diagnostics]
    assert [advice in message for message in said] == [True], said


def test_each_wrong_namespace_of_types_is_told_once() -> None:
    types = 'xmlns:a="urn:XMLSchema:a" xmlns:b="urn:XMLSchema:b" xmlns:unused="urn:XMLSchema:c" '
    text = SMALL.replace("xmlns:game", f"{types}xmlns:game").replace(' xsi:type="', ' a:type="', 2)
    text = text.replace(' xsi:type="', ' b:type="', 1)
    said = [found.message for found in read(text).diagnostics]
    assert said == [
        f"the namespace of {name}: is urn:XMLSchema:{name}; it must be http://www.w3.org/2001/XMLSchema-instance"
        for name in "ab"
    ]


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (FIRST, 'initialPlayer="#//@players.0"'),
        (FIRST, 'initialPlayer="/0/@players.0"'),
        (FIRST, 'initialPlayer="game:Player #//@players.0"'),
        (FIRST + ">", '><initialPlayer href="#//@players.0"/>'),
        (FIRST + ">", '><initialPlayer xsi:type="game:Player" href="#//@players.0"/>'),
        (' transform="Rotate180"', ' xmi:uuid="u" xmi:label="l" transform="Rotate180"'),
        ('initialPlayer="//@players.0">\n  <players', 'initialPlayer="p">\n  <players xmi:id="p"'),
        (FIRST, 'initialPlayer="m.xmi#//@players.0"'),
        (FIRST + ">", '><initialPlayer href="./m.xmi#//@players.0"/>'),
        (FIRST, f'initialPlayer="../{quote(Path.cwd().name)}/m.xmi#//@players.0"'),
        (FIRST, f'initialPlayer="file:{quote(str(Path.cwd()))}/m.xmi#//@players.0"'),
        (FIRST, f'initialPlayer="file://{quote(str(Path.cwd()))}/./m.xmi#//@players.0"'),
        ('width="3"', 'width="+3"'),
        (FIRST + ">", FIRST + '><xmi:Extension extender="x">a<b c="d"/>e</xmi:Extension>'),
        (FIRST + ">\n  <players", '>\n<initialPlayer xmi:idref="p"/>\n  <players xmi:id="p"'),
    ],
)
def test_what_others_write_in_another_way_means_the_same(usual: str, other: str) -> None:
    document = read(SMALL.replace(usual, other))
    assert document.diagnostics == []
    assert write_xmi(document.root) == SMALL


EXTENSION = '<xmi:Extension extender="x">a<b c="d"/>e</xmi:Extension>'


def within(*models: str) -> str:
    """Return a file with models below ``xmi:XMI``; its declarations of prefixes are its own."""
    declaration, _, rest = SMALL.partition("\n")
    inner = "".join(rest if model == "SMALL" else model for model in models)
    return f'{declaration}\n<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI">{inner}</xmi:XMI>\n'


@pytest.mark.parametrize("models", [("SMALL",), (EXTENSION, "SMALL"), ("SMALL", EXTENSION)])
def test_a_game_may_stand_below_xmi(models: tuple[str, ...]) -> None:
    """EMF writes it so where there are extensions."""
    document = read(within(*models))
    assert document.diagnostics == []
    assert write_xmi(document.root) == SMALL
    wrong = read(within(*models).replace(FIRST, 'initialPlayer="//@players.7"').replace(' xsi:type="', ' type="', 1))
    line = 2 + within(*models).partition("<game:Game")[0].count("\n") - 1
    assert ("unresolved-reference", line) in {(one.code, one.place.line) for one in wrong.diagnostics}


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ((), "xmi:XMI holds no model; a file holds one game, the element game:Game"),
        ((EXTENSION,), "xmi:XMI holds no model; a file holds one game, the element game:Game"),
        (("SMALL", "SMALL"), "xmi:XMI holds 2 models; a file holds one game, the element game:Game"),
        (("SMALL", '<d:D xmlns:d="urn:d"/>'), "xmi:XMI holds 2 models; a file holds one game, the element game:Game"),
        (('<g:Board xmlns:g="urn:tilewright:game"/>',), "the root of a model is a Game, not a Board"),
    ],
)
def test_what_else_stands_below_xmi_is_refused(models: tuple[str, ...], message: str) -> None:
    assert [one.message for one in read(within(*models)).diagnostics] == [message]


UTF_8 = '<?xml version="1.0" encoding="UTF-8"?>'


@pytest.mark.parametrize(
    ("data", "code", "part"),
    [
        (SMALL.replace(UTF_8, UTF_8.replace("8", "16")).encode(), "bad-encoding", 'encoding="UTF-8"'),
        (
            SMALL.replace('"X"', '"Ö"', 1).encode("latin-1"),
            "bad-encoding",
            "the bytes are not UTF-8: save the file as UTF-8",
        ),
        (
            SMALL.replace(UTF_8, "").replace('"X"', '"Ö"', 1).strip().encode("latin-1"),
            "bad-encoding",
            "declare its encoding",
        ),
        (SMALL.replace('"X"', '"X & Y"', 1).encode(), "xml-syntax", "XML: '&' must be written &amp;"),
        (SMALL.replace('"X"', '"X &Y Z"', 1).encode(), "xml-syntax", "XML: '&' must be written &amp;"),
        (SMALL.replace('"X"', '"X < Y"', 1).encode(), "xml-syntax", "; write &lt;"),
        (b"\0\1\2", "xml-syntax", "this is no XML: the file should begin with <game:Game"),
        (b"<a b='" + b"x" * 10_000_001 + b"'/>", "file-too-large", "10 000 000 characters"),
        ("<a/>".encode("cp500"), "xml-syntax", "this is no XML"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_said_of_what_is_no_xml(data: bytes, code: str, part: str) -> None:
    (found,) = read(data).diagnostics
    assert found.code == code and part in found.message


def test_places_are_right_after_a_finding_while_elements_are_read() -> None:
    twice = SMALL.replace("<players ", '<players xmi:id="p" ').replace(' column="1" tile="Cell"', ' column="1"')
    found = {(one.code, one.place.line) for one in validate(read(twice))}
    assert found == {("duplicate-identifier", 4), ("tileMustBeSet", 12)}


def test_no_more_findings_are_kept_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "MOST_FINDINGS", 10)
    found = validate(read(SMALL.replace("  <board", '  <players name="X"/>\n' * 20 + "  <board")))
    assert len(found) == 11 and "budget-exceeded" in {one.code for one in found}


def test_an_identifier_that_is_there_twice_is_told_once() -> None:
    tile = '<tiles name="Other" tileType="Cell"><initialState name="Empty"/></tiles>\n    <tileplacement tile="Cell"/>'
    document = read(SMALL.replace('<tileplacement tile="Cell"/>', tile))
    found = [one for one in validate(document) if one.code == "duplicate-identifier"]
    assert [(one.place.line, one.message) for one in found] == [(11, "two elements have the identifier 'Cell'")]
    document.root.board.tiles[1].tileType = "cell"
    document.diagnostics.clear()
    document.root.board.tiles[0].tileType = "cell"
    assert [one.code for one in validate(document) if one.code == "duplicate-identifier"] == ["duplicate-identifier"]


def test_a_reference_out_of_the_model_is_not_written() -> None:
    root = read(SMALL).root
    root.players.remove(root.players[0])
    with pytest.raises(NotWritten, match="a reference leads to a Player 'X' that is no part of the model"):
        write_xmi(root)
