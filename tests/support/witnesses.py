"""Witnesses: for each element of the language a game that is played otherwise when the element is changed.

A change to a part of a model is written as

    take out                the filter leaves its chain, and the next one takes its place; one that passes all if none
                            follows where one must be
    replace by 0            a value gives way to that number
    FEATURE reset           the feature has its default again, and with it those that would be refused otherwise
    FEATURE without 2       a feature with several values loses one of them
    FEATURE alike           what differs from player to player is for all as it is for the first
    FEATURE := Union        another literal, number or boolean
    FEATURE := //@marks.1   a reference to another part

``witnesses.tsv`` has the witnesses: ``python -m tests.support.witnesses`` drops those that no longer hold and looks for those
that are missing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tests.support.elements import NEUTRAL, catalogue, element_name, gallery, uses
from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document
from tilewright.model.files import read
from tilewright.model.objects import append, assign, create, element_at, fragment, remove, values_of
from tilewright.model.validation import validate
from tilewright.runtime.counting import perft
from tilewright.runtime.loading import game_of
from tilewright.runtime.proof.perft_tables import INITIAL, perft_table_of
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game, State

FILE = Path(__file__).with_suffix(".tsv")
HEAD = "element\tgame\tpart\tchange\tposition\tmoves\tmeasure\toriginal\tchanged\n"

RESULT = "result"
"""The measure of a game that has ended: how. Other measures are a depth of perft, and rarely ``moves``."""
MOVES = "moves"
"""The measure of a position by the names of its moves."""
REFUSED = "refused"
"""What a game measures whose rules go wrong. It is a witness for bounds alone, which do nothing else."""
STOPPING = {"Counter.min", "Counter.max", "PhaseEffectFilter"}

NAMED = {"OptionFilter", "RecordFilter"}
"""What tells moves apart by their names; so the names may be what changes."""
FOLLOWERS = {
    "Counter.perCell": ("Counter.initialCells", "Counter.initialRegions", "Counter.carried", "AggregateValue.cells"),
    "Counter.carried": ("Counter.initialAttribute",),
    "MoveRule.maximise": ("MoveRule.maximise",),
}
"""What is reset in the whole model together with a feature, because a constraint refuses the one without the other."""

SECONDS = 10
"""The time for the search of one witness."""
SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261121)
NODES = 100
"""The positions at most in which moves are generated for one perft of the search."""
DEPTH = 5
"""The greatest depth of a perft of the search."""
PARTS = 12
"""The parts of one game that are tried for an element."""
LINES = 50
"""The random lines of play that are tried with a change, if there is time."""
PLIES = 150
"""The length of such a line."""


@dataclass(frozen=True)
class Witness:
    """A change to a part of a game and how it shows, from a named position on, after moves: the rows of the table."""

    element: str
    game: str
    part: str
    change: str
    position: str
    moves: str
    measure: str
    original: str
    changed: str


# -- changes


def apply(root: EObject, address: str, change: str) -> None:
    """Change the part of a model that stands at an address. ``ValueError`` if it cannot be changed so."""
    part = element_at(root, address)
    if part is None:
        raise ValueError(f"there is nothing at {address}")
    if change == "take out":
        _put(part, part.nextFilter or _passing(part))
    elif change.startswith("replace by "):
        value = create("IntValue")
        value.value = int(change.removeprefix("replace by "))
        _put(part, value)
    else:
        _set(root, part, change)


def _passing(part: EObject) -> EObject | None:
    """Return a filter that passes everything, if there must be one where a filter stands."""
    if schema().of(part.eContainer()).by_name[part.eContainmentFeature().name].lower == 0:
        return None
    pattern = create("Pattern")
    pattern.stateSelection = (schema().of(pattern).by_name["stateSelection"].literals or {})["Any"]
    passing = create("PatternFilter")
    append(passing, schema().of(passing).by_name["patterns"], pattern)
    return passing


def _put(part: EObject, successor: EObject | None) -> None:
    """Put another part, or nothing, in the place of one."""
    owner, feature = part.eContainer(), part.eContainmentFeature()
    if not feature.many:
        assign(owner, feature, successor)
        return
    others = values_of(owner, feature)
    after = others[others.index(part) :]
    for other in after:
        remove(owner, feature, other)
    for other in [successor, *after[1:]]:
        if other is not None:
            append(owner, feature, other)


def _set(root: EObject, part: EObject, change: str) -> None:
    name, _, rest = change.partition(" ")
    feature = schema().of(part).by_name[name]
    if rest == "reset":
        _reset(part, feature)
        for follower in FOLLOWERS.get(element_name(feature), ()):
            for used, other in list(uses(root)):
                if used == follower:
                    _reset(other, schema().of(other).by_name[follower.partition(".")[2]])
    elif rest == "alike":
        first, *others = getattr(part, name)
        for other in others:
            ranges = schema().of(other).by_name["ranges"]
            _drop(other, ranges, list(other.ranges))
            for cells in first.ranges:
                append(other, ranges, _copy(cells))
    elif rest.startswith("without "):
        _drop(part, feature, [values_of(part, feature)[int(rest.removeprefix("without "))]])
    else:
        assign(part, feature, _read_value(root, feature, rest.removeprefix(":= ")))


def _read_value(root: EObject, feature: FeatureInfo, text: str) -> object:
    if feature.literals is not None:
        return feature.literals[text]
    if feature.kind is Kind.REFERENCE:
        return element_at(root, text)
    return text == "true" if feature.type == "boolean" else int(text)


def _reset(part: EObject, feature: FeatureInfo) -> None:
    """Let a feature say nothing of its own."""
    name = element_name(feature)
    if name == "Game.initialPlayer":
        assign(part, feature, part.players[0])
    elif feature.many:
        values = values_of(part, feature)
        _drop(part, feature, values)
        if name in NEUTRAL:
            for _ in values:
                append(part, feature, 1)
    else:
        assign(part, feature, feature.default)


def _drop(part: EObject, feature: FeatureInfo, values: list[Any]) -> None:
    """Take values out of a feature; a transition lets go of its states, which know it too."""
    for value in values:
        remove(part, feature, value)
        if getattr(value, "eClass", None) is not None and value.eClass.name == "Transition":
            for state in list(value.source):
                remove(value, schema().of(value).by_name["source"], state)
            assign(value, schema().of(value).by_name["target"], None)


def _copy(part: EObject) -> EObject:
    copy = create(part.eClass.name)
    for feature in schema().of(part).stored:
        if feature.many:
            for inner in getattr(part, feature.name):
                append(copy, feature, _copy(inner))
        else:
            assign(copy, feature, getattr(part, feature.name))
    return copy


def changes_of(element: str, part: EObject) -> Iterator[tuple[int, str]]:
    """Yield the changes that concern an element in a part, with a rank: 0 for those that undo it, 1 for others."""
    if "." not in element:
        if "Filter" in schema().of(part).supertypes:
            yield 0, "take out"
        elif element == "IntValue":
            yield 0, f"replace by {part.value + 1}"
        else:
            yield 0, "replace by 0"
            yield 1, "replace by 1"
        return
    name, _, literal = element.partition(".")[2].partition(" = ")
    feature = schema().of(part).by_name[name]
    if feature.literals is not None:
        yield from ((0, f"{name} := {other}") for other in feature.literals if other != literal)
        return
    yield 0, f"{name} alike" if element == "Region.perPlayer" else f"{name} reset"
    if feature.many:
        yield from ((1, f"{name} without {index}") for index in range(len(getattr(part, name))))
    elif feature.kind is Kind.REFERENCE:
        target = getattr(part, name)
        container = target.eContainer()
        others = values_of(container, schema().of(container).by_name[target.eContainmentFeature().name])
        yield from ((1, f"{name} := {fragment(other)}") for other in others if other is not target)
    elif feature.type == "int":
        yield from ((1, f"{name} := {getattr(part, name) + more}") for more in (1, -1))


# -- games


@cache
def original(name: str) -> Game:
    """Return a game of the gallery."""
    return game_of(gallery()[name])


@lru_cache(maxsize=256)
def changed(name: str, address: str, change: str) -> Game:
    """Return a game with a change. ``ValueError`` if it cannot be made, ``ModelError`` if the model has errors then."""
    file = gallery()[name].file
    document = Document(file, read(file).root)
    for form in list(document.game.formats):  # which constraints tie to marks and counters, and nothing plays
        remove(document.game, document.game.eClass.by_name["formats"], form)
    apply(document.root, address, change)
    diagnostics = validate(document)
    if has_errors(diagnostics):
        raise ModelError(diagnostics)
    return game_of(document)


def start(game: Game, position: str) -> State:
    """Return a position of a game, by its name in the table of known counts."""
    table = None if position == INITIAL else perft_table_of(game)
    return game.initial_state() if table is None else game.state(table.positions[position])


def positions(game: Game) -> list[str]:
    """Return the names of the positions in a game's table of known counts; the initial one is the first."""
    table = perft_table_of(game)
    return [INITIAL] if table is None else list(table.positions)


