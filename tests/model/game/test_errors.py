"""What is wrong with a text of the game notation: each problem has a code, a place and a hint, and all are reported."""

from __future__ import annotations

import random
import re

import pytest

from tests.support.game_lines import CHAINS, HEAD, NAMES
from tests.support.rules import GAMES
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import has_errors
from tilewright.model.game.extending import read_game
from tilewright.model.game.writer.games import write_game
from tilewright.model.validation import validate
from tilewright.runtime.loading import game_of

TEXTS = [
    ("", "unexpected-token", 1, 1, "the text is empty: a game begins with"),
    ("game X {\n}".encode("utf-16"), "bad-encoding", 1, 1, "in UTF-16"),
    ("game X {\n  board hex 5\n}", "unexpected-token", 2, 9, "write 'board 5x5 hexagonal'"),
    ("game X {\n  board square 5\n}", "unexpected-token", 2, 9, "write 'board 5x5'"),
    ("gme X {}", "unexpected-token", 1, 1, "'gme'"),
    ("game", "unexpected-token", 1, 5, "name of the game"),
    ("game X\n", "unexpected-token", 2, 1, "'{'"),
    ("Game X\n  players A\n  board 3x3\n}", "unexpected-token", 2, 3, "'{' is expected after the name of the game"),
    ("game X {\n}\n", "missing-declaration", 1, 1, "board"),
    ("game X {\n  players A\n  board 3x3\n", "unexpected-token", 4, 1, "not closed"),
    ("game X {\n  board 3x3\n}\nfoo", "unexpected-token", 4, 1, "'foo'"),
    ("game X {\n  board 1000x1000\n}", "too-large", 2, 3, "16384"),
    ("game X {\n  board 99999999999x3\n}", "bad-value", 2, 9, "range"),
    ("game X {\n  board 3y3\n}", "unexpected-token", 2, 10, "rows"),
    ("game X {\n  board 3x3 big\n}", "unknown-keyword", 2, 13, "(there are: checkered, cylinder, drum, flat, hex"),
    ('game X {\n  players A "#123456", B\n  board 3x3\n}', "unexpected-token", 2, 13, 'with { hexColor "#123456" }'),
    ("game X {\n  players A #123456, B\n  board 3x3\n}", "unexpected-token", 2, 13, 'with { hexColor "#123456" }'),
    (
        "game X {\n  players A, B\n  board 3x3\n  pieces Man:X/O\n  directions orth = (1,0)\n  place Put = empty -> step orth or step (-1,0)\n}",
        "unexpected-token",
        6,
        34,
        "takes the cells of all",
    ),
    (
        "game X {\n  players A, B\n  board 3x3\n  pieces Man:X/O\n  directions orth = (1,0)\n  place Put = empty -> step (1,0) and own\n}",
        "unexpected-token",
        6,
        35,
        "with '->' between",
    ),
    (
        "game X {\n  players A, B\n  board 3x3\n  pieces Man:X/O\n  directions orth = (1,0)\n  place Put = empty -> has { empty or step orth -> own }\n}",
        "unexpected-token",
        6,
        36,
        "'or' joins patterns; chains",
    ),
    (
        "game X {\n  players A, B\n  board 3x3\n  pieces Man:X/O\n  directions orth = (1,0)\n  place Put = empty -> has { empty and step orth }\n}",
        "unexpected-token",
        6,
        36,
        "filters that must all hold are joined by '->'",
    ),
    ("game X {\n  players A team Sun, B\n  board 3x3\n}", "unexpected-token", 2, 13, "follows 'of', as in 'of Sun'"),
    (
        "game X {\n  players A of, B\n  board 3x3\n}",
        "unexpected-token",
        2,
        15,
        "a team is expected after 'of', not ','",
    ),
    (b"game X {\n  \xff\n}", "bad-encoding", 2, 3, "UTF-8"),
    ("game X {\n  board 3x3\n  players A, B, C\n  pieces M:M\n}", "wrong-number", 4, 12, "3 players"),
]

LINES = [
    ("variable x = 3", "unknown-keyword", 3, "a number that changes is a counter"),
    ("dice Drawer", "unknown-keyword", 3, "'nature Dice'"),
    ("stalemate = lose", "unknown-keyword", 3, "as in 'stuck = lose'"),
    ("teams A B", "unknown-keyword", 3, "the team of a player follows 'of'"),
    ("ends = win", "unknown-keyword", 3, "the game is ended by a rule"),
    ("turn = next", "unknown-keyword", 3, "'turn' begins a filter"),
    ("line orth", "unknown-keyword", 3, "did you mean 'lines'"),
    ("directions a = N", "unresolved-reference", 18, "'directions N = (0,-1)'"),
    ("directions a = up_left", "unresolved-reference", 18, "'directions up_left = (-1,-1)'"),
    ("setup { MMM ... ... }", "unexpected-token", 11, "write the row in quotes"),
    ("bord 3x3", "unknown-keyword", 3, "did you mean 'board'"),
    ("Transition t", "unknown-keyword", 3, "Tile"),
    ("'x'", "unexpected-token", 3, "a declaration is expected"),
    ("# it's {", "unexpected-token", 3, "a declaration is expected, not '#'; a comment begins with '//'"),
    ("mark free # they're free", "unexpected-token", 13, "a comment begins with '//'"),
    ("board 4x4", "duplicate-feature", 3, "one board"),
    ("start C", "unresolved-reference", 9, "Black, White"),
    ("pieces X:**", "unexpected-token", 13, "name of a Piece"),
    ("pieces X:", "unexpected-token", 12, "one character"),
    ("pieces X:1", "bad-symbol", 12, "X/O"),
    ("pieces X:\0/O", "bad-token", 12, "U+0000"),
    ("pieces X:a/b/c", "wrong-number", 12, "2 players"),
    ("pieces X:M", "duplicate-symbol", 12, "'M'"),
    ("region dark = column mod 2 == 1", "unexpected-token", 17, "'where column mod 2 == 1'"),
    ("tile T:.", "duplicate-symbol", 10, "initial state"),
    ("mark known per game ownr", "unexpected-token", 23, "not 'ownr'; did you mean 'owner'?"),
    ("counter c pr", "unexpected-token", 13, "did you mean 'per'?"),
    ("tile T:+ holds Queen empty", "unresolved-reference", 24, "'empty' stands before 'holds'"),
    ("tile T:+ holds Quen", "unresolved-reference", 18, "did you mean 'Queen'"),
    ('setup { "..." "..." }', "wrong-picture", 3, "2 rows"),
    ('setup { "..." ".." "..." }', "wrong-picture", 17, "2 characters"),
    ('setup { "..." ".x." "..." }', "unknown-symbol", 19, "'x'"),
    ('tiles { "..." ".M." "..." }', "unknown-symbol", 19, "'M'"),
    ('tiles Cell.Empty:s { "..." "..." "..." }', "unexpected-token", 14, "a tile alone, 'Cell', not 'Cell.Empty'"),
    ('tiles Sea:s { "..." "..." "..." }', "unresolved-reference", 9, "'Sea'"),
    ('setup { "..." 3 }', "unexpected-token", 17, "'}'"),
    ("transition Cell t: Empty -> Foo", "unresolved-reference", 31, "the Tile 'Cell'"),
    ("directions a = (1,0) b", "unresolved-reference", 24, "'b'"),
    ("pieces X:x { worth }", "unexpected-token", 22, "a whole number or the name of a Piece is expected for 'worth'"),
    ("parameter n = 3 in 1..20", "unexpected-token", 19, "before '=', as in 'parameter n 1..20 = 3'"),
    ("parameter n = 3..9", "unexpected-token", 18, "before '=', as in 'parameter n 1..20 = 3'"),
    ('zone pile 2x1 per { "M." ".q" }', "wrong-picture", 8, "'/' stands between the rows of two players"),
    ('zone pile 2x1 { "M." / ".q" }', "wrong-picture", 8, "2 pictures for a zone that is not of each player"),
    ('zone pile 2x1 per { "M." / ".q" / ".." }', "wrong-picture", 8, "3 pictures for 2 players"),
    ('zone pile 2x1 per { "M." / ". " }', "wrong-picture", 32, "here is a Cell in the first picture"),
    ('zone pile 2x1 per { "M " / ".q" }', "wrong-picture", 32, "here is none in the first picture"),
    ('zone pile 2x1 per { "M." / ".x" }', "unknown-symbol", 32, "'x'"),
    ('zone pile 2x1 { "M." } hidden', "unexpected-token", 26, "as in 'zone deck 3x1 hidden { … }'"),
    ('zone pile 2x1 { "M." } owner', "unexpected-token", 26, "as in 'zone deck 3x1 owner { … }'"),
    ('zone pile 2x1 { "M." / ".q" } per', "unexpected-token", 33, "'per' stands before the picture"),
    ('zone pile 2x1 { "M." } fan', "unexpected-token", 26, "'fan' stands before the picture"),
    ('zone pile 2x1 per { "M." / ".q" ', "unexpected-token", 34, "'/' stands between those of two players"),
    ("zone pile 1x5 per board", "unresolved-reference", 21, "is written 'per cell'"),
    (
        "zone pile 5x1 fan undrawn",
        "unexpected-token",
        21,
        "drawn in one way alone: say one of 'fan', 'stack', 'undrawn'",
    ),
    ("zone pile 5x1 undrawn per", "unexpected-token", 25, "'per' stands before 'undrawn'"),
    ("zone pile 5x1 stack hidden", "unexpected-token", 23, "'hidden' stands before 'stack'"),
    ("seats n", "unresolved-reference", 9, "declare it, as in 'parameter n 2..9 = 8'"),
    ("directions a = a", "circular-directions", 18, "'a'"),
    ("directions a = (1;0)", "unexpected-token", 20, "','"),
    ("directions a = links (0,0)", "unexpected-token", 29, "or '-' if it goes both ways"),
    ("directions a = within n x 2", "unresolved-reference", 25, "Parameter"),
    ("directions a = within 3", "unexpected-token", 26, "'x' and the number of rows"),
    ("directions a = within", "unexpected-token", 24, "rectangles"),
    ("directions a = links (0,0) > (5,5)", "unresolved-reference", 32, "(5,5)"),
    ("region r = rect (2,2)(1,1)", "bad-range", 14, "2..1"),
    ("region r = row 2..1", "bad-range", 18, "2..1"),
    ("region r = cells d1", "unresolved-reference", 20, "the lower left one is a1, the upper right one c3"),
    ("region r of rack = cells a2", "unresolved-reference", 28, "the upper right one c1"),
    ("region r = cells a0", "unexpected-token", 20, "row, column, cells, rect, where or tiles is expected"),
    ("parameter n 1..3 = 2\n  zone z n x 1\n  region r of z = cells a1", "unexpected-token", 25, "write (column,row)"),
    ("region r per = row 1", "wrong-number", 16, "2 players"),
    ("region r = tiles Sea", "unresolved-reference", 20, "'Sea'"),
    ("counter c 5..1", "bad-range", 13, "5..1"),
    ("kind Bag:g { worth 3 }\n  counter c cell = worth", "wrong-reference-type", 20, "let a rule set ':= worth'"),
    ("kind Bag:g { worth 3 }\n  counter c cell carried = wort", "unresolved-reference", 28, "did you mean 'worth'?"),
    (
        "kind Bag:g { worth 3 }\n  counter c cell carried = 2 * worth",
        "wrong-reference-type",
        32,
        "may begin with it alone",
    ),
    ("counter c per = 3 0..3", "unexpected-token", 21, "before '=', as in 'counter c per 0..3 = 3'"),
    ("counter c = -3 -5..3", "unexpected-token", 18, "before '=', as in 'counter c -5..3 = -3'"),
    ("counter c = 0..3", "unexpected-token", 16, "before '=', as in 'counter c 1..20 = 3'"),
    ("counter c per = 3 for A, 4 for B", "unexpected-token", 21, "stand in braces, in their order, as in '= { 3 4 }'"),
    ("counter c per = 3, 4", "unexpected-token", 22, "stand in braces, in their order, as in '= { 3 4 }'"),
    ("counter c game", "unexpected-token", 13, "lasts for good where nothing else is said: leave out 'game'"),
    ('chance Roll = option "hit" weight 2', "unexpected-token", 30, "before '=', as in 'chance NAME weight 2 = …'"),
    ("attribute worth", "unknown-keyword", 3, "attributes stand in braces behind each piece"),
    ("counter c = 3 in 0..3", "unexpected-token", 17, "before '='"),
    ("parameter n = 3 1..4", "unexpected-token", 19, "before '=', as in 'parameter n 1..4 = 3'"),
    ("counter passes\n  ranking passes", "unknown-keyword", 11, "write 'max passes' or 'min passes'"),
    ("counter hand\n  ranking max hand, hand", "unknown-keyword", 21, "write 'max hand' or 'min hand'"),
    ("ranking count { own }", "unknown-keyword", 11, "write 'max count' or 'min count'"),
    ("neutral Box:b, Crate:c", "unexpected-token", 16, "blanks separate pieces"),
    ("kind Box:b { worth 1 }, kind Crate:c", "unexpected-token", 25, "blanks separate pieces"),
    ("pieces Rook:R/x, Bishop:B", "unexpected-token", 18, "blanks separate pieces"),
    ("kind Box:b is Heavy, Brown, Crate:c is Heavy", "unexpected-token", 29, "blanks separate pieces"),
    (
        "mark from box",
        "unexpected-token",
        13,
        "what is said of them (per, carried, ply, turn, round, game, owner, hidden, sight), not 'box'",
    ),
    ("mark old, known ownr", "unexpected-token", 19, "not 'ownr'; did you mean 'owner'?"),
    ("counter a b", "unexpected-token", 13, "',' is expected between two names, or what is said"),
    ("counter a per 0..3 = 1 b", "unexpected-token", 26, "',' is expected between two names"),
    ("phases early late", "unexpected-token", 16, "',' is expected between two names"),
    ("mark from region r = row 0", "unexpected-token", 13, "a declaration begins on a line of its own"),
    ("kind Moss:m", "duplicate-symbol", 13, "the symbol 'm' is taken: 'Man:M' stands for M and m"),
    ("kind Moss:M", "duplicate-symbol", 13, "the symbol 'M' is taken: 'Man:M' stands for M and m"),
    ("kind Web:x\n  pieces X:X", "duplicate-symbol", 12, "the symbol 'x' is taken: 'X:X' stands for X and x"),
    (
        "parameter n = one | two\n  effect = if n == three",
        "unresolved-reference",
        20,
        "no choice of the Parameter 'n': one of one, two",
    ),
    (
        "parameter n = one | two\n  effect = if n == tow",
        "unresolved-reference",
        20,
        "one of one, two; did you mean 'two'?",
    ),
    ("mark from game, to", "unexpected-token", 17, "as in 'mark from, to game'"),
    ("mark from game, to", "unexpected-token", 17, "each is declared for itself, as in 'mark from game  mark to'"),
    ("mark from per, to game, last", "unexpected-token", 16, "as in 'mark from per  mark to game  mark last'"),
    ("mark from move", "unexpected-token", 13, "a mark lasts for one move anyway; leave out 'move'"),
    ("mark from move M = own", "unexpected-token", 13, "a declaration begins on a line of its own"),
    ("mark from, to per move", "unexpected-token", 21, "a mark lasts for one move anyway; leave out 'move'"),
    ("region r = row 0 stars r", "unexpected-token", 20, "a declaration begins on a line of its own"),
    ("mark", "unexpected-token", 7, "name of a Mark"),
    ("move M in b = own", "unresolved-reference", 13, "'b'"),
    ("move M maximise from = own", "wrong-reference-type", 19, "a Mark"),
    ("move M own", "unexpected-token", 10, "'='"),
    ("chance F in opening share 2 = own", "unexpected-token", 23, "in this order: owner or hidden, weight, share, in;"),
    ("chance F weight 2 owner = own", "unexpected-token", 21, "in this order: owner or hidden, weight, share, in;"),
    ("move M in opening priority 1 = own", "unexpected-token", 21, "order: owner or hidden, priority, maximise, in;"),
    ("move M weight 2 = own", "unexpected-token", 10, "order: owner or hidden, priority, maximise, in;"),
    ("sub s = own\n  sub t = own -> s -> u", "unresolved-reference", 23, "'u'"),
    ("ensure = own\n  ensure = own", "duplicate-feature", 3, "'ensure'"),
    ("parameter n 1..3 = 2\n  effect = if enemy n == 2", "unexpected-token", 21, "is the same for all players"),
    ("mark x, x\n  effect = at x", "ambiguous-reference", 15, "2 elements"),
    ('Mark { nme "x" }', "unknown-feature", 10, "nme"),
]

