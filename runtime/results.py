"""The result of a game: who has won, and the returns of the players in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.runtime.position import Return


def winners(returns: Sequence[Return]) -> tuple[int, ...]:
    """Return the numbers of the players who got the most, if others got less.

    A player who plays alone wins with more than 0.
    """
    most, least = max(returns), min(returns) if len(returns) > 1 else 0
    return tuple(me for me, part in enumerate(returns) if part == most > least)


def ranks(returns: Sequence[Return]) -> tuple[int, ...]:
    """Return the rank of each player: 1 for the greatest return, 2 for the next smaller one, and so on.

    Players with equal returns share a rank; no rank is left out.
    """
    order = sorted(set(returns), reverse=True)
    return tuple(order.index(part) + 1 for part in returns)


def is_draw(returns: Sequence[Return]) -> bool:
    """Return whether nobody has won and nobody lost."""
    return not winners(returns) and (len(returns) > 1 or returns[0] == 0)


def told(names: Sequence[str], returns: Sequence[Return]) -> str:
    """Return a clause that says how a game has ended, such as ``White has won``.

    If all players got the same, they have won or lost together, as in a cooperative game, or drawn.
    """
    if len(names) == 1:
        return "the game is over" if returns[0] == 0 else f"the game is {'won' if returns[0] > 0 else 'lost'}"
    found = [names[me] for me in winners(returns)]
    if found:
        return f"{' and '.join(found)} {'has' if len(found) == 1 else 'have'} won"
    return "the game is drawn" if returns[0] == 0 else f"all have {'won' if returns[0] > 0 else 'lost'}"


def foretold(names: Sequence[str], returns: Sequence[Return]) -> str:
    """Return a clause that says how a game will end, such as ``White wins``; see ``told``."""
    found = [names[me] for me in winners(returns)]
    if found:
        return f"{' and '.join(found)} {'wins' if len(found) == 1 else 'win'}"
    if returns[0] == 0:
        return "a draw" if len(names) > 1 else "the game ends"
    alone = f"{names[0]} loses" if len(names) == 1 else "all lose"
    return "all win" if returns[0] > 0 else alone


def number(part: Return) -> str:
    """Return a return as text; a fraction is written as numerator and denominator."""
    return f"{part:g}" if isinstance(part, float) else str(part)


def numbers(returns: Iterable[Return]) -> str:
    """Return the returns of all players as text."""
    return " to ".join(map(number, returns))
