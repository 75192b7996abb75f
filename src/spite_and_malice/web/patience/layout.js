// Where everything lies: pure geometry. In a wide window the stock, the waste and the foundations lie in a row over the seven
// piles; on a phone held upright the row is under them, in reach of a thumb; on one on its side they stand beside them.

import { PILED, RATIO } from "../kernel/cards/cards.js";
import { cardsAt, downAt, PLACES, SUITS } from "./moves.js";

/** @import {Layout, PlaceId, Rect, Settings, Size, Slot, View} from "./types.js" */

const PILES = 7;
/** A window lower than this that is wider than high is a phone on its side. */
const LOW = 480;
/** A narrower window is a phone held upright. */
const TALL = 600;
const SMALL = 56;
const LARGEST = 190;
/** The longest pile: six cards face down under a run from the king to the ace. */
const DOWN = 6;
const UP = 13;
/** How much of a covered card shows where there is room, and where there is none, in widths of a card. */
const UP_SHOWN = { large: 0.39, small: 0.58 };
const DOWN_SHOWN = { large: 0.16, small: 0.18 };
/** A phone held upright has more height than the piles need. */
const AIRY = 1.4;
const UP_LEAST = 0.26;
const DOWN_LEAST = 0.06;
/** On large cards so many pixels of a covered one are enough to read it. */
const ENOUGH = 22;
/** How many cards of the waste can be read. */
const FANNED = 3;
const LABEL = 18;
const TOOL = 46;
/** What a row of tools takes. */
const TOOLS = 500;

/**
 * @param {View} view
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @returns {Layout}
 */
export function layoutPatience(view, size, settings) {
  const { width, height } = size;
  const mode = height < LOW && width > height ? "low" : width < TALL ? "tall" : "wide";
  const top = mode === "low" ? 36 : mode === "tall" ? 44 : 48;
  const frame = mode === "low" ? frameLow(size, top, settings.left) : frameHigh(size, top, mode, settings.left);
  /** @type {Layout} */
  const layout = { mode, top, ...frame, slots: [], places: [], piles: new Map(), tops: new Map() };
  layStock(layout, view.stock);
  layWaste(layout, view, frame.fan);
  for (const suit of SUITS) layFoundation(layout, view, `F${suit}`);
  for (let n = 1; n <= PILES; n += 1) layPile(layout, view, `T${n}`, frame.bottom);
  return layout;
}

/**
 * The row over the piles, or under them where thumbs play. The stock is at the side of the hand that plays.
 * @param {Size} size @param {number} top @param {"wide" | "tall"} mode @param {boolean} left
 */
function frameHigh({ width, height }, top, mode, left) {
  const margin = mode === "tall" ? 5 : 16;
  const head = mode === "tall" ? 6 : 10;
  const foot = mode === "tall" ? TOOL + 8 : TOOL + 14;
  const space = height - top - head - foot;
  const share = mode === "tall" ? 0.085 : 0.15;
  const high = highest(space - LABEL - 6, PILED + RATIO);
  const card = Math.floor(Math.min((width - 2 * margin) / (PILES + (PILES - 1) * share), high, LARGEST));
  const gap = Math.min(card * 0.24, (width - 2 * margin - PILES * card) / (PILES - 1));
  const from = (width - PILES * card - (PILES - 1) * gap) / 2;
  const column = (/** @type {number} */ n) => from + (left ? PILES - 1 - n : n) * (card + gap);
  const end = height - foot;
  const tall = mode === "tall";
  const y = tall ? end - card * PILED - LABEL : top + head;
  const spots = new Map([
    ["S", rectOf(column(6), y, card)],
    ["W", rectOf(left ? column(4) : column(5), y, card)],
    ...SUITS.map((suit, at) => /** @type {[string, Rect]} */ ([`F${suit}`, rectOf(column(left ? 3 - at : at), y, card)])),
  ]);
  const below = tall ? top + head : y + card * PILED + LABEL;
  for (let n = 0; n < PILES; n += 1) spots.set(`T${n + 1}`, rectOf(from + n * (card + gap), below, card));
  const stock = /** @type {Rect} */ (spots.get("S"));
  const labels = new Map([["S", { x: stock.x - gap / 2, y: y + card * PILED + 2, w: card + gap, h: LABEL - 5 }]]);
  const words = Math.max(width * 0.3, Math.min(width - 2 * margin - TOOLS, 620));
  const tools = { x: margin, y: end + 6, w: width - 2 * margin, h: TOOL };
  return {
    card,
    spots,
    labels,
    bottom: tall ? y - 6 : end,
    fan: { x: -Math.min(0.5 * card, (card + gap) / 2), y: 0 },
    tools: tall ? tools : { ...tools, x: left ? margin : margin + words, w: tools.w - words },
    words: tall
      ? { x: margin, y: y - 40, w: width - 2 * margin, h: 34 }
      : { x: left ? width - margin - words : margin, y: end + 6, w: words, h: TOOL },
  };
}

