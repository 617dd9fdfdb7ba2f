"""transcribe: a game that was played, from one form into another."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.runtime.cli.common import fail, game_argument, load_game, put, report, reporting
from tilewright.runtime.limits import MOST_GAMES

_FORMS = ("text", "pgn", "sgf", "arena")


@click.command("transcribe")
@game_argument
@click.argument("source", metavar="IN", type=click.Path(dir_okay=False))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--to", "form", type=click.Choice(_FORMS), help="The form, if OUT does not tell.")
@click.option(
    "--number", type=click.IntRange(1, MOST_GAMES), default=1, show_default=True, help="Which game of several in IN."
)
def command(model: str, source: str, target: str, form: str | None, number: int) -> None:
    """Write a game that was played in another form: .pgn, .sgf, .json, or a transcript. OUT may be - for stdout.

    The game is played on the way, so that what is written is a game of MODEL from its beginning to its end. As
    .json a game on a map of the sl-hackathon-2026 game is written as its replay viewer reads it.
    """
    from tilewright.model.files import replace_file
    from tilewright.runtime.formats import NotSaid
    from tilewright.runtime.matches.recorded import FORMS, form_of, read_records, write_record
    from tilewright.runtime.matches.transcripts import TranscriptError

    assert FORMS == _FORMS
    with reporting():
        game = load_game(model)
        before = form_of(source)
        wanted = form_of(target) if form is None else next(one for one in FORMS if one == form)
        try:
            records = read_records(Path(source).read_text("utf-8"), before, game, source)
            if number > len(records):
                fail(f"{source} has {len(records)} games, not {number}", 2)
            record = records[number - 1]
            report(record.notes)
            text = write_record(record, wanted, model, before)
        except UnicodeDecodeError:
            fail(f"{source}: this is no text in UTF-8", 2)
        except TranscriptError as error:
            fail(f"{source}: {error}", 1)
        except NotSaid as error:
            fail(str(error), 2)
        if target == "-":
            put(text)
        else:
            replace_file(Path(target), text.encode("utf-8"))
