"""Rules of known games in the notation, with their known numbers of positions, for tests of whole games.

Together they use most of the language: pieces that jump, slide and promote, compulsory captures, connection, territory,
forced and voluntary passes, counters, checks of the position that a move leaves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    """The text of a game and the counts of its perft from depth 1 on."""

    text: str
    counts: tuple[int, ...]


AMAZONS = """
game Amazons {
  players White, Black
  board 6x6
  pieces Amazon:A
  neutral Arrow:*
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  mark from
  setup { ".a..a." "a....a" "......" "......" "A....A" ".A..A." }
  sub fly = step all8 * through empty -> empty -> select
  move Shoot = own -> select from -> fly -> move from -> fly -> set Arrow
  stuck = lose
}
"""

PIG_TEXT = """
game Pig {
  players A, B
  nature Dice
  board 1x1
  counter die move
  counter total turn
  counter score per
  move Roll = option "roll" -> if score + total < 100 -> turn nature
  move Stop = option "stop" -> score += total -> do { if score >= 100 -> win }
  chance Die = amount die 1..6 -> first { if die == 1 | total += die -> turn mover }
}
"""

KUHN = """
game Kuhn {
  players A, B
  nature Dealer
  start Dealer
  board 1x1
  counter drawn move
  counter card per owner
  counter cards, acts, bets
  counter put per = 1
  counter strength per hidden, prize per hidden
  phases dealing, betting
  chance Deal hidden in dealing = amount drawn 1..3 -> no as each { if card == drawn }
    -> do as each { if cards == (0, 1) -> card := drawn } -> cards += 1
    -> first { if cards < 2 -> turn nature | phase betting }
  move Pass in betting = option "pass" -> acts += 1 -> do { showdown }
  move Bet in betting = option "bet" -> put += 1 -> bets += 1 -> first { if bets == 1 -> acts := 1 | acts += 1 } -> do { showdown }
  sub showdown = if acts == 2 -> do as each { first { if bets == 0 | if put == 2 } -> strength := card }
    -> do as each { first { if strength > enemy strength -> prize := enemy put | prize := 0 - put } } -> pay prize
}
"""
"""Kuhn poker: chance, what others do not see, and an end that pays."""

LIARS_DICE = """
game LiarsDice {
  players A, B
  nature Dice
  start Dice
  board 1x1
  counter roll move
  counter rolled, bid 0..4
  counter die per owner
  counter face move, quantity move, found move
  phases rolling, bidding
  chance Roll hidden in rolling = amount roll 1..2 -> do as each { if rolled == (0, 1) -> die := roll } -> rolled += 1
    -> first { if rolled < 2 -> turn nature | phase bidding }
  move Bid in bidding = amount bid bid + 1..4
  move Liar in bidding = if bid > 0 -> option "liar" -> do { face := bid -> quantity := 1 }
    -> do { repeat maximal { if face > 2 -> face -= 2 -> quantity += 1 } }
    -> do as each { first { if die == face | if die == 2 } -> found += 1 } -> do { first { if found >= quantity -> lose | win } }
}
"""
"""Liar's dice with one die of two sides each, the second of which counts as any: what a bid says of both is called a lie."""

OSHI_ZUMO = """
game OshiZumo {
  players A, B FlipColumns
  simultaneous
  board 7x1
  neutral Wrestler:W
  setup { "...W..." }
  directions ahead relative = (1,0)
  region edges = column 0 column 6
  region beyond relative = column 4..6
  counter coins per 0..6 = 6
  counter bid per round owner
  counter rounds 0..12
  move Bid owner = amount bid 0..coins
  round = do as each { if bid > enemy bid -> Wrestler -> shift ahead } -> do as each { coins -= bid } -> rounds += 1
    -> first { Wrestler -> at edges | if coins + enemy coins == 0 | if rounds == 12 }
    -> do as each { goto beyond -> Wrestler -> win } -> draw
}
"""
"""Two bid at the same time, and who bids more pushes the wrestler."""

GOOFSPIEL = """
game Goofspiel {
  players A, B
  nature Deck
  start Deck
  simultaneous
  board 4x1
  neutral Card:C
  setup { "CCCC" }
  mark spent per game
  mark bid per round owner
  counter worth cell = { 1 2 3 4 }
  counter prize
  counter points per
  chance Prize = Card -> select -> prize := worth -> set empty
  move Bid owner = !at spent -> select -> mark bid
  round = do as each { if worth { goto bid } > enemy worth { goto bid } -> points += prize } -> do as each { goto bid -> mark spent += }
    -> first { Card -> turn nature | score points }
}
"""
"""Goofspiel with four cards: two bid at the same time for a card that chance turns over."""

