"""Speed, as ratios within one run: ``make bench``, or ``python -m tests.bench PART...`` for some parts.

Reading and validating models of 1 000 to 100 000 elements beside lxml's bare parse of the same file and beside PyEcore's
own loader; how long the command line takes to start; the plies of random games that the interpreter plays in a second,
beside OpenSpiel driven from Python; why moves are not legal; the native engine beside OpenSpiel's native rollouts and beside
hand-written C; every game's native engine beside its interpreter; perft; and how long a game takes from its model to running
native code. Each figure is a median over rounds in which the candidates take turns, so that a machine whose speed drifts does
not favour one of them. Aims are printed beside the figures; nothing is asserted on time.
"""
