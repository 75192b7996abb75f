// Everything on the table that is not a card: a button for every place and every card in hand, counts, names, empty
// outlines, and the light on the player to move. Gestures hit the buttons, and screen readers read them.

import { rankWritten } from "../../kernel/cards/cards.js";
import { Drawn } from "../../kernel/dom/drawn.js";
import { lay, LETTERS, set, style, write } from "../../kernel/dom/elements.js";
import { cardsOn, movesFrom, placeParts } from "../moves.js";
import { drawPlate } from "./plates.js";
import { TWO_LINES } from "./shapes.js";
import { _, ngettext } from "../../texts.js";
import { capital, cardLabel, nameOf, nextRank, placeName, stockRunsOut } from "../words.js";

/** @import {Area, Layout, Move, Place, PlaceId, Rect, Scenery, Selection, Spot} from "../types.js" */

/** A label narrower than this has no words beside its figure. */
const WORDLESS_LABEL = 33;
/** A label narrower than this has smaller words. */
const NARROW_LABEL = 66;
/** From this width on, that of large cards, words are larger. */
const ROOMY_LABEL = 118;
/** From this width on, that of the largest screens, they are largest. */
const GRAND_LABEL = 168;
/** From this width on the cards set aside have their label. */
const WIDE_LABEL = 100;
/** Piles of which only the top is visible. */
const PILES = new Set(["stock", "payoff", "centre"]);

/** The smallest plate that its words have room on: of one line, and of more (plates.css). */
const PLATE = { w: 76, h: 18, higher: 36 };

/** How much larger than usual a plate is drawn; its lines stay the same. @param {Rect} plate @param {number} letters */
const nearness = ({ w, h }, letters) => Math.max(1, Math.min(letters, w / PLATE.w, h / (h < PLATE.higher ? PLATE.h : PLATE.higher)));

/** The key of a button: every card of a hand has its own. @param {PlaceId} place @param {number} index */
export function keyOf(place, index) {
  return place.startsWith("hand:") ? `${place}#${index}` : place;
}

/** @param {string} key @returns {Spot} */
export function spotOf(key) {
  const [place, index] = key.split("#");
  return { place, index: Number(index ?? 0) };
}

export class Board {
  #drawn = new Drawn();
  /** The last view drawn. @type {Scenery | null} */
  #scenery = null;
  /** Each button's label, and whether it is enabled, by its key. @type {Map<string, {name: string, use: boolean}>} */
  #named = new Map();
  /** The seat whose hand was drawn last. @type {number | undefined} */
  #own;
  #below;
  #above;

  /**
   * @param {HTMLElement} below layer under the cards: outlines and light
   * @param {HTMLElement} above layer over the cards: buttons and words
   */
  constructor(below, above) {
    this.#below = below;
    this.#above = above;
  }

  /** The button of a place or a card in hand. @param {string} key */
  button(key) {
    return this.#drawn.button(key);
  }

  /** @param {Scenery} scenery */
  draw(scenery) {
    this.#scenery = scenery;
    this.#drawn.anew(() => this.#draw(scenery));
  }

