"""Which filters and values of a model the notation writes as a condition, or as one of its choices.

Whoever validates or explains a model asks this, too, and needs no reader of the notation for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import ChoiceMode
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import copied, difference

CHOICES = {"choose": "All", "first": "First", "union": "Union"}
"""The words of choices, and their modes in the metamodel."""
OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
"""For each comparison the one that holds where it does not."""
ASKING = ("CompareFilter", "GuardFilter", "PhaseFilter", "PlayerFilter", "MovableFilter", "RepetitionFilter")
"""The classes of the filters that are tests."""


def opposite(test: EObject) -> EObject | None:
    """Return a test, changed into its opposite; None if a guard around it says that."""
    match test.eClass.name:
        case "CompareFilter":
            test.op = type(test.op)[OPPOSITES[test.op.name]]
        case "GuardFilter":
            test.negate = not test.negate
        case _:
            return None
    return test


def condition_of(choice: EObject) -> EObject | None:
    """Return the test of a choice that is a condition, followed by what is done; None if the choice is none."""
    if choice.mode is not ChoiceMode.First or len(choice.alternatives) != 2:
        return None
    test, other = choice.alternatives
    if not (is_test(test) and is_test(other)) or test.nextFilter is None:
        return None
    alone, denied = (copied(each, without="nextFilter") for each in (test, other))
    wanted = opposite(copied(alone))
    if wanted is None:  # the other one is to be a guard that denies the test
        is_guard = denied.eClass.name == "GuardFilter" and denied.negate and denied.perspective.name == "Current"
        return test if is_guard and difference(alone, denied.condition) is None else None
    return test if difference(wanted, denied) is None else None


def tests_of(guard: EObject, *, denied: bool = False) -> list[list[EObject]] | None:
    """Return the tests that a guard asks, of each alternative those that must all hold; None if it asks otherwise.

    *denied*: the guard demands that they do not hold.
    """
    asked = guard.condition if guard.eClass.name == "GuardFilter" else None
    if asked is None or guard.negate is not denied or guard.perspective.name != "Current":
        return None
    is_choice = asked.eClass.name == "ChoiceFilter" and asked.mode is ChoiceMode.First and asked.nextFilter is None
    heads = list(asked.alternatives) if is_choice and asked.name is asked.reason is None else [asked]
    found = [list(_chain(head)) for head in heads]
    if not all(is_test(test) for tests in found for test in tests) or sum(map(len, found)) < 2:
        return None
    return found


def _chain(head: EObject | None) -> Iterator[EObject]:
    while head is not None:
        yield head
        head = head.nextFilter


def last_term(value: EObject) -> EObject:
    """Return the last of the terms of which a value is made, in the order of the text; of one in class form without
    terms, itself.
    """
    while True:
        match value.eClass.name:
            case "SumValue" if value.terms:
                value = value.terms[-1]
            case "ProductValue" if value.values:
                value = value.values[-1]
            case "DivisionValue" if value.divisor is not None:
                value = value.divisor
            case _:
                return value


def is_test(element: EObject) -> bool:
    """Return whether an element is a test without a name or a reason, and asks the whole working set."""
    if element.name is not None or element.reason is not None or element.eClass.name not in ASKING:
        return False
    return element.eClass.name != "GuardFilter" or not element.perCell
