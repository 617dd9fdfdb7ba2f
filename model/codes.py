"""The stable codes of diagnostics: the meaning and the severity of each.

Programs may rely on a code; its meaning never changes. The code of a violated constraint is the name of the constraint,
which is in the metamodel and not listed here.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.diagnostics import Diagnostic, Related, Severity
from tilewright.model.places import Place
from tilewright.model.remedies import Remedy


@dataclass(frozen=True, slots=True)
class Code:
    """The stage of validation at which a code is reported, its meaning, and its severity."""

    stage: str
    meaning: str
    severity: Severity = Severity.ERROR


CODES: dict[str, Code] = {
    # syntax: the text cannot be parsed
    "file-too-large": Code("syntax", "The file exceeds the size that is read."),
    "unknown-syntax": Code("syntax", "Neither content nor extension tells the syntax of the file."),
    "bad-encoding": Code("syntax", "The bytes are no text in the encoding of the file."),
    "xml-syntax": Code("syntax", "The file is not well-formed XML."),
    "doctype-refused": Code("syntax", "A document type declaration, which could name other files, is refused."),
    "href-refused": Code("syntax", "A reference to another file or address is refused."),
    "unknown-namespace": Code("syntax", "The root element or a type is in no namespace that is known."),
    "text-refused": Code("syntax", "Text stands where only elements may."),
    "unexpected-token": Code("syntax", "Something else was expected here."),
    "bad-token": Code("syntax", "These characters are no token of the notation."),
    "unknown-keyword": Code("syntax", "No declaration begins with this word, or no such word may stand here."),
    "uncallable-name": Code("syntax", "A chain has the name of a filter, by which it cannot be called."),
    "unusable-name": Code("syntax", "An element has a name that is read as something else where it would be named."),
    "base-unknown": Code("syntax", "There is no such game to extend, or it cannot be read."),
    "base-circular": Code("syntax", "The games that are extended go round in a circle, or are too many."),
    "nesting-too-deep": Code("syntax", "The text is nested deeper than is read."),
    # features: the names of classes and features, and the forms of values
    "unknown-class": Code("features", "The metamodel has no such class."),
    "abstract-class": Code("features", "The class is abstract and cannot be instantiated."),
    "wrong-class": Code("features", "An element of another class is expected here."),
    "unknown-feature": Code("features", "The class has no such feature."),
    "derived-feature": Code("features", "The feature is derived and cannot be set."),
    "duplicate-feature": Code("features", "A feature that holds one value is given twice."),
    "bad-value": Code("features", "The value has not the form that the feature's type needs."),
    "bad-range": Code("features", "The bounds of a range stand in the wrong order."),
    "bad-symbol": Code("features", "The symbol cannot stand for what is declared."),
    "duplicate-symbol": Code("features", "The symbol stands for something else already."),
    "unknown-symbol": Code("features", "The symbol stands for nothing that fits here."),
    "wrong-picture": Code("features", "A picture has not the size of the board."),
    "wrong-number": Code("features", "There must be one for each player."),
    "missing-declaration": Code("features", "A declaration that every game needs is missing."),
    "circular-value": Code("features", "A named value is computed from itself."),
    "circular-directions": Code("features", "A set of directions contains itself."),
    "too-large": Code("features", "What the declarations stand for is larger than any engine can play."),
    "several-patterns": Code("features", "A pattern filter of a win condition holds several patterns."),
    # references
    "unresolved-reference": Code("references", "No element is called so."),
    "ambiguous-reference": Code("references", "Several elements are called so."),
    "wrong-reference-type": Code("references", "The element referred to is of another class."),
    "duplicate-identifier": Code("references", "Two elements have the same identifier."),
    "opposite-mismatch": Code("references", "The two ends of a reference contradict each other."),
    # multiplicities
    "missing-feature": Code("multiplicities", "A feature that must be set is missing."),
    "too-many-values": Code("multiplicities", "A feature holds more values than it may."),
    "too-few-values": Code("multiplicities", "A feature holds fewer values than it must."),
    "duplicate-value": Code("multiplicities", "A feature whose values, or their keys, are distinct names one twice."),
    # constraints
    "undefined-constraint": Code("constraints", "A constraint is neither true nor false for an element."),
    # ecore: the metamodel of a user
    "bad-name": Code("ecore", "The name is no identifier of Python, or one that it keeps for itself."),
    "reserved-name": Code("ecore", "The name is taken by what every generated package, class or enumeration has."),
    "duplicate-name": Code("ecore", "Two elements that need different names have the same."),
    "bad-type": Code("ecore", "The type cannot be the type of this feature, or of any."),
    "bad-bounds": Code("ecore", "The bounds of a feature leave no number of values."),
    "bad-default": Code("ecore", "The default value has not the form that the feature's type needs."),
    "bad-opposite": Code("ecore", "Two references that should be opposites of each other are not."),
    "bad-inheritance": Code(
        "ecore", "A class inherits from itself, or what it inherits from cannot be brought into an order."
    ),
    "operation-left-out": Code("ecore", "An operation without a body in OCL is not generated.", Severity.WARNING),
    "operation-without-method": Code(
        "ecore",
        "An operation has the name of something else in its class: it becomes no method.",
        Severity.WARNING,
    ),
    "generics-left-out": Code("ecore", "Type parameters and arguments are not generated.", Severity.WARNING),
    "type-left-out": Code("ecore", "A type of Ecore is generated as a more general one.", Severity.WARNING),
    "supertype-left-out": Code(
        "ecore", "A class inherits from another one on two ways; the shorter is left out.", Severity.WARNING
    ),
    "annotation-left-out": Code("ecore", "A part of an annotation is not generated.", Severity.WARNING),
    "bad-ocl": Code("ecore", "OCL of a kind that is evaluated cannot be: it has a mistake, or is not supported."),
    "never-equal": Code(
        "ecore", "An OCL text compares what is never equal, or asks for a type that no value has.", Severity.WARNING
    ),
    "no-such-position": Code(
        "ecore", "An OCL text asks for a position before the first one, which has the number 1.", Severity.WARNING
    ),
    "ocl-left-out": Code(
        "ecore", "An OCL text is of a kind, or for a tool, that is not evaluated and not generated.", Severity.WARNING
    ),
    "derived-without-ocl": Code(
        "ecore", "A derived feature has no derivation: it is generated as an ordinary one.", Severity.WARNING
    ),
    # sense: valid, but hardly meant
    "without-counterpart": Code(
        "sense", "Something of another's format has no counterpart here, and is left out.", Severity.WARNING
    ),
    "same-names": Code("sense", "Two players have the same name; one of them gets another.", Severity.WARNING),
    "shadowed-name": Code(
        "sense", "A word of the notation is read as such, and something is called so, too.", Severity.WARNING
    ),
    "unused": Code("sense", "Something is declared, but never used.", Severity.WARNING),
    "never-set": Code("sense", "A mark is read, but no rule puts a cell into it.", Severity.WARNING),
    "empty-mark": Code("sense", "A mark of one move is read before the move has set it.", Severity.WARNING),
    "unset-counter": Code("sense", "A counter of one move is read before the move has set it.", Severity.WARNING),
    "number-of-nothing": Code(
        "sense",
        "A list gives a number that pieces carry to a cell on which nothing stands at the start.",
        Severity.WARNING,
    ),
    "lacking-attribute": Code(
        "sense", "A kind lacks an attribute that most kinds of its group have, and counts as 0.", Severity.WARNING
    ),
    "said-of-the-last": Code(
        "sense", "What follows the last name of a list of counters is said of that one alone.", Severity.WARNING
    ),
    "only-after-condition": Code(
        "sense",
        "The parts of a chain after a condition without braces, or after one that does the same for another thing, are "
        "run only where that finds anything.",
        Severity.WARNING,
    ),
    "beyond-bounds": Code(
        "sense", "An amount may be chosen that is beyond the bounds of its counter.", Severity.WARNING
    ),
    "clicked-twice": Code(
        "sense", "A cell that is a click already, as that of a placement, is clicked again.", Severity.WARNING
    ),
    "no-chance-in-phase": Code(
        "sense", "A rule gives nature the turn in a phase of which there is no chance rule.", Severity.WARNING
    ),
    "nature-never-plays": Code("sense", "There are chance rules, but it is never nature's turn.", Severity.WARNING),
    "never-read": Code("sense", "A mark or a counter is changed, but nothing reads it.", Severity.WARNING),
    "unreachable-phase": Code("sense", "A phase is never entered.", Severity.WARNING),
    "player-without-states": Code("sense", "A player can own no cell.", Severity.WARNING),
    "never-matches": Code("sense", "A pattern can match no state.", Severity.WARNING),
    "ignored-state": Code("sense", "A state is named that the selection of states ignores.", Severity.WARNING),
    "never-passes": Code("sense", "A filter can never pass.", Severity.WARNING),
    "empty-region": Code("sense", "A region has no cell of the board.", Severity.WARNING),
    "hole-in-region": Code("sense", "A region names a single cell that is a hole.", Severity.WARNING),
    "repeated-vector": Code("sense", "A vector stands twice in one set of directions.", Severity.WARNING),
    "or-of-anybody": Code(
        "sense", "A pattern says whose pieces it means, but not those of an alternative.", Severity.WARNING
    ),
    "effect-without-transition": Code("sense", "No transition leads to a state that is set.", Severity.WARNING),
    "perhaps-no-such-state": Code("sense", "An effect may meet a cell whose tile has no such state.", Severity.WARNING),
    "perhaps-not-there": Code(
        "sense", "Something is named that is not there for some choice of a parameter.", Severity.WARNING
    ),
    "wrong-for-a-choice": Code(
        "sense", "A number that a parameter says is not valid for some choice of it.", Severity.WARNING
    ),
    "points-without-lines": Code("sense", "The board is drawn as points, but no lines join them.", Severity.WARNING),
    "no-symmetry-of-hexagons": Code(
        "sense", "What is relative is of another form for a player on a board of hexagons.", Severity.WARNING
    ),
    "no-moves": Code("sense", "There are no rules of legal moves.", Severity.WARNING),
    "no-end": Code("sense", "Nobody can ever win.", Severity.WARNING),
    "nameless-move": Code("sense", "The moves of a rule have neither clicks nor options.", Severity.WARNING),
    "leak-not-excluded": Code("sense", "Legality may tell the mover what is hidden from him.", Severity.WARNING),
    "misplaced-effect": Code("sense", "A pipeline effect is run after moves that cannot mean it.", Severity.WARNING),
    "forgotten": Code(
        "sense", "What a round has brought is read after its end, when it is forgotten.", Severity.WARNING
    ),
    "dropped-changes": Code(
        "sense", "What 'stuck' or 'over' changes is dropped, since the game goes on.", Severity.WARNING
    ),
    "phase-of-the-same-move": Code(
        "sense",
        "An effect is of the phase to which a rule, or an effect before it, changes in the same move.",
        Severity.WARNING,
    ),
    "perhaps-several-cells": Code(
        "sense", "A piece may have several cells to go to, of which none is chosen.", Severity.WARNING
    ),
    "counts-one-cell": Code(
        "sense", "What is counted or asked is read on a single cell, as on the last click.", Severity.WARNING
    ),
    "same-on-both-sides": Code("sense", "A comparison has the same value on both sides.", Severity.WARNING),
    "counts-last-move": Code("sense", "A score counts the cells of a mark that lasts for one move.", Severity.WARNING),
    "unknown-option": Code("sense", "A caption is of an option that no rule has.", Severity.WARNING),
    "half-done": Code(
        "sense", "An effect may be broken off after it has changed something, which remains.", Severity.WARNING
    ),
    "end-after-condition": Code(
        "sense",
        "The last steps of a rule end the game or change some cells, and its moves are legal only where they do.",
        Severity.WARNING,
    ),
    "after-end": Code("sense", "What follows the end of the game in a chain is never run.", Severity.WARNING),
    "end-at-mark": Code(
        "sense", "A rule last goes to a mark that may be empty, and then has no move.", Severity.WARNING
    ),
    "undone": Code(
        "sense",
        "What stands in a condition or a value is undone: an end, a turn, a click, or its last change.",
        Severity.WARNING,
    ),
    "overridden": Code("sense", "A turn or a phase that the same chain sets again has no effect.", Severity.WARNING),
    "ends-before-line": Code(
        "sense", "An effect ends the game before 'line' is asked, which all effects precede.", Severity.WARNING
    ),
    "alone-in-team": Code("sense", "A player is alone in a team whose name is like that of another.", Severity.WARNING),
    "compares-nobody": Code(
        "sense", "A game for one player ends by 'score' or 'rank', which compare players.", Severity.WARNING
    ),
    "single-alternative": Code("sense", "A choice has a single alternative.", Severity.WARNING),
    "does-nothing": Code(
        "sense",
        "A chain has no effects, 'record' adds nothing to a move, or a piece is moved to where it stands.",
        Severity.WARNING,
    ),
    # compiling: what only the interpreter plays
    "not-compiled": Code(
        "compiling", "Rules are too long, or read directions in a way, that no program is made of.", Severity.WARNING
    ),
    # play: found only when the rules are built or run
    "no-first-move": Code("play", "The game is over in the first position, as there is no move.", Severity.WARNING),
    "no-second-move": Code(
        "play", "After every first move another player is to move, but has no move.", Severity.WARNING
    ),
    "too-many-links": Code("play", "More links of a set leave a cell than of a board to play on may."),
    "too-many-cells": Code("play", "The board has more cells than a board to play on may have."),
    "order-matters": Code("play", "Players move at the same time, but it matters who of them is asked first."),
    "other-rules": Code("play", "A record of a game names rules that the model does not have.", Severity.WARNING),
    "chains-too-deep": Code("play", "Chains contain and call each other deeper than is run."),
    "no-direction": Code("play", "A filter needs a direction, but none, or the wrong one, is given."),
    "not-there": Code("play", "Something is named that is not there in the shape that was chosen."),
    "no-such-state": Code("play", "A cell should get a state that its tile does not have."),
    "move-needs-one-cell": Code(
        "play", "A piece is moved from or to several cells, or none, or what is set should be like it there."
    ),
    "no-such-stack": Code("play", "More pieces are taken from a stack than lie there, or none, or it has a gap."),
    "stack-too-high": Code("play", "More pieces are laid on a cell than there is room for."),
    "counter-overflow": Code("play", "A counter would leave its bounds."),
    "value-overflow": Code(
        "play", "A number that is multiplied or divided, or what comes of it, has more than 32 bits."
    ),
    "divided-by-zero": Code("play", "A number would be divided by zero."),
    "negative-mass": Code("play", "The weight or the share of a chance rule would be negative."),
    "mass-too-large": Code("play", "Weights or shares are too large together to be told apart."),
    "paid-per-zero": Code("play", "What a player is paid would be divided by zero."),
    "no-chance": Code("play", "Nature is to move, but no chance rule has a move."),
    "shared-chance": Code("play", "Two chance rules have the same move."),
    "negative-amount": Code("play", "An amount would be negative."),
    "ambiguous-move": Code("play", "The same clicks and options make two moves with different results."),
    "budget-exceeded": Code("play", "The rules take more steps for one position than are run."),
}


def diagnose(
    code: str, message: str, place: Place, related: tuple[Related, ...] = (), remedies: tuple[Remedy, ...] = ()
) -> Diagnostic:
    """Return a diagnostic with the severity of its code; ``KeyError`` for a code that is not in ``CODES``."""
    return Diagnostic(code, message, place, CODES[code].severity, related, remedies)
