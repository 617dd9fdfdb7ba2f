"""XMI that is not well-formed, refused for safety, or does not conform to the metamodel."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import NOUGHTS, Edit
from tilewright.model.document import Syntax

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
NEXT = '<filters xsi:type="game:StateEffectFilter"/>'


def _row(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.XMI, NOUGHTS, edits, tuple(also.split()))


def _root(code: str, reference: str, also: str = "") -> Bad:
    """Return a row in which the game's initial player is *reference*."""
    edits = (("<game:Game", "^<game:Game"), ('initialPlayer="//@players.0"', f'initialPlayer="{reference}"'))
    return _row(code, *edits, also=also)


def _value(feature: str, good: str, bad: str) -> Bad:
    """Return a row in which an attribute of the board, or of its second player, has a bad value."""
    tag = '<board width="2"' if feature != "transform" else '<players name="O"'
    edits: tuple[Edit, ...] = ((tag, f"^{tag}"),)
    if good:
        edits += ((f'{feature}="{good}"', f'{feature}="{bad}"'),)
    else:
        edits = ((tag, f'^{tag} {feature}="{bad}"'),)
    return _row("bad-value", *edits)


ROWS = [
    # not well-formed
    _row("xml-syntax", ("</game:Game>\n", "^")),
    _row("xml-syntax", ("  </board>", "  </^bord>")),
    _row("xml-syntax", ("  <board ", '  ^<foo:s/><s xmlns="x"/><board ')),
    _row("xml-syntax", ("  <board ", '  ^<s foo:x=""/><s xmlns="x"/><board ')),
    _row("xml-syntax", ("  <board ", '  <^:s/><s xmlns="x"/><board ')),
    _row("xml-syntax", ('<board width="2" height="2"', '<board width="2" ^width="2" height="2"')),
    _row("text-refused", ("    <legalMovesPipeline>", "    <legalMovesPipeline>^rules")),
    # refused for safety
    _row("doctype-refused", (DECLARATION, f"{DECLARATION}^<!DOCTYPE game>\n")),
    _row("doctype-refused", (DECLARATION, f'{DECLARATION}^<!DOCTYPE g [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>\n')),
    _row("doctype-refused", (DECLARATION, f'{DECLARATION}^<!DOCTYPE g SYSTEM "http://localhost/g.dtd">\n')),
    _root("href-refused", "other.xmi#//@players.0"),
    _root("href-refused", "http://localhost/other.xmi#//@players.0"),
    _row("href-refused", (NEXT, '^<filters href="other.xmi#/"/>')),
    # namespaces and classes
    _row(
        "unknown-namespace",
        ("<game:Game", "^<game:Game"),
        ('xmlns:game="urn:tilewright:game"', 'xmlns:game="urn:games"'),
    ),
    _row("unknown-class", ("<game:Game", "^<game:Gme"), ("</game:Game>", "</game:Gme>")),
    _row("wrong-class", ("<game:Game", "^<game:Tile"), ("</game:Game>", "</game:Tile>")),
    _row("unknown-class", (NEXT, '^<filters xsi:type="game:StateFilter"/>')),
    _row("unknown-class", (NEXT, '^<filters xsi:type="game:TurnType"/>')),
    _row("unknown-namespace", (NEXT, '^<filters xsi:type="bg:StateEffectFilter"/>')),
    _row("unknown-namespace", (NEXT, '^<filters xsi:type="StateEffectFilter"/>')),
    _row("unknown-namespace", ("<game:Game", "^<game:Game"), ("XMLSchema-instance", "XMLSchema")),
    _row("unknown-namespace", (NEXT, '^<filters xsi:type="StateEffectFilter"/>')),
    _row("abstract-class", (NEXT, "^<filters/>")),
    _row("abstract-class", (NEXT, '^<filters xsi:type="game:Filter"/>')),
    _row("wrong-class", (NEXT, '^<filters xsi:type="game:IntValue"/>')),
    # features
    _row("unknown-feature", ("<game:Game", "^<game:Game"), ('name="Noughts"', 'name="Noughts" turns="3"')),
    _row("unknown-feature", ('<players name="O"', '^<players nick="Oh" name="O"')),
    _row("unknown-feature", ("  <board", "  ^<bords/>\n  <board")),
    _row("unknown-feature", ("  <board", '  ^<foo:board xmlns:foo="urn:foo"/>\n  <board')),
    _row("unknown-feature", ('<players name="O"', '^<players xmlns:foo="urn:foo" foo:name="N" name="O"')),
    _row("derived-feature", ('<board width="2"', '^<board size="4" width="2"')),
    _row(
        "derived-feature",
        ("<game:Game", "^<game:Game"),
        ('name="Noughts"', 'name="Noughts" activePlayer="//@players.0"'),
    ),
    _row("duplicate-feature", ("  <board", '  ^<initialPlayer href="#//@players.1"/>\n  <board')),
    _row(
        "duplicate-feature",
        (' initialPlayer="//@players.0"', ""),
        ("  <board", '  <initialPlayer href="#//@players.1"/>^<initialPlayer href="#//@players.1"/>\n  <board'),
    ),
    _row("duplicate-feature", ("</game:Game>", '  ^<board width="1" height="1"/>\n</game:Game>')),
    _row(
        "several-patterns",
        (
            "        <patterns>\n",
            '        ^<patternFilters xsi:type="game:PatternFilter"><patterns/><patterns/></patternFilters>\n        <patterns>\n',
        ),
    ),
    # values
    *(_value("width", "2", bad) for bad in ("two", "", "2.0", "0x2", "1_0", " 2 ", "+", "2147483648", "9" * 20)),
    *(_value("checkered", "", bad) for bad in ("yes", "TRUE", "1", "")),
    *(_value("transform", "FlipRows", bad) for bad in ("Fliprows", "1", "")),
    # references
    *(
        _root("unresolved-reference", reference)
        for reference in (
            "//@players.5",
            "//@playerz.0",
            "//@players.x",
            "//@players",
            "/99",
            "nobody",
            "//@players.-1",
        )
    ),
    _root("wrong-reference-type", "//@board"),
    _root("wrong-reference-type", "cell"),
    _root("too-many-values", "//@players.0 //@players.1"),
    _row("unresolved-reference", ('<tileplacement column="1" tile="cell"', '^<tileplacement column="1" tile="sell"')),
    _row(
        "wrong-reference-type",
        ('<tileplacement column="1" tile="cell"', '^<tileplacement column="1" tile="//@players.0"'),
    ),
    _row(
        "duplicate-identifier",
        ('<tiles name="Floor" tileType="floor"', '^<tiles name="Floor" tileType="cell"'),
        ('row="1" tile="floor"', 'row="1" tile="cell"'),
        ('column="1" tile="floor"', 'column="1" tile="cell"'),
    ),
    _row(
        "opposite-mismatch",
        ('<states name="X"', '^<states inbound="//@board/@tiles.0/@transitions.1" name="X"'),
    ),
    _row(
        "duplicate-value",
        (
            '<transitions name="cross" source="//@board/@tiles.0/@initialState"',
            '^<transitions name="cross" source="//@board/@tiles.0/@initialState //@board/@tiles.0/@initialState"',
        ),
    ),
    # multiplicities
    _row("missing-feature", ('<players name="O" hexColor="#0000FF"', '^<players name="O"')),
    _row("missing-feature", ('<players name="O"', "^<players")),
    _row("missing-feature", ('<tiles name="Floor" tileType="floor"', '^<tiles tileType="floor"')),
    _row("missing-feature", ("<game:Game", "^<game:Game"), (' initialPlayer="//@players.0"', "")),
    _row("missing-feature", (NEXT, '^<filters xsi:type="game:CallFilter"/>')),
    _row("missing-feature", (NEXT, '^<filters xsi:type="game:GuardFilter"/>')),
    _row(
        "missing-feature",
        (
            '<filters xsi:type="game:WinConditionFilter">',
            '^<filters xsi:type="game:WinConditionFilter"/>\n      <filters xsi:type="game:WinConditionFilter">',
        ),
    ),
    _row(
        "nesting-too-deep",
        (
            NEXT,
            '<filters xsi:type="game:MovableFilter">'
            + '<nextFilter xsi:type="game:MovableFilter">' * 196
            + '^<nextFilter xsi:type="game:MovableFilter">'
            + '<nextFilter xsi:type="game:MovableFilter">'
            + "</nextFilter>" * 198
            + "</filters>",
        ),
    ),
]
