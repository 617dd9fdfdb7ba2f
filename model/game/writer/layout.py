"""Lines: a chain stands on one line if it fits, else it is broken before ``->`` and inside braces."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 120
BAR = " | "


class Block:
    """A filter with braces: what stands before them, the chains inside, and what stands after them."""

    def __init__(self, head: str, chains: Sequence[Chain], tail: str = "", separator: str = BAR) -> None:
        self.head = head
        self.chains = chains
        self.tail = tail
        self.separator = separator
        # Made from the inside out, so that blocks in blocks need no recursion.
        self.text = f"{head}{{ {separator.join(map(flat, chains))} }}{tail}"

    def followed_by(self, tail: str) -> Block:
        """Return this block with more after it."""
        return Block(self.head, self.chains, self.tail + tail, self.separator) if tail else self


Item = str | Block
Chain = list[Item]


def flat(chain: Chain) -> str:
    """Return a chain on one line."""
    return " -> ".join(map(_text, chain))


def _text(item: Item) -> str:
    return item if isinstance(item, str) else item.text


def lines(head: str, chain: Chain, indent: int, closing: str = "") -> list[str]:
    """Return the lines of a chain after its head; those after the first are indented."""
    whole = f"{head}{flat(chain)}{closing}"
    if len(whole) <= WIDTH or "\n" in whole:
        return whole.split("\n")
    done: list[str] = []
    current = head
    arrow = ""
    margin = " " * indent
    for number, item in enumerate(chain):
        end = closing if number == len(chain) - 1 else ""
        text = _text(item) + end
        if len(current) + len(arrow) + len(text) <= WIDTH:
            current += arrow + text
        elif arrow and len(margin) + 3 + len(text) <= WIDTH:
            done.append(current)
            current = f"{margin}-> {text}"
        elif isinstance(item, str):
            if arrow:
                done.append(current)
                current = f"{margin}-> "
            current += text
        else:
            if arrow and len(current) + len(arrow) + len(item.head) + 1 > WIDTH:
                done.append(current)
                current = f"{margin}-> "
            else:
                current += arrow
            inner = _broken(item, current, indent, end)
            done += inner[:-1]
            current = inner[-1]
        arrow = " -> "
    return [*done, current]


def _broken(block: Block, before: str, indent: int, end: str) -> list[str]:
    """Return the lines of a filter whose braces do not fit on one line."""
    result = [f"{before}{block.head}{{"]
    margin = " " * indent
    closing = f" }}{block.tail}{end}"
    for number, chain in enumerate(block.chains):
        is_last = number == len(block.chains) - 1
        bar = "| " if block.separator == BAR and len(block.chains) > 1 else ""
        result += lines(margin + bar, chain, indent + 4, closing if is_last else "")
    return result
