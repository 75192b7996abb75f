// Where everything lies: a pure function of a view, the size of the window and the settings. It measures nothing and
// touches no document. Units are CSS pixels; cards are 5 : 7.

import { isWild, PILED, RATIO, thickness } from "../../kernel/cards/cards.js";
import { layOpponents } from "./opponents.js";
import { addColumn, addPile, rectOf, slotOf } from "./piles.js";
import { planTable } from "./plan.js";
import { centrePlaces, PAYOFF } from "./shapes.js";

/** @import {Layout, Settings, Size, View} from "../types.js" */
/** @import {Plan} from "./shapes.js" */

const OWN_WIDE = 150;
const OWN_NARROW = 102;
/** With cards smaller than this, the text needs all the room. */
const OPEN_FROM = 50;
const OWN_HIGH = 44;
/** The least height of the line under the stock, so that the edges of a thick pile do not reach into its text. */
const LINE = 18;

/**
 * @param {View} view
 * @param {Size} size of the table, in CSS pixels
 * @param {Pick<Settings, "left" | "spread">} settings
 * @param {number} [head] kept free under the bar
 * @param {number} [room] kept free over the line of words
 * @param {typeof planTable} [planned]
 * @returns {Layout}
 */
export function layoutTable(view, size, settings, head = 0, room = 0, planned = planTable) {
  const me = view.seat ?? view.below ?? 0;
  const plan = planned(view, size, settings, head, room);
  /** @type {Layout} */
  const layout = {
    mode: plan.mode,
    twoPacks: view.rules.payoff_deck !== null,
    card: plan.card,
    top: plan.top,
    slots: [],
    places: [],
    areas: [],
    status: plan.status,
    free: plan.free,
    letters: plan.letters,
    centre: plan.centre,
    anchors: new Map(),
    hands: new Map(),
  };
  layOpponents(layout, plan, view, me, settings);
  layCentre(layout, plan, view, settings);
  layOwn(layout, plan, view, me, settings);
  layHand(layout, plan, view, me);
  for (const place of layout.places) if (!layout.anchors.has(place.id)) layout.anchors.set(place.id, place.spot);
  return layout;
}

/**
 * @param {Layout} layout
 * @param {Plan} plan
 * @param {View} view
 * @param {Pick<Settings, "left" | "spread">} settings
 */
function layCentre(layout, plan, view, settings) {
  const { card, columns, rows, gap, stockGap, labelHeight } = plan.middle;
  const places = centrePlaces(view);
  const lineHeight = card * PILED + labelHeight;
  const spare = (plan.centre.h - rows * lineHeight) / (rows + 1);
  const count = Math.min(columns, places + 1);
  const width = count * (card + gap) - gap + stockGap;
  const left = plan.centre.x + (plan.centre.w - width) / 2;
  for (let slot = 0; slot <= places; slot += 1) {
    const row = Math.floor(slot / columns);
    let column = slot % columns;
    // The stock changes sides for the left hand, but the stacks are counted from the left for both.
    if (settings.left && slot > 0) column = Math.min(columns, places + 1 - row * columns) - column - (row > 0 ? 1 : 0);
    let x = left + column * (card + gap) + (column > 0 || row > 0 ? stockGap : 0);
    if (row > 0) x -= stockGap;
    if (settings.left) x = 2 * plan.centre.x + plan.centre.w - x - card;
    const y = plan.centre.y + spare + row * (lineHeight + spare);
    const spot = rectOf(x, y, card);
    // A stock of several packs is thicker than any pile in play.
    const deeper = slot === 0 ? Math.max(0, spot.h + thickness(view.stock, card) - card * PILED) : 0;
    const label = { x: x - gap / 2, y: y + card * PILED + 2 + deeper, w: card + gap, h: Math.max(LINE * plan.letters, labelHeight - 2 - deeper) };
    if (slot === 0) {
      addPile(
        layout,
        { id: "stock", kind: "stock", seat: null, index: 0, spot, label },
        { count: view.stock, top: null },
      );
      continue;
    }
    const index = slot - 1;
    const cards = view.centre[index] ?? [];
    const id = `centre:${index}`;
    const rect = { ...spot, h: lineHeight };
    layout.places.push({ id, kind: "centre", seat: null, index, rect, spot, hidden: 0, label });
    for (let depth = Math.max(0, cards.length - 3); depth < cards.length; depth += 1) {
      layout.slots.push(
        slotOf(id, depth, cards[depth], spot.x, spot.y, card, { stands: standsFor(cards[depth], depth, view) }),
      );
    }
  }
}

