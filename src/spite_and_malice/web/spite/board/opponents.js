// The cells of the other seats: name, counts and cards, as large as they fit.

import { PILED, RATIO } from "../../kernel/cards/cards.js";
import { cardsOn, partnerOf } from "../moves.js";
import { addColumn, addPile, BESIDE_PART, CHIP, CHIP_FROM, columnOf, rectOf } from "./piles.js";
import { countLine, FLAT, NAME } from "./shapes.js";

/** @import {Layout, Player, Rect, Settings, View} from "../types.js" */
/** @import {Plan} from "./shapes.js" */

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
/** Stacks with less than this under the top card are read by looking closer at their seat. */
const CHIP_OVER = 16;

/**
 * @param {Layout} layout
 * @param {Plan} plan
 * @param {View} view
 * @param {number} me
 * @param {Pick<Settings, "left" | "spread">} settings
 */
export function layOpponents(layout, plan, view, me, settings) {
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
