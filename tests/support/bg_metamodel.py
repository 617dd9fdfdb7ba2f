"""The metamodel of the older dialect, made from its facts: classes, features, types, bounds, defaults, opposites."""

from __future__ import annotations

CLASSES = {
    "Game": "board=Board! name:String! players=Player+2 initialPlayer>Player! turnPolicy:TurnType!",
    "Board": "width:Int! tiles=Tile+ legalMovesPipeline=LegalMovesPipeline effectPipeline=EffectPipeline height:Int! "
    "checkered:Boolean! tileplacement=TilePlacement+",
    "Player": "name:String! hexColor:String! associatedState>State!",
    "LegalMovesPipeline": "filters=Filter*",
    "EffectPipeline": "filters=Filter*",
    "Filter": "nextFilter=Filter name:String!",
    "PatternFilter(Filter)": "patterns=Pattern+",
    "Tile": "states=State+ transitions=Transition* initialState=State! tileType:String!id hexColor:String!#ffffff name:String!",
    "State": "outbound>Transition*source inbound>Transition*target name:String hexColor:String!#dddddd",
    "Transition": "source>State+outbound target>State!inbound name:String!",
    "TilePlacement": "row:Int! column:Int! tile>Tile! initialState>State",
    "Pattern": "relativecoordinates=RelativeCoordinate+ name:String! stateSelection:StateSelection matchState>State",
    "RelativeCoordinate": "x:Int! y:Int!",
    "IterativeFilter(Filter)": "directionVectors=RelativeCoordinate+ matchRule=Pattern! endRule=Pattern!",
    "StateEffectFilter(Filter)": "targetState>State stateSelection:StateSelection!",
    "WinConditionFilter(Filter)": "patterns=Pattern+",
}
"""Each feature: its name, ``=`` containment, ``>`` reference or ``:`` attribute, its type, ``!`` one, ``+`` one or more,
``*`` any number, then the upper bound, the opposite, the default, or that it is the identifier."""

ENUMERATIONS = {
    "TurnType": ("TurnBased", "Simultaneous"),
    "StateSelection": ("CurrentPlayer", "OtherPlayer", "StateBased"),
}
_ECORE = "http://www.eclipse.org/emf/2002/Ecore"


def bg_ecore() -> str:
    """Return the metamodel as an .ecore file."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'xmlns:ecore="{_ECORE}" name="bg" nsURI="http://www.example.org/bg" nsPrefix="bg">',
    ]
    for head, features in CLASSES.items():
        name, _, parent = head.rstrip(")").partition("(")
        above = f' eSuperTypes="#//{parent}"' if parent else ""
        abstract = ' abstract="true"' if name == "Filter" else ""
        lines.append(f'  <eClassifiers xsi:type="ecore:EClass" name="{name}"{above}{abstract}>')
        lines += [f"    {_feature(name, text)}" for text in features.split()]
        lines.append("  </eClassifiers>")
    for name, literals in ENUMERATIONS.items():
        lines.append(f'  <eClassifiers xsi:type="ecore:EEnum" name="{name}">')
        lines += [f'    <eLiterals name="{literal}" value="{n}"/>' for n, literal in enumerate(literals)]
        lines.append("  </eClassifiers>")
    return "\n".join([*lines, "</ecore:EPackage>", ""])


def _feature(owner: str, text: str) -> str:
    sign = next(sign for sign in text if sign in "=>:")
    name, _, rest = text.partition(sign)
    bound = next((mark for mark in rest if mark in "!+*"), "")
    type_, _, more = rest.partition(bound) if bound else (rest, "", "")
    attributes = [f'name="{name}"', 'lowerBound="1"' if bound in ("!", "+") and bound else ""]
    if bound in ("+", "*") and bound:
        attributes.append(f'upperBound="{more if more.isdigit() else -1}"')
    if sign == ":" and type_ not in ENUMERATIONS:
        attributes.append(f'eType="ecore:EDataType {_ECORE}#//E{type_}"')
        attributes.append('iD="true"' if more == "id" else f'defaultValueLiteral="{more}"' if more else "")
    else:
        attributes.append(f'eType="#//{type_}"')
    attributes.append('containment="true"' if sign == "=" else "")
    if sign == ">" and more and not more.isdigit():
        attributes.append(f'eOpposite="#//{type_}/{more}"')
    kind = "EAttribute" if sign == ":" else "EReference"
    return f'<eStructuralFeatures xsi:type="ecore:{kind}" {" ".join(filter(None, attributes))}/>'
