"""The passes: each is one function of one file, named by what it does, and changes no game.

    on the intermediate form   (rules, constants) -> rules    ``FormPass``
    on a function's body       statements -> statements       ``BodyPass``
    on the whole program       module -> module               ``ProgramPass``

``driver`` has their order. ``tilewright generate engine MODEL --print PASS`` prints what has become of a game when a
pass is done.
"""