def measured(game: Game, witness: Witness) -> str:
    """Return what a witness measures in a game. ``IllegalMove`` if its moves cannot be played."""
    try:
        state = start(game, witness.position)
        for move in witness.moves.split():
            state = state.play(move)
        if witness.measure == RESULT:
            return result(state)
        return names(state) if witness.measure == MOVES else str(perft(state, int(witness.measure.split()[1])))
    except ModelError as error:
        return f"{REFUSED} {error.diagnostics[0].code}"


def result(state: State) -> str:
    """Return how a game has ended, with its scores."""
    if not state.is_over:
        return "not over"
    scores = "" if state.scores is None else f" with {' to '.join(map(str, state.scores))}"
    return " ".join(f"{part:g}" for part in state.returns) + scores


def names(state: State) -> str:
    """Return what tells the names of a state's moves: their number and a hash."""
    moves = list(state.legal_moves)
    return f"{len(moves)} {sha256(' '.join(map(str, moves)).encode()).hexdigest()[:16]}"


def objection(witness: Witness) -> str | None:
    """Return what is wrong with a witness, or None if it holds."""
    if witness.original == witness.changed:
        return "the change makes no difference"
    if witness.changed.startswith(REFUSED) and witness.element not in STOPPING:
        return "the changed game cannot be played"
    if witness.game not in gallery():
        return f"there is no game {witness.game}"
    try:
        part = element_at(gallery()[witness.game].root, witness.part)
        if all(part is not other for name, other in uses(gallery()[witness.game].root) if name == witness.element):
            return f"the part {witness.part} does not use it"
        if witness.change not in (change for _, change in changes_of(witness.element, part)):
            return f"'{witness.change}' is no change of it"
        other = changed(witness.game, witness.part, witness.change)
        found = (measured(original(witness.game), witness), measured(other, witness))
    except (ModelError, IllegalMove, ValueError, KeyError) as error:
        return f"{type(error).__name__}: {error}"
    wanted = (witness.original, witness.changed)
    return None if found == wanted else f"it measures {' and '.join(found)}, not {' and '.join(wanted)}"


