"""Breaks chains into lines: one line if it fits, else breaks before ``->`` and ``;``, and inside braces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 120
BAR = " | "
ARROW, ASIDE = " -> ", "; "


class Block:
    """A filter with braces: what stands before them, the chains inside, and what stands after them."""

    def __init__(
        self, head: str, chains: Sequence[Chain], tail: str = "", separators: str | Sequence[str] = BAR
    ) -> None:
        """*separators*: what stands between two chains: everywhere, or after the first, the second, …"""
        self.head = head
        self.chains = chains
        self.tail = tail
        self.separators = [separators] * (len(chains) - 1) if isinstance(separators, str) else [*separators]
        # Blocks are made from the inside out, so that nested ones need no recursion.
        self.text = f"{head}{{ "
        for chain, after in zip(chains, [*self.separators, f" }}{tail}"], strict=True):
            self.text += flat(chain) + after

    def followed_by(self, tail: str) -> Block:
        """Return this block with more text after it."""
        return Block(self.head, self.chains, self.tail + tail, self.separators) if tail else self


Item = str | Block


class Chain(list[Item]):
    """The filters of a chain, then those of its asides, which stand after semicolons.

    *asides* are the indices of the first filter of each aside.
    """

    def __init__(self, items: Iterable[Item] = (), asides: Iterable[int] = ()) -> None:
        super().__init__(items)
        self.asides = frozenset(asides)

    def before(self, number: int) -> str:
        """Return the separator between an item and the one before it."""
        return "" if number == 0 else ASIDE if number in self.asides else ARROW

    def aside(self, number: int) -> Chain:
        """Return the aside that begins with an item."""
        return Chain(self[number : min((after for after in self.asides if after > number), default=len(self))])


def flat(chain: Chain) -> str:
    """Return a chain on one line."""
    return "".join(chain.before(number) + _text(item) for number, item in enumerate(chain))


def _text(item: Item) -> str:
    return item if isinstance(item, str) else item.text


def lines(head: str, chain: Chain, indent: int, closing: str = "") -> list[str]:
    """Return the lines of a chain, with *head* before it and *closing* after it; all but the first are indented."""
    whole = f"{head}{flat(chain)}{closing}"
    if len(whole) <= WIDTH or "\n" in whole:
        return whole.split("\n")
    done: list[str] = []
    current = head
    margin = " " * indent
    for number, item in enumerate(chain):
        arrow = chain.before(number)
        begun = margin + arrow.lstrip()
        end = closing if number == len(chain) - 1 else ""
        text = _text(item) + end
        if arrow == ASIDE and len(current) + len(arrow) + len(flat(chain.aside(number))) > WIDTH:
            done.append(current)
            current, arrow = begun, ""
        if len(current) + len(arrow) + len(text) <= WIDTH:
            current += arrow + text
        elif arrow and len(begun) + len(text) <= WIDTH:
            done.append(current)
            current = begun + text
        elif isinstance(item, str):
            if arrow:
                done.append(current)
                current = begun
            current += text
        else:
            if arrow and len(current) + len(arrow) + len(item.head) + 1 > WIDTH:
                done.append(current)
                current = begun
            else:
                current += arrow
            inner = _broken(item, current, indent, end)
            done += inner[:-1]
            current = inner[-1]
    return [*done, current]


def filled(head: str, parts: Iterable[str], indent: int) -> list[str]:
    """Return lines of parts, each with as many as fit, with *head* before the first; all but the first are indented."""
    done: list[str] = []
    current = head
    for part in parts:
        if done or current != head:
            if len(current) + 1 + len(part) > WIDTH:
                done.append(current)
                current = " " * indent + part
                continue
            current += " "
        current += part
    return [*done, current]


def _broken(block: Block, before: str, indent: int, end: str) -> list[str]:
    """Return the lines of a filter whose braces do not fit on one line."""
    result = [f"{before}{block.head}{{"]
    margin = " " * indent
    closing = f" }}{block.tail}{end}"
    ends = ["" if after == BAR else after.rstrip() for after in block.separators]
    for chain, after in zip(block.chains, [*ends, closing], strict=True):
        result += lines(margin + ("| " if BAR in block.separators else ""), chain, indent + 4, after)
    return result
