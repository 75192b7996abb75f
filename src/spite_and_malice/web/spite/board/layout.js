// Where everything lies: a pure function of a view, the size of the window and the settings. It measures nothing and
// touches no document. Units are CSS pixels; cards are 5 : 7.

import { isWild, PILED, RATIO, thickness } from "../../kernel/cards/cards.js";
import { cardsOn, partnerOf } from "../moves.js";
import { planTable } from "./plan.js";
import { centrePlaces, countLine, FLAT, NAME, PAYOFF } from "./shapes.js";

/** @import {Card, Layout, Place, PlaceId, Player, Rect, Settings, Size, Slot, View} from "../types.js" */
/** @import {Plan} from "./shapes.js" */

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
/**
 * Side stacks with only the top card drawn, beside a pay-off pile of at least this width: their least width, and the
 * height of the text under them.
 */
const TOPS = { payoff: 28, least: 15, under: 13 };
/** The width of a count beside such tops. */
const FLAT_COUNT = 22;
/** Narrower cells of other seats have no room for larger letters. */
const LARGER_FROM = 100;
/**
 * A plate over a seat's cards: one line, two, a column with a large face, or a row with one; and the cells with room
 * for them.
 */
const NAME_HIGH = 38;
/** Two short lines for a name, in narrow cells of this height. */
const NAME_TWO = { line: 27, from: 96 };
const PLATE = 96;
const PLATE_ROW = 66;
const ROOMY = 128;
const HIGH = 240;
/** The least and greatest width of a plate beside a seat's cards, from cells of this size on. */
const BESIDE = [84, 360];
const WIDE = 460;
const LONE = 300;
const OWN_WIDE = 150;
const OWN_NARROW = 102;
/** With cards smaller than this, the text needs all the room. */
const OPEN_FROM = 50;
const OWN_HIGH = 44;
/** The least height of the line under the stock, so that the edges of a thick pile do not reach into its text. */
const LINE = 18;
const CHIP = 24;
/** The offset of a deep stack's second column, in card widths. */
const BESIDE_PART = 0.5;
/** Smaller stacks, and other seats' stacks with less under the top card, are read by looking closer at their seat. */
const CHIP_FROM = 44;
const CHIP_OVER = 16;
/** Narrower cards have their rank in the middle, where the button must not cover it. */
const MIDDLE_BELOW = 56;

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
 * @param {number} me
 * @param {Pick<Settings, "left" | "spread">} settings
 */
