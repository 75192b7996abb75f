// Where every card is in every frame, for the tests of motion: begun with `record()`, ended with `stop()`.

/** @typedef {{x: number, y: number, w: number, seen: number, over: number[]}} Spot the middle of a card, and what lies over it */
/** @typedef {{card: number, name: string, place: string, spots: (Spot | null)[]}} Path */

/** Frames without any motion after which all has come to rest. */
const REST = 12;

/** Cards let gestures through; to be asked what lies over them, they must not. What lies on them at rest does not count. */
const HIT = "#cards .card { pointer-events: auto !important; } #above, #above * { pointer-events: none !important; }";

/** @returns {{stop: () => Promise<Path[]>, slowly: (rate: number) => void}} */
export function record() {
  /** @type {Map<Element, Path>} */
  const paths = new Map();
  const style = document.head.appendChild(document.createElement("style"));
  let frames = 0;
  let still = 0;
  let goes = true;
  const take = () => {
    // The cards can be asked for only while the page does nothing else: gestures must go to the buttons.
    style.textContent = HIT;
    let moved = false;
    for (const element of document.querySelectorAll("#cards .card")) {
      let path = paths.get(element);
      if (!path) paths.set(element, (path = { card: paths.size, name: "", place: "", spots: Array(frames).fill(null) }));
      const front = element.querySelector(":scope > .sides") ?? element;
      const box = front.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const last = path.spots.at(-1);
      if (!last || Math.hypot(last.x - x, last.y - y) > 0.05) moved = true;
      path.name = /** @type {HTMLElement} */ (element).dataset.card || path.name;
      path.place = /** @type {HTMLElement} */ (element).dataset.place ?? "";
      path.spots.push({ x, y, w: box.width, seen: Number(getComputedStyle(element).opacity), over: [] });
    }
    frames += 1;
    for (const path of paths.values()) if (path.spots.length < frames) path.spots.push(null);
    for (const [element, path] of paths) {
      const spot = path.spots.at(-1);
      if (!spot) continue;
      for (const one of document.elementsFromPoint(spot.x, spot.y)) {
        const above = one.closest("#cards .card");
        if (above === element) break;
        spot.over.push(paths.get(/** @type {Element} */ (above))?.card ?? -1);
      }
    }
    style.textContent = "";
    still = moved ? 0 : still + 1;
    if (goes) requestAnimationFrame(take);
  };
  requestAnimationFrame(take);
  return {
    async stop() {
      const first = frames;
      while (still < REST || frames < first + REST) await new Promise(requestAnimationFrame);
      goes = false;
      style.remove();
      return [...paths.values()];
    },
    slowly(rate) {
      const plain = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        const animation = plain.apply(this, given);
        animation.playbackRate = rate;
        return animation;
      };
    },
  };
}
