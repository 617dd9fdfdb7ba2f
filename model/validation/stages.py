"""Runs the stages of validation in order and collects their findings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tilewright.metamodel.elements import Element
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import Diagnostic, ModelError, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import document_of
from tilewright.model.objects import walk, without_collecting
from tilewright.model.ordering import kept, ordered
from tilewright.model.validation.constraints import constraint_findings
from tilewright.model.validation.containment import contents
from tilewright.model.validation.multiplicities import multiplicity_findings
from tilewright.model.validation.refused import Refused
from tilewright.model.validation.sense import sense_findings

if TYPE_CHECKING:
    from tilewright.model.instances import Metamodel


_LEFT_OVER = {"unused", "never-read", "unknown-option"}
"""The codes of what only makes a model longer than need be."""


def validate(
    model: Document | Element | EObject | str | os.PathLike[str],
    metamodel: Metamodel | str | os.PathLike[str] | None = None,
) -> list[Diagnostic]:
    """Return all diagnostics of a model, those of its reader included, sorted by place and without duplicates.

    A game is given as a document, as its root, as its file, or by the name of an example. With a *metamodel*, which is
    an ``.ecore`` file or was read from one, *model* is an XMI file with elements of that metamodel. Then its structure,
    types, multiplicities, references and containment are checked, and the constraints of the metamodel in OCL. Errors
    of the metamodel are returned in place of findings about the model; warnings of it precede them.

    ``OSError`` if a file cannot be read; the contents of a file never raise anything. ``ValueError`` for a root of
    another metamodel, ``TypeError`` for a root together with a *metamodel*. If there are errors, a limited number of
    findings is kept. Cost: linear in the number of elements, except for calls that are nested deeply, and for rules
    with hidden information that share sub-pipelines: at most its square.
    """
    if metamodel is not None:
        return _of_another(model, metamodel)
    document = document_of(model)
    with without_collecting():
        found = _findings(document)
        found = in_its_terms(document, found)
        return kept(found) if has_errors(found) else ordered(found)


def _of_another(
    model: Document | Element | EObject | str | os.PathLike[str], metamodel: Metamodel | str | os.PathLike[str]
) -> list[Diagnostic]:
    """Return the diagnostics of a model of another metamodel, or of that metamodel."""
    from tilewright.model.instances import Metamodel, read_metamodel, validate_instance

    if not isinstance(model, str | os.PathLike):
        what = f"with a metamodel, a model is given as its file, not as {type(model).__name__}"
        raise TypeError(f"{what}; objects of generated classes have validate() themselves, others are saved first")
    if isinstance(metamodel, Metamodel):
        return validate_instance(model, metamodel)
    try:
        found = read_metamodel(metamodel)
    except ModelError as error:
        return ordered(error.diagnostics)
    return [*found.warnings, *validate_instance(model, found)]


def in_its_terms(document: Document, found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings about a game, with the terms of XMI for words of the notation if it is in a file of XMI."""
    if document.syntax is not Syntax.XMI:
        return found
    from tilewright.model.validation.terms import in_terms_of_xmi

    if not found or document.root is None:
        return found
    names = {name for element in walk(document.root) if isinstance(name := getattr(element, "name", None), str)}
    read = set(document.diagnostics)  # what the reader tells is in its own terms
    return [each if each in read else in_terms_of_xmi(each, names) for each in found]


def _findings(document: Document) -> list[Diagnostic]:
    """Return the findings of all stages that the findings before them allow, in no particular order."""
    found = list(document.diagnostics)
    if document.root is not None:
        elements, faults = contents(document, document.root)
        found += faults
        if not has_errors(faults):
            refused = Refused(document, elements)
            found += multiplicity_findings(document, elements, refused)
            if not refused.board:
                found += constraint_findings(document, elements, refused)
        if not has_errors(found):
            found += [each for each in sense_findings(document, elements) if not _is_left_over(document, each)]
    return found


def _is_left_over(document: Document, found: Diagnostic) -> bool:
    """Return whether a finding is that a game does not use something of the game that it extends."""
    return document.syntax is Syntax.GAME and found.code in _LEFT_OVER and found.place.file != document.file
