// The editor page: a text of rules with diagnostics and completions, and a game that goes on under the current rules. The server
// answers all questions about the text. Strings are inserted as text, never as markup.

import { ask, enter } from "./asking.js";
import { Board } from "./board.js";

const EMPTY = `game MyGame {
  players White, Black
  board 3x3
  pieces Stone:X/O
  place Put = empty
  effect = set own Stone
  effect = line 3 own
}
`;
const REST = 150; // the milliseconds to wait after a key for another one
const LONG = 50_000; // the length from which on the syntax of a text is not highlighted: drawing it would take longer than a key
const MOST = 512 * 1024; // the bytes of a request, at most
const TOO_LONG = `This is too long for the server: at most ${MOST / 1024} KB.`;
const KEYWORDS = /^(players|board|pieces|neutral|kind|tile|tiles|setup|directions|region|zone|mark|counter|phases|parameter|variant|sub|place|move|chance|effect|ensure|stuck|over|round|sight|back|ranking|without|start|seats|nature|simultaneous|transition|game|extends)$/;
const TOKEN = /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[\p{L}_][\p{L}\p{N}_]*)/gu;

const at = (id) => document.getElementById(id);
const text = at("text");

let version = 0; // counts changes of the text and of the game, so that answers to old questions are dropped
let name = "your.game";
let findings = [];
let marks = [];
let moves = [];
let running = null; // the game under the last rules without errors
let board = null;
let looks = "";
let steps = [];
let offers = null;
let timer = 0;
let writes = false; // whether write() is at work: browsers tell of each line that they insert

function element(kind, content, more = {}) {
  const made = document.createElement(kind);
  made.textContent = content;
  return Object.assign(made, more);
}

// -- offsets: the server counts code points, the browser counts code units of UTF-16

const points = (units) => [...text.value.slice(0, units)].length;

function units(point) {
  let found = 0;
  for (const character of text.value) {
    if (point-- <= 0) break;
    found += character.length;
  }
  return found;
}

/** Whether a text is short enough to be sent. */
const fits = (written) => new Blob([JSON.stringify(written)]).size < MOST;

const put = (question, more = {}) => ask("/api/edit", { question, text: text.value, name, ...more });

/** Ask a question about the text, and use the answer unless the text or the game has changed since. */
async function about(question, more, use) {
  const asked = version;
  try {
    if (!fits(text.value)) throw new Error(TOO_LONG);
    const found = await put(question, more);
    if (asked === version) use(found);
  } catch (error) {
    if (asked !== version) return;
    at("said").textContent = error.message;
    if (question === "check") document.body.dataset.state = "refused";
  }
}

// -- the draft: the text as it was last changed in this tab; in a new one, as it was last changed anywhere

const DRAFT = `draft ${location.search}`;

function keep() {
  if (!fits(text.value)) return;
  try {
    for (const store of [sessionStorage, localStorage]) store.setItem(DRAFT, JSON.stringify({ written: text.value, file: name }));
  } catch {
    // a browser that keeps nothing for this page loses the draft
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT) ?? localStorage.getItem(DRAFT));
  } catch {
    return null;
  }
}

// -- the text

function changed() {
  version += 1;
  document.body.dataset.state = "changed";
  marks = [];
  paint();
  clearTimeout(timer);
  timer = setTimeout(check, REST);
}

function check() {
  const wanted = moves;
  about("check", { moves: wanted }, (found) => {
    at("said").textContent = found.wrong ? found.wrong.join("\n") : "";
    findings = (found.findings ?? []).map((one) => ({ ...one, start: units(one.start), end: units(one.end) }));
    list();
    paint();
    document.body.classList.toggle("stale", !found.game);
    if (found.game) show(found.game);
    document.body.dataset.state = found.game ? "playing" : "wrong";
  });
}

