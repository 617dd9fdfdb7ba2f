"""The docs as a site: every page is in it, every link leads somewhere in it, and nothing comes from elsewhere."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import html

from tests.docs.site import Site
from tests.support.browsers import barriers, chromium, context_of
from tests.support.commands import run
from tests.support.gallery import EXAMPLES, Example
from tests.support.places import DOCS
from tests.support.servers import file_store, server


def built(folder: Path, games: list[Example]) -> dict[str, html.HtmlElement]:
    """Build the site; return its pages by their files."""
    Site(folder, games).build()
    pages = folder.rglob("*.html")
    return {str(page.relative_to(folder)): html.document_fromstring(page.read_text("utf-8")) for page in pages}


def check(folder: Path, pages: dict[str, html.HtmlElement], games: set[str]) -> None:
    for name, page in pages.items():
        assert not page.xpath("//script[not(@src)] | //script/text() | //style | //@style | //@onclick")
        for address in page.xpath("//@href | //@src"):
            path, _, heading = unquote(address).partition("#")
            if "://" in address or address == "data:,":
                assert address not in page.xpath("//@src")
                continue
            target = ((folder / name).parent / path).resolve() if path else (folder / name)
            file = str(target.relative_to(folder.resolve())) if path else name
            if file.startswith("games/") and file not in pages and file.endswith(".html"):
                assert Path(file).stem in {example.name for example in EXAMPLES} - games
                continue
            assert target.exists(), f"{name}: {address}"
            if heading and file in pages:
                assert pages[file].xpath("//*[@id=$id]", id=heading), f"{name}: {address}"


FEW = ("connect-four", "dark-hex")


def test_the_site(tmp_path: Path) -> None:
    games = [example for example in EXAMPLES if example.name in FEW]
    pages = built(tmp_path, games)
    check(tmp_path, pages, set(FEW))
    contents = {Path(address).stem for address in pages["index.html"].xpath("//nav//@href")}
    assert {page.stem for page in DOCS.glob("*.md")} <= contents
    sheet = pages["games/connect-four.html"]
    for text in (
        "These cells can be clicked (Drop)",
        "move one after the other",
        "planes of an observation",
        "game ConnectFour {",
    ):
        assert text in sheet.text_content()
    assert len(sheet.xpath("//figure/img")) == 3
    assert "Players do not see everything" in pages["games/dark-hex.html"].text_content()


def test_the_site_is_searched(tmp_path: Path) -> None:
    """From a file, without a network: what has all words is listed, headings first, and led to."""
    Site(tmp_path, [example for example in EXAMPLES if example.name == "connect-four"]).build()
    with chromium() as browser:
        page = context_of(browser).new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith("file:") or wrong.append(asked.url))
        page.goto((tmp_path / "games" / "connect-four.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("quick fix")
        first = page.locator("#found li").first
        first.get_by_text("Writing games in an editor").wait_for()
        page.fill("#search", "xyzzy promotion")
        page.get_by_text("Nothing has all of these words.").wait_for()
        page.fill("#search", "ConnectFour Drop")
        page.get_by_role("link", name="connect-four", exact=True).first.wait_for()
        assert barriers(page) == []
        page.fill("#search", "vs code")
        page.get_by_role("link", name="Writing games in an editor: VS Code").wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url("**/editors.html#vs-code")
        assert wrong == []


def test_the_server_has_the_site(tmp_path: Path) -> None:
    """At /docs/, under the policy of the server; a folder that is not there is refused."""
    import httpx

    link = 'href="/docs/">docs<'
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>docs</title>", "utf-8")
    with server(file_store(tmp_path), "tic-tac-toe", "--docs", str(tmp_path)) as found:
        answer = httpx.get(f"{found.address}/docs/")
        assert (answer.status_code, "docs" in answer.text) == (200, True)
        for page in ("/", "/edit"):
            assert link in httpx.get(f"{found.address}{page}", headers={"Accept": "text/html"}).text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert httpx.get(f"{found.address}/docs/../pyproject.toml").status_code == 404
        assert httpx.get(f"{found.address}/docs/%2e%2e/%2e%2e/etc/passwd").status_code == 404
    assert run("serve", "--docs", str(tmp_path / "nothing")).exit_code == 2


@pytest.mark.prove
def test_the_site_has_all_games(tmp_path: Path) -> None:
    check(tmp_path, built(tmp_path, EXAMPLES), {example.name for example in EXAMPLES})
