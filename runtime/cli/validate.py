"""validate: all diagnostics of models."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.cli.common import complete_model, lines_of, reporting, say, say_as_json

if TYPE_CHECKING:
    from tilewright.model.diagnostics import Diagnostic
    from tilewright.model.places import Place


@click.command("validate")
@click.argument("models", nargs=-1, required=True, metavar="MODEL...", shell_complete=complete_model)
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", help="How to print.")
def command(models: tuple[str, ...], form: str) -> None:
    """Tell everything that is wrong with models, and which rules only the interpreter will play.

    Each finding is printed as FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE]. The exit status is 1 if any is an error.
    """
    from tilewright.model.diagnostics import has_errors
    from tilewright.model.files import read
    from tilewright.model.gallery import locate
    from tilewright.model.validation import validate
    from tilewright.runtime.uncompiled import uncompiled

    found: list[Diagnostic] = []
    for model in models:
        with reporting():
            document = read(locate(model))
            diagnostics = validate(document)
            if not has_errors(diagnostics):
                diagnostics += uncompiled(document)
        found += diagnostics
        if form == "text":
            _print_text(model, diagnostics)
    if form == "json":
        say_as_json([_as_json(diagnostic) for diagnostic in found], indent=2)
    elif form == "sarif":
        say_as_json(_as_sarif(found), indent=2)
    sys.exit(1 if has_errors(found) else 0)


def _print_text(model: str, diagnostics: list[Diagnostic]) -> None:
    colours = {"error": "red", "warning": "yellow"}
    for diagnostic in diagnostics:
        first, *others = lines_of(diagnostic)
        severity = diagnostic.severity.value
        styled = click.style(f"{severity}:", fg=colours[severity], bold=True)
        click.echo("\n".join([first.replace(f"{severity}:", styled, 1), *others]))
    if not diagnostics:
        say(f"{model}: no problems found")


def _as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "file": diagnostic.place.file,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "related": [
            {
                "file": related.place.file,
                "line": related.place.line,
                "column": related.place.column,
                "message": related.message,
            }
            for related in diagnostic.related
        ],
    }


def _as_sarif(diagnostics: list[Diagnostic]) -> dict[str, Any]:
    """Return a SARIF 2.1.0 log with one run."""
    results = []
    for diagnostic in diagnostics:
        result: dict[str, Any] = {
            "ruleId": diagnostic.code,
            "level": diagnostic.severity.value,
            "message": {"text": diagnostic.message},
            "locations": [_location(diagnostic.place)],
        }
        if diagnostic.related:
            result["relatedLocations"] = [
                {**_location(related.place), "message": {"text": related.message}} for related in diagnostic.related
            ]
        results.append(result)
    rules = [{"id": code} for code in sorted({diagnostic.code for diagnostic in diagnostics})]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "tilewright", "rules": rules}}, "results": results}],
    }


def _location(place: Place) -> dict[str, Any]:
    from pathlib import Path
    from urllib.parse import quote

    uri = quote(Path(place.file).as_posix(), safe="/:")
    region = {"startLine": place.line, "startColumn": place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