/** Whether only blanks stand between a word and the beginning of its line, or an opening brace. */
function begins(offset) {
  let before = offset - 1;
  while (/[ \t]/.test(text.value[before] ?? "")) before -= 1;
  return before < 0 || /[\n{]/.test(text.value[before]);
}

/** Highlight the syntax, the diagnostics and the marks. */
function paint() {
  const value = text.value;
  const ends = new Set([0, value.length]);
  const layers = [...findings.map((one) => [one.start, Math.max(one.end, one.start + 1), one.severity]), ...marks.map((one) => [one.start, one.end, one.kind])];
  for (const found of value.length < LONG ? value.matchAll(TOKEN) : []) {
    const { comment, string, word } = found.groups;
    const kind = comment ? "comment" : string ? "string" : word && KEYWORDS.test(word) && begins(found.index) ? "keyword" : null;
    if (kind) layers.push([found.index, found.index + found[0].length, kind]);
  }
  for (const [start, end] of layers) ends.add(start).add(Math.min(end, value.length));
  const cuts = [...ends].sort((one, other) => one - other);
  const begun = [...layers].sort((one, other) => one[0] - other[0]);
  let open = [];
  let next = 0;
  const parts = [];
  for (let n = 0; n + 1 < cuts.length; n += 1) {
    while (next < begun.length && begun[next][0] <= cuts[n]) open.push(begun[next++]);
    open = open.filter(([, end]) => end > cuts[n]);
    const piece = value.slice(cuts[n], cuts[n + 1]);
    parts.push(open.length ? element("span", piece, { className: open.map(([, , kind]) => kind).join(" ") }) : piece);
  }
  at("paint").replaceChildren(...parts, "\n");
  const worst = new Map();
  for (const { line, severity } of findings) if (worst.get(line) !== "error") worst.set(line, severity);
  const count = value.split("\n").length;
  at("lines").replaceChildren(
    ...Array.from({ length: count }, (_, n) => element("span", `${n + 1}\n`, { className: worst.get(n + 1) ?? "" })),
  );
  scroll();
}

function scroll() {
  at("paint").scrollTop = at("lines").scrollTop = text.scrollTop;
  at("paint").scrollLeft = text.scrollLeft;
}

/** List the diagnostics, each with a button for its fixes. */
function list() {
  at("findings").replaceChildren(
    ...findings.map((one) => {
      const item = element("li", "");
      const where = element("button", `${one.line}:${one.column} ${one.severity}: ${one.message}`, { className: "where", onclick: () => visit(one) });
      item.append(where, element("button", "Fix", { onclick: (event) => fix(one, event.target) }));
      return item;
    }),
  );
}

function visit({ start, end }) {
  text.focus();
  text.setSelectionRange(start, end);
  const line = text.value.slice(0, start).split("\n").length;
  text.scrollTop = Math.max(0, (line - 6) * metrics().height);
}

function fix(one, button) {
  about("fix", { offset: points(one.start) }, ({ fixes }) => {
    const offered = fixes.map(({ title, edits }) => element("button", title, { onclick: () => apply(edits) }));
    button.replaceWith(...(offered.length ? offered : [element("small", "nothing known puts it right")]));
  });
}

function apply(edits) {
  const places = edits.map((edit) => ({ ...edit, start: units(edit.start), end: units(edit.end) }));
  for (const { start, end, text: written } of places.sort((one, other) => other.start - one.start)) write(start, end, written);
  text.focus();
}

/**
 * Replace a part of the text such that the browser can undo it. Chromium inserts a text line by line, which takes a
 * minute for a long one, but markup at once; in a text area all of it becomes text. Firefox takes no markup there.
 */
function write(start, end, written) {
  text.focus();
  text.setSelectionRange(start, end);
  const lines = written.replace(/\r\n?/g, "\n"); // as a text area has them
  const wanted = text.value.slice(0, start) + lines + text.value.slice(end);
  const markup = written.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  writes = true;
  document.execCommand("insertHTML", false, markup) || document.execCommand("insertText", false, written);
  writes = false;
  if (text.value !== wanted) text.value = wanted;
  const caret = start + lines.length;
  text.setSelectionRange(caret, caret);
  changed();
  keep();
}

// -- help and completion

/** Return the size of a character and the padding of the text, in pixels. */
function metrics() {
  const style = getComputedStyle(text);
  const brush = (metrics.brush ??= document.createElement("canvas").getContext("2d"));
  brush.font = style.font;
  return { width: brush.measureText("0".repeat(100)).width / 100, height: parseFloat(style.lineHeight), left: parseFloat(style.paddingLeft), top: parseFloat(style.paddingTop) };
}

function spot(offset) {
  const { width, height, left, top } = metrics();
  const before = text.value.slice(0, offset).split("\n");
  return [left + columns(before.at(-1)) * width - text.scrollLeft, top + before.length * height - text.scrollTop];
}

/** How many columns the beginning of a line takes, with its tabs. */
function columns(line) {
  const size = Number(getComputedStyle(text).tabSize) || 8;
  return [...line].reduce((sum, character) => (character === "\t" ? (Math.floor(sum / size) + 1) * size : sum + 1), 0);
}

/** Show a box under a place in the text, or above its line where there is no room below. */
function unfold(box, offset) {
  box.hidden = false;
  const [left, top] = spot(offset);
  const room = text.clientHeight - top;
  const above = top - metrics().height - box.offsetHeight;
  Object.assign(box.style, { left: `${left}px`, top: `${box.offsetHeight > room && above >= 0 ? above : top}px` });
}

function under(event) {
  const { width, height, left, top } = metrics();
  const box = text.getBoundingClientRect();
  const line = Math.floor((event.clientY - box.top - top + text.scrollTop) / height);
  const column = Math.floor((event.clientX - box.left - left + text.scrollLeft) / width);
  const lines = text.value.split("\n");
  if (line < 0 || line >= lines.length || column < 0 || column >= lines[line].length) return null;
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column;
}

const plain = (markdown) => markdown.replace(/```\w*\n?|\*\*|`/g, "").trim();

function helpAt(offset, use) {
  const told = [...findings, ...marks].filter(({ start, end }) => start <= offset && offset < Math.max(end, start + 1)).map((one) => one.message ?? one.text);
  about("help", { offset: points(offset) }, ({ help }) => use([...told, ...(help ? [plain(help.text)] : [])].join("\n")));
}

function hover(event) {
  clearTimeout(hover.timer);
  at("tip").hidden = true;
  const offset = under(event);
  if (offset === null || !/\S/.test(text.value[offset])) return;
  hover.timer = setTimeout(() => helpAt(offset, (said) => {
    at("tip").textContent = said;
    if (said) unfold(at("tip"), offset);
  }), 350);
}

function explainCaret() {
  clearTimeout(explainCaret.timer);
  explainCaret.timer = setTimeout(() => helpAt(text.selectionStart, (said) => { at("help").textContent = said; }), 250);
}

function complete(wanted) {
  const caret = text.selectionStart;
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.value.slice(0, caret))?.[0] ?? "";
  if (!wanted && word.length < 2) return offer(null);
  about("complete", { offset: points(caret) }, (found) => {
    if (text.selectionStart !== caret) return;
    const { items } = found;
    const whole = !wanted && items.some((item) => item.text === word);
    offer(items.length && !whole ? { start: units(found.start), end: units(found.end), items, chosen: 0, caret, meant: wanted } : null);
  });
}

