"""OCL: what is found out when an expression is compiled, where, and what the message offers instead."""

from __future__ import annotations

import inspect
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyecore.ecore import EAttribute, EClass, EPackage, EString

from tests.support.ocl_house import eclass, model
from tilewright.metamodel.ocl import OclError, compile_expression, show

#   text, where ^ stands before the place of the fault | part of the message
FAULTS = """
-- syntax
^                                           | the text is empty; expected an expression
1 +^                                        | expected an expression, found the end of the text
1 ^2                                        | expected an operator or the end of the text, found '2'
7 ^mod 2                                    | (write a.mod(b))
(1^                                         | expected ')' to close the bracket
1^)                                         | found ')'
^'abc                                       | the string is not closed
1 + ^'a''                                   | the string is not closed
'a^\\q'                                     | unknown escape '\\q'
^/* never ends                              | the comment is not closed
name^@pre = name                            | '@pre' belongs to postconditions, which are not evaluated
self^^open()                                | '^' belongs to postconditions about messages, which are not
rooms^[1]                                   | '[' belongs to qualifiers, which are not evaluated
1 ^# 2                                      | unexpected character '#'
^"a"                                        | write '...' for a string
1 ^== 1                                     | '==' is not OCL (write =)
1 ^!= 1                                     | write <>
true ^&& true                               | write and
true ^|| true                               | write or
if true then 1^                             | expected 'else'
if true then 1 else 2^                      | expected 'endif'
let x = 1 ^x                                | expected 'in'
let ^1 = 2 in 3                             | expected a variable after 'let', found '1'
let x ^in 3                                 | expected '=' and a value for 'x'
let ^in = 2 in 3                            | (a keyword: write _'in')
Set{1^                                      | expected ',' or '}' in the Set
Set{1 ^2}                                   | expected ',' or '}'
^Collection{}                               | Collection is abstract
Tuple{^}                                    | expected a part of the Tuple
Tuple{a = 1, ^a = 2}                        | two parts 'a'
rooms.^                                     | expected a feature or operation after '.'
rooms->size^                                | expected '(' after '->size'
rooms->^1                                   | expected a name after '->'
rooms->select(r | ^)                        | expected an expression
rooms->select(r | true^                     | expected ',' or ')' in select(...)
house::^1                                   | expected a name after '::'
open implies
  ^?                                        | unexpected character '?'
rooms?.^                                    | expected a feature or operation after '?.'
rooms?->size^                               | expected '(' after '?->size'
Set(Integer)^(1)                            | expected an operator or the end of the text, found '('
Set(Integer){1, ^'a'}                       | an element must be Integer, not String
Set(String){^1..2}                          | an element must be String, not Integer

-- names
^storey                                     | unknown name 'storey' (did you mean 'storeys'?)
self.^storey                                | House has no feature 'storey' (did you mean 'storeys'?)
self.^zzz                                   | House has no feature 'zzz' (it has: built,
rooms->select(r | ^rr.area > 1)             | unknown name 'rr'
rooms->select(^arae > 1)                    | did you mean 'area'?
rooms.^nmae                                 | Room has no feature 'nmae' (did you mean 'name'?)
rooms->first().oclContainer().^storeys      | OclElement has no feature 'storeys' (House has: use oclAsType(House))
rooms->first().oclAsType(Thing).^area       | Thing has no feature 'area' (Room has: use oclAsType(Room))
Set{self}->collect(t : Thing | t)->exists(^age = 1)    | Thing has no feature 'age' (Person has: use oclAsType(Person))
rooms.^door                                 | the operation 'door' of Room has no body in OCL
rooms->first().^door()                      | the operation 'door' of Room has no body in OCL
rooms->first().^dor()                       | Room has no operation 'dor' (did you mean 'door'?)
rooms.^dor()                                | Room has no operation 'dor' (did you mean 'door'?)
rooms.^doors()                              | 'doors' is a feature of Room: leave out the parentheses
rooms.^within                                | 'within' is an operation: write within(...)
storeys.^x                                  | Integer has no feature 'x'
name.^size                                  | 'size' is an operation: write size(...)
rooms.^size                                 | write ->size(...)
rooms.^select                               | write ->select(...)
Tuple{one = 1}.^two                         | has no part 'two'
Mood::^Clam                                 | Mood has no literal 'Clam' (did you mean 'Calm'?)
^Mod::Calm                                  | there is no class or type 'Mod' (did you mean 'Mood'?)
^house::Rom                                 | there is no class or type 'house::Rom' (did you mean 'house::Room'
oclIsKindOf(^Huose)                         | did you mean 'House'?
oclIsKindOf(^'House')                       | expected the name of a type
let x : ^Strin = 'a' in x                   | did you mean 'String'?
people->first().^__class__                  | has no feature
^self.allInstances                          | no feature 'allInstances'
House.^allInstances->size()                 | (write House.allInstances())
house::House.^allInstances                  | (write house::House.allInstances())
House::^allInstances()->size()              | (write House.allInstances())
Mood.^Calm                                  | (write Mood::Calm)
house::Mood.^Calm                           | (write house::Mood::Calm)
owner.mood = ^Calm                          | unknown name 'Calm' (write Mood::Calm)
House.^zzz                                  | OclType has no feature 'zzz'
storeys ^in Set{1}                          | (write collection->includes(element))
^context House inv: open                    | 'context' belongs to files of OCL; here stands only the expression
^inv: open                                  | 'inv' belongs to files of OCL; here stands only the expression
^inv opened: open                           | 'inv' belongs to files of OCL
^derive : 1                                 | 'derive' belongs to files of OCL
self.^allInstances()                        | write Class.allInstances()
House->^allInstances()                      | write Class.allInstances()
^allInstances()                             | write Class.allInstances()
House.^allInstances(1)                      | expected allInstances() without an argument
Integer.^allInstances()                     | the values of Integer cannot be listed
^Hose.allInstances()                        | there is no class or type 'Hose' (did you mean 'House'
'abc'.^tokenise(',')                        | did you mean 'tokenize'?
if open then 1 elseif ^1 then 2 else 3 endif | the condition of 'if' must be Boolean, not Integer
if open then 1 elseif open then 2^          | expected 'else'

-- operations
storeys.^ads()                              | Integer has no operation 'ads' (did you mean 'abs'?)
rooms->^frist()                             | has no operation 'frist' (did you mean 'first'?)
^sise()                                     | House has no operation 'sise'
rooms.^size()                               | 'size' is an operation of collections: write ->size(...)
rooms.^forAll(true)                         | write ->forAll(...)
self.^select(true)                          | write ->select(...)
^forAll(true)                               | write ->forAll(...)
Set{1}->^at(1)                              | Set(Integer) has no operation 'at'
Set{1}->^first()                            | 'first': a Set has no order (put ->asOrderedSet() or ->sortedBy(...) before it, or take an element with ->any(...))
Bag{1}->^indexOf(1)                         | 'indexOf': a Bag has no order (put ->asSequence() or ->sortedBy(...) before it)
rooms->^subSequence(1, 2)                   | (write ->subOrderedSet(...))
Sequence{1}->^subOrderedSet(1, 2)           | (write ->subSequence(...))
Set{1}->^contains(1)                        | (write ->includes(...))
name.^length()                              | String has no operation 'length' (write size(...))
Sequence{1} ^- Sequence{1}                  | '-' does not apply to Sequence(Integer) and Sequence(Integer)
rooms->^slect(r | true)                     | there is no iterator 'slect' (did you mean 'select'
rooms->^size(1)                             | expected size(), found 1 argument
name.^substring(1)                          | expected substring(Integer, Integer), found 1 argument
name.^substring('a', 1)                     | substring(Integer, Integer) does not take (String, Integer)
rooms->^at('a')                             | at(Integer) does not take (String)
storeys.^max('a')                           | max(Integer) or max(Real) does not take (String)
Set{1}->^union(1)                           | does not take (Integer)
rooms->^sum()                               | sum() needs numbers or Strings; the elements are Room
rooms->^max()                               | max() needs numbers or Strings; the elements are Room
rooms->^select()                            | select(...) needs one body, not 0
rooms->^select(true, true)                  | select(...) needs one body, not 2
rooms->select(a, ^b | true)                 | select(...) takes at most 1 iterators
rooms->collect(a, ^b | true)             | collect(...) takes at most 1 iterators
rooms->select(a; ^b = 1 | true)             | only iterate has a result variable
rooms->^iterate(a | 1)                      | expected iterate(x; result : T = start
^oclIsKindOf()                              | expected oclIsKindOf(Type), found 0 arguments
^oclIsUndefined(1)                          | expected oclIsUndefined(), found 1 argument
rooms->^selectByKind()                      | expected selectByKind(Type)
rooms->first().^within()                    | within(Integer) does not take ()
rooms->first().^within(1, 2)                | within(Integer) does not take (Integer, Integer)
rooms->first().^within('1')                 | within(Integer) does not take (String)
storeys.^oclContainer()                     | oclContainer() needs an object, not Integer
name.replaceAll(^'(a', '')                  | in the regular expression, character 1: the group is not closed
let x : ^EInt = 1 in x                      | there is no class or type 'EInt' (did you mean 'ecore::EInt'?)
let x : ^ecore::EClass = null in x          | there is no class or type 'ecore::EClass'
Mood::Calm.^nam                             | Mood has no feature 'nam'
name.matches(^'(a')                         | in the regular expression, character 1: the group is not closed

-- types
open and ^1                                 | an operand of 'and' must be Boolean, not Integer
^name or open                               | an operand of 'or' must be Boolean, not String
not ^storeys                                | the operand of 'not' must be Boolean, not Integer
if ^storeys then 1 else 2 endif             | the condition of 'if' must be Boolean, not Integer
1 ^+ 'a'                                    | '+' does not apply to Integer and String
'a' ^* 2                                    | '*' does not apply to String and Integer
open ^+ open                                | '+' does not apply to Boolean and Boolean
^-name                                      | '-' does not apply to String
1 ^< 'a'                                    | '<' does not apply to Integer and String
open ^<= open                               | '<=' does not apply
Sequence{1, 'a'}->first() ^+ 1              | (say which with oclAsType)
let x : Integer = ^'a' in x                 | 'x' is declared Integer, but its value is String
Tuple{a : Boolean = ^1}                     | 'a' is declared Boolean, but its value is Integer
Sequence{1..^'a'}                           | a bound must be Integer, not String
rooms->select(^r : Person | true)           | 'r' is declared Person, but the elements are Room
rooms->select(^area)                        | the body of select must be Boolean, not Integer
rooms->forAll(r | ^r.area + 1)              | the body of forAll must be Boolean, not Integer
rooms->sortedBy(^doors)                     | the body of sortedBy must be a number, a String or a date, not OrderedSet(Room)
rooms->closure(^people)                     | the body of closure must be Room or a collection of it
rooms->iterate(r; s : Integer = 0 | ^r)     | the body of iterate must be Integer, not Room
"""

