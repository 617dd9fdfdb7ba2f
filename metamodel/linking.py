"""References of generated classes: both ends of a pair always agree, and an object is in one container only.

PyEcore's own references do not see to that: an object that was given to another one stays in the collection of the
first one, and ``discard`` or ``del`` do not change the other end. ``Reference`` is PyEcore's ``EReference`` with other
holders of values, which follow the rules of EMF:

- Setting or removing one end changes the other one, too. What is no longer possible then is undone: of two opposites
  with one value each, the earlier partners of both are set free.
- An object that is put into a container leaves the earlier one, or the contents of its resource.
- What would contain itself is refused with ``ValueError``, and a value of a wrong class with PyEcore's
  ``BadValueError``. Then nothing has changed.
- Observers are told when all of a change is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ordered_set import OrderedSet
from pyecore.ecore import EObject, EProxy, EReference, MetaEClass
from pyecore.notification import Kind, Notification
from pyecore.valuecontainer import BadValueError, ECollection, EOrderedSet, EValue

from tilewright.metamodel.typing import EFeature
from tilewright.metamodel.typing import EObject as Object


class Unregistered(MetaEClass):  # type: ignore[misc]
    """Makes subclasses of Ecore's own classes, without registering them as classes of a metamodel with their module."""

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> None:
        type.__init__(cls, name, bases, body)


class Reference(EReference, metaclass=Unregistered):  # type: ignore[misc]
    """A reference of a generated class."""

    def holder(self, obj: Object) -> Any:
        """Return what holds the values of this reference of an object."""
        found = obj.__dict__.get(self._name)
        if found is None:
            found = obj.__dict__[self._name] = self._new_holder(obj)
        return found

    def _new_holder(self, obj: Object) -> Any:
        if not self.many:
            return _One(obj, self)
        # only a list without other ends may name an object twice
        distinct = self.unique or self.containment or self._eopposite is not None
        return _Several(obj, self) if distinct else ECollection.create(obj, self)

    def __get__(self, instance: Object, owner: type | None = None) -> Any:
        return self if instance is None else self.holder(instance)._get()

    def __set__(self, instance: Object, value: Any) -> None:
        holder = self.holder(instance)
        if not isinstance(holder, _Several):
            super().__set__(instance, value)
        elif value is not holder:
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise BadValueError(got=value, expected=type(holder), feature=self)
            holder.arrange(value)


class _One(EValue):  # type: ignore[misc]
    """Holds the value of a reference that has at most one."""

    def __init__(self, owner: Object, feature: EFeature) -> None:
        super(EValue, self).__init__(owner, feature)
        self._value: Object = None

    def _set(self, value: Object, update_opposite: bool = True) -> None:
        value = _resolved(self, value)
        self.check(value)
        _refuse_cycle(self, value)
        old = self._value
        self.owner._isset[self.feature] = None
        if value is old:
            return
        changes: list[Notification] = []
        if old is not None:
            _unlink(self, old, changes)
        if value is not None:
            _link(self, value, changes)
        _tell([_changed(self, old, value), *changes])

    def remove_or_unset(self, value: Object, update_opposite: bool = True) -> None:
        if value is self._value:
            self._set(None)

    def put(self, value: Object, index: int | None = None) -> None:
        self._value = value
        self.owner._isset[self.feature] = None

    def take(self, value: Object) -> None:
        self._value = None


