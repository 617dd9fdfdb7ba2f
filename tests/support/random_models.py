"""Small games drawn at random, for proofs that hold for every game: valid, mostly playable, hardly sensible.

``draw`` makes the text of a game in the notation from a source of chance, so that the same seed gives the same game. A
game has a *plan*, a way of moving that works as a rule (placing, stepping, jumping, sowing …), and is grown from there with
filters of every class at every place where they may stand. ``playable`` says whether a text is a game worth playing,
``reduced`` makes one smaller as long as something holds of it, and ``census`` counts the classes of filters and values.

A chain is drawn for a *place*:

    effect   one flow is performed there, so nothing may branch
    bound    a direction is bound
    depth    how many braces are around it, which bounds the size of what is drawn

python -m tests.support.random_models [SEED]     prints a game
python -m tests.support.random_models stats [COUNT]     how many games of so many are valid, playable and worth playing
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document
from tilewright.model.files import read_text
from tilewright.model.objects import walk
from tilewright.model.validation import validate
from tilewright.runtime import Game, load

MOST_MOVES = 200
"""The legal moves that a position of a playable game may have."""

LARGE = 0.04
"""The games on boards of more than one word, up to 144 cells."""

ROWS = ("Identity", "FlipRows", "FlipColumns", "Rotate180")
TURNS = (*ROWS, "Transpose", "Rotate90", "Rotate270")
"""Transforms; those that turn rows into columns need a square board."""

SYMBOLS = {"Man": "Mmu", "King": "Kkv"}
"""The symbols of the players' pieces."""


@dataclass(frozen=True)
class Place:
    """See the legend of this module."""

    effect: bool = False
    bound: bool = False
    depth: int = 0

    def inside(self, **changes: bool) -> Place:
        """Return a place inside braces here."""
        return replace(self, depth=self.depth + 1, **changes)


def draw(random: Random, *, heuristic: bool = False) -> str:
    """Return the text of a game, with a heuristic if wanted. It is valid in nearly all cases, but not promised to be."""
    return _Drawing(random).game(heuristic=heuristic)


