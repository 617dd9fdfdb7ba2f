// What the pages of games share besides the board: elements, discs of players, the list of moves,
// numbers.

export const SVG = "http://www.w3.org/2000/svg";

/** The size of a letter that fills a cell. */
export const ROOM = 66;

/** The speeds by their names, with the least number of seconds for which each ply is shown. */
export const SPEEDS = [["slow", 1.5], ["normal", 0.5], ["fast", 0.12], ["at once", 0]];

/** Make an element with a text and attributes; act, if given, is called when it is clicked. */
export function made(tag, text, attributes = {}, act = null) {
  const found = document.createElement(tag);
  found.textContent = text;
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  if (act) found.addEventListener("click", act);
  return found;
}

/** Append an SVG element with attributes to another one; return it. */
export function drawn(parent, tag, attributes = {}) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  parent.append(found);
  return found;
}

/** Make a picture of a disc in the colour of a player. */
export function disc(colour) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-10 -10 20 20");
  svg.setAttribute("aria-hidden", "true");
  drawn(svg, "circle", { r: 8, class: "disc", fill: colour });
  return svg;
}

/**
 * Keep the height that an element once had, so that what is below it stays in its place, until the window changes. The
 * board gets smaller by what the element has grown, so that all of it can be seen.
 */
export function keepHeight(host) {
  new ResizeObserver(() => {
    host.style.minHeight = `${host.offsetHeight}px`;
    const { bottom } = host.getBoundingClientRect();
    document.documentElement.style.setProperty("--above", `${Math.round(bottom + scrollY)}px`);
  }).observe(host);
  addEventListener("resize", () => {
    host.style.minHeight = "";
  });
}

/** Fill a select element with the names of the speeds; chosen: the one that is selected. */
export function fillSpeeds(select, chosen) {
  select.replaceChildren(...SPEEDS.map(([name]) => made("option", name, { value: name })));
  select.value = chosen;
}

/** Write a text, unless it is there: screen readers read aloud whatever is written in some elements. */
export function write(host, text) {
  if (host.textContent !== text) host.textContent = text;
}

/** Return a function that lets who uses keys go on at the board if what has the focus now has lost it meanwhile. */
export function keepFocus() {
  const keys = document.activeElement.matches(":focus-visible");
  return () => {
    const { activeElement } = document;
    if (keys && (activeElement === document.body || activeElement.disabled)) document.querySelector("#board [tabindex='0']")?.focus();
  };
}

/** Replace the children of a host. If the focus was on one of them, the new child with the same text gets it. */
export function refill(host, children) {
  const active = host.contains(document.activeElement) ? document.activeElement.textContent : null;
  host.replaceChildren(...children);
  if (active !== null) children.find(({ textContent }) => textContent === active)?.focus();
}

/**
 * Show the moves that were played. names: the moves; at: how many have led to the position that is shown; visit(ply),
 * if given, is called when a move is clicked. Entries that do not change are kept.
 */
export function showHistory(list, names, at, visit) {
  const { children } = list;
  while (children.length > names.length) list.lastChild.remove();
  names.forEach((name, number) => {
    const there = children[number]?.firstChild;
    if (there?.textContent === name && (there.type === "button") === Boolean(visit)) return;
    const entry = visit ? made("button", name, { type: "button" }, () => visit(number + 1)) : made("span", name);
    const item = there ? there.parentElement : list.appendChild(made("li", ""));
    item.replaceChildren(entry);
  });
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = at ? children[at - 1]?.firstChild : null;
  current?.setAttribute("aria-current", "step");
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0; // of the list alone, not of the page
}

/** How a game has ended in which all players got the same, in words. */
export const alike = (part) => (part > 0 ? "All have won" : part < 0 ? "All have lost" : "The game is drawn");

/** Say with whom a player has a team; nothing if there is none. */
export const toldMates = ({ mates = [] }) => mates.length ? `with ${mates.join(" and ")}` : "";

/** Return the seconds that are left, as a clock shows them. */
export function toldTime(seconds) {
  const left = Math.max(0, seconds);
  return left < 10 ? `${left.toFixed(1)} s` : `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
}

/** Play the sound of a move, a short knock. Browsers allow this only after somebody has clicked on the page. */
export function knock() {
  knock.context ??= new AudioContext();
  const { context } = knock;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime;
  tone.frequency.value = 220;
  volume.gain.setValueAtTime(0.3, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + 0.12);
}

/** The caption of a name, or the name itself. captions: those of one kind, see scene.py; empty if it is not told. */
export const called = (name, captions) => (Object.hasOwn(captions, name) ? captions[name] : name);

/** Return numbers, given as [name, value], as text; that of the phase has its name as the value. */
export function toldNumbers(numbers, { counters, phases }) {
  const told = numbers.map(([name, value]) => {
    if (name === "phase" && Object.hasOwn(phases, value)) return phases[value];
    return called(name, counters) && `${called(name, counters)} ${value}`;
  });
  return told.filter(Boolean).join(" · ");
}

const [WIDE, HIGH, EDGE] = [300, 90, 6];

/**
 * Draw the course of one of some series, the one that is selected, and show its name. series: name and
 * values[ply][player]. at: the ply that is shown. visit(ply) is called when the graph is clicked.
 */
export function showCourse(series, players, at, visit) {
  const [select, which, summary, graph] = ["#series", "#which", "#course summary", "#graph"].map((part) => document.querySelector(part));
  const names = series.map(({ name }) => name);
  if (names.join() !== [...select.options].map(({ value }) => value).join()) {
    const { value } = select;
    select.replaceChildren(...names.map((name) => made("option", name, { value: name })));
    if (names.includes(value)) select.value = value;
  }
  which.hidden = names.length < 2;
  summary.textContent = `How it went: ${select.value}`;
  showGraph(graph, series[select.selectedIndex], players, at, visit);
}

/** Draw a series as a graph with a line for each player, in the player's colour. */
function showGraph(svg, { name, values }, players, at, visit) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  const all = values.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const last = Math.max(1, values.length - 1);
  const left = (ply) => EDGE + ((WIDE - 2 * EDGE) * ply) / last;
  const top = (value) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (value - least)) / (most - least);
  drawn(svg, "rect", { width: WIDE, height: HIGH, rx: 6, class: "paper" });
  drawn(svg, "line", { x1: left(at), x2: left(at), y1: 0, y2: HIGH, class: "now" });
  players.forEach(({ colour }, player) => {
    const points = values.map((each, ply) => `${left(ply).toFixed(1)},${top(each[player]).toFixed(1)}`).join(" ");
    for (const line of ["edge", "line"]) drawn(svg, "polyline", { points, class: line, stroke: line === "line" ? colour : "" });
  });
  svg.onclick = ({ clientX }) => {
    const box = svg.getBoundingClientRect();
    const ply = Math.round(((((clientX - box.left) / box.width) * WIDE - EDGE) / (WIDE - 2 * EDGE)) * last);
    visit(Math.min(values.length - 1, Math.max(0, ply)));
  };
  const now = values[Math.min(at, values.length - 1)];
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${name}: ${players.map((player, number) => `${player.name} ${now[number]}`).join(", ")}`);
}