BREAKTHROUGH = """
game Breakthrough {
  players White, Black FlipRows
  board 5x5
  pieces Pawn:P
  directions ahead relative = (0,-1)
  directions slant relative = (-1,-1) (1,-1)
  region goal relative = row 0
  mark from
  setup { "ppppp" "....." "....." "....." "PPPPP" }
  move Push = own -> select from -> step ahead -> empty -> select -> move from
  move Take = own -> select from -> step slant -> !own -> select -> move from
  effect = at goal -> win
  effect = no { goto all -> enemy } -> win
  stuck = lose
}
"""

CLOBBER = """
game Clobber {
  players White, Black
  board 4x4
  pieces Stone:W
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  setup { "WwWw" "wWwW" "WwWw" "wWwW" }
  move Clobber = own -> select from -> step orth -> enemy -> select -> move from
  stuck = lose
}
"""

GO = """
game Go {
  players Black, White
  board 5x5
  pieces Stone:B
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter passes
  mark here, dead
  mark ko ply
  sub liberties = flood orth own -> step orth -> empty
  sub capture = step orth -> enemy -> wherenot as enemy { liberties } -> flood orth enemy -> mark dead -> set empty
  sub retakes = if count { goto dead } == 1 -> no { goto here -> step orth -> own }
             -> if count { goto here -> liberties } == 1
  sub area = union { own | empty -> where { flood orth empty -> step orth -> own }
                                 -> wherenot { flood orth empty -> step orth -> enemy } }
  move Pass = option "pass" -> passes += 1
  move Stone = empty -> !at ko -> select here -> passes := 0 -> set own Stone -> do { capture }
            -> has { liberties } -> do { retakes -> goto dead -> mark ko }
  effect = if passes >= 2 -> goto all -> score count { area } + (0, 7)
}
"""

HEX = """
game Hex {
  players Red, Blue Transpose
  board 3x3
  pieces Stone:R
  directions hex6 = (1,0) (0,1) (-1,0) (0,-1) (1,-1) (-1,1)
  region near relative = row 0
  region far relative = row 2
  place Stone = empty
  effect = set own Stone -> flood hex6 own -> at near -> goto near -> own -> flood hex6 own -> at far -> win
}
"""

MORRIS = """
game Morris {
  players White, Black
  board 7x7
  pieces Man:W
  tile Line:-
  tile Void:X
  setup { ".--.--." "-.-.-.-" "--...--" "...X..." "--...--" "-.-.-.-" ".--.--." }
  counter hand per = 9
  directions across = (1,0) (-1,0)
  directions down = (0,1) (0,-1)
  directions orth = across down
  mark from
  sub milled = where { choose { if count { flood across own or Line -> own } == 3
                              | if count { flood down own or Line -> own } == 3 } }
  sub capture = first { milled -> goto all -> enemy -> first { wherenot as enemy { milled } | any } -> select -> set empty
                      | any }
  move Place = if hand > 0 -> empty -> select -> set own Man -> hand -= 1 -> capture
  move Slide = if hand == 0 -> own -> select from -> step orth 1..3 through Line -> empty -> select -> move from -> capture
  move Fly = if hand == 0 -> if count { own } == 3 -> own -> select from -> goto all -> empty -> select -> move from -> capture
  effect = if enemy hand == 0 -> if enemy count { goto all -> own } < 3 -> win
  stuck = lose
}
"""

OTHELLO = """
game Othello {
  players Black, White
  board 6x6
  pieces Disc:B
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  setup { "......" "......" "..bB.." "..Bb.." "......" "......" }
  place Enclose = empty -> ray all8 enemy until own
  effect = ray all8 enemy until own -> set own Disc
  effect = set own Disc
  over = score count { own }
}
"""

CHECKERS = """
game Checkers {
  players Black, White Rotate180
  board 8x8
  pieces Man:M King:K
  directions ahead relative = (-1,-1) (1,-1)
  directions diag = (1,1) (1,-1) (-1,1) (-1,-1)
  region crown relative = row 0
  mark here, victim
  setup { " m m m m" "m m m m " " m m m m" ". . . . " " . . . ." "M M M M " " M M M M" "M M M M " }
  sub promote = do { own Man -> at crown -> set own King }
  sub leap = step -> enemy -> mark victim -> step -> empty -> select
          -> move here -> do { goto victim -> set empty } -> promote
  move ManJump priority 1 = own Man -> select -> repeat 1..* maximal { own Man -> mark here -> along ahead -> leap }
  move KingJump priority 1 = own King -> select -> repeat 1..* maximal { own King -> mark here -> along diag -> leap }
  move ManStep = own Man -> select here -> step ahead -> empty -> select -> move here -> promote
  move KingStep = own King -> select here -> step diag -> empty -> select -> move here
  stuck = lose
}
"""

CHESS_START = '"rnbqkbnr" "pppppppp" "........" "........" "........" "........" "PPPPPPPP" "RNBQKBNR"'
KIWIPETE = '"r...k..r" "p.ppqpb." "bn..pnp." "...PN..." ".p..P..." "..N..Q.p" "PPPBBPPP" "R...K..R"'
PINS = '"........" "..p....." "...p...." "KP.....r" ".R...p.k" "........" "....P.P." "........"'


