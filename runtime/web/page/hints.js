// Hints that are computed in the browser: the WebAssembly module of a game replays a match and searches its position in a worker.

import { Rules } from "./rules.js";

export class Hints {
  /** Compile a module that has the description of its game in the custom section "tilewright". */
  static async of(bytes) {
    const module = await WebAssembly.compile(bytes);
    const [told] = WebAssembly.Module.customSections(module, "tilewright");
    const game = JSON.parse(new TextDecoder().decode(told));
    return new Hints(module, game, new Rules(await WebAssembly.instantiate(module), game));
  }

  constructor(module, game, rules) {
    this.rules = rules;
    this.game = game;
    this.line = [{ record: rules.start(), keys: [], name: null }];
    this.asked = 0;
    this.worker = new Worker("/worker.js", { type: "module" });
    this.worker.postMessage({ code: module, game });
  }

  /** The record after moves in notation, with the keys of the positions before it. Throws an error for an unknown move. */
  after(names) {
    const { line, rules } = this;
    const same = names.findIndex((name, ply) => line[ply + 1]?.name !== name);
    if (same >= 0) line.length = same + 1;
    for (const name of names.slice(line.length - 1)) {
      const { record, keys } = line.at(-1);
      const move = rules.moves(record, keys).moves.find((each) => each.name === name);
      if (!move) throw new Error(`${name} is not known here`);
      line.push({ record: move.record, keys: this.game.remembers ? [...keys, rules.key(record)] : keys, name });
    }
    return line[names.length];
  }

  /** The moves that a search visits after others, with their visits. */
  async best(names, seconds) {
    const { record, keys } = this.after(names);
    const { moves } = this.rules.moves(record, keys);
    const id = ++this.asked;
    const found = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => data.id === id && (data.error ? reject(new Error(data.error)) : resolve(data.lines));
      this.worker.onerror = ({ message }) => reject(new Error(message));
    });
    const player = this.rules.player(record);
    this.worker.postMessage({ id, record, keys, player, seed: BigInt(names.length), seconds });
    const lines = (await found).filter(({ visits }) => visits);
    return lines.map(({ number, visits }) => ({ name: moves[number].name, visits }));
  }
}
