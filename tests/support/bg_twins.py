"""Three games as an author of the bg dialect would write them: the class form, with hand-made layout and comments."""

from __future__ import annotations


def placements(rows: int, columns: int, tile: str, except_for: dict[tuple[int, int], str] | None = None) -> str:
    """Return the placements of a whole board; *except_for* gives the features of single ones."""
    given = except_for or {}
    return ",\n".join(
        f"\t\t\tTilePlacement {{ row {row} column {column} {given.get((row, column), f'tile {tile}')} }}"
        for row in range(rows)
        for column in range(columns)
    )


def line(name: str, dx: int, dy: int, length: int) -> str:
    """Return a pattern of equal cells in a row."""
    cells = ", ".join(f"RelativeCoordinate {{ x {dx * i} y {dy * i} }}" for i in range(length))
    return f"Pattern {name} {{ stateSelection CurrentPlayer relativecoordinates {{ {cells} }} }}"


NOUGHTS = f"""\
// Noughts and crosses. The board is square.
Game NoughtsAndCrosses {{
\tturnPolicy TurnBased
\tinitialPlayer Cross
\tboard checkered Board {{
\t\twidth 3 height 3
\t\ttiles {{
\t\t\tTile Square {{
\t\t\t\tname "Square" hexColor "#fafafa"
\t\t\t\tstates {{ State Crossed {{ hexColor "#aa0000" }}, State Ringed {{ hexColor "#0000aa" }} }}
\t\t\t\ttransitions {{
\t\t\t\t\tTransition Cross {{ source (Blank) target Crossed }}, // once crossed, always crossed
\t\t\t\t\tTransition Ring {{ source (Blank) target Ringed }}
\t\t\t\t}}
\t\t\t\tinitialState State Blank {{ hexColor "#fafafa" }}
\t\t\t}}
\t\t}}
\t\tlegalMovesPipeline LegalMovesPipeline {{ filters {{
\t\t\tPatternFilter Free {{ patterns {{
\t\t\t\tPattern Blank {{
\t\t\t\t\tstateSelection StateBased matchState "Square.Blank"
\t\t\t\t\trelativecoordinates {{ RelativeCoordinate {{ x 0 y 0 }} }}
\t\t\t\t}}
\t\t\t}} }}
\t\t}} }}
\t\teffectPipeline EffectPipeline {{
\t\t\tfilters {{
\t\t\t\tStateEffectFilter Draw {{
\t\t\t\t\tstateSelection CurrentPlayer
\t\t\t\t\tnextFilter WinConditionFilter Three {{ patterns {{
\t\t\t\t\t\t{line("Row", 1, 0, 3)},
\t\t\t\t\t\t{line("Column", 0, 1, 3)},
\t\t\t\t\t\t{line("Falling", 1, 1, 3)},
\t\t\t\t\t\t{line("Rising", 1, -1, 3)}
\t\t\t\t\t}} }}
\t\t\t\t}}
\t\t\t}}
\t\t}}
\t\ttileplacement {{
{placements(3, 3, "Square")}
\t\t}}
\t}}
\tplayers {{
\t\tPlayer Cross {{ hexColor "#aa0000" associatedState "Square.Crossed" }},
\t\tPlayer Ring {{ hexColor "#0000aa" associatedState "Square.Ringed" }}
\t}}
}}
/* the end */"""

FREE_SLOT = """\
\t\t\t\t\tPattern FreeSlot {
\t\t\t\t\t\tstateSelection StateBased matchState "Slot.Open"
\t\t\t\t\t\trelativecoordinates { RelativeCoordinate { x 0 y 0 } }
\t\t\t\t\t}"""


def standing_on(what: str) -> str:
    """Return one of three filters of the same name: a disc stands on something."""
    return f"""\
\t\t\t\tPatternFilter Supported {{ patterns {{
\t\t\t\t\tPattern Support {{ {what} relativecoordinates {{ RelativeCoordinate {{ x 0 y 1 }} }} }},
{FREE_SLOT}
\t\t\t\t}} }}"""


SUPPORTS = ",\n".join(
    standing_on(what)
    for what in (
        'stateSelection StateBased matchState "Ground.Bare"',
        "stateSelection OtherPlayer",
        "stateSelection CurrentPlayer",
    )
)

