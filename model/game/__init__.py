"""The game notation (.game): a game as its author would write it.

A text is read in two passes. The first reads the heads of all declarations, then pieces, tiles and cells are made; the
second reads the bodies, when every name is known, so that names may be used before they are declared. Each level of the
grammar is a class that extends the one below: parser ◄ numbers ◄ patterns ◄ values ◄ chains ◄ structure ◄ vocabulary ◄
looks ◄ declarations ◄ reader. ``extending`` combines a game with the games that it extends, and has ``read_game``;
``writer.games`` has ``write_game``. Nothing is imported here: whoever plays needs the words of rules, and no reader.

What the declarations of structure make:

players
    A player whose name is a common colour has that colour, others have the next one of a fixed palette; ``with`` gives
    another one. The first player starts unless ``start`` says otherwise.
pieces
    ``P:p`` makes a Piece with that symbol, and for each player a state ``<Player><Piece>``, whose symbol is in upper
    case for the first player and in lower case for the second. ``P:x/y`` gives a symbol for each player and none to the
    Piece. States have the colour of their owner.
neutral, kind
    ``N:*`` makes a Piece and a grey state of that name, which nobody owns, both with the symbol.
groups, attributes
    ``is G`` and ``{ a 1 }`` after a piece make a Group and an Attribute of that name, one for all pieces that name it.
tile
    ``T:#`` makes a tile whose name and tileType are T. Its initial state is grey, is named T, and has a Piece T on it;
    state and Piece have the symbol. There are no other states. With ``empty`` the initial state is named Empty and has
    the symbol, but no Piece, and the states of all pieces follow. With ``holds P Q`` the other states are those of
    these pieces.
default tile
    ``Cell`` has the initial state Empty, without a symbol, and the states of all pieces in the order of declaration,
    those of one piece in the order of the players. It is the first tile, and is made only if a cell has it. A tile in
    class form named Cell takes its place.
tiles, setup
    ``.`` is the default tile, or the initial state of a cell; a blank is no cell. ``setup`` alone shows tiles, by the
    symbols of their initial states, and states of the default tile; beside ``tiles`` it shows states of the tile of
    each cell, and so does ``setup if p == v``. ``tiles T:x { … }`` and ``setup S:x { … }`` give symbols for one
    picture, which take precedence.
    Without pictures, every cell of the board has the default tile, unless the board is in class form.

What the shorthand cannot express, ``with { … }`` and the class form can: everything that the metamodel allows. A
filter, pattern or value in class form may contain shorthand in turn. A ``with`` after a pattern at the end of a filter
belongs to the pattern, a second one to the filter. A text may also be in class form as a whole.

Comments belong to the declaration at which they stand: in front of it, inside it, or after it on its last line.
"""