IN_CHAINS = [
    ("opponent -> own", "unresolved-reference", 0, "did you mean 'enemy'?"),
    ("own or opponent", "unresolved-reference", 7, "did you mean 'enemy'?"),
    ("own -> next next hand += 1", "unexpected-token", 12, "'do as next { next hand += 1 }'"),
    ("own -> if previous next hand > 1", "unexpected-token", 19, "'has as previous { if next hand > 1 }'"),
    ("own -> slide orth", "unresolved-reference", 7, "'step orth * through empty'"),
    ("own -> kill", "unresolved-reference", 7, "'set empty'"),
    ("enemy -> flip", "unresolved-reference", 9, "'set own' makes it one's own"),
    ("own -> reveal", "unresolved-reference", 7, "is moved to a zone that all see"),
    ("neighbours enemy", "unresolved-reference", 0, "the cells beside are those of 'step orth'"),
    ("own -> swap with from", "unexpected-token", 12, "write 'swap from'"),
    ("next player with hand == 0", "unexpected-token", 0, "'turn next { if n == 0 }' passes over all"),
    ("turn next player with hand == 0", "unexpected-token", 10, "as in 'turn next { if n == 0 }'"),
    ("turn next with hand == 0", "unexpected-token", 10, "as in 'turn next { if n == 0 }'"),
    ("score lowest of hand, passes", "unexpected-token", 6, "the lowest of several numbers is 'min(hand, …)'"),
    ("passes := most of passes, hand", "unexpected-token", 10, "'max(passes, …)'"),
    ("if last move was Put { win }", "unexpected-token", 3, "its rule keeps it, in a counter or a mark"),
    ("stuck -> lose", "unresolved-reference", 0, "'stuck = …' is a declaration"),
    ("own -> orth", "wrong-reference-type", 7, "'step orth' goes one cell along them"),
    ("own -> orth step", "unexpected-token", 7, "'step orth'"),
    ("own at a1", "unresolved-reference", 7, "as in 'region a1 = cells a1'"),
    ("own at d9", "unresolved-reference", 7, "as in 'region d9 = row 0'"),
    ("own in goal", "unexpected-token", 4, "write 'at goal'"),
    ("own on goal", "unexpected-token", 4, "write 'at goal'"),
    ("own slect", "unresolved-reference", 4, "before the filter 'select' write '->'"),
    ("no { ray orth own except next }", "unresolved-reference", 18, "is called 'except' (there are: "),
    ("no { flood orth own except }", "unresolved-reference", 20, "is called 'except' (there are: "),
    ("own corner", "unresolved-reference", 4, "is called 'corner' (there are: "),
    ("own -> in goal", "unexpected-token", 7, "write 'at goal'"),
    ("own => set empty", "unexpected-token", 4, "joined by '->'"),
    ("has { own => empty }", "unexpected-token", 10, "joined by '->'"),
    ("own -> set empty;", "unexpected-token", 16, "leave it out"),
    ("do { own; } -> win", "unexpected-token", 8, "leave it out"),
    ("win White", "unexpected-token", 4, "of another one write 'do as White { win }'"),
    ("own -> [piece and !at goal]", "unexpected-token", 18, "write 'own !at goal', or 'empty !at goal', without 'and'"),
    ("own -> [empty and !at goal]", "unexpected-token", 18, "or 'empty !at goal', without 'and'"),
    ("own own", "unexpected-token", 4, "leave out 'own'"),
    ("if White { win }", "unexpected-token", 3, "'if by White { … }' whether the rule is this player's"),
    ("own -> if Black { win }", "unexpected-token", 10, "'if has { Black } { … }' asks whether Black has one"),
    ("set White Queen", "unexpected-token", 4, "'do as White { set own Queen }'"),
    ("own -> set Black", "unexpected-token", 11, "'do as Black { set own King }'"),
    ("has as white { own }", "unknown-keyword", 7, "did you mean 'White'?"),
    ("do as Dice { own }", "unexpected-token", 6, "'Dice' is nature, which has nothing of its own"),
    ("by Dice -> own", "unexpected-token", 3, "'Dice' is nature, which has nothing of its own"),
    ("by Blak -> own", "unknown-keyword", 3, "did you mean 'Black'?"),
    ("goto Whit goal", "unknown-keyword", 5, "did you mean 'White'?"),
    ("own !at Whit rack", "unknown-keyword", 8, "did you mean 'White'?"),
    ("own at White rak", "unresolved-reference", 13, "did you mean 'rack'?"),
    ("if Whit hand > 2", "unknown-keyword", 3, "did you mean 'White'?"),
    ("if hand > Whit count { own }", "unknown-keyword", 10, "did you mean 'White'?"),
    ("Blac hand += 1", "unknown-keyword", 0, "did you mean 'Black'?"),
    ("goto goal White", "unexpected-token", 10, "write 'goto White goal'"),
    ("goto all -> step (1,0),(0,1) -> empty", "unexpected-token", 22, "as in '(1,0) (0,1)', without commas"),
    ("ray (1,0),(0,1) empty", "unexpected-token", 9, "as in '(1,0) (0,1)', without commas"),
    ("line 3 (1,0),(0,1) own", "unexpected-token", 12, "as in '(1,0) (0,1)', without commas"),
    ("own @(1,0),(0,1)", "unexpected-token", 10, "as in '(1,0) (0,1)', without commas"),
    ("do each player { passes += 1 }", "unexpected-token", 8, "write 'do as each { … }'"),
    ("do each players { passes += 1 }", "unexpected-token", 8, "write 'do as each { … }'"),
    ("has each player { own }", "unexpected-token", 4, "write 'has as each { … }'"),
    ("if no each player { own } { win }", "unexpected-token", 6, "write 'no as each { … }'"),
    ("Black goal", "unexpected-token", 6, "'goto Black goal' goes to them"),
    ("if hand White > 2", "unexpected-token", 8, "write 'White hand'"),
    ("Whit -> select", "unresolved-reference", 0, "did you mean 'White'?"),
    ("count { goto all -> own } > 1 -> win", "unexpected-token", 0, "numbers are compared after 'if'"),
    (
        "Quen",
        "unresolved-reference",
        0,
        "no filter, chain, Piece, Group, Tile or State is called 'Quen'; did you mean 'Queen'?",
    ),
    ("line 1 own", "bad-value", 5, "a line has from 2 to 3 cells here, not 1"),
    ("line 4 own", "bad-value", 5, "a line has from 2 to 3 cells here, not 4"),
    ("has { own at row 2 }", "unexpected-token", 13, "declare 'region rank2 = row 2' and write 'at rank2'"),
    ("goto column 0", "unexpected-token", 5, "declare 'region file0 = column 0' and write 'goto file0'"),
    ("hand := max each hand", "unexpected-token", 8, "do as each { if hand > best -> best := hand }"),
    ("along orth -> bend orth pases -> step", "unresolved-reference", 24, "did you mean 'passes'?"),
    ("along orth -> bend orth from -> step", "unexpected-token", 24, "'from' names cells, and a number is expected"),
    ("if passes in 2..4 { win }", "unexpected-token", 10, "two comparisons: 'if passes >= 2 and passes <= …'"),
    ("if 2 <= passes <= 4 { win }", "unexpected-token", 15, "'if … <= passes and passes <= 4'"),
    ("set passes 3", "unexpected-token", 11, "a counter gets a number by ':=': write 'passes := 3'"),
    ("no own -> win", "unexpected-token", 3, "write '!own'; that there is none anywhere is 'no { goto all -> own }'"),
    ("hand := least each hand", "unexpected-token", 8, "do as each { if hand < best -> best := hand }"),
    ("hand := random 1..6", "unexpected-token", 8, "a rule 'chance Roll = amount die 1..6'"),
    ("pick random", "unexpected-token", 5, "what is drawn is a move of nature"),
    ("if row == 2", "unexpected-token", 3, "declare 'constant rank = row' and write 'rank'"),
    ("hand := passes > 1", "unexpected-token", 15, "'hand := if a > b { 1 } else { 0 }'"),
    ("hand := (passes > 1)", "unexpected-token", 16, "'hand := if a > b { 1 } else { 0 }'"),
    ("hand := if (passes > 1) * 2 { 2 }", "unexpected-token", 19, "a comparison is no value"),
    ("if unless passes == 2 -> win", "unexpected-token", 3, "follows 'not', as in 'if not King { … }'"),
    ("if own and !(passes >= 2) { win }", "unexpected-token", 11, "denied by 'not'"),
    ("if not passes { win } -> if hand == 2 { win }", "unexpected-token", 22, "a comparison is expected"),
    ("hand := if (passes > 1 || own) { 2 }", "unexpected-token", 23, "as in 'if a == 3 or b == 0'"),
    ("turn other", "unknown-keyword", 5, "there is no player 'other': the other player is 'enemy'"),
    ("do as opponent { win }", "unknown-keyword", 6, "the other player is 'enemy'"),
    ("goto other rack", "unknown-keyword", 5, "the other player is 'enemy'"),
    ("other -> win", "unresolved-reference", 0, "did you mean 'enemy'?"),
    (
        "has { own or by White }",
        "unexpected-token",
        10,
        "as in 'if own or …', or 'where { if own or … }' for each cell",
    ),
    (
        "where { own Queen or has { step orth } }",
        "unexpected-token",
        18,
        "as in 'if own Queen or has { … }', or 'where { if own Queen or has { … } }' for each cell",
    ),
    ("hand := if passes > 1 then 2", "unexpected-token", 22, "as in 'if own { 2 }', without 'then'"),
    ("hand := if own 2", "unexpected-token", 15, "'{' is expected before the value, as in 'if own { 2 } else { 1 }'"),
    ("hand := if own { 2 } else 3", "unexpected-token", 26, "'{' is expected before the value, as in 'else { 1 }'"),
    ("hand := if own { hand := 2 }", "unexpected-token", 22, "in a condition: 'if own { hand := 2 }'"),
    ("hand := if passes > worth { 2 }", "unexpected-token", 20, "write '(worth) { … }'"),
    ("line 2 (0,0) own", "bad-value", 7, "a line goes somewhere, not by (0,0)"),
    ("line 2 own @(1,0)", "unexpected-token", 7, "leave out '@'"),
    ("aligned 4 own", "bad-value", 8, "a line has from 2 to 3 cells here, not 4"),
    ("aligned own", "unexpected-token", 8, "a length is expected, as in 'aligned 3 own'"),
    ("aligned 2 own @(1,0)", "unexpected-token", 10, "leave out '@'"),
    ("as enemy { own }", "unresolved-reference", 0, "as in 'has as enemy { … }'"),
    ("own -> not { own }", "unresolved-reference", 7, "'no { … }'"),
    ("own -> capture", "unresolved-reference", 7, "'set empty'"),
    ("own -> row 3", "unresolved-reference", 7, "'aligned 3 own'"),
    ("line own", "unexpected-token", 5, "a length, as in 'line 5 own'"),
    ("own !Queen", "unexpected-token", 4, "as in '[own and !Queen]'"),
    ("!own Queen !empty", "unexpected-token", 11, "as in '[!own and !empty]'"),
    ("passes = 3", "unexpected-token", 7, "'passes' is a counter: write 'passes := 3' or 'passes += 1'"),
    ("passes++", "unexpected-token", 6, "'passes' is a counter: write 'passes := 3' or 'passes += 1'"),
    ("has { passes }", "unexpected-token", 6, "or 'if passes == 3' to ask for it"),
    ("if passes == 3 && passes != 4", "unexpected-token", 15, "as in 'if a == 3 and b == 0'"),
    ("if passes == 3 || passes != 4", "unexpected-token", 15, "as in 'if a == 3 or b == 0'"),
    ("if Queen and passes == 3 || own { win }", "unexpected-token", 25, "as in 'if a == 3 or b == 0'"),
    ("if at goal && own { win }", "unexpected-token", 11, "as in 'if a == 3 and b == 0'"),
    ("if passes == 3 and Quen { win }", "unresolved-reference", 19, "is called 'Quen'"),
    ("if passes == 3 and own or Queen { win }", "unexpected-token", 19, "as in '(King or Queen) and …'"),
    ("if Queen or own and passes == 3 { win }", "unexpected-token", 3, "as in '(King or Queen) and …'"),
    ("if passes == 3 and", "unexpected-token", 18, "a value"),
    ("if passes == 3 and { win }", "unexpected-token", 19, "the test stands before the braces"),
    ("at goal and empty", "unexpected-token", 8, "with '->' between, as in 'at goal -> empty'"),
    ("[own and !Queen] or empty", "unexpected-token", 17, "as in 'first { at goal | empty }'; 'union"),
    ("has { own } and no { empty }", "unexpected-token", 12, "with '->' between"),
    (
        "do { win } else { lose }",
        "unexpected-token",
        11,
        "after the braces of a condition, as in 'if own { … } else { … }'",
    ),
    ("at goal -> lose if passes == 3", "unexpected-token", 16, "as in 'if n == 0 -> lose'"),
    ("if passes <> 3", "unexpected-token", 10, "not '<>'; write '!='"),
    ("if passes => 3", "unexpected-token", 10, "not '=>'; write '>='"),
    ("if passes =< 3", "unexpected-token", 10, "not '=<'; write '<='"),
    ("if passes = -3", "unexpected-token", 10, "not '='; write '=='"),
    (
        "if own hand >= 2",
        "unexpected-token",
        7,
        "'hand' alone is the player's own, where each has one; leave out 'own'",
    ),
    ("own hand += 1", "unexpected-token", 4, "leave out 'own'"),
    ("hand := 2 * own hand", "unexpected-token", 16, "leave out 'own'"),
    ("if passes > own hand", "unexpected-token", 16, "leave out 'own'"),
    ("if own count { piece } > 3", "unexpected-token", 7, "'count' alone"),
    ("if count own > 3", "unexpected-token", 9, "stand in braces: 'count { own }'"),
    ("if count(own) > 3", "unexpected-token", 8, "stand in braces: 'count { own }'"),
    ("if count Queen > 3", "unexpected-token", 9, "stand in braces: 'count { Queen }'"),
    ("enemy and !Queen", "unexpected-token", 6, "as in '[enemy and !Queen]'"),
    ("all enemy and !Queen", "unexpected-token", 10, "as in '[enemy and !Queen]'"),
    ("(empty or enemy)", "unexpected-token", 0, "write 'empty or enemy' without them"),
    (
        "!(empty or enemy)",
        "unexpected-token",
        1,
        "'!' belongs to one alternative; if none may hold, write '[!empty and !enemy]'",
    ),
    ("!(own Queen or empty)", "unexpected-token", 1, "; if none may hold, write '[!own Queen and !empty]'"),
    ("!(own at goal or empty)", "unexpected-token", 1, "as in '[enemy and !King]'"),
    ("!(own or empty @(1,0))", "unexpected-token", 1, "as in '[enemy and !King]'"),
    ("!(own)", "unexpected-token", 1, "as in '[enemy and !King]'"),
    (
        "empty -> !(at goal or at own)",
        "unexpected-token",
        10,
        "; if none may hold, write 'empty !at goal !at own' or 'any !at goal !at own'",
    ),
    (
        "empty !(at goal or at enemy home)",
        "unexpected-token",
        7,
        "; if none may hold, write 'empty !at goal !at enemy home' or 'any",
    ),
    (
        "empty -> !at goal or at home -> own",
        "unexpected-token",
        18,
        "; if none may hold, write 'empty !at goal !at home'",
    ),
    ("!at goal or at home or at from", "unexpected-token", 9, "or 'any !at goal !at home !at from'"),
    ("enemy piece", "unexpected-token", 6, "'enemy' alone holds whatever piece it is; leave out 'piece'"),
    ("[enemy piece and !Queen]", "unexpected-token", 7, "leave out 'piece'"),
    ("step orth * through own piece", "unexpected-token", 24, "leave out 'piece'"),
    ("own empty", "unexpected-token", 4, "if either may hold, write 'own or empty'"),
    ("flood orth not own", "unexpected-token", 11, "denied by '!': write '!own'"),
    ("ray orth not own until own", "unexpected-token", 9, "denied by '!': write '!own'"),
    ("flood orth not Wall or Queen", "unexpected-token", 11, "write '!Wall', or '!Wall Queen' for neither of both"),
    ("flood orth !Wall !Queen", "unexpected-token", 17, "neither of both is said by one '!': write '!Wall Queen'"),
    ("flood orth !Wall and !Queen", "unexpected-token", 17, "write '!Wall Queen'"),
    ("flood orth own not Queen", "unexpected-token", 15, "one pattern stands here"),
    ("[own and not Queen]", "unexpected-token", 9, "denied by '!': write '!Queen'"),
    ("own not Queen", "unexpected-token", 4, "stand in brackets, as in '[own and !Queen]'"),
    ("own not at goal", "unexpected-token", 4, "write '!at goal'"),
    ("step orth 1-3", "unexpected-token", 11, "a range is written '1..3'"),
    ("repeat 1-3 { own }", "unexpected-token", 8, "a range is written '1..3'"),
    ("step orth * through [empty and !own]", "unexpected-token", 20, "one pattern stands here, without brackets"),
    ("step orth * through empty and !own", "unexpected-token", 26, "one pattern stands here, without brackets"),
    ("ray orth [empty and !own]", "unexpected-token", 9, "one pattern stands here, without brackets"),
    ("ray orth empty until [own and !Queen]", "unexpected-token", 21, "one pattern stands here, without brackets"),
    ("flood orth [empty and !own]", "unexpected-token", 11, "and write 'any at open'"),
    ("any own or empty", "unexpected-token", 4, "'any' stands alone and holds for every cell; write 'own' without it"),
    ("own any", "unexpected-token", 4, "'any' stands alone and holds for every cell; write 'own' without it"),
    ("has { any own }", "unexpected-token", 10, "'any' stands alone"),
    (
        "by Black, White",
        "unexpected-token",
        8,
        "'or' is expected between two players of a test, as in 'by White or Black'",
    ),
    (
        "in early, late",
        "unexpected-token",
        8,
        "'or' is expected between two phases of a test, as in 'in early or late'",
    ),
    ("step orth, orth", "unexpected-token", 9, "as in 'directions both = orth orth'"),
    ("flood orth, orth own", "unexpected-token", 10, "as in 'directions both = orth orth'"),
    ("ray orth, orth own", "unexpected-token", 8, "as in 'directions both = orth orth'"),
    ("own Quen", "unresolved-reference", 4, "did you mean 'Queen'?"),
    ("own -> mrk from", "unresolved-reference", 7, "did you mean 'mark'?"),
    ("Cell.Emty", "unresolved-reference", 5, "did you mean 'Empty'?"),
    ("at Man", "wrong-reference-type", 3, "'Man' is a Piece"),
    ("goto own", "unresolved-reference", 5, "write 'goto all -> own' instead"),
    ("at empty", "unresolved-reference", 3, "write 'empty' instead"),
    ("at enemy goall", "unresolved-reference", 9, "did you mean 'goal'?"),
    ("own at enemy goall", "unresolved-reference", 13, "did you mean 'goal'?"),
    ("goto own rack", "unexpected-token", 5, "leave out 'own'"),
    (
        "if in opening set own Queen",
        "unexpected-token",
        14,
        "what depends on a test stands in braces, as in 'if own { win }'",
    ),
    ("if empty", "unexpected-token", 3, "'empty' is a pattern; leave out 'if'"),
    ("if Queen > 1", "unexpected-token", 3, "as in 'count { Queen }'"),
    ("if enemy Queen > 1", "wrong-reference-type", 9, "'Queen' is a Piece"),
    ("step goal", "wrong-reference-type", 5, "'goal' is a Region"),
    ("step orth through", "unexpected-token", 17, "a pattern"),
    ("step orth 3..2", "bad-range", 10, "3..2"),
    ("flood own", "unresolved-reference", 6, "no set of directions is called"),
    ("flood (1,0) own", "unexpected-token", 6, "of a set that 'directions NAME = (1,0) (0,1)' declares"),
    ("along (1,0) -> step", "unexpected-token", 6, "after step, ray, line and aligned only"),
    ("step orth -> ray orth 1..passes empty", "wrong-reference-type", 25, "a counter changes in play"),
    ("along orth -> bend (1,0)", "unexpected-token", 19, "after step, ray, line and aligned only"),
    ("do along (1,0) { own }", "unexpected-token", 9, "after step, ray, line and aligned only"),
    ("shift (1,0)", "unexpected-token", 6, "after step, ray, line and aligned only"),
    ("stack from heap", "unexpected-token", 11, "'in' is expected before the zone"),
    ("stack 2 from heap", "unexpected-token", 13, "'in' is expected before the zone"),
    ("stack frm in heap", "unresolved-reference", 6, "no Mark is called 'frm'; did you mean 'from'?"),
    ("stack passes in heap", "wrong-reference-type", 6, "'passes' is a Counter; a Mark is expected here"),
    ("passes := passes *", "unexpected-token", 18, "a value"),
    ("passes := passes div div", "unresolved-reference", 21, "'counter div'"),
    ("passes := min(passes)", "unexpected-token", 20, "'min' compares two or more"),
    ("passes := max(passes, 2 -> win", "unexpected-token", 24, "')' is expected after the values"),
    ("passes := (passes + 1 -> win", "unexpected-token", 22, "')' is expected after the value"),
    ("passes := (passes + 1, 2)", "wrong-reference-type", 11, "a Parameter is expected"),
    ("if passes = 2", "unexpected-token", 10, "=="),
    ("if Passes == 2", "unresolved-reference", 3, "did you mean 'passes'?"),
    ("if (1, x) == 2", "unresolved-reference", 7, "'x'"),
    ("option q", "unexpected-token", 7, "a string"),
    ("own because 3", "unexpected-token", 12, "a string"),
    ("image Rotate", "unknown-keyword", 6, "did you mean 'Rotate"),
    ("no as foe { own }", "unknown-keyword", 6, "enemy"),
    ("turn 3", "unexpected-token", 5, "same"),
    ("has own", "unexpected-token", 4, "'{'"),
    ("first { own | }", "unexpected-token", 14, "a filter"),
    ("first { own", "unexpected-token", 0, ""),
    ("own ->", "unexpected-token", 6, "a filter"),
    ("own $ own", "bad-token", 4, "'$'"),
    ("own → own", "bad-token", 4, "write ->"),
    ("option “a”", "bad-token", 7, 'write "'),
    ("own with { negte true }", "unknown-feature", 11, "did you mean 'negate'?"),
    ("own with { pieces (Quen) }", "unresolved-reference", 19, "did you mean 'Queen'?"),
    ("Filter", "abstract-class", 0, "abstract"),
    ("ray orth", "unexpected-token", 8, "a pattern"),
    ("own @(1)", "unexpected-token", 7, "','"),
    ("own @(1,99999999999)", "bad-value", 8, "range"),
    ("has { " * 200 + "own" + " }" * 200, "nesting-too-deep", 1182, "200"),
    (" -> ".join(["own"] * 300), "nesting-too-deep", 1379, "200"),
]


