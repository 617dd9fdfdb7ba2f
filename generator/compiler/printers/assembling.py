"""What the printers for LLVM's assembly language share: the lines of a function, and new names in it."""

from __future__ import annotations


class Assembling:
    """The lines of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._values = 0
        self._labels = 0

    def _value(self, text: str) -> str:
        """Append an instruction, and return the name of its value."""
        name = f"%{self._values}"
        self._values += 1
        self.lines.append(f"  {name} = {text}")
        return name

    def _label(self) -> str:
        """Return a new label."""
        self._labels += 1
        return f".{self._labels}"
