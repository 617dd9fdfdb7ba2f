// Asking the server, and the links of matches: the secrets of seats stand behind the #, which no server is told.

const place = new URLSearchParams(location.hash.slice(1));

/** The name of the match that is shown, or null, and the secrets of the seats that are held here. */
export const match = place.get("match");
export const secrets = place.getAll("seat");

/** The game that is to be played where no match is shown, or null. */
export const model = place.get("model");

/** Ask for something; an error says why it was refused, or that nobody answers. */
export async function ask(path, body, secret = secrets[0]) {
  const headers = { "Content-Type": "application/json" };
  if (secret) headers["X-Seat"] = secret;
  const asked = fetch(path, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await asked.catch(() => {
    throw new Error("The server does not answer.");
  });
  const value = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(value.message ?? `The server does not answer as it should (${answer.status}).`);
  return value;
}

/** The address of a match for who holds some seats. */
export function address(name, keys) {
  const hash = new URLSearchParams([["match", name], ...keys.map((key) => ["seat", key])]);
  return `${location.origin}/#${hash}`;
}

/** All seats of a match that was begun here, by name. */
export const begunHere = (name) => JSON.parse(sessionStorage.getItem(name) ?? "{}");

/** Go to a match that was begun, holding the seats with some names. */
export function enter({ match: name, seats }, names) {
  sessionStorage.setItem(name, JSON.stringify(seats));
  location.href = address(name, names.map((each) => seats[each]).filter(Boolean));
}
