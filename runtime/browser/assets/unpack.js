// What a page that is one file begins with: it takes apart what is packed in the page, and lets its script run.

async function unpack() {
  const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const all = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = all.indexOf(0);
  const parts = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
  globalThis.packed = { ...parts, code: all.slice(end + 1) };
  for (const [tag, text] of [["style", parts.style], ["script", parts.script]]) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (tag === "script") element.type = "module";
    else document.body.innerHTML = parts.markup;
    document.head.append(element);
  }
}

unpack().catch((error) => {
  document.getElementById("status").textContent = `This browser cannot play the game: ${error.message}`;
  throw error;
});
