"""An example for each class of the metamodel, in the notation or, where that has no form for it, in the class form."""

from __future__ import annotations

from collections.abc import Mapping

GAME = """game Example {{
  players White, Black FlipRows
  nature Dice
  board 5x5
  pieces Man:M is Person {{ worth 1 }} King:K is Person {{ worth 5 }}
  pieces Tile:T {{ worth 0 shape "##/.#" }}
  tile Lake:~ empty
  setup {{ "mmkmm" "....." "..~.." "....." "MMKMM" }}
  zone hand 3x1 per owner
  directions ahead relative = (0,-1)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  region far relative = row 0
  mark from  mark seen game
  counter purse per = 9  counter throw
  counter seeds cell
  constant rank relative = 4 - row
  parameter goal = most | least
  phases opening, ending
  sub forward = step ahead -> empty
  zone pile 6x1 per cell stack
{0}
}}
"""
"""A game that declares what the examples name; an example stands in place of its ``{0}``."""

EXAMPLES: Mapping[str, str] = {
    # declarations
    "Game": "game FreeOthello extends othello { place Enclose = empty }",
    "Player": "players White of Sun, Black FlipRows of Moon",
    "Board": "board 8x8 checkered",
    "Piece": "pieces Man:m King:K/k",
    "Group": "pieces Man:m is Person",
    "Attribute": "kind Ace:a { worth 11 }",
    "AttributeValue": "kind Ace:a { worth 11 }",
    "Tile": "tile Lake:~ empty",
    "State": "tile Lake:~ holds Man",
    "Transition": "transition Cell flip : WhiteMan -> BlackMan",
    "TilePlacement": 'setup { "m.m" "..." "M.M" }',
    "Setup": 'setup if goal == least { "k.." "..." "..K" }',
    "SetupRegion": "setup { at far Man }",
    "SetupState": 'setup if goal == least { "k.." "..." "..K" }',
    "DirectionSet": "directions ahead relative = (0,-1)",
    "Link": "directions ring = links (0,0) > (1,0) > (1,1) > (0,0)",
    "RelativeCoordinate": "directions knight = (1,2) (2,1) (-1,2) (-2,1)",
    "Region": "region centre = rect (1,1)(3,3)",
    "CellRange": "region edges = row 0 row 4 column 0 column 4",
    "PlayerRegion": "region home per = row 4 | row 0",
    "Zone": "zone hand 5x1 per owner",
    "Mark": "mark moved game carried",
    "Constant": "constant depth relative = 4 - row",
    "Counter": "counter strength cell carried 0..9 = 3",
    "RegionNumber": "counter seeds cell = { 4  at far White 0 }",
    "Phase": "phases place, slide",
    "Parameter": "parameter size 5..9 = 7",
    "ParameterChoice": "parameter goal = most | least",
    "Variant": "variant Contrary = goal least",
    "Setting": "variant Contrary = goal least",
    "Criterion": "ranking max points, min spent",
    "BoardLine": "lines orth",
    "Edge": "edges Black ahead",
    "Tint": 'Theme Felt { tints { Tint { hexColor "#b0805a" divisor 2 } } }',
    "Theme": 'Theme Felt { background "#1c6b43" }',
    "Caption": 'Theme Felt { captions { Caption { option "q" text "Queen" } } }',
    "Glyph": 'Theme Felt { glyphs { Glyph { piece Man text "♟" } } }',
    "LegalMovesPipeline": "place Put = empty",
    "MoveRule": "move Walk = own Man -> select from -> step ahead -> empty -> select -> move from",
    "EffectPipeline": "effect = set own Man",
    "SubPipeline": "sub forward = step ahead -> empty",
    # patterns and tests
    "Pattern": "own Man or enemy at far",
    "PatternFilter": "[empty and enemy @(1,0)]",
    "GuardFilter": "no { goto all -> enemy King }",
    "CompareFilter": "if purse >= 3",
    "RepetitionFilter": "repeated 3",
    "MovableFilter": "movable",
    "PhaseFilter": "in opening or ending",
    "PlayerFilter": "by White",
    # where the working set goes
    "CellsFilter": "goto far",
    "StepFilter": "step diag 1..3 through empty",
    "IterativeFilter": "ray diag enemy until own",
    "FloodFilter": "flood orth own",
    "ImageFilter": "image Rotate90",
    "IntoFilter": "into hand",
    "StampFilter": "stamp from",
    "BendFilter": "along orth -> bend orth 1",
    "PickFilter": "pick last",
    "BestFilter": "most seeds",
    "RecordFilter": "record",
    "MarkFilter": "mark seen +=",
    # what is chosen
    "SelectFilter": "select from",
    "ShapeFilter": "shape from",
    "DirectionFilter": "along diag",
    "OptionFilter": 'option "queen"',
    "AmountFilter": "amount throw 1..purse",
    # how chains go on
    "ChoiceFilter": "choose { own Man | own King }",
    "RepeatFilter": "repeat 1..* maximal { step ahead -> empty }",
    "ApplyFilter": "do each { set empty }",
    "CallFilter": "forward",
    # what changes
    "StateEffectFilter": "set own King",
    "MoveEffectFilter": "move from",
    "StackEffectFilter": "stack 2 from in pile",
    "ShiftEffectFilter": "shift ahead",
    "CounterEffectFilter": "enemy purse -= 2",
    "PhaseEffectFilter": "phase ending",
    "TurnEffectFilter": "turn same",
    "EndFilter": "score count { goto all -> own }",
    "WinConditionFilter": "line 4 own",
    # the formats of others
    "Fen": "Fen FEN { fields { FenMover, FenCounter { counter quiet }, FenNumber } }",
    "Pgn": 'Pgn PGN { letters { Letter { piece Man text "" } } }',
    "Sgf": 'Sgf SGF { game 1 properties { Tag RU { value "Japanese" } } }',
    # values
    "IntValue": "if purse > 3",
    "PerPlayerValue": "if purse > (3, 5)",
    "CounterValue": "if enemy purse > 3",
    "CountValue": "if count { goto all -> own } > 3",
    "AttributeOf": "if worth { goto all -> own } > 3",
    "ConstantOf": "if rank { goto all -> own } > 3",
    "ParameterValue": "if goal == least",
    "SumValue": "if purse + 2 * throw > 3",
    "ProductValue": "if purse * (purse + 1) > 3",
    "DivisionValue": "if purse div 2 > 3",
    "ExtremeValue": "if max(purse, enemy purse) > 3",
    "TableValue": "if table (0, 1, 3, 6) at purse > 3",
    "ConditionalValue": "purse += if own King { 3 } else { 1 }",
}
"""An example for each concrete class: a declaration, a filter, or a filter that holds a value."""

DECLARED: Mapping[str, str] = {
    "start": "start Black",
    "seats": "parameter count 2..3 = 2\n  seats count",
    "nature": "nature Dice",
    "simultaneous": "simultaneous",
    "neutral": "neutral Wall:#",
    "tiles": 'tiles { ".~." "..." ".~." }',
    "stars": "stars far",
    "axes": "axes (100,0) (-50,87)",
    "chance": 'chance Throw weight 2 = option "six"',
    "ensure": "ensure = no { goto all -> enemy King }",
    "stuck": "stuck = lose",
    "over": "over = draw",
    "round": "round = purse += 1",
    "sight": "sight = goto all -> own",
    "back": "back = goto all -> piece",
    "without": "without Enclose",
    "heuristic": "heuristic 100 * count { own }",
    "value": "value strength = count { goto all -> own }\n  heuristic 100 * strength",
}
"""Examples by keyword for other declarations: those that set a feature, or declare what another keyword does, too."""
