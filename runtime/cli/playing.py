"""A match that people play by typing, in a terminal or through a stream of lines."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from tilewright.model.printable import printable
from tilewright.model.titles import titled
from tilewright.runtime.bots.outsiders import is_outsider
from tilewright.runtime.cli.common import as_options, number_of, say
from tilewright.runtime.cli.keeping import kept
from tilewright.runtime.cli.show import outcome
from tilewright.runtime.cli.terminal import board_of
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match, MoveRefused
from tilewright.runtime.matches.reading import ambiguous, read_move
from tilewright.runtime.matches.recorded import form_of, read_match, recorded, write_match
from tilewright.runtime.matches.table import Table
from tilewright.runtime.matches.transcripts import TranscriptError
from tilewright.runtime.refusals import AmbiguousMove, IllegalMove, UnreadableMove
from tilewright.runtime.state import State

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

LISTED = 30
"""The greatest number of legal moves that are listed without the command ``moves``; of more the number is told."""
BESIDES = 8
"""The lines of a screen beside the board and the numbers; with fewer, blank lines are left out."""
REMEMBERED = 8
"""The number of messages that stay below the board when it is drawn again."""
HINT_SECONDS = 1.0
"""How long a hint is searched for."""

COMMANDS = {
    "help": "this list",
    "moves": "the legal moves, with their numbers",
    "why": "why the last move was refused, with the place in the rules",
    "? MOVE": "what a move does, or why it is not legal",
    "hint": "a good move, as a search finds it",
    "random": "any move",
    "undo": "take your last move back",
    "redo": "play again what was taken back",
    "score": "how it stands",
    "board": "the board once more",
    "draw": "offer a draw",
    "resign": "give up",
    "save FILE": "write the game to a file",
    "load FILE": "go on with a game from a file",
    "quit": "leave",
}
_SHORT = {"h": "help", "q": "quit", "exit": "quit", "u": "undo", "m": "moves", "?": "why"}
"""Other words for commands, in lower case alone: ``Q`` is rather a piece."""


class Sitting:
    """A match that people play by typing: reads what they type and prints what happens.

    In a terminal the screen is redrawn with the last messages below the board, and the game is saved after each move.
    Elsewhere everything is printed line by line, and nothing is saved.
    """

    def __init__(self, table: Table, model: str, interactive: bool, told: Sequence[str] = ()) -> None:
        """*told* is said at the beginning."""
        self._table = table
        self._model = model
        self._again = " ".join(filter(None, ("tilewright play", shlex.quote(model), as_options())))
        """The command that plays this game, without what is said of the match."""
        self._interactive = interactive
        self._talk: list[str] = list(told)
        self._refusal: IllegalMove | None = None
        self._choices: tuple[str, ...] = ()
        """The moves that the last line could have meant: the next one may say which."""
        self._prompt: PromptSession[str] | None = None
        self._left = False
        self._plies = len(self.match.session.moves)
        self._told = 0
        self._kept: str | None = None
        """A sentence that says how to resume the game, or why it could not be saved; None before the first save."""
        self._shown = -1

    @property
    def match(self) -> Match:
        """The match that is played. The command ``load`` replaces it."""
        return self._table.match

    def run(self) -> None:
        """Play until the game is over or somebody leaves it, also by Ctrl-C.

        A move is saved before it is shown. A move that Ctrl-C interrupts is not saved.
        """
        try:
            self._keep()
            if self._interactive:
                self._talk.append(self._manual())  # the screen is drawn at once
            else:
                for line in (*self._talk, self._manual()):
                    say(line)
            self._play()
            if not self._left:
                self._draw(ask=False)
                self._say(ended(self.match))
                if self._interactive:
                    kept(self.match.game).unlink(missing_ok=True)
                return
        except KeyboardInterrupt:
            pass
        if self._kept is not None:
            say(self._kept)
        say("Goodbye.")

    def _play(self) -> None:
        while not self._left and self.match.result is None:
            waits = self._table.waits()
            if waits or self._interactive:
                self._draw(ask=waits)
            if waits:
                typed = self._ask()
                late = self.match.check_time()
                if late is not None:
                    self._happened(late)
                else:
                    self._obey(typed)
            else:
                self._thinking()
                self._happened(self._table.step())

    # -- what is said

    def _say(self, line: str) -> None:
        """Print a line, and keep it as one of the messages below the board."""
        self._talk = [*self._talk, line][-REMEMBERED:]
        say(line)

    def _manual(self) -> str:
        if self._interactive:
            return "Type a move, its number, or a command; Tab completes, help lists them all."
        undo = "" if self._forbids_undo() else " undo,"
        return f"Type a move as it is listed, or: moves, random,{undo} help, quit."

    def _forbids_undo(self) -> bool:
        return self.match.terms.undo.value == "never"

    def _help(self) -> None:
        left_out = {"undo", "redo"} if self._forbids_undo() else set()
        left_out |= set() if self.match.terms.hints else {"hint"}
        for name, meaning in COMMANDS.items():
            if name not in left_out:
                also = ", ".join(short for short, meant in _SHORT.items() if meant == name)
                say(f"  {name:<10} {meaning}{f'; also {also}' if also else ''}")
        if self._interactive:
            self._pause()

    def _pause(self) -> None:
        self._shown = self.match.number  # or the screen would be cleared before somebody can read it

    def _thinking(self) -> None:
        state = self.match.state
        if self._interactive and not state.is_chance:
            say(f"{state.player} is thinking …")

    def _happened(self, event: Event | None) -> None:
        """Print what a program or chance has done, as far as the viewer may know."""
        if event is None:
            return
        match, names = self.match, self.match.game.players
        if event.kind in (Kind.RESIGN, Kind.TIME):
            self._say(
                f"{names[event.seat].name} {'has resigned' if event.kind is Kind.RESIGN else 'has no time left'}."
            )
            return
        before, told = self._plies, self._told
        self._remember()
        viewer = self._viewer()
        if viewer is None:
            for state, move in list(zip(match.session.states, match.session.moves, strict=False))[before:]:
                self._say(f"{state.player} plays {move}")
        elif self._plies > before:
            for entry in match.session.transcript(viewer)[told:]:
                moved = entry.mover is not None
                self._say(f"{entry.mover} plays {entry.move}" if moved else "Something has happened.")

    def _remember(self) -> None:
        viewer = self._viewer()
        self._told = 0 if viewer is None else len(self.match.session.transcript(viewer))
        self._plies = len(self.match.session.moves)
        self._keep()

    def _viewer(self) -> int | None:
        """Return the player whose view is shown, or None if the game hides nothing.

        It is the only person, or of several the one to move, or else the first.
        """
        match = self.match
        if not match.game.is_hidden:
            return None
        people = list(match.people)
        if len(people) == 1:
            return people[0]
        return next((seat for seat in match.movers if seat in people), people[0] if people else 0)

    def _draw(self, ask: bool = True) -> None:
        """Draw the board, unless it is already shown for this event. *ask* also prints whose turn it is."""
        if self._shown == self.match.number:
            return
        self._shown = self.match.number
        match, state, viewer = self.match, self.match.state, self._viewer()
        if self._interactive:
            click.clear()
            say(f"{titled(match.game.name)}: " + ", ".join(map(self._seat, range(len(match.game.players)))))
        if match.result is not None:
            viewer = None
        print_board(state, match.terms.hints, viewer, match.session.moves[-1] if match.session.moves else None)
        if self._interactive:
            for line in self._talk:
                say(line)
        if ask and match.result is None:
            self._tell_turn(viewer)

    def _seat(self, number: int) -> str:
        left = self.match.time_left(number)
        clock = "" if left is None else f" ({max(left, 0.0):.0f} s)"
        return f"{self.match.game.players[number].name} is {self.match.who(number)}{clock}"

    def _tell_turn(self, viewer: int | None) -> None:
        """Print who is to move, and the legal moves if the viewer may know them and the match gives hints."""
        match = self.match
        movers = [seat for seat in match.movers if seat in match.people] or list(match.movers)
        name = match.game.mover(movers[0]).name
        if not match.terms.hints or (viewer is not None and viewer != movers[0]) or match.state.is_chance:
            say(f"{name} to move.")
            return
        moves = [str(move) for move in match.legal_moves(movers[0])]
        listed = " ".join(moves) if len(moves) <= LISTED else f"{len(moves)} moves; the command moves lists them"
        told = f"{name} to move: {listed}"
        columns = shutil.get_terminal_size().columns if self._interactive else 0  # a terminal would break within moves
        for line in wrap(told, columns - 1, break_long_words=False, break_on_hyphens=False) if columns else [told]:
            say(line)

    # -- what is typed

    def _ask(self) -> str | None:
        """Return the line that was typed, stripped; None at the end of the input, or when the time is over."""
        person = next(seat for seat in self.match.movers if seat in self.match.people)
        prompt = f"{printable(self.match.game.players[person].name)}> "
        if sys.stdin is None:
            return None
        try:
            if self._interactive:
                ending = partial(_end_after, self.match.time_left(person))
                return str(self._session().prompt(prompt, completer=self._completer(person), pre_run=ending)).strip()
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            say()
            return None

    def _session(self) -> PromptSession[str]:
        if self._prompt is None:
            from prompt_toolkit import PromptSession

            self._prompt = PromptSession(complete_while_typing=False)
        return self._prompt

    def _completer(self, person: int) -> Completer:
        from prompt_toolkit.completion import WordCompleter

        moves = [str(move) for move in self.match.legal_moves(person)] if self.match.terms.hints else []
        words = [name.split()[0] for name in COMMANDS if name[0].isalpha()]
        return WordCompleter([*moves, *words], sentence=True)

    def _obey(self, typed: str | None) -> None:
        """Do what was typed. A legal move goes before a command of the same name; ``/`` makes it a command.

        So does the end of a move that the line before may have meant: ``Q`` after ``g7``.
        """
        choices, self._choices = self._choices, ()
        if typed is None:
            self._left = True
            return
        answers = [move for move in choices if typed and move.endswith((f"={typed}", f"-{typed}"))]
        if len(answers) > 1:
            self._refuse(ambiguous(typed, answers))
            return
        typed = answers[0] if answers else typed
        person = next(seat for seat in self.match.movers if seat in self.match.people)
        state = self.match.state_of(person)
        is_move = typed in {str(move) for move in state.legal_moves}
        words = typed.removeprefix("/").split(maxsplit=1)
        name = _SHORT.get(words[0], words[0].lower()) if words else "help"
        rest = words[1] if len(words) > 1 else ""
        try:
            if name == "why" and rest and not is_move:
                self._explain(person, state, rest)
            elif not is_move and name in self._commands() and (not rest or name in ("save", "load")):
                self._commands()[name](person, rest)
            else:
                self._move(person, state, typed)
        except MoveRefused as error:
            self._refuse(error.why)
        except Refused as error:
            self._say(str(error))

    def _commands(self) -> dict[str, Callable[[int, str], None]]:
        return {
            "help": lambda person, rest: self._help(),
            "moves": self._list,
            "why": self._why,
            "hint": self._hint,
            "random": self._random,
            "undo": self._undo,
            "redo": self._redo,
            "score": self._score,
            "board": self._board,
            "draw": self._offer,
            "resign": self._resign,
            "save": self._save,
            "load": self._load,
            "quit": self._quit,
        }

    def _move(self, person: int, state: State, typed: str) -> None:
        """Play what was typed: several moves if each word looks like one and all are legal, else a single move."""
        try:
            words = typed.split()
            if len(words) > 1 and all(word in state.game.board or "-" in word or "=" in word for word in words):
                with suppress(MoveRefused):  # several words may also be one move in another notation
                    self._played(self.match.play(person, typed))
                    return
            self._played(self.match.play(person, read_move(state, typed)))
        except IllegalMove as error:
            self._refuse(error)

    def _played(self, event: Event) -> None:
        self._refusal = None
        self._talk.clear()
        if self._interactive:
            self._talk.append(f"{self.match.game.players[event.seat].name} plays {event.text}")
        self._remember()

    def _refuse(self, error: IllegalMove) -> None:
        """Print why a move is refused, in words for players. The command ``why`` adds the place in the rules."""
        self._refusal = error
        self._choices = error.choices if isinstance(error, AmbiguousMove) else ()
        explanation = error.explanation
        more = "; help tells what can be typed" if isinstance(error, UnreadableMove) else ""
        self._say(f"{error.move}: {error.reason if explanation is None else explanation.message}{more}")

    def _why(self, person: int, rest: str) -> None:
        if self._refusal is None:
            self._say("No move has been refused. '? MOVE' says what a move does, or why it is not legal.")
        elif isinstance(self._refusal, UnreadableMove):
            self._say(f"{self._refusal}; so no rule has been asked")
        else:
            self._say(str(self._refusal))
            near = self._refusal.explanation
            if near is not None and near.nearest:
                self._say(f"Legal moves that are like it: {' '.join(near.nearest)}")

    def _explain(self, person: int, state: State, text: str) -> None:
        try:
            found = state.explain(read_move(state, text), viewer=person)
        except IllegalMove as error:
            self._refusal = error
            self._say(str(error))
        else:
            self._say(f"{found.move} is legal{f', by the rule {found.rule}' if found.rule else ''}.")
            for effect in found.effects:
                self._say(f"  {effect}")

    def _list(self, person: int, rest: str) -> None:
        moves = [str(move) for move in self.match.legal_moves(person)]
        if self._interactive:
            wide = max(map(len, moves)) + 6
            across = max(1, 90 // wide)
            numbered = [f"{number:>4} {move}".ljust(wide) for number, move in enumerate(moves, 1)]
            for first in range(0, len(numbered), across):
                say("".join(numbered[first : first + across]).rstrip())
            self._pause()
        else:
            say(" ".join(moves))

    def _hint(self, person: int, rest: str) -> None:
        """Search for a good move and print it; a random one if the game cannot be searched."""
        if not self.match.terms.hints:
            raise Refused("no-hints", "This game gives no hints.")
        from tilewright.runtime.players import InformedPlayer, RandomPlayer, TreePlayer
        from tilewright.runtime.search.unsearched import Unsearched

        state = self.match.state_of(person)
        try:
            if self.match.game.is_hidden:
                found = InformedPlayer(seconds=HINT_SECONDS).choose_in(self.match.session)
            else:
                found = TreePlayer(seconds=HINT_SECONDS).choose(state)
        except (Unsearched, ValueError):
            found = RandomPlayer().choose(state)
            self._say(f"Nothing can search this game; {found} is legal.")
        else:
            self._say(f"Try {found}.")

    def _random(self, person: int, rest: str) -> None:
        from tilewright.runtime.players import RandomPlayer

        self._played(self.match.play(person, RandomPlayer().choose(self.match.state_of(person))))

    def _undo(self, person: int, rest: str) -> None:
        match = self.match
        movers = [state.player.number for state in match.session.states[:-1] if state.player.number in match.people]
        match.submit(Kind.UNDO, movers[-1] if movers else person)
        self._talk.clear()
        self._remember()

    def _redo(self, person: int, rest: str) -> None:
        self.match.submit(Kind.REDO, person)
        self._remember()

    def _score(self, person: int, rest: str) -> None:
        from tilewright.runtime.drawing import numbers_beside

        match, viewer = self.match, self._viewer()
        game = match.game
        if viewer is None:
            pieces = match.state.board().values()
            counts = {p.name: sum(piece is not None and piece.player == p for piece in pieces) for p in game.players}
            self._say(", ".join(f"{name} has {count} on the board" for name, count in counts.items()))
            for line in numbers_beside(match.state.position, game.tables):
                self._say(line)
        else:
            for line in numbers_beside(match.state.view(viewer).content, game.tables, viewer) or [
                "Nothing is counted."
            ]:
                self._say(line)

    def _board(self, person: int, rest: str) -> None:
        self._shown = -1

    def _offer(self, person: int, rest: str) -> None:
        """Offer a draw, and ask all other people at this terminal for their answers."""
        self.match.submit(Kind.OFFER, person, "draw")
        for other in self.match.people:
            if other == person:
                continue
            say(f"{self.match.game.players[other].name}: a draw? yes or no")
            answer = self._ask()
            agrees = answer is not None and answer.lower() in ("yes", "y")
            self.match.submit(Kind.ACCEPT if agrees else Kind.DECLINE, other)
            if not agrees:
                self._say("There is no draw.")
                return

    def _resign(self, person: int, rest: str) -> None:
        self.match.submit(Kind.RESIGN, person)
        self._say(f"{self.match.game.players[person].name} has resigned.")

    def _quit(self, person: int, rest: str) -> None:
        self._left = True

    # -- files

    def _keep(self) -> None:
        """Save the game for --resume, in a terminal alone. If it cannot be written, play goes on."""
        if not self._interactive or not (self.match.session.moves or self._kept):
            return
        try:
            self._write(kept(self.match.game), private=True)
        except OSError as error:
            self._kept = f"The game could not be kept: {error.strerror}."
        else:
            self._kept = f"The game is kept; {self._again} --resume goes on with it."

    def _write(self, path: Path, private: bool = False) -> None:
        from tilewright.model.files import replace_file

        if private:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(path, write_match(self.match, form_of(str(path)), self._model).encode("utf-8"), private)

    def _save(self, person: int, rest: str) -> None:
        from tilewright.model.files import holds_model

        if not rest:
            raise Refused("no-file", "Say in which file: save FILE")
        if holds_model(Path(rest), self._model):
            raise Refused("no-file", f"{rest} is the file of a model, which would be lost; name another one.")
        if self.match.game.is_hidden and len(self.match.people) > 1:
            say("What is hidden stands in that file, too.")
        try:
            self._write(Path(rest))
        except OSError as error:
            raise Refused("no-file", f"{rest}: {error.strerror}") from None
        except NotSaid as error:
            raise Refused("no-transcript", str(error)) from None
        seated = zip(self.match.game.players, self.match.terms.seats, strict=True)
        outside = (repeated(player.name, who) for player, who in seated if is_outsider(who))
        again = " ".join([self._again, "--load", shlex.quote(rest), *outside])
        self._say(f"The game is in {rest}; {again} goes on with it.")

    def _load(self, person: int, rest: str) -> None:
        if not rest:
            raise Refused("no-file", "Say which file: load FILE")
        try:
            match = read_match(recorded(Path(rest)), rest, self.match.game)
        except OSError as error:
            raise Refused("no-file", f"{rest}: {error.strerror}") from None
        except TranscriptError as error:
            raise Refused("no-transcript", f"{rest}: {error}") from None
        if match.terms.seats != self.match.terms.seats:
            self._say("Who plays is as it was before.")
            match = with_seats(match, self.match.terms.seats)
        self._table.match = match
        self._refusal = None
        self._shown = -1
        self._remember()
        self._say(f"{number_of(len(match.session.moves), 'move')} from {rest}.")


def _end_after(seconds: float | None) -> None:
    """End the prompt that is running after some seconds, as at the end of the input; never for None."""
    from prompt_toolkit.application import get_app

    def end() -> None:
        if app.is_running:
            app.exit(exception=EOFError)

    app = get_app()
    if seconds is not None and app.loop is not None:
        app.loop.call_later(max(seconds, 0.0) + 0.01, end)


def with_seats(match: Match, seats: Sequence[str]) -> Match:
    """Return a copy of a match with other seats."""
    from dataclasses import replace

    return Match.restored(match.game, replace(match.terms, seats=tuple(seats)), match.events)


def repeated(player: str, who: str) -> str:
    """Return the option that seats the external program of a saved game."""
    return f"--seat {shlex.quote(f'{player}={who}')}"


def print_board(state: State, hints: bool = True, viewer: int | None = None, last: Any = None) -> None:
    """Print the board, and the counters below it. *viewer*, the number of a player, restricts it to what they see.

    *hints* and the *last* move are as for ``board_of``.
    """
    from tilewright.runtime.cli.terminal import is_terminal
    from tilewright.runtime.drawing import numbers_beside, numbers_on_cells

    seen: list[str] = []
    if viewer is not None:
        view = state.view(viewer)
        numbers = numbers_beside(view.content, state.game.tables, viewer)
        if not is_terminal(sys.stdout):
            told = view.to_text().splitlines()
            seen = told[len(str(view).splitlines()) : len(told) - len(view.counters)]
        last = None
    else:
        numbers = numbers_beside(state.position, state.game.tables)
    numbers = [*numbers_on_cells(state.game.tables), *numbers]
    board = board_of(state, hints, last, viewer)
    rows = len(board.splitlines()) + len(numbers) + BESIDES
    blank = [] if is_terminal(sys.stdout) and rows > shutil.get_terminal_size().lines else [""]
    click.echo("\n".join([*blank, board, *seen, *blank]))
    for line in (*numbers, *blank) if numbers else ():
        say(line)


def ended(match: Match) -> str:
    """Return a sentence that says how a match has ended."""
    result = match.result
    if result is None or result.why == "rules":
        text = outcome(match.state)
        return text[0].upper() + text[1:]
    if result.why == "agreed":
        return "The players have agreed to a draw."
    winners = [player.name for player, part in zip(match.game.players, result.returns, strict=True) if part > 0]
    if not winners:
        return "The game was given up." if result.why == "resigned" else "The time is over."
    seats = dict.fromkeys(event.seat for event in match.events if event.kind is Kind.RESIGN)
    resigned = " and ".join(match.game.players[seat].name for seat in seats)
    how = f"{resigned} {'has' if len(seats) == 1 else 'have'} resigned"
    if result.why == "time":
        how = "The time of the others is over"
    return f"{how}: {' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} won."