# -- the table


def table() -> list[Witness]:
    """Return the witnesses of the table."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:] if FILE.is_file() else []
    return [Witness(*line.split("\t")) for line in lines]


def text_of(witnesses: Iterable[Witness]) -> str:
    """Return the text of the table, in the order of the catalogue."""
    order = {element: place for place, element in enumerate(catalogue())}
    rows = sorted(witnesses, key=lambda witness: order[witness.element])
    return HEAD + "".join("\t".join(astuple(row)) + "\n" for row in rows)


# -- the search


def search(element: str, seconds: float) -> Witness | None:
    """Return a witness for an element, or None if there is none in time: by counting, if need be by playing."""
    candidates = [candidate for candidate in _candidates(element) if _can_be_made(candidate)]
    attempts = [(_by_counting, 0, seconds / 3), *((_by_playing, line, seconds) for line in range(LINES))]
    begin = time.monotonic()
    for attempt, line, until in attempts:
        for candidate in candidates:
            if time.monotonic() - begin > until:
                break
            found = _tried(candidate, attempt, line)
            if found is not None:
                return found
    return None


def _candidates(element: str) -> list[Witness]:
    """Return the changes that concern an element; those that undo it first, and of them those of small games."""
    roots: dict[str, EObject] = {name: document.root for name, document in gallery().items()}
    found = []
    for name in sorted(roots, key=lambda name: len(roots[name].board.tileplacement)):
        parts = [part for used, part in uses(roots[name]) if used == element]
        for part in parts[:PARTS]:
            for rank, change in changes_of(element, part):
                found.append((rank, Witness(element, name, fragment(part), change, INITIAL, "", "", "", "")))
    return [candidate for _, candidate in sorted(found, key=lambda item: item[0])]


def _can_be_made(candidate: Witness) -> bool:
    try:
        return changed(candidate.game, candidate.part, candidate.change) is not None
    except (ModelError, ValueError):
        return False


def _tried(
    candidate: Witness, attempt: Callable[[Witness, Game, Game, int], Witness | None], line: int
) -> Witness | None:
    other = changed(candidate.game, candidate.part, candidate.change)
    try:
        found = attempt(candidate, original(candidate.game), other, line)
    except ModelError:
        return None
    return found if found is not None and objection(found) is None else None


def _by_counting(candidate: Witness, game: Game, other: Game, _: int) -> Witness | None:
    """Return a witness by the perft of a named position, or None."""
    for position in positions(game):
        state, twin = start(game, position), start(other, position)
        for depth in range(1, DEPTH + 1):
            one = perft(state, depth)
            try:
                two = perft(twin, depth)
            except ModelError as error:
                refused = f"{REFUSED} {error.diagnostics[0].code}"
                return replace(
                    candidate, position=position, measure=f"perft {depth}", original=str(one), changed=refused
                )
            if one != two:
                measure = f"perft {depth}"
                return replace(candidate, position=position, measure=measure, original=str(one), changed=str(two))
            if not 0 < one <= NODES:
                break
    return None


def _by_playing(candidate: Witness, game: Game, other: Game, line: int) -> Witness | None:
    """Return a witness by a random line of play from each named position on, or None."""
    for position in positions(game):
        random = Random(f"{SEED}/{candidate.element}/{line}/{position}")
        found = _along(replace(candidate, position=position), start(game, position), start(other, position), random)
        if found is not None:
            return found
    return None


def _along(candidate: Witness, state: State, twin: State, random: Random) -> Witness | None:
    moves: list[str] = []
    for _ in range(PLIES):
        listed, others = list(state.legal_moves), set(twin.legal_moves)
        common = [move for move in listed if move in others]
        here = replace(candidate, moves=" ".join(moves))
        if len(listed) != len(others):
            return replace(here, measure="perft 1", original=str(len(listed)), changed=str(len(others)))
        if len(common) < len(listed) <= NODES:
            one, two = perft(state, 2), perft(twin, 2)
            if one != two:
                return replace(here, measure="perft 2", original=str(one), changed=str(two))
        if len(common) < len(listed) and candidate.element in NAMED:
            return replace(here, measure=MOVES, original=names(state), changed=names(twin))
        if state.is_over and twin.is_over and result(state) != result(twin):
            return replace(here, measure=RESULT, original=result(state), changed=result(twin))
        if not common:
            break
        move = random.choice(common)
        moves.append(str(move))
        state = state.play(move)
        try:
            twin = twin.play(move)
            len(twin.legal_moves)
        except ModelError as error:
            refused = f"{REFUSED} {error.diagnostics[0].code}"
            here = replace(here, moves=" ".join(moves), measure="perft 1")
            return replace(here, original=str(perft(state, 1)), changed=refused)
    return None


def main() -> None:
    """Complete the table; the elements named on the command line, or all that have no witness."""
    found = {witness.element: witness for witness in table() if objection(witness) is None}
    for element in sys.argv[1:] or [element for element in catalogue() if element not in found]:
        witness = search(element, SECONDS)
        if witness is not None:
            found[element] = witness
        FILE.write_text(text_of(found.values()), encoding="utf-8")
        print(f"{element}: {witness.game if witness else 'none found'}", flush=True)


if __name__ == "__main__":
    main()
