"""Matches: games between seats, with everything that is agreed, said and done around the moves.

The truth about a match is the list of its events. A match is brought back by taking its events one after another, so
that a store keeps these and nothing else.
"""
