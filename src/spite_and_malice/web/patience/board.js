// Everything on the patience table that is not a card: a button for every place and every face-up card, hollows, the edges
// of the stock, and light. The buttons are what a gesture hits and what a screen reader reads.

import { make, write } from "../pages/dom.js";
import { lay, set, style } from "../table/elements.js";
import { _ } from "../texts.js";
import { inOrder } from "./layout.js";
import { placeLabel } from "./words.js";

/** @import {Layout, Move, Place, PlaceId, View} from "./types.js" */

/** How thick a card is, and a pile at most, in widths of a card. */
const THICKNESS = 0.0024;
const THICKEST = 0.052;
const AGAIN = "M20 12a8 8 0 1 1-2.700-6M20 3v5h-5";

export class Board {
  /** @type {Map<string, HTMLElement>} */
  #elements = new Map();
  /** @type {Set<string>} */
  #touched = new Set();
  /** @type {Map<string, HTMLElement>} */
  #groups = new Map();
  /** What lights were drawn for last: the places where a held card can go, and what a hint points at. @type {PlaceId[]} */
  #lit = [];
  #below;
  #above;

  /** @param {HTMLElement} below layer under the cards @param {HTMLElement} above layer over them */
  constructor(below, above) {
    this.#below = below;
    this.#above = above;
  }

  /** @param {string} key */
  button(key) {
    return /** @type {HTMLButtonElement | undefined} */ (this.#elements.get(`at ${key}`));
  }

  /** @param {View} view @param {Layout} layout @param {Move[]} moves @param {{coming: number, lies: boolean}} stock */
  draw(view, layout, moves, stock) {
    this.#touched.clear();
    for (const [id, spot] of layout.spots) this.#drawHollow(id, spot, view, layout, moves);
    this.#drawEdges(layout, view.stock - stock.coming, stock.lies);
    for (const place of inOrder(layout)) this.#drawPlace(place, view, moves);
    for (const [id, rect] of layout.labels) {
      const label = this.#element(`of ${id}`, "div", this.#above, "label stock");
      set(label, "aria-hidden", "true");
      lay(label, rect);
      write(label, view.stock > 0 ? String(view.stock) : "");
    }
    this.#drawLights(layout);
    for (const [key, element] of this.#elements) {
      if (this.#touched.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
  }

  /** @param {Place} place @param {View} view @param {Move[]} moves */
  #drawPlace(place, view, moves) {
    const button = /** @type {HTMLButtonElement} */ (this.#element(`at ${place.key}`, "button", this.#group(place), `place ${place.kind}`));
    button.type = "button";
    button.dataset.key = place.key;
    lay(button, place.rect);
    set(button, "aria-label", placeLabel(place, view, moves));
  }

  /** An empty place looks like one to put a card on. @param {PlaceId} id @param {import("./types.js").Rect} spot @param {View} view @param {Layout} layout @param {Move[]} moves */
  #drawHollow(id, spot, view, layout, moves) {
    const hollow = this.#element(`on ${id}`, "div", this.#below, "outline empty");
    lay(hollow, spot);
    style(hollow, "--w", `${spot.w}px`);
    if (id.startsWith("F") && !hollow.firstChild) {
      hollow.innerHTML = `<svg viewBox="0 0 100 140"><use href="#suit-${id[1]}" x="29" y="49" width="42" height="42"/></svg>`;
    }
    if (id !== "S") return;
    const sign = moves.some(({ text }) => text === "redeal") ? AGAIN : view.stock === 0 ? "M6 6l12 12M18 6 6 18" : "";
    if (hollow.dataset.sign === sign) return;
    hollow.dataset.sign = sign;
    hollow.innerHTML = sign ? `<svg class="icon" viewBox="0 0 24 24"><path d="${sign}"/></svg>` : "";
  }

  /** @param {Layout} layout @param {number} lying @param {boolean} lies */
  #drawEdges({ spots }, lying, lies) {
    const spot = /** @type {import("./types.js").Rect} */ (spots.get("S"));
    const pile = this.#element("pile S", "div", this.#below, "pile");
    style(pile, "--w", `${spot.w}px`);
    style(pile, "--thick", `${(spot.w * Math.min(THICKEST, lying * THICKNESS)).toFixed(1)}px`);
    pile.hidden = lying < 2 || !lies;
    lay(pile, spot);
  }

  /** Lights places up: those where a card can go. @param {PlaceId[]} places @param {Layout} layout */
  light(places, layout) {
    if (places.length === 0 && this.#lit.length === 0) return;
    this.#lit = places;
    for (const [key, element] of this.#elements) {
      if (!key.startsWith("light ") || places.includes(key.slice(6))) continue;
      element.remove();
      this.#elements.delete(key);
    }
    this.#drawLights(layout);
  }

  /** @param {Layout} layout */
  #drawLights({ tops }) {
    for (const id of this.#lit) {
      const top = tops.get(id);
      if (!top) continue;
      const light = this.#element(`light ${id}`, "div", this.#below, "light");
      style(light, "--w", `${top.w}px`);
      lay(light, top);
    }
  }

  /** Shows over which target the card in the air is. @param {PlaceId | null} place */
  hover(place) {
    for (const [key, element] of this.#elements) {
      if (key.startsWith("light ")) element.classList.toggle("over", key === `light ${place}`);
    }
  }

  /** @param {Place} place */
  #group({ id, kind }) {
    const name = kind === "tableau" ? _("Pile {n}", { n: id.slice(1) }) : kind === "foundation" ? _("Foundations") : _("Stock and waste");
    let group = this.#groups.get(name);
    if (!group) {
      group = make("div", "");
      set(group, "role", "group");
      set(group, "aria-label", name);
      this.#groups.set(name, group);
      this.#above.append(group);
    }
    return group;
  }

  /** @param {string} key @param {string} tag @param {HTMLElement} parent @param {string} className */
  #element(key, tag, parent, className) {
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
}

