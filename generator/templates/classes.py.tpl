{{ marker }}
"""The classes of the metamodel {{ element.name }}."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.metamodel import classes as _ecore

if TYPE_CHECKING:
    from . import _classes
{% for e in enumerations %}


{% if e | python_name != e.name %}
@_ecore.named({{ e.name | literal }})
{% endif %}
class {{ e | python_name }}(_ecore.Enumeration):
    {{ e | docstring }}
{% for l in e.eLiterals %}
{% if loop.first or l | document %}

{% endif %}
    {{ l.name }}: {{ e | literal_type }} = _ecore.literal({{ l | literal_arguments }}){{ "  # type: ignore[assignment]" if l.name in ("value", "literal") }}
{% if l | document %}
    {{ l | docstring }}
{% endif %}
{% endfor %}
{% endfor %}
{% for d in datatypes %}
{% if loop.first %}


{% endif %}
{{ d | python_name }} = _ecore.datatype({{ d | datatype_arguments }})
{% endfor %}
{% for c in classes %}


{% if c.abstract %}
@_ecore.abstract
{% endif %}
{% if c.interface %}
@_ecore.interface
{% endif %}
{% if c | python_name != c.name %}
@_ecore.named({{ c.name | literal }})
{% endif %}
class {{ c | python_name }}({{ c | bases }}):
    {{ c | docstring }}
{% for f in c.eStructuralFeatures %}
{% if loop.first or f | document %}

{% endif %}
    {{ f.name }}: {{ f | feature_type }} = {{ f | feature_call }}
{% if f | document %}
    {{ f | docstring }}
{% endif %}
{% endfor %}
{% for o in c | methods %}

    @_ecore.operation
    def {{ o.name }}(self{{ o | parameters }}) -> {{ o | result_type }}:
        {{ o | docstring(8) }}
        raise NotImplementedError
{% endfor %}
{% endfor %}


_root = {{ element | package_call }}
_packages = _ecore.complete(_root, __file__, {{ ecore_path | literal }})
