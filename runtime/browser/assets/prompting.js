// A prompt: where what comes next is one of a few pieces in zones, they are buttons. What all moves begin with is chosen by itself
// then, so that a reward is one click.

import { SVG, drawn, made } from "./parts.js";

const MOST = 12; // the pieces of a prompt

export class Prompt {
  /**
   * host: where it is. page: who asks, with `choice`, `cellOf(step)`, `states`, `labels` and `names` of the cells, `empty` by
   * state, and `click(cell)`.
   */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.shown = "";
  }

  /** The cells of the pieces that some steps can go on with, if that is all they can go on with; else none. */
  after(steps) {
    const { choice, cellOf, states, names, empty } = this.page;
    const place = steps.length;
    const next = [...new Set(choice.begun(steps).map((move) => move.steps[place]))];
    if (!place || !next.length || next.length > MOST || next.some((step) => step === undefined || step < 0)) return [];
    const cells = next.map(cellOf);
    return cells.every((cell) => names[cell].includes(".") && !empty[states[cell]]) ? cells : [];
  }

  /** Choose what all moves begin with, if a prompt follows. */
  begin() {
    const { choice } = this.page;
    const [first] = choice.moves;
    if (choice.steps.length || !first?.steps.length || choice.moves.some(({ steps }) => steps[0] !== first.steps[0])) return;
    if (first.steps[0] >= 0 && this.after([first.steps[0]]).length) choice.steps = [first.steps[0]];
  }

  /** Show what there is to choose among; nothing where it is `off`. */
  show(off) {
    const { choice, states, labels, names } = this.page;
    const cells = off ? [] : this.after(choice.steps);
    this.host.hidden = !cells.length;
    const shown = cells.map((cell) => [cell, states[cell], labels[cell]]).join();
    if (shown === this.shown) return; // the button that has the keyboard keeps it
    this.shown = shown;
    const buttons = cells.map((cell) => {
      const button = made("button", "", { type: "button" }, () => this.page.click(cell));
      const picture = button.appendChild(document.createElementNS(SVG, "svg"));
      picture.setAttribute("viewBox", "-24 -24 48 48");
      picture.setAttribute("aria-hidden", "true");
      drawn(picture, "use", { href: `#piece-${states[cell]}` });
      button.append(made("span", labels[cell]));
      button.title = names[cell];
      return button;
    });
    this.host.replaceChildren(made("span", "Choose:", { id: "prompted" }), ...buttons);
  }
}