  /** Shows that nothing can be picked or put down, until all is drawn again. */
  rest() {
    if (!this.#scenery) return;
    for (const [key, { name }] of this.#named) this.#named.set(key, { name, use: false });
    this.#scenery = { ...this.#scenery, moves: [] };
    this.choose(null);
  }

  /** Redraws everything that depends on the picked cards. @param {Selection | null} selection */
  choose(selection) {
    const scenery = this.#scenery;
    if (!scenery) return;
    this.#scenery = { ...scenery, selection };
    this.#drawn.anew(() => this.#drawChosen(/** @type {Scenery} */ (this.#scenery)), "light ");
  }

  /** @param {Scenery} scenery */
  #draw(scenery) {
    const { layout, table, view } = scenery;
    const own = layout.areas.find((area) => area.own);
    // The viewer's own piles come first with Tab too.
    if (own?.seat !== this.#own) this.#drawn.clear();
    this.#own = own?.seat;
    for (const area of layout.areas) this.#drawArea(area, scenery);
    const rank = { hand: 0, payoff: 1, side: 2, centre: 3, stock: 4 };
    const first = (/** @type {Place} */ place) =>
      (place.seat === own?.seat || place.seat === null ? 0 : 10 + place.seat) + rank[place.kind] / 10;
    for (const place of [...layout.places].sort((a, b) => first(a) - first(b) || a.index - b.index)) {
      this.#drawPlace(place, scenery);
    }
    for (const area of layout.areas) this.#drawName(area, scenery);
    this.#drawChosen(scenery);
  }

  /** Redraws everything that depends on the cards at a place after another one has arrived. @param {PlaceId} id */
  land(id) {
    const scenery = this.#scenery;
    if (!scenery) return;
    const { layout, view } = scenery;
    const area = layout.areas.find(({ seat }) => seat === placeParts(id).seat);
    if (area) this.#drawName(area, scenery);
    for (const place of layout.places) {
      // The dealt cards have left the stock.
      if (!PILES.has(place.kind) || (place.id !== id && place.kind !== "stock")) continue;
      const count = cardsOn(view, place.id).length;
      this.#drawPile(place, count, scenery);
      this.#drawLabel(place, count, scenery);
    }
  }

  /** @param {Area} area @param {Scenery} scenery */
  #drawArea(area, { view, unlit }) {
    const element = this.#drawn.element(`area ${area.seat}`, "div", this.#below, "area");
    lay(element, area.rect);
    element.classList.toggle("own", area.own);
    element.classList.toggle("turn", view.turn === area.seat && view.result === null && !unlit);
  }

  /** @param {Place} place @param {Scenery} scenery */
  #drawPlace(place, scenery) {
    const { view, table, moves } = scenery;
    const key = keyOf(place.id, place.index);
    const cards = cardsOn(view, place.id);
    const card = place.kind === "hand" ? cards[place.index] : (cards.at(-1) ?? null);
    if (place.kind !== "hand") {
      const outline = this.#drawn.element(`on ${key}`, "div", this.#below, `outline ${place.kind}`);
      lay(outline, place.spot);
      outline.classList.toggle("empty", cards.length === 0);
      style(outline, "--w", `${place.spot.w}px`);
    }
    if (PILES.has(place.kind)) this.#drawPile(place, cards.length, scenery);
    const own = movesFrom(moves, place.id, card === null ? [] : [card]);
    const button = /** @type {HTMLButtonElement} */ (
      this.#drawn.element(`at ${key}`, "button", this.#group(place, scenery), `place ${place.kind}`)
    );
    button.type = "button";
    set(button, "data-key", key);
    lay(button, place.rect);
    const top = scenery.layout.anchors.get(place.id);
    if (place.kind === "side" && top) {
      style(button, "--deep", `${top.y - place.rect.y}px`);
      style(button, "--shown", `${top.y + top.h - place.rect.y}px`);
    }
    const name = this.#placeLabel(place, card, cards.length, own, scenery);
    this.#named.set(key, { name, use: own.length > 0 && view.turn === table.you });
    this.#drawLabel(place, cards.length, scenery);
    this.#drawChip(place, cards.length, scenery);
  }

