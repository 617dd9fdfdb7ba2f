{{ marker }}
"""The package {{ element.name }}: its classes, and what PyEcore asks a package for."""

from {{ "." * depth }}_classes import _packages
{% for c in classifiers %}
from {{ "." * depth }}_classes import {{ c | python_name }} as {{ c.name }}
{% endfor %}
{% for p in subpackages %}
from . import {{ p.name }} as {{ p.name }}
{% endfor %}

__all__ = [
{% for c in classifiers %}
    {{ c.name | literal }},
{% endfor %}
]

eClass = _packages[{{ element | fragment | literal }}]
name: str = {{ element.name | literal }}
nsURI: str = {{ element.nsURI | literal }}
nsPrefix: str = {{ element.nsPrefix | literal }}
getEClassifier = eClass.getEClassifier
eClassifiers = {found.name: found for found in eClass.eClassifiers}