BEES = """game Bees {
  players A, B
  board 2x2
  pieces Bee:B
  neutral Wax:w
  tile Flower:f empty
  setup { ".." ".f" }
  region edge = row 0
  mark from
  move M = %s
  stuck = lose
}
"""
_FROM = BEES.replace("  mark from", "  directions orth = (1,0) (0,1)\n  mark from")
_AHEAD = BEES.replace("mark from", "directions ahead relative = (0,1)\n  mark from")
_HOMES = BEES.replace("edge =", "edge relative =")
_PHASES = BEES.replace("mark from", "phases a, b")
_CARDS = BEES.replace("mark from", "zone deck 3x1\n  zone hand 2x1 per\n  kind Ace:a is Card { worth 3 }\n  mark from")
_ACE = "is Card { worth 3 }"
_DICE = BEES.replace("mark from", "nature Dice\n  chance Six weight 1/6 = own\n  mark from")
_GOTE = BEES.replace("A, B", "Gote, Sente").replace("mark from", "mark from\n  sub gose = own")
_ROTATED = (BEES % "own").replace("A, B", "A, B Turn")
MISLEADING = [
    # what was meant by whom, and what is to be told: the text, the place, words of the message, the related places
    (
        'game I {\n  players White, Black flipped\n  board 2x2\n  pieces King:K\n  setup { "k." ".K" }\n}',
        "2:24",
        ["no transform 'flipped'", "did you mean 'FlipRows'?"],
        [],
    ),
    (
        'game I {\n  players White, Black Red\n  board 2x2\n  pieces King:K/k\n  setup { "k." ".K" }\n}',
        "2:24",
        ["',' is expected between two players"],
        [],
    ),
    (
        "game I {\n  players A, B\n  board 2x2\n  pieces Man:M\n  effect = own -> do { win } }\n    -> own -> draw\n}",
        "6:5",
        ["the '}' at 5:30 closes the game that begins at 1:1; it is one too many, or a '{' is missing before it"],
        [],
    ),
    (
        "game I {\n  players A, B\n  board 2x2\n  sub cross1 = own\n  sub go(crossed) = step (1,0) -> crosed\n  move M = go(cross1)\n}",
        "5:35",
        ["did you mean 'crossed'?"],
        [],
    ),
    (
        "game I {\n  players A, B\n  board 2x2\n  directions ways = (1,0)\n  sub go(away) = step awey -> own\n  move M = go(ways)\n}",
        "5:23",
        ["did you mean 'away'?"],
        [],
    ),
    ("Game I {\n  players A, B\n  board 2x2\n}", "1:1", ["begins with 'game'"], []),
    ("Game I {\n  board 2x2\n  players A, B\n}", "1:1", ["begins with 'game'"], []),
    ('Game "I" {\n  start B\n  board 2x2\n  players A, B\n}', "1:1", ["begins with 'game'"], []),
    ("game I extends hex-7x7 {\n}", "1:16", ['write "hex-7x7"'], []),
    ("game I extends othello.game {\n}", "1:16", ['write "othello.game"'], []),
    ("game my-game {\n  board 2x2\n  players A, B\n}", "1:6", ['write "my-game"'], []),
    (_AHEAD % "own -> aligned 2 ahead own", "11:29", ["the same for all players, and 'ahead' has others"], []),
    (
        _AHEAD.replace("relative = (0,1)", "= within 2x1") % "own -> line 2 ahead own",
        "11:26",
        ["'ahead' has others"],
        [],
    ),
    (BEES % "empty -> at Flower", "10:24", ["'Flower' is a Tile", "'region cells = tiles Flower'"], ["6:8"]),
    (BEES % "empty -> goto Flower", "10:26", ["'Flower' is a Tile", "'region cells = tiles Flower'"], ["6:8"]),
    (BEES % "empty at Flower", "10:21", ["'Flower' is a Tile", "'region cells = tiles Flower'"], ["6:8"]),
    (BEES % "any -> at Wax", "10:22", ["'Wax' is a Piece", "'Wax' as a filter of its own"], ["5:11"]),
    (BEES % "empty -> set Bee", "10:25", ["'Bee' is a Piece", "'set own Bee'"], ["4:10"]),
    (
        (BEES % "own").replace('".f"', '"W."'),
        "7:17",
        ["(there are: . B b f w)", "'w' belongs to nobody", "'pieces' are of players"],
        [],
    ),
    (BEES % "own wins", "10:16", ["before the filter 'win' write '->'"], []),
    (BEES % "own select from", "10:16", ["before the filter 'select' write '->'"], []),
    (BEES % "own Be", "10:16", ["did you mean 'Bee'"], []),
    (BEES % "own King or Bee", "10:16", ["(there are: Bee", "declare it, as in 'pieces King:x'"], []),
    (BEES % "goto all -> enemy == 0 -> win", "10:30", ["'if count { goto all -> enemy } == 0'"], []),
    (BEES % "goto all -> own Bee > 2", "10:32", ["'if count { goto all -> own Bee } > 2'"], []),
    (BEES % "own -> goto crown", "10:24", ["as in 'region crown = row 0' or 'mark crown'"], []),
    (BEES % "own at from and own at from", "10:24", ["as in '[own at from and own at from]'"], []),
    (BEES % "own at from !Bee", "10:24", ["as in '[own at from and !Bee]'"], []),
    (BEES % "own -> step orth", "10:24", ["'directions orth = (1,0) (0,1) (-1,0) (0,-1)'"], []),
    (BEES % "own -> ray diag enemy", "10:23", ["'directions diag = "], []),
    (BEES % "own -> along diag -> step", "10:25", ["'directions diag = "], []),
    (BEES % "own -> at crown", "10:22", ["'region crown = row 0'"], []),
    (BEES % "own -> select to", "10:26", ["'mark to'"], []),
    (BEES % "own -> score += 1", "10:19", ["'counter score'"], []),
    (BEES % "own -> phase Late", "10:25", ["'phases Late'"], []),
    (BEES % "own -> select form", "10:26", ["did you mean 'from'"], []),
    (BEES % "own ->", "10:18", ["a filter is expected, not the end of the declaration"], []),
    (BEES.replace("A, B", "A,") % "own", "2:13", ["the name of a Player is expected"], []),
    (BEES % "choose { own | empty -> select", "10:42", ["'}' is expected"], ["10:19"]),
    (BEES % "has { own -> has { empty }", "10:38", ["'}' is expected"], ["10:16"]),
    (BEES % "[own and empty", "10:26", ["']' is expected"], ["10:12"]),
    (BEES.replace("stuck = lose", "stuck = has { own") % "own", "11:20", ["'}' is expected"], ["11:15"]),
    (BEES.replace('".f" }', '".f"') % "own", "7:20", ["'}' is expected"], ["7:9"]),
    ((BEES % "own").rstrip("}\n"), "11:15", ["not closed"], ["1:11"]),
    (
        BEES.replace("stuck", 'setup if n == two { ".." "f." }\n  parameter n = one | two\n  stuck') % "own",
        "11:29",
        ["the first picture makes this cell a Cell", "a picture for a choice", "cannot make it a Flower"],
        [],
    ),
    (
        BEES.replace("stuck", 'tiles { ".." ".f" }\n  stuck').replace('".f"', '"f."', 1) % "own",
        "7:17",
        ["the picture 'tiles' makes this cell a Cell; 'setup' says what stands there, and cannot make it a Flower"],
        [],
    ),
    (
        BEES.replace("stuck", 'tiles { ".." ".f" }\n  stuck').replace('".f"', '".q"', 1) % "own",
        "7:18",
        ["the Tile 'Flower' has no State with the symbol 'q' (there are: . B b f w)"],
        [],
    ),
    (
        BEES.replace(" empty\n", "\n").replace("stuck", 'tiles { ".." ".f" }\n  stuck').replace('".f"', '".B"', 1)
        % "own",
        "7:18",
        ["the Tile 'Flower' has no State with the symbol 'B' (there are: . f)"],
        [],
    ),
    (
        BEES.replace("stuck", 'zone z 1x1\n  setup z if n == two { "f" }\n  parameter n = one | two\n  stuck') % "own",
        "12:26",
        ["the declaration of the zone makes this cell a Cell", "cannot make it a Flower"],
        [],
    ),
    (
        (BEES % "own").replace("Wax:w", "Wax:b").replace('".f"', '"bf"'),
        "5:15",
        ["the symbol 'b' is taken: 'Bee:B' stands for B and b"],
        ["4:14"],
    ),
    ((BEES % "own").replace("Wax:w", "Wax:f").replace('".f"', '"ff"'), "6:15", ["the symbol 'f' is taken"], ["5:15"]),
    (BEES.replace("Bee:B", "Bee:B Bug:b") % "own Bee Bug", "4:20", ["'Bee:B' stands for B and b"], ["4:14"]),
    (BEES.replace("from", "from to") % "own -> mark to -> goto to", "9:13", ["',' is expected"], []),
    (BEES.replace("mark from", "counter a b") % "own -> b += a", "9:13", ["',' is expected"], []),
    (BEES.replace("mark from", "phases early late") % "in late", "9:16", ["',' is expected"], []),
    (BEES.replace("mark from", "kind Nut:n, Pod:p") % "Nut Pod", "9:13", ["blanks separate pieces"], []),
    (BEES.replace("stuck = lose", "over = score own") % "empty", "11:16", ["write 'count { own }'"], []),
    (BEES.replace("stuck = lose", "over = score own Bee") % "empty", "11:16", ["write 'count { own Bee }'"], []),
    (BEES.replace("stuck = lose", "ranking max piece") % "empty", "11:15", ["write 'count { piece }'"], []),
    (BEES % "if count { own } > empty", "10:31", ["write 'count { empty }'"], []),
    (_FROM % "own -> step orth own", "11:29", ["'->' is expected before 'own'"], []),
    (_FROM % "own -> step orth enemy Bee", "11:29", ["'->' is expected before 'enemy'"], []),
    (_FROM % "own -> step (1,0) select", "11:30", ["'->' is expected before 'select'"], []),
    (BEES % "if count { from } > 2", "10:23", ["'from' is a Mark: 'goto from' goes to it, 'at from' asks"], ["9:8"]),
    (BEES % "edge -> select", "10:12", ["'edge' is a Region: 'goto edge' goes to it, 'at edge' asks"], ["8:10"]),
    (BEES % "own at edge enemy", "10:24", ["'->' is expected before 'enemy': write 'at edge -> enemy'"], []),
    (_HOMES % "at edge enemy", "10:20", ["write 'at enemy edge'"], []),
    (_HOMES % "own at edge enemy", "10:24", ["write 'at enemy edge'"], []),
    (_HOMES % "goto edge own", "10:22", ["'->' is expected before 'own'"], []),
    (BEES % "has enemy { own }", "10:16", ["write 'has as enemy { … }'"], []),
    (BEES % "do each next { own }", "10:20", ["write 'do each as next { … }'"], []),
    (BEES % "no own like from", "10:15", ["write '!own'"], []),
    (BEES % "if no enemy { win }", "10:18", ["write '!enemy'"], []),
    (_PHASES.replace("M =", "M in a or b =") % "own", "10:15", ["separated by commas: 'in a, b'"], []),
    (_PHASES.replace("M =", "M in a and b =") % "own", "10:15", ["separated by commas: 'in a, b'"], []),
    (BEES.replace("from", "from game, to game") % "at to", "9:17", ["once, after the last name"], []),
    (BEES.replace("from", "a game, b game, c per") % "at c", "9:14", ["as in 'mark a, b, c game'"], []),
    (BEES.replace("from", "from game, to") % "at to", "9:17", ["as in 'mark from, to game'"], []),
    (BEES.replace("Bee:B", "Bee:B Bug:G rank 8") % "own Bug", "4:27", ["in braces: '{ rank 8 }'"], []),
    ((BEES % "own").replace("Bee:B", "Bee:B { rank 1 } Bug:G rank 8"), "4:38", ["in braces: '{ rank 8 }'"], []),
    ((BEES % "own").replace("from", "from\n  kind Nut:n worth 3"), "10:20", ["in braces: '{ worth 3 }'"], []),
    (
        (BEES % "own").replace("Bee:B", "Bee:B { rank = 3 } Bug:G").replace('".."', '"BG"'),
        "4:23",
        ["for 'rank', not '='"],
        [],
    ),
    ((BEES % "own").replace("Wax:w", "Wax w").replace('".f"', '"wf"'), "5:15", ["':' is expected"], []),
    (
        BEES.replace("mark", "sub free of frozen = own\n  mark") % "own -> unfrozen -> free",
        "9:12",
        ["'=' is expected"],
        [],
    ),
    (BEES.replace("mark from", "counter a = 1 0..3") % "a += 1", "9:17", ["'counter a 0..3 = 1'"], []),
    (BEES.replace("from", "bid") % "own -> select bid -> swap from bid", "10:38", ["write 'swap bid'"], []),
    (BEES.replace("from", "bid") % "move from bid to", "10:17", ["takes the mark itself: write 'move bid'"], []),
    (_CARDS % "move from to deck", "13:22", ["write 'goto deck -> empty -> pick -> move from'"], []),
    (_CARDS % "has { swap from to from }", "13:28", ["write 'goto from -> swap from'"], []),
    (BEES % "own -> select from -> move from to", "10:44", ["to the cell that is reached: write 'move from'"], []),
    (BEES.replace("players A, B", "player A, B") % "own", "2:3", ["did you mean 'players'?"], []),
    (BEES.replace("A, B", "2") % "own Bee", "2:11", ["players have names"], []),
    (BEES.replace("A, B", "A, B flip rows") % "own", "2:16", ["is one word: 'FlipRows'"], []),
    (BEES.replace("mark from", "mark from,") % "own", "9:13", ["the name of a Mark is expected"], []),
    (_CARDS % "move deck", "13:17", ["takes a mark alone", "write 'goto deck -> empty -> pick -> move from'"], []),
    (BEES % "own -> select from -> swap to", "10:39", ["no Mark is called 'to' (there are: from)"], []),
    (BEES % "own -> select from -> move to -> own", "10:39", ["no Mark is called 'to' (there are: from)"], []),
    (
        BEES.replace("A, B", "A, B, C").replace("Bee:B", "Bee:B/b/c") % "turn other",
        "10:17",
        ["the one who follows is 'next'"],
        [],
    ),
    (_CARDS % "move to hand", "13:17", ["write 'goto hand -> empty -> pick -> move from'"], []),
    (BEES % "own -> set ally Bee", "10:23", ["write 'do as ally { set own Bee }'"], []),
    (BEES % "partner -> select", "10:12", ["did you mean 'ally'?"], []),
    (BEES % "do as C { own }", "10:18", ["there is no player 'C'", "A, B, ally, each, enemy, next, previous"], []),
    (_PHASES % "if phase == a -> own", "10:15", ["write 'in a -> …', or 'if in a { … }'"], []),
    (_PHASES % "if phase != b { win }", "10:15", ["write 'no { in b } -> …', or 'if no { in b } { … }'"], []),
    (_CARDS.replace(_ACE, "is Red Card") % "Red", "11:25", ["by commas, as in 'is Red, Card'"], []),
    (_CARDS.replace(_ACE, "is Red Card { worth 3 }") % "Red", "11:26", ["by commas, as in 'is Red, Card'"], []),
    (_CARDS.replace(_ACE, "is Card worth 3") % "Card", "11:28", ["in braces: '{ worth 3 }'"], []),
    (_CARDS.replace(_ACE, "is Card, worth 3") % "Card", "11:29", ["in braces: '{ worth 3 }'"], []),
    (_CARDS.replace(_ACE, "Card { worth 3 }") % "own", "11:19", ["after 'is', as in 'is Card { … }'"], []),
    (BEES.replace("= row 0", "= (0,0) (1,0)") % "own", "8:17", ["as in 'cells (0,0) (1,0)'"], []),
    (BEES.replace("= row 0", "= row 0 a1") % "own", "8:23", ["or 'cells a1 b1'"], []),
    (
        BEES % "ray (1,0) while empty",
        "10:22",
        ["is said without 'while', as in 'ray orth empty'; what ends it stands"],
        [],
    ),
    (BEES % "ray (1,0) through empty", "10:22", ["is said without 'through', as in 'ray orth empty'"], []),
    (BEES % "ray (1,0) empty until over own", "10:34", ["is said without 'over'"], []),
    (BEES % "ray (1,0) last", "10:22", ["a pattern stands before 'last'"], []),
    (BEES % "ray (1,0) empty last end", "10:33", ["one of 'end', 'both' and 'last'"], []),
    (BEES.replace("mark from", "mark from game at edge") % "own", "9:18", ["in braces behind '='"], []),
    (BEES.replace("mark from", "mark from = { at edge } game") % "own", "9:27", ["'game' stands before '='"], []),
    (BEES.replace("mark from", "mark from = a1") % "own", "9:13", ["begins empty or with", "cells a1'"], []),
    (_CARDS.replace("stuck = lose", "sight hand = enemy hand") % "own", "14:22", ["'goto enemy hand' goes"], []),
    (_CARDS % "next hand -> own", "13:17", ["'goto next hand' goes to them, 'at next hand' asks for them"], []),
    (_CARDS % "goto enemy.hand", "13:17", ["write 'goto enemy hand'"], []),
    (_CARDS % "if worth(from) > 1", "13:20", ["write 'worth { goto from }'"], []),
    (_CARDS % "if worth of hand > 1", "13:21", ["write 'worth { goto hand }'"], []),
    (_CARDS % "if from.worth > 1", "13:15", ["write 'worth { goto from }'"], []),
    (_CARDS % "if count of hand > 1", "13:21", ["write 'count { goto hand -> piece }'"], []),
    (_CARDS % "if hand == 0", "13:15", ["'hand' names cells", "'count { goto hand -> piece }'"], []),
    (_CARDS % "if enemy hand == 0", "13:21", ["'count { goto enemy hand -> piece }'"], []),
    (_CARDS % "if from > 1", "13:15", ["'from' names cells", "'count { goto from }'"], []),
    (_CARDS % "if count hand == 0", "13:21", ["'count { goto hand -> piece }'"], []),
    (_CARDS % "if count(from) == 0", "13:20", ["'count { goto from }'"], []),
    (_DICE % "own", "10:22", ["weights are whole numbers"], []),
    ((BEES % "own").replace("A, B", "2..4").replace("Bee:B", "Bee:B/b"), "2:11", ["players have names"], []),
    ((BEES % "own").replace("A, B", "2"), "2:11", ["by 'seats n', with 'parameter n"], []),
    (_CARDS % "own -> shuffle deck", "13:19", ["nothing is shuffled", "'chance Deal = goto deck"], []),
    (_CARDS % "own -> deal 3", "13:19", ["'chance Deal = goto deck"], []),
    (_CARDS % "own -> draw from", "13:24", ["'draw' ends the game", "'chance Deal = goto deck"], []),
    (_CARDS % "own -> discard from", "13:19", ["'goto pile -> empty -> pick -> move card'"], []),
    (BEES % "own -> end turn", "10:19", ["or by 'turn next' in it"], []),
    (BEES % "own -> random", "10:19", ["'chance Roll = amount die 1..6"], []),
    (BEES % "own -> roll", "10:19", ["'chance Roll = amount die 1..6"], []),
    (BEES % "own -> zzzzzz", "10:19", ["(there are: A, B, Bee, Flower, Wax, add, "], []),
    (BEES % "own -> set zzzzzz", "10:23", ["(there are: Wax); a piece of the player is set by 'set own'"], []),
    (_GOTE % "goes -> select", "11:12", ["did you mean 'gose'?"], []),
    (_ROTATED.replace("Turn", "rotate180"), "2:16", ["no transform 'rotate180'; did you mean 'Rotate180'?"], []),
    (_ROTATED.replace("Turn", "fliprows"), "2:16", ["no transform 'fliprows'; did you mean 'FlipRows'?"], []),
    (_ROTATED.replace("Turn", "ROTATE180"), "2:16", ["did you mean 'Rotate180'?"], []),
    (_ROTATED.replace("Turn", "flip rows"), "2:16", ["the name of a transform is one word: 'FlipRows'"], []),
    ((BEES % "own").replace("2x2", "2×2"), "3:10", ["'×' is no token of the notation; write x"], []),
    (BEES % "if own { win } else set empty", "10:32", ["as in 'else { set … }', not 'set'"], []),
    (BEES % "own -> if Bee { win else { lose }", "10:32", ["stands after the braces", "'}' is missing"], ["10:26"]),
    (BEES % "own -> if Bee { own else { lose }", "10:32", ["'}' is missing before it"], ["10:26"]),
    (BEES % "own else { lose }", "10:16", ["'else' stands after the braces of a condition"], []),
]


