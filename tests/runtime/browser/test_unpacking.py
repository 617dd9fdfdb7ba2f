"""What ``packing.py`` packs comes out of ``unpack.js``, whatever LZMA does with it."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.support.tools import need
from tilewright.runtime.browser.packing import packed
from tilewright.runtime.browser.page import asset, bundled, tight

PROGRAM = """
const run = new Function("document", SCRIPT);
const element = () => ({ append() {} });
for (const textContent of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  run({ getElementById: () => ({ textContent }), createElement: element, body: {}, head: element() });
  const { code, script, ...facts } = globalThis.packed;
  console.log(JSON.stringify([Buffer.from(code).toString("base64"), script, facts]));
}
"""


def contents() -> list[bytes]:
    """Return bytes of all kinds: none, noise, runs, words that come again near and far, and copies with a change."""
    random = Random(7)
    found = [b"", b"a", bytes(70_000), b"abc" * 2000, random.randbytes(3000)]
    for words, length in ((3, 9), (40, 5), (300, 30), (1000, 4)):
        known = [random.randbytes(random.randrange(1, length)) for _ in range(words)]
        found.append(b"".join(random.choice(known) for _ in range(6000)))
    for distance in (2, 100, 5000, 70_000, 300_000):
        block = random.randbytes(distance)
        found.append(block + block[: distance // 2] + bytes([block[-1] ^ 1]) + block[distance // 3 :])
    return found


def test_everything_comes_out_again() -> None:
    node = shutil.which("node")
    need(node is not None, "nodejs")
    facts = {"game": {"name": "Ü\u2028</script>"}, "scene": [1, 2.5, None]}
    texts = {"style": "a{}", "markup": "<p>", "script": "0 < 1 // é"}
    letters = [packed(texts | facts, code) for code in contents()]
    program = PROGRAM.replace("SCRIPT", json.dumps(tight(asset("unpack.js"))))
    done = subprocess.run(
        [str(node), "-e", program], input=json.dumps(letters), capture_output=True, text=True, check=True, timeout=100
    )
    assert [json.loads(line) for line in done.stdout.removesuffix("\n").split("\n")] == [
        [base64.b64encode(code).decode(), texts["script"], facts] for code in contents()
    ]


@pytest.mark.parametrize("name", ["file.js", "unpack.js", "worker.js"])
def test_what_is_bundled_is_a_script(name: str, tmp_path: Path) -> None:
    """No two modules declare the same name, since all of them share one scope."""
    node = shutil.which("node")
    need(node is not None, "nodejs")
    file = tmp_path / name
    file.write_text(bundled(name), encoding="utf-8")
    done = subprocess.run([str(node), "--check", file], capture_output=True, text=True, timeout=100)
    assert done.stderr == ""
