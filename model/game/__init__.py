"""The game notation (.game): a game as its author would write it.

A text is read in two passes. The first reads the heads of all declarations, then pieces, tiles and cells are made; the
second reads the bodies, when every name is known, so that names may be used before they are declared. The modules are
the levels of the grammar: parser ◄ patterns ◄ values ◄ chains ◄ structure ◄ vocabulary ◄ declarations ◄ reader; then
``extending`` puts games together that share text.

What is made of the declarations of structure:

players
    Each has the next colour of a fixed palette unless ``with`` gives it one. The first one starts unless ``start`` says
    otherwise.
pieces
    ``P:p`` makes a Piece with that symbol, and a state ``<Player><Piece>`` of each player with the symbol in upper case
    for the first and in lower case for the second; ``P:x/y`` gives the symbol of each player and none to the Piece.
    States have the colour of their owner.
neutral, kind
    ``N:*`` makes a Piece and a grey state of that name, which nobody owns, both with the symbol.
groups, attributes
    ``is G`` and ``{ a 1 }`` behind a piece make a Group and an Attribute of that name, one for all pieces that say it.
tile
    ``T:#`` makes a tile, its tileType being its name, whose initial state is grey, is named T, and bears a Piece T; all
    three have the symbol. It has no other state. With ``empty`` the initial state is called Empty and has the symbol,
    but no piece, and the states of all pieces follow. ``holds P Q`` gives either kind the states of these pieces.
default tile
    ``Cell``, whose initial state Empty has no symbol, with the states of all pieces in the order of their declaration,
    players before one another. It is the first tile and made only if a cell has it. A tile in class form that is called
    Cell takes its place.
tiles, setup
    ``.`` is the default tile, or the initial state of a cell; a blank is no cell. ``setup`` alone names tiles by the
    symbol of their initial state, or states of the default tile; beside ``tiles`` it names states of the tile of the
    cell, and so does ``setup if p == v``. ``tiles T:x { … }`` and ``setup S:x { … }`` give symbols for one picture;
    they come before all others.
    Without pictures, every cell of the board has the default tile.

Beyond the shorthand, ``with { … }`` and the class form say everything that the metamodel allows; a filter, pattern or
value in class form may hold shorthand in turn. A ``with`` after a pattern at the end of a filter belongs to the
pattern, a second one to the filter. A text may also be in class form as a whole.

Comments belong to the declaration at which they stand: in front of it, inside it, or after it on its last line.
"""

from tilewright.model.game.extending import read_game
from tilewright.model.game.writer import write_game

__all__ = ["read_game", "write_game"]
