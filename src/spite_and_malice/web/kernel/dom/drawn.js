// The elements of a board by key: they are reused in the next drawing, and removed if it does not need them. The boards
// of both games are built on it.

import { thickness } from "../cards/cards.js";
import { lay, set, style } from "./elements.js";

/** @import {PlaceId, Rect} from "../types.js" */

/** The key of the place that has the focus. */
export function focusedKey() {
  return /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.key;
}

export class Drawn {
  /** @type {Map<string, HTMLElement>} */
  #elements = new Map();
  /** @type {Set<string>} */
  #touched = new Set();
  /** @type {Map<string, HTMLElement>} */
  #groups = new Map();

  /** The button of a place or a card. @param {string} key */
  button(key) {
    return /** @type {HTMLButtonElement | undefined} */ (this.#elements.get(`at ${key}`));
  }

  /**
   * Draws, and removes the elements that are not drawn again.
   * @param {() => void} draw
   * @param {string} [kind] the prefix of the keys of everything it draws
   */
  anew(draw, kind = "") {
    this.#touched.clear();
    draw();
    this.keep((key) => !key.startsWith(kind) || this.#touched.has(key));
  }

  /** Removes the elements that should not stay. @param {(key: string) => boolean} stays */
  keep(stays) {
    for (const [key, element] of this.#elements) {
      if (stays(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
  }

  /** Removes everything. */
  clear() {
    this.keep(() => false);
    for (const group of this.#groups.values()) group.remove();
    this.#groups.clear();
  }

  /** @param {string} key @param {string} tag @param {HTMLElement} parent @param {string} className */
  element(key, tag, parent, className) {
    this.#touched.add(key);
    let element = this.#elements.get(key);
    if (!element) {
      element = document.createElement(tag);
      element.className = className;
      parent.append(element);
      this.#elements.set(key, element);
    }
    return element;
  }

  /** Buttons that belong together, under a name. @param {string} key @param {string} name @param {HTMLElement} parent */
  group(key, name, parent) {
    let group = this.#groups.get(key);
    if (!group) {
      group = document.createElement("div");
      set(group, "role", "group");
      parent.append(group);
      this.#groups.set(key, group);
    }
    set(group, "aria-label", name);
    return group;
  }

  /**
   * The edges of the cards under the top one of a pile.
   * @param {PlaceId} id
   * @param {Rect} spot
   * @param {number} lying the number of cards there
   * @param {HTMLElement} parent
   * @param {number} [most] the greatest thickness
   */
  edges(id, spot, lying, parent, most = Infinity) {
    const pile = this.element(`pile ${id}`, "div", parent, "pile");
    set(pile, "data-place", id);
    style(pile, "--w", `${spot.w}px`);
    style(pile, "--thick", `${Math.min(thickness(lying, spot.w), most).toFixed(1)}px`);
    if (pile.hidden !== lying < 2) pile.hidden = lying < 2;
    lay(pile, spot);
  }

  /** Marks the target under the card in the air. @param {PlaceId | null} place */
  hover(place) {
    for (const [key, element] of this.#elements) {
      if (key.startsWith("light ")) element.classList.toggle("over", key === `light ${place}`);
    }
  }
}
