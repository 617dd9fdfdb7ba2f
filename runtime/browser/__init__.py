"""Games outside of Python: as a WebAssembly module, and as a page that needs nothing but a browser.

description   what the words of a record stand for       module   the program of a game with that
"""
