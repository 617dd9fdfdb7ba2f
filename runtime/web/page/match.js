// The page of a match: the board, the players and the moves. It shows the match ply by ply, and sends what is clicked to the
// server, which decides.

import { address, ask, begunHere, enter, match, secrets } from "./asking.js";
import { Board } from "./board.js";
import { Choice } from "./choosing.js";
import { showDrawn } from "./dice.js";
import { programCalled } from "./gallery.js";
import { Hints } from "./hints.js";
import { Laying } from "./laying.js";
import { SPEEDS, alike, disc, fillSpeeds, keepFocus, keepHeight, knock, made, refill, showCourse, showHistory, called, toldMates, toldNumbers, toldTime, write } from "./parts.js";
import { Prompt } from "./prompting.js";
import { chooseByWays } from "./ways.js";

const at = (id) => document.getElementById(id);
const path = `/api/matches/${match}`;
const HINT_SECONDS = 1;
const LOST = "The connection is lost; trying again …";
const SOON = "One moment: the last moves are still being shown.";
const BUSY = "The server is busy; trying again …";
const MOST_LATE = 8; // the greatest number of moves by which the shown ply may lag if people play
const OFFERS = { undo: ["You have asked to take back your last move.", "asks to take back the last move."], draw: ["You have offered a draw.", "offers a draw."] };
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A button that copies a link. Only pages of this computer or over HTTPS may copy. */
function copier(text, href) {
  const button = made("button", "Copy", { type: "button", "aria-label": `Copy the link ${text}` }, async () => {
    await navigator.clipboard.writeText(href);
    button.textContent = "Copied";
  });
  return button;
}

/** Why random moves are played for the player of a state who has left while others go on, as the server says; else null. */
const gone = ({ players, you }) => players.find(({ name }) => name === you)?.gone;

/** Say why random moves are played for a player, by default for who reads it. */
function leftBecause(why, name = "") {
  if (!name) return `${why === "time" ? "Your time is over" : "You have resigned"}; random moves are played for you`;
  return `${why === "time" ? `The time of ${name} is over` : `${name} has resigned`}; random moves are played for ${name}`;
}

/**
 * Return whether a button is pressed for the second time. After the first time it asks a question, for five seconds or
 * until something else is clicked.
 */
function confirmed(button, question) {
  const again = button.textContent === question;
  const usual = (button.dataset.usual ??= button.textContent);
  const calm = (event) => {
    if (event?.target !== button) button.textContent = usual;
  };
  button.textContent = again ? usual : question;
  clearTimeout(confirmed.timer);
  confirmed.timer = setTimeout(calm, 5000);
  addEventListener("click", calm, { capture: true, once: true });
  return again;
}

export class Table {
  constructor() {
    this.states = new Map(); // the last state that the server sent, by the secret of the seat; null is the key of who only watches
    this.sockets = new Map();
    this.plies = new Map(); // promises of earlier boards, by ply
    this.course = null;
    this.names = []; // the moves, in notation
    this.shown = 0; // the ply that is shown
    this.follows = true; // whether the shown ply moves on to the last one by itself
    this.replays = false; // whether it does so because somebody wants to see the moves again
    this.choice = new Choice([]);
    this.hints = null;
    this.heard = 0;
    this.meant = []; // clicked cells with which no legal move begins
    this.since = -Infinity; // the time from which the current ply has been shown
    this.passed = -1;
    this.met = new Set(); // the names of the players who have been here
  }

  async begin() {
    at("play").hidden = false;
    try {
      this.scene = await ask(`${path}/scene`);
    } catch (error) {
      this.refuseLink(error.message);
      return;
    }
    this.prepare();
    for (const secret of secrets.length ? secrets : [null]) this.connect(secret);
    setInterval(() => this.showClocks(), 200);
  }

  /** Say instead of showing the match why its link leads nowhere, and where one can go. */
  refuseLink(reason, ...others) {
    const links = [["Choose a game", "/"], ...others].flatMap(([text, href]) => [" ", made("a", text, { href })]);
    const said = made("p", reason, { role: "alert" });
    said.append(...links);
    at("play").hidden = true;
    at("play").after(made("main", ""));
    at("play").nextElementSibling.append(said);
  }

