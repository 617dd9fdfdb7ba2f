"""Matches: games between seats, with terms, clocks, undo, offers and resignation.

A match is an event log: its state follows from its terms and its events alone. A store keeps these and nothing else,
and restores a match by replaying them.
"""
