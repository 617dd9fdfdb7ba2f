// The page: a list of games, and a board on which moves are clicked together. All texts are set as text, never as markup.

import { Board } from "./board.js";

const at = (id) => document.getElementById(id);
const place = new URLSearchParams(location.hash.slice(1));
const match = place.get("match");
const secret = place.get("seat");
let socket = null;
let state = null;
let steps = [];
let looks = null;
let board = null;

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (secret) headers["X-Seat"] = secret;
  const asked = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(path, asked);
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message ?? "The server does not answer as it should.");
  return value;
}

function element(kind, text, more = {}) {
  const made = document.createElement(kind);
  made.textContent = text;
  return Object.assign(made, more);
}

const address = (name, key) => `${location.origin}/#${new URLSearchParams(key ? { match: name, seat: key } : { match: name })}`;

// -- choosing a game

async function choose() {
  at("choose").hidden = false;
  at("games").replaceChildren(...(await ask("/api/models")).map(card));
  for (const name of await ask("/api/programs")) at("against").append(element("option", name, { value: name }));
  at("wish").addEventListener("submit", (event) => event.preventDefault());
  at("find").addEventListener("input", () => {
    const wanted = at("find").value.trim().toLowerCase();
    for (const found of at("games").children) found.hidden = !found.textContent.toLowerCase().includes(wanted);
  });
  at("send").addEventListener("submit", async (event) => {
    event.preventDefault();
    at("diagnostics").replaceChildren();
    try {
      const found = await ask("/api/models", { text: at("text").value });
      for (const said of found.diagnostics) {
        const where = said.line === null ? "" : `${said.line}:${said.column}: `;
        at("diagnostics").append(element("li", `${where}${said.severity}: ${said.message}`));
      }
      if (found.model) begin(found.model, "human");
    } catch (error) {
      at("diagnostics").append(element("li", error.message));
    }
  });
}

/** Return a game to choose: its board, its name, and a button around both. */
function card(model) {
  const name = model.source === "upload" ? `${model.game} (sent)` : model.game.replaceAll("-", " ");
  const picture = element("img", "", { src: `/api/models/${encodeURIComponent(model.model)}/picture`, alt: "", loading: "lazy", width: 128, height: 128 });
  const button = element("button", "", { onclick: () => begin(model.model, at("against").value) });
  button.append(picture, element("span", name));
  const item = element("li", "");
  item.append(button);
  return item;
}

async function begin(model, against) {
  try {
    const made = await ask("/api/matches", { model, others: against === "human" ? null : against });
    sessionStorage.setItem(made.match, JSON.stringify(made.seats));
    const first = Object.values(made.seats)[0];
    location.hash = new URLSearchParams(first ? { match: made.match, seat: first } : { match: made.match });
    location.reload();
  } catch (error) {
    at("wrong").textContent = error.message;
  }
}

// -- playing

