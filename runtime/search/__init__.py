"""Search: which move is best, found by looking ahead with the functions of the compiled game.

uct         Monte Carlo tree search: random games to the end, more of them where they went well
analysis    what a search has found: for each move its value, and the line that is expected after it
"""