class _Several(EOrderedSet):  # type: ignore[misc]
    """Holds the distinct values of a reference that may have several, in their order."""

    def add(self, value: Object, update_opposite: bool = True) -> None:
        self._enter([value])

    append = add

    def update(self, others: Iterable[Object]) -> None:
        self._enter(others)

    extend = update

    def insert(self, i: int, y: Object) -> None:
        self._enter([y], i)

    def remove(self, value: Object, update_opposite: bool = True) -> None:
        if value not in self:
            raise KeyError(value)
        changes: list[Notification] = []
        _unlink(self, value, changes)
        _tell([_changed(self, value, None), *changes])

    def discard(self, value: Object) -> None:
        if value in self:
            self.remove(value)

    def pop(self, index: int = -1) -> Object:
        if not self.items:
            raise KeyError(f"{self.feature.name} is empty")
        value = self.items[index]
        self.remove(value)
        return value

    def clear(self) -> None:
        self.arrange(())

    def reverse(self) -> None:
        self.arrange(self.items[::-1])

    def __setitem__(self, i: int | slice, y: Any) -> None:
        items = list(self.items)
        items[i] = y
        self.arrange(items)

    def __delitem__(self, i: int | slice) -> None:
        items = list(self.items)
        del items[i]
        self.arrange(items)

    def _update_items(self, items: list[Object]) -> None:  # what the updates of OrderedSet call
        self.arrange(items)

    @classmethod
    def _from_iterable(cls, values: Iterable[Object]) -> OrderedSet[Object]:  # what ``-`` and ``|`` call
        return OrderedSet(values)

    def arrange(self, values: Iterable[Object]) -> None:
        """Hold exactly these values, in this order."""
        given = dict.fromkeys(self._checked(values))
        gone = [value for value in self.items if value not in given]
        new = [value for value in given if value not in self.map]
        changes: list[Notification] = []
        self._order([value for value in self.items if value in given])
        for value in gone:
            _release(self, value, changes)
        for value in new:
            _link(self, value, changes)
        self._order(list(given))
        self.owner._isset[self.feature] = None
        _tell([*self._told(gone, Kind.REMOVE), *changes, *self._told(new, Kind.ADD)])

    def put(self, value: Object, index: int | None = None) -> None:
        if index is None:
            OrderedSet.add(self, value)
        else:
            items = list(self.items)
            items.insert(index, value)
            self._order(items)
        self.owner._isset[self.feature] = None

    def take(self, value: Object) -> None:
        OrderedSet.discard(self, value)

    def _enter(self, values: Iterable[Object], index: int | None = None) -> None:
        given = dict.fromkeys(self._checked(values))
        new = [value for value in given if value not in self.map]
        changes: list[Notification] = []
        for value in new:
            _link(self, value, changes, index)
        self.owner._isset[self.feature] = None
        if len(new) < len(given) and getattr(self.owner.eResource, "cache_enabled", False):
            # PyEcore reads a file: some values are here already, by their other ends, but this is their order
            self._order([*(value for value in self.items if value not in given), *given])
        _tell([*changes, *self._told(new, Kind.ADD)])

    def _checked(self, values: Iterable[Object]) -> Iterator[Object]:
        for value in list(values):
            found = _resolved(self, value)
            if found is None:
                raise BadValueError(got=None, expected=self.feature.eType, feature=self.feature)
            self.check(found)
            _refuse_cycle(self, found)
            yield found

    def _told(self, values: list[Object], kind: Kind) -> list[Notification]:
        """Return the notification that values were added or removed, if there are any."""
        adds = kind is Kind.ADD
        if len(values) <= 1:
            return [_changed(self, None, value) if adds else _changed(self, value, None) for value in values]
        old, new, kind = ([], values, Kind.ADD_MANY) if adds else (values, [], Kind.REMOVE_MANY)
        return [Notification(self.owner, kind, old, new, self.feature)]

    def _order(self, values: list[Object]) -> None:
        self.items = values
        self.map = {value: index for index, value in enumerate(values)}


_Holder = _One | _Several


def _resolved(holder: _Holder, value: Object) -> Object:
    """Return what a proxy stands for, if the value gets another end or a container; else the value itself."""
    if isinstance(value, EProxy) and (holder.is_cont or holder.feature._eopposite is not None):
        return value.force_resolve()
    return value


