// Laying pieces that cover several cells: a piece is taken up, turned and flipped, and laid where the pointer, a finger
// or the keys point. This module knows no rules: a piece can be laid where a legal move goes on, after the step of the
// piece, with the cells of its shape.

import { SVG, drawn, made } from "./parts.js";

const SIDE = 12; // of a cell in the small picture of a piece

/** A form, an array of [column, row], moved so that its least column and row are 0, in order row by row. */
function settled(cells) {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  return cells.map(([x, y]) => [x - left, y - top]).sort(([x, y], [other, row]) => y - row || x - other);
}

/** A cell after a turn, by the slant of hexagons (see `slant` of the scene); squares have none and are turned by a quarter. */
const TURNS = { 0: ([x, y]) => [-y, x], 1: ([x, y]) => [-y, x + y], [-1]: ([x, y]) => [x - y, x] };
const turned = (cells, slant) => settled(cells.map(TURNS[slant]));
const flipped = (cells, slant) => settled(cells.map(([x, y]) => (slant ? [y, x] : [-x, y])));
const same = (form, other) => String(form) === String(other);

/** The cell of a form that lies at the pointer: the one nearest to its middle. */
function handle(form) {
  const middle = [0, 1].map((part) => form.reduce((sum, cell) => sum + cell[part], 0) / form.length);
  const away = ([x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2;
  return form.reduce((best, cell) => (away(cell) < away(best) - 1e-9 ? cell : best));
}

export class Laying {
  /**
   * host: the element that shows the piece that is taken up. board: the board on which it is laid. facts: `laying` of
   * the scene, null if no piece has a shape. page: the page, with `choice`, `cellOf(step)`, `states`, `labels` and
   * `names` of the cells, `chosen()`, which is called after steps were chosen, `clear()`, `show()`, and
   * `refuseLaid(cells, whole)`, where whole says whether all cells that would be covered exist.
   */
  constructor(host, board, facts, page) {
    this.host = host;
    this.board = board;
    this.facts = facts;
    this.page = page;
    this.ways = new Map();
    this.pointed = null; // the cell that is pointed at
    this.aimed = null; // the cell that was tapped
    if (!facts) return;
    host.parentElement.classList.add("kept"); // so that the board stays where it is when a piece is taken up
    this.numbers = new Map(facts.places.map((place, number) => [String(place), number]));
    this.picture = host.appendChild(document.createElementNS(SVG, "svg"));
    this.picture.setAttribute("aria-hidden", "true");
    this.told = host.appendChild(made("span", "", { role: "status" }));
    this.turnButton = host.appendChild(made("button", "Turn", { type: "button", "aria-keyshortcuts": "R" }, () => this.turn()));
    this.flipButton = host.appendChild(made("button", "Flip", { type: "button", "aria-keyshortcuts": "F" }, () => this.flip()));
    board.guest = this;
    const still = (event) => this.holds(board.pressed) && event.preventDefault(); // a finger that drags a piece does not scroll
    board.host.addEventListener("touchmove", still, { passive: false });
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether a piece that can be laid somewhere has been taken up. */
  get active() {
    return this.ways.size > 0;
  }

  // -- what can be laid

  /**
   * The ways to lay the piece on the cell of the last of some steps, by the cells that are covered: cells, form, all
   * steps.
   */
  waysAfter(steps) {
    const ways = new Map();
    const [start] = steps.slice(-1);
    const shape = start >= 0 ? this.facts?.shapes[this.page.states[this.page.cellOf(start)]] : undefined;
    if (!shape) return ways;
    const forms = {};
    for (const move of this.page.choice.begun(steps)) {
      const laid = move.steps.slice(steps.length, steps.length + shape.cells.length);
      if (laid.length < shape.cells.length || laid.some((step) => step < 0)) continue;
      const cells = laid.map((step) => this.page.cellOf(step)).sort((one, other) => one - other);
      const places = cells.map((cell) => this.facts.places[cell]);
      if (places.some(([grid]) => grid !== places[0][0]) || ways.has(String(cells))) continue;
      const form = settled(places.map(([, row, column]) => [column, row]));
      const slant = this.slantOf(cells[0]);
      forms[slant] ??= this.formsOf(shape, slant);
      if (forms[slant].some((each) => same(each, form))) ways.set(String(cells), { cells, form, steps: [...steps, ...laid] });
    }
    return ways;
  }

  /** The slant of the hexagons among which a cell is; 0 among squares, as in zones. */
  slantOf(cell) {
    return this.facts.places[cell][0] ? 0 : this.facts.slant;
  }

  /** The slant where the piece that is taken up can be laid. */
  get slant() {
    const [{ cells }] = this.ways.values();
    return this.slantOf(cells[0]);
  }

  /** All forms in which a shape may lie on hexagons with a slant or on squares; the first one is as it is written. */
  formsOf({ cells, turns, flips }, slant) {
    const found = [];
    for (const image of flips ? [cells, flipped(cells, slant)] : [cells]) {
      let form = settled(image);
      for (let turn = 0; turn < (turns ? (slant ? 6 : 4) : 1); turn++) {
        if (!found.some((each) => same(each, form))) found.push(form);
        form = turned(form, slant);
      }
    }
    return found;
  }

  /**
   * What the board shows of the steps that may come next: the cells that can be clicked (targets), those on which a
   * piece can be taken up (lift), and what the piece would cover at a cell, in words (covers).
   */
  shown(next) {
    this.follow();
    const steps = next.filter((step) => step >= 0);
    const cells = steps.map((step) => this.page.cellOf(step));
    if (!this.facts) return { targets: new Set(cells) };
    if (!this.active) {
      const lift = steps.filter((step) => this.waysAfter([...this.page.choice.steps, step]).size);
      return { targets: new Set(cells), lift: new Set(lift.map((step) => this.page.cellOf(step))) };
    }
    const { anchors } = this;
    const named = (cell) => this.page.names[cell].split(".").at(-1);
    const covers = [...anchors].map(([cell, laid]) => [cell, `covers ${laid.map(named).join(" ")}`]);
    return { targets: new Set([...anchors.keys(), ...this.beside()]), covers: new Map(covers) };
  }

  /** Find out how the chosen piece can be laid. It keeps its form as long as the piece is the same. */
  follow() {
    const { choice, states } = this.page;
    this.ways = this.waysAfter(choice.steps);
    const cell = this.active ? this.page.cellOf(choice.steps.at(-1)) : null;
    if (cell !== this.cell) this.aimed = null;
    if (!this.active) {
      this.cell = null;
      return;
    }
    const shape = this.facts.shapes[states[cell]];
    if (cell !== this.cell || shape !== this.shape) {
      this.forms = this.formsOf(shape, this.slant);
      const fitting = this.forms.find((form) => this.fitting(form).length);
      this.form = fitting ?? this.forms[0];
    }
    [this.cell, this.shape] = [cell, shape];
  }

  /** The ways in which the piece is laid in a form. */
  fitting(form) {
    return [...this.ways.values()].filter((way) => same(way.form, form));
  }

  /**
   * The cells that the piece would cover over a cell, whether all of them exist, and the way to lay it so, if there is
   * one.
   */
  over(cell) {
    const [grid, row, column] = this.facts.places[cell];
    const [x, y] = handle(this.form);
    const cells = this.form.map(([across, down]) => this.numbers.get(String([grid, row + down - y, column + across - x])));
    const there = cells.filter((number) => number !== undefined).sort((one, other) => one - other);
    return { there, whole: there.length === cells.length, way: this.ways.get(String(there)) };
  }

  /** The cells over which the piece can be let go in its present form, each with the cells that it covers then. */
  get anchors() {
    const found = new Map();
    for (const { cells, form } of this.fitting(this.form)) {
      const [left, top] = [2, 1].map((part) => Math.min(...cells.map((cell) => this.facts.places[cell][part])));
      const [x, y] = handle(form);
      found.set(this.numbers.get(String([this.facts.places[cells[0]][0], top + y, left + x])), cells);
    }
    return found;
  }

  // -- what is done

  /** Handle a click on a cell if it concerns the piece that is taken up; return whether it did. */
  click(cell, dragged) {
    if (!this.active) return false;
    const { choice } = this.page;
    const { there, whole, way } = this.over(cell);
    if (cell === this.cell) return true; // what is done then is decided when it is let go
    if (way) {
      if (this.board.pointer === "touch" && !dragged && this.aimed !== cell) {
        this.aimed = this.pointed = cell;
        this.show();
        return true;
      }
      choice.steps = way.steps;
      this.page.chosen();
      return true;
    }
    const grids = new Set([...this.ways.values()].map(({ cells }) => this.facts.places[cells[0]][0]));
    const others = choice.moves.some(({ steps }) => this.page.cellOf(steps[0]) === cell);
    if (this.beside().has(cell) || (others && !dragged) || !grids.has(this.facts.places[cell][0])) return false;
    this.aimed = null;
    this.pointed = cell;
    this.show();
    this.page.refuseLaid(there, whole);
    return true;
  }

  /** The cells with which moves go on that do not lay the piece. */
  beside() {
    const { choice } = this.page;
    const place = choice.steps.length;
    const laid = new Set([...this.ways.values()].map(({ steps }) => String(steps)));
    const length = place + this.shape.cells.length;
    const others = choice.begun().filter(({ steps }) => !laid.has(String(steps.slice(0, length))) && steps.length > place);
    return new Set(others.map(({ steps }) => steps[place]).filter((step) => step >= 0).map((step) => this.page.cellOf(step)));
  }

  turn() {
    if (this.shape.turns) this.lie(turned(this.form, this.slant));
  }

  flip() {
    if (this.shape.flips) this.lie(flipped(this.form, this.slant));
  }

  /** Give the piece another form. */
  lie(form) {
    this.form = form;
    this.aimed = null;
    this.page.show();
  }

  key(event) {
    const typed = event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
    if (!this.active || typed) return;
    const act = { r: () => this.turn(), f: () => this.flip() }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // -- what the board says

  /** Whether a press on a cell does nothing until it is let go: true for the cell of the piece that is taken up. */
  holds(cell) {
    return this.active && cell === this.cell;
  }

  /** The piece was clicked again: turn it, or put it back if it cannot be turned. */
  again() {
    if (this.forms.length > 1 && this.shape.turns) this.turn();
    else this.page.clear();
  }

  /** A cell is pointed at, or none (null). place: where the pointer is while it drags. */
  point(cell, place = null) {
    if (!this.active) return;
    this.pointed = cell;
    this.show(place);
  }

  // -- what is shown

  /** Show the piece, and what it would cover; place: where it is carried, if it is. */
  show(place = null) {
    if (!this.facts) return;
    this.host.hidden = !this.active;
    const grids = new Set([...this.ways.values()].map(({ cells }) => this.facts.places[cells[0]][0]));
    const on = this.active && this.pointed !== null && grids.has(this.facts.places[this.pointed][0]);
    const found = on ? this.over(this.pointed) : null;
    this.board.ghost(found?.there ?? [], Boolean(found?.way));
    this.board.carry(this.cell, this.active && place ? this.steps() : [], place);
    if (!this.active) return;
    this.turnButton.hidden = !this.shape.turns || same(turned(this.form, this.slant), this.form);
    this.flipButton.hidden = !this.shape.flips || this.formsOf({ ...this.shape, flips: false }, this.slant).length === this.forms.length;
    const drawing = this.slant ? this.steps().map(([x, y]) => [x / 48, y / 48]) : this.form;
    const [left, top] = [0, 1].map((part) => Math.min(...drawing.map((cell) => cell[part])));
    const [wide, high] = [left, top].map((least, part) => Math.max(...drawing.map((cell) => cell[part])) - least + 1);
    this.picture.setAttribute("viewBox", `${left * SIDE - 1} ${top * SIDE - 1} ${wide * SIDE + 2} ${high * SIDE + 2}`);
    this.picture.replaceChildren();
    for (const [x, y] of drawing) drawn(this.picture, "rect", { x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE });
    const here = this.fitting(this.form).length;
    const places = here === 1 ? "one place" : `${here || "no"} places`;
    if (this.aimed !== null && this.aimed === this.pointed) this.tell("Tap again to lay it there.");
    else this.tell(`${this.page.labels[this.cell]}: ${here === this.ways.size ? places : `${places} as it lies, ${this.ways.size} in all`}`);
  }

  tell(text) {
    if (this.told.textContent !== text) this.told.textContent = text;
  }

  /** The vectors from the cell by which the piece is held to all its cells, in units of the board. */
  steps() {
    const { middles } = this.board;
    const [{ cells }] = this.ways.values();
    const [grid, row, column] = this.facts.places[cells[0]];
    const of = (down, across) => middles[this.numbers.get(String([grid, row + down, column + across]))];
    const way = (down, across) => {
      const [ahead, back, here] = [of(down, across), of(-down, -across), of(0, 0)];
      return ahead ? [ahead[0] - here[0], ahead[1] - here[1]] : back ? [here[0] - back[0], here[1] - back[1]] : [0, 0];
    };
    const [right, below, [x, y]] = [way(0, 1), way(1, 0), handle(this.form)];
    return this.form.map(([across, down]) => [0, 1].map((part) => (across - x) * right[part] + (down - y) * below[part]));
  }
}
