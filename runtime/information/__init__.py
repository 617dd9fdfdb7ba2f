"""Hidden information: what players see and have been told, and states that agree with it.

``seen``, ``views`` and ``glances`` say what a player sees of a position, ``telling`` and ``knowledge`` what the player
has been told. ``determinising`` draws states that explain all of it, by a walk (``walking``) among lines of play
(``lines``), which are repaired (``repairing``) where they are to blame (``blaming``). ``guessing`` draws states that
explain only what is seen now.
"""
