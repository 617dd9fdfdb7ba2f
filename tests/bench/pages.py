"""Pages of one file in a browser: how large they are, and how long it takes from the beginning of loading until the game can be played."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.support.browsers import Table, chromium
from tests.support.gallery import EXAMPLES
from tilewright.runtime import load
from tilewright.runtime.browser.page import html_page

ROUNDS = 5
"""How often each page is opened."""

READY = """
  new MutationObserver(() => { globalThis.ready ??= document.body.dataset.state && performance.now(); })
    .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
"""
"""Notes in a page the milliseconds since it was asked for, when the first position is shown."""


def bench_pages() -> None:
    """Print the size of the page of each game that hides nothing, and the median of the milliseconds until it is ready."""
    print(f"pages of one file: kB, and ms until they can be played, in {ROUNDS} rounds")
    if shutil.which("chromium") is None:
        print("  not measured: there is no chromium")
        return
    sizes, times = [], []
    with TemporaryDirectory() as folder, chromium() as browser:
        for example in EXAMPLES:
            game = load(example.name, "interpreter")
            if game.is_hidden:
                continue
            file = Path(folder) / f"{example.name}.html"
            file.write_text(html_page(game), encoding="utf-8")
            found = []
            for _ in range(ROUNDS):
                table = Table(browser, file, script=READY)
                found.append(float(table.evaluate("ready")))
                table.close()
            sizes.append(file.stat().st_size / 1000)
            times.append(median(found))
            print(f"  {example.name:24} {sizes[-1]:6.1f} kB {times[-1]:6.0f} ms", flush=True)
    print(f"  {'median':24} {median(sizes):6.1f} kB {median(times):6.0f} ms")
    print(f"  {'most':24} {max(sizes):6.1f} kB {max(times):6.0f} ms")
