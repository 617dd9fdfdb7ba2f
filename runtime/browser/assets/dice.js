// Nature's move as dice beside the board.

import { drawn, made } from "./parts.js";

/** Pairs of pips: the least number on a die that has the pair, and on which side one of both is. */
const PIPS = [[2, 1, 1], [4, 1, -1], [6, 1, 0]];

/** Make a die that shows a text: a number up to 6 with pips. */
function die(text) {
  const number = text.length === 1 ? "123456".indexOf(text) + 1 : 0;
  const found = made("span", number ? "" : text, { class: "die" });
  if (!number) return found;
  const svg = drawn(found, "svg", { viewBox: "-10 -10 20 20" });
  const pip = (cx, cy) => drawn(svg, "circle", { cx, cy, r: 2.2 });
  if (number % 2) pip(0, 0);
  for (const [least, across, down] of PIPS) if (number >= least) for (const way of [-6, 6]) pip(way * across, way * down);
  return found;
}

/**
 * Show nature's move as dice, one for each part of the text, which roll for each one. Show nothing without a text, nor
 * if a part of the text is a cell, as `isCell(name)` says: then the board shows what has happened.
 */
export function showDrawn(host, text, ply, nature, isCell) {
  const parts = text.split(/[-=]/);
  host.hidden = !text || parts.some(isCell);
  const shown = host.hidden ? "" : `${ply} ${text}`;
  if (host.dataset.shown === shown) return;
  host.dataset.shown = shown;
  host.replaceChildren(...parts.map(die));
  host.setAttribute("aria-label", `${nature}: ${text}`);
  host.classList.remove("rolling");
  host.getBoundingClientRect(); // so that the animation begins again
  host.classList.add("rolling");
}
