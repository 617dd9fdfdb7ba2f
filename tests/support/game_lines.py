"""Lines of the game notation as its writer writes them, with what the filters among them stand for."""

from __future__ import annotations

HEAD = """game Everything {
  players White, Black FlipRows
  board 3x3
  pieces Man:M Queen:Q
  neutral Wall:*
  zone rack 3x1 per owner
"""

NAMES = """  kind Gem:g is Stone { worth 3 heir Man }
  directions orth = (1,0) (0,1)
  directions ahead relative = (0,-1)
  region goal relative = row 0
  mark from, to
  counter passes
  counter hand per
  constant value = column
  phases opening, endgame
  sub jump = step orth
  nature Dice
  zone heap 4x1 per cell
"""

STRUCTURE = (
    "tile Floor:#",
    "tile Throne:+ empty",
    "tile Throne:+ empty holds Queen",
    "tile Goal:_ holds Man Wall",
    'tile Sea:~ with { hexColor "#0000ff" }',
    "kind Pearl:p is Jewel, Small { worth -3 }",
    'kind Pearl:p { shape "##/#." }',
    'kind Pearl:p { worth 2 shape "#" fixed }',
    'pieces Rook:R { shape "##./.##" turned }',
    "kind Pearl:p { heir Queen size 2 }",
    "pieces Rook:R is Major { worth 5 }",
    "pieces Rook:R Bishop:B",
    "pieces Rook:R/x is Major",
    "directions back = (0,1)",
    "directions none =",
    "directions slant relative = (-1,-1) (1,-1)",
    "directions unit = within 3x1, 1x3, 2x2",
    "directions ring = links (0,0) > (1,0) > (1,1), (2,2) > (0,0)",
    "zone deck 52x1",
    "zone deck 52x1 hidden",
    "zone desk 3x2 per",
    "zone pile 5x1 per cell",
    "zone tower 5x1 per cell hidden stack",
    'zone shelf 3x2 per owner { "MqM" "..*" }',
    'zone stairs 2x2 { ". " ".." }',
    'zone pouch 2x2 per { "M " ".q" / ". " "*." }',
    "region tops of rack = column 0",
    "region mine relative of rack = row 0 column 1..2",
    "region ours per of rack = row 0 | column 2",
    "counter pile cell rack",
    "counter pile per cell rack move owner 0..3 = 1",
    "counter pile cell rack = { 1 2 3 4 5 6 }",
    "sight rack = own",
    "back rack = any",
    "region edge = row 0 row 2 column 0 column 2",
    "region block = rect (0,0)(1,1) row 1..2 column 0..1",
    "region corners = cells (0,0)(2,0)(0,2)(2,2)",
    "region home per = row 0 | row 2 cells (1,1)",
    "region near relative = row 0",
    "mark ep ply",
    "mark moved, entered game",
    "mark seen per game",
    "mark tried per",
    "counter seeds cell move 0..48 = { 4 4 4 4 0 4 4 4 4 }",
    "counter n per cell ply",
    "counter spare per = { 3 | 5 }",
    "counter men per cell = { 2 0 0 0 0 0 0 0 1 | 0 0 1 0 0 0 2 0 0 }",
    "counter both per cell = { 1 2 3 4 5 6 7 8 9 }",
    "counter total turn",
    "counter hp cell carried 0..9 = 3",
    "counter load per cell carried turn sight 1..3 = 2",
    "mark standard, torch game carried",
    "mark runner per carried owner",
    "mark rolled turn",
    "mark bid per round owner",
    "counter offer per round owner",
    "counter near cell sight 0..8",
    "mark trail per game sight",
    "counter lives -3..9 = 3",
    "constant height = { 1 2 3 -4 5 6 7 8 9 }",
    "constant advance relative = 2 - row",
    "constant slant = -3 - 2 * row + column",
    "constant file = column",
    "constant under = -row - column",
    "constant prize = 5",
    "constant fine = -5",
    "constant worth of rack = { 1 2 3 }",
    "Constant both { numbers {1, 2, 3, 4, 5, 6, 7, 8, 9} offset 1 }",
    "ranking max count { own }, min 2",
    "heuristic 100 * count { own } - 3",
    "Counter wide { initial 1 initialCells {1, 2} }",
)
"""Declarations of structure and vocabulary."""

