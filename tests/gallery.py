"""The examples, as tests see them: a new game joins by its folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent / "examples"


@dataclass(frozen=True)
class Example:
    """The folder of a game: NAME.xmi, NAME.game and NAME.perft."""

    name: str

    def file(self, extension: str) -> Path:
        return ROOT / self.name / f"{self.name}.{extension}"

    def counts(self) -> list[int]:
        """Return the known counts of the initial position, from depth 1 on."""
        for line in self.file("perft").read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words and words[0] == "initial":
                return [int(word) for word in words[1:]]
        raise AssertionError(f"{self.file('perft')} has no line that starts with 'initial'")


EXAMPLES = [
    Example(path.name)
    for path in sorted(ROOT.iterdir())
    if path.is_dir() and path.name not in ("broken", "__pycache__")
]
