"""Chance rules that go wrong, each under its code; a blank after a code tells it from another of the same."""

from __future__ import annotations

WRONG = {
    "negative-mass": "chance A weight 2 - 3 = any",
    "negative-mass ": "chance A share n - 1 = amount n 0..2",
    "mass-too-large": 'chance A weight 2147483647 = option "a"\nchance B = option "b"',
    "mass-too-large ": "chance A share 2147483647 = amount n 1..2",
    "no-chance": "chance A = own -> select",
    "no-chance ": 'chance A weight 0 = option "a"',
    "shared-chance": 'chance A = option "a"\nchance B = option "a"',
    "ambiguous-move": 'chance A = choose { option "a" | option "a" -> kept := 1 }',
    "counter-overflow": "chance A = amount low 1..4",
    "negative-amount": "chance A = amount n 2 - 3..4",
    "budget-exceeded": "chance A = amount big 0..2000000000",
}
