"""What each filter, pattern and value means, one line for each way to use it.

A row is a board, rules, moves to play, and what must come of it: the legal moves, or the board.
"""

from __future__ import annotations

import pytest

from tests.support.engines import game, play, rows, tiny
from tilewright.runtime import perft, playout

GOALS = "region goal per = column 2 | column 0\n"
SEEN = "mark seen per game\n"

LEGAL = [
    # patterns
    ("own", "Mm.", "move A = own -> select", "a1"),
    ("enemy", "Mm.", "move A = enemy -> select", "b1"),
    ("empty", "Mm.", "move A = empty -> select", "c1"),
    ("occupied", "Mm.", "move A = piece -> select", "a1 b1"),
    ("any", "Mm.", "move A = any -> select", "a1 b1 c1"),
    ("own piece", "MKm", "move A = own King -> select", "b1"),
    ("pieces of whoever", "MKmk", "move A = King -> select", "b1 d1"),
    ("one of several pieces", "MK.k", "move A = own Man King -> select", "a1 b1"),
    ("one state", "MKmk", "move A = OKing -> select", "d1"),
    ("negated", "MKm.", "move A = !own -> select", "c1 d1"),
    ("negated with pieces", "MKm.", "move A = !own King -> select", "a1 c1 d1"),
    ("alternatives", "MKm.", "move A = own King or enemy -> select", "b1 c1"),
    ("negation is of one alternative", "MKm.", "move A = !piece or own King -> select", "b1 d1"),
    ("offset", "M.m", "move A = empty @(1,0) -> select", "a1"),
    ("several offsets", "MMM.", "move A = own @(0,0)(1,0) -> select", "a1 b1"),
    ("off the board", "M.m", "move A = off @(1,0) -> select", "c1"),
    ("off the board as an alternative", "M.m", "move A = empty or off @(1,0) -> select", "a1 c1"),
    ("a missing cell fails", "M.m", "move A = any @(1,0) -> select", "a1 b1"),
    ("not off the board", "M.m", "move A = !off @(1,0) -> select", "a1 b1"),
    ("holes are off the board", "M. m", "move A = off @(1,0) -> select", "b1 d1"),
    ("all must match", "Mm", "move A = all own -> select\nmove B = all piece -> option \"b\"", "b"),
    ("two patterns", "MK.", "move A = [ own and empty @(1,0) ] -> select", "b1"),
    ("within a region", "MMM", "region left = column 0\nmove A = own at left -> select", "a1"),
    ("without a region", "MMM", "region left = column 0\nmove A = own !at left -> select", "b1 c1"),
    ("within a mark", "MmM", "move A = own -> mark here -> goto all -> any at here -> select", "a1 c1"),
    ("without a mark", "MmM", "move A = own -> mark here -> goto all -> any !at here -> select", "b1"),
    ("within the enemy's region", "Mmm", f"{GOALS}move A = any at enemy goal -> select", "a1"),
    ("without the next one's region", "MMm", f"{GOALS}move A = own !at next goal -> select", "b1"),
    ("within the region of each", "MMM", f"{GOALS}move A = own at each goal -> select", "a1 c1"),
    ("without the region of each", "MMM", f"{GOALS}move A = own !at each goal -> select", "b1"),
    ("within one's own and the previous one's region", "MMM", f"{GOALS}move A = own at goal or own at previous goal -> select", "a1 c1"),
    ("within no cell of both", "MMM", f'{GOALS}move A = own at goal at enemy goal -> select\nmove B = option "b"', "b"),
    ("within a mark of the enemy", "Mmm", f"{SEEN}move A = do as enemy {{ own -> mark seen }} -> any at enemy seen -> select", "b1 c1"),
    ("without a mark of the enemy", "Mmm", f"{SEEN}move A = do as enemy {{ own -> mark seen }} -> any !at enemy seen -> select", "a1"),
    ("within a mark of each", "M.m", f"{SEEN}move A = do as each {{ own -> mark seen }} -> any at each seen -> select", "a1 c1"),
    ("without a mark of each", "M.m", f"{SEEN}move A = do as each {{ own -> mark seen }} -> any !at each seen -> select", "b1"),
    ("an offset within the enemy's region", "MMM", f"{GOALS}move A = own at enemy goal @(-1,0) -> select", "b1"),
    ("as the enemy the enemy's pattern is of one's own", "M.m", f"{GOALS}move A = where as enemy {{ any at enemy goal }} -> select", "c1"),
    ("a ray until the enemy's region", "M..m", "region home per = column 0 | column 3\nmove A = own -> ray (1,0) empty until enemy at enemy home -> select",
     "b1 c1"),
    ("steps through all but the enemy's region", "M...", "region home per = column 0 | column 2\nmove A = own -> step (1,0) * through any !at enemy home -> select",
     "b1 c1"),
    ("a flood through the next one's region", "M....", "region home per = column 0 | column 1..2\nmove A = own -> flood line any at next home -> select",
     "a1 b1 c1"),
    ("a group", "MKm.s", "neutral Stone:s\nmove A = Crew -> select", "a1 b1 c1"),
    ("own pieces of a group", "MKm.", "move A = own Royal -> select", "b1"),
    ("a group or a piece", "MKk.", "move A = own Royal Man -> select", "a1 b1"),
    ("not of a group", "MKk.", "move A = !Royal -> select", "a1 d1"),
    ("ownerless pieces of a group", "Ms.", "kind Stone:s is Thing Wood:w is Thing\nmove A = Thing -> select", "b1"),
    ("like the piece on a mark", "MKmk.", "move A = own Man -> mark here -> goto all -> like here -> select", "a1 c1"),
    ("own and like the piece on a mark", "MKmk", "move A = enemy King -> mark here -> goto all -> own like here -> select", "b1"),
    ("not like the piece on a mark", "MKm.", "move A = own King -> mark here -> goto all -> !like here -> select", "a1 c1 d1"),
    ("not own and like the piece on a mark", "MKm.", "move A = own Man -> mark here -> goto all -> !own like here -> select",
     "b1 c1 d1"),
    ("like one of the pieces on a mark", "MKmk", "move A = own -> mark here -> goto all -> enemy like here -> select", "c1 d1"),
    ("like an empty cell", "MK..", 'move A = empty -> mark here -> goto all -> like here -> select\nmove B = option "b"', "b"),
    ("like nothing", "MK..", 'move A = goto all -> like here -> select\nmove B = option "b"', "b"),
    ("all are unlike nothing", "MK", "move A = goto all -> !like here -> select", "a1 b1"),
    ("like a mark, within another", "MmM", "region r = column 2\nmove A = own -> mark here -> goto all -> own like here at r -> select", "c1"),
    ("of a group and like the piece on a mark", "MKk", "move A = own -> mark here -> goto all -> Royal like here -> select", "b1 c1"),
    ("what an attribute of the piece on a mark names", "MK.k", "move A = own Man -> mark here -> goto all -> like here heir -> select",
     "b1 d1"),
    ("own, and what an attribute names", "MK.k", "move A = own Man -> mark here -> goto all -> own like here heir -> select", "b1"),
    ("what no attribute names", "MK", 'move A = King -> mark here -> goto all -> like here heir -> select\nmove B = option "b"', "b"),
    ("a ray through what is like the piece on a mark", "MmmkM", "move A = own -> select here -> ray east like here until !like here end -> select",
     "a1-d1"),
    ("clicks that see what was clicked", "MK.mk", "move A = own -> select here -> goto all -> enemy like here -> select", "a1-d1 b1-e1"),
    ("steps to what was clicked before", "Mm.Kk", "move A = own -> select here -> step east -> like here -> select", "a1-b1 d1-e1"),
    ("aligned", "MMMM./.M..M/..M../...M.", "move A = aligned 3 own -> select", "a4 b4 c4 d4 b3 c2 d1"),
    ("aligned along a way", "MMM/.M./M..", "move A = aligned 2 (0,1)(1,1) own -> select", "a3 b3 b2"),
    ("aligned across a gap", "M.M.M", "move A = aligned 3 (2,0) own -> select", "a1 c1 e1"),
    # guards and comparisons
    ("has", "Mm", "move A = has { enemy } -> select", "a1 b1"),
    ("has not", "M.", "move A = has { enemy } -> select\nmove B = option \"b\"", "b"),
    ("no", "M.", "move A = no { enemy } -> select", "a1 b1"),
    ("where", "M.m", "move A = where { step east -> empty } -> select", "a1"),
    ("where not", "M.m", "move A = wherenot { step east } -> select", "c1"),
    ("as the enemy", "M.m", "move A = where as enemy { own } -> select", "c1"),
    ("as each: one is enough", "m..", "move A = has as each { own } -> select", "a1 b1 c1"),
    ("as each: nobody", "m..", 'move A = no as each { own } -> select\nmove B = option "b"', "b"),
    ("as each, for each cell", "M.m", "move A = where as each { own } -> select", "a1 c1"),
    ("no as each, for each cell", "M.m", "move A = wherenot as each { own } -> select", "b1"),
    ("a guard changes nothing", "M.", "move A = own -> has { mark here -> set empty } -> own !at here -> select", "a1"),
    ("eq", "MM.", 'move A = if count { own } == 2 -> option "y"', "y"),
    ("ne", "MM.", 'move A = if count { own } != 1 -> option "y"', "y"),
    ("lt", "MM.", 'move A = if count { own } < 3 -> option "y"', "y"),
    ("le", "MM.", 'move A = if count { own } <= 2 -> option "y"', "y"),
    ("gt", "MM.", 'move A = if count { own } > 1 -> option "y"', "y"),
    ("ge", "MM.", 'move A = if count { own } >= 2 -> option "y"', "y"),
    ("movable", "M.", "move A = own -> step east -> empty -> select -> movable", "b1"),
    ("not movable", "M.", "move A = empty -> select -> set own Man -> no { movable }", "b1"),
    # values
    ("the count of the working set", "MM.", 'move A = own -> if count == 2 -> option "y"', "y"),
    ("the count of nothing is 0", "MM.", 'move A = if count { enemy } == 0 -> option "y"', "y"),
    ("the enemy's count", "MMm", 'move A = if enemy count { own } == 1 -> option "y"', "y"),
    ("outputs are counted together", "MM.", 'move A = if count { choose { own | own | empty } } == 3 -> option "y"', "y"),
    ("a weighted sum", "MMm", 'move A = if 3*count { own } - count { enemy } + 1 == 6 -> option "y"', "y"),
    ("per player", "M.", 'move A = if (4, 5) == 4 -> option "y"', "y"),
    ("a counter", "M.", 'counter c = 3\nmove A = if c == 3 -> option "y"', "y"),
    ("a counter per cell, summed", "M.m", 'counter c cell = { 1 2 4 }\nmove A = piece -> if c == 5 -> option "y"', "y"),
    ("a counter's number for each player", "M.", 'counter c per = { 3 | 5 }\nmove A = if c == 3 -> if enemy c == 5 -> option "y"', "y"),
    ("a counter's numbers for each player and cell", "M.m",
     'counter c per cell = { 1 2 4 | 7 8 9 }\nmove A = if c { empty } == 2 -> where as enemy { if c > 7 } -> select', "b1 c1"),
    ("a counter over a chain", "M.m", 'counter c cell = { 1 2 4 }\nmove A = if c { empty } == 2 -> option "y"', "y"),
    ("an attribute", "MKk", 'move A = if worth == 21 -> option "y"', "y"),
    ("an attribute of one cell", "MKk", "move A = where { if worth > 1 } -> select", "b1 c1"),
    ("an attribute over a chain", "MKk", 'move A = if worth { own } == 11 -> option "y"', "y"),
    ("an attribute over a chain as another one", "MKk", 'move A = if enemy worth { own } == 10 -> option "y"', "y"),
    ("what has no attribute adds nothing", "Ms.", 'kind Stone:s Wood:w { worth -5 }\nmove A = if worth == 1 -> option "y"', "y"),
    ("negative numbers", "Msw", 'kind Stone:s { worth -3 } Wood:w { worth -5 }\nmove A = if worth == -7 -> option "y"', "y"),
    ("most of an attribute", "MKk", "move A = most worth -> select", "b1 c1"),
    ("what stands there now", "MK", 'move A = if worth { set empty -> goto all } == 11 -> option "y"', "y"),
    ("an attribute of what was clicked", "MK", "move A = own -> select here -> if worth { goto here } == 1", "a1"),
    ("a cell of two outputs counts once", "MK", 'move A = if worth { choose { own | King } } == 11 -> option "y"', "y"),
    # cells
    ("at a region", "MMM", "region r = cells (1,0)\nmove A = own -> at r -> select", "b1"),
    ("not at a region", "MMM", "region r = cells (1,0)\nmove A = own -> !at r -> select", "a1 c1"),
    ("goto", "M..", "region r = rect (1,0)(2,0)\nmove A = own -> goto r -> select", "b1 c1"),
    ("add", "M..", "region r = cells (2,0)\nmove A = own -> add r -> select", "a1 c1"),
    ("goto a mark", "M..", "move A = own -> mark here -> goto all -> empty -> goto here -> select", "a1"),
    ("the anchor", "M..", "move A = own -> select -> goto all -> !at anchor -> select", "a1-b1 a1-c1"),
    ("a region of tiles", "M#.", "tile Rock:#\nregion r = tiles Rock\nmove A = at r -> select", "b1"),
    ("a region for each player", "M.m", "region goal per = column 2 | column 0\nmove A = at goal -> select", "c1"),
    ("at the enemy's region", "M.m", f"{GOALS}move A = at enemy goal -> select", "a1"),
    ("not at the next one's region", "M.m", f"{GOALS}move A = !at next goal -> select", "b1 c1"),
    ("goto the previous one's region", "M.m", f"{GOALS}move A = enemy -> goto previous goal -> select", "a1"),
    ("add the enemy's region", "M.m", f"{GOALS}move A = empty -> add enemy goal -> select", "a1 b1"),
    ("goto everybody's region", "M.m", f"{GOALS}move A = empty -> goto each goal -> select", "a1 c1"),
    ("as the enemy the enemy's is one's own", "M.m", f"{GOALS}move A = where as enemy {{ at enemy goal }} -> select", "c1"),
    ("goto a zone of the enemy", "M.m", 'zone hand 1x1 per { "k" }\nmove A = goto enemy hand -> King -> select', "O.hand.a1"),
    ("goto a mark of the enemy", "M.m", f"{SEEN}move A = do as enemy {{ own -> mark seen }} -> goto enemy seen -> select", "c1"),
    ("no mark of the enemy", "M.m", f"{SEEN}move A = own -> mark seen -> goto all -> !at enemy seen -> select", "a1 b1 c1"),
    ("a mark of the enemy that holds nothing", "M.m", f'{SEEN}move A = own -> mark seen -> at enemy seen -> select\nmove B = option "b"', "b"),
    ("marks of both", "M.m", f"{SEEN}move A = do as each {{ own -> mark seen }} -> goto each seen -> select", "a1 c1"),
    ("not at marks of both", "M.m", f"{SEEN}move A = do as each {{ own -> mark seen }} -> !at each seen -> select", "b1"),
    ("add marks of both", "M.m", f"{SEEN}move A = do as each {{ own -> mark seen }} -> empty -> add each seen -> select", "a1 b1 c1"),
    # steps
    ("a step", "M...", "move A = own -> step east -> select", "b1"),
    ("a leap of two", "M...", "move A = own -> step east 2 -> select", "c1"),
    ("one to two steps", "M...", "move A = own -> step east 1..2 -> select", "b1 c1"),
    ("any number of steps", "M...", "move A = own -> step east * -> select", "b1 c1 d1"),
    ("no step at all", "M...", "move A = own -> step east 0..1 -> select", "a1 b1"),
    ("a slide ends at a piece", "M.m.", "move A = own -> step east * through empty -> select", "b1 c1"),
    ("the cell reached is not tested", "Mm..", "move A = own -> step east * through empty -> select", "b1"),
    ("steps of several cells", "M.M.", "move A = own -> step line -> select", "b1 d1"),
    ("a step along vectors", "M.../....", "move A = own -> step (1,0)(1,1) -> select", "b2 b1"),
    ("steps along a vector", "M.m.", "move A = own -> step (1,0) * through empty -> select", "b1 c1"),
    ("a step in the bound direction", "M.m.", "move A = along line -> own -> step -> select", "b1"),
    ("links", "M..", "directions ring = links (0,0)>(2,0)>(1,0)>(0,0)\nmove A = own -> step ring -> select", "c1"),
    ("all around a ring", "M..", "directions ring = links (0,0)>(2,0)>(0,0)\nmove A = own -> step ring * -> select", "a1 c1"),
    ("links that fork", "M...", "directions road = links (0,0)>(1,0), (0,0)-(3,0)>(2,0)\nmove A = own -> step road -> select", "b1 d1"),
    ("links both ways", "M..", "directions road = links (0,0) - (2,0) - (1,0)\nmove A = own -> step road -> step road -> select", "a1 b1"),
    ("a flood along links", "MM.M", "directions road = links (0,0) - (3,0), (0,0) - (2,0) - (1,0)\nmove A = own -> pick -> flood road own -> select",
     "a1 d1"),
    ("relative links that fork", "M...m", "directions road relative = links (0,0)>(1,0), (0,0)>(3,0)\nmove A = own -> step road -> select -> turn next", "b1 d1"),
    ("as many steps as a number says", "M...", "counter k 0..3 = 2\nmove A = own -> step east k -> select", "c1"),
    ("as many steps as are counted", "MM..", "move A = own -> step east count + 1 -> select", "d1"),
    ("no step by a number", "M...", "counter k 0..3\nmove A = own -> step east k -> select", "a1"),
    ("steps in the bound direction by a number without bounds", "M...", "counter k\nmove A = along line -> own -> step k + 2 -> select", "c1"),
    ("a negative number of steps", "M...", 'counter k -3..3 = -1\nmove A = own -> step east k -> select\nmove B = option "b"', "b"),
    ("more steps than there are", "M...", 'counter k = 1000\nmove A = own -> step east k -> select\nmove B = option "b"', "b"),
    ("steps by a number over what is empty", "M.m.", "counter k 0..3 = 3\nmove A = own -> union { step east k through empty"
     " | step east k - 1 through empty } -> select", "c1"),
    ("steps by a number in the bound direction", "M.m.", "counter k 0..3 = 2\nmove A = along line -> own -> step k -> select", "c1"),
    ("within rectangles", "M..../.....", "directions block = within 2x2\nmove A = own -> step block -> select", "b2 a1 b1"),
    ("within rectangles that the edge cuts", "....M/.....", "directions block = within 2x2\nmove A = own -> step block -> select", "e1"),
    ("within rectangles with a hole", "M.../ ...", "directions block = within 2x2\nmove A = own -> step block -> select", "b2 b1"),
    ("the next cell of a rectangle, and round", ".M./...", "directions block = within 2x2\nmove A = own -> along block -> step -> select",
     "a1 b1 a2"),
    ("all around a rectangle", "M../...", "directions block = within 2x2\nmove A = own -> along block -> step * -> select", "a2 b2 a1 b1"),
    ("row and column", "M../.../...", "directions cross = within 3x1, 1x3\nmove A = own -> step cross -> select", "b3 c3 a2 a1"),
    ("a flood within rectangles", "MM.M/..M.", "directions block = within 2x2\nmove A = own -> at left -> flood block own -> select\n"
     "region left = column 0", "a2 b2"),
    ("rectangles of a zone", "M.", "zone box 3x2\ndirections block = within 2x2\nregion corner of box = rect (0,0)(0,0)\n"
     "move A = goto corner -> step block -> select", "box.b2 box.a1 box.b1"),
    ("a number of steps around a ring", "M..", "counter k 0..9 = 7\ndirections ring = links (0,0)>(2,0)>(1,0)>(0,0)\n"
     "move A = own -> step ring k -> select", "c1"),
    ("steps by the number of a cell", "M..M", "counter k cell 0..9 = { 2 1 1 0 }\nmove A = own -> each -> step east k -> select", "c1 d1"),
    ("steps by a parameter", "M...", "parameter k 1..3 = 3\nmove A = own -> step east k -> select", "d1"),
    # rays
    ("a bracket", "M.mM", "move A = ray east enemy until own -> select", "c1"),
    ("a bracket needs its end", "M.m.", 'move A = ray east enemy until own -> select\nmove B = option "b"', "b"),
    ("an edge tests the end on the last cell", "..m", "move A = ray east enemy until enemy -> select", "c1"),
    ("an edge at once gives nothing", "..m", "region r = column 2\nmove A = at r -> ray east any -> select\n"
     'move B = option "b"', "b"),
    ("at most so many", ".mmm.", "move A = at first -> ray east 0..2 enemy -> select\nregion first = column 0", "b1 c1"),
    ("the end behind the most", ".mmM.", "move A = at first -> ray east 2 enemy until own -> select\n"
     "region first = column 0", "b1 c1"),
    ("at least so many", "M.mM", 'move A = ray east 2..* enemy until own -> select\nmove B = option "b"', "b"),
    ("the end", ".mM", "move A = at first -> ray east enemy until own end -> select\nregion first = column 0", "c1"),
    ("both", ".mM", "move A = at first -> ray east enemy until own both -> select\nregion first = column 0", "b1 c1"),
    ("the last one", ".mm.M", "move A = at first -> ray line enemy last -> select\nregion first = column 0", "c1"),
    ("the last one before the edge", "M...", "move A = own -> ray line empty last -> select", "d1"),
    ("the last one before an end", "M..m.M", "move A = own -> ray line empty until enemy last -> select", "c1 e1"),
    ("the last of at most so many", "M....", "move A = own -> ray east 1..2 empty last -> select", "c1"),
    ("no last one", "Mm", 'move A = own -> ray east empty last -> select\nmove B = option "b"', "b"),
    ("a last one of each cell", "M.M..", "move A = own -> ray east empty last -> select", "b1 e1"),
    ("the last one on a ring", "M..", "directions ring = links (0,0)>(1,0)>(2,0)>(0,0)\n"
     "move A = own -> ray ring any last -> select", "a1"),
    ("a ray in the bound direction", ".mM", "move A = along east -> ray enemy until own -> select", "b1"),
    ("a ray on a ring ends", "M.", "directions ring = links (0,0)>(1,0)>(0,0)\nmove A = own -> ray ring any -> select",
     "a1 b1"),
    # floods and images
    ("flood", "MM.M", "region r = column 0\nmove A = at r -> flood line own -> select", "a1 b1"),
    ("a flood starts anywhere", ".MM.", "region r = column 0\nmove A = at r -> flood line own -> select", "a1 b1 c1"),
    ("image", "M..", "move A = own -> image FlipColumns -> select", "c1"),
    ("the image of a row", "M./..", "move A = own -> image FlipRows -> select", "a1"),
    ("a quarter turn", "M./..", "move A = own -> image Rotate90 -> select", "b2"),
    ("an image in a hole drops out", "M. ", "move A = piece -> image FlipColumns -> select\nmove B = option \"b\"", "b"),
    # some cells of the working set
    ("the first cell", "M.M.", "move A = own -> pick -> select", "a1"),
    ("the last cell", "M.M.", "move A = own -> pick last -> select", "c1"),
    ("row by row", "..M/M..", "move A = own -> pick -> select", "c2"),
    ("the last row by row", "..M/M..", "move A = own -> pick last -> select", "a1"),
    ("each click has its first cell", "M.M.", "move A = own -> select -> step east 0..1 -> pick -> select", "a1-a1 c1-c1"),
    ("picked in a condition", "M.MM", "move A = has { own -> pick -> step east -> empty } -> own -> select", "a1 c1 d1"),
    ("nothing to pick", "M.", 'move A = has { enemy -> pick last } -> select\nmove B = option "b"', "b"),
    ("where the last is meant", "MM.", "move A = where { step line -> pick last -> own } -> select", "a1 c1"),
    ("the most", "M.m", "counter c cell = { 1 2 2 }\nmove A = most c -> select", "b1 c1"),
    ("the least", "M.m", "counter c cell = { 1 2 1 }\nmove A = least c -> select", "a1 c1"),
    ("the least below zero", "M.m", "counter c cell -9..9 = { -1 -3 1 }\nmove A = least c -> select", "b1"),
    ("the most of few cells", "M.m", "counter c cell = { 1 4 3 }\nmove A = piece -> most c -> select", "c1"),
    ("the most of a count", "MM.M", "move A = own -> most count { flood line own } -> select", "a1 b1"),
    ("the least of a sum", "MM.M", "move A = own -> least 2*count { step line -> own } - 1 -> select", "d1"),
    ("the best below zero", "MM.M", "move A = own -> most 0 - count { step line -> own } -> select", "d1"),
    ("the enemy's most", "Mm.", "counter c per cell = 1\nmove A = own -> do { c := 3 } -> goto all -> most enemy c -> select",
     "a1 b1 c1"),
    ("all are best", "MM.", "move A = most n -> select", "a1 b1 c1"),
    ("no cell is best", "M.", 'move A = has { enemy -> most count } -> select\nmove B = option "b"', "b"),
    ("of each click the best", "MM.M", "counter c cell = { 1 2 3 4 }\nmove A = own -> select -> step line 0..1 -> most c -> select",
     "a1-b1 b1-c1 d1-d1"),
    # directions that turn
    ("bend", "M./..", "move A = along east -> own -> bend orth -> step -> select", "a1"),
    ("bend back", "../M.", "move A = along east -> own -> bend orth -1 -> step -> select", "a2"),
    # marks
    ("a mark is replaced", "Mm.", "move A = own -> mark here -> goto all -> enemy -> mark here -> goto here -> select", "b1"),
    ("a mark grows", "Mm.", "move A = own -> mark here -> goto all -> enemy -> mark here += -> goto here -> select", "a1 b1"),
    ("a mark shrinks", "MM.", "region r = column 0\nmove A = own -> mark here -> at r -> mark here -= -> goto here -> select",
     "b1"),
    ("a mark is intersected", "MM.", "region r = column 0\nmove A = own -> mark here -> goto r -> mark here &= -> goto here -> select",
     "a1"),
    ("a mark is cleared", "MM.", "move A = own -> mark here -> clear here -> goto all -> !at here -> select", "a1 b1 c1"),
    ("a mark of each player", "Mm.", "mark mine per\nmove A = own -> mark mine -> goto all -> has as enemy { own -> mark mine } -> where as enemy { at mine } -> select\nmove B = own -> mark mine -> goto mine -> select", "a1"),
    # branching
    ("a click remembers its cell", "MM", "move A = own -> select here -> goto all -> !at here -> select", "a1-b1 b1-a1"),
    ("each is no click", "MM", "move A = own -> each here -> goto all -> !at here -> select", "b1 a1"),
    ("along", "M.M", "move A = own -> along line -> step -> empty -> step -> own -> select", "c1 a1"),
    ("an option", "M.", 'move A = own -> select -> choose { option "q" | option "r" }', "a1=q a1=r"),
    ("an option before a click", "M.", 'move A = option "P" -> empty -> select', "P=b1"),
    ("options alone", "M.", 'move A = option "a" -> option "b"', "a=b"),
    ("recorded cells", "Mmm", "move A = own -> select -> goto all -> enemy -> record", "a1-b1-c1"),
    # control
    ("choose", "Mm.", "move A = choose { enemy | own } -> select", "b1 a1"),
    ("the first that has any", "Mm.", "move A = first { own King | enemy | own } -> select", "b1"),
    ("union", "Mm.", "move A = union { enemy | own } -> select", "a1 b1"),
    ("repeat", "M...", "move A = own -> repeat 2 { step east -> mark here } -> select", "c1"),
    ("repeat from to", "M...", "move A = own -> repeat 1..2 { step east -> mark here } -> select", "b1 c1"),
    ("repeat a chain that changes nothing", "M...", "move A = own -> repeat 1..2 { step east } -> select", "b1 c1"),
    ("repeat it so often", "M...", "move A = own -> repeat 3 { step east -> empty } -> select", "d1"),
    ("repeat it as often as possible", "M.m.", "move A = own -> repeat 0..3 maximal { step east -> empty } -> select", "b1"),
    ("repeat it in a question", "M..m", "move A = own -> where { repeat 1..2 { step east -> empty } -> step east -> enemy } -> select",
     "a1"),
    ("repeat any number of times", "M..", "move A = own -> repeat { step east -> mark here } -> select", "a1 b1 c1"),
    ("repeat as often as possible", "M...", "move A = own -> repeat maximal { step east -> mark here } -> select", "d1"),
    ("maximal with a least number", "M.", 'move A = own -> repeat 2..* maximal { step east -> mark here } -> select\n'
     'move B = option "b"', "b"),
    ("do comes back", "M..", "move A = own -> do { step east -> mark here } -> add here -> select", "a1 b1"),
    ("a body that dies does no harm", "M..", "move A = own -> do { enemy } -> select", "a1"),
    ("do for each cell", "M.M.", "move A = own -> do each { step east -> mark here += } -> goto here -> select", "b1 d1"),
    ("do along", ".M.", "move A = own -> do along line { step -> mark here += } -> goto here -> select", "a1 c1"),
    ("a call", "M..", "sub go = step east -> select\nmove A = own -> select -> go -> go", "a1-b1-c1"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "legal"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_legal_moves(board: str, rules: str, legal: str, engine: str) -> None:
    assert str(tiny(board, rules, engine).legal_moves) == legal


PLAYED = [
    ("set own", "M.", "move A = empty -> select -> set own King", "b1", "MK"),
    ("set the enemy's", "M.", "move A = empty -> select -> set enemy King", "b1", "Mk"),
    ("set a state", "M.", "neutral Wall:#\nmove A = empty -> select -> set Wall", "b1", "M#"),
    ("set empty", "M.", "move A = own -> select -> set empty", "a1", ".."),
    ("set an own piece like another one", "Mk.", "move A = enemy -> mark here -> goto all -> empty -> select -> set own like here",
     "c1", "MkK"),
    ("set the enemy's like one's own", "MK.", "move A = own King -> mark here -> goto all -> empty -> select -> set enemy like here",
     "c1", "MKk"),
    ("set a piece that nobody owns", "Ms.w", "kind Stone:s Wood:w\nmove A = Wood -> mark here -> goto all -> empty -> select -> set like here",
     "c1", "Msww"),
    ("set what an attribute names", "Mh.", "kind Heir:h { next King }\nmove A = Heir -> mark here -> goto all -> own -> select -> set own like here next",
     "a1", "Kh."),
    ("set like what stands there now", "Mk", "move A = own -> select here -> set own King -> goto all -> enemy -> set own like here",
     "a1", "KK"),
    ("set like a cell of its own", "Mk", "move A = own -> select here -> goto all -> set enemy like here", "a1", "mm"),
    ("a piece changes its owner", "Mk", "move A = enemy -> select -> set own", "b1", "MK"),
    ("move", "M.", "move A = own -> select here -> step east -> select -> move here", "a1-b1", ".M"),
    ("move captures", "Mm", "move A = own -> select here -> step east -> select -> move here", "a1-b1", ".M"),
    ("swap", "Mk", "move A = own -> select here -> step east -> select -> swap here", "a1-b1", "kM"),
    ("a move to its own cell", "M.", "move A = own -> select here -> move here", "a1", "M."),
    ("shift", "MK.", 'move A = piece -> option "go" -> shift east', "go", ".MK"),
    ("shift off the board", ".MK", 'move A = piece -> option "go" -> shift east', "go", "..M"),
    ("shift overwrites", "Mk.", 'move A = own -> option "go" -> shift east', "go", ".M."),
    ("shift in the bound direction", "M.", 'move A = own -> along east -> option "go" -> shift', "go", ".M"),
    ("turn a rectangle", "MK/m.", 'move A = option "go" -> shift Rotate90', "go", "mM/.K"),
    ("turn the rectangle of the working set", "MK./.m.",
     'region r = rect (0,0)(1,1)\nmove A = at r -> option "go" -> shift FlipColumns', "go", "KM./m.."),
    ("a side effect in a rule", "Mm.", "move A = own -> select -> do { step east -> set empty }", "a1", "M.."),
    ("an effect per direction", "mMm", "move A = own -> select -> do along line { step -> enemy -> set empty }", "b1", ".M."),
    ("the effect pipeline starts at the last click", "M.", "move A = own -> select -> goto all -> empty -> select\n"
     "effect = set own King", "a1-b1", "MK"),
    ("without a click it starts with all cells", "M.", 'move A = option "go"\neffect = own -> set own King', "go", "K."),
    ("effect roots run in order", "M..", "place A = empty\neffect = set own Man\neffect = own Man -> set own King", "b1", "MK."),
    ("nothing is rolled back in an effect", "M..", "place A = empty\neffect = set own Man -> enemy -> set own King", "b1", "MM."),
    ("first in an effect", "M.m", "place A = piece\neffect = first { enemy -> set empty | set own King }", "c1", "M.."),
    ("first in an effect, the other", "M.m", "place A = piece\neffect = first { enemy -> set empty | set own King }", "a1", "K.m"),
    ("repeat in an effect", "M...", "place A = own\neffect = repeat maximal { step east -> empty -> set own King }", "a1", "MKKK"),
    ("what changes nothing, in an effect", "M...", "place A = own\neffect = repeat 2 { step east } -> set own King", "a1", "M.K."),
    ("so often in an effect", "M...", "place A = own\neffect = repeat 2 { step east -> set own King }", "a1", "MKK."),
    ("union in an effect", "MmM", "place A = empty or piece\neffect = union { step line | any } -> set empty", "a1", "..M"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "moves", "after"), [r[1:] for r in PLAYED], ids=[r[0] for r in PLAYED])
def test_played(board: str, rules: str, moves: str, after: str, engine: str) -> None:
    assert rows(play(tiny(board, rules, engine), moves)) == after


COUNTED = [
    ("add", "n += 2", "n == 2"),
    ("subtract", "n -= 2", "n == -2"),
    ("set", "n := 2", "n == 2"),
    ("mine alone", "mine += 1", "enemy mine == 1"),
    ("the enemy's", "enemy mine += 1", "mine == 1"),
    ("the next player's", "next mine += 1", "mine == 1"),
    ("the previous player's", "previous mine += 1", "mine == 1"),
    ("on each cell alone", "goto all -> piles += count { step east }", "piles == 2"),
    ("all values before the first change", "goto all -> piles := 1 -> piles += piles { step east }", "piles == 5"),
    ("for the next ply", "while := 7", "while == 7"),
]


@pytest.mark.parametrize(("effect", "then"), [row[1:] for row in COUNTED], ids=[row[0] for row in COUNTED])
def test_counters(effect: str, then: str, engine: str) -> None:
    """The counters are looked at by the next player."""
    counters = "counter mine per\ncounter piles cell\ncounter while ply\n"
    rules = f'{counters}move A = if {then} -> option "y"\nmove B = option "go"\neffect = {effect}'
    state = tiny("M.m", rules, engine)
    assert "y" not in state.legal_moves
    assert "y" in state.play("go").legal_moves


def test_a_move_counter_is_reset_for_every_move(engine: str) -> None:
    rules = 'counter brief move\nmove A = brief += 1 -> if brief == 1 -> option "go"'
    assert str(play(tiny("M", rules, engine), "go go go").legal_moves) == "go"


def test_a_ply_counter_is_reset_when_a_ply_does_not_write_it(engine: str) -> None:
    rules = 'counter while ply = 1\nmove A = if while == 5 -> option "y"\nmove B = option "go"\n'
    rules += 'move C = if while == 1 -> option "set" -> while := 5'
    state = tiny("M", rules, engine)
    assert str(state.legal_moves) == "go set"
    assert str(play(state, "set").legal_moves) == "y go"
    assert str(play(state, "set go").legal_moves) == "go set"


def test_relative_words_are_seen_by_each_player(engine: str) -> None:
    rules = """
      directions ahead relative = (0,-1)
      region last relative = row 0
      move Step = own -> select here -> step ahead -> empty -> select -> move here
      move Offset = own -> empty @relative (0,-2) -> select -> option "o"
      move Home = at last -> select -> option "h"
    """
    state = tiny("m../.../..M", rules, engine, players="X, O FlipRows")
    assert str(state.legal_moves) == "c1-c2 c1=o a3=h b3=h c3=h"
    assert str(play(state, "c1-c2").legal_moves) == "a3-a2 a3=o a1=h b1=h c1=h"


@pytest.mark.parametrize(
    ("transform", "moves"),
    [
        ("FlipRows", "a3-b3"), ("FlipColumns", "a3"), ("Rotate180", "a3"), ("Transpose", "a3-a2"),
        ("Rotate90", "a3"), ("Rotate270", "a3-a2"),
    ],
)  # fmt: skip
def test_transforms_map_vectors_back_to_the_board(transform: str, moves: str, engine: str) -> None:
    """What X writes as a step to the right is for O the vector that its transform maps there."""
    rules = "directions right relative = (1,0)\nmove A = own -> select -> first { step right -> select | any }"
    state = tiny("m../.../..M", rules, engine, players=f"X, O {transform}")
    assert str(play(state, "c1").legal_moves) == moves


OTHERS = [
    ("each in turn", "do as each { total := 2 * total + mine }", 11, "...o."),
    ("the others in turn", "do as enemy { total := 2 * total + mine }", 7, "...o."),
    ("the next one", "do as next { total := 2 * total + mine }", 2, "...o."),
    ("the one before", "do as previous { total := 2 * total + mine }", 3, "...o."),
    ("one who dies does not stop the next", "do as each { if mine != 2 -> total := 2 * total + mine }", 5, "...o."),
    ("an end stops", "do as each { total += 1 -> if mine == 2 -> win }", 2, "...o."),
    ("each of each cell", "goto row -> do each as each { set own Man } -> total += count", 3, ".zzz."),
    ("for the directions that each means", "goto mid -> do along ahead as enemy { step -> total += mine -> set own Man }", 5, "..zoo"),
    ("as oneself again", "do as each { any } -> goto row -> set own Man -> total += mine", 1, ".xxx."),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "total", "after"), [row[1:] for row in OTHERS], ids=[row[0] for row in OTHERS])
def test_what_is_done_as_others(effect: str, total: int, after: str, engine: str) -> None:
    text = f"""game Others {{
      players X, O Rotate180, Z
      board 5x1
      pieces Man:x/o/z
      setup {{ "...o." }}
      directions ahead relative = (-1,0)
      region row = rect (1,0)(3,0)
      region mid = cells (3,0)
      counter total
      counter mine per = {{ 1 | 2 | 3 }}
      move A = option "go" -> {effect}
    }}"""
    state = game(text, engine).initial_state().play("go")
    assert (state.counters["total"], rows(state)) == (total, after)


def test_phases_choose_the_rules(engine: str) -> None:
    rules = """
      phases Drop, Walk
      move A in Drop = empty -> select -> set own Man -> phase Walk
      move B in Walk = own -> select
      move C = option "both"
    """
    state = tiny("m..", rules, engine)
    assert str(state.legal_moves) == "b1 c1 both"
    assert str(play(state, "b1").legal_moves) == "a1 both"


@pytest.mark.parametrize(
    ("test", "legal"),
    [
        ("in Drop", "drop=x"), ("in Walk", "walk=x"), ("in Drop or Walk", "drop=x walk=x"), ("in Rest", ""),
        ("in Walk or Rest", "walk=x"), ("no { in Walk }", "drop=x"), ("do { in Walk -> phase Rest } -> in Rest", "walk=x"),
    ],
)  # fmt: skip
def test_a_rule_asks_for_the_phase_as_it_has_become(test: str, legal: str, engine: str) -> None:
    rules = f"""
      phases Drop, Walk, Rest
      move A = choose {{ option "drop" | option "walk" -> phase Walk }} -> {test} -> option "x"
    """
    assert " ".join(map(str, tiny("m..", rules, engine).legal_moves)) == legal


def test_effects_ask_for_the_phase(engine: str) -> None:
    rules = """
      phases Drop, Walk
      move A = empty -> select -> set own Man; in Drop -> phase Walk; in Walk -> if count { goto all -> empty } == 0 -> win
      effect = in Walk -> goto all -> empty -> pick -> set own Man
      stuck = lose
    """
    state = play(tiny("....", rules, engine), "b1")
    assert rows(state) == "MM.."


@pytest.mark.parametrize(
    ("effect", "players"),
    [
        ("", "X O Z X"), ("turn same", "X X X X"), ("turn next", "X O Z X"), ("turn previous", "X Z O X"),
        ("turn next { if (1, 0, 1) == 1 }", "X Z X Z"), ("turn same { if (0, 0, 1) == 1 }", "X Z Z Z"),
        ("turn previous { if (0, 1, 1) == 1 }", "X Z O Z"), ("turn previous { if (1, 0, 1) == 1 }", "X Z X Z"),
        ("turn next { if (1, 0, 0) == 1 }", "X X X X"),
        ("first { turn previous { no { any } } | turn same }", "X X X X"),
    ],
)  # fmt: skip
def test_who_moves_next(effect: str, players: str, engine: str) -> None:
    rules = 'move A = option "go"\n' + (f"effect = {effect}" if effect else "")
    text = f"game Turns {{ players X, O, Z\n board 1x1\n pieces Man:X/O/Z\n {rules}\n}}"
    state = game(text, engine).initial_state()
    seen = [state.player.name]
    for _ in range(3):
        state = state.play("go")
        seen.append(state.player.name)
    assert " ".join(seen) == players


WHEREVER = [
    ("score worth { own }", "a1 b1", "-1 1"),
    ("pay worth { own } per worth", "a1 b1", "1/11 10/11"),
    ("rank", "a1 b1", "-1 1"),
]


@pytest.mark.parametrize(("end", "moves", "returns"), WHEREVER, ids=[row[0] for row in WHEREVER])
def test_an_attribute_decides_an_end(end: str, moves: str, returns: str, engine: str) -> None:
    rules = f"""
      ranking max worth {{ own }}
      move A = own -> select -> do {{ if worth {{ goto all -> empty }} == 0 -> if worth == 10 -> goto all -> {end} }}
    """
    state = play(tiny("Mk", rules, engine), moves)
    assert " ".join(map(str, state.returns or ())) == returns


def test_an_attribute_weighs_chances_and_bounds_amounts(engine: str) -> None:
    text = """game Weighed {
      players X, O
      nature Luck
      start Luck
      board 3x1
      kind Coin:c { worth 1 } Gem:g { worth 3 } Dust:d
      setup { "cgd" }
      mark taken turn
      counter bid turn
      chance Draw share worth = Coin or Gem -> select taken
      chance Lose weight worth { goto all -> Gem } - 1 = option "none"
      move Bid = amount bid 0..worth { goto taken } -> do { goto taken -> set empty }
    }"""
    state = game(text, engine).initial_state()
    assert [(str(move), str(odds)) for move, odds in state.chance_outcomes] == [
        ("a1", "1/12"),
        ("b1", "1/4"),
        ("none", "2/3"),
    ]
    assert str(state.play("b1").legal_moves) == "0 1 2 3"
    assert str(state.play("none").legal_moves) == "0"


OF_OTHERS = """game Homes {{
  players Ann, Ben, Cid
  board 5x3
  pieces Man:a/b/c
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  region home per = column 0 | column 4 | row 0
  mark seen, taken per game
  zone hand 2x1 per {{ "a." / ".b" / "cc" }}
  mark from
  setup {{ "a.c.b" "ab.bc" "a.c.b" }}
  move Own = {own_home} -> select -> mark seen += -> set empty
  move Enemy = {enemy_seen} -> select -> mark taken += -> set own Man
  move Any = {any_taken} -> select from -> step orth -> empty -> select -> move from
  move Hand = goto all -> add each hand -> {hand} -> select -> set empty
  stuck = draw
}}
"""


def test_a_pattern_means_the_same_as_a_filter_of_other_players(engine: str) -> None:
    """Cells of several players are meant together, in a pattern as by a filter of its own."""
    patterns = OF_OTHERS.format(
        own_home="own at each home !at next seen",
        enemy_seen="enemy at enemy seen or enemy at previous home !at each taken",
        any_taken="piece at each taken at enemy seen",
        hand="piece at next hand",
    )
    filters = OF_OTHERS.format(
        own_home="own -> at each home -> !at next seen",
        enemy_seen="enemy -> union { at enemy seen | at previous home -> !at each taken }",
        any_taken="piece -> at each taken -> at enemy seen",
        hand="piece -> at next hand",
    )
    first, second = game(patterns, engine), game(filters, engine)
    for seed in range(4):
        one, other = playout(first, seed), playout(second, seed)
        assert (str(one), one.returns) == (str(other), other.returns)
    assert perft(first.initial_state(), 3) == perft(second.initial_state(), 3) > 100
