// The script with which a page of one file begins: it unpacks the rest of the page (see packing.py) and runs its
// script.

async function unpack() {
  const { textContent: letters, dataset } = document.getElementById("packed");
  const digit = (place) => (letters[place] === "!" ? 60 : letters.charCodeAt(place)) - 35;
  const bytes = new Uint8Array(Number(dataset.bytes));
  let held = 0;
  let count = 0;
  let size = 0;
  for (let place = 0; size < bytes.length; place += 2) {
    held |= (digit(place) + 91 * digit(place + 1)) << count;
    for (count += 13; count >= 8; count -= 8) {
      bytes[size++] = held;
      held >>= 8;
    }
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let code = new Uint8Array(await new Response(stream).arrayBuffer());
  const texts = [];
  while (texts.length < 4) {
    const end = code.indexOf(0);
    texts.push(new TextDecoder().decode(code.subarray(0, end)));
    code = code.subarray(end + 1);
  }
  const [style, markup, script, facts] = texts;
  globalThis.packed = { ...JSON.parse(facts), script, code };
  for (const [tag, text] of [["style", style], ["script", script]]) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (tag === "script") element.type = "module";
    else document.body.innerHTML = markup;
    document.head.append(element);
  }
}

unpack().catch((error) => {
  document.getElementById("status").textContent = `This browser cannot play the game: ${error.message}`;
  throw error;
});
