"""The class form: elements as text, driven by the metamodel alone.

::

    board checkered Board {            feature, flags, class
      width 8                          an attribute: number, word, or string
      tiles {                          contained elements: in braces if there may be several
        Tile PlayTile { … },           class and identifier, or name
        …
      }
    }
    source (Empty, "PlayTile.White")   references by name: in brackets if there may be several

Features stand in any order. An element without features needs no braces. Numbers of which there may be several stand in
braces: ``values {1, 2}``. ``null`` is the value of a string or number that has none.

Everything wrong is reported; reading goes on at the next feature, comma or brace. Comments belong to elements: those in
front of an element or between its features come before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Protocol

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related, near_miss
from tilewright.model.document import Comments
from tilewright.model.objects import MAX_DEPTH, assign, new, set_value
from tilewright.model.places import Place, Recorded
from tilewright.model.text.references import MOST_HINTS, Reference, identifier_of
from tilewright.model.text.scanner import Token, TokenKind
from tilewright.model.values import parse_value

_MOST_FLAGS = 8
_ENDS = ("}", ")", ",")


class Tokens(Protocol):
    """Where tokens come from: the scanner, or a parser that ends a text earlier. An end token stays."""

    def peek(self, k: int = 0) -> Token:
        """Return the token *k* places ahead."""

    def next(self) -> Token:
        """Return the next token and step over it."""


Shorthand = Callable[[ClassInfo, int], EObject | None]
"""Reads an element of a class, on a level of containment, in another form; None, without a step, if none is there."""


class ClassForm:
    """Reads elements. What it finds is in its attributes: ``references``, to be resolved, and the rest as it is."""

    def __init__(self, tokens: Tokens, places: Recorded, shorthand: Shorthand | None = None) -> None:
        self.places = places
        self.references: list[Reference] = []
        self.diagnostics: list[Diagnostic] = []
        self.comments = Comments()
        self._peek = tokens.peek
        self._next = tokens.next
        self._shorthand = shorthand
        self._classes = schema().classes
        self._finished: EObject | None = None
        self._hints = 0

    def element(self, expected: str, depth: int = 1, lead: list[str] | None = None) -> EObject | None:
        """Read one element of a class or of a subclass; None if there is none, which is then reported.

        *depth* is its level of containment; *lead* are comments that come before it.
        """
        return self._element(self._classes[expected], depth, None, [] if lead is None else lead)

    def features(self, obj: EObject, depth: int) -> None:
        """Read features in braces into an element that lies on a level of containment."""
        lead: list[str] = []
        if not self._peek().is_("{"):
            self._unexpected(f"'{{' is expected before the features of the {obj.eClass.name}")
            return
        self._body(obj, schema().of(obj), depth, lead, {})
        if lead:
            self.comments.before.setdefault(obj, []).extend(lead)

    # -- problems

    def _report(self, code: str, message: str, place: Place, related: tuple[Related, ...] = ()) -> None:
        self.diagnostics.append(diagnose(code, message, place, related))

    def _unexpected(self, message: str, opening: Token | None = None) -> None:
        """Report the next token, once."""
        token = self._peek()
        last = self.diagnostics[-1] if self.diagnostics else None
        if last is None or last.code != "unexpected-token" or last.place != token.place:
            related = () if opening is None else (Related(f"for {opening}", opening.place),)
            self._report("unexpected-token", f"{message}, not {token}", token.place, related)

    def _hint(self, name: str, known: list[str] | tuple[str, ...], most: int = 8) -> str:
        self._hints += 1
        return near_miss(name, known, most=most) if self._hints <= MOST_HINTS else ""

    def _skip_value(self, info: ClassInfo) -> None:
        """Step to the next feature of a class, or to what ends the element."""
        while not (self._peek().kind is TokenKind.END or self._peek().is_(*_ENDS) or _is_feature(info, self._peek())):
            self._skip_one()

    def _skip_element(self) -> None:
        """Step over class, name and braces."""
        while self._peek().kind in (TokenKind.NAME, TokenKind.STRING):
            self._next()
        if self._peek().is_("{"):
            self._skip_one()

    def _skip_one(self) -> None:
        """Step over one token, or over everything between brackets."""
        level = 0
        while self._peek().kind is not TokenKind.END:
            token = self._next()
            level += token.is_("{", "(") - token.is_("}", ")")
            if level <= 0:
                return

    # -- tokens with comments

    def _step(self, lead: list[str], behind: list[str] | None = None) -> Token:
        """Step over a token. Its comments go to *lead*; those on the line of the token before to what ended there.

        If no element ended there, they go to *behind*, or to *lead* as well.
        """
        token = self._next()
        for comment in token.comments:
            if not comment.trailing:
                lead.append(comment.text)
            elif self._finished is not None:
                self.comments.after.setdefault(self._finished, []).append(comment.text)
            else:
                (lead if behind is None else behind).append(comment.text)
        if not token.is_(*_ENDS):
            self._finished = None
        return token

    def _close(self, obj: EObject, lead: list[str]) -> None:
        """Step over the bracket that closes an element or one of its features."""
        inside: list[str] = []
        self._step(inside, lead)
        if inside:
            self.comments.inside.setdefault(obj, []).extend(inside)

    def _items(self, obj: EObject, closing: str, first: list[str], lead: list[str]) -> Iterator[list[str]]:
        """Stop before each member of a list in brackets, with room for the comments before it."""
        opening = self._step(first)
        while not self._peek().is_(closing):
            start = self._peek().offset
            yield first
            first = []
            token = self._peek()
            if token.is_(","):
                self._step(first, lead)
                if not self._peek().is_(closing):
                    continue
                self._unexpected("another one is expected after ','")
            if token.is_(closing):
                break
            self._unexpected(f"',' or '{closing}' is expected", opening)
            if token.kind is TokenKind.NAME and token.offset != start:
                continue  # only the comma is missing
            while not (self._peek().kind is TokenKind.END or self._peek().is_(*_ENDS)):
                self._skip_one()
            if not self._peek().is_(","):
                break
            self._step(first, lead)
        if self._peek().is_(closing):
            self._close(obj, lead)
        else:
            self._unexpected(f"'{closing}' is expected", opening)

    # -- elements

    def _element(self, expected: ClassInfo, depth: int, owner: ClassInfo | None, lead: list[str]) -> EObject | None:
        if self._shorthand is not None:
            found = self._shorthand(expected, depth)
            if found is not None:
                return found
        start = self._peek()
        if depth > MAX_DEPTH:
            self._report("nesting-too-deep", f"elements are nested deeper than {MAX_DEPTH} levels", start.place)
            self._skip_element()
            return None
        flags, info = self._class(expected, lead)
        if info is None:
            self._skip_element()
            return None
        known_references = len(self.references)
        obj = new(info)
        self.places.record(obj, start.place)
        given = {flag.text: flag.place for flag in flags if self._flag(obj, info, flag)}
        self._identify(obj, info, owner, lead, given)
        if self._peek().is_("{"):
            self._body(obj, info, depth, lead, given)
        if lead:
            self.comments.before[obj] = lead
        self._finished = obj
        if expected.name in info.supertypes:
            return obj
        del self.references[known_references:]
        return None

    def _class(self, expected: ClassInfo, lead: list[str]) -> tuple[list[Token], ClassInfo | None]:
        """Read flags and a class. For a class that is none, return the one that may have been meant."""
        names: list[Token] = []
        while len(names) <= _MOST_FLAGS and self._peek(len(names)).kind is TokenKind.NAME:
            names.append(self._peek(len(names)))
            if names[-1].text in self._classes:
                flags = [self._step(lead) for _ in names[:-1]]
                return flags, self._expected(expected, self._step(lead))
        concrete = schema().concrete[expected.name]
        only = self._classes[concrete[0]] if len(concrete) == 1 else None
        if not names:
            self._unexpected(f"a {expected.name} is expected")
            return [], only
        possible = [self._classes[name].by_name for name in concrete]
        wrong = next((i for i, name in enumerate(names) if not any(name.text in some for some in possible)), -1)
        culprit = names[wrong]
        self._report(
            "unknown-class", f"there is no class '{culprit.text}'{self._hint(culprit.text, concrete)}", culprit.place
        )
        flags = [self._step(lead) for _ in names[:wrong]]
        self._step(lead)
        close = get_close_matches(culprit.text[:100], concrete, n=1)
        return flags, self._classes[close[0]] if close else only

    def _expected(self, expected: ClassInfo, token: Token) -> ClassInfo | None:
        """Return the class that a token names; report one that cannot stand here."""
        info = self._classes[token.text]
        concrete = schema().concrete[expected.name]
        if expected.name not in info.supertypes:
            hint = f" (there are: {', '.join(concrete[:8])}{', …' * (len(concrete) > 8)})" if len(concrete) > 1 else ""
            self._report("wrong-class", f"a {expected.name} is expected here, not a {info.name}{hint}", token.place)
        if info.abstract:
            if expected.name in info.supertypes:
                message = f"{info.name} is abstract; name one of its classes{self._hint('', concrete)}"
                self._report("abstract-class", message, token.place)
            return None
        return info

    def _flag(self, obj: EObject, info: ClassInfo, flag: Token) -> bool:
        feature = info.by_name.get(flag.text)
        if feature is None or feature.type != "boolean" or feature.derived:
            known = [f.name for f in info.stored if f.type == "boolean"]
            message = f"{info.name} has no boolean feature '{flag.text}'{self._hint(flag.text, known)}"
            self._report("unknown-feature", message, flag.place)
            return False
        if feature.name in obj.__dict__:
            self._report("duplicate-feature", f"'{flag.text}' is said twice", flag.place)
        assign(obj, feature, True)
        self.places.record(obj, flag.place, feature.name)
        return True

    def _identify(
        self, obj: EObject, info: ClassInfo, owner: ClassInfo | None, lead: list[str], given: dict[str, Place]
    ) -> None:
        """Read the identifier or name behind a class. A name that is a feature of the owner begins that feature."""
        token = self._peek()
        if token.kind not in (TokenKind.NAME, TokenKind.STRING) or (owner is not None and _is_feature(owner, token)):
            return
        feature = identifier_of(info)
        if feature is None:
            self._unexpected(f"a {info.name} has no name; '{{' or the next feature is expected")
            if self._peek(1).is_("{"):
                self._step(lead)
            return
        self._step(lead)
        given[feature.name] = token.place
        assign(obj, feature, token.value)
        self.places.record(obj, token.place, feature.name)

    def _body(self, obj: EObject, info: ClassInfo, depth: int, lead: list[str], given: dict[str, Place]) -> None:
        opening = self._step(lead)
        while not self._peek().is_("}"):
            token = self._peek()
            if token.kind is TokenKind.NAME:
                self._feature(obj, info, depth, lead, given)
            elif token.is_(",") and _is_feature(info, self._peek(1)):
                self._unexpected("the next feature is expected")
                self._step(lead)
            elif token.kind is TokenKind.END or (token.is_(",") and depth > 1):
                self._unexpected(f"a feature of {info.name} or '}}' is expected", opening)
                return
            else:
                self._unexpected(f"a feature of {info.name} or '}}' is expected")
                self._skip_one()
                self._skip_value(info)
        self._close(obj, lead)

    # -- features

    def _feature(self, obj: EObject, info: ClassInfo, depth: int, lead: list[str], given: dict[str, Place]) -> None:
        own: list[str] = []
        keyword = self._step(own, lead)
        name = keyword.text
        feature = info.by_name.get(name) or info.by_name.get(dialects.alias(info.name, name) or "")
        if feature is None or feature.derived:
            if feature is None:
                known = [f.name for f in info.stored]
                message = f"{info.name} has no feature '{name[:60]}'{self._hint(name, known, 20)}"
                self._report("unknown-feature", message, keyword.place)
            else:
                self._report("derived-feature", f"{info.name}.{name} is derived and cannot be set", keyword.place)
            self._skip_value(info)
            return
        first = given.setdefault(feature.name, keyword.place)
        known_references = len(self.references)
        repeated = first != keyword.place and not feature.many
        if repeated:
            message = f"{info.name}.{feature.name} is given twice; it holds one value"
            self._report("duplicate-feature", message, keyword.place, (Related("the first one", first),))
        target = new(info) if repeated else obj
        if feature.kind is Kind.CONTAINMENT:
            self._contained(target, feature, name, depth, own, lead)
        else:
            lead.extend(own)
            self._plain(target, info, feature, lead)
        if repeated:
            del self.references[known_references:]

    def _contained(
        self, obj: EObject, feature: FeatureInfo, name: str, depth: int, own: list[str], lead: list[str]
    ) -> None:
        """Read one contained element, or several in braces."""
        info = schema().of(obj)
        expected = self._classes[feature.type]
        if not feature.many:
            child = self._element(expected, depth + 1, info, own)
            if child is not None:
                assign(obj, feature, child)
            return
        wrapped = dialects.holds_pattern_filters(feature, name)
        if wrapped:
            expected = self._classes["PatternFilter"]
        if not self._peek().is_("{"):
            lead.extend(own)
            self._unexpected(f"{name} may hold several; '{{' is expected")
            self._skip_value(info)
            return
        empty = self._peek(1).is_("}")
        for before in self._items(obj, "}", lead if empty else own, lead):
            child = self._element(expected, depth + 1, info, before)
            if child is not None and wrapped:
                child = self._only_pattern(child)
            if child is not None:
                set_value(obj, feature, child)

    def _only_pattern(self, holder: EObject) -> EObject | None:
        """Return the pattern of a PatternFilter that stands for it, with the comments of both."""
        pattern = dialects.only_pattern(holder)
        if pattern is None:
            message = "these are alternatives; each PatternFilter among them must hold exactly one pattern"
            self._report("several-patterns", message, self.places.of(holder))
            return None
        before = [*self.comments.before.pop(holder, []), *self.comments.before.get(pattern, [])]
        if before:
            self.comments.before[pattern] = before
        inside = self.comments.inside.pop(holder, [])
        if inside:
            self.comments.inside.setdefault(pattern, []).extend(inside)
        self._finished = pattern
        return pattern

    def _plain(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        """Read the value or values of an attribute or a reference."""
        self.places.record(obj, self._peek().place, feature.name)
        one = self._reference if feature.kind is Kind.REFERENCE else self._value
        if not feature.many:
            one(obj, info, feature, lead)
            return
        opening, closing = ("(", ")") if feature.kind is Kind.REFERENCE else ("{", "}")
        if not self._peek().is_(opening):
            self._unexpected(f"{feature.name} may hold several; '{opening}' is expected")
            self._skip_value(info)
            return
        for before in self._items(obj, closing, lead, lead):
            one(obj, info, feature, before)
            if before is not lead:
                lead.extend(before)

    def _reference(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        token = self._peek()
        if token.kind not in (TokenKind.NAME, TokenKind.STRING):
            self._unexpected(f"{info.name}.{feature.name} needs the name of a {feature.type}")
            if not feature.many:
                self._skip_value(info)
            return
        text = self._step(lead).value
        while token.kind is TokenKind.NAME and self._peek().is_(".") and self._peek(1).kind is TokenKind.NAME:
            self._step(lead)
            text += "." + self._step(lead).value
        self.references.append(Reference(obj, feature, text, token.place))

    def _value(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        token = self._peek()
        needed = f"{info.name}.{feature.name} needs {_form(feature)}"
        if token.kind in (TokenKind.PUNCTUATION, TokenKind.END):
            self._unexpected(needed)
            if not feature.many:
                self._skip_value(info)
            return
        is_string = feature.type == "String"
        if token.is_("null") and not feature.many and (is_string or feature.default is None):
            self._step(lead)
            assign(obj, feature, None)
            return
        if token.kind is TokenKind.INTEGER if is_string else token.kind is TokenKind.STRING:
            self._report("bad-value", f"{needed}, not {token}", token.place)
        elif not is_string and _is_feature(info, token):
            self._report("bad-value", f"{needed}, not {token}", token.place)
            return
        else:
            try:
                set_value(obj, feature, parse_value(feature, token.value))
            except ValueError as error:
                self._report("bad-value", f"{info.name}.{feature.name}: {error}", token.place)
        self._step(lead)


def _is_feature(info: ClassInfo, token: Token) -> bool:
    """Return whether a token is the name of a feature."""
    if token.kind is not TokenKind.NAME:
        return False
    return token.text in info.by_name or dialects.alias(info.name, token.text) is not None


def _form(feature: FeatureInfo) -> str:
    if feature.literals is not None:
        return f"a {feature.type}"
    return {"int": "a whole number", "boolean": "true or false"}.get(feature.type, "a string in quotes")