#   the same of texts that are hardly meant so, and the value that they have all the same
WARNINGS = """
owner.mood ^= 'Calm'                        | Mood and String are never equal                    | false
owner ^= rooms->first()                     | Person and Room are never equal                    | false
owner ^<> 1                                 | Person and Integer are never equal                 | true
rooms ^= owner                              | OrderedSet(Room) and Person are never equal        | false
rooms->^includes('hall')                    | Room and String are never equal                    | false
rooms->^excluding(owner)                    | Room and Person are never equal                    | OrderedSet{Room 'hall', Room 'loft', Room 'shed'}
oclIsKindOf(^Room)                          | House is never a Room                              | false
oclAsType(^pets::Statue)                    | House is never a Statue                            | invalid
storeys.oclAsType(^String)                  | Integer is never a String                          | invalid
name.oclIsKindOf(^Integer)                  | String is never an Integer                         | false
rooms->selectByKind(^Person)                | Room is never a Person                             | OrderedSet{}
owner.best ^= rooms->first().inside          | Person and Room are never equal                    | true
rooms->^indexOf(owner)                       | Room and Person are never equal                    | invalid
rooms->exists(oclIsTypeOf(^Person))          | Room is never a Person                             | false
rooms->^at(0)                                | the positions of at(...) begin with 1              | invalid
name.^substring(0, 1)                        | the positions of substring(...) begin with 1       | invalid
"""