HEIGHTS = NAMES.replace("  nature Dice\n", "  counter height cell\n")
MEANT = [
    # a line, the column of what is told, and nothing else is, and words of the message
    ("zone z 0x3", 8, "the zone z is 0 cells wide and 3 high; both must be positive"),
    ("counter n per player = 3", 17, "leave out 'player'"),
    ("mark seen per players game", 17, "leave out 'players'"),
    ("zone box 3x1 per player", 20, "leave out 'player'"),
    ("region base per player = row 0 | row 2", 19, "leave out 'player'"),
    ("mark drawn forever", 14, "(per, carried, ply, turn, round, game, owner, hidden, sight), not 'forever'"),
    ("counter rolled rack 0..1", 18, "declared by 'cell rack'"),
    ("counter score per\n  effect = score + 1", 12, "'score' is also a reserved word of the notation, and without"),
    ("counter score per\n  effect = score - 1", 12, "write 'score := 3' or 'score += 1'"),
    ("counter score per\n  effect = score = 1", 18, "write 'score := 3' or 'score += 1'"),
    ("counter score per\n  effect = score++", 17, "write 'score := 3' or 'score += 1'"),
    ("counter score per\n  effect = score > 1 -> win", 12, "write 'if score > 1'"),
    ("effect = if (height) { goto goal } > 0 -> win", 15, "without parentheses: 'if height { goto goal } > …'"),
    ("effect = if not (White hand) { own } == 0 -> win", 19, "'if White hand { own } == …'"),
    ("effect = hand := if (height) { own } > 0 { 1 }", 23, "'if height { own } > …'"),
    ("directions a = (1,0), (0,1)", 23, "blanks separate directions"),
    ("directions a = orth, (0,1)", 22, "blanks separate directions"),
    ("region a = cells (1,0), (0,1)", 25, "blanks separate cells"),
    ("region a = row 0, row 1", 19, "blanks separate parts of a region"),
    ("kind Swamp:s { size 3 } is Land kind Bog:b is Land { size 4 }", 27, "'is Land { … }'"),
    (
        "constant near cell = { 1 2 3 1 2 3 1 2 3 }",
        17,
        "leave out 'cell': with '{ … }' or 'row' each cell has a number",
    ),
    ("constant near cell rack = { 1 2 3 }", 17, "the numbers of a zone are those 'of rack'"),
    ("constant near rack = { 1 2 3 }", 17, "the numbers of a zone are those 'of rack'"),
    ("constant near per = 3", 17, "numbers for each player stand in a value, as in 'value prize = (3, 5)'"),
    ("constant near of rack = { 1, 2 3 }", 30, "blanks separate numbers"),
    ("sub s in opening = own", 9, "only rules and effects belong to phases"),
    ("stuck in opening = own", 9, "begins with the question: '= in opening -> …'"),
    ("ensure in opening = own", 10, "here the chain asks: '= if in opening { … }'"),
    ("effect in opening or endgame = own", 21, "the phases of a rule are separated by commas"),
    ("place P priority 1 = empty", 11, "'priority' is said of 'move' and 'chance' rules alone, and not of 'place'"),
    ("effect = own\n  elif enemy { win }", 3, "another condition begins with 'else if'"),
    ("win = passes == 3", 3, "as in 'effect = has { … } -> win' after a move, or 'over = …'"),
    ("end = if passes == 3", 3, "as in 'effect = has { … } -> win' after a move, or 'over = …'"),
    ("or own { win }", 3, "a line does not go on with 'or': write the whole condition in one line"),
    ("if own { win }", 3, "'if' begins a filter, which stands in a chain, as in 'effect = if …'"),
    ("rule Go = own -> select", 3, "a rule is 'move NAME = …'"),
    ("effect = if passes == 3 win", 27, "'if n == 3 -> win' or 'if n == 3 { win }'"),
    ("effect = if passes == 3 turn next else turn same", 27, "follows '->' or stands in braces"),
    ("effect = if own win", 19, "what depends on a test stands in braces, as in 'if own { win }'"),
    ("effect = if at goal draw", 23, "what depends on a test stands in braces, as in 'if own { win }'"),
    ("effect = select from own", 24, "'->' is expected between two filters, not 'own'"),
    ("effect = has { movable win }", 26, "'->' is expected between two filters, not 'win'"),
    ("move M = select own from", 19, "a pattern stands before 'select', with '->' between: 'own -> select'"),
    ("move M = each Queen -> select", 17, "with '->' between: 'Queen -> each'"),
    ("move M = pick own -> select", 17, "with '->' between: 'own -> pick'"),
    ("effect = mark += from", 12, "the name of the mark stands before the sign: 'mark from +='"),
    (
        "effect = from += goal",
        12,
        "'from' is a mark, which is changed by the cells of the working set: 'goto goal -> mark from +='",
    ),
    ("effect = from := here", 12, "'goto here -> mark from'"),
    ("effect = goto board", 17, "all cells of the board are called 'all'"),
    ("over = score sum height own", 16, "summed over the cells in braces after it: 'height { own }'"),
    ("effect = passes += sum { own }", 22, "'count { own }' is the number of cells"),
    ("over = score height own", 23, "the cells over which a number is summed stand in braces: 'height { own }'"),
    (
        "effect = if hand White >= 3 { win }",
        20,
        "write 'White hand'",
    ),
    ("effect = set neutral Wall", 16, "set by its name alone: 'set Wall'"),
    ("effect = set to", 16, "for the kind of piece that stands on it, write 'set like to'"),
    ("effect = place Queen", 12, "'set own' puts a piece there"),
    ("effect = flood piece orth", 18, "the directions stand first: 'orth piece'"),
    ("effect = step passes orth", 12, "the directions stand first: 'step orth passes'"),
    ("effect = step 1..3 orth", 12, "the directions stand first: 'step orth 1..3'"),
    ("effect = ray 1..3 orth own", 12, "the directions stand first: 'ray orth 1..3'"),
    ("effect = ray own until enemy orth", 12, "the directions stand first: 'ray orth own until enemy'"),
    ("effect = step orth * passes", 24, "'*' means any number of steps; write 'step orth passes' for so many"),
    ("effect = step * 2", 19, "'*' means any number of steps; write 'step 2' for so many"),
    ("effect = if from at goal { win }", 15, "'if has { goto from -> at goal } { … }'"),
    (
        "effect = if goal { win }",
        15,
        "'goal' is a Region: what is there is asked by 'if has { goto goal -> own } { … }'",
    ),
    ("effect = next turn", 12, "whose turn it is stands after the word: 'turn next'"),
    ("effect = turn orth", 17, "'turn' says who is next; 'bend orth' turns the direction"),
    ("effect = passes := 1..3", 23, "that one of several numbers is chosen is said by 'amount passes 1..3'"),
    ("effect = amount 1..6 passes", 19, "the counter stands before the bounds, as in 'amount n 1..6'"),
    ("effect = amount passes 6", 27, "as in 'amount n 1..6'"),
    ("effect = passes := passes / 3", 29, "a quotient is written by 'div'"),
    ("effect = if height { own } / 2 > 1 { win }", 30, "a quotient is written by 'div'"),
    ("over = win max hand", 14, "'score hand' ends the game, and the player with the greatest number wins"),
    ("over = lose hand", 15, "'lose' stands alone; 'score hand'"),
    ("effect = last -> win", 12, "'pick last' keeps the last cell"),
    ("effect = same as from", 12, "'like from' holds for a piece of the same kind"),
    ("effect = while { own }", 12, "'repeat maximal { if n > 0 -> … }'"),
    ("effect = move from to goal", 22, "to the cell that is reached: write 'goto goal -> empty -> pick -> move from'"),
    ("effect = move from to", 22, "'goto to -> move from'"),
    ("effect = swap from goal", 22, "'goto goal -> pick -> swap from'"),
    ("region a per = row 9 10 | row 0 1", 24, "write 'row 9..10' or 'row 9 row 10'"),
    ("region a = column 1 2", 23, "write 'column 1..2' or 'column 1 column 2'"),
    ("region a = corners", 14, "row, column, cells, rect, where or tiles is expected before the cells of a region"),
    ("region a = row 0 rows 2", 20, "not 'rows'; did you mean 'row'?"),
    ("effect = where { Queen @(1,0) or Queen @(-1,0) }", 33, "as in 'first { King @(1,0) | King @(-1,0) }'"),
    ("tile Sea:s Sand:d", 14, "each tile is declared on a line of its own, as in 'tile Sand:d'"),
    ('zone z 2x1 per cell\n  setup z { a1 "QQ" }', 11, "for all blocks alike, as in 'zone z 3x1 { \"A..\" }'"),
    ("tile Sea:s\n  region a = Sea", 14, "the cells of a tile are 'tiles Sea'"),
    ("effect = step orth until enemy", 22, "'ray orth empty until enemy end', or 'step orth * through empty -> enemy'"),
    ("effect = step orth * until Queen", 24, "write 'ray orth empty until Queen end'"),
    (
        "effect = set enemy empty",
        22,
        "'set empty' takes away what stands there; whose it must be is asked before: 'enemy ->",
    ),
    ("effect = set own empty", 20, "'own -> set empty'"),
    ("effect = enemy at own goal", 21, "leave out 'own'"),
    ("effect = goto own rack", 17, "leave out 'own'"),
    ("effect = option q", 19, "the label is a string: write 'option \"q\"'"),
    ("move M = own -> step orth by 2 -> select", 29, "how many steps is a number alone: leave out 'by'"),
    ("effect = own -> lose 1", 24, "what a player gets is said by 'pay', as in 'pay -1'"),
    ("effect = if passes > 1 -> win 2", 33, "as in 'pay 2'"),
    ("sub goes = own\n  effect = goes goal -> win", 17, "'sub goes(a) = …' called as 'goes(goal)'"),
    ("priority 3 move M = own -> select", 3, "'priority' stands behind the name, as in 'move Take priority 1 = …'"),
    (
        "maximise passes move M = own -> select",
        3,
        "'maximise' stands behind the name, as in 'move Take maximise men = …'",
    ),
    ("effect = turn again", 17, "the player to move goes on by 'turn same'"),
    ("move M = own -> select from, to", 30, "one mark stands after 'select': write 'select from -> mark to'"),
    ("move M = own -> clear from, to", 29, "'clear from -> clear to'"),
    ("effect = where { height >= 2 }", 20, "numbers are compared after 'if': write 'if height >= 2'"),
    ("effect = where { worth >= passes }", 20, "write 'if worth >= passes'"),
    ("sub price = min(passes, 3) + 1", 15, "a number with a name is declared by 'value price = …'"),
    ("sub price = count { own } * 2", 15, "a chain is expected"),
    ("sub price = (passes + 1) * 2", 15, "a chain is expected"),
    ("sub price = -passes", 15, "a chain is expected"),
    ("sub price = worth { own }", 15, "a chain is expected"),
    ("sub price(a) = count { a } * 2\n  effect = price(own)", 18, "'value price = …'"),
    ("kind Ace:e { rank 3 }\n  sub attack = rank { goto from }", 16, "'value attack = …'"),
    (
        "effect = if height == enemy height { passes += 1 } else { passes := 0 }",
        54,
        "what is done where the comparison holds follows '(enemy height) { … }'",
    ),
    ("effect = has { own } or no { own } -> win", 24, "write 'if has { … } or no { … }'"),
    ("effect = repeat passes..passes { own }", 19, "'repeat 0..* maximal { if passes > 0 -> … -> passes -= 1 }'"),
    ("effect = repeat passes { own }", 19, "the bounds of 'repeat' are numbers or parameters"),
    ("effect = repeat 1..passes { own }", 22, "the bounds of 'repeat' are numbers or parameters"),
    ("effect = if passes > 3\n  { phase endgame }", 3, "'{' must stand on the same line as '3', to which it belongs"),
    ("effect = if own\n  { win } else { lose }", 3, "on the same line as 'own'"),
    ("simultaneous in opening", 16, "where some phases alone are secret, leave it out"),
    ("effect = passes := count as each { own }", 28, "as in 'each count { pick -> if lives > 0 }'"),
    ("effect = if count players { own } == 1 { win }", 21, "as in 'each count { pick -> if lives > 0 }'"),
    ("effect = passes := players { own }", 22, "as in 'each count { pick -> if lives > 0 }'"),
    ("effect = each hand := 0", 17, "write 'do as each { hand := 0 }'"),
    ("effect = passes := passes % 2", 29, "a remainder is written by 'mod'"),
    (
        "effect = any; if passes > 3 { phase endgame -> own -> passes += 1 } else { phase opening }",
        50,
        "in this 'if', 'own' may find nothing after 'phase endgame' has changed something",
    ),
    (
        "effect = first { phase endgame -> own -> passes += 1 | phase opening }",
        37,
        "an alternative of first must not check anything after an effect",
    ),
    ("effect = Quen own", 12, "did you mean 'Queen'"),
    ("phass early, late\n  move M in early = own -> select -> phase late", 3, "did you mean 'phases'"),
    ("marks old, new\n  move M = own -> select old -> mark new -> goto old", 3, "did you mean 'mark'"),
    ("neutral Dvonn R\n  effect = set Dvonn", 17, "':' is expected between a piece and its symbol"),
    (
        'kind Bog:b { worth }\n  setup { "b.." "..." "..." }\n  counter n cell = { 1 1 1 1 1 1 1 1 1 }',
        22,
        "for 'worth'",
    ),
    ("effect = if enemy Quen { win }", 21, "no Piece or Group is called 'Quen'; did you mean 'Queen'?"),
    ("effect = if Black Quen { win }", 21, "no Piece or Group is called 'Quen'; did you mean 'Queen'?"),
    ("effect = if Quen { win }", 15, "did you mean 'Queen'?"),
    ("effect = if Blak Queen { win }", 15, "did you mean 'Black'?"),
    ("effect = if movabel { win }", 15, "did you mean 'movable'?"),
    ("effect = if not enemy Quen and passes > 3 { win }", 25, "did you mean 'Queen'?"),
    ("effect = hand := if enemy Quen { 1 } else { 2 }", 29, "did you mean 'Queen'?"),
    ("effect = if enemy Quen > 3 { win }", 21, "no Counter, Constant, Parameter, Attribute or Value is called 'Quen'"),
    ("effect = if enemy hnad { own } > 3 { win }", 21, "did you mean 'hand'?"),
    ("effect = if enemy zzz { win }", 21, "declare it, as in 'counter zzz'"),
    ('effect = own because "No more.\n  place P = option "p"', 24, 'this string has no end on its line: " is missing'),
    ('effect = do { option "p }\n  place P = option "p"', 24, 'this string has no end on its line: " is missing'),
    ("effect = own because 'it's'\n  place P = own", 29, "this string has no end on its line: ' is missing"),
    ('setup { "M.. "..." "..." }', 26, "this string has no end on its line"),
    ('setup { "M..\n          "..." "..." }', 11, "this string has no end on its line"),
    ("sub slides = own\n  effect = slide", 12, "did you mean 'slides'?"),
    ("sub captures(a) = a\n  effect = capture(own)", 12, "did you mean 'captures'?"),
    ("kind Mine:i\n  effect = goto all -> mine", 24, "did you mean 'Mine'?"),
    ("kind Pass:a\n  effect = same as from", 12, "'like from' holds for a piece of the same kind"),
    ("effect = all own or empy", 23, "did you mean 'empty'?"),
    ("effect = set empy", 16, "did you mean 'empty'?"),
    ("zone z 2x1 owner per fan", 20, "'per' stands before 'owner', as in 'zone hand 6x1 per owner'"),
    ("zone z 2x1 hidden per cell", 21, "as in 'zone hand 6x1 per cell hidden'"),
    ("effect = goto enemy from", 12, "if each player has his own, declare 'mark from per'"),
    ("mark pawn ply hidden\n  effect = goto next pawn", 12, "declare 'mark pawn per ply hidden'"),
    ("mark pawn game\n  effect = own at enemy pawn", 19, "declare 'mark pawn per game'"),
    ("zone z nxn", 10, "blanks stand between 'x' and the name of a parameter: 'n x n'"),
    ("parameter m 1..3 = 2\n  zone z mxn", 10, "'m x n'"),
    ("zone z 8xn", 11, "'x n'"),
    ("zone z 2×3", 11, "write x, or * in a product"),
    ("effect = goto all -> where not { own }", 30, "said by one word: 'wherenot { … }'"),
    ("effect = repeat 3 -> draw", 12, "is asked by 'repeated 3'"),
    ("effect = passes := count / 2", 28, "a quotient is written by 'div'"),
    ("effect = if count / 2 > 3 { win }", 21, "a quotient is written by 'div'"),
    ("nature Dice\n  chance Roll = amount passes 1-3\n  place P = own", 31, "a range is written '1..3'"),
    ("effect = amount passes 1 - 3 -> turn next", 26, "a range is written '1..3'"),
    ("effect = [!at goal and !at rack]", 13, "write 'any !at goal'"),
    ("sub safe = own\n  effect = if safe -> win", 15, "write 'has { safe } -> …', or 'if safe { … }'"),
    ("sub held(a) = a\n  effect = if held(own) -> win", 15, "write 'has { held(own) } -> …', or 'if held(own) { … }'"),
    ("effect = goto all -> !step orth own", 24, "write 'wherenot { step orth -> own }'"),
    ("effect = own !step orth -> empty", 16, "write 'wherenot { step orth … }'"),
    ("effect = own -> !aligned 3 own -> win", 19, "'aligned' asks for a row: write 'wherenot { aligned … }'"),
    ("effect = !has { goto all -> own } -> win", 12, "'has { … }' is denied by 'no { … }'"),
    ("effect = if !where { own } { win }", 15, "'where { … }' is denied by 'wherenot { … }'"),
    ("effect = own and !ray orth own", 20, "write 'wherenot { ray … }'"),
    ("effect = if !step orth own { win }", 15, "write 'no { step orth -> own }'"),
    ("move Go for Black = own -> select", 11, "write 'move Go = by Black -> …'"),
    ("move Go(Black) = own -> select", 10, "write 'move Go = by Black -> …'"),
    ("zone z per 3x1 owner", 10, "the size stands before 'per': write 'zone z 3x1 per'"),
    ("zone z per cell hidden 3x1", 10, "write 'zone z 3x1 per cell hidden'"),
    ("effect = if White.hand > 3 { win }", 15, "without a point: write 'White hand'"),
    ("effect = passes := 2 * enemy.hand", 26, "without a point: write 'enemy hand'"),
    ("effect = White.hand += 1", 12, "without a point: write 'White hand'"),
    ("effect = if own.hand > 3 { win }", 15, "'hand' alone is the player's own, where each has one"),
    ("effect = goto goal !at from", 22, "'->' is expected between two filters: write '-> !at from'"),
    ("effect = mark from !own", 22, "write '-> !own'"),
    ("effect = step orth [own and !at from]", 22, "write '-> [ … ]'"),
    ("move M = select !own", 19, "with '->' between: '!own -> select'"),
    ("effect = where passes > 0", 18, "write 'where { if passes > 0 }'"),
    ("effect = no enemy hand > 2 and own", 15, "write 'no { if enemy hand > 2 … }'"),
    ("effect = has as White hand > 2", 25, "write 'has as White { if hand > 2 }'"),
    ("effect = has count { own } > 2", 16, "write 'has { if count { … } … }'"),
    ("sub across = if own { 5 - passes } else { passes }", 16, "declared by 'value across = …'"),
    ("sub across = if has { own } { passes + 1 }", 16, "declared by 'value across = …'"),
    ("sub many = count { own } >= 2", 14, "a comparison is one after 'if', as in 'if count { … } >= 3'"),
    ("sub many(n) = count { own } >= n\n  effect = many(2)", 17, "'if count { … } >= 3'"),
    ("sub more = passes + 1 > 2", 14, "a comparison is one after 'if', as in 'if n >= 3'"),
    ("sub more = count { if passes > 2 } + 1", 14, "declared by 'value more = …'"),
    ("effect = (step orth -> empty | step orth -> enemy)", 12, "'union { … | … }' takes the cells of all"),
    ("effect = own -> (step orth -> empty) -> set empty", 19, "grouped by no parentheses: leave them out"),
    ("effect = own -> { empty -> set empty }", 19, "grouped by no braces: leave them out, or write 'do { … }'"),
    ("effect = own -> { empty | enemy }", 19, "'choose { … | … }' makes moves of each"),
    ("place Put = empty, not at goal", 20, "write '-> !at goal'"),
    ("effect = has { own, not Queen }", 21, "write '-> !Queen'"),
    (
        "effect = if table (1) > 0 -> win",
        23,
        "',' is expected after the first number, as in 'table (0, 1, 3, 6) at level'",
    ),
    ("effect = if table (1, 2) > 0 -> win", 28, "'at' is expected before the index, which counts from 0"),
    ("effect = if lookup (1, 2) > 1 -> win", 15, "is read by 'table (0, 1, 3, 6) at level'"),
    ("effect = if count > table 3 -> win", 29, "'(' is expected before the numbers"),
    ("effect = own, set empty", 15, "are joined by '->', and alternatives of a pattern by 'or', not by ','"),
    ("effect = if own { win } otherwise { lose }", 27, "the other case begins with 'else'"),
    ("effect = passes := if own { 2 } otherwise { 1 }", 35, "the other case begins with 'else'"),
    ("effect = step orth ahead -> empty", 22, "declare a set of all, as in 'directions both = orth ahead'"),
    ("effect = step orth, ahead -> empty", 21, "'directions both = orth ahead'"),
    ("effect = step orth (1,1) -> empty", 22, "'directions both = orth (0,1)'"),
    ("effect = step (1,1) orth -> empty", 23, "'directions both = (1,1) orth'"),
    ("effect = ray (1,1) ahead empty", 22, "'directions both = (1,1) ahead'"),
    ("effect = ray orth ahead empty", 21, "'directions both = orth ahead'"),
    ("effect = flood orth ahead empty", 23, "'directions both = orth ahead'"),
    ("effect = set queen", 16, "did you mean 'own Queen'?"),
    ("region half of rack relative = row 0", 23, "write 'relative of rack'"),
    ("constant c of rack relative = row", 22, "write 'relative of rack'"),
    ("effect = if passes > 1.5 -> win", 25, "numbers are whole, and '1.5' is not"),
    ("effect = passes := 1.5", 23, "numbers are whole"),
    ("counter hp cell = 3 carried", 23, "'carried' stands before '=', as in 'counter hp carried = 3'"),
    ("counter hp = 3 per", 18, "'per' stands before '='"),
    ("effect = step orth while own", 22, "write 'step orth * through own'"),
    ("effect = turn White or Black", 23, "'turn next { if n == 0 }' is the first one"),
    ("effect = move to from", 20, "from 'from' to 'to' is written 'goto to -> move from'"),
    ("effect = do as each other { hand -= 1 }", 23, "'each' means all players, 'enemy' all others"),
    ("effect = step orth (passes + 1) -> win", 22, "begin with a parenthesis: write 'step orth passes + 1'"),
    ("effect = step orth (passes + 1) * 2", 22, "as in 'step orth 2 * (passes + 1)'"),
    ("effect = passes := max { height { goto all } }", 22, "'height { goto all -> most height -> pick }'"),
    ("effect = if 3 > max height { enemy } -> win", 19, "'height { goto all -> most height -> pick }'"),
    ("effect = passes := least height", 22, "'height { goto all -> least height -> pick }'"),
    ("effect = passes := max hand", 22, "kept in a counter of your own"),
    ("effect = if all hand == 0 -> win", 15, "'no as each { if hand != 0 } -> …'"),
    ("effect = if all height > 2 { win }", 15, "'no { goto all -> where { if height <= 2 } } -> …'"),
    ("effect = if all passes > 2 { win }", 15, "one 'passes' for all: leave out 'all'"),
    ("effect = height { enemy } -= 1", 12, "write 'do { enemy -> height -= 1 }'"),
    ("effect = height { goto all } := 0", 12, "write 'do { goto all -> height := 0 }'"),
    ("effect = hand { own } := 0", 12, "is the number of no cell: write 'hand := 0' alone"),
    ("effect = eliminate", 12, "passed over: 'turn next { if out == 0 }'"),
    ("effect = out White", 12, "passed over: 'turn next { if out == 0 }'"),
    ("effect = set next Man", 16, "write 'do as next { set own Man }'"),
    ("counter c per = { White 1 Black 2 }", 21, "in their order (White, Black) with '|' between, as in '{ 1 | 2 }'"),
    ("counter c per = { White: 1, Black: 2 }", 21, "as in '{ 1 | 2 }'"),
    ("constant cost of Man = 3", 20, "is an attribute, as in 'pieces Man:M { cost 3 }'"),
    ("value v = hand > 3\n  effect = passes := v", 18, "write 'if hand > 3 { 1 }'"),
    ("score hand then passes", 3, "a declaration, as in 'ranking max coins, max men'"),
    ("rank hand, passes", 3, "a declaration, as in 'ranking max coins, max men'"),
    ("effect = rank hand", 17, "a declaration, as in 'ranking max hand'"),
    ("effect = score hand then passes", 23, "write 'rank'; by what players are ranked is a declaration"),
    ("effect = distance from < 3 -> win", 12, "'has { repeat 0..2 { step orth } -> at from }'"),
    ("effect = if distance from < 3 -> win", 15, "'has { repeat 0..2 { step orth } -> at from }'"),
    ("effect = if round == 3 -> win", 15, "'counter rounds', and 'round = rounds += 1'"),
    ("effect = if turns == 3 -> win", 15, "'counter moves', and 'effect = moves += 1'"),
    ("effect = own neighbours >= 1", 16, "as in 'if count { step orth -> own } >= 1 { … }'"),
    ("effect = if enemy neighbours >= 1 { win }", 21, "'count { step orth -> enemy }'"),
    ("effect = if count neighbours >= 1 { win }", 21, "'count { step orth -> own }'"),
    (
        "effect = if at goal -> win",
        15,
        "write 'at goal -> win'; what depends on it stands in braces, as in 'if at goal { win }'",
    ),
    ("effect = if own at goal -> set empty -> win", 15, "write 'own at goal -> set …'"),
    ("effect own -> win", 10, "'=' stands before the chain: write 'effect = own …'"),
    ("sub won = win\n  effect won -> win", 10, "write 'effect = won …'"),
    ("effect no { own } -> win", 10, "write 'effect = no …'"),
    ("effect win", 10, "write 'effect = win …'"),
    ("place own -> any", 9, "write 'place = own …'"),
    ("move own -> select", 8, "a name and '=' stand before the chain: write 'move NAME = own …'"),
    ("counter p0, p1\n  effect = score table (p0, p1) at p0", 25, "chosen by tests: 'if n == 0 { p0 } else { … }'"),
    ("counter p0, p1\n  effect = score table (3, p1) at p0", 28, "chosen by tests: 'if n == 0 { p1 } else { … }'"),
    ("directions all8 = orth + ahead", 26, "with blanks between: 'orth ahead'"),
    ("effect = turn extra", 17, "by 'turn same'"),
    ("effect = empty -> where if height > 0 -> set own Man", 27, "write 'where { if height > 0 }'"),
    ("effect = if no if count { own } > 2 { win }", 18, "write 'no { if count { … } … }'"),
    ("move Put = empty priority 1 -> select", 20, "stands before '=', as in 'move NAME priority 1 = …'"),
    ("effect = if goal { win }", 15, "lie there by 'if at goal { … }'"),
    ("effect = if goal -> win", 15, "lie there by 'at goal -> …', without 'if'"),
    ("effect = if not from -> win", 19, "lie there by 'if at from { … }'"),
    ("effect = if !movable -> lose", 15, "'movable' is denied by 'not': write 'not movable'"),
    ("effect = !movable -> lose", 12, "'movable' is denied by 'no': write 'no { movable }'"),
    ("effect = if passes > 0 and !repeated 3 { lose }", 30, "write 'not repeated …'"),
    ("effect = repetition 3 -> draw", 12, "'repeated 3' holds if the position has occurred three times"),
    ("effect = if repetition 3 -> draw", 15, "'repeated 3' holds if the position has occurred three times"),
    ("effect = if threefold { draw }", 15, "'repeated 3' holds if the position has occurred three times"),
    ("effect = same turn", 12, "the player to move goes on by 'turn same'"),
    ("effect = if own { extra turn }", 21, "the player to move goes on by 'turn same'"),
    ("effect = turn another", 17, "the player to move goes on by 'turn same'"),
    ("effect = enemy has { goto all -> own } -> win", 18, "write 'has as enemy { … }'"),
    ("sub seen = White no { own }", 20, "write 'no as White { … }'"),
    ("effect = if enemy has { own } { win }", 21, "write 'has as enemy { … }'"),
    ("effect = set own Queen at goal", 26, "is said before: 'at goal -> set own Queen'"),
    ("effect = own -> set empty on Black goal -> win", 29, "'at Black goal -> set empty'"),
    ("effect = if own on goal { win }", 19, "where something stands is asked by 'at': write 'at goal'"),
    ("effect = own -> on goal -> win", 19, "asked by 'at', as in 'at goal'"),
    ("effect = exists { own } -> win", 12, "asked by 'has { own }', or 'has { goto all -> own }'"),
    ("effect = if exists { own } { win }", 15, "asked by 'has { own }'"),
    ("effect = none own -> win", 12, "said by 'no { own }', or 'no { goto all -> own }'"),
    ("effect = undo", 12, "no rule takes a move back"),
    ("effect = max height", 12, "'most n' leaves the cells whose number is the greatest"),
    ("effect = passes := 1 -> extra", 27, "the player to move goes on by 'turn same'"),
    ("effect = own -> step orth twice -> empty", 29, "write 'step orth 2'"),
    ("effect = repeat twice { own }", 19, "write 'repeat 2'"),
    (
        "effect = if own Queen is captured { lose }",
        25,
        "'no { goto all -> own Queen }' holds where there is none any more",
    ),
    ("effect = empty cell -> set own Man", 18, "'empty' alone holds for a cell: leave out 'cell'"),
    ("effect = own -> step orth exactly passes", 29, "leave out 'exactly'"),
    ("move M when endgame = own -> select", 10, "write 'in endgame'"),
    ("effect = own -> tie", 19, "did you mean 'draw'?"),
    ("effect = own -> lost", 19, "did you mean 'lose'?"),
    ("effect = own -> won", 19, "did you mean 'win'?"),
    ("effect = empty -> has adjacent own Queen", 25, "is asked by 'where { step orth -> own Queen }'"),
    ("effect = empty -> no next to enemy", 24, "is asked by 'wherenot { step orth -> enemy }'"),
    ("effect = empty -> where beside", 27, "is asked by 'where { step orth -> own }'"),
    ('zone kinds 2x1 "QM"', 18, "write '{ \"QM\" }'"),
    ("effect = own -> ray orth !Queen 1..* until empty", 35, "write '1..* !Queen'"),
    ("move M = select to from rack", 22, "write 'goto rack -> piece -> select to'"),
    ("move M = select in rack", 19, "write 'goto rack -> piece -> select'"),
    ("hidden chance Deal = goto rack -> select", 3, "'hidden' stands behind the name, as in 'chance Deal hidden = …'"),
    ("effect = own -> push from", 19, "who pushes moves twice"),
    ("effect = own -> rotate right", 19, "it turns by 'face := (face + 1) mod 4'"),
    ("effect = connect goal rack own", 12, "that own pieces join two sides is asked by"),
    ("effect = empty adjacent to own -> win", 18, "write 'empty -> where { step orth -> own }'"),
    ("effect = own Queen adjacent enemy Man -> win", 22, "write 'own Queen -> where { step orth -> enemy Man }'"),
    (
        "effect = own -> if Queen adjacent to enemy { win }",
        28,
        "'if has { Queen -> where { step orth -> enemy } } { … }'",
    ),
    ("effect = own adjacent -> win", 16, "is found by 'step orth -> own'"),
    ("effect = own -> endgame", 19, "'endgame' is a Phase: 'phase endgame' begins it, 'in endgame' asks whether"),
    ("counter height2 carried 0..3", 11, "each cell needs one: write 'counter height2 cell carried'"),
    ("counter height2 = { 1 2 3 }", 11, "write 'counter height2 cell' for one on each cell, 'counter height2 per' for"),
    ("effect = own next to Queen -> win", 16, "'where { step orth -> own }' keeps the cells"),
    ("effect = own -> next to own -> win", 19, "is found by 'step orth -> own'"),
    ('pieces Ell:L { shape "##" "#." }', 29, "write 'shape \"##/#.\"'"),
    ('kind Ell:e { size 4 shape "##" "#." "#." }', 34, "write 'shape \"##/#./…\"'"),
    ("effect = mark own as to", 17, "a pattern stands before 'mark', with '->' between: 'own -> mark to'"),
    ("effect = mark Queen", 17, "'Queen -> mark from'"),
    ("effect = select own as from", 19, "'own -> select from'"),
    ("effect = along orth { step -> set empty }", 12, "stands in 'do along orth { … }'"),
    ("effect = own -> each { set empty }", 19, "stands in 'do each { … }'"),
    (
        "directions wind = (1,0) (0,1) (-1,0) (0,-1)\n  effect = along wind -> opposite wind -> step",
        26,
        "turns round by half of the directions: 'bend wind 2'",
    ),
    ("effect = along orth -> reverse orth -> step", 26, "turns round by 'bend orth 2'"),
    ("move M = own -> along orth -> opposite -> step", 33, "turns round by 'bend orth 2'"),
    ("effect = if enemy has no moves -> win", 21, "write 'no as enemy { movable }'"),
    ("effect = if Black cannot move { win }", 21, "write 'no as Black { movable }'"),
    ("effect = if own has no moves { lose }", 19, "write 'no { movable }'"),
    ("effect = enemy has moves -> win", 18, "write 'has as enemy { movable }'"),
    ("effect = if enemy jump { win }", 21, "write 'has as enemy { jump }'"),
    ("effect = if passes > 0 and not enemy jump { win }", 40, "write 'no as enemy { jump }'"),
    ("effect = if not White jump -> win", 25, "write 'no as White { jump }'"),
    ("effect = repeat until passes == 1 { passes += 1 }", 19, "write 'repeat maximal { if passes != 1 -> … }'"),
    ("effect = repeat 1..* while passes < 3 { passes += 1 }", 24, "write 'repeat maximal { if passes < 3 -> … }'"),
    ("effect = repeat until own { passes += 1 }", 19, "write 'repeat maximal { if n > 0 -> … }'"),
    ("effect = while passes < 3 { passes += 1 }", 12, "'repeat maximal { if n > 0 -> … }'"),
    ("effect = passes := enemy jump", 28, "'jump' is a chain"),
    ("effect = own -> step orth * over empty goal -> enemy", 31, "write 'step orth * through empty at goal'"),
    ("effect = own -> step orth * via goal -> enemy", 31, "write 'step orth * through any at goal'"),
    ("effect = own -> step orth across empty -> enemy", 29, "write 'step orth * through empty'"),
    ("effect = at goal if own Queen -> win", 20, "write '-> own Queen -> …'"),
    ("effect = own -> at goal if Queen -> win", 27, "as in '-> if Queen { … }'"),
    ("move Z = own -> repeat 1..* { foo }", 33, "called 'foo'"),
    ("sub leg = own -> not enemy -> select\n  move Z = own -> repeat 1..* { leg } -> select", 20, "called 'not'"),
    ("zone box per 3x1\n  effect = goto box -> own -> win", 12, "write 'zone box 3x1 per'"),
    ("region shore = foo 3\n  effect = at shore -> win", 18, "is expected before the cells of a region"),
]


