"""play: a game in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tilewright.model.printable import printable
from tilewright.runtime.cli.common import (
    engine_option,
    game_argument,
    load_game,
    reporting,
    say,
    seed_option,
    start,
    start_options,
)
from tilewright.runtime.cli.seats import can_search, kind_called, searching, seat_option, seated
from tilewright.runtime.cli.show import outcome
from tilewright.runtime.cli.terminal import is_terminal

if TYPE_CHECKING:
    from tilewright.metamodel.language import Game as Model
    from tilewright.runtime import Game, State
    from tilewright.runtime.players import Program
    from tilewright.runtime.rulebook import Player
    from tilewright.runtime.session import Session

_HELP = "Type a move as it is listed, or: moves, random, undo, help, quit."
_OPPONENT = "mcts:1s"
"""Who plays against people if they do not say."""
_LISTED = 60
"""The legal moves that are listed at most without being asked for."""


@click.command("play")
@game_argument
@seat_option("human, random, mcts:1000, mcts:2s, minimax:4 or minimax:2s")
@seed_option(None, "Makes random players play the same game again.")
@engine_option
@start_options
def command(
    model: str, seats: tuple[str, ...], seed: int | None, engine: str, position: str | None, after: str
) -> None:
    """Play in the terminal.

    The first player is human and the others search for a second a move, unless --seat says otherwise: mcts searches as
    many positions, or as many seconds, as it is told, and minimax as many plies, or seconds. Without a terminal a game
    between random players is played and printed.
    """
    with reporting(), searching():
        game = load_game(model, engine)
        interactive = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        usual = _OPPONENT if interactive and can_search(game) is None else "random"
        wishes = seated(game, seats, usual, "human" if interactive else "random")
        table = _seated(game, wishes, seed, interactive)
        state = start(game, after, position)
        say(f"{game.name}: " + ", ".join(f"{name} is {who}" for name, who in wishes.items()))
        if None in table.values():
            _play_with_people(state, table)
        else:
            _play_by_itself(state, table)


def _seated(game: Game, wishes: dict[str, str], seed: int | None, interactive: bool) -> dict[str, Program | None]:
    """Return who plays for each player: a program, or None for a person."""
    if seed is None and not interactive:
        seed = 1
    table: dict[str, Program | None] = {}
    for number, (name, who) in enumerate(wishes.items()):
        own = None if seed is None else seed * len(wishes) + number
        table[name] = None if who == "human" else kind_called(game, who, people=True).player(own, hidden=game.is_hidden)
    if game.nature is not None:
        from tilewright.runtime.players import NaturePlayer

        table[game.nature.name] = NaturePlayer(seed)
    return table


def _play_by_itself(start: State, table: dict[str, Program | None]) -> None:
    from tilewright.runtime.players import chosen
    from tilewright.runtime.playouts import MAX_PLIES
    from tilewright.runtime.session import Session

    session, state = Session(start), start
    while not state.is_over and state.ply < start.ply + MAX_PLIES:
        program = table[state.player.name]
        assert program is not None
        move = chosen(program, session)
        say(f"{state.ply + 1:>3}. {state.player} {move}")
        state = session.play(move)
    _print_board(state)
    if state.is_over:
        _print_outcome(state)
    else:
        say(f"The game is left after {MAX_PLIES} moves.")


def _play_with_people(state: State, table: dict[str, Program | None]) -> None:
    from tilewright.runtime import IllegalMove
    from tilewright.runtime.session import Session

    session = Session(state)
    earlier: list[int] = []
    undo, hints = _allows(state.game, "allowUndo"), _allows(state.game, "showHints")
    manual = _HELP if undo else _HELP.replace(" undo,", "")
    say(manual)
    _print_position(session.state, hints, _viewer(session.state, table))
    while not session.state.is_over:
        state = session.state
        chooser = table[state.player.name]
        if chooser is not None:
            _play_for(session, chooser, hints, table)
            continue
        words = _ask(f"{printable(state.player.name)}> ")
        if words is None or words in ("quit", "exit", "q"):
            say("Goodbye.")
            return
        if words in ("", "help", "?"):
            say(manual)
        elif words == "moves":
            say(str(state.legal_moves))
        elif words == "undo":
            if not undo:
                say("This game lets nobody take a move back.")
            elif earlier:
                moves = earlier.pop()
                while len(session.moves) > moves:
                    session.undo()
                _print_position(session.state, hints, _viewer(session.state, table))
            else:
                say("There is nothing to take back.")
        else:
            if words == "random":
                from tilewright.runtime.players import RandomPlayer

                words = str(RandomPlayer().choose(state))
            try:
                session.play(words)
            except IllegalMove as error:
                say(str(error))
                continue
            earlier.append(len(session.moves) - 1)
            _print_position(session.state, hints, _viewer(session.state, table))
    _print_outcome(session.state)


def _play_for(session: Session, chooser: Program, hints: bool, table: dict[str, Program | None]) -> None:
    """Let a program move, and tell the people what they may know of it."""
    from tilewright.runtime.players import chosen

    state = session.state
    viewer = _viewer(state, table)
    told = len(session.transcript(viewer)) if viewer is not None else 0
    move = chosen(chooser, session)
    session.play(move)
    if viewer is None:
        say(f"{state.player} plays {move}")
        _print_position(session.state, hints, None)
        return
    for entry in session.transcript(viewer)[told:]:
        say(f"{state.player} plays {entry.move}" if entry.move is not None else "Something has happened.")
        _print_position(session.state, hints, viewer)


def _viewer(state: State, table: dict[str, Program | None]) -> Player | None:
    """Return whose view is shown: that of the only person, else of the player to move; None if nothing is hidden."""
    if not state.game.is_hidden:
        return None
    people = [player for player in state.game.players if table[player.name] is None]
    return people[0] if len(people) == 1 else state.player


def _allows(game: Game, setting: str) -> bool:
    """Return whether a parameter for those who show the game is not chosen to be false."""
    root: Model = game.document.game
    return all(p.value != "false" for p in root.parameters if p.name == setting)


def _ask(prompt: str) -> str | None:
    """Return what was typed, without blanks around it; None at the end of the input, or if there is none."""
    if sys.stdin is None:
        return None
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        say()
        return None


def _print_position(state: State, hints: bool, viewer: Player | None) -> None:
    if viewer is None or state.is_over:
        _print_board(state, hints)
    else:
        for line in ("", *state.view(viewer).to_text().splitlines(), ""):
            say(line)
    if not state.is_over and (not hints or (viewer is not None and viewer != state.player)):
        say(f"{state.player} to move.")
    elif not state.is_over:
        moves = [str(move) for move in state.legal_moves]
        more = f" … ({len(moves)} in all; moves lists them)" if len(moves) > _LISTED else ""
        say(f"{state.player} to move: {' '.join(moves[:_LISTED])}{more}")


def _print_board(state: State, hints: bool = True) -> None:
    from tilewright.runtime.cli.terminal import board_of
    from tilewright.runtime.drawing import numbers_beside

    click.echo(f"\n{board_of(state, hints)}\n")
    numbers = numbers_beside(state.position, state.game.tables)
    for line in (*numbers, "") if numbers else ():
        say(line)


def _print_outcome(state: State) -> None:
    text = outcome(state)
    say(text[0].upper() + text[1:])
