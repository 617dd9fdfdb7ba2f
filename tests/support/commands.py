"""Running the command line in this process, and looking at the pages that it writes."""

from __future__ import annotations

from click.testing import CliRunner, Result
from lxml import html

from tilewright.runtime.cli import main


def run(*arguments: str) -> Result:
    """Run a command; what is no exit is raised."""
    result = CliRunner().invoke(main, list(arguments), prog_name="tilewright")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def check_page(text: str) -> html.HtmlElement:
    """Check that a page is whole, runs nothing and loads nothing."""
    assert text.startswith("<!DOCTYPE html>\n<html")
    page = html.document_fromstring(text)
    assert not page.xpath("//script | //link | //img | //iframe | //object | //@src | //@href")
    assert not [name for name in page.xpath("//@*") if getattr(name, "attrname", "").startswith("on")]
    assert "url(" not in text and "@import" not in text
    return page
