"""The language service: what an editor asks about a text while somebody writes it.

``Source`` is the text with all that is known of it; the other modules answer one question each, by functions that take
a source: ``completing``, ``explaining`` (hover), ``naming`` (definition and rename), ``fixing`` and ``formatting``.
Nothing here knows of a protocol, a page or a file: those who do are above. Whatever the text says, nothing raises but
``CannotRename``.
"""
