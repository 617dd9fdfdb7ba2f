"""Explanations for people: why a move is not legal, and what a legal one does.

Everything is derived from the model: the filter that stopped the move, the cells that it was given, what is on them,
and what the filter demands. ``wording`` makes the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from tilewright.metamodel.language import AmountFilter, ChoiceFilter, Filter, MoveRule, OptionFilter
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.explaining import NEAREST, Blame, Cause
from tilewright.runtime.interpreter.tables import CounterInfo
from tilewright.runtime.position import PASS, Identity, Position
from tilewright.runtime.refusals import Explanation
from tilewright.runtime.why.phrases import listed, say
from tilewright.runtime.why.veils import Veil, veil_of
from tilewright.runtime.why.wording import Contents, Speaker, notation_of, rule_name

if TYPE_CHECKING:
    from tilewright.runtime.rulebook import Moment, Rulebook

DEEPEST = 8
"""The greatest number of clicks of a beginning, or behind a whole move, for which longer moves are tried."""
ALIKE = 6
"""The greatest number of similar legal moves that are named."""


def explain(state: Moment, identity: Identity, viewer: int | None = None) -> Explanation:
    """Return the explanation of a move, which is given in the numbers of the engine.

    With a *viewer*, nothing is told that is hidden from this player, nor what a legal move does, since that may depend
    on it.
    """
    veil = veil_of(state.game, state.start, viewer)
    if identity in state.node.moves:
        return _of_legal(state, identity, veil)
    if state.is_over:
        return _of_ended(state, identity, veil)
    said = _of_refused(state, identity, veil)
    if state.player is not state.game.nature:
        return said
    return replace(said, sentence=say("nature", player=state.player, reason=said.sentence))


def _position(state: Moment, veil: Veil | None) -> Position:
    """Return the position in which moves are explained."""
    return state.start if veil is None else veil.position


def _of_refused(state: Moment, identity: Identity, veil: Veil | None) -> Explanation:
    """Return the explanation of a move that is not legal while the game goes on."""
    game = state.game
    refused = _refused_beginning(state, identity, veil)
    if refused is not None:
        return refused
    sentence, whole = _without_rules(state, identity, veil)
    if sentence is None:
        blame = game.explainer.why_not(_position(state, veil), identity)
        if blame is not None:
            return _of_beginning(state, identity, blame, veil) or _of_blame(state, identity, blame, veil)
        key = "no-rule" if veil is None else "unseen-reason"
        sentence = say(key, moves=listed([str(legal) for legal in state.legal_moves], 12))
    said = Explanation(game.notation(identity), legal=False, sentence=sentence, nearest=_nearest(state, identity))
    rule = None if whole is None else game.explainer.rule_of(_position(state, veil), whole)
    if whole is None or rule is None:
        return said
    further = identity[len(whole)] if len(whole) < len(identity) else None
    found = None
    if isinstance(further, str):
        found = _of_option(state, identity, whole, further, rule, veil)
    elif further is not None:
        found = (
            _of_another_rule(state, identity, rule, veil)
            or _of_going_on(state, identity, whole, rule, veil)
            or _of_rule_that_begins_so(state, identity, whole, rule, veil)
        )
    return found or replace(said, rule=rule_name(rule), filter=rule.eClass.name, place=game.document.place(rule))


def _of_ended(state: Moment, identity: Identity, veil: Veil | None) -> Explanation:
    """Return the explanation of a move when the game is over; if it is because nobody can move, by what stops it."""
    blame = None
    if state.start.returns is None:
        blame = state.game.explainer.why_not(_position(state, veil), identity)
    if blame is None:
        return Explanation(state.game.notation(identity), legal=False, sentence=ended(state))
    return replace(_of_blame(state, identity, blame, veil), over=ended(state))


def ended(state: Moment) -> str:
    """Return a sentence that says how a game has ended, and whether it is because the player to move has no move."""
    key = "over" if state.start.returns is not None else "over-without-move"
    return say(key, outcome=_outcome(state), player=state.player)


def _refused_beginning(state: Moment, identity: Identity, veil: Veil | None) -> Explanation | None:
    """Return why the beginning of longer moves is no move itself, if the author of a rule says it; else None."""
    longer = [other for other in state.node.moves if other[: len(identity)] == identity]
    if not longer or not identity:
        return None
    blame = state.game.explainer.refused_as_it_is(_position(state, veil), identity)
    if blame is None:
        return None
    said = _of_blame(state, identity, blame, veil)
    if said.words is None:
        return None
    moves = listed(list(map(state.game.notation, longer)), 12)
    return replace(said, sentence=say("or-go-on", reason=said.sentence, moves=moves))


def _of_beginning(state: Moment, identity: Identity, blame: Blame, veil: Veil | None) -> Explanation | None:
    """Return why no legal move begins so: what stops one that goes on with what the rule would take.

    None if the rule does not wait for something, or if that move is none for another reason than what comes of it.
    """
    following = _awaited(state, blame) if blame.clicks == len(identity) else None
    if following is None or len(identity) >= DEEPEST:
        return None
    said = _of_refused(state, (*identity, following), veil)
    if said.blame is None or said.blame.cause not in (Cause.POST_CHECK, Cause.PRIORITY, Cause.MAXIMUM):
        return None
    sentence = say("none-begins", begun=state.game.notation(identity), move=said.move, reason=said.sentence)
    return replace(said, move=state.game.notation(identity), sentence=sentence)


def _awaited(state: Moment, blame: Blame) -> int | str | None:
    """Return the cell, option or number for which a rule waits where it stopped a move; None if it waits for none."""
    if isinstance(blame.element, OptionFilter):
        return str(blame.element.label)
    if isinstance(blame.element, AmountFilter) and blame.flow is not None:
        return next((str(amount) for amount in state.game.explainer.amounts(blame.element, blame.flow)), None)
    return blame.cells[0] if blame.cause is Cause.CELL_WANTED and blame.cells else None


def _of_option(
    state: Moment, identity: Identity, whole: Identity, option: str, rule: MoveRule | Filter, veil: Veil | None
) -> Explanation | None:
    """Return why an option cannot follow a complete move: what stops it in its rule, or in other rules with the option.

    None if that cannot be told.
    """
    game = state.game
    offering = game.explainer.offering(option)
    blame = game.explainer.why_not(_position(state, veil), identity, [rule] if rule in offering else offering)
    if blame is None or (rule in offering and blame.clicks < len(whole)):
        return None
    said = _of_blame(state, identity, blame, veil)
    sentence = say(
        "option-follows" if rule in offering else "option-of-another-rule", option=option, move=game.notation(whole),
        rule=rule_name(rule), other=said.rule, reason=said.sentence,
    )  # fmt: skip
    return replace(said, sentence=sentence)


def _of_another_rule(
    state: Moment, identity: Identity, rule: MoveRule | Filter, veil: Veil | None
) -> Explanation | None:
    """Return why a move that goes on behind one of a rule is none of another rule, if the author of that one says it.

    None if no other rule is near. One that is meant for other cells fails there, without the filters that say so: the
    author's condition, and what must stand on the first cell.
    """
    blame = state.game.explainer.refused_by_others(_position(state, veil), identity, {rule}, preventing=2)
    said = None if blame is None else _of_blame(state, identity, blame, veil)
    return None if said is None or said.words is None else said


def _of_going_on(
    state: Moment, identity: Identity, whole: Identity, rule: MoveRule | Filter, veil: Veil | None
) -> Explanation | None:
    """Return why a complete move does not go on with clicks by its own rule; None if the rule only ends there.

    A rule that takes several clicks at once, in each round of a repetition, may refuse one after the first.
    """
    for end in range(len(whole) + 1, min(len(identity), len(whole) + DEEPEST) + 1):
        blame = state.game.explainer.refused_by(_position(state, veil), identity[:end], [rule], NEAREST)
        if blame is not None and len(whole) <= blame.clicks < end:
            said = _of_blame(state, identity, blame, veil)
            sentence = say("cannot-go-on", move=state.game.notation(whole), reason=said.sentence)
            return replace(said, sentence=sentence)
    return None


def _of_rule_that_begins_so(
    state: Moment, identity: Identity, whole: Identity, rule: MoveRule | Filter, veil: Veil | None
) -> Explanation | None:
    """Return why a move that goes on behind one of a rule is none of another rule that takes as many of its clicks.

    None if no other rule takes them and wants another one.
    """
    blame = state.game.explainer.refused_behind(_position(state, veil), identity, len(whole), {rule})
    return None if blame is None else _of_blame(state, identity, blame, veil)


def _of_blame(state: Moment, identity: Identity, blame: Blame, veil: Veil | None) -> Explanation:
    """Return the explanation of a move that a filter or rule stopped."""
    game = state.game
    blame = _fitting(blame)
    words = None
    if blame.cause is Cause.PRIORITY:  # one filter alone may keep the move from being one of the rule that comes first
        refused = game.explainer.refused_by(_position(state, veil), identity, [blame.element], within=1)
        words = None if refused is None else Speaker(game, _position(state, veil), []).author(_fitting(refused))
    begun, clicks = identity[: blame.clicks], blame.clicks
    following = (move[clicks] for move in state.node.moves if move[:clicks] == begun and len(move) > clicks)
    options = dict.fromkeys(str(step) for step in following if step in game.names.options)
    speaker = Speaker(game, _position(state, veil), list(options), veil)
    element = blame.element
    name = f" {element.name}" if element.name else ""
    cells = game.names.cells
    return Explanation(
        game.notation(identity),
        legal=False,
        sentence=speaker.sentence(blame),
        words=words or speaker.author(blame),
        rule=rule_name(blame.rule),
        filter=f"{element.eClass.name}{name}",
        notation=notation_of(game, element) if blame.flow is not None else None,
        place=game.document.place(element),
        cells=tuple(cells[cell] for cell in blame.cells),
        wanted=None if blame.wanted is None else cells[blame.wanted],
        clicks=blame.clicks,
        nearest=_nearest(state, identity),
        blame=blame,
    )


def _fitting(blame: Blame) -> Blame:
    """Return a blame in which each union is replaced by what stopped the move in its best alternatives."""
    others = tuple(map(_fitting, blame.others))
    if not isinstance(blame.element, ChoiceFilter) or blame.inner is None:
        return replace(blame, others=others)
    inner = _fitting(blame.inner)
    return replace(inner, others=(*inner.others, *others))


def _without_rules(state: Moment, identity: Identity, veil: Veil | None) -> tuple[str | None, Identity | None]:
    """Return why a move is not legal, if the legal moves alone tell that, and the complete move that is like it."""
    game, moves = state.game, state.node.moves
    if list(moves) == [PASS] and game.explainer.rule_of(_position(state, veil), PASS) is None:
        return say("must-pass", player=state.player), None
    longer = [other for other in moves if other[: len(identity)] == identity]
    if longer:
        return say("beginning", moves=listed(list(map(game.notation, longer)), 12)), longer[0]
    if identity == PASS and not any(PASS[0] in other for other in moves) and not _offers_pass(state, veil):
        names = listed([game.notation(other) for other in moves], 4)
        few = "may-not-pass-one" if len(moves) == 1 else "may-not-pass"
        key = "nature-moves" if state.player is game.nature else few
        return say(key, player=state.player, count=len(moves), moves=names), None
    whole = next((identity[:end] for end in reversed(range(len(identity))) if identity[:end] in moves), None)
    return (None, None) if whole is None else (say("too-long", move=game.notation(whole)), whole)


def _offers_pass(state: Moment, veil: Veil | None) -> bool:
    """Return whether a rule that has the option to pass tells why one may not pass now."""
    explainer = state.game.explainer
    offering = explainer.offering(str(PASS[0]))
    return bool(offering) and explainer.why_not(_position(state, veil), PASS, offering) is not None


def _nearest(state: Moment, identity: Identity) -> tuple[str, ...]:
    """Return legal moves with the same clicks, of other amounts or options, or in another order; then those that begin
    alike.

    If none begins with the same click or option, moves that end with the last one follow instead.
    """
    moves = list(state.node.moves)
    if not identity:
        return ()
    clicks = _clicks(identity)
    cells = sorted(clicks)
    near = [m for m in moves if clicks and sorted(_clicks(m)) == cells]
    near.sort(key=lambda move: _clicks(move) != clicks)
    same = [m for m in moves if m and m[0] == identity[0]] or [m for m in moves if m and m[-1] == identity[-1]]
    same.sort(key=lambda move: _alike(move, identity), reverse=True)
    return tuple(state.game.notation(move) for move in list(dict.fromkeys((*near, *same)))[:ALIKE])


def _clicks(identity: Identity) -> list[int]:
    """Return the cells that are clicked in a move, without its amounts and options."""
    return [step for step in identity if isinstance(step, int)]


def _alike(one: Identity, other: Identity) -> int:
    """Return in how many clicks and options two moves begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