def check(text: str | bytes, code: str, line: int, column: int, part: str) -> None:
    found = read_game(text, "test.game").diagnostics
    told = [d for d in found if d.code == code and (d.place.line, d.place.column) == (line, column)]
    assert told, [str(d) for d in found]
    assert part in told[0].message
    assert CODES[code].severity is told[0].severity


@pytest.mark.parametrize(("text", "code", "line", "column", "part"), TEXTS)
def test_texts(text: str | bytes, code: str, line: int, column: int, part: str) -> None:
    check(text, code, line, column, part)


@pytest.mark.parametrize(("text", "code", "column", "part"), LINES)
def test_declarations(text: str, code: str, column: int, part: str) -> None:
    names = NAMES if "from" in text else ""
    line = HEAD.count("\n") + 1 + names.count("\n") + text.count("\n")
    check(f"{HEAD}{names}  {text}\n}}\n", code, line, column, part)


@pytest.mark.parametrize("text", ["if passes == nine { win } else { lose }", "hand := if 3 > nine { 1 } else { 2 }"])
def test_a_name_that_is_not_known_is_all_that_is_told(text: str) -> None:
    found = read_game(f"{HEAD}{NAMES}  effect = {text}\n}}\n", "test.game").diagnostics
    assert [d.message.partition(" is called ")[2].partition(" (")[0] for d in found] == ["'nine'"]