function layOpponents(layout, plan, view, me, settings) {
  const partner = partnerOf(view.rules, me);
  for (const { seat, rect } of plan.seats) {
    const player = view.players[seat];
    const letters = Math.max(1, Math.min(plan.letters, rect.w / LARGER_FROM));
    layout.hands.set(`hand:${seat}`, cardsOn(view, `hand:${seat}`).length);
    const beside = besideOf(rect, plan, letters);
    if (rect.h < FLAT * letters && seat !== partner && beside === 0) {
      layFlat(layout, rect, seat, player, letters);
      continue;
    }
    const fits = (/** @type {number} */ w, /** @type {number} */ h) => rect.w >= w * letters && rect.h >= h * letters;
    const low = plan.mode === "tall" && rect.w < LARGER_FROM && fits(0, NAME_TWO.from) ? NAME_TWO.line : NAME;
    const line = letters * (fits(0, HIGH) ? (fits(ROOMY + 12, 0) ? PLATE_ROW : PLATE) : fits(ROOMY, ROOMY) ? NAME_HIGH : low);
    const inner = beside > 0
      ? { x: rect.x + beside, y: rect.y + 4, w: rect.w - beside - 6, h: rect.h - 8 }
      : { x: rect.x + 6, y: rect.y + line + 2, w: rect.w - 12, h: rect.h - line - 6 };
    const largest = Math.max(24, plan.card * (plan.seats.length === 1 ? 0.84 : 0.74));
    const { fit, doubled } = fitDeep(player, inner, largest, seat === partner, settings.spread, letters);
    const left = inner.x + (inner.w - fit.width) / 2;
    // A phone on its side has no pixel to spare; the ring around the partner needs some.
    const edge = (plan.mode === "low" || rect.w < ROOMY) && seat !== partner ? 2 : 6;
    const name = beside > 0
      ? { x: rect.x + 4, y: rect.y + Math.max(4, (rect.h - PLATE * letters) / 2), w: beside - 8, h: Math.min(rect.h - 8, PLATE * letters) }
      : { x: rect.x + edge, y: rect.y, w: rect.w - 2 * edge, h: line };
    // Where only a pay-off pile is drawn, the name has its line to itself and the hand is counted beside its count.
    const tops = fit.compact ? fitTops(player, inner, letters) : null;
    if (tops) {
      layTops(layout, { rect, name, inner }, seat, player, tops, letters);
      continue;
    }
    const held = fit.compact && player.payoff.length === 1
      ? { x: rect.x + rect.w / 2 + fit.width / 2 - fit.card / 2 + 15, y: inner.y + fit.card * PILED + 1 }
      : null;
    layout.areas.push({ seat, rect, name, held, own: false, letters });
    layout.anchors.set(`hand:${seat}`, rectOf(name.x + name.w / 2, name.y, fit.card * 0.6));
    let x = left;
    const big = fit.card * fit.payoff;
    player.payoff.forEach((pile, index) => {
      const column = index % fit.piles;
      const row = Math.floor(index / fit.piles);
      const spot = rectOf(x + column * (big + fit.gap), inner.y + row * (big * PILED + countLine(letters) + 2), big);
      addPile(layout, { id: `payoff:${seat}:${index}`, kind: "payoff", seat, index, spot, pad: fit.gap / 2, letters }, pile);
    });
    x += fit.piles * (big + fit.gap) - fit.gap + fit.card * fit.between;
    const rowHeight = fit.rows === 1 ? inner.h : Math.min(inner.h / fit.rows, fit.card * RATIO * 1.7);
    let further = 0;
    player.side.forEach((cards, index) => {
      const id = `side:${seat}:${index}`;
      if (fit.compact) {
        layout.anchors.set(id, rectOf(rect.x + rect.w / 2 - fit.card / 2, inner.y, fit.card));
        return;
      }
      const spot = rectOf(
        x + further + (index % fit.columns) * (fit.card + fit.gap),
        inner.y + Math.floor(index / fit.columns) * rowHeight,
        fit.card,
      );
      const room = Math.max(0, rowHeight - spot.h - (fit.rows > 1 ? 3 : 0));
      addColumn(layout, { id, kind: "side", seat, index, spot, pad: fit.gap / 2 }, cards, room, settings.spread, CHIP_OVER, doubled[index]);
      if (doubled[index]) further += fit.card * BESIDE_PART;
    });
  }
}

/**
 * A pay-off pile large enough for a finger, with the tops of the side stacks beside it as large as possible; null if
 * they were unreadable.
 * @param {Player} player
 * @param {Rect} inner
 * @param {number} letters
 */
function fitTops({ payoff, side }, { w, h }, letters) {
  if (payoff.length !== 1 || side.length === 0) return null;
  const big = Math.min((h - countLine(letters) - 2) / PILED, Math.max(TOPS.payoff, w * 0.42));
  const [columns, card] = [1, 2, 3]
    .map((rows) => [Math.ceil(side.length / rows), rows])
    .map(([columns, rows]) => [
      columns,
      Math.floor(Math.min(big, (w - big - 4) / columns - 2, ((h - TOPS.under * letters) / rows - 2) / RATIO)),
    ])
    .sort((one, two) => two[1] - one[1])[0];
  return big >= CHIP && card >= TOPS.least ? { big, columns, card } : null;
}

/**
 * @param {Layout} layout
 * @param {{rect: Rect, name: Rect, inner: Rect}} cell
 * @param {number} seat
 * @param {Player} player
 * @param {{big: number, columns: number, card: number}} fit
 * @param {number} letters
 */
