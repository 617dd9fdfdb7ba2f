// The script with which a page of one file begins: it unpacks the rest of the page (see packing.py) and runs its
// script.

// Returns a function that returns the bytes that letters encode, one after the other, and at last zeros.
function reader(letters) {
  const digit = (place) => (letters[place] === "!" ? 60 : letters.charCodeAt(place)) - 35;
  let held = 0;
  let count = 0;
  let place = 0;
  return () => {
    if (count < 8) {
      held |= (digit(place) + 91 * digit(place + 1)) << count;
      count += 13;
      place += 2;
    }
    const byte = held & 255;
    held >>= 8;
    count -= 8;
    return byte;
  };
}

// Returns what a stream of LZMA holds, whose bytes *next* returns: see Igor Pavlov's specification of the format. Here
// lc is 2, lp and pb are 0, there is no header, and a marker says where the stream ends.
function decompressed(next) {
  // Where the models of each kind begin. Of the first six kinds there is one for each state.
  const kinds = [0, 12, 24, 36, 48, 60, 72, 328, 443, 459, 733, 1007];
  const [match, again, second, third, fourth, longer, slots, near, align, fresh, repeated, literals] = kinds;
  const models = new Uint16Array(literals + 4 * 768).fill(1024);
  const found = [];
  let distances = [1, 1, 1, 1];
  let state = 0;
  let range = 2 ** 32 - 1;
  let code = 0;
  for (let count = 0; count < 5; count++) code = code * 256 + next();

  const split = (bound) => {
    const bit = code < bound ? 0 : 1;
    range = bit ? range - bound : bound;
    code -= bit * bound;
    if (range < 2 ** 24) {
      range *= 256;
      code = code * 256 + next();
    }
    return bit;
  };
  const bit = (model) => {
    const chance = models[model];
    const bit = split((range >>> 11) * chance);
    models[model] += bit ? -(chance >> 5) : (2048 - chance) >> 5;
    return bit;
  };
  // Returns a number after a digit 1, read from its highest digit on.
  const tree = (base, count) => {
    let node = 1;
    while (count--) node = 2 * node + bit(base + node);
    return node;
  };
  // Returns a number that is read from its lowest digit on.
  const reversed = (base, count) => {
    let number = 0;
    for (let place = 0, node = 1; place < count; place++) {
      const digit = bit(base + node);
      node = 2 * node + digit;
      number += digit << place;
    }
    return number;
  };
  const length = (base) => {
    if (!bit(base)) return tree(base + 2, 3) - 6;
    return bit(base + 1) ? tree(base + 18, 8) - 238 : tree(base + 10, 3) + 2;
  };
  const distance = (size) => {
    const slot = tree(slots + 64 * Math.min(size - 2, 3), 6) - 64;
    if (slot < 4) return slot + 1;
    let count = (slot >> 1) - 1;
    let high = 2 + (slot & 1);
    if (slot < 14) return (high << count) + reversed(near + (high << count) - slot, count) + 1;
    for (; count > 4; count--) {
      range -= range % 2;
      high = 2 * high + split(range / 2);
    }
    return 16 * high + reversed(align, 4) + 1;
  };

  for (;;) {
    let size = 1;
    if (!bit(match + state)) {
      const base = literals + 768 * ((found.at(-1) ?? 0) >> 6);
      let node = 1;
      if (state > 6) {
        // As long as the digits are those of the byte at the last distance, they have models of their own.
        const old = found.at(-distances[0]) + 256;
        for (let place = 7; node < 256 && node === old >> (place + 1); place--) {
          node = 2 * node + bit(base + 256 + (old & (1 << place) ? 256 : 0) + node);
        }
      }
      while (node < 256) node = 2 * node + bit(base + node);
      found.push(node - 256);
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    if (!bit(again + state)) {
      size = length(fresh);
      distances = [distance(size), ...distances.slice(0, 3)];
      if (distances[0] === 2 ** 32) return new Uint8Array(found);
      state = state < 7 ? 7 : 10;
    } else {
      const place = bit(second + state) ? 1 + (bit(third + state) ? 1 + bit(fourth + state) : 0) : 0;
      if (place || bit(longer + state)) {
        distances.unshift(...distances.splice(place, 1));
        size = length(repeated);
        state = state < 7 ? 8 : 11;
      } else {
        state = state < 7 ? 9 : 11;
      }
    }
    while (size--) found.push(found.at(-distances[0]));
  }
}

const { textContent: letters } = document.getElementById("packed");
let code = decompressed(reader(letters));
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
