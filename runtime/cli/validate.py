"""validate: all diagnostics of models."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from tilewright.runtime.cli.common import (
    STDIN,
    STDIN_FILE,
    complete_model,
    lines_of,
    read_document,
    reporting,
    say,
    say_as_json,
)
from tilewright.runtime.cli.progress import status
from tilewright.runtime.cli.terminal import has_colours

if TYPE_CHECKING:
    from tilewright.metamodel.constraints import Constraint
    from tilewright.model.diagnostics import Diagnostic
    from tilewright.model.document import Document
    from tilewright.model.places import Place
    from tilewright.model.rules import Rule


@click.command("validate")
@click.argument("models", nargs=-1, required=True, metavar="MODEL...", shell_complete=complete_model)
@click.option(
    "--metamodel",
    "metamodels",
    multiple=True,
    type=click.Path(dir_okay=False),
    metavar="ECORE",
    help="Check models of another metamodel, in XMI, against this .ecore file, or several that refer to each other.",
)
@click.option(
    "--lenient",
    is_flag=True,
    help="With --metamodel: leave out OCL that cannot be evaluated, with a warning, and check the rest.",
)
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", help="How to print.")
@click.option(
    "--docs",
    envvar="TILEWRIGHT_DOCS",
    metavar="ADDRESS",
    help="With --format sarif: where the docs stand that make site builds. Each rule leads to its place there.",
)
def command(models: tuple[str, ...], metamodels: tuple[str, ...], lenient: bool, form: str, docs: str | None) -> None:
    """Tell everything that is wrong with models, and which rules only the interpreter will play.

    Each diagnostic is printed as FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE]. The exit status is 1 if any is an error.
    With --metamodel the models are XMI files of your own metamodel, and are checked against its constraints in OCL.
    Errors of the metamodel are printed first, and then no model is checked. Among them is OCL that cannot be evaluated,
    as a slip must not switch a constraint off; with --lenient it is a warning.
    """
    from tilewright.model.diagnostics import has_errors

    if lenient and not metamodels:
        raise click.UsageError("--lenient is about the OCL of a --metamodel")
    is_said = click.get_current_context().get_parameter_source("docs") is ParameterSource.COMMANDLINE
    if is_said and form != "sarif":
        raise click.UsageError("--docs is about --format sarif")
    page = _page_of_codes(docs) if form == "sarif" else None
    with reporting():
        if metamodels:
            found, constraints = _others(models, metamodels, form, lenient=lenient)
        else:
            found, constraints = _games(models, form)
        if form == "json":
            said = {rule.code: rule for rule in _rules(found, constraints)}
            say_as_json([_as_json(diagnostic, said[diagnostic.code]) for diagnostic in found], indent=2)
        elif form == "sarif":
            say_as_json(_as_sarif(found, _rules(found, constraints), page, own=bool(metamodels)), indent=2)
    sys.exit(1 if has_errors(found) else 0)


Constraints = Callable[[], "Iterable[Constraint]"]
"""Returns the constraints of the metamodel. It is a function, as those of games take a moment to load."""


def _games(models: tuple[str, ...], form: str) -> tuple[list[Diagnostic], Constraints]:
    """Return the diagnostics of games, and the constraints of their metamodel. Text is printed when it is found."""
    from tilewright.metamodel.loading import constraints

    found: list[Diagnostic] = []
    for model in models:
        diagnostics: list[Diagnostic] = []
        with reporting():
            for some in _stages(read_document(model)):
                diagnostics += some
                if form == "text":
                    _print_text(some)
        if form == "text" and not diagnostics:
            say(f"{STDIN_FILE if model == STDIN else model}: no problems found")
        found += diagnostics
    return found, lambda: chain.from_iterable(constraints().values())


def _stages(document: Document) -> Iterator[list[Diagnostic]]:
    """Yield the diagnostics of a game in two parts: the second one may take longer, as the game is compiled for it."""
    from tilewright.model.diagnostics import has_errors
    from tilewright.model.validation import in_its_terms, validate
    from tilewright.runtime.kernels.programs import is_kept
    from tilewright.runtime.uncompiled import uncompiled
    from tilewright.runtime.why.beginning import without_first_move

    diagnostics = validate(document)
    yield diagnostics
    if has_errors(diagnostics):
        return
    sys.stdout.flush()
    with status() as show:
        if not is_kept(document):
            show("compiling the rules, once")
        found = [*uncompiled(document), *without_first_move(document)]
    yield in_its_terms(document, found)


def _others(
    models: tuple[str, ...], metamodels: tuple[str, ...], form: str, *, lenient: bool
) -> tuple[list[Diagnostic], Constraints]:
    """Return the diagnostics of models of another metamodel, and its constraints; those of a broken one alone."""
    from tilewright.model.diagnostics import ModelError
    from tilewright.model.instances import read_metamodel, validate_instance

    try:
        metamodel = read_metamodel(*metamodels, lenient=lenient)
    except ModelError as error:
        if form == "text":
            _print_text(list(error.diagnostics))
        return list(error.diagnostics), list
    found = list(metamodel.warnings)
    if form == "text":
        _print_text(found)
    for model in models:
        with reporting():
            diagnostics = validate_instance(model, metamodel)
        found += diagnostics
        if form == "text":
            _print_text(diagnostics)
        if form == "text" and not diagnostics:
            say(f"{model}: no problems found")
    return found, lambda: chain.from_iterable(metamodel.constraints.values())


def _rules(found: list[Diagnostic], constraints: Constraints) -> list[Rule]:
    """Return the rules that the diagnostics refer to by their codes."""
    from tilewright.model.codes import CODES
    from tilewright.model.rules import rules

    codes = {diagnostic.code for diagnostic in found}
    return rules(codes, [] if codes <= CODES.keys() else constraints())


def _print_text(diagnostics: list[Diagnostic]) -> None:
    colours = {"error": "red", "warning": "yellow"}
    for diagnostic in diagnostics:
        first, *others = lines_of(diagnostic)
        severity = diagnostic.severity.value
        styled = f"{severity}:"
        if has_colours(sys.stdout):
            styled = click.style(styled, fg=colours[severity], bold=True)
        click.echo("\n".join([first.replace(f"{severity}:", styled, 1), *others]))


def _as_json(diagnostic: Diagnostic, rule: Rule) -> dict[str, Any]:
    return {
        "file": diagnostic.place.file,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "rule": rule.sentence,
        "help": rule.help,
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


def _page_of_codes(docs: str | None) -> str | None:
    """Return the address of the page that explains codes: in the docs at an address, else in this checkout, if any.

    ``click.UsageError`` if the address is none of a site: what SARIF leads to is absolute.
    """
    from pathlib import Path
    from urllib.parse import urlsplit

    if docs is not None:
        try:
            parts = urlsplit(docs)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https", "file") or not (parts.netloc or parts.scheme == "file"):
            raise click.UsageError(f"--docs is the address of a site, as https://host/docs: not {docs!r}")
        return f"{docs.rstrip('/')}/constraints.html"
    page = Path(__file__).resolve().parents[2] / "docs" / "constraints.md"
    return page.as_uri() if page.is_file() else None


def _as_sarif(diagnostics: list[Diagnostic], rules: list[Rule], page: str | None, *, own: bool) -> dict[str, Any]:
    """Return a SARIF 2.1.0 log with one run.

    *page* explains the codes, but for the constraints of a metamodel of the user's *own*.
    """
    from tilewright import __version__
    from tilewright.model.codes import CODES

    numbers = {rule.code: number for number, rule in enumerate(rules)}
    results = []
    for diagnostic in diagnostics:
        result: dict[str, Any] = {
            "ruleId": diagnostic.code,
            "ruleIndex": numbers[diagnostic.code],
            "level": diagnostic.severity.value,
            "message": {"text": diagnostic.message},
            "locations": [_location(diagnostic.place)],
        }
        if diagnostic.related:
            result["relatedLocations"] = [
                {"id": number, **_location(related.place), "message": {"text": related.message}}
                for number, related in enumerate(diagnostic.related)
            ]
        results.append(result)
    driver = {
        "name": "tilewright",
        "version": __version__,
        "rules": [
            {
                "id": rule.code,
                "shortDescription": {"text": rule.sentence},
                "help": {"text": rule.help},
                **({"helpUri": f"{page}#{rule.code}"} if page and (rule.code in CODES or not own) else {}),
                "defaultConfiguration": {"level": rule.severity.value},
            }
            for rule in rules
        ],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _location(place: Place) -> dict[str, Any]:
    from pathlib import Path
    from urllib.parse import quote

    uri = quote(Path(place.file).as_posix(), safe="/:")
    region = {"startLine": place.line, "startColumn": place.column}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