/** Make the board, of which the positions are shown later. */
async function prepare() {
  looks = await ask(`/api/matches/${match}/scene`);
  const pieces = document.importNode(new DOMParser().parseFromString(looks.pieces, "image/svg+xml").documentElement, true);
  looks.empty.push(false, false);
  for (const [number, sign] of [[looks.empty.length - 2, "?"], [looks.empty.length - 1, "#"]]) {
    const sketch = document.createElementNS("http://www.w3.org/2000/svg", "text");
    sketch.id = `piece-${number}`;
    sketch.setAttribute("class", "unknown");
    sketch.setAttribute("y", "8");
    sketch.textContent = sign;
    pieces.querySelector("defs").append(sketch);
  }
  at("pieces").append(pieces);
  board = new Board(at("board"), looks.scene, looks.names, (cell) => step({ cell: looks.names[cell] }));
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${match}/events`);
  socket.addEventListener("open", () => socket.send(JSON.stringify(secret ? { seat: secret } : {})));
  socket.addEventListener("message", (event) => {
    const said = JSON.parse(event.data);
    if (said.type === "refused") {
      at("said").textContent = said.message;
      steps = [];
      draw();
    } else {
      if (state === null || said.number !== state.number) {
        steps = [];
        at("said").textContent = "";
      }
      state = said;
      draw();
    }
  });
  socket.addEventListener("close", (event) => {
    at("said").textContent = event.code === 1008 ? "This link opens no match." : "The connection is lost; trying again …";
    if (event.code !== 1008) setTimeout(connect, 1000);
  });
}

function act(kind, text = "") {
  socket.send(JSON.stringify({ kind, text, number: state.number }));
}

const same = (one, other) => one.cell === other.cell && one.option === other.option;
const fitting = () => (state.legal ?? []).filter((move) => steps.every((step, n) => move.steps[n] && same(move.steps[n], step)));

function step(next) {
  steps.push(next);
  let moves = fitting();
  if (moves.length === 0) {
    steps = [next];
    moves = fitting();
    if (moves.length === 0) {
      steps = [];
      if (next.cell) explain(next.cell);
    }
  }
  const whole = moves.find((move) => move.steps.length === steps.length);
  if (whole && moves.length === 1) act("move", whole.notation);
  else draw();
}

async function explain(move) {
  try {
    const found = await ask(`/api/matches/${match}/explain`, { move });
    at("said").textContent = found.message;
  } catch (error) {
    at("said").textContent = error.message;
  }
}

function draw() {
  at("title").textContent = state.game;
  at("turn").textContent = turn();
  const moves = fitting();
  const next = moves.map((move) => move.steps[steps.length]).filter(Boolean);
  const cells = new Set(next.map((one) => one.cell).filter(Boolean));
  const numbers = (wanted) => new Set(looks.names.flatMap((name, number) => (wanted(name) ? [number] : [])));
  at("board").toggleAttribute("hidden", !state.board);
  at("hidden").hidden = Boolean(state.board);
  if (state.board) {
    const { states, counts, last } = state.board;
    board.show({
      states, counts, empty: looks.empty, labels: states.map((number) => looks.labels[number]), last: new Set(last),
      chosen: numbers((name) => steps.some((one) => one.cell === name)), targets: numbers((name) => cells.has(name)),
    });
  }
  const options = [...new Set(next.map((one) => one.option).filter(Boolean))].map((option) =>
    element("button", option, { onclick: () => step({ option }) }));
  const whole = moves.find((move) => move.steps.length === steps.length);
  if (whole) options.push(element("button", steps.length ? `play ${whole.notation}` : whole.notation, { onclick: () => act("move", whole.notation) }));
  if (steps.length) options.push(element("button", "clear", { onclick: () => { steps = []; draw(); } }));
  at("options").replaceChildren(...options);
  at("actions").replaceChildren(...actions());
  at("type").hidden = !state.movers.includes(state.you);
  at("moves").replaceChildren(...state.told.map((one) => element("li", one.move === null ? "…" : `${one.player}: ${one.move}`)));
  links();
}

function turn() {
  if (state.result) {
    const names = state.players.map((player) => player.name);
    const most = Math.max(...state.result.returns);
    const won = names.filter((_, n) => state.result.returns[n] === most && most > Math.min(...state.result.returns));
    return won.length ? `${won.join(" and ")} won (${state.result.why}).` : `The game is drawn (${state.result.why}).`;
  }
  const clocks = state.players.filter((player) => player.left !== null).map((player) => `${player.name} ${Math.max(0, Math.round(player.left))} s`);
  const you = state.you ? (state.movers.includes(state.you) ? `Your turn, ${state.you}` : `You are ${state.you}; ${state.movers.join(" and ")} to move`) : `${state.movers.join(" and ")} to move`;
  return clocks.length ? `${you} (${clocks.join(", ")})` : you;
}

function actions() {
  if (!state.you || state.result) return [];
  const button = (text, kind, what = "") => element("button", text, { onclick: () => act(kind, what) });
  const found = [];
  if (state.undo === "free") found.push(button("undo", "undo"), button("redo", "redo"));
  if (state.undo === "asked") found.push(button("ask to undo", "offer", "undo"));
  const others = state.players.filter((player) => player.who === "human" && player.name !== state.you);
  if (others.length) found.push(button("offer a draw", "offer", "draw"));
  if (state.offer && state.offer.player !== state.you) {
    found.push(button(`accept ${state.offer.what}`, "accept"), button("decline", "decline"));
  }
  found.push(button("resign", "resign"));
  return found;
}

function links() {
  const seats = JSON.parse(sessionStorage.getItem(match) ?? "{}");
  const found = Object.entries(seats).filter(([name]) => name !== state.you).map(([name, key]) => [`for ${name}`, address(match, key)]);
  at("links").replaceChildren(...[...found, ["to watch", address(match)]].flatMap(([text, href]) => [element("a", text, { href, target: "_blank", rel: "noopener" }), " "]));
}

if (match) {
  at("play").hidden = false;
  at("type").addEventListener("submit", (event) => { event.preventDefault(); act("move", at("move").value.trim()); at("move").value = ""; });
  prepare().then(connect, (error) => { at("said").textContent = error.message; });
} else {
  choose();
}
addEventListener("hashchange", () => location.reload());
