"""Configurations of the board game constructor that cannot be taken apart, or say what cannot be played."""

from __future__ import annotations

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.constraints import Edit
from tilewright.model.document import Syntax

GOOD = """{
  "name": "duel",
  "players": ["ann", "ben"],
  "cell": {"coordinates_names": ["x", "y"], "geometry": [[0, 0], [0, 1], [1, 1], [1, 0]], "position": {"x": "x", "y": "y"}},
  "board": {
    "rotation_angle": {"ann": 360, "ben": 0},
    "cells": [{"x": 0, "y": -1}, {"x": 1, "y": -1}, {"x": 0, "y": 0}, {"x": 1, "y": 0}]
  },
  "figures": {
    "duke": {
      "movement": [
        {"x": 1, "also_reversed": true},
        {"y": 1, "repeat": true, "cell_actions": {"transition": [{"actions": ["cancel"]}]}}
      ],
      "cell_actions": {
        "destination": [
          {"actions": [{"action": "replace", "parameters": {"new_figure": "page"}}], "if": [{"target": {"player": "ben"}}]},
          {"actions": ["take", "move"], "if": [{"self": {"moves_made": 1}, "computed": {"is_enemy": true}}]},
          {"actions": ["move"], "if": [{"target": {"coordinates": {"x": 1}}, "computed": {"is_figure": false}}]}
        ]
      }
    },
    "page": {"movement": {"ann": [{"y": 1}], "ben": [{"y": -1}]}}
  },
  "complex_movement": [
    {
      "figures": [
        {"figure": "duke", "coordinates_delta": {"y": 1}},
        {"figure": "page", "relative_position": {"x": 1}}
      ],
      "cell_actions": {"destination": [{"actions": ["swap"], "if": [{"statistics": {"current_move": 2}}]}]}
    }
  ],
  "initial_position": {"ann": {"duke": [{"x": 0, "y": -1}]}, "ben": {"duke": [{"x": 1, "y": 0}]}},
  "resources": {"images": {"figures": {"ann": {"duke": "data:image/png;base64,AAAA"}}}},
  "win_conditions": {
    "ann": [{"entity": "cell", "filter": {"player": "ben"}, "type": "exists", "result": false}]
  },
  "game_states": {
    "ann_move": {"type": "move", "parameters": {"player": "ann"}, "next": "check"},
    "check": {
      "type": "check_win",
      "parameters": {"player": "ann"},
      "next": [{"state": "ann_won", "if": [{"result": true}]}, {"state": "ben_move", "if": [{"result": false}]}]
    },
    "ben_move": {"type": "move", "parameters": {"player": "ben"}, "next": "count"},
    "count": {"type": "next_move", "next": "ann_move"},
    "ann_won": {"type": "end"}
  },
  "initial_game_state": "ann_move"
}
"""

_DUKE = '"movement": [\n        {"x": 1, "also_reversed": true},'
_COMPUTED = '"computed": {"is_figure": false}'
_CELLS = '"cells": [{"x": 0, "y": -1}, {"x": 1, "y": -1}, {"x": 0, "y": 0}, {"x": 1, "y": 0}]'
_COUNT = '"count": {"type": "next_move", "next": "ann_move"}'


def _row(code: str, *edits: Edit, also: tuple[str, ...] = ()) -> Bad:
    return Bad(code, Syntax.JSON, GOOD, edits, also)


