"""Declarations of how a board looks: the lines on it and its stars."""

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
