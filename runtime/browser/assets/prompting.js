// A prompt: if the next step is to choose one of a few pieces in zones, they are offered as buttons. If all moves begin
// with the same step before that, it is chosen by itself, so that a reward takes one click.

import { SVG, drawn, made } from "./parts.js";

const MOST = 12; // the pieces of a prompt

export class Prompt {
  /**
   * host: the element that shows the buttons. page: the page, with `choice`, `cellOf(step)`, `states`, `labels` and
   * `names` of the cells, `empty` for each state, and `click(cell)`.
   */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    this.shown = "";
  }

  /**
   * The cells of the pieces with which some steps can go on, if they can go on with nothing else; else an empty array.
   */
  after(steps) {
    const { choice, cellOf, states, names, empty } = this.page;
    const place = steps.length;
    const next = [...new Set(choice.begun(steps).map((move) => move.steps[place]))];
    if (!place || !next.length || next.length > MOST || next.some((step) => step === undefined || step < 0)) return [];
    const cells = next.map(cellOf);
    return cells.every((cell) => names[cell].includes(".") && !empty[states[cell]]) ? cells : [];
  }

  /** Choose the step with which all moves begin, if a prompt follows it. */
  begin() {
    const { choice } = this.page;
    const [first] = choice.moves;
    if (choice.steps.length || !first?.steps.length || choice.moves.some(({ steps }) => steps[0] !== first.steps[0])) return;
    if (first.steps[0] >= 0 && this.after([first.steps[0]]).length) choice.steps = [first.steps[0]];
  }

  /** Show the buttons; none if off is true. */
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
