// Requests to the server, and the links of matches. The secrets of seats are in the fragment of a link, which browsers never send.

const place = new URLSearchParams(location.hash.slice(1));

/** The name of the match on this page, or null, and the secrets of the seats that this page holds. */
export const match = place.get("match");
export const secrets = place.getAll("seat");

/** The model to choose in the gallery, or null. */
export const model = place.get("model");

/** Send a request, a POST if it has a body, and return the answer. Throws an error with the reason if it is refused. */
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

/** The link to a match with the secrets of some seats. */
export function address(name, keys) {
  const hash = new URLSearchParams([["match", name], ...keys.map((key) => ["seat", key])]);
  return `${location.origin}/#${hash}`;
}

/** The secrets of all seats of a match that was begun in this tab, by the names of the players. */
export const begunHere = (name) => JSON.parse(sessionStorage.getItem(name) ?? "{}");

/** Open a match that was just begun, with the seats of the players with some names. */
export function enter({ match: name, seats }, names) {
  sessionStorage.setItem(name, JSON.stringify(seats));
  location.href = address(name, names.map((each) => seats[each]).filter(Boolean));
}
