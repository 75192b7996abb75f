// The positions of all cards, and the hit areas: pure geometry from a view and the frame of its table.

import { cardsAt, countAt, downAt } from "../moves.js";
import { isCovered, isLuck, pilesOf, placesOf } from "../piles.js";
import { fanOut } from "./fan.js";
import { barOf, FANNED, frameOf, modeOf } from "./frame.js";

/** @import {Kind, Layout, PlaceId, Rect, Settings, Size, Slot, View} from "../types.js" */

/** A phone held upright has more height than the piles need. */
const AIRY = 1.4;
/** The number of cards drawn of a squared pile. */
const DRAWN = 3;
/** How far the first card at its hour peeps out from under those not turned yet, and each further card. */
const PEEPS = 0.2;
const PEEPS_MORE = 0.07;

/**
 * @param {View} view
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @returns {Layout}
 */
export function layoutPatience(view, size, settings) {
  const piles = pilesOf(view);
  const mode = modeOf(size);
  /** @type {Layout} */
  const layout = { mode, top: barOf(mode), hours: isLuck(view), ...frameOf(piles, size, settings.left), slots: [], places: [], piles: new Map(), tops: new Map() };
  if (piles.stock) layStock(layout, view.stock);
  if (piles.waste) layWaste(layout, view, piles.fanned);
  for (const id of [...piles.foundations, ...piles.cells]) if (!piles.fans.includes(id)) laySquare(layout, view, id);
  if (piles.runs) layRuns(layout, view);
  if (piles.gone) laySquare(layout, view, "X");
  for (const id of piles.reserve) (piles.spread ? layPile : laySquare)(layout, view, id);
  piles.fans.forEach((id, at) => {
    if (piles.grid) layInGrid(layout, view, id);
    else if (isLuck(view)) layHour(layout, view, id);
    else if (piles.spots) layOne(layout, view, id, at);
    else layPile(layout, view, id);
  });
  return layout;
}

/** The places in tab order. @param {Layout} layout @param {View} view */
export function inOrder(layout, view) {
  const order = new Map(placesOf(view).map((id, at) => [id, at]));
  return [...layout.places].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || a.index - b.index);
}

/** @param {Layout} layout @param {number} count */
function layStock(layout, count) {
  const spot = spotOf(layout, "S");
  add(layout, "S", 0, spot, spot);
  layout.piles.set("S", spot);
  layout.tops.set("S", spot);
  for (let at = Math.max(0, count - DRAWN); at < count; at += 1) layout.slots.push(slotOf("S", at, null, spot));
}

/**
 * The waste: its last cards fanned out, with the top one always at the same place, or the first one if it is under the
 * stock; or squared, if cards are put on it.
 * @param {Layout} layout
 * @param {View} view
 * @param {boolean} fanned
 */
function layWaste(layout, view, fanned) {
  const { waste } = view;
  const fan = fanned ? layout.fan : { x: 0, y: 0 };
  const count = waste.length;
  const shown = Math.max(0, Math.min(FANNED, count) - 1);
  const end = spotOf(layout, "W");
  // A fan under the stock leaves no hole before it is full.
  const spot = { ...end, y: end.y + (FANNED - 1 - shown) * fan.y };
  if (fan.y) layout.spots = new Map(layout.spots).set("W", { ...end, y: end.y + (FANNED - 1) * fan.y });
  // If the card under the top one can form a pair with it, it can be picked up.
  if (pilesOf(view).rules.waste_pair && count > 1) {
    const under = { ...spot, x: spot.x + fan.x, y: spot.y + fan.y };
    add(layout, "W", count - 2, fan.x ? { ...under, w: Math.abs(fan.x) } : { ...under, h: Math.abs(fan.y) }, under, `W#${count - 2}`);
  }
  add(layout, "W", Math.max(0, count - 1), spot, spot);
  layout.piles.set("W", around(spot, { ...spot, x: spot.x + shown * fan.x, y: spot.y + shown * fan.y }));
  layout.tops.set("W", spot);
  for (let at = Math.max(0, count - 2 * FANNED); at < count; at += 1) {
    const back = Math.min(count - 1 - at, FANNED - 1);
    const under = fanned && at < count - 1;
    layout.slots.push(
      slotOf("W", at, waste[at], { ...spot, x: spot.x + back * fan.x, y: spot.y + back * fan.y }, {
        strip: under && fan.y !== 0,
        side: under && fan.y === 0,
        shown: -fan.y,
      }),
    );
  }
}

/** The suits that have left, their kings side by side. @param {Layout} layout @param {View} view */
function layRuns(layout, view) {
  const spot = spotOf(layout, "F");
  const { spill } = layout;
  const kings = cardsAt(view, "F");
  const last = Math.max(0, kings.length - 1);
  const end = { ...spot, x: spot.x + last * spill.x, y: spot.y + last * spill.y };
  const all = around(spot, end);
  add(layout, "F", last, all, spot);
  layout.piles.set("F", all);
  layout.tops.set("F", end);
  kings.forEach((card, at) => {
    const under = at < last;
    const lies = { ...spot, x: spot.x + at * spill.x, y: spot.y + at * spill.y };
    layout.slots.push(slotOf("F", at, card, lies, { strip: under && spill.y > 0, side: under && spill.y === 0, shown: spill.y }));
  });
}

/**
 * Cards on one another, with only the top one visible.
 * @param {Layout} layout
 * @param {View} view
 * @param {PlaceId} id
 */
