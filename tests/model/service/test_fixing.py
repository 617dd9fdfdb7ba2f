"""Quick fixes: each puts right what it is offered for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.tables import ROWS
from tilewright.model import codes
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.service.fixing import FIXES, Fix, fixes
from tilewright.model.service.source import Source, edited
from tilewright.model.validation import constraints

HEAD = "game G {\n  players X, O\n  board 3x3\n  pieces Stone:X/O\n"
TAIL = "\n  effect = set own Stone\n  effect = line 3 own\n}\n"

TABLE = [
    ("place P = emtpy", ["empty"], "place P = empty"),
    ("plaec P = empty", ["place"], "place P = empty"),
    ("place P = empty at goal", ["Declare it: region goal = row 0"], "region goal = row 0\n  place P = empty at goal"),
    ("place P = has { goto here -> own }", ["Declare it: region here = row 0"], "region here = row 0\n  place P = has { goto here -> own }"),
    ("counter n 9..0\n  place P = if n == 0", ["0..9"], "counter n 0..9\n  place P = if n == 0"),
    ("mark unused\n  place P = empty", ["Remove the declaration of unused"], "place P = empty"),
    ("mark a, b\n  move P = own -> select a", ["Remove b"], "mark a\n  move P = own -> select a"),
    ("place P = own empty", ["Write own or empty"], "place P = own or empty"),
    ("place P = (own or empty)", [], None),
    ("place P = own => empty", ["Write ->"], "place P = own -> empty"),
    ("place P = own → empty", ["Write ->"], "place P = own -> empty"),
    ("place P = empty;", ["Leave out ;"], "place P = empty"),
    ("place P = opponent", ["enemy"], "place P = enemy"),
    ("place P = empty at a3", ["Declare it: region a3 = cells a3"], "region a3 = cells a3\n  place P = empty at a3"),
    ("region den = row 0\n  place P = own in den", ["Write at"], "region den = row 0\n  place P = own at den"),
    ("region den = row 0\n  place P = own -> in den", ["Write at"], "region den = row 0\n  place P = own -> at den"),
    ("region den = row 0\n  place P = [own and !at den]", ["any before !"], "region den = row 0\n  place P = [own and any !at den]"),
    ("place P = own -> if enemy Ston { win }", ["Stone"], "place P = own -> if enemy Stone { win }"),
    ("place P = empty or empy", ["empty"], "place P = empty or empty"),
    ("zone z 2x1 owner per fan\n  place P = goto z", ["Write per owner"], "zone z 2x1 per owner fan\n  place P = goto z"),
    ("parameter n 1..3 = 2\n  zone z nxn\n  place P = goto z", ["Write n x n"], "parameter n 1..3 = 2\n  zone z n x n\n  place P = goto z"),
    ("parameter n 1..3 = 2\n  zone z 2xn\n  place P = goto z", ["Write x n"], "parameter n 1..3 = 2\n  zone z 2x n\n  place P = goto z"),
    ("zone z 2×1\n  place P = goto z", ["Write x"], "zone z 2x1\n  place P = goto z"),
    ("place P = goto all -> where not { own }", ["Write wherenot"], "place P = goto all -> wherenot { own }"),
    ("place P = empty\n  effect = repeat 3 -> draw", ["Write repeated"], "place P = empty\n  effect = repeated 3 -> draw"),
    ("place P = if count / 2 > 1", ["Write div"], "place P = if count div 2 > 1"),
    ("counter n\n  place P = amount n 1-3", ["Write 1..3"], "counter n\n  place P = amount n 1..3"),
    ("counter n\n  place P = amount n 1 - 3", ["Write 1..3"], "counter n\n  place P = amount n 1..3"),
    ("region den = row 0\n  place P = [!at den and any]", ["any before !"], "region den = row 0\n  place P = [any !at den and any]"),
    ("sub safe = own\n  place P = if safe -> select", ["Write has { safe }"], "sub safe = own\n  place P = has { safe } -> select"),
    ("directions orth = (1,0)\n  place P = own -> orth", ["step before orth"], "directions orth = (1,0)\n  place P = own -> step orth"),
    ("directions orth = (1,0)\n  place P = own -> orth step -> empty", ["Write step orth"], "directions orth = (1,0)\n  place P = own -> step orth -> empty"),
    ("directions a = N\n  place P = own -> step a", ["Declare it: directions N = (0,-1)"], "directions a = N\n  directions N = (0,-1)\n  place P = own -> step a"),
    ("mark m\n  move P = own -> select m -> goto all -> empty -> select -> move m to", ["Write move m"], "mark m\n  move P = own -> select m -> goto all -> empty -> select -> move m"),
    ("place P = own own", ["Write own"], "place P = own"),
    ("place P = own piece", ["Write own"], "place P = own"),
    ("place P = own and empty", ["Write ->"], "place P = own -> empty"),
    ("counter n\n  place P = empty -> n = 3", ["Write :="], "counter n\n  place P = empty -> n := 3"),
    ("counter n\n  place P = empty -> n++", ["Write  += 1"], "counter n\n  place P = empty -> n += 1"),
    ("counter n\n  place P = if n = 3 -> empty", ["Write =="], "counter n\n  place P = if n == 3 -> empty"),
    ("counter n\n  place P = if n <> 3 -> empty", ["Write !="], "counter n\n  place P = if n != 3 -> empty"),
    ("counter n\n  place P = if n => 3 -> empty", ["Write >="], "counter n\n  place P = if n >= 3 -> empty"),
    ("counter n\n  place P = if n =< 3 -> empty", ["Write <="], "counter n\n  place P = if n <= 3 -> empty"),
    ("place P = if count own == 0 -> empty", ["Write { own }"], "place P = if count { own } == 0 -> empty"),
    ("counter n per\n  place P = if own n == 2", ["Write n"], "counter n per\n  place P = if n == 2"),
    ("counter n per\n  place P = empty -> own n += 2", ["Write n"], "counter n per\n  place P = empty -> n += 2"),
    ("counter n per\n  place P = empty -> n := own n", ["Write n"], "counter n per\n  place P = empty -> n := n"),
    ("counter n per = 3 0..3\n  place P = if n == 2", ["Write 0..3 = 3"], "counter n per 0..3 = 3\n  place P = if n == 2"),
    ("counter n\n  ranking n", ["Write max before n", "Write min before n"], "counter n\n  ranking max n"),
    ("neutral Box:b, Tub:t\n  place P = Box", ["Leave out ,"], "neutral Box:b Tub:t\n  place P = Box"),
    ("mark a b\n  place P = own -> mark a -> goto b", ["Write ,"], "mark a, b\n  place P = own -> mark a -> goto b"),
    ("counter n\n  counter a cell\n  place P = if n > a { a -= 1 }", ["Write (a)"], "counter n\n  counter a cell\n  place P = if n > (a) { a -= 1 }"),
    ("place P = first { own; empty } -> select", ["Write |"], "place P = first { own| empty } -> select"),
    ("counter a b\n  place P = if a == b", ["Write ,"], "counter a, b\n  place P = if a == b"),
    ("mark a game, b game\n  place P = own -> mark a -> goto b", ["Write a, b"], "mark a, b game\n  place P = own -> mark a -> goto b"),
    ("phases a, b\n  move P in a or b = own -> select", ["Write a,"], "phases a, b\n  move P in a, b = own -> select"),
    ("place P = empty\n  over = score own", ["Write count { own }"], "place P = empty\n  over = score count { own }"),
    ("place P = empty\n  over = score own Stone", ["Write count { own Stone }"], "place P = empty\n  over = score count { own Stone }"),
    ("directions orth = (1,0)\n  place P = own -> step orth empty", ["Write -> before empty"], "directions orth = (1,0)\n  place P = own -> step orth -> empty"),
    ("mark m\n  place P = own -> select m -> has { m }", ["goto before m", "at before m"], "mark m\n  place P = own -> select m -> has { goto m }"),
    ("region den relative = row 0\n  place P = at den enemy", ["Write enemy den"], "region den relative = row 0\n  place P = at enemy den"),
    ("region den = row 0\n  place P = at den enemy", ["Write -> before enemy"], "region den = row 0\n  place P = at den -> enemy"),
    ("place P = has enemy { own }", ["as before enemy"], "place P = has as enemy { own }"),
    ("mark m\n  place P = own -> mark m -> no own like m", ["Write !own"], "mark m\n  place P = own -> mark m -> !own like m"),
    ("kind Nut:n worth 3\n  place P = Nut -> if worth { goto all } > 1", ["Write { worth 3 }"], "kind Nut:n { worth 3 }\n  place P = Nut -> if worth { goto all } > 1"),
    ("kind Nut:n { worth 3 } Pod:p { wroth 4 }\n  place P = if worth { goto all } > 1 -> goto all -> Nut or Pod", ["Write worth"], "kind Nut:n { worth 3 } Pod:p { worth 4 }\n  place P = if worth { goto all } > 1 -> goto all -> Nut or Pod"),
    ("phases a b\n  place P = in a or b", ["Write ,"], "phases a, b\n  place P = in a or b"),
    ("parameter n = one | two\n  place P = if n == tow", ["Write two"], "parameter n = one | two\n  place P = if n == two"),
    ("parameter n = one | two\n  variant Big = n tow\n  place P = if n == two", ["Write two"], "parameter n = one | two\n  variant Big = n two\n  place P = if n == two"),
    ('parameter n = one | two\n  setup if n == tow { "..." "..." "..." }', ["Write two"], 'parameter n = one | two\n  setup if n == two { "..." "..." "..." }'),
    ("parameter n = 2 in 1..3\n  place P = if n == 2", ["Write 1..3 = 2"], "parameter n 1..3 = 2\n  place P = if n == 2"),
    ("parameter n = 2 1..3\n  place P = if n == 2", ["Write 1..3 = 2"], "parameter n 1..3 = 2\n  place P = if n == 2"),
    ("parameter n 1..3 = 2\n  place P = if enemy n == 2", ["Write n"], "parameter n 1..3 = 2\n  place P = if n == 2"),
    ("place P = own -> step (1,0) 1-2", ["Write ..2"], "place P = own -> step (1,0) 1..2"),
    ("# all that's free\n  place P = empty", ["Write //"], "// all that's free\n  place P = empty"),
    ("place P = empty # free", ["Write //"], "place P = empty // free"),
    ("place P = goto own", ["goto all -> own"], "place P = goto all -> own"),
    ("place P = empty\n  effect = set Stone", ["own", "enemy"], "place P = empty\n  effect = set own Stone"),
    ("place P = empty -> set own", ["Write set own Stone"], "place P = empty -> set own Stone"),
    ("place P empty", ["="], "place P = empty"),
    ("place P = image Rotate18", ["Rotate180"], "place P = image Rotate180"),
    ("counter n per player = 3\n  place P = if n == 2", ["Write per"], "counter n per = 3\n  place P = if n == 2"),
    ("zone box 3x1 per player\n  place P = has { goto box -> own }", ["Write per"], "zone box 3x1 per\n  place P = has { goto box -> own }"),
    ("zone box 3x1\n  counter n box 0..3\n  place P = has { goto box -> if n > 2 }", ["Write cell before box"], "zone box 3x1\n  counter n cell box 0..3\n  place P = has { goto box -> if n > 2 }"),
    ("directions a = (1,0), (0,1)\n  place P = own -> step a", ["Leave out ,"], "directions a = (1,0) (0,1)\n  place P = own -> step a"),
    ("kind Bog:b { size 3 } is Land\n  place P = Land -> if size > 2", ["Write is Land { size 3 }"], "kind Bog:b is Land { size 3 }\n  place P = Land -> if size > 2"),
    ("phases a, b\n  place P = empty -> phase b\n  stuck in a = lose", ["Write = in a ->"], "phases a, b\n  place P = empty -> phase b\n  stuck = in a -> lose"),
    ("region a = row 0 2\n  place P = at a", ["Write row 0..2", "Write row 0 row 2"], "region a = row 0..2\n  place P = at a"),
    ("tile Sea:s empty\n  tiles { \"s..\" \"...\" \"...\" }\n  region a = Sea\n  place P = at a", ["tiles before Sea"], "tile Sea:s empty\n  tiles { \"s..\" \"...\" \"...\" }\n  region a = tiles Sea\n  place P = at a"),
    ("region a relative = row 0\n  place P = empty at own a", ["Write a"], "region a relative = row 0\n  place P = empty at a"),
    ("region a relative = row 0\n  place P = at own a", ["Write a"], "region a relative = row 0\n  place P = at a"),
    ("place P = empty -> option q", ['Write "q"'], 'place P = empty -> option "q"'),
    ("place P = own -> turn again", ["same"], "place P = own -> turn same"),
    ("move P = own -> set own empty", ["Write own -> set empty"], "move P = own -> own -> set empty"),
    ("mark a, b\n  move P = own -> select a, b -> goto b -> at a", ["Write a -> mark b"], "mark a, b\n  move P = own -> select a -> mark b -> goto b -> at a"),
    ("counter n cell\n  place P = where { n >= 2 } -> n += 1", ["if before n"], "counter n cell\n  place P = where { if n >= 2 } -> n += 1"),
    ("counter n cell\n  place P = if 2 == n { n += 1 } else { n := 0 }", ["Write (n)"], "counter n cell\n  place P = if 2 == (n) { n += 1 } else { n := 0 }"),
    ("place P = has { own } or no { own }", ["Write if has"], "place P = if has { own } or no { own }"),
    ("place P = if own\n  { empty }", ["Write own {"], "place P = if own { empty }"),
    ("counter n\n  place P = if n % 2 == 0 -> n += 1", ["Write mod"], "counter n\n  place P = if n mod 2 == 0 -> n += 1"),
    ("counter n\n  place P = if unless n == 2 -> empty", ["Write not"], "counter n\n  place P = if not n == 2 -> empty"),
    ("counter n\n  place P = if !(n == 2 or own) { empty }", ["Write not"], "counter n\n  place P = if not(n == 2 or own) { empty }"),
    ("place P = own -> turn other", ["enemy"], "place P = own -> turn enemy"),
    ("counter n\n  place P = if n == 3 empty", ["Write -> before empty"], "counter n\n  place P = if n == 3 -> empty"),
    ("place P = movable empty", ["Write -> before empty"], "place P = movable -> empty"),
    ("mark m\n  place P = select own -> mark m -> has { goto m }", ["Write own -> select"], "mark m\n  place P = own -> select -> mark m -> has { goto m }"),
    ("mark m\n  place P = own -> mark += m -> goto m", ["Write mark m +="], "mark m\n  place P = own -> mark m += -> goto m"),
    ("mark m, n\n  place P = own -> mark m -> n += m -> goto n", ["Write goto m -> mark n +="], "mark m, n\n  place P = own -> mark m -> goto m -> mark n += -> goto n"),
    ("place P = goto board -> empty", ["Write all"], "place P = goto all -> empty"),
    ("counter n cell\n  place P = if n own > 2", ["Write n { own }"], "counter n cell\n  place P = if n { own } > 2"),
    ("neutral Wall:#\n  place P = empty -> set neutral Wall", ["Write Wall"], "neutral Wall:#\n  place P = empty -> set Wall"),
    ("mark m\n  place P = own -> mark m -> set m", ["Write like before m"], "mark m\n  place P = own -> mark m -> set like m"),
    ("directions orth = (1,0)\n  place P = own -> flood piece orth", ["Write orth piece"], "directions orth = (1,0)\n  place P = own -> flood orth piece"),
    ("directions orth = (1,0)\n  place P = own -> step 1..2 orth", ["Write step orth 1..2"], "directions orth = (1,0)\n  place P = own -> step orth 1..2"),
    ("directions orth = (1,0)\n  place P = own -> step orth * 2", ["Write 2"], "directions orth = (1,0)\n  place P = own -> step orth 2"),
    ("mark m, n\n  place P = own -> mark m -> mark n -> if m at n { win }", ["Write has { goto m -> at n }"], "mark m, n\n  place P = own -> mark m -> mark n -> if has { goto m -> at n } { win }"),
    ("place P = empty -> next turn", ["Write turn next"], "place P = empty -> turn next"),
    ("directions orth = (1,0)\n  place P = own -> along orth -> turn orth -> step", ["Write bend orth"], "directions orth = (1,0)\n  place P = own -> along orth -> bend orth -> step"),
    ("counter n\n  move P = n := 1..3 -> if n > 1", ["Write amount n 1..3"], "counter n\n  move P = amount n 1..3 -> if n > 1"),
    ("counter n = 4\n  place P = if n / 2 > 1", ["Write div"], "counter n = 4\n  place P = if n div 2 > 1"),
    ("counter n per\n  place P = empty -> n += 1\n  over = win max n", ["Write score n"], "counter n per\n  place P = empty -> n += 1\n  over = score n"),
    ("mark m, n\n  move P = own -> select m -> select n -> move m to n", ["Write goto n -> move m"], "mark m, n\n  move P = own -> select m -> select n -> goto n -> move m"),
    ("counter n\n  place P = n >= 0 -> empty", ["Write if before n"], "counter n\n  place P = if n >= 0 -> empty"),
    ("mark m\n  move P = own -> select m -> empty -> swap from m", ["Write m"], "mark m\n  move P = own -> select m -> empty -> swap m"),
    ("phases a, b\n  place P = if phase == a -> own -> phase b", ["Write in a"], "phases a, b\n  place P = in a -> own -> phase b"),
    ("phases a, b\n  place P = if phase == a { own } -> phase b", ["Write in a"], "phases a, b\n  place P = if in a { own } -> phase b"),
    ("phases a, b\n  place P = if own and phase != a { phase b }", ["Write no { in a }"], "phases a, b\n  place P = if own and no { in a } { phase b }"),
    ("kind Ace:a is Red Card\n  place P = Red or Card", ["Write Red, Card"], "kind Ace:a is Red, Card\n  place P = Red or Card"),
    ("kind Ace:a is Card, worth 3\n  place P = Card -> if worth > 1", ["{ worth 3 }"], "kind Ace:a is Card { worth 3 }\n  place P = Card -> if worth > 1"),
    ("kind Ace:a is worth 3\n  place P = if worth > 1", ["{ worth 3 }"], "kind Ace:a { worth 3 }\n  place P = if worth > 1"),
    ("kind Ace:a Card { worth 3 }\n  place P = Card -> if worth > 1", ["Write is Card"], "kind Ace:a is Card { worth 3 }\n  place P = Card -> if worth > 1"),
    ("region r = (0,0) (1,0)\n  place P = at r", ["cells before ("], "region r = cells (0,0) (1,0)\n  place P = at r"),
    ("zone hand 2x1 per\n  place P = enemy hand -> piece", ["Write goto enemy hand"], "zone hand 2x1 per\n  place P = goto enemy hand -> piece"),
    ("zone hand 2x1 per\n  place P = goto enemy.hand", ["Write enemy hand"], "zone hand 2x1 per\n  place P = goto enemy hand"),
    ("zone hand 2x1 per\n  place P = if enemy hand > 1", ["Write count { goto enemy hand -> piece }"], "zone hand 2x1 per\n  place P = if count { goto enemy hand -> piece } > 1"),
    ("zone hand 2x1 per\n  place P = if count hand > 1", ["Write { goto hand -> piece }"], "zone hand 2x1 per\n  place P = if count { goto hand -> piece } > 1"),
    ("counter n cell\n  region r = row 0\n  place P = if n(r) > 1", ["Write n { goto r }"], "counter n cell\n  region r = row 0\n  place P = if n { goto r } > 1"),
    ("counter n cell\n  region r = row 0\n  place P = if n of r > 1", ["Write n { goto r }"], "counter n cell\n  region r = row 0\n  place P = if n { goto r } > 1"),
    ("counter n cell\n  region r = row 0\n  place P = if r.n > 1", ["Write n { goto r }"], "counter n cell\n  region r = row 0\n  place P = if n { goto r } > 1"),
    ("place P = own -> step (1,0),(0,1) -> empty", ["Leave out ,"], "place P = own -> step (1,0)(0,1) -> empty"),
    ("counter n per\n  place P = empty -> do each player { n += 1 }", ["Write as each"], "counter n per\n  place P = empty -> do as each { n += 1 }"),
    ("counter score\n  place P = empty -> score + 1", ["Write +="], "counter score\n  place P = empty -> score += 1"),
    ("counter n cell\n  place P = if (n) { own } > 1", ["Write n"], "counter n cell\n  place P = if n { own } > 1"),
    ("directions a = (1,0)\n  place P = own -> !step a own", ["Write wherenot { step a -> own }"], "directions a = (1,0)\n  place P = own -> wherenot { step a -> own }"),
    ("directions a = (1,0)\n  place P = if !step a own { own }", ["Write no { step a -> own }"], "directions a = (1,0)\n  place P = if no { step a -> own } { own }"),
    ("move P for X = own -> select", ["Write = by X ->"], "move P = by X -> own -> select"),
    ("move P (X) = own -> select", ["Write = by X ->"], "move P = by X -> own -> select"),
    ("zone z per 3x1 owner\n  place P = goto z", ["Write 3x1 per"], "zone z 3x1 per owner\n  place P = goto z"),
    ("counter n per\n  place P = if X.n > 3", ["Write X n"], "counter n per\n  place P = if X n > 3"),
    ("counter n per\n  place P = if own.n > 3", ["Write n"], "counter n per\n  place P = if n > 3"),
    ("region r = row 0\n  place P = goto r !own", ["-> before !"], "region r = row 0\n  place P = goto r -> !own"),
    ("place P = select !own", ["Write !own -> select"], "place P = !own -> select"),
    ("counter n\n  place P = goto all -> where n > 0", ["Write { if n > 0 }"], "counter n\n  place P = goto all -> where { if n > 0 }"),
    ("sub s = count { own } > 1\n  place P = s", ["if before count"], "sub s = if count { own } > 1\n  place P = s"),
    ("region r = row 0\n  place P = empty, not at r", ["Write  -> !at"], "region r = row 0\n  place P = empty -> !at r"),
    ("place P = if own { win } otherwise { lose }", ["Write else"], "place P = if own { win } else { lose }"),
    ("counter n cell\n  place P = where if n > 0 -> n -= 1", ["Write { if n > 0 }"], "counter n cell\n  place P = where { if n > 0 } -> n -= 1"),
    ("region den = row 0\n  place P = if den { win }", ["Write at den"], "region den = row 0\n  place P = if at den { win }"),
    ("region den = row 0\n  place P = if den -> win", ["Write at den"], "region den = row 0\n  place P = at den -> win"),
    ("place P = if !movable -> lose", ["Write not movable"], "place P = if not movable -> lose"),
    ("place P = own -> same turn", ["Write turn same"], "place P = own -> turn same"),
    ("sub s = enemy has { own }\n  place P = s", ["Write has as enemy"], "sub s = has as enemy { own }\n  place P = s"),
    ("region den = row 0\n  place P = set own Stone at den", ["Write at den -> set own Stone"], "region den = row 0\n  place P = at den -> set own Stone"),
    ("region den = row 0\n  place P = own on den", ["Write at"], "region den = row 0\n  place P = own at den"),
    ("mark m\n  place P = mark own as m -> goto m", ["Write own -> mark m"], "mark m\n  place P = own -> mark m -> goto m"),
    ("place P = own -> each { set empty }", ["do before each"], "place P = own -> do each { set empty }"),
    ("place P = if enemy cannot move -> win", ["Write no as enemy { movable }"], "place P = if no as enemy { movable } -> win"),
    ("sub s = own\n  place P = if not enemy s { win }", ["Write no as enemy { s }"], "sub s = own\n  place P = if no as enemy { s } { win }"),
    ("counter n\n  place P = repeat until n == 2 { n += 1 }", ["Write maximal { if n != 2 ->"], "counter n\n  place P = repeat maximal { if n != 2 -> n += 1 }"),
    ("region den = row 0\n  place P = own -> step (1,0) * over empty den", ["Write through empty at den"], "region den = row 0\n  place P = own -> step (1,0) * through empty at den"),
    ("region den = row 0\n  place P = at den if own -> win", ["Write ->"], "region den = row 0\n  place P = at den -> own -> win"),
    ("place P = if own { win else { lose }", ["} before else"], "place P = if own { win } else { lose }"),
    ('kind Ell:l { size 3 shape "##" "#." }\n  place P = Ell', ['Write "##/#."'], 'kind Ell:l { size 3 shape "##/#." }\n  place P = Ell'),
    ("directions orth = (1,0)\n  place P = empty adjacent to own", ["Write -> where"], "directions orth = (1,0)\n  place P = empty -> where { step orth -> own }"),
    ("directions orth = (1,0)\n  place P = empty -> has adjacent own", ["Write where"], "directions orth = (1,0)\n  place P = empty -> where { step orth -> own }"),
    ("place P = empty cell", ["Write empty"], "place P = empty"),
    ("counter n\n  place P = own -> step (1,0) exactly n", ["Write n"], "counter n\n  place P = own -> step (1,0) n"),
    ("phases early, late\n  move P when late = empty -> select -> phase early\n  move Q in early = empty -> select -> phase late", ["Write in"], "phases early, late\n  move P in late = empty -> select -> phase early\n  move Q in early = empty -> select -> phase late"),
    ("phases early, late\n  move P in early = empty -> select -> late", ["Write phase before late"], "phases early, late\n  move P in early = empty -> select -> phase late"),
    ("place P = own -> ray (1,0) empty 1..2", ["Write 1..2 empty"], "place P = own -> ray (1,0) 1..2 empty"),
    ("zone z 2x1\n  move P = select from z", ["Write goto z -> piece -> select"], "zone z 2x1\n  move P = goto z -> piece -> select"),
    ('zone z 2x1 "SS"\n  move P = goto z -> piece -> select', ["Write {"], 'zone z 2x1 { "SS" }\n  move P = goto z -> piece -> select'),
    ("place P = own -> tie", ["Write draw"], "place P = own -> draw"),
    ("place P = empty -> set Ston", ["Write own Stone"], "place P = empty -> set own Stone"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "titles", "fixed"), TABLE)
def test_fixes(line: str, titles: list[str], fixed: str | None) -> None:
    source = Source(f"{HEAD}  {line}{TAIL}", "a.game")
    found = [fix for finding in source.diagnostics for fix in fixes(source, finding)]
    if fixed is None:
        assert found == []
        return
    assert [title for title, fix in zip(titles, found, strict=False) if title not in fix.title] == []
    assert edited(source.text, found[0].edits) == f"{HEAD}  {fixed}{TAIL}"


@pytest.mark.parametrize("line", [line for line, _, _ in TABLE])
def test_no_fix_depends_on_the_words_of_a_message(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{HEAD}  {line}{TAIL}"
    usual, messages = all_fixes(text), {one.message for one in Source(text, "a.game").diagnostics}
    for module in (codes, constraints):
        monkeypatch.setattr(module, "Diagnostic", backwards)
    assert messages.isdisjoint(one.message for one in Source(text, "a.game").diagnostics)
    assert all_fixes(text) == usual


def all_fixes(text: str) -> list[Fix]:
    source = Source(text, "a.game")
    return [fix for finding in source.diagnostics for fix in fixes(source, finding)]


def backwards(code: str, message: str, *rest: Any, **named: Any) -> Diagnostic:
    return Diagnostic(code, message[::-1], *rest, **named)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("game G {\n  players X\n}\n", "game G {\n  board 8x8\n\n  players X\n}\n"),
        ("game Tic-Tac { players X\n board 3x3 }", 'game "Tic-Tac" { players X\n board 3x3 }'),
        ("Game G {\n  players X\n  board 3x3\n}", "game G {\n  players X\n  board 3x3\n}"),
        ("game G {\n  players X\n  board 3x3\n", "game G {\n  players X\n  board 3x3\n}\n"),
        ("game G {\n  players X Y\n  board 3x3\n}\n", "game G {\n  players X, Y\n  board 3x3\n}\n"),
        ("game G {\n  players X\n  board flat 3x3\n}\n", "game G {\n  players X\n  board 3x3 flat\n}\n"),
        ("game G extends othelo {\n}", "game G extends othello {\n}"),
    ],
)
def test_fixes_of_whole_texts(text: str, fixed: str) -> None:
    source = Source(text, "a.game")
    found = [fix for finding in source.diagnostics for fix in fixes(source, finding)]
    assert edited(text, found[0].edits) == fixed


BELOW_AND_ABOVE = ("ambiguous-reference", "missing-declaration", "wrong-reference-type")
"""Codes that are tried by hand here, since the rows of the tables have no fix."""

FIXABLE = [row for row in ROWS if row.syntax.value in ("game", "xmi", "bgdsl")]


CODES_WITH_FIXES = (
    "ambiguous-reference", "bad-range", "bad-value", "base-unknown", "missing-declaration", "unexpected-token",
    "unknown-class", "unknown-feature", "unknown-keyword", "unknown-namespace", "unresolved-reference", "unused",
    "wrong-reference-type",
)  # fmt: skip


def test_codes_with_rules_are_among_them() -> None:
    assert set(FIXES) <= set(CODES_WITH_FIXES)


@pytest.mark.parametrize("code", CODES_WITH_FIXES)
def test_each_code_with_fixes_has_one_that_works(code: str) -> None:
    """For some row of the tables of bad inputs; after each fix the finding is gone."""
    assert code in CODES
    fixed = 0
    for row in (row for row in FIXABLE if row.code == code):
        fixed += fixes_of(row)
        if fixed >= 2:
            break
    assert fixed or code in BELOW_AND_ABOVE


def fixes_of(row: Bad) -> int:
    source = Source(row.text, f"row.{row.syntax.value}")
    count = 0
    for finding in (one for one in source.diagnostics if one.code == row.code):
        for fix in fixes(source, finding):
            after = Source(edited(source.text, fix.edits), source.file).diagnostics
            same = [one for one in after if (one.code, one.message) == (finding.code, finding.message)]
            assert len(same) < len([one for one in source.diagnostics if one.message == finding.message])
            count += 1
    return count


def test_a_state_that_several_tiles_have_is_named_with_its_tile() -> None:
    text = (
        "game G {\n  players X, O\n  board 2x1\n  pieces Stone:X/O\n  tile Lake:L empty\n"
        '  setup { "L." }\n  place P = XStone\n  effect = line 2 own\n}\n'
    )
    source = Source(text, "a.game")
    found = [fix.title for finding in source.diagnostics for fix in fixes(source, finding)]
    assert sorted(found) == ["Write Cell.XStone", "Write Lake.XStone"]
