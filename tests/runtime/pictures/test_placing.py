"""Zones in pictures: where they stand, fans and stacks, the backs of cards; and that browsers show the same."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from lxml import etree

from tests.support.elements import gallery
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.runtime import Game, load
from tilewright.runtime.browser.scene import scene_of
from tilewright.runtime.loading import game_of
from tilewright.runtime.pictures.figures import FOG
from tilewright.runtime.pictures.layouts import layout_for
from tilewright.runtime.pictures.placing import LINE, table
from tilewright.runtime.pictures.svg import extent_of, render_svg
from tilewright.runtime.pictures.view import view_of

TEXT = """game Table {
  players Ann, Ben
  board 2x2
  kind Ace:a is Card { rank 1 } Two:b is Card { rank 2 }
  zone deck 4x2 hidden stack { "abab" "ba.." }
  zone market 3x1 { "ab." }
  zone hand 5x1 per owner fan { "aab.b" }
  zone desk 2x2 per
  move Take = goto hand -> Card -> select -> set empty
  move Draw = goto deck -> Card -> pick -> set empty -> option "draw"
  effect = no { goto hand -> Card } -> win
  Theme Felt { glyphs { Glyph { piece Ace figure Card text "A" }, Glyph { piece Two figure Card text "2" } } }
}
"""
WITH_ZONES = ["goofspiel", "little-whist", "battleship", "golombs-game", "project-l"]


def cards() -> Game:
    return load(read_text(TEXT, "table.game"), "interpreter")


def stacked() -> Game:
    return load(read_text(TEXT[: TEXT.index("  Theme")] + "}\n", "table.game"), "interpreter")


def placed(name: str) -> Any:
    """Return the boxes of the board and the zones of a game, each with its title."""
    view = view_of(game_of(gallery()[name]).initial_state(), legal=False)
    sizes = [extent_of(part)[2:] for part in (view, *view.zones)]
    return view, sizes, table(view, sizes[0], sizes[1:])


@pytest.mark.parametrize("name", WITH_ZONES)
def test_nothing_lies_on_something_else(name: str) -> None:
    _, sizes, found = placed(name)
    boxes = [(*found.board, *sizes[0])]
    boxes += [(x, y - LINE, w, h + LINE) for (x, y), (w, h) in zip(found.zones, sizes[1:], strict=True)]
    for x, y, width, height in boxes:
        assert 0 <= x <= x + width <= found.size[0] and 0 <= y <= y + height <= found.size[1]
    for (x, y, w, h), (left, top, across, down) in combinations(boxes, 2):
        assert x + w <= left or left + across <= x or y + h <= top or top + down <= y


@pytest.mark.parametrize("name", WITH_ZONES)
def test_a_player_has_his_zones_beside_him(name: str) -> None:
    view, _, found = placed(name)
    heights = [(zone.owner, y) for zone, (_, y) in zip(view.zones, found.zones, strict=True)]
    common = [found.board[1], *(y for owner, y in heights if owner is None)]
    players = sorted({owner for owner, _ in heights if owner is not None})
    for owner, y in heights:
        if owner is not None:
            assert y < min(common) if players == [0, 1] and owner == 1 else y > max(common)
    for one, other in combinations(players, 2):
        if players != [0, 1]:
            assert max(y for owner, y in heights if owner == one) < min(y for owner, y in heights if owner == other)


@pytest.mark.parametrize("name", [*WITH_ZONES, "xiangqi", "hex"])
def test_a_browser_puts_cells_where_the_picture_has_them(name: str) -> None:
    game = game_of(gallery()[name])
    view = view_of(game.initial_state(), legal=False)
    svg = etree.fromstring(render_svg(view))
    parts = svg.findall("{*}svg") or [svg]
    corners = []
    drawn = [each for each in (view, *view.zones) if each.cells]
    for part, of in zip(parts, drawn, strict=True):
        x, y, *_ = map(int, part.get("viewBox", "").split())
        corners.append((int(part.get("x", "0")) - x, int(part.get("y", "0")) - y, layout_for(of)))
    for cell, place in zip(scene_of(game).facts["cells"], game.tables.cells.places, strict=True):
        if not view.cells and len(place) == 2:
            assert scene_of(game).facts["grounds"][cell[2]] == "none" and cell[4] == -1, "it cannot be seen or clicked"
            continue
        left, top, layout = corners[(place[2] if len(place) > 2 else 0) - (not view.cells)]
        x, y = layout.centre(place[:2])
        assert cell[:2] == [x + left, y + top]
        assert (cell[5] if len(cell) > 5 else 0) == layout.angle(place[:2])


@pytest.mark.parametrize(
    ("rules", "idle"),
    [
        ("move Take = goto hand -> Card -> select -> set empty", True),
        ("move Take = goto hand -> Card -> select -> set empty -> goto all -> empty -> set Ace", False),
        ("move Take = empty -> select", False),
        ("mark here\n  move Take = mark here -> goto hand -> Card -> select -> goto here -> set Ace", False),
        ("sub put = set Ace\n  move Take = goto hand -> Card -> select -> put", True),
        (
            "mark c\n  zone b 1x1 per cell undrawn\n  move A = goto hand -> select c -> goto all -> pick -> stack c in b",
            False,
        ),
        ("counter n cell\n  move Take = goto hand -> Card -> select -> do { goto all -> n += 1 }", False),
        ("counter n move cell\n  move Take = goto hand -> Card -> select -> do { goto all -> n += 1 }", True),
        ("mark here game\n  move Take = goto hand -> Card -> select -> do { goto all -> mark here }", False),
        ("mark here game\n  move Take = goto hand -> Card -> select -> do { goto hand -> mark here }", True),
        ("mark here\n  move Take = goto hand -> Card -> select -> do { goto all -> mark here }", True),
        ("sub put = set Ace\n  move Take = empty -> put -> goto hand -> select -> put", False),
        ('setup { "a." ".." }\n  move Take = goto hand -> Card -> select -> set empty', False),
    ],
)
def test_a_board_on_which_nothing_happens_is_not_drawn(rules: str, idle: bool) -> None:
    """A game all of which is in zones has one all the same. Its text still shows it: it has a name for each cell."""
    text = f'game Cards {{\n  players Ann, Ben\n  board 2x2\n  kind Ace:a is Card\n  zone hand 2x1 {{ "aa" }}\n  {rules}\n}}'
    game = load(read_text(text, "cards.game"), "interpreter")
    view = view_of(game.initial_state())
    assert game.tables.is_board_idle is idle and (not view.cells) is idle
    svg = etree.fromstring(render_svg(view))
    assert len(svg.findall("{*}svg")) == 1 + (not idle)
    whole, hand = scene_of(game).facts["box"], extent_of(view.zones[0])
    assert (whole[3] == hand[3] + LINE) is idle


def test_a_hand_is_fanned() -> None:
    layout = layout_for(view_of(cards().initial_state()).zones[2])
    angles = [layout.angle((0, column)) for column in range(5)]
    assert angles == [-angle for angle in reversed(angles)] and angles == sorted(set(angles))
    steps = {layout.centre((0, column + 1))[0] - layout.centre((0, column))[0] for column in range(4)}
    assert len(steps) == 1 and 0 < steps.pop() < 32, "cards overlap"


def test_a_stack_tells_how_many_lie_there() -> None:
    state = cards().initial_state()

    def titles(viewer: int | None) -> set[str | None]:
        svg = etree.fromstring(render_svg(view_of(state, viewer=viewer)))
        return {text.text for text in svg.iterfind("{*}g[@class='zones']/{*}text")}

    zones = etree.fromstring(render_svg(view_of(stacked().initial_state()))).findall("{*}svg")
    assert [text.text for text in zones[0].iterfind("./{*}g[@class='symbols']/{*}text")] == ["a"], "the one on top"
    assert "deck: 6" in titles(None) and "market" in titles(None)
    assert "deck" in titles(0), "a player is not told"
    state = state.play("draw")
    assert "deck: 5" in titles(None)


def test_of_a_card_with_a_back_only_that_is_drawn() -> None:
    state = load(read_text(TEXT.replace("  move Take", "  back hand = any\n  move Take"), "table.game")).initial_state()
    mine, all_of_it = (render_svg(view_of(state, viewer=viewer)) for viewer in (0, None))
    assert mine.count("M-13 -6L0 -19") == 4 and "M-13 -6L0 -19" not in all_of_it
    unseen = scene_of(state.game).facts["unseen"]
    ids = [piece.get("id") for piece in scene_of(state.game).pieces.iter("{*}g") if piece.get("id")]
    assert ids[-2:] == [f"piece-{unseen}", f"piece-{unseen + 1}"]


def test_of_a_stack_the_top_is_marked_and_cards_are_marked_at_their_edges() -> None:
    """Rings around all cards of a stack, or of a fan, covered what was below them."""
    text = TEXT.replace("  move Take", "  move Open = goto deck -> Card -> select\n  move Take")
    view = view_of(load(read_text(text, "table.game"), "interpreter").initial_state())
    marks = [svg.findall("./{*}*[@class='legal']") for svg in etree.fromstring(render_svg(view)).findall("{*}svg")]
    names = [zone.title for zone in view.zones]
    found = {
        name: [mark.tag.split("}")[1] for mark in of] for name, of in zip(names, marks[-len(names) :], strict=True)
    }
    assert found["deck"] == ["path"] and found["Ann.hand"] == 4 * ["path"]


def test_unknown_places_among_cards_are_empty_but_a_stack_is_there() -> None:
    state = load(read_text(TEXT.replace("  move Take", "  back hand = any\n  move Take"), "table.game")).initial_state()
    view = view_of(state, viewer=0)
    unknown = {
        zone.title: [cell.name for cell in zone.cells.values() if cell.figure == FOG and not cell.empty]
        for zone in view.zones
    }
    assert unknown == {name: [] for name in unknown} | {"deck": ["deck.a2"]}
    assert "?" not in render_svg(view)
    doubted = [state.game.board.cells[cell] for cell in scene_of(state.game).facts["doubted"]]
    assert "deck.a2" not in doubted and {"deck.b2", "deck.d1", "Ben.hand.a1", "Ann.hand.e1"} <= set(doubted)
    assert "market.a1" not in doubted


def test_fog_lies_over_cells_that_are_not_seen() -> None:
    state = load("dark-chess", "interpreter").initial_state()
    seen, whole = view_of(state, viewer=0), view_of(state)
    fog = {place for place, cell in seen.cells.items() if cell.figure == FOG}
    assert {row for row, _ in fog} == {0, 1, 2, 3}
    assert {place: (cell.ground, cell.darker) for place, cell in seen.cells.items()} == {
        place: (cell.ground, cell.darker) for place, cell in whole.cells.items()
    }, "the board is seen through it"


def test_zones_for_the_rules_alone_are_not_drawn() -> None:
    """Neither as pictures nor on pages; all else is as if they were not there. Their cells still have numbers."""
    box = '  zone box 2x1 per {} {{ "ab" }}\n  zone ports 2x1 per cell {}\n'
    without = TEXT.replace("desk", "desks")
    drawn, undrawn = (
        load(
            read_text(without.replace("  move Take", box.format(word, word) + "  move Take"), "table.game"),
            "interpreter",
        )
        for word in ("", "undrawn")
    )
    plain = load(read_text(without, "table.game"), "interpreter")
    assert render_svg(view_of(undrawn.initial_state())) == render_svg(view_of(plain.initial_state()))
    assert render_svg(view_of(drawn.initial_state())) != render_svg(view_of(plain.initial_state()))
    scenes = [scene_of(game).facts for game in (drawn, undrawn, plain)]
    assert scenes[1]["names"] == scenes[2]["names"] != scenes[0]["names"]
    assert len(scenes[0]["cells"]) == len(scenes[1]["cells"]) == len(scenes[2]["cells"]) + 2 * 2 + 4 * 2
    assert "Ann.box.a1" in undrawn.board.cells


def test_arrangements_survive_both_syntaxes() -> None:
    document = read_text(TEXT.replace("desk 2x2 per", "desk 2x2 per undrawn"), "table.game")
    text = write(document, Syntax.GAME)
    assert "  zone deck 4x2 hidden stack {" in text and "  zone hand 5x1 per owner fan {" in text
    assert "  zone desk 2x2 per undrawn" in text
    again = read_text(write(document, Syntax.XMI), "table.xmi")
    assert again.diagnostics == document.diagnostics and write(again, Syntax.GAME) == text
