"""What is said to people about moves: one table of phrases. Another language is another table with the same keys.

The parts in braces are names of cells, players and pieces, numbers, lists of these, and filters in the notation.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # the state of the game
    "over": "the game is over: {outcome}",
    "won": "{player} has won",
    "drawn": "it is a draw",
    "must-pass": "{player} has no move here and must pass; play 'pass'",
    "may-not-pass": "{player} may not pass: there are {count} moves, such as {moves}",
    "beginning": "this is only the beginning of a move; go on as in {moves}",
    "too-long": "{move} is a whole move, and nothing can follow it so",
    "no-rule": "no rule applies; legal: {moves}",
    # rules that do not count now
    "phase": "the rule {rule} is for the phase {phases}, and this is the phase {phase}",
    "priority": "there is a move by the rule {rule}, which must be played: {moves}",
    "maximum": "another move has more of {counter} and must be played: {moves}",
    "post-check": "afterwards {reason}",
    # filters: what would have to hold, and what is there
    "pattern": "{cell} must be {pattern}, but {content}",
    "pattern-not": "{cell} must not be {pattern}, but {content}",
    "pattern-of-none-not": "all of {cells} are {pattern}",
    "pattern-of-none": "none of {cells} is {pattern}",
    "offset": "beside {cell}, {pattern}",
    "offset-cell": "{cell} must be {pattern}, but {content}",
    "offset-off": "the cell {offset} from it must be {pattern}, but it is off the board",
    "among": "{cell} must be in {place}",
    "not-among": "{cell} must not be in {place}",
    "none-among": "none of {cells} is in {place}",
    "all-among": "nothing else than what is in {place} is left of {cells}",
    "step": "from {cells} nothing is reached by '{filter}'",
    "step-lost": "{cell} is not reached from {cells} by '{filter}'",
    "step-blocked": "{blocking} is in the way from {start} to {cell}: it must be {pattern}, but {content}",
    "ray": "from {cells} no line is as '{filter}' demands",
    "ray-lost": "{cell} is not on a line from {cells} that is as '{filter}' demands",
    "flood-lost": "{cell} is not connected with {cells} as '{filter}' demands",
    "flood": "from {cells} nothing is connected by '{filter}'",
    "image": "{cells} have no image",
    "image-lost": "{cell} is not the image of {cells}",
    "compare": "{left} must be {comparison} {right}, but {left} is {found}",
    "compare-both": "{left} must be {comparison} {right}, but they are {found} and {limit}",
    "repeated": "the position must have occurred {times} times",
    "movable": "{player} must have a move then",
    "guard": "it must hold that '{filter}'",
    "guard-inner": "it must hold that '{filter}', but {inner}",
    "guard-cell": "for {cell} it must hold that '{filter}'",
    "guard-cell-inner": "for {cell} it must hold that '{filter}', but {inner}",
    "guard-no": "it must not hold that '{filter}', but it does at {cells}",
    "guard-no-cell": "for {cell} it must hold that '{filter}', but what must not be there is, at {cells}",
    "choice": "none of the alternatives of '{filter}' goes on to {cell}",
    "choice-died": "none of the alternatives of '{filter}' goes on",
    "click": "{cell} cannot be clicked here",
    "cell-wanted": "a cell must follow here, such as {cells}",
    "option-wanted": "the option {option} is expected here",
    "other": "'{filter}' does not let it pass",
    # patterns
    "own": "{player}'s",
    "own-piece": "{player}'s {pieces}",
    "enemy": "{player}'s",
    "enemy-piece": "{player}'s {pieces}",
    "another": "another player's",
    "another-piece": "another player's {pieces}",
    "empty": "empty",
    "occupied": "occupied",
    "occupied-piece": "{pieces}",
    "any": "any cell",
    "off": "off the board",
    "state": "in the state {state}",
    "on-tile": "{pattern} on {tiles}",
    "not": "not {pattern}",
    "or": "{one} or {other}",
    "in-place": "{pattern} in {place}",
    "not-in-place": "{pattern} outside {place}",
    # what is on a cell
    "is-empty": "it is empty",
    "holds": "{content} is there",
    "piece-of": "{player}'s {piece}",
    "place-of": "it lies in {places}",
    "outside-of": "it does not lie in {places}",
    # words
    "last-click": "the last click",
    "board": "the board",
    "eq": "equal to", "ne": "other than", "lt": "less than", "le": "at most", "gt": "more than", "ge": "at least",
    "and-more": "{listed} and {count} more",
    # legal moves
    "legal": "{move} is legal by the rule {rule}",
    "forced-pass": "{move} is legal: {player} has no other move",
    "effect-cell": "{cell}: {before} becomes {after}",
    "effect-mark": "{mark}: {cells}",
    "effect-mark-empty": "{mark}: no cells",
    "effect-counter": "{counter}: {before} becomes {after}",
    "effect-phase": "the phase becomes {phase}",
    "next-player": "then {player} is to move",
    "no-change": "nothing changes on the board",
}  # fmt: skip
"""The phrases in English."""

PHRASES = ENGLISH
"""The phrases that are used."""


def say(key: str, **parts: object) -> str:
    """Return a phrase with its parts."""
    return PHRASES[key].format(**parts)


def either(names: list[str]) -> str:
    """Return names of which one will do."""
    if len(names) < 2:
        return "".join(names)
    return say("or", one=", ".join(names[:-1]), other=names[-1])


def listed(names: list[str], most: int = 6) -> str:
    """Return names as a list, cut short."""
    text = ", ".join(names[:most])
    return text if len(names) <= most else say("and-more", listed=text, count=len(names) - most)
