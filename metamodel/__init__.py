"""The language of games: the metamodel game.ecore, the classes of its elements, its constraints and derived features.

``schema`` returns the classes as plain records. ``package`` and ``eclass`` return PyEcore's objects of the metamodel,
which are loaded at the first call.
"""

if __name__ != "tilewright.metamodel":  # imported by its folder: every class would exist twice
    raise ImportError("import tilewright.metamodel, not metamodel", name=__name__)

from tilewright.metamodel.features import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.loading import BG_NS_URI, NS_URI, eclass, package
from tilewright.metamodel.schema import Schema, schema

__all__ = ["BG_NS_URI", "NS_URI", "ClassInfo", "FeatureInfo", "Kind", "Schema", "eclass", "package", "schema"]
