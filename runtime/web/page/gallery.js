// The gallery: the games, the latest matches, and the form in which a match is set up.

import { address, ask, enter, model as named } from "./asking.js";
import { made } from "./parts.js";

const at = (id) => document.getElementById(id);

const PEOPLE = [["you", "You"], ["friend", "A friend, by a link"]];
const SEARCHES = [["mcts:0.3s", "Computer, quick"], ["mcts:1s", "Computer, a second a move"], ["mcts:4s", "Computer, four seconds"]];
const RANDOM = ["random", "Random moves"];
const CLOCKS = [
  ["No limit", {}],
  ["30 seconds a move", { move_time: 30 }],
  ["1 minute each, and 1 second a move", { game_time: 60, increment: 1 }],
  ["5 minutes each, and 3 seconds a move", { game_time: 300, increment: 3 }],
  ["30 minutes each", { game_time: 1800 }],
];

/** The label of a program, by its name in the terms of a match. */
export function programCalled(who) {
  const known = [...SEARCHES, RANDOM].find(([name]) => name === who);
  return known ? known[1] : who;
}

export async function showGallery() {
  at("choose").hidden = false;
  at("find").addEventListener("input", find);
  at("find").addEventListener("keydown", ({ key }) => {
    const found = [...at("games").children].filter(({ hidden }) => !hidden);
    const called = found.filter(({ textContent }) => textContent.toLowerCase() === at("find").value.trim().toLowerCase());
    const one = called.length ? called : found;
    if (key === "Enter" && one.length === 1) one[0].firstChild.click();
  });
  at("send").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  at("latest").addEventListener("toggle", () => at("latest").open && showLatest());
  at("play-it").addEventListener("click", play);
  const models = await answered(ask("/api/models"));
  if (!models) return;
  at("games").replaceChildren(...models.map(card));
  find();
  const wanted = named ?? (models.length === 1 ? models[0].model : null);
  if (wanted !== null) choose(wanted);
}

/** Show the games that have all words that were typed, in their names or in what is said about them. */
function find() {
  const words = at("find").value.toLowerCase().split(/\s+/);
  for (const game of at("games").children) {
    const said = `${game.textContent} ${game.dataset.about}`.toLowerCase();
    game.hidden = !words.every((word) => said.includes(word));
  }
  at("none").hidden = [...at("games").children].some(({ hidden }) => !hidden);
}

/** The answer to a request; null after showing the error if it fails. */
async function answered(asked) {
  at("wrong").textContent = "";
  try {
    return await asked;
  } catch (error) {
    at("wrong").textContent = error.message;
    return null;
  }
}

/** The list item of a game: a button with its board and its name. */
function card(model) {
  const name = model.source === "upload" ? `${model.title} (sent)` : model.title;
  const source = `/api/models/${encodeURIComponent(model.model)}/picture`;
  const picture = made("img", "", { src: source, alt: "", loading: "lazy", width: 128, height: 128 });
  const button = made("button", "", { type: "button" }, () => choose(model.model));
  button.append(picture, made("span", name));
  const item = made("li", "", { "data-about": model.about });
  item.append(button);
  return item;
}

async function showLatest() {
  const begun = await answered(ask("/api/matches"));
  if (!begun) return;
  const items = begun.map(({ match, title, at: when }) => {
    const item = made("li", "");
    item.append(made("a", `${title}, ${new Date(1000 * when).toLocaleString()}`, { href: address(match, []) }));
    return item;
  });
  at("matches").replaceChildren(...(items.length ? items : [made("li", "There is none yet.")]));
}

async function send() {
  at("diagnostics").replaceChildren();
  try {
    const found = await ask("/api/models", { text: at("text").value });
    for (const said of found.diagnostics) {
      const where = said.line === null ? "" : `${said.line}:${said.column}: `;
      at("diagnostics").append(made("li", `${where}${said.severity}: ${said.message}`));
    }
    if (found.model) choose(found.model);
  } catch (error) {
    at("diagnostics").append(made("li", error.message));
  }
}

// -- setting up a match

let game = null;

function field(text, control) {
  const label = made("label", `${text} `);
  label.append(control);
  return label;
}

function choice(entries, chosen, attributes = {}) {
  const select = made("select", "", attributes);
  select.append(...entries.map(([value, text]) => made("option", text, { value })));
  select.value = chosen;
  return select;
}

async function choose(model) {
  at("refused").textContent = "";
  const both = await answered(Promise.all([ask(`/api/models/${encodeURIComponent(model)}`), ask("/api/programs")]));
  if (!both) return;
  const [found, programs] = both;
  game = found;
  const searches = game.searched ? SEARCHES : [];
  const others = [...PEOPLE, ...searches, RANDOM, ...(game.searched ? programs.map((name) => [name, name]) : [])];
  at("wanted").textContent = game.title;
  const usual = game.searched ? "mcts:1s" : "random";
  at("wishes").replaceChildren(
    ...game.players.map((name, number) => field(name, choice(others, number ? usual : "you", { "data-player": name }))),
  );
  if (game.hidden) onlyOneIsYou();
  at("clock").replaceChildren(...CLOCKS.map(([text], number) => made("option", text, { value: number })));
  at("clock").value = "0";
  const variants = [["", "as the model says"], ...game.variants.map((name) => [name, name])];
  at("settings").replaceChildren(
    ...(game.variants.length ? [field("Variant", choice(variants, "", { id: "variant" }))] : []),
    ...game.parameters.map((parameter) => field(parameter.name, setting(parameter))),
  );
  at("begin").showModal();
}

/** Let only one seat be "you": what is hidden from the other one would stand on the same screen. */
function onlyOneIsYou() {
  const seats = [...at("wishes").querySelectorAll("select")];
  const change = () => {
    for (const seat of seats) seat.options[0].disabled = seats.some((other) => other !== seat && other.value === "you");
  };
  for (const seat of seats) seat.addEventListener("change", change);
  change();
}

function setting({ name, value, choices, min, max }) {
  if (choices.length) return choice(choices.map((each) => [each, each]), value, { "data-parameter": name });
  const bounds = Object.entries({ min, max }).filter(([, bound]) => bound !== null);
  const kind = bounds.length ? { type: "number", ...Object.fromEntries(bounds) } : { type: "text" };
  const input = made("input", "", { ...kind, value, "data-parameter": name });
  return input;
}

async function play() {
  const wishes = [...at("wishes").querySelectorAll("select")].map((select) => [select.dataset.player, select.value]);
  const mine = wishes.filter(([, who]) => who === "you").map(([name]) => name);
  const variant = at("variant")?.value || null;
  const all = [...at("settings").querySelectorAll("[data-parameter]")];
  const changed = all.filter((input, number) => input.value !== game.parameters[number].value);
  const seats = Object.fromEntries(wishes.map(([name, who]) => [name, who === "you" || who === "friend" ? "human" : who]));
  const settings = Object.fromEntries(changed.map((input) => [input.dataset.parameter, input.value]));
  try {
    const alone = mine.length === Object.values(seats).filter((who) => who === "human").length;
    const more = { ...CLOCKS[at("clock").value][1], undo: alone ? "free" : "asked" };
    enter(await ask("/api/matches", { model: game.model, seats, variant, settings, ...more }), mine);
  } catch (error) {
    at("refused").textContent = error.message;
  }
}