  /** Create the board, without a position, and connect the controls. */
  prepare() {
    const { scene } = this;
    const pieces = document.importNode(new DOMParser().parseFromString(scene.pieces, "image/svg+xml").documentElement, true);
    scene.empty.push(false, false); // the states of unseen and covered cells
    at("pieces").append(pieces);
    this.cells = new Map(scene.names.map((name, number) => [name, number]));
    this.labels = []; // of options: the number of the first one is -1
    this.board = new Board(at("board"), scene.scene, scene.names, (cell, dragged) => this.click(cell, dragged));
    const asked = this.asking();
    this.laying = new Laying(at("laying"), this.board, scene.scene.laying, asked);
    this.prompt = new Prompt(at("prompt"), asked);
    fillSpeeds(at("speed"), calm ? "at once" : "normal");
    for (const [id, act] of [
      ["first", () => this.visit(0)],
      ["back", () => this.visit(this.shown - 1)],
      ["forward", () => this.visit(this.shown + 1)],
      ["last", () => this.visit(this.last)],
      ["run", () => this.run()],
      ["done", () => this.play(this.typed())],
      ["clear", () => this.clear()],
    ])
      at(id).addEventListener("click", act);
    at("ply").addEventListener("input", () => this.visit(Number(at("ply").value)));
    at("passing").addEventListener("change", () => this.pass());
    at("series").addEventListener("change", () => this.showCourse());
    at("how").addEventListener("toggle", () => this.showRules());
    at("course").addEventListener("toggle", () => this.showCourse());
    keepHeight(at("told"));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
    chooseByWays(this.board, at("options"));
    at("type").addEventListener("submit", (event) => {
      event.preventDefault();
      this.playTyped(at("move").value);
    });
  }

  /** What ``Laying`` and ``Prompt``, which help to choose a move, need of the page. */
  asking() {
    const page = this;
    return {
      names: page.scene.names,
      empty: page.scene.empty,
      get choice() {
        return page.choice;
      },
      get states() {
        return page.state.board?.states ?? [];
      },
      get labels() {
        return this.states.map((state) => page.scene.labels[state]);
      },
      cellOf: (step) => step,
      click: (cell) => page.click(cell),
      chosen: () => page.chosen(),
      clear: () => page.clear(),
      show: () => page.show(),
      refuseLaid: (cells, whole) => (whole ? page.explain([...page.choice.steps, ...cells]) : page.say("It would lie over the edge there.")),
    };
  }

  // -- messages of the server