class _Drawing:
    """One game. What it has in common for all rules is chosen first; what no rule names is left out at the end."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.width, self.height = random.choice(
            ((3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (5, 5), (2, 3), (3, 3), (4, 4), (4, 3), (3, 4), (6, 1))
        )
        if self.chance(LARGE):
            self.width, self.height = random.choice(((13, 10), (65, 1), (9, 8), (12, 12), (3, 43)))
        self.players = random.choice(("X O", "X O", "X O", "X O", "X O Z", "X O Z", "X")).split()
        self.pieces = ["Man", "King"] if self.chance(0.6) else ["Man"]
        self.neutral = self.chance(0.25)
        self.kinds = self.chance(0.3)
        """Whether pieces have groups and attributes."""
        self.zones = self.chance(0.25)
        """Whether there are zones beside the board."""
        self.blocks: list[str] = []
        """The zone for each of whose cells there is a tray, if there is one."""
        self.stacks = False
        """Whether pieces may lie on one another."""
        self.pit = self.chance(0.25)
        self.wall = self.chance(0.1)
        self.transforms = self._transforms()
        self.holes = self._orbit() if self.chance(0.3) else set()
        allied = len(self.players) == 3 and Random(random.getstate()[1][0] ^ 0x7EA).random() < 0.4
        self.teams = {"X": " of Sun", "Z": " of Sun"} if allied else {}
        """What is said of the team of a player who is in one."""
        self.labels = iter("ghijklmno")
        self.stones_move = False
        """Whether a rule needs something on the board to begin with."""
        self.declared: list[tuple[str, str]] = []
        self.counters: dict[str, tuple[bool, bool]] = {}
        """Whether a counter is per player and per cell, by its name."""

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def one_of(self, *options: Callable[[], str], weights: tuple[int, ...] | None = None) -> str:
        """Return what one of several functions draws."""
        return self.random.choices(options, weights)[0]()

    # -- the whole

    def game(self, *, heuristic: bool) -> str:
        """Return the text."""
        self._vocabulary()
        rules = self._rules()
        aside = Random(self.random.getstate()[1][0] ^ 0x70905)
        wraps = (
            aside.choice((" cylinder", " drum", " torus"))
            if aside.random() < 0.15 and min(self.width, self.height) > 2
            else ""
        )
        board = [f"board {self.width}x{self.height}{wraps}", *self._pieces()]
        drawn = self._setup()
        setup = self._regions() or drawn
        board.append(setup)
        head = [
            f"players {', '.join(self._players())}",
            *([f"start {self.players[-1]}"] if self.chance(0.1) else ()),
            *board,
        ]
        if self.chance(0.08):
            head, rules = self._with_nature(head, rules)
        if heuristic:
            rules = [*rules, f"heuristic {self.value(Place(depth=1))}"]
        lines = [*head, *self._needed("\n".join([setup, *rules])), *rules]
        return "game Random {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"

    def _players(self) -> Iterator[str]:
        associated = self.chance(0.15)
        for name, how in zip(self.players, self.transforms, strict=True):
            transform = f" {how}" if how != "Identity" else ""
            yield f"{name}{transform}{self.teams.get(name, '')}" + (
                f' with {{ associatedState "Cell.{name}Man" }}' if associated else ""
            )

    def _needed(self, rules: str) -> list[str]:
        """Return the declarations of what rules, or other declarations that are needed, name."""
        needed: set[str] = set()
        text = rules
        while True:
            words = set(re.findall(r"\w+", text))
            more = {name for name, _ in self.declared if name in words} - needed
            if not more:
                return list(dict.fromkeys(line for name, line in self.declared if name in needed))
            needed |= more
            text = "\n".join(line for name, line in self.declared if name in more)

    def _transforms(self) -> list[str]:
        if self.chance(0.45):
            return ["Identity"] * len(self.players)
        possible = TURNS if self.width == self.height else ROWS
        return [self.random.choice(possible) if self.chance(0.7) else "Identity" for _ in self.players]

    # -- the board

    def _pieces(self) -> Iterator[str]:
        count = len(self.players)
        details = (
            {
                "Man": ' is Crew { worth 1 heir King shape "##" }',
                "King": ' is Crew, Royal { worth 3 shape "#./##" turned }',
            }
            if self.kinds
            else {}
        )
        if self.kinds and "King" not in self.pieces:
            details = {"Man": " is Crew { worth 2 heir Man }"}
        yield "pieces " + " ".join(
            f"{piece}:{'/'.join(SYMBOLS[piece][:count])}{details.get(piece, '')}" for piece in self.pieces
        )
        if self.neutral:
            yield "kind Stone:s is Royal { worth -2 heir Man }" if self.kinds else "neutral Stone:s"
        if self.pit:
            yield "tile Pit:P empty" + (" holds Man" if self.chance(0.2) else "")
        if self.wall:
            yield "tile Wall:W" + (" holds Man" if self.chance(0.3) else "")
        if self.chance(0.12):
            yield from self._transitions()

    def _transitions(self) -> Iterator[str]:
        """Changes of the default tile: from empty to everything, and some back and on."""
        states = [owner + piece for piece in self.pieces for owner in self.players] + ["Stone"] * self.neutral
        for number, state in enumerate(states):
            yield f"transition Cell into{number} : Empty -> {state}"
            sources = [other for other in states if other != state and self.chance(0.5)]
            if sources:
                yield f"transition Cell turn{number} : {', '.join(sources)} -> {state}"
        if self.chance(0.7):
            yield f"transition Cell leave : {', '.join(states)} -> Empty"

    def _setup(self) -> str:
        filled = self.random.choice((0.4, 0.5, 0.75) if self.stones_move else (0.0, 0.3, 0.5))
        rows = [["."] * self.width for _ in range(self.height)]
        for row in range(self.height):
            for column in range(self.width):
                if self.chance(filled):
                    piece = self.random.choice(self.pieces)
                    rows[row][column] = SYMBOLS[piece][self.random.randrange(len(self.players))]
                elif self.chance(0.2):
                    rows[row][column] = self.random.choice("." + "s" * self.neutral + "P" * self.pit + "W" * self.wall)
        for column, row in self.holes:
            rows[row][column] = " "
        return "setup { " + " ".join(f'"{"".join(row)}"' for row in rows) + " }"

    def _regions(self) -> str | None:
        """Return at times what stands in regions, in place of a picture, if that can be."""
        aside = Random(self.random.getstate()[1][0])
        if aside.random() > 0.12 or self.holes:
            return None
        placed = []
        for _ in range(aside.randint(1, 4)):
            if self.neutral and aside.random() < 0.2:
                placed.append(f"at {aside.choice(('spots', 'edge', 'home'))} Stone")
            elif aside.random() < 0.5:
                placed.append(f"at {aside.choice(('home', 'goal'))} {aside.choice(self.pieces)}")
            else:
                region = aside.choice(("home", "goal", "inner", "spots", "edge"))
                placed.append(f"at {region} {aside.choice(self.players)} {aside.choice(self.pieces)}")
        return f"setup {{ {'  '.join(placed)} }}"

    def _orbit(self) -> set[tuple[int, int]]:
        """Return a cell with all that a transform may map it to, so that the board without them is closed."""
        bottom, right = self.height - 1, self.width - 1
        found = {(self.random.randrange(self.width), self.random.randrange(self.height))}
        if set(self.transforms) != {"Identity"}:
            found |= {(column, bottom - row) for column, row in found}
            found |= {(right - column, row) for column, row in found}
        if not set(self.transforms) <= set(ROWS):
            found |= {(row, column) for column, row in found}
        return found if len(found) + 4 < self.width * self.height else set()

    # -- vocabulary

    def _declare(self, name: str, line: str) -> None:
        self.declared.append((name, line))

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells that are no holes, by column and row, row by row."""
        places = ((column, row) for row in range(self.height) for column in range(self.width))
        return [place for place in places if place not in self.holes]

    def _vocabulary(self) -> None:
        meeting = "(1,0) (0,1) (2,0) (1,0)"  # some steps along these lead to the same cell
        for name, vectors in (
            ("orth", "(1,0) (0,1) (-1,0) (0,-1)"), ("diag", "(1,1) (-1,1) (-1,-1) (1,-1)"), ("all8", "orth diag"),
            ("line", "(1,0) (-1,0)"), ("east", "(1,0)"), ("leap", meeting if self.width % 2 else "(1,2) (2,1) (2,-1) (-1,-2)"),
        ):  # fmt: skip
            self._declare(name, f"directions {name} = {vectors}")
        self._declare("ahead", "directions ahead relative = (0,-1)")
        self._declare("slant", "directions slant relative = (-1,-1) (1,-1)")
        links = f"links {self._links()}"
        ring = self.random.choice((f"= {links}", f"relative = {links}", "= within 2x1"))
        self._declare("ring", f"directions ring {ring}")
        self._declare("road", f"directions road relative = links {self._roads()}")
        right, bottom = self.width - 1, self.height - 1
        self._declare("edge", f"region edge = row 0 column {right}")
        self._declare("goal", "region goal relative = row 0")
        self._declare("inner", f"region inner = rect (0,{min(1, bottom)})({right},{bottom})")
        spots = self.random.sample(self.cells, 3)
        self._declare(
            "spots",
            f"region spots {self.random.choice(('', 'relative '))}= cells {''.join(f'({x},{y})' for x, y in spots)}",
        )
        homes = [self.random.choice((f"row {bottom}", "row 0", f"column {right}", "column 0")) for _ in self.players]
        self._declare("home", f"region home per = {' | '.join(homes)}")
        if self.pit:
            self._declare("pits", "region pits = tiles Pit")
        if self.zones:
            self._declare_zones()
        for mark in ("from", "seen", "path"):
            self._declare(mark, f"mark {mark}{' per' * (self.chance(0.1) and mark != 'from')}{self._carried(0.1)}")
        lifetime = self.random.choice(("ply", "ply", "turn"))
        self._declare("fresh", f"mark fresh {'per ' * self.chance(0.3)}{lifetime}{self._carried(0.2)}")
        trail = f"mark trail {'per ' * self.chance(0.3)}game{self._carried(0.3)}"
        aside = Random(self.random.getstate()[1][0] ^ 0x7E11)
        begun = aside.sample(("home", "goal", "inner", "spots", "edge"), aside.randint(1, 2))
        self._declare("trail", trail + f" = {{ at {'  at '.join(begun)} }}" * (aside.random() < 0.3))
        self._declare_counters()
        self._declare("rank", f"ranking max {self.value(Place(effect=True, depth=1))}, min hand")
        for name in ("Early", "Late"):
            self._declare(name, "phases Early, Late")
        self._declare("near", f"sub near = {self.cursor_chain(Place(depth=1))}")
        self._declare("grab", f"sub grab = {self.effect_chain(Place(effect=True, depth=1))}")
        self._declare("aim", self.random.choice(("parameter aim = low | high", "parameter aim 0..3 = 2")))

    def _declare_zones(self) -> None:
        symbols = "..." + "".join(SYMBOLS[piece][: len(self.players)] for piece in self.pieces) + "s" * self.neutral

        def rows(width: int, height: int) -> str:
            drawn = ("".join(self.random.choice(symbols) for _ in range(width)) for _ in range(height))
            return " ".join(f'"{row}"' for row in drawn)

        width, height = self.random.choice(((3, 2), (4, 1), (self.width, self.height)))
        self._declare("rack", f"zone rack {width}x{height} {{ {rows(width, height)} }}")
        pictures = " / ".join(rows(3, 1) for _ in (self.players if self.chance(0.4) else "1"))
        self._declare("pocket", f"zone pocket 3x1 per {self.random.choice(('', 'owner '))}{{ {pictures} }}")
        self._declare("shelf", "region shelf of rack = row 0")
        if self.chance(0.5):
            each = self.random.choice(("rack", "pocket"))
            self._declare("tray", f"zone tray 2x{self.random.choice((1, 2))} per {each}")
            self.blocks.append(each)
        elif not self.pit and not self.wall:
            self._declare("pile", f"zone pile {self.width + 1}x1 per cell stack")
            self.stacks = True
        self._declare("palm", f"region palm {self.random.choice(('', 'relative '))}of pocket = column 0..1")

    def _links(self) -> str:
        path = self.random.sample(self.cells, self.random.randint(2, min(6, len(self.cells))))
        if self.chance(0.6):
            path.append(path[0])
        return " > ".join(f"({x},{y})" for x, y in path)

    def _roads(self) -> str:
        """Return links both ways, of which several may leave a cell."""
        hub, *rest = (f"({x},{y})" for x, y in self.cells[:5])
        return f"{' - '.join(rest)}, {', '.join(f'{hub} - {each}' for each in rest)}"

    def _declare_counters(self) -> None:
        cells = len(self.cells)
        for name, per, cell, rest in (
            ("n", False, False, self.random.choice(("", " 0..40", " -9..9 = 1"))),
            ("hand", True, False, self.random.choice((" = 2", " 0..60 = 3", f" = {{ {' | '.join('213'[: len(self.players)])} }}"))),
            ("seeds", False, True, self._carried(0.3) + self.random.choice((" 0..99 = 1", "", f" = {{ {' '.join(str(self.random.randint(0, 3)) for _ in range(cells))} }}"))),
            ("piles", True, True, self._carried(0.3) + self.random.choice((" = 1", " ply = 1", " -40..40", self._lists(cells)))),
            ("steps", False, False, self.random.choice((" move", " move = 1"))),
            ("quiet", self.chance(0.3), False, self.random.choice((" ply", " turn")) + self.random.choice(("", " = 2"))),
            ("tight", self.chance(0.3), False, self.random.choice((" 0..2", " -1..1"))),
            ("load", self.chance(0.2), True, self._carried(0.2) + self.random.choice((" move", " move", " turn 1..3 = 2"))),
            *((("stock", self.chance(0.2), True, " pocket = 1"), ("store", False, True, " rack 0..9")) if self.zones else ()),
        ):  # fmt: skip
            self.counters[name] = per, cell
            begun = self._in_regions(name, self._begun(rest)) if cell else self._begun(rest)
            self._declare(name, f"counter {name}{' per' * per}{' cell' * cell}{begun}")
        relative = " relative" if self.chance(0.5) else ""
        listed = f"{{ {' '.join(str(self.random.randint(-2, 3)) for _ in range(cells))} }}"
        numbers = self.random.choice((listed, "row", "2 - row", "column - row", "3 * column - 2"))
        self._declare("height", f"constant height{relative} = {numbers}")

    def _begun(self, rest: str) -> str:
        """Return what follows the name of a counter; where it is carried, it may begin with an attribute of the piece."""
        aside = Random(self.random.getstate()[1][0])  # other lines are the same as ever
        if not self.kinds or " carried" not in rest or "{" in rest or aside.random() < 0.4:
            return rest
        words = [word for word in rest.split() if word.isalpha()]
        return f" {' '.join(words)}{aside.choice((' -2..3', ' -40..40', ''))} = worth"

    def _in_regions(self, name: str, rest: str) -> str:
        """Return what follows the name of a counter of cells; it may begin with other numbers in regions."""
        aside = Random(self.random.getstate()[1][0] ^ 0x5EED)
        said, _, base = rest.partition(" = ")
        bounds, zone = re.search(r"(-?\d+)\.\.(-?\d+)", said), re.search("pocket|rack", said)
        fleeting = "carried" in said and re.search("move|turn|ply", said)
        if zone is not None or fleeting or "{" in base or base == "worth" or aside.random() > 0.3:
            return rest
        least, greatest = (0, 4) if bounds is None else map(int, bounds.groups())
        placed = [base] if base else []
        for _ in range(aside.randint(1, 3)):
            region = aside.choice(("home", "goal", "inner", "spots", "edge"))
            owner = f" {aside.choice(self.players)}" if aside.random() < 0.3 else ""
            placed.append(f"at {region}{owner} {aside.randint(least, min(greatest, least + 4))}")
        return f"{said} = {{ {'  '.join(placed)} }}"

    def _carried(self, probability: float) -> str:
        return " carried" if self.chance(probability) else ""

    def _lists(self, cells: int) -> str:
        """Return numbers for the cells of each player."""
        lists = (" ".join(str(self.random.randint(0, 2)) for _ in range(cells)) for _ in self.players)
        return f" = {{ {' | '.join(lists)} }}"

    def direction_set(self) -> str:
        return self.random.choice(("orth", "diag", "all8", "line", "ahead", "slant", "leap", "east", "ring", "ring"))

    def region(self) -> str:
        zones = ("rack", "rack", "pocket", "pocket", "pocket", "shelf", "palm") if self.zones else ()
        zones += ("tray",) * len(self.blocks)
        return self.random.choice(("edge", "goal", "inner", "spots", "home", *(("pits",) if self.pit else ()), *zones))

    def mark(self) -> str:
        return self.random.choice(("from", "seen", "path", "fresh", "trail"))

    def area(self) -> str:
        """Return a region or a mark."""
        return self.mark() if self.chance(0.35) else self.region()

    def whose_area(self) -> str:
        """Return a region or a mark, at times that of other players."""
        theirs = ("home", "goal", *(("pocket", "palm") if self.zones else ()))
        whose = ("next", "previous", "each", "ally" if self.teams else "enemy", *self.players)
        return f"{self.random.choice(whose)} {self.random.choice(theirs)}" if self.chance(0.1) else self.area()

    def counter(self, *, cell: bool | None = None) -> str:
        names = [name for name, (_, per_cell) in self.counters.items() if cell is None or per_cell is cell]
        return self.random.choice(names)

    def other(self, *, one: bool) -> str:
        """Return the word for another player; *one* where it must stand for one."""
        enemy = () if (one and len(self.players) != 2) or len(self.players) == 1 else ("enemy", "enemy", "enemy")
        next_one = "ally" if self.teams and not one else "next"
        return self.random.choice((*enemy, next_one, "previous", self.random.choice(self.players)))

    # -- patterns and values

    def pattern(self, *, offsets: float = 0.12, off: float = 0.1) -> str:
        """Return a pattern; it has offsets with this probability, and may ask there for being off the board."""
        text = self._alternative()
        placed = self.chance(offsets)
        while self.chance(0.2):
            text += " or " + ("off" if placed and self.chance(off * 4) else self._alternative())
        if placed:
            where = "".join(
                f"({self.random.randint(-1, 1)},{self.random.randint(-1, 1)})" for _ in range(self.random.randint(1, 2))
            )
            text += f" @{self.random.choice(('', 'relative '))}{where}"
        return text

    def _alternative(self) -> str:
        owners = ("own", "enemy", "ally" if self.teams else "enemy") if len(self.players) > 1 else ("own", "own")
        named = [*owners, *owners, self.random.choice(self.players)]
        word = self.random.choice((*named, "empty", "empty", "piece", "any", self._name()))
        if word in ("own", "enemy", "ally", "piece", *self.players) and self.chance(0.25):
            word += f" {self.random.choice([*self.pieces, *['Crew'] * self.kinds])}"
        if word in ("own", "enemy", "piece") and self.chance(0.08):
            like = f"like {self.mark()}{' heir' * (self.kinds and self.chance(0.3))}"
            word = like if word == "piece" else f"{word} {like}"
        text = ("!" if self.chance(0.2) and word != "any" else "") + word
        if self.chance(0.15):
            text += f" {self.random.choice(('at', 'at', '!at'))} {self.whose_area()}"
        return text

    def _name(self) -> str:
        """Return the name of a piece, a tile or a state."""
        names = [*self.pieces, f"Cell.{self.random.choice(self.players)}{self.random.choice(self.pieces)}"]
        names += ["Crew"] * self.kinds + ["Stone"] * self.neutral + ["Pit"] * self.pit + ["Wall"] * self.wall
        return self.random.choice(names)

    def value(self, place: Place) -> str:
        """Return a value, now and then one of two by a test; the others are drawn as if there were none of these."""
        aside = Random(self.random.getstate()[1][0])
        found = self._value(place)
        if place.depth >= 3 or aside.random() >= 0.15:
            return found
        drawn, self.random = self.random, aside
        tests = [self._asked(place) for _ in range(self.random.choice((1, 1, 1, 2)))]
        joined = self.random.choice((" and ", " or ")).join(tests)
        other = f" else {{ {self._value(place.inside())} }}" if self.chance(0.8) else ""
        self.random = drawn
        return f"(if {joined} {{ {found} }}{other})"

    def _asked(self, place: Place) -> str:
        """Return a test as it stands after ``if`` in a value."""
        small, inside = self.random.choice(("0", "1", "2")), place.inside(effect=False)
        return self.one_of(
            lambda: f"{self._term(inside)} {self.random.choice(('>=', '<', '!='))} {small}",
            lambda: f"{small} < ({self._term(inside)})",
            lambda: f"has {{ {self.cursor_chain(inside)} }}",
            lambda: f"no {{ {self.cursor_chain(inside)} }}",
            lambda: self.random.choice(("own", "empty", "!empty", "own Man")),
        )

    def _value(self, place: Place) -> str:
        if place.depth < 3 and self.chance(0.2):
            sign = self.random.choice("+-")
            weight = self.random.choice(("", "2 * ", "3 * "))
            return f"{self._term(place)} {sign} {weight}{self._term(place)}"
        if place.depth < 3 and self.chance(0.2):
            return self._calculation(place)
        return self._term(place)

    def _calculation(self, place: Place) -> str:
        """Return a product, a division, the least or the greatest of some values, or a number of a table at one of these.

        A divisor is 0 now and then.
        """

        def part() -> str:
            if not self.chance(0.2):
                return self._term(place)
            return self._extreme(place) if self.chance(0.5) else f"({self._term(place)} - {self._term(place)})"

        def divisor() -> str:
            return self.random.choice(("2", "2", "3", "-2", f"({self._term(place)} + 1)", self._term(place)))

        found = self.one_of(
            lambda: f"{part()} * {part()}",
            lambda: f"2 * {part()} * {part()} - {self._term(place)}",
            lambda: f"{part()} {self.random.choice(('div', 'mod'))} {divisor()}",
            lambda: f"{part()} * {part()} {self.random.choice(('div', 'mod'))} {divisor()}",
            lambda: self._extreme(place),
        )
        aside = Random(found)  # so that the rest of the game is what it would be without tables
        if aside.random() > 0.3:
            return found
        numbers = ", ".join(str(aside.randint(-1, 4)) for _ in range(aside.randint(2, 5)))
        return f"table ({numbers}) at ({found})"

    def _extreme(self, place: Place) -> str:
        values = [self._term(place) for _ in range(self.random.choice((2, 2, 3)))]
        return f"{self.random.choice(('min', 'max'))}({', '.join(values)})"

    def _term(self, place: Place) -> str:
        who = f"{self.other(one=True)} " if self.chance(0.2) else ""

        def counted() -> str:
            if place.depth > 2 or self.chance(0.4):
                return f"{who}count"
            return f"{who}count {{ {self.cursor_chain(place.inside(effect=False))} }}"

        def summed(name: str) -> str:
            if place.depth > 2 or self.chance(0.5):
                return f"{who}{name}"
            return f"{who}{name} {{ {self.cursor_chain(place.inside(effect=False))} }}"

        return self.one_of(
            lambda: str(self.random.choice((0, 1, 1, 2, 3))),
            lambda: f"({', '.join(str(self.random.randint(0, 2)) for _ in self.players)})",
            lambda: f"{who}{self.counter(cell=False)}",
            counted,
            lambda: summed(self.counter(cell=True)),
            lambda: "aim",
            lambda: summed("worth"),
            lambda: summed("height"),
            weights=(5, 2, 4, 4, 2, 2, 3 * self.kinds, 2),
        )

    def comparison(self, place: Place) -> str:
        """Return a comparison, which holds more often than not."""
        small = self.random.choice(("0", "1", "2", "3"))
        return self.one_of(
            lambda: (
                f"if {self.value(place)} {self.random.choice(('>=', '<=', '!=', '>', '<', '=='))} {self.value(place)}"
            ),
            lambda: f"if {self._term(place)} {self.random.choice(('>=', '<=', '!=', '<'))} {small}",
        )

    # -- chains

    def cursor_chain(self, place: Place) -> str:
        """Return a chain that moves the working set and tests it, with no effect."""
        parts = []
        if self.chance(0.6):
            parts.append(self.random.choice(("goto all", "goto all", f"goto {self.whose_area()}", self._step(place))))
        if not parts or self.chance(0.8):
            parts.append(self.pattern())
        if self.chance(0.4):
            parts += [self.cursor(place), *([self.pattern()] if self.chance(0.6) else ())]
        return " -> ".join(parts)

    def _step(self, place: Place) -> str:
        directions = "" if place.bound and self.chance(0.5) else f" {self.direction_set()}"
        if directions and self.chance(0.1):
            directions = self.random.choice((" (1,0)", " (0,1)(1,-1)"))
        extent = self.random.choice(("", "", "", " 2", " 1..2", " 0..1", " *", " 0..*"))
        if self.chance(0.08):
            extent = f" {self.random.choice(('', '0..', '1..', '2..'))}min({self.value(place)}, 3)"
        through = f" through {self.pattern(offsets=0.03)}" if extent not in ("", " 0..1") and self.chance(0.7) else ""
        return f"step{directions}{extent}{through}"

    def _ray(self, place: Place) -> str:
        directions = "" if place.bound and self.chance(0.4) else f" {self.direction_set()}"
        if directions and self.chance(0.15):
            directions = " (1,0)(0,-1)"
        extent = self.random.choice(("", "", "", " 1..*", " 1..2", " 0..1"))
        until = f" until {self.pattern(offsets=0.05)}" if self.chance(0.7) else ""
        return (
            f"ray{directions}{extent} {self.pattern(offsets=0.05)}{until}{self._collected(('', '', ' end', ' both'))}"
        )

    def _collected(self, words: Sequence[str]) -> str:
        """Return what is taken of a ray: one of some words, or at times the last cell."""
        aside = Random(self.random.getstate()[1][0] ^ 0x1A57)
        taken = self.random.choice(words)
        return " last" if aside.random() < 0.2 else taken

    def cursor(self, place: Place) -> str:
        """Return a filter that maps the working set, with no effect."""
        deep = place.depth > 2
        transforms = TURNS if self.width == self.height else ROWS
        return self.one_of(
            lambda: self._step(place),
            lambda: self._ray(place),
            lambda: f"flood {self.direction_set()} {self.pattern(offsets=0.05)}",
            lambda: f"image {self.random.choice(transforms[1:])}",
            lambda: (
                f"{self.random.choice(('goto', 'add', 'add'))} {self.random.choice((self.whose_area(), self.area(), 'all', 'anchor'))}"
            ),
            lambda: "add anchor" if deep else self.choice("union", place.inside(effect=False), self.cursor_chain),
            lambda: self.random.choice(("pick", "pick", "pick last")),
            lambda: f"{self.random.choice(('most', 'least'))} {self.value(place)}",
            lambda: (
                f"into {self.random.choice(('rack', 'pocket', 'board', *('tray', *self.blocks) * len(self.blocks)))}"
            ),
            lambda: f"stamp {self.mark()}",
            weights=(5, 3, 2, 2, 4, 2, 1, 2, 3 * self.zones, 2 * self.kinds),
        )

    def choice(self, word: str, place: Place, alternative: Callable[[Place], str]) -> str:
        """Return a choice among two or three chains."""
        chains = [alternative(place) for _ in range(self.random.choice((2, 2, 3)))]
        return f"{word} {{ {' | '.join(chains)} }}"

    def test(self, place: Place) -> str:
        """Return a filter that tests the flow, or keeps some cells of the working set."""
        inner = place.inside(effect=False)
        deep = place.depth > 2

        def guard() -> str:
            word = self.random.choice(("has", "no", "where", "wherenot", "where"))
            who = f" as {self.other(one=False)}" if self.chance(0.25) else ""
            if deep:
                return f"{word}{who} {{ {self.pattern()} }}"
            chain = self.cursor_chain(inner)
            if self.chance(0.12):
                chain = f"{self.effect(inner)} -> {chain}"  # what a condition does is forgotten
            if self.chance(0.1):
                branching = ("each", "select", "along orth", *[f"shape {self.mark()}"] * self.kinds)
                chain += f" -> {self.random.choice(branching)} -> {self.pattern()}"
            return f"{word}{who} {{ {chain} }}"

        return self.one_of(
            lambda: self.pattern(),
            lambda: f"[{self.pattern()} and {self.pattern()}]",
            lambda: f"all {self.pattern()}",
            lambda: f"{self.random.choice(('at', '!at', '!at'))} {self.whose_area()}",
            guard,
            lambda: self.comparison(place),
            lambda: f"repeated {self.random.choice((1, 1, 2))}{self.random.choice(('', ' player'))}",
            lambda: "any or off" if deep else self.choice("first", inner, self.cursor_chain),
            weights=(4, 2, 1, 4, 6, 3, 1, 1),
        )

    def writing(self, place: Place) -> str:
        """Return a filter that writes a mark or the move, and changes nothing else."""
        return self.one_of(
            lambda: f"mark {self.mark()}{self.random.choice(('', '', ' +=', ' +=', ' -=', ' &='))}",
            lambda: f"clear {self.mark()}",
            lambda: "record",
            weights=(8, 2, 0 if place.effect else 1),
        )

    def effect(self, place: Place) -> str:
        """Return a filter that changes the position."""
        deep = place.depth > 2
        return self.one_of(
            self._set,
            self._count,
            lambda: self._do(place),
            lambda: self._shift(place),
            lambda: f"phase {self.random.choice(('Early', 'Late', 'Late'))}",
            lambda: (
                f"turn {self.random.choice(('same', 'mover', self.random.choice(self.players), *[self.other(one=True)] * 3))}"
            ),
            lambda: "any" if deep else self._first_effect(place),
            lambda: "any" if deep else self._repeat_effect(place),
            lambda: (
                f"mark {self.mark()} -> {self.random.choice(('move', 'swap'))} from"
                if self.chance(0.05)
                else "set empty"
            ),
            weights=(6, 6, 4, 2, 1, 1, 1, 1, 1),
        )

    def _set(self) -> str:
        enemy = ["set enemy", "set enemy Man"] if len(self.players) == 2 else []
        state = f"set Cell.{self.random.choice(self.players)}{self.random.choice(self.pieces)}"
        piece = self.random.choice(self.pieces)
        flip = "piece -> set own" if not self.neutral and not self.wall else "set own Man"
        return self.random.choice(
            (
                f"set own {piece}",
                f"set own {piece}",
                "set empty",
                state,
                flip,
                *enemy[1:],
                *(["set Stone"] * self.neutral),
                *(
                    [f"set {self.random.choice(('own', 'own', 'enemy' if enemy else 'own'))} like from"]
                    * self.chance(0.04)
                ),
            )
        )

    def _count(self) -> str:
        name = self.counter()
        per, cell = self.counters[name]
        who = f"{self.other(one=True)} " if per and self.chance(0.3) else ""
        place = Place(depth=2)
        plain = self.random.choice(
            (":= 0", ":= 1", "+= 1", "-= 1", "+= count", f"+= {self._term(place)}", f":= {self.value(place)}")
        )
        if name == "tight":
            guarded = self.random.choice(("if tight < 1 -> tight += 1", "if tight > 0 -> tight -= 1", "tight := 1"))
            return guarded if self.chance(0.9) else "tight += 1"
        if cell and self.chance(0.3):
            return f"{who}{name} {self.random.choice((':=', '+='))} {name}"
        return f"{who}{name} {plain}"

    def _do(self, place: Place) -> str:
        if place.depth > 2:
            return "set own Man"
        how = self.random.choice(("", "", "each ", f"along {self.direction_set()} "))
        inner = Place(effect=True, bound=how.startswith("along"), depth=place.depth + 1)
        return f"do {how}{{ {self.effect_chain(inner)} }}"

    def _shift(self, place: Place) -> str:
        transforms = TURNS[1:] if self.width == self.height else ROWS[1:]
        if self.chance(0.3):
            return f"shift {self.random.choice(transforms)}"
        return "shift" if place.bound else f"shift {self.random.choice(('east', 'ahead', 'ring'))}"

    def _first_effect(self, place: Place) -> str:
        def alternative(where: Place) -> str:
            return f"{self.test(where)} -> {self.effect(replace(where, depth=3))}"

        inner = place.inside()
        chains = [alternative(inner), self.random.choice(("any", alternative(inner)))]
        return f"first {{ {' | '.join(chains)} }}"

    def _repeat_effect(self, place: Place) -> str:
        if self.chance(0.5):
            change = f" -> mark {self.mark()} +=" * self.chance(0.7)
            return f"repeat {self.random.choice((1, 2))} {{ {self._step(place)}{change} }}"
        count = self.random.choice((" 0..3", " 1..2", ""))
        return f"repeat{count} maximal {{ !at seen -> mark seen += -> {self._step(place)} }}"

    def effect_chain(self, place: Place) -> str:
        """Return a chain that is performed: it looks for cells and changes something there."""
        parts = []
        if self.chance(0.5):
            parts.append(self.cursor(place))
        if self.chance(0.6):
            parts.append(self.test(place))
        parts.append(self.effect(place))
        if self.chance(0.25):
            parts.append(self.writing(place) if self.chance(0.5) else self.effect(place))
        return " -> ".join(parts)

    # -- rules

    def _with_nature(self, head: list[str], rules: list[str]) -> tuple[list[str], list[str]]:
        """Return the lines of a game in which nature moves, too."""
        first, last = head[0], [line for line in head[1:] if not line.startswith("start ")]
        start = ["start Luck"] if self.chance(0.3) else head[1 : len(head) - len(last)]
        when = self.random.choice(("turn nature", "first { if count { goto all -> own } > 1 -> turn nature | any }"))
        place, found = Place(effect=True, depth=2), []
        for number in range(self.random.choice((1, 2, 2, 3))):
            weight = self.random.choice(
                ("", "", " weight 3", " weight count { own }", " weight 2 * n", " weight count - 1")
            )
            share = self.random.choice(("", " share seeds", " share count { step orth }"))
            rule, mass = self.random.choice(
                (
                    (f'option "{"rst"[number]}"', ""),
                    (f'option "{"rst"[number]}" -> amount steps 0..2', self.random.choice(("", " share steps + 1"))),
                    (f'empty -> select -> option "{"rst"[number]}" -> set own Man', share),
                )
            )
            turn = self.random.choice(("", "", " -> turn mover", f" -> turn {self.other(one=True)}"))
            found.append(f"chance C{number}{weight}{mass} = {rule} -> do {{ {self.effect_chain(place)} }}{turn}")
        return [first, "nature Luck", *start, *last], [*rules, f"effect = {when}", *found]

    def _amount(self) -> str:
        """Return a filter that branches into numbers; now and then one of them is beyond the bounds of its counter."""
        bounds = ("steps 0..1", "steps 1..2", "tight 0..1", "tight 0..count { own }")
        return f"amount {self.random.choice(bounds[: None if self.chance(0.2) else 3])}"

    def _rules(self) -> list[str]:
        self.phased = self.chance(0.15)
        priorities = self.random.choice(((0,), (0,), (0,), (0, 0, 1, 2)))
        maximise = self.random.choice(("n", "steps", "hand", "load")) if self.chance(0.12) else None
        lines: list[str] = []
        for number in range(self.random.choice((1, 2, 2, 3, 3))):
            head = f"R{number}"
            if (priority := self.random.choice(priorities)) > 0:
                head += f" priority {priority}"
            if maximise is not None:
                head += f" maximise {maximise}"
            if self.phased and number > 0:
                head += self.random.choice((" in Early", " in Late", " in Early, Late", ""))
            plan = self.random.choice(self.plans()[: None if number > 0 else 10])
            rule, *more = plan(maximise)
            if number > 0 and self.chance(0.75):
                rule = f'option "{next(self.labels)}" -> {rule}'
            if maximise is None and self.chance(0.06):
                rule = f"{self._amount()} -> {rule}"
            is_root = plan in (self._placing, self._enclosing) and maximise is None
            lines += [f"place R{number} = {rule}" if is_root else f"move {head} = {rule}", *more]
        if self.chance(0.4):
            plain = "move Plain maximise " + maximise if maximise is not None else "move Plain"
            lines.append(f'{plain} = option "z" -> empty -> select -> set own Man')
        if self.stacks and maximise is None:
            amount = "" if len(self.pieces) > 1 else "1 "
            lines.append(
                f'move Heap = option "heap" -> own -> select from -> step orth -> select -> stack {amount}from in pile'
            )
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            lines.append(f"effect = {self._after()}")
        if self.chance(0.2):
            lines.append(f"effect = {self._line()}")
        lines += self._beams()
        if self.phased:
            lines.append("effect = first { if count { goto all -> own } > 2 -> phase Late | phase Early }")
            lines.append(f"effect = {self._in_phase()} -> {self.effect(Place(effect=True, depth=1))}")
        return [*lines, *self._ends()]

    def plans(self) -> list[Callable[[str | None], list[str]]]:
        """Return the ways of moving, those first that lead to most moves. Each gives a chain, and lines that go with it."""
        good = [self._placing, self._enclosing, self._dropping, self._dropping, self._capturing, self._stepping]
        good += [self._stepping, self._mirroring, self._riding, self._counting]
        good += [self._laying] * (3 * self.kinds)
        return [
            *good,
            *(self._stepping, self._riding, self._shooting, self._jumping, self._jumping, self._sowing),
            *(self._turning, self._recording, self._recording, self._optional, self._overtaking, self._overtaking),
        ]

    def some(self, kind: Callable[[Place], str], place: Place, probability: float) -> list[str]:
        """Return a filter of a kind, or none."""
        return [kind(place)] if self.chance(probability) else []

    def _maybe(self, part: str, probability: float) -> list[str]:
        return [part] if self.chance(probability) else []

    def _tail(self, place: Place, maximise: str | None) -> list[str]:
        """Return what a rule does after its last click."""
        parts = [*self.some(self.effect, place, 0.25), *self.some(self.writing, place, 0.2)]
        parts += self._maybe("do { grab }", 0.08) + self.some(self.test, place, 0.1)
        if self.chance(0.08):
            when = self.random.choice((f"at {self.region()}", self.comparison(place), f"step orth -> {self.pattern()}"))
            parts.append(f"first {{ {when} -> turn {self.random.choice(('same', self.other(one=True)))} | any }}")
        if self.chance(0.04):
            parts.append(
                self.random.choice(("has as next { movable }", "no as next { goto all -> movable }", "movable"))
            )
        if self.phased and self.chance(0.4):
            parts.append(self._in_phase())
        if self.chance(0.05):
            player = self.random.choice(self.players)
            parts.append(self.random.choice((f"by {player}", f"no {{ by {player} }}")))
        if maximise is not None:
            per_cell = self.counters[maximise][1]
            parts.append(
                f"do {{ goto all -> {maximise} += {self.random.choice(('1', '2', 'count { own }')) if not per_cell else '1'} }}"
            )
        return parts

    def _in_phase(self) -> str:
        """Return a test of the phase."""
        return self.random.choice(
            ("in Early", "in Late", "no { in Early }", "in Early or Late", "do { in Late -> phase Early }")
        )

    def _own(self) -> str:
        """Return the beginning of a rule that moves something."""
        self.stones_move = True
        return self.random.choice(
            ("own", "own", "own", "own", f"own {self.random.choice(self.pieces)}", "piece", "!empty")
        )

    def _placing(self, maximise: str | None) -> list[str]:
        """A root that is tried for each cell."""
        if maximise is not None:
            return self._dropping(maximise)
        place = Place()
        parts = [
            self.random.choice(("empty", "empty", "empty", "!own", "empty or enemy")),
            *self.some(self.test, place, 0.3),
        ]
        parts += self.some(self.cursor, place, 0.1) + self.some(self.effect, place, 0.15)
        what = self.random.choice((*("set own Man",) * 5, f"set own {self.pieces[-1]}", "set empty", "seeds += 1"))
        return [" -> ".join(parts), f"effect = {what}"]

    def _enclosing(self, maximise: str | None) -> list[str]:
        """Lines of one kind of stones are changed."""
        if maximise is not None:
            return self._capturing(maximise)
        self.stones_move = True
        ray = f"ray {self.random.choice(('all8', 'orth', 'diag'))}{self.random.choice(('', '', ' 1..2'))} "
        ray += (
            "enemy until own"
            if len(self.players) > 1 and self.chance(0.7)
            else f"{self.pattern()} until {self.pattern()}"
        )
        change = self.random.choice(("set own Man", "set own Man", "set empty"))
        first = self.random.choice(
            ("empty", "empty", f"empty -> {ray}", f"empty -> {ray}{self._collected((' end', ' both'))}")
        )
        return [first, f"effect = {ray} -> {change}", "effect = set own Man"]

    def _capturing(self, maximise: str | None) -> list[str]:
        """Stones with nothing empty beside them are taken, and something is remembered for the next ply."""
        ways = self.random.choice(("orth", "orth", "all8", "ring", "line"))
        near = self.random.choice(("enemy", "piece")) if len(self.players) > 1 else "piece"
        group = f"flood {ways} {near}"
        caught = f"step {ways} -> {near} -> wherenot {{ {group} -> step {ways} -> empty }} -> {group} -> set empty"
        memory = self.random.choice(("mark fresh", "mark trail +=", "mark fresh +=", "mark trail"))
        free = f"empty -> !at {memory.split()[1]}" if self.chance(0.8) else "empty"
        parts = [free, "select", f"set own {self.random.choice(self.pieces)}", f"do {{ {caught} -> {memory} }}"]
        parts += self._maybe(f"has {{ flood {ways} own -> step {ways} -> empty }}", 0.5)
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _mirroring(self, maximise: str | None) -> list[str]:
        """To the other side of the board, and what is there changes or goes."""
        transforms = TURNS[1:] if self.width == self.height else ROWS[1:]
        image = f"image {self.random.choice(transforms)}"
        target = self.random.choice(("!own", "empty", "any"))
        act = self.random.choice(
            (
                "move from",
                "swap from",
                f"do {{ {image} -> set own Man }} -> set empty",
                f"set own Man -> {image} -> set empty",
            )
        )
        parts = [
            self._own(),
            "select from",
            *self._maybe(self._step(Place()), 0.4),
            image,
            target,
            "select",
            act,
        ]
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _dropping(self, maximise: str | None) -> list[str]:
        where = self.random.choice(("empty", "empty", "empty", "empty", "!own", "any", self.pattern()))
        parts = [
            where,
            *self._maybe("near", 0.1),
            *self.some(self.test, Place(), 0.25),
            *self.some(self.cursor, Place(), 0.1),
        ]
        parts += [self.random.choice(("select", "select", "select seen")), f"set own {self.random.choice(self.pieces)}"]
        if self.chance(0.25):
            parts[-1] = self.choice("choose", Place().inside(), self._labelled())
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _labelled(self) -> Callable[[Place], str]:
        """Return what draws alternatives with labels of their own."""
        labels = iter("pqrs")
        return lambda place: f'option "{next(labels)}" -> {self.effect(place)}'

    def _stepping(self, maximise: str | None) -> list[str]:
        parts = [
            self._own(),
            *self.some(self.test, Place(), 0.15),
            "select from",
            *self.some(self.writing, Place(), 0.1),
        ]
        parts += [self.cursor(Place()) if self.chance(0.25) else self._step(Place())]
        parts += [
            self.random.choice(("empty", "!own", "!own", "enemy or empty", "any", self.pattern())),
            *self.some(self.test, Place(), 0.1),
        ]
        parts += [self.random.choice(("select", "select", "select path", "each -> select"))]
        if self.chance(0.15):
            parts.append(f"do {{ {self.effect_chain(Place(effect=True, depth=1))} }}")
        parts.append(self.random.choice(("move from", "move from", "move from", "swap from")))
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _overtaking(self, maximise: str | None) -> list[str]:
        """Over a cell that is marked, and onto one that is, whatever stands there by then."""
        ways = self.random.choice(("orth", "line", "ahead", "all8", "diag", "ring"))
        mark = self.random.choice(("fresh", "trail"))
        passed = self._maybe(self.random.choice(("empty", "empty", "!own")), 0.8)
        writing = f"mark {mark}{self.random.choice(('', '', ' +='))}"
        parts = [self._own(), "select from", f"step {ways}", *passed, writing, f"step {ways}"]
        parts += [self.random.choice(("empty", "empty", "!own")), "select", "move from"]
        onto = self.random.choice(
            ("any", "empty", "enemy", "!own", "piece") if len(self.players) > 1 else ("any", "empty")
        )
        take = [self._own(), "select from", self._step(Place()), f"{onto} at {mark}"]
        take += [*self.some(self.test, Place(), 0.1), "select"]
        take += [*self._maybe(f"do {{ {self._step(Place())} -> {self.pattern()} -> set empty }}", 0.3), "move from"]
        label = next(self.labels)
        head = f"move Take{label}" + (f" maximise {maximise}" if maximise is not None else "")
        take = [*self._maybe(f'option "{label}"', 0.3), *take, *self._tail(Place(), maximise)]
        return [" -> ".join([*parts, *self._tail(Place(), maximise)]), f"{head} = {' -> '.join(take)}"]

    def _riding(self, maximise: str | None) -> list[str]:
        """Along a direction that is bound."""
        ways = self.random.choice(("orth", "diag", "all8", "line", "slant", "ring"))
        bound = Place(bound=True)
        bend = [f"bend {ways}{self.random.choice(('', ' 2', ' 3'))}"] if ways != "ring" and self.chance(0.5) else []
        parts = [self._own(), "select from", f"along {ways}", *bend]
        parts += [self.random.choice(("step", "step * through empty", self._ray(bound), self._step(bound)))]
        parts += [
            self.random.choice(("!own", "empty", "enemy or empty")),
            *self.some(self.test, Place(bound=True), 0.15),
            "select",
        ]
        parts += [
            self.random.choice(("move from", "move from", "goto from -> add anchor -> shift", "goto from -> shift"))
        ]
        return [" -> ".join([*parts, *self._tail(bound, maximise)])]

    def _beams(self) -> list[str]:
        """Return an effect that follows directions, or none. The other lines are drawn as if it were not there."""
        drawn, self.random = self.random, Random(self.random.getstate()[1][0])
        lines = []
        if self.chance(0.15):
            ways = self.random.choice(("orth", "diag", "all8"))
            lines.append(f"effect = do along {ways} {{ {self._beam(ways)} }}")
        self.random = drawn
        return lines

    def _whose(self) -> str:
        """Return a pattern that does not begin with the name of a player."""
        enemy = ("enemy", "!enemy") if len(self.players) > 1 else ()
        return self.random.choice(("own", "!own", "piece", "empty", "own Man", "!Man", *enemy))

    def _beam(self, ways: str) -> str:
        """Return an effect that follows a direction, which is turned where it meets something."""
        place = Place(effect=True, bound=True, depth=3)

        def turned() -> str:
            return f"bend {ways}{self.random.choice(('', ' 2', ' -1', f' ({self._term(place)})'))}"

        def body(depth: int) -> str:
            part = self.one_of(
                lambda: f"if {self._whose()} {{ {turned()} }}",
                lambda: f"if {self._whose()} {{ {turned()} }} else if at {self.region()} {{ {turned()} }}",
                lambda: f"first {{ {self.pattern()} -> {turned()} -> step -> {self.pattern()} | {turned()} | any }}",
                lambda: f"first {{ {turned()} -> has {{ step -> {self.pattern()} }} | any }}",
                lambda: f"do {{ {turned()} -> step -> {self.effect(place)} }}",
                lambda: turned() if depth > 0 else f"repeat 0..2 maximal {{ {body(depth + 1)} }}",
                weights=(4, 3, 3, 2, 1, 1),
            )
            return " -> ".join(
                [
                    part,
                    *self.some(self.test, place, 0.2),
                    self.random.choice(("step", "step", "step", "step 1..2 through empty", self._ray(place))),
                    *self._maybe(self.effect(place), 0.2),
                    *self._maybe("!at seen -> mark seen +=", 0.2),
                ]
            )

        count = self.random.choice(("0..4", "0..6", "1..3", "2..2"))
        kind = " maximal" if count[0] != "2" else ""
        start = self.random.choice(("any", "goto from", f"goto {self.region()}", "goto all -> own"))
        end = self.effect(replace(place, depth=2))
        return f"{start} -> repeat {count}{kind} {{ {body(0)} }} -> {end}"

    def _laying(self, maximise: str | None) -> list[str]:
        """A shape like that of a piece, on cells that become part of the move, or of which one is clicked."""
        parts = [self._own(), "select from", f"goto {self.random.choice(('all', 'all', self.whose_area()))}"]
        parts += [
            *self._maybe("empty", 0.7),
            "shape from",
            self.random.choice(("no { piece }", "all empty", "!own", "any")),
        ]
        parts += [self.random.choice(("record", "record", "select", "record -> mark path -> pick -> select"))]
        parts += (
            [self.random.choice(("set own Man", "set own Man", "set own like from"))] if not self.chance(0.2) else []
        )
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _counting(self, maximise: str | None) -> list[str]:
        """Pieces in hand, and choices without a label that lead to different clicks."""
        first = f"if hand > 0 -> empty -> {self.random.choice(('select', 'select seen'))} -> set own Man -> hand -= 1"
        step = self._step(Place())
        second = f"own -> select from -> {step} -> {self.random.choice(('!own', 'empty'))} -> select -> move from"
        choice = f"{self.random.choice(('choose', 'first'))} {{ {first} | {second} }}"
        return [" -> ".join([choice, *self._tail(Place(), maximise)])]

    def _shooting(self, maximise: str | None) -> list[str]:
        """A move, and something more from where it has led."""
        ways = self.random.choice(("orth", "all8", "slant", "ring"))
        fly = f"step {ways}{self.random.choice(('', '', ' * through empty', ' 1..2 through empty'))} -> empty -> select"
        shot = self.random.choice(
            ("set Stone" if self.neutral else "set own Man", "set own Man", "seeds += 1", "mark trail +=")
        )
        parts = [self._own(), "select from", fly, "move from", *self.some(self.cursor, Place(), 0.1), fly, shot]
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _jumping(self, maximise: str | None) -> list[str]:
        """Once or more often over something, which is taken."""
        ways = self.random.choice(("orth", "diag", "all8", "line", "ring"))
        count = self.random.choice((" 1..*", " 1..2", " 0..2", "", " 1..3"))
        maximal = " maximal" if self.chance(0.6) else ""
        over = self.random.choice(("enemy", "piece", "!empty")) if len(self.players) > 1 else "piece"
        step = self.random.choice(("step", "step", "step 1..2 through empty"))
        body = [self.random.choice(("own", "any")), "mark from", f"along {ways}", step, over, "!at path", "each seen"]
        if ways != "ring" and self.chance(0.4):
            body.append(f"bend {ways}{self.random.choice(('', ' 2'))}")
        body += ["step", "empty", "select", "move from"]
        body.append(
            self.random.choice(
                ("do { goto seen -> set empty }", "do { goto seen -> set empty }", "do { goto seen -> mark path += }")
            )
        )
        if maximise is not None and not self.counters[maximise][1]:
            body.append(f"{maximise} += 1")
        after = ["effect = clear seen"] if self.chance(0.2) else []
        return [f"{self._own()} -> select -> repeat{count}{maximal} {{ {' -> '.join(body)} }}", *after]

    def _sowing(self, maximise: str | None) -> list[str]:
        """What is counted on a cell is given to the cells that follow it."""
        seeds = self.random.choice(("seeds", "seeds", "piles"))
        way = self.random.choice(
            ("step ring", "step road", "union { step ring | step east }", "step east", "step orth")
        )
        kind = self.random.choice(
            ("repeat maximal", "repeat maximal", "repeat 0..3 maximal", "repeat 0..4 maximal", "repeat 1 maximal")
        )
        start = self.random.choice(("any", "any", "!empty", "at home", "at spots"))
        last = self.random.choice(
            (
                f"first {{ own -> turn same | do {{ where {{ if {seeds} == 1 }} -> {seeds} := 0 -> n += 1 }} -> any }}",
                f"{seeds} += 0",
                "add anchor",
            )
        )
        return [
            f"{start} -> where {{ if {seeds} > 0 }} -> select -> steps := {seeds} -> {seeds} := 0"
            f" -> {kind} {{ if steps > 0 -> {way} -> {seeds} += 1 -> steps -= 1 }} -> {last}"
        ]

    def _turning(self, maximise: str | None) -> list[str]:
        """Parts of the board are shifted as a whole."""
        transforms = TURNS[1:] if self.width == self.height else ROWS[1:]
        labels = iter("abcdef")

        def alternative(place: Place) -> str:
            how = self.random.choice((*transforms, "east", "ahead", "ring"))
            return f'option "{next(labels)}" -> goto {self.random.choice((self.region(), "all"))} -> shift {how}'

        before = self.random.choice(("", "empty -> select -> set own Man -> ", f"{self._own()} -> select -> "))
        return [before + self.choice("choose", Place(), alternative)]

    def _recording(self, maximise: str | None) -> list[str]:
        """Cells belong to the move that nobody has Place()."""
        parts = [self._own(), self.random.choice(("each from", "select from")), "record", self._step(Place())]
        parts += [self.random.choice(("any", "!own", "empty", self.pattern()))]
        parts += [
            self.random.choice(("record", "select", "each -> record", "record -> select")),
            *self.some(self.writing, Place(), 0.3),
        ]
        parts.append(
            self.random.choice(("set own Man", "goto from -> set empty", "set empty", "seeds += 1", "n += count"))
        )
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    def _optional(self, maximise: str | None) -> list[str]:
        """A move without a cell."""
        label = self.random.choice(("go", "x", "no+"))
        parts = [*self.some(self.test, Place(), 0.3), f'option "{label}"', self.effect(Place())]
        return [" -> ".join([*parts, *self._tail(Place(), maximise)])]

    # -- what follows a move

    def _after(self) -> str:
        place = Place(effect=True, depth=1)
        return self.one_of(
            lambda: self.effect_chain(place),
            lambda: "grab",
            lambda: f"goto all -> {self.effect_chain(place)}",
            lambda: (
                f"do {self.random.choice(('each', 'along orth'))} {{ {self.effect_chain(Place(effect=True, bound=False, depth=2))} }}"
            ),
            lambda: (
                f"{self.writing(place)} -> {self.random.choice(('goto all', 'any', 'add anchor'))} -> {self.effect(place)}"
            ),
            weights=(5, 1, 2, 2, 1),
        )

    def _line(self) -> str:
        lines = (
            "own @(0,0)(1,0)(2,0)",
            "own @(0,0)(0,1)(0,2)",
            "own @(0,0)(1,1)(2,2)",
            "own at edge @relative(0,0)(0,-1)(1,-1)",
            f"own {self.pieces[-1]} at goal !at spots",
        )
        return f"line {{ {' '.join(self.random.sample(lines, self.random.randint(1, 3)))} }}"

    def _outcome(self, place: Place) -> str:
        value = self.value(place)
        paid = self.random.choice((f"pay {value}", f"pay {value} per -2", f"pay hand per {value}", "rank"))
        endings = ["win", "draw", f"score {value}", paid] + (["lose"] if len(self.players) < 3 or self.teams else [])
        return self.random.choice(endings)

    def _ends(self) -> Iterator[str]:
        place = Place(effect=True, depth=2)
        for _ in range(self.random.choice((0, 1, 1, 1, 2))):
            when = self.random.choice(
                (
                    f"goto all -> if count {{ own }} {self.random.choice(('> 6', '== 0', '> 5'))}",
                    "at goal -> own King" if "King" in self.pieces else "at goal -> own -> at edge",
                    "goto all -> no { enemy }"
                    if self.stones_move and len(self.players) > 1
                    else "goto all -> no { empty }",
                    f"repeated {self.random.choice(('2', '3'))}{self.random.choice(('', ' player'))}",
                    "if n > 4",
                    "if hand == 0",
                    f"goto spots -> own -> flood {self.random.choice(('orth', 'road'))} own -> !at spots -> at edge",
                    f"if n + count {{ goto all -> own }} > {self.random.choice('3456')} -> {self.test(place)}",
                    "no as next { goto all -> movable }",
                )
            )
            yield f"effect = {when} -> {self._outcome(place)}"
        if self.chance(0.15):
            yield f"ensure = {self._ensured()}"
        if self.chance(0.35):
            yield f"stuck = {self._stuck(place)}"
        if self.chance(0.35):
            yield f"over = {self._stuck(place)}"

    def _ensured(self) -> str:
        """Return a condition on the position after a move that holds more often than not."""
        who = f" as {self.other(one=False)}" if self.chance(0.4) else ""
        return self.random.choice(
            (
                f"no{who} {{ own {self.pieces[-1]} -> {self._step(Place())} -> enemy at {self.region()} }}",
                f"no{who} {{ own -> flood orth own -> if count > 4 }}",
                f"has{who} {{ own or empty }}",
                "if n <= 5",
                "no { repeated 2 }",
                f"no{who} {{ {self.test(Place(depth=2))} -> {self.test(Place(depth=2))} -> at spots }}",
            )
        )

    def _stuck(self, place: Place) -> str:
        end = self._outcome(place)
        return self.random.choice(
            (
                end,
                end,
                f"first {{ {self.test(place)} -> {end} | {self._outcome(place)} }}",
                f"{self.test(place)} -> {end}",
            )
        )


