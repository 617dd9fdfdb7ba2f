"""What readers have in common: they report what is wrong and go on."""

from __future__ import annotations

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.places import Place
from tilewright.model.remedies import Remedy


class Reporter:
    """A reader, which collects diagnostics, in the order in which it finds them."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def report(
        self,
        code: str,
        message: str,
        place: Place,
        related: tuple[Related, ...] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        """Add a diagnostic with the severity of its code."""
        self.diagnostics.append(diagnose(code, message, place, related, remedies))