  connect(secret) {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}/events`);
    this.sockets.set(secret, socket);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify(secret ? { seat: secret } : {}));
      const all = [...this.sockets.values()].every(({ readyState }) => readyState === WebSocket.OPEN);
      if (all && [LOST, BUSY].includes(at("message").textContent)) this.say("");
    });
    socket.addEventListener("message", (event) => this.hear(secret, JSON.parse(event.data)));
    socket.addEventListener("close", ({ code }) => {
      if (code === 1008) {
        this.sockets.delete(secret);
        if (!this.sockets.size) this.refuseLink("This link opens no seat: it is wrong, or the match is not kept any more. Ask whoever sent it for another one.", ["Watch the match", address(match, [])]);
        return;
      }
      const told = code === 1013 ? BUSY : LOST;
      if (at("message").textContent !== told) this.say(told); // once, as screen readers read each change aloud
      setTimeout(() => this.connect(secret), 1000);
    });
  }

  hear(secret, said) {
    if (said.type === "refused") {
      this.say(said.message);
      this.clear(false);
      return;
    }
    const first = !this.states.size;
    const known = first ? null : this.state;
    const before = this.states.get(secret);
    this.states.set(secret, { ...said, secret, heard: performance.now() });
    if (first) this.met = new Set(said.here);
    if (before?.number === said.number && this.isOpen === this.wasOpen) {
      if (before.here.join() !== said.here.join()) this.meet(said.here);
      if (said.rematch && !before.rematch) {
        this.say("Somebody wants a rematch.");
        this.show();
      }
      this.showClocks();
      return;
    }
    if (!this.isOpen) this.names = [];
    else if (said.told.some(({ move }, ply) => this.names[ply] !== move) || said.told.length !== this.names.length) {
      const names = said.told.map(({ move }) => move);
      if (this.names.some((name, ply) => name !== names[ply])) this.plies.clear();
      this.names = names;
      this.course = null;
    }
    const opens = this.isOpen && this.wasOpen === false; // what was hidden is open at the end: first of all the result is shown
    this.wasOpen = this.isOpen;
    if (said.sound && !first && this.isOpen && this.names.length > this.heard) knock();
    this.heard = this.names.length;
    const watched = this.state.players.every(({ who }) => who !== "human");
    const late = !watched && this.last - this.shown > MOST_LATE;
    const jumps = first && !(watched && sessionStorage.getItem(match)); // programs that were started here are watched from the beginning
    if (jumps || opens || this.last < this.shown || !this.isOpen || (this.follows && (late || !this.delay))) this.shown = this.last;
    if (this.state !== known) {
      this.choose(); // otherwise another seat of this page has received the same event, and a move may have been begun
      this.say("");
    }
    const declined = before?.offer?.player === said.you && !said.offer && !said.result && before.told.length === said.told.length;
    if (declined && said.you) {
      const others = this.othersOf(said);
      this.say(`${others.length === 1 ? others[0].name : "Somebody"} has declined.`);
    }
    said.players.forEach(({ name, gone: why }, number) => {
      if (why && before && !before.players[number].gone && name !== said.you) this.say(`${leftBecause(why, name)}.`);
    });
    this.show();
    this.goOn();
    this.pass();
  }

  /** Say who has come to play for the first time, unless another seat of this page is still being opened. */
  meet(here) {
    const mine = [...this.states.values()].map(({ you }) => you);
    const come = here.filter((name) => !this.met.has(name) && !mine.includes(name));
    for (const name of come) this.met.add(name);
    if (come.length && this.states.size === this.sockets.size) this.say(`${come.join(" and ")} ${come.length > 1 ? "are" : "is"} here now.`);
    this.show();
  }

  /** The people of a state who do not play on this page. */
  othersOf({ players }) {
    const here = [...this.states.values()].map(({ you }) => you);
    return players.filter(({ who, name }) => who === "human" && !here.includes(name));
  }

  /** The state of the seat of this page that is to move, or else of its first seat; of one that stays, if there is any. */
  get state() {
    const all = [...this.states.values()];
    const newest = Math.max(...all.map(({ number }) => number));
    const states = this.scene.hidden ? all : all.filter(({ number }) => number === newest);
    const staying = states.filter((state) => !gone(state));
    return staying.find(({ movers, you }) => movers.includes(you)) ?? staying[0] ?? states[0];
  }

  /** Whether all moves and boards can be shown. */
  get isOpen() {
    return !this.scene.hidden || this.state.result !== null;
  }

  get last() {
    return this.names.length;
  }

  get isLive() {
    return this.shown === this.last;
  }

  /** Whether the moves that have just been played are still being shown. */
  get catchesUp() {
    return this.follows && !this.replays && !this.isLive && !this.state.result;
  }

  get canMove() {
    return this.isLive && !this.state.result && !gone(this.state) && this.state.movers.includes(this.state.you);
  }

  // -- replay

  get delay() {
    return 1000 * SPEEDS.find(([name]) => name === at("speed").value)[1];
  }

  /** Show the position after a ply, and stay there unless it is the last one. */
  visit(ply) {
    if (!this.isOpen) return;
    this.shown = Math.min(this.last, Math.max(0, ply));
    this.follows = this.isLive;
    this.replays = false;
    this.choose();
    this.show();
  }

  /** Begin to show the moves one by one, from the beginning if the last one is shown; or stop it. */
  run() {
    this.follows = this.replays = !this.follows || this.isLive;
    if (this.isLive) this.shown = 0;
    this.since = performance.now();
    this.show();
    this.goOn();
  }

  goOn() {
    if (!this.follows || this.isLive || this.waits) return;
    const seen = performance.now() - this.since; // how long the current ply has been shown
    this.waits = setTimeout(() => {
      this.waits = null;
      if (!this.follows || this.isLive) return;
      this.since = performance.now();
      this.shown = this.delay ? this.shown + 1 : this.last;
      if (this.isLive) {
        this.choose();
        if (at("message").textContent === SOON) this.say("");
      }
      this.show();
      this.goOn();
      this.pass();
    }, Math.max(0, this.delay - seen));
  }

  /** The board of the shown ply: that of the last state, or one that is requested from the server. */
  async boardShown() {
    const { state } = this;
    if (this.isLive) return { board: state.board, standing: state.standing, mover: state.movers.join(" and ") };
    if (!this.plies.has(this.shown)) {
      const found = ask(`${path}/plies/${this.shown}`);
      this.plies.set(this.shown, found);
      found.catch(() => this.plies.clear());
    }
    return this.plies.get(this.shown);
  }

  // -- clicks

  /** The choice among the legal moves here. A step is the number of a cell, or a negative number for an option. */
  choiceNow() {
    if (!this.states.size || !this.canMove) return new Choice([]);
    const step = ({ cell, option }) => {
      if (option === undefined) return this.cells.get(cell);
      if (!this.labels.includes(option)) this.labels.push(option);
      return -1 - this.labels.indexOf(option);
    };
    return new Choice((this.state.legal ?? []).map((move) => ({ name: move.notation, steps: move.steps.map(step) })));
  }

  /** Begin to choose a move in the shown position. */
  choose() {
    this.choice = this.choiceNow();
    if (this.states.size) this.prompt.begin();
  }

  /** The notation of the chosen move; if the legal moves are not known, of all that was clicked. */
  typed() {
    return this.choice.complete?.name ?? this.notation(this.choice.steps);
  }

  notation(steps) {
    const name = (step) => (step < 0 ? this.labels[-1 - step] : this.scene.names[step]);
    return steps.map((step, place) => (place ? (step < 0 || steps[place - 1] < 0 ? "=" : "-") : "") + name(step)).join("");
  }

  click(cell, dragged = false) {
    if (!this.canMove) {
      this.sayWhyNot();
      return;
    }
    if (this.laying.click(cell, dragged)) return;
    if (this.state.legal === null) this.choice.steps = [...this.choice.steps, cell];
    else if (!this.choice.take(cell, dragged)) {
      if (!dragged || this.choice.steps.at(-1) !== cell) this.refuse(cell);
      return;
    }
    this.chosen();
  }

  /** Say why nobody can move here now. */
  sayWhyNot() {
    if (this.catchesUp) this.say(SOON);
    else if (!this.isLive) this.say("This is an earlier position: go to the last move, or play on from here.");
    else if (this.state.result) this.say("The game is over.");
    else if (gone(this.state)) this.say(`${leftBecause(gone(this.state))}.`);
    else if (this.state.you) this.say(`It is the turn of ${this.state.movers.join(" and ")}.`);
  }

  /** Show why a click is refused. An own piece with which no move begins is kept as the beginning of an illegal move. */
  refuse(cell) {
    const begun = this.choice.steps.length ? this.choice.steps : this.meant;
    if (begun.at(-1) === cell) return;
    this.explain([...begun, cell]);
    const takesSome = this.choice.moves.some(({ steps }) => steps.filter((step) => step >= 0).length > 1);
    const own = this.scene.labels[this.state.board.states[cell]].startsWith(`${this.state.you} `);
    this.meant = takesSome && own && !begun.length ? [cell] : [];
  }

  chosen() {
    this.meant = [];
    this.asked = null;
    this.say("");
    if (this.choice.move) this.play(this.choice.move.name);
    else this.show();
  }

  clear(quiet = true) {
    if (quiet) this.say("");
    this.choose();
    this.show();
  }

  /** Show why a move is refused, and flash the cells that could be clicked instead. */
  async explain(steps) {
    const found = await this.told({ move: this.notation(steps), exact: true });
    if (!found) return;
    if (found.legal) return this.play(found.move); // of very many moves the server sends only some
    this.say(found.message);
    this.board.flash();
  }

  /** What the server says about a move here; null after showing the error, or if something else has happened meanwhile. */
  async told(question) {
    const { secret, number } = this.state;
    const asked = (this.asked = {});
    try {
      const found = await ask(`${path}/explain`, question, secret);
      return this.state.number === number && asked === this.asked ? found : null;
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  /** Play a move that was typed as people write moves, or say why it cannot be played. */
  async playTyped(move) {
    if (!this.canMove) {
      this.sayWhyNot();
      return;
    }
    const found = await this.told({ move });
    if (!found) return;
    if (!found.legal) {
      this.say(found.message);
      return;
    }
    at("move").value = "";
    this.play(found.move);
  }

  play(text) {
    this.act("move", text);
  }

  act(kind, text = "", state = this.state) {
    const socket = this.sockets.get(state.secret);
    const deed = JSON.stringify({ kind, text, number: state.number });
    if (socket.readyState === WebSocket.OPEN) socket.send(deed);
    else if (socket.readyState === WebSocket.CONNECTING) {
      socket.addEventListener("open", () => socket.send(deed), { once: true }); // after the message with the secret
    } else {
      this.say(LOST);
      this.clear(false);
    }
  }

  /** Play a forced pass, unless the box is not checked. The box is shown from the first one on. */
  pass() {
    const { forced } = this.choice;
    const { number } = this.state;
    if (forced) at("passing").parentElement.hidden = false;
    if (!forced || !at("passing").checked || this.passed === number) return;
    this.passed = number;
    setTimeout(() => {
      if (this.state.number !== number || !this.choice.forced) return;
      this.play(forced.name);
    }, this.delay);
  }

  async hint() {
    const { number } = this.state;
    this.say("Thinking …");
    try {
      if (!this.hints) {
        const answer = await fetch(`${path}/engine.wasm`);
        if (!answer.ok) throw new Error((await answer.json()).message);
        this.hints = await Hints.of(new Uint8Array(await answer.arrayBuffer()));
      }
      const best = (await this.hints.best(this.names, HINT_SECONDS)).slice(0, 3);
      if (this.state.number !== number) return;
      this.say(`Best moves, with how often each was looked at: ${best.map(({ name, visits }) => `${name} (${visits})`).join(", ")}.`);
      const move = this.choice.moves.find(({ name }) => name === best[0].name);
      this.board.flash((move?.steps ?? []).filter((step) => step >= 0));
    } catch (error) {
      this.say(error.message);
    }
  }

  /** Begin another match with the moves up to a ply, with the same seats. */
  async branch(ply) {
    const mine = [...this.states.values()].map(({ you }) => you).filter(Boolean);
    try {
      const begun = await ask(`${path}/branch`, { ply });
      enter(begun, mine.length ? mine : Object.keys(begun.seats));
    } catch (error) {
      this.say(error.message);
    }
  }

  /** Go to the match that another player has begun after this one, with the same seats. */
  join() {
    const seats = Object.assign({}, ...[...this.states.values()].map(({ rematch }) => rematch?.seats));
    enter({ match: this.state.rematch.match, seats }, Object.keys(seats));
  }

  // -- display

  say(text) {
    at("message").textContent = text;
  }

  async show() {
    const asked = (this.drawing = {});
    let found;
    try {
      found = await this.boardShown();
    } catch (error) {
      this.say(error.message);
      return;
    }
    if (asked !== this.drawing || !this.states.size) return; // something else is shown by now
    const keep = keepFocus();
    if (this.isLive) this.replays = false;
    const { state, choice, scene } = this;
    const { board } = found;
    at("title").textContent = state.title;
    document.title = `${state.title} – tilewright`;
    at("board").setAttribute("aria-label", `The board of ${state.title}`);
    at("board").toggleAttribute("hidden", !board);
    at("unseen").hidden = Boolean(board);
    const next = choice.next;
    if (board) {
      const { states, counts, last } = board;
      const chosen = new Set(choice.steps.filter((step) => step >= 0));
      this.board.show({
        states, counts, marks: this.board.scene.marked.map(([mark]) => new Set(board.marks[mark])), empty: scene.empty, labels: states.map((number) => scene.labels[number]), last: new Set(last), chosen,
        ...this.laying.shown(next),
      });
      this.laying.show();
      this.prompt.show(this.laying.active);
      if (!this.oriented) {
        this.oriented = true;
        const own = scene.players.findIndex(({ name }) => name === state.you);
        if (own >= 0 && scene.turned[own]) this.board.turn(true);
      }
    }
    const turn = found.mover ? `${found.mover} to move` : "";
    const earlier = [`After ${this.shown} of ${this.last} moves`, turn].filter(Boolean).join("; ");
    write(at("status"), this.isLive ? this.status() : this.catchesUp ? turn : earlier);
    this.showOffer();
    const movers = !this.isLive ? [found.mover] : state.result ? this.winners : state.movers;
    const mover = [...scene.players, scene.nature].find((each) => each && movers.includes(each.name));
    at("turn-of").replaceChildren(...(mover ? [disc(mover.colour)] : []));
    const told = this.isOpen && this.shown ? state.told[this.shown - 1] : null;
    write(at("heard"), told && this.isLive && told.player !== state.you ? `${told.player}: ${told.move}` : "");
    const byNature = told && scene.nature && told.player === scene.nature.name;
    showDrawn(at("drawn"), byNature ? told.move : "", this.shown, told?.player, (name) => this.cells.has(name));
    this.showOptions(next.filter((step) => step < 0));
    at("done").hidden = !(choice.complete && next.length) && !(state.legal === null && choice.steps.length);
    at("clear").hidden = !choice.steps.length;
    refill(at("actions"), this.actions());
    at("type").hidden = !state.you || Boolean(state.result ?? gone(state));
    this.showReplay();
    this.showSeats(found.standing, movers);
    this.showClocks();
    this.showLinks();
    this.showCourse();
    document.body.dataset.ply = this.shown;
    document.body.dataset.state = state.result ? "over" : this.canMove ? "human" : this.isLive ? "waiting" : "earlier";
    keep();
  }

  /** The names of the players with the greatest return, unless all have the same one; a single player wins with more than 0. */
  get winners() {
    const { players, result } = this.state;
    const most = Math.max(...result.returns);
    const won = players.filter((_, number) => result.returns[number] === most && most > Math.min(0, ...result.returns));
    return won.length === 1 || won.length < players.length ? won.map(({ name }) => name) : [];
  }

  status() {
    const { result, you, movers, players } = this.state;
    if (result) {
      const { winners } = this;
      const losers = players.filter(({ name }) => !winners.includes(name));
      const here = [...this.states.values()].filter((each) => each.you);
      const own = here.length === 1 && winners.length ? (winners.includes(you) ? "You won: " : "You lost: ") : "";
      const [who, have] = losers.length === 1 ? [losers[0].name, "has"] : ["others", "have"];
      const why = { rules: "", resigned: `, since ${who} ${have} resigned`, time: `, since the time of ${who} is over`, agreed: ", as was agreed" }[result.why];
      const scores = result.scores ? `, ${result.scores.join(" to ")}` : "";
      if (!winners.length && result.returns.length > 1) return `${alike(result.returns[0])}${why}${scores}.`;
      if (own && winners.join() === you) return `You won${why}${scores}.`;
      if (!winners.length) return `The game is ${result.returns[0] < 0 ? "lost" : "over"}${scores}.`;
      return `${own}${winners.join(" and ")} won${why}${scores}.`;
    }
    if (gone(this.state)) return leftBecause(gone(this.state));
    if (movers.includes(you)) return `Your turn, ${you}`;
    const thinks = players.filter(({ name }) => movers.includes(name)).some(({ who }) => who !== "human");
    const does = thinks ? `${movers.length > 1 ? "are" : "is"} thinking …` : "to move";
    return `${you ? `You are ${you}; ` : ""}${movers.join(" and ")} ${does}`;
  }

  /** Show an open offer, with what others than its maker can answer. */
  showOffer() {
    const { offer } = this.state;
    const here = [...this.states.values()].filter(({ you }) => you);
    const [own, others] = offer ? OFFERS[offer.what] : ["", ""];
    const text = here.some(({ you }) => you === offer?.player) ? own : offer ? `${offer.player} ${others}` : "";
    at("offer").hidden = !offer;
    if (at("offer").firstChild?.textContent === text) return; // it is read aloud once, and the focus stays
    const answer = (name, kind, secret) => made("button", name, { type: "button", class: "option" }, () => this.act(kind, "", this.states.get(secret)));
    const asked = here.filter(({ you }) => you !== offer?.player);
    const answers = asked.flatMap(({ secret }) => [answer("Accept", "accept", secret), answer("Decline", "decline", secret)]);
    at("offer").replaceChildren(...(offer ? [made("strong", text), ...answers] : []));
  }

  showOptions(steps) {
    const { choice } = this;
    const { options } = this.board.scene.captions;
    const button = (text, act) => made("button", called(text, options), { type: "button", class: "option", "data-option": text }, act);
    const found = steps.map((step) => button(this.notation([step]), () => choice.take(step) && this.chosen()));
    const bare = choice.steps.length ? null : choice.moves.find((move) => !move.steps.length);
    if (bare) found.push(button(bare.name, () => this.play(bare.name)));
    refill(at("options"), found);
  }

  showReplay() {
    at("replay").hidden = !this.isOpen || !this.last;
    at("ply").max = this.last;
    at("ply").value = this.shown;
    at("ply").setAttribute("aria-valuetext", this.shown ? `${this.shown}: ${this.names[this.shown - 1]}` : "the beginning");
    for (const id of ["first", "back"]) at(id).disabled = !this.shown;
    for (const id of ["forward", "last"]) at(id).disabled = this.isLive;
    at("run").textContent = this.follows && !this.isLive ? "Stop" : "Watch";
    const names = this.isOpen ? this.names : this.state.told.map(({ player, move }) => (move === null ? "…" : `${player}: ${move}`));
    showHistory(at("history"), names, this.shown, this.isOpen ? (ply) => this.visit(ply) : null);
  }

  showSeats(standing, movers) {
    const { state, scene } = this;
    const { captions } = this.board.scene;
    const mine = [...this.states.values()].map(({ you }) => you);
    const seats = state.players.map(({ name, who, gone: why }, number) => {
      const seat = made("div", "", { class: movers.includes(name) && !state.result ? "seat moving" : "seat", "data-seat": name });
      const person = mine.includes(name) ? "You" : state.here.includes(name) || state.result ? "A person" : "A person, not connected";
      const plays = why ? leftBecause(why, mine.includes(name) ? "" : name) : who === "human" ? person : programCalled(who);
      const told = made("small", [plays, toldMates(scene.players[number])].filter(Boolean).join(", "));
      const numbers = made("small", standing ? toldNumbers(standing.own[number], captions) : "", { class: "numbers" });
      seat.append(disc(scene.players[number].colour), made("strong", name), told, made("time", "", { class: "clock" }), numbers);
      return seat;
    });
    at("seats").replaceChildren(...seats);
    at("common").textContent = standing ? toldNumbers(standing.common, captions) : "";
  }

  showClocks() {
    if (!this.states.size) return;
    const { players, heard, result } = this.state;
    const passed = (performance.now() - heard) / 1000;
    document.querySelectorAll("#seats .clock").forEach((clock, number) => {
      const player = players[number];
      if (!player || player.left === null) return;
      const left = Math.max(0, player.left - (player.runs && !result ? passed : 0));
      clock.textContent = toldTime(left);
      clock.classList.toggle("short", left < 10);
    });
  }

  actions() {
    const { state } = this;
    const button = (text, act, attributes = {}) => made("button", text, { type: "button", ...attributes }, act);
    const found = [];
    if (state.you && !state.result && !gone(state)) {
      const here = new Map([...this.states.values()].map((each) => [each.you, each]));
      const undone = here.get(state.told.findLast(({ player }) => here.has(player))?.player);
      const off = (isOff) => (isOff ? { disabled: "" } : {});
      if (state.undo === "free") {
        found.push(button("Undo", () => this.act("undo", "", undone), off(!undone)));
        found.push(button("Redo", () => this.act("redo"), off(!state.redo)));
      }
      if (state.undo === "asked") found.push(button("Ask to undo", () => this.act("offer", "undo", undone), off(!undone || state.offer)));
      if (state.hints && !this.scene.hidden) found.push(button("Hint", () => this.hint(), off(!this.canMove)));
      if (this.othersOf(state).length) found.push(button("Offer a draw", () => this.act("offer", "draw"), off(state.offer)));
      const resign = button("Resign", () => confirmed(resign, "Really resign?") && this.act("resign"));
      found.push(resign);
    }
    found.push(button("Turn board", () => this.board.turn(!this.board.turned)));
    if (this.isOpen && !this.isLive && !this.catchesUp) found.push(button("Play on from here", () => this.branch(this.shown)));
    if (state.rematch) found.push(button("Join the rematch", () => this.join(), { class: "option" }));
    else found.push(button("New game", () => this.branch(0), state.result ? { class: "option" } : {}));
    return found;
  }

  showLinks() {
    const mine = new Set(secrets);
    const others = Object.entries(begunHere(match)).filter(([, key]) => !mine.has(key));
    const links = [...others.map(([name, key]) => [`for ${name}`, address(match, [key])]), ["to watch", address(match, [])]];
    if (at("links").childElementCount) return; // they never change
    at("links").replaceChildren(
      ...links.map(([text, href]) => {
        const shown = made("span", "");
        shown.append(made("a", text, { href, target: "_blank", rel: "noopener" }));
        if (navigator.clipboard) shown.append(" ", copier(text, href));
        return shown;
      }),
    );
  }

  /** Say how the game is played, when somebody wants to know it: what is said of it, and its rules in words. */
  async showRules() {
    if (!at("how").open || at("how").childElementCount > 1) return;
    try {
      const { about, rules } = await ask(`${path}/rules`);
      const told = rules.flatMap(({ title, lines }) => {
        const list = made("ul", "");
        for (const line of lines) {
          const item = list.appendChild(made("li", line));
          item.style.marginInlineStart = `${line.search(/\S/) / 2}em`;
        }
        return [made("h3", title), list];
      });
      const inWords = made("details", "", about.length ? {} : { open: "" });
      inWords.append(made("summary", "The rules in words"), ...told);
      at("how").append(...about.map((text) => made("p", text)), inWords);
    } catch (error) {
      this.say(error.message);
    }
  }

  async showCourse() {
    at("course").hidden = !this.isOpen || this.last < 2;
    if (at("course").hidden || !at("course").open) return;
    if (!this.course) {
      const { names } = this;
      let found;
      try {
        found = await ask(`${path}/course`);
      } catch {
        return; // it is shown with the next state that the server sends
      }
      if (names !== this.names) return; // a move was played meanwhile, which asks again
      const { counters } = this.board.scene.captions;
      this.course = found.series.map(({ name, values }) => ({ name: called(name, counters), values })).filter(({ name }) => name);
    }
    at("course").hidden = !this.course.length;
    if (this.course.length) showCourse(this.course, this.scene.players, this.shown, (ply) => this.visit(ply));
  }
}
