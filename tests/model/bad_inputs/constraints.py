"""Models that violate one constraint each."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tilewright.model.document import Syntax

TRIAL = """game Trial {
  players White, Black Rotate180
  board 4x4
  pieces Man:M King:K
  tile Wall:#
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions ahead relative = (0,-1)
  directions ring = links (0,0)>(1,0)>(1,1)>(0,0)
  region goal relative = row 0
  region homes per = row 0 | row 3
  mark from, gone
  mark moved game
  counter hand per 0..9 = 2
  counter seeds cell = { 1 1 1 1 0 0 0 0 0 0 0 0 2 2 2 2 }
  phases Opening, Middle
  setup { "mkm#" "...." "...." "#MKM" }
  sub go = step orth -> empty -> select -> move from
  sub near = union { step orth | step ring | step ahead }
  sub leap = step -> empty -> mark gone +=
  move Man in Opening, Middle = own Man -> select from -> has { near -> empty } -> go
  move King = own King -> select from -> along orth -> repeat 1..3 maximal { leap } -> select -> move from
  move Drop priority 1 = if hand > 0 -> option "drop" -> hand -= 1 -> phase Middle
  effect = at goal -> first { own Man -> set own King | any } -> enemy hand += 1
  effect = line { own @(0,0)(1,0)(2,0) }
  effect = do along orth { leap -> mark moved += -> flood orth enemy -> set empty }
  ensure = wherenot { own King @(0,0) -> step orth -> enemy !at gone !at moved }
  stuck = at homes -> lose
  over = score 2 * count { own } + seeds { own } + (0, 1)
}
"""
"""A game that uses much of the notation."""

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<game:Game xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xmlns:game="urn:tilewright:game" """

NOUGHTS = (
    HEAD
    + """name="Noughts" initialPlayer="//@players.0">
  <players name="X" hexColor="#f00" associatedState="//@board/@tiles.0/@states.0"/>
  <players name="O" hexColor="#0000FF" associatedState="//@board/@tiles.0/@states.1" transform="FlipRows"/>
  <board width="2" height="2">
    <tiles name="Cell" tileType="cell">
      <initialState name="Empty"/>
      <states name="X" hexColor="#a00" symbol="X"/>
      <states name="O" symbol="O"/>
      <transitions name="cross" source="//@board/@tiles.0/@initialState" target="//@board/@tiles.0/@states.0"/>
      <transitions name="nought" source="//@board/@tiles.0/@initialState" target="//@board/@tiles.0/@states.1"/>
    </tiles>
    <tiles name="Floor" tileType="floor">
      <initialState name="Bare"/>
    </tiles>
    <tileplacement tile="cell"/>
    <tileplacement column="1" tile="cell" initialState="//@board/@tiles.0/@states.1"/>
    <tileplacement row="1" tile="floor"/>
    <tileplacement row="1" column="1" tile="floor"/>
    <legalMovesPipeline>
      <filters xsi:type="game:PatternFilter">
        <patterns stateSelection="StateBased" matchState="//@board/@tiles.0/@initialState"/>
      </filters>
    </legalMovesPipeline>
    <effectPipeline>
      <filters xsi:type="game:StateEffectFilter" stateSelection="StateBased" targetState="//@board/@tiles.0/@states.0"/>
      <filters xsi:type="game:StateEffectFilter"/>
      <filters xsi:type="game:WinConditionFilter">
        <patterns>
          <relativecoordinates/>
          <relativecoordinates x="1"/>
        </patterns>
      </filters>
    </effectPipeline>
  </board>
</game:Game>
"""
)
"""A game in the way of the bg dialect: states that belong to players, transitions, filters for each cell."""

TRIO = """game Trio {
  players Ann, Bob, Cid
  board 3x1
  pieces Stone:A/B/C
  counter coins per
  place Put = empty
  effect = set own Stone -> next coins += 1 -> turn next -> if next coins + next count > 9 -> win
}
"""
"""A game of three."""


RING = "links (0,0)>(1,0)>(1,1)>(0,0)"
FORK = "links (0,0)>(1,0)>(1,1)>(0,0), (1,0)>(0,0)"

SETUP = '<setups player="//@players.0"'


def _rack(features: str, setups: str) -> tuple[str, str]:
    """Return a change that gives a game a zone of one cell with set-ups."""
    zone = f'<zones name="rack" width="1" height="1"{features}><tileplacement tile="floor"/>{setups}</zones>'
    return "  </board>\n</game", f"  </board>\n  {zone}\n</game"


STRIP = """game Strip {
  players Up, Down Rotate180
  board 3x1
  pieces Stone:S
  directions ring = links (0,0)>(1,0)>(2,0)>(0,0)
  directions orth relative = (1,0) (-1,0)
  mark here
  counter moves move
  sub aim = along orth
  place Put = empty -> image Rotate180 -> has { step orth } -> set own Stone -> movable
  move Walk = own -> select here -> aim -> bend orth -> step -> empty -> select -> move here
  move Slide = own -> select here -> choose { along orth | step ring -> along orth }
    -> repeat maximal { step -> empty -> mark here += -> moves += 1 } -> select -> move here
  stuck = first { if moves == 0 -> own -> shift ring -> lose | turn same -> lose }
}
"""
"""A game of one row, with what is rare."""


SOLO = """game::Game Solo {
  players { Player One { hexColor "#abc" } }
  initialPlayer One
  board Board {
    width 1 height 2
    tiles {
      Tile Cell {
        name Cell
        initialState State Empty
        states { State Stone { owner One piece Stone symbol "s" }, State Rock { piece Rock } }
        transitions {
          Transition put { source (Empty) target Stone },
          Transition harden { source (Empty, Stone) target Rock }
        }
      },
      Tile Floor { name Floor initialState State Bare }
    }
    tileplacement { TilePlacement { tile Cell }, TilePlacement { row 1 tile Floor initialState "Floor.Bare" } }
    legalMovesPipeline LegalMovesPipeline { filters { PatternFilter { patterns { Pattern { stateSelection Empty } } } } }
    effectPipeline EffectPipeline {
      filters {
        StateEffectFilter { stateSelection StateBased targetState "Cell.Stone" },
        IterativeFilter { directionVectors { RelativeCoordinate { x 1 y 0 } } matchRule Pattern Any { stateSelection Any } },
        CellsFilter { source Region region spot nextFilter StepFilter { directions down } },
        StateEffectFilter { stateSelection StateBased targetState "Cell.Rock" nextFilter EndFilter }
      }
    }
  }
  pieces { Piece Stone, Piece Rock { symbol "r" } }
  directionSets { DirectionSet down { vectors { RelativeCoordinate { x 0 y 1 } } } }
  regions { Region spot { ranges { CellRange { row 0 } } } }
}
"""
"""A game in the class form."""


