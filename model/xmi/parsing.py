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

_DECLARED = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
_WIDE = ("UTF-16", "UTF16", "UTF-32", "UTF32", "UCS-", "ISO-10646-UCS")
"""The beginnings of the names of encodings with several bytes for each character."""


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
    other = _other_encoding(data)
    if other is not None:
        return diagnose("bad-encoding", other, place)
    message = _OURS.sub("", str(error)).removesuffix("\n")
    if "Document is empty" in message or "Start tag expected" in message:
        return diagnose("xml-syntax", f"this is no XML: the file should begin with {expected}", place)
    if "depth" in message.lower():
        return diagnose("nesting-too-deep", "elements are nested deeper than is read", place)
    if "XML_PARSE_HUGE" in message:
        return diagnose("file-too-large", "a text is longer than the 10 000 000 characters that are read", place)
    return diagnose("xml-syntax", f"this is not well-formed XML: {_remedy(message)}", place)


def _other_encoding(data: bytes) -> str | None:
    """Return what is wrong with the encoding of a file, if its bytes are in another one than it declares."""
    if not data.lstrip().startswith((b"<", b"\xef\xbb\xbf<")):
        return None
    declared = _DECLARED.search(data[:200])
    name = declared[1].decode("ascii") if declared is not None else "UTF-8"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        if name.upper() in ("UTF-8", "UTF8"):
            return (
                "the bytes are not UTF-8: save the file as UTF-8, or declare its encoding, as in "
                '<?xml version="1.0" encoding="ISO-8859-1"?>'
            )
        return None
    if name.upper().startswith(_WIDE):
        return f'the file declares {name}, but its bytes are UTF-8: declare that, as in encoding="UTF-8"'
    return None


def _remedy(message: str) -> str:
    """Return lxml's message about a sign that must be written otherwise in words of its own, others as they are."""
    if message.startswith(("xmlParseEntityRef", "EntityRef")):
        return "'&' must be written &amp;"
    return f"{message}; write &lt;" if message.startswith("Unescaped '<'") else message
