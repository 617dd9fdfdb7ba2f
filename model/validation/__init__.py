"""Validation of a model in stages.

``validate`` runs the stages in order: syntax and references, which the reader has checked; ``multiplicities``; the
``constraints`` of the metamodel; ``sense``, which warns of what a valid model hardly means. Earlier errors limit the
later stages only as far as needed: a constraint that needs a missing feature is skipped, the others are evaluated.
"""

from __future__ import annotations

from tilewright.model.validation.stages import in_its_terms, validate

__all__ = ["in_its_terms", "validate"]
