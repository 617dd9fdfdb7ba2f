"""Search: which move is best, found by looking ahead with the functions of the compiled game.

uct         Monte Carlo tree search: random games to the end, more of them where they went well
minimax     alpha-beta search: so many plies ahead, where a sum of weights says what is expected
evaluation  these weights, which are found by playing; mirrors and regression serve that
slices      how much a kernel does in one call
analysis    what a search has found: for each move its value, and the line that is expected after it
"""
