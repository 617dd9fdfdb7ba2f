// The page of a game: who plays, clicks, and the line of moves that were played. Legal moves come from the rules; a
// worker searches for the computer's moves and for hints.

import { Board } from "./board.js";
import { Choice } from "./choosing.js";
import { showDrawn } from "./dice.js";
import { Laying } from "./laying.js";
import { SPEEDS, alike, disc, fillSpeeds, keepFocus, keepHeight, knock, made, refill, showCourse, showHistory, called, toldMates, toldNumbers, toldTime, write } from "./parts.js";
import { Prompt } from "./prompting.js";
import { RulesError } from "./rules.js";
import { chooseByWays } from "./ways.js";

const SEATS = [
  ["human", "Human"],
  ["0.3s", "Computer, quick"],
  ["1s", "Computer, 1 second"],
  ["3s", "Computer, 3 seconds"],
  ["10s", "Computer, 10 seconds"],
  ["100", "Computer, 100 playouts"],
];
const element = (id) => document.getElementById(id);

export class Play {
  constructor(rules, scene, worker) {
    this.rules = rules;
    this.game = rules.game;
    this.worker = worker;
    this.asked = 0;
    this.waiting = null;
    this.paused = false;
    fillSpeeds(element("speed"), matchMedia("(prefers-reduced-motion: reduce)").matches ? "at once" : "normal");
    this.terms = this.game.terms;
    const { seats, moves } = history.state ?? {}; // of a page that is loaded again
    this.seats = this.game.players.map((_, player) => seats?.[player] ?? (player ? "1s" : "human"));
    const names = this.game.cells.map(({ name }) => name);
    this.board = new Board(element("board"), scene, names, (cell, dragged) => this.click(cell, dragged));
    this.empty = this.game.states.map((_, number) => !document.getElementById(`piece-${number}`));
    this.labels = this.game.states.map(({ owner, piece, name }, number) =>
      this.empty[number] ? "" : [owner === null ? "" : this.game.players[owner].name, piece ?? name ?? ""].join(" ").trim(),
    );
    const asked = this.asking(names);
    this.laying = new Laying(element("laying"), this.board, scene.laying, asked);
    this.prompt = new Prompt(element("prompt"), asked);
    worker.onmessage = ({ data }) => this.answered(data);
    worker.onerror = ({ message }) => this.answered({ id: this.waiting?.id, error: message });
    for (const [id, act] of [
      ["new", () => (this.isOver || this.line.length < 2 || confirm("Give this game up?")) && this.begin()],
      ["undo", () => this.undo()],
      ["hint", () => this.hint()],
      ["back", () => this.visit(this.at - 1)],
      ["forward", () => this.visit(this.at + 1)],
      ["pause", () => this.pause(!this.paused)],
      ["turn", () => this.board.turn(!this.board.turned)],
      ["done", () => this.play(this.choice.complete)],
      ["clear", () => this.clear()],
    ])
      element(id).addEventListener("click", act);
    keepHeight(element("told"));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.clear();
    });
    chooseByWays(this.board, element("options"));
    element("ply").addEventListener("input", () => this.visit(Number(element("ply").value)));
    element("passing").addEventListener("change", () => this.visit(this.at));
    element("series").addEventListener("change", () => this.showCourse());
    element("course").addEventListener("toggle", () => this.showCourse());
    this.makeSeats();
    this.begin(moves);
  }

  /** The part of the page that Laying and Prompt use. */
  asking(names) {
    const page = this;
    return {
      names,
      empty: page.empty,
      get choice() {
        return page.choice;
      },
      get states() {
        return page.states;
      },
      get labels() {
        return page.states.map((state) => page.labels[state]);
      },
      cellOf: (step) => page.rules.cellOfBit.get(step),
      click: (cell) => page.click(cell),
      chosen: () => page.chosen(),
      clear: () => page.clear(),
      show: () => page.show(),
      refuseLaid: (cells, whole) => page.say(whole ? `It does not fit on ${cells.map((cell) => names[cell]).join(", ")}.` : "It would lie over the edge there."),
    };
  }

  /** Begin to choose a move in the position that is shown. */
  choose() {
    this.choice = new Choice(this.isHuman() && this.isOpen && !this.isOver ? this.now.moves : []);
    this.states = this.rules.board(this.now.record);
    this.prompt.begin();
  }

  // What has been played

  /** Begin a game with the moves of these names, up to one that is not legal: the page may have other rules by now. */
  begin(names = []) {
    const random = crypto.getRandomValues(new BigUint64Array(1))[0];
    this.seed = BigInt.asIntN(63, random) & 0xffffffffffffn;
    this.line = [this.moment(this.rules.start(), null)];
    this.at = 0;
    for (const name of names) {
      const next = this.after(this.now.moves.find((move) => move.name === name));
      if (!next) break;
      this.at = this.line.push(next) - 1;
    }
    this.paused = false;
    this.say("");
    this.visit(this.at);
  }

  /**
   * Return what the line keeps of a position: its record, legal moves, player and numbers, the move from the position
   * that is shown (null at the start), and its key where rules ask for earlier positions.
   */
  moment(record, move) {
    const { rules, game } = this;
    const { moves, record: settled } = rules.moves(record, move ? this.keys(this.at + 1) : []);
    const key = game.remembers ? rules.key(record) : null;
    return { record: moves.length ? record : settled, key, moves, move, player: rules.player(record), standing: rules.standing(record) };
  }

  /** The keys of the positions before a position of the line; none unless rules ask for them. */
  keys(at = this.at) {
    return this.game.remembers ? this.line.slice(0, at).map(({ key }) => key) : [];
  }

  get now() {
    return this.line[this.at];
  }

  get isOver() {
    return !this.now.moves.length || Boolean(this.now.late);
  }

  /**
   * Whether the game can go on from the position that is shown: the last one or, where moves may be taken back, any.
   */
  get isOpen() {
    return this.terms.undo || this.at === this.line.length - 1;
  }

  isNature(moment = this.now) {
    return moment.player >= this.game.players.length;
  }

  isHuman(moment = this.now) {
    return !this.isNature(moment) && this.seats[moment.player] === "human";
  }

  /** Show a position of the line, and let the game go on from there. */
  visit(at) {
    if (at < 0 || at >= this.line.length) return;
    this.at = at;
    this.since = performance.now();
    this.keep();
    this.cancel();
    this.choose();
    this.hinted = [];
    if (at < this.line.length - 1 && !this.isHuman()) this.paused = true;
    this.show();
    this.goOn();
  }

  /** Return what the line keeps after a move, and nothing if there is no move or the rules go wrong. */
  after(move) {
    return move && this.guarded(() => this.moment(move.record, { name: move.name, steps: move.steps, player: this.now.player }));
  }

  play(move) {
    const next = this.after(move);
    if (!next) return;
    this.line.splice(this.at + 1, Infinity, next);
    if (this.terms.sound) knock();
    this.paused = false;
    this.say("");
    this.visit(this.at + 1);
  }

  /** Keep the game, so that it goes on when the page is loaded again. */
  keep() {
    try {
      history.replaceState({ seats: this.seats, moves: this.line.slice(1).map(({ move }) => move.name) }, "");
    } catch {
      // Safari keeps no more than a hundred states in some seconds.
    }
  }

  /** Go back to the last position in which a person had to choose; drop what was played after it. */
  undo() {
    let at = this.at - 1;
    const chose = (moment) => this.isHuman(moment) && !this.passes(moment);
    while (at > 0 && !chose(this.line[at])) at--;
    if (at < 0) return;
    this.line.length = at + 1;
    delete this.line[at].until;
    delete this.line[at].late;
    this.paused = !this.isHuman(this.line[at]);
    this.say("");
    this.visit(at);
  }

  // Who moves

  /**
   * The pass that is played by itself because it is forced. The first forced pass shows the box that turns this off.
   */
  passes(moment = this.now) {
    const { forced } = new Choice(moment.moves);
    if (forced) element("passing").parentElement.hidden = false;
    return element("passing").checked ? forced : undefined;
  }

  /** Let the game go on: play a forced pass, let nature or the computer move, or let the clock of a person run. */
  goOn() {
    if (this.isOver || this.paused || !this.isOpen) return;
    if (this.isHuman()) {
      const pass = this.passes();
      if (pass) this.later(() => this.play(pass));
      else if (this.terms.seconds) this.wait();
      return;
    }
    if (this.isNature()) {
      this.later(() => this.draw());
      return;
    }
    if (this.now.moves.length === 1) {
      this.later(() => this.play(this.now.moves[0]));
      return;
    }
    this.ask(this.seats[this.now.player], (lines) => this.later(() => this.play(this.now.moves[lines[0].number])));
    this.show();
  }

  /** Call act once the position has been shown for as long as the speed says, unless something else happens before. */
  later(act) {
    const id = ++this.asked;
    const [, seconds] = SPEEDS.find(([name]) => name === element("speed").value);
    const seen = performance.now() - this.since;
    setTimeout(() => id === this.asked && act(), Math.max(0, 1000 * seconds - seen));
  }

  /** Let the clock of a person run, from when the position was first shown. A person without time left has lost. */
  wait() {
    const { now } = this;
    const running = (this.running = {});
    now.until ??= performance.now() + 1000 * this.terms.seconds;
    const run = () => {
      if (running !== this.running || now !== this.now) return;
      const left = (now.until - performance.now()) / 1000;
      if (left > 0) {
        element("clock").textContent = toldTime(left);
        setTimeout(run, Math.min(1000 * left, 100));
        return;
      }
      now.late = true;
      this.visit(this.at);
    };
    run();
  }

  /**
   * Play a random move of nature, from the page's own generator: Knuth's linear congruential one (MMIX), modulo 2^63.
   */
  draw() {
    const { now } = this;
    this.seed = (this.seed * 6364136223846793005n + 1442695040888963407n) & 0x7fffffffffffffffn;
    const record = this.guarded(() => this.rules.drawn(now.record, this.keys(), this.seed));
    if (!record) return;
    const same = (move) => move.record.every((word, place) => word === record[place]);
    this.play(now.moves.find(same) ?? now.moves[0]);
  }

  /** Let the worker search the position, for as long as a seat says; then call act with the lines that it has found. */
  ask(seat, act) {
    const id = ++this.asked;
    const { record, player } = this.now;
    this.waiting = { id, act };
    const seconds = Math.min(Number(seat.slice(0, -1)), 0.9 * (this.terms.seconds ?? Infinity));
    const limit = seat.endsWith("s") ? { seconds } : { visits: Number(seat) };
    this.worker.postMessage({ id, record, keys: this.keys(), player, seed: BigInt(this.line.length), ...limit });
  }

  /** Handle an answer of the worker; one that is no longer wanted is ignored. */
  answered({ id, lines, error }) {
    if (!this.waiting || this.waiting.id !== id) return;
    const { act } = this.waiting;
    this.waiting = null;
    if (error || !lines.length) {
      this.pause(true);
      this.say(error ? `The computer cannot play here: ${error}.` : "");
    } else act(lines);
    this.show();
  }

  cancel() {
    this.asked++;
    if (this.waiting) this.worker.postMessage({});
    this.waiting = null;
  }

  pause(paused) {
    this.paused = paused;
    if (paused) this.cancel();
    this.show();
    if (!paused) this.goOn();
  }

  hint() {
    if (!this.isHuman() || this.isOver) return;
    this.say("Thinking …");
    this.ask("1s", (lines) => {
      const best = lines.slice(0, 3).filter(({ visits }) => visits);
      this.hinted = best.map(({ number }) => this.now.moves[number]);
      const told = best.map(({ number, visits }) => `${this.now.moves[number].name} (${visits})`);
      this.say(`Best moves, with how often each was looked at: ${told.join(", ")}.`);
    });
    this.show();
  }

  /** Return what act returns; if the rules go wrong, pause, say so, and return null. */
  guarded(act) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.pause(true);
      this.say(`The game cannot go on: ${error.message}.`);
      return null;
    }
  }

  // What is clicked

  click(cell, dragged = false) {
    if (this.isOver) return this.say("The game is over.");
    if (!this.isOpen) return this.say("Nothing is taken back in this game: it goes on at its last move.");
    if (!this.isHuman()) return this.say(this.isNature() ? "It is nature's turn." : `It is ${this.mover()}'s turn.`);
    if (this.laying.click(cell, dragged)) return undefined;
    const step = this.game.cells[cell].bit;
    if (this.choice.take(step, dragged)) return this.chosen();
    return dragged && this.choice.steps.at(-1) === step ? undefined : this.refuse(cell);
  }

  chosen() {
    this.hinted = [];
    this.say("");
    if (this.choice.move) return this.play(this.choice.move);
    this.show();
  }

  clear() {
    this.choose();
    this.chosen();
  }

  /** Say why a click is refused, and which cells could be clicked instead. */
  refuse(cell) {
    const { name } = this.game.cells[cell];
    if (!this.terms.hints) return this.say(`${this.choice.steps.length ? "The move cannot go on" : `No legal move of ${this.mover()} begins`} with ${name}.`);
    const label = this.labels[this.rules.board(this.now.record)[cell]];
    const cells = this.choice.next.filter((step) => step >= 0);
    this.board.flash();
    const names = cells.map((step) => this.rules.stepName(step));
    const some = names.length > 12 ? `${names.slice(0, 12).join(", ")} …` : names.join(", ");
    const there = label ? `${name} (${label})` : name;
    if (this.choice.steps.length) {
      const from = this.rules.notation(this.choice.steps);
      this.say(`${from} cannot go on with ${there}. ${names.length ? `It can with ${some}.` : "Choose one of the options."}`);
    } else {
      this.say(`No legal move of ${this.mover()} begins with ${there}. ${names.length ? `Some do with ${some}.` : "There are only options."}`);
    }
  }

  mover() {
    return this.isNature() ? this.game.nature.name : this.game.players[this.now.player].name;
  }

  // What is shown

  say(text) {
    element("message").textContent = text;
  }

  show() {
    const keep = keepFocus();
    const { now, rules, game } = this;
    const cellsOf = (steps) => steps.filter((step) => step >= 0).map((step) => rules.cellOfBit.get(step));
    const human = this.isHuman() && !this.isOver && this.isOpen;
    const { choice } = this;
    const next = human ? choice.next : [];
    const { states } = this;
    const hinted = this.hinted.flatMap(({ steps }) => cellsOf(steps.slice(choice.steps.length)));
    this.board.show({
      states,
      empty: this.empty,
      counts: rules.counts(now.record),
      marks: this.board.scene.marked.map(([mark]) => rules.marked(now.record, mark)),
      labels: states.map((state) => this.labels[state]),
      last: new Set(now.move ? cellsOf(now.move.steps) : []),
      chosen: new Set([...cellsOf(choice.steps), ...hinted]),
      ...this.laying.shown(this.terms.hints ? next : []),
    });
    this.laying.show();
    this.prompt.show(this.laying.active);
    this.showStatus();
    this.showOptions(next.filter((step) => step < 0));
    element("done").hidden = !(human && choice.complete && next.length);
    element("clear").hidden = !choice.steps.length;
    element("undo").disabled = !this.line.slice(0, this.at).some((moment) => this.isHuman(moment)) && this.at === 0;
    element("hint").disabled = !human || this.waiting !== null;
    element("undo").hidden = !this.terms.undo;
    element("hint").hidden = !this.terms.hints;
    element("clock").hidden = !(this.terms.seconds && human);
    element("replay").hidden = this.line.length < 2;
    element("back").disabled = this.at === 0;
    element("forward").disabled = this.at === this.line.length - 1;
    element("pause").hidden = !this.isOpen || !(this.paused || this.seats.every((seat) => seat !== "human"));
    element("pause").textContent = this.paused ? "Go on" : "Pause";
    const before = this.line[this.at - 1];
    const drawn = before && this.isNature(before) ? now.move.name : "";
    showDrawn(element("drawn"), drawn, this.at, game.nature?.name, (name) => game.cells.some((cell) => cell.name === name));
    element("ply").max = this.line.length - 1;
    element("ply").value = this.at;
    element("ply").setAttribute("aria-valuetext", now.move ? `${this.at}: ${now.move.name}` : "the beginning");
    showHistory(element("history"), this.line.slice(1).map(({ move }) => move.name), this.at, (ply) => this.visit(ply));
    this.showNumbers();
    this.showCourse();
    document.body.dataset.ply = this.at;
    document.body.dataset.state = this.isOver ? "over" : human ? "human" : this.paused ? "paused" : "thinking";
    keep();
  }

  showStatus() {
    const { game, rules, now } = this;
    let text = `${this.mover()} to move`;
    let shown = [this.isNature() ? game.nature : game.players[now.player]];
    if (now.late) {
      const others = game.players.filter((_, player) => player !== now.player);
      text = `The time of ${this.mover()} is over${others.length === 1 ? `: ${others[0].name} has won` : ""}`;
    } else if (this.isOver) {
      const { returns, scores } = rules.result(now.record);
      const most = Math.max(...returns);
      const same = returns.every((part) => part === most);
      shown = game.players.filter((_, player) => returns[player] === most);
      const winners = shown.map(({ name }) => name);
      if (same && returns.length > 1) shown = [];
      if (returns.length === 1) text = most > 0 ? `${winners[0]} has won` : most < 0 ? `${winners[0]} has lost` : "The game is over";
      else text = same ? alike(most) : `${winners.join(" and ")} ${winners.length > 1 ? "have" : "has"} won`;
      if (scores) text += `, ${scores.join(" to ")}`;
      else if (game.gains) text += `: ${returns.map((part) => Math.round(part * 1000) / 1000).join(" to ")}`;
    } else if (!this.isHuman() && !this.paused) text = this.isNature() ? `${this.mover()} draws` : `${this.mover()} is thinking …`;
    write(element("status"), text);
    element("turn-of").replaceChildren(...shown.map(({ colour }) => disc(colour)));
    document.querySelectorAll("[data-seat]").forEach((seat) => {
      seat.classList.toggle("moving", !this.isOver && Number(seat.dataset.seat) === now.player);
    });
  }

  showOptions(steps) {
    const buttons = steps.map((step) => {
      const name = this.rules.stepName(step);
      const button = made("button", called(name, this.board.scene.captions.options), { type: "button", class: "option", "data-option": name });
      button.addEventListener("click", () => this.choice.take(step) && this.chosen());
      return button;
    });
    const bare = this.isHuman() && !this.choice.steps.length ? this.now.moves.find(({ steps: all }) => !all.length) : null;
    if (bare) {
      const button = made("button", bare.name, { type: "button", class: "option" });
      button.addEventListener("click", () => this.play(bare));
      buttons.push(button);
    }
    refill(element("options"), buttons);
  }

  showNumbers() {
    const { own, common } = this.now.standing;
    const { captions } = this.board.scene;
    document.querySelectorAll("[data-seat]").forEach((seat) => {
      seat.querySelector(".numbers").textContent = toldNumbers(own[Number(seat.dataset.seat)], captions);
    });
    element("common").textContent = toldNumbers(common, captions);
  }

  /** Draw the course of one of those numbers of the players that have changed. */
  showCourse() {
    const owns = this.line.map(({ standing }) => standing.own.map((numbers) => new Map(numbers)));
    const changed = (name) => owns.some((each) => each.some((numbers, player) => numbers.get(name) !== owns[0][player].get(name)));
    const { counters } = this.board.scene.captions;
    const told = (name) => called(name, counters) && changed(name);
    const names = [...new Set(owns.flatMap((each) => each.flatMap((numbers) => [...numbers.keys()])))].filter(told);
    element("course").hidden = this.line.length < 3 || !names.length;
    if (element("course").hidden || !element("course").open) return;
    const series = names.map((name) => ({ name: called(name, counters), values: owns.map((each) => each.map((numbers) => numbers.get(name) ?? 0)) }));
    showCourse(series, this.game.players, this.at, (ply) => this.visit(ply));
  }

  makeSeats() {
    this.game.players.forEach((each, player) => {
      const { name, colour } = each;
      const seat = made("div", "", { class: "seat", "data-seat": player });
      const select = made("select", "", { id: `seat-${player}`, "aria-label": `Who plays ${name}` });
      for (const [value, text] of SEATS) select.append(made("option", text, { value }));
      select.value = this.seats[player];
      select.addEventListener("change", () => {
        this.seats[player] = select.value;
        this.paused = false;
        this.say("");
        this.visit(this.at);
      });
      seat.append(disc(colour), made("strong", name), made("small", toldMates(each)), select, made("small", "", { class: "numbers" }));
      element("seats").append(seat);
    });
  }
}
