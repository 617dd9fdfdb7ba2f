// A board: an SVG element with a group for each cell of a scene. It knows no rules: it shows the position that it is
// given and reports clicks, whether by mouse, touch, dragging or keys.

import { Heaps } from "./heaps.js";
import { ROOM, drawn } from "./parts.js";

const LARGEST = 2.2; // the pixels of a unit of the scene: a board of few cells is not blown up


const LIT = 1000; // the milliseconds for which cells light up

const DOT = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"; // the mark of a cell on which nothing is
const INSIDE = "scale(.92)"; // how an outline that marks a cell lies inside the cell
const PALE = 0.3; // the opacity of the sample of a supply that is used up

export class Board {
  /**
   * host: an SVG element. scene: the facts of a scene, see scene.py. names: the names of the cells. onClick(cell,
   * dragged) is called at each click, with dragged = true at the end of a drag.
   * The document must define the pictures of states, each with the identifier piece-NUMBER.
   */
  constructor(host, scene, names, onClick) {
    this.host = host;
    this.scene = scene;
    this.heaps = new Heaps(scene);
    this.names = names;
    this.onClick = onClick;
    this.turned = false;
    this.shown = [];
    scene.layers = new Set(Object.values(scene.stacks).flat()); // cells that are shown as parts of stacks alone
    this.doubted = new Set(scene.doubted);
    this.guest = null; // who is told at which cell people point: holds(cell), again(), point(cell, place)
    this.pointer = ""; // by what a cell was clicked last: mouse, pen, touch, or keys
    this.pressed = null;
    host.replaceChildren();
    host.setAttribute("viewBox", scene.box.join(" "));
    host.setAttribute("role", "group");
    host.setAttribute("tabindex", "-1"); // a browser would stop at it, since it listens for the focus of its cells
    host.style.setProperty("--board", scene.background);
    const [x, y, width, height] = scene.box;
    host.style.maxWidth = `${LARGEST * width}px`;
    host.style.setProperty("--ratio", width / height);
    drawn(host, "rect", { x, y, width, height, rx: 12, fill: scene.background, class: "ground" });
    this.still = drawn(host, "g", { class: "still" });
    for (const cell of scene.cells) this.ground(cell);
    const under = drawn(this.still, "g", { transform: `translate(${scene.shift.join(" ")})` });
    for (const [tag, attributes] of scene.under) drawn(under, tag, attributes);
    this.layer = drawn(host, "g");
    this.carried = drawn(host, "g", { class: "carried" });
    this.titles = drawn(host, "g", { class: "names", fill: scene.ink, "aria-hidden": "true" });
    this.cells = scene.cells.map((cell, number) => this.cell(cell, number));
    for (const [text, left, top, counted] of scene.names) {
      const title = drawn(this.titles, "text");
      title.textContent = text;
      title.counted = counted;
      title.name = text;
      title.place = [left, top];
    }
    this.arrange();
    this.focused = this.cells.findIndex(({ fixed }) => !fixed);
    this.cells[this.focused]?.group.setAttribute("tabindex", "0");
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("keyup", () => this.points(false));
    host.addEventListener("pointerdown", (event) => this.press(event));
    host.addEventListener("pointerup", (event) => this.release(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointercancel", () => this.leave());
    host.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && this.leave()); // a finger that is lifted leaves, too
    host.addEventListener("focusin", (event) => this.focusedAt(this.at(event.target)));
    host.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Draw the ground of a cell, unless it is a point. */
  ground([left, top, ground, outline, scenery]) {
    const { scene } = this;
    const fill = scene.grounds[ground];
    const stroke = scenery ? fill : scene.border;
    const attributes = { d: scene.outlines[outline], transform: `translate(${left} ${top})`, fill, stroke, "stroke-width": 2 };
    if (fill !== "none") drawn(this.still, "path", attributes);
  }

  /** Make the group of a cell; return the elements that show() changes. */
  cell([, , , outline, scenery], number) {
    const { scene } = this;
    const fixed = Boolean(scenery);
    const group = drawn(this.layer, "g", { class: fixed ? "cell fixed" : "cell", tabindex: fixed ? "" : "-1", role: "button" });
    if (fixed) {
      group.removeAttribute("tabindex");
      group.setAttribute("role", "presentation");
    }
    group.dataset.cell = number;
    const area = drawn(group, "path", { d: scene.outlines[outline], fill: "none", "pointer-events": "all" });
    const glow = drawn(group, "path", { d: scene.outlines[outline], class: "glow" });
    const heaps = this.heaps.of(number);
    heaps?.lie(drawn(group, "g", { class: "piece" }));
    const piece = drawn(group, "use", { class: "piece" });
    const mark = drawn(group, "path", { class: "mark" });
    const heap = heaps && drawn(group, "g", { class: "piece" });
    const stack = scene.stacks[number] ? drawn(group, "g", { class: "stack" }) : null;
    const count = drawn(group, "text", { class: "count" });
    if (scene.layers.has(number)) group.setAttribute("display", "none");
    return { group, area, glow, piece, mark, heaps, heap, stack, count, fixed };
  }

  /**
   * Draw the stack on a cell from the side; return its height. It is 0, and nothing is drawn, if nothing lies beneath
   * the cell or something there is hidden.
   */
  pileUp(stack, number, states, empty) {
    const { slices, stacks, unseen } = this.scene;
    const beneath = stacks[number].map((layer) => states[layer]).filter((state) => !empty[state]);
    stack.replaceChildren();
    if (!beneath.length || beneath.some((state) => state >= unseen)) return 0;
    const layers = [...beneath, states[number]].filter((state) => !empty[state]);
    const thick = Math.max(1, Math.min(7, Math.floor(42 / layers.length)));
    layers.forEach((state, place) => {
      const [fill, stroke, ink, letter] = slices[state];
      const y = 22 - thick * (place + 1);
      drawn(stack, "rect", { x: -23, y, width: 10, height: thick, rx: 1, fill, stroke, "stroke-width": 1 });
      if (letter && thick > 5) drawn(stack, "text", { x: -18, y: y + thick - 1, fill: ink, "font-size": 6, "text-anchor": "middle" }).textContent = letter;
    });
    return layers.length;
  }

  /** Put the cells and names in their places, seen from the other side if the board is turned. */
  arrange() {
    const [x, y, width, height] = this.scene.box;
    const middles = this.scene.cells.map(([left, top]) => [left, top]);
    const lefts = middles.map(([left]) => left);
    const tops = middles.map(([, top]) => top);
    const sum = [Math.min(...lefts) + Math.max(...lefts), Math.min(...tops) + Math.max(...tops)];
    this.middles = middles.map(([left, top]) => (this.turned ? [sum[0] - left, sum[1] - top] : [left, top]));
    const round = this.turned ? "rotate(180)" : "";
    this.cells.forEach(({ group, area, glow, mark }, number) => {
      const lean = this.scene.cells[number][5];
      group.setAttribute("transform", `translate(${this.middles[number].join(" ")})${lean ? ` rotate(${lean})` : ""}`);
      area.setAttribute("transform", round);
      glow.setAttribute("transform", round);
      mark.setAttribute("transform", INSIDE + round);
    });
    this.still.setAttribute("transform", this.turned ? `translate(${sum.join(" ")}) rotate(180)` : "");
    for (const title of this.titles.children) {
      const [left, top] = title.place;
      const at = this.turned ? [sum[0] - left, sum[1] - top] : [left, top];
      title.setAttribute("x", at[0]);
      title.setAttribute("y", at[1] + 6);
    }
    const turned = [sum[0] - x - width, sum[1] - y - height, width, height];
    const box = this.turned ? turned : this.scene.box;
    this.host.setAttribute("viewBox", box.join(" "));
    const ground = this.host.firstChild;
    ground.setAttribute("x", box[0]);
    ground.setAttribute("y", box[1]);
  }

  /** Show the board from the other side, or from the first one again. */
  turn(turned) {
    this.turned = turned;
    this.arrange();
  }

  /**
   * Show a position. states: the number of the state of each cell. empty: for each state, whether nothing is there.
   * counts: for each cell its numbers as text, with / between them. marks: for each mark that the scene draws the set of
   * its cells. labels: for each cell what is there, in words. last, chosen, targets: sets of the cells of the last move,
   * of those chosen, and of those that can be clicked. lift:
   * the set of cells from which a piece can be taken up. covers: for cells, what a piece would cover there, in words.
   */
  show({ states, empty, counts, marks, labels, last, chosen, targets, lift = new Set(), covers = new Map() }) {
    this.layer.setAttribute("class", chosen.size ? "" : "first");
    const stacked = [...this.titles.children].flatMap(({ counted }) => (counted ? [counted] : []));
    const beneathOthers = new Set(stacked.flatMap((cells) => cells.filter((cell) => targets.has(cell)).slice(0, -1)));
    this.cells.forEach(({ group, glow, piece, mark, heaps, heap, stack, count, fixed }, number) => {
      const state = states[number];
      const bare = empty[state] || (state === this.scene.unseen && this.doubted.has(number));
      if (this.shown[number] !== state) {
        if (bare) piece.removeAttribute("href");
        else piece.setAttribute("href", `#piece-${state}`);
        piece.classList.toggle("fresh", this.shown.length > 0 && !empty[state]);
      }
      const height = stack ? this.pileUp(stack, number, states, empty) : 0;
      const text = height ? [counts[number], height].filter(Boolean).join("/") : counts[number];
      const [shown, pale] = heaps ? heaps.pile(heap, counts[number], height, marks, !bare) : [text, false];
      piece.style.opacity = pale ? PALE : "";
      const ink = this.scene.inside[state];
      count.textContent = shown;
      const inside = !height && (bare || ink !== undefined);
      count.classList.toggle("corner", Boolean(shown) && !inside);
      const fits = Math.min(inside ? 24 : 15, Math.floor(ROOM / Math.max(shown.length, 2)));
      count.style.fill = height ? "" : (ink ?? "");
      count.style.fontSize = `${fits}px`;
      count.setAttribute("x", inside ? 0 : Math.max(0, Math.min(13, 22 - 0.3 * fits * shown.length)));
      count.setAttribute("y", inside ? fits / 3 : -9);
      glow.setAttribute("class", `glow${last.has(number) ? " last" : ""}${chosen.has(number) ? " chosen" : ""}`);
      const target = targets.has(number);
      const marked = target && !beneathOthers.has(number);
      const free = (bare || state === this.scene.unseen) && !text;
      mark.setAttribute("d", !marked ? "" : free ? DOT : this.scene.outlines[this.scene.cells[number][3]]);
      mark.classList.toggle("edge", !free); // what is there can be read
      group.classList.toggle("target", target);
      group.classList.toggle("lift", lift.has(number));
      group.classList.toggle("drawn", !bare && (target || chosen.size > 0)); // a finger on it drags, and does not scroll the page
      if (!fixed) {
        const beneath = height ? `on ${this.scene.stacks[number].map((layer) => labels[layer]).filter(Boolean).reverse().join(" on ")}` : "";
        const bears = this.scene.marked.filter((_, place) => marks[place].has(number)).map(([, name]) => name);
        const more = [labels[number], text, beneath, ...bears, target ? "possible" : "", covers.get(number), chosen.has(number) ? "chosen" : ""].filter(Boolean);
        group.setAttribute("aria-label", [this.names[number], ...more].join(", "));
      }
    });
    for (const title of this.titles.children) {
      const there = title.counted?.filter((number) => !empty[states[number]]);
      if (there?.some((number) => states[number] === this.scene.unseen)) title.textContent = title.name;
      else if (there) title.textContent = `${title.name}: ${there.length}`;
    }
    this.shown = states;
  }

  /** The cells that can be clicked, in order. */
  get targets() {
    return this.cells.flatMap(({ group }, number) => (group.classList.contains("target") ? [number] : []));
  }

  /** Let cells light up for a moment, by default those that can be clicked. */
  flash(cells = this.targets) {
    clearTimeout(this.fading);
    for (const { group } of this.cells) group.classList.remove("flash");
    this.host.getBoundingClientRect(); // so that the animation begins again
    for (const number of cells) this.cells[number].group.classList.add("flash");
    if (cells.length) this.fading = setTimeout(() => this.flash([]), LIT);
  }

  /** Mark the cells that a piece would cover; fits: whether it may be laid there. */
  ghost(cells, fits) {
    for (const number of this.haunted ?? []) this.cells[number].group.classList.remove("ghost", "fits");
    this.haunted = cells;
    for (const number of cells) this.cells[number].group.classList.add("ghost", ...(fits ? ["fits"] : []));
  }

  /**
   * Show a piece that is carried: cells like a given one, at each of some steps from a place. No steps show nothing.
   */
  carry(cell, steps, place) {
    this.carried.replaceChildren();
    for (const [across, down] of steps) {
      const transform = `translate(${place[0] + across} ${place[1] + down})`;
      drawn(this.carried, "path", { d: this.scene.outlines[this.scene.cells[cell][3]], transform });
    }
  }

  /** Return the number of the cell to which an element belongs, or null. */
  at(target) {
    const group = target?.closest?.("[data-cell]");
    return group && this.host.contains(group) ? Number(group.dataset.cell) : null;
  }

  /** Say whether people point at cells: then the cell with the keyboard focus need not be marked. */
  points(pointed) {
    this.host.classList.toggle("pointed", pointed);
  }

  press(event) {
    if (event.button) return;
    this.points(true);
    this.pointer = event.pointerType;
    this.pressed = this.at(event.target);
    if (this.pressed === null) return;
    if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
    this.held = this.guest?.holds(this.pressed);
    this.focus(this.pressed);
    if (!this.held) this.onClick(this.pressed);
  }

  release(event) {
    const { pressed, held } = this;
    const under = this.at(document.elementFromPoint(event.clientX, event.clientY));
    this.leave();
    this.guest?.point(under);
    if (pressed === null || under === null) return;
    if (under !== pressed) this.onClick(under, true);
    else if (held) this.guest.again();
  }

  /** Let the piece that is dragged follow the pointer; tell the guest over which cell, and at which place, it is. */
  move(event) {
    const { pressed } = this;
    if (!this.guest && pressed === null) return;
    const under = this.at(document.elementFromPoint(event.clientX, event.clientY));
    const drags = pressed !== null && event.buttons && under !== pressed;
    const place = drags && new DOMPoint(event.clientX, event.clientY).matrixTransform(this.host.getScreenCTM().inverse());
    if (place && !this.held) this.drag(this.cells[pressed], place);
    this.guest?.point(under, place ? [place.x, place.y] : null);
  }

  /** Show the piece of a cell, if the cell is chosen, at another place. */
  drag({ glow, piece }, { x, y }) {
    if (!glow.classList.contains("chosen")) return;
    this.carried.replaceChildren(piece.cloneNode());
    this.carried.firstChild.setAttribute("transform", `translate(${x} ${y})`);
    this.host.classList.add("drags");
  }

  leave() {
    this.pressed = null;
    this.carried.replaceChildren();
    this.host.classList.remove("drags");
    this.guest?.point(null);
  }

  key(event) {
    const arrow = event.key.startsWith("Arrow");
    if (arrow && this.host.classList.contains("pointed") && !this.targets.length) return; // it may choose an option
    this.points(false);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const number = this.at(event.target);
      if (number === null) return;
      this.pointer = "keys";
      if (this.guest?.holds(number)) this.guest.again();
      else this.onClick(number);
      return;
    }
    const jump = { PageDown: 1, PageUp: -1 }[event.key];
    if (jump) this.jump(jump);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (jump) event.preventDefault();
    if (!way) return;
    event.preventDefault();
    const [x, y] = this.middles[this.focused];
    let best = null;
    let least = Infinity;
    this.middles.forEach(([left, top], number) => {
      const [across, down] = [left - x, top - y];
      const along = across * way[0] + down * way[1];
      const beside = Math.abs(across * way[1]) + Math.abs(down * way[0]);
      if (along <= 0 || beside > along || this.cells[number].fixed) return;
      const cost = along + 2 * beside;
      if (cost < least) [least, best] = [cost, number];
    });
    if (best !== null) this.focus(best);
  }

  /** Focus the next cell that can be clicked (way = 1), or the previous one (way = -1). */
  jump(way) {
    const { targets } = this;
    const before = targets.filter((number) => number < this.focused).length;
    const after = before + (targets[before] === this.focused ? 1 : 0);
    const place = way > 0 ? after : before - 1;
    if (targets.length) this.focus(targets.at(place % targets.length));
  }

  /** Give a cell the keyboard focus. */
  focus(number) {
    if (!this.cells[number].fixed) this.cells[number].group.focus({ preventScroll: true });
  }

  /** A cell has got the keyboard focus: arrow keys go on from there. */
  focusedAt(number) {
    if (number === null) return;
    this.cells[this.focused]?.group.setAttribute("tabindex", "-1");
    this.focused = number;
    this.cells[number].group.setAttribute("tabindex", "0");
    this.guest?.point(number);
  }
}