/**
 * The rank that a wild card in a centre stack stands for, null for any other card.
 * @param {string} card
 * @param {number} depth
 * @param {View} view
 */
function standsFor(card, depth, view) {
  return isWild(card, view.rules) ? depth + 1 : null;
}

/**
 * @param {Layout} layout
 * @param {Plan} plan
 * @param {View} view
 * @param {number} me
 * @param {Pick<Settings, "left" | "spread">} settings
 */
function layOwn(layout, plan, view, me, settings) {
  const { sides, pay, rows, columns, piles, card, gap, below } = plan.own;
  const player = view.players[me];
  const { x, y, w, h } = plan.status;
  const { letters } = plan;
  let name = plan.plate;
  if (!name) {
    // One's own plate is beside the text, on the side of one's piles; spectators have to read its name.
    const wide = view.seat === null ? Math.min(180 * letters, w * 0.4) : plan.mode === "low" ? 34 : w >= 400 * letters ? OWN_WIDE * letters : w >= 300 * letters && plan.card >= OPEN_FROM ? OWN_NARROW * letters : 48;
    const high = Math.min(h, OWN_HIGH * (plan.mode === "low" ? 1 : letters));
    name = { x: settings.left ? x + w - wide : x, y: y + (h - high) / 2, w: wide, h: high };
    layout.status = { x: settings.left ? x : x + wide + 8, y, w: w - wide - 8, h };
  }
  layout.areas.push({ seat: me, rect: plan.mine, name, held: null, own: true, letters });
  const rowHeight = (sides.h - gap * (rows - 1)) / rows;
  player.side.forEach((cards, index) => {
    const x = sides.x + (index % columns) * (card + gap);
    const y = sides.y + Math.floor(index / columns) * (rowHeight + gap);
    addColumn(
      layout,
      { id: `side:${me}:${index}`, kind: "side", seat: me, index, spot: rectOf(x, y, card) },
      cards,
      rowHeight - card * RATIO + (below?.[index] ?? 0),
      settings.spread,
      0,
    );
  });
  const big = card * PAYOFF;
  const payRow = (pay.h + gap) / Math.ceil(player.payoff.length / piles);
  player.payoff.forEach((pile, index) => {
    const x = pay.x + (index % piles) * (big + gap);
    const y = pay.y + Math.floor(index / piles) * payRow;
    addPile(layout, { id: `payoff:${me}:${index}`, kind: "payoff", seat: me, index, spot: rectOf(x, y, big) }, pile);
  });
}

/** @param {Layout} layout @param {Plan} plan @param {View} view @param {number} me */
function layHand(layout, plan, view, me) {
  const { rect, card } = plan.hand;
  const { hand } = view.players[me];
  const cards = typeof hand === "number" ? Array(hand).fill(null) : hand;
  const count = cards.length;
  const step = count > 1 ? Math.min(card * 1.06, (rect.w - card) / (count - 1)) : 0;
  const width = card + step * Math.max(0, count - 1);
  const left = rect.x + (rect.w - width) / 2;
  layout.anchors.set(`hand:${me}`, rectOf(rect.x + (rect.w - card) / 2, rect.y, card));
  cards.forEach((value, index) => {
    const off = index - (count - 1) / 2;
    // All lie on one circle, far below.
    const tilt = card >= 70 ? Math.min(1.5, 6 / Math.max(1, count - 1)) : 0;
    const arc = (off * off * step * tilt * Math.PI) / 360;
    const x = left + index * step;
    const slot = slotOf(`hand:${me}`, index, value, x, rect.y + arc, card, { angle: off * tilt });
    layout.slots.push(slot);
    const visible = index === count - 1 ? card : Math.min(step, card);
    layout.places.push({
      id: `hand:${me}`,
      kind: "hand",
      seat: me,
      index,
      spot: rectOf(x, rect.y + arc, card),
      rect: { x, y: rect.y + arc, w: visible, h: card * RATIO },
      hidden: 0,
      label: null,
    });
  });
}

