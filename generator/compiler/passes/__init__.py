"""The passes: each is one function in a file of its name, and preserves the meaning of the game.

    on the rule IR             (rules, constants) -> rules    ``FormPass``
    on a function's body       statements -> statements       ``BodyPass``
    on the whole program       module -> module               ``ProgramPass``

``driver`` defines their order. ``tilewright generate engine MODEL --print PASS`` prints a game after a pass.
"""
