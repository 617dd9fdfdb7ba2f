"""docs/constraints.md, written from the metamodel: ``python -m tests.docs.constraints_page``."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.places import DOCS
from tilewright.metamodel import package
from tilewright.metamodel.constraints import classes_of, sentence
from tilewright.metamodel.loading import constraints
from tilewright.model.codes import CODES

PAGE = DOCS / "constraints.md"

HEAD = """# Constraints

What must hold of a model, beyond the multiplicities of its features, and [all other codes](#codes-of-diagnostics) of
diagnostics. Each constraint is OCL in the annotations of
[game.ecore](../metamodel/game.ecore), where `tilewright validate` and Eclipse both read it; its name is the code of the
diagnostic. The tables are written from the metamodel by `python -m tests.docs.constraints_page`; … stands for what the
message tells of the element.

| Class | Constraint | Says, where it is violated |
| --- | --- | --- |
"""

CODES_HEAD = """
## Codes of diagnostics

The codes that are not the name of a constraint. A code never changes its meaning. With `--format sarif`, `validate`
names for each code its place on this page.

| Stage | Code | Severity | Meaning |
| --- | --- | --- | --- |
"""

MIDDLE = """
## The names of the bg dialect

The metamodel of the EMF/Xtext Tile-Based Game Engine names 23 constraints and its README 18, some of them differently.
Each is one constraint here, under its name in the metamodel.

| Class | Here and in bg.ecore | In the README |
| --- | --- | --- |
"""

README_NAMES = {
    "tilesInsideBoardBounds": "rowAndColumnMustBeWithinBoardBounds",
    "stateNamesUniqueWithinTile": "tileStateNamesMustBeUnique",
    "stateHexColourMustBeValid": "stateHexColorMustBeValid",
    "legalPipelineMustBeValidChain": "legalMovesPipelineFiltersMustFormValidChain",
    "effectPipelineMustBeValidChain": "effectPipelineFiltersMustFormValidChain",
}
"""The names that only the README has."""

BG_NAMES = {
    "Game": ("playersMustHaveUniqueHexColors", "playersMustHaveUniqueNames", "gameMustHaveAtLeastOnePlayer"),
    "Board": ("boardDimensionsMustBePositive", "tilePositionsMustBeUnique", "boardMustBelongToGame"),
    "Player": ("playerHexColorMustBeValid",),
    "LegalMovesPipeline": ("legalMovesPipelineFiltersMustFormValidChain",),
    "EffectPipeline": ("effectPipelineFiltersMustFormValidChain",),
    "Filter": ("filterMustBelongToGame",),
    "Tile": (
        "tileMustHaveInitialState",
        "tileStateNamesMustBeUnique",
        "allStatesMustBeReachable",
        "tileTransitionsMustBeWellFormed",
        "tilesMustHaveAtLeastOneState",
    ),
    "State": ("stateHexColorMustBeValid",),
    "Transition": ("transitionMustStayWithinTile",),
    "TilePlacement": (
        "rowAndColumnMustBeNonNegative",
        "tilePlacementMustBelongToBoard",
        "rowAndColumnMustBeWithinBoardBounds",
        "tileMustBeSet",
    ),
    "Pattern": ("matchStateDefined",),
    "StateEffectFilter": ("matchStateDefined",),
}
"""The constraints of the metamodel of the bg dialect, by class."""

README_TOO = {
    "playersMustHaveUniqueHexColors",
    "playersMustHaveUniqueNames",
    "gameMustHaveAtLeastOnePlayer",
    "tilePositionsMustBeUnique",
    "boardDimensionsMustBePositive",
    "boardMustBelongToGame",
    "tileMustHaveInitialState",
    "tilePlacementMustBelongToBoard",
    "rowAndColumnMustBeNonNegative",
    "rowAndColumnMustBeWithinBoardBounds",
    "tileMustBeSet",
    "allStatesMustBeReachable",
    "transitionMustStayWithinTile",
}
"""The constraints that the README calls as the metamodel does."""


def page() -> str:
    """Return the text of the page."""
    return HEAD + "".join(_constraint_rows()) + CODES_HEAD + "".join(_code_rows()) + MIDDLE + "".join(_name_rows())


def _constraint_rows() -> Iterator[str]:
    led_to = set[str]()
    for eclass in classes_of(package()):
        for constraint in constraints()[eclass.name]:
            if constraint.eclass is eclass:
                anchor = "" if constraint.name in led_to else _anchor(constraint.name)
                led_to.add(constraint.name)
                yield f"| {eclass.name} | {anchor}`{constraint.name}` | {sentence(constraint)} |\n"


def _code_rows() -> Iterator[str]:
    for name, code in CODES.items():
        yield f"| {code.stage} | {_anchor(name)}`{name}` | {code.severity.value} | {code.meaning} |\n"


def _anchor(code: str) -> str:
    """Return what an address can lead to."""
    return f'<a id="{code}"></a>'


def _name_rows() -> Iterator[str]:
    for class_name, names in BG_NAMES.items():
        for name in names:
            others = [readme for readme, canonical in README_NAMES.items() if canonical == name]
            readme = [name, *others] if name in README_TOO else others
            yield f"| {class_name} | `{name}` | {', '.join(f'`{n}`' for n in readme)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
