// Everything on the patience table that is not a card: a button for every place and every face-up card, hollows, the edges
// of the stock, and light. Gestures hit the buttons, and screen readers read them.

import { Drawn } from "../kernel/dom/drawn.js";
import { lay, set, style, write } from "../kernel/dom/elements.js";
import { make } from "../kernel/dom/make.js";
import { inOrder } from "./layout/layout.js";
import { baseOf, countAt, RANKS } from "./moves.js";
import { closesUp, homesOf, isDealtOut, isLine, isLuck, pilesOf } from "./piles.js";
import { capital, dealsLeft, groupName, layoutsLeft, placeLabel, placeName } from "./words.js";

/** @import {Layout, Move, Place, PlaceId, Rect, Spot, View} from "./types.js" */

/** @type {Record<string, string>} */
const LETTERS = { T: "10" };

const POCKET = "M5 4h14v10a7 7 0 0 1-14 0zM5 8.500h14";
const GONE = "M5 12l5 5L20 6";
const AGAIN = "M20 12a8 8 0 1 1-2.700-6M20 3v5h-5";

export class Board {
  #drawn = new Drawn();
  /** The places lit last: the possible targets of a held card, and those that a hint points at. @type {PlaceId[]} */
  #lit = [];
  /** @type {HTMLButtonElement[]} */
  #marked = [];
  /** @type {HTMLButtonElement | null | undefined} */
  #ahead = null;
  #below;
  #above;

  /** @param {HTMLElement} below layer under the cards @param {HTMLElement} above layer over them */
  constructor(below, above) {
    this.#below = below;
    this.#above = above;
  }

  /** @param {string} key */
  button(key) {
    return this.#drawn.button(key);
  }

  /** @param {View} view @param {Layout} layout @param {Move[]} moves @param {{coming: number, lies: boolean}} stock */
  draw(view, layout, moves, stock) {
    this.#drawn.anew(() => this.#draw(view, layout, moves, stock));
  }

