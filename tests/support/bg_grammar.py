"""A strict recogniser of the class form of the older dialect: the order, the mandatory parts and the names of its grammar.

It is as strict as the parser that Xtext makes of the grammar: every part stands in its place, words of the grammar are no
names, and a reference is a qualified name, made of ``name`` features, that one element of the right class has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

RULES = {
    "Game": "'Game' name { 'turnPolicy' <TurnBased|Simultaneous> 'initialPlayer' @Player 'board' Board 'players' {Player} }",
    "Board": "'checkered' 'Board' { 'width' INT 'height' INT 'tiles' {Tile} ?('legalMovesPipeline' LegalMovesPipeline)"
    " ?('effectPipeline' EffectPipeline) 'tileplacement' {TilePlacement} }",
    "Player": "'Player' name { 'hexColor' TEXT 'associatedState' @State }",
    "Tile": "'Tile' TEXT { 'hexColor' TEXT 'name' name 'states' {State} ?('transitions' {Transition}) 'initialState' State }",
    "State": "'State' name { 'hexColor' TEXT ?('outbound' (@Transition)) ?('inbound' (@Transition)) }",
    "Transition": "'Transition' name { 'source' (@State) 'target' @State }",
    "TilePlacement": "'TilePlacement' { 'row' INT 'column' INT 'tile' @Tile ?('initialState' @State) }",
    "LegalMovesPipeline": "'LegalMovesPipeline' { ?('filters' {Filter}) }",
    "EffectPipeline": "'EffectPipeline' { ?('filters' {Filter}) }",
    "PatternFilter": "'PatternFilter' name { ?('nextFilter' Filter) 'patterns' {Pattern} }",
    "IterativeFilter": "'IterativeFilter' name { ?('nextFilter' Filter) 'directionVectors' {RelativeCoordinate}"
    " 'matchRule' Pattern 'endRule' Pattern }",
    "StateEffectFilter": "'StateEffectFilter' name { 'stateSelection' <CurrentPlayer|OtherPlayer|StateBased>"
    " ?('targetState' @State) ?('nextFilter' Filter) }",
    "WinConditionFilter": "'WinConditionFilter' name { ?('nextFilter' Filter) 'patterns' {Pattern} }",
    "Pattern": "'Pattern' name { ?('stateSelection' <CurrentPlayer|OtherPlayer|StateBased>) ?('matchState' @State)"
    " 'relativecoordinates' {RelativeCoordinate} }",
    "RelativeCoordinate": "'RelativeCoordinate' { 'x' INT 'y' INT }",
}
"""The rules: 'word', name, TEXT (a word or a string), INT, <one|of>, @Class (a reference), {Class} and (@Class) for lists
with commas, ?( … ) for what may be missing, and bare braces."""

FILTERS = ("PatternFilter", "IterativeFilter", "StateEffectFilter", "WinConditionFilter")
KEYWORDS = {
    word
    for rule in RULES.values()
    for word in re.findall(r"'(\w+)'|(?<=[<|])(\w+)(?=[|>])", rule)
    for word in word
    if word
}
KEYWORDS |= {"true", "false"}

_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n\r]*|/\*.*?\*/)|(?P<word>\^?[A-Za-z_][A-Za-z_0-9]*)|(?P<int>[0-9]+)"""
    r"""|(?P<string>"(?:\\.|[^\\"])*"|'(?:\\.|[^\\'])*')|(?P<sign>[{}(),-])""",
    re.S,
)
_PART = re.compile(r"'(\w+)'|(name|TEXT|INT)\b|<([\w|]+)>|\(@(\w+)\)|@(\w+)|\{(\w+)\}|(\?\()|([{})])|(\w+)")


class Refused(ValueError):
    """The text is not of the grammar. It says where, and what was expected."""


@dataclass
class _Element:
    kind: str
    name: str | None = None
    inside: _Element | None = None

    def path(self) -> list[str]:
        above = [] if self.inside is None else self.inside.path()
        return above if self.name is None else [*above, self.name]


