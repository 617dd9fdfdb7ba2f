"""Loads the packaged metamodel, game.ecore, with PyEcore.

PyEcore's ordinary loader is only given this trusted file; the metamodel of a user goes through ``isolated``. Playing
and validating models does not need it: the classes of elements and their constraints were generated from game.ecore.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from tilewright.metamodel.typing import EClass, EPackage

if TYPE_CHECKING:
    from tilewright.metamodel.constraints import Constraint

NS_URI = "urn:tilewright:game"
"""The namespace of game.ecore."""

BG_NS_URI = "http://www.example.org/bg"
"""The namespace of the EMF/Xtext Tile-Based Game Engine, whose models can be read, too."""


@cache
def package() -> EPackage:
    """Return the metamodel, with its derived features installed and its derivations and constraints compiled.

    Raises ``OclError`` if one of these texts does not compile. Only the first call costs something: it loads PyEcore.
    """
    from importlib.resources import as_file, files

    from pyecore.resources import URI, ResourceSet

    from tilewright.metamodel.constraints import constraints_of
    from tilewright.metamodel.derived import install_derivations

    with as_file(files("tilewright.metamodel") / "game.ecore") as path:
        loaded = ResourceSet().get_resource(URI(str(path))).contents[0]
    install_derivations(loaded)
    constraints_of(loaded)
    return loaded


@cache
def constraints() -> Mapping[str, tuple[Constraint, ...]]:
    """Return the constraints of game.ecore by the name of the class, inherited ones first."""
    from tilewright.metamodel.constraints import constraints_of

    return constraints_of(package())


def eclass(name: str) -> EClass:
    """Return the class of the metamodel called *name*; ``KeyError`` if there is none."""
    found = package().getEClassifier(name)
    if found is None:
        raise KeyError(name)
    return found
