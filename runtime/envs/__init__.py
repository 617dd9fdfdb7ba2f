"""Doors to learning libraries: each module needs the extra of its name, and is imported only when asked for.

pettingzoo   all players of a game, one agent each, in PettingZoo's AEC interface
gymnasium    one player, alone or against an opponent, and many positions at once, in Gymnasium's interface
openspiel    the gallery, and games of one's own, as games of OpenSpiel

All of them act by clicks, with the actions of ``Batch.actions``, and show positions as planes on a grid:

clicks       moves that are made click by click in one state
planes       what is seen of it
vector       many positions at once
"""

if __name__ != "tilewright.envs":  # found by its folder: its classes would be there twice
    raise ImportError(f"import tilewright.envs, not {__name__}", name=__name__)
