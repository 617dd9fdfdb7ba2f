"""Parameters, variants and themes that violate one constraint each."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

CHOICES = """game Choices {
  players White, Black
  board 2x2 checkered hexagonal
  pieces Man:M
  parameter capture = most | least
  parameter moves 1..3 = 2
  parameter timer run 1..60 = 30
  parameter note run = "none"
  variant Quick = moves 1, timer 5
  variant Slow = moves 3, capture least
  place Put = empty -> if capture == most -> if moves < 4
  effect = set own Man
  over = score count { own }
  Theme Wood {
    background "#321" lightCells "#f0d9b5" darkCells "#b58863" lines "#222"
    glyphs { Glyph { piece Man text "K" sprite "king.svg" }, Glyph { player Black hexColor "#000" } }
  }
  Theme Night { background "#000000" }
}
"""
"""A game with choices and looks."""


SHAPES = """game Shapes {
  players Ann, Ben, Cid
  seats count
  parameter n 2..5 = 3
  parameter m 1..4 = 2
  parameter count 1..3 = 2
  parameter coins 0..9 = 4
  parameter pace = slow | fast
  board n x m
  pieces Man:a/b/c
  counter hand per 0..50 = coins
  place Put = if hand > 0 -> if pace == slow -> empty
  effect = set own Man -> hand -= 1
  over = score count { own }
}
"""
"""A game whose board, players and numbers are chosen."""


OPENINGS = """game Openings {
  players White, Black
  parameter opening = rows | crossed | thrones
  parameter pace run = slow | fast
  board 3x3
  pieces Man:m
  tile Throne:T empty
  setup { "mmm" "T ." "MMM" }
  setup if opening == crossed { "m.M" ". ." "M.m" }
  setup if opening == thrones WhiteMan:x { "..." "x x" "..m" }
  move Go = own -> select -> set empty
  stuck = lose
}
"""
"""A game whose set-up is chosen."""


REGIONS = """game Regions {
  players Ann, Ben FlipRows
  parameter n 3..6 = 3
  parameter opening = rows | corners
  board n x n
  pieces Man:m King:k
  neutral Rock:r
  zone tray 2x1 { "r." }
  zone hand n x 1 per
  region home relative = row n - 1
  region middle = cells (1,1)
  region last of hand = column n - 1
  region end of tray = column 1
  setup { at home Man at middle Ann King }
  setup if opening == corners { at middle Rock }
  setup hand { at last King }
  move Go = own !at end -> select -> set empty
  stuck = lose
}
"""
"""A game in whose regions stands what is chosen."""


ZONES = """game Zones {
  players Ann, Ben
  parameter n 2..5 = 3
  parameter pace = slow | fast
  board 3x3
  pieces Man:a/b
  kind Mark:m
  zone hand n x 1 per
  zone tray n x 1
  region last of hand = column n - 1
  counter left cell tray
  move Take = goto hand -> empty !at last -> select -> set own Man
  move Lay = goto tray -> empty -> if left == 0 -> if pace == slow -> select -> set Mark
  stuck = score count { own }
}
"""
"""A game with zones whose sizes are chosen."""


DEALS = """game Deals {
  players Ann, Ben
  parameter deal = plain | odd | alike
  parameter other = one | two
  board 2x1
  pieces Man:a/b
  zone hand 3x1 per { "a.." / "b.." }
  zone tray 2x1 { " b" }
  setup hand if deal == odd { "aa." / ".bb" }
  setup hand if deal == alike { "..b" }
  setup tray if deal == odd BenMan:x { " x" }
  move Play = goto hand -> own -> if other == one -> select -> set empty -> goto tray -> set own Man
  stuck = lose
}
"""
"""A game in whose zones stands what is chosen."""


def _deal(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, DEALS, edits, tuple(also.split()))


def _zone(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, ZONES, edits, tuple(also.split()))


def _region(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, REGIONS, edits, tuple(also.split()))


def _numbers(code: str, said: str, before: str = "", also: str = "") -> Bad:
    return _region(code, ("  stuck", f"  counter {before}c {said}\n  stuck"), also=also)


def _opening(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, OPENINGS, edits, tuple(also.split()))


def _shape(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, SHAPES, edits, tuple(also.split()))


def _row(code: str, *edits: Edit, also: str = "") -> Bad:
    return Bad(code, Syntax.GAME, CHOICES, edits, tuple(also.split()))


ROWS = [
    _row("never-passes", ("if capture == most", "^if capture == 2")),
    _row("never-passes", ("if capture == most", "^if capture < -1")),
    _opening("setupsMustBeOfDifferentChoices", ("  setup if opening == thrones", "  ^setup if opening == crossed")),
    _opening("setupsMustBeOfDifferentChoices", ("  setup if opening == thrones", "  ^setup if pace == fast"),
             ("pace run", "pace")),
    _opening("setupMustBeChosenBefore", ("  setup if opening == crossed", "  ^setup if pace == fast"),
             also="setupsMustBeOfDifferentChoices"),
    _opening("settingMustBeInTheDomain", ("if opening == crossed", "if opening == ^corssed")),
    _opening("unresolved-reference", ("if opening == crossed", "if ^opnening == crossed")),
    _opening("unexpected-token", ("if opening == crossed", "if opening ^= crossed")),
    _opening("wrong-picture", ('"m.M"', '^"m.M."')),
    _opening(
        "wrong-picture",
        ("setup if opening == crossed {", '^setup if opening == crossed { "..."'),
        also="unknown-symbol",
    ),
    _opening("unknown-symbol", ('"m.M"', '"m^qM"')),
    _opening("unknown-symbol", ('". ."', '".^m."')),
    _opening("unknown-symbol", ('"m.M"', '"m^ M"')),
    _shape("seatsMustBeANumberOfPlayers", ("seats count", "seats pace"), ("parameter pace", "parameter ^pace")),
    _shape("seatsMustBeANumberOfPlayers", ("count 1..3", "^count 0..3")),
    _shape("chosenMustBeANumber", ("  counter", "  move Far = empty -> select -> step (1,0) 1..pace\n  counter"), ("parameter pace", "parameter ^pace"), also="stepRangeMustBeInOrder"),
    _shape("chosenMustBeSmallEnough", ("  counter", "  move Far = empty -> select -> step (1,0) 1..2147483647 * ^n\n  counter")),
    _shape("numberMustBeOfItsOwner", ("  counter", "  move Far = empty -> select -> step (1,0) with { chosen { ^ChosenNumber { quantity Row parameter n } } }\n  counter")),
    _shape("chosenIndexMustBeThere", ("  counter", "  move Far = empty -> select -> step (1,0) with { chosen { ^ChosenNumber { quantity Max index 1 parameter n } } }\n  counter")),
    _shape("numbersMustBeChosenOnce", ("  counter", "  move Far = empty -> select -> ^step (1,0) 1..n with { chosen { ChosenNumber { quantity Max parameter n } } }\n  counter")),
    _shape("divisorMustBePositive", ("  counter", "  move Far = empty -> select -> step (1,0) with { chosen { ^ChosenNumber { quantity Max divisor 0 parameter n } } }\n  counter")),
    _shape("chosenLengthMustBeOfALine", ("  counter", "  effect = line ^n div 2 own\n  counter")),
    _shape("unexpected-token", ("  counter", "  region Last = row n ^- m\n  counter")),
    _shape("unexpected-token", ("  counter", "  region Last = row n - 1 ^div 2\n  counter")),
    _shape("unexpected-token", ("  counter", "  region Last = row n div ^0\n  counter")),
    _shape("chosenLengthMustBeOfOffsets", ("  counter", "  move Far = empty -> select -> ^own @(0,0)(1,0)(1,1) with { chosen { ChosenNumber { quantity Length parameter count plus 2 } } }\n  counter")),
    _shape("wrong-for-a-choice", ("  counter", "  move Far = empty -> select -> ^step (1,0) 3..n\n  counter")),
    _shape("wrong-for-a-choice", ("  counter", "  move Far = empty -> select -> ^repeat 3..n { step (1,0) }\n  counter")),
    _shape("stepRangeMustBeInOrder", ("  counter", "  move Far = empty -> select -> ^step (1,0) 4..n\n  counter")),
    _shape("rangeMustBeInsideBoard", ("  counter", "  region Last = ^row n\n  counter")),
    _shape("chosenLengthMustBeOfALine", ("  counter", "  effect = line ^n - 1 own\n  counter")),
    _shape("unresolved-reference", ("  counter", "  move Far = empty -> select -> step (1,0) 1..^k\n  counter")),
    _shape("seatsMustBeANumberOfPlayers", ("count 1..3 = 2", "^count 1..4 = 4")),
    _shape("wrong-for-a-choice", ("count 1..3 = 2", "^count 1..4 = 2")),
    _shape("columnsMustBeANumber", ("board n", "board pace"), ("parameter pace", "parameter ^pace")),
    _shape("columnsMustBeANumber", ("n 2..5", "^n 0..5")),
    _shape("rowsMustBeANumber", ("parameter m", "parameter ^m run")),
    _shape("cellsOfChosenSizeMustBeAlike", ("  counter", '  setup { "a.." "..^b" }\n  counter')),
    _shape("wrong-for-a-choice", ("counter hand per 0..50", "counter ^hand per 1..50")),
    _shape("chosenMustBeANumber", ("= coins", "= pace"), ("parameter pace", "parameter ^pace")),
    _shape("perhaps-not-there", ("hand -= 1", "hand -= 1 -> ^turn Cid")),
    _shape("perhaps-not-there", ("  counter", "  directions ring = links ^(0,0) > (2,0)\n  move Go = own -> step ring -> select\n  counter")),
    _shape("unresolved-reference", ("board n", "board ^k")),
    _shape("wrong-reference-type", ("board n", "board ^hand")),
    _shape("unresolved-reference", ("seats count", "seats ^cont")),
    _shape("unresolved-reference", ("= coins", "= ^cions")),
    _shape("unexpected-token", ("board n x m", "board n ^m"), also="missing-declaration"),
    _shape("unexpected-token", ("board n x m", "board ^nxm"), also="missing-declaration"),
    _shape("duplicate-feature", ("  board", "  ^seats n\n  board")),
    _zone("cellsOfZoneOfChosenSizeMustBeAlike", ("tray n x 1", 'tray n x 1 { "am^a" }')),
    _zone("cellsOfZoneOfChosenSizeMustBeAlike", ("zone hand n x 1 per", 'zone ^hand n x 1 per { "a.." / "b.." }')),
    _zone("wrong-picture", ("tray n x 1", 'tray n x 1 { ^"am" }')),
    _zone("unresolved-reference", ("tray n x", "tray ^k x")),
    _zone("wrong-reference-type", ("tray n x", "tray ^left x")),
    _zone("chosenMustBeANumber", ("tray n x", "tray pace x"), ("parameter pace", "parameter ^pace")),
    _zone("numberMustBeOfItsOwner", ("tray n x 1", "tray 3x1 with { chosen { ^ChosenNumber { quantity Row parameter n } } }")),
    _zone("zoneDimensionsMustBePositive", ("zone tray n x 1", "zone ^tray n - 3 x 1"), also="missing-feature"),
    _zone("wrong-for-a-choice", ("tray n", "^tray n - 2")),
    _zone("wrong-for-a-choice", ("n 2..5", "n 2..20000"), ("tray n x 1", "^tray n x 1")),
    _zone("wrong-for-a-choice", ("column n - 1", "^column 2")),
    _zone("rangeMustBeInsideBoard", ("column n - 1", "^column n")),
    _zone("too-large", ("tray n x 1", "^tray 20000 * n x 1"), also="missing-feature"),
    _region("regionMustBeOfWhatIsSetUp", ("  setup { at home", "  setup { ^at last")),
    _region("regionMustBeOfWhatIsSetUp", ("hand { at last King", "hand { ^at end Rock")),
    _region("regionMustBeOfWhatIsSetUp", ("hand { at last", "hand { ^at home")),
    _region("pieceSetUpMustHaveAnOwner", ("at middle Ann", "^at middle")),
    _region("pieceSetUpMustHaveAnOwner", ("setup hand { at last", "setup tray { ^at end"), (' { "r." }', "")),
    _region("ownerMustHaveThePiece", ("at middle Ann King", "^at middle Ann Rock")),
    _region("pieceSetUpMustFitACell", ("  neutral Rock:r\n", "  neutral Rock:r\n  Piece Ghost {}\n"),
            ("at middle Ann King", "^at middle Ghost")),
    _region("setupsMustBeOfDifferentChoices", ("  setup if opening == corners", "  ^setup")),
    _region("setupsMustBeOfDifferentPlayers", ("  stuck", "  ^setup hand { at last Man }\n  stuck")),
    _region("setupMustHaveFewRegions", ("  setup hand { at last King }", f"  ^setup hand {{ {'at last King ' * 257}}}")),
    _region("startMustBeSaidOnce", ("  setup hand", "  ^setup tray { at end Rock }\n  setup hand")),
    _region("unresolved-reference", ("at middle Ann", "at ^mid Ann")),
    _region("unresolved-reference", ("Ann King", "Ann ^Kin")),
    _region("unexpected-token", ("at middle Ann King", "at ^Ann middle King")),
    _region("unexpected-token", ("at home Man at", "at home Man ^or")),
    _region("unexpected-token", ("{ at home", "{ ^home")),
    _region("unresolved-reference", ("setup hand {", "setup ^hnd {")),
    _region("unexpected-token", ("{ at middle Rock }", "^at middle Rock")),
    _region("unexpected-token", ("Man at middle", "Man^, at middle")),
    _region("unexpected-token", ("at middle Ann King", "at ^all Ann King")),
    _region("wrong-for-a-choice", ("row n - 1", "^row 2..n - 1"), ("n 3", "n 2")),
    _numbers("regionMustBeOfTheCounter", "cell = { ^at last 1 }"),
    _numbers("regionMustBeOfTheCounter", "cell hand = { ^at home 1 }"),
    _numbers("startNumberMustBeWithinBounds", "cell 0..9 = { ^at home 10 }"),
    _numbers("wrong-for-a-choice", "cell 0..4 = { ^at home n }"),
    _numbers("regionsMustBelongToCounterPerCell", "= { at home 1 }", before="^"),
    _numbers("regionsMustStandAlone", "cell = { at home 1 } with { initialCells {1, 2, 3, 4, 5, 6, 7, 8, 9} }", before="^"),
    _numbers("counterMustHaveFewRegions", f"cell = {{ {'at home 1 ' * 257}}}", before="^"),
    _numbers("counterBoundsMustBeInOrder", "cell 1..9 = { at home 2 }", before="^"),
    _numbers("carriedNumbersOfCellsMustLast", "cell carried turn = { at home 2 }", before="^"),
    _numbers("unresolved-reference", "cell = { at ^hom 1 }"),
    _numbers("unresolved-reference", "cell = { at home ^Anne 1 }"),
    _numbers("unexpected-token", "cell = { at home ^}"),
    _numbers("unexpected-token", "cell = { at ^Ann home 1 }"),
    _numbers("unexpected-token", "cell = { at home 1^, at middle 2 }"),
    _numbers("unexpected-token", "cell = { at home 1 ^middle 2 }"),
    _numbers("unexpected-token", "cell = { at home 1 }^, other"),
    _numbers("unexpected-token", "cell = ^at home 1"),
    _numbers("unexpected-token", "cell = { ^home 1 }"),
    _numbers("unexpected-token", "cell = { 1 2 ^at home 1 }"),
    _numbers("numberMustBeOfItsOwner",
             "cell with { initialRegions { RegionNumber { region home chosen { ^ChosenNumber { quantity Row parameter n } } } } }"),
    _deal("setupsMustBeOfDifferentPlayers", ("  setup hand if deal == alike", "  ^setup hand if deal == odd"),
          ('{ "..b" }', '{ "..b" / "a.." }')),
    _deal("setupsOfAChoiceMustBeOfAllOrOfEach", ("  setup hand if deal == alike", "  ^setup hand if deal == odd")),
    _deal("setupsOfZoneMustBeOfOneParameter", ("  setup hand if deal == alike", "  ^setup hand if other == two")),
    _deal("setupMustBeChosenBefore", ("  setup tray if deal == odd", "  ^setup tray if pace == slow"),
          ("  board", "  parameter pace run = slow | fast\n  board")),
    _deal("settingMustBeInTheDomain", ("hand if deal == odd", "hand if deal == ^od")),
    _deal("unresolved-reference", ("setup tray if", "setup ^try if")),
    _deal("unresolved-reference", ("tray if deal", "tray if ^del")),
    _deal("wrong-reference-type", ("setup tray if", "setup ^Man if")),
    _deal("unexpected-token", ("setup tray if deal ==", "setup tray if deal ^=")),
    _deal("unexpected-token", ("setup tray if deal == odd", "setup tray ^{")),
    _deal("wrong-picture", ("  setup tray", "  ^setup tray"), ('" x" }', '" x" / " x" }')),
    _deal("wrong-picture", ("  setup hand if deal == odd", "  ^setup hand if deal == odd"), ('".bb" }', '".bb" / "..." }')),
    _deal("wrong-picture", ('"..b"', '^"..b."')),
    _deal("unknown-symbol", ('" x"', '"^xx"')),
    _deal("unknown-symbol", ('"..b"', '"^q.b"')),
    _shape("unresolved-reference", ("  counter", "  move Far = empty -> select -> step (1,^k)\n  counter")),
    _shape("wrong-reference-type", ("  counter", "  move Far = empty -> select -> step (^hand,1)\n  counter")),
    _shape("unexpected-token", ("  counter", "  move Far = empty -> select -> step (n^*2,1)\n  counter")),
    _shape("unexpected-token", ("  counter", "  effect = line 3 ^(n,0) own\n  counter")),
    _shape("chosenMustBeANumber", ("  counter", "  move Far = empty -> select -> step (1,pace)\n  counter"), ("parameter pace", "parameter ^pace")),
    _shape("chosenMustBeSmallEnough", ("  counter", "  move Far = empty -> select -> step (2147483647 * ^n,1)\n  counter")),
    _shape("numberMustBeOfItsOwner", ("  counter", "  region Far = row 0 with { ranges { CellRange { row 0 chosen { ^ChosenNumber { quantity X parameter n } } } } }\n  counter")),
    _shape("wrong-for-a-choice", ("  counter", "  directions ^far = (n - 2,0)\n  move Far = empty -> select -> step far\n  counter")),
    _shape("wrong-for-a-choice", ("  counter", "  move Far = empty -> select -> ^step (n - 2,0)\n  counter")),
    _shape("wrong-for-a-choice", ("  counter", "  move Far = empty -> select -> ^ray (n - 2,0) own\n  counter")),
    _shape("wrong-for-a-choice", ("Ben, Cid", "^Ben Rotate90, Cid"), ("1..4 = 2", "1..4 = 3")),
    _shape("wrong-for-a-choice", ("  counter", "  move Far = empty -> ^image Rotate90 -> select\n  counter"), ("1..4 = 2", "1..4 = 3")),
    _shape("wrong-for-a-choice", ("  board n x m", "  ^board n x m"), ("  counter", "  axes (100,0) (0,100 * n - 200)\n  counter")),
    _shape("directionVectorsMustLeadAway", ("  counter", "  directions far = ^(n - 3,0)\n  move Far = empty -> select -> step far\n  counter")),
    _shape("chosenLengthMustBeOfOffsets", ("  counter", "  move Far = empty -> select -> ^own @(0,0)(m,0) with { chosen { ChosenNumber { quantity Length parameter n } } }\n  counter")),
    _shape("numbersMustBeChosenOnce", ("  counter", "  move Far = empty -> select -> own @(0,0) with { relativecoordinates { ^RelativeCoordinate { x 3 y 0 chosen { ChosenNumber { quantity X parameter n }, ChosenNumber { quantity X parameter n } } } } }\n  counter")),
    _row("parametersMustHaveUniqueNames", ("note run", "^timer run"), ("1, timer 5", "1")),
    _row("variantsMustHaveUniqueNames", ("variant Slow", "variant ^Quick")),
    _row("themesMustHaveUniqueNames", ("Theme Night", "^Theme Wood")),
    _row("parameterMustHaveOneDomain", ("capture = most | least", "^capture = most | least with { min 1 }"),
         also="parameterValueMustBeInItsDomain settingMustBeInTheDomain"),
    _row("parameterBoundsMustBeInOrder", ("timer run 1..60 = 30", "^timer run = \"30\" with { min 60 max 1 }"),
         also="parameterValueMustBeInItsDomain settingMustBeInTheDomain"),
    _row("bad-range", ("timer run 1..60", "timer run ^60..1"),
         also="parameterBoundsMustBeInOrder parameterValueMustBeInItsDomain settingMustBeInTheDomain"),
    _row("choicesMustHaveUniqueNames", ("most | least\n", "most | ^most\n"), also="settingMustBeInTheDomain"),
    _row("missing-feature", ("most | least\n", "most | least with { choices { ^ParameterChoice {} } }\n"), ("capture least", "capture never"),
         also="settingMustBeInTheDomain"),
    _row("missing-feature", ("moves 3, capture least", "moves 3 with { settings { ^Setting { parameter capture } } }"),
         also="settingMustBeInTheDomain"),
    _row("parameterValueMustBeInItsDomain", ("moves 1..3 = 2", "moves 1..3 = ^4")),
    _row("parameterValueMustBeInItsDomain", ("moves 1..3 = 2", 'moves 1..3 = ^"2 "')),
    _row("settingsMustBeOfDifferentParameters", ("moves 1, timer 5", "moves 1, moves 2"), ("variant Quick", "variant ^Quick")),
    _row("settingMustBeInTheDomain", ("capture least", "capture ^never")),
    _row("settingMustBeInTheDomain", ("timer 5", "timer ^61")),
    _row("parameterOfRulesMustBeANumber", ("if moves < 4", "if ^note < 4"), also="parameterOfRulesMustBeChosenBefore"),
    _row("parameterOfRulesMustBeChosenBefore", ("if moves < 4", "if ^timer < 4")),
    _row("themeColoursMustBeValid", ('Theme Night { background "#000000"', '^Theme Night { background "black"')),
    _row("glyphMustBeOfAPieceOrPlayer", ("Glyph { player Black hexColor", "^Glyph { hexColor")),
    _row("glyphColourMustBeValid", ('Glyph { player Black hexColor "#000"', '^Glyph { player Black hexColor "#00"')),
    _row("spriteMustBeLocal", ('Glyph { piece Man text "K" sprite "king.svg"', '^Glyph { piece Man text "K" sprite "../king.svg"')),
    _row("spriteMustBeLocal",
         ('Glyph { piece Man text "K" sprite "king.svg"', '^Glyph { piece Man text "K" sprite "https://example.org/k.svg"')),
    _row("unresolved-reference", ("capture == most", "capture == ^mst")),
    _row("unresolved-reference", ("moves 1, timer", "^mves 1, timer")),
    _row("unexpected-token", ("parameter note run", "parameter ^= note run")),
    _row("unexpected-token", ('= "none"', "= ^{ }")),
    _row("wrong-reference-type", ("moves 1, timer", "^Man 1, timer")),
]  # fmt: skip
