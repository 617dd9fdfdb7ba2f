"""What is said of a broken constraint in words of the notation, where the constraint only has those of the model."""

from __future__ import annotations

from tilewright.metamodel.checking import Violation
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import (
    CellsFilter,
    ChoiceFilter,
    ChoiceMode,
    EffectFilter,
    Filter,
    Game,
    LegalMovesPipeline,
    Mark,
    MoveRule,
    Player,
    PlayersCells,
    RepeatFilter,
    SelectFilter,
    SubPipeline,
    Transform,
    Value,
)
from tilewright.model.cell_names import column_name
from tilewright.model.game.recognition import condition_of
from tilewright.model.game.writer import write_filter
from tilewright.model.game.writer.unwritable import Unwritable

_EFFECT = "an effect"
_TURNED = (Transform.Transpose, Transform.Rotate90, Transform.Rotate270)
_UPSIDE_DOWN = (Transform.FlipRows, Transform.Rotate180, Transform.Rotate270)
_MIRRORED = (Transform.FlipColumns, Transform.Rotate180, Transform.Rotate90)
_OF_ANOTHER = ("cellsOfAnotherMustBeSomebodys", "placeOfAnotherMustBeSomebodys")


def in_words(violation: Violation) -> str:
    """Return the message of a violation, in words of the notation if it has its own for what is broken."""
    if violation.constraint == "effectsMustNotBranch":
        return _of_branch(violation.element) or str(violation.message)
    if violation.constraint == "playerTransformMustKeepBoard" and isinstance(violation.element, Player):
        return f"{violation.message}{_lost_cell(violation.element)}"
    if violation.constraint in _OF_ANOTHER and isinstance(violation.element, (CellsFilter, PlayersCells)):
        return f"{violation.message}{_mark_of_each(violation.element.mark)}"
    if violation.constraint != "firstAlternativesMustNotCheckAfterEffects":
        return str(violation.message)
    checks = violation.element
    effect, choice = _before(checks)
    if effect is None or not isinstance(choice, ChoiceFilter) or condition_of(choice) is None:
        return str(violation.message)
    try:
        asked, done = write_filter(checks), write_filter(effect)
    except Unwritable:
        return str(violation.message)
    return (
        f"in this 'if', '{asked}' may find nothing after '{done}' has changed something, and nothing is rolled back in "
        f"{_what_runs(checks).rstrip(',')}; ask before '{done}', or write 'do {{ {asked} -> … }}'"
    )


def _lost_cell(player: Player) -> str:
    """Return why the transform of a player does not keep the board: its sides, or a cell that it leads to a hole."""
    game, transform = player.container, player.transform
    if not isinstance(game, Game):
        return ""
    board = game.board
    width, height = board.width, board.height
    if transform in _TURNED and width != height:
        return f": it turns columns into rows, of which there are {width} and {height}"
    cells = {(cell.column, cell.row) for cell in board.tileplacement}
    for column, row in sorted(cells):
        x, y = (row, column) if transform in _TURNED else (column, row)
        x = width - 1 - x if transform in _MIRRORED else x
        y = height - 1 - y if transform in _UPSIDE_DOWN else y
        if (x, y) not in cells:
            named = f"{column_name(column)}{height - row}", f"{column_name(x)}{height - y}"
            return f": {named[0]} is a cell, and {named[1]}, to which it leads, is none"
    return ""


def _mark_of_each(mark: Mark | None) -> str:
    """Return how each player is given a mark of his own that all have in common; nothing if there is no such mark."""
    if mark is None or mark.perPlayer:
        return ""
    words = ["mark", str(mark.name), "per"]
    words += ["carried"] if mark.carried else []
    words += [str(word).lower() for word in (mark.lifetime.name, mark.visibility.name) if word not in ("Move", "All")]
    return f"; if each player has his own, declare '{' '.join(words)}'"


def _of_branch(element: Element) -> str | None:
    """Return what is said of a choice, a click or a repetition in an effect; None of other filters that branch."""
    what = _what_runs(element)
    if isinstance(element, ChoiceFilter) and element.mode is ChoiceMode.All:
        return (
            f"{what} runs one flow, which 'choose' would split, as a player chooses by a move: 'union' goes on with "
            "the cells of all alternatives, 'first' with the first alternative that finds anything, and two parts "
            "'do { … }' run both"
        )
    if isinstance(element, SelectFilter):
        done = "select" if element.record else "each"
        clicked = "before it" if what != _EFFECT else "in the rule of the move"
        return (
            f"{what} runs one flow, which '{done}' would split: 'do each {{ … }}' runs a chain for each cell, "
            f"'pick' takes one of them; what a player clicks is said {clicked}"
        )
    if isinstance(element, RepeatFilter):
        return (
            f"{what} runs one flow, which a 'repeat' that may stop early would split: with 'maximal' behind its "
            "bounds it goes on as long as it can, as in 'repeat 0..* maximal { … }'"
        )
    return None


def _what_runs(element: Element | None) -> str:
    """Return what runs the chain of a filter, in which nothing branches and nothing is rolled back."""
    while isinstance(element, (Filter, Value)):
        element = element.container
    if isinstance(element, (LegalMovesPipeline, MoveRule)):
        return "'do { … }'"
    return "an effect, or 'do { … }' in a rule," if isinstance(element, SubPipeline) else _EFFECT


def _before(element: Element) -> tuple[EffectFilter | None, Element | None]:
    """Return the last effect before a filter in its chain, and the element that contains the chain."""
    effect: EffectFilter | None = None
    current, container = element, element.container
    while isinstance(container, Filter) and container.nextFilter is current:
        current, container = container, container.container
        if effect is None and isinstance(current, EffectFilter):
            effect = current
    return effect, container
