// What a page that is one file does: everything it needs was packed in it. The same text is that of its worker.

import { Play } from "./play.js";
import { Rules } from "./rules.js";
import { isWorker } from "./worker.js";

async function main() {
  const { game, scene, script, code } = globalThis.packed;
  const module = await WebAssembly.compile(code);
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.postMessage({ code: module, game });
  new Play(new Rules(await WebAssembly.instantiate(module), game), scene, worker);
}

if (!isWorker)
  main().catch((error) => {
    document.getElementById("status").textContent = `This browser cannot play the game: ${error.message}`;
    throw error;
  });