@dataclass
class _Recogniser:
    tokens: list[tuple[str, str, int]]
    at: int = 0
    elements: list[_Element] = field(default_factory=list)
    references: list[tuple[str, str, _Element, int]] = field(default_factory=list)

    def refuse(self, expected: str) -> Refused:
        kind, text, offset = self.tokens[self.at]
        return Refused(f"at {offset}: {expected} expected, not {text or kind!r}")

    def take(self, kind: str, text: str | None, expected: str) -> str:
        found = self.tokens[self.at]
        if found[0] != kind or (text is not None and found[1] != text):
            raise self.refuse(expected)
        self.at += 1
        return found[1]

    def is_next(self, text: str) -> bool:
        return self.tokens[self.at][1] == text and self.tokens[self.at][0] in ("word", "sign")

    def text(self, expected: str) -> str:
        kind, text, _ = self.tokens[self.at]
        if kind == "word" and text in KEYWORDS:
            raise self.refuse(f"{expected}, no word of the grammar,")
        if kind not in ("word", "string"):
            raise self.refuse(expected)
        self.at += 1
        return text.removeprefix("^") if kind == "word" else _unescaped(text[1:-1])

    def rule(self, kind: str, inside: _Element | None) -> None:
        if kind == "Filter":
            kind = next((name for name in FILTERS if self.is_next(name)), "")
            if not kind:
                raise self.refuse("a filter")
        element = _Element(kind, inside=inside)
        self.elements.append(element)
        self.parts(list(_PART.finditer(RULES[kind])), element)

    def parts(self, parts: list[re.Match[str]], element: _Element) -> None:
        number = 0
        while number < len(parts):
            part = parts[number]
            if part[7]:  # an optional group
                end = next(n for n in range(number, len(parts)) if parts[n][8] == ")")
                group = parts[number + 1 : end]
                if self.is_next(group[0][1]):
                    self.parts(group, element)
                number = end + 1
                continue
            self.part(part, element)
            number += 1

    def part(self, part: re.Match[str], element: _Element) -> None:
        word, terminal, choice, many_references, reference, many, _, brace, single = part.groups()
        if word:
            self.take("word", word, f"'{word}'")
        elif terminal == "INT":
            if self.is_next("-"):
                self.at += 1
            self.take("int", None, "a number")
        elif terminal:
            text = self.text("a name")
            element.name = text if terminal == "name" else element.name
        elif choice:
            if self.take("word", None, choice) not in choice.split("|"):
                raise self.refuse(choice)
        elif reference:
            self.references.append((reference, self.text(f"a {reference}"), element, self.tokens[self.at - 1][2]))
        elif brace:
            self.take("sign", brace, brace)
        elif many or many_references:
            opening, closing = ("{", "}") if many else ("(", ")")
            self.take("sign", opening, opening)
            while True:
                if many:
                    self.rule(many, element)
                else:
                    self.references.append((many_references, self.text("a name"), element, self.tokens[self.at - 1][2]))
                if not self.is_next(","):
                    break
                self.at += 1
            self.take("sign", closing, closing)
        else:
            self.rule(single, element)

    def resolve(self) -> None:
        """Find every reference: by its name, or by that and the names around the element that refers."""
        paths: dict[tuple[str, str], int] = {}
        for element in self.elements:
            if element.name is not None:
                key = element.kind, ".".join(element.path())
                paths[key] = paths.get(key, 0) + 1
        for kind, text, element, offset in self.references:
            around = element.path()
            candidates = [".".join([*around[:n], text]) for n in range(len(around), -1, -1)]
            counts = [paths.get((kind, candidate), 0) for candidate in candidates]
            if next((count for count in counts if count), 0) != 1:
                raise Refused(f"at {offset}: '{text}' is no {kind}")


def _unescaped(text: str) -> str:
    return re.sub(
        r"\\(u[0-9A-Fa-f]{4}|.)", lambda m: chr(int(m[1][1:], 16)) if len(m[1]) == 5 else m[1], text, flags=re.S
    )


def recognise(text: str) -> None:
    """Raise ``Refused`` unless a text is a game as the grammar has it."""
    tokens, offset = [], 0
    while offset < len(text):
        found = _TOKEN.match(text, offset)
        if found is None:
            raise Refused(f"at {offset}: {text[offset]!r} is no token")
        if found.lastgroup != "gap":
            tokens.append((str(found.lastgroup), found[0], offset))
        offset = found.end()
    recogniser = _Recogniser([*tokens, ("end", "", offset)])
    recogniser.rule("Game", None)
    recogniser.take("end", None, "the end")
    recogniser.resolve()
