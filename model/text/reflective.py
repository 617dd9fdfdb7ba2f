"""The class form: elements as text, in a grammar that follows from the metamodel alone.

::

    board checkered Board {            feature, flags, class
      width 8                          an attribute: number, word, or string
      tiles {                          contained elements: in braces if there may be several
        Tile PlayTile { … },           class and identifier, or name
        …
      }
    }
    source (Empty, "PlayTile.White")   references by name: in brackets if there may be several

Features stand in any order. An element without features needs no braces. An attribute with several values has them in
braces: ``values {1, 2}``. ``null`` says that a string or number has no value.

After an error, reading goes on at the next feature, comma or brace, so that all errors are reported. Comments belong to
elements: those in front of an element and those between its features are written before it.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.diagnostics import Related
from tilewright.model.objects import MAX_DEPTH, assign, identifier_of, new, set_value
from tilewright.model.places import Place, Recorded
from tilewright.model.printable import with_article
from tilewright.model.text.reading import TokenReader, Tokens
from tilewright.model.text.references import Reference
from tilewright.model.text.scanner import Token, TokenKind, readable
from tilewright.model.values import BadValue, parse_value

_MOST_FLAGS = 8

Shorthand = Callable[[ClassInfo, int], EObject | None]
"""Reads an element of a class, on a level of containment, in another form. If none begins here, it steps over nothing
and returns None."""


class ClassForm(TokenReader):
    """Reads elements. Their references are collected in ``references``, which ``resolve`` sets when all elements exist.

    *places* records where elements and features stand. *shorthand* is tried before each element.
    """

    def __init__(self, tokens: Tokens, places: Recorded, shorthand: Shorthand | None = None) -> None:
        super().__init__(tokens)
        self.places = places
        self.references: list[Reference] = []
        self._shorthand = shorthand
        self._classes = schema().classes

    def element(self, expected: str, depth: int = 1, lead: list[str] | None = None) -> EObject | None:
        """Read one element of a class or of a subclass; if there is none, report that and return None.

        *depth* is its level of containment; *lead* are comments that come before it.
        """
        return self._element(self._classes[expected], depth, None, [] if lead is None else lead)

    def features(self, obj: EObject, depth: int) -> None:
        """Read features in braces into an element on a level of containment."""
        lead: list[str] = []
        if not self.peek().is_("{"):
            self.unexpected(f"'{{' is expected before the features of the {obj.eClass.name}", expected="{")
            return
        self._body(obj, schema().of(obj), depth, lead, {})
        if lead:
            self.comments.before.setdefault(obj, []).extend(lead)

    def _skip_value(self, info: ClassInfo) -> None:
        """Step to the next feature of a class, or to what ends the element."""
        while not (self.at_end() or _is_feature(info, self.peek())):
            self.skip_one()

    def _skip_element(self) -> None:
        """Step over class, name and braces."""
        while self.peek().kind in (TokenKind.NAME, TokenKind.STRING):
            self._next()
        if self.peek().is_("{"):
            self.skip_one()

    # -- elements

    def _element(self, expected: ClassInfo, depth: int, owner: ClassInfo | None, lead: list[str]) -> EObject | None:
        if self._shorthand is not None:
            found = self._shorthand(expected, depth)
            if found is not None:
                return found
        start = self.peek()
        if depth > MAX_DEPTH:
            self.report("nesting-too-deep", f"elements are nested deeper than {MAX_DEPTH} levels", start.place)
            self._skip_element()
            return None
        if owner is not None and _is_feature(owner, start) and not self._is_flag(expected, start):
            self.unexpected(f"{with_article(expected.name)} is expected")
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
        if self.peek().is_("{"):
            self._body(obj, info, depth, lead, given)
        if lead:
            self.comments.before[obj] = lead
        self.finish(obj)
        if expected.name in info.supertypes:
            return obj
        del self.references[known_references:]
        return None

    def _class(self, expected: ClassInfo, lead: list[str]) -> tuple[list[Token], ClassInfo | None]:
        """Read flags and a class. If there is no such class, report that and return the one that was probably meant."""
        names: list[Token] = []
        while len(names) <= _MOST_FLAGS and self.peek(len(names)).kind is TokenKind.NAME:
            names.append(self.peek(len(names)))
            if names[-1].text in self._classes:
                flags = [self.step(lead) for _ in names[:-1]]
                return flags, self._expected(expected, self.step(lead))
        concrete = schema().concrete[expected.name]
        only = self._classes[concrete[0]] if len(concrete) == 1 else None
        if not names:
            self.unexpected(f"{with_article(expected.name)} is expected")
            return [], only
        wrong = next((i for i, name in enumerate(names) if not self._is_flag(expected, name)), -1)
        culprit = names[wrong]
        hint = self.hints.near_miss(culprit.text, concrete)
        message = f"there is no class '{readable(culprit.text)}'{hint}"
        self.report("unknown-class", message, culprit.place, remedies=hint.remedies)
        flags = [self.step(lead) for _ in names[:wrong]]
        self.step(lead)
        close = get_close_matches(culprit.text[:100], concrete, n=1)
        return flags, self._classes[close[0]] if close else only

    def _is_flag(self, expected: ClassInfo, token: Token) -> bool:
        """Return whether some class that may stand here has a boolean feature of this name."""
        features = (self._classes[name].by_name.get(token.text) for name in schema().concrete[expected.name])
        return any(feature is not None and feature.type == "boolean" for feature in features)

    def _expected(self, expected: ClassInfo, token: Token) -> ClassInfo | None:
        """Return the class that a token names, None if it is abstract; report one that cannot stand here."""
        info = self._classes[token.text]
        concrete = schema().concrete[expected.name]
        if expected.name not in info.supertypes:
            hint = f" (there are: {', '.join(concrete[:8])}{', …' * (len(concrete) > 8)})" if len(concrete) > 1 else ""
            self.report(
                "wrong-class",
                f"{with_article(expected.name)} is expected here, not {with_article(info.name)}{hint}",
                token.place,
            )
        if info.abstract:
            if expected.name in info.supertypes:
                message = f"{info.name} is abstract; name one of its classes{self.hints.near_miss('', concrete)}"
                self.report("abstract-class", message, token.place)
            return None
        return info

    def _flag(self, obj: EObject, info: ClassInfo, flag: Token) -> bool:
        """Set the boolean feature that a flag names; report that there is none and return False."""
        feature = info.by_name.get(flag.text)
        if feature is None or feature.type != "boolean" or feature.derived:
            known = [f.name for f in info.stored if f.type == "boolean"]
            message = (
                f"{info.name} has no boolean feature '{readable(flag.text)}'{self.hints.near_miss(flag.text, known)}"
            )
            self.report("unknown-feature", message, flag.place)
            return False
        if feature.name in obj.__dict__:
            self.report("duplicate-feature", f"'{flag.text}' is said twice", flag.place)
        assign(obj, feature, True)
        self.places.record(obj, flag.place, feature.name)
        return True

    def _identify(
        self, obj: EObject, info: ClassInfo, owner: ClassInfo | None, lead: list[str], given: dict[str, Place]
    ) -> None:
        """Read the identifier or name after a class, if there is one. The name of a feature of *owner* is none."""
        token = self.peek()
        if token.kind not in (TokenKind.NAME, TokenKind.STRING) or (owner is not None and _is_feature(owner, token)):
            return
        feature = identifier_of(info)
        if feature is None:
            self.unexpected(f"{with_article(info.name)} has no name; '{{' or the next feature is expected")
            if self.peek(1).is_("{"):
                self.step(lead)
            return
        self.step(lead)
        given[feature.name] = token.place
        assign(obj, feature, token.value)
        self.places.record(obj, token.place, feature.name)

    def _body(self, obj: EObject, info: ClassInfo, depth: int, lead: list[str], given: dict[str, Place]) -> None:
        """Read features in braces. *given* holds the places of the features that were read before, by name."""
        opening = self.step(lead)
        while not self.peek().is_("}"):
            token = self.peek()
            if token.kind is TokenKind.NAME:
                self._feature(obj, info, depth, lead, given)
            elif token.is_(",") and _is_feature(info, self.peek(1)):
                self.unexpected("the next feature is expected")
                self.step(lead)
            elif token.kind is TokenKind.END or (token.is_(",") and depth > 1):
                self.unexpected(f"a feature of {info.name} or '}}' is expected", opening)
                return
            else:
                self.unexpected(f"a feature of {info.name} or '}}' is expected")
                self.skip_one()
                self._skip_value(info)
        self.close(obj, lead)

    # -- features

    def _feature(self, obj: EObject, info: ClassInfo, depth: int, lead: list[str], given: dict[str, Place]) -> None:
        own: list[str] = []
        keyword = self.step(own, lead)
        name = keyword.text
        feature = info.by_name.get(name) or info.by_name.get(dialects.alias(info.name, name) or "")
        if feature is None or feature.derived:
            if feature is None:
                known = [f.name for f in info.stored]
                hint = self.hints.near_miss(name, known, most=20)
                message = f"{info.name} has no feature '{readable(name)}'{hint}"
                self.report("unknown-feature", message, keyword.place, remedies=hint.remedies)
            else:
                self.report("derived-feature", f"{info.name}.{name} is derived and cannot be set", keyword.place)
            self._skip_value(info)
            return
        first = given.setdefault(feature.name, keyword.place)
        known_references = len(self.references)
        repeated = first != keyword.place and not feature.many
        if repeated:
            message = f"{info.name}.{feature.name} is given twice; it holds one value"
            self.report("duplicate-feature", message, keyword.place, (Related("the first one", first),))
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
        if not self.peek().is_("{"):
            lead.extend(own)
            self.unexpected(f"{name} may hold several; '{{' is expected")
            self._skip_value(info)
            return
        empty = self.peek(1).is_("}")
        for before in self.items(obj, "}", lead if empty else own, lead, lambda token: self._begins(info, token)):
            child = self._element(expected, depth + 1, info, before)
            if child is not None and wrapped:
                child = self._only_pattern(child)
            if child is not None:
                set_value(obj, feature, child)

    def _begins(self, owner: ClassInfo, token: Token) -> bool | None:
        """Return whether an element begins with a token; None if a feature of the owner of the list does."""
        return token.text in self._classes or (None if _is_feature(owner, token) else False)

    def _only_pattern(self, holder: EObject) -> EObject | None:
        """Take the only pattern out of a PatternFilter, with the comments of both; report if it is not the only one."""
        pattern = dialects.only_pattern(holder)
        if pattern is None:
            message = "these are alternatives; each PatternFilter among them must hold exactly one pattern"
            self.report("several-patterns", message, self.places.of(holder))
            return None
        before = [*self.comments.before.pop(holder, []), *self.comments.before.get(pattern, [])]
        if before:
            self.comments.before[pattern] = before
        inside = self.comments.inside.pop(holder, [])
        if inside:
            self.comments.inside.setdefault(pattern, []).extend(inside)
        self.finish(pattern)
        return pattern

    def _plain(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        """Read the value or values of an attribute or a reference."""
        self.places.record(obj, self.peek().place, feature.name)
        one = self._reference if feature.kind is Kind.REFERENCE else self._value
        if not feature.many:
            one(obj, info, feature, lead)
            return
        opening, closing = ("(", ")") if feature.kind is Kind.REFERENCE else ("{", "}")
        if not self.peek().is_(opening):
            self.unexpected(f"{feature.name} may hold several; '{opening}' is expected")
            self._skip_value(info)
            return
        for before in self.items(obj, closing, lead, lead, lambda token: self._continues(info, token)):
            one(obj, info, feature, before)
            if before is not lead:
                lead.extend(before)

    def _continues(self, owner: ClassInfo, token: Token) -> bool | None:
        """Return whether a token may be a value; None if a feature of the owner of the list begins with it."""
        return None if _is_feature(owner, token) else token.kind is TokenKind.NAME

    def _reference(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        token = self.peek()
        if token.kind not in (TokenKind.NAME, TokenKind.STRING):
            self.unexpected(f"{info.name}.{feature.name} needs the name of {with_article(feature.type)}")
            if not feature.many:
                self._skip_value(info)
            return
        text = self.step(lead).value
        while token.kind is TokenKind.NAME and self.peek().is_(".") and self.peek(1).kind is TokenKind.NAME:
            self.step(lead)
            text += "." + self.step(lead).value
        self.references.append(Reference(obj, feature, text, token.place))

    def _value(self, obj: EObject, info: ClassInfo, feature: FeatureInfo, lead: list[str]) -> None:
        token = self.peek()
        needed = f"{info.name}.{feature.name} needs {_form(feature)}"
        if token.kind in (TokenKind.PUNCTUATION, TokenKind.END):
            self.unexpected(needed)
            if not feature.many:
                self._skip_value(info)
            return
        is_string = feature.type == "String"
        if token.is_("null") and not feature.many and (is_string or feature.default is None):
            self.step(lead)
            assign(obj, feature, None)
            return
        if token.kind is TokenKind.INTEGER if is_string else token.kind is TokenKind.STRING:
            self.report("bad-value", f"{needed}, not {token}", token.place)
        elif not is_string and _is_feature(info, token):
            self.report("bad-value", f"{needed}, not {token}", token.place)
            return
        else:
            try:
                set_value(obj, feature, parse_value(feature, token.value, self.hints))
            except BadValue as error:
                message = f"{info.name}.{feature.name}: {error}"
                self.report("bad-value", message, token.place, remedies=error.remedies)
        self.step(lead)


def _is_feature(info: ClassInfo, token: Token) -> bool:
    """Return whether a token is the name of a feature."""
    if token.kind is not TokenKind.NAME:
        return False
    return token.text in info.by_name or dialects.alias(info.name, token.text) is not None


def _form(feature: FeatureInfo) -> str:
    if feature.literals is not None:
        return with_article(feature.type)
    return {"int": "a whole number", "boolean": "true or false"}.get(feature.type, "a string in quotes")
