"""Parses untrusted XML with lxml.

Document type declarations, which could name other files and define entities, are refused. No other file or address is
opened. The number of elements is bounded here, depth and the length of texts by lxml.
"""

from __future__ import annotations

import re

from lxml import etree

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.model.places import Place
from tilewright.model.xmi import positions

MAX_ELEMENTS = 400_000
"""The most elements that a file may have."""

MAX_ATTRIBUTES = 1_000
"""The most attributes that an element may have: lxml looks for each among those before it."""

_OURS = re.compile(r",? \(?<string>.*|, line \d+, column \d+.*")  # the place in lxml's message: a diagnostic has one


def parse_xml(data: bytes, file: str, expected: str) -> etree._Element:
    """Return the root element. *expected* is the start tag of such files, for messages.

    ``ModelError`` with one diagnostic if the bytes are not well-formed XML, hold a document type declaration, or have
    too many elements, or too many attributes in one.
    """
    if data.count(b"<") - data.count(b"</") > MAX_ELEMENTS:
        message = f"the file has more than the {MAX_ELEMENTS} elements that are read"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    place = positions.doctype(data)
    if place is not None:
        raise ModelError([_doctype(Place(file, *place))])
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:  # lxml raises ValueError for a text that it cannot decode
        raise ModelError([_not_well_formed(error, data, file, expected)]) from None
    # lxml raises only what it logged last: an error that a warning follows would pass
    errors = parser.error_log.filter_from_errors()
    if errors:
        raise ModelError([_undefined(errors[0], data, file)])
    if root.getroottree().docinfo.doctype:  # in an encoding that only lxml knows
        raise ModelError([_doctype(Place(file))])
    for element in root.iter():
        if len(element.attrib) > MAX_ATTRIBUTES:
            message = f"an element has more than the {MAX_ATTRIBUTES} attributes that are read"
            raise ModelError([diagnose("file-too-large", message, Place(file, element.sourceline or 1, 1))])
    return root


def _doctype(place: Place) -> Diagnostic:
    message = "a document type declaration is refused, since it could name other files; remove it"
    return diagnose("doctype-refused", message, place)


def _undefined(error: etree._LogEntry, data: bytes, file: str) -> Diagnostic:
    place = Place(file, *(positions.first_error(data) or (error.line, max(error.column, 1))))
    return diagnose("xml-syntax", f"this is not well-formed XML: {error.message}", place)


def _not_well_formed(error: Exception, data: bytes, file: str, expected: str) -> Diagnostic:
    line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
    place = Place(file, *(positions.first_error(data) or (line or 1, max(column or 1, 1))))
    if not data.strip():
        return diagnose("xml-syntax", f"the file is empty; it should begin with {expected}", place)
    message = _OURS.sub("", str(error)).removesuffix("\n")
    if "Document is empty" in message or "Start tag expected" in message:
        return diagnose("xml-syntax", f"this is no XML: the file should begin with {expected}", place)
    if "depth" in message.lower():
        return diagnose("nesting-too-deep", "elements are nested deeper than is read", place)
    if "XML_PARSE_HUGE" in message:
        return diagnose("file-too-large", "a text is longer than the 10 000 000 characters that are read", place)
    return diagnose("xml-syntax", f"this is not well-formed XML: {message}", place)
