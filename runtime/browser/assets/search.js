// Tree search: the arguments of the module's function `uct`, and the results that are read from the tree that it grows.

import { Rules } from "./rules.js";

const MEMORY = 96 << 20;

export class Search {
  /** Begin a tree for a position, given the keys of the earlier ones. The same seed grows the same tree. */
  constructor(instance, game, { record, keys, seed = 0n }) {
    this.rules = new Rules(instance, game);
    this.facts = game.search;
    const { rules, facts } = this;
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
    this.gains = put(facts.gains.map(BigInt));
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

  /**
   * Make some more visits; return whether further ones can change anything: the root is not proven, and memory is not
   * full.
   */
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
    return done > 0n && !this.node(1, facts.proven) && !this.node(0, facts.full);
  }

  /** A field of a node, by their numbers. */
  node(number, part) {
    return Number(this.rules.words(this.tree + 8 * (number * this.facts.node + part), 1)[0]);
  }

  /**
   * What is known of each move, the best one first: its number; visits; value for a player, from -1 to 1 or as paid,
   * null without visits; end, the number of the end that is proven, or 0.
   */
  lines(player) {
    const { facts, rules } = this;
    const first = this.node(1, facts.first);
    const word = rules.words(this.tree + 8 * (facts.node + facts.count), 1)[0];
    const count = first && Number(BigInt.asUintN(facts.best, word));
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

  /** The mean value of visits that have gained some units. */
  mean(gained, visits) {
    const { facts } = this;
    return facts.fine ? (gained / visits - facts.nothing) / facts.unit : (2 * gained) / (visits * facts.gain) - 1;
  }
}

/**
 * The key by which moves are sorted: first those that are proven to win, then moves without proof by visits. Those that
 * seem no better than the best proven value (known) come after the moves that are proven to have it.
 */
function merit({ visits, value, end }, known) {
  const worth = value ?? -1;
  if (!end) return [worth > known ? 0 : 2, -visits, -worth];
  return worth < 1 ? [worth === known && known > -1 ? 1 : 3, -visits, -worth] : [-1, 0, 0];
}

/** Compare two arrays of numbers lexicographically. */
function compare(one, other) {
  return one.map((part, number) => part - other[number]).find(Boolean) ?? 0;
}

/**
 * The tables that the module looks up: 1/sqrt(n), then sqrt(ln(n + 1)), as fixed-point numbers; n up to 127, then 64 in
 * each octave. The last word says that no first-play urgency is given.
 */
function tables({ table, digits }) {
  const numbers = Array.from({ length: table }, (_, place) =>
    place < 128 ? place : (64 + (place % 64)) * 2 ** ((place >> 6) - 1),
  );
  const words = [
    ...numbers.map((number) => Math.round(2 ** digits / Math.sqrt(Math.max(1, number)))),
    ...numbers.map((number) => Math.round(2 ** digits * Math.sqrt(Math.log(number + 1)))),
    -1,
  ];
  return BigInt64Array.from(words, BigInt);
}
