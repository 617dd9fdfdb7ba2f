// The main program of a page of one file: all that it needs was packed in the file. Its worker runs the same text.

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