DICE = """game Dicey {
  players Ann, Bob
  nature Dice
  board 2x1
  pieces Man:M
  setup { "M." }
  counter die move
  counter pips cell = { 1 2 }
  counter total turn
  move Roll = if pips { any } < 9 -> option "roll" -> turn nature
  move Take = amount die 1..2 -> total -= die -> pips += 1
  chance One weight 2 share 3 = amount die 1..6 -> total += die -> turn mover
  chance None = option "none" -> if total > 1 -> no as enemy { if count { own } > 1 } -> draw
}
"""
"""A game with chance."""

CARDS = """game Cards {
  players Ann, Bob
  board 3x2
  pieces Man:m is Person { worth 1 }
  kind One:1 is Card { worth 1 heir Two } Two:2 is Card { worth 2 }
  mark here
  counter total
  setup { "1.2" "m.M" }
  move Take = Card -> select here -> do { goto all -> like here heir -> set empty } -> total += worth -> set own like here
  move Give = own Person -> select here -> goto all -> empty -> set like here
  over = score worth { own } + total
}
"""
"""A game of kinds with attributes."""

FIXED = """game Fixed {
  players Ann, Bob
  board 3x1
  pieces Man:M
  zone bag 2x1
  constant worth = { 1 2 3 }
  constant step = 2 * column
  constant prize = 5
  value twice = 2 * prize
  place Put = empty -> where { if step < twice }
  effect = set own Man
  over = score worth { own } + count { goto bag } + prize
}
"""
"""A game with constants."""

Edit = tuple[str, str]


def _game(code: str, *edits: Edit, good: str = TRIAL, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, good, edits, tuple(also.split()))


def _xmi(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.XMI, NOUGHTS, edits, tuple(also.split()))


def _solo(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.BGDSL, SOLO, edits, tuple(also.split()))