  /** Draws the picked cards, and the places where they can go. @param {Scenery} scenery */
  #drawChosen({ layout, moves, selection, lit }) {
    const chosen = selection ? movesFrom(moves, selection.source, selection.cards) : [];
    const targets = new Set(chosen.map((move) => move.target));
    for (const place of layout.places) {
      const key = keyOf(place.id, place.index);
      const button = this.#drawn.button(key);
      const { name, use } = this.#named.get(key) ?? { name: "", use: false };
      if (!button) continue;
      const target = targets.has(place.id);
      const picked = selection?.source === place.id && (place.kind !== "hand" || selection.spots.includes(place.index));
      button.classList.toggle("target", target);
      button.classList.toggle("doubled", place.doubled === true);
      button.classList.toggle("picked", picked);
      set(button, "aria-label", target ? _("{place}. Play here", { place: name }) : name);
      if (picked || use) set(button, "aria-pressed", String(picked));
      else button.removeAttribute("aria-pressed");
      const pointed = place.kind !== "hand" && lit.includes(key);
      if (target || pointed) this.#drawLight(place, layout, pointed);
    }
  }

  /**
   * The edges of the cards under the top one: none for a single card, or while all are in the air.
   * @param {Place} place
   * @param {number} count
   * @param {Scenery} scenery
   */
  #drawPile({ id, spot }, count, { arrivals }) {
    const { coming, lies } = arrivals(id);
    this.#drawn.edges(id, spot, lies ? count - coming : 0, this.#below);
  }

  /**
   * The light around a target lies under all cards, from its lowest to its top one.
   * @param {Place} place
   * @param {Layout} layout
   * @param {boolean} pointed by a hint or a lesson
   */
  #drawLight(place, layout, pointed) {
    const light = this.#drawn.element(`light ${place.id}`, "div", this.#below, `light ${place.kind}`);
    light.classList.toggle("pointed", pointed);
    const top = layout.anchors.get(place.id) ?? place.spot;
    style(light, "--w", `${place.spot.w}px`);
    lay(light, { ...place.spot, h: top.y + top.h - place.spot.y });
  }

  /** @param {Place} place @param {number} count @param {Scenery} scenery */
  #drawLabel(place, count, { view, arrivals, layout }) {
    if (!place.label || place.kind === "side") return;
    const label = this.#drawn.element(`of ${place.id}`, "div", this.#above, `label ${place.kind}`);
    lay(label, place.label);
    if (place.letters) style(label, "--rem", `${LETTERS * place.letters}px`);
    set(label, "aria-hidden", "true");
    // The label describes the cards visible there, not those on their way.
    const lying = count - arrivals(place.id).coming;
    // The stock is counted when the deal is done.
    let text = (lying > 0 && lying <= count) || count === 0 ? String(lying) : "";
    if (place.kind === "centre") {
      const rank = nextRank(view, place.index, lying);
      text = rank === null ? "" : rankWritten(rank, view.rules);
    } else if (place.kind === "stock" && view.aside.length > 0) {
      const more = place.label.w < WIDE_LABEL * layout.letters ? `+ ${view.aside.length}` : _("+ {n} aside", { n: view.aside.length });
      text = `${count} <small>${more}</small>`;
    }
    const wide = place.label.w / layout.letters;
    const takes = place.kind === "centre" && text && wide >= WORDLESS_LABEL;
    label.classList.toggle("soon", place.kind === "stock" && stockRunsOut(view));
    label.classList.toggle("grand", wide >= GRAND_LABEL);
    label.classList.toggle("roomy", wide >= ROOMY_LABEL);
    label.classList.toggle("narrow", wide < NARROW_LABEL);
    label.classList.toggle("lines", place.kind === "centre" && place.label.h >= TWO_LINES * layout.letters - 3);
    const html = takes ? _("<small>takes</small> {rank}", { rank: `<b>${text}</b>` }) : place.kind === "centre" ? `<b>${text}</b>` : text;
    if (label.dataset.html !== html) label.innerHTML = label.dataset.html = html;
  }

  /**
   * A stack that hides cards can be fanned out to read.
   * @param {Place} place @param {number} count @param {Scenery} scenery
   */
  #drawChip(place, count, { view, table }) {
    if (place.kind !== "side" || !place.label) return;
    const chip = this.#drawn.element(`fan ${place.id}`, "button", this.#above, "chip");
    chip.setAttribute("type", "button");
    chip.dataset.read = place.id;
    lay(chip, place.label);
    write(chip, String(count));
    const said = { place: placeName(place.id, view, table), n: count };
    set(chip, "aria-label", ngettext("Fan out {place}, {n} card", "Fan out {place}, {n} cards", count, said));
  }

  /**
   * @param {Place} place
   * @param {string | null} card
   * @param {number} count
   * @param {Move[]} moves
   * @param {Scenery} scenery
   */
  #placeLabel(place, card, count, moves, { view, table }) {
    const where = placeName(place.id, view, table);
    const held = { n: place.index + 1, count };
    if (place.kind === "hand") return cardLabel(view, table, moves, card, _("hand, {n} of {count}", held));
    const title = capital(where);
    const said = (/** @type {string} */ name) =>
      ngettext("{place}, {n} card", "{place}, {n} cards", count, { place: name });
    if (place.kind === "stock") return said(title);
    if (place.kind === "centre") {
      const rank = nextRank(view, place.index);
      const stack = count === 0 ? _("{place}, empty", { place: title }) : said(title);
      return rank === null ? stack : _("{place}, takes {rank} next", { place: stack, rank: rankWritten(rank, view.rules) });
    }
    if (count === 0) return _("{place}, empty", { place: title });
    return cardLabel(view, table, moves, card, said(where));
  }

  /** @param {Area} area @param {Scenery} scenery */
  #drawName(area, scenery) {
    const button = this.#drawn.element(`name ${area.seat}`, "button", this.#above, "seat-name");
    button.setAttribute("type", "button");
    button.dataset.seat = String(area.seat);
    // With large text, a plate is a smaller one scaled up.
    const near = nearness(area.name, area.letters);
    lay(button, { ...area.name, w: area.name.w / near, h: area.name.h / near });
    style(button, "transform", near > 1 ? `scale(${near})` : "");
    drawPlate(button, area, scenery, near);
  }

  /** Marks the target under the card in the air. @param {PlaceId | null} place */
  hover(place) {
    this.#drawn.hover(place);
  }

  /** The group of buttons that a place belongs to. @param {Place} place @param {Scenery} scenery */
  #group(place, { table }) {
    const { seat, kind } = placeParts(place.id);
    let name = _("Centre");
    if (kind === "hand") name = _("Hand");
    else if (seat === table.you) name = _("Your piles");
    else if (seat !== null) name = _("{name}'s piles", { name: nameOf(table, seat) });
    const key = kind === "hand" ? kind : String(seat);
    return this.#drawn.group(key, name, this.#above);
  }
}
