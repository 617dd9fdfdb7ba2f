"""All matches of a server: found in the store, held in memory while somebody plays, and told to those who watch.

Nothing here knows of HTTP. Every method may be called by any thread, and refuses with ``Refused``; what takes too long
is stopped. A move is in the store before its player hears that it was played.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tilewright.model.document import Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.gallery import locate, names, packaged
from tilewright.runtime.bots.outsiders import check_fit, seated
from tilewright.runtime.bots.process import Log
from tilewright.runtime.bots.talk import no_log, written_to
from tilewright.runtime.engines.stopping import Watch
from tilewright.runtime.limits import GREATEST_SEED
from tilewright.runtime.loading import load
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed, Guest, Inside, Policy, Table
from tilewright.runtime.matches.terms import HUMAN, Terms
from tilewright.runtime.move import Move
from tilewright.runtime.players import Kind as Program
from tilewright.runtime.position import PASS
from tilewright.runtime.search.unsearched import hidden
from tilewright.runtime.session import Session
from tilewright.runtime.state import Game, State
from tilewright.runtime.store.store import Source, Store, StoredMatch, StoredModel, hashed
from tilewright.runtime.web.asking import (
    Wish,
    agreed_there,
    choices_of,
    choosing,
    drawing,
    notation,
    players_of,
    told_there,
)
from tilewright.runtime.web.lives import Away, Here, Listener, Live, within
from tilewright.runtime.web.rooms import MEMORY, Played, Rooms
from tilewright.runtime.web.uploads import MOST_BYTES, Looked, look
from tilewright.runtime.web.workers import Workers

T = TypeVar("T")
_PROGRAM = re.compile(r"random|(?:mcts|minimax):[0-9.]{1,12}s?")
_log = logging.getLogger(__name__)

PICTURES = 200
"""The pictures of games that are kept."""
ENGINES = 50
"""The modules for hints that are kept."""


@dataclass(frozen=True)
class Limits:
    """What one server gives away."""

    matches: int = 100_000
    """The matches that are kept."""
    uploads: int = 1_000
    """The models that are kept of those that were sent."""
    live: int = 1_000
    """The matches that are held in memory, as long as nobody watches more."""
    seconds: float = 5.0
    """How long one request may reckon."""
    thinkers: int = 2
    """The programs that think here at the same time."""
    awaited: int = 32
    """The programs of others that are waited for at the same time."""
    visits: int = 100_000
    """How many visits mcts has for a move, at most."""
    depth: int = 6
    """How many plies minimax looks ahead, at most."""
    thought: float = 5.0
    """How many seconds either searches for a move, at most; compiling is not counted."""
    rooms: int = 4
    """The models that were sent which are played at the same time, each in a process of its own."""
    memory: int = MEMORY
    """The bytes that each of these processes may use."""
    patience: float = 30.0
    """How many seconds any program has for a move, one of others or, with compiling, a search."""
    listeners: int = 100
    """Who may watch one match at the same time."""
    asking: int = 8
    """Who may ask for the moves of programs outside of matches at the same time."""


class Hall:
    """All matches of a server."""

    def __init__(
        self,
        store: Store,
        models: Sequence[str] = (),
        limits: Limits | None = None,
        bots: Mapping[str, str] | None = None,
        talk: Path | None = None,
    ) -> None:
        """*models* are names of examples and files that may be played beside those that are sent; none: all examples.

        *bots* are programs of others that may be played against, by the names under which they are asked for; what is
        said to them and what they answer is added to the file *talk*. A file of a model is called as it is without its
        folder and its end. ``ModelError`` and ``OSError`` if a model cannot be played, ``ValueError`` if two are called
        alike, or a program cannot play.
        """
        self.bots = dict(bots or {})
        """The programs of others that may be played against, by the names under which they are asked for."""
        self._open = [guest for who in self.bots.values() if (guest := seated(who, 1.0)) is not None]
        """They keep open what programs come to, as a port, as long as the hall is."""
        self._talk = talk
        self._store = store
        self._limits = limits or Limits()
        self._lock = threading.RLock()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._engines: OrderedDict[str, bytes] = OrderedDict()
        self._plain: dict[str, tuple[Game, StoredModel]] = {}
        self.workers = Workers()
        """Who answers questions about texts that are written here."""
        self._watch = Watch()
        self._rooms = Rooms(self._limits.rooms, self._limits.seconds, self._limits.memory)
        self._thinkers = ThreadPoolExecutor(self._limits.thinkers, "tilewright thinker")
        self._waiting = ThreadPoolExecutor(self._limits.awaited, "tilewright waiting")
        """Who waits for programs of others, so that nobody else waits for them."""
        self._asking = threading.BoundedSemaphore(self._limits.asking)
        self._named: dict[str, str] = {}
        for model in models or names():
            name = model if model in names() else Path(model).stem
            if name in self._named:
                raise ValueError(f"two models are called {name}")
            self._named[name] = model
        for model in models:
            self._game(load(model))

    def close(self) -> None:
        """Let nobody think any more. Matches are in the store."""
        self.workers.close()
        for pool in (self._thinkers, self._waiting):
            pool.shutdown(wait=False, cancel_futures=True)
        self._watch.close()
        self._rooms.close()
        for live in self._live.values():
            live.close()
        for guest in self._open:
            guest.close()

    # -- models

    def models(self) -> list[dict[str, str]]:
        """Return what can be played: what a match is asked for with, and the name of the game."""
        ours = [{"model": name, "game": name, "source": Source.OURS.value} for name in self._named]
        sent = self._store.uploads()
        return ours + [{"model": m.digest, "game": m.name, "source": Source.UPLOAD.value} for m in sent]

    def picture(self, model: str) -> str:
        """Return the first position of a game as SVG. It is drawn once. ``Refused`` if there is no such model."""
        with self._lock:
            known = self._pictures.get(model)
        if known is None:
            known = self._told(model, drawing)
            with self._lock:
                self._pictures[model] = known
                while len(self._pictures) > PICTURES:
                    self._pictures.popitem(last=False)
        return known

    def choices(self, model: str) -> dict[str, Any]:
        """Return what is to be chosen before a match of a model begins. ``Refused`` if there is no such model.

        Of a parameter its name, its value, and either the names (``choices``) or the bounds of what it may have.
        """
        return {"model": model, **self._told(model, choices_of), "searched": self._is_ours(model)}

    def _is_ours(self, model: str) -> bool:
        return model in self._named or self._stored(model).source is Source.OURS

    def _stored(self, model: str) -> StoredModel:
        try:
            return self._store.model(model)
        except KeyError:
            raise Refused("no-such-model", "There is no model of this name.") from None

    def _told(self, model: str, what: Callable[[Game], T]) -> T:
        """Return what is told of a game, in its own process if it was sent. ``Refused`` if there is no such model."""
        file = self._named.get(model)
        if file is not None:
            game = load(file, "interpreter")
            return self._within(lambda: what(game))
        stored = self._stored(model)
        if stored.source is Source.OURS:
            return self._within(lambda: what(self._game_of(stored)))
        told: T = self._rooms.ask(stored.digest, lambda: stored.text, partial(told_there, what=what))["told"]
        return told

    def text(self, model: str) -> str:
        """Return a game in the notation, to be changed; of our own the text itself. ``Refused`` if there is none."""
        if model in self._named:
            file = self._named[model]
            path = packaged(file, (".game",)) or locate(file)
            document = read(path)
            own = document.syntax is Syntax.GAME
            return path.read_text("utf-8-sig") if own else write(document, Syntax.GAME)
        return self._told(model, notation)

    def upload(self, text: str, name: str) -> tuple[str | None, Looked]:
        """Look at a model that was sent; return what it is called if it can be played, and what is wrong with it."""
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise Refused("too-large", f"A model may have {MOST_BYTES} bytes.")
        if self._store.count()[0] >= self._limits.uploads:
            raise Refused("full", "No more models can be kept.")
        found = look(text, name)
        if found.xmi is None:
            return None, found
        return self._store.put(StoredModel(found.digest, found.game, Source.UPLOAD, found.xmi)).digest, found

    def _game(self, game: Game) -> Game:
        """Remember a game, and forget those that nobody has asked for lately."""
        with self._lock:
            known = self._games.setdefault(game.digest, game)
            self._games.move_to_end(game.digest)
            while len(self._games) > 100:
                self._games.popitem(last=False)
            return known

    def _game_of(self, model: StoredModel) -> Game:
        with self._lock:
            known = self._games.get(model.digest)
        if known is not None:
            return known
        return self._game(load(read_text(model.text, f"{model.name}.xmi", Syntax.XMI)))

    def _ours(self, model: str, variant: str | None, settings: Mapping[str, str] | None) -> tuple[Game, StoredModel]:
        """Return a game that was named to the server; as it is, it is read once."""
        plain = variant is None and not settings
        with self._lock:
            known = self._plain.get(model) if plain else None
        if known is not None:
            return known
        game = self._game(load(self._named[model], variant=variant, settings=settings))
        found = game, self._store.put_model(game, Source.OURS)
        if plain:
            with self._lock:
                self._plain[model] = found
        return found

    # -- matches

    def create(
        self,
        model: str,
        seats: Mapping[str, str],
        rest: str | None = None,
        *,
        variant: str | None = None,
        settings: Mapping[str, str] | None = None,
        seed: int | None = None,
        door: str | None = None,
        **others: Any,
    ) -> tuple[str, dict[str, str]]:
        """Begin a match; return its name, and for each person's seat the secret that opens it.

        *seats* says who plays for which player; where it says nothing, *rest* plays, or a person, and a person for the
        first one. *door* is the interface of others that begins it, if one does; *others* are terms.
        """
        if self._store.count()[1] >= self._limits.matches:
            raise Refused("full", "No more matches can be kept.")
        wish = Wish(dict(seats), rest, seed, others)
        if self._is_ours(model):
            game, stored = self._within(lambda: self._asked_for(model, variant, settings))
            terms = wish.terms_of(game, partial(self._check_program, game))
            return self._begun([player.name for player in game.players], stored.digest, terms, door=door)
        sent = self._stored(model)
        chosen = partial(agreed_there, wish=wish, variant=variant, settings=dict(settings or {}))
        found = self._rooms.ask(sent.digest, lambda: sent.text, chosen)
        kept = self._store.put(StoredModel(found["digest"], sent.name, Source.UPLOAD, found["text"]))
        return self._begun(found["players"], kept.digest, Terms.of_json(found["terms"]), door=door)

    def _asked_for(
        self, model: str, variant: str | None, settings: Mapping[str, str] | None
    ) -> tuple[Game, StoredModel]:
        """Return the game of a model that is ours, by what it is called, with its parameters chosen."""
        with choosing():
            if model in self._named:
                return self._ours(model, variant, settings)
            stored = self._stored(model)
            if variant is None and not settings:
                return self._game_of(stored), stored
            document = read_text(stored.text, f"{stored.name}.xmi", Syntax.XMI)
            game = self._game(load(document, variant=variant, settings=settings))
            return game, self._store.put_model(game, stored.source)

    def branch(self, name: str, ply: int) -> tuple[str, dict[str, str]]:
        """Begin a match with the first moves of another one, which goes on otherwise; return the same as ``create``.

        Where something is hidden only a match that is over has branches, as long as they are not its beginning.
        """
        if self._store.count()[1] >= self._limits.matches:
            raise Refused("full", "No more matches can be kept.")
        live = self.live(name)
        terms, happened = live.branch(ply, secrets.randbelow(GREATEST_SEED))
        return self._begun(live.look(players_of)[0], live.digest, terms, happened)

    def _begun(
        self,
        players: Sequence[str],
        digest: str,
        terms: Terms,
        happened: Sequence[Event] = (),
        door: str | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Keep a match and let it go on; return its name, and the secret of each person's seat.

        One that cannot begin is not kept.
        """
        secret = {number: secrets.token_urlsafe(24) for number, who in enumerate(terms.seats) if who == HUMAN}
        name = self._store.create(digest, terms, secret, happened, door)
        try:
            self._wake(self.live(name))
        except BaseException:
            self._store.drop(name)
            raise
        return name, {players[number]: key for number, key in secret.items()}

    def engine(self, name: str) -> bytes:
        """Return a module that finds hints for a match where it is shown. ``Refused`` if there is none."""
        from tilewright.generator.compiler.budget import NotLowered
        from tilewright.generator.compiler.kernel.nodes import KernelError
        from tilewright.runtime.browser.module import HINTS, described_module

        live = self.live(name)
        if not isinstance(live, Here):
            raise Refused("no-hints", "There are no hints in this match.")
        game = live.match.game
        if game.is_hidden or not live.match.terms.hints:
            raise Refused("no-hints", "There are no hints in this match.")
        with self._lock:
            known = self._engines.get(game.digest)
        if known is None:
            try:
                known = self._within(lambda: described_module(game, HINTS))
            except (NotLowered, KernelError) as error:
                raise Refused("no-hints", f"There are no hints in this match: {error}") from None
            with self._lock:
                self._engines[game.digest] = known
                while len(self._engines) > ENGINES:
                    self._engines.popitem(last=False)
        return known

    def _check_program(self, game: Game, who: str) -> None:
        """Refuse who cannot play, or would take more than is given away."""
        limits = self._limits
        if who in self.bots:
            try:
                check_fit(self.bots[who], game)
            except ValueError as error:
                raise Refused("no-such-program", str(error)) from None
        if who in (HUMAN, "random") or who in self.bots:
            return
        if not _PROGRAM.fullmatch(who):
            raise Refused("no-such-program", f"{who[:60]!r} cannot play here.")
        try:
            Program(who)
        except ValueError as error:
            raise Refused("no-such-program", str(error)) from None
        search, _, much = who.partition(":")
        most = limits.thought if much.endswith("s") else limits.visits if search == "mcts" else limits.depth
        if float(much.rstrip("s")) > most:
            raise Refused("too-much", f"{who} would think for too long: {search} may have {most:g} here.")
        if search == "minimax" and game.is_hidden:
            raise Refused("no-such-program", hidden(game.name))

    def choice(self, model: str, who: str, begin: Callable[[Game], State]) -> Move | None:
        """Return the move that a program chooses in a position of a model of ours; None if there is none but to pass.

        ``Refused`` if it cannot play, or does not choose.
        """
        if not self._is_ours(model):
            raise Refused("no-such-program", "No program plays models that were sent.")
        game, _ = self._within(lambda: self._asked_for(model, None, None))
        self._check_program(game, who)
        state = self._within(lambda: begin(game))
        moves = self._within(lambda: [] if state.is_over else [str(move) for move in state.legal_moves])
        if moves in ([], [PASS[0]]):
            return None
        if not self._asking.acquire(blocking=False):
            raise Refused("full", "Too many ask for moves; try again.")
        try:
            with closing(self._guest(who, secrets.randbelow(GREATEST_SEED), game, program=who)) as guest:
                chosen = self._pool(who).submit(guest.choose_in, Session(state), state.player.number, None).result()
        except Failed as error:
            raise Refused("no-answer", f"{who} has failed: {error}.") from None
        finally:
            self._asking.release()
        if chosen not in moves:
            raise Refused("no-answer", f"{who} has failed: it chose no legal move.")
        return game.move(game.identity(chosen))

    def live(self, name: str) -> Live:
        """Return a match, from memory or from the store. ``Refused`` if there is none of this name."""
        with self._lock:
            found = self._live.get(name)
            if found is not None:
                self._live.move_to_end(name)
                return found
        try:
            stored = self._store.match(name)
        except KeyError:
            raise Refused("no-such-match", "There is no match of this name.") from None
        made = self._here(stored) if stored.model.source is Source.OURS else self._away(stored)
        with self._lock:
            live = self._live.setdefault(name, made)
            self._forget()
        try:
            live.wake(live is made)
        except BaseException:
            with self._lock:
                if live is made:  # it is woken when somebody asks for it again
                    self._live.pop(name, None)
            raise
        self._wake(live)
        return live

    def _here(self, stored: StoredMatch) -> Live:
        """Return a match of a model of ours."""
        game = self._game_of(stored.model)
        name = stored.id

        def restored() -> Match:
            found = self._store.match(name)
            journal = partial(self._store.append, name)
            return self._within(lambda: Match.restored(game, found.terms, found.events, journal=journal))

        def seated(match: Match, lock: AbstractContextManager[object]) -> Table:
            guests: dict[int, Guest] = {
                seat: self._guest(
                    who,
                    match.terms.seed + seat & GREATEST_SEED,
                    match.game,
                    match=name,
                    player=str(match.game.players[seat]),
                )
                for seat, who in enumerate(match.terms.seats)
                if who not in (HUMAN, "random")
            }
            return Table(match, guests, Policy(), lambda seat, problem: _log.warning("%s: %s", name, problem), lock)

        return Here(name, stored.model.digest, restored, seated, self._within)

    def _away(self, stored: StoredMatch) -> Live:
        """Return a match of a model that was sent."""

        def history() -> tuple[Terms, tuple[Event, ...]]:
            found = self._store.match(stored.id)
            return found.terms, found.events

        played = Played(stored.id, history, partial(self._store.append, stored.id))
        digest = stored.model.digest
        return Away(digest, self._rooms, lambda: self._store.model(digest).text, played)

    def _guest(self, who: str, seed: int, game: Game, **about: str) -> Guest:
        """Return a program by what a match calls it; one that is no more there is played at random.

        *about* says in the file of talk with whom it is.
        """
        limits = self._limits
        if who in self.bots:
            guest = seated(self.bots[who], limits.patience, self._log_of(about), game)
            assert guest is not None, "the names of programs were looked at before"
            return guest
        program = Program(who if _PROGRAM.fullmatch(who) else "random")
        return Inside(program.player(seed, hidden=game.is_hidden, most=limits.thought), limits.patience)

    def _log_of(self, about: Mapping[str, str]) -> Log:
        """Return what writes down the talk with a program. Where that fails, the match goes on."""
        if self._talk is None:
            return no_log
        write = written_to(self._talk, **about)

        def written(way: str, line: bytes) -> None:
            try:
                write(way, line)
            except OSError as error:
                _log.warning("%s: %s", self._talk, error.strerror)

        return written

    def _forget(self) -> None:
        """Let go of matches that nobody watches and no program thinks about, those that were played last excepted."""
        idle = [name for name, live in self._live.items() if not live.listeners and not live.thinking]
        for name in idle[: max(0, len(self._live) - self._limits.live)]:
            self._live.pop(name).close()

    def seat_of(self, name: str, secret: str | None) -> int | None:
        """Return the number of the seat that a secret opens; None for who only watches. ``Refused`` if it is wrong."""
        if secret is None:
            return None
        live = self.live(name)
        if live.holders is None:
            live.holders = self._store.holders(name)
        seat = live.holders.get(hashed(secret))
        if seat is None:
            raise Refused("no-such-seat", "This link opens no seat of this match.")
        return seat

    def act(self, name: str, seat: int, kind: Kind, text: str = "", number: int | None = None) -> None:
        """Let a player do something; whoever watches is told, and programs go on. ``Refused`` if it cannot be done."""
        live = self.live(name)
        if kind in (Kind.TIME, Kind.RESUME):
            raise Refused("no-such-event", "That happens by itself.")
        try:
            done = live.act(kind, seat, text, number)
        except Refused as error:
            if error.code in ("too-long", "overtaken"):  # stopped half way; or another server plays the same match
                live.mend()
            raise
        finally:
            self._tell(live)
        self._wake(live)
        if done is not kind:
            raise Refused("time", "The time is over.")

    def look_at(self, name: str, see: Callable[[Match], T]) -> T:
        """Return what is seen of a match, at a moment in which nothing happens."""
        live = self.live(name)
        found, late = live.look(see)
        if late:
            self._tell(live)
        return found

    def listen(self, name: str, listener: Listener) -> Callable[[], None]:
        """Let somebody be told of what happens in a match; return what ends it."""
        live = self.live(name)
        with live.lock:
            if len(live.listeners) >= self._limits.listeners:
                raise Refused("full", "Too many watch this match.")
            live.listeners.add(listener)
        return lambda: live.listeners.discard(listener)

    def begun_by(self, door: str) -> list[str]:
        """Return the names of the matches that were begun by an interface of others, in order."""
        return self._store.begun_by(door)

    def latest(self, most: int = 50) -> list[dict[str, Any]]:
        """Return the matches that were begun last."""
        return [{"match": name, "game": game, "at": at} for name, game, at in self._store.latest(most)]

    # -- what goes on by itself

    def _within(self, work: Callable[[], T]) -> T:
        return within(self._watch, self._limits.seconds, work)

    def _wake(self, live: Live) -> None:
        """Let programs and chance move, in a thread of their own, until people are to move."""
        with live.lock:
            if live.thinking or live.waits:
                if live.is_over and not live.thinking:
                    live.close()
                return
            live.thinking = True
            pool = self._pool(live.asked)
        try:
            pool.submit(self._think, live)
        except RuntimeError:  # the server is being closed
            live.thinking = False

    def _pool(self, who: str | None) -> ThreadPoolExecutor:
        """Return the threads in which a program is asked, by what a match calls it; None for chance."""
        return self._waiting if who in self.bots else self._thinkers

    def _think(self, live: Live) -> None:
        """Let one program, or chance, move; then queue up again behind other matches."""
        try:
            live.step()
        except Exception as error:
            if isinstance(error, Refused):
                live.mend()
            _log.exception("match %s stands still", live.name)
            with live.lock:
                live.thinking = False
            return
        self._tell(live)
        with live.lock:
            live.thinking = False
        self._wake(live)

    def _tell(self, live: Live) -> None:
        for listener in list(live.listeners):
            listener()