# -- what becomes of a text


def read(text: str) -> Document | None:
    """Return the model of a text, or None if it has errors."""
    document = read_text(text, "random.game")
    return None if document.root is None or has_errors(validate(document)) else document


@dataclass(frozen=True)
class Worth:
    """How a game plays near its beginning: the positions that were looked at, and their legal moves together."""

    positions: int
    moves: int
    wrong: int
    """Positions in which the rules go wrong."""

    @property
    def is_playable(self) -> bool:
        """Whether somebody can move at all."""
        return self.moves > 0

    @property
    def is_worth_playing(self) -> bool:
        """Whether there are choices, and rules that hold at most positions."""
        return self.positions >= 15 and self.moves >= 1.5 * self.positions and self.wrong * 3 < self.positions


def worth(game: Game, most: int = 40) -> Worth:
    """Return how a game plays: look at *most* positions, breadth first. Positions with too many moves are left out."""
    engine = game.engine
    pending, known = [engine.initial()], set()
    positions = moves = wrong = 0
    for position in pending:
        if positions >= most:
            break
        if position.key in known:
            continue
        known.add(position.key)
        positions += 1
        try:
            node = engine.settle(position)
            moves += len(node.moves)
            if len(pending) < most and len(node.moves) <= MOST_MOVES:
                pending += [engine.take(node, identity) for identity in node.moves]
        except ModelError:
            wrong += 1
    return Worth(positions, moves, wrong)


