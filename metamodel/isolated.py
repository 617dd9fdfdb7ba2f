"""Loading a checked metamodel with PyEcore, isolated from every other file and address."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pyecore import ecore
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIResource

from tilewright.metamodel.typing import EObject, EPackage

METHOD = "eInvoke"
"""The name of the Python method that PyEcore makes for every operation; it raises ``NotImplementedError``."""


def load(data: bytes, name: str) -> EPackage:
    """Load a metamodel with PyEcore and return its root package. *name* stands in messages.

    The caller has checked the metamodel. No other file is opened: ``PermissionError`` if it refers to one.
    """
    order = ecore.Metasubinstance.__dict__.get("mro")
    resources = _Resources()
    resource = _Resource(_Bytes(data, name))
    resource.resource_set = resources
    try:
        resource.load()
    finally:
        if "mro" in ecore.Metasubinstance.__dict__ and order is None:
            del ecore.Metasubinstance.mro  # PyEcore patches all classes if it cannot linearise superclasses
    return resource.contents[0]


class _Bytes(URI):  # type: ignore[misc]
    """A file that is already in memory."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(name)
        self._data = data

    def create_instream(self) -> BytesIO:
        return BytesIO(self._data)


class _Resources(ResourceSet):  # type: ignore[misc]
    """A resource set that opens no further file."""

    def get_resource(self, uri: Any, options: Any = None, **_: Any) -> Any:
        raise PermissionError(f"a metamodel refers to another file: {uri}")


def without_code(operation: EObject) -> EObject:
    """Return *operation*, from whose names PyEcore now makes no Python code: it makes the same stub for all.

    The names in a metamodel come from its author, who may be hostile.
    """
    operation.normalized_name = lambda: METHOD
    operation.to_code = lambda: f"def {METHOD}(self):\n    raise NotImplementedError"
    return operation


class _Resource(XMIResource):  # type: ignore[misc]
    """A resource that refuses references to other files and makes no code from operations."""

    def _decode_node(self, parent: Any, node: Any) -> Any:
        found = super()._decode_node(parent, node)
        if isinstance(found[1], ecore.EOperation):
            without_code(found[1])
        return found

    def _get_href_decoder(self, path: str, *_: Any) -> Any:
        raise PermissionError(f"a metamodel refers to another file: {path}")
