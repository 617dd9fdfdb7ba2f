// Choosing a move click by click among the legal moves, each of which is an array of steps. A step is the number that
// the rules give a cell, or a negative number for an option.

export class Choice {
  constructor(moves) {
    this.moves = moves;
    this.steps = [];
  }

  /** The moves that begin with some steps. */
  begun(steps = this.steps) {
    return this.moves.filter((move) => steps.every((step, place) => move.steps[place] === step));
  }

  /** The move that consists of exactly the chosen steps, if there is one. */
  get complete() {
    return this.steps.length ? this.begun().find((move) => move.steps.length === this.steps.length) : undefined;
  }

  /** The steps that may come next, each once, in order. */
  get next() {
    const place = this.steps.length;
    return [...new Set(this.begun().map((move) => move.steps[place]))].filter((step) => step !== undefined);
  }

  /** The move that consists of the chosen steps, if no move goes on with another step. */
  get move() {
    return this.next.length ? undefined : this.complete;
  }

  /** The only legal move, if it has no cell: a forced pass. */
  get forced() {
    return this.moves.length === 1 && this.moves[0].steps.every((step) => step < 0) ? this.moves[0] : undefined;
  }

  /**
   * Take a step: one that goes on, the last one again, which begins anew, or the first one of another move. Return
   * whether it was one of these. Dragging neither begins anew nor begins another move.
   */
  take(step, dragged = false) {
    if (this.next.includes(step)) this.steps = [...this.steps, step];
    else if (this.steps.length && this.steps.at(-1) === step) this.steps = dragged ? this.steps : [];
    else if (!dragged && this.begun([step]).length) this.steps = [step];
    else return false;
    return true;
  }
}
