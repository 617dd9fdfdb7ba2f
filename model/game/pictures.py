"""Declarations of what stands where: the pictures ``tiles`` and ``setup``, and ``setup`` with regions.

setup   := 'setup' [zone] ['if' parameter '==' value] legend? '{' (rows ('/' rows)* | placed+) '}'
placed  := 'at' region player? piece
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.typing import EObject
from tilewright.model.game.outline import ChosenSetup, Picture
from tilewright.model.game.structure import StructureParser
from tilewright.model.remedies import Rewrite
from tilewright.model.text.caret import offer
from tilewright.model.text.scanner import Token, TokenKind


class PictureParser(StructureParser):
    """Reads pictures of the cells, and what stands in regions at the start."""

    def _picture(self) -> Iterator[None]:
        """Read ``tiles`` or ``setup``."""
        token = self.next()
        zone = self.next() if token.is_("setup") and self._names_a_grid() else None
        if zone is not None and self.current is not None:
            self.current.names.append(zone.text)
        setting = self._setting() if token.is_("setup") and self._at_choice(0) else None
        self._regions_in_braces(token)
        if token.is_("setup") and self.at("{") and self.peek(1).is_("at"):
            yield from self._setup_in_regions(token, zone, setting)
        elif setting is not None:
            yield from self._chosen_setup(token, zone, setting)
        else:
            yield from self._plain_picture(token)

    def _regions_in_braces(self, word: Token) -> None:
        """Raise ``Failure`` for ``setup at home Man``; a name in a legend has a sign after it."""
        if word.text == "setup" and self.peek().text == "at" and self.peek(1).kind is TokenKind.NAME:
            message = "what stands in regions is said in braces, as in 'setup { at home Man }'"
            raise self.instead(message, self.peek())

    def _names_a_grid(self) -> bool:
        """Return whether the next token is the name of the zone that is set up: what begins a legend is none."""
        is_name = self.peek().kind is TokenKind.NAME and not self._at_choice(0)
        return is_name and (self._at_choice(1) or (self.peek(1).is_("{") and self.peek(2).is_("at")))

    def _at_choice(self, after: int) -> bool:
        """Return whether the word ``if``, which is no name of a legend, stands *after* tokens from here."""
        return self.peek(after).is_("if") and not self.peek(after + 1).is_(":", ".")

    def _plain_picture(self, token: Token) -> Iterator[None]:
        picture = Picture(token, self._legend(token))
        self.expect("{", "before the rows of the picture")
        picture.rows += self._drawn()
        self._end_of_rows()
        if token.text in self.outline.pictures:
            self.report("duplicate-feature", f"a game has one picture '{token.text}'", token.place)
        else:
            self.outline.pictures[token.text] = picture
        self.declare(picture)
        yield

    def _setting(self) -> tuple[Token, Token]:
        """Read ``if p == value``, and return the name of the parameter and what is chosen for it."""
        self.next()
        parameter = self.name("the name of a Parameter")
        self.expect("==", "between a parameter and what is chosen for it")
        value = self.peek()
        self._chosen()
        return parameter, value

    def _setup(self, token: Token, setting: tuple[Token, Token] | None) -> EObject:
        """Make a set-up, of a choice if there is one."""
        if setting is None:
            return self.make("Setup", token.place)
        parameter, value = setting
        when = self.make("Setting", parameter.place, value=value.value)
        self.places.record(when, value.place, "value")
        return self.make("Setup", token.place, when=when)

    def _chosen_setup(self, token: Token, zone: Token | None, setting: tuple[Token, Token]) -> Iterator[None]:
        """Read the pictures of a set-up of a choice: one, or one for each player who has such a zone."""
        picture = ChosenSetup(token, self._legend(token), zone=zone)
        self.expect("{", "before the rows of the picture")
        picture.pictures.append(self._drawn())
        while zone is not None and self.accept("/"):
            picture.pictures.append(self._drawn())
        self._end_of_rows()
        picture.setups += [self._setup(token, setting) for _ in picture.pictures]
        self.outline.setups.append(picture)
        self.declare(picture.setups[0])
        yield
        self._add_setups(zone, setting, picture.setups)

    def _setup_in_regions(
        self, token: Token, zone: Token | None, setting: tuple[Token, Token] | None
    ) -> Iterator[None]:
        """Read what stands in regions, each behind ``at``."""
        setup = self._setup(token, setting)
        self.declare(setup)
        yield
        self._add_setups(zone, setting, [setup])
        self.expect("{", "before what stands in regions")
        while (word := self.accept("at")) is not None:
            placed = self.make("SetupRegion", word.place)
            self._region_of(placed)
            self._refer(placed, "piece", self.name("the name of a Piece"), "Piece")
            self.add(setup, "regions", placed)
            self._no_comma_before_region()
        self.expect("}", "after what stands in regions, each behind 'at'")

    def _region_of(self, placed: EObject) -> None:
        """Read the region of which something is said, and the player whose cells of it are meant, if one is named."""
        owner, following = self.peek(), self.peek(1)
        if self.names.plays(owner.text) and self.names.has(following.text, "Region"):
            meant = f"{following.text} {owner.text}"
            message = f"the player stands behind the region; write 'at {meant}'"
            raise self.instead(message, owner, Rewrite(meant, owner.place, following.place))
        if owner.text == "all" and not self.names.has("all", "Region"):
            message = "'all' is no region; declare one of all cells, as in 'region field = rect (0,0)(7,7)'"
            raise self.instead(message, owner)
        self._refer(placed, "region", self.name("the name of a Region"), "Region")
        offer(self.peek().text, self.names.known_players())
        owner, following = self.peek(), self.peek(1)
        named = (
            owner.kind is TokenKind.NAME and following.kind is TokenKind.INTEGER and not following.text.startswith("-")
        )
        if named or (self.names.plays(owner.text) and not following.is_("at", "}", "div")):
            self._refer(placed, "player", self.next(), "Player")

    def _no_comma_before_region(self) -> None:
        """Raise ``Failure`` if a comma separates what is said of regions."""
        if self.at(","):
            raise self.instead("no comma stands before the next 'at'; leave it out", self.peek())

    def _add_setups(self, zone: Token | None, setting: tuple[Token, Token] | None, setups: list[EObject]) -> None:
        """Give set-ups to the board, or to a zone, and their parameter to each."""
        grid = self.board if zone is None else self.names.find(zone.text, zone.place, "Zone")
        found = None if setting is None else self.names.find(setting[0].text, setting[0].place, "Parameter")
        if grid is None or (setting is not None and found is None):
            return
        for setup in setups:
            if setting is not None:
                self.add(setup.when, "parameter", found)
            self.add(grid, "setups", setup)

    def _legend(self, word: Token) -> dict[str, list[Token]]:
        """Read the names that symbols stand for in one picture alone."""
        legend: dict[str, list[Token]] = {}
        while self.peek().kind is TokenKind.NAME:
            names = [self.next()]
            if self.accept("."):
                names.append(self.name("the name of a State"))
            if self.at("{") and any(zone.name == names[0].text for zone in self.game.zones):
                form = f"'zone {names[0].text} 3x1 {{ \"A..\" }}'"
                message = f"what lies in a zone stands in its declaration, for all blocks alike, as in {form}"
                raise self.instead(message, self.peek())
            self.colon("between a name and its symbol in the picture")
            symbol = self.symbol("a symbol")
            if symbol.text in legend or (word.text == "setup" and symbol.text == "."):
                message = f"the symbol '{symbol.text}' stands for something already"
                self.report("duplicate-symbol", message, symbol.place)
            legend[symbol.text] = names
        return legend

    def _chosen(self) -> str:
        """Read what is chosen for a parameter: a name, a number, or a text in quotes."""
        token = self.peek()
        if token.kind not in (TokenKind.NAME, TokenKind.INTEGER, TokenKind.STRING):
            raise self.unexpected("what is chosen is expected: a name, a number, or a text in quotes")
        return self.next().value