function laySquare(layout, view, id) {
  const spot = spotOf(layout, id);
  const cards = cardsAt(view, id);
  const down = downAt(view, id);
  const count = down + cards.length;
  add(layout, id, Math.max(0, count - 1), spot, spot);
  layout.piles.set(id, spot);
  layout.tops.set(id, spot);
  for (let at = Math.max(0, count - DRAWN); at < count; at += 1) layout.slots.push(slotOf(id, at, at < down ? null : cards[at - down], spot));
}

/** A place of a pyramid or of peaks. @param {Layout} layout @param {View} view @param {PlaceId} id @param {number} at */
function layOne(layout, view, id, at) {
  if (countAt(view, id) === 0) return;
  const spot = spotOf(layout, id);
  const covered = isCovered(view, at);
  const [card = null] = cardsAt(view, id);
  const rect = covered ? { ...spot, h: layout.rise } : spot;
  layout.tops.set(id, spot);
  if (!covered) layout.piles.set(id, spot);
  // Every row lies over the previous one.
  const z = Math.round(spot.y);
  layout.slots.push(slotOf(id, 0, card, spot, { strip: covered && card !== null, shown: rect.h, dim: covered && card !== null, z }));
  if (card !== null) add(layout, id, 0, rect, spot);
}

/**
 * A place of a grid: closing up leaves no empty place.
 * @param {Layout} layout
 * @param {View} view
 * @param {PlaceId} id
 */
function layInGrid(layout, view, id) {
  if (countAt(view, id) > 0 || pilesOf(view).rules.aim === "rows") laySquare(layout, view, id);
}

/**
 * The cards of an hour: those laid there are under those not turned yet.
 * @param {Layout} layout
 * @param {View} view
 * @param {PlaceId} id
 */
function layHour(layout, view, id) {
  const spot = spotOf(layout, id);
  const middle = spotOf(layout, "T13");
  const [across, along] = [spot.x - middle.x, spot.y - middle.y];
  // Away from the middle, and not onto the next hour; those of the middle itself downwards.
  const upright = Math.abs(along) >= Math.abs(across);
  const [dx, dy] = upright ? [0, along < 0 ? -1 : 1] : [Math.sign(across), 0];
  const [down, up] = [downAt(view, id), cardsAt(view, id)];
  add(layout, id, 0, spot, spot);
  layout.piles.set(id, spot);
  layout.tops.set(id, spot);
  up.forEach((card, at) => {
    const away = spot.w * (PEEPS + PEEPS_MORE * at);
    layout.slots.push(slotOf(id, down + at, card, { ...spot, x: spot.x + dx * away, y: spot.y + dy * away }, { z: at }));
  });
  for (let at = 0; at < down; at += 1) layout.slots.push(slotOf(id, at, null, spot, { z: up.length + at }));
}

/** Cards that are fanned downwards. @param {Layout} layout @param {View} view @param {PlaceId} id */
function layPile(layout, view, id) {
  const spot = spotOf(layout, id);
  const floor = /** @type {number} */ (layout.floors.get(id));
  const down = downAt(view, id);
  const up = cardsAt(view, id);
  const { offsets, tight } = fanOut(down, up, spot.w, floor - spot.y - spot.h, layout.mode === "tall" ? AIRY : 1);
  layout.piles.set(id, { ...spot, h: floor - spot.y });
  const count = down + up.length;
  const end = spot.y + (offsets.at(-1) ?? 0);
  layout.tops.set(id, { ...spot, y: end });
  if (up.length === 0) add(layout, id, 0, { ...spot, h: end + spot.h - spot.y }, spot);
  for (let at = 0; at < count; at += 1) {
    const y = spot.y + offsets[at];
    const shown = at < count - 1 ? offsets[at + 1] - offsets[at] : spot.h;
    const card = at < down ? null : up[at - down];
    layout.slots.push(slotOf(id, at, card, { ...spot, y }, { strip: at < count - 1, shown, tight: tight.has(at) }));
    if (card !== null) add(layout, id, at, { ...spot, y, h: shown }, { ...spot, y });
  }
}

/** @param {Layout} layout @param {PlaceId} id */
function spotOf(layout, id) {
  return /** @type {Rect} */ (layout.spots.get(id));
}

/** @type {Record<string, Kind>} */
const KINDS = { S: "stock", W: "waste", F: "foundation", X: "gone", C: "cell", R: "reserve", P: "reserve", T: "tableau" };

/** @param {Layout} layout @param {PlaceId} id @param {number} index @param {Rect} rect @param {Rect} spot @param {string} [key] */
function add(layout, id, index, rect, spot, key) {
  layout.places.push({ key: key ?? (layout.floors.has(id) || id.startsWith("T") ? `${id}#${index}` : id), id, index, kind: KINDS[id[0]], rect, spot });
}

/** The rectangle around two. @param {Rect} a @param {Rect} b @returns {Rect} */
function around(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/**
 * @param {PlaceId} place @param {number} index @param {string | null} card @param {Rect} at @param {Partial<Slot>} more
 * @returns {Slot}
 */
function slotOf(place, index, card, { x, y, w, h }, more = {}) {
  const plain = { pack: /** @type {const} */ ("stock"), angle: 0, z: index, strip: false, veiled: false };
  return { place, index, card, x, y, w, ...plain, shown: h, side: false, tight: false, dim: false, ...more };
}
