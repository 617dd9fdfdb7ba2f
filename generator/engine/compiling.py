"""The stages in order, from a model to the text of its program.

    lower    the model's rules as each player reads them: the intermediate form
    FORM     passes on this form
    emit     a program of statements
    PROGRAM  passes on the program

Each stage can be printed: ``stages`` yields them all.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.engine.chains import applying, checks, counters, cursor, effects
from tilewright.generator.engine.form import filters, ir
from tilewright.generator.engine.form.constants import Constants
from tilewright.generator.engine.form.lowering import Lowering
from tilewright.generator.engine.passes.ask_once import ask_once
from tilewright.generator.engine.passes.choose_values import choose_values
from tilewright.generator.engine.passes.cut_after_death import cut_after_death
from tilewright.generator.engine.passes.drop_after_return import drop_after_return
from tilewright.generator.engine.passes.drop_dead_alternatives import drop_dead_alternatives
from tilewright.generator.engine.passes.drop_idle_tests import drop_idle_tests
from tilewright.generator.engine.passes.drop_repeated_moves import drop_repeated_moves
from tilewright.generator.engine.passes.drop_unreferenced import drop_unreferenced
from tilewright.generator.engine.passes.drop_unused import drop_unused
from tilewright.generator.engine.passes.fold_constants import fold_constants
from tilewright.generator.engine.passes.merge_copies import merge_copies
from tilewright.generator.engine.passes.merge_tests import merge_tests
from tilewright.generator.engine.passes.narrow_patterns import narrow_patterns
from tilewright.generator.engine.passes.rewriting import FormPass, ProgramPass, on_bodies
from tilewright.generator.engine.passes.share_equal_functions import share_equal_functions
from tilewright.generator.engine.program import Layout, Program
from tilewright.generator.engine.turns import entries
from tilewright.generator.engine.turns.batches import emit_batches
from tilewright.generator.engine.turns.turn import Turn
from tilewright.generator.engine.writing.code import Module
from tilewright.metamodel.typing import EObject
from tilewright.model.places import Places

OPERATIONS = (filters, checks, cursor, effects, counters, applying)
"""The modules that say how operations are lowered and emitted; each registers its functions when it is imported."""

FORM: tuple[FormPass, ...] = (
    drop_idle_tests,
    narrow_patterns,
    merge_tests,
    drop_dead_alternatives,
    cut_after_death,
    drop_repeated_moves,
)
"""The passes on the intermediate form."""

PROGRAM: tuple[ProgramPass, ...] = (
    on_bodies(fold_constants),
    on_bodies(drop_after_return),
    on_bodies(drop_unused),
    merge_copies,
    on_bodies(choose_values),
    ask_once,
    drop_unreferenced,
    share_equal_functions,
)
"""The passes on the emitted program."""

PASS = "pass"
"""The label of a forced pass."""


def compile_game(
    game: EObject,
    places: Places,
    *,
    form: tuple[FormPass, ...] = FORM,
    program: tuple[ProgramPass, ...] = PROGRAM,
    batches: bool = False,
) -> Program:
    """Return the program of a game that has no errors. Programs made with other passes play the same.

    *batches*: with the functions on many positions, some hundred lines that nobody needs who plays one game.

    ``NotLowered`` if the rules bind directions in a way that is known at run time alone.
    """
    compiling = Compiling(game, form, program, batches)
    for _ in compiling.stages():
        pass
    return Program(game.name, compiling.text, compiling.layout, tuple(compiling.labels), compiling.constants.players)


def stages(game: EObject, places: Places) -> Iterator[tuple[str, str]]:
    """Yield what a model becomes, stage by stage: a name and a text.

    ``ir``, the form after each pass on it, ``emitted``, the program after each pass on it, ``source``.
    """
    compiling = Compiling(game, FORM, PROGRAM)
    for name in compiling.stages():
        yield name, compiling.text
    yield "source", compiling.text


def stage_names() -> tuple[str, ...]:
    """Return the names of all stages."""
    return ("ir", *(change.__name__ for change in FORM), "emitted", *(change.__name__ for change in PROGRAM), "source")


def layout_of(game: EObject, constants: Constants) -> Layout:
    """Return how positions of a game are laid out."""
    elements = list(game.eAllContents())
    return Layout(
        constants,
        remembers=any(element.eClass.name == "RepetitionFilter" for element in elements),
        scored=any(e.eClass.name == "EndFilter" and e.outcome.name == "Score" for e in elements),
    )


class Compiling:
    """One game on its way."""

    def __init__(
        self, game: EObject, form: tuple[FormPass, ...], program: tuple[ProgramPass, ...], batches: bool = False
    ) -> None:
        self.form, self.program, self.batches = form, program, batches
        self.constants = Constants(game)
        lowering = Lowering(self.constants)
        self.rules: tuple[ir.Rules, ...] = tuple(lowering.rules(me) for me in range(self.constants.players))
        self.labels = lowering.labels
        self.labels.setdefault(PASS, len(self.labels))
        self.layout = layout_of(game, self.constants)
        self.module: Module | None = None

    def stages(self) -> Iterator[str]:
        """Go on, and yield the name of each stage when it is reached."""
        yield "ir"
        for on_form in self.form:
            self.rules = tuple(on_form(rules, self.constants) for rules in self.rules)
            yield on_form.__name__
        module = self.module = Module()
        turn = Turn(self.constants, self.rules, self.layout, module)
        entries.emit(turn, self.labels[PASS])
        if self.batches:
            emit_batches(turn, self.labels[PASS], len(self.labels))
        yield "emitted"
        for on_program in self.program:
            module = self.module = on_program(module)
            yield on_program.__name__

    @property
    def text(self) -> str:
        """What has become of the game so far."""
        if self.module is None:
            return "".join(f"{rules}\n" for rules in self.rules)
        return self.module.text(entries.head(self.layout))
