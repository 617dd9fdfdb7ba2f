"""Models that are valid, but make no sense: a warning each, or an error that only play would bring."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import CARDS, NOUGHTS, SOLO, TRIAL, TRIO, Edit
from tilewright.model.document import Syntax

GAP = """game Gap {
  players Up, Down
  board 3x2
  pieces Stone:S
  region goal = row 0
  setup { "s s" "s s" }
  place Drop = enemy -> !at goal
  effect = set own Stone
  stuck = lose
}
"""
"""A board with a gap."""


OWNED = """game Owned {
  players X, O
  board 3x1
  Piece Stone { symbol "s" }
  Tile Cell {
    name "Cell"
    initialState State Empty {}
    states { State XStone { owner X piece Stone symbol "S" }, State OStone { owner O piece Stone symbol "s" } }
  }
  setup { "..." }
  place Put = empty
  effect = set own Stone
  effect = line 3 own
}
"""
"""A game that says which states its tile has."""

HOLDS = """game Holds {
  players A, B
  board 3x3
  pieces Man:M King:K
  tile Goal:g empty holds King
  tile Wall:#
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region goals = tiles Goal
  mark from
  setup { "M#k" ".g." "K.m" }
  move Walk = own Man -> select from -> step orth -> empty !at goals -> select -> move from
  move Wall = Wall -> select
  move Back = own King -> select
  stuck = lose
}
"""
"""Tiles that hold some pieces only, and none."""

HEXAGONS = """game Hexagons {
  players A, B Rotate180
  board 5x5 hexagonal
  pieces Man:A/b
  directions ahead relative = (0,-1) (1,-1)
  mark from
  setup { "bbbbb" "....." "....." "....." "AAAAA" }
  move Go = own -> select from -> step ahead -> empty -> select -> move from
  stuck = lose
}
"""
"""Men who go ahead over two sides of their hexagons."""

ALONE = """game Alone {
  players A
  board 3x1
  pieces Man:M
  place Put = empty
  effect = set own Man
  over = pay count { own }
}
"""
"""A game for one."""

HIDDEN = """game Hidden {
  players A, B
  board 3x1
  pieces Man:M is Person { worth 1 }
  mark here
  setup { "M.m" }
  move Stand = own Person -> if worth { goto all -> own } > 0 -> own -> select here -> set own like here
  stuck = lose
  sight = own
}
"""
"""A game in which the pieces of the other are not seen, and what they are worth."""

BACK = "move Back = own King -> select"


def _game(code: str, *edits: Edit, good: str = TRIAL) -> Bad:
    return Bad(code, Syntax.GAME, good, edits)


def _solo(code: str, *edits: Edit) -> Bad:
    return Bad(code, Syntax.BGDSL, SOLO, edits)


BID = """game Bid {
  players X, Y
  simultaneous
  board 2x1
  pieces Man:M
  mark bid per round owner
  setup { "Mm" }
  move A owner = own -> has { goto bid } -> own like bid -> select
  move B owner = own -> option "b" -> mark bid
  over = draw
}
"""
"""A game in which both move at the same time."""

ROUND = """game Ante {
  players Ann, Bob
  nature Dice
  board 1x1
  counter bid per round 0..3
  counter pot 0..99
  move Bid = amount bid 1..3
  round = pot += bid -> turn nature
  chance Gain = option "gain" -> pot += 1 -> do { if pot > 50 -> draw }
}
"""
"""A game whose rounds end with chance."""

ROWS = [
    _game("forgotten", ("chance Gain =", "chance ^Gain ="), ("pot += 1 ->", "pot += bid ->"), good=ROUND),
    _game(
        "forgotten",
        ("chance Gain =", "chance ^Gain ="),
        ("pot += 1 ->", "more ->"),
        ("counter pot", "mark seen round\n  counter pot"),
        ("  move Bid", "  sub more = has { goto seen }\n  move Bid"),
        ("amount bid 1..3", "amount bid 1..3 -> mark seen"),
        good=ROUND,
    ),
    _game("order-matters", ("-> own like bid ->", "-> has as enemy { goto all -> ^like bid } ->"), good=BID),
    _game(
        "order-matters",
        ("  board", "  simultaneous\n  board"),
        ("move A", "move ^A"),
        good="""game Bid {
  players X, Y
  board 1x1
  counter bid per owner
  move A = option "a" -> bid += 1
  over = draw
}
""",
    ),
    _game(
        "shadowed-name",
        ("move Drop", "SubPipeline record { filter own }\n  move Drop"),
        ('option "drop"', 'option "drop" -> ^record'),
    ),
    _game("shadowed-name", ("Man:M King:K", "Man:M King:K pick:P"), ('option "drop"', 'option "drop" -> ^pick')),
    _game("unused", ("mark from, gone\n", "mark from, gone, ^lost\n")),
    _game("unused", ("  phases Opening", "  region ^edge = column 0\n  phases Opening")),
    _game("unused", ("  phases Opening", "  directions ^diag = (1,1)\n  phases Opening")),
    _game("unused", ("  phases Opening", "  counter ^turns\n  phases Opening")),
    _game("unused", ("players A, B", "players A, ^B Rotate180"), good=HOLDS),
    _game("unused", ("is Person {", "is Person, ^Parson {"), good=CARDS),
    _game("unused", ("worth 2 }", "worth 2 ^rank 1 }"), good=CARDS),
    _game("unused", ("  sub go", "  sub ^stay = own\n  sub go")),
    _game("unused", ("  sub go", "  ranking ^max hand\n  sub go")),
    _game("unused", ("Man:M King:K", "Man:M King:K ^Queen:Q")),
    _game("unused", ("tile Wall:#\n", "tile Wall:#\n  tile ^Hole:o\n")),
    _game("never-set", ("  mark from", "  mark ^from"), ("own Man -> select from", "own Man -> select"), good=HOLDS),
    _game(
        "never-set",
        ("  mark from", "  mark ^from"),
        ("own Man -> select from", "own Man -> clear from -> select"),
        good=HOLDS,
    ),
    _game("never-read", ("  mark from", "  mark ^from"), ("-> select -> move from", "-> select"), good=HOLDS),
    _game(
        "never-read",
        ("  mark from", "  mark from, ^to"),
        ("-> select -> move from", "-> select to -> move from"),
        good=HOLDS,
    ),
    _game(
        "never-read",
        ("counter pot", "counter ^sum\n  counter pot"),
        ("pot += 1 ->", "pot += 1 -> sum += 1 ->"),
        good=ROUND,
    ),
    _game(
        "number-of-nothing",
        ("  mark from\n", "  mark from\n  counter ^hp cell carried 1..3 = { 3 2 1 1 2 1 3 1 2 }\n"),
        ("own Man -> select from", "own Man -> if hp > 1 -> select from"),
        good=HOLDS,
    ),
    _game("empty-mark", ("own Man -> select from", "own Man -> ^!at from -> select from"), good=HOLDS),
    _game("empty-mark", ("own King -> select", "own King -> select -> do { ^goto from -> set empty }"), good=HOLDS),
    _game(
        "unset-counter",
        ("counter pot", "counter extra move  counter pot"),
        ("amount bid 1..3", "amount bid 1..3 -> extra := 1 -> pot += extra"),
        ("pot += 1 ->", "pot += ^extra ->"),
        good=ROUND,
    ),
    _game(
        "lacking-attribute",
        ("{ worth 2 }", "{ worth 2 } ^Low:l is Card"),
        ('"1.2"', '"1l2"'),
        good=CARDS,
    ),
    _game("said-of-the-last", ("counter pot 0..99", "counter pot, ^extra 0..99"), good=ROUND),
    _game(
        "only-after-condition",
        ("  phases", "  sub toll = ^if hand == 0 -> hand := 1; if hand == 1 -> hand := 2\n  phases"),
        ("-> hand -= 1", "-> toll -> hand -= 1"),
    ),
    _game(
        "only-after-condition",
        (
            "  phases",
            "  counter pot 0..9\n  sub toll(n) = if n > 0 -> n -= 1\n  sub tolls = ^toll(hand); toll(pot)\n  phases",
        ),
        ("-> hand -= 1", "-> tolls -> hand -= 1"),
    ),
    _game("beyond-bounds", ("move Bid = amount bid 1..3", "move Bid = ^amount bid 1..4"), good=ROUND),
    _game("clicked-twice", (BACK, f"{BACK} from -> ^select"), good=HOLDS),
    _game("clicked-twice", (BACK, f"{BACK} from -> !at goals -> ^select"), good=HOLDS),
    _game("clicked-twice", ("place Drop = enemy -> !at goal", "place Drop = enemy -> !at goal -> ^select"), good=GAP),
    _game(
        "no-chance-in-phase",
        ("counter pot", "phases one, two\n  counter pot"),
        ("chance Gain =", "chance Gain in one ="),
        ("  move Bid =", '  move ^Deal in two = option "deal" -> turn nature\n  move Bid ='),
        good=ROUND,
    ),
    _game("nature-never-plays", ("-> turn nature", ""), ("chance Gain", "chance ^Gain"), good=ROUND),
    _game("unreachable-phase", ("phases Opening, Middle", "phases Opening, Middle, ^Ending")),
    _game("no-such-state", ("move Wall = Wall -> select", "move Wall = Wall -> select -> ^set own Man"), good=HOLDS),
    _game("no-such-state", (BACK, f"{BACK} -> goto goals -> ^set own Man"), good=HOLDS),
    _game("no-such-state", (BACK, f"{BACK} -> goto all -> ^set own King"), good=HOLDS),
    _game("no-such-state", ("empty !at goals -> select -> move", "empty at goals -> select -> ^move"), good=HOLDS),
    _game("perhaps-no-such-state", ("empty !at goals -> select -> move", "empty -> select -> ^move"), good=HOLDS),
    _game("perhaps-no-such-state", (BACK, "move Back = empty -> select -> ^set own Man"), good=HOLDS),
    _game("no-such-state", (BACK, "move Back = empty -> select -> ^set own"), good=HOLDS),
    _game("no-such-state", ("= set own Stone", "= ^set own"), good=OWNED),
    _game("perhaps-no-such-state", ("owner O piece Stone", "owner O"), ("= set own", "= ^set own"), good=OWNED),
    _game("no-such-state", ("owner O piece Stone", "owner O"), ("= set own", "= by O -> ^set own"), good=OWNED),
    _solo("player-without-states", ("players { Player One", 'players { ^Player Two { hexColor "#123" }, Player One')),
    _game("never-matches", ("own Man -> select from -> has", "^own Wall -> select from -> has")),
    _solo("never-matches", ("Pattern { stateSelection Empty }", "^Pattern { stateSelection OtherPlayer }")),
    _solo(
        "ignored-state",
        ("Pattern { stateSelection Empty }", "^Pattern { stateSelection Empty matchState 'Cell.Rock' }"),
    ),
    _solo(
        "ignored-state",
        (
            'StateEffectFilter { stateSelection StateBased targetState "Cell.Stone"',
            '^StateEffectFilter { stateSelection Empty targetState "Cell.Stone"',
        ),
    ),
    _solo("never-matches", ("Pattern { stateSelection Empty }", "^Pattern { stateSelection Occupied tiles (Floor) }")),
    _game("never-passes", ("own Man -> select from -> has", "own Man -> select from -> ^!own -> has")),
    _game(
        "never-passes", ("place Drop = enemy -> !at goal", "place Drop = enemy -> !at goal -> each -> ^own"), good=GAP
    ),
    _game("never-passes", (BACK, f"{BACK} -> set empty -> mark from -> ^own King"), good=HOLDS),
    _game("never-passes", (BACK, f"{BACK} -> step orth 0 -> ^empty"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> wherenot { ^off @(0,0) } -> select"), good=HOLDS),
    _game("never-passes", (BACK, f"{BACK} -> do {{ set empty -> has {{ goto all }} -> ^enemy }}"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> step orth -> ^off -> select"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King or ^off -> select"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> ray (1,0) empty until ^off -> select"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> ray (1,0) empty or ^off -> select"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> step (1,0) * through ^off -> select"), good=HOLDS),
    _game("never-matches", (BACK, "move Back = own King -> flood orth ^off -> select"), good=HOLDS),
    _game("single-alternative", (BACK, "move Back = ^first { own King; enemy } -> select"), good=HOLDS),
    _game("single-alternative", (BACK, "move Back = ^choose { own King -> select }"), good=HOLDS),
    _game("single-alternative", (BACK, "move Back = ^union { own -> step orth } -> select"), good=HOLDS),
    _game(
        "leak-not-excluded", ("if hand > 0", "^if enemy hand > 0"), ("counter hand per 0", "counter hand per owner 0")
    ),
    _game("never-passes", ("if hand > 0", "^if 0 > 0")),
    _game("after-end", (BACK, f"{BACK} -> win -> ^set empty"), good=HOLDS),
    _game("after-end", (BACK, f'{BACK} -> do {{ win }} -> ^option "x"'), good=HOLDS),
    _game("after-end", (BACK, f"{BACK} -> first {{ own King -> win | lose }} -> ^set empty"), good=HOLDS),
    _game(
        "end-at-mark",
        ("  mark from", "  mark from, hit"),
        (
            "empty !at goals -> select -> move from",
            "empty !at goals -> select -> do { step orth -> enemy -> mark hit } -> move from -> ^goto hit -> set empty",
        ),
        good=HOLDS,
    ),
    _game("does-nothing", ("if hand > 0", "^do { goto all -> own } -> if hand > 0")),
    _game("does-nothing", ("if hand > 0", "^do as enemy { has { goto all -> own } } -> if hand > 0")),
    _game("does-nothing", ("if hand > 0", "do { goto all -> own -> ^record } -> if hand > 0")),
    _game(
        "does-nothing",
        ("mark from", "mark from, to"),
        ("select -> move from", "select to -> goto from -> empty -> goto to -> move from"),
        ("move Back = own King -> select", "move Back = own King -> select to -> ^move to"),
        good=HOLDS,
    ),
    _game("never-matches", ("own Person ->", "^own Card ->"), good=CARDS),
    _game("leak-not-excluded", ("= own P", "= ^if worth > 2 -> own P"), good=HIDDEN),
    _game("leak-not-excluded", ("= own P", "= ^if worth { enemy } > 2 -> own P"), good=HIDDEN),
    _game("leak-not-excluded", ("= own P", "= any -> select here -> goto all -> ^own like here -> own P"), good=HIDDEN),
    _game(
        "leak-not-excluded",
        ("-> own ->", "-> do { if count { enemy } > 0 -> mark here } -> ^own like here ->"),
        good=HIDDEN,
    ),
    _game("empty-region", ("region goal = row 0", "region ^goal = column 1"), good=GAP),
    _game("hole-in-region", ("region goal = row 0", "region goal = cells a1 ^b1"), good=GAP),
    _game("repeated-vector", ("(1,0) (0,1) (-1,0) (0,-1)", "(1,0) (0,1) (-1,0) ^(1,0)"), good=HOLDS),
    _game("or-of-anybody", ("= own Man ->", "= own King or ^Man ->"), good=HOLDS),
    Bad(
        "effect-without-transition",
        Syntax.XMI,
        NOUGHTS,
        (
            ('<filters xsi:type="game:StateEffectFilter" stateS', '^<filters xsi:type="game:StateEffectFilter" stateS'),
            ('targetState="//@board/@tiles.0/@states.0"', 'targetState="//@board/@tiles.0/@initialState"'),
        ),
    ),
    _solo(
        "no-moves",
        ("  board Board {", "  board ^Board {"),
        ("filters { PatternFilter { patterns { Pattern { stateSelection Empty } } } }", ""),
    ),
    _game("no-end", ("game Gap", "^game Gap"), ("  stuck = lose\n", ""), good=GAP),
    _game(
        "end-after-condition",
        ("-> hand -= 1 -> phase", "-> hand -= 1 -> ^if hand == 0 -> lose\n  move Late = if hand > 0 -> phase"),
    ),
    _game(
        "unknown-option",
        ("  mark from", '  Theme A { captions { ^Caption { option "dropp" text "Drop it" } } }\n  mark from'),
    ),
    _game(
        "half-done",
        (
            "  stuck = at homes -> lose",
            "  effect = repeat 0..* maximal { hand -= 1 -> ^if hand > 2 }\n  stuck = at homes -> lose",
        ),
    ),
    _game(
        "phase-of-the-same-move",
        (
            "  stuck = at homes -> lose",
            "  sub begin = phase Middle\n  effect = in Opening -> begin\n  effect = ^in Middle -> hand -= 1\n  stuck = at homes -> lose",
        ),
    ),
    _game(
        "phase-of-the-same-move",
        (
            "  stuck = at homes -> lose",
            '  move Go in Opening = option "go" -> phase Middle\n  effect = ^in Middle -> hand -= 1\n  stuck = at homes -> lose',
        ),
    ),
    _game("perhaps-several-cells", ("empty !at goals -> select -> move", "empty !at goals -> ^move"), good=HOLDS),
    _game(
        "counts-one-cell",
        ("  stuck = lose", "  effect = no { goto all -> enemy } -> score ^count { own }\n  stuck = lose"),
        good=HOLDS,
    ),
    _game("counts-one-cell", ("  stuck = lose", "  effect = ^no { enemy } -> win\n  stuck = lose"), good=HOLDS),
    _game(
        "counts-one-cell", ("  stuck = lose", "  effect = ^if count { enemy } == 0 -> draw\n  stuck = lose"), good=HOLDS
    ),
    _game(
        "counts-one-cell",
        ("  stuck = lose", "  effect = do as each { ^no { own } -> lose }\n  stuck = lose"),
        good=HOLDS,
    ),
    _game(
        "same-on-both-sides",
        ("-> empty !at", "-> where { ^if count { own } == count { own } } -> empty !at"),
        good=HOLDS,
    ),
    _game("counts-last-move", ("  stuck = lose", "  stuck = score ^count { goto from -> own }"), good=HOLDS),
    _game("undone", ("if hand > 0", "no { own -> ^lose } -> if hand > 0")),
    _game("undone", ("if hand > 0", "if count < count { own -> ^hand -= 1 } + 9 -> if hand > 0")),
    _game(
        "ends-before-line", ("  stuck = lose", "  effect = line 3 own\n  effect = ^draw\n  stuck = lose"), good=HOLDS
    ),
    _game("alone-in-team", ("players Ann, Bob, Cid", "players Ann of Sun, Bob of Sun, ^Cid of Sum"), good=TRIO),
    _game("compares-nobody", ("pay count", "^score count"), good=ALONE),
    _game("compares-nobody", ("pay count { own }", "^rank\n  ranking max count { own }"), good=ALONE),
    _game("overridden", ("  stuck = lose", "  effect = ^turn next -> turn same\n  stuck = lose"), good=HOLDS),
    _game("undone", ("= own P", "= if worth { own } >= ^worth { enemy -> set empty } -> own P"), good=HIDDEN),
    _game("points-without-lines", ("board 4x4", "^board 4x4 points")),
    _game("no-symmetry-of-hexagons", ("B Rotate180", "^B FlipRows"), good=HEXAGONS),
    _game("no-symmetry-of-hexagons", ("B Rotate180", "^B Rotate90"), ("hexagonal", "flat"), good=HEXAGONS),
    _game("no-symmetry-of-hexagons", ("B Rotate180", "^B FlipRows"), ("(0,-1) (1,-1)", "(0,-1) (1,0)"), good=HEXAGONS),
    _game("nameless-move", ('option "drop" ->', "any ->"), ("move Drop", "move ^Drop")),
    _game("dropped-changes", ("  stuck = at homes -> lose", "  stuck = first { at homes -> lose | ^hand -= 1 }")),
    _game(
        "dropped-changes",
        ("  over = score 2 * count { own } + seeds { own } + (0, 1)", "  over = do { own -> ^mark moved += } -> own"),
    ),
    _game("misplaced-effect", ("  stuck = at", "  effect = ^set empty\n  stuck = at")),
    _game(
        "misplaced-effect",
        ("  mark from", "  phases one, two\n  mark from"),
        ("move Back = own King -> select", "move Back in one = own King -> select -> phase two"),
        ("  stuck", "  effect in two = own -> ^set empty\n  stuck"),
        good=HOLDS,
    ),
    _game("misplaced-effect", ("  stuck = at", "  effect = ^if enemy { hand += 1 }\n  stuck = at")),
]
