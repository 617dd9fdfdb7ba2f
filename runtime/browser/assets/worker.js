// The worker that searches. It is sent the module and the game once, then positions, each of which ends the search
// before; it answers when a search has ended. A message without a position only ends the search.

import { Search } from "./search.js";

/** Whether this script runs as a worker: in a page of one file the page and its worker run the same script. */
export const isWorker = !globalThis.document;
const SLICE = 40; // the milliseconds of a call, about

let code;
let game;
let task = 0;

if (isWorker) self.onmessage = ({ data }) => attend(data);

async function attend(data) {
  if (data.code) {
    ({ code, game } = data);
    return;
  }
  const mine = ++task;
  if (!data.record) return; // whatever was asked for is not wanted any more
  try {
    const search = new Search(await WebAssembly.instantiate(code), game, data);
    const end = performance.now() + (data.seconds ?? Infinity) * 1000;
    let slice = 16;
    let going = true;
    while (going && mine === task) {
      const begin = performance.now();
      const left = (data.visits ?? Infinity) - search.done;
      if (left <= 0 || begin >= end) break;
      going = search.grow(Math.min(slice, left));
      if (performance.now() - begin < SLICE / 2) slice *= 2;
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (mine === task) self.postMessage({ id: data.id, visits: search.done, lines: search.lines(data.player) });
  } catch (error) {
    if (mine === task) self.postMessage({ id: data.id, error: error.message });
  }
}
