// Heaps: numbers and marks on cells that a theme draws as pieces, or as a number in a place of its own. See scene.py.

import { ROOM, drawn } from "./parts.js";

const NUMBER = 0; // what a heap shows
const MARK = 1;
const CONSTANT = 2;

/** The heaps of all cells. */
export class Heaps {
  constructor(scene) {
    this.scene = scene;
  }

  /** The heaps of a cell; undefined if it has none. */
  of(cell) {
    const { heaps, looks } = this.scene;
    return heaps[cell] && new HeapsOfCell(cell, heaps[cell], looks);
  }
}

class HeapsOfCell {
  constructor(cell, heaps, looks) {
    this.cell = cell;
    this.heaps = heaps;
    this.looks = looks;
  }

  /** Draw the constants, which lie under the piece, in a group. */
  lie(group) {
    for (const [kind, value, look] of this.heaps) if (kind === CONSTANT) this.draw(group, look, value, false);
  }

  /**
   * Draw the numbers and marks in a group. text: all numbers of the cell; height: that of its stack, or 0; marks: for
   * each mark that is drawn, the set of its cells; onPiece: whether a piece stands there. Return the text that is still
   * to be written, and whether a number alone is 0, so that the piece is but a sample.
   */
  pile(group, text, height, marks, onPiece) {
    const written = text ? text.split("/") : [];
    const values = written.map(Number);
    let pale = false;
    group.replaceChildren();
    for (const [kind, place, look] of this.heaps) {
      if (kind === NUMBER) {
        if (this.draw(group, look, values[place] || 0, onPiece)) pale = true;
        written[place] = "";
      } else if (kind === MARK) this.draw(group, look, Number(marks[place].has(this.cell)), false);
    }
    const rest = written.some((value) => Number(value)) ? written.filter(Boolean) : [];
    return [[...rest, height].filter(Boolean).join("/"), pale];
  }

  /**
   * Draw a number as a heap of its look, in a group; a number alone is also written if it is 0 on a piece. Return
   * whether this is so.
   */
  draw(group, look, value, onPiece) {
    const [piece, scale, ink, most, places, numbered, edge] = this.looks[look];
    if (!scale) return false;
    for (const [x, y] of places.slice(0, Math.max(0, Math.min(value, most))))
      drawn(group, "use", { href: `#${piece}`, transform: `translate(${x} ${y}) scale(${scale})` });
    if (!numbered || (most ? value <= most : !value && !onPiece)) return false;
    const [x, y] = places.at(-1);
    const size = Math.min(24, 40 * scale, (ROOM * scale) / String(value).length);
    const text = drawn(group, "text", { class: "count", x, y: y + size / 3 });
    text.textContent = value;
    Object.assign(text.style, { fill: ink, fontSize: `${size}px`, stroke: edge, strokeWidth: "3px", paintOrder: "stroke" });
    return !value;
  }
}
