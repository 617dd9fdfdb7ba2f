"""Elo ratings from results, by maximum likelihood in the model of Bradley and Terry (1952).

A player whose rating is d points higher is expected to score 1/(1+10^(-d/400)). The likelihood is maximised by Newton's
method; a draw counts as half a win for each player. As a prior, each pair of players who have met gets one more draw,
which keeps the ratings finite if a player has won all games. The 95 % confidence intervals follow from the curvature of
the likelihood at its maximum. The ratings add up to 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

from tilewright.runtime.simulation import Estimate, Z

_SCALE = 400 / log(10)
"""The rating points that multiply the odds by e."""
_ENOUGH = 1e-10
"""The greatest step, as a logarithm of odds, after which the iteration stops."""
_MOST_STEPS = 200
"""The greatest number of iterations."""


def ratings(players: int, met: Mapping[tuple[int, int], tuple[float, int]]) -> list[Estimate]:
    """Return the Elo rating of each player.

    *met* has for pairs of players the points of the first one against the second, and the number of their games. Each
    pair occurs once, in one order.
    """
    pairs = {pair: (points + 0.5, games + 1) for pair, (points, games) in met.items() if games}
    strengths = [0.0] * players
    for _ in range(_MOST_STEPS):
        slope, curve = _slopes(players, pairs, strengths)
        inverse = _inverse(curve)
        steps = [sum(row[other] * slope[other] for other in range(players)) for row in inverse]
        largest = max(map(abs, steps), default=0.0)
        strengths = [s + step * min(1.0, 2.0 / max(largest, 1e-300)) for s, step in zip(strengths, steps, strict=True)]
        if largest < _ENOUGH:
            break
    inverse = _inverse(_slopes(players, pairs, strengths)[1])
    mean = sum(strengths) / players if players else 0.0
    found = []
    for player, strength in enumerate(strengths):
        value = (strength - mean) * _SCALE
        error = Z * sqrt(max(inverse[player][player] - 1 / players, 0.0)) * _SCALE
        found.append(Estimate(value, value - error, value + error))
    return found


def _slopes(
    players: int, pairs: Mapping[tuple[int, int], tuple[float, int]], strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood by the strengths, and its negative Hessian.

    A constant is added to all entries of the Hessian: it fixes the sum of the strengths, so that it can be inverted.
    """
    slope = [0.0] * players
    curve = [[1 / players] * players for _ in range(players)]
    for (one, other), (points, games) in pairs.items():
        share = 1 / (1 + exp(strengths[other] - strengths[one]))
        slope[one] += points - games * share
        slope[other] -= points - games * share
        weight = games * share * (1 - share)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            curve[row][column] += sign * weight
    return slope, curve


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination.

    A pivot that is almost 0 counts as 1e-12.
    """
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n, row in enumerate(rows):
        pivot = row[n] if abs(row[n]) > 1e-12 else 1e-12
        rows[n] = row = [value / pivot for value in row]
        for m in range(size):
            if m != n and rows[m][n]:
                factor = rows[m][n]
                rows[m] = [value - factor * own for value, own in zip(rows[m], row, strict=True)]
    return [row[size:] for row in rows]