_LINES = FAULTS.replace("open implies\n  ", "open implies\\n  ").splitlines()
ROWS = [
    tuple(part.strip(" ") for part in line.replace("open implies\\n", "open implies\n").rsplit(" | ", 1))
    for line in _LINES
    if line and not line.startswith("-- ")
]


@pytest.mark.parametrize(("marked", "message"), ROWS)
def test_faults(marked: str, message: str) -> None:
    before, _, after = marked.partition("^")
    text = before + after
    with pytest.raises(OclError) as raised:
        compile_expression(text, eclass("House"))
    error = raised.value
    if marked.startswith("^self.all"):
        before = "self."
    assert message in error.message
    assert error.offset == len(before)
    assert (error.line, error.column) == (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
    assert str(error) == f"{error.line}:{error.column}: {error.message}"


_WARNED = [tuple(part.strip() for part in line.split(" | ")) for line in WARNINGS.strip().splitlines()]


@pytest.mark.parametrize(("marked", "message", "value"), _WARNED)
def test_what_is_never_so_is_a_warning(marked: str, message: str, value: str) -> None:
    """Null is equal to null, of whatever types it is."""
    before, _, after = marked.partition("^")
    expression = compile_expression(before + after, eclass("House"))
    assert [(w.message, w.offset) for w in expression.warnings] == [(message, len(before))]
    assert show(expression.evaluate(model())) == value


@pytest.mark.parametrize(
    "text", ["owner = people->first()", "oclIsKindOf(House)", "rooms->includes(null)", "owner = null"]
)
def test_what_may_be_so_is_none(text: str) -> None:
    assert compile_expression(text, eclass("House")).warnings == ()


@pytest.mark.parametrize(
    ("text", "expected", "message"),
    [
        ("storeys", "Boolean", "1:1: expected Boolean, but this is Integer"),
        ("true\n and storeys.max(1) = 1", "Integer", "1:1: expected Integer, but this is Boolean"),
        ("rooms", "Set(Room)", "1:1: expected Set(Room), but this is OrderedSet(Room) (add ->asSet())"),
        ("rooms", "Sett(Room)", "1:5: expected an operator or the end of the text, found '('"),
        ("rooms", "Rom", "1:1: there is no class or type 'Rom' (did you mean 'Room'?)"),
        ("Tuple{message = 1, status = true}.status", "Boolean", "1:17: expected String, but this is Integer"),
    ],
)
def test_expected_type(text: str, expected: str, message: str) -> None:
    with pytest.raises(OclError) as raised:
        compile_expression(text, eclass("House"), expected=expected)
    assert str(raised.value) == message


@pytest.mark.parametrize("good", ["null", "invalid", "open or null", "invalid = invalid"])
def test_null_and_invalid_are_of_every_type(good: str) -> None:
    assert compile_expression(good, eclass("House"), expected="Boolean").text == good


def test_a_feature_with_a_python_internal_name_cannot_be_read() -> None:
    cls = EClass("C")
    cls.eStructuralFeatures.append(EAttribute("__doc__", EString))
    EPackage("p", "urn:p", "p").eClassifiers.append(cls)
    with pytest.raises(OclError, match="cannot be read"):
        compile_expression("self.__doc__", cls)


PATHOLOGICAL = {
    "brackets": ("(" * 10_000, "nests more than 100"),
    "closed brackets": ("(" * 101 + "1" + ")" * 101, "nests more than 100"),
    "nots": ("not " * 10_000 + "true", "nests more than 100"),
    "minuses": ("- " * 10_000 + "1", "nests more than 100"),
    "ifs": ("if " * 10_000, "nests more than 100"),
    "lets": ("let x = 1 in " * 5_000 + "x", "nests more than 100"),
    "sets": ("Set{" * 10_000, "nests more than 100"),
    "types": ("let x : " + "Set(" * 10_000, "nests more than 100"),
    "calls": ("abs(" * 10_000, "nests more than 100"),
    "sum": ("1 + " * 300 + "1", "more than 200 levels"),
    "and": ("open and " * 300 + "open", "more than 200 levels"),
    "path": ("self" + ".owner" * 300, "more than 200 levels"),
    "arrows": ("rooms" + "->asSet()" * 300, "more than 200 levels"),
    "regex": ("name.matches('" + "(" * 300 + "a" + ")" * 300 + "')", "nest more than"),
    "digits": ("1" * 5000, "at most 300 digits"),
    "exponent": ("1e999999999", "too large"),
    "length": ("1 " * 60_000, "at most 100000 are allowed"),
    "quotes": ("'" * 9_999, "not closed"),
    "name": ("x" * 50_000, "unknown name"),
    "nul": ("\0", "unexpected character"),
    "surrogate": ("'\\ud800' + \ud800", "unexpected character"),
    "commas": ("abs(" + "a, " * 20_000, "found the end"),
    "colons": ("a" + "::a" * 20_000, "there is no class"),
}


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_pathological_texts_end_in_an_error(name: str) -> None:
    text, message = PATHOLOGICAL[name]
    with pytest.raises(OclError, match=message):
        compile_expression(text, eclass("House"))


def test_the_limits_can_be_reached() -> None:
    assert compile_expression("(" * 98 + "1" + ")" * 98, eclass("House")).evaluate(model()) == 1
    assert compile_expression("1 + " * 190 + "1", eclass("House")).evaluate(model()) == 191
    right = "(1 + " * 90 + "1" + ")" * 90
    assert compile_expression(right, eclass("House")).evaluate(model()) == 91


def test_little_stack_is_an_error_not_a_traceback() -> None:
    def deep(levels: int) -> None:
        if levels:
            return deep(levels - 1)
        with pytest.raises(OclError, match="nests too deeply"):
            compile_expression("(" * 98 + "1" + ")" * 98, eclass("House"))
        return None

    compile_expression("1", eclass("House"))
    deep(sys.getrecursionlimit() - len(inspect.stack(0)) - 150)


PIECES = (
    "self rooms people name area owner storeys open mood . -> ( ) { } | , ; : :: .. = <> < + - * / and or implies not "
    "if then else endif let in x r 1 2.5 'a' null invalid true Set Sequence Tuple Room Mood Calm forAll select collect "
    "iterate closure size first at includes oclIsKindOf oclAsType oclIsUndefined matches sum any sortedBy ?. ?-> Integer "
    "oclAsSet oclType includingAll appendAll replaceAll compareTo max toString within built ecore EObject"
)


@given(st.lists(st.sampled_from(PIECES.split()), max_size=25).map(" ".join))
@example("rooms -> collect ( x | x ) . name")
def test_any_text_compiles_and_evaluates_or_is_an_error(text: str) -> None:
    try:
        expression = compile_expression(text, eclass("House"))
    except OclError as error:
        assert 0 <= error.offset <= len(text)
    else:
        expression.evaluate(model())


@given(st.text(max_size=30))
def test_any_characters_are_an_expression_or_an_error(text: str) -> None:
    try:
        compile_expression(text, eclass("House"))
    except OclError as error:
        assert 0 <= error.offset <= len(text)
