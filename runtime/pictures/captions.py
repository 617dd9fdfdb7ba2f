"""How the options, numbers and phases of a game are called where players read them: as a theme says."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.metamodel.language import Theme


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions of a theme, by the names of what they are of. An empty text means that it is not told."""

    options: dict[str, str] = field(default_factory=dict)
    counters: dict[str, str] = field(default_factory=dict)
    phases: dict[str, str] = field(default_factory=dict)


def captions_of(theme: Theme | None) -> Captions:
    """Return the captions of a theme; of several of one thing the last one. Without a theme there are none."""
    found = Captions()
    for caption in () if theme is None else theme.captions:
        if caption.option is not None:
            found.options[caption.option] = caption.text
        elif caption.counter is not None:
            found.counters[caption.counter.name] = caption.text
        elif caption.phase is not None:
            found.phases[caption.phase.name] = caption.text
    return found