def _refuse_cycle(holder: _Holder, value: Object) -> None:
    """Raise ``ValueError`` if an object would contain itself with a new value of a reference."""
    feature, opposite = holder.feature, holder.feature._eopposite
    if value is None or not (feature.containment or (opposite is not None and opposite.containment)):
        return
    inner, outer = (value, holder.owner) if feature.containment else (holder.owner, value)
    above = outer
    while above is not None:
        if above is inner:
            what = "itself" if inner is outer else f"{outer}, which contains it"
            raise ValueError(f"Recursive containment not allowed: {feature.name} would put {inner} into {what}")
        above = getattr(above, "_container", None)


def _link(holder: _Holder, value: Object, changes: list[Notification], index: int | None = None) -> None:
    """Add a value to a reference that does not hold it and, if single-valued, holds nothing; add the other end, too."""
    owner, feature, opposite = holder.owner, holder.feature, holder.feature._eopposite
    if feature.containment:
        _leave(value, changes)
    if opposite is None:
        holder.put(value, index)
        if (inverse := getattr(value, "_inverse_rels", None)) is not None:
            inverse.add((owner, feature))
    else:
        back = opposite.holder(value)
        former = back._value if isinstance(back, _One) else None
        if former is not None:
            _unlink(back, former, changes)
        if opposite.containment:
            _leave(owner, changes)
        holder.put(value, index)
        back.put(owner)
        changes.append(_changed(back, former, owner))
        if opposite.containment:
            owner._container, owner._containment_feature = value, opposite
    if feature.containment:
        value._container, value._containment_feature = owner, feature


def _unlink(holder: _Holder, value: Object, changes: list[Notification]) -> None:
    """Take a value out of a reference that holds it, and the other end, too."""
    holder.take(value)
    _release(holder, value, changes)


def _release(holder: _Holder, value: Object, changes: list[Notification]) -> None:
    """Take out the other end of a reference that holds a value no more."""
    owner, feature, opposite = holder.owner, holder.feature, holder.feature._eopposite
    if feature.containment:
        value._container = value._containment_feature = None
    if opposite is None:
        if (inverse := getattr(value, "_inverse_rels", None)) is not None:
            inverse.discard((owner, feature))
        return
    back = opposite.holder(value)
    back.take(owner)
    changes.append(_changed(back, owner, None))
    if opposite.containment:
        owner._container = owner._containment_feature = None


def _leave(obj: Object, changes: list[Notification]) -> None:
    """Take an object out of its container, or out of the contents of its resource."""
    container, feature, resource = obj._container, obj._containment_feature, obj._eresource
    if isinstance(feature, Reference):
        holder = feature.holder(container)
        _unlink(holder, obj, changes)
        changes.append(_changed(holder, obj, None))
    elif isinstance(container, EObject):
        container.__dict__[feature._name].remove_or_unset(obj)
    if resource is not None and obj in resource.contents:
        resource.remove(obj)


def _changed(holder: _Holder, old: Object, new: Object) -> Notification:
    """Return the notification that a value was replaced, added (no old one) or removed (no new one)."""
    if isinstance(holder, _One):
        kind = Kind.UNSET if new is None else Kind.SET
    else:
        kind = Kind.REMOVE if new is None else Kind.ADD
    return Notification(holder.owner, kind, old, new, holder.feature)


def _tell(changes: Iterable[Notification]) -> None:
    for change in changes:
        change.notifier.notify(change)


def erase(obj: Object) -> None:
    """Take an object out of everything that refers to it or contains it, and everything out of it."""
    for owner, feature in list(obj._inverse_rels):
        values = getattr(owner, feature.name)
        if feature.many:
            while obj in values:
                values.remove(obj)
        elif values is obj or getattr(values, "_wrapped", None) is obj:
            setattr(owner, feature.name, None)
    if isinstance(obj._container, EObject):
        changes: list[Notification] = []
        _leave(obj, changes)
        _tell(changes)
    for feature in obj.eClass.eAllReferences():
        if not feature.derived:
            delattr(obj, feature.name)
