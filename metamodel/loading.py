"""Loads the packaged metamodel, game.ecore, with PyEcore.

PyEcore's own loader is only ever given this trusted file, never one of a user's. What plays and judges models needs
none of it: the classes of elements and their constraints were made of the same file.
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
"""The namespace of the EMF/Xtext Tile-Based Game Engine, whose models are read as well."""


@cache
def package() -> EPackage:
    """Return the metamodel, with its derived features installed and every OCL text checked.

    Raises ``OclError`` if an annotation is not well typed. Cost: about 150 ms for the first call, nothing afterwards.
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
