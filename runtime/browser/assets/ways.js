// Choosing the options called up, down, left and right by arrow keys, and by swipes over the board.

const WAYS = ["up", "down", "left", "right"];
const FAR = 24; // the least number of pixels of a swipe

/** Let arrow keys and swipes choose these options wherever no cell of the board can be clicked. */
export function chooseByWays(board, options) {
  const offered = () => (board.targets.length ? [] : [...options.children].filter(({ dataset }) => WAYS.includes(dataset.option?.toLowerCase())));
  const choose = (way) => {
    const found = offered().find(({ dataset }) => dataset.option.toLowerCase() === way);
    found?.click();
    return found;
  };
  addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || event.target.closest("input, select, textarea, #board:not(.pointed)")) return;
    if (choose(event.key.slice(5).toLowerCase())) event.preventDefault();
  });
  const { host } = board;
  let from = null; // where the finger of a swipe has begun
  host.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" && event.isPrimary && offered().length ? event : null;
    if (from) event.stopPropagation(); // it clicks no cell
  }, true);
  host.addEventListener("touchmove", (event) => from && event.preventDefault(), { passive: false }); // the page does not scroll
  host.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!from) return;
    const [across, down] = [clientX - from.clientX, clientY - from.clientY];
    const level = across > 0 ? "right" : "left";
    const upright = down > 0 ? "down" : "up";
    from = null;
    if (Math.hypot(across, down) >= FAR) choose(Math.abs(across) > Math.abs(down) ? level : upright);
  });
  host.addEventListener("pointercancel", () => (from = null));
}
