"""What may be said: the metamodel game.ecore, the classes of its elements, its constraints and derived features.

``package`` and ``eclass`` give PyEcore's view of it, which is loaded when it is first asked for.
"""

if __name__ != "tilewright.metamodel":  # found by its folder: its classes would be there twice
    raise ImportError("import tilewright.metamodel, not metamodel", name=__name__)

from tilewright.metamodel.features import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.loading import BG_NS_URI, NS_URI, eclass, package
from tilewright.metamodel.schema import Schema, schema

__all__ = ["BG_NS_URI", "NS_URI", "ClassInfo", "FeatureInfo", "Kind", "Schema", "eclass", "package", "schema"]
