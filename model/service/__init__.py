"""The language service: what an editor asks about a text while somebody writes it.

``Source`` is the text with all that is known of it. Most other modules answer one question each, by functions that take
a source: ``completing``, ``explaining`` (hover), ``naming`` (definition and rename), ``fixing`` and ``formatting``.
``words`` and ``examples`` say what the words of the notation mean; ``colouring`` makes a grammar for editors of them.
Nothing here knows a protocol or a page: callers do. No text makes these functions raise anything but ``CannotRename``.
"""
