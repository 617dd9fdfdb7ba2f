// Tree search: what the module's function `uct` is given, and what is read from the tree that it grows.

import { Rules } from "./rules.js";

const MEMORY = 96 << 20;

export class Search {
  /** A tree of a position, given the keys of the earlier ones; the same seed grows the same tree. */
  constructor(instance, game, { record, keys, seed = 0n }) {
    const rules = (this.rules = new Rules(instance, game));
    const facts = (this.facts = game.search);
    const { size } = game;
    this.seed = seed;
    this.done = 0;
    this.known = keys.length;
    this.room = Math.max(1024, Math.floor(MEMORY / ((facts.node + size + 1) * 8)));
    this.tree = rules.reserve(this.room * facts.node);
    this.places = rules.reserve(this.room * (size + 1));
    const long = game.remembers ? keys.length + facts.deepest + facts.plies + 4 : 4;
    const put = (words) => {
      const place = rules.reserve(words.length);
      rules.words(place, words.length).set(words);
      return place;
    };
    this.gains = put(game.search.gains.map(BigInt));
    this.tables = put(tables(facts));
    this.path = rules.reserve(facts.deepest);
    this.past = rules.reserve(long);
    this.outWords = 1 << 15;
    this.out = rules.reserve(this.outWords);
    rules.words(this.past, keys.length).set(keys);
    const nodes = rules.words(this.tree, 2 * facts.node);
    nodes[facts.used] = 2n;
    nodes[facts.least] = BigInt(facts.nothing) * 2n;
    rules.words(this.places, this.room * (size + 1)).set(record, size + 2);
  }

  /** Visit the position so many times more; return whether that makes sense once more. */
  grow(visits) {
    const { rules, facts } = this;
    rules.words(rules.control, 4).fill(0n);
    const done = rules.checked(() =>
      rules.module.uct(
        this.tree, this.places, BigInt(this.room), this.past, BigInt(this.known), this.gains, this.tables, this.path,
        BigInt(facts.deepest), BigInt(visits), BigInt(this.done), this.seed, BigInt(facts.plies), this.out,
        BigInt(this.outWords), rules.control,
      ),
    );
    if (done < 0n) {
      this.outWords *= 4;
      this.out = rules.reserve(this.outWords);
      return true;
    }
    this.done += Number(done);
    return done > 0n && !this.node(1, facts.proven) && !rules.words(this.tree, facts.node)[facts.full];
  }

  /** A part of a node. */
  node(number, part) {
    return Number(this.rules.words(this.tree + 8 * (number * this.facts.node + part), 1)[0]);
  }

  /** What is known of each move, the best one first: its number, visits, value from -1 to 1 or in points, whether proven. */
  lines(player) {
    const { facts, rules } = this;
    const first = this.node(1, facts.first);
    const word = rules.words(this.tree + 8 * (facts.node + facts.count), 1)[0];
    const count = first ? Number(BigInt.asUintN(facts.best, word)) : 0;
    const found = [];
    for (let number = 0; number < count; number++) {
      const visits = this.node(first + number, facts.visits);
      const end = this.node(first + number, facts.proven);
      let value = visits ? this.mean(this.node(first + number, facts.value), visits) : null;
      if (end) value = rules.game.returns[end].map(Number)[player];
      found.push({ number, visits, value, end });
    }
    const known = Math.max(facts.pays ? -Infinity : -1, ...found.filter(({ end }) => end).map(({ value }) => value));
    return found.sort((one, other) => compare(merit(one, known), merit(other, known)));
  }

  mean(gained, visits) {
    const { facts } = this;
    return facts.pays ? (gained / visits - facts.nothing) / facts.unit : (2 * gained) / (visits * facts.gain) - 1;
  }
}

// Moves that are proven to win come first, then others by visits, unless they seem to be worse than is proven.
function merit({ visits, value, end }, known) {
  const worth = value ?? -1;
  if (!end) return [worth > known ? 0 : 2, -visits, -worth];
  return worth < 1 ? [worth === known && known > -1 ? 1 : 3, -visits, -worth] : [-1, 0, 0];
}

function compare(one, other) {
  const place = one.findIndex((part, number) => part !== other[number]);
  return place < 0 ? 0 : one[place] - other[place];
}

// 1/sqrt(n), then sqrt(ln(n + 1)), for the numbers that the module looks up.
function tables({ table, digits }) {
  const numbers = Array.from({ length: table }, (_, place) =>
    place < 128 ? place : (64 + (place % 64)) * 2 ** (Math.floor(place / 64) - 1),
  );
  const words = [
    ...numbers.map((number) => Math.round(2 ** digits / Math.sqrt(Math.max(1, number)))),
    ...numbers.map((number) => Math.round(2 ** digits * Math.sqrt(Math.log(number + 1)))),
  ];
  return BigInt64Array.from(words, BigInt);
}