def census(root: EObject) -> Counter[str]:
    """Return how often each class of filter and value occurs in a model."""
    return Counter(obj.eClass.name for obj in walk(root) if schema().of(obj).supertypes & {"Filter", "Value"})


# -- smaller ones


def reduced(text: str, holds: Callable[[str], bool], most: int = 3000) -> str:
    """Return a text that cannot be made smaller by any one cut so that something still holds of it; try *most* cuts."""
    tried = 0
    while True:
        for smaller in cuts(text):
            tried += 1
            if tried > most:
                return text
            if read(smaller) is not None and holds(smaller):
                text = smaller
                break
        else:
            return text


def cuts(text: str) -> Iterator[str]:
    """Yield texts with something cut out: lines, parts of chains, what is around braces, cells, words."""
    lines = text.splitlines(keepends=True)
    for number in range(len(lines) - 2, 0, -1):
        before, line, after = "".join(lines[:number]), lines[number], "".join(lines[number + 1 :])
        if line.lstrip().startswith("effect") or not line.lstrip().startswith(("board", "players", "pieces", "setup")):
            yield before + after
    for number in range(len(lines) - 2, 0, -1):
        before, line, after = "".join(lines[:number]), lines[number], "".join(lines[number + 1 :])
        words = line.split()
        for first, last in _pieces_of(words):
            yield f"{before}  {' '.join(words[:first] + words[last:])}\n{after}"
        for first, word in enumerate(words):
            if word.endswith("{"):
                last = _closing(words, first)
                yield f"{before}  {' '.join(words[:first] + words[first + 1 : last] + words[last + 1 :])}\n{after}"
                yield f"{before}  {' '.join([*words[: first - 1], *words[first + 1 : last], *words[last + 1 :]])}\n{after}"
    yield from _boards(text)