  /** @param {View} view @param {Layout} layout @param {Move[]} moves @param {{coming: number, lies: boolean}} stock */
  #draw(view, layout, moves, stock) {
    const piles = pilesOf(view);
    const bare = piles.spots !== null || isLine(view);
    for (const [id, spot] of layout.spots) if (!(bare && id.startsWith("T"))) this.#drawHollow(id, spot, view, moves);
    const spot = layout.spots.get("S");
    // The count under a pile does not overlap its edges.
    const room = (/** @type {PlaceId} */ id, /** @type {Rect} */ { y, h }) => {
      const below = (layout.labels.get(id)?.y ?? Infinity) - y - h;
      return below < 0 ? Infinity : below;
    };
    if (spot) this.#drawn.edges("S", spot, stock.lies ? view.stock - stock.coming : 0, this.#below, room("S", spot));
    for (const id of layout.labels.keys()) {
      const under = id === "S" ? undefined : layout.spots.get(id);
      if (under) this.#drawn.edges(id, under, countAt(view, id), this.#below, room(id, under));
    }
    if (isLine(view)) for (const [id, under] of layout.tops) this.#drawn.edges(id, under, countAt(view, id), this.#below);
    const after = new Map();
    for (const place of inOrder(layout, view)) this.#drawPlace(place, view, moves, after);
    for (const [id, rect] of layout.labels) {
      const label = this.#drawn.element(`of ${id}`, "div", this.#above, "label stock");
      set(label, "aria-hidden", "true");
      lay(label, rect);
      const deals = id === "S" && isDealtOut(piles.rules) && !closesUp(piles.rules);
      const count = id !== "S" ? countAt(view, id) : deals ? dealsLeft(view) : view.stock;
      const said = isLuck(view) ? id.slice(1) : count > 0 ? (deals ? `${count} ×` : String(count)) : "";
      write(label, id === "S" && piles.rules.gather !== "none" ? layoutsLeft(view) : said);
    }
    this.#drawLights(layout);
  }

  /** @param {Place} place @param {View} view @param {Move[]} moves @param {Map<HTMLElement, HTMLElement>} after the last button of each group so far */
  #drawPlace(place, view, moves, after) {
    const group = this.#group(place, view);
    const button = /** @type {HTMLButtonElement} */ (this.#drawn.element(`at ${place.key}`, "button", group, `place ${place.kind}`));
    // One that comes back to its row gets its old place.
    const last = after.get(group);
    if (!button.dataset.key && last) last.after(button);
    else if (!button.dataset.key) group.prepend(button);
    after.set(group, button);
    button.type = "button";
    button.dataset.key = place.key;
    lay(button, place.rect);
    set(button, "aria-label", placeLabel(place, view, moves));
  }

  /**
   * Draws an empty place as a place to put a card on.
   * @param {PlaceId} id
   * @param {import("./types.js").Rect} spot
   * @param {View} view
   * @param {Move[]} moves
   */
  #drawHollow(id, spot, view, moves) {
    const hollow = this.#drawn.element(`on ${id}`, "div", this.#below, "outline empty");
    lay(hollow, spot);
    style(hollow, "--w", `${spot.w}px`);
    if (id.startsWith("F") && id.length > 1) {
      // Foundations that begin with a rank other than the ace show it.
      const home = Array.isArray(view.foundations) ? homesOf(pilesOf(view).rules)[Number(id.slice(1)) - 1] : undefined;
      const base = home?.rank ?? baseOf(view);
      const first = base === 1 && !home ? "" : LETTERS[RANKS[base - 1]] ?? RANKS[base - 1];
      if (hollow.dataset.first === first) return;
      hollow.dataset.first = first;
      const suit = home ? home.suit : id[1];
      const rank = first && `<use class="rank" href="#rank-${first}" x="30" y="${suit ? 18 : 48}" width="40" height="44"/>`;
      const sign = suit ? `<use href="#suit-${suit}" x="29" y="${first ? 74 : 49}" width="42" height="42"/>` : "";
      hollow.innerHTML = `<svg viewBox="0 0 100 140">${rank}${sign}</svg>`;
    }
    if (id === "P") {
      if (hollow.dataset.sign === POCKET) return;
      hollow.dataset.sign = POCKET;
      hollow.innerHTML = `<svg class="icon" viewBox="0 0 24 24"><path d="${POCKET}"/></svg>`;
      // The button over it has its name.
      const name = make("span", "name", capital(placeName(id, view)));
      name.setAttribute("aria-hidden", "true");
      hollow.append(name);
    }
    if (id !== "S" && id !== "X") return;
    const sign = id === "X" ? GONE : moves.some(({ text }) => text === "redeal" || (text === "deal" && view.stock === 0)) ? AGAIN : view.stock === 0 ? "M6 6l12 12M18 6 6 18" : "";
    if (hollow.dataset.sign === sign) return;
    hollow.dataset.sign = sign;
    hollow.innerHTML = sign ? `<svg class="icon" viewBox="0 0 24 24"><path d="${sign}"/></svg>` : "";
  }

  /** Lights up places: the possible targets of a card. @param {PlaceId[]} places @param {Layout} layout */
  light(places, layout) {
    if (places.length === 0 && this.#lit.length === 0) return;
    this.#lit = places;
    this.#drawn.keep((key) => !key.startsWith("light ") || places.includes(key.slice(6)));
    this.#drawLights(layout);
  }

  /** @param {Layout} layout */
  #drawLights({ tops }) {
    for (const id of this.#lit) {
      const top = tops.get(id);
      if (!top) continue;
      const light = this.#drawn.element(`light ${id}`, "div", this.#below, "light");
      style(light, "--w", `${top.w}px`);
      lay(light, top);
    }
  }

  /**
   * Marks the button of a card that waits for its partner, and those of the cards that can go with it.
   * @param {Spot | null} picked @param {Spot[]} partners
   */
  mark(picked, partners) {
    for (const button of this.#marked) {
      button.classList.remove("picked", "target");
      button.removeAttribute("aria-pressed");
    }
    const found = (/** @type {Spot} */ { place, index }) => this.button(`${place}#${index}`) ?? this.button(place);
    const first = picked && found(picked);
    first?.classList.add("picked");
    first?.setAttribute("aria-pressed", "true");
    const others = partners.map(found);
    for (const other of others) other?.classList.add("target");
    this.#marked = [first, ...others].filter((button) => button != null);
  }

  /**
   * Shows where a tap sends the card pointed at.
   * @param {PlaceId | null} place
   * @param {number} index of its top card
   */
  foresee(place, index) {
    const button = place === null ? null : (this.button(`${place}#${index}`) ?? this.button(place));
    if (button === this.#ahead) return;
    this.#ahead?.classList.remove("ahead");
    button?.classList.add("ahead");
    this.#ahead = button;
  }

  /** Marks the target under the card in the air. @param {PlaceId | null} place */
  hover(place) {
    this.#drawn.hover(place);
  }

  /** @param {Place} place @param {View} view */
  #group(place, view) {
    const name = groupName(place, view);
    return this.#drawn.group(name, name, this.#above);
  }
}
