"""Search for the best move, over the functions of the compiled game.

uct         Monte Carlo tree search
minimax     alpha-beta search with iterative deepening
informed    information set Monte Carlo tree search, for games with hidden parts
evaluation  the linear evaluation of alpha-beta search, fitted to random games; uses mirrors and regression
slices      the amount of work in one call of a kernel
analysis    the result of a tree search: for each move its value and its principal variation
unsearched  the error for states that cannot be searched
"""
