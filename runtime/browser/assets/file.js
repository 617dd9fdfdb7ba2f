// What begins in a page that is one file: everything it needs stands in it.

import { Play, unpacked } from "./play.js";
import { Rules } from "./rules.js";

async function main() {
  const { game, scene, code } = JSON.parse(document.getElementById("game").textContent);
  const module = await WebAssembly.compile(await unpacked(code));
  const source = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source));
  worker.postMessage({ code: module, game });
  new Play(new Rules(await WebAssembly.instantiate(module), game), scene, worker);
}

main().catch((error) => {
  document.getElementById("status").textContent = `This browser cannot play the game: ${error.message}`;
  throw error;
});
