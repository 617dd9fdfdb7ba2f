// The rules of a game: its WebAssembly module, and the meaning of the words of its records (see description.py).
// A record is a BigInt64Array. A move has its number, its steps (as the module gives them), its name and the record
// after it.

const TOO_SMALL = -1n;
const BYTES = 8;

/** The rules cannot go on in a position; the message says why. */
export class RulesError extends Error {}

export class Rules {
  /** instance: an instance of the module of a game. game: the description of the game. */
  constructor(instance, game) {
    this.game = game;
    this.module = instance.exports;
    this.cellOfBit = new Map(game.cells.map((cell, number) => [cell.bit, number]));
    this.keys = 64;
    this.room = 1 << 14;
    this.end = this.module.heap.value;
    this.record = this.reserve(game.size);
    this.control = this.reserve(4);
    this.history = this.reserve(this.keys);
    this.out = this.reserve(this.room);
    this.stateOf = new Map(game.states.map(({ tile, boards }, number) => [`${tile}:${boards}`, number]));
  }

  /** The record of the initial position. */
  start() {
    return BigInt64Array.from(this.game.start, (word) => BigInt.asIntN(64, BigInt(word)));
  }

  /** Reserve memory for some words; return its address. */
  reserve(words) {
    const place = this.end;
    this.end += words * BYTES;
    const lacking = this.end - this.module.memory.buffer.byteLength;
    if (lacking > 0) this.module.memory.grow(Math.ceil(lacking / 65536));
    return place;
  }

  /** A view of some words of memory from an address on. It becomes invalid when memory grows. */
  words(place, count) {
    return new BigInt64Array(this.module.memory.buffer, place, count);
  }

  /**
   * Write a record and the keys of the earlier positions where functions read them; spare: the further keys that need
   * room: see KEYS_AHEAD of the generator, and one for each ply that is played.
   */
  give(record, keys, spare = 4) {
    if (keys.length + spare > this.keys) {
      this.keys = 2 * (keys.length + spare);
      this.history = this.reserve(this.keys);
    }
    this.words(this.record, record.length).set(record);
    this.words(this.history, keys.length).set(keys);
    this.words(this.control, 4).fill(0n);
  }

  /**
   * The result of a function of the module: a number that is not negative, or TOO_SMALL. RulesError for any other one
   * or a trap.
   */
  checked(call) {
    let result;
    try {
      result = call();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      throw new RulesError("this position is too deep for the rules as a program");
    }
    if (result < 0n && result !== TOO_SMALL) throw new RulesError(`the rules go wrong here (error ${result})`);
    return result;
  }

  /**
   * The legal moves of a position, none if the game is over; and its record, which then says how. keys: of earlier
   * positions.
   */
  moves(record, keys = []) {
    const { size } = this.game;
    for (;;) {
      this.give(record, keys);
      const count = this.checked(() =>
        this.module.moves(this.record, this.history, BigInt(keys.length), this.out, BigInt(this.room)),
      );
      if (count === TOO_SMALL) {
        this.room *= 4;
        this.out = this.reserve(this.room);
        continue;
      }
      const words = this.words(this.out, this.room);
      const moves = [];
      let place = size;
      for (let number = 0; number < Number(count); number++) {
        const first = place + 1;
        const last = first + Number(words[place]);
        const steps = Array.from(words.subarray(first, last), Number);
        moves.push({ number, steps, name: this.notation(steps), record: words.slice(last, last + size) });
        place = last + size;
      }
      return { moves, record: words.slice(0, size) };
    }
  }

  /** The record after a random move of nature, drawn by its probabilities. */
  drawn(record, keys, seed) {
    for (;;) {
      this.give(record, keys, 5);
      const done = this.checked(() =>
        this.module.advance(this.record, this.history, BigInt(keys.length), seed, 1n, this.out, BigInt(this.room), this.control),
      );
      if (done !== TOO_SMALL) return this.words(this.record, this.game.size).slice();
      this.room *= 4;
      this.out = this.reserve(this.room);
    }
  }

  /** The key of a position, by which rules that ask for repetitions compare positions. */
  key(record) {
    this.give(record, []);
    return this.module.key(this.record);
  }

