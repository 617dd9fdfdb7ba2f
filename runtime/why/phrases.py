"""The phrases of explanations, in one table. Another language is another table with the same keys.

The fields in braces are names of cells, players and pieces, numbers, lists of these, and filters in the notation.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # the state of the game
    "over": "the game is over: {outcome}",
    "over-without-move": "the game is over: {outcome}, as {player} has no move",
    "won": "{player} has won",
    "won-together": "{players} have won",
    "lost": "{player} has lost",
    "all-won": "all have won",
    "all-lost": "all have lost",
    "drawn": "it is a draw",
    "must-pass": "{player} has no move here and must pass; play 'pass'",
    "nature": "{player} moves now, and nobody else: {reason}",
    "nature-moves": "it has moves such as {moves}",
    "may-not-pass": "{player} may not pass: there are {count} moves, such as {moves}",
    "may-not-pass-one": "{player} may not pass: there is a move, {moves}",
    "beginning": "this is only the beginning of a move; go on as in {moves}",
    "or-go-on": "{reason}; other moves begin so, such as {moves}",
    "none-begins": "no legal move begins with {begun}; as for {move}, {reason}",
    "too-long": "{move} is a whole move, and nothing can follow it so",
    "cannot-go-on": "{move} is a whole move, and it cannot go on so: {reason}",
    "option-follows": "{option} may not follow {move}: {reason}",
    "option-of-another-rule": "{option} may not follow {move} by the rule {rule}; by the rule {other}, {reason}",
    "no-rule": "no rule applies; legal: {moves}",
    # rules that do not count now
    "phase": "the rule {rule} is for the phase {phases}, and this is the phase {phase}",
    "priority": "there is a move by the rule {rule}, which must be played: {moves}",
    "maximum": "another move has more of {counter} and must be played: {moves}",
    "post-check": "afterwards {reason}",
    "or-else": "{one}; or else {other}",
    "or-else-more": "{reason}; or else in one of {count} more ways",
    # filters: what would have to hold, and what is there
    "pattern": "{cell} must be {pattern}, but {content}",
    "pattern-not": "{cell} must not be {pattern}, but {content}",
    "pattern-of-none-not": "each of {cells} is {pattern}",
    "pattern-of-none": "none of {cells} is {pattern}",
    "offset": "for {cell}, {pattern}",
    "offset-cell": "{cell} must be {pattern}, but {content}",
    "offset-off": "the cell {offset} {cell} must be {pattern}, but it is off the board",
    "offset-hole": "the cell {offset} {cell} must be {pattern}, but it is a hole of the board",
    "way-right": "{count} to the right of",
    "way-left": "{count} to the left of",
    "way-below": "{count} below",
    "way-above": "{count} above",
    "among": "{cell} must be in the {kind} '{place}'{of}",
    "of-another": "{cell} is in {player} '{place}', not in {mine}",
    "among-mark": "{cell} must be marked '{place}'{of}",
    "among-last-click": "{cell} must be what was clicked last",
    "among-board": "{cell} must be on the board",
    "not-among": "{cell} must not be in the {kind} '{place}'{of}",
    "not-among-mark": "{cell} must not be marked '{place}'{of}",
    "not-among-last-click": "{cell} must not be what was clicked last",
    "not-among-board": "{cell} must not be on the board",
    "gone-to-mark": "{cell} is not one of the cells marked '{place}'{of} ({cells})",
    "of-none-among": "none of {cells} is in the {kind} '{place}'{of}",
    "of-none-among-mark": "none of {cells} is marked '{place}'{of}",
    "nowhere-mark": "no cell is marked '{place}'{of}",
    "of-none-among-last-click": "none of {cells} is what was clicked last",
    "of-none-among-board": "none of {cells} is on the board",
    "not-of-none-among": "all of {cells} are in the {kind} '{place}'{of}",
    "not-of-none-among-mark": "all of {cells} are marked '{place}'{of}",
    "not-of-none-among-last-click": "{cells} is what was clicked last",
    "not-of-none-among-board": "all of {cells} are on the board",
    "step": "from {cells} nothing is reached by {filter}",
    "step-lost": "{cell} is not reached from {cells} by {filter}",
    "direction": "from {cells} no direction of {filter} leads on",
    "direction-lost": "{cell} is in no direction of {filter} from {cells}",
    "direction-on": "the move cannot stay at {cell}: {filter} leads on from there",
    "step-on": "the move cannot stay at {cell}: {filter} leads on from there",
    "step-stopped": "{blocking} is in the way from {start}: it must be {pattern}, but {content}",
    "step-stopped-not": "{blocking} is in the way from {start}: it must not be {pattern}, but {content}",
    "step-stopped-at": "the way from {start} leads over {blocking}: {reason}",
    "step-blocked-at": "the way from {start} to {cell} leads over {blocking}: {reason}",
    "step-blocked": "{blocking} is in the way from {start} to {cell}: it must be {pattern}, but {content}",
    "step-blocked-not": "{blocking} is in the way from {start} to {cell}: it must not be {pattern}, but {content}",
    "wrong-tile": "{cell} must be {tiles}, but it is {there}",
    "ray-on": "the move cannot stay at {cell}: {filter} leads on from there",
    "ray": "from {cells} no line is as {filter} demands",
    "ray-lost": "{cell} is not on a line from {cells} that is as {filter} demands",
    "line-without": "no cell on the line from {start} is {pattern}",
    "flood-lost": "{cell} is not connected with {cells} as {filter} demands",
    "flood-on": "{cell} is not connected with {cells} as {filter} demands",
    "flood": "from {cells} nothing is connected by {filter}",
    "shape": "what is to be placed by {filter} fits nowhere on {cells}",
    "shape-lost": "{cell} is not covered by {filter} from {cells}",
    "shape-on": "{cell} is not covered by {filter} from {cells}",
    "stamp": "what is to be laid by {filter} fits nowhere on {cells}",
    "stamp-lost": "{cell} is not covered by {filter} from {cells}",
    "stamp-on": "{cell} is not covered by {filter} from {cells}",
    "into": "{cells} have no counterpart: {filter} leads to the same row and column, where there is no cell",
    "into-lost": "{cell} has not the row and column of {cells}",
    "into-on": "{cell} has not the row and column of {cells}",
    "into-zone": "a cell of the {kind} '{place}'{of} must be clicked here, not {cell}",
    "into-board": "a cell of the board must be clicked here, not {cell}",
    "into-block": "{cell} is in the zone '{place}' of {base}, not of {cells}",
    "image": "{cells} have no image",
    "image-lost": "{cell} is not the image of {cells}",
    "image-on": "{cell} is not its own image",
    "compare": "{left} must be {comparison} {right}, but it is {found}",
    "compare-each": "{left} must be {comparison} {right} at one of the cells, but it is {numbers}",
    "compare-each-both": "{left} must be {comparison} {right} at one of the cells, but they are {numbers}",
    "compare-untold": "it must hold that '{tests}', and it does not",
    "compare-any": "it must hold that '{tests}', but {numbers}",
    "number-is": "{value} is {number}",
    "number-there": "{found} at {cells}",
    "numbers-there": "{found} and {limit} at {cells}",
    "found-number": "{found}{counted}",
    "found-both": "{found}, and {right} is {limit}{counted}",
    "counted": ", at {cells}",
    "counted-none": " of {cells}",
    "repeated": "the position must have occurred {times} times",
    "movable": "{player} must have a move then",
    "in-phase": "the phase must be {phases}, but it is {phase}",
    "by-player": "the player must be {players}, and is {player}",
    "guard": "it must hold that '{filter}'",
    "guard-cell": "for {cell} it must hold that '{filter}'",
    "no-row": "{cells} is in no row of {length} cells that are {pattern}",
    "no-row-of-any": "none of {cells} is in a row of {length} cells that are {pattern}",
    "guard-no": "it must not be that '{filter}', but it is",
    "guard-no-at": "it must not be that '{filter}', but it is, at {cells}",
    "guard-no-from": "it must not be that '{filter}', but it is, from {sources} to {cells}",
    "guard-no-pattern": "nothing may be {pattern}, but this is so at {cells}",
    "for-player": "for {player}, {reason}",
    "choice": "'{filter}' does not lead from {cells} to {cell}",
    "choice-died": "'{filter}' leads nowhere from {cells}",
    "click": "{cell} cannot be clicked here",
    "cell-wanted": "a cell must follow here, such as {cells}",
    "record": "the move must go on with {cells}",
    "record-shape": "the piece does not lie on these cells, in this order; the nearest way is {cells}",
    "option-wanted": "the option {option} is expected here",
    "options-wanted": "one of the options {options} is expected here",
    "pick": "of {cells} only the first counts, not {cell}",
    "pick-last": "of {cells} only the last counts, not {cell}",
    "best-Most": "for {cell}, {value} must be as much as anywhere, {limit}, but it is {found}",
    "best-Least": "for {cell}, {value} must be as little as anywhere, {limit}, but it is {found}",
    "amount-wanted": "a number from {low} to {high} is expected here, for {counter}",
    "amount-none": "there is no number to choose here, for {counter}",
    "turn-nobody": "somebody must have the turn then of whom it holds that '{filter}', but it does of nobody",
    "other": "'{filter}' does not let it pass",
    # patterns
    "a": "a {words}",
    "an": "an {words}",
    "own": "{player}",
    "own-piece": "{player} {pieces}",
    "enemy": "{player}",
    "enemy-piece": "{player} {pieces}",
    "another": "another player's",
    "another-piece": "another player's {pieces}",
    "foe": "an enemy's",
    "foe-piece": "an enemy's {pieces}",
    "ally": "an ally's",
    "ally-piece": "an ally's {pieces}",
    "empty": "empty",
    "occupied": "occupied",
    "occupied-piece": "{pieces}",
    "any": "any cell",
    "off": "off the board",
    "state": "in the state {state}",
    "like": "of the kind that is marked '{mark}'",
    "like-attribute": "of the kind that is the {attribute} of what is marked '{mark}'",
    "tile": "{tiles}",
    "on-tile": "{pattern} on {tiles}",
    "not": "not {pattern}",
    "or": "{one} or {other}",
    "in-place": "{pattern} in the {kind} '{place}'{of}",
    "in-place-mark": "{pattern} and marked '{place}'{of}",
    "not-in-place": "{pattern} outside the {kind} '{place}'{of}",
    "not-in-place-mark": "{pattern} and not marked '{place}'{of}",
    # what is on a cell
    "is-empty": "it is empty",
    "unseen-reason": "that is not possible, for a reason that is not seen; legal are {moves}",
    "legal-unseen": "{move} is legal",
    "something": "something",
    "not-seen": "what is not seen",
    "is-not-seen": "what is there is not seen",
    "holds": "{content} is there",
    "piece-of": "{player} {piece}",
    # words
    "and": " and ",
    "quoted": "'{filter}'",
    "quoted-steps": "'{filter}', where {value} is {found}",
    "whose": "{player}'s",
    "whose-plural": "{player}'",
    "of-players": " of {players}",
    "number-of": "{counter} of {player}",
    "number-at": "{counter} of {cell}",
    "number-of-at": "{counter} of {player} at {cell}",
    "number-for": "{number} (the number of {player})",
    "number-in": "the number of {player} in {numbers}",
    "region": "region",
    "zone": "zone",
    "eq": "equal to", "ne": "other than", "lt": "less than", "le": "at most", "gt": "more than", "ge": "at least",
    "and-more": "{listed} and {count} more",
    # legal moves
    "legal": "{move} is legal by the rule {rule}",
    "forced-pass": "{move} is legal: {player} has no other move",
    "effect-cell": "{cell}: {before} becomes {after}",
    "effect-marked": "now marked {mark}: {cells}",
    "effect-unmarked": "no longer marked {mark}: {cells}",
    "effect-counter": "{counter}: {before} becomes {after}",
    "effect-phase": "the phase becomes {phase}",
    "next-player": "then {player} is to move",
    "no-change": "nothing changes on the board",
}  # fmt: skip
"""The phrases in English."""

PHRASES = ENGLISH
"""The phrases in use."""


def say(key: str, **parts: object) -> str:
    """Return the phrase of a key with its fields filled in."""
    return PHRASES[key].format(**parts)


def whose(player: object) -> str:
    """Return the name of a player in the possessive case."""
    return say("whose-plural" if str(player).endswith("s") else "whose", player=player)


def with_article(words: str) -> str:
    """Return a name, or several joined by "or", with an article."""
    return say("an" if words.startswith(tuple("AEIOUaeiou")) else "a", words=words)


def either(names: list[str]) -> str:
    """Return names joined by commas and, before the last one, "or"."""
    if len(names) < 2:
        return "".join(names)
    return say("or", one=", ".join(names[:-1]), other=names[-1])


def listed(names: list[str], most: int = 6) -> str:
    """Return the first *most* names joined by commas, and how many more there are."""
    text = ", ".join(names[:most])
    return text if len(names) <= most else say("and-more", listed=text, count=len(names) - most)
