"""What comparisons of rules mean, by their names in the metamodel."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne

COMPARISONS = {"eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge}