  /** The notation of a move. */
  notation(steps) {
    let text = "";
    steps.forEach((step, place) => {
      if (place) text += step < 0 || steps[place - 1] < 0 ? "=" : "-";
      text += this.stepName(step);
    });
    return text || this.game.nameless;
  }

  /** The name of a step: the name of a cell, or the label of an option. */
  stepName(step) {
    return step < 0 ? this.game.labels[-1 - step] : this.game.cells[this.cellOfBit.get(step)].name;
  }

  /** The number of the player to move; that of nature comes after those of the players. */
  player(record) {
    return Math.min(Number(record[this.game.turn]), this.game.players.length);
  }

  /** Whether a set of a record, by its number, has a bit: 1n or 0n. */
  has(record, set, bit) {
    return (record[set * this.game.words + (bit >> 6)] >> BigInt(bit & 63)) & 1n;
  }

  /** The number of the state of each cell. */
  board(record) {
    const boards = Array.from({ length: this.game.boards }, (_, board) => board);
    return this.game.cells.map(({ tile, bit }) => {
      const inside = boards.filter((board) => this.has(record, board, bit));
      return this.stateOf.get(`${tile}:${inside}`);
    });
  }

  /** The sum of the numbers of a pile over some cells. */
  sum(record, { least, sets }, cells) {
    const value = ({ bit }) => sets.reduce((all, set, digit) => all + (Number(this.has(record, set, bit)) << digit), least);
    return cells.reduce((all, cell) => all + value(this.game.cells[cell]), 0);
  }

  /** The cells of a mark, by its number among all marks. */
  marked(record, mark) {
    const { set } = this.game.marks.find(({ number }) => number === mark);
    return new Set(this.game.cells.flatMap(({ bit }, cell) => (this.has(record, set, bit) ? [cell] : [])));
  }

  /** For each cell its numbers as text, with / between them; empty if all are 0. */
  counts(record) {
    const found = this.game.cells.map(() => []);
    for (const pile of this.game.piles) {
      for (const number of pile.cells) found[number].push(this.sum(record, pile, [number]));
    }
    return found.map((values) => (values.some((value) => value) ? values.join("/") : ""));
  }

  /**
   * The numbers of a position as [name, value]: own, for each player, the pieces on the board, sums of numbers on cells
   * and other numbers; common, those that belong to no player. Numbers that are 0 for all are left out.
   */
  standing(record) {
    const { players, numbers, phases, piles } = this.game;
    const own = players.map(() => []);
    const common = [];
    const owners = this.board(record).map((state) => this.game.states[state].owner);
    const seeds = piles.filter(({ player, lasting }) => player === null && lasting); // what lies on cells and belongs to nobody
    const counted = new Set(seeds.flatMap(({ cells }) => cells));
    own.forEach((told, player) => {
      const pieces = owners.filter((owner, cell) => owner === player && !counted.has(cell)).length;
      const sums = seeds.map((pile) => [pile.name, this.sum(record, pile, pile.cells.filter((cell) => owners[cell] === player))]);
      told.push(...[["on the board", pieces], ...sums].filter(([, value]) => value));
    });
    const told = new Set(numbers.filter(({ place }) => record[place]).map(({ name }) => name));
    for (const { name, player, place } of numbers)
      if (told.has(name)) (player === null ? common : own[player]).push([name, Number(record[place])]);
    if (phases) common.push(["phase", phases.names[Number(record[phases.place])]]);
    return { own, common };
  }

  /** How the game has ended: what each player gets, and the scores of the players or null. */
  result(record) {
    const { players, returns, scores, gains, end } = this.game;
    const code = Number(record[end]);
    const told = scores && record[scores[players.length]] ? scores.slice(0, players.length).map((place) => Number(record[place])) : null;
    if (code < returns.length) return { returns: returns[code].map(Number), scores: told };
    const part = (player) => (gains.length > players.length ? Number(record[gains[players.length + player]]) : 1);
    return { returns: players.map((_, player) => Number(record[gains[player]]) / part(player)), scores: told };
  }
}