function layTops(layout, { rect, name, inner }, seat, player, { big, columns, card }, letters) {
  const width = big + 4 + columns * (card + 2) - 2;
  const x = inner.x + (inner.w - width) / 2;
  const held = { x: x + width - 27 * letters, y: inner.y + Math.max(big * PILED + 2, inner.h - TOPS.under * letters - 1) };
  layout.areas.push({ seat, rect, name, held, own: false, letters });
  layout.anchors.set(`hand:${seat}`, rectOf(name.x + name.w / 2, name.y, card));
  const spot = rectOf(x, inner.y, big);
  addPile(layout, { id: `payoff:${seat}:0`, kind: "payoff", seat, index: 0, spot, letters }, player.payoff[0]);
  const beside = { x: x + big + 4, y: inner.y };
  player.side.forEach((cards, index) => {
    const at = rectOf(beside.x + (index % columns) * (card + 2), beside.y + Math.floor(index / columns) * (card * RATIO + 2), card);
    addColumn(layout, { id: `side:${seat}:${index}`, kind: "side", seat, index, spot: at, pad: 1 }, cards, 0, false);
  });
}

/**
 * The part of a cell's width for its plate, 0 if it lies over the cards.
 * @param {Rect} rect
 * @param {Plan} plan
 * @param {number} letters
 */
function besideOf({ w, h }, plan, letters) {
  if (h < 76 || (h >= HIGH && w < 2 * h) || w < (plan.seats.length === 1 ? LONE : WIDE) * letters) return 0;
  return Math.max(BESIDE[0] * letters, Math.min(BESIDE[1] * letters, w * 0.3));
}

/**
 * A seat in a low cell: its pay-off piles to the left, name and counts beside them.
 * @param {Layout} layout @param {Rect} rect @param {number} seat @param {Player} player @param {number} letters
 */
function layFlat(layout, rect, seat, player, letters) {
  const [nameHigh, countWide, count] = [NAME * letters, FLAT_COUNT * letters, countLine(letters)];
  const piles = player.payoff.length;
  const beside = Math.max(TOPS.payoff, rect.w - 10 - countWide - player.side.length * (TOPS.least + 2));
  const card = Math.floor(Math.min(38, rect.h / RATIO - 3, piles > 1 ? (rect.w * 0.6) / piles - 4 : beside));
  const words = rect.x + 6 + piles * (card + 4);
  const wordsWidth = rect.x + rect.w - words;
  // The counts are under the name, and the tops of the side stacks under them; in the lowest cells the tops are beside
  // the count, and the hand is counted beside the name.
  const size = (/** @type {number} */ across, /** @type {number} */ down) =>
    Math.floor(Math.min(card, (rect.h - nameHigh - down - 4) / RATIO, (wordsWidth - across) / player.side.length - 2));
  const lines = size(0, count + 3) >= TOPS.least - 1;
  const across = lines ? 0 : countWide;
  const down = lines ? count + 3 : 0;
  const top = size(across, down);
  const tops = piles === 1 && top >= TOPS.least - 1;
  const nameTop = tops ? rect.y + (rect.h - nameHigh - 2 - down - top * RATIO) / 2 : Math.max(rect.y, rect.y + rect.h / 2 - nameHigh - 2);
  const name = { x: words, y: nameTop, w: wordsWidth, h: nameHigh };
  const held = piles > 1 || (tops && !lines) ? null : { x: rect.x + rect.w - 26 * letters, y: nameTop + nameHigh + (lines && tops ? 4 : 7) };
  layout.areas.push({ seat, rect, name, held, own: false, letters });
  layout.anchors.set(`hand:${seat}`, rectOf(words, rect.y, card));
  player.payoff.forEach((pile, index) => {
    const spot = rectOf(rect.x + 4 + index * (card + 4), rect.y + (rect.h - card * RATIO) / 2, card);
    const wide = tops && !lines ? countWide : name.w / piles;
    const y = tops ? nameTop + nameHigh + 1 + (lines ? 2 : (top * RATIO - count + 1) / 2) : rect.y + rect.h / 2 + 2;
    const label = { x: words + index * wide, y, w: wide, h: count + 1 };
    addPile(
      layout,
      { id: `payoff:${seat}:${index}`, kind: "payoff", seat, index, spot, label, pad: 2, flat: true, letters },
      pile,
    );
  });
  player.side.forEach((cards, index) => {
    const id = `side:${seat}:${index}`;
    if (!tops) {
      layout.anchors.set(id, rectOf(words, rect.y, card));
      return;
    }
    const spot = rectOf(words + across + index * (top + 2), nameTop + nameHigh + 2 + down, top);
    addColumn(layout, { id, kind: "side", seat, index, spot, pad: 1 }, cards, 0, false);
  });
}