@pytest.mark.parametrize(("text", "code", "column", "part"), [case for case in IN_CHAINS if case[3]])
def test_chains(text: str, code: str, column: int, part: str) -> None:
    check(f"{HEAD}{NAMES}  effect = {text}\n}}\n", code, HEAD.count("\n") + 1 + NAMES.count("\n"), 12 + column, part)


@pytest.mark.parametrize("value", ["(" * 300 + "2" + ")" * 300, "min(1, " * 300 + "2", "2" + " div 2" * 300])
def test_values_that_are_nested_too_deep(value: str) -> None:
    found = read_game(f"{HEAD}{NAMES}  effect = passes := {value}\n}}\n", "test.game").diagnostics
    assert [diagnostic.code for diagnostic in found] == ["nesting-too-deep"]


def test_all_problems_are_reported() -> None:
    bad = [text for text, *_ in LINES if "\n" not in text and "{" not in text]
    document = read_game(HEAD + NAMES + "".join(f"  {text}\n" for text in bad) + "}\n", "test.game")
    first = HEAD.count("\n") + 1 + NAMES.count("\n")
    assert {d.place.line for d in document.diagnostics} >= set(range(first, first + len(bad)))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("  effect = first { own\n  mark x\n  effect = at y\n", [7, 9]),
        ("  effect = own }\n  effect = foo\n", [7, 8]),
        ('  setup { "..."\n  effect = foo\n', [8, 8]),
    ],
)
def test_reading_goes_on_behind_wrong_braces(text: str, lines: list[int]) -> None:
    found = {d.place.line for d in read_game(f"{HEAD}{text}}}\n", "test.game").diagnostics}
    assert found >= set(lines)


