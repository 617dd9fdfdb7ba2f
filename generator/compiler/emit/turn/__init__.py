"""The functions of a turn: for each player those that count, pick and list moves, and those that play whole games.

    count_P(position)        the number of legal moves
    any_P(position)          whether there is one
    draws_P(position)        the number of candidates, before the post-check and before what fails after the last click
    pick_P(k, position)      the position after candidate k, if it is legal
    list_P(position, ...)    all legal moves with their positions, in the order of the language
    perft_P(position, ...)   the leaves below
    idle_P(position)         what happens if there is no move: the end of the game, or a pass
    step_P(position, s)      a random move
    seek_P(position, ...)    what may follow clicks, or the position after one of the moves that begin with them

``entries`` has the functions that are called from outside, ``batches`` those on many positions.
"""
