"""The names of a game in the notation, and what they refer to.

Several elements of a kind may have the same name as long as it is not used. A bare name in a pattern means the Piece,
else the Group, else the Tile, else the State of that name; ``Tile.State`` names the state of one tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilewright.metamodel.typing import EObject
from tilewright.model.cell_names import CELL_NAME, column_called
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Use
from tilewright.model.hints import Hint, Hints, did_you_mean, nearest
from tilewright.model.places import Place, Places
from tilewright.model.remedies import Declare, Insert, Remedy, Replace, Rewrite
from tilewright.model.text.caret import offer

_GAME_FEATURES = {
    "Player": "players",
    "Piece": "pieces",
    "DirectionSet": "directionSets",
    "Region": "regions",
    "Zone": "zones",
    "Mark": "marks",
    "Counter": "counters",
    "Constant": "constants",
    "Phase": "phases",
    "SubPipeline": "subPipelines",
    "Parameter": "parameters",
    "Group": "groups",
    "Attribute": "attributes",
}

STANDING = ("Piece", "Group", "Tile", "State")
"""The kinds of elements that a pattern may name, in the order in which a name is looked up."""

NUMBERS = ("Counter", "Constant", "Parameter", "Attribute", "Value")
"""The kinds of elements that a value may name, in the order in which a name is looked up."""

SUMMED = ("Counter", "Constant", "Attribute")
"""The same where a chain in braces follows, which gives the cells over which the value is summed."""

CELLS = ("Region", "Zone", "Mark")
"""The kinds of elements that are sets of cells."""

_WORDS = {"SubPipeline": "chain", "DirectionSet": "set of directions"}
"""What kinds of elements are called in messages, where that is not the name of their class."""

_DECLARATIONS = {
    "Piece": "pieces {}:x",
    "DirectionSet": "directions {} = (1,0) (0,1) (-1,0) (0,-1)",
    "Region": "region {} = row 0",
    "Zone": "zone {} 5x1",
    "Mark": "mark {}",
    "Counter": "counter {}",
    "Constant": "constant {} = row",
    "Phase": "phases {}",
    "Attribute": "pieces Man:m {{ {} 1 }}",
    "Parameter": "parameter {} 2..9 = 8",
}
"""Examples of declarations by kind, for messages; ``{}`` stands for the name."""

_WAYS = {
    ("n", "north", "up"): "(0,-1)",
    ("s", "south", "down"): "(0,1)",
    ("e", "east", "right"): "(1,0)",
    ("w", "west", "left"): "(-1,0)",
    ("ne", "northeast", "upright"): "(1,-1)",
    ("nw", "northwest", "upleft"): "(-1,-1)",
    ("se", "southeast", "downright"): "(1,1)",
    ("sw", "southwest", "downleft"): "(-1,1)",
    ("diag", "diagonal", "diagonals"): "(1,1) (1,-1) (-1,1) (-1,-1)",
}
"""The vectors of sets of directions by names that say them; row 0 is the upper one."""

_ALONE = "; to test for it, write '{0}' as a filter of its own"
_REMEDIES = {
    ("Region", "Tile"): _ALONE + "; for its cells, declare a region, as in 'region cells = tiles {0}'",
    ("Region", "Piece"): _ALONE,
    ("Region", "State"): _ALONE,
    ("Piece", "State"): "; a State stands alone, without own or enemy",
    ("State", "Piece"): "; write 'set own {0}' or 'set enemy {0}'",
    ("Parameter", "Attribute"): "; a counter that is carried may begin with it alone, as in 'cell carried = {0}'; for "
    "others list a number for each cell, as in '= {{ 3 0 2 }}', or let a rule set ':= {0}'",
    (
        "Parameter",
        "Counter",
    ): "; a counter changes in play: write a condition for each case, as in 'if {0} == 1 {{ … }}'",
    ("State", "Mark"): "; for the kind of piece that stands on it, write 'set like {0}'",
}
"""Advice for messages, by the kind that is expected and the kind that the name has; ``{0}`` stands for the name."""

_BEFORE = {("State", "Piece"): ("own", "enemy"), ("State", "Mark"): ("like",)}
"""Words one of which stands before the name, by the kind that is expected and the kind that the name has."""

DRAWN = (
    "cards are drawn by a rule of nature, such as "
    "'chance Deal = goto deck -> piece -> select card -> goto hand -> empty -> pick -> move card'"
)
_THROWN = "a die is thrown by a rule of nature, such as 'chance Roll = amount die 1..6 -> turn mover'"
FAR = (
    "no value is a distance: whether something is near is asked by 'has { repeat 0..2 { step orth } -> at from }', "
    "along lines alone by 'has { step orth 0..2 -> at from }', where 'directions' declares orth"
)
AGAIN = "'repeated 3' holds if the position has occurred three times, this time included"
"""How positions that have come again are asked for."""
REPETITIONS = ("repetition", "repetitions", "threefold")
"""Words for positions that have come again, for which the notation has ``repeated``."""
NEIGHBOURS = ("neighbour", "neighbours", "neighbor", "neighbors", "adjacent")
"""Words for the cells beside, for which the notation has none."""
THERE = "that there is such a cell is asked by 'has { own }', or 'has { goto all -> own }' for the whole board"
"""How it is asked whether there is a cell."""
BESIDE = (
    "what stands beside is found by 'step orth -> own', and 'where { step orth -> own }' keeps the cells beside which "
    "it stands, where 'directions' declares orth"
)
"""How cells beside others are found."""
_NOT_THERE = "that there is no such cell is said by 'no { own }', or 'no { goto all -> own }' for the whole board"
GOES_ON = "the player to move goes on by 'turn same'"
ANOTHER_TURN = ("again", "another", "extra")
"""Words that are likely to be tried where the player to move goes on."""
_BEST = "'most n' leaves the cells whose number is the greatest, 'least n' those whose number is the least"
ROUND = ("opposite", "reverse", "reversed", "back", "backward", "backwards")
"""Words for the direction that leads back, for which the notation has ``bend``."""
_TURNED = (
    "the direction turns round by 'bend orth 2', where 'directions' declares orth as four in the order of a circle: 2 "
    "is half of them"
)
_OUT = (
    "a player who is out is marked, as by 'out := 1' with 'counter out per', and passed over: "
    "'turn next { if out == 0 }'"
)
_STUCK = (
    "'stuck = …' is a declaration, on a line of its own, as in 'stuck = lose': it says what happens to a player "
    "without a move"
)
_MEANT = {
    "as": "as whom a chain is read stands before its braces, as in 'has as enemy { … }' or 'do as enemy { … }'",
    "not": "a condition is denied by 'no { … }', that on each cell by 'wherenot { … }', a pattern by '!' before it",
    "when": "a condition is a filter itself, or 'has { … }'; what depends on one is said by 'if own { … } else { … }'",
    "unless": "that something must not be is said by 'no { … }'",
    "else": "it stands after the braces of a condition: if own { … } else { … }",
    "and": "conditions that must all hold follow one another, with '->' between",
    **dict.fromkeys(NEIGHBOURS, "the cells beside are those of 'step orth', where 'directions' declares orth"),
    "jump": "'step orth 2' leads two cells on",
    "slide": "'step orth * through empty' leads along a line of empty cells, where 'directions' declares orth",
    "stuck": _STUCK,
    "stalemate": _STUCK,
    "over": "'over = …' is a declaration, on a line of its own: it says what happens when nobody has a move",
    "distance": FAR,
    "eliminate": _OUT,
    "eliminated": _OUT,
    "out": _OUT,
    "connected": "'flood orth own' leads to what is connected",
    **dict.fromkeys(
        ("connect", "connects", "connecting"),
        "that own pieces join two sides is asked by 'has { goto near -> own -> flood orth own -> at far }', where "
        "'near' and 'far' are regions",
    ),
    **dict.fromkeys(
        ("push", "pushes"),
        "who pushes moves twice: 'step orth -> empty -> move prey -> goto prey -> move from', where 'prey' is the mark "
        "of what is pushed, and 'from' that of what pushes",
    ),
    **dict.fromkeys(
        ("rotate", "rotates"),
        "which way a piece faces is a number that it carries, as in 'counter face cell carried 0..3', and it turns by "
        "'face := (face + 1) mod 4'",
    ),
    "row": "'aligned 3 own' keeps the cells that lie in a row of three",
    "click": "the click is 'select'",
    "last": "'pick last' keeps the last cell, 'pick' the first one",
    **dict.fromkeys(("exists", "exist", "some"), THERE),
    **dict.fromkeys(("none", "nothing", "nobody"), _NOT_THERE),
    **dict.fromkeys(
        ("undo", "revert"), "no rule takes a move back; what must not be after a move is said by 'ensure = no { … }'"
    ),
    **dict.fromkeys(("max", "min", "maximum", "minimum"), _BEST),
    **dict.fromkeys(ANOTHER_TURN, GOES_ON),
    **dict.fromkeys(("beside", "near"), BESIDE),
    **dict.fromkeys(ROUND, _TURNED),
    "on": "which cells lie somewhere is asked by 'at', as in 'at goal'",
    "same": "'like from' holds for a piece of the same kind as the one on the mark 'from'",
    "while": "'repeat maximal { if n > 0 -> … }' runs a chain again and again, as long as it can",
    "until": "'repeat maximal { if n > 0 -> … }' runs a chain again and again, as long as it can",
    **dict.fromkeys(REPETITIONS, AGAIN),
    "loop": "'repeat 1..* { … }' runs a chain again and again",
    "for": "'do each { … }' runs a chain for each cell, 'repeat 3 { … }' three times",
    "take": "'set empty' takes away what stands there",
    "capture": "'set empty' takes away what stands there",
    "remove": "'set empty' takes away what stands there",
    "kill": "'set empty' takes away what stands there",
    "eat": "'set empty' takes away what stands there",
    "delete": "'set empty' takes away what stands there",
    "put": "'set own' puts a piece there, as in 'set own Man'",
    "place": "'set own' puts a piece there, as in 'set own Man'",
    "promote": "'set own' makes another piece of it, as in 'set own King'",
    "flip": "'set own' makes it one's own, 'set own King' another piece of the player",
    "reveal": "who sees cells is said by 'sight = …' and of a zone by 'owner' or 'hidden'; what all shall see is moved "
    "to a zone that all see",
    "pass": 'a pass is a move without a cell: option "pass"',
    "end": "the game is ended by win, lose, draw or score; the turn ends with the move, or by 'turn next' in it",
    "shuffle": f"nothing is shuffled: {DRAWN}",
    "deal": DRAWN,
    "random": f"what is random is a move of nature: {_THROWN}",
    "roll": _THROWN,
    "discard": "what is discarded is moved, as by 'goto pile -> empty -> pick -> move card'; 'set empty' takes it away",
}
"""Words that are no filters but likely to be tried, and what to write instead."""

_SYNONYMS = {
    "opponent": "enemy",
    "opponents": "enemy",
    "other": "enemy",
    "others": "enemy",
    "foe": "enemy",
    "allies": "ally",
    "friend": "ally",
    "partner": "ally",
    "teammate": "ally",
    "mine": "own",
    "vacant": "empty",
    "occupied": "piece",
}
"""Words that are no patterns but likely to be tried, and the pattern that is meant."""

_ENDS = {
    **dict.fromkeys(("tie", "tied"), "draw"),
    **dict.fromkeys(("loss", "loses", "lost"), "lose"),
    **dict.fromkeys(("victory", "wins", "won"), "win"),
}
"""Words for ends of the game that are none, and the filter that is meant."""

_SET = ("empty", "own", "enemy", "like")
"""The words that may stand after ``set`` in place of a state."""
_LIKE = 0.8
"""How similar a declared name is to a word of these tables where the name is proposed, and not what is in the table."""

_MOST_RELATED = 8


def states_of(tile: EObject) -> list[EObject]:
    """Return all states of a tile, the initial one first."""
    initial = [] if tile.initialState is None else [tile.initialState]
    return [*initial, *tile.states]


class NamedElements:
    """The named elements of a game, by kind."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._hints = Hints()
        self._tables: dict[str, dict[str, list[EObject]]] = {}
        self.players: tuple[EObject, ...] = ()
        """The players in their order; nature is none of them."""
        self.nature: EObject | None = None
        self._board: EObject | None = None
        self.implicit: set[EObject] = set()
        """Elements that no declaration names: the plain tile, empty states, and the states of players' pieces."""
        self.lacks_chains = False
        """Whether a declaration of a chain could not be read, so that an unknown name may be that of a chain."""
        self.parameters: tuple[str, ...] = ()
        """The names of the parameters of the chain that is read."""
        self.refused: set[str] = set()
        """The names in declarations that could not be read: that one of them is unknown is not reported."""
        self.following: list[Place] = []
        """Where such names stand."""
        self.diagnostics: list[Diagnostic] = []
        self.uses: list[Use] = []
        """Where elements are named, in the order of reading."""
        self._recorded: set[Use] = set()
        self.told: Callable[[Diagnostic], Diagnostic] = lambda found: found
        """Returns what is reported instead of a diagnostic about a name, where the name is the argument of a chain."""
        self.reserved: frozenset[str] = frozenset()
        """The words that are read as filters and patterns, where one may begin."""
        self.patterns: tuple[str, ...] = ()
        """Those of them that are read as patterns."""

    def collect(self, game: EObject) -> None:
        """Enter the names of all elements of a game."""
        for kind, feature in _GAME_FEATURES.items():
            self._enter(kind, getattr(game, feature))
        self.players = tuple(game.players)
        self._board = game.board
        self.nature = game.nature
        if self.nature is not None:
            self._enter("Player", (self.nature,))
        self._enter("Tile", game.board.tiles)
        self._enter("State", (state for tile in game.board.tiles for state in states_of(tile)))

    def _enter(self, kind: str, elements: Iterable[EObject]) -> None:
        table = self._tables.setdefault(kind, {})
        for obj in elements:
            if obj.name:  # no text names what has an empty name; where a line ends, the next word is empty
                table.setdefault(obj.name, []).append(obj)

    def has(self, name: str, *kinds: str) -> bool:
        """Return whether an element of one of these kinds is called *name*."""
        return any(name in self._tables.get(kind, {}) for kind in kinds)

    def plays(self, name: str) -> bool:
        """Return whether a player is called *name*; nature is none."""
        return self.has(name, "Player") and not self.is_nature(name)

    def is_nature(self, name: str) -> bool:
        """Return whether nature is called *name*."""
        return self.nature is not None and self.nature.name == name

    def known_players(self) -> list[str]:
        """Return the names of all players; nature is none."""
        return [name for name in self.known("Player") if self.plays(name)]

    def name_value(self, name: str, declared: EObject) -> None:
        """Enter the name of a named value, which is no element of the game."""
        self._tables.setdefault("Value", {}).setdefault(name, []).append(declared)

    def means_value(self, name: str) -> bool:
        """Return whether a name in a value is that of a named value."""
        return self.has(name, "Value") and not self.has(name, *NUMBERS[:-1])

    def is_known(self, name: str) -> bool:
        """Return whether anything is called *name*."""
        return any(name in table for table in self._tables.values())

    def all_of(self, name: str, kind: str) -> list[EObject]:
        """Return all elements of a kind that are called *name*."""
        return self._tables.get(kind, {}).get(name, [])

    def known(self, *kinds: str) -> list[str]:
        """Return the names of all elements of some kinds."""
        return [name for kind in kinds for name in self._tables.get(kind, {})]

    def listed(self, *kinds: str) -> list[str]:
        """Return the names of all elements of some kinds that a declaration names."""
        tables = (self._tables.get(kind, {}) for kind in kinds)
        return [name for table in tables for name, found in table.items() if not self.implicit.issuperset(found)]

    def counted(self, name: str, whose: str = "") -> str:
        """Return the chain in braces that finds what is on cells, with *whose* they are; nothing if none have the name.

        Of a mark these are its cells, of other cells those on which something stands.
        """
        if not self.has(name, *CELLS):
            return ""
        chain = " ".join(word for word in ("goto", whose, name) if word)
        return f"{{ {chain} }}" if self.has(name, "Mark") else f"{{ {chain} -> piece }}"

    def find(self, name: str, place: Place, *kinds: str) -> EObject | None:
        """Return the only element called *name* of the first of the kinds that has any, and record the use.

        If there is none, or if there are several, report that at *place* and return None.
        """
        for kind in kinds:
            found = self.all_of(name, kind)
            if len(found) == 1:
                self.use(place, found[0])
                return found[0]
            if found:
                self._ambiguous(name, place, kind, found)
                return None
        other = next((kind for kind, table in self._tables.items() if name in table), None)
        if other is not None:
            remedy = _REMEDIES.get((kinds[0], other), "").format(name)
            message = f"'{name}' is {_one(other)}; {_one(either(kinds))} is expected here{remedy}"
            related = (Related(f"the {either((other,))} '{name}'", self._places.of(self.all_of(name, other)[0])),)
            remedies = tuple(Insert(word) for word in _BEFORE.get((kinds[0], other), ()))
            self.diagnostics.append(self.told(diagnose("wrong-reference-type", message, place, related, remedies)))
        else:
            self.unknown(name, place, *kinds)
        return None

    def use(self, place: Place, element: EObject) -> None:
        """Record that an element is named at a place, once."""
        use = Use(place, element)
        if use not in self._recorded:
            self._recorded.add(use)
            self.uses.append(use)

    def unknown(self, name: str, place: Place, *kinds: str) -> None:
        """Report a name that no element of these kinds has, with a near miss or an example of its declaration."""
        if name in self.refused:
            self.following.append(place)
            return
        listed = self.listed(*kinds)
        owned: Hint | None = None
        if kinds == STANDING and name in _SYNONYMS:
            hint = self._declared_like(name, listed) or did_you_mean(name, _SYNONYMS[name])
        else:
            words = self.patterns if kinds == STANDING else _SET if kinds == ("State",) else ()
            offer(name, self.known(*kinds))  # what no declaration names may stand there, too, but is hardly meant
            known = listed if kinds == STANDING else self.known(*kinds)
            unset = [piece for piece in self.known("Piece") if not self.has(piece, "State")]
            owned = self._declared_like(name, unset, "own ") if kinds == ("State",) else None
            hint = owned or self._hints.near_miss(name, [*known, *words, *self.parameters], listed=listed)
        message = f"no {either(kinds)} is called '{name}'{hint}"
        if kinds == ("State",) and not hint.remedies:
            message += "; a piece of the player is set by 'set own', and 'set empty' takes away what stands there"
        remedies: tuple[Remedy, ...] = hint.remedies
        if owned is not None:  # two words, and no name that would stand in quotes
            remedies = tuple(Rewrite(one.right, place) for one in owned.remedies)
        declaration = self._declaration(name, kinds[0])
        if name in self.reserved and kinds[0] not in NUMBERS:
            message = f"'{name}' is a reserved word of the notation, and no {either(kinds)} is called so{hint}"
        elif declaration is not None and not remedies:
            meant = [declaration]
            if kinds == CELLS and declaration == _DECLARATIONS["Region"].format(name):
                meant.append(_DECLARATIONS["Mark"].format(name))  # no cell: one that the move has come by may be meant
            message += "; declare it, as in " + " or ".join(f"'{each}'" for each in meant)
            remedies = tuple(map(Declare, meant))
        self.diagnostics.append(self.told(diagnose("unresolved-reference", message, place, remedies=remedies)))

    def _declared_like(self, name: str, declared: Iterable[str], before: str = "") -> Hint | None:
        """Return the hint that proposes a declared name for a word that is a likely slip; None if none is like it.

        *before* is written before the name.
        """
        folded = {one.casefold(): one for one in declared}
        close = nearest(name.casefold(), folded, least=_LIKE) if self._hints.take() else None
        return None if close is None else did_you_mean(name, f"{before}{folded[close]}")

    def _declaration(self, name: str, kind: str) -> str | None:
        """Return an example of a declaration of an element of a kind; None if there is none."""
        if kind == "Region" and self._is_cell(name):
            return f"region {name} = cells {name}"
        if kind == "DirectionSet":
            plain = name.casefold().replace("_", "")
            vectors = next((vectors for names, vectors in _WAYS.items() if plain in names), None)
            if vectors is not None:
                return f"directions {name} = {vectors}"
        example = _DECLARATIONS.get(kind)
        return None if example is None else example.format(name)

    def _is_cell(self, name: str) -> bool:
        """Return whether a cell of the board is called *name* in moves."""
        cell, board = CELL_NAME.fullmatch(name), self._board
        if cell is None or board is None:
            return False
        return bool(column_called(cell[1]) < board.width and int(cell[2]) <= board.height)

    def unclaimed(self, word: str, meaning: str, place: Place, *kinds: str) -> None:
        """Report a word of the notation, with its *meaning*, if an element of one of these kinds has it as its name."""
        found = next((obj for kind in kinds for obj in self.all_of(word, kind)), None)
        if found is None:
            return
        kind = found.eClass.name
        message = f"'{word}' is {meaning}, and {_one(kind)} is called so, too; give the {kind} another name"
        related = (Related(f"the {kind} '{word}'", self._places.of(found)),)
        self.diagnostics.append(diagnose("ambiguous-reference", message, place, related))

    def shadowed(self, word: str, place: Place) -> None:
        """Warn of a word that is read as a filter if an element that could be meant instead is called so, too."""
        for kind in ("SubPipeline", "Piece", "Group", "Tile"):
            for found in self.all_of(word, kind)[:1]:
                called = either((kind,))
                message = (
                    f"'{word}' is a reserved word: it is read as the filter of the notation, and not as the {called} "
                    "of this name"
                )
                related = (Related(f"the {called} '{word}'; give it another name", self._places.of(found)),)
                self.diagnostics.append(diagnose("shadowed-name", message, place, related))

    def settable(self, name: str, place: Place) -> EObject | None:
        """Return the State that ``set NAME`` refers to: the first one, if each tile has at most one of this name.

        The effect gives each cell the State of this name of its tile. If a tile has several, ``find`` reports that.
        """
        found = self.namesakes(name)
        if not found:
            return self.find(name, place, "State")
        self.use(place, found[0])
        return found[0]

    def namesakes(self, name: str) -> list[EObject]:
        """Return the States of this name, each of a different tile; none if a tile has several."""
        found = self.all_of(name, "State")
        return found if len({state.eContainer() for state in found}) == len(found) else []

    def unknown_filter(
        self, name: str, place: Place, keywords: Iterable[str], templates: Iterable[str]
    ) -> Diagnostic | None:
        """Return what is wrong with a name that stands where a filter should but is none; *keywords* begin filters.

        *templates* are the names of chains with parameters. Nothing is wrong with a name that a chain may have which
        could not be read.
        """
        kind = next((kind for kind in CELLS if self.has(name, kind)), None)
        if kind is not None:
            message = f"'{name}' is {_one(kind)}: 'goto {name}' goes to it, 'at {name}' asks for it"
            related = (Related(f"the {kind} '{name}'", self._places.of(self.all_of(name, kind)[0])),)
            remedies = (Insert("goto"), Insert("at"))
            return diagnose("wrong-reference-type", message, place, related, remedies)
        if self.has(name, "DirectionSet"):
            message = f"'{name}' is {_one('DirectionSet')}: 'step {name}' goes one cell along them"
            related = (Related(f"the directions '{name}'", self._places.of(self.all_of(name, "DirectionSet")[0])),)
            return diagnose("wrong-reference-type", message, place, related, (Insert("step"),))
        if self.has(name, "Phase"):
            message = f"'{name}' is {_one('Phase')}: 'phase {name}' begins it, 'in {name}' asks whether it has begun"
            related = (Related(f"the Phase '{name}'", self._places.of(self.all_of(name, "Phase")[0])),)
            return diagnose("wrong-reference-type", message, place, related, (Insert("phase"), Insert("in")))
        if name in self.refused:
            self.following.append(place)
            return None
        if self.lacks_chains and not any(name in table for table in (_MEANT, _SYNONYMS, _ENDS)):
            return None
        words = [word for word in keywords if word.isalpha()]
        declared = [*self.listed("SubPipeline", *STANDING), *templates, *self.parameters]
        if name in _SYNONYMS or name in _ENDS:
            meant = _SYNONYMS.get(name) or _ENDS[name]
            hint = self._declared_like(name, declared) or did_you_mean(name, meant)
        elif name in _MEANT:
            hint = self._declared_like(name, declared) or Hint(f"; {_MEANT[name]}")
        else:
            offer(name, self.known(*STANDING))
            known = [*declared, *words]
            hint = self._hints.near_miss(name, known, listed=known, first=declared)
        message = f"no filter, {either(('SubPipeline', *STANDING))} is called '{name}'{hint}"
        return diagnose("unresolved-reference", message, place, remedies=hint.remedies)

    def state_of(self, tile: EObject, name: str, place: Place) -> EObject | None:
        """Return the only state of a tile called *name*; report none, or several, and return None."""
        states = [state for state in states_of(tile) if state.name == name]
        if len(states) == 1:
            self.use(place, states[0])
            return states[0]
        if states:
            self._ambiguous(name, place, "State", states)
        else:
            known = [state.name for state in states_of(tile) if state.name is not None]
            hint = self._hints.near_miss(name, known)
            message = f"the Tile '{tile.name}' has no State '{name}'{hint}"
            self.diagnostics.append(diagnose("unresolved-reference", message, place, remedies=hint.remedies))
        return None

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        """Return the nearest of the known names; None if none is near, and after many hints."""
        return nearest(name, known) if self._hints.take() else None

    def _ambiguous(self, name: str, place: Place, kind: str, found: list[EObject]) -> None:
        places = dict.fromkeys(self._places.of(obj) for obj in found)
        related = tuple(Related(f"a {kind} '{name}'", one) for one in list(places)[:_MOST_RELATED])
        message = f"{len(found)} elements of class {kind} are called '{name}'"
        qualified: list[str] = []
        if kind == "State":
            qualified = list(dict.fromkeys(f"{state.eContainer().name}.{name}" for state in found))[:_MOST_RELATED]
            message += f"; write {' or '.join(qualified)}"
        remedies = tuple(Replace(name, one) for one in qualified)
        self.diagnostics.append(diagnose("ambiguous-reference", message, place, related, remedies))


def counted_beside(pattern: str) -> str:
    """Return how the cells beside for which a pattern holds are counted."""
    meant = f"count {{ step orth -> {pattern} }}"
    return (
        f"the cells beside are counted by '{meant}', as in 'if {meant} >= 1 {{ … }}', where 'directions' declares orth"
    )


def either(kinds: tuple[str, ...]) -> str:
    """Return the words for kinds, joined by commas and "or"."""
    *others, last = (_WORDS.get(kind, kind) for kind in kinds)
    return f"{', '.join(others)} or {last}" if others else last


def _one(kind: str) -> str:
    """Return the word for a kind with its article."""
    word = _WORDS.get(kind, kind)
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word}"
