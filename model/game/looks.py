"""Declarations of how a board looks: where its cells lie, the lines and stars on it, and whose its edges are."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.typing import EObject
from tilewright.model.game.vocabulary import VocabularyParser


class LooksParser(VocabularyParser):
    """Reads declarations of looks."""

    def _drawn_lines(self) -> Iterator[None]:
        """Read ``lines orth, diag at palace through Wall round``."""
        self.next()
        yield
        while True:
            place = self.peek().place
            directions = self.refer("DirectionSet", "DirectionSet")
            line = self.make("BoardLine", place)
            self.declare(line)
            if directions is not None:
                self.add(line, "directions", directions)
            if self.accept("at"):
                region = self.refer("Region", "Region")
                if region is not None:
                    self.add(line, "within", region)
            while self.accept("through"):
                tile = self.refer("Tile", "Tile")
                if tile is not None:
                    self.add(line, "through", tile)
            if self.accept("round"):
                self.add(line, "round", True)
            if directions is not None:
                self.add(self.board, "lines", line)
            if not self.accept(","):
                return

    def _edges(self) -> Iterator[None]:
        """Read ``edges Red up at near, Blue up``."""
        self.next()
        yield
        while True:
            edge = self.make("Edge", self.peek().place)
            self.declare(edge)
            player, directions = self.refer("Player", "Player"), self.refer("DirectionSet", "DirectionSet")
            if self.accept("at"):
                region = self.refer("Region", "Region")
                if region is not None:
                    self.add(edge, "within", region)
            if player is not None and directions is not None:
                self.add(edge, "player", player)
                self.add(edge, "directions", directions)
                self.add(self.board, "edges", edge)
            if not self.accept(","):
                return

    def _axes(self) -> Iterator[None]:
        """Read ``axes (100,0) (50,87)``: the vectors to the next column and to the next row."""
        token = self.next()
        yield
        board: EObject = self.board
        if board.across is not None:
            self.report("duplicate-feature", "a board has one pair of axes", token.place)
        for feature, what in (("across", "where the next column lies"), ("down", "where the next row lies")):
            vector = self.vector(what)
            if getattr(board, feature) is None:
                self.add(board, feature, vector)

    def _drawn_stars(self) -> Iterator[None]:
        """Read ``stars hoshi``."""
        self.next()
        yield
        while True:
            token = self.peek()
            region = self.refer("Region", "Region")
            if region is not None:
                board: EObject = self.board
                self.add(board, "stars", region)
                self.places.record(board, token.place, "stars")
            if not self.accept(","):
                return