/**
 * Foundations at one side, stock and waste at the other, the tools beyond.
 * @param {Size} size @param {number} top @param {boolean} left
 */
function frameLow({ width, height }, top, left) {
  const space = height - top - 6;
  const room = width - TOOL - 8;
  const columns = PILES + 2;
  const card = Math.floor(Math.min((space - 9) / (4 * RATIO), room / (columns * 1.07 + 0.3), highest(space, RATIO)));
  const gap = Math.min(card * 0.3, (room - columns * card - 12) / (columns + 1));
  const used = columns * card + (columns + 1) * gap;
  const from = (left ? TOOL + 4 : 4) + (room - used) / 2;
  const column = (/** @type {number} */ n) => from + n * (card + gap) + (n > 0 ? gap : 0) + (n > PILES ? gap : 0);
  const between = Math.min(6, (space - 4 * card * RATIO) / 3);
  const founded = column(left ? PILES + 1 : 0);
  const drawn = column(left ? 0 : PILES + 1);
  const step = Math.min(0.5 * card, (space - card * (PILED + RATIO) - LABEL) / FANNED);
  const y = top + 2;
  const spots = new Map([
    ["S", rectOf(drawn, y, card)],
    ["W", rectOf(drawn, y + card * PILED + LABEL + (FANNED - 1) * step, card)],
    ...SUITS.map(
      (suit, at) => /** @type {[string, Rect]} */ ([`F${suit}`, rectOf(founded, y + at * (card * RATIO + between), card)]),
    ),
  ]);
  for (let n = 0; n < PILES; n += 1) spots.set(`T${n + 1}`, rectOf(column(n + 1), y, card));
  const labels = new Map([["S", { x: drawn - gap / 2, y: y + card * PILED + 1, w: card + gap, h: LABEL - 4 }]]);
  return {
    card,
    spots,
    labels,
    bottom: height - 4,
    fan: { x: 0, y: -step },
    tools: { x: left ? 2 : width - TOOL - 2, y: top, w: TOOL, h: height - top - 4 },
    words: { x: width * 0.2, y: height - 34, w: width * 0.6, h: 30 },
  };
}

/**
 * The width of cards at which the longest pile has room.
 * @param {number} space @param {number} whole what whole cards take of it, in widths of a card
 */
function highest(space, whole) {
  const closed = whole + DOWN * DOWN_LEAST;
  return Math.max(space / (closed + (UP - 1) * UP_LEAST), (space - (UP - 1) * ENOUGH) / closed);
}

/** @param {Layout} layout @param {number} count */
function layStock(layout, count) {
  const spot = spotOf(layout, "S");
  add(layout, "S", "stock", 0, spot, spot);
  layout.piles.set("S", spot);
  layout.tops.set("S", spot);
  for (let at = Math.max(0, count - 3); at < count; at += 1) layout.slots.push(slotOf("S", at, null, spot));
}

/**
 * The waste: its last cards fanned out, the top one always at the same place.
 * @param {Layout} layout @param {View} view @param {{x: number, y: number}} fan from a card to the one under it
 */
function layWaste(layout, { waste }, fan) {
  const spot = spotOf(layout, "W");
  const count = waste.length;
  add(layout, "W", "waste", Math.max(0, count - 1), spot, spot);
  const shown = Math.max(0, Math.min(FANNED, count) - 1);
  layout.piles.set("W", around(spot, { ...spot, x: spot.x + shown * fan.x, y: spot.y + shown * fan.y }));
  layout.tops.set("W", spot);
  for (let at = Math.max(0, count - 2 * FANNED); at < count; at += 1) {
    const back = Math.min(count - 1 - at, FANNED - 1);
    const under = at < count - 1;
    layout.slots.push(
      slotOf("W", at, waste[at], { ...spot, x: spot.x + back * fan.x, y: spot.y + back * fan.y }, {
        strip: under && fan.y !== 0,
        side: under && fan.y === 0,
        shown: -fan.y,
      }),
    );
  }
}

