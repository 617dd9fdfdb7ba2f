"""Everything that is wrong with a model, found in stages.

``validate`` runs the stages in order: syntax and references, which the reader found; ``multiplicities``; the
``constraints`` of the metamodel; ``sense``, what a valid model should not say. A stage runs as far as the findings
before it allow: a constraint that needs a missing feature is skipped, the others are not.
"""

from __future__ import annotations

from tilewright.model.validation.stages import validate

__all__ = ["validate"]
