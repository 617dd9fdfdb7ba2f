"""Drop the moves of a rule that an earlier rule finds, too, if both continue with the same operations.

    before   own; select; step to a neighbour; empty; select; move
             own; select; goto all;            empty; select; move
    after    own; select; step to a neighbour; empty;                                         select; move
             own; select; goto all;            empty; drop { goto the click; step; empty };   select; move

Conditions: (1) according to their paths the rules may find the same move, and neither finds a move twice; (2) the
later one plays only in phases in which the earlier one does, and nothing is maximised, which might discard the earlier
one's move; (3) they are equal from some click on, and before it there is at most one click, the same in both; (4) the
operations before have no effects and do not branch, and do not read what the click changes, so that equal clicks lead
to equal flows.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from tilewright.generator.compiler.analysis.distinct import overlaps
from tilewright.generator.compiler.analysis.questions import is_test_of_cells, uses_bound
from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import MarkPart, Part, marks, reads, writes


def drop_repeated_moves(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Drop the moves of a rule that an earlier rule finds, too, if both continue with the same operations."""
    return replace(rules, groups=tuple(_told_apart(group, constants) for group in rules.groups))


def _told_apart(group: ir.Group, constants: Constants) -> ir.Group:
    """Return a group in which no two rules with a common end find the same move, as far as the conditions hold."""
    alike = _alike(group, constants)
    if not alike:  # as in most groups: the paths, which cost more, are not needed then
        return group
    pairs = overlaps(group, constants).pairs
    found = list(group.rules)
    for (earlier, later), (rest, chain) in alike.items():
        if (earlier, later) not in pairs or (earlier, earlier) in pairs or (later, later) in pairs:  # (1)
            continue
        now = found[later].chain
        place = len(now.ops) - rest
        dropped = ir.Drop((ir.Chain(now.me, chain),))
        found[later] = replace(
            found[later],
            chain=ir.Chain(now.me, (*now.ops[:place], dropped, *now.ops[place:])),
            spares=found[later].spares | {earlier},
        )
    return replace(group, rules=tuple(found))


def _alike(group: ir.Group, constants: Constants) -> dict[tuple[int, int], tuple[int, Ops]]:
    """Return pairs of rules with a common end: its length, and the chain that yields the earlier rule's cells there."""
    if group.maximise is not None:  # (2)
        return {}
    found = {}
    for (earlier, one), (later, other) in combinations(enumerate(group.rules), 2):
        if one.phases and not (other.phases and other.phases <= one.phases):  # (2)
            continue
        rest = _in_common(one.chain.ops, other.chain.ops)
        heads = one.chain.ops[: len(one.chain.ops) - rest], other.chain.ops[: len(other.chain.ops) - rest]
        chain = _chain(heads[0], heads[1], constants) if rest else None
        if chain is not None:
            found[earlier, later] = rest, chain
    return found


def _in_common(one: Ops, other: Ops) -> int:
    """Return the length of the longest common end of two chains that begins with a click."""
    found = 0
    for number, (first, second) in enumerate(zip(reversed(one), reversed(other), strict=False), 1):
        if first != second:
            break
        if isinstance(first, ir.Select):
            found = number
    return found


def _chain(one: Ops, other: Ops, constants: Constants) -> Ops | None:
    """Return a chain that yields the cells to which the first head leads after the clicks of the second one, if any."""
    clicks = [place for place, op in enumerate(one) if isinstance(op, ir.Select)]
    other_clicks = [place for place, op in enumerate(other) if isinstance(op, ir.Select)]
    everywhere = ir.Combine("Replace", constants.board.board)
    if not clicks and not other_clicks:
        return (everywhere, *one) if _is_plain(one) and _is_plain(other) else None
    if len(clicks) != 1 or len(other_clicks) != 1 or one[clicks[0]] != other[other_clicks[0]]:  # (3)
        return None
    before, after = one[: clicks[0]], one[clicks[0] + 1 :]
    other_before, other_after = other[: other_clicks[0]], other[other_clicks[0] + 1 :]
    if not all(map(_is_plain, (before, after, other_before, other_after))):  # (4)
        return None
    if all(map(is_test_of_cells, (*before, *other_before))) and set(before) <= set(other_before):
        return (ir.Combine("Replace"), *after)
    click = one[clicks[0]]
    assert isinstance(click, ir.Select)
    if not reads(before).isdisjoint({Part.CLICK, *(MarkPart(mark) for mark in marks(click.traits.writes))}):  # (4)
        return None
    return (everywhere, *before, ir.Combine("Intersect"), *after)


def _is_plain(ops: Ops) -> bool:
    """Return whether operations map one working set to one and change nothing else."""
    return is_simple(ops) and not writes(ops) and not uses_bound(ops)