/** @param {Layout} layout @param {View} view @param {PlaceId} id */
function layFoundation(layout, view, id) {
  const spot = spotOf(layout, id);
  const cards = cardsAt(view, id);
  add(layout, id, "foundation", Math.max(0, cards.length - 1), spot, spot);
  layout.piles.set(id, spot);
  layout.tops.set(id, spot);
  for (let at = Math.max(0, cards.length - 3); at < cards.length; at += 1) layout.slots.push(slotOf(id, at, cards[at], spot));
}

/** @param {Layout} layout @param {View} view @param {PlaceId} id @param {number} bottom where its room ends */
function layPile(layout, view, id, bottom) {
  const spot = spotOf(layout, id);
  const down = downAt(view, id);
  const up = cardsAt(view, id);
  const offsets = fanOffsets(down, up.length, spot.w, bottom - spot.y - spot.h, layout.mode === "tall" ? AIRY : 1);
  layout.piles.set(id, { ...spot, h: bottom - spot.y });
  const count = down + up.length;
  const end = spot.y + (offsets.at(-1) ?? 0);
  layout.tops.set(id, { ...spot, y: end });
  if (up.length === 0) add(layout, id, "tableau", 0, { ...spot, h: end + spot.h - spot.y }, spot);
  for (let at = 0; at < count; at += 1) {
    const y = spot.y + offsets[at];
    const shown = at < count - 1 ? offsets[at + 1] - offsets[at] : spot.h;
    const card = at < down ? null : up[at - down];
    layout.slots.push(slotOf(id, at, card, { ...spot, y }, { strip: at < count - 1, shown }));
    if (card !== null) add(layout, id, "tableau", at, { ...spot, y, h: shown }, { ...spot, y });
  }
}

/**
 * How far below the lowest card of a pile each card lies. Where the room is short, those face down close up first.
 * @param {number} down how many lie face down @param {number} up how many face up @param {number} w a card's width
 * @param {number} room below the lowest card @param {number} [airy] how much further apart than usual, where there is room
 */
export function fanOffsets(down, up, w, room, airy = 1) {
  const size = w < SMALL ? "small" : "large";
  const steps = Math.max(0, up - 1);
  let downStep = DOWN_SHOWN[size] * w * airy;
  let upStep = UP_SHOWN[size] * w * airy;
  if (down * downStep + steps * upStep > room) {
    downStep = Math.max(DOWN_LEAST * w, Math.min(downStep, down > 0 ? (room - steps * upStep) / down : downStep));
    if (steps > 0) upStep = Math.min(upStep, (room - down * downStep) / steps);
  }
  const offsets = [];
  for (let at = 0; at < down + up; at += 1) offsets.push(Math.min(at, down) * downStep + Math.max(0, at - down) * upStep);
  return offsets;
}

/** The places in the order in which they are gone through. @param {Layout} layout */
export function inOrder(layout) {
  return [...layout.places].sort((a, b) => PLACES.indexOf(a.id) - PLACES.indexOf(b.id) || a.index - b.index);
}

/** @param {Layout} layout @param {PlaceId} id */
function spotOf(layout, id) {
  return /** @type {Rect} */ (layout.spots.get(id));
}

/**
 * @param {Layout} layout @param {PlaceId} id @param {import("./types.js").Place["kind"]} kind @param {number} index
 * @param {Rect} rect @param {Rect} spot
 */
function add(layout, id, kind, index, rect, spot) {
  layout.places.push({ key: kind === "tableau" ? `${id}#${index}` : id, id, index, kind, rect, spot });
}

/** The rectangle around two. @param {Rect} a @param {Rect} b @returns {Rect} */
function around(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** @param {number} x @param {number} y @param {number} w @returns {Rect} */
function rectOf(x, y, w) {
  return { x, y, w, h: w * RATIO };
}

/**
 * @param {PlaceId} place @param {number} index @param {string | null} card @param {Rect} at @param {Partial<Slot>} more
 * @returns {Slot}
 */
function slotOf(place, index, card, { x, y, w, h }, more = {}) {
  const plain = { pack: /** @type {const} */ ("stock"), angle: 0, z: index, strip: false, veiled: false };
  return { place, index, card, x, y, w, ...plain, shown: h, side: false, ...more };
}
