"""What a player is told about moves that are not legal: a table, each sentence of which was read as a player reads it.

Each row says what is wrong, in which game, after which moves or in which position (a name out of the table beside the model,
or a text), for which move; then what is said, which class of filter or rule it is about, and where that stands in the
game's text: line and column, after the name of the file if it is that of the game which this one extends.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A row of the table; ``filter`` and ``place`` are None where no rule need be asked."""

    wrong: str
    game: str
    start: str
    move: str
    said: str
    filter: str | None
    place: str | None


CASES = [Case(*row) for row in [
    ("an occupied cell", "tic-tac-toe", "b2", "b2", "b2 must be empty, but X's Stone is there", "PatternFilter", "6:16"),
    ("an occupied cell", "hex", "f6", "f6", "f6 must be empty, but Red's Stone is there", "PatternFilter", "14:17"),
    ("an occupied cell", "go", "e5 a1 e4", "e5", "e5 must be empty, but Black's Stone is there", "PatternFilter", "22:16"),
    ("an occupied cell", "connect-four", "a1", "a1", "a1 must be empty, but Red's Disc is there", "PatternFilter", "6:16"),
    ("an occupied cell", "gomoku", "h8", "h8", "h8 must be empty, but Black's Stone is there", "PatternFilter", "11:17"),
    ("an occupied cell", "pentago", "a1=nwR", "a1=nwR", "a1 must be empty, but White's Marble is there", "PatternFilter", "13:16"),
    ("an occupied target", "chess", "", "e1-e2", "e2 must not be White's, but White's Pawn is there", "PatternFilter", "39:80"),
    ("an occupied target", "checkers", "", "b2-c3", "c3 must be empty, but Black's Man is there", "PatternFilter", "20:58"),
    ("an occupied target", "breakthrough", "", "a1-a2", "a2 must be empty, but White's Pawn is there", "PatternFilter", "11:51"),
    ("an occupied target", "mu-torere", "", "b5-d5", "d5 must be empty, but White's Stone is there", "PatternFilter", "16:53"),
    ("nothing below", "connect-four", "a1", "a3", "A disc falls as far as it can. for a3, a2 must be occupied or off the board, but it is empty", "PatternFilter", "6:25"),
    ("nothing below, in two rules", "connect-four-floor", "", "a4", "for a4, a3 must be Floor, but it is empty; or else for a4, a3 must be Disc, but it is empty", "PatternFilter", "8:28"),
    ("off the board", "domineering", "", "a1", "the cell 1 below a1 must be empty, but it is off the board", "PatternFilter", "8:17"),
    ("nothing to enclose", "othello", "", "a1", "A disc must enclose a line of the other's discs. from a1 no line is as 'ray lines enemy until own' demands", "IterativeFilter", "8:18"),
    ("nothing to enclose", "rolit", "", "a1", "A ball must enclose a line of other balls. from a1 no line is as 'ray all8 enemy or Blue until own' demands; or else none of a2, b2, b1 is occupied", "GuardFilter", "12:8"),
    ("nothing to touch", "othello-adjacent", "", "a1", "A disc must touch one of the other's discs. none of a2, b2, b1 is White's", "PatternFilter", "3:32"),
    ("nothing to capture", "chess", "", "e2-d3", "d3 must be Black's, but it is empty; or else d3 must be marked 'ep'", "PatternFilter", "44:56"),
    ("nothing to capture", "checkers", "", "c3-e5", "A jump goes over a piece of the other's. d4 must be White's, but it is empty", "PatternFilter", "14:22"),
    ("nothing to capture", "bagh-chal", "b3", "a1-c3", "A tiger jumps over a goat. b2 must be Goats', but it is empty", "PatternFilter", "24:8"),
    ("nothing to capture", "clobber", "a1-b1 a2-b2", "b1-c1", "c1 must be Black's, but White's Stone is there", "PatternFilter", "10:53"),
    ("nothing to jump over", "peg-solitaire", "d6-d4", "d4-d6", "A peg jumps over another one. d5 must be Solver's, but it is empty", "PatternFilter", "11:59"),
    ("a piece of the other player", "chess", "", "e7-e5", "e7 must be White's, but Black's Pawn is there", "PatternFilter", "39:18"),
    ("a piece of the other player", "checkers", "", "b6-c5", "b6 must be Black's, but White's Man is there", "PatternFilter", "21:19"),
    ("a piece of the other player", "toads-and-frogs", "", "g1-f1", "g1 must be Toads', but Frogs' Jumper is there", "PatternFilter", "10:16"),
    ("a piece of the other player", "brandubh", "", "d4-d3", "d4 must be Attackers', but Defenders' King is there", "PatternFilter", "21:18"),
    ("a piece of the other player", "xiangqi", "", "b8-b7", "b8 must be Red's, but Black's Cannon is there", "PatternFilter", "61:15"),
    ("an own piece as the prey", "nine-mens-morris", "a7 d7 a4 g7", "a1-a7", "a7 must be Black's, but White's Man is there", "PatternFilter", "22:29"),
    ("an empty start cell", "chess", "", "e4-e5", "e4 must be White's, but it is empty", "PatternFilter", "41:15"),
    ("an empty start cell", "checkers", "", "b4-c5", "b4 must be Black's, but it is empty", "PatternFilter", "20:18"),
    ("an empty start cell", "minishogi", "", "e2-e4", "e2 must be Black's, but it is empty", "PatternFilter", "44:15"),
    ("an empty start cell", "peg-solitaire", "", "d4-d6", "d4 must be Solver's, but it is empty", "PatternFilter", "11:15"),
    ("a piece that does not move so", "chess", "", "e2-e5", "e5 is not reached from e2 by 'step ahead'", "StepFilter", "41:42"),
    ("a piece that does not move so", "chess", "", "b1-b3", "b3 is not reached from b1 by 'step knight'", "StepFilter", "26:21"),
    ("a piece that does not move so", "checkers", "", "c3-b2", "c3 must be Black's King, but Black's Man is there", "PatternFilter", "21:19"),
    ("a piece that does not move so", "shogi", "", "a3-a5", "a5 is not reached from a3 by 'step ahead'", "StepFilter", "31:19"),
    ("a piece that does not move so", "xiangqi", "", "e1-e3", "e3 is not reached from e1 by 'step orth'; or else e3 is not on a line from e1 that is as 'ray ahead empty until General end' demands", "StepFilter", "50:22"),
    ("a piece that does not move so", "chess", "", "d1-e3", "e3 is not reached from d1 by 'step diag * through empty' or 'step orth * through empty'", "StepFilter", "28:27"),
    ("a piece that does not move so", "breakthrough", "", "a2-a4", "a4 is not reached from a2 by 'step ahead' or 'step slant'", "StepFilter", "11:37"),
    ("a piece that does not move so", "lines-of-action", "", "b8-b5", "A man moves as far as there are men on the line. b5 is not reached from b7 by 'step'", "StepFilter", "17:8"),
    ("a piece that does not move so", "peg-solitaire", "", "d2-b4", "b4 is in no direction of 'along orth' from d2", "DirectionFilter", "11:37"),
    ("a piece that does not move so", "surakarta", "", "a1-a3", "a3 is not reached from a1 by 'step all8'", "StepFilter", "20:37"),
    ("a piece in the way", "chess", "", "d1-d3", "d2 is in the way from d1 to d3: it must be empty, but White's Pawn is there", "StepFilter", "29:25"),
    ("a piece in the way", "chess", "Position3", "b4-g4", "f4 is in the way from b4 to g4: it must be empty, but Black's Pawn is there", "StepFilter", "29:25"),
    ("a piece in the way", "brandubh", "", "d7-d5", "d6 is in the way from d7 to d5: it must be empty, but Attackers' Man is there", "StepFilter", "21:44"),
    ("a piece in the way", "amazons", "d1-d4-d5 a7-a8-b8", "d4-d6-d7", "d5 is in the way from d4 to d6: it must be empty, but Arrow is there", "StepFilter", "21:13"),
    ("a piece in the way", "shogi", "", "i1-i4", "i3 is in the way from i1 to i4: it must be empty, but Black's Pawn is there", "StepFilter", "32:20"),
    ("a piece in the way of a horse", "xiangqi", "", "b1-d2", "c1 must be empty, but Red's Elephant is there", "PatternFilter", "54:42"),
    ("a stone that pushes too many", "abalone", "", "b1-c1", "At most three marbles move. count { own } must be at most 3, but it is 4", "CompareFilter", "15:8"),
    ("a forced capture elsewhere", "checkers", "c3-d4 b6-c5", "a3-b4", "there is a move by the rule ManJump, which must be played: d4-b6", "MoveRule", "16:8"),
    ("a forced capture elsewhere", "rolit", "", "c5", "there is a move by the rule Enclose, which must be played: f5, d3, f3", "MoveRule", "11:8"),
    ("a forced capture elsewhere", "international-draughts", "Passing", "d8-c9", "there is a move by the rule ManTakes, which must be played: d8-h8-e9-g9", "MoveRule", "36:8"),
    ("a king left in check", "chess", "e2-e4 e7-e5 d1-h5", "f7-f6", "This would leave the king in check. afterwards it must not be that 'check', but it is, from h5 to e8", "GuardFilter", "59:12"),
    ("a king left in check", "xiangqi", "Facing", "d1-e1", "This would leave the general in check. afterwards it must not be that 'threat', but it is, from e2 to e1", "GuardFilter", "70:12"),
    ("a pinned piece", "chess", 'position P { setup { "....k..." "........" "....r..." "........" "........" "....N..." "........" "....K..." } to White }', "e3-f5", "This would leave the king in check. afterwards it must not be that 'check', but it is, from e6 to e1", "GuardFilter", "59:12"),
    ("castling through check", "chess", 'position P { setup { "....k..." "........" ".....r.." "........" "........" "........" "........" "R...K..R" } to White }', "e1-g1", "No castling out of check or through it. it must not be that 'goto all -> attack -> at path', but it is, from f6 to f1", "GuardFilter", "38:20"),
    ("castling out of check", "chess", 'position P { setup { "....k..." "........" "....r..." "........" "........" "........" "........" "R...K..R" } to White }', "e1-g1", "No castling out of check or through it. it must not be that 'goto all -> attack -> at path', but it is, from e6 to e1", "GuardFilter", "38:20"),
    ("castling after the king moved", "chess", "e2-e4 e7-e5 e1-e2 a7-a6 e2-e1 a6-a5 g1-f3 b7-b6 f1-c4 c7-c6", "e1-g1", "e1 must not be marked 'moved'", "CellsFilter", "47:30"),
    ("castling after the rook moved", "chess", 'position P { setup { "....k..." "........" "........" "........" "........" "........" "........" "R...K..R" } to White, marks moved = h1 }', "e1-g1", "h1 must not be marked 'moved'", "GuardFilter", "47:58"),
    ("castling with something between", "chess", "", "e1-g1", "f1 is in the way from e1: it must be empty, but White's Bishop is there", "GuardFilter", "47:58"),
    ("en passant too late", "chess", "e2-e4 a7-a6 e4-e5 d7-d5 g1-f3 a6-a5", "e5-d6", "d6 must be Black's, but it is empty; or else d6 must be marked 'ep'", "PatternFilter", "44:56"),
    ("a promotion without its piece", "chess", "Position5", "d7-c8", "this is only the beginning of a move; go on as in d7-c8=q, d7-c8=r, d7-c8=b, d7-c8=n", "MoveRule", "44:8"),
    ("a promotion in the way", "chess", "Position5", "d7-d8=q", "d8 must be empty, but Black's Queen is there", "PatternFilter", "41:56"),
    ("a pass that is not allowed", "othello", "", "pass", "Black may not pass: there are 4 moves, such as d6, c5, f4, e3", None, None),
    ("a pass that is not allowed", "chess", "", "pass", "White may not pass: there are 20 moves, such as b1-a3, b1-c3, g1-f3, g1-h3 and 16 more", None, None),
    ("a forced pass that is not taken", "othello", 'position P { setup { "Bb......" "........" "........" "........" "........" "........" "........" "........" } to White }', "d3", "White has no move here and must pass; play 'pass'", None, None),
    ("a move after the end", "tic-tac-toe", "a3 b3 a2 b2 a1", "c1", "the game is over: X has won", None, None),
    ("a move after the end", "chess", "e2-e4 e7-e5 d1-h5 b8-c6 f1-c4 g8-f6 h5-f7", "e8-e7", "the game is over: White has won", None, None),
    ("a move after the end", "go", "pass pass", "a1", "the game is over: White has won", None, None),
    ("only the beginning", "checkers", "", "c3", "this is only the beginning of a move; go on as in c3-b4, c3-d4", "MoveRule", "20:8"),
    ("only the beginning", "pentago", "", "a1", "this is only the beginning of a move; go on as in a1=nwR, a1=nwL, a1=neR, a1=neL, a1=swR, a1=swL, a1=seR, a1=seL", "MoveRule", "13:8"),
    ("only the beginning", "crazyhouse", "QueenAndKnight", "Q", "this is only the beginning of a move; go on as in Q=a8, Q=b8, Q=d8, Q=e8, Q=f8, Q=g8, Q=h8, Q=a7, Q=b7, Q=c7, Q=d7, Q=e7 and 50 more", "MoveRule", "34:8"),
    ("something after a whole move", "chess", "", "e2-e3-e4", "e2-e3 is a whole move, and nothing can follow it so", "MoveRule", "41:8"),
    ("something after a whole move", "bagh-chal", "c3", "a5-b5-c5", "a5-b5 is a whole move, and nothing can follow it so", "MoveRule", "22:8"),
    ("something after a whole move", "go", "", "a9-b9", "a9 is a whole move, and nothing can follow it so", "MoveRule", "22:8"),
    ("an option that may not follow", "shogi", "", "h3-h4=+", "+ may not follow h3-h4: none of h4, h3 is in the region 'camp'", "GuardFilter", "58:35"),
    ("an option that may not follow", "chess", "", "e2-e3=q", "q may not follow e2-e3: e3 must be in the region 'last'", "CellsFilter", "36:25"),
    ("an option of another rule", "chess", "", "e2-e4=q", "q may not follow e2-e4 by the rule Double; by the rule Push, e4 is not reached from e2 by 'step ahead'", "StepFilter", "41:42"),
    ("an option of another rule", "chess", "", "b1-c3=q", "q may not follow b1-c3 by the rule Officer; by the rule Push, b1 must be White's Pawn, but White's Knight is there", "PatternFilter", "41:15"),
    ("ko", "go", "c5 d5 d6 e6 d4 e4 i9 f5 e5", "d5", "The stone that took yours may not be retaken at once. d5 must not be marked 'ko'", "CellsFilter", "22:25"),
    ("suicide", "go", "b1 e5 a2", "a1", "A stone needs a liberty. none of a2, b1 is empty", "GuardFilter", "23:43"),
    ("dropping what one does not have", "crazyhouse", "", "N=e4", "You have none in hand. knights of White must be more than 0, but it is 0", "CompareFilter", "28:21"),
    ("dropping what one does not have", "minishogi", "", "P=c3", "You have none in hand. pawns of Black must be more than 0, but it is 0", "CompareFilter", "46:19"),
    ("dropping what one does not have", "shogi", "", "P=e5", "You have none in hand. pawns of Black must be more than 0, but it is 0", "CompareFilter", "59:19"),
    ("dropping where one may not", "crazyhouse", "FullHands", "P=a1", "a1 must not be in the region 'rearmost'", "CellsFilter", "26:91"),
    ("dropping on a piece", "minishogi", "PawnDropMate", "P=c4", "c4 must be empty, but Black's Silver is there", "PatternFilter", "47:59"),
    ("a second pawn on a file", "minishogi", 'position P { setup { "....k" "....." "..P.." "....." "K...." } to Black, counter pawns = 1/0 }', "P=c2", "A file holds one unpromoted pawn of yours. c2 must not be marked 'files'", "CellsFilter", "48:8"),
    ("a mating pawn drop", "minishogi", "PawnDropMate", "P=e4", "A pawn is not dropped to mate. it must not be that 'threat', but it is, from e4 to e5; or else White must have a move then", "GuardFilter", "49:30"),
    ("a phase that is not now", "bagh-chal", "c3 a5-a4", "c3-c4", "the rule Goat is for the phase moving, and this is the phase placing", "MoveRule", "21:8"),
    ("a stage that is not now", "nine-mens-morris", "a7", "a7-d7", "First all men are put on the board. hand of Black must be equal to 0, but it is 9", "CompareFilter", "26:16"),
    ("what only the other may do", "bagh-chal", "c3", "c4", "Only goats are put on the board. nothing may be Tigers' Tiger, but this is so at a5, e5, a1, e1", "GuardFilter", "19:27"),
    ("sowing from a foreign pit", "kalah", "", "b3", "Sow from one of your own pits. b3 must be in the region 'pits'", "CellsFilter", "22:14"),
    ("sowing from a store", "kalah", "", "a2", "Sow from one of your own pits. a2 must be in the region 'pits'", "CellsFilter", "22:14"),
    ("sowing that starves the other", "oware", 'position P { setup { " ...... " "s      S" " ...... " } to South, counter seeds = { b3 0 c3 0 d3 0 e3 0 f3 0 g3 0 b1 1 c1 0 d1 0 e1 0 f1 0 g1 1 } }', "b1", "A move must leave the other side seeds. seeds { goto theirs } must be more than 0, but it is 0", "CompareFilter", "29:8"),
    ("three players", "nim-three-players", "a1", "b1", "b1 must be empty, but Red's Stroke is there", "PatternFilter", "12:16"),
    ("three players", "yavalath-three-players", "e5", "e5", "e5 must be empty, but White's Stone is there", "PatternFilter", "24:16"),
    ("an asymmetric game", "bagh-chal", "", "a5-a4", "a5 must be Goats', but Tigers' Tiger is there", "PatternFilter", "22:16"),
    ("an asymmetric game", "brandubh", "d7-c7", "d4-d6", "d5 is in the way from d4 to d6: it must be empty, but Defenders' Man is there", "StepFilter", "22:46"),
    ("a marked cell", "brandubh", "", "a4-a7", "a7 must not be in the region 'marked'", "PatternFilter", "21:73"),
    ("a cell that is no place for a stone", "nine-mens-morris", "", "d4", "d4 must be empty, but Void is there", "PatternFilter", "24:77"),
    ("a cell that is no place for a line", "dots-and-boxes", "", "b2", "b2 must be a Cell, but it is a Box", "PatternFilter", "13:16"),
    ("a wall", "amazons", "d1-d4-d5 a7-a8-b8", "d4-d5-d6", "d5 must be empty, but Arrow is there", "PatternFilter", "21:42"),
    ("a region that is not left", "xiangqi", "", "a4-b4", "a4 must not be in the region 'home'", "CellsFilter", "58:22"),
    ("sowing from an empty pit", "kalah", "d1", "d1", "This pit is empty. seeds must be more than 0, but it is 0", "GuardFilter", "22:66"),
    ("sowing from an empty pit", "oware", "b1 g3", "b1", "This house is empty. seeds must be more than 0, but it is 0", "GuardFilter", "27:68"),
    ("a longer capture elsewhere", "international-draughts", 'position P { setup { " . . . . ." ". . . . . " " . . . . ." ". . . . . " " . . . m ." ". . . . . " " m . m . ." ". M M . . " " . . . . ." ". . . . . " } to White }', "c3-a5-b4", "another move has more of captures and must be played: e3-i7-h6-f4", "MoveRule", "36:8"),
]]  # fmt: skip
"""The table."""
