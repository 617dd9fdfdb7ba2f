"""transcribe: a recorded game, from one format into another."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.runtime.cli.common import (
    STDIN,
    Whole,
    fail,
    game_argument,
    load_game,
    put,
    report,
    reporting,
    standard_input,
    write_output,
)
from tilewright.runtime.limits import MOST_GAMES


@click.command("transcribe")
@game_argument
@click.argument("source", metavar="IN", type=click.Path(dir_okay=False))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--from", "before", metavar="FORM", help="The form of IN if its name does not tell: text, pgn, sgf, …")
@click.option(
    "--format",
    "--to",
    "form",
    metavar="FORM",
    help="The form if OUT does not tell: text, pgn, sgf, or an installed one.",
)
@click.option("--number", type=Whole(1, MOST_GAMES), default=1, show_default=True, help="Which game of several in IN.")
def command(model: str, source: str, target: str, before: str | None, form: str | None, number: int) -> None:
    """Convert a recorded game into another format: .pgn, .sgf, or a transcript.

    IN and OUT may be - for stdin and stdout. The game is replayed on the way, so that every move that is written is
    legal by the rules of MODEL.
    """
    from tilewright.model.hints import near_miss
    from tilewright.runtime.formats import NotSaid
    from tilewright.runtime.matches.recorded import (
        MOST_BYTES,
        decoded,
        form_of,
        forms,
        read_records,
        recorded,
        write_record,
    )
    from tilewright.runtime.matches.transcripts import TranscriptError

    for option, known in (("--from", before), ("--format", form)):
        if known is not None and known not in forms():
            raise click.BadParameter(f"there is no form '{known}'{near_miss(known, forms())}", param_hint=option)
    with reporting():
        game = load_game(model)
        before = before or form_of(source)
        wanted = form or form_of(target)
        try:
            written = decoded(standard_input(MOST_BYTES)) if source == STDIN else recorded(Path(source))
            records = read_records(written, before, game, source)
            if number > len(records):
                fail(f"{source} has {len(records)} games, not {number}", 2)
            record = records[number - 1]
            report(record.notes)
            text = write_record(record, wanted, model, before)
        except TranscriptError as error:
            fail(f"{source}: {error}", 1)
        except NotSaid as error:
            fail(str(error), 2)
        if target == "-":
            put(text)
        else:
            write_output(Path(target), text.encode("utf-8"), model)
