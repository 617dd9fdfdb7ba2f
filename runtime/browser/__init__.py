"""Games outside of Python: as a WebAssembly module, and as a page that needs nothing but a browser.

description   the meaning of the words of a record       module   the WebAssembly module of a game, with its description
scene         what the board looks like                  page     the page of a game
searching     what a search in a browser needs to know   packing  how a page is packed
"""
