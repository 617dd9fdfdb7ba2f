"""Chains with parameters: what is read is the game in which they are written out for each list of arguments."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tests.support.commands import run
from tests.support.engines import game
from tests.support.rules import SLIDES
from tilewright.model.files import read
from tilewright.model.game.extending import read_game
from tilewright.model.game.templates import MOST_INSTANCES
from tilewright.model.game.writer.games import write_game
from tilewright.model.service.formatting import formatted
from tilewright.model.service.naming import renamed
from tilewright.model.service.source import Source, edited
from tilewright.runtime import perft

RULES = '  move Go = own -> select from -> {} -> select -> move from\n  move Wait = option "wait"\n'


def model(*lines: str) -> str:
    return SLIDES + "".join(f"  {line}\n" for line in lines) + "}\n"


ALIKE = [
    (
        ("sub go(way) = step way -> empty",), "choose { go(north) | go(east) }",
        ("sub go_north = step north -> empty", "sub go_east = step east -> empty"), "choose { go_north | go_east }",
    ),
    (("sub go(way, n) = step way 1..n",), "go(east, 2)", ("sub go_east_2 = step east 1..2",), "go_east_2"),
    (
        ("sub go(way, what) = step way -> note(n) -> what", "sub note(c) = do { c += 1 }"), "go(east, empty)",
        ("sub go_east_empty = step east -> note_n -> empty", "sub note_n = do { n += 1 }"), "go_east_empty",
    ),
    (
        ("sub at_any(one, other) = choose { at one | at other }", "sub far(one, other) = at_any(other, one)"),
        "step east -> far(top, left) -> at_any(left, top)",
        ("sub far_top_left = at_any_left_top", "sub at_any_left_top = choose { at left | at top }"),
        "step east -> far_top_left -> at_any_left_top",
    ),
    (
        ("sub mine(who, kind, m, phase) = do { goto all -> who kind -> mark m } -> in phase -> step east",),
        "mine(own, Rock, seen, early)",
        ("sub mine_own_Rock_seen_early = do { goto all -> own Rock -> mark seen } -> in early -> step east",),
        "mine_own_Rock_seen_early",
    ),
    (
        ("sub go(way) = step way because \"It goes so.\"",), "go(east) -> go(east)",
        ("sub go_east = step east because \"It goes so.\"",), "go_east -> go_east",
    ),
    (
        ("sub go(a, b) = step a -> step b", "sub go_a(b) = step b", "sub go_b_c = step b_c",
         "directions a = (1,0)", "directions b = (0,1)", "directions b_c = (1,1)"),
        "go(a, b) -> go_a(b) -> go(b_c, a) -> go_b_c",
        ("sub go_a_b = step a -> step b", "sub go_a_b_2 = step b", "sub go_b_c = step b_c", "sub go_b_c_a = step b_c -> step a",
         "directions a = (1,0)", "directions b = (0,1)", "directions b_c = (1,1)"),
        "go_a_b -> go_a_b_2 -> go_b_c_a -> go_b_c",
    ),
    (
        ("sub put(kind, label, why) = has { Rock because why } -> option label -> kind",),
        'choose { put(empty, "up", "No.") | put(empty, "up!", "No.") | put(own, "übers + Feld", "") }',
        ("sub put_empty_up_No = has { Rock because \"No.\" } -> option \"up\" -> empty",
         "sub put_empty_up_No_2 = has { Rock because \"No.\" } -> option \"up!\" -> empty",
         "sub put_own_übersFeld = has { Rock because \"\" } -> option \"übers + Feld\" -> own"),
        "choose { put_empty_up_No | put_empty_up_No_2 | put_own_übersFeld }",
    ),
    (("sub pays(c) = if hand + c >= -1 -> step east",), "pays(-2)",
     ("sub pays_minus2 = if hand + -2 >= -1 -> step east",), "pays_minus2"),
    (
        ("sub there(who, place) = goto who place -> empty at who place -> add next place", "region home per = row 0 | row 1"),
        "choose { there(enemy, home) | there(B, home) }",
        ("sub there_enemy_home = goto enemy home -> empty at enemy home -> add next home",
         "sub there_B_home = goto B home -> empty at B home -> add next home", "region home per = row 0 | row 1"),
        "choose { there_enemy_home | there_B_home }",
    ),
    (("sub slide(far) = step east far through empty",), "choose { slide(1) | slide(*) }",
     ("sub slide_1 = step east 1 through empty", "sub slide_any = step east * through empty"), "choose { slide_1 | slide_any }"),
]  # fmt: skip


@pytest.mark.parametrize(("templates", "chain", "written", "out"), ALIKE, ids=[row[1] for row in ALIKE])
def test_it_is_the_game_with_the_chains_written_out(
    templates: tuple[str, ...], chain: str, written: tuple[str, ...], out: str
) -> None:
    one = read_game(model(*templates, RULES.format(chain)), "one.game")
    other = read_game(model(*written, RULES.format(out)), "other.game")
    assert one.diagnostics == other.diagnostics == []
    assert sorted(write_game(one).splitlines()) == sorted(write_game(other).splitlines())


def test_it_plays() -> None:
    rule = "  move Go = own -> select from -> {} -> empty -> select -> move from\n"
    played = game(model("sub go(way) = step way", rule.format("choose { go(north) | go(east) }")), "python")
    plain = game(model(rule.format("choose { step north | step east }")), "interpreter")
    assert perft(played.initial_state(), 4) == perft(plain.initial_state(), 4) > 0


WRONG = [
    ("sub go(way) = step way", "go(nort)", "16:38: error: no set of directions is called 'nort'; did you mean 'north'? [unresolved-reference]"),
    ("sub go(way) = step way", "go", "16:38: error: '(' is expected before the arguments of 'go(way)', not '->' [unexpected-token]"),
    ("sub go(way) = step way", "go()", "16:38: error: an argument of 'go(way)' is expected: a name, a whole number, a text in quotes, or '*', not ')' [unexpected-token]"),
    ("sub go(way) = step way", "go(north, east)", "16:35: error: an argument is needed for each parameter, and no others: 'go(way)' is called with 2 of them [wrong-number]"),
    ("sub go(way) = step way", 'go("north")', "where 'go' is called with '\"north\"': the end of the line is expected"),
    ("sub go(way) = step way", "go(own Rock)", "16:42: error: ')' is expected after the arguments of 'go(way)', each of which is one name, number, text or '*', ',' between two, not 'Rock' [unexpected-token]"),
    ("sub slide(way) = step way", "slid(north)", "16:35: error: no filter, chain, Piece, Group, Tile or State is called 'slid'; did you mean 'slide'? [unresolved-reference]"),
    ("sub shift(way) = step way", "shift(north)", "15:7: error: 'shift' is a reserved word of the notation: it begins a filter, and so calls no chain; choose another name, such as 'my_shift' [uncallable-name]"),
    ("sub go = step north\n  sub go(way) = step way", "go(north)", "16:7: error: a chain with parameters and one without are both called 'go' [duplicate-name]"),
    ("sub go(way, way) = step way", "go(north)", "15:7: error: two parameters of 'go' are called 'way' [duplicate-name]"),
    ("sub go() = step north", "go(north)", "15:10: error: the name of a parameter is expected, not ')' [unexpected-token]"),
    ("sub go(way) = stepp way", "go(north)", "15:17: error: no filter, chain, Piece, Group, Tile or State is called 'stepp'; did you mean 'step'? [unresolved-reference]"),
    ("sub go(to) = step north -> to", "go(north)", "15:30: error: where 'go' is called with 'north': 'north' is a set of directions: 'step north' goes one cell along them [wrong-reference-type]"),
    ("sub go(to) = goto to", "go(north)", "15:21: error: where 'go' is called with 'north': 'north' is a set of directions; a Region, Zone or Mark is expected here [wrong-reference-type]"),
    ("sub go(way) = step way", "go(own)", "16:38: error: 'own' is a reserved word of the notation, and no set of directions is called so"),
    ("sub go(n) = step north n", "go(east)", "where 'go' is called with 'east': "),
    ("sub go(way) = step way -> go(way)", "go(north)", "[subPipelinesMustNotCallThemselves]"),
    ("sub go(way) = step way", "step north", "15:7: warning: the chain 'go' is never called, and so has not been read [unused]"),
]  # fmt: skip


@pytest.mark.parametrize(("template", "chain", "said"), WRONG, ids=[row[2] for row in WRONG])
def test_what_is_wrong(template: str, chain: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.game"
    file.write_text(model(template, RULES.format(chain).strip()), "utf-8")
    lines = run("validate", str(file)).stdout.replace(f"{file}:", "").splitlines()
    assert any(said in line for line in lines), lines


def test_an_argument_that_cannot_stand_there_is_told_where_its_parameter_stands() -> None:
    rules = RULES.format("go(Rock) -> go(own) -> go(piece)").strip()
    found = Source(model("sub go(what) = do { step north -> enemy what }", rules), "one.game").diagnostics
    assert [(one.place.line, one.place.column, one.related[-1].place.line) for one in found] == [(15, 43, 16)] * 2
    assert {str(one.related[-1].place) for one in found} == {"one.game:16:50", "one.game:16:61"}
    assert "where 'go' is called with 'piece': 'enemy piece' is no pattern" in "".join(one.message for one in found)


def test_what_cannot_be_read_may_call_it() -> None:
    """With an error in the rules, a chain of which no call has been read is not said to be unused."""
    found = read_game(model("sub go(way) = step way", RULES.format("go north")), "one.game").diagnostics
    assert [diagnostic.code for diagnostic in found] == ["unexpected-token"]


def test_what_is_made_is_bounded() -> None:
    """Two calls of itself, each with its parameters in another order, would make as many chains as there are orders."""
    names = "abcdefgh"
    assert len(list(permutations(names))) > MOST_INSTANCES
    marks = ", ".join(f"m{name}" for name in names)
    turned = ", ".join([*names[1:], names[0]])
    swapped = ", ".join([names[1], names[0], *names[2:]])
    text = model(
        f"mark {marks}", f"sub go({', '.join(names)}) = choose {{ go({turned}) | go({swapped}) }}",
        RULES.format(f"go({marks})"),
    )  # fmt: skip
    found = [diagnostic.code for diagnostic in read_game(text, "many.game").diagnostics]
    assert "too-large" in found


def test_a_game_that_extends_another_one_calls_its_templates(tmp_path: Path) -> None:
    base = model("sub go(way) = step way -> empty", RULES.format("go(north)"))
    (tmp_path / "base.game").write_text(base, "utf-8")
    more = "game More extends base {\n  move Aside = own -> select from -> go(east) -> select -> move from\n}\n"
    (tmp_path / "more.game").write_text(more, "utf-8")
    other = "game Other extends base {\n  sub go(way) = step way 2 -> empty\n}\n"
    (tmp_path / "other.game").write_text(other, "utf-8")
    for name, expected in (("more", "sub go_east = step east -> empty"), ("other", "step north 2 -> empty")):
        document = read(tmp_path / f"{name}.game")
        assert document.diagnostics == [] and expected in write_game(document)


def test_an_argument_is_renamed_where_it_is_written() -> None:
    text = model("sub go(way) = step way -> step way", RULES.format("choose { go(north) | go(east) }").strip())
    changed = edited(text, renamed(Source(text, "one.game"), text.index("go(north)") + 3, "up"))
    assert changed == text.replace("north", "up")


def test_a_text_with_templates_is_not_written_anew() -> None:
    plain, text = (model(sub, RULES.format("step east")) for sub in ("sub go = step north", "sub go(way) = step way"))
    assert formatted(Source(plain, "plain.game")) is not None
    assert formatted(Source(text, "one.game")) is None


def test_damaged_texts_are_told_without_an_escape() -> None:
    whole = model(
        "sub go(way, n) = step way 1..n -> note(n)", "sub note(c) = do { n += c }", RULES.format("go(east, 2)")
    )
    random, words = Random(5), whole.split(" ")
    for _ in range(150):
        changed = list(words)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(changed))
            changed[at : at + random.randrange(2)] = random.choice(([], ["("], [")"], ["go(north,"], ["sub"], ["go"]))
        read_game(" ".join(changed), "damaged.game")


@pytest.mark.parametrize(
    ("declared", "called"),
    [
        ("pay(way)", "pay(north)"),
        ("set", "set"),
        ("set(way)", "set(north)"),
        ("draw", "draw"),
        ("clear", "clear"),
        ("own", "own"),
        ("empty(way)", "empty(north)"),
        ("goto(way)", "goto(north)"),
        ("select(way)", "select(north)"),
    ],
)
def test_the_name_of_a_filter_is_reported_once(declared: str, called: str, tmp_path: Path) -> None:
    chain = f"do {{ {called} }} -> choose {{ {called} -> {called} | {called}; {called} }}"
    file = tmp_path / "wrong.game"
    file.write_text(model(f"sub {declared} = step north", RULES.format(chain).strip()), "utf-8")
    found = [line.replace(f"{file}:", "") for line in run("validate", str(file)).stdout.splitlines()]
    word = declared.split("(")[0]
    message = f"error: '{word}' is a reserved word of the notation: it begins a filter, and so calls no chain"
    message += f"; choose another name, such as 'my_{word}'"
    assert found == [f"15:7: {message} [uncallable-name]"]
