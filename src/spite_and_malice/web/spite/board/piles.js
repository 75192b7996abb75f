// A pile and a column of cards at their place: which cards show, how far apart, and where the pile can be touched.

import { PILED, RATIO } from "../../kernel/cards/cards.js";
import { countLine } from "./shapes.js";

/** @import {Card, Layout, Place, PlaceId, Rect, Slot} from "../types.js" */

/** The part of a card's height that shows under the next one with enough room, and with none. */
const STRIP = 0.36;
const SQUEEZED = 1;
/**
 * The smallest strip of a card that shows its rank in small type: as part of its height, and in CSS pixels; and the
 * width from which it is readable there.
 */
const DENSE = 0.18;
const DENSE_LEAST = 9;
const DENSE_FROM = 33;
/** The size of a count, or of the button that fans a stack out. */
export const CHIP = 24;
/** The offset of a deep stack's second column, in card widths. */
export const BESIDE_PART = 0.5;
/** Smaller stacks are read by looking closer at their seat. */
export const CHIP_FROM = 44;
/** Narrower cards have their rank in the middle, where the button must not cover it. */
const MIDDLE_BELOW = 56;

/**
 * @typedef {{id: PlaceId, kind: Place["kind"], seat: number | null, index: number, spot: Rect, label?: Rect,
 *   pad?: number, flat?: boolean, letters?: number}} PlaceSeed
 */
// `pad` widens the hit area into the gaps beside small cards; `flat` keeps a label beside the card out of it.

/**
 * A pile of which only the top matters: pay-off pile or stock.
 * @param {Layout} layout
 * @param {PlaceSeed} seed
 * @param {{count: number, top: Card}} pile
 */
export function addPile(layout, seed, { count, top }) {
  const { spot, letters = layout.letters } = seed;
  const high = spot.w * PILED;
  const label = seed.label ?? { x: spot.x - 4, y: spot.y + high + 1, w: spot.w + 8, h: countLine(letters) - 1 };
  const rect = widened(spot, seed.pad ?? 0, seed.flat ? spot.h : high + countLine(letters));
  layout.places.push({ ...seed, letters, rect, hidden: 0, label });
  const pack = seed.kind === "payoff" && layout.twoPacks ? "payoff" : "stock";
  const shown = Math.min(count, 3);
  for (let depth = count - shown; depth < count; depth += 1) {
    const card = depth === count - 1 ? top : null;
    layout.slots.push(slotOf(seed.id, depth, card, spot.x, spot.y, spot.w, { pack }));
  }
}

/**
 * A side stack, spread downwards as far as there is room; if there is too little, the lower cards are squeezed first.
 * @param {Layout} layout
 * @param {PlaceSeed} seed
 * @param {string[]} cards
 * @param {number} room below one card
 * @param {boolean} spread
 * @param {number} [over] height of covered cards, in CSS pixels, from which a stack that hides some has a button to fan
 *   it out
 * @param {boolean} [doubled] in two columns, the lower cards in the left one
 */
export function addColumn(layout, seed, cards, room, spread, over = Infinity, doubled = false) {
  const { spot } = seed;
  const open = spread ? room : Math.min(room, 6);
  let right = doubled ? Math.floor(cards.length / 2) : 0;
  while (right > 0 && columnOf(right, spot.w, open).hidden > 0) right -= 1;
  const split = cards.length - right;
  const column = columnOf(split, spot.w, open);
  const { hidden } = column;
  const columns = [{ x: spot.x, from: 0, to: split, ...column }];
  if (right > 0) columns.push({ x: spot.x + spot.w * BESIDE_PART, from: split, to: cards.length, ...columnOf(right, spot.w, open) });
  for (const { x, from, to, offsets, dense } of columns) {
    for (let index = from; index < to; index += 1) {
      const strip = index < cards.length - 1;
      const y = spot.y + offsets[index - from];
      const aside = to < cards.length;
      // A whole last card would look like the top of a second stack.
      const cut = aside ? Math.min(1, ((offsets.at(-1) ?? 0) - offsets[index - from]) / spot.h + 0.65 * STRIP) : 0;
      const more = { strip, dense: index < to - 1 || aside ? dense : 0, veiled: index < hidden, aside, cut };
      layout.slots.push(slotOf(seed.id, index, cards[index], x, y, spot.w, more));
    }
  }
  const last = columns[columns.length - 1];
  // With two columns, the count shows that it is one stack.
  const label =
    right > 0 || (hidden > 0 && spot.w >= CHIP_FROM && (column.offsets.at(-1) ?? 0) >= over)
      ? { x: last.x + spot.w - (spot.w < MIDDLE_BELOW ? 9 : CHIP - 4), y: spot.y - 4, w: CHIP, h: CHIP }
      : null;
  layout.anchors.set(seed.id, { ...spot, x: last.x, y: spot.y + (last.offsets.at(-1) ?? 0) });
  const rect = widened({ ...spot, w: last.x + spot.w - spot.x }, seed.pad ?? 0, spot.h + room);
  layout.places.push({ ...seed, rect, hidden, label, doubled: right > 0 });
}

/**
 * The positions of a column's cards, the number of unreadable ones, and the least visible part of the others' height.
 * @param {number} count
 * @param {number} width of a card
 * @param {number} room for all offsets together
 */
export function columnOf(count, width, room) {
  const high = width * RATIO;
  const wide = spreadOffsets(count, high * STRIP, room);
  if (width < DENSE_FROM || wide.hidden === 0) return { ...wide, dense: 0 };
  const close = spreadOffsets(count, high * STRIP, room, Math.min(DENSE_LEAST, high * DENSE));
  if (close.hidden >= wide.hidden) return { ...wide, dense: 0 };
  return { ...close, dense: (close.offsets[close.hidden + 1] - close.offsets[close.hidden]) / high };
}

/**
 * Offsets of the cards of a spread stack from its bottom card, and the number of unreadable ones.
 * @param {number} count
 * @param {number} strip wanted offset
 * @param {number} room for all offsets together
 * @param {number} [least] offset at which a card can be read
 */
export function spreadOffsets(count, strip, room, least = strip * 0.86) {
  const steps = Math.max(0, count - 1);
  const squeezed = steps === 0 ? 0 : Math.min(SQUEEZED, room / steps);
  let open = steps;
  while (open > 0 && open * least + (steps - open) * squeezed > room) open -= 1;
  const each = open === 0 ? 0 : Math.min(strip, (room - (steps - open) * squeezed) / open);
  const offsets = [0];
  for (let step = 0; step < steps; step += 1) offsets.push(offsets[step] + (step < steps - open ? squeezed : each));
  return { offsets: offsets.slice(0, count), hidden: steps - open };
}

/** @param {Rect} spot @param {number} pad @param {number} height @returns {Rect} */
function widened(spot, pad, height) {
  return { x: spot.x - pad, y: spot.y, w: spot.w + 2 * pad, h: height };
}

/** @param {number} x @param {number} y @param {number} w @returns {Rect} */
export function rectOf(x, y, w) {
  return { x, y, w, h: w * RATIO };
}

/**
 * @param {PlaceId} place
 * @param {number} index
 * @param {Card} card
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {Partial<Slot>} more
 * @returns {Slot}
 */
export function slotOf(place, index, card, x, y, w, more = {}) {
  return {
    place,
    index,
    card,
    pack: "stock",
    x,
    y,
    w,
    angle: 0,
    z: index,
    strip: false,
    dense: 0,
    veiled: false,
    aside: false,
    stands: null,
    ...more,
  };
}
