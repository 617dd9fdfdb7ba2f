"""What goes along with what stands on a cell: carried counters and marks, under every effect and on every engine."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from tests.support.engines import game, play
from tilewright.runtime import State

CAMP = """game Camp {{
  players A, B
  board 4x2
  pieces Man:M King:K
  zone tent 2x1 {{ "K." }}
  region left = column 0..1
  directions east = (1,0)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter hp cell carried 0..9 = {{ 1 0 3 4 0 0 0 7 }}
  counter seen cell = {{ 1 1 1 1 1 1 1 1 }}
  mark held game carried
  mark here, there
  setup {{ "M.mK" "...." }}
{rules}
}}
"""


def camp(rules: str, engine: str) -> State:
    """Return the first state of a game in which what is carried may be told apart: see ``told``."""
    return game(CAMP.format(rules=f"  {rules}"), engine).initial_state()


def told(state: State) -> str:
    """Return each cell on which there is anything: its name, symbol and number, and a star if it is marked."""
    numbers, marked = state.counters["hp"], state.marks["held"]
    assert isinstance(numbers, dict)
    found = []
    for cell, number in numbers.items():
        piece = state[cell]
        if piece is not None or number or cell in marked:
            found.append(f"{cell}{piece or '.'}{number}{'*' * (cell in marked)}")
    return " ".join(found)


DONE = [
    ("nothing", "move A = own -> select", "a2", "a2M1 c2m3 d2K4 d1.7 tent.a1K0"),
    ("a move", "move A = own Man -> select here -> step orth -> empty -> select -> move here", "a2-a1",
     "c2m3 d2K4 a1M1 d1.7 tent.a1K0"),
    ("a capture", "move A = own King -> select here -> goto all -> enemy -> select -> move here", "d2-c2",
     "a2M1 c2K4 d1.7 tent.a1K0"),
    ("two moves", "move A = own Man -> select here -> step orth -> empty -> select -> move here\n  move B = any -> select -> goto all -> Man -> pick -> mark here -> step orth -> pick last -> move here",
     "a2-b2 a1", "c2m3 d2K4 b1M1 d1.7 tent.a1K0"),
    ("onto a number without a piece", "move A = own King -> select here -> step orth -> empty -> select -> move here",
     "d2-d1", "a2M1 c2m3 d1K4 tent.a1K0"),
    ("a swap", "move A = own Man -> select here -> goto all -> enemy -> select -> swap here", "a2-c2",
     "a2m3 c2M1 d2K4 d1.7 tent.a1K0"),
    ("a swap with an empty cell", "move A = own King -> select here -> step orth -> empty -> select -> swap here", "d2-d1",
     "a2M1 c2m3 d2.7 d1K4 tent.a1K0"),
    ("a move to where it is", "move A = own Man -> select here -> move here", "a2", "a2M1 c2m3 d2K4 d1.7 tent.a1K0"),
    ("a swap with itself", "move A = own Man -> select here -> swap here", "a2", "a2M1 c2m3 d2K4 d1.7 tent.a1K0"),
    ("a shift", "move A = own Man -> select -> shift east", "a2", "b2M1 c2m3 d2K4 d1.7 tent.a1K0"),
    ("a shift over pieces and off the board", 'move A = piece -> option "go" -> shift east', "go",
     "b2M1 d2m3 d1.7 tent.a1K0"),
    ("a shift of empty cells, too", 'move A = option "go" -> shift FlipColumns', "go",
     "a2K4 b2m3 d2M1 a1.7 tent.a1K0"),
    ("a turn by a quarter", 'move A = goto left -> add tent -> option "go" -> shift Rotate90', "go",
     "b2M1 c2m3 d2K4 d1.7 tent.a1K0"),
    ("what is emptied forgets", "move A = own King -> select -> set empty", "d2", "a2M1 c2m3 d1.7 tent.a1K0"),
    ("what is empty is not emptied", 'move A = option "go" -> set empty', "go", "d1.7 tent.a1K0"),
    ("what is set begins", "move A = empty -> select -> set own Man", "d1", "a2M1 c2m3 d2K4 d1M0 tent.a1K0"),
    ("what changes goes on", 'move A = piece -> option "go" -> set own King', "go", "a2K1 c2K3 d2K4 d1.7 tent.a1K0"),
    ("what changes its owner goes on", 'move A = enemy -> select -> set own', "c2", "a2M1 c2M3 d2K4 d1.7 tent.a1K0"),
    ("what is set like another", 'move A = own King -> select here -> goto all -> !own -> set own like here', "d2",
     "a2M1 b2K0 c2K3 d2K4 a1K0 b1K0 c1K0 d1K0 tent.a1K0"),
    ("a number that is written", "move A = own Man -> select here -> hp += 5 -> step orth -> empty -> select -> move here",
     "a2-b2", "b2M6 c2m3 d2K4 d1.7 tent.a1K0"),
    ("into a zone", "move A = own Man -> select here -> goto tent -> empty -> select -> move here", "a2-tent.b1",
     "c2m3 d2K4 d1.7 tent.a1K0 tent.b1M1"),
    ("and back", "move A = own Man -> select here -> goto tent -> empty -> select -> move here\n"
     "  move B = goto tent -> Man -> mark here -> goto all -> empty -> select -> move here", "a2-tent.b1 a1",
     "c2m3 d2K4 a1M1 d1.7 tent.a1K0"),
    ("a number in a zone", "move A = goto tent -> piece -> select here -> hp := 8 -> goto all -> empty -> select -> move here",
     "tent.a1-b1", "a2M1 c2m3 d2K4 b1K8 d1.7"),
    ("a mark that is moved", "move A = own Man -> select here -> mark held -> step orth -> empty -> select -> move here",
     "a2-b2", "b2M1* c2m3 d2K4 d1.7 tent.a1K0"),
    ("a marked one that is captured", "move A = enemy -> mark held -> goto all -> own King -> select here -> goto held -> select -> move here",
     "d2-c2", "a2M1 c2K4 d1.7 tent.a1K0"),
    ("a mark is exchanged", "move A = enemy -> mark held -> goto all -> own King -> select here -> goto held -> select -> swap here",
     "d2-c2", "a2M1 c2K4 d2m3* d1.7 tent.a1K0"),
    ("a mark is shifted", 'move A = own Man -> mark held -> goto all -> piece -> option "go" -> shift east', "go",
     "b2M1* d2m3 d1.7 tent.a1K0"),
    ("a mark of an emptied cell", "move A = own King -> select -> mark held -> set empty", "d2",
     "a2M1 c2m3 d1.7 tent.a1K0"),
    ("a mark of a cell on which something is set", "move A = empty -> select -> mark held -> set own Man", "d1",
     "a2M1 c2m3 d2K4 d1M0* tent.a1K0"),
    ("one by one in effects", 'move A = goto all -> option "go" -> do each { own Man -> mark here -> step east -> move here }',
     "go", "d2M1 d1.7 tent.a1K0"),
    ("within a repetition", "move A = own Man -> select here -> repeat 2 { mark here -> step east -> move here }", "a2",
     "c2M1 d2K4 d1.7 tent.a1K0"),
    ("read after the move", "move A = own -> select here -> step orth -> empty -> select -> move here -> where { if hp > 3 }",
     "d2-d1", "a2M1 c2m3 d1K4 tent.a1K0"),
    ("read where it was", "move A = own -> select here -> step orth -> empty -> select -> move here -> do { goto here -> if hp == 0 -> mark held }",
     "a2-a1", "a2.0* c2m3 d2K4 a1M1 d1.7 tent.a1K0"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "moves", "after"), [row[1:] for row in DONE], ids=[row[0] for row in DONE])
def test_what_goes_along(rules: str, moves: str, after: str, engine: str) -> None:
    state = play(camp(rules, engine), moves)
    assert told(state) == after
    again = state.game.position(state.to_text())
    assert again.start == replace(state.start, ply=0)
    assert pickle.loads(pickle.dumps(state)).key == state.key == again.key
    seen = state.counters["seen"]
    assert isinstance(seen, dict) and set(seen.values()) == {1}, "what is not carried stays where it is"


def test_a_carried_mark_that_says_what_is_moved(engine: str) -> None:
    rules = (
        "mark runner carried\n"
        "  move A = own Man -> select runner -> repeat 1..2 { goto runner -> step orth -> empty -> select -> move runner }"
    )
    first = camp(rules, engine)
    assert str(first.legal_moves) == "a2-b2 a2-b2-a2 a2-b2-b1 a2-a1 a2-a1-a2 a2-a1-b1"
    assert told(first.play("a2-b2-b1")) == "c2m3 d2K4 b1M1 d1.7 tent.a1K0"


BOUNDS = [
    ("0..9 = 3", 0),
    ("2..6 = 4", 2),
    ("-9..9 = 5", 0),
    ("-9..-3 = -4", -3),
    ("-32768..32767 = -1", 0),
    ("3..3 = 3", 3),
]


@pytest.mark.parametrize(("bounds", "vacant"), BOUNDS)
def test_an_empty_cell_has_the_allowed_number_nearest_to_0(bounds: str, vacant: int, engine: str) -> None:
    text = f"""game Bounds {{
  players A, B
  board 3x1
  pieces Man:M
  directions east = (1,0)
  counter hp cell carried {bounds}
  mark here
  setup {{ "M.m" }}
  move Go = own -> select here -> step east -> empty -> select -> move here
  move Put = own -> select -> set empty
  move New = empty -> select -> set own
}}"""
    begun = int(bounds.split("= ")[1])
    first = game(text.replace("set own", "set own Man"), engine).initial_state()

    def numbers(state: State) -> list[object]:
        found = state.counters["hp"]
        assert isinstance(found, dict)
        return list(found.values())

    assert numbers(first) == [begun, vacant, begun]
    assert numbers(first.play("a1-b1")) == [vacant, begun, begun]
    assert numbers(first.play("a1")) == [vacant, vacant, begun]
    assert numbers(play(first, "a1-b1 c1 a1")) == [begun, begun, vacant]


LIVES = """game Lives {{
  players A, B
  board 3x2
  pieces Man:M
  directions east = (1,0)
  counter steps cell carried {counter} 1..3 = 3
  counter worth per cell carried 0..9 = 4
  mark here
  mark fresh {mark} carried
  setup {{ "M.." "m.." }}
  move Go = own -> select here -> step east -> empty -> select -> move here -> steps -= 1
    -> mark fresh += -> enemy worth -= 1 -> first {{ if steps == 1 -> any | turn same }}
  move Slip = own -> select here -> option "slip" -> step east -> empty -> select -> move here
}}"""

LIFETIMES = [
    ("", "game", "a2-b2 b2-c2 a1-b1", "1 1 1 1 2 1", "c2 b1"),
    ("", "game", "a2-b2 b2=slip=c2 a1-b1", "1 1 2 1 2 1", "c2 b1"),
    ("turn", "turn", "a2-b2", "1 2 1 3 1 1", "b2"),
    ("turn", "turn", "a2-b2 b2-c2", "1 1 3 3 1 1", ""),
    ("round", "round", "a2-b2 b2-c2", "1 1 1 3 1 1", "c2"),
    ("round", "round", "a2-b2 b2-c2 a1-b1 b1-c1", "1 1 3 1 1 3", ""),
    ("ply", "ply", "a2-b2", "1 2 1 3 1 1", "b2"),
    ("ply", "ply", "a2-b2 b2-c2", "1 1 1 3 1 1", "c2"),
    ("ply", "ply", "a2-b2 b2=slip=c2", "1 1 3 3 1 1", ""),
]


@pytest.mark.parametrize(("counter", "mark", "moves", "steps", "fresh"), LIFETIMES)
def test_what_is_carried_lasts_as_it_is_declared(
    counter: str, mark: str, moves: str, steps: str, fresh: str, engine: str
) -> None:
    state = play(game(LIVES.format(counter=counter, mark=mark), engine).initial_state(), moves)
    found, worth = state.counters["steps"], state.counters["worth"]
    assert isinstance(found, dict) and isinstance(worth, dict)
    assert (" ".join(map(str, found.values())), " ".join(map(str, state.marks["fresh"]))) == (steps, fresh)
    assert sum(map(sum, worth.values())) == 16 - moves.count("-"), "the numbers of all players go along"
    assert state.game.position(state.to_text()).start == replace(state.start, ply=0)


def test_a_carried_number_that_lasts_for_a_move_begins_anew_with_each(engine: str) -> None:
    """A piece moves on until its number is used up, which it has for this move alone."""
    text = """game Runs {
  players A, B
  board 5x1
  pieces Man:M
  directions line = (1,0) (-1,0)
  counter left cell carried move 0..2 = 2
  mark here
  setup { "M...." }
  move Run = own -> select here -> repeat 1..* {
    where { if left > 0 } -> left -= 1 -> mark here -> step line -> empty -> select -> move here }
  effect = goto all -> empty -> if left > 0 -> lose
}"""
    state = game(text, engine).initial_state()
    assert str(state.legal_moves) == "a1-b1 a1-b1-a1 a1-b1-c1"
    assert str(state.play("a1-b1-c1").legal_moves) == "pass"
    assert str(play(state, "a1-b1-c1 pass").legal_moves) == "c1-b1 c1-b1-a1 c1-b1-c1 c1-d1 c1-d1-c1 c1-d1-e1"


STACKS = """game Stacks {{
  players A, B
  board 3x1
  pieces Man:M King:K
  zone pile 3x1 per cell stack
  counter hp cell carried {bounds}
  mark held game carried
  mark here
  setup {{ "MmK" }}
  move Name = piece -> select -> option "n" -> hp += 1
  move Hold = own -> select -> option "h" -> mark held +=
  move Lay = piece -> select here -> goto all -> !at here -> select -> stack here in pile
  move Top = piece -> select here -> option "t" -> goto all -> !at here -> select -> stack 1 here in pile
}}"""

STACKED = [
    ("onto another one", "a1=n b1=n b1=n a1-b1", "b1M3 pile.b1.a1m4"),
    ("a whole stack", "a1=n b1=n b1=n a1-b1 c1=n b1-c1", "c1M3 pile.c1.a1K3 pile.c1.b1m4"),
    ("the top alone", "a1=n b1=n b1=n a1-b1 b1=t=a1", "a1M3 b1m4 c1K2"),
    ("from the top to another stack", "a1=n b1=n b1=n a1-b1 b1=t=c1", "b1m4 c1M3 pile.c1.a1K2"),
    ("a mark", "a1=h b1=n a1-b1 c1=n b1-c1", "c1M2* pile.c1.a1K3 pile.c1.b1m3"),
    ("a mark beneath", "c1=n b1=h a1-b1 b1-c1", "c1M2 pile.c1.a1K3 pile.c1.b1m2*"),
    ("a mark comes up again", "c1=n b1=h a1-b1 b1=t=c1", "b1m2* c1M2 pile.c1.a1K3"),
]


@pytest.mark.parametrize("bounds", ["1..8 = 2", "-9..9 = 2"])
@pytest.mark.parametrize(("moves", "after"), [row[1:] for row in STACKED], ids=[row[0] for row in STACKED])
def test_what_lies_on_one_another_keeps_what_it_carries(moves: str, after: str, bounds: str, engine: str) -> None:
    state = play(game(STACKS.format(bounds=bounds), engine).initial_state(), moves)
    vacant = max(0, int(bounds.split("..")[0]))
    numbers = state.counters["hp"]
    assert isinstance(numbers, dict)
    assert {number for cell, number in numbers.items() if state[cell] is None} <= {vacant}
    shown = (f"{c}{state[c]}{n}{'*' * (c in state.marks['held'])}" for c, n in numbers.items() if state[c] is not None)
    assert " ".join(shown).replace("c1K2", "").split() == after.replace("c1K2", "").split()


def test_a_number_under_nothing_is_lost_when_a_stack_is_laid_there(engine: str) -> None:
    """A rule that numbers cells without pieces does not number what comes to lie there."""
    rules = 'move Odd = own Man -> into pile -> pick last -> hp := 7 -> into board -> select -> option "o"'
    text = STACKS.format(bounds="0..9 = 2").replace("  move Name", f"  {rules}\n  move Name")
    state = play(game(text, engine).initial_state(), "a1=o b1=o a1-b1")
    numbers = state.counters["hp"]
    assert isinstance(numbers, dict)
    assert {cell: number for cell, number in numbers.items() if number} == {"b1": 2, "c1": 2, "pile.b1.a1": 2}


REPEATED = """game Repeated {
  players A, B
  board 2x2
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter turns cell carried 0..3 = 0
  mark here
  setup { "M." "m." }
  move Go = own -> select here -> step orth -> empty -> select -> move here
  move Turn = own -> select -> option "t" -> where { if turns < 3 } -> turns += 1
  effect = repeated 2 -> draw
}"""


def test_a_position_is_repeated_if_all_carry_the_same(engine: str) -> None:
    first = game(REPEATED, engine).initial_state()
    assert play(first, "a2-b2 a1-b1 b2-a2 b1-a1").is_over
    assert not play(first, "a2-b2 a1-b1 b2=t b1-a1").is_over
    assert not play(first, "a2-b2 a1=t b2-a2 a1-b1 a2-b2").is_over
    assert play(first, "a2-b2 a1=t b2-a2 a1-b1 a2-b2 b1-a1").is_over


KINDS = """game Kinds {{
  players A, B
  board 5x2
  pieces {pieces}
  kind Rock:z
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter hp cell carried {bounds} = force
  counter pace cell carried {lifetime} -9..9 = speed
  mark here
  setup {{ "A.zc." "a...C" }}
  move Go = own -> select here -> step orth -> empty -> select -> move here -> pace -= 1 -> hp += 1; turn same
  move Set = empty -> select -> choose {{ option "c" -> set own C | option "b" -> set enemy B | option "z" -> set Rock }}
  move Turn = own A -> select -> set own C
  move Rest = option "rest"
}}"""

MANY_KINDS = [chr(letter) for letter in range(ord("A"), ord("Z"))]
FORCES = {"A": (2, 3), "B": (5, -1), "C": (1, 0)}
"""The kinds that are set, with their attributes; those of others do not matter."""

BEGUN = [
    ("game", "", "a2A2,3 c2z1,0 d2C1,0 a1A2,3 e1C1,0"),
    ("game", "a2-b2 b2-b1", "c2z1,0 d2C1,0 a1A2,3 b1A4,1 e1C1,0"),
    ("game", "b2=c e2=b b1=z", "a2A2,3 b2C1,0 c2z1,0 d2C1,0 e2B5,-1 a1A2,3 b1z1,0 e1C1,0"),
    ("game", "a2-b2 b2 rest", "b2C3,2 c2z1,0 d2C1,0 a1A2,3 e1C1,0"),
    ("turn", "a2-b2 b2-b1", "c2z1,0 d2C1,0 a1A2,3 b1A4,1 e1C1,0"),
    ("turn", "a2-b2 b2-b1 rest", "c2z1,0 d2C1,0 a1A2,3 b1A4,3 e1C1,0"),
    ("turn", "a2-b2 b2 e2=b rest", "b2C3,0 c2z1,0 d2C1,0 e2B5,-1 a1A2,3 e1C1,0"),
]


@pytest.mark.parametrize("kinds", [3, 8, 25], ids=["boards", "factors", "codes"])
@pytest.mark.parametrize(("lifetime", "moves", "after"), BEGUN)
def test_a_carried_number_begins_with_an_attribute(
    lifetime: str, moves: str, after: str, kinds: int, engine: str
) -> None:
    """However the states are encoded; a rock has no attributes, so that it has the allowed numbers nearest to 0."""
    said = ((kind, FORCES.get(kind, (4, 4))) for kind in MANY_KINDS[:kinds])
    pieces = " ".join(f"{kind}:{kind} {{ force {force} speed {speed} }}" for kind, (force, speed) in said)
    text = KINDS.format(pieces=pieces, bounds="1..6", lifetime="" if lifetime == "game" else lifetime)
    state = play(game(text, engine).initial_state(), moves)
    hp, pace = state.counters["hp"], state.counters["pace"]
    assert isinstance(hp, dict) and isinstance(pace, dict)
    standing = [f"{cell}{str(state[cell]).upper()}{hp[cell]},{pace[cell]}" for cell in hp if state[cell] is not None]
    assert " ".join(standing) == after.replace("z", "Z")
    assert all((hp[cell], pace[cell]) == (1, 0) for cell in hp if state[cell] is None)
    assert state.game.position(state.to_text()).start == replace(state.start, ply=0)


def test_a_number_for_a_move_begins_with_an_attribute(engine: str) -> None:
    """Each piece may go as far as its kind says."""
    text = """game Paces {
  players A, B
  board 6x1
  pieces Slow:S { speed 1 } Fast:F { speed 3 } Still:X
  directions east = (1,0)
  counter left cell carried move 0..3 = speed
  mark here
  setup { "S.F..." }
  move Run = own -> select here -> repeat 1..* {
    where { if left > 0 } -> left -= 1 -> mark here -> step east -> empty -> select -> move here }
  move Halt = own Fast -> select -> set own Still
}"""
    state = game(text, engine).initial_state()
    assert str(state.legal_moves) == "a1-b1 c1-d1 c1-d1-e1 c1-d1-e1-f1 c1"
    assert str(play(state, "c1 pass").legal_moves) == "a1-b1"