/**
 * The same, with stacks that would hide cards laid in two columns, if the cards stay large enough.
 * @param {Player} player
 * @param {Rect} rect
 * @param {number} limit
 * @param {boolean} whole
 * @param {boolean} spread
 * @param {number} letters
 */
function fitDeep(player, rect, limit, whole, spread, letters) {
  const fit = fitSeat(player, rect, limit, whole, letters);
  const single = { fit, doubled: player.side.map(() => false) };
  if (fit.compact || fit.rows > 1 || !spread) return single;
  const doubled = player.side.map((cards) => columnOf(cards.length, fit.card, rect.h - fit.card * RATIO).hidden > 0);
  const deep = doubled.filter(Boolean).length;
  if (deep === 0) return single;
  const wider = fitSeat(player, rect, limit, whole, letters, deep * BESIDE_PART);
  return wider.compact || wider.rows > 1 || wider.card < CHIP_FROM ? single : { fit: wider, doubled };
}

/**
 * The largest cards with which a seat's piles fit into a rectangle; `compact` leaves out the side stacks.
 * @param {Player} player @param {Rect} rect @param {number} limit of a card's width @param {boolean} whole never compact
 * @param {number} letters
 * @param {number} [wider] how much wider the side stacks are in one row, in widths of a card
 */
function fitSeat(player, rect, limit, whole, letters, wider = 0) {
  const piles = player.payoff.length;
  const sides = player.side.length;
  let best = null;
  for (const rows of [1, 2, 3]) {
    const columns = Math.ceil(sides / rows);
    const pileColumns = Math.ceil(piles / rows);
    const pileRows = Math.ceil(piles / pileColumns);
    const gap = 4;
    const gaps = gap * (columns + pileColumns - 2);
    // The pay-off pile, which matters most, is larger if that costs the other cards little.
    const [fit] = [1.2, 1.35, 1.6]
      .map((payoff) => {
        const between = rows > 1 ? 0.15 : 0.3;
        const across = payoff * pileColumns + between + columns + (rows === 1 ? wider : 0);
        const byHeight = Math.min(
          (rect.h / rows - (rows > 1 ? 3 : 0)) / RATIO,
          (rect.h / pileRows - countLine(letters) - 2) / (payoff * PILED),
        );
        const card = Math.floor(Math.min((limit * 1.2) / payoff, (rect.w - gaps) / across, byHeight));
        return { card, rows, columns, piles: pileColumns, payoff, between, gap, width: card * across + gaps, compact: false };
      })
      .filter(({ card, payoff }) => rows > 1 || card >= 26 || payoff === 1.2)
      .sort((one, two) => two.card * (1 + two.payoff) - one.card * (1 + one.payoff));
    if (!best || fit.card > best.card * (best.card >= 26 ? 1.35 : 1)) best = fit;
  }
  if (best && best.card >= (whole ? 14 : 20)) return best;
  const most = Math.min((rect.w - 4 * (piles - 1)) / piles, (rect.h - countLine(letters) - 2) / PILED);
  const card = Math.floor(Math.min(limit * 1.3, most));
  return {
    card,
    rows: 1,
    columns: 1,
    piles,
    payoff: 1,
    between: 0,
    gap: 4,
    width: card * piles + 4 * (piles - 1),
    compact: true,
  };
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
function addPile(layout, seed, { count, top }) {
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
function addColumn(layout, seed, cards, room, spread, over = Infinity, doubled = false) {
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
function columnOf(count, width, room) {
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
function rectOf(x, y, w) {
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
function slotOf(place, index, card, x, y, w, more = {}) {
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
