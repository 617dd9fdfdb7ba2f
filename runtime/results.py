"""How a game has ended: who has won, and what each player got, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.runtime.position import Return


def winners(returns: Sequence[Return]) -> tuple[int, ...]:
    """Return the numbers of the players who got the most, if others got less; who is alone wins with more than 0."""
    most, least = max(returns), min(returns) if len(returns) > 1 else 0
    return tuple(me for me, part in enumerate(returns) if part == most > least)


def ranks(returns: Sequence[Return]) -> tuple[int, ...]:
    """Return the rank of each player: 1 for those who got the most, 2 for those who got the most of the others, ..."""
    order = sorted(set(returns), reverse=True)
    return tuple(order.index(part) + 1 for part in returns)


def is_draw(returns: Sequence[Return]) -> bool:
    """Return whether nobody has won and nobody lost."""
    return not winners(returns) and (len(returns) > 1 or returns[0] == 0)


def told(names: Sequence[str], returns: Sequence[Return]) -> str:
    """Return how a game of the players with these names has ended, as half a sentence.

    Players who all got the same have won or lost together, as in games that they play against the rules alone.
    """
    if len(names) == 1:
        return "the game is over" if returns[0] == 0 else f"the game is {'won' if returns[0] > 0 else 'lost'}"
    found = [names[me] for me in winners(returns)]
    if found:
        return f"{' and '.join(found)} {'has' if len(found) == 1 else 'have'} won"
    return "the game is drawn" if returns[0] == 0 else f"all have {'won' if returns[0] > 0 else 'lost'}"


def number(part: Return) -> str:
    """Return what a player got, as text: a fraction as such."""
    return f"{part:g}" if isinstance(part, float) else str(part)


def numbers(returns: Iterable[Return]) -> str:
    """Return what each player got, as text."""
    return " to ".join(map(number, returns))