@pytest.mark.parametrize(("text", "place", "words", "related"), MISLEADING)
def test_the_first_thing_that_is_told_is_what_was_done(
    text: str, place: str, words: list[str], related: list[str]
) -> None:
    found = read_game(text, "test.game").diagnostics
    assert len(found) == 1, "\n".join(map(str, found))
    assert str(found[0].place) == f"test.game:{place}" and all(part in found[0].message for part in words), found[0]
    assert [str(one.place) for one in found[0].related] == [f"test.game:{one}" for one in related]


@pytest.mark.parametrize(("line", "column", "part"), MEANT)
def test_what_is_meant_is_told_and_nothing_else(line: str, column: int, part: str) -> None:
    text = f"{HEAD}{HEIGHTS}  {line}\n}}\n"
    found = [one for one in validate(read_game(text, "test.game")) if has_errors([one])]
    assert len(found) == 1, "\n".join(map(str, found))
    assert found[0].place.column == column and part in found[0].message, found[0]


def test_rules_that_are_said_to_be_of_players_get_names_that_differ() -> None:
    rules = "  move Go for White = own -> select\n  move Go for Black = own -> select\n"
    found = [one.message for one in validate(read_game(f"{HEAD}{rules}}}\n", "test.game")) if has_errors([one])]
    assert [one.partition("write ")[2] for one in found] == [
        "'move Go = by White -> …'",
        "'move GoBlack = by Black -> …'",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("counter hits, hues move 0..4", "write 'counter hits move 0..4, hues move 0..4' to say it of all"),
        ("counter hits, hues per = 4", "or 'counter hits  counter hues per = 4' if that is meant"),
        ("counter hits 0..4, hues move 0..4", None),
        ("counter hues move 0..4, hits", None),
        ("counter hits, hues", None),
        ("counter hits  counter hues move 0..4", None),
    ],
)
def test_what_is_said_of_the_last_counter_alone(line: str, told: str | None) -> None:
    found = read_game(BEES.replace("mark from", line) % "own", "test.game").diagnostics
    assert [one.code for one in found] == ([] if told is None else ["said-of-the-last"])
    assert told is None or told in found[0].message


