// Choosing a move click by click: among legal moves, each with its steps. A step is a number, that of an option negative.

export class Choice {
  constructor(moves) {
    this.moves = moves;
    this.steps = [];
  }

  /** The moves that begin with some steps. */
  begun(steps = this.steps) {
    return this.moves.filter((move) => steps.every((step, place) => move.steps[place] === step));
  }

  /** The move that has all steps that were chosen, and no more. */
  get complete() {
    return this.steps.length ? this.begun().find((move) => move.steps.length === this.steps.length) : undefined;
  }

  /** The steps that may come next, each once, in order. */
  get next() {
    const place = this.steps.length;
    return [...new Set(this.begun().map((move) => move.steps[place]))].filter((step) => step !== undefined);
  }

  /** The move that is chosen, if it cannot go on. */
  get move() {
    return this.next.length ? undefined : this.complete;
  }

  /** The move that has no cell and is the only one: a pass that is forced. */
  get forced() {
    return this.moves.length === 1 && this.moves[0].steps.every((step) => step < 0) ? this.moves[0] : undefined;
  }

  /** Take a step that goes on, the last one again to begin anew, or the first one of another move; return whether it did. */
  take(step, dragged = false) {
    if (this.next.includes(step)) this.steps = [...this.steps, step];
    else if (this.steps.length && this.steps.at(-1) === step) this.steps = dragged ? this.steps : [];
    else if (!dragged && this.begun([step]).length) this.steps = [step];
    else return false;
    return true;
  }
}
