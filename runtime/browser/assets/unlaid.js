// Replaces laying.js on the page of a game whose pieces have no shapes: no piece is ever taken up.

export class Laying {
  active = false;

  constructor(host, board, facts, page) {
    this.page = page;
  }

  /** The cells that can be clicked next. */
  shown(next) {
    return { targets: new Set(next.filter((step) => step >= 0).map((step) => this.page.cellOf(step))) };
  }

  show() {}

  click() {
    return false;
  }
}
