"""Reads games from XMI, in the namespace of the metamodel or in that of the older dialect."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from tilewright.metamodel import BG_NS_URI, NS_URI, ClassInfo, FeatureInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.diagnostics import ModelError
from tilewright.model.document import Document, Syntax
from tilewright.model.hints import Hint, near_miss
from tilewright.model.objects import append, element_at, without_collecting
from tilewright.model.printable import with_article
from tilewright.model.values import parse_value
from tilewright.model.xmi.parsing import parse_xml
from tilewright.model.xmi.walk import EXTENSION, SEVERAL, XMI, Walk

_NAMESPACES = (NS_URI, BG_NS_URI)
_KNOWN_NAMESPACES = " or ".join(_NAMESPACES)
_OTHERS = {
    XMI[1:-1]: "; a file holds one game, game:Game, perhaps within xmi:XMI",
    "http://www.eclipse.org/emf/2002/Ecore": "; this is a metamodel: validate --metamodel judges models by it",
}
"""The ends of messages about files of other kinds, by the namespace of their root element."""

_FOREIGN = "; a model of another metamodel is judged by validate --metamodel, with the .ecore file"

_ROOT = re.compile(r"/0(?=/|\Z)")
"""The root by its number, as an address may begin where a file has several roots."""


def read_xmi(data: bytes, file: str) -> Document:
    """Read a game from the bytes of an XMI file. Everything wrong is in the document. Cost: linear."""
    try:
        root = parse_xml(data, file, "<game:Game …>")
    except ModelError as error:
        return Document(file, None, Syntax.XMI, list(error.diagnostics))
    with without_collecting():
        return _GameWalk(data, file).read(root)


class _GameWalk(Walk):
    """The walk over the file of a game."""

    def __init__(self, data: bytes, file: str) -> None:
        super().__init__(data, file, schema(), _NAMESPACES)
        self.root: EObject = None
        self.is_bg = False

    def read(self, node: Any) -> Document:
        """Build the model from the root element, and give it the meaning of the older dialect if it is in that."""
        self.use_schema_instance(node)
        if node.tag == SEVERAL:
            self._within(node)
        else:
            self._model(node)
        if self.root is not None:
            self.refuse_texts(node)
            self.resolve_all()
            if self.is_bg and not self.diagnostics:
                dialects.apply_bg_dialect(self.root)
        return Document(
            self.file, self.root, Syntax.XMI, self.diagnostics, self.places, older=self.is_bg and not self.diagnostics
        )

    def _within(self, node: Any) -> None:
        """Build the only model below ``xmi:XMI``, which other programs write around it; report none or several."""
        models = sum(1 for child in node if child.tag != EXTENSION)
        if models != 1:
            held = f"holds {models} models" if models else "holds no model"
            self.report("unknown-namespace", f"xmi:XMI {held}; a file holds one game, the element game:Game", 0)
            return
        self.elements.append(None)
        for child in node:
            if child.tag == EXTENSION:
                self.skip_extension(child)
            else:
                self._model(child)

    def _model(self, node: Any) -> None:
        info = self._root_class(node)
        if info is not None:
            self.root = self.element(node, info, 1, node.items())

    def _root_class(self, node: Any) -> ClassInfo | None:
        """Return the class of the root element, which must be Game; report anything else and return None."""
        name, ordinal = etree.QName(node), len(self.elements)
        if name.namespace not in _NAMESPACES:
            found = f"the namespace {name.namespace}" if name.namespace else "no namespace"
            message = f"the root element is in {found}; a model is in {_KNOWN_NAMESPACES}"
            other = _OTHERS.get(name.namespace or "")
            hint = near_miss(name.namespace or "", _NAMESPACES) if other is None else Hint()
            message += other or (hint.text if hint.remedies else _FOREIGN if name.namespace else "")
            self.report("unknown-namespace", message, ordinal, remedies=hint.remedies)
            return None
        self.is_bg = name.namespace == BG_NS_URI
        info = self.classes.get(name.localname)
        if info is None:
            message = f"there is no class '{name.localname}'; the root of a model is a Game"
            self.report("unknown-class", message, ordinal)
        elif info.name != "Game":
            self.report("wrong-class", f"the root of a model is a Game, not {with_article(info.name)}", ordinal)
            return None
        return info

    def class_in(self, namespace: str, name: str) -> ClassInfo | None:
        """Return the class of this name, which is the same in both namespaces."""
        return self.classes.get(name)

    def lose(self, obj: EObject, *features: FeatureInfo, unless_set: bool = False) -> None:
        """Note nothing: what follows from something that was refused is told by its place in the text."""

    def value_of(self, feature: FeatureInfo, text: str) -> Any:
        """Return the value of an attribute."""
        return parse_value(feature, text, self.hints)

    def element_at(self, address: str) -> EObject | None:
        """Return the element at an address."""
        return element_at(self.root, _ROOT.sub("/", address))

    def aliased(self, info: ClassInfo, name: str) -> FeatureInfo | None:
        """Return the feature that the README of the older dialect calls *name*, or None."""
        alias = dialects.alias(info.name, name)
        return info.by_name.get(alias) if alias is not None else None

    def other_containment(self, obj: EObject, feature: FeatureInfo, node: Any, depth: int) -> None:
        """Add a contained element whose tag is an alias; for ``patternFilters``, add the only pattern in it."""
        if not dialects.holds_pattern_filters(feature, node.tag):
            return super().other_containment(obj, feature, node, depth)
        ordinal = len(self.elements)
        holder = self.element(node, self.classes["PatternFilter"], depth + 1, node.items())
        pattern = dialects.only_pattern(holder)
        if pattern is None:
            message = f"{node.tag} are alternatives; each PatternFilter among them must hold exactly one pattern"
            return self.report("several-patterns", message, ordinal)
        return append(obj, feature, pattern)
