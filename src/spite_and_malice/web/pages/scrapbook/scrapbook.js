// The scrapbook: each position is fetched and drawn when its card comes into sight, one after another.

import { request } from "../../kernel/line/requests.js";
import { drawPosition } from "../../spite/review/position.js";
import "../../kernel/dom/times.js";

/** @import {View} from "../../spite/types.js" */
/** @typedef {{names: string[], view: View, moves: string[]}} Moment in the server's response */

/** The drawings of the moments. */
class Pictures {
  /** Fetched data, by address: a game often brings several achievements in one turn. @type {Map<string, Promise<Moment | null>>} */
  #asked = new Map();
  /** @type {Map<Element, Moment>} */
  #moments = new Map();
  #last = Promise.resolve();
  #size = new ResizeObserver((entries) => entries.forEach(({ target }) => this.#draw(target)));
  #sight = new IntersectionObserver((entries) => entries.forEach((entry) => this.#seen(entry)), { rootMargin: "300px" });

  /** Draws into a place as soon as it is nearly visible. @param {HTMLElement} place */
  follow(place) {
    this.#sight.observe(place);
  }

  /** @param {IntersectionObserverEntry} entry */
  #seen({ target, isIntersecting }) {
    if (!isIntersecting) return;
    this.#sight.unobserve(target);
    this.#last = this.#last.then(() => this.#fetch(/** @type {HTMLElement} */ (target)));
  }

  /** @param {HTMLElement} place */
  async #fetch(place) {
    const address = place.dataset.moment ?? "";
    const answer = this.#asked.get(address) ?? request("GET", address).catch(() => null);
    this.#asked.set(address, answer);
    const moment = await answer;
    // Without access to a game, or if it was deleted, only the text is shown.
    if (moment === null) place.remove();
    else {
      this.#moments.set(place, moment);
      this.#size.observe(place);
    }
  }

  /** @param {Element} place */
  #draw(place) {
    const moment = this.#moments.get(place);
    const { clientWidth: width, clientHeight: height } = place;
    if (!moment || width === 0) return;
    const { view, names, moves } = moment;
    place.replaceChildren(drawPosition(view, names, moves.length > 0 ? [{ kind: "best", moves }] : [], width, height));
  }
}

/** @param {NodeListOf<HTMLElement>} places */
function drawAll(places) {
  const pictures = new Pictures();
  for (const place of places) pictures.follow(place);
}

drawAll(document.querySelectorAll("[data-moment]"));

export const ready = true;