ROWS = [
    # JSON itself
    _row("unexpected-token", ('"name": "duel",', '"name" ^"duel",')),
    _row("unexpected-token", ('"ann_won": {"type": "end"}\n  }', '"ann_won": {"type": "end"},\n  ^}')),
    _row("unexpected-token", ('["ann", "ben"]', '["ann", "ben"^}')),
    _row("unexpected-token", ('["ann", "ben"]', '["ann", ^]')),
    _row("unexpected-token", ('"initial_game_state": "ann_move"\n}', '"initial_game_state": "ann_move"\n} ^{}')),
    _row("unexpected-token", ('"initial_game_state": "ann_move"\n}\n', '"initial_game_state": "ann_move"\n^')),
    _row("unexpected-token", ('"name": "duel",', '^7: "duel",')),
    _row("bad-token", ('"name": "duel"', '"name": ^duel')),
    _row("bad-token", ('"name": "duel"', "\"name\": ^'duel'")),
    _row("bad-token", ('"name": "duel"', '"name": ^"duel')),
    _row("bad-token", ('"name": "duel"', '"name": "du^\\xel"')),
    _row("bad-token", ('"name": "duel"', '"name": ^"\\u0000"')),
    _row("bad-token", ('"name": "duel",', '^// a game\n"name": "duel",')),
    _row("bad-token", ('"ann": 360', '"ann": ^NaN')),
    _row("bad-token", ('"ann": 360', '"ann": ^-Infinity')),
    _row("bad-token", ('"ann": 360', '"ann": ^0360')),
    _row("bad-token", ('"ann": 360', '"ann": ^+360')),
    _row("bad-value", ('"ann": 360', f'"ann": ^1{"0" * 400}')),
    _row("bad-value", ('"ann": 360', '"ann": ^1e400')),
    _row("nesting-too-deep", ('"name": "duel"', f'"name": {"[" * 63}^[')),
    _row("duplicate-feature", ('"name": "duel",', '"name": "duel",\n  ^"name": "dual",')),
    _row("duplicate-feature", ('"parameters": {"player": "ben"}', '"parameters": {"player": "ben", ^"player": "ann"}')),
    # the keys
    _row("missing-feature", ('{\n  "name": "duel",', "^{")),
    _row("missing-feature", (_CELLS, ""), ('"board": {', '"board": ^{'), ('"ben": 0},', '"ben": 0}'),
         also=("unresolved-reference",)),
    _row("missing-feature", (_COUNT, '"count": ^{"next": "ann_move"}')),
    _row("missing-feature", (_COUNT, '"count": ^{"type": "next_move"}')),
    _row("missing-feature", ('"ben_move": {"type": "move", "parameters": {"player": "ben"}, ', '"ben_move": ^{"type": "move", ')),
    _row("missing-feature", ('"parameters": {"player": "ben"}', '"parameters": ^{}')),
    _row("missing-feature", ('{"state": "ben_move", "if"', '^{"if"')),
    _row("missing-feature", ('"if": [{"result": true}]', '"if": [^{}]')),
    _row("missing-feature", ('{"entity": "cell", ', "^{")),
    _row("missing-feature", ('"initial_position": {"ann": {"duke": [{"x": 0, "y": -1}]}', '"initial_position": {"ann": {"duke": [^{"x": 0}]}')),
    _row("missing-feature", ('{"figure": "duke", "coordinates_delta"', '^{"coordinates_delta"')),
    _row("missing-feature", ('{"actions": ["cancel"]}', "^{}")),
    _row("missing-feature", ('["swap"]', '[^"replace"]')),
    _row("missing-feature", ('{"action": "replace", "parameters": {"new_figure": "page"}}', '^{"action": "replace"}')),
    _row("missing-feature", ('"parameters": {"new_figure": "page"}', '"parameters": ^{}')),
    _row("missing-feature", ('{"action": "replace", ', "^{")),
    _row("missing-feature", (', {"state": "ben_move", "if": [{"result": false}]}', ""), ('"check": {', '^"check": {')),
    _row("unknown-feature", ('"also_reversed"', '^"also_reverse"')),
    _row("unknown-feature", ('{"self": {"moves_made": 1}', '{"self": {^"moves": 1}')),
    _row("unknown-feature", ('"target": {"coordinates": {"x": 1}}', '"target": {^"x": 1}')),
    _row("unknown-feature", ('{"coordinates": {"x": 1}}', '{"coordinates": {^"z": 1}}')),
    _row("unknown-feature", (_COMPUTED, '"computed": {^"is_friend": false}')),
    _row("unknown-feature", ('{"statistics": {"current_move": 2}}', '{"statistics": {^"moves": 2}}')),
    _row("unknown-feature", ('{"transition":', '{^"transit":')),
    _row("unknown-feature", ('{"actions": ["swap"], "if"', '{"actions": ["swap"], ^"when"')),
    _row("unknown-feature", ('"movement": {"ann":', '"movement": {^"cid":')),
    _row("unknown-feature", ('"initial_position": {"ann": {"duke"', '"initial_position": {"ann": {^"king"')),
    _row("unknown-feature", ('"rotation_angle": {"ann"', '"rotation_angle": {^"cid"')),
    _row("unknown-feature", ('["swap"]', '[{"action": "swap", ^"parameters": {}}]')),
    _row("unknown-feature", ('"ann_won": {"type": "end"}', '"ann_won": {"type": "end", ^"winner": "ann"}')),
    _row("unknown-feature", ('"win_conditions": {\n    "ann"', '"win_conditions": {\n    ^"cid"')),
    # values
    _row("bad-value", ('"name": "duel"', '"name": ^7')),
    _row("bad-value", ('"name": "duel"', '"name": ^""')),
    _row("bad-value", ('"also_reversed": true', '"also_reversed": ^1')),
    _row("bad-value", ('"is_enemy": true', '"is_enemy": ^"yes"')),
    _row("bad-value", ('{"moves_made": 1}', '{"moves_made": ^"1"}')),
    _row("bad-value", ('{"moves_made": 1}', '{"moves_made": ^1.5}')),
    _row("bad-value", ('{"moves_made": 1}', '{"moves_made": ^-1}')),
    _row("bad-value", ('{"moves_made": 1}', '{"moves_made": ^true}')),
    _row("bad-value", ('"coordinates_delta": {"y": 1}', '"coordinates_delta": {"y": ^1000001}')),
    _row("bad-value", ('{"y": 1, "repeat"', '^{"repeat"')),
    _row("bad-value", ('"cells": [{"x": 0, "y": -1}, {"x": 1, "y": -1}', '"cells": [{"x": 0, "y": -1}, ^[1, -1]')),
    _row("bad-value", ('"destination": [{"actions": ["swap"]', '"destination": [{"actions": ^"swap"')),
    _row("bad-value", ('"figures": {"ann": {"duke": "data:image/png;base64,AAAA"}}', '"figures": {"ann": {"duke": ^null}}')),
    _row("bad-value", ('"result": false}]\n', '"result": ^null}]\n')),
    _row("bad-value", ('"initial_game_state": "ann_move"', '"initial_game_state": ^"count"')),
    _row("bad-value", (_COUNT, '^"count": {"type": "next_move", "next": "count"}')),
    _row("too-few-values", ('"if": [{"self": {"moves_made": 1}, "computed": {"is_enemy": true}}]', '"if": ^[]')),
    _row("too-few-values", (_CELLS, '"cells": ^[]'), also=("unresolved-reference",)),
    _row("too-large", ('{"x": 1, "y": 0}]\n  }', '{"x": 1, "y": 0}, {"x": 900, "y": 900}]\n  }'), ('"board": {', '"board": ^{')),
    _row("too-large", ('["ann", "ben"]', f'["ann", "ben", {", ".join(chr(34) + "p" * n + chr(34) for n in range(1, 11))}, ^"q"]')),
    _row("too-large", ('["x", "y"]', '["x", "y", "a", "b", "c", "d", ^"e"]'), also=("missing-feature",)),
    # names
    _row("unresolved-reference", ('"new_figure": "page"', '"new_figure": ^"king"')),
    _row("unresolved-reference", ('["take", "move"]', '["take", ^"jump"]')),
    _row("unresolved-reference", ('{"target": {"player": "ben"}}', '{"target": {"player": ^"cid"}}')),
    _row("unresolved-reference", ('{"figure": "page"', '{"figure": ^"pager"')),
    _row("unresolved-reference", ('"next": "count"', '"next": ^"cound"')),
    _row("unresolved-reference", ('{"state": "ann_won"', '{"state": ^"anne_won"')),
    _row("unresolved-reference", ('"type": "next_move"', '"type": ^"next"')),
    _row("unresolved-reference", ('"entity": "cell"', '"entity": ^"figure"')),
    _row("unresolved-reference", ('"type": "exists"', '"type": ^"count"')),
    _row("unresolved-reference", ('"initial_game_state": "ann_move"', '"initial_game_state": ^"start"')),
    _row("unresolved-reference", ('"ben": {"duke": [{"x": 1, "y": 0}]}', '"ben": {"duke": [^{"x": 5, "y": 0}]}')),
    _row("unresolved-reference", ('"parameters": {"player": "ben"}', '"parameters": {"player": ^"cid"}')),
    _row("duplicate-identifier", ('["ann", "ben"]', '["ann", "ben", ^"ann"]')),
    _row("duplicate-identifier", ('["x", "y"]', '["x", "y", ^"y"]')),
    _row("duplicate-value", ('{"x": 1, "y": 0}]\n  }', '{"x": 1, "y": 0}, ^{"y": 0, "x": 1}]\n  }')),
    _row("duplicate-value", ('"ben": {"duke": [{"x": 1, "y": 0}]}', '"ben": {"duke": [{"x": 1, "y": 0}, ^{"x": 1, "y": 0}]}')),
    # what has no counterpart, and is told
    _row("without-counterpart", ('"name": "duel",', '"name": "duel", ^"author": "cid",')),
    _row("spriteMustBeLocal", ('"data:image/png;base64,AAAA"', '^"data:image/png,AAAA"')),
    _row("without-counterpart", ('"rotation_angle": {"ann": 360', '"rotation_angle": ^{"ann": 45')),
    _row("without-counterpart", ('"rotation_angle": {"ann": 360', '"rotation_angle": ^{"ann": 90')),
    _row("without-counterpart", ('"position": {"x": "x"', '"position": ^{"x": "x * y"')),
    _row("without-counterpart", ('"position": {"x": "x"', '"position": ^{"x": "9 * x"')),
    _row("without-counterpart", ('"position": {"x": "x"', '"position": ^{"x": "import(x)"')),
    _row("bad-value", ('"position": {"x": "x"', '"position": {"x": ^true')),
    _row("bad-value", ('"position": {"x": "x"', '"position": {"x": ^1e300')),
    _row("missing-feature", ('"position": {"x": "x", ', '"position": ^{')),
    _row("bad-value", ('[1, 1], [1, 0]]', '^[1, 1, 1], [1, 0]]')),
    _row("bad-value", ('[1, 1], [1, 0]]', '[1, ^null], [1, 0]]')),
    _row("without-counterpart", ('[1, 1], [1, 0]]', '[2, 1], [2, 0]]'), ('"geometry": ', '"geometry": ^')),
    _row("without-counterpart", ('[1, 1], [1, 0]]', '["w", 1], [1, 0]]'), ('"geometry": ', '"geometry": ^')),
    _row("without-counterpart", ('"position": {', '"colors": {"selector": ^"skyblue"}, "position": {')),
    _row("without-counterpart", ('"position": {', '"colors": {"fill": ^"x % 2"}, "position": {')),
    _row("without-counterpart", ('"position": {', '"colors": {"fill": ^"alert(1)"}, "position": {')),
    _row("bad-value", ('"position": {', '"colors": {"fill": ^7}, "position": {')),
    _row("unknown-feature", ('"position": {', '"colors": {^"full": "\'red\'"}, "position": {')),
    _row("without-counterpart", ('"data:image/png;base64,AAAA"', '^"https://example.org/duke.svg"')),
    _row("without-counterpart", ('{"y": -1}', '{"y": -1, ^"if": {"self": {"player": "ben"}}}')),
    _row("without-counterpart", ('[1, 1], [1, 0]]', '[1, 1]]'), ('"geometry": ', '"geometry": ^')),
    _row("without-counterpart", ('["cancel"]', '[^"move"]')),
    _row("without-counterpart", ('["take", "move"]', '["move", ^"swap"]')),
]  # fmt: skip
