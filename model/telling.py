"""Rules in words: what each filter of a chain does, as a sentence for people who do not read the notation.

No sentence is specific to a game. ``TELLERS`` has a function for each class of filters, ``VALUES`` one for each class
of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright.metamodel import language as model
from tilewright.metamodel.elements import Element, present
from tilewright.metamodel.language import (
    Best,
    CellSource,
    ChoiceMode,
    Combine,
    Outcome,
    Perspective,
    StateSelection,
    Transform,
    Visibility,
)
from tilewright.model.game.recognition import condition_of
from tilewright.model.objects import copied
from tilewright.model.validation.chains import run_by

_ForPlayers: TypeAlias = model.OfPlayer | model.PlayersCells


@dataclass(frozen=True, slots=True)
class Told:
    """What a filter does, and what the chains inside it do, each with a label or an empty one."""

    text: str
    inner: tuple[tuple[str, tuple[Told, ...]], ...] = ()

    def lines(self, indent: str = "") -> Iterator[str]:
        """Yield the text, and below it what the inner chains do, indented."""
        yield f"{indent}{self.text}"
        for label, steps in self.inner:
            if label:
                yield f"{indent}  {label}"
            for step in steps:
                yield from step.lines(indent + ("    " if label else "  "))


def tell(chain: model.Filter | None) -> tuple[Told, ...]:
    """Return what the filters of a chain do, in their order."""
    found: list[Told] = []
    while chain is not None:
        told = TELLERS[type(chain)](chain)
        if found and found[-1].text == _EVERYTHING and told.text.startswith("keep those "):
            told = _taken(told)
            found.pop()
        found.append(told)
        chain = chain.nextFilter
    return tuple(found)


_EVERYTHING = "take all cells"


def _taken(told: Told) -> Told:
    """Return as said of all cells what a filter keeps of some."""
    kept = told.text.removeprefix("keep ")
    return Told(f"take the cells {kept.removeprefix('those ')}" if kept.startswith("those ") else f"take {kept}")


def _tell_all(chain: model.Filter | None) -> tuple[Told, ...]:
    """Return what a chain does that begins with all cells: of these it takes some before it keeps some."""
    steps = tell(chain)
    for at, step in enumerate(steps):
        if step.text.startswith("keep ") and not step.inner:
            return (*steps[:at], _taken(step), *steps[at + 1 :])
        if not step.text.startswith("go on only "):
            break
    return steps


def rules_in_words(game: model.Game) -> list[tuple[str, tuple[Told, ...]]]:
    """Return all rules of a game with their titles: moves, effects after moves, other hooks, then sub-pipelines.

    If the board goes around, that comes first.
    """
    board = game.board
    found: list[tuple[str, tuple[Told, ...]]] = []
    sides = {"column": board.wrapsAcross, "row": board.wrapsDown}
    beside = tuple(Told(f"the last {line} is beside the first one") for line, wraps in sides.items() if wraps)
    if beside:
        found.append(("The board goes around", beside))
    if board.legalMovesPipeline is not None:
        for rule in board.legalMovesPipeline.rules:
            found.append((_headline(rule), _tell_all(rule.filter)))
        for root in board.legalMovesPipeline.filters:
            found.append((f"These cells can be clicked{_called(root)}", _tell_all(root)))
    clicked = _are_clicked(board.legalMovesPipeline)
    for effect in () if board.effectPipeline is None else board.effectPipeline.filters:
        title = f"After each move{_called(effect)}"
        if clicked:
            found.append((f"{title}, with the cell of the last click", tell(effect)))
        else:
            found.append((title, _tell_all(effect)))
    hooks = (
        ("A move is only legal if after it", board.ensure),
        ("At the end of a round", board.round),
        ("A player without a move", board.stuck),
        ("When nobody has a move", board.over),
        ("A player sees", board.sight),
        ("Of these a player sees that something is there", board.back),
    )
    found += [(title, tell(chain)) for title, chain in hooks if chain is not None]
    found += [(f"“{sub.name}” means", tell(sub.filter)) for sub in game.subPipelines]
    return found


def _are_clicked(moves: model.LegalMovesPipeline | None) -> bool:
    """Return whether moves of players are clicked, or there are none. After others, effects begin with all cells."""
    if moves is None or moves.filters:
        return True
    rules = [rule for rule in moves.rules if not rule.nature]
    run = (part for rule in rules for part in run_by(rule))
    return not rules or any(isinstance(part, model.SelectFilter) and part.record for part in run)


_TOLD_TO = {
    Visibility.Owner: "only the mover is told which move it was",
    Visibility.Hidden: "nobody is told which move it was",
}


def _headline(rule: model.MoveRule) -> str:
    who = "Chance" if rule.nature else "The move"
    words = [f"{who} {rule.name}"]
    if rule.phases:
        words.append(f"in the phase {_either(map(_quoted, rule.phases))}")
    if rule.priority:
        words.append(f"with the priority {rule.priority}: rules of less are not played while this one is possible")
    if rule.maximise is not None:
        words.append(f"of which only those with the greatest {_quoted(rule.maximise)} are legal")
    if rule.weight is not None:
        words.append(f"with the weight {_value(rule.weight)}")
    if rule.share is not None:
        words.append(f"each of its moves as probable as this is great: {_value(rule.share)}")
    if rule.visibility is not Visibility.All:
        words.append(_TOLD_TO[rule.visibility])
    return ", ".join(words)


def _called(root: model.Filter) -> str:
    return f" ({root.name})" if root.name else ""


# -- words


def _quoted(named: Any) -> str:
    """Return the name that a model gives to a mark, region, number or the like, in quotes: it may be any word."""
    return f"“{named.name}”"


def _with_article(text: str) -> str:
    """Return a text with the article that its first letter asks for, which is wrong for a few words of English."""
    return f"{'an' if text[:1].lower() in {*'aeiou'} else 'a'} {text}"


def _either(names: Iterable[Any]) -> str:
    found = [str(name) for name in names]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}" if found else ""


_SUCH = "such that at the offsets "
_SELECTED = {
    StateSelection.CurrentPlayer: "the player's own",
    StateSelection.OtherPlayer: "another player's",
    StateSelection.Ally: "an ally's",
    StateSelection.Empty: "empty",
    StateSelection.Occupied: "occupied",
    StateSelection.Any: "of any kind",
    StateSelection.OffBoard: "off the board",
}
_OWNERS = {
    StateSelection.CurrentPlayer, StateSelection.OtherPlayer, StateSelection.Ally, StateSelection.NamedPlayer,
}  # fmt: skip
"""The selections of what a player owns."""
_WHO: dict[Perspective, str] = {
    Perspective.Current: "the player",
    Perspective.Other: "the other player",
    Perspective.Ally: "the ally",
    Perspective.Next: "the next player",
    Perspective.Previous: "the player before",
    Perspective.Mover: "who moved last",
    Perspective.Each: "each player",
}


def _pattern(pattern: model.Pattern | None) -> str:
    """Return what a cell must be, as words that can follow "that is"."""
    if pattern is None:
        return "anything"
    text = " or ".join(map(_alternative, (pattern, *pattern.alternatives)))
    if len(pattern.relativecoordinates):
        offsets = " ".join(f"({one.x},{one.y})" for one in pattern.relativecoordinates)
        turned = ", as the player sees the board," if pattern.relative else ""
        text = f"{_SUCH}{offsets}{turned} it is {text}"
    return text


def _such(pattern: model.Pattern) -> str:
    """Return what cells must be, as words that can follow "cells": of those of any kind only where they are."""
    text = _pattern(pattern)
    if text.startswith(_SUCH):
        return text
    if len(pattern.alternatives):
        return f"that are {text}"
    where = text.removeprefix(_SELECTED[StateSelection.Any])
    if where.startswith(" "):
        return where.strip()
    return text if text.startswith(("with ", "on ", "in ", "of ")) else f"that are {text}"


def _selected(pattern: model.Pattern) -> str:
    """Return the words for a selection of states that names no state."""
    if pattern.stateSelection is StateSelection.NamedPlayer:
        return f"of {present(pattern.player).name}"
    if pattern.stateSelection is StateSelection.OtherPlayer and _has_teams(pattern):
        return "an enemy's"
    return _SELECTED[pattern.stateSelection]


def _has_teams(part: Element) -> bool:
    """Return whether players of the game to which a part belongs are allies."""
    game: Element | None = part
    while game is not None and not isinstance(game, model.Game):
        game = game.container
    return game is not None and any(len(player.allies) > 0 for player in game.players)


def _alternative(pattern: model.Pattern) -> str:
    kinds = [*(piece.name for piece in pattern.pieces), *(group.name for group in pattern.groups)]
    selection = pattern.stateSelection
    if selection is StateSelection.StateBased:
        text = f"in the state {_quoted(pattern.matchState)}" if pattern.matchState is not None else "in no state"
    elif kinds:
        owner = _selected(pattern) if selection in _OWNERS else ""
        text = f"{owner} {_either(kinds)}" if owner else f"with {_with_article(_either(kinds))}"
    else:
        text = _selected(pattern)
    if len(pattern.tiles):
        text = f"on {_either(tile.name for tile in pattern.tiles)}" + (
            "" if selection is StateSelection.Any else f" and {text}"
        )
    if pattern.like is not None:
        text += f" and of the kind that {_told(pattern)}"
    inside = [_quoted(one) for one in (*pattern.within, *pattern.withinMarks)]
    outside = [_quoted(one) for one in (*pattern.without, *pattern.withoutMarks)]
    for place in pattern.places:
        if (named := place.area if place.mark is None else place.mark) is not None:
            (outside if place.negate else inside).append(f"{_quoted(named)}{_whose(place)}")
    text += "".join(f" in {name}" for name in inside) + "".join(f" outside {name}" for name in outside)
    return f"not {text}" if pattern.negate else text


def _value(value: model.Value | None) -> str:
    return "nothing" if value is None else VALUES[type(value)](value)


def _who(found: _ForPlayers) -> str:
    """Return the words for the players for whom an element is read; nothing for the current player."""
    if found.perspective is Perspective.Current:
        return ""
    return str(present(found.player).name) if found.perspective is Perspective.Named else _WHO[found.perspective]


def _whose(found: _ForPlayers) -> str:
    who = _who(found)
    return f" of {who}" if who else ""


def _summed_of(found: model.AggregateValue) -> str:
    """Return whose number a value is; that of several players is the sum of theirs."""
    return " of all players together" if found.perspective is Perspective.Each else _whose(found)


def _directions(named: model.DirectionSet | None, vectors: Sequence[model.RelativeCoordinate]) -> str:
    if named is not None:
        return f"along {_quoted(named)}"
    return f"by {' '.join(f'({v.x},{v.y})' for v in vectors)}" if len(vectors) else "on in the same direction"


def _times(low: int, high: int) -> str:
    if high < 0:
        return "any number of" if low == 0 else f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _inline(chain: model.Filter | None) -> str:
    """Return what a short chain does, on one line."""
    return "; ".join(map(_on_one_line, tell(chain)))


def _on_one_line(told: Told) -> str:
    """Return what a filter does with what the chains inside it do: their filters are separated by commas."""
    inner = (f"{label} {', '.join(map(_on_one_line, steps))}".strip() for label, steps in told.inner)
    return " ".join((told.text, *inner))


# -- filters


def _keep(found: model.PatternFilter) -> Told:
    if len(found.patterns) == 1 and found.require.name != "All":
        such = _such(found.patterns[0])
        return Told("go on with all of them" if such == _SELECTED[StateSelection.Any] else f"keep those {such}")
    patterns = " and ".join(map(_pattern, found.patterns))
    together = "go on only if all of them are" if found.require.name == "All" else "keep those that are"
    return Told(f"{together} {patterns}")


def _guard(found: model.GuardFilter) -> Told:
    who = f", as {_who(found)}," if _who(found) else ""
    steps = tell(found.condition)
    cells = _only(steps, "take the cells ")
    if cells and not who and not found.perCell:
        return Told(f"go on only if there are {'no ' if found.negate else ''}cells {cells}")
    what = "keep the cells from which" if found.perCell else "go on only if"
    return Told(f"{what}{who} this is {'not ' if found.negate else ''}possible:", (("", steps),))


def _only(steps: Sequence[Told], start: str) -> str:
    """Return what follows the words *start* if a chain does this alone, else nothing."""
    return steps[0].text.removeprefix(start) if len(steps) == 1 and steps[0].text.startswith(start) else ""


_COMPARED = {
    "eq": "is",
    "ne": "is not",
    "lt": "is less than",
    "le": "is at most",
    "gt": "is more than",
    "ge": "is at least",
}


def _compare(found: model.CompareFilter) -> Told:
    left, right = found.left, found.right
    chosen = _value(right)
    if isinstance(left, model.ParameterValue) and isinstance(right, model.IntValue):
        choices = left.parameter.choices
        chosen = choices[right.value].name if 0 <= right.value < len(choices) else chosen
    return Told(f"go on only if {_value(left)} {_COMPARED[found.op.name]} {chosen}")


def _repetition(found: model.RepetitionFilter) -> Told:
    same = ", with the same player to move," if found.includePlayer else ""
    return Told(f"go on only if this position{same} has been there {found.times} times")


def _cells(found: model.CellsFilter) -> Told:
    if found.source is CellSource.All:
        what = "all cells"
    elif found.source is CellSource.Anchor:
        what = "the cell of the last click"
    elif found.source is CellSource.Region:
        what = f"the cells of {_quoted(present(found.region))}{_whose(found)}"
    else:
        what = f"what is marked as {_quoted(present(found.mark))}{_whose(found)}"
    words = {
        Combine.Replace: f"take {what}",
        Combine.Intersect: f"keep {what}",
        Combine.Union: f"add {what}",
        Combine.Minus: f"leave out {what}",
        Combine.Clear: "take nothing",
    }
    return Told(words[found.combine])


def _step(found: model.StepFilter) -> Told:
    number = _value(found.count) if found.count is not None else _times(found.min, found.max)
    number = f"{found.min} to {number}" if found.atMost else number
    over = f" over cells {_such(found.through)}" if found.through is not None else ""
    steps = "step" if number == "1" else "steps"
    return Told(f"go {number} {steps} {_directions(found.directions, found.directionVectors)}{over}")


def _bend(found: model.BendFilter) -> Told:
    by = found.by if found.count is None else _value(found.count)
    return Told(f"turn the direction by {by} along {_quoted(found.directions)}")


def _ray(found: model.IterativeFilter) -> Told:
    until = f", up to one that is {_pattern(found.endRule)}" if found.endRule is not None else ""
    taken = {
        "Matched": "",
        "End": "; take the cell that ends the line",
        "Both": "; take the cell that ends the line, too",
        "Last": "; take the last of them",
    }
    way = _directions(found.directions, found.directionVectors)
    line = f"look {'along lines ' if way.startswith('by') else ''}{way}: {_times(found.min, found.max)} cells"
    return Told(f"{line} {_such(found.matchRule)}{until}{taken[found.collect.name]}")


def _flood(found: model.FloodFilter) -> Told:
    way = f"along {_quoted(found.directions)} through cells {_such(found.through)}"
    return Told(f"take all that is connected with it {way}")


def _best(found: model.BestFilter) -> Told:
    return Told(f"keep those with the {'greatest' if found.best is Best.Most else 'least'} {_value(found.value)}")


def _mark(found: model.MarkFilter) -> Told:
    words = {
        Combine.Replace: "mark them as {}, and nothing else",
        Combine.Union: "mark them as {}, too",
        Combine.Minus: "take them out of what is marked as {}",
        Combine.Intersect: "leave only them marked as {}",
        Combine.Clear: "mark nothing as {}",
    }
    return Told(words[found.combine].format(_quoted(found.mark)))


def _select(found: model.SelectFilter) -> Told:
    kept = f" and mark it as {_quoted(found.mark)}" if found.mark is not None else ""
    return Told(f"{'click one of them' if found.record else 'take each of them by itself'}{kept}")


_CHOSEN = {
    ChoiceMode.All: ("do one of these:", "either"),
    ChoiceMode.First: ("do the first of these that is possible:", "this"),
    ChoiceMode.Union: ("take what all of these find:", "this"),
}


def _choice(found: model.ChoiceFilter) -> Told:
    test = condition_of(found)
    if test is not None:
        held = _inline(copied(test, without="nextFilter")).removeprefix("go on only ")
        done = [(held, tell(test.nextFilter)), ("otherwise", tell(found.alternatives[1].nextFilter))]
        return Told("one of these:", tuple((label, steps) for label, steps in done if steps))
    title, first = _CHOSEN[found.mode]
    labels = [first, *["or" if found.mode is not ChoiceMode.Union else "and this"] * (len(found.alternatives) - 1)]
    return Told(title, tuple((label, tell(one)) for label, one in zip(labels, found.alternatives, strict=True)))


def _repeat(found: model.RepeatFilter) -> Told:
    longest = ", as long as it is possible" if found.maximal else ""
    return Told(f"do this {_times(found.min, found.max)} times{longest}:", (("", tell(found.body)),))


def _apply(found: model.ApplyFilter) -> Told:
    each = {"Once": "", "Cell": " for each of the cells", "Direction": ""}[found.forEach.name]
    if found.directions is not None:
        each = f" in each direction of {_quoted(found.directions)}"
    who = f" as {_who(found)}" if _who(found) else ""
    return Told(f"also do this{each}{who}:", (("", tell(found.body)),))


def _told(found: model.Pattern | model.StateEffectFilter) -> str:
    """Return what determines the kind of a piece: the piece on a mark, or an attribute of that piece."""
    of = "" if found.attribute is None else f"the {_quoted(found.attribute)} of what "
    return f"is {of}{'is ' if of else ''}on {_quoted(present(found.like))}"


def _set(found: model.StateEffectFilter) -> Told:
    like = f" of the kind that {_told(found)}" if found.like is not None else ""
    piece = f" {found.piece.name}" if found.piece is not None else " piece"
    if found.stateSelection is StateSelection.Empty:
        return Told("empty them")
    if found.targetState is not None:
        return Told(f"put {_quoted(found.targetState)} there")
    whose = {StateSelection.CurrentPlayer: "the player's own", StateSelection.OtherPlayer: "another player's"}
    return Told(f"put {whose.get(found.stateSelection, 'a')}{' piece' if like else piece}{like} there")


def _counter(found: model.CounterEffectFilter) -> Told:
    name = f"{_quoted(found.counter)}{_whose(found)}"
    value = _value(found.value)
    words = {"Set": f"set {name} to {value}", "Add": f"add {value} to {name}", "Subtract": f"take {value} from {name}"}
    return Told(words[found.op.name])


def _turn(found: model.TurnEffectFilter) -> Told:
    who = _WHO[found.perspective] if found.player is None else found.player.name
    asked: tuple[tuple[str, tuple[Told, ...]], ...] = (
        (("for whom this is possible:", tell(found.condition)),) if found.condition else ()
    )
    same = found.player is None and found.perspective is Perspective.Current
    return Told("the player goes on" if same else f"it is the turn of {who}", asked)


def _end(found: model.EndFilter) -> Told:
    score = _value(found.score) if found.score is not None else ""
    paid = f", divided by {_value(found.per)}" if found.per is not None else ""
    words = {
        Outcome.Win: "the player wins",
        Outcome.Loss: "the player loses",
        Outcome.Draw: "the game is drawn",
        Outcome.Score: f"the game ends: who has most of this wins: {score}",
        Outcome.Pay: f"the game ends: each player is paid {score}{paid}",
        Outcome.Rank: "the game ends, and the ranking decides",
    }
    return Told(words[found.outcome])


_WAYS = {(1, 0): "across", (0, 1): "down", (1, 1): "diagonally", (1, -1): "diagonally"}
"""What a line from a cell on is called, by its direction."""


def _won(found: model.WinConditionFilter) -> Told:
    """Tell which cells win: those in lines, if all patterns say the same of as many cells in a line."""
    lines = [[(at.x, at.y) for at in pattern.relativecoordinates] for pattern in found.patterns]
    told = {" or ".join(map(_alternative, (pattern, *pattern.alternatives))) for pattern in found.patterns}
    if len(told) == 1 and len({len(line) for line in lines}) == 1 and all(map(_way, lines)):
        ways = _either(dict.fromkeys(map(_way, lines)))
        return Told(f"the player wins if {len(lines[0])} cells in a line, {ways}, are {told.pop()}")
    return Told(f"the player wins if there is a cell {_either(dict.fromkeys(map(_pattern, found.patterns)))}")


def _way(line: Sequence[tuple[int, int]]) -> str | None:
    """Return what a line of cells is called, if these follow each other."""
    across, down = line[1] if len(line) > 1 else (0, 0)
    return _WAYS.get((across, down)) if line == [(n * across, n * down) for n in range(len(line))] else None


def _move(found: model.MoveEffectFilter) -> Told:
    source = f"{_quoted(found.source)}{_along(found)}"
    return Told(f"exchange it with what is on {source}" if found.swap else f"move what is on {source} there")


def _stack(found: model.StackEffectFilter) -> Told:
    which = "all" if found.amount is None else f"the {_value(found.amount)} topmost"
    where = f"{_quoted(found.source)} and lies beneath it in {_quoted(found.zone)}"
    return Told(f"lay on it {which} of what stands on {where}{_along(found)}")


def _shift(found: model.ShiftEffectFilter) -> Told:
    if found.directions is None and found.transform not in (None, Transform.Identity):
        return Told(f"move what is there{_along(found)} as {found.transform.name} does")
    return Told(f"push what is there{_along(found)} one step {_directions(found.directions, ())}")


def _along(found: Element) -> str:
    """Return what goes along with what an effect moves."""
    game = found
    while not isinstance(game, model.Game):
        game = game.eContainer()
    names = [_quoted(counter) for counter in game.counters if counter.carried]
    names += [_quoted(mark) for mark in game.marks if mark.carried]
    return f" with its {', '.join(names[:-1])}{' and ' * (len(names) > 1)}{names[-1]}" if names else ""


TELLERS: dict[type[Element], Callable[[Any], Told]] = {
    model.PatternFilter: _keep,
    model.GuardFilter: _guard,
    model.CompareFilter: _compare,
    model.RepetitionFilter: _repetition,
    model.MovableFilter: lambda _: Told("go on only if the player would have a move"),
    model.PhaseFilter: lambda found: Told(f"go on only in the phase {' or '.join(map(_quoted, found.phases))}"),
    model.PlayerFilter: lambda found: Told(f"go on only if the player is {_either(p.name for p in found.players)}"),
    model.CellsFilter: _cells,
    model.StepFilter: _step,
    model.IterativeFilter: _ray,
    model.FloodFilter: _flood,
    model.ImageFilter: lambda found: Told(f"take the cells that {found.transform.name} makes of them"),
    model.IntoFilter: lambda found: Told(
        f"take the cells that lie so in {'the board' if found.zone is None else _quoted(found.zone)}"
    ),
    model.StampFilter: lambda found: Told(
        f"take what the piece on {_quoted(found.mark)} covers, laid with its corner on each of them"
    ),
    model.BendFilter: _bend,
    model.PickFilter: lambda found: Told(f"take the {'last' if found.last else 'first'} of them, row by row"),
    model.BestFilter: _best,
    model.RecordFilter: lambda _: Told("they become part of the move, without a click"),
    model.MarkFilter: _mark,
    model.SelectFilter: _select,
    model.ShapeFilter: lambda found: Told(
        f"lay down the piece on {_quoted(found.mark)} in some way: take the cells that it covers"
    ),
    model.DirectionFilter: lambda found: Told(f"choose a direction of {_quoted(found.directions)}, which is kept"),
    model.OptionFilter: lambda found: Told(f"this is the choice “{found.label}”"),
    model.AmountFilter: lambda found: Told(
        f"choose {_quoted(found.counter)}, from {_value(found.low)} to {_value(found.high)}"
    ),
    model.ChoiceFilter: _choice,
    model.RepeatFilter: _repeat,
    model.ApplyFilter: _apply,
    model.CallFilter: lambda found: Told(f"do what {_quoted(found.pipeline)} means"),
    model.StateEffectFilter: _set,
    model.MoveEffectFilter: _move,
    model.StackEffectFilter: _stack,
    model.ShiftEffectFilter: _shift,
    model.CounterEffectFilter: _counter,
    model.PhaseEffectFilter: lambda found: Told(f"the phase {_quoted(found.phase)} begins"),
    model.TurnEffectFilter: _turn,
    model.EndFilter: _end,
    model.WinConditionFilter: _won,
}
"""The function that puts a filter into words, for each class of filters."""


def _counted(found: model.CountValue) -> str:
    whose, steps = _summed_of(found), tell(found.cells)
    for start, what in (("take the cells ", "cells"), ("keep those ", "those")):
        if not whose and (cells := _only(steps, start)):
            return f"(the number of {what} {cells})"
    of = f" after this: {_inline(found.cells)}" if found.cells is not None else ""
    return f"(the number of cells{whose}{of})"


def _read(found: model.CounterValue) -> str:
    name = f"{_quoted(found.counter)}{_summed_of(found)}"
    return name if found.cells is None else f"({name} on the cells after this: {_inline(found.cells)})"


def _added(found: model.AttributeOf) -> str:
    of = f" after this: {_inline(found.cells)}" if found.cells is not None else ""
    return f"(the sum of {_quoted(found.attribute)}{_summed_of(found)}{of})"


def _fixed(found: model.ConstantOf) -> str:
    name = f"{_quoted(found.constant)}{_summed_of(found)}"
    return name if found.cells is None else f"({name} on the cells after this: {_inline(found.cells)})"


def _summed(found: model.SumValue) -> str:
    parts: list[str] = []
    for weight, term in zip(found.weights, found.terms, strict=True):
        times = "" if abs(weight) == 1 else f"{abs(weight)} times "
        parts.append(("minus " if weight < 0 else "plus " if parts else "") + times + _operand(term))
    return " ".join(parts)


def _multiplied(found: model.ProductValue) -> str:
    return " times ".join(map(_operand, found.values))


def _divided(found: model.DivisionValue) -> str:
    division = f"{_operand(found.dividend)} divided by {_operand(found.divisor)}"
    if found.result is model.Division.Remainder:
        return f"(the remainder of {division})"
    return f"({division}, rounded down)"


def _extreme(found: model.ExtremeValue) -> str:
    *values, last = map(_value, found.values)
    return f"(the {'greatest' if found.best is Best.Most else 'least'} of {', '.join(values)} and {last})"


def _looked_up(found: model.TableValue) -> str:
    return f"(the number at place {_operand(found.index)} of {', '.join(map(str, found.numbers))}, counted from 0)"


def _conditional(found: model.ConditionalValue) -> str:
    held = _inline(found.condition).removeprefix("go on only ")
    return f"({_value(found.value)} {held}, otherwise {_value(found.otherwise)})"


def _operand(value: model.Value) -> str:
    """Return what a part of a calculation is, in parentheses if it is a sum."""
    return f"({_value(value)})" if isinstance(value, model.SumValue) else _value(value)


VALUES: dict[type[Element], Callable[[Any], str]] = {
    model.IntValue: lambda found: str(found.value),
    model.PerPlayerValue: lambda found: f"{' or '.join(map(str, found.values))}, by player",
    model.CounterValue: _read,
    model.CountValue: _counted,
    model.AttributeOf: _added,
    model.ConstantOf: _fixed,
    model.ParameterValue: lambda found: _quoted(found.parameter),
    model.SumValue: _summed,
    model.ProductValue: _multiplied,
    model.DivisionValue: _divided,
    model.ExtremeValue: _extreme,
    model.TableValue: _looked_up,
    model.ConditionalValue: _conditional,
}
"""The function that puts a value into words, for each class of values."""
