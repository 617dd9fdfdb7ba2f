"""Game sense: checks for what is valid, but hardly meant, in a model without errors.

``unused``, ``unset``, ``lacking`` and ``vectors`` check the vocabulary; ``turning`` checks what players see;
``states``, ``statesets``, ``anybody`` and ``settable`` check cells and what stands on them; ``rules``,
``alternatives``, ``undone``, ``overridden``, ``lines``, ``unreached``, ``halfdone``, ``several``, ``last_click``,
``comparing`` and ``forgotten`` check moves, ends and chance; ``shapes`` checks the choices of parameters; ``leaks`` and
``rounds`` check hidden information and simultaneous moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Board, Caption, EndFilter, Layout, OptionFilter, Outcome, Zone
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Document
from tilewright.model.hints import near_miss
from tilewright.model.limits import MOST_CELLS, MOST_LINKS, cells_of
from tilewright.model.validation.alternatives import alternative_findings
from tilewright.model.validation.anybody import anybody_findings
from tilewright.model.validation.carrying import carrying_findings
from tilewright.model.validation.comparing import comparison_findings
from tilewright.model.validation.forgotten import forgotten_findings
from tilewright.model.validation.halfdone import half_done_findings, parallel_findings
from tilewright.model.validation.lacking import lacking_findings
from tilewright.model.validation.last_click import last_click_findings
from tilewright.model.validation.leaks import leak_findings
from tilewright.model.validation.lines import line_findings
from tilewright.model.validation.model import Model
from tilewright.model.validation.overridden import overridden_findings
from tilewright.model.validation.phases import phase_findings
from tilewright.model.validation.rounds import order_findings
from tilewright.model.validation.rules import has_rules, rule_findings
from tilewright.model.validation.settable import settable_findings
from tilewright.model.validation.several import several_findings
from tilewright.model.validation.shapes import shape_findings
from tilewright.model.validation.states import state_findings
from tilewright.model.validation.statesets import pattern_findings
from tilewright.model.validation.turning import transform_findings
from tilewright.model.validation.undone import undone_findings
from tilewright.model.validation.unreached import unreached_findings
from tilewright.model.validation.unset import unset_findings
from tilewright.model.validation.unused import one_sided_findings, unused_findings
from tilewright.model.validation.vectors import vector_findings

_DIGITS = re.compile(r"[0-9]")


def sense_findings(document: Document, elements: Sequence[Element]) -> Iterator[Diagnostic]:
    """Yield errors that make a model unplayable, and warnings of what is hardly meant."""
    model = Model(document, elements)
    yield from _unplayable(model)
    yield from _unjoined(model)
    yield from transform_findings(model)
    yield from _uncalled(model)
    if has_rules(model):
        yield from unused_findings(model)
    yield from one_sided_findings(model)
    yield from unset_findings(model)
    yield from carrying_findings(model)
    yield from lacking_findings(model)
    yield from shape_findings(model)
    yield from state_findings(model)
    yield from pattern_findings(model)
    yield from anybody_findings(model)
    yield from vector_findings(model)
    yield from rule_findings(model)
    yield from alternative_findings(model)
    yield from undone_findings(model)
    yield from overridden_findings(model)
    yield from line_findings(model)
    yield from _alone_in_a_team(model)
    yield from _compared_with_nobody(model)
    yield from unreached_findings(model)
    yield from half_done_findings(model)
    yield from parallel_findings(model)
    yield from forgotten_findings(model)
    yield from phase_findings(model)
    yield from several_findings(model)
    yield from last_click_findings(model)
    yield from comparison_findings(model)
    yield from settable_findings(model)
    yield from leak_findings(model)
    yield from order_findings(model)


def _unjoined(model: Model) -> Iterator[Diagnostic]:
    """Warn of points that no lines join."""
    board = model.game.board
    if board.layout is Layout.Points and not board.lines:
        message = (
            "the cells of the board are drawn as points, but no lines join them: say along which directions, "
            "as in 'lines orth'"
        )
        yield model.warn("points-without-lines", message, board)


def _uncalled(model: Model) -> Iterator[Diagnostic]:
    """Warn of captions of options that no rule has."""
    labels = {option.label for option in model.all(OptionFilter)}
    for caption in model.all(Caption):
        if caption.option is not None and caption.option not in labels:
            message = f"no option is called '{caption.option}'{near_miss(caption.option, labels) if labels else ''}"
            yield model.warn("unknown-option", message, caption)


def _alone_in_a_team(model: Model) -> Iterator[Diagnostic]:
    """Warn of teams of one player whose names are like those of others, not only but for a number."""
    players = model.game.players
    plain = {player.team: _DIGITS.sub("", player.team) for player in players if player.team is not None}
    if all(len(player.allies) == 0 for player in players):
        return
    for player in players:
        if player.team is None or len(player.allies) > 0:
            continue
        others = [team for team, text in plain.items() if text != plain[player.team]]
        if (near := near_miss(player.team, others)).remedies:
            yield model.warn("alone-in-team", f"nobody else is of the team '{player.team}'{near}", player)


def _compared_with_nobody(model: Model) -> Iterator[Diagnostic]:
    """Warn of ends of games for one that compare players, and so do not tell how well the one has played."""
    if len(model.game.players) == 1:
        for end in model.all(EndFilter):
            if end.outcome in (Outcome.Score, Outcome.Rank):
                word = end.outcome.name.lower()
                meant = "the game is won, whatever comes out; 'pay' tells how much"
                message = f"with one player '{word}' compares nobody: {meant}"
                yield model.warn("compares-nobody", message, end)


def _unplayable(model: Model) -> Iterator[Diagnostic]:
    """Yield the limits that a model exceeds."""
    cells = cells_of(model.game)
    if cells > MOST_CELLS:
        what = "board and the zones have" if model.game.zones else "board has"
        message = f"the {what} {cells} cells; a game to play may have at most {MOST_CELLS}"
        yield diagnose("too-many-cells", message, model.document.place(model.game.board))
    grids: tuple[Board | Zone, ...] = (model.game.board, *model.game.zones)
    for grid in grids:
        if grid.width * grid.height > MOST_CELLS >= cells:
            message = (
                f"{grid.width}x{grid.height} are more places than a game to play may have, holes included: {MOST_CELLS}"
            )
            yield diagnose("too-many-cells", message, model.document.place(grid))
    for directions in model.game.directionSets:
        leaving = Counter(link.source for link in directions.links)
        if leaving and max(leaving.values()) > MOST_LINKS:
            message = f"a cell is left by {max(leaving.values())} links; a game to play may have at most {MOST_LINKS}"
            yield diagnose("too-many-links", message, model.document.place(directions))