def _closing(words: list[str], opening: int) -> int:
    """Return where the brace is that closes one."""
    depth = 0
    for place in range(opening, len(words)):
        depth += words[place].endswith("{") - words[place].startswith("}")
        if depth == 0:
            return place
    return len(words)


def _pieces_of(words: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of words that may be left out: parts of chains with their separator, then single words."""
    for first, word in enumerate(words):
        if word in ("->", "|", "or", "and"):
            depth = 0
            for last in range(first + 1, len(words) + 1):
                if last == len(words) or (depth == 0 and words[last] in ("->", "|", "or", "and", "}")):
                    yield first, last
                    break
                depth += words[last].endswith("{") - words[last].startswith("}")
        elif word == "=" or word.endswith("{"):
            depth = 0
            for last in range(first + 1, len(words)):
                if depth == 0 and words[last] in ("->", "|"):
                    yield first + 1, last + 1
                    break
                depth += words[last].endswith("{") - words[last].startswith("}")
                if depth < 0:
                    break
    yield from ((first, first + 1) for first in range(1, len(words)))
    yield from ((first, first + 2) for first in range(1, len(words) - 1))


def _boards(text: str) -> Iterator[str]:
    """Yield texts with a row or column less, or an emptier cell."""
    board, setup = re.search(r"board (\d+)x(\d+)", text), re.search(r'setup \{ (".*) \}', text)
    if board is None or setup is None:
        return
    rows = re.findall(r'"([^"]*)"', setup[1])
    smaller = [rows[1:], rows[:-1], [row[1:] for row in rows], [row[:-1] for row in rows]]
    for place in ((row, column) for row in range(len(rows)) for column in range(len(rows[0]))):
        row, column = place
        if rows[row][column] != ".":
            smaller.append([*rows[:row], rows[row][:column] + "." + rows[row][column + 1 :], *rows[row + 1 :]])
    for left in smaller:
        if left and left[0]:
            drawn = " ".join(f'"{row}"' for row in left)
            yield text.replace(board[0], f"board {len(left[0])}x{len(left)}").replace(setup[0], f"setup {{ {drawn} }}")


def statistics(count: int, first: int = 0) -> None:
    """Print how many games of so many seeds are valid, playable and worth playing, and the classes in these."""
    found: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    for seed in range(first, first + count):
        text = draw(Random(seed))
        document = read(text)
        if document is None:
            codes = {d.code for d in validate(read_text(text, "random.game")) if has_errors([d])}
            found.update(f"  {code}" for code in codes)
            continue
        found["valid"] += 1
        try:
            played = worth(load(document, "interpreter"))
        except ModelError as error:
            found[f"  {error.diagnostics[0].code}"] += 1
            continue
        found["playable"] += played.is_playable
        found["worth playing"] += played.is_worth_playing
        if played.is_worth_playing:
            classes.update(census(document.root).keys())
    for name, number in [*found.most_common(), *classes.most_common()]:
        print(f"{number:>6} {name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["stats"]:
        statistics(int((sys.argv[2:] or ["300"])[0]))
    else:
        print(draw(Random(int((sys.argv[1:] or ["0"])[0]))), end="")
