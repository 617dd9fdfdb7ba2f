"""Drawing a state: as a picture, as text or as a page."""

from __future__ import annotations

from tilewright.model.hints import near_miss
from tilewright.runtime.move import Move
from tilewright.runtime.pictures.night import by_night
from tilewright.runtime.pictures.page import render_page
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import theme_called, view_of
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import State

FORMS = ("svg", "text", "html")
"""What ``render`` draws."""


def render(
    state: State,
    form: str = "svg",
    *,
    last: Move | None = None,
    legal: bool = True,
    coordinates: bool = True,
    theme: str | None = None,
    dark: bool = False,
    viewer: Player | int | str | None = None,
) -> str:
    """Return a state as a picture (``svg``), as ``text``, or as a page with the picture and the legal moves (``html``).

    The cells of the move *last*, which has led to the state, are marked; those of the legal moves with *legal*, and
    the names of columns and rows are shown with *coordinates*. *theme* is the name of one of the game, *dark* draws a
    darker picture. Only what a *viewer* sees is drawn, who is given as ``Player``, by number or by name: no last move,
    and legal moves at the turn of this player alone. ``ValueError`` if there is no such form, theme or player.
    """
    if form not in FORMS:
        raise ValueError(f"there is no form '{form}'{near_miss(form, FORMS)}")
    game = state.game
    seer = None if viewer is None else game.seat(viewer)
    colours = None if theme is None else theme_called(game.document.game, theme)
    shown = last if seer is None else None  # it may be hidden from a viewer
    if form == "text":
        return f"{state if seer is None else state.view(seer)}\n"
    if form == "html":
        return render_page(state, shown, legal=legal, coordinates=coordinates, theme=colours, viewer=seer)
    view = view_of(state, shown, legal=legal, theme=colours, viewer=seer)
    return render_svg(by_night(view) if dark else view, coordinates=coordinates)
