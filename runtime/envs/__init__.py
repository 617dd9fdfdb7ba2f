"""Environments for libraries of reinforcement learning. Each of the first three modules needs the extra of its name.

pettingzoo   all players of a game, one agent each, in PettingZoo's AEC and parallel interfaces
gymnasium    one player, alone or against an opponent, and many positions at once, in Gymnasium's interface
openspiel    the gallery, and games of users, as games of OpenSpiel

All of them have clicks as actions, with the numbers of ``Batch.actions``, and planes on a grid as observations:

clicks       moves that are made click by click in one state
rounds       the same in games whose players move at the same time
planes       the planes of a position
kept         hiding in planes what a player does not see
vector       many positions at once, for Gymnasium
"""

if __name__ != "tilewright.envs":  # imported by its folder's name: every class would exist twice
    raise ImportError(f"import tilewright.envs, not {__name__}", name=__name__)