@pytest.mark.parametrize(
    ("chain", "is_told"),
    [
        ("if n == 1 -> n := 2; if n == 2 -> n := 3", True),
        ("do as each { if n == 1 -> n := 2; if n == 2 -> n := 3; any }", True),
        ("any; if n == 1 -> n := 2; if n == 2 -> n := 3", False),
        ("if n == 1 { n := 2 }; if n == 2 -> n := 3", False),
        ("first { if n == 1 -> n := 2; do as each { n := 1 } | any }", False),
    ],
)
def test_conditions_on_which_other_conditions_depend(chain: str, is_told: bool) -> None:
    found = read_game((BEES % "own").replace("stuck = lose", f"counter n\n  effect = {chain}"), "test.game").diagnostics
    assert [one.code for one in found] == ["only-after-condition"] * is_told


def test_a_board_without_cells_is_told_once() -> None:
    found = validate(read_game(BEES.replace("2x2", "0x2") % "own -> select", "test.game"))
    errors = [one for one in found if has_errors([one])]
    assert [str(one) for one in errors] == [
        "test.game:3:3: error: the board is 0 cells wide and 2 high; both must be positive "
        "[boardDimensionsMustBePositive]"
    ]


def test_a_list_goes_on_after_a_comma_at_the_end_of_a_line() -> None:
    text = BEES.replace("mark from", "directions way = links (0,0) > (1,0),\n    (1,1) > (0,1)\n  mark from,\n    to")
    document = read_game(text % "own -> step way -> select from -> mark to", "test.game")
    assert document.diagnostics == []
    assert "links (0,0) > (1,0), (1,1) > (0,1)" in write_game(document)


@pytest.mark.parametrize(
    ("names", "chain"),
    [
        ("counter through", "own -> step (1,0) * through empty -> select"),
        ("directions own = (1,0)", "own -> ray (1,0) own -> select"),
        ("directions through = (1,0)", "own -> step (1,0) 2 through empty -> select"),
        ("mark count", "own -> mark count -> if count { own } > 1 -> select"),
        ("counter mark", "own -> mark += 1 -> select"),
        ("counter turn", "own -> next turn += 1 -> select"),
        ("counter score", "own -> score += 1 -> if score == 9 { score score } -> select"),
        ("region board = row 0", "goto board -> select"),
        ("zone move 3x1  \n  counter c move", "own -> c += 1 -> select"),
        ("zone player 3x1\n  zone hand 1x1 per player", "goto hand -> select"),
        ("kind elif:e", "piece elif -> select"),
        ("kind with:i", 'own -> select with { name "x" }'),
        ("counter until", "own -> step (1,0) until -> select"),
        ("counter players", "own -> if players == 3 -> select"),
        ("mark own", "own -> select own -> at own -> goto own"),
        (
            "parameter n 1..9 = 2",
            "own -> repeat n..n { empty } -> repeat 1..n { empty } -> repeat n { empty } -> select",
        ),
        ("counter high cell", "StateEffectFilter { nextFilter high := high piece Bee }"),
        ("phases a", "own -> StateEffectFilter { nextFilter pick piece Bee }"),
        ("kind step:s", "own -> piece -> !step -> select"),
        ("parameter per 1..3 = 2\n  zone hand per x 1", "goto hand -> select"),
        ("counter n\n  sub s = if count { own } > 1 { n += 1 } else { n -= 1 }", "own -> s -> select"),
        ("counter n\n  sub s = if n + (if n > 1 { 10 }) <= 16 { n += 1 } else { n -= 1 }", "own -> s -> select"),
        ("counter n\n  sub s(k) = if n > k { n := k + 1 -> if n > 3 }", "own -> s(2) -> select"),
        ("directions on = (1,0)  \n  counter on", "own -> step on on -> select"),
        ("counter out per", "own -> out := 1 -> turn next { if out == 0 } -> select"),
        ("mark neighbours", "own at neighbours -> select"),
        ("kind neighbours:n", "piece neighbours -> if piece neighbours { select }"),
        ("counter round, distance, max", "own -> if round + distance == max -> select"),
        ("counter otherwise", "own -> if own { otherwise += 1 } else { otherwise -= 1 } -> select"),
        ("kind on:o", "piece on -> if on { select }"),
        ("kind else:e", "piece else -> select"),
        ("counter twice", "own -> step (1,0) twice -> select"),
        ("counter over", "own -> step (1,0) over -> select"),
        ("sub same = own", "same -> select"),
        ("sub opposite = own\n  directions orth = (1,0)", "opposite -> step orth -> select"),
        ("counter repetition, exists", "own -> if repetition == exists -> select"),
        ("kind exists:e", "piece exists -> if exists { select }"),
        ("counter to per", "own -> next to += 1 -> select"),
    ],
)
def test_no_name_of_a_game_is_taken_for_a_slip(names: str, chain: str) -> None:
    found = read_game(BEES.replace("mark from", f"mark from\n  {names}") % chain, "test.game").diagnostics
    assert not has_errors(found), found


def test_a_state_of_several_tiles_is_set_by_its_name() -> None:
    """Every cell gets the state of this name of its own tile; and what is read is written with the same words."""
    document = read_game(BEES % "empty -> select -> set Wax", "test.game")
    assert document.diagnostics == []
    assert "-> set Wax\n" in write_game(document)
    state = game_of(document).initial_state()
    assert str(state.play("a1").play("b1")).splitlines()[:2] == ["2 . .", "1 w w"]


@pytest.mark.parametrize("symbol", ["=", ":", "-", "#", "{", '"'])
def test_a_symbol_may_be_a_sign_that_is_written_together_with_the_colon(symbol: str) -> None:
    """Whether blanks stand between them or not; and both are written alike."""
    texts = [BEES.replace("Wax:w", f"Wax:{blank}{symbol}") % "empty -> select -> set Wax" for blank in ("", " ")]
    documents = [read_game(text, "test.game") for text in texts]
    assert [document.diagnostics for document in documents] == [[], []]
    first, second = map(write_game, documents)
    assert first == second and read_game(first, "written.game").diagnostics == []


def test_a_name_of_several_states_is_told_once_with_what_to_write() -> None:
    (found,) = read_game(BEES % "Empty -> select", "test.game").diagnostics
    assert (found.code, str(found.place)) == ("ambiguous-reference", "test.game:10:12")
    assert "write Cell.Empty or Flower.Empty" in found.message
    two = BEES.replace("empty\n", 'empty with { states { State "Wax", State "Wax" } }\n')
    (found,) = read_game(two % "empty -> set Wax", "test.game").diagnostics
    assert found.code == "ambiguous-reference" and len({one.place for one in found.related}) == len(found.related) == 3


@pytest.mark.parametrize("text", CHAINS)
def test_the_valid_neighbours(text: str) -> None:
    assert read_game(f"{HEAD}{NAMES}  effect = {text}\n}}\n", "test.game").diagnostics == []


_PIECES = ["{", "}", "(", ")", "[", "]", "->", "|", '"', "/*", "//", "with {", "because", "@", "-1", "*", "own", "\n"]
_PIECES += [
    "game",
    "setup",
    "\x00",
    "\ud800",
    "tile X:",
    "=",
    "!",
    ".",
    "Mark",
    "Board {",
    "null",
    ",",
    ":",
    "99999999999",
]


@pytest.mark.parametrize("seed", range(300))
def test_damaged_texts_never_raise(seed: int) -> None:
    rng = random.Random(seed)
    text = GAMES[rng.choice(sorted(GAMES))].text
    for _ in range(rng.choice((1, 2, 8))):
        at, length = rng.randrange(len(text)), rng.randrange(20)
        text = (
            text[:at]
            + rng.choice([rng.choice(_PIECES) + " ", text[at : at + length] * 2])
            + text[at + rng.choice((0, length)) :]
        )
    document = read_game(text, "damaged.game")
    lines = len(re.split(r"\r\n?|\n", text))
    assert all(1 <= d.place.line <= lines and d.code in CODES and str(d) for d in document.diagnostics)
    if document.root is not None:
        assert write_game(document)


@pytest.mark.parametrize("value", ["SumValue", "ProductValue", "DivisionValue"])
def test_a_value_in_class_form_without_terms_is_told(value: str) -> None:
    document = read_game(BEES % f"own -> where {{ if count {{ own }} >= {value} }} -> select", "test.game")
    assert {each.code for each in validate(document)} == {"missing-feature"}
