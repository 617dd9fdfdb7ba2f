"""How long an editor waits for the language server: from a change to what is found, and for help.

How busy the machine is matters for that, so that the processor time of the work itself stands beside it.
The texts have no errors, so that all stages of validation run each time.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.bench.measuring import Spread
from tests.support.carets import example
from tests.support.editors import LanguageClient, Sheet, in_session, types
from tilewright.model.service.completing import completions
from tilewright.model.service.source import Source

GAMES = ("tic-tac-toe", "chess", "shogi", "project-l")
AIM = 100
"""Milliseconds from a change of chess to its findings."""
ROUNDS = 11


def bench_editing() -> None:
    """Print a row for each game, in milliseconds as the editor waits, the rest after each change included.

    The last two columns are the processor time for what a change is answered with, and for a completion.
    """
    print(f"{'game':<14} {'change':>9} {'complete':>9} {'hover':>9} {'definition':>11} {'(work)':>9} {'(work)':>9}")
    for name in GAMES:
        found: dict[str, list[float]] = {}

        async def session(client: LanguageClient, name: str = name, found: dict[str, list[float]] = found) -> None:
            await _edit(client, name, found)

        in_session(session)
        row = [Spread(tuple(values)).median for values in found.values()]
        work = _work(name)
        print(
            f"{name:<14} {row[0]:>9.1f} {row[1]:>9.1f} {row[2]:>9.1f} {row[3]:>11.1f} {work[0]:>9.1f} {work[1]:>9.1f}"
        )
    print(f"the aim for a change of chess is {AIM} ms")


def _work(name: str) -> tuple[float, float]:
    """Return the processor time for the findings of a text, and for a completion in it; in milliseconds, the least."""
    text = example(name).text
    rows = []
    for number in range(ROUNDS):
        started = time.process_time()
        source = Source(text + " " * number, f"{name}.game")
        found = source.diagnostics
        between = time.process_time()
        completions(source, text.index("players"))
        rows.append((between - started, time.process_time() - between))
        assert found == []
    return min(1000 * row[0] for row in rows), min(1000 * row[1] for row in rows)


async def _edit(client: LanguageClient, name: str, found: dict[str, list[float]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sheet = Sheet(client, Path(folder) / f"{name}.game", example(name).text)
        await sheet.findings()
        at = types.TextDocumentPositionParams(sheet.document, sheet.position("players"))
        for number in range(ROUNDS):
            started = time.perf_counter()
            await sheet.type(*(("  players ", "  players  "), ("  players  ", "  players "))[number % 2])
            asked = [time.perf_counter()]
            await client.text_document_completion_async(types.CompletionParams(at.text_document, at.position))
            asked.append(time.perf_counter())
            await client.text_document_hover_async(types.HoverParams(at.text_document, at.position))
            asked.append(time.perf_counter())
            await client.text_document_definition_async(types.DefinitionParams(at.text_document, at.position))
            asked.append(time.perf_counter())
            for what, before, after in zip(
                ("change", "complete", "hover", "definition"), [started, *asked], asked, strict=False
            ):
                found.setdefault(what, []).append(1000 * (after - before))