DROP = f"""\
Game Drop {{
\tturnPolicy TurnBased
\tinitialPlayer Amber
\tboard checkered Board {{
\t\twidth 7
\t\theight 7
\t\ttiles {{
\t\t\tTile Slot {{
\t\t\t\tname "Slot"
\t\t\t\tstates {{ State AmberDisc {{ hexColor"#ffb000" }}, State TealDisc {{ hexColor "#008080" }} }}
\t\t\t\ttransitions {{
\t\t\t\t\tTransition a {{ source (Open) target AmberDisc }},
\t\t\t\t\tTransition b {{ source (Open) target TealDisc }}
\t\t\t\t}}
\t\t\t\tinitialState State Open {{ hexColor "#ffffff" }}
\t\t\t}},
\t\t\tTile Ground {{
\t\t\t\tname "Ground"
\t\t\t\tstates {{ State Ground {{ hexColor "#a0a0a0" }} }}
\t\t\t\ttransitions {{ Transition c {{ source (Bare) target Ground }} }}
\t\t\t\tinitialState State Bare {{ hexColor "#a0a0a0" }}
\t\t\t}}
\t\t}}
\t\tlegalMovesPipeline LegalMovesPipeline {{
\t\t\tfilters {{
{SUPPORTS}
\t\t\t}}
\t\t}}
\t\teffectPipeline EffectPipeline {{ filters {{ StateEffectFilter Take {{ stateSelection CurrentPlayer }} }} }}
\t\ttileplacement {{
{placements(7, 7, "Slot", {(6, column): "tile Ground" for column in range(7)})}
\t\t}}
\t}}
\tplayers {{
\t\tPlayer Amber {{ hexColor "#ffb000" associatedState "Slot.AmberDisc" }},
\t\tPlayer Teal {{ hexColor "#008080" associatedState "Slot.TealDisc" }}
\t}}
}}
"""

COMPASS = ", ".join(f"RelativeCoordinate {{ x {x} y {y} }}" for x in (1, 0, -1) for y in (1, 0, -1) if (x, y) != (0, 0))
BRACKET = f"""\
IterativeFilter Bracket {{
\t\t\t\t\t\tdirectionVectors {{ {COMPASS} }}
\t\t\t\t\t\tmatchRule Pattern Theirs {{ stateSelection OtherPlayer relativecoordinates {{ RelativeCoordinate {{ x 0 y 0 }} }} }}
\t\t\t\t\t\tendRule Pattern Mine {{ stateSelection CurrentPlayer relativecoordinates {{ RelativeCoordinate {{ x 0 y 0 }} }} }}"""

# the four discs of the start, each with its comment
START = {
    (3, 3): 'tile Cloth initialState "Cloth.Light" /* light */',
    (3, 4): 'tile Cloth initialState "Cloth.Dark"',
    (4, 3): 'tile Cloth initialState "Cloth.Dark" // dark\n',
    (4, 4): 'tile Cloth initialState "Cloth.Light"',
}

REVERSI = f"""\
Game Reversi {{
\tturnPolicy TurnBased
\tinitialPlayer Black
\tboard checkered Board {{
\t\twidth 8 height 8 // the usual size
\t\ttiles {{
\t\t\tTile Cloth {{
\t\t\t\tname "Cloth"
\t\t\t\tstates {{ State Light {{ hexColor "#eeeeee" }}, State Dark {{ hexColor "#111111" }} }}
\t\t\t\ttransitions {{
\t\t\t\t\tTransition PutDark {{ source (Bare) target Dark }},
\t\t\t\t\tTransition PutLight {{ source (Bare) target Light }},
\t\t\t\t\t// discs turn
\t\t\t\t\tTransition TurnDark {{ source (Light) target Dark }},
\t\t\t\t\tTransition TurnLight {{ source (Dark) target Light }}
\t\t\t\t}}
\t\t\t\tinitialState State Bare {{ hexColor "#0a7a2a" }}
\t\t\t}}
\t\t}}
\t\tlegalMovesPipeline LegalMovesPipeline {{
\t\t\tfilters {{
\t\t\t\tPatternFilter BareCell {{
\t\t\t\t\tnextFilter {BRACKET}
\t\t\t\t\t}}
\t\t\t\t\tpatterns {{ Pattern Bare {{
\t\t\t\t\t\tstateSelection StateBased matchState "Cloth.Bare" relativecoordinates {{ RelativeCoordinate {{ x 0 y 0 }} }}
\t\t\t\t\t}} }}
\t\t\t\t}}
\t\t\t}}
\t\t}}
\t\teffectPipeline EffectPipeline {{
\t\t\tfilters {{
\t\t\t\t{BRACKET}
\t\t\t\t\t\tnextFilter StateEffectFilter Turn {{ stateSelection CurrentPlayer }}
\t\t\t\t}},
\t\t\t\tStateEffectFilter Put {{ stateSelection CurrentPlayer }}
\t\t\t}}
\t\t}}
\t\ttileplacement {{
{placements(8, 8, "Cloth", START)}
\t\t}}
\t}}
\tplayers {{
\t\tPlayer Black {{ hexColor "#111111" associatedState "Cloth.Dark" }},
\t\tPlayer White {{ hexColor "#eeeeee" associatedState "Cloth.Light" }}
\t}}
}}
"""

TWINS = {"NoughtsAndCrosses": NOUGHTS, "Drop": DROP, "Reversi": REVERSI}
"""The games by name."""
