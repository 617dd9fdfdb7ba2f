// The search of the docs: a list of their sections with the words of each, which is loaded when somebody begins to search.

"use strict";

(() => {
  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const { up } = document.currentScript.dataset;
  const MOST = 12;
  let loading = false;

  /** How well a section fits: 0 if a word of the question is not in it. What has changed fits less than all that is. */
  function fit([address, title, heading, words], asked) {
    const head = ` ${title} ${heading} `.toLowerCase();
    let sum = 0;
    for (const word of asked) {
      const above = head.includes(` ${word} `) ? 12 : head.includes(` ${word}`) ? 8 : 0;
      const inside = words.includes(` ${word} `) ? 3 : words.includes(` ${word}`) ? 1 : 0;
      if (!above && !inside) return 0;
      sum += above + inside;
    }
    return address.startsWith("changelog.html") ? sum / 1000 : sum;
  }

  function show() {
    const asked = box.value.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    const sections = asked.length && globalThis.sections ? globalThis.sections : [];
    const fitting = sections.map((section) => [fit(section, asked), section]).filter(([sum]) => sum);
    fitting.sort(([one], [other]) => other - one); // those that fit alike stay in the order of the docs
    list.replaceChildren(
      ...fitting.slice(0, MOST).map(([, [address, title, heading]]) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = up + address;
        link.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
        item.append(link);
        return item;
      }),
    );
    if (asked.length && globalThis.sections && !fitting.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing has all of these words.";
      list.append(item);
    }
  }

  function load() {
    if (loading) return;
    loading = true;
    const script = document.createElement("script");
    script.src = `${up}sections.js`;
    script.addEventListener("load", show);
    document.head.append(script);
  }

  box.addEventListener("focus", load);
  box.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || document.activeElement === box) return;
    event.preventDefault();
    box.focus();
  });
})();
