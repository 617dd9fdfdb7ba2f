"""All matches of a server: they are stored, held in memory while somebody plays, and shown to those who watch.

Nothing here knows HTTP. Every method may be called from any thread, and raises ``Refused`` for what cannot be done.
Work that takes too long is stopped. A move is in the store before its player is told that it was played.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from tilewright.model.document import Syntax
from tilewright.model.files import read, read_text, write
from tilewright.model.gallery import locate, names, packaged
from tilewright.model.titles import titled
from tilewright.runtime.engines.stopping import Watch
from tilewright.runtime.limits import GREATEST_SEED
from tilewright.runtime.loading import load
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed, Guest, Policy, Table
from tilewright.runtime.matches.terms import HUMAN, Terms
from tilewright.runtime.move import Move
from tilewright.runtime.position import PASS
from tilewright.runtime.session import Session
from tilewright.runtime.state import Game, State
from tilewright.runtime.store.store import Source, Store, StoredMatch, StoredModel, hashed
from tilewright.runtime.web.asking import (
    Wish,
    agreed_of_json,
    agreed_there,
    choices_of,
    choosing,
    drawing,
    notation,
    players_of,
    told_there,
)
from tilewright.runtime.web.limits import Limits
from tilewright.runtime.web.lives import Away, Here, Listener, Live, within
from tilewright.runtime.web.programs import Programs
from tilewright.runtime.web.recent import Recent
from tilewright.runtime.web.rooms import Played, Rooms
from tilewright.runtime.web.showing import rules_in, shown_to
from tilewright.runtime.web.subjects import about, described
from tilewright.runtime.web.unmoved import Unmoved
from tilewright.runtime.web.uploads import MOST_BYTES, Looked, look
from tilewright.runtime.web.workers import Workers

T = TypeVar("T")
_log = logging.getLogger(__name__)

GAMES = 100
"""The greatest number of games in the cache."""
PICTURES = 200
"""The greatest number of pictures of games in the cache."""
CHOICES = 200
"""The number of models whose choices are in the cache, at most."""
ENGINES = 50
"""The greatest number of modules for hints in the cache."""


class Hall:
    """The matches and models of a server."""

    def __init__(
        self,
        store: Store,
        models: Sequence[str] = (),
        limits: Limits | None = None,
        bots: Mapping[str, str] | None = None,
        talk: Path | None = None,
    ) -> None:
        """*models* are the examples and files that can be played besides uploaded models; if empty, all examples.

        A file is named without its folder and suffix. *bots* are the external programs that can play, by their names
        here; the messages to and from them are appended to the file *talk*. ``ModelError`` or ``OSError`` if a model
        cannot be played, ``ValueError`` if two have the same name, or a program cannot play.
        """
        self._store = store
        self._limits = limits or Limits()
        self.programs = Programs(bots or {}, self._limits, talk)
        self._lock = threading.RLock()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._games: Recent[Game] = Recent(GAMES)
        self._pictures: Recent[str] = Recent(PICTURES)
        self._choices: Recent[dict[str, Any]] = Recent(CHOICES)
        self._engines: Recent[bytes] = Recent(ENGINES)
        self._plain: dict[str, tuple[Game, StoredModel]] = {}
        self.workers = Workers()
        """The processes that answer the questions of editors."""
        self._unmoved = Unmoved(self._limits.opened, self._limits.unmoved)
        self._watch = Watch()
        self._rooms = Rooms(self._limits.rooms, self._limits.seconds, self._limits.memory)
        self._looks = threading.BoundedSemaphore(self._limits.looks)
        self._asking = threading.BoundedSemaphore(self._limits.asking)
        self._named: dict[str, str] = {}
        for model in models or names():
            name = model if model in names() else Path(model).stem
            if name in self._named:
                raise ValueError(f"two models are called {name}")
            self._named[name] = model
        for model in models:
            self._game(load(model))
        texts = {name: _text_of(packaged(file, (".game",)) or locate(file)) for name, file in self._named.items()}
        self._about = {name: about(text) for name, text in texts.items()}
        told = {name: described(text) for name, text in texts.items()}
        self._titles = {name: titled(own or name) for name, (own, _) in told.items()}
        self._described = dict(told.values())
        """What is said of our games, by their own names."""

    def close(self) -> None:
        """Stop all programs and processes. The matches stay in the store, which is not closed."""
        self.workers.close()
        self.programs.stop()
        self._watch.close()
        self._rooms.close()
        for live in self._live.values():
            live.close()
        self.programs.close()

    # -- models

    def models(self) -> list[dict[str, str]]:
        """Return the models that can be played.

        For each its name in requests, the name of its game, its title for readers, its source, and words by which it is
        found besides.
        """
        ours = [(name, name, self._titles[name], Source.OURS, words) for name, words in self._about.items()]
        sent = [(model.digest, model.name, titled(model.name), Source.UPLOAD, "") for model in self._store.uploads()]
        return [
            {"model": model, "game": name, "title": title, "source": source.value, "about": words}
            for model, name, title, source, words in (*ours, *sent)
        ]

    def picture(self, model: str) -> str:
        """Return the initial position of a game as SVG, from a cache. ``Refused`` if there is no such model."""
        known = self._pictures.get(model)
        return self._pictures.put(model, self._told(model, drawing)) if known is None else known

    def choices(self, model: str) -> dict[str, Any]:
        """Return the choices before a match of a model, from a cache: players, variants and parameters.

        A parameter has its name, its value, and either its allowed values (``choices``) or their bounds (``min`` and
        ``max``). ``Refused`` if there is no such model.
        """
        is_ours = self._is_ours(model)
        known = self._choices.get(model)
        found = self._choices.put(model, self._told(model, choices_of)) if known is None else known
        return {"model": model, **found, "searched": is_ours}

    def _is_ours(self, model: str) -> bool:
        return model in self._named or self._stored(model).source is Source.OURS

    def _stored(self, model: str) -> StoredModel:
        try:
            return self._store.model(model)
        except KeyError:
            raise Refused("no-such-model", "There is no model of this name.") from None

    def _told(self, model: str, what: Callable[[Game], T]) -> T:
        """Return *what* of the game of a model; an uploaded one is asked in its process. ``Refused`` if none."""
        file = self._named.get(model)
        if file is not None:
            game = load(file, "interpreter")
            return self._within(lambda: what(game))
        stored = self._stored(model)
        if stored.source is Source.OURS:
            return self._within(lambda: what(self._game_of(stored)))
        asked = partial(told_there, what=what)
        told: T = self._rooms.ask(stored.digest, lambda: stored.text, asked, itemgetter("told"))
        return told

    def text(self, model: str) -> str:
        """Return a model in the notation; of a file or example that is written in it, the text itself.

        ``Refused`` if there is no such model.
        """
        if model in self._named:
            file = self._named[model]
            path = packaged(file, (".game",)) or locate(file)
            document = read(path)
            own = document.syntax is Syntax.GAME
            return path.read_text("utf-8-sig") if own else write(document, Syntax.GAME)
        return self._told(model, notation)

    def upload(self, text: str, name: str) -> tuple[str | None, Looked]:
        """Check an uploaded model, and store it if it can be played.

        Return its name in requests, or None if it cannot be played, and what was found. ``Refused`` if the text is too
        large, or too many models are stored or looked at.
        """
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise Refused("too-large", f"A model may have {MOST_BYTES} bytes.")
        if self._store.count(Source.UPLOAD) >= self._limits.uploads:
            raise Refused("full", "No more models can be kept.")
        if not self._looks.acquire(blocking=False):
            raise Refused("full", "Too many models are looked at; try again.")
        try:
            found = look(text, name)
        finally:
            self._looks.release()
        if found.xmi is None:
            return None, found
        return self._store.put(StoredModel(found.digest, found.game, Source.UPLOAD, found.xmi)).digest, found

    def _game(self, game: Game) -> Game:
        """Put a game into the cache, and return the cached one."""
        return self._games.put(game.digest, game)

    def _game_of(self, model: StoredModel) -> Game:
        known = self._games.get(model.digest)
        if known is not None:
            return known
        return self._game(load(read_text(model.text, f"{model.name}.xmi", Syntax.XMI)))

    def _ours(self, model: str, variant: str | None, settings: Mapping[str, str] | None) -> tuple[Game, StoredModel]:
        """Return a game that the server was started with, and its stored model. Without choices it is cached."""
        plain = variant is None and not settings
        with self._lock:
            known = self._plain.get(model) if plain else None
        if known is not None:
            return known
        game = self._game(load(self._named[model], variant=variant, settings=settings))
        found = game, self._store.put_model(game, Source.OURS) if plain else self._chosen(game)
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
        client: str | None = None,
        **others: Any,
    ) -> tuple[str, dict[str, str]]:
        """Begin a match. Return its name, and the secret of each person's seat by the name of the player.

        *seats* says who plays, by the names of the players. For the first player the default is a person, for all
        others *rest*, or a person if that is None. *door* is the name of the external interface that begins the match,
        if one does. *client* names who begins it, if many may: no client may begin too many. *others* are fields of
        ``Terms``. ``Refused`` if it cannot begin.
        """
        self._check_room(client)
        wish = Wish(dict(seats), rest, seed, others)
        if self._is_ours(model):
            game, stored = self._within(lambda: self._asked_for(model, variant, settings))
            terms = wish.terms_of(game, partial(self.programs.check, game))
            players = [player.name for player in game.players]
            return self._begun(players, stored, terms, door=door, client=client)
        sent = self._stored(model)
        chosen = partial(agreed_there, wish=wish, variant=variant, settings=dict(settings or {}))
        players, digest, text, terms = self._rooms.ask(sent.digest, lambda: sent.text, chosen, agreed_of_json)
        return self._begun(players, self._kept(sent, digest, text), terms, door=door, client=client)

    def _check_room(self, client: str | None) -> None:
        """Raise ``Refused`` if no more matches can be stored, or a client has begun too many."""
        if client is not None:
            self._unmoved.check(client)
        if self._store.count_matches() >= self._limits.matches:
            raise Refused("full", "No more matches can be kept.")

    def _kept(self, sent: StoredModel, digest: str, text: str) -> StoredModel:
        """Store an uploaded model with the choices made, and return it. ``Refused`` if there are too many."""
        if digest == sent.digest:
            return sent
        try:
            return self._store.model(digest)
        except KeyError:
            if self._store.count(Source.CHOSEN) >= self._limits.choices:
                raise Refused("full", "No more choices of uploaded models can be kept.") from None
        return self._store.put(StoredModel(digest, sent.name, Source.CHOSEN, text))

    def _chosen(self, game: Game) -> StoredModel:
        """Store one of our models with the choices made, and return it. ``Refused`` if there are too many."""
        if self._store.count(Source.OURS) >= len(self._named) + self._limits.choices:
            try:
                self._store.model(game.digest)
            except KeyError:
                raise Refused("full", "No more choices of models can be kept.") from None
        return self._store.put_model(game, Source.OURS)

    def _asked_for(
        self, model: str, variant: str | None, settings: Mapping[str, str] | None
    ) -> tuple[Game, StoredModel]:
        """Return the game of one of our models with the choices made, and the stored model."""
        with choosing():
            if model in self._named:
                return self._ours(model, variant, settings)
            stored = self._stored(model)
            if variant is None and not settings:
                return self._game_of(stored), stored
            document = read_text(stored.text, f"{stored.name}.xmi", Syntax.XMI)
            game = self._game(load(document, variant=variant, settings=settings))
            return game, self._chosen(game)

    def branch(
        self, name: str, ply: int, client: str | None = None, seat: int | None = None
    ) -> tuple[str, dict[str, str]]:
        """Begin a match with the first *ply* moves of another one. Return the same as ``create``.

        *client* is that of ``create``. In a game that hides something, the other match must be over, unless *ply* is 0.

        *seat* is that of who begins it in the other match, if anybody has one. After a match of several people this is
        a rematch if *ply* is 0: the others are told of it, and who wants one, too, gets a seat of the same.
        """
        live = self.live(name)
        players = live.look(players_of)[0]
        is_rematch = seat is not None and ply == 0 and live.is_over
        if not is_rematch or live.rematch is None:
            self._check_room(client)
            terms, happened = live.branch(ply, secrets.randbelow(GREATEST_SEED))
            begun = self._begun(players, self._stored(live.digest), terms, happened, client=client)
            if not is_rematch or len(begun[1]) < 2:
                return begun
            with live.lock:
                is_first = live.rematch is None
                if is_first:
                    live.rematch = begun
            if is_first:
                self._tell(live)
                return begun
        assert seat is not None and live.rematch is not None, "somebody else has begun it"
        other, keys = live.rematch
        return other, {players[seat]: keys[players[seat]]}

    def _begun(
        self,
        players: Sequence[str],
        model: StoredModel,
        terms: Terms,
        happened: Sequence[Event] = (),
        door: str | None = None,
        client: str | None = None,
    ) -> tuple[str, dict[str, str]]:
        """Store a match and let its programs move. Return its name, and the secret of each person's seat.

        A match that cannot begin is deleted again.
        """
        secret = {number: secrets.token_urlsafe(24) for number, who in enumerate(terms.seats) if who == HUMAN}
        try:
            name = self._store.create(model.digest, terms, secret, happened, door)
        except KeyError:  # it was not played for long, and has been forgotten meanwhile
            self._store.put(model)
            name = self._store.create(model.digest, terms, secret, happened, door)
        try:
            self._wake(self.live(name))
        except BaseException:
            self._store.drop(name)
            raise
        if client is not None:
            self._unmoved.add(client, name)
        return name, {players[number]: key for number, key in secret.items()}

    def engine(self, name: str) -> bytes:
        """Return the WebAssembly module that finds hints for a match in the page. ``Refused`` if there is none."""
        from tilewright.generator.compiler.budget import NotLowered
        from tilewright.generator.compiler.kernel.nodes import KernelError
        from tilewright.runtime.browser.module import HINTS, described_module

        live = self.live(name)
        if not isinstance(live, Here):
            raise Refused("no-hints", "There are no hints in this match.")
        game = live.match.game
        if game.is_hidden or not live.match.terms.hints:
            raise Refused("no-hints", "There are no hints in this match.")
        known = self._engines.get(game.digest)
        if known is not None:
            return known
        try:
            return self._engines.put(game.digest, self._within(lambda: described_module(game, HINTS)))
        except (NotLowered, KernelError) as error:
            raise Refused("no-hints", f"There are no hints in this match: {error}") from None

    def choice(self, model: str, who: str, begin: Callable[[Game], State]) -> Move | None:
        """Return the move that a program chooses in a position of one of our models.

        *begin* returns the state. The result is None if the game is over or the only move is a pass. ``Refused`` if the
        program cannot play, or chooses no legal move.
        """
        if not self._is_ours(model):
            raise Refused("no-such-program", "No program plays models that were sent.")
        game, _ = self._within(lambda: self._asked_for(model, None, None))
        self.programs.check(game, who)
        state = self._within(lambda: begin(game))
        moves = self._within(lambda: [] if state.is_over else [str(move) for move in state.legal_moves])
        if moves in ([], [PASS[0]]):
            return None
        if not self._asking.acquire(blocking=False):
            raise Refused("full", "Too many ask for moves; try again.")
        try:
            pool = self.programs.pool(who)
            with closing(self.programs.guest(who, secrets.randbelow(GREATEST_SEED), game, program=who)) as guest:
                chosen = pool.submit(guest.choose_in, Session(state), state.player.number, None).result()
        except Failed as error:
            raise Refused("no-answer", f"{who} has failed: {error}.") from None
        finally:
            self._asking.release()
        if chosen not in moves:
            raise Refused("no-answer", f"{who} has failed: it chose no legal move.")
        return game.move(game.identity(chosen))

    def live(self, name: str) -> Live:
        """Return the match of a name, from memory or from the store. ``Refused`` if there is none."""
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
            self._forget(name)
        if live is not made:  # another thread was faster
            made.close()
        try:
            live.wake(live is made)
        except BaseException:
            if live is made:  # the next request for it tries again
                with self._lock:
                    self._live.pop(name, None)
                live.close()
            raise
        self._wake(live)
        return live

    def _here(self, stored: StoredMatch) -> Live:
        """Return a stored match of one of our models, which is played in this process."""
        game = self._game_of(stored.model)
        name = stored.id

        def restored() -> Match:
            found = self._store.match(name)
            journal = partial(self._store.append, name)
            return self._within(lambda: Match.restored(game, found.terms, found.events, journal=journal))

        def seated(match: Match, lock: AbstractContextManager[object]) -> Table:
            guests: dict[int, Guest] = {
                seat: self.programs.guest(
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

        return Here(name, stored.model.digest, HUMAN in stored.terms.seats, restored, seated, self._within)

    def _away(self, stored: StoredMatch) -> Live:
        """Return a stored match of an uploaded model, which is played in the process of its model."""

        def history() -> tuple[Terms, tuple[Event, ...]]:
            found = self._store.match(stored.id)
            return found.terms, found.events

        played = Played(stored.id, history, partial(self._store.append, stored.id))
        digest = stored.model.digest
        has_people = HUMAN in stored.terms.seats
        return Away(digest, has_people, self._rooms, lambda: self._store.model(digest).text, played)

    def _forget(self, wanted: str) -> None:
        """Drop the least recently used matches beyond the limit that nobody watches and no program thinks about.

        *wanted* is the name of the match that is asked for now, which stays.
        """
        idle = [name for name, live in self._live.items() if not (live.listeners or live.thinking or name == wanted)]
        for name in idle[: max(0, len(self._live) - self._limits.live)]:
            self._live.pop(name).close()

    def forget(self, before: float | None = None) -> list[str]:
        """Delete matches in which nobody has moved for too long, and return their names.

        *before* is a time in seconds since 1970: those in which nothing has happened since are deleted, too. Models
        that nobody plays are deleted with them: see ``Store.forget``. Matches stay that somebody watches, or a program
        thinks about.
        """
        with self._lock:
            used = {name for name, live in self._live.items() if live.listeners or live.thinking}
        gone = self._store.forget(before, time.time() - self._limits.unmoved, used)
        with self._lock:
            left = [self._live.pop(name) for name in gone if name in self._live]
        for live in left:
            live.close()
        for name in gone:
            self._unmoved.drop(name)
        return gone

    def seat_of(self, name: str, secret: str | None) -> int | None:
        """Return the number of the seat that a secret opens; None without a secret. ``Refused`` if it opens none."""
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
        """Submit an event of a player, tell those who watch, and let programs move. ``Refused`` if it cannot happen.

        The arguments are those of ``Match.submit``.
        """
        live = self.live(name)
        if kind in (Kind.TIME, Kind.RESUME):
            raise Refused("no-such-event", "That happens by itself.")
        try:
            done = live.act(kind, seat, text, number)
        except Refused as error:
            if error.code in ("too-long", "overtaken"):  # interrupted, or another server plays the same match
                live.mend()
            raise
        finally:
            self._tell(live)
        if kind is Kind.MOVE:
            self._unmoved.drop(name)
        self._wake(live)
        if done is not kind:
            raise Refused("time", "The time is over.")

    def look_at(self, name: str, see: Callable[[Match], T]) -> T:
        """Return *see* of a match, which does not change meanwhile. It must not change the match."""
        live = self.live(name)
        found, late = live.look(see)
        if late:
            self._tell(live)
        return found

    def rules(self, name: str) -> dict[str, Any]:
        """Return how the game of a match is played: what is said of it, and its rules in words.

        Nothing is said of games that were sent: the store has no comments.
        """
        live = self.live(name)
        stored = self._store.model(live.digest)
        about = self._described.get(stored.name, []) if stored.source is Source.OURS else []
        return {"about": about, **self.look_at(name, rules_in)}

    def shown(self, name: str, seat: int | None) -> dict[str, Any]:
        """Return a match as JSON, as ``showing.shown`` does, with ``here`` and ``rematch``.

        ``here`` has the names of the players who listen now. ``rematch`` is None, or has the name of the match that
        another player has begun after this one (``match``), and the secret of the own seat there (``seats``).

        If it stands still, as a program could not move, the program is asked again.
        """
        found = self.look_at(name, partial(shown_to, seat))
        live = self.live(name)
        if not live.is_over:
            self._wake(live)
        here = {seat for seat in list(live.listeners.values()) if seat is not None}
        rematch = None
        if live.rematch is not None and seat is not None:
            other, keys = live.rematch
            rematch = {"match": other, "seats": {found["you"]: keys[found["you"]]}}
        return {**found, "here": [found["players"][seat]["name"] for seat in sorted(here)], "rematch": rematch}

    def listen(self, name: str, listener: Listener, seat: int | None = None) -> Callable[[], None]:
        """Call *listener* whenever something happens in a match. Return the function that removes it again.

        Who listens for a player in a *seat* has room where no more may watch, so that those who watch cannot keep
        players out; the others are told that the player has come or left.
        """
        is_told = False
        while not is_told:
            live = self.live(name)
            with self._lock:
                is_told = self._live.get(name) is live  # else it was dropped meanwhile: nobody would tell of it
                if is_told:
                    if len(live.listeners) >= self._limits.listeners * (1 if seat is None else 2):
                        raise Refused("full", "Too many watch this match.")
                    live.listeners[listener] = seat

        def stop() -> None:
            live.listeners.pop(listener, None)
            if seat is not None:
                self._tell(live)

        if seat is not None:
            self._tell(live)
        return stop

    def begun_by(self, door: str) -> list[str]:
        """Return the names of the matches that were begun by an external interface, the oldest first."""
        return self._store.begun_by(door)

    def latest(self, most: int = 50) -> list[dict[str, Any]]:
        """Return the *most* latest matches, newest first."""
        return [
            {"match": name, "game": game, "title": titled(game), "at": at}
            for name, game, at in self._store.latest(most)
        ]

    # -- programs and chance

    def _within(self, work: Callable[[], T]) -> T:
        return within(self._watch, self._limits.seconds, work)

    def _wake(self, live: Live) -> None:
        """Let programs and chance move, in another thread, until people are to move."""
        with live.lock:
            if live.thinking or live.waits:
                if live.is_over and not live.thinking:
                    live.close()
                return
            live.thinking = True
            pool = self.programs.pool(live.asked, live.has_people)
        try:
            pool.submit(self._think, live)
        except RuntimeError:  # the server is being closed
            live.thinking = False

    def _think(self, live: Live) -> None:
        """Let one program, or chance, move; then queue again, behind other matches."""
        try:
            try:
                live.step()
            except Refused:
                live.mend()
                raise
            self._tell(live)
        except Exception:
            _log.exception("match %s stands still", live.name)
            return
        finally:
            with live.lock:
                live.thinking = False
        self._wake(live)

    def _tell(self, live: Live) -> None:
        for listener in list(live.listeners):
            listener()


def _text_of(path: Path) -> str:
    """Return the text of a game in the notation; an empty one if it is written in another syntax."""
    return path.read_text("utf-8-sig") if path.suffix == ".game" else ""
