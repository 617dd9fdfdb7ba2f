"""Emission of the functions of a turn, for each player P: they count, draw, list and make moves, and play games.

    count_P(position)              the number of legal moves
    any_P(position)                whether there is a legal move
    draws_P(position)              the number of candidates, some of which may turn out to be illegal
    pick_P(k, position)            the position after candidate k, if it is legal
    list_P(position, ...)          all legal moves with the positions after them, in the order of the language
    take_P(k, position)            the position after legal move k, where that is faster than to list all
    perft_P(position, depth, ...)  the number of leaves at a depth (perft)
    idle_P(position)               what happens if there is no move: the end of the game, or a pass
    step_P(s, position)            a random move, and the next state of the random generator ``s``
    seek_P(position, ...)          the possible next clicks, or one of the moves that begin with given clicks

``entries`` emits the functions that are called from outside, ``batches`` those on many positions.
"""
