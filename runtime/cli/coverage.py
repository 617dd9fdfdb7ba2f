"""coverage: which filters take effect in random games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.common import (
    game_argument,
    games_option,
    load_game,
    max_plies_option,
    number_of,
    put,
    reporting,
    say,
    say_as_json,
    seed_option,
    start,
    start_options,
)

if TYPE_CHECKING:
    from tilewright.model.document import Document
    from tilewright.runtime.why.coverage import Coverage, Covered


@click.command("coverage")
@game_argument
@games_option(100)
@seed_option(0)
@max_plies_option
@click.option("--fail-never", is_flag=True, help="Exit with status 1 if a filter never passed.")
@start_options
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="How to print.")
def command(
    model: str, games: int, seed: int, max_plies: int, fail_never: bool, position: str | None, after: str, form: str
) -> None:
    """Play random games and count for each filter how often it was tried, passed and rejected.

    A filter that never passed is marked with !: either it was never tried, or it rejected every time.
    """
    from tilewright.runtime.cli.progress import bar
    from tilewright.runtime.why.coverage import cover

    with reporting(after):
        game = load_game(model, readable=True)
        with bar(games, "games") as progress:
            found = cover(start(game, after, position), games, seed, max_plies=max_plies, progress=progress)
        if form == "json":
            say_as_json(found.facts())
        elif form == "html":
            from tilewright.runtime.why.reports import coverage_page

            put(coverage_page(found, game.document))
        else:
            for line in _lines(found, game.document):
                say(line)
    sys.exit(1 if fail_never and found.never else 0)


def _lines(found: Coverage, document: Document) -> Iterator[str]:
    from tilewright.runtime.why.coverage import annotate
    from tilewright.runtime.why.filters import shorten

    yield f"{found.game}: {number_of(found.games, 'game')}, {found.plies} plies"
    for source in annotate(found, document):
        yield ""
        yield source.file
        yield f"{'tried':>10} {'passed':>10} {'rejected':>10}   line"
        for line in source.lines:
            counts = _counts(line.filters[0][1] if line.filters else None)
            yield f"{counts}  {line.number:>5}  {line.text}".rstrip()
            for column, covered in line.filters[1:]:
                yield f"{_counts(covered)}         {' ' * (column - 1)}^ {shorten(covered.filter.text, 40)}"
    yield ""
    yield f"{len(found.filters) - len(found.never)} of {len(found.filters)} filters have fired"
    for covered in sorted(found.never, key=lambda covered: covered.filter.place):
        why = f"has rejected all {covered.rejected}" if covered.rejected else "was never tried"
        yield f"! {covered.filter.place}: {shorten(covered.filter.text, 60)} {why}"


def _counts(covered: Covered | None) -> str:
    if covered is None:
        return " " * 34
    return f"{covered.tried:>10} {covered.passed:>10} {covered.rejected:>10} {'!' if covered.never else ' '}"
