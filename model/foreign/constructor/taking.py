"""Parses JSON into a sheet, and checks names, numbers and structure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.foreign.constructor.sheet import (
    Action,
    ActionSet,
    Acts,
    Amount,
    Branch,
    Check,
    Complex,
    Condition,
    Figure,
    GameState,
    Look,
    Movement,
    Part,
    Sheet,
    Vector,
)
from tilewright.model.foreign.placed_json import Items, Plain, Table, Value, kind_of
from tilewright.model.hints import Hints
from tilewright.model.limits import MOST_CELLS
from tilewright.model.places import Place
from tilewright.model.remedies import Remedy
from tilewright.model.text.scanner import readable

MOST_PLAYERS = 12
MOST_FIGURES = 64
MOST_DIMENSIONS = 6
MOST_CORNERS = 100
"""The greatest number of corners that are read."""
FURTHEST = 1_000_000
"""The greatest absolute value of a number."""

ACTIONS = ("move", "take", "swap", "replace", "cancel")
KINDS = ("move", "check_win", "next_move", "end")
PARTS = {
    "name": True, "players": True, "cell": True, "board": True, "figures": True, "complex_movement": False,
    "initial_position": True, "resources": False, "win_conditions": False, "game_states": True,
    "initial_game_state": True,
}  # fmt: skip
"""The keys of a configuration, and whether each is mandatory."""
_LOOKS = ("player", "figure", "moves_made", "last_move", "coordinates")
_COMPUTED = ("moves_after_last_move", "is_figure", "is_enemy", "is_cell")
_MOVEMENT = ("also_reversed", "repeat", "cell_actions", "if")
_PART = ("figure", "relative_position", "coordinates_delta", "also_reversed", "repeat", "cell_actions")

T = TypeVar("T")


class Taker:
    """Parses one configuration. Whatever cannot be read is reported, and the rest is read."""

    def __init__(self, place: Callable[[int], Place]) -> None:
        self.place = place
        self.diagnostics: list[Diagnostic] = []
        self.sheet = Sheet()
        self._hints = Hints()
        self._state_names: dict[str, Value] = {}

    def report(
        self,
        code: str,
        message: str,
        offset: int,
        related: tuple[Related, ...] = (),
        remedies: tuple[Remedy, ...] = (),
    ) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(diagnose(code, message, self.place(offset), related, remedies))

    # -- values

    def table(self, value: Value, what: str, known: Iterable[str] | None = None) -> dict[str, Value]:
        """Return the entries of an object. If *known* is given, all other keys are errors and left out.

        *what* names the value in messages, here and in the methods below.
        """
        if not isinstance(value, Table):
            self.report("bad-value", f"{what} is an object, not {kind_of(value)}", value.offset)
            return {}
        if known is None:
            return value.entries
        keys = tuple(known)
        for key, offset in value.keys.items():
            if key not in keys:
                hint = self._hints.near_miss(key, keys)
                message = f"{what} has no key '{readable(key)}'{hint}"
                self.report("unknown-feature", message, offset, remedies=hint.remedies)
        return {key: entry for key, entry in value.entries.items() if key in keys}

    def items(self, value: Value | None, what: str) -> list[Value]:
        """Return the items of a list; none if it is missing or no list."""
        if value is None:
            return []
        if not isinstance(value, Items):
            self.report("bad-value", f"{what} is a list, not {kind_of(value)}", value.offset)
            return []
        return value.items

    def text(self, value: Value, what: str) -> str | None:
        """Return a text that is not empty; None after an error."""
        if isinstance(value, Plain) and isinstance(value.value, str) and value.value:
            return value.value
        self.report("bad-value", f"{what} is a text, not {_shown(value)}", value.offset)
        return None

    def flag(self, value: Value | None, what: str) -> bool | None:
        """Return a Boolean; None if it is missing or after an error."""
        if value is None:
            return None
        if isinstance(value, Plain) and isinstance(value.value, bool):
            return value.value
        self.report("bad-value", f"{what} is true or false, not {kind_of(value)}", value.offset)
        return None

    def number(self, value: Value | None, what: str, least: int = 0) -> int | None:
        """Return a whole number from *least* to ``FURTHEST``; None if it is missing or after an error."""
        if value is None:
            return None
        if isinstance(value, Plain) and isinstance(value.value, int) and not isinstance(value.value, bool):
            if least <= value.value <= FURTHEST:
                return value.value
            self.report("bad-value", f"{what} is a number from {least} to {FURTHEST}, not {value.value}", value.offset)
        else:
            self.report("bad-value", f"{what} is a whole number, not {kind_of(value)}", value.offset)
        return None

    def one_of(self, value: Value, what: str, known: Iterable[str], key: str = "") -> str | None:
        """Return a text that is one of *known*, the value of *key*; None after an error."""
        name = self.text(value, key or what)
        if name is not None and name not in known:
            hint = self._hints.near_miss(name, known)
            message = f"there is no {what} '{readable(name)}'{hint}"
            self.report("unresolved-reference", message, value.offset, remedies=hint.remedies)
            return None
        return name

    def missing(self, what: str, key: str, holder: Value) -> None:
        """Report a missing key."""
        self.report("missing-feature", f"{what} needs the key '{key}'", holder.offset)

    def left_out(self, message: str, offset: int) -> None:
        """Warn of something that has no counterpart in a model."""
        self.report("without-counterpart", message, offset)

    # -- the whole

    def take(self, root: Table) -> Sheet:
        """Return the sheet of a configuration."""
        sheet = self.sheet
        for key, offset in root.keys.items():
            if key not in PARTS:
                meant = self._hints.near_miss(key, PARTS)
                self.left_out(f"a configuration has no key '{readable(key)}', it is not read{meant}", offset)
        for key, needed in PARTS.items():
            if needed and key not in root.entries:
                self.missing("a configuration", key, root)
        entries = root.entries
        sheet.name_offset = root.offset
        if "name" in entries:
            sheet.name = self.text(entries["name"], "the name of a game") or ""
            sheet.name_offset = entries["name"].offset
        steps: list[tuple[str, Callable[[Value], None]]] = [
            ("players", self._players),
            ("cell", self._cell),
            ("board", self._board),
            ("figures", self._figures),
            ("complex_movement", self._complexes),
            ("initial_position", self._position),
            ("win_conditions", self._wins),
            ("game_states", self._states),
            ("resources", self._resources),
        ]
        for key, step in steps:
            if key in entries:
                step(entries[key])
        if "initial_game_state" in entries and "game_states" in entries:
            self._initial(entries["initial_game_state"])
        return sheet

    def _players(self, value: Value) -> None:
        items = self.items(value, "players")
        for item in items[:MOST_PLAYERS]:
            name = self.text(item, "the name of a player")
            if name is not None and name in self.sheet.players:
                self.report("duplicate-identifier", f"two players are called '{readable(name)}'", item.offset)
            elif name is not None:
                self.sheet.players.append(name)
                self.sheet.player_offsets.append(item.offset)
        if len(items) > MOST_PLAYERS:
            offset = items[MOST_PLAYERS].offset
            self.report("too-large", f"a game has at most {MOST_PLAYERS} players, not {len(items)}", offset)
        if isinstance(value, Items) and not items:
            self.report("too-few-values", "a game has at least one player", value.offset)

    def _cell(self, value: Value) -> None:
        entries = self.table(value, "cell", ("coordinates_names", "geometry", "position", "colors"))
        if isinstance(value, Table) and "coordinates_names" not in entries:
            self.missing("cell", "coordinates_names", value)
        names = self.items(entries.get("coordinates_names"), "coordinates_names")
        for item in names[:MOST_DIMENSIONS]:
            name = self.text(item, "the name of a dimension")
            if name is not None and name in (*self.sheet.dimensions, *_MOVEMENT):
                self.report("duplicate-identifier", f"'{readable(name)}' is taken already", item.offset)
            elif name is not None:
                self.sheet.dimensions.append(name)
        if len(names) > MOST_DIMENSIONS:
            message = f"a board has at most {MOST_DIMENSIONS} dimensions, not {len(names)}"
            self.report("too-large", message, names[MOST_DIMENSIONS].offset)
        if "coordinates_names" in entries and isinstance(entries["coordinates_names"], Items) and not names:
            message = "a board has at least one dimension"
            self.report("too-few-values", message, entries["coordinates_names"].offset)
        self._drawn(entries)

    def _drawn(self, entries: dict[str, Value]) -> None:
        """Read how cells are drawn."""
        drawn = self.sheet.drawn
        if "colors" in entries:
            colours = self.table(entries["colors"], "colors", ("fill", "selector", "highlighter"))
            fill = self.text(colours["fill"], "fill") if "fill" in colours else None
            drawn.fill = None if fill is None else (fill, colours["fill"].offset)
            for name in ("selector", "highlighter"):
                if name in colours and self.text(colours[name], name) is not None:
                    message = "cells that are chosen, and that can be, have the colours of the page"
                    self.left_out(message, colours[name].offset)
        if "position" in entries:
            drawn.place_offset = entries["position"].offset
            place = self.table(entries["position"], "position", ("x", "y"))
            x, y = (self.amount(place[name], f"'{name}'") if name in place else None for name in "xy")
            for name in "xy" if isinstance(entries["position"], Table) else "":
                if name not in place:
                    self.missing("position", name, entries["position"])
            drawn.place = None if x is None or y is None else (x, y)
        if "geometry" in entries:
            drawn.corners_offset = entries["geometry"].offset
            for corner in self.items(entries["geometry"], "geometry")[:MOST_CORNERS]:
                parts = self.items(corner, "a corner")
                if isinstance(corner, Items) and len(parts) != 2:
                    self.report("bad-value", "a corner is two numbers, to the right and down", corner.offset)
                    continue
                x, y = (self.amount(part, "a part of a corner") for part in parts) if parts else (None, None)
                if x is not None and y is not None:
                    drawn.corners.append((x, y))

    def amount(self, value: Value, what: str) -> Amount | None:
        """Return a number, or the text of an expression; None after an error."""
        if isinstance(value, Plain) and isinstance(value.value, int | float) and not isinstance(value.value, bool):
            if abs(value.value) <= FURTHEST:
                return float(value.value)
            self.report("bad-value", f"{what} is a number up to {FURTHEST}, not {value.value}", value.offset)
            return None
        if isinstance(value, Plain) and isinstance(value.value, str) and value.value:
            return value.value
        self.report("bad-value", f"{what} is a number or an expression, not {_shown(value)}", value.offset)
        return None

    def vector(self, value: Value, what: str, keys: Iterable[str] = ()) -> Vector | None:
        """Return the vector of an object with a number for some dimensions; the others are 0. None after an error.

        *keys* are other keys that the object may have.
        """
        known = (*self.sheet.dimensions, *keys)
        before = len(self.diagnostics)
        entries = self.table(value, what, known)
        numbers = tuple(
            self.number(entries.get(name), f"'{readable(name)}'", -FURTHEST) or 0 for name in self.sheet.dimensions
        )
        return None if len(self.diagnostics) > before or not isinstance(value, Table) else numbers

    def cell(self, value: Value, what: str) -> Vector | None:
        """Return the coordinates of a cell, all of which must be given; None after an error."""
        found = self.vector(value, what)
        if found is not None and isinstance(value, Table):
            for name in self.sheet.dimensions:
                if name not in value.entries:
                    self.report("missing-feature", f"{what} needs the coordinate '{readable(name)}'", value.offset)
                    return None
        return found

    def _board(self, value: Value) -> None:
        self.sheet.board_offset = value.offset
        entries = self.table(value, "board", ("rotation_angle", "cells"))
        if isinstance(value, Table) and "cells" not in entries:
            self.missing("board", "cells", value)
        items = self.items(entries.get("cells"), "cells")
        if len(items) > MOST_CELLS:
            self.report("too-large", f"a board has at most {MOST_CELLS} cells, not {len(items)}", items[0].offset)
            return
        for item in items:
            cell = self.cell(item, "a cell")
            if cell is not None and cell in self.sheet.cells:
                related = (Related("the first one", self.place(self.sheet.cells[cell])),)
                self.report("duplicate-value", "this cell is there already", item.offset, related)
            elif cell is not None:
                self.sheet.cells[cell] = item.offset
        if "cells" in entries and isinstance(entries["cells"], Items) and not items:
            self.report("too-few-values", "a board has at least one cell", entries["cells"].offset)
        if "rotation_angle" in entries:
            turns = self.table(entries["rotation_angle"], "rotation_angle", self.sheet.players)
            angles = {
                name: self.number(angle, f"the angle of '{readable(name)}'", -FURTHEST) for name, angle in turns.items()
            }
            self.sheet.drawn.angles = {name: angle for name, angle in angles.items() if angle is not None}
            self.sheet.drawn.angles_offset = entries["rotation_angle"].offset

    # -- figures

    def _figures(self, value: Value) -> None:
        entries = self.table(value, "figures")
        if len(entries) > MOST_FIGURES:
            message = f"a game has at most {MOST_FIGURES} kinds of figures, not {len(entries)}"
            self.report("too-large", message, value.offset)
            return
        if isinstance(value, Table) and not entries:
            self.report("too-few-values", "a game has at least one kind of figures", value.offset)
        for name in entries:
            if not name:
                self.report("bad-value", "the name of a figure is not empty", _key(value, name))
            self.sheet.figures[name] = Figure(name, _key(value, name))
        for name, entry in entries.items():
            self._figure(self.sheet.figures[name], entry)

    def _figure(self, figure: Figure, value: Value) -> None:
        entries = self.table(value, "a figure", ("movement", "cell_actions"))
        figure.acts = self.acts(entries.get("cell_actions"))
        movement = entries.get("movement")
        if isinstance(movement, Table):
            for player, each in self.table(movement, "movement", self.sheet.players).items():
                figure.movements[player] = list(self._movements(each))
        elif movement is not None:
            movements = list(self._movements(movement))
            figure.movements = dict.fromkeys(self.sheet.players, movements)

    def _movements(self, value: Value) -> Iterator[Movement]:
        for item in self.items(value, "movement"):
            vector = self.vector(item, "a movement", _MOVEMENT)
            if vector is None or not isinstance(item, Table):
                continue
            if not any(vector):
                self.report("bad-value", "a movement leads to another cell: give it a coordinate", item.offset)
                continue
            if "if" in item.entries:
                message = "a condition of a movement is not read, there as here; put it into its cell_actions"
                self.left_out(message, item.keys["if"])
            yield self._moving(vector, item.entries, item.offset)

    def _moving(self, vector: Vector, entries: dict[str, Value], offset: int) -> Movement:
        back = self.flag(entries.get("also_reversed"), "also_reversed") or False
        repeated = self.flag(entries.get("repeat"), "repeat") or False
        return Movement(vector, back, repeated, self.acts(entries.get("cell_actions")), offset)

    def acts(self, value: Value | None) -> Acts:
        """Return the actions of ``cell_actions``; none if it is missing."""
        if value is None:
            return Acts()
        entries = self.table(value, "cell_actions", ("destination", "transition"))
        return Acts(
            tuple(self._sets(entries.get("destination"), "destination")),
            tuple(self._sets(entries.get("transition"), "transition")),
        )

    def _sets(self, value: Value | None, what: str) -> Iterator[ActionSet]:
        for item in self.items(value, what):
            entries = self.table(item, "a set of actions", ("actions", "if"))
            if isinstance(item, Table) and "actions" not in entries:
                self.missing("a set of actions", "actions", item)
            actions = [self._action(each) for each in self.items(entries.get("actions"), "actions")]
            conditions = None
            if "if" in entries:
                conditions = tuple(self._condition(each) for each in self.items(entries["if"], "if"))
                if isinstance(entries["if"], Items) and not conditions:
                    message = "one of no conditions never holds: leave 'if' out for always"
                    self.report("too-few-values", message, entries["if"].offset)
            known = tuple(action for action in actions if action is not None)
            if what == "transition":
                known = tuple(self._passing(known))
            yield ActionSet(known, conditions, item.offset)

    def _passing(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Yield the actions that are possible on a passed cell, and report the others."""
        for action in actions:
            if action.name in ("take", "cancel"):
                yield action
            else:
                message = f"'{action.name}' is left out on a cell that is passed: the figure has gone on"
                self.left_out(message, action.offset)

    def _action(self, value: Value) -> Action | None:
        if isinstance(value, Table):
            entries = self.table(value, "an action", ("action", "parameters"))
            if "action" not in entries:
                self.missing("an action", "action", value)
                return None
            name = self._action_name(entries["action"])
            if name != "replace":
                if "parameters" in entries and name is not None:
                    message = f"'{name}' has no parameters"
                    self.report("unknown-feature", message, value.keys["parameters"])
                return None if name is None else Action(name, value.offset)
            if "parameters" not in entries:
                self.missing("'replace'", "parameters", value)
                return None
            given = self.table(entries["parameters"], "parameters", ("new_figure",))
            if "new_figure" not in given:
                self.missing("'replace'", "new_figure", entries["parameters"])
                return None
            figure = self.one_of(given["new_figure"], "figure", self.sheet.figures)
            return None if figure is None else Action(name, value.offset, figure)
        name = self._action_name(value)
        if name == "replace":
            message = '\'replace\' is written with the figure: {"action": "replace", "parameters": {"new_figure": …}}'
            self.report("missing-feature", message, value.offset)
            return None
        return None if name is None else Action(name, value.offset)

    def _action_name(self, value: Value) -> str | None:
        return self.one_of(value, "action", ACTIONS)

    def _condition(self, value: Value) -> Condition:
        entries = self.table(value, "a condition", ("self", "target", "computed", "statistics"))
        computed = self.table(entries["computed"], "computed", _COMPUTED) if "computed" in entries else {}
        counted = self.table(entries["statistics"], "statistics", ("current_move",)) if "statistics" in entries else {}
        return Condition(
            self.look(entries["self"], "self") if "self" in entries else Look(),
            self.look(entries["target"], "target") if "target" in entries else None,
            self.flag(computed.get("is_figure"), "is_figure"),
            self.flag(computed.get("is_enemy"), "is_enemy"),
            self.flag(computed.get("is_cell"), "is_cell"),
            self.number(computed.get("moves_after_last_move"), "moves_after_last_move"),
            self.number(counted.get("current_move"), "current_move"),
        )

    def look(self, value: Value, what: str) -> Look:
        """Return what a cell must look like."""
        if isinstance(value, Table):
            for name in self.sheet.dimensions:
                if name in value.entries and name not in _LOOKS:
                    message = f"a coordinate stands in 'coordinates': {{\"{readable(name)}\": …}}"
                    self.report("unknown-feature", message, value.keys[name])
            known = (*_LOOKS, *self.sheet.dimensions)
        else:
            known = _LOOKS
        entries = self.table(value, what, known)
        coordinates: list[tuple[int, int]] = []
        if "coordinates" in entries:
            given = self.table(entries["coordinates"], "coordinates", self.sheet.dimensions)
            for number, name in enumerate(self.sheet.dimensions):
                coordinate = self.number(given.get(name), f"'{readable(name)}'", -FURTHEST)
                if coordinate is not None:
                    coordinates.append((number, coordinate))
        return Look(
            self._named(entries.get("player"), "player", self.sheet.players),
            self._named(entries.get("figure"), "figure", self.sheet.figures),
            self.number(entries.get("moves_made"), "moves_made"),
            self.number(entries.get("last_move"), "last_move"),
            tuple(coordinates),
        )

    def _named(self, value: Value | None, what: str, known: Iterable[str]) -> str | None:
        """Return a name; the empty string for null, which stands for an empty cell; None if it is missing."""
        if value is None:
            return None
        return "" if isinstance(value, Plain) and value.value is None else self.one_of(value, what, known)

    # -- complex movements

    def _complexes(self, value: Value) -> None:
        for item in self.items(value, "complex_movement"):
            entries = self.table(item, "a complex movement", ("figures", "cell_actions"))
            if isinstance(item, Table) and "figures" not in entries:
                self.missing("a complex movement", "figures", item)
            parts = [self._part(each) for each in self.items(entries.get("figures"), "figures")]
            acts = self.acts(entries.get("cell_actions"))
            self.sheet.complexes.append(Complex(tuple(part for part in parts if part), acts, item.offset))

    def _part(self, value: Value) -> Part | None:
        entries = self.table(value, "a figure of a complex movement", _PART)
        if isinstance(value, Table) and "figure" not in entries:
            self.missing("a figure of a complex movement", "figure", value)
        if "figure" not in entries:
            return None
        figure = self.one_of(entries["figure"], "figure", self.sheet.figures)
        at: Vector | None = (0,) * len(self.sheet.dimensions)
        if "relative_position" in entries:
            at = self.vector(entries["relative_position"], "relative_position")
        movement, acts = None, self.acts(entries.get("cell_actions"))
        if "coordinates_delta" in entries:
            delta = self.vector(entries["coordinates_delta"], "coordinates_delta")
            if delta is not None and any(delta):
                movement = self._moving(delta, {k: v for k, v in entries.items() if k != "cell_actions"}, value.offset)
        return None if figure is None or at is None else Part(figure, at, movement, acts, value.offset)

    # -- the position and the course of the game

    def _position(self, value: Value) -> None:
        for player, figures in self.table(value, "initial_position", self.sheet.players).items():
            for figure, cells in self.table(figures, "initial_position", self.sheet.figures).items():
                for item in self.items(cells, "the cells of a figure"):
                    self._stand(player, figure, item)

    def _stand(self, player: str, figure: str, value: Value) -> None:
        cell = self.cell(value, "a cell")
        if cell is None:
            return
        if cell not in self.sheet.cells:
            self.report("unresolved-reference", "the board has no such cell", value.offset)
        elif cell in self.sheet.position:
            related = (Related("the first one", self.place(self.sheet.position[cell][2])),)
            self.report("duplicate-value", "a figure stands on this cell already", value.offset, related)
        else:
            self.sheet.position[cell] = (player, figure, value.offset)

    def _wins(self, value: Value) -> None:
        for player, checks in self.table(value, "win_conditions", self.sheet.players).items():
            found = [self._check(each) for each in self.items(checks, "the conditions of a player")]
            self.sheet.wins[player] = [check for check in found if check is not None]

    def _check(self, value: Value) -> Check | None:
        entries = self.table(value, "a condition", ("entity", "filter", "type", "result"))
        if not isinstance(value, Table):
            return None
        for key in ("entity", "filter", "type", "result"):
            if key not in entries:
                self.missing("a condition", key, value)
        if len(entries) < 4:
            return None
        self.one_of(entries["entity"], "entity", ("cell",))
        self.one_of(entries["type"], "type of condition", ("exists",))
        return Check(self.look(entries["filter"], "filter"), self.flag(entries["result"], "result") is True)

    def _states(self, value: Value) -> None:
        entries = self._state_names = self.table(value, "game_states")
        for name, entry in entries.items():
            self._state(name, _key(value, name), entry, entries)

    def _state(self, name: str, offset: int, value: Value, names: dict[str, Value]) -> None:
        entries = self.table(value, "a state", ("type", "parameters", "next"))
        if not isinstance(value, Table):
            return
        if "type" not in entries:
            self.missing("a state", "type", value)
            return
        kind = self.one_of(entries["type"], "type of state", KINDS)
        if kind is None:
            return
        player = ""
        if kind in ("move", "check_win"):
            player = self._player_of(value, entries) or ""
        branches: tuple[Branch, ...] = ()
        if kind != "end":
            if "next" not in entries:
                self.missing(f"a state of the type '{kind}'", "next", value)
            else:
                branches = tuple(self._branches(entries["next"], names))
        self.sheet.states[name] = GameState(name, kind, player, branches, offset)

    def _player_of(self, value: Table, entries: dict[str, Value]) -> str | None:
        if "parameters" not in entries:
            self.missing("this state", "parameters", value)
            return None
        parameters = self.table(entries["parameters"], "parameters", ("player",))
        if "player" not in parameters:
            if isinstance(entries["parameters"], Table):
                self.missing("this state", "player", entries["parameters"])
            return None
        return self.one_of(parameters["player"], "player", self.sheet.players)

    def _branches(self, value: Value, names: dict[str, Value]) -> Iterator[Branch]:
        if isinstance(value, Plain):
            state = self.one_of(value, "state", names)
            if state is not None:
                yield Branch(state, None)
            return
        for item in self.items(value, "next"):
            entries = self.table(item, "a branch of 'next'", ("state", "if"))
            if isinstance(item, Table) and "state" not in entries:
                self.missing("a branch of 'next'", "state", item)
            if "state" not in entries:
                continue
            state = self.one_of(entries["state"], "state", names)
            results = None
            if "if" in entries:
                results = frozenset(self._results(entries["if"]))
            if state is not None:
                yield Branch(state, results)

    def _results(self, value: Value) -> Iterator[bool]:
        for item in self.items(value, "if"):
            entries = self.table(item, "a condition of 'next'", ("result",))
            if "result" not in entries:
                if isinstance(item, Table):
                    self.missing("a condition of 'next'", "result", item)
                continue
            result = self.flag(entries["result"], "result")
            if result is not None:
                yield result

    def _initial(self, value: Value) -> None:
        self.sheet.initial = self.one_of(value, "state", self._state_names, "initial_game_state") or ""
        state = self.sheet.states.get(self.sheet.initial)
        if state is not None and state.kind != "move":
            message = f"a game begins with a state of the type 'move', not '{state.kind}'"
            self.report("bad-value", message, value.offset)

    def _resources(self, value: Value) -> None:
        images = self.table(value, "resources", ("images",)).get("images")
        figures = self.table(images, "images", ("figures",)).get("figures") if images is not None else None
        if figures is None:
            return
        remote: list[int] = []
        for player, pictures in self.table(figures, "figures", self.sheet.players).items():
            for figure, picture in self.table(pictures, "images", self.sheet.figures).items():
                address = self.text(picture, "a picture")
                if address is not None and (address.startswith("data:") or "/" not in address):
                    self.sheet.pictures.append((player, figure, address, picture.offset))
                elif address is not None:
                    remote.append(picture.offset)
        if remote:
            message = (
                "pictures elsewhere are not fetched, the figures are drawn by their letters; 'data:image/…' is kept"
            )
            self.left_out(message, remote[0])


def _key(value: Value, name: str) -> int:
    """Return the offset of a key of an object."""
    return value.keys[name] if isinstance(value, Table) else value.offset


def _shown(value: Value) -> str:
    return "an empty one" if isinstance(value, Plain) and value.value == "" else kind_of(value)