CHAINS = {
    "own": "PatternFilter patterns:[Pattern]",
    "enemy": "PatternFilter patterns:[Pattern stateSelection=OtherPlayer]",
    "empty": "PatternFilter patterns:[Pattern stateSelection=Empty]",
    "piece": "PatternFilter patterns:[Pattern stateSelection=Occupied]",
    "any": "PatternFilter patterns:[Pattern stateSelection=Any]",
    "off @(0,1)": "PatternFilter patterns:[Pattern stateSelection=OffBoard relativecoordinates:[RelativeCoordinate y=1]]",
    "!own Man Queen": "PatternFilter patterns:[Pattern pieces=Man,Queen negate=True]",
    "Man Queen": "PatternFilter patterns:[Pattern stateSelection=Occupied pieces=Man,Queen]",
    "Cell": "PatternFilter patterns:[Pattern stateSelection=Any tiles=Cell]",
    "WhiteMan": "PatternFilter patterns:[Pattern stateSelection=StateBased matchState=WhiteMan]",
    "Cell.Wall": "PatternFilter patterns:[Pattern stateSelection=StateBased matchState=Wall]",
    "Stone": "PatternFilter patterns:[Pattern stateSelection=Occupied groups=Stone]",
    "own Man Stone": "PatternFilter patterns:[Pattern pieces=Man groups=Stone]",
    "like from": "PatternFilter patterns:[Pattern stateSelection=Occupied like=from]",
    "!own Man like from heir at goal": (
        "PatternFilter patterns:[Pattern pieces=Man negate=True within=goal like=from attribute=heir]"
    ),
    "ray orth like from until !like to": (
        "IterativeFilter directions=orth matchRule:[Pattern stateSelection=Occupied like=from]"
        " endRule:[Pattern stateSelection=Occupied negate=True like=to]"
    ),
    "set like from": "StateEffectFilter stateSelection=StateBased like=from",
    "set own like from": "StateEffectFilter like=from",
    "set own like from heir": "StateEffectFilter like=from attribute=heir",
    "set enemy like from": "StateEffectFilter stateSelection=OtherPlayer like=from",
    "if worth > previous worth { own }": (
        "CompareFilter left:[AttributeOf attribute=worth] right:[AttributeOf"
        " cells:[PatternFilter patterns:[Pattern]] perspective=Previous attribute=worth] op=gt"
    ),
    "if each hand > each count { own }": (
        "CompareFilter left:[CounterValue perspective=Each counter=hand] right:[CountValue"
        " perspective=Each cells:[PatternFilter patterns:[Pattern]]] op=gt"
    ),
    "step orth each hand": "StepFilter directions=orth count:[CounterValue perspective=Each counter=hand]",
    "own at goal at from !at to": ("PatternFilter patterns:[Pattern within=goal withinMarks=from withoutMarks=to]"),
    "own @relative (0,-1)(1,0)": (
        "PatternFilter patterns:[Pattern relativecoordinates:[RelativeCoordinate y=-1, RelativeCoordinate x=1]"
        " relative=True]"
    ),
    "empty or !enemy Man or off @(0,1)": (
        "PatternFilter patterns:[Pattern stateSelection=Empty relativecoordinates:[RelativeCoordinate y=1]"
        " alternatives:[Pattern stateSelection=OtherPlayer pieces=Man negate=True,"
        " Pattern stateSelection=OffBoard]]"
    ),
    "[own and empty @(1,0)]": (
        "PatternFilter patterns:[Pattern, Pattern stateSelection=Empty relativecoordinates:[RelativeCoordinate x=1]]"
    ),
    "all own": "PatternFilter patterns:[Pattern] require=All",
    "all [own and enemy]": "PatternFilter patterns:[Pattern, Pattern stateSelection=OtherPlayer] require=All",
    "if value > next value { own }": (
        "CompareFilter left:[ConstantOf constant=value] right:[ConstantOf cells:[PatternFilter patterns:[Pattern]]"
        " perspective=Next constant=value] op=gt"
    ),
    "at goal": "CellsFilter source=Region region=goal combine=Intersect",
    "goto from": "CellsFilter source=Mark mark=from",
    "at enemy goal": "CellsFilter source=Region region=goal combine=Intersect perspective=Other",
    "!at previous goal": "CellsFilter source=Region region=goal combine=Minus perspective=Previous",
    "goto each goal": "CellsFilter source=Region region=goal perspective=Each",
    "add all": "CellsFilter combine=Union",
    "!at anchor": "CellsFilter source=Anchor combine=Minus",
    "goto rack": "CellsFilter source=Region region=rack",
    "own at goal at enemy goal !at each rack": (
        "PatternFilter patterns:[Pattern within=goal places:[PlayersCells area=goal, PlayersCells area=rack perspective=Each negate=True]]"
    ),
    "own at rack !at goal": "PatternFilter patterns:[Pattern within=rack without=goal]",
    "into rack": "IntoFilter zone=rack",
    "shape from": "ShapeFilter mark=from",
    "stamp from": "StampFilter mark=from",
    "into board": "IntoFilter",
    "pick": "PickFilter",
    "pick last": "PickFilter last=True",
    "most passes": "BestFilter value:[CounterValue counter=passes]",
    "least 2 * count { own } + 1": (
        "BestFilter value:[SumValue terms:[CountValue cells:[PatternFilter patterns:[Pattern]], IntValue value=1]"
        " weights=2,1] best=Least"
    ),
    "step": "StepFilter",
    "step (1,0)": "StepFilter directionVectors:[RelativeCoordinate x=1]",
    "step (1,0)(0,-1) 1..2 through empty": (
        "StepFilter directionVectors:[RelativeCoordinate x=1, RelativeCoordinate y=-1] max=2"
        " through:[Pattern stateSelection=Empty]"
    ),
    "step orth": "StepFilter directions=orth",
    "step orth *": "StepFilter directions=orth max=-1",
    "step orth 2": "StepFilter directions=orth min=2 max=2",
    "step orth 0..2 through empty": "StepFilter directions=orth min=0 max=2 through:[Pattern stateSelection=Empty]",
    "step orth passes": "StepFilter directions=orth count:[CounterValue counter=passes]",
    "step (1,0) passes - 2 through empty": (
        "StepFilter directionVectors:[RelativeCoordinate x=1] through:[Pattern stateSelection=Empty]"
        " count:[SumValue terms:[CounterValue counter=passes, IntValue value=2] weights=1,-1]"
    ),
    "step passes": "StepFilter count:[CounterValue counter=passes]",
    "step orth 1..passes": "StepFilter directions=orth atMost=True count:[CounterValue counter=passes]",
    "step 0..passes - 1 through empty": (
        "StepFilter min=0 atMost=True through:[Pattern stateSelection=Empty]"
        " count:[SumValue terms:[CounterValue counter=passes, IntValue value=1] weights=1,-1]"
    ),
    "step orth 2..count { own }": (
        "StepFilter directions=orth min=2 atMost=True count:[CountValue cells:[PatternFilter patterns:[Pattern]]]"
    ),
    "step orth count { own }": "StepFilter directions=orth count:[CountValue cells:[PatternFilter patterns:[Pattern]]]",
    "step 3..*": "StepFilter min=3 max=-1",
    "ray orth enemy until own": (
        "IterativeFilter directions=orth matchRule:[Pattern stateSelection=OtherPlayer] endRule:[Pattern]"
    ),
    "ray 1..2 empty end": "IterativeFilter matchRule:[Pattern stateSelection=Empty] min=1 max=2 collect=End",
    "ray 2..* empty until enemy last": (
        "IterativeFilter matchRule:[Pattern stateSelection=Empty] endRule:[Pattern stateSelection=OtherPlayer] min=2"
        " collect=Last"
    ),
    "ray (1,0)(0,1) empty both": (
        "IterativeFilter directionVectors:[RelativeCoordinate x=1, RelativeCoordinate y=1]"
        " matchRule:[Pattern stateSelection=Empty] collect=Both"
    ),
    "flood orth own or Wall": (
        "FloodFilter directions=orth through:[Pattern alternatives:[Pattern stateSelection=Occupied pieces=Wall]]"
    ),
    "select": "SelectFilter",
    "select from": "SelectFilter mark=from",
    "each": "SelectFilter record=False",
    "each to": "SelectFilter mark=to record=False",
    "along orth": "DirectionFilter directions=orth",
    'option "q"': "OptionFilter label=q",
    "mark from": "MarkFilter mark=from",
    "mark from +=": "MarkFilter mark=from combine=Union",
    "mark from -=": "MarkFilter mark=from combine=Minus",
    "mark from &=": "MarkFilter mark=from combine=Intersect",
    "clear from": "MarkFilter mark=from combine=Clear",
    "amount passes 0..hand + 1": (
        "AmountFilter counter=passes low:[IntValue value=0] high:[SumValue terms:[CounterValue counter=hand,"
        " IntValue value=1] weights=1,1]"
    ),
    "record": "RecordFilter",
    "bend orth": "BendFilter directions=orth",
    "bend orth -1": "BendFilter directions=orth by=-1",
    "bend orth passes": "BendFilter directions=orth count:[CounterValue counter=passes]",
    "bend orth (4 - passes)": (
        "BendFilter directions=orth count:[SumValue terms:[IntValue value=4, CounterValue counter=passes] weights=1,-1]"
    ),
    "image Rotate180": "ImageFilter transform=Rotate180",
    "choose { own | enemy }": (
        "ChoiceFilter alternatives:[PatternFilter patterns:[Pattern],"
        " PatternFilter patterns:[Pattern stateSelection=OtherPlayer]]"
    ),
    "first { select }": "ChoiceFilter alternatives:[SelectFilter] mode=First",
    "union { select | record }": "ChoiceFilter alternatives:[SelectFilter, RecordFilter] mode=Union",
    "repeat { select }": "RepeatFilter body:[SelectFilter]",
    "repeat 1..* maximal { select }": "RepeatFilter body:[SelectFilter] min=1 maximal=True",
    "repeat 2 { select }": "RepeatFilter body:[SelectFilter] min=2 max=2",
    "has { select }": "GuardFilter condition:[SelectFilter]",
    "no as enemy { select }": "GuardFilter condition:[SelectFilter] negate=True perspective=Other",
    "where { select }": "GuardFilter condition:[SelectFilter] perCell=True",
    "wherenot as previous { select }": (
        "GuardFilter condition:[SelectFilter] negate=True perCell=True perspective=Previous"
    ),
    "has as White { select }": "GuardFilter condition:[SelectFilter] perspective=Named player=White",
    "do as Black { record }": "ApplyFilter body:[RecordFilter] perspective=Named player=Black",
    "Black": "PatternFilter patterns:[Pattern stateSelection=NamedPlayer player=Black]",
    "!Black Queen or White at goal": (
        "PatternFilter patterns:[Pattern stateSelection=NamedPlayer player=Black pieces=Queen negate=True"
        " alternatives:[Pattern stateSelection=NamedPlayer player=White within=goal]]"
    ),
    "ray orth Black until White": (
        "IterativeFilter directions=orth matchRule:[Pattern stateSelection=NamedPlayer player=Black]"
        " endRule:[Pattern stateSelection=NamedPlayer player=White]"
    ),
    "own at White goal !at Black rack": (
        "PatternFilter patterns:[Pattern places:[PlayersCells area=goal perspective=Named player=White,"
        " PlayersCells area=rack perspective=Named player=Black negate=True]]"
    ),
    "goto Black goal": "CellsFilter source=Region region=goal perspective=Named player=Black",
    "White hand += Black count": (
        "CounterEffectFilter counter=hand perspective=Named player=White"
        " value:[CountValue perspective=Named player=Black]"
    ),
    "if Black value { White } > White hand": (
        "CompareFilter left:[ConstantOf perspective=Named player=Black"
        " cells:[PatternFilter patterns:[Pattern stateSelection=NamedPlayer player=White]] constant=value]"
        " right:[CounterValue perspective=Named player=White counter=hand] op=gt"
    ),
    "if has { White } { select } else { record }": (
        "ChoiceFilter alternatives:[GuardFilter nextFilter:[SelectFilter]"
        " condition:[PatternFilter patterns:[Pattern stateSelection=NamedPlayer player=White]],"
        " GuardFilter nextFilter:[RecordFilter]"
        " condition:[PatternFilter patterns:[Pattern stateSelection=NamedPlayer player=White]] negate=True] mode=First"
    ),
    "has as each { select }": "GuardFilter condition:[SelectFilter] perspective=Each",
    "do { record } -> win": "ApplyFilter body:[RecordFilter] nextFilter:[EndFilter]",
    "do as each { record }": "ApplyFilter body:[RecordFilter] perspective=Each",
    "do each as enemy { record }": "ApplyFilter body:[RecordFilter] forEach=Cell perspective=Other",
    "do along orth as next { record }": (
        "ApplyFilter body:[RecordFilter] forEach=Direction directions=orth perspective=Next"
    ),
    "do each { record }": "ApplyFilter body:[RecordFilter] forEach=Cell",
    "do along orth { record }": "ApplyFilter body:[RecordFilter] forEach=Direction directions=orth",
    "if passes == 2": "CompareFilter left:[CounterValue counter=passes] right:[IntValue value=2]",
    "if enemy hand < -1": (
        "CompareFilter left:[CounterValue perspective=Other counter=hand] right:[IntValue value=-1] op=lt"
    ),
    "if next count { own } >= count": (
        "CompareFilter left:[CountValue perspective=Next cells:[PatternFilter patterns:[Pattern]]]"
        " right:[CountValue] op=ge"
    ),
    "if (1, -2) != passes - 2 * hand + 3": (
        "CompareFilter left:[PerPlayerValue values=1,-2] right:[SumValue terms:[CounterValue counter=passes,"
        " CounterValue counter=hand, IntValue value=3] weights=1,-2,1] op=ne"
    ),
    "if 2 * hand { own } <= 0": (
        "CompareFilter left:[SumValue terms:[CounterValue"
        " cells:[PatternFilter patterns:[Pattern]] counter=hand] weights=2] right:[IntValue value=0] op=le"
    ),
    "if hand * passes > passes * 2": (
        "CompareFilter left:[ProductValue values:[CounterValue counter=hand, CounterValue counter=passes]]"
        " right:[ProductValue values:[CounterValue counter=passes, IntValue value=2]] op=gt"
    ),
    "if 2 * hand div 3 == hand - passes div 2 * 3": (
        "CompareFilter left:[DivisionValue dividend:[SumValue terms:[CounterValue counter=hand] weights=2]"
        " divisor:[IntValue value=3]] right:[SumValue terms:[CounterValue counter=hand, ProductValue"
        " values:[DivisionValue dividend:[CounterValue counter=passes] divisor:[IntValue value=2], IntValue value=3]]"
        " weights=1,-1]"
    ),
    "if (hand + 1) mod (passes - 1) == 2 * hand * passes": (
        "CompareFilter left:[DivisionValue dividend:[SumValue terms:[CounterValue counter=hand, IntValue value=1]"
        " weights=1,1] divisor:[SumValue terms:[CounterValue counter=passes, IntValue value=1] weights=1,-1]"
        " result=Remainder] right:[SumValue terms:[ProductValue values:[CounterValue counter=hand,"
        " CounterValue counter=passes]] weights=2]"
    ),
    "if min(hand, 3) <= max((1, 2), passes, 2 * hand)": (
        "CompareFilter left:[ExtremeValue best=Least values:[CounterValue counter=hand, IntValue value=3]]"
        " right:[ExtremeValue values:[PerPlayerValue values=1,2, CounterValue counter=passes,"
        " SumValue terms:[CounterValue counter=hand] weights=2]] op=le"
    ),
    "if table (0, -1, 3) at hand + 1 > table (2, 2) at (hand - 1)": (
        "CompareFilter left:[SumValue terms:[TableValue index:[CounterValue counter=hand] numbers=0,-1,3,"
        " IntValue value=1] weights=1,1] right:[TableValue index:[SumValue terms:[CounterValue"
        " counter=hand, IntValue value=1] weights=1,-1] numbers=2,2] op=gt"
    ),
    "if all Man or all Queen { win }": (
        "ChoiceFilter alternatives:[GuardFilter nextFilter:[EndFilter] condition:[ChoiceFilter "
        "alternatives:[GuardFilter condition:[PatternFilter patterns:[Pattern stateSelection=Occupied "
        "pieces=Man] require=All], GuardFilter condition:[PatternFilter patterns:[Pattern "
        "stateSelection=Occupied pieces=Queen] require=All]] mode=First], GuardFilter "
        "condition:[ChoiceFilter alternatives:[GuardFilter condition:[PatternFilter patterns:[Pattern "
        "stateSelection=Occupied pieces=Man] require=All], GuardFilter condition:[PatternFilter "
        "patterns:[Pattern stateSelection=Occupied pieces=Queen] require=All]] mode=First] negate=True] "
        "mode=First"
    ),
    "hand := if hand > 1 { 2 }": (
        "CounterEffectFilter counter=hand op=Set value:[ConditionalValue condition:[CompareFilter "
        "left:[CounterValue counter=hand] right:[IntValue value=1] op=gt] value:[IntValue value=2] "
        "otherwise:[IntValue value=0]]"
    ),
    "if (if own and hand > 1 { hand * 2 } else if no { empty } { 3 } else { 1 }) + 1 == hand": (
        "CompareFilter left:[SumValue terms:[ConditionalValue condition:[GuardFilter "
        "condition:[GuardFilter nextFilter:[CompareFilter left:[CounterValue counter=hand] "
        "right:[IntValue value=1] op=gt] condition:[PatternFilter patterns:[Pattern]]]] "
        "value:[ProductValue values:[CounterValue counter=hand, IntValue value=2]] "
        "otherwise:[ConditionalValue condition:[GuardFilter condition:[PatternFilter patterns:[Pattern "
        "stateSelection=Empty]] negate=True] value:[IntValue value=3] otherwise:[IntValue value=1]], "
        "IntValue value=1] weights=1,1] right:[CounterValue counter=hand]"
    ),
    "step orth max(hand, 1)": (
        "StepFilter directions=orth count:[ExtremeValue values:[CounterValue counter=hand, IntValue value=1]]"
    ),
    "repeated 3": "RepetitionFilter times=3",
    "repeated 2 player": "RepetitionFilter includePlayer=True",
    "movable": "MovableFilter",
    "in opening": "PhaseFilter phases=opening",
    "by White": "PlayerFilter players=White",
    "by White or Black": "PlayerFilter players=White,Black",
    "if by Black { select } else { record }": (
        "ChoiceFilter alternatives:[PlayerFilter nextFilter:[SelectFilter] players=Black,"
        " GuardFilter nextFilter:[RecordFilter] condition:[PlayerFilter players=Black] negate=True] mode=First"
    ),
    "in opening or endgame": "PhaseFilter phases=opening,endgame",
    "set own": "StateEffectFilter",
    "set own Queen": "StateEffectFilter piece=Queen",
    "set enemy": "StateEffectFilter stateSelection=OtherPlayer",
    "set empty": "StateEffectFilter stateSelection=Empty",
    "set Wall": "StateEffectFilter stateSelection=StateBased targetState=Wall",
    "move from": "MoveEffectFilter source=from",
    "swap from": "MoveEffectFilter source=from swap=True",
    "stack from in heap": "StackEffectFilter source=from zone=heap",
    "stack 2 from in heap": "StackEffectFilter source=from zone=heap amount:[IntValue value=2]",
    "stack count { own } + 1 from in heap": (
        "StackEffectFilter source=from zone=heap"
        " amount:[SumValue terms:[CountValue cells:[PatternFilter patterns:[Pattern]], IntValue value=1] weights=1,1]"
    ),
    "shift": "ShiftEffectFilter",
    "shift ahead": "ShiftEffectFilter directions=ahead",
    "shift Rotate90": "ShiftEffectFilter transform=Rotate90",
    "passes := 0": "CounterEffectFilter counter=passes op=Set value:[IntValue value=0]",
    "passes += 1": "CounterEffectFilter counter=passes value:[IntValue value=1]",
    "enemy hand -= count": ("CounterEffectFilter counter=hand op=Subtract value:[CountValue] perspective=Other"),
    "previous hand += 1": "CounterEffectFilter counter=hand value:[IntValue value=1] perspective=Previous",
    "turn same": "TurnEffectFilter",
    "turn next": "TurnEffectFilter perspective=Next",
    "turn next { own }": ("TurnEffectFilter perspective=Next condition:[PatternFilter patterns:[Pattern]]"),
    "turn Black { own }": "TurnEffectFilter player=Black condition:[PatternFilter patterns:[Pattern]]",
    "turn mover": "TurnEffectFilter perspective=Mover",
    "turn nature": "TurnEffectFilter player=Dice",
    "turn Black": "TurnEffectFilter player=Black",
    "phase endgame": "PhaseEffectFilter phase=endgame",
    "win": "EndFilter",
    "lose": "EndFilter outcome=Loss",
    "draw": "EndFilter outcome=Draw",
    "rank": "EndFilter outcome=Rank",
    "pay hand": "EndFilter outcome=Pay score:[CounterValue counter=hand]",
    "pay hand per passes + 1": (
        "EndFilter outcome=Pay score:[CounterValue counter=hand] per:[SumValue terms:[CounterValue counter=passes,"
        " IntValue value=1] weights=1,1]"
    ),
    "score count { own } + (0, 7)": (
        "EndFilter outcome=Score score:[SumValue terms:[CountValue cells:[PatternFilter patterns:[Pattern]],"
        " PerPlayerValue values=0,7] weights=1,1]"
    ),
    "line { Man @(1,0)  own }": (
        "WinConditionFilter patterns:[Pattern stateSelection=Occupied relativecoordinates:[RelativeCoordinate x=1]"
        " pieces=Man, Pattern]"
    ),
    "line { own  piece Man }": "WinConditionFilter patterns:[Pattern, Pattern stateSelection=Occupied pieces=Man]",
    "jump": "CallFilter pipeline=jump",
    'own because "it is not yours"': "PatternFilter reason=it is not yours patterns:[Pattern]",
    'select with { name "click" }': "SelectFilter name=click",
    'own with { name "p" }': "PatternFilter patterns:[Pattern name=p]",
    'own with {} with { name "f" }': "PatternFilter name=f patterns:[Pattern]",
    "own with { tiles (Cell) }": "PatternFilter patterns:[Pattern tiles=Cell]",
    "CellsFilter { combine Clear }": "CellsFilter combine=Clear",
    "negate GuardFilter {}": "GuardFilter negate=True",
    "select -> own -> win": ("SelectFilter nextFilter:[PatternFilter nextFilter:[EndFilter] patterns:[Pattern]]"),
}
"""Chains, with a listing of what they stand for."""

SAME = {
    "hand := if 3 > (if hand > passes { 1 }) + passes { 5 }": "hand := if 3 > ((if hand > passes { 1 }) + passes) { 5 }",
    "turn Dice": "turn nature",
    "step orth 1": "step orth",
    "step orth 1..*": "step orth *",
    "repeat * { select }": "repeat { select }",
    "piece Man": "Man",
    "[own]": "own",
    "choose { | own }": "choose { own }",
    "if passes -1 == 2": "if passes + -1 == 2",
    "PatternFilter { patterns { Pattern { stateSelection Empty } } } -> win": "empty -> win",
    "PatternFilter { patterns { own, enemy } nextFilter select -> win }": "[own and enemy] -> select -> win",
    "Pattern { negate true }": "!own",
    "if IntValue { value 2 } == 2": "if 2 == 2",
    "own // a comment\n    -> win": "own -> win",
    "first {\n    own\n    | enemy\n  }": "first { own | enemy }",
}
"""Other ways to write a chain."""
