// Records every card's position in every frame, for the tests of motion: started with `record()`, ended with `stop()`.

/**
 * @typedef {{x: number, y: number, over: number[]}} Spot the middle of a card, and while it moves the elements over it
 */
/** @typedef {{card: number, name: string, place: string, spots: (Spot | null)[]}} Path */

/** Frames without any motion after which all has come to rest. */
const REST = 12;

/** Cards let gestures through; to find the elements over them, they must not. Elements on them at rest do not count. */
const HIT = "#cards .card { pointer-events: auto !important; } #above, #above * { pointer-events: none !important; }";

/** @returns {{stop: () => Promise<Path[]>}} */
export function record() {
  /** @type {Map<Element, Path>} */
  const paths = new Map();
  const style = document.head.appendChild(document.createElement("style"));
  let frames = 0;
  let still = 0;
  let goes = true;
  const take = () => {
    still += 1;
    /** @type {[Element, Spot][]} */
    const moving = [];
    for (const element of document.querySelectorAll("#cards .card")) {
      let path = paths.get(element);
      if (!path) paths.set(element, (path = { card: paths.size, name: "", place: "", spots: Array(frames).fill(null) }));
      const front = element.querySelector(":scope > .sides") ?? element;
      const box = front.getBoundingClientRect();
      /** @type {Spot} */
      const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2, over: [] };
      const last = path.spots.at(-1);
      const moved = !last || Math.hypot(last.x - spot.x, last.y - spot.y) > 0.05;
      if (moved) still = 0;
      if (moved && last) moving.push([element, spot]);
      path.name = /** @type {HTMLElement} */ (element).dataset.card || path.name;
      path.place = /** @type {HTMLElement} */ (element).dataset.place ?? "";
      path.spots.push(spot);
    }
    // The cards of the last game go first; those of the next wait meanwhile.
    if (document.querySelector(".gathered")) still = 0;
    frames += 1;
    for (const path of paths.values()) if (path.spots.length < frames) path.spots.push(null);
    // The cards can only be found while the page does nothing else: gestures must go to the buttons.
    if (moving.length > 0) style.textContent = HIT;
    for (const [element, spot] of moving) {
      const there = document.elementsFromPoint(spot.x, spot.y).map((one) => one.closest("#cards .card"));
      // Cards that have come to rest meanwhile are no longer there.
      const over = there.slice(0, Math.max(0, there.indexOf(element)));
      spot.over.push(...over.map((above) => paths.get(/** @type {Element} */ (above))?.card ?? -1));
    }
    if (moving.length > 0) style.textContent = "";
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
  };
}

/**
 * Run later animations at a fraction of their speed.
 *
 * @param {number} rate
 */
export function slowly(rate) {
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = plain.apply(this, given);
    animation.playbackRate = rate;
    return animation;
  };
}

/** Freeze later animations until their time is set, or they are finished. */
export function held() {
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = plain.apply(this, given);
    animation.pause();
    return animation;
  };
}
