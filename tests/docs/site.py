"""The docs as a site that needs no network: ``python -m tests.docs.site FOLDER``, or ``make site``.

The pages of ``docs/`` and the README become HTML, and each game of the gallery gets a page that is made from its model: what a
turn is, its rules in words, pictures of positions, what programs see of it, and the model itself. The same checkout
gives the same files.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from jinja2 import Environment, StrictUndefined
from lxml.html import fragments_fromstring
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tests.support.gallery import EXAMPLES, Example
from tests.support.places import DOCS, ROOT
from tilewright.envs.clicks import Actions
from tilewright.envs.planes import Planes
from tilewright.model.telling import Told, rules_in_words
from tilewright.runtime import Game, State, load
from tilewright.runtime.loading import FallbackWarning
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of

CONTENTS = {
    "Begin": ("README", "first-game", "tutorial", "playing", "page", "server"),
    "Write games": (
        "notation",
        "mechanics",
        "reference",
        "xmi",
        "editors",
        "why",
        "constraints",
        "hidden",
        "cards",
        "foreign",
        "limits",
    ),
    "The games": ("gallery", "pictures"),
    "Programs": ("api", "bots", "tournaments", "machines", "engines", "commands", "metamodels"),
    "Learning": ("learning", "pettingzoo", "gymnasium", "stable-baselines3", "openspiel", "batches"),
    "Inside": ("architecture", "compiler", "webassembly", "CONTRIBUTING", "CHANGELOG"),
}
"""The pages in their order; others come last."""

PLIES = (0, 8, 24)
"""The plies of the recorded game after which a picture is drawn."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} · tilewright</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{ up }}site.css">
</head>
<body>
<nav aria-label="contents">
<a class="home" href="{{ up }}index.html">tilewright</a>
<input id="search" type="search" autocomplete="off" placeholder="Search" aria-label="search the docs" aria-controls="found">
<ul id="found" aria-live="polite"></ul>
{% for part, pages in contents %}
<h2>{{ part }}</h2>
<ul>
{% for name, text in pages %}
<li><a href="{{ up }}{{ name }}"{% if name == current %} aria-current="page"{% endif %}>{{ text }}</a></li>
{% endfor %}
</ul>
{% endfor %}
</nav>
<main>
{{ content }}
</main>
<script src="{{ up }}search.js" data-up="{{ up }}"></script>
</body>
</html>
"""

SHEET = """<h1>{{ name }}</h1>
<p>{{ about }}</p>
<div class="pictures">
{% for file, text in pictures %}
<figure><img src="{{ file }}" alt="{{ text }}"><figcaption>{{ text }}</figcaption></figure>
{% endfor %}
</div>
<h2>What a turn is</h2>
<ul>{% for fact in turn %}<li>{{ fact }}</li>{% endfor %}</ul>
<h2>The rules in words</h2>
{% for title, steps in rules %}
<h3>{{ title }}</h3>
{{ steps }}
{% endfor %}
<h2>For programs</h2>
<ul>{% for fact in programs %}<li>{{ fact }}</li>{% endfor %}</ul>
<h2>The model</h2>
{% for file, text in models %}
<h3>{{ file }}</h3>
<pre><code>{{ text }}</code></pre>
{% endfor %}
"""

STYLE = """:root { color-scheme: light dark; --ink: #2b261c; --soft: #6b6353; --paper: #f4efe4; --card: #fffdf8; --line: #ddd4c1; --accent: #1c7a4c; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6d8; --soft: #aca28f; --paper: #1d1a15; --card: #28241d; --line: #453f33; --accent: #63c592; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav .home { font-size: 1.2rem; font-weight: 700; color: inherit; text-decoration: none; }
#search { width: 100%; margin-top: .8rem; padding: .35rem .6rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
#found:not(:empty) { padding: .4rem 0; border-bottom: 1px solid var(--line); }
#found li { padding: .15rem 0; }
nav h2 { margin: 1rem 0 .2rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [aria-current] { color: var(--accent); font-weight: 600; }
main { max-width: 60rem; padding: 1.5rem 2rem 4rem; min-width: 0; }
a { color: var(--accent); }
code { font: .875em ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
pre { overflow-x: auto; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; line-height: 1.4; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
img { max-width: 100%; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
figure { margin: 0; }
figcaption { color: var(--soft); font-size: .85rem; }
@media (max-width: 50rem) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } main { padding: 1rem; } }
"""

_TEMPLATES = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
_WORD = re.compile(r"\w{2,}")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def contents() -> dict[str, tuple[str, ...]]:
    """Return the parts of the site with their pages."""
    known = {name for names in CONTENTS.values() for name in names}
    others = tuple(sorted(page.stem for page in DOCS.glob("*.md") if page.stem not in known))
    return CONTENTS | ({"More": others} if others else {})


def file_of(name: str) -> str:
    """Return the file of a page in the site."""
    return "index.html" if name == "README" else f"{name.lower()}.html"


def source_of(name: str) -> Path:
    """Return the text of which a page is made."""
    return (ROOT if name.isupper() else DOCS) / f"{name}.md"


def title_of(name: str) -> str:
    """Return what stands above a page."""
    found = re.search(r"^# (.+)$", source_of(name).read_text("utf-8"), re.MULTILINE)
    return "Overview" if name == "README" or found is None else found[1]


@dataclass
class Site:
    """A site that is built in a folder, with pages for some of the games."""

    folder: Path
    games: Sequence[Example]
    sections: list[tuple[str, str, str, str]] = field(default_factory=list)
    """What is searched: the address of each section, the title of its page, its own heading, and its words."""

    def build(self) -> None:
        """Write all pages."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "site.css").write_text(STYLE, "utf-8")
        shutil.copy(Path(__file__).with_name("search.js"), self.folder)
        self.sections.clear()
        shutil.copytree(DOCS / "pictures", self.folder / "pictures", dirs_exist_ok=True)
        for name in (name for names in contents().values() for name in names):
            self._write(file_of(name), title_of(name), Markup(self._rendered(source_of(name))))
        for example in self.games:
            self._write(f"games/{example.name}.html", example.name, Markup(self._sheet(example)))
        listed = json.dumps(self.sections, ensure_ascii=False, separators=(",", ":"))
        (self.folder / "sections.js").write_text(f"globalThis.sections = {listed};\n", "utf-8")

    def _write(self, file: str, title: str, content: Markup) -> None:
        parts = [(part, [(file_of(name), title_of(name)) for name in names]) for part, names in contents().items()]
        up = "../" * file.count("/")
        page = _TEMPLATES.from_string(PAGE).render(title=title, up=up, contents=parts, current=file, content=content)
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
        self.sections += sections_of(file, title, content)

    # -- pages of Markdown

    def _rendered(self, source: Path) -> str:
        """Return a page as HTML; what it refers to is in the site."""
        markdown = MarkdownIt("commonmark").enable("table")
        tokens = markdown.parse(_COMMENT.sub("", source.read_text("utf-8")))
        for token, following in zip(tokens, [*tokens[1:], None], strict=True):
            if token.type == "heading_open" and following is not None:
                token.attrSet("id", anchor_of(following.content))
            token.attrs.pop("style", None)  # a policy of the server allows none
            for child in token.children or ():
                self._lead(child, source)
        return str(markdown.renderer.render(tokens, markdown.options, {}))

    def _lead(self, token: Token, source: Path) -> None:
        """Let a link lead to where its file is in the site."""
        name = "href" if token.type == "link_open" else "src" if token.type == "image" else ""
        address = str(token.attrGet(name) or "") if name else ""
        if not address or "://" in address or address.startswith("#"):
            return
        path, _, heading = address.partition("#")
        token.attrSet(name, self._address((source.parent / path).resolve()) + (f"#{heading}" if heading else ""))

    def _address(self, target: Path) -> str:
        pages = {source_of(name).resolve(): file_of(name) for names in contents().values() for name in names}
        if target in pages:
            return pages[target]
        game = next((one for one in EXAMPLES if one.file("game").resolve() == target), None)
        if game is not None:
            return f"games/{game.name}.html"
        if target.is_relative_to((DOCS / "pictures").resolve()):
            return f"pictures/{target.name}"
        place = target.relative_to(ROOT.resolve())
        if target.is_file():
            copy = self.folder / "files" / place
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(target, copy)
            return f"files/{place}"
        return "architecture.html"

    # -- pages of games

    def _sheet(self, example: Example) -> str:
        game = load(example.file("game"), "interpreter")
        text = example.file("game").read_text("utf-8")
        root = game.document.game
        rules = [(title, Markup(_listed(steps))) for title, steps in rules_in_words(root)]
        return _TEMPLATES.from_string(SHEET).render(
            name=game.name,
            about=" ".join(line.removeprefix("//").strip() for line in text.splitlines() if line.startswith("//")),
            pictures=list(self._pictures(example, game)),
            turn=list(_turn(game)),
            rules=rules,
            programs=list(_for_programs(example)),
            models=[(example.file("game").name, text)],
        )

    def _pictures(self, example: Example, game: Game) -> Iterator[tuple[str, str]]:
        """Draw positions of the recorded game; yield their files and what they show."""
        state, last = game.initial_state(), None
        moves = recorded(example)
        for ply in range(max(PLIES) + 1):
            if ply in PLIES:
                file = self.folder / "games" / f"{example.name}-{ply}.svg"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(render_svg(view_of(state, last, legal=False)), "utf-8")
                yield file.name, f"after {ply} plies" if ply else "the beginning"
            if ply >= len(moves) or state.is_over:
                return
            last = game.parse_move(moves[ply])
            state = state.play(last)


def sections_of(file: str, title: str, content: str) -> list[tuple[str, str, str, str]]:
    """Return the sections of a page that can be led to, each with its different words, in small letters."""
    found: list[tuple[str, str, list[str]]] = [(file, "", [])]
    for element in fragments_fromstring(f"<div>{content}</div>")[0].iterchildren():
        if element.get("id"):
            found.append((f"{file}#{element.get('id')}", element.text_content(), []))
        found[-1][2].append(element.text_content())
    return [
        (address, title, heading, f" {' '.join(dict.fromkeys(_WORD.findall(' '.join(texts).lower())))} ")
        for address, heading, texts in found
        if texts
    ]


def anchor_of(heading: str) -> str:
    """Return how links name a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def recorded(example: Example) -> list[str]:
    """Return the moves of the game that is kept beside a model."""
    record = example.file("playthrough")
    lines = record.read_text("utf-8").splitlines() if record.exists() else []
    return [line[2:] for line in lines if line.startswith("> ")]


def _listed(steps: Sequence[Told]) -> str:
    parts = []
    for step in steps:
        inner = "".join(f"{html.escape(label)}{_listed(inside)}" for label, inside in step.inner)
        parts.append(f"<li>{html.escape(step.text)}{inner}</li>")
    return f"<ol>{''.join(parts)}</ol>"


def _turn(game: Game) -> Iterator[str]:
    root = game.document.game
    players = [player.name for player in game.players]
    order = "at the same time" if root.turnPolicy.name == "Simultaneous" else "one after the other"
    yield f"{', '.join(players)} move {order}." if len(players) > 1 else f"{players[0]} plays alone."
    start: State = game.initial_state()
    if start.is_chance:
        yield f"The game begins with a move of {start.player.name}, which is drawn, not chosen."
    moves = list(start.legal_moves)
    clicks = sorted({len(move.clicks) for move in moves})
    if moves:
        number = f"{clicks[0]} to {clicks[-1]}" if clicks[0] != clicks[-1] else str(clicks[0])
        yield f"At the beginning there are {len(moves)} moves, of {number} clicks each, such as {moves[0]}."
    if game.is_hidden:
        yield "Players do not see everything: see what stands at zones, marks and sights in the model."


def _for_programs(example: Example) -> Iterator[str]:
    with catch_warnings():
        simplefilter("ignore", FallbackWarning)  # it is told below
        game = load(example.file("game"), "python")
    root = game.document.game
    yield f"board: {root.board.width}x{root.board.height}, {len(game.names.cells)} cells with those of zones"
    yield f"pieces: {', '.join(piece.name for piece in root.pieces) or 'none'}"
    for parameter in root.parameters:
        yield f"parameter {parameter.name}, {parameter.value} unless something else is chosen"
    if game.fallback is not None:
        yield f"no environments: {game.fallback}"
        return
    actions = Actions(game)
    yield f"actions of the environments: {len(actions)}, a cell or an option each"
    planes: Any = Planes(game, actions)
    yield f"planes of an observation: {len(planes.names)}: {', '.join(planes.names)}"


def main(arguments: Sequence[str]) -> None:
    """Build the whole site in a folder."""
    folder = Path(arguments[0])
    Site(folder, EXAMPLES).build()
    print(folder / "index.html")


if __name__ == "__main__":
    main(sys.argv[1:])