def chess(setup: str) -> str:
    """Return the rules of chess with a set-up in which White is to move and no king or rook has moved."""
    return f"""
game Chess {{
  players White, Black FlipRows
  board 8x8
  pieces Pawn:P Knight:N Bishop:B Rook:R Queen:Q King:K
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  directions all8 = orth diag
  directions knight = (1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2)
  directions ahead relative = (0,-1)
  directions back relative = (0,1)
  directions slant relative = (-1,-1) (1,-1)
  directions east = (1,0)
  directions west = (-1,0)
  region second relative = row 6
  region last relative = row 0
  region home relative = cells (4,7)
  mark from, to, rook, path
  mark ep ply
  mark moved game
  setup {{ {setup} }}
  sub attack = union {{
    | own Pawn -> step slant
    | own Knight -> step knight
    | own King -> step all8
    | own Bishop Queen -> step diag * through empty
    | own Rook Queen -> step orth * through empty }}
  sub check = has as enemy {{ goto all -> attack -> enemy King }}
  sub promote = first {{
    | at last -> choose {{ option "q" -> set own Queen | option "r" -> set own Rook
                        | option "b" -> set own Bishop | option "n" -> set own Knight }}
    | any }}
  sub safe = no as enemy {{ goto all -> attack -> at path }}
  move Officer = own Knight Bishop Rook Queen King -> select from -> attack -> !own -> select to -> move from
  move Push = own Pawn -> select from -> step ahead -> empty -> select to -> move from -> promote
  move Double = own Pawn -> at second -> select from -> step ahead 2 through empty -> empty -> select to
             -> move from -> do {{ step back -> mark ep }}
  move Take = own Pawn -> select from -> step slant -> enemy -> select to -> move from -> promote
  move EnPassant = own Pawn -> select from -> step slant -> at ep -> select to -> move from
                -> do {{ step back -> set empty }}
  move CastleK = own King -> at home -> !at moved -> select from
              -> has {{ step east 3 through empty or own King -> own Rook -> !at moved }}
              -> do {{ step east 0..2 -> mark path }} -> safe
              -> step east 2 -> select to -> move from -> do {{ step east -> mark rook -> step west 2 -> move rook }}
  move CastleQ = own King -> at home -> !at moved -> select from
              -> has {{ step west 4 through empty or own King -> own Rook -> !at moved }}
              -> do {{ step west 0..2 -> mark path }} -> safe
              -> step west 2 -> select to -> move from -> do {{ step west 2 -> mark rook -> step east 3 -> move rook }}
  effect = goto from -> add to -> mark moved +=
  ensure = no {{ check }}
  stuck = first {{ check -> lose | draw }}
}}
"""


PIG = Rules(PIG_TEXT, (2, 8, 20, 68, 188, 596, 1724, 5300, 15644, 47444))
"""A game with chance."""

GAMES = {
    # one implementation by others (OpenSpiel), or more
    "amazons 6x6": Rules(AMAZONS, (544,)),
    "breakthrough 5x5": Rules(BREAKTHROUGH, (13, 169, 1911, 21514)),
    "clobber 4x4": Rules(CLOBBER, (24, 448, 6380)),
    "go 5x5": Rules(GO, (26, 651)),
    "hex 3x3": Rules(HEX, (9, 72, 504, 3024, 15120)),
    "morris": Rules(MORRIS, (24, 552, 12144)),
    "othello 6x6": Rules(OTHELLO, (4, 12, 56, 244, 1364)),
    # Aart Bik, "Computing deep perft and divide numbers for checkers"
    "checkers": Rules(CHECKERS, (7, 49, 302, 1469, 7361)),
    # the Chess Programming Wiki, "Perft Results": the initial position, and positions 2 to 4
    "chess": Rules(chess(CHESS_START), (20, 400, 8902)),
    "chess, castling and pins": Rules(chess(KIWIPETE), (48, 2039)),
    "chess, en passant": Rules(chess(PINS), (14, 191, 2812)),
}

FLOOD = """game Flood {
  players A, B
  board 2x2
  pieces Stone:S
  mark used game
  move Fill = goto all -> empty -> !at used -> has { empty } -> mark used += -> set own Stone
  move Put = empty -> select -> set own Stone
  stuck = draw
}"""
"""A rule whose moves have neither clicks nor options, beside one whose moves have."""


SLIDES = """game Slides {
  players A, B
  board 4x4
  pieces Stone:X/O Rock:R/r
  directions north = (0,-1)
  directions east = (1,0)
  region top = row 0
  region left = column 0
  mark from, seen
  counter n 0..9
  counter hand per 0..9
  phases early, late
  setup { "XR.." "...." "...." "OO.." }
  stuck = lose
"""
"""The head of a small game with pieces, directions, regions, marks, counters and phases, to which rules are added."""
