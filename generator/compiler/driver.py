"""The stages of the compiler in order, from a model to the text of its program.

    lower    make the rule IR: the rules as each player reads them
    FORM     run the passes on the rule IR
    emit     make a program of functions and statements
    PROGRAM  run the passes on the program

Each stage can be printed: ``stages`` returns the texts of those that are wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import assert_never

from tilewright.generator.compiler.budget import Budget, NotLowered
from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.emit.filters import (
    applying,
    checks,
    choosing,
    counters,
    cursor,
    effects,
    ends,
    stacking,
)
from tilewright.generator.compiler.emit.turn import entries
from tilewright.generator.compiler.emit.turn.batches import emit_batches
from tilewright.generator.compiler.emit.turn.heuristic import emit_heuristic
from tilewright.generator.compiler.emit.turn.informing import emit_informing
from tilewright.generator.compiler.emit.turn.lots import emit_odds
from tilewright.generator.compiler.emit.turn.pruning import emit_minimax
from tilewright.generator.compiler.emit.turn.searching import emit_search
from tilewright.generator.compiler.emit.turn.sights import emit_sights
from tilewright.generator.compiler.emit.turn.taking import emit_taking
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.lowering import filters
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.lowering.lowering import Lowering
from tilewright.generator.compiler.passes.program.coalesce_copies import coalesce_copies
from tilewright.generator.compiler.passes.program.convert_ifs import convert_ifs
from tilewright.generator.compiler.passes.program.drop_after_return import drop_after_return
from tilewright.generator.compiler.passes.program.drop_unreferenced import drop_unreferenced
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.passes.program.fold_constants import fold_constants
from tilewright.generator.compiler.passes.program.fold_identical_functions import fold_identical_functions
from tilewright.generator.compiler.passes.program.meter import meter
from tilewright.generator.compiler.passes.rewriting import FormPass, ProgramPass, on_bodies
from tilewright.generator.compiler.passes.rules.decide_choices import decide_choices
from tilewright.generator.compiler.passes.rules.drop_idle_tests import drop_idle_tests
from tilewright.generator.compiler.passes.rules.drop_repeated_moves import drop_repeated_moves
from tilewright.generator.compiler.passes.rules.narrow_patterns import narrow_patterns
from tilewright.generator.compiler.passes.rules.resolve_transforms import resolve_transforms
from tilewright.generator.compiler.program import Layout, Program
from tilewright.generator.compiler.rules import ir
from tilewright.generator.purpose import Purpose
from tilewright.metamodel.language import Filter, Game, MoveRule, RepetitionFilter
from tilewright.model.hiding import hides
from tilewright.model.objects import without_collecting
from tilewright.model.places import Places

OPERATIONS = (filters, checks, cursor, choosing, effects, stacking, counters, ends, applying)
"""The modules that lower filters and emit operations. Each registers its functions when it is imported."""

FORM: tuple[FormPass, ...] = (
    drop_idle_tests,
    narrow_patterns,
    resolve_transforms,
    decide_choices,
    drop_repeated_moves,
)
"""The passes on the rule IR, in order."""

PROGRAM: tuple[ProgramPass, ...] = (
    on_bodies(fold_constants),
    on_bodies(drop_after_return),
    on_bodies(eliminate_dead_code),
    coalesce_copies,
    on_bodies(convert_ifs),
    drop_unreferenced,
    fold_identical_functions,
    meter,
)
"""The passes on the emitted program, in order."""

PASS = "pass"
"""The label of the move that a player makes who must pass."""


def compile_game(
    game: Game,
    places: Places,
    *,
    form: tuple[FormPass, ...] = FORM,
    program: tuple[ProgramPass, ...] = PROGRAM,
    purpose: Purpose = Purpose.PLAY,
) -> Program:
    """Return the program of a game whose model has no errors.

    *form* and *program* are the passes to run; whichever they are, the program plays the same game. *purpose* adds the
    functions on batches of positions, or those of a search, to the functions of play.

    Raises ``NotLowered``, which says why and where, if the rules bind directions in a way that is known only at run
    time, or if the program would become too long.
    """
    with without_collecting():
        return Compiling(game, places, form, program, purpose).compiled()


def stages(game: Game, places: Places, wanted: Collection[str]) -> dict[str, str]:
    """Return the texts of a game after the *wanted* stages, by their names and in the order of ``stage_names``.

    To write out long rules takes about as long as a stage. So no other texts are made: they would use up the time that
    a game has to be compiled in. No stage is run after the last one that is wanted. Raises ``NotLowered`` as
    ``compile_game`` does.
    """
    found: dict[str, str] = {}
    compiling = Compiling(game, places, FORM, PROGRAM)
    with without_collecting():
        for name in chain(compiling.stages(), ("source",)):
            if name in wanted:
                found[name] = compiling.text
            if len(found) == len(wanted):
                break
    return found


def stage_names() -> tuple[str, ...]:
    """Return the names of all stages: ``ir``, each pass on it, ``emitted``, each pass on the program, ``source``."""
    return ("ir", *(change.__name__ for change in FORM), "emitted", *(change.__name__ for change in PROGRAM), "source")


def layout_of(game: Game, constants: Constants) -> Layout:
    """Return the layout of the position records of a game."""
    remembers = any(isinstance(element, RepetitionFilter) for element in game.eAllContents())
    return Layout(constants, remembers=remembers)


class Compiling:
    """The compilation of one game: ``rules`` and then ``module`` hold the result of the last stage."""

    def __init__(
        self,
        game: Game,
        places: Places,
        form: tuple[FormPass, ...],
        program: tuple[ProgramPass, ...],
        purpose: Purpose = Purpose.PLAY,
    ) -> None:
        self.places, self.form, self.program, self.purpose = places, form, program, purpose
        self.constants = Constants(game)
        self._lowering = Lowering(self.constants, places)
        self.rules: tuple[ir.Rules, ...] = tuple(map(self._lowering.rules, range(len(self.constants.turns))))
        self.sights: tuple[tuple[ir.Sight, ...], ...] = ()
        if purpose is Purpose.BATCHES and hides(game):
            self.sights = tuple(map(self._lowering.sights, range(self.constants.players)))
        searches = purpose in (Purpose.SEARCH, Purpose.MINIMAX)
        self.heuristic = self._lowering.heuristic() if searches else ()
        self.labels = self._lowering.labels
        self.labels.setdefault(PASS, len(self.labels))
        self.layout = layout_of(game, self.constants)
        self.module: Module | None = None

    def compiled(self) -> Program:
        """Run all stages and return the program."""
        for _ in self.stages():
            pass
        assert self.module is not None
        tree, labels = self.module.checked(), tuple(self.labels)
        return Program(self.constants.game.name, self.text, self.layout, labels, self.constants.players, tree)

    def stages(self) -> Iterator[str]:
        """Run the stages, and yield the name of each when it is done."""
        yield "ir"
        for on_form in self.form:
            with self._blaming_a_rule():
                self.rules = tuple(on_form(rules, self.constants) for rules in self.rules)
            yield on_form.__name__
        with self._blaming_a_rule():
            module = self.module = self._emitted(self.rules)
        yield "emitted"
        module.outlines.clear()  # what its keys refer to refers to the module, and would be kept alive by it
        module = fold_identical_functions(drop_unreferenced(module))  # no pass works in vain then
        for on_program in self.program:
            module = self.module = on_program(module)
            yield on_program.__name__

    def _emitted(self, rules: tuple[ir.Rules, ...]) -> Module:
        """Return the program of some rules before any pass on it."""
        module = Module(self.layout.words)
        turn = Turn(self.constants, rules, self.layout, module)
        plans = entries.emit(turn, self.labels[PASS])
        match self.purpose:
            case Purpose.PLAY:
                emit_taking(turn, plans)
                if turn.constants.of_nature:
                    emit_odds(turn)
            case Purpose.BATCHES:
                emit_batches(turn, self.labels[PASS], len(self.labels), tells=bool(self.sights))
                if self.sights:
                    emit_sights(turn, self.sights)
                    emit_informing(turn)
            case Purpose.SEARCH:
                emit_heuristic(turn, self.heuristic)
                emit_search(turn, heuristic=bool(self.heuristic))
            case Purpose.MINIMAX:
                emit_heuristic(turn, self.heuristic)
                emit_minimax(turn, heuristic=bool(self.heuristic))
            case _:
                assert_never(self.purpose)
        return module

    @contextmanager
    def _blaming_a_rule(self) -> Iterator[None]:
        """Give a ``NotLowered`` of the block the place of a rule: the first one that fails when compiled alone.

        If the reason tells the rule, the place is that of this one; if each compiles alone, that of the game.
        """
        try:
            yield
        except (NotLowered, RecursionError) as error:
            reason = (
                error.reason if isinstance(error, NotLowered) else "these rules are nested too deeply to be compiled"
            )
            named = self._rule_called(error.rule) if isinstance(error, NotLowered) else None
            guilty = (root for root, part in self._lowering.parts() if self._fails_alone(root, part))
            element = next(guilty, self.constants.game) if named is None else named
            raise NotLowered(reason, self.places.of(element)) from None

    def _rule_called(self, name: str | None) -> MoveRule | None:
        """Return the rule with a name; None if there is none."""
        pipeline = self.constants.game.board.legalMovesPipeline
        rules = () if pipeline is None else pipeline.rules
        return next((rule for rule in rules if rule.name == name), None)

    def _fails_alone(self, root: Filter, part: str) -> bool:
        """Return whether a rule, without the others, fails to compile or takes more than a quarter of the budget."""
        self.constants.budget = Budget(share=4)
        try:
            rules = tuple(self._lowering.alone(root, part, turn) for turn in range(len(self.constants.turns)))
            for on_form in self.form:
                rules = tuple(on_form(one, self.constants) for one in rules)
            self._emitted(rules)
        except (NotLowered, RecursionError):
            return True
        return False

    @property
    def text(self) -> str:
        """The text of the game at the current stage."""
        if self.module is None:
            return "".join(f"{rules}\n" for rules in self.rules)
        return self.module.text(entries.head(self.layout))