function offer(found) {
  offers = found;
  at("offers").hidden = !found;
  if (!found) {
    text.removeAttribute("aria-activedescendant");
    return;
  }
  at("offers").replaceChildren(
    ...found.items.map((item, number) => {
      const line = element("li", item.text, { id: `offer-${number}`, onpointerdown: (event) => { event.preventDefault(); take(number); } });
      line.setAttribute("role", "option");
      line.append(element("small", item.kind));
      return line;
    }),
  );
  unfold(at("offers"), found.start);
  choose(0);
}

function choose(number) {
  const count = offers.items.length;
  offers.chosen = (number + count) % count;
  [...at("offers").children].forEach((line, n) => line.setAttribute("aria-selected", String(n === offers.chosen)));
  text.setAttribute("aria-activedescendant", `offer-${offers.chosen}`);
  at("offers").children[offers.chosen].scrollIntoView({ block: "nearest" });
  at("help").textContent = plain(offers.items[offers.chosen].help);
}

/** Move the choice among the offers: from then on Enter takes it. */
function turn(number) {
  offers.meant = true;
  choose(number);
}

function take(number) {
  const { start, end, items } = offers;
  offer(null);
  write(start, end, items[number].text);
}

function key(event) {
  if (event.key === " " && event.ctrlKey) {
    event.preventDefault();
    complete(true);
  } else if (offers) {
    if (text.selectionStart !== offers.caret) return offer(null); // something was typed that the server has not answered yet
    const act = { ArrowDown: () => turn(offers.chosen + 1), ArrowUp: () => turn(offers.chosen - 1), Enter: offers.meant && (() => take(offers.chosen)), Tab: () => take(offers.chosen), Escape: () => offer(null) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

// -- the game

function show(game) {
  running = game;
  const drawn = JSON.stringify([game.scene.scene, game.scene.names, game.scene.pieces]);
  if (drawn !== looks) {
    looks = drawn;
    const pieces = document.importNode(new DOMParser().parseFromString(game.scene.pieces, "image/svg+xml").documentElement, true);
    at("pieces").replaceChildren(pieces);
    const fresh = at("board").cloneNode(false); // without the event listeners of the previous board
    at("board").replaceWith(fresh);
    board = new Board(fresh, game.scene.scene, game.scene.names, (cell) => step({ cell: game.scene.names[cell] }));
  }
  steps = [];
  at("refused").textContent = game.refused ? `Ply ${game.refused.ply}, ${game.refused.move}, is no longer allowed: ${game.refused.why}` : "";
  draw();
  if (game.chance && !game.refused) setTimeout(() => running === game && play(game.chance), 400);
}

const same = (one, other) => one.cell === other.cell && one.option === other.option;
const fitting = () => running.legal.filter((move) => steps.every((step, n) => move.steps[n] && same(move.steps[n], step)));

function step(next) {
  at("said").textContent = "";
  steps.push(next);
  let left = fitting();
  if (!left.length) {
    const tried = steps;
    steps = [next];
    left = fitting();
    if (!left.length) {
      steps = [];
      refuse(tried);
      return draw();
    }
  }
  const whole = left.find((move) => move.steps.length === steps.length);
  if (whole && left.length === 1) play(whole.notation);
  else draw();
}

/** Show why the clicked steps are no move, and mark in the text how far they came. */
function refuse(tried) {
  const move = tried.map(({ cell, option }, n) => (option ? `=${option}` : n ? `-${cell}` : cell)).join("");
  about("explain", { moves: moves.slice(0, running.ply), move }, (found) => {
    at("said").textContent = found.why ?? "";
    marks = found.marks.map((one) => ({ ...one, start: units(one.start), end: units(one.end) }));
    paint();
    document.body.dataset.marks = marks.map(({ kind }) => kind).join(" ");
  });
}

function play(move) {
  moves = [...moves.slice(0, running.ply), move];
  again();
}

function again() {
  version += 1;
  document.body.dataset.state = "changed";
  marks = [];
  at("said").textContent = "";
  check();
}

function draw() {
  const { scene, board: seen, ply, refused } = running;
  const left = fitting();
  const next = left.map((move) => move.steps[steps.length]).filter(Boolean);
  const cells = new Set(next.map((one) => one.cell).filter(Boolean));
  const numbers = (wanted) => new Set(scene.names.flatMap((cell, number) => (wanted(cell) ? [number] : [])));
  board.show({
    states: seen.states, counts: seen.counts, marks: board.scene.marked.map(([mark]) => new Set(seen.marks[mark])), empty: [...scene.empty, true, true], labels: seen.states.map((number) => scene.labels[number]),
    last: new Set(seen.last), chosen: numbers((cell) => steps.some((one) => one.cell === cell)), targets: numbers((cell) => cells.has(cell)),
  });
  at("turn").textContent = running.result ?? `${running.name}: ${running.turn} to move`;
  const options = [...new Set(next.map((one) => one.option).filter(Boolean))].map((option) => element("button", option, { onclick: () => step({ option }) }));
  const whole = left.find((move) => move.steps.length === steps.length);
  if (whole) options.push(element("button", steps.length ? "Done" : whole.notation, { onclick: () => play(whole.notation) }));
  if (steps.length) options.push(element("button", "Clear", { onclick: () => { steps = []; draw(); } }));
  at("options").replaceChildren(...options);
  at("moves").replaceChildren(...moves.map((move, n) => element("li", move, { className: n >= ply ? "lost" : "" })));
  document.body.dataset.ply = String(ply);
  document.body.dataset.refused = refused ? String(refused.ply) : "";
}

// -- other actions

async function begin(model) {
  try {
    const answer = await fetch(`/api/models/${encodeURIComponent(model)}/text`);
    if (!answer.ok) throw new Error((await answer.json()).message);
    start(await answer.text(), "your.game");
  } catch (error) {
    at("said").textContent = error.message;
  }
}

function start(written, file) {
  name = /^[A-Za-z0-9_-]{1,60}\.[a-z]{1,10}$/.test(file) ? file : "your.game";
  moves = [];
  const focused = document.activeElement;
  if (text.value) write(0, text.value.length, written); // so that the browser can undo it
  else text.value = written;
  focused.focus();
  text.setSelectionRange(0, 0);
  text.scrollTop = 0;
  changed();
}

function save() {
  const address = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
  element("a", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function meet() {
  try {
    const found = await ask("/api/models", { name, text: text.value });
    if (!found.model) throw new Error(found.diagnostics.map(({ message }) => message).join("\n") || "It cannot be played yet.");
    const begun = await ask("/api/matches", { model: found.model, others: null });
    enter(begun, Object.keys(begun.seats).slice(0, 1));
  } catch (error) {
    at("said").textContent = error.message;
  }
}

text.addEventListener("input", (event) => {
  if (writes) return;
  changed();
  keep();
  if (event.inputType?.startsWith("insert")) complete(false);
  else offer(null);
});
text.addEventListener("keydown", key);
text.addEventListener("scroll", scroll);
text.addEventListener("blur", () => offer(null));
text.addEventListener("mousemove", hover);
text.addEventListener("mouseleave", () => { clearTimeout(hover.timer); at("tip").hidden = true; });
document.addEventListener("selectionchange", () => document.activeElement === text && !offers && explainCaret());
at("back").addEventListener("click", () => { moves = moves.slice(0, Math.max(0, (running?.ply ?? 0) - 1)); again(); });
at("again").addEventListener("click", () => { moves = []; again(); });
at("tidy").addEventListener("click", () => about("tidy", {}, (found) => {
  if (found.text === null) at("said").textContent = "A text that has errors, or extends another game, is left as it is.";
  else if (found.text !== text.value) write(0, text.value.length, found.text);
}));
at("cover").addEventListener("click", () => about("cover", {}, (found) => {
  marks = found.marks.map((one) => ({ ...one, start: units(one.start), end: units(one.end) }));
  paint();
  document.body.dataset.marks = marks.map(({ kind }) => kind).join(" ");
}));
at("save").addEventListener("click", save);
at("meet").addEventListener("click", meet);
at("from").addEventListener("change", () => {
  const { value } = at("from");
  if (at("from").selectedOptions[0].dataset.draft) start(draft.written, draft.file);
  else if (value) begin(value);
  else start(EMPTY, "your.game");
});
at("open").addEventListener("change", async () => {
  const [file] = at("open").files;
  if (file && file.size >= MOST) at("said").textContent = TOO_LONG;
  else if (file) start(await file.text(), file.name);
});

try {
  for (const { model, game } of await ask("/api/models")) at("from").append(element("option", game, { value: model }));
} catch (error) {
  at("said").textContent = error.message;
}
const wanted = new URLSearchParams(location.search).get("model");
const draft = kept();
if (draft) {
  const again = element("option", "your text of last time");
  again.dataset.draft = "yes";
  at("from").prepend(again);
  again.selected = true;
  start(draft.written, draft.file);
} else if (wanted) {
  at("from").value = wanted;
  await begin(wanted);
} else start(EMPTY, "your.game");