ROWS = [
    _solo(
        "gameMustHaveAtLeastOnePlayer",
        ('game::Game Solo {\n  players { Player One { hexColor "#abc" } }\n  initialPlayer One', "game::^Game Solo {"),
        also="unresolved-reference",
    ),
    _xmi(
        "setupStateMustBelongToTile",
        (
            "    <legalMovesPipeline>",
            '    <setups>\n      <when parameter="//@parameters.0" value="1"/>\n      ^<states '
            'cell="//@board/@tileplacement.2" state="//@board/@tiles.0/@states.0"/>\n    </setups>\n    <legalMovesPipeline>',
        ),
        ("  </board>", '  </board>\n  <parameters name="p" min="0" max="3" value="1"/>'),
    ),
    _xmi("playersMustHaveUniqueNames", ('<players name="O"', '^<players name="x"')),
    _game("playersMustHaveUniqueNames", ("Bob, Cid", "Bob, ^ANN"), also="tileStateNamesMustBeUnique", good=TRIO),
    _xmi(
        "playersMustHaveUniqueHexColors", ('<players name="O" hexColor="#0000FF"', '^<players name="O" hexColor="#F00"')
    ),
    _xmi("playerHexColorMustBeValid", ('<players name="X" hexColor="#f00"', '^<players name="X" hexColor="red"')),
    _xmi("playerHexColorMustBeValid", ('<players name="X" hexColor="#f00"', '^<players name="X" hexColor="#12345"')),
    _xmi("playerHexColorMustBeValid", ('<players name="X" hexColor="#f00"', '^<players name="X" hexColor="#fffffg"')),
    _xmi(
        "playersMustNotShareAssociatedState",
        (
            '<players name="O" hexColor="#0000FF" associatedState="//@board/@tiles.0/@states.1"',
            '^<players name="O" hexColor="#0000FF" associatedState="//@board/@tiles.0/@states.0"',
        ),
    ),
    _xmi(
        "associatedStateMustBeOwnedByItsPlayer",
        (
            '<players name="X"',
            '^<players name="X"',
        ),
        ('<states name="X"', '<states owner="//@players.1" name="X"'),
    ),
    _game("playerTransformMustKeepBoard", ("Down Rotate180", "^Down Transpose"), good=STRIP),
    _game(
        "playerTransformMustKeepBoard",
        ("White, Black Rotate180", "White, ^Black Rotate180"),
        ('"mkm#" "...."', '"mkm#" ".. ."'),
        ("{ 1 1 1 1 ", "{ 1 1 1 "),
    ),
    _game(
        "phasesMustHaveUniqueNames",
        ("phases Opening, Middle", "phases Opening, Middle, ^Middle"),
        also="ambiguous-reference",
    ),
    _game("vocabularyNamesMustBeUnique", ("counter seeds", "counter ^orth"), ("+ seeds { own }", "")),
    _game("vocabularyNamesMustBeUnique", ("region homes", "region ^Man"), ("at homes", "at goal")),
    _solo("boardDimensionsMustBePositive", ("  board Board {\n    width 1", "  board ^Board {\n    width 0")),
    _xmi("boardDimensionsMustBePositive", ('<board width="2" height="2"', '^<board width="2" height="-2"')),
    _xmi("tilePositionsMustBeUnique", ('<tileplacement row="1" column="1"', '^<tileplacement row="1"')),
    _xmi("rowAndColumnMustBeNonNegative", ('<tileplacement row="1" tile', '^<tileplacement row="-1" tile')),
    _xmi("rowAndColumnMustBeWithinBoardBounds", ('<tileplacement row="1" tile', '^<tileplacement row="2" tile')),
    _xmi(
        "rowAndColumnMustBeWithinBoardBounds",
        ('<tileplacement row="1" column="1"', '^<tileplacement row="1" column="2"'),
    ),
    _xmi("tileMustBeSet", ('<tileplacement row="1" tile="floor"', '^<tileplacement row="1"')),
    _xmi(
        "initialStateMustBelongToTile",
        ('<tileplacement column="1" tile="cell"', '^<tileplacement column="1" tile="floor"'),
    ),
    _solo(
        "tileMustHaveInitialState",
        ("Tile Floor { name Floor initialState State Bare }", "^Tile Floor { name Floor }"),
        (' initialState "Floor.Bare"', ""),
        also="tilesMustHaveAtLeastOneState",
    ),
    _solo(
        "tilesMustHaveAtLeastOneState",
        ("Tile Floor { name Floor initialState State Bare }", "^Tile Floor { name Floor }"),
        (' initialState "Floor.Bare"', ""),
        also="tileMustHaveInitialState",
    ),
    _xmi("tileStateNamesMustBeUnique", ('<states name="O"', '^<states name="x"')),
    _solo(
        "tileStateNamesMustBeUnique",
        ("initialState State Empty", "initialState ^State STONE"),
        ("(Empty)", "(STONE)"),
        ("(Empty, ", "(STONE, "),
    ),
    _solo("allStatesMustBeReachable", ("State Rock { piece Rock }", "State Rock { piece Rock }, ^State Gone")),
    _solo(
        "tileTransitionsMustBeWellFormed",
        (
            "{ source (Empty) target Stone }",
            "{ source (Empty) target Stone },\n          ^Transition idle { target Stone }",
        ),
        also="missing-feature",
    ),
    _solo("transitionNamesMustBeUnique", ("Transition harden", "^Transition put")),
    _xmi("tileHexColorMustBeValid", ('<tiles name="Floor"', '^<tiles hexColor="#ffff" name="Floor"')),
    _xmi("stateHexColorMustBeValid", ('<states name="X" hexColor="#a00"', '^<states name="X" hexColor="a00"')),
    _xmi("stateSymbolMustBeOneCharacter", ('<states name="O" symbol="O"', '^<states name="O" symbol="OO"')),
    _xmi("stateSymbolMustBeOneCharacter", ('<states name="O" symbol="O"', '^<states name="O" symbol=" "')),
    _xmi("stateSymbolMustBeOneCharacter", ('<states name="O" symbol="O"', '^<states name="O" symbol=""')),
    _solo("pieceSymbolMustBeOneCharacter", ('Piece Rock { symbol "r" }', '^Piece Rock { symbol "ro" }')),
    _xmi(
        "transitionMustStayWithinTile",
        (
            '<transitions name="nought" source="//@board/@tiles.0/@initialState"',
            '^<transitions name="nought" source="//@board/@tiles.0/@initialState //@board/@tiles.1/@initialState"',
        ),
    ),
    _game("directionSetMustHaveDirections", ("directions ahead relative = (0,-1)", "directions ^ahead relative =")),
    _game("directionVectorsMustLeadAway", ("orth = (1,0)", "orth = ^(0,0)")),
    _game("directionVectorsMustLeadAway", ("board 4x4", "board 4x4 torus"), ("orth = (1,0)", "orth = ^(4,-8)")),
    _game("directionVectorsMustLeadAway", ("board 4x4", "board 4x4 cylinder"), ("orth = (1,0)", "orth = ^(-4,0)")),
    _game(
        "stepVectorsMustLeadAway",
        ("board 4x4", "board 4x4 drum"),
        ("effect = at goal ->", "effect = at goal -> step ^(0,4) ->"),
    ),
    _game(
        "rayVectorsMustLeadAway",
        ("board 4x4", "board 4x4 torus"),
        ("effect = at goal ->", "effect = at goal -> ray ^(4,0) any ->"),
    ),
    _game("unexpected-token", ("board 4x4", "board 4x4 points ^torus"), also="missing-declaration"),
    _game("unexpected-token", ("board 4x4", "board 4x4 torus ^checkered"), also="missing-declaration"),
    _game("unexpected-token", ("board 4x4", "board 4x4 cylinder ^drum"), also="missing-declaration"),
    _game("linksMustLeadAway", ("links (0,0)>(1,0)>(1,1)>(0,0)", "links ^(0,0)>(0,0)>(1,1)>(1,0)")),
    _game("rectangleMustHaveSeveralCells", ("links (0,0)>(1,0)>(1,1)>(0,0)", "within 2x2, ^1x1")),
    _game("rectangleMustHaveSeveralCells", ("links (0,0)>(1,0)>(1,1)>(0,0)", "within ^20x20")),
    _game(
        "rectanglesMustNotBeRelative",
        ("directions ring = links (0,0)>(1,0)>(1,1)>(0,0)", "directions ^ring relative = within 2x2"),
    ),
    _game(
        "bendMustNotUseLinks",
        ("-> along orth -> repeat", "-> along orth -> ^bend ring -> repeat"),
        ("links (0,0)>(1,0)>(1,1)>(0,0)", "within 2x2"),
    ),
    _game("linksMustDiffer", ("links (0,0)>(1,0)>(1,1)>(0,0)", "links (0,0)-(1,0)>(1,1), ^(1,0)>(0,0)")),
    _game("stepsAlongForksMustBeSingle", (RING, FORK), ("step ring |", "^step ring 0..2 |")),
    _game("stepsAlongForksMustBeSingle", (RING, FORK), ("step ring |", "^step ring hand |")),
    _game("raysMustNotFork", (RING, FORK), ("step ring |", "^ray ring empty |")),
    _game("boundDirectionMustNotFork", (RING, FORK), ("-> along orth -> repeat", "-> ^along ring -> repeat")),
    _game("directionsOfApplyMustNotFork", (RING, FORK), ("mark gone +=", "^do along ring { step -> mark gone += }")),
    _game(
        "shiftMustHaveOneDirection",
        ("links (0,0)>(1,0)>(2,0)>(0,0)", "links (0,0)>(1,0)>(2,0)>(0,0), (1,0)>(0,0)"),
        ("shift ring", "^shift ring"),
        good=STRIP,
    ),
    _solo("regionMustSayItsCells", ("Region spot { ranges { CellRange { row 0 } } }", "^Region spot")),
    _solo(
        "perPlayerRegionMustNotBeRelative",
        (
            "Region spot { ranges { CellRange { row 0 } } }",
            "^Region spot { relative true perPlayer { PlayerRegion { player One ranges { CellRange { row 0 } } } } }",
        ),
    ),
    _solo(
        "perPlayerRegionMustNameEachPlayerOnce",
        (
            "Region spot { ranges { CellRange { row 0 } } }",
            "^Region spot { perPlayer { PlayerRegion { player One ranges { CellRange { row 0 } } },\n    PlayerRegion { player One ranges { CellRange { row 1 } } } } }",
        ),
    ),
    _game("rangeMustBeInsideBoard", ("relative = row 0", "relative = ^row 4")),
    _game("rangeMustBeInsideBoard", ("row 0 | row 3", "row 0 | ^column 4")),
    _solo("rangeMustBeInOrder", ("CellRange { row 0 }", "^CellRange { row 1 toRow 0 }")),
    _solo("rangeMustBeInOrder", ("CellRange { row 0 }", "^CellRange { toRow 1 }")),
    _game("stepMustHaveOneKindOfDirections", ("step orth |", "^step (1,0) with { directions orth } |")),
    _game("stepMustHaveCountOrRange", ("step orth |", "^step orth hand with { max 2 } |")),
    _game("stepMustHaveCountOrRange", ("step orth |", "^step orth 2..hand with { max 2 } |")),
    _game("stepsAtMostNeedACount", ("step orth |", "^step orth with { atMost true } |")),
    _game("bendMustHaveCountOrBy", ("step orth |", "along orth -> ^bend orth hand with { by 2 } -> step |")),
    _game("stepVectorsMustLeadAway", ("step orth |", "step ^(0,0) |")),
    _game("counterBoundsMustBeInOrder", ("counter hand per 0..9", "counter ^hand per 3..9")),
    _game("ownNumbersMustBePerPlayer", ("counter seeds cell =", "counter ^seeds cell owner =")),
    _game("numbersInSightMustBePerCell", ("counter hand per", "counter ^hand per sight")),
    _game("zoneMustNotBeSeenBySight", ("  mark from", "  zone ^rack 3x1 with { visibility Sight }\n  mark from")),
    _game(
        "moveMustNotBeToldBySight", ("  move King =", "  ^MoveRule Low { visibility Sight filter any }\n  move King =")
    ),
    _game("ownCellsMustBePerPlayer", ("mark moved game", "mark ^moved game owner")),
    _game("cellsAtTheStartMustLast", ("mark moved game", "mark ^moved ply = { at goal }")),
    _game("unresolved-reference", ("mark moved game", "mark moved game = { at ^gaol }")),
    _game("unexpected-token", ("mark moved game", "mark moved game ^= goal")),
    _game("unexpected-token", ("mark moved game", "mark moved game = { at goal^, at homes }")),
    _game("unexpected-token", ("mark moved game", "mark moved game = { at homes ^Ann }")),
    _game("unexpected-token", ("mark moved game", "mark moved game ^{ at goal }")),
    _game("unexpected-token", ("mark moved game", "mark moved game ^at goal")),
    _game("unexpected-token", ("mark moved game", "mark moved game = { at goal }^, met")),
    _game("unexpected-token", ("mark moved game", "mark moved = { at goal } ^game")),
    _game("unexpected-token", ("flood orth enemy", "ray orth ^last")),
    _game("unexpected-token", ("flood orth enemy", "ray orth ^until own")),
    _game("unexpected-token", ("flood orth enemy", "ray orth enemy until ^end")),
    _game("unexpected-token", ("flood orth enemy", "ray orth enemy last ^end")),
    _game("sightMustOnlyFindCells", ("  stuck = at", "  sight = own -> ^select\n  stuck = at")),
    _game("sightMustOnlyFindCells", ("  stuck = at", "  back = own -> ^set empty\n  stuck = at")),
    _game("sightMustOnlyFindCells", ("  stuck = at", "  sight = own -> ^mark from\n  stuck = at")),
    _game("shapeMustBeRowsOfCells", ("  mark from", '  neutral ^Bar:b { shape "##/x" }\n  mark from')),
    _game("shapeMustBeRowsOfCells", ("  mark from", '  neutral ^Bar:b { shape "../." }\n  mark from')),
    _game("zoneDimensionsMustBePositive", ("  mark from", "  zone ^rack 0x1\n  mark from"), also="missing-feature"),
    _xmi(
        "zonePositionsMustBeUnique",
        (
            "  </board>\n</game",
            '  </board>\n  <zones name="rack" width="2" height="1">\n    <tileplacement tile="floor"/>\n    '
            '^<tileplacement tile="floor"/>\n  </zones>\n</game',
        ),
    ),
    _xmi(
        "linksMustJoinCellsOfTheBoard",
        (
            "  </board>\n</game",
            '  </board>\n  <directionSets name="out">\n    ^<links source="//@zones.0/@tileplacement.0" '
            'target="//@board/@tileplacement.1"/>\n  </directionSets>\n  <zones name="rack" width="2" height="1">\n    '
            '<tileplacement tile="floor"/>\n  </zones>\n</game',
        ),
    ),
    _xmi("setupsMustBeOfDifferentPlayers", _rack(' perPlayer="true"', f"{SETUP}/>^{SETUP}/>")),
    _xmi("setupMustBeOfAChoiceOrAPlayer", _rack("", "^<setups/>")),
    _xmi("setupsMustBeOfDifferentPlayers", _rack("", f"^{SETUP}/>")),
    _xmi(
        "cellsSetUpMustBeOfTheZone",
        _rack(
            ' perPlayer="true"',
            f'{SETUP}>^<states cell="//@board/@tileplacement.0" state="//@board/@tiles.0/@states.0"/></setups>',
        ),
    ),
    _xmi(
        "setupMustBeOfCellsOrRegions",
        (
            "  </board>\n</game",
            '  </board>\n  <pieces name="Pawn"/>\n  <regions name="spot" zone="//@zones.0"><ranges row="0"/></regions>\n'
            '  <zones name="rack" width="1" height="1" perPlayer="true"><tileplacement tile="floor"/>'
            f'^{SETUP}><states cell="//@zones.0/@tileplacement.0" state="//@board/@tiles.1/@initialState"/>'
            '<regions region="//@regions.0" piece="//@pieces.0"/></setups></zones>\n</game',
        ),
        also="pieceSetUpMustFitACell",
    ),
    _game("carriedNumbersMustBePerCell", ("  mark from", "  counter ^hp carried\n  mark from")),
    _game(
        "carriedNumbersMustHaveNoZone",
        ("  mark from", "  zone rack 3x1\n  counter ^hp cell rack carried\n  mark from"),
    ),
    _game(
        "carriedNumbersOfCellsMustLast",
        ("  mark from", f"  counter ^hp cell carried turn = {{ {'1 ' * 16}}}\n  mark from"),
    ),
    _game("ownZoneMustBePerPlayer", ("  mark from", "  zone ^rack 3x1 owner\n  mark from")),
    _game(
        "blocksMustBeOfAPlainZone", ("  mark from", "  zone ^rack 3x1 per case\n  zone case 2x1 per rack\n  mark from")
    ),
    _xmi(
        "blocksOfTheBoardMustBeThatAlone",
        (
            "  </board>\n</game",
            '  </board>\n  ^<zones name="pile" width="1" height="1" perPlayer="true" perCell="true">\n    '
            '<tileplacement tile="floor"/>\n  </zones>\n</game',
        ),
    ),
    _game(
        "stackMustLieInBlocks",
        ("  mark from", "  zone rack 3x1\n  mark from"),
        ("  stuck", "  sub pile = ^stack from in rack\n  stuck"),
    ),
    _game("edgesMustLieInDirections", ("  mark from", "  edges ^White ring\n  mark from")),
    _game(
        "edgesMustLieOnTheBoard",
        ("  mark from", "  zone rack 3x1\n  region end of rack = row 0\n  edges ^White ahead at end\n  mark from"),
    ),
    _game("unresolved-reference", ("  mark from", "  edges ^Whit ahead\n  mark from")),
    _game("unresolved-reference", ("  mark from", "  edges White ^ahed\n  mark from")),
    _game("axesMustLeadApart", ("board 4x4", "^board 4x4"), ("  mark from", "  axes (100,50) (50,25)\n  mark from")),
    _game("axesMustLeadApart", ("board 4x4", "^board 4x4"), ("  mark from", "  axes (401,0) (0,100)\n  mark from")),
    _game("duplicate-feature", ("  mark from", "  axes (100,0) (0,100)\n  ^axes (100,0) (0,90)\n  mark from")),
    _game("tintColourMustBeValid", ("  mark from", '  Theme A { tints { ^Tint { hexColor "red" } } }\n  mark from')),
    _game(
        "remainderMustBeBelowTheDivisor",
        ("  mark from", '  Theme A { tints { ^Tint { hexColor "#fff" divisor 2 remainder 2 } } }\n  mark from'),
    ),
    _game(
        "tintsMustLieOnTheBoard",
        (
            "  mark from",
            "  zone rack 3x1\n  region end of rack = row 0\n"
            '  Theme A { tints { ^Tint { hexColor "#fff" region end } } }\n  mark from',
        ),
    ),
    *(
        _game(
            "outlineMustBeAPolygon",
            (
                "  mark from",
                f"  Theme A {{ shapes {{ ^Shape {{ region goal corners {{ {corners} }} }} }} }}\n  mark from",
            ),
        )
        for corners in ("0, 0, 9, 0", "0, 0, 9, 0, 9", "0, 0, 9, 0, 9, 1001", ", ".join(["1"] * 130))
    ),
    _game(
        "cellsMustBeDrawnNearby",
        ("  mark from", "  Theme A { shapes { ^Shape { region goal across 2001 } } }\n  mark from"),
    ),
    _game(
        "shapesMustLieOnTheBoard",
        (
            "  mark from",
            "  zone rack 3x1\n  region end of rack = row 0\n  Theme A { shapes { ^Shape { region end } } }\n  mark from",
        ),
    ),
    _game(
        "heapsAreOfNumbersOnCells",
        ("  mark from", "  counter all_ 0..9\n  Theme A { heaps { ^Heap { counter all_ } } }\n  mark from"),
    ),
    _game(
        "heapsAreOfNumbersOnCells",
        ("  mark from", "  constant two = 2\n  Theme A { heaps { ^Heap { constant two } } }\n  mark from"),
    ),
    _game("heapMustBeOfOneThing", ("  mark from", "  Theme A { heaps { ^Heap { size 20 } } }\n  mark from")),
    _game(
        "heapMustBeOfOneThing",
        (
            "  mark from",
            "  mark old game\n  counter some cell\n  Theme A { heaps { ^Heap { counter some mark old } } }\n  mark from",
        ),
    ),
    _game("heapMarkMustLast", ("  mark from", "  Theme A { heaps { ^Heap { mark from } } }\n  mark from")),
    _game(
        "tintConstantMustBeOfCells",
        (
            "  mark from",
            '  constant two = 2\n  Theme A { tints { ^Tint { hexColor "#123" constant two } } }\n  mark from',
        ),
    ),
    *(
        _game(
            "heapsMustBeDrawable",
            (
                "  mark from",
                f"  counter some cell 0..9\n  Theme A {{ heaps {{ ^Heap {{ counter some {bad} }} }} }}\n  mark from",
            ),
        )
        for bad in ("size 9", "size 101", "size -1", "most -1", "most 51", "startDown -1001", "across 1001")
    ),
    _game(
        "heapColourMustBeValid",
        (
            "  mark from",
            '  counter some cell 0..9\n  Theme A { heaps { ^Heap { counter some hexColor "red" } } }\n  mark from',
        ),
    ),
    _game("captionMustBeOfOneThing", ("  mark from", '  Theme A { captions { ^Caption { text "x" } } }\n  mark from')),
    _game(
        "captionMustBeOfOneThing",
        ("  mark from", '  Theme A { captions { ^Caption { option "drop" counter hand text "x" } } }\n  mark from'),
    ),
    _game(
        "optionsMustBeCalledSomething",
        ("  mark from", '  Theme A { captions { ^Caption { option "drop" text " " } } }\n  mark from'),
    ),
    _game(
        "starsMustLieOnTheBoard",
        ("  mark from", "  zone rack 3x1\n  region ^end of rack = row 0\n  stars end\n  mark from"),
    ),
    _game(
        "linesMustLieOnTheBoard",
        ("  mark from", "  zone rack 3x1\n  region end of rack = row 0\n  lines orth, ^orth at end\n  mark from"),
    ),
    _game("unresolved-reference", ("  mark from", "  lines orth, ^otrh\n  mark from")),
    _game("unresolved-reference", ("  mark from", "  lines orth at ^gaol\n  mark from")),
    _game("unresolved-reference", ("  mark from", "  lines orth through ^Wal\n  mark from")),
    _game("unresolved-reference", ("  mark from", "  stars ^gol\n  mark from")),
    _game("wrong-reference-type", ("  mark from", "  lines ^goal\n  mark from")),
    _game(
        "countersOfZonesMustBePerCell",
        ("  mark from", "  zone rack 3x1\n  counter ^pile with { zone rack }\n  mark from"),
    ),
    _game(
        "initialCellsMustMatchBoard",
        ("  mark from", "  zone rack 3x1 per\n  counter ^pile cell rack = { 1 2 }\n  mark from"),
    ),
    _game("rangeMustBeInsideBoard", ("  mark from", "  zone rack 3x1\n  region end of rack = ^row 1\n  mark from")),
    _game(
        "sightOfZoneMustOnlyFindCells", ("  mark from", "  zone rack 3x1\n  sight rack = own -> ^select\n  mark from")
    ),
    _game("initialCellsMustMatchBoard", ("counter hand per 0..9 =", "counter ^hand per 0..9 = { 1 2 3 } //")),
    _game("initialCellsMustMatchBoard", ("counter seeds cell = {", "counter ^seeds per cell = { 1 2 | 1 2 } //")),
    _game("initialCellsMustMatchBoard", ("counter seeds", "counter ^seeds"), ("2 2 2 2 }", "2 2 2 }")),
    _game(
        "initialCellsMustBelongToCounterPerCell",
        ("counter seeds cell =", "counter ^seeds ="),
        also="cellsMustBelongToCounterPerCell",
    ),
    _game("initialCellsMustBeWithinBounds", ("counter seeds cell =", "counter ^seeds cell 0..1 =")),
    _game("ruleNamesMustBeUnique", ("move King =", "move ^Man =")),
    _game("rulesOfOnePriorityMustMaximiseOneCounter", ("move King =", "move ^King maximise hand =")),
    _game(
        "subPipelinesMustNotCallThemselves",
        ("sub near = union { step orth |", "sub ^near = union { near |"),
        also="nesting-too-deep",
    ),
    _game("subPipelinesMustNotCallThemselves", ("sub leap = step ->", "sub ^leap = leap ->")),
    _game("effectsMustNotBranch", ("effect = at goal ->", "effect = at goal -> ^select ->")),
    _game("effectsMustNotBranch", ("effect = at goal ->", 'effect = at goal -> ^option "x" ->')),
    _game("effectsMustNotBranch", ("effect = at goal -> first", "effect = at goal -> ^choose")),
    _game("effectsMustNotBranch", ("stuck = at", "stuck = ^along orth -> at")),
    _game(
        "effectsMustNotBranch", ("over = score", "over = ^repeat 1..2 { leap } -> score"), also="directionsMustBeBound"
    ),
    _game("effectsMustNotBranch", ("empty -> mark gone +=\n", "empty -> ^each -> mark gone +=\n")),
    _game(
        "firstAlternativesMustNotCheckAfterEffects",
        ("first { own Man -> set own King |", "first { set own King -> ^own Man |"),
    ),
    _game(
        "firstAlternativesMustNotCheckAfterEffects",
        ("first { own Man -> set own King |", "first { set own King -> ^turn next { own } |"),
    ),
    _game(
        "directionsMustBeBound",
        ("-> along orth -> repeat 1..3", "-> repeat 1..3"),
        ("sub leap = step", "sub leap = ^step"),
    ),
    _game("directionsMustBeBound", ("ensure = wherenot { own", "ensure = wherenot { ^shift -> own")),
    _game("directionsMustBeBound", ("own -> select here -> aim -> bend", "own -> select here -> ^bend"), good=STRIP),
    _game("directionsMustBeBound", ("step orth | step ring", "step orth | ^ray enemy")),
    _game("directionsMustBeBound", ("over = score", "heuristic count { ^step -> own }\n  over = score")),
    _game("directionsMustBeBound", ("over = score", "ranking max count { ^step -> own }\n  over = score")),
    _game(
        "heuristicMustNotAskForRepetition",
        ("over = score", "heuristic 3 + count { ^repeated 2 -> own }\n  over = score"),
    ),
    _game("unexpected-token", ("over = score", "heuristic ^= 3\n  over = score")),
    _game("unexpected-token", ("over = score", "heuristic ^max 3\n  over = score")),
    _game("unexpected-token", ("over = score", "heuristic^\n  over = score")),
    _game("unexpected-token", ("over = score", "ranking^\n  over = score")),
    _game("unexpected-token", ("over = score", "ranking^\n  over = score"), ("-> lose", "-> rank")),
    _game("unexpected-token", ("over = score", "ranking max^\n  over = score"), ("-> lose", "-> rank")),
    _game("unknown-keyword", ("over = score", "ranking ^hand\n  over = score"), ("-> lose", "-> rank")),
    _game("duplicate-feature", ("over = score", "heuristic 3\n  ^heuristic 4\n  over = score")),
    _game("cellRootsMustNotAskForMoves", ("place Put = empty ->", "place Put = empty -> ^movable ->"), good=STRIP),
    _game("winConditionMustStandInRootChain", ("ensure = wherenot { own", "ensure = wherenot { ^line { own } -> own")),
    _game("repetitionTimesMustBePositive", ("ensure = wherenot { own", "ensure = wherenot { ^repeated 0 -> own")),
    _solo("matchStateDefined", ("Pattern { stateSelection Empty }", "^Pattern { stateSelection StateBased }")),
    _solo(
        "matchStateDefined",
        (
            'StateEffectFilter { stateSelection StateBased targetState "Cell.Stone" }',
            "^StateEffectFilter { stateSelection StateBased }",
        ),
    ),
    _solo(
        "alternativesMustNotHaveOffsets",
        (
            "Pattern { stateSelection Empty }",
            "Pattern { stateSelection Empty alternatives {\n  ^Pattern { relativecoordinates { RelativeCoordinate { x 0 y 1 } } } } }",
        ),
    ),
    _solo(
        "cellSourceMustBeDefined",
        ("        IterativeFilter {", "        ^CellsFilter { source Region }, IterativeFilter {"),
    ),
    _solo(
        "cellSourceMustBeDefined",
        ("        IterativeFilter {", "        ^CellsFilter { source Mark region spot }, IterativeFilter {"),
    ),
    _solo(
        "cellsMustNotBeCleared",
        ("        IterativeFilter {", "        ^CellsFilter { combine Clear }, IterativeFilter {"),
    ),
    _solo(
        "stepRangeMustBeInOrder",
        ("        IterativeFilter {", "        ^StepFilter { directions down max 0 }, IterativeFilter {"),
    ),
    _solo(
        "stepRangeMustBeInOrder",
        ("        IterativeFilter {", "        ^StepFilter { directions down min -1 }, IterativeFilter {"),
    ),
    _solo("rayRangeMustBeInOrder", ("        IterativeFilter {", "        ^IterativeFilter { min 2 max 1")),
    _solo(
        "rayMustHaveOneKindOfDirections", ("        IterativeFilter {", "        ^IterativeFilter { directions down")
    ),
    _solo("rayVectorsMustLeadAway", ("RelativeCoordinate { x 1 y 0 }", "^RelativeCoordinate { x 0 y 0 }")),
    _game("imageTransformMustFitBoard", ("image Rotate180", "^image Rotate90"), good=STRIP),
    _game("bendMustNotUseLinks", ("bend orth", "^bend ring"), good=STRIP),
    _game("optionLabelMustBeWellFormed", ('option "drop"', '^option "drop it"')),
    _game("optionLabelMustBeWellFormed", ('option "drop"', '^option ""')),
    _game("optionLabelMustNotBeACell", ('option "drop"', '^option "d4"')),
    _game("unionAlternativesMustNotHaveEffects", ("union { step orth |", "union { step orth -> ^set empty |")),
    _game("unionAlternativesMustNotHaveEffects", ("union { step orth |", "union { ^win |")),
    _solo(
        "repeatRangeMustBeInOrder",
        (
            "        IterativeFilter {",
            "        ^RepeatFilter { min 2 max 1 maximal true body StateEffectFilter { stateSelection Empty } }, IterativeFilter {",
        ),
    ),
    _game(
        "repeatBodyMustChangeSomething",
        ("repeat maximal { step -> empty -> mark here += -> moves += 1 }", "^repeat maximal { step -> empty }"),
        good=STRIP,
    ),
    _solo(
        "applyDirectionsMustBeDefined",
        (
            "        IterativeFilter {",
            "        ^ApplyFilter { forEach Direction body StepFilter { directions down } }, IterativeFilter {",
        ),
    ),
    _solo(
        "stateSelectionMustBeOneState",
        (
            'StateEffectFilter { stateSelection StateBased targetState "Cell.Stone" }',
            "^StateEffectFilter { stateSelection Any }",
        ),
    ),
    _game("otherPlayerMustBeOne", ("set own Stone ->", "^set enemy Stone ->"), good=TRIO),
    _solo(
        "otherPlayerMustBeOne",
        (
            'StateEffectFilter { stateSelection StateBased targetState "Cell.Stone" }',
            "^StateEffectFilter { stateSelection OtherPlayer }",
        ),
    ),
    _solo(
        "pieceMustHaveAState",
        (
            'StateEffectFilter { stateSelection StateBased targetState "Cell.Stone" }',
            "^StateEffectFilter { piece Rock }",
        ),
    ),
    _xmi(
        "stateOfPlayerMustBeDefined",
        (' associatedState="//@board/@tiles.0/@states.0"/>', "/>"),
        (' associatedState="//@board/@tiles.0/@states.1"', ""),
        ('<filters xsi:type="game:StateEffectFilter"/>', '^<filters xsi:type="game:StateEffectFilter"/>'),
    ),
    _game("shiftMustHaveOneDirection", ("shift ring", "^shift orth"), good=STRIP),
    _solo(
        "shiftMustHaveDirectionsOrTransform",
        (
            "        IterativeFilter {",
            "        ^ShiftEffectFilter { directions down transform FlipRows }, IterativeFilter {",
        ),
    ),
    _game("counterOfOtherMustBeOfOne", ("next coins += 1", "enemy ^coins += 1"), good=TRIO),
    _game(
        "counterOfOtherMustBeOfOne",
        ("next coins += 1", "^CounterEffectFilter { counter coins perspective Each value 1 }"),
        good=TRIO,
    ),
    _game("turnOfOtherMustBeOfOne", ("turn next", "^turn enemy"), good=TRIO),
    _game("turnOfOtherMustBeOfOne", ("turn next", "^TurnEffectFilter { perspective Each }"), good=TRIO),
    _game(
        "valueOfOtherMustBeOfOne", ("if next coins", "if ^CounterValue { counter coins perspective Other }"), good=TRIO
    ),
    _game("valueOfOtherMustBeOfOne", ("next count", "^CountValue { perspective Other }"), good=TRIO),
    _game("playerMustNotBeTheMover", ("set own Stone", "^ApplyFilter { perspective Mover body any }"), good=TRIO),
    _game("valueOfOtherMustBeOfOne", ("if next coins", "if ^enemy coins"), good=TRIO),
    _game("valueOfOtherMustBeOfOne", ("next count", "^enemy count"), good=TRIO),
    _game("vocabularyNamesMustBeUnique", ("worth 1 }\n", "worth 1 ^total 2 }\n"), good=CARDS),
    _game("vocabularyNamesMustBeUnique", ("is Person {", "is Person, ^Two {"), good=CARDS),
    _game("attributesMustHaveOneValue", ("worth 2 }", "worth 2 ^worth 3 }"), good=CARDS),
    _game("valuesMustBeAlike", ("worth 2 }", "worth 2 ^heir 7 }"), good=CARDS, also="attributeMustBeAKind"),
    _game(
        "valueMustBeNumberOrKind",
        ("  mark here", "  Piece Nothing { attributes { ^AttributeValue { attribute worth } } }\n  mark here"),
        good=CARDS,
    ),
    _game(
        "attributeMustBeOfLike", ("like here heir", "^Pattern { stateSelection Occupied attribute heir }"), good=CARDS
    ),
    _game(
        "initialAttributeMustBeOfPieces",
        ("counter total", "counter ^hp cell with { initialAttribute worth }  counter total"),
        good=CARDS,
    ),
    _game(
        "initialAttributeMustBeNumber", ("counter total", "counter ^hp cell carried = heir  counter total"), good=CARDS
    ),
    _game(
        "initialAttributeMustBeWithinBounds",
        ("counter total", "counter ^hp cell carried 0..1 = worth  counter total"),
        good=CARDS,
    ),
    _game(
        "initialAttributeMustStandAlone",
        ("counter total", "counter ^hp cell carried with { initial 1 initialAttribute worth }  counter total"),
        good=CARDS,
    ),
    _game("attributeMustBeAKind", ("like here heir", "^like here worth"), good=CARDS),
    _game("attributeMustBeAKind", ("set own like here", "^set own like here worth"), good=CARDS),
    _game(
        "attributeMustBeOfLike", ("set own like here", "^StateEffectFilter { piece Man attribute heir }"), good=CARDS
    ),
    _game("likeMustTellThePiece", ("set own like here", "^StateEffectFilter { piece Man like here }"), good=CARDS),
    _game(
        "targetStateMustBeAlone",
        ("set own like here", "^StateEffectFilter { stateSelection StateBased targetState Cell.AnnMan piece Man }"),
        good=CARDS,
    ),
    _game("matchStateDefined", ("set like here", "^StateEffectFilter { stateSelection StateBased }"), good=CARDS),
    _game("attributeMustBeANumber", ("score worth", "score ^heir"), good=CARDS),
    _game(
        "playerMustNotBeTheMover", ("worth { own }", "^AttributeOf { attribute worth perspective Mover }"), good=CARDS
    ),
    _game(
        "valueOfEachMustDiffer",
        ("worth { own }", "^AttributeOf { attribute worth perspective Each }"),
        good=CARDS,
    ),
    _game("numbersMustMatchCells", ("worth = { 1 2 3 }", "^worth = { 1 2 }"), good=FIXED),
    _game("numbersMustMatchCells", ("worth = { 1 2 3 }", "^worth of bag = { 1 2 3 }"), good=FIXED),
    _game("oneNumberMustHaveNoCells", ("prize = 5", "^prize of bag = 5"), good=FIXED),
    _game("oneNumberMustHaveNoCells", ("prize = 5", "^prize relative = 5"), good=FIXED),
    _game("constantMustBeSmallEnough", ("step = 2 * column", "^step = 2000000000 * column"), good=FIXED),
    _game("constantMustBeSmallEnough", ("step = 2 * column", "^step = -2147483648 - column"), good=FIXED),
    _game(
        "constantMustHaveOneKindOfNumbers",
        ("constant step = 2 * column", "^Constant step { numbers { 1, 2, 3 } columnFactor 2 }"),
        good=FIXED,
    ),
    _game("cellsMustBelongToConstantPerCell", ("+ prize", "+ ^prize { own }"), good=FIXED),
    _game("playerMustNotBeTheMover", ("worth { own }", "^ConstantOf { constant worth perspective Mover }"), good=FIXED),
    _game("valueOfEachMustDiffer", ("worth { own }", "^each worth"), good=FIXED),
    _game("valueOfEachMustDiffer", ("next count", "^each count"), good=TRIO),
    _game(
        "vocabularyNamesMustBeUnique",
        ("constant prize", "constant ^Man"),
        ("2 * prize", "10"),
        ("+ prize", ""),
        good=FIXED,
    ),
    _game("natureMustNotBeAPlayer", ("Ann, Bob", "Ann, ^dice"), good=DICE),
    _game(
        "natureMustOwnNothing",
        ("pieces Man:M", "pieces Man:M\n  Tile T { name T initialState ^State Loaded { owner Dice } }"),
        good=DICE,
    ),
    _game(
        "natureMustNotBeNamed",
        ("board 2x1", "board 2x1\n  directions up = (0,-1)\n  edges Ann up, ^Dice up"),
        good=DICE,
    ),
    _game(
        "natureMustNotBeNamed",
        ("board 2x1", "board 2x1\n  zone hand 1x1 per owner with { setups { ^Setup { player Dice } } }"),
        good=DICE,
    ),
    _game(
        "natureMustNotBeNamed",
        (
            "board 2x1",
            'board 2x1\n  Theme Plain { glyphs { Glyph { player Ann text "a" }, ^Glyph { player Dice text "d" } } }',
        ),
        good=DICE,
    ),
    _game(
        "chanceMustHaveNature",
        ("  nature Dice\n", ""),
        ("-> turn nature", ""),
        ("chance None =", "move Other ="),
        ("chance One", "chance ^One"),
        good=DICE,
    ),
    _game(
        "natureMustHaveChance",
        ("nature Dice", "nature ^Dice"),
        ("chance One weight 2 share 3", "move One"),
        ("chance None", "move None"),
        good=DICE,
    ),
    _game("unexpected-token", ("amount die 1..6", "amount die 1^.6"), ("chance None", "move Other"), good=DICE),
    _game(
        "massMustBelongToChance",
        (
            "move Take =",
            "^MoveRule Take { weight IntValue { value 2 } filter any }\n  move Other =",
        ),
        good=DICE,
    ),
    _game(
        "chanceMustHaveNoPriority",
        ("chance None =", "^MoveRule Low { nature true priority 2 filter any }\n  chance None ="),
        good=DICE,
    ),
    _game("massMustNotBeNegative", ("chance One weight 2", "chance ^One weight -2"), good=DICE),
    _game("massMustNotBeNegative", ("share 3", "share -3"), ("chance One", "chance ^One"), good=DICE),
    _game(
        "playerMustNotBeTheMover",
        ("effect = at goal", "effect = ^CellsFilter { source Region region goal combine Intersect perspective Mover }"),
    ),
    _game("cellsOfAnotherMustBeSomebodys", ("at homes", "^at enemy from")),
    _game(
        "placeOfAnotherMustBeSomebodys",
        ("ensure = wherenot { own King @(0,0)", "ensure = wherenot { own King !at ^enemy gone"),
    ),
    _game(
        "placeMustBeOfAnother",
        (
            "ensure = wherenot { own King @(0,0)",
            "ensure = wherenot { own King with { places { ^PlayersCells { area homes perspective Mover } } }",
        ),
    ),
    _game(
        "placeMustBeAnAreaOrAMark",
        ("ensure = wherenot { own King @(0,0)", "ensure = wherenot { own King with { places { ^PlayersCells { } } }"),
    ),
    _game("cellsOfAnotherMustBeSomebodys", ("at homes", "^CellsFilter { perspective Next }")),
    _game("playerMustNotBeTheMover", ("no as enemy {", "^GuardFilter { perspective Mover condition"), good=DICE),
    _game(
        "playerMustNotBeTheMover",
        ("total -= die", "^CounterEffectFilter { counter total perspective Mover value die }"),
        good=DICE,
    ),
    _game(
        "playerMustNotBeTheMover",
        ("if total > 1", "if ^CounterValue { counter total perspective Mover } > 1"),
        good=DICE,
    ),
    _game("playerMustNotBeTheMover", ("if count { own } > 1", "if ^CountValue { perspective Mover } > 1"), good=DICE),
    _game("playerMustBeNamed", ("no as enemy {", "^GuardFilter { perspective Named condition"), good=DICE),
    _game("playersMustBeOfTheGame", ('option "none"', 'option "none" -> ^PlayerFilter { players (Dice) }'), good=DICE),
    _game("playerMustBeNamed", ("no as enemy {", "^GuardFilter { player Bob condition"), good=DICE),
    _game("playerMustBeNamed", ("no as enemy {", "^GuardFilter { perspective Named player Dice condition"), good=DICE),
    _game("turnMustNameOnePlayer", ("turn mover", "^TurnEffectFilter { player Bob perspective Named }"), good=DICE),
    _game("ownerMustBeNamed", ("wherenot { own King @(0,0)", "wherenot { ^Pattern { stateSelection NamedPlayer }")),
    _game(
        "playerOfPlaceMustBeNamed",
        (
            "ensure = wherenot { own King @(0,0)",
            "ensure = wherenot { own King with { places { ^PlayersCells { area homes perspective Named } } }",
        ),
    ),
    _game("turnMustNameOnePlayer", ("turn mover", "^TurnEffectFilter { player Bob perspective Next }"), good=DICE),
    _game("natureMustNotBeAsked", ("turn nature", "^turn nature { own }"), good=DICE),
    _game("amountBoundsMustBeInOrder", ("amount die 1..2", "^amount die 2..1"), good=DICE),
    _game("amountMustNotBeNegative", ("amount die 1..2", "^amount die -1..2"), good=DICE),
    _game("amountCounterMustNotBePerCell", ("amount die 1..2", "^amount pips 1..2"), good=DICE),
    _game("scoreMustBeDefined", ("-> lose", "-> ^EndFilter { outcome Score }")),
    _game("scoreMustBeDefined", ("-> lose", "-> ^EndFilter { outcome Pay }")),
    _game("rankMustHaveCriteria", ("-> lose", "-> ^rank")),
    _game("divisorMustNotBeZero", ("-> lose", "-> pay ^hand div 0")),
    _game("divisorMustNotBeZero", ("-> lose", "-> pay ^hand * 2 mod (1, 0)")),
    _game("perMustBelongToPay", ("-> lose", "-> ^EndFilter { per 2 }")),
    _game("perMustNotBeZero", ("-> lose", "-> ^pay hand per 0")),
    _game("lossMustHaveOneWinner", ("-> win", "-> ^lose"), good=TRIO),
    _game(
        "lossMustHaveOneWinner",
        ("Ann, Bob, Cid", "Ann of Sun, Bob, Cid"),
        ("count > 9 -> win", "count > 9 -> win | ^lose }"),
        ("-> turn next ->", "-> turn next -> first {"),
        good=TRIO,
    ),
    _game("teamsMustHaveOpponents", ("Ann, Bob, Cid", "^Ann of Sun, Bob of Sun, Cid of Sun"), good=TRIO),
    _game("alliesMustBeInATeam", ("place Put = empty", "place Put = empty or ^ally"), good=TRIO),
    _game("alliesMustBeInATeam", ("place Put = empty", "place Put = empty -> ^no as ally { own }"), good=TRIO),
    _game(
        "alliesMustBeInATeam",
        ("place Put = empty", "mark seen per game\n  place Put = empty !at ^ally seen"),
        good=TRIO,
    ),
    _game(
        "counterOfOtherMustBeOfOne",
        ("Ann, Bob, Cid", "Ann of Sun, Bob of Sun, Cid"),
        ("-> next coins += 1", "-> ally ^coins += 1"),
        good=TRIO,
    ),
    _game("valuesMustMatchPlayers", ("+ (0, 1)", "+ ^(0, 1, 2)")),
    _game("cellsMustBelongToCounterPerCell", ("+ seeds { own }", "+ ^hand { own }")),
    _solo(
        "weightsMustMatchTerms",
        (
            "        IterativeFilter {",
            "        EndFilter { outcome Score score\n ^SumValue { terms { IntValue { value 1 } } weights { 1, 2 } } }, IterativeFilter {",
        ),
    ),
]
