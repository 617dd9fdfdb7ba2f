// The rules of a game: its WebAssembly module, and what the words of its records mean.
// A record is a BigInt64Array; a move has its steps (numbers as the module gives them), its name and the record after it.

const TOO_SMALL = -1n;
const BYTES = 8;

/** What the rules say when they cannot go on. */
export class RulesError extends Error {}

export class Rules {
  /** An instance of the module of a game, and the game's description. */
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

  /** The record of the position in which the game begins. */
  start() {
    return BigInt64Array.from(this.game.start, (word) => BigInt.asIntN(64, BigInt(word)));
  }

  /** Find room for so many words; return where it is. */
  reserve(words) {
    const place = this.end;
    this.end += words * BYTES;
    const lacking = this.end - this.module.memory.buffer.byteLength;
    if (lacking > 0) this.module.memory.grow(Math.ceil(lacking / 65536));
    return place;
  }

  /** So many words of memory from a place on. They are gone when memory grows. */
  words(place, count) {
    return new BigInt64Array(this.module.memory.buffer, place, count);
  }

  /** Put a position and the keys of those before it where functions read them. */
  give(record, keys, spare = 2) {
    if (keys.length + spare > this.keys) {
      this.keys = 2 * (keys.length + spare);
      this.history = this.reserve(this.keys);
    }
    this.words(this.record, record.length).set(record);
    this.words(this.history, keys.length).set(keys);
    this.words(this.control, 4).fill(0n);
  }

  /** The result of a function that returns a number; what is not negative is one. */
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

  /** All legal moves of a position; none if the game is over: then `record` says how. */
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

  /** The record after one random move, which nature draws by its odds. */
  drawn(record, keys, seed) {
    for (;;) {
      this.give(record, keys, 4);
      const done = this.checked(() =>
        this.module.advance(this.record, this.history, BigInt(keys.length), seed, 1n, this.out, BigInt(this.room), this.control),
      );
      if (done !== TOO_SMALL) return this.words(this.record, this.game.size).slice();
      this.room *= 4;
      this.out = this.reserve(this.room);
    }
  }

  /** The key of a position, which rules that ask for repetitions compare. */
  key(record) {
    this.give(record, []);
    return this.module.key(this.record);
  }

  /** A move in notation. */
  notation(steps) {
    let text = "";
    steps.forEach((step, place) => {
      if (place) text += step < 0 || steps[place - 1] < 0 ? "=" : "-";
      text += this.stepName(step);
    });
    return text || this.game.nameless;
  }

  /** The name of a step: that of a cell, or the label of an option. */
  stepName(step) {
    return step < 0 ? this.game.labels[-1 - step] : this.game.cells[this.cellOfBit.get(step)].name;
  }

  /** Whose turn it is: the number of a player, or that of nature, which comes after the players. */
  player(record) {
    return Math.min(Number(record[this.game.turn]), this.game.players.length);
  }

  /** Whether a set of a record, by its number, has a bit. */
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

  /** The sum of the numbers of a pile on some cells. */
  sum(record, { least, sets }, cells) {
    const value = ({ bit }) => sets.reduce((all, set, digit) => all + (Number(this.has(record, set, bit)) << digit), least);
    return cells.reduce((all, cell) => all + value(this.game.cells[cell]), 0);
  }

  /** What numbers stand on each cell, as text. */
  counts(record) {
    const found = this.game.cells.map(() => []);
    for (const pile of this.game.piles.filter(({ shown }) => shown)) {
      for (const number of pile.cells) found[number].push(this.sum(record, pile, [number]));
    }
    return found.map((values) => (values.some((value) => value) ? values.join("/") : ""));
  }

  /** How it stands, as pairs of name and value: for each player pieces and numbers, and numbers of all; not what is 0 for all. */
  standing(record) {
    const { players, numbers, phases, piles } = this.game;
    const own = players.map(() => []);
    const common = [];
    const owners = this.board(record).map((state) => this.game.states[state].owner);
    const seeds = piles.filter(({ player, shown }) => player === null && shown); // what lies on cells and belongs to nobody
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

  /** How the game has ended: what each player gets, and the scores or null. */
  result(record) {
    const { players, returns, scores, gains, end } = this.game;
    const code = Number(record[end]);
    const told = scores && record[scores[players.length]] ? scores.slice(0, players.length).map((place) => Number(record[place])) : null;
    if (code < returns.length) return { returns: returns[code].map(Number), scores: told };
    const part = (player) => (gains.length > players.length ? Number(record[gains[players.length + player]]) : 1);
    return { returns: players.map((_, player) => Number(record[gains[player]]) / part(player)), scores: told };
  }
}
