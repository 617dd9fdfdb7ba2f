"""Little whist: a referee that deals and plays cards as pairs of suit and rank."""

from __future__ import annotations

LIBRARY = None

NAMES = ("North", "South")
SUITS, RANKS = 3, 4
HAND = 6
Card = tuple[int, int]


class LittleWhist:
    """Hands have slots, which become free; the deck has its cards in order, from the first suit on."""

    def __init__(self) -> None:
        self.deck: list[Card | None] = [(suit, rank) for suit in range(SUITS) for rank in range(RANKS)]
        self.hands: list[list[Card | None]] = [[], []]
        self.table: list[Card | None] = [None, None]
        self.tricks = [0, 0]
        self.mover = 0
        self.leading = True

    @property
    def _dealing(self) -> bool:
        return len(self.hands[1]) < HAND

    def moves(self) -> list[str]:
        """Return the cards of the deck that may be dealt, or those of the hand that may be played."""
        if self._dealing:
            return [f"deck.{chr(ord('a') + place)}1" for place, card in enumerate(self.deck) if card is not None]
        hand = self.hands[self.mover]
        led = None if self.leading else self.table[1 - self.mover]
        fitting = {
            place for place, card in enumerate(hand) if card is not None and led is not None and card[0] == led[0]
        }
        own = fitting or {place for place, card in enumerate(hand) if card is not None}
        return [f"{NAMES[self.mover]}.hand.{chr(ord('a') + place)}1" for place in sorted(own)]

    def chances(self) -> dict[str, float]:
        """Return how likely each card of the deck is to be dealt."""
        moves = self.moves()
        return dict.fromkeys(moves, 1 / len(moves))

    def play(self, move: str) -> None:
        """Deal a card, or play one."""
        place = ord(move[-2]) - ord("a")
        if self._dealing:
            dealt = sum(map(len, self.hands))
            self.hands[dealt % 2].append(self.deck[place])
            self.deck[place] = None
            return
        card = self.hands[self.mover][place]
        self.hands[self.mover][place] = None
        if self.leading:
            self.table = [None, None]
        self.table[self.mover] = card
        if not self.leading:
            led = self.table[1 - self.mover]
            assert card is not None and led is not None
            winner = self.mover if card[0] == led[0] and card[1] > led[1] else 1 - self.mover
            self.tricks[winner] += 1
            self.mover = winner
        else:
            self.mover = 1 - self.mover
        self.leading = not self.leading

    def returns(self) -> tuple[int, int] | None:
        """Return who has taken more tricks, once all are taken."""
        if sum(self.tricks) < HAND:
            return None
        north = (self.tricks[0] > self.tricks[1]) - (self.tricks[0] < self.tricks[1])
        return north, -north

    def shown(self, player: int) -> str:
        """Return one's own cards, where the other one has some, what lies on the table, and the tricks."""
        covered = [card is not None for card in self.hands[1 - player]]
        return f"{self.hands[player]} {covered} {self.table} {self.tricks} {self.leading}"


RIVALS = {"little-whist": LittleWhist}