# -- legal moves


def _of_legal(state: Moment, identity: Identity, veil: Veil | None) -> Explanation:
    game = state.game
    move = game.notation(identity)
    rule = game.explainer.rule_of(_position(state, veil), identity)
    effects = tuple(_effects(game, state.start, state.play(game.move(identity)))) if veil is None else ()
    if rule is None and (veil is None or identity == PASS):
        return Explanation(move, True, say("forced-pass", move=move, player=state.player), effects=effects)
    if rule is None:
        return Explanation(move, True, say("legal-unseen", move=move))
    sentence = say("legal", move=move, rule=rule_name(rule))
    return Explanation(
        move, True, sentence, rule=rule_name(rule), filter=rule.eClass.name, place=game.document.place(rule),
        effects=effects,
    )  # fmt: skip


def _effects(game: Rulebook, before: Position, after_state: Moment) -> Iterable[str]:
    """Yield what a move changes, in words."""
    after = after_state.start
    tables, contents = game.tables, Contents(game)
    changed = False
    for cell in range(len(tables.cells.places)):
        old, new = contents.of(cell, before.boards), contents.of(cell, after.boards)
        if old != new:
            changed = True
            yield say("effect-cell", cell=game.notation((cell,)), before=old, after=new)
    for info in tables.counters.values():
        for slot in info.slots:
            if before.counters[slot] != after.counters[slot]:
                changed = True
                yield say(
                    "effect-counter", counter=_counter_name(game, info, slot - info.offset),
                    before=before.counters[slot], after=after.counters[slot],
                )  # fmt: skip
    for number, mark in enumerate(tables.marks):
        name = mark.element.name
        if mark.player is not None:
            name = say("number-of", counter=name, player=game.players[mark.player])
        there, then = before.marks[number], after.marks[number]
        for key, cells in (("effect-marked", then & ~there), ("effect-unmarked", there & ~then)):
            if cells:
                yield say(key, mark=name, cells=listed([game.notation((cell,)) for cell in bits(cells)], 12))
    if before.phase != after.phase:
        yield say("effect-phase", phase=list(tables.phases)[after.phase].name)
    if not changed:
        yield say("no-change")
    if after_state.is_over:
        yield say("over", outcome=_outcome(after_state))
    else:
        yield say("next-player", player=after_state.player)


def _outcome(state: Moment) -> str:
    """Return how a game has ended."""
    names = [str(player) for player in state.winners]
    if len(names) == 1:
        return say("won", player=names[0])
    if names:
        return say("won-together", players=say("and").join(names))
    alike = state.returns[0]
    if alike == 0:
        return say("drawn")
    if len(state.returns) == 1:
        return say("lost", player=state.game.players[0])
    return say("all-won" if alike > 0 else "all-lost")


def _counter_name(game: Rulebook, info: CounterInfo, offset: int) -> str:
    player, cell = divmod(offset, info.cells)
    words = [info.name]
    if info.players > 1:
        words.append(f"of {game.players[player]}")
    if info.per_cell:
        words.append(f"at {game.notation((info.first + cell,))}")
    return " ".join(words)
