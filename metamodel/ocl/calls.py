"""Compiling calls: iterators, operations of the library and of the metamodel, and those that every value has.

``a.f()`` on a collection collects the results, as ``a.b`` does. ``a->f()`` sees a single value as a Set, and null as an
empty one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.metamodel.ocl.code import METER, Code, Frame, Typed
from tilewright.metamodel.ocl.containers import ADDED_OR_COMPARED
from tilewright.metamodel.ocl.errors import OclError, suggest
from tilewright.metamodel.ocl.iterators import ITERATORS, Loop
from tilewright.metamodel.ocl.library import OPERATIONS, candidates, operation_names
from tilewright.metamodel.ocl.names import Body, Declared
from tilewright.metamodel.ocl.objects import class_of, container, contents, instances, type_of, type_test
from tilewright.metamodel.ocl.operation import ELEMENT, SOURCE, Operation
from tilewright.metamodel.ocl.properties import UNIVERSAL, PropertyCompiler, without_nulls
from tilewright.metamodel.ocl.scalars import matches
from tilewright.metamodel.ocl.syntax import Call, Node, Path, Variable, start
from tilewright.metamodel.ocl.types import (
    BOOLEAN,
    INTEGER,
    NOTHING,
    NUMBERS,
    OCL_ANY,
    OCL_ELEMENT,
    OCL_INVALID,
    OCL_TYPE,
    ORDERED,
    REAL,
    STRING,
    ClassType,
    CollectionType,
    EnumType,
    OpaqueType,
    Type,
    conforms,
    feature_type,
    linearised,
    qualified_name,
)
from tilewright.metamodel.ocl.values import INVALID, KINDS, Set, Value
from tilewright.metamodel.regex import Regex, RegexError, compile_regex
from tilewright.metamodel.typing import EClass

_BY_TYPE = ("selectByKind", "selectByType")
_OF_POSITIONS = ("at", "insertAt", "subSequence", "subOrderedSet", "substring")
"""The operations whose first argument is a position."""

_ANY_SEQUENCE = CollectionType("Sequence", OCL_ANY)
_OTHER_NAMES = {
    "length": ("size",),
    "contains": ("includes",),
    "subSequence": ("subOrderedSet",),
    "subOrderedSet": ("subSequence",),
}
"""What operations of other languages, and of other kinds of collection, are called."""

_NODES_PER_STEP = 16
"""An evaluation of the body of an iterator costs one step, and another for each so many nodes."""


class CallCompiler(PropertyCompiler):
    """The part of the compiler for calls: one method for each kind of call."""

    # -- calls

    def call(self, node: Call) -> Typed:
        """Compile any call. Without a source the innermost implicit source that has the operation is used."""
        if node.name == "allInstances":
            return self.all_instances(node)
        if node.arrow:
            return self.arrow_call(node)
        if node.safe and node.source is not None:
            return self.unless_null(self.compile(node.source), lambda each: self.dot_call(each, node))
        if node.source is not None:
            return self.dot_call(self.compile(node.source), node)
        for source in self.scope.implicit_sources():
            if self.has_operation(source.type, node.name):
                return self.dot_call(source.read(), node)
        innermost = self.scope.implicit_sources()[0].type
        raise self.scope.error(self.no_operation(innermost, node.name), node.offset)

    def all_instances(self, node: Call) -> Typed:
        """Compile ``Class.allInstances()``. The instances of an enumeration are its literals."""
        if not isinstance(node.source, Path) or node.arrow:
            raise self.scope.error("a class has allInstances(): write Class.allInstances()", node.offset)
        if node.arguments or node.variables:
            raise self.scope.error("expected allInstances() without an argument", node.offset)
        type_ = self.scope.type(node.source)
        if isinstance(type_, EnumType):
            literals = Set(type_.enum.eLiterals)
            return Typed(CollectionType("Set", type_), lambda frame: literals)
        if not isinstance(type_, ClassType):
            message = f"the values of {type_} cannot be listed; those of a class of the metamodel or an enumeration can"
            raise self.scope.error(message, node.offset)
        return Typed(CollectionType("Set", type_), instances(type_))

    def dot_call(self, source: Typed, node: Call) -> Typed:
        """Compile a call with a dot, which collects the results if the source is a collection."""
        type_ = source.type
        if isinstance(type_, CollectionType):
            if self.has_operation(type_.element, node.name):
                return self.collect_each(source, type_, lambda each: self.dot_call(each, node))
            raise self.scope.error(self.no_operation(type_.element, node.name), node.offset)
        self.refuse_iterators(node)
        if node.name in UNIVERSAL:
            return self.universal(source, node)
        declared = self.scope.names.operations(type_, node.name)
        if declared:
            return self.declared_operation(source, declared, node)
        return self.operation(source, node.name, node.arguments, node.offset)

    def has_operation(self, owner: Type, name: str) -> bool:
        """Return whether values of type *owner* have an operation *name* that is called with a dot."""
        return name in UNIVERSAL or bool(candidates(owner, name) or self.scope.names.operations(owner, name))

    def arrow_call(self, node: Call) -> Typed:
        """Compile a call with ``->``: an iterator, or an operation of collections."""
        assert node.source is not None
        source = self.compile(node.source)
        if node.name in ("oclIsUndefined", "oclIsInvalid"):
            self.refuse_iterators(node)
            return self.universal(source, node)
        source, type_ = _as_collection(source)
        if node.safe:
            source = without_nulls(source)
        if node.name == "iterate":
            return self.iterate(source, type_, node)
        if node.name in ITERATORS:
            return self.iterator(source, type_, node)
        self.refuse_iterators(node)
        if node.name in _BY_TYPE:
            return self.select_by_type(source, type_, node)
        return self.operation(source, node.name, node.arguments, node.offset)

    def refuse_iterators(self, node: Call) -> None:
        """Raise ``OclError`` if a call that is no iterator after ``->`` looks like one."""
        if node.name in (*ITERATORS, "iterate") and not node.arrow:
            raise self.scope.error(f"'{node.name}' is an iterator: write ->{node.name}(...)", node.offset)
        if node.variables:
            names = [*ITERATORS, "iterate"]
            message = f"there is no iterator '{node.name}'" + suggest(node.name, names, "there are")
            raise self.scope.error(message, node.offset)

    def no_operation(self, owner: Type, name: str) -> str:
        """Return the message that *owner* has no operation *name*, and what was perhaps meant."""
        if isinstance(owner, CollectionType):
            of_collections = bool(candidates(owner, name))
        else:
            of_collections = any(isinstance(operation.source, tuple) for operation in OPERATIONS.get(name, ()))
        if of_collections or name in (*ITERATORS, "iterate", *_BY_TYPE):
            return f"'{name}' is an operation of collections: write ->{name}(...)"
        if isinstance(owner, ClassType) and any(f.name == name for f in owner.eclass.eAllStructuralFeatures()):
            return f"'{name}' is a feature of {owner}: leave out the parentheses"
        if isinstance(owner, CollectionType):
            known = [*ITERATORS, "iterate", *_BY_TYPE, *operation_names(owner)]
        else:
            known = [*UNIVERSAL, *operation_names(owner), *self.scope.names.called(owner)]
        hint = self.scope.names.elsewhere(owner, name) or _instead(owner, name) or suggest(name, known)
        return f"{owner} has no operation '{name}'{hint}"

    # -- iterators

    def iterator(self, source: Typed, type_: CollectionType, node: Call) -> Typed:
        """Compile a call of an iterator of the table; *type_* is the type of *source*."""
        spec, name = ITERATORS[node.name], node.name
        if node.accumulator is not None:
            raise self.scope.error(f"only iterate has a result variable, not {name}", node.accumulator.offset)
        if len(node.arguments) != 1:
            raise self.scope.error(f"{name}(...) needs one body, not {len(node.arguments)}", node.offset)
        if spec.most_variables is not None and len(node.variables) > spec.most_variables:
            offset = node.variables[spec.most_variables].offset
            raise self.scope.error(f"{name}(...) takes at most {spec.most_variables} iterators", offset)
        outside = len(self.scope.bindings)
        slots = self.bind_elements(type_, node.variables)
        before = self.nodes
        argument = node.arguments[0]
        what = f"the body of {name}"
        body = self.compile(argument) if spec.body is None else self.of_type(argument, spec.body, what)
        element = self.scope.bindings[-1].type
        del self.scope.bindings[outside:]
        is_date = isinstance(body.type, OpaqueType) and body.type.ordered
        if name == "sortedBy" and not (is_date or body.type in (INTEGER, REAL, STRING, *NOTHING)):
            raise self.scope.error(f"{what} must be a number, a String or a date, not {body.type}", start(argument))
        if name == "closure":
            following = body.type.element if isinstance(body.type, CollectionType) else body.type
            if not conforms(following, element):
                message = f"{what} must be {element} or a collection of it, not {body.type}"
                raise self.scope.error(message, start(argument))
            type_ = CollectionType(type_.name, element)
        loop = Loop(type_, source.code, slots, body, 1 + (self.nodes - before) // _NODES_PER_STEP)
        return Typed(spec.result(loop), spec.build(loop))

    def bind_elements(self, type_: CollectionType, variables: tuple[Variable, ...]) -> tuple[int, ...]:
        """Bind the variables of an iterator, or an implicit source without any; return their slots."""
        if not variables:
            return (self.scope.bind(None, type_.element).slot,)
        slots = []
        for variable in variables:
            declared = type_.element if variable.type is None else self.scope.type(variable.type)
            if not conforms(type_.element, declared):
                message = f"'{variable.name}' is declared {declared}, but the elements are {type_.element}"
                raise self.scope.error(message, variable.offset)
            slots.append(self.scope.bind(variable.name, declared).slot)
        return tuple(slots)

    def iterate(self, source: Typed, type_: CollectionType, node: Call) -> Typed:
        """Compile ``iterate``, which folds a collection into its result variable."""
        if node.accumulator is None or len(node.variables) != 1 or len(node.arguments) != 1:
            raise self.scope.error("expected iterate(x; result : T = start | body)", node.offset)
        start_value = self.initialised(node.accumulator)
        outside = len(self.scope.bindings)
        slot = self.bind_elements(type_, node.variables)[0]
        result = self.scope.bind(node.accumulator.name, start_value.type)
        before = self.nodes
        body = self.of_type(node.arguments[0], result.type, "the body of iterate").code
        del self.scope.bindings[outside:]
        cost = 1 + (self.nodes - before) // _NODES_PER_STEP
        code, first, result_slot = source.code, start_value.code, result.slot

        def evaluate(frame: Frame) -> Value:
            collection = code(frame)
            if collection is INVALID:
                return INVALID
            frame[METER].charge(len(collection.items) * cost)
            value = first(frame)
            for item in collection.items:
                frame[slot] = item
                frame[result_slot] = value
                value = body(frame)
            return value

        return Typed(result.type, evaluate)

    # -- operations

    def operation(self, source: Typed, name: str, arguments: tuple[Node, ...], offset: int) -> Typed:
        """Compile a call of an operation of the library."""
        if not (candidates(source.type, name) or (source.type in NOTHING and name in OPERATIONS)):
            raise self.scope.error(self.no_operation(source.type, name), offset)
        compiled = [self.compile(argument) for argument in arguments]
        pattern = compiled[0].constant if compiled else None
        if name == "matches" and len(compiled) == 1 and isinstance(pattern, str):
            return self.matching(source, pattern, start(arguments[0]))
        if name in ("replaceAll", "replaceFirst") and isinstance(pattern, str):
            self.regex(pattern, start(arguments[0]))
        return self.apply(source, name, compiled, offset)

    def declared_operation(self, source: Typed, declared: list[Declared], node: Call) -> Typed:
        """Compile a call of an operation of the metamodel: that of *declared* whose parameters fit the arguments best.

        Which body is evaluated depends on the class of the object.
        """
        arguments = [self.compile(argument) for argument in node.arguments]
        operation = self.fitting(declared, [argument.type for argument in arguments], node)
        assert isinstance(source.type, ClassType)
        body_for = self.dispatcher(source.type, operation, node.offset)
        owner, codes = source.code, [argument.code for argument in arguments]

        def evaluate(frame: Frame) -> Value:
            values = [owner(frame), *(code(frame) for code in codes)]
            if values[0] is None or any(value is INVALID for value in values):
                return INVALID
            body = body_for(values[0])
            if body is None:
                return INVALID
            assert body.code is not None
            meter = frame[METER]
            return meter.nested(body.code, [meter, *values, *[None] * body.slots], body.text)

        return Typed(feature_type(operation.operation), evaluate)

    def fitting(self, declared: list[Declared], arguments: list[Type], node: Call) -> Declared:
        """Return the operation whose parameters take *arguments*; of several the one that takes the least else."""
        fitting = [o for o in declared if _all_conform(arguments, o.parameters)]
        best = [o for o in fitting if all(_all_conform(o.parameters, other.parameters) for other in fitting)]
        if best:
            return best[0]
        known = " or ".join(f"{node.name}({', '.join(map(str, o.parameters))})" for o in fitting or declared)
        given = f"({', '.join(map(str, arguments))})"
        if fitting:
            raise self.scope.error(f"{given} fits {known} alike (say which with oclAsType)", node.offset)
        raise self.scope.error(f"{known} does not take {given}", node.offset)

    def dispatcher(self, owner: ClassType, operation: Declared, offset: int) -> Callable[[Value], Body | None]:
        """Return a function from an object of class *owner* to the body of *operation* for it.

        The body is that of the object's own class, or else of its nearest superclass that has one. ``OclError`` if a
        class has none that can be evaluated.
        """
        names = self.scope.names
        implementations = names.implementations(owner.eclass, operation)
        if names.lacking(owner.eclass, operation) or not implementations:
            raise self.scope.error(names.without_body(owner, operation), offset)
        bodies = {
            qualified_name(found.eclass): self.checked_body(found, operation, offset) for found in implementations
        }
        answers: dict[EClass, Body | None] = {}

        def body_for(obj: Value) -> Body | None:
            eclass = class_of(obj)
            if eclass not in answers:
                known = (bodies.get(qualified_name(parent)) for parent in linearised(eclass))
                answers[eclass] = next((body for body in known if body is not None), None)
            return answers[eclass]

        return body_for

    def checked_body(self, found: Declared, operation: Declared, offset: int) -> Body:
        """Return the body of an operation, which is *operation* or overrides it."""
        owner, type_, wanted = found.eclass.name, feature_type(found.operation), feature_type(operation.operation)
        if not conforms(type_, wanted):
            overridden = f"{operation.eclass.name}.{operation.name}"
            message = f"{owner}.{found.name} is {type_}, but overrides {overridden}, which is {wanted}"
            raise self.scope.error(message, offset)
        try:
            return self.body_of(found.operation)
        except OclError as error:
            of = "" if found is operation else f" of {owner}"
            message = f"in the body of the operation '{found.name}'{of}, {error}"
            raise self.scope.error(message, offset) from None

    def apply(self, source: Typed, name: str, arguments: list[Typed], offset: int) -> Typed:
        """Compile a call of the first of the operations called *name* whose parameters fit *arguments*."""
        types = tuple(argument.type for argument in arguments)
        found = OPERATIONS[name] if source.type in NOTHING else candidates(source.type, name)
        fitting = [o for o in found if len(o.parameters) == len(types)]
        if not fitting:
            wanted = " or ".join(dict.fromkeys(o.signature() for o in found))
            given = f"{len(types)} argument{'s' if len(types) != 1 else ''}"
            raise self.scope.error(f"expected {wanted}, found {given}", offset)
        if source.type in NOTHING:
            return Typed(OCL_INVALID, lambda frame: INVALID)
        operation = next((o for o in fitting if all(map(_accepts, o.parameters, types))), None)
        if operation is None:
            wanted = " or ".join(o.signature() for o in fitting)
            raise self.scope.error(f"{wanted} does not take ({', '.join(map(str, types))})", offset)
        if name in _OF_POSITIONS and arguments[0].constant == 0:
            self.scope.warn("no-such-position", f"the positions of {name}(...) begin with 1", offset)
        code = _invocation(operation, source.code, [argument.code for argument in arguments])
        if isinstance(source.type, CollectionType):
            self.check_elements(operation, source.type, types, offset)
        return Typed(operation.result_type(source.type, types), code)

    def check_elements(
        self, operation: Operation, source: CollectionType, arguments: tuple[Type, ...], offset: int
    ) -> None:
        if operation.name in ADDED_OR_COMPARED and source.element not in (*NUMBERS, STRING, *NOTHING):
            message = f"{operation.name}() needs numbers or Strings; the elements are {source.element}"
            raise self.scope.error(message, offset)
        for parameter, argument in zip(operation.parameters, arguments, strict=True):
            if parameter == ELEMENT:
                self.check_comparable(source.element, argument, offset)

    def matching(self, subject: Typed, pattern: str, offset: int) -> Typed:
        """Compile ``matches`` with a literal regular expression, which can be checked now."""
        regex = self.regex(pattern, offset)
        code = subject.code

        def evaluate(frame: Frame) -> Value:
            text = code(frame)
            if text is None or text is INVALID:
                return INVALID
            frame[METER].charge(8 * len(text))
            return matches(text, regex)

        return Typed(BOOLEAN, evaluate)

    def regex(self, pattern: str, offset: int) -> Regex:
        """Return a compiled regular expression; ``OclError`` at *offset* says what is wrong with it."""
        try:
            return compile_regex(pattern)
        except RegexError as error:
            message = f"in the regular expression, character {error.offset + 1}: {error}"
            raise self.scope.error(message, offset) from None

    # -- what every value has

    def universal(self, source: Typed, node: Call) -> Typed:
        """Compile a call of one of the ``UNIVERSAL`` operations."""
        code, name = source.code, node.name
        wanted = 1 if name in ("oclIsKindOf", "oclIsTypeOf", "oclAsType") else 0
        if len(node.arguments) != wanted:
            message = f"expected {name}({'Type' if wanted else ''}), found {len(node.arguments)} arguments"
            raise self.scope.error(message, node.offset)
        if name == "oclIsUndefined":
            return Typed(BOOLEAN, lambda frame: (value := code(frame)) is None or value is INVALID)
        if name == "oclIsInvalid":
            return Typed(BOOLEAN, lambda frame: code(frame) is INVALID)
        if name == "oclAsSet":
            return _as_collection(source)[0]
        if wanted:
            return self.by_type(source, node)
        if not conforms(source.type, OCL_ELEMENT):
            raise self.scope.error(f"{name}() needs an object, not {source.type}", node.offset)
        if name == "oclContainer":
            return Typed(OCL_ELEMENT, _of_object(code, container))
        if name == "oclContents":
            return Typed(CollectionType("Set", OCL_ELEMENT), _contents_of_object(code))
        return Typed(OCL_TYPE, _of_object(code, type_of))

    def by_type(self, source: Typed, node: Call) -> Typed:
        """Compile oclIsKindOf, oclIsTypeOf or oclAsType. A cast of null is null; the tests of null are invalid."""
        type_ = self.related_type(source.type, node)
        code, cast = source.code, node.name == "oclAsType"
        test = type_test(type_, exact=node.name == "oclIsTypeOf")

        def evaluate_cast(frame: Frame) -> Value:
            value = code(frame)
            return value if value is None or value is INVALID or test(value) else INVALID

        def evaluate_test(frame: Frame) -> Value:
            value = code(frame)
            return INVALID if value is None or value is INVALID else test(value)

        return Typed(type_, evaluate_cast) if cast else Typed(BOOLEAN, evaluate_test)

    def select_by_type(self, source: Typed, type_: CollectionType, node: Call) -> Typed:
        """Compile ``selectByKind`` or ``selectByType``."""
        if len(node.arguments) != 1:
            raise self.scope.error(f"expected {node.name}(Type), found {len(node.arguments)} arguments", node.offset)
        wanted = self.related_type(type_.element, node)
        code, test = source.code, type_test(wanted, exact=node.name == "selectByType")

        def evaluate(frame: Frame) -> Value:
            collection = code(frame)
            if collection is INVALID:
                return INVALID
            frame[METER].charge(len(collection.items))
            return type(collection)(item for item in collection.items if item is not None and test(item))

        return Typed(CollectionType(type_.name, wanted), evaluate)

    def related_type(self, owner: Type, node: Call) -> Type:
        """Return the type that a call names. Warn if no value of *owner* can have it."""
        type_ = self.scope.type(node.arguments[0])
        if not self.scope.names.comparable(owner, type_):
            article = "an" if str(type_)[0] in "AEIO" else "a"
            self.scope.warn("never-equal", f"{owner} is never {article} {type_}", node.arguments[0].offset)
        return type_


def _instead(owner: Type, name: str) -> str:
    """Return the end of a message about an operation that values of another type have, or that has another name."""
    if isinstance(owner, CollectionType) and owner.name not in ORDERED and candidates(_ANY_SEQUENCE, name):
        ordered = "->asOrderedSet()" if owner.name == "Set" else "->asSequence()"
        one = ", or take an element with ->any(...)" if name in ("first", "last", "at") else ""
        return f": a {owner.name} has no order (put {ordered} or ->sortedBy(...) before it{one})"
    meant = next((meant for meant in _OTHER_NAMES.get(name, ()) if candidates(owner, meant)), None)
    arrow = "->" if isinstance(owner, CollectionType) else ""
    return "" if meant is None else f" (write {arrow}{meant}(...))"


def _as_collection(source: Typed) -> tuple[Typed, CollectionType]:
    """Return a source as ``->`` sees it: a single value as a Set, null as an empty collection."""
    code = source.code
    if isinstance(source.type, CollectionType):
        empty = KINDS.get(source.type.name, Set)(())

        def evaluate(frame: Frame) -> Value:
            value = code(frame)
            return empty if value is None else value

        return Typed(source.type, evaluate), source.type
    type_ = CollectionType("Set", source.type)

    def evaluate_single(frame: Frame) -> Value:
        value = code(frame)
        return value if value is INVALID else Set(() if value is None else (value,))

    return Typed(type_, evaluate_single), type_


def _all_conform(types: Sequence[Type], wanted: Sequence[Type]) -> bool:
    return len(types) == len(wanted) and all(map(conforms, types, wanted))


def _accepts(parameter: Type, argument: Type) -> bool:
    """Return whether an argument of this type fits a parameter of an operation of the library."""
    if parameter == SOURCE:
        return isinstance(argument, CollectionType) or argument in NOTHING
    return parameter in (ELEMENT, OCL_ANY) or conforms(argument, parameter)


def _invocation(operation: Operation, source: Code, arguments: list[Code]) -> Code:
    """Return the code of a strict call: it is invalid if the source or an argument is null or invalid.

    Null is allowed for parameters that take any value.
    """
    run, cost = operation.run, operation.cost
    nullable = [parameter in (ELEMENT, OCL_ANY) for parameter in operation.parameters]
    if not arguments:

        def evaluate_alone(frame: Frame) -> Value:
            value = source(frame)
            if value is None or value is INVALID:
                return INVALID
            if cost is not None:
                frame[METER].charge(cost(value))
            return run(value)

        return evaluate_alone

    def evaluate(frame: Frame) -> Value:
        values = [source(frame)]
        if values[0] is None or values[0] is INVALID:
            return INVALID
        for argument, may_be_null in zip(arguments, nullable, strict=True):
            value = argument(frame)
            if value is INVALID or (value is None and not may_be_null):
                return INVALID
            values.append(value)
        if cost is not None:
            frame[METER].charge(cost(*values))
        return run(*values)

    return evaluate


def _of_object(code: Code, ask: Callable[[Value], Value]) -> Code:
    def evaluate(frame: Frame) -> Value:
        value = code(frame)
        return INVALID if value is None or value is INVALID else ask(value)

    return evaluate


def _contents_of_object(code: Code) -> Code:
    ask = _of_object(code, contents)

    def evaluate(frame: Frame) -> Value:
        value = ask(frame)
        if value is not INVALID:
            frame[METER].charge(len(value.items))
        return value

    return evaluate
