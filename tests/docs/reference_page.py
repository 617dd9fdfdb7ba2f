"""docs/reference.md, written from the metamodel: ``python -m tests.docs.reference_page``."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.places import DOCS
from tests.support.reference_examples import example_in_xmi
from tilewright.metamodel.documentation import documentation
from tilewright.metamodel.features import FeatureInfo, Kind
from tilewright.metamodel.schema import schema
from tilewright.model.game.chains import ASSIGNMENTS, COMBINES, GUARDS, RULES
from tilewright.model.game.declarations import DECLARATIONS
from tilewright.model.game.patterns import SELECTIONS
from tilewright.model.game.values import DIVISIONS, EXTREMES
from tilewright.model.service.examples import DECLARED, EXAMPLES
from tilewright.model.service.explaining import told_features
from tilewright.model.service.words import SAID, WORDS

PAGE = DOCS / "reference.md"

HEAD = """# The reference

Everything that a model can say: each declaration, each filter and each value with an example, in the notation and in XMI, and the features of each class as XMI and
[`with { … }`](notation.md#when-the-notation-has-no-word) name them. A feature that holds numbers, texts or literals is an attribute; one that holds → a class is an
attribute, too, and leads to elements by their addresses; all others hold elements: see [games in XMI](xmi.md). All sentences stand in the documentation of [game.ecore](../metamodel/game.ecore), from which this page is
written by `python -m tests.docs.reference_page`; the examples are read by a test. [The notation](notation.md) tells how it all fits together.
"""

GROUPS = {
    "TestFilter": "Filters that test",
    "CursorFilter": "Filters that move the working set",
    "BranchingFilter": "Filters that are chosen",
    "ControlFilter": "Filters that run others",
    "EffectFilter": "Filters that change something",
}
"""The kinds of filters, and what stands above them."""

LONGEST = 30
"""The lines of an example in XMI that is shown."""

WRITTEN = {
    "PatternFilter": (*SELECTIONS, "like", "all"),
    "IterativeFilter": ("ray", "until", "end", "both", "last"),
    "StepFilter": ("step", "through"),
    "GuardFilter": (*GUARDS, "aligned"),
    "CellsFilter": (*COMBINES, "!at"),
    "CounterEffectFilter": (*ASSIGNMENTS, "next", "previous"),
    "Pattern": ("or", "!", "@"),
    "CountValue": ("count",),
    "SumValue": ("+", "-"),
    "ProductValue": ("*",),
    "DivisionValue": tuple(DIVISIONS),
    "ExtremeValue": tuple(EXTREMES),
    "TableValue": ("table",),
    "ConditionalValue": ("if … { 2 }",),
}
"""What of the notation stands for patterns, values, and filters that no keyword introduces, or that have several forms."""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *_declarations(), *_filters(), *_values(), *_classes(), *_common(), *_enumerations()])


def _declarations() -> Iterator[str]:
    yield "## Declarations\n"
    for word in DECLARATIONS:
        example = DECLARED.get(word, "").replace("\n  ", "\n") or next(
            text for text in EXAMPLES.values() if text.split(" ", 1)[0] == word
        )
        yield f"### `{word}`\n"
        yield f"{SAID.get(word) or next(documentation()[target] for target in WORDS[word] if _is_declared(target))}\n"
        yield f"```game\n{example}\n```\n"


def _is_declared(target: str) -> bool:
    """Return whether what a word stands for is declared by it: it also may be a word of filters, or follow another."""
    info = schema().classes.get(target.partition(".")[0])
    if info is None:
        return target == "TurnType.Simultaneous"
    return target != "Zone.sight" and not {"Filter", "Pattern", "Value"} & info.supertypes


def _filters() -> Iterator[str]:
    for group, title in GROUPS.items():
        yield f"## {title}\n\n{documentation()[group]}\n"
        for name in schema().concrete[group]:
            yield from _entry(name)
    others = set(schema().concrete["Filter"]) - {name for group in GROUPS for name in schema().concrete[group]}
    assert not others, others
    yield "## Patterns\n"
    yield from _entry("Pattern")


def _values() -> Iterator[str]:
    yield f"## Values\n\n{documentation()['Value']}\n"
    for name in schema().concrete["Value"]:
        yield from _entry(name)


def _entry(name: str) -> Iterator[str]:
    words = ", ".join(
        f"`{word}`" for word in WRITTEN.get(name) or (word for word in RULES if name in WORDS.get(word, ()))
    )
    yield f"### {words}{': ' if words else ''}{name}\n\n{documentation()[name]}\n"
    yield from _example(name)
    yield from _features(name)


def _classes() -> Iterator[str]:
    yield "## Classes of what is declared\n"
    told = {"Pattern", *schema().concrete["Filter"], *schema().concrete["Value"]}
    for name, info in schema().classes.items():
        if name not in told and not info.abstract:
            yield f"### {name}\n\n{documentation()[name]}\n"
            if name in EXAMPLES:
                yield from _example(name)
            yield from _features(name)


def _common() -> Iterator[str]:
    yield "## What classes have in common\n"
    for name, info in schema().classes.items():
        if info.abstract and info.own:
            yield f"### {name}\n\n{documentation()[name]}\n"
            yield from _features(name)


def _example(name: str) -> Iterator[str]:
    yield f"```game\n{EXAMPLES[name]}\n```\n"
    xmi = example_in_xmi(name)
    if xmi.count("\n") < LONGEST:
        yield f"```xml\n{xmi}\n```\n"


def _features(name: str) -> Iterator[str]:
    own = schema().classes[name].own
    told = told_features(name)
    rows = [(feature, text) for feature, text in told if feature in own]
    if rows:
        yield "| feature | holds | |\n| --- | --- | --- |"
        for feature, text in rows:
            yield f"| `{feature.name}` | {_type(feature)} | {text.replace('|', chr(92) + '|')} |"
        yield ""
    inherited = [
        f"[{parent}](#{parent.lower()}): {names}"
        for parent, info in schema().classes.items()
        if parent != name and (names := ", ".join(f"`{feature.name}`" for feature, _ in told if feature in info.own))
    ]
    if inherited:
        yield f"With those of {'; '.join(inherited)}.\n"


def _type(feature: FeatureInfo) -> str:
    some = "any number of " if feature.many and not feature.lower else "one or more " if feature.many else ""
    default = feature.default if not hasattr(feature.default, "name") else feature.default.name
    given = f" = {str(default).lower() if isinstance(default, bool) else default}"
    arrow = "→ " if feature.kind is Kind.REFERENCE else ""
    told = f"{some}{arrow}{feature.type}{given if default is not None and not feature.many else ''}"
    return f"{told}, an identifier" if feature.identifier else told


def _enumerations() -> Iterator[str]:
    yield "## Enumerations\n"
    found: dict[str, tuple[str, ...]] = {}
    for info in schema().classes.values():
        for feature in info.own:
            if feature.literals is not None:
                found[feature.type] = tuple(feature.literals)
    for name, literals in found.items():
        yield f"### {name}\n\n{documentation()[name]}\n\n| literal | |\n| --- | --- |"
        yield from (f"| `{literal}` | {documentation()[f'{name}.{literal}']} |" for literal in literals)
        yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
