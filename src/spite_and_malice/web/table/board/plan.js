// The bands of the table: which rectangle belongs to the opponents, the centre, the own piles, the hand and the line of
// words, and how wide a card can be. Four arrangements: one for phones on their side, and of the others the one that fits
// the window with cards as large as can be.

import { PILED, RATIO } from "../../cards/cards.js";
import { partnerOf } from "../moves.js";

/** @import {Rect, Settings, Size, View} from "../types.js" */

/**
 * @typedef {{card: number, columns: number, rows: number, gap: number, stockGap: number, labelHeight: number,
 *   height: number, width: number}} Middle
 * @typedef {{rows: number, columns: number, piles: number, card: number, gap: number, width: number, height: number}} OwnShape
 * @typedef {{mode: "round" | "wide" | "tall" | "low", card: number, top: number, seats: {seat: number, rect: Rect}[],
 *   centre: Rect, middle: Middle, own: OwnShape & {sides: Rect, pay: Rect, below?: number[]}, hand: {rect: Rect, card: number}, status: Rect,
 *   plate: Rect | null, mine: Rect}} Plan `plate`: the own one, where it does not stand beside the words; `below`: how much
 *   further down each side stack may reach
 * @typedef {{sides: number, piles: number, hand: number, centre: number, seats: number[], partner: number | null}} Shape
 */

/** The own pay-off pile is the largest card on the table. */
export const PAYOFF = 1.25;
/** Height of the line with a pile's count. */
export const COUNT = 17;
/** On a phone, where side stacks share the width with the pay-off pile, centre and hand have larger cards than they. */
const LARGER = 1.2;
/** How wide a card is at most: in windows higher than most, as part of their height. */
const LARGEST = 138;
const LARGEST_PART = 0.128;
const SMALLEST = 18;
/** The width of another seat's pay-off pile where there is little room: enough for a finger. */
const PILE = 30;
/** A seat in a cell lower than this has its words beside its cards. */
export const FLAT = 84;
const EDGE = 8;
/** How much the ends of the hand's arc lie below its middle, and how far a row of side stacks reaches below one card. */
const ARC = 12;
const SPREAD = 1.64;
/** Between the bands. */
const AIR = 24;
/** An arrangement that is better to look at may have cards smaller by this. */
const WORTH = 0.8;
/** A hand of which every card lies open is worth so much. */
const OPEN = 0.85;
/** The least that the words have beside the side stacks, and the most: enough for a hint, so that nothing moves when a short one comes. */
const SLIP = { w: 144, h: 104, most: 220 };
/** The own plate over such words. */
const LOW_PLATE = 58;
/** Between bands where every pixel counts. */
const CLOSE = 4;
/** Cards from this width on have their whole face: those of the centre are not given away for larger own ones. */
const WHOLE = 56;
/** Under narrower cards "takes 10" stands on two lines, this high. */
const WORDED = 50;
export const TWO_LINES = 27;
/** A phone's table is lower than this only beside the words of a lesson. */
const LESSON = 500;
/** What is kept free for words on a phone, before there are so many. */
const KEPT = 48;
/** Words get less room, step by step, where there is not what they need. */
const LESS = 8;

/** Between side stacks and pay-off pile, in widths of a card. */
const BETWEEN = 0.4;
/** How large the cards of one other seat are beside the own ones, and how wide the cell of one of several. */
const LONE = 0.84;
const CELL = 4.5;
/** A plate beside the cards of a lone seat: as part of them, and at most. */
const BESIDE = [0.43, 264];
/** The words under the own plate: how high, and how wide at least and at most. */
const LINES = { h: 74, least: 300, most: 600 };

/** The own plate where it stands over the words. @param {number} card */
const plateHeight = (card) => Math.round(Math.min(92, Math.max(60, card * 0.7)));

/** @param {number} card */
const gapOf = (card) => Math.max(5, Math.round(card * 0.1));

/**
 * @param {View} view
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words, unless there is none
 * @returns {Plan}
 */
export function planTable(view, size, settings, head, room) {
  const { rules } = view;
  const me = view.seat ?? 0;
  const held = view.players[me].hand;
  const shape = {
    sides: rules.side,
    piles: rules.payoff_piles,
    hand: Math.max(rules.hand, typeof held === "number" ? held : held.length),
    centre: centrePlaces(view),
    seats: Array.from({ length: rules.players - 1 }, (_, i) => (me + 1 + i) % rules.players),
    partner: partnerOf(rules, me),
  };
  const { by, usual } = arrange(shape, size, settings, head);
  // Words that come and go do not arrange the table anew, nor make small cards of large ones: they get what room they can.
  for (let left = room; left > 0; left -= LESS) {
    const plan = by(shape, size, settings, head, left);
    if (plan && plan.card >= WORTH * usual.card) return plan;
  }
  return usual;
}

/**
 * The arrangement that fits the window best, and what made it.
 * @param {Shape} shape @param {Size} size @param {Pick<Settings, "left">} settings @param {number} head
 * @returns {{by: typeof planLow, usual: Plan}}
 */
function arrange(shape, size, settings, head) {
  const of = (/** @type {typeof planLow} */ by) => ({ by, usual: by(shape, size, settings, head, 0) });
  const low = size.height < 480 && size.width > size.height;
  const [first, second, last] = (low ? [planColumns, planLow] : [planRound, planWide, planTall]).map(of);
  const card = (/** @type {typeof first | undefined} */ one) => one?.usual?.card ?? 0;
  // Columns give each thing its place: cards that show their whole face are large enough there.
  const enough = low ? Math.min(WHOLE, OPEN * card(second)) : WORTH * card(second);
  let best = first.usual && card(first) >= enough ? first : second;
  // Bands are what a window is made for that is higher than wide.
  if (last && card(last) > card(best) * (size.width > size.height ? 1.3 : 1)) best = last;
  // In a window smaller than any table, what is over is cut off.
  return best.usual ? { by: best.by, usual: best.usual } : arrange(shape, larger(size), settings, head);
}

/**
 * How many places for centre stacks to draw: an empty one more where their number is not limited.
 * @param {View} view
 */
export function centrePlaces(view) {
  if (view.rules.centre !== null) return view.rules.centre;
  return view.centre.length + (view.centre.every((stack) => stack.length > 0) ? 1 : 0);
}

/**
 * The best of all whole card widths and one or two rows of own piles: large cards, in the centre as well, and rather
 * one row than two.
 * @template {{card: number, middle: Middle, own: OwnShape}} T
 * @param {Size} size
 * @param {(card: number, rows: number) => T | null} fits
 * @returns {T | null}
 */
function best({ height }, fits) {
  const largest = Math.max(LARGEST, Math.round(height * LARGEST_PART));
  let found = null;
  let most = 0;
  for (const rows of [1, 2]) {
    for (let card = largest; card >= SMALLEST; card -= 1) {
      const one = fits(card, rows);
      if (!one) continue;
      const worth = (card + one.middle.card + 2 * Math.min(card, one.middle.card * 1.15)) * (rows === 1 ? 1 : 0.8);
      if (worth > most) [found, most] = [one, worth];
    }
  }
  return found;
}

/**
 * The own side stacks and pay-off piles in so many rows.
 * @param {Shape} shape
 * @param {number} card
 * @param {number} rows
 * @returns {OwnShape}
 */
function ownShape(shape, card, rows) {
  const gap = gapOf(card);
  const columns = Math.ceil(shape.sides / rows);
  const piles = Math.ceil(shape.piles / rows);
  const width = columns * (card + gap) - gap + card * BETWEEN + piles * (card * PAYOFF + gap) - gap;
  const row = Math.max(card * PAYOFF * PILED + COUNT + 2, card * RATIO * (rows === 1 ? 1.33 : 1.12));
  return { rows, columns, piles, card, gap, width, height: rows * row + (rows - 1) * gap };
}

/** How wide a seat's cell is where it has room: for its plate beside large cards. @param {Shape} shape @param {number} card */
function roomyCell({ seats, sides, piles }, card) {
  if (seats.length > 1) return Math.max(360, card * CELL);
  const cards = LONE * card * (1.2 * piles + 0.3 + sides) + 4 * (sides + piles) + 12;
  return Math.max(640, cards + Math.min(BESIDE[1], cards * BESIDE[0]));
}

/** How wide the side stacks are, and the pay-off piles. @param {OwnShape} own */
function widths({ card, gap, columns, piles }) {
  return { sides: columns * (card + gap) - gap, pay: piles * (card * PAYOFF + gap) - gap };
}

/**
 * Side stacks and pay-off piles beside each other, the piles towards the hand that does not play.
 * @param {OwnShape} own @param {Rect} rect @param {boolean} left
 */
function besideEachOther(own, rect, left) {
  const { sides, pay } = widths(own);
  const far = (/** @type {number} */ w) => ({ ...rect, x: rect.x + rect.w - w, w });
  return left ? { sides: far(sides), pay: { ...rect, w: pay } } : { sides: { ...rect, w: sides }, pay: far(pay) };
}

/**
 * Stock and centre stacks in the fewest rows that let them be nearly as large as the other cards.
 * @param {Shape} shape @param {number} card @param {number} width @param {number} height @returns {Middle | null}
 */
function middleShape(shape, card, width, height) {
  let shaped = null;
  for (let rows = 1; rows <= 4; rows += 1) {
    const columns = Math.ceil((shape.centre + 1) / rows);
    const wide = Math.min(card, width / (columns * 1.1 + (rows === 1 ? 0.25 : 0)));
    const fitting = (/** @type {number} */ label) => Math.floor(Math.min(wide, (height / rows - label - 4) / PILED));
    let labelHeight = card < 44 ? 18 : 22;
    let fit = fitting(labelHeight);
    if (fit < WORDED && fitting(TWO_LINES) >= WORDED / 2) {
      labelHeight = TWO_LINES;
      fit = fitting(labelHeight);
    }
    if (shaped && fit <= shaped.card) continue;
    const gap = Math.max(4, Math.round(fit * 0.1));
    const stockGap = rows === 1 ? Math.round(fit * 0.25) : 0;
    shaped = {
      card: fit,
      columns,
      rows,
      gap,
      stockGap,
      labelHeight,
      height: rows * (fit * PILED + labelHeight + 4),
      width: columns * (fit + gap) - gap + stockGap,
    };
  }
  return shaped && shaped.card >= Math.min(card, 24) ? shaped : null;
}

/**
 * Opponents along the top; then the centre; below, the own row around the pay-off pile, side stacks on one side and words
 * on the other; the hand under it.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free under the line of words
 * @returns {Plan | null}
 */
function planRound(shape, size, settings, head, room) {
  const top = 54 + head;
  const edge = Math.max(16, size.width * 0.02);
  const width = size.width - 2 * edge;
  if (size.width < size.height * 1.15 || width < shape.seats.length * (PILE * shape.piles + 8)) return null;
  const found = best(size, (card, rows) => {
    const opponents = Math.max(92, 34 + COUNT + card * 0.78 * 1.2 * PILED);
    if (card + (shape.hand - 1) * Math.max(24, card * 0.5) > width) return null;
    const own = ownShape(shape, card, rows);
    const { sides, pay } = widths(own);
    const beside = (size.width - pay) / 2 - edge - card * BETWEEN;
    if (sides > beside || beside < LINES.least) return null;
    const row = Math.max(own.height, plateHeight(card) + LINES.h + room + 2 * EDGE, rows === 1 ? card * RATIO * SPREAD : 0);
    const hand = card * RATIO + ARC + EDGE;
    const rest = size.height - top - opponents - row - hand - EDGE - AIR;
    const middle = middleShape(shape, card, width, rest);
    return middle && { card, opponents, own, row, hand, middle, spare: rest - middle.height };
  });
  if (!found) return null;
  const { card, own, spare } = found;
  const opponents = found.opponents + Math.min(spare * 0.2, 60);
  const row = found.row + Math.min(spare * 0.4, card * RATIO);
  const handTop = size.height - EDGE - ARC - card * RATIO;
  const rowTop = handTop - EDGE - row;
  const { sides, pay } = widths(own);
  const middleX = size.width / 2;
  const ownX = settings.left ? middleX - pay / 2 : middleX + pay / 2 - own.width;
  // Plate and words take as much room as the side stacks, so that the row is even about the pay-off pile.
  const wide = Math.min((size.width - pay) / 2 - edge - card * BETWEEN, Math.max(sides, LINES.least), LINES.most);
  const reach = pay / 2 + card * BETWEEN + Math.max(sides, wide);
  const besideX = settings.left ? middleX - pay / 2 - card * BETWEEN - wide : middleX + pay / 2 + card * BETWEEN;
  // A side stack that has none of the hand under it reaches down to the edge of the table.
  const hand = card + (shape.hand - 1) * Math.min(card * 1.06, (width - card) / Math.max(1, shape.hand - 1));
  const clear = middleX - hand / 2 - card * BETWEEN / 2;
  const deeper = handTop + ARC + card * RATIO - rowTop - row;
  const rowOf = besideEachOther(own, { x: ownX, y: rowTop, w: own.width, h: row }, settings.left);
  const below = Array.from({ length: shape.sides }, (_, index) => {
    const x = rowOf.sides.x + (index % own.columns) * (card + own.gap);
    const last = Math.floor(index / own.columns) === own.rows - 1;
    return last && (x + card <= clear || x >= size.width - clear) ? deeper : 0;
  });
  const high = plateHeight(card);
  // Many words grow down from their place where there is room for them: plate and headline stay where they are.
  const lowest = handTop - EDGE - high - EDGE - LINES.h - room;
  const plateY = Math.max(rowTop, Math.min(rowTop + (card * PAYOFF * RATIO - high - EDGE - LINES.h) / 2, lowest));
  return {
    mode: "round",
    card,
    top,
    seats: seatCells(shape, { x: edge, y: top, w: width, h: opponents }, roomyCell(shape, card), 1),
    centre: { x: edge, y: top + opponents, w: width, h: rowTop - top - opponents - AIR / 3 },
    middle: found.middle,
    own: { ...own, ...rowOf, below },
    hand: { card, rect: { x: edge, y: handTop, w: width, h: card * RATIO } },
    status: { x: besideX, y: plateY + high + EDGE, w: wide, h: LINES.h },
    plate: { x: besideX, y: plateY, w: wide, h: high },
    mine: { x: middleX - reach - AIR / 2, y: rowTop - AIR / 2, w: 2 * reach + AIR, h: row + AIR / 2 + EDGE / 2 },
  };
}

/**
 * Opponents along the top; then the centre; below, side stacks, pay-off pile and hand in one band: for low windows.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Plan | null}
 */
function planWide(shape, size, settings, head, room) {
  const top = 48 + head;
  const edge = Math.max(16, size.width * 0.02);
  const width = size.width - 2 * edge;
  const words = 64;
  if (shape.piles > 1 && width < shape.seats.length * (PILE * shape.piles + 8)) return null;
  const found = best(size, (card, rows) => {
    const opponents = Math.max(92, 30 + COUNT + card * 0.66 * 1.2 * PILED);
    const hand = card + (shape.hand - 1) * Math.max(24, card * (shape.hand > 6 ? 0.5 : 1.0));
    const own = ownShape(shape, card, rows);
    if (own.width + card * 0.6 + hand > width) return null;
    const beside = words + card * RATIO * 1.05 + 8;
    const plain = Math.max(own.height, beside);
    const low = Math.max(plain, beside + room);
    const rest = size.height - top - opponents - low - 2 * EDGE;
    const middle = middleShape(shape, card, width, rest);
    return middle && { card, opponents, own, low, plain, middle, spare: rest - middle.height };
  });
  if (!found) return null;
  const { card, own, middle, spare, plain } = found;
  const all = spare + found.low - plain;
  const opponents = found.opponents + Math.min(all * 0.2, spare, 60);
  const low = Math.max(found.low, plain + Math.min(all * 0.45, card * RATIO * 1.4));
  const lowTop = size.height - low - EDGE;
  const inset = Math.max(edge, (size.width - (own.width + card * 0.9 + shape.hand * card * 1.06)) / 2);
  const ownX = settings.left ? size.width - inset - own.width : inset;
  const handLeft = settings.left ? inset : ownX + own.width + card * 0.4;
  const handRight = settings.left ? ownX - card * 0.4 : size.width - inset;
  const handTop = size.height - EDGE - card * RATIO - 10;
  return {
    mode: "wide",
    card,
    top,
    seats: seatCells(shape, { x: edge, y: top, w: width, h: opponents }, shape.seats.length === 1 ? 640 : shape.seats.length === 2 ? 580 : 320, 1),
    centre: { x: edge, y: top + opponents, w: width, h: lowTop - top - opponents },
    middle,
    own: { ...own, ...besideEachOther(own, { x: ownX, y: lowTop, w: own.width, h: low }, settings.left) },
    hand: { card, rect: { x: handLeft, y: handTop, w: handRight - handLeft, h: card * RATIO } },
    status: { x: handLeft, y: handTop - words, w: handRight - handLeft, h: words - 10 },
    plate: null,
    mine: { x: 0, y: lowTop - 4, w: size.width, h: size.height - lowTop + 4 },
  };
}

/**
 * Bands one under the other, the hand last, in reach of the thumbs.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Plan | null}
 */
function planTall(shape, size, settings, head, room) {
  const top = (size.width < 500 ? 40 : 48) + head;
  const edge = size.width < 500 ? EDGE : 16;
  const width = size.width - 2 * edge;
  const words = size.width < 500 ? 50 : 52;
  /** @param {number} card @param {number} rows @param {number} over the line of words */
  const fits = (card, rows, over) => {
    const band = tallOpponents(shape, size.width, card);
    if (card + (shape.hand - 1) * Math.max(24, card * 0.42) > width) return null;
    const own = ownShape(shape, card, rows);
    if (own.width > width) return null;
    const most = card * (size.width < 500 ? LARGER : 1);
    const hand = Math.max(card, Math.min(most, Math.floor(width / (1 + (shape.hand - 1) * 0.86))));
    const handHeight = hand * RATIO + 10;
    const rest = size.height - top - band.height - words - over - own.height - handHeight - 2 * EDGE;
    const middle = middleShape(shape, most, width, rest);
    return middle && { card, band, own, middle, hand, handHeight, spare: rest - middle.height };
  };
  // Words come and go: while they can, the cards in hand stay as they are without them.
  const usual = best(size, (card, rows) => fits(card, rows, 0));
  /** What is over goes to the bands, and the rest is free around the centre. @param {NonNullable<typeof usual>} found @param {number} over */
  const shared = (found, over) => {
    const spare = Math.max(0, found.spare);
    // What words need is taken from the centre first: what is in the hands stays where it is.
    const all = spare + over;
    const longer = Math.min(all * 0.5, spare, found.card * RATIO * 1.6);
    const opponents = found.band.height + Math.min(all * (shape.seats.length > 1 ? 0.25 : 0.15), spare - longer);
    const ownHeight = found.own.height + longer;
    const handTop = size.height - EDGE - found.handHeight;
    const ownTop = handTop - EDGE - ownHeight;
    const wordsTop = ownTop - words;
    return { ...found, opponents, ownHeight, handTop, ownTop, wordsTop, free: wordsTop - top - opponents - found.middle.height };
  };
  const steady = usual && shared(usual, 0);
  const kept = usual && fits(usual.card, usual.own.rows, room);
  // Beside a lesson the words are few: there the cards stay as large as they are.
  const same = kept && kept.middle.card >= usual.middle.card ? kept : null;
  const other = size.height < LESSON ? same : (kept ?? best(size, (card, rows) => fits(card, rows, room)));
  // Nothing is laid otherwise for words that have room over the line as it is.
  const found = steady && room <= steady.free ? steady : other && shared(other, room);
  if (!found) return null;
  const { card, band, middle, handHeight, opponents, ownHeight, handTop, ownTop, wordsTop, free } = found;
  // On a phone most hints need more than the line: the centre lies so high that it need not give way to them.
  const over = Math.max(room, size.width < 500 ? Math.min(KEPT, free * 0.75) : 0);
  const ownX = (size.width - found.own.width) / 2;
  const line = Math.min(width, Math.max(found.own.width, 560));
  return {
    mode: "tall",
    card,
    top,
    seats: seatCells(shape, { x: edge, y: top, w: width, h: opponents }, 640, band.rows),
    centre: { x: edge, y: top + opponents, w: width, h: wordsTop - over - top - opponents },
    middle,
    own: {
      ...found.own,
      ...besideEachOther(found.own, { x: ownX, y: ownTop, w: found.own.width, h: ownHeight }, settings.left),
    },
    hand: { card: found.hand, rect: { x: edge, y: handTop, w: width, h: handHeight } },
    status: { x: (size.width - line) / 2, y: wordsTop, w: line, h: words - 6 },
    plate: null,
    mine: { x: 0, y: wordsTop, w: size.width, h: size.height - wordsTop },
  };
}

/**
 * Rows and height of the opponents' band in the tall arrangement.
 * @param {Shape} shape
 * @param {number} width
 * @param {number} card
 */
function tallOpponents(shape, width, card) {
  const count = shape.seats.length;
  const cell = Math.max(width < 500 ? 84 : 104, PILE * shape.piles + 8);
  const rows = shape.partner !== null && width < 700 ? 2 : Math.ceil((count * cell) / width);
  if (count === 1) return { rows: 1, height: 26 + COUNT + card * 0.66 * 1.2 * PILED };
  const row = Math.min(
    150,
    Math.max(shape.partner === null ? 88 : 98, 26 + COUNT + card * (rows > 1 ? 0.5 : 0.66) * PILED),
  );
  return { rows, height: rows * row };
}

/** The column of the opponents on a phone on its side. @param {Shape} shape @param {Size} size @param {number} top */
function columnOf(shape, size, top) {
  const partnerWidth = Math.max(168, Math.min(size.width * 0.34, 12 + 24 * (shape.sides + 1.25 * shape.piles)));
  const flat = (size.height - top) / shape.seats.length < FLAT;
  // Beside one pay-off pile the tops of up to five side stacks stand after its count.
  const tops = shape.piles === 1 && shape.sides <= 5 ? 22 + 17 * shape.sides : 60;
  const flatWidth = flat ? 12 + shape.piles * PILE + Math.max(tops, shape.piles * 18) : 0;
  return Math.max(shape.partner === null ? 112 : partnerWidth, size.width * 0.19, flatWidth);
}

/**
 * The other seats one under the other, on the side of the hand that does not play.
 * @param {Shape} shape @param {Size} size @param {Pick<Settings, "left">} settings @param {number} top @param {number} column its width
 */
function columnOfSeats(shape, size, settings, top, column) {
  const band = { x: settings.left ? size.width - EDGE - column : 0, y: top, w: column, h: size.height - top - 4 };
  return seatCells(shape, band, 300, shape.seats.length);
}

/**
 * A phone on its side with room for three columns: opponents left; the centre in the middle, the own row under it; the own
 * plate right, the words under it. The hand lies under all of them.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Plan | null}
 */
function planColumns(shape, size, settings, head, room) {
  const top = 34 + head;
  const column = columnOf(shape, size, top);
  const width = size.width - column - 2 * EDGE;
  const found = best(size, (card, rows) => {
    const own = ownShape(shape, card, rows);
    const beside = Math.min(SLIP.most, width - own.width - EDGE);
    const hand = card + (shape.hand - 1) * Math.max(24, card * (shape.hand > 6 ? 0.42 : 1.06));
    if (beside < SLIP.w || hand > width) return null;
    const above = size.height - top - own.height - card * RATIO - EDGE - CLOSE;
    if (above + own.height < LOW_PLATE + CLOSE + SLIP.h + room) return null;
    const middle = middleShape(shape, card, width - beside - EDGE, above);
    if (middle && card > WHOLE && middle.card < WHOLE) return null;
    return middle && { card, own, middle, beside, above, spare: above - middle.height };
  });
  if (!found) return null;
  const { card, own, middle, beside } = found;
  const block = width - beside - EDGE;
  const above = found.above - Math.min(found.spare, card * RATIO);
  const handTop = size.height - card * RATIO - EDGE;
  const rowTop = top + above;
  const base = settings.left ? EDGE : column + EDGE;
  /** A band from `from` on, counted from the side of the opponents. @param {number} from @param {number} w */
  const at = (from, w) => (settings.left ? base + width - from - w : base + from);
  const rowX = at((block - own.width) / 2, own.width);
  const besideX = at(block + EDGE, beside);
  const wordsTop = top + LOW_PLATE + CLOSE + room;
  return {
    mode: "low",
    card,
    top,
    seats: columnOfSeats(shape, size, settings, top, column),
    centre: { x: at(0, block), y: top, w: block, h: above },
    middle,
    own: {
      ...own,
      ...besideEachOther(own, { x: rowX, y: rowTop, w: own.width, h: handTop - CLOSE - rowTop }, settings.left),
    },
    hand: { card, rect: { x: at(0, width), y: handTop, w: width, h: card * RATIO } },
    status: { x: besideX, y: wordsTop, w: beside, h: handTop - CLOSE - wordsTop },
    plate: { x: besideX, y: top + CLOSE, w: beside, h: LOW_PLATE - CLOSE },
    mine: { x: base - EDGE, y: rowTop, w: width + 2 * EDGE, h: size.height - rowTop },
  };
}

/**
 * A phone on its side. Opponents left; beside them the centre and the pay-off pile above, side stacks below. The hand lies
 * under all of them with the words over its end, or, where cards are larger so, beside the side stacks with the words over it.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Plan | null}
 */
function planLow(shape, size, settings, head, room) {
  const top = 34 + head;
  const words = 34;
  const column = columnOf(shape, size, top);
  const width = size.width - column - 2 * EDGE;
  const fit = (/** @type {boolean} */ under) =>
    best(size, (card, rows) => {
      const own = ownShape(shape, card, rows);
      const { sides, pay } = widths(own);
      const between = card * 0.35;
      const beside = width - sides - between;
      const hand = under ? width : beside;
      const step = card * (shape.hand > 6 ? 0.42 : under ? 1.06 : 0.66);
      if (card + (shape.hand - 1) * Math.max(24, step) > hand || (under && beside < SLIP.w)) return null;
      const handHeight = card * RATIO + 6;
      const payHeight = Math.ceil(shape.piles / own.piles) * (card * PAYOFF * PILED + COUNT + 2);
      const sidesHeight = rows * card * RATIO * (rows > 1 ? 1.12 : under ? 1.2 : 1.4);
      const below = under ? sidesHeight + handHeight + 4 : Math.max(sidesHeight, handHeight + words + room + 4);
      const above = size.height - top - below - EDGE;
      // Over a hand that lies under all the pay-off pile reaches down beside the side stacks, as far as the words let it.
      if (payHeight > (under ? above + sidesHeight - SLIP.h - room : above)) return null;
      const middle = middleShape(shape, card, width - pay - between, above);
      return middle && { card, own, middle, sides, pay, payHeight, beside, handHeight, above, between, under };
    });
  const under = fit(true);
  const beside = fit(false);
  const found = under && under.card >= OPEN * (beside?.card ?? 0) ? under : beside;
  if (!found) return null;
  const { card, own, middle, sides, pay, payHeight, handHeight, between } = found;
  // What is over lets side stacks grow.
  const spare = Math.max(0, found.above - Math.max(middle.height + 6, found.under ? 0 : payHeight + 4));
  const above = found.above - Math.min(spare, card * RATIO);
  const below = size.height - top - above - EDGE;
  const base = settings.left ? EDGE : column + EDGE;
  /** A band from `from` on, counted from the side of the opponents. @param {number} from @param {number} w */
  const at = (from, w) => (settings.left ? base + width - from - w : base + from);
  const belowTop = top + above;
  const handTop = size.height - handHeight - 2;
  const wordsX = at(sides + between, found.beside);
  const wordsEnd = handTop - (found.under ? 6 : 2);
  const wordsTop = found.under
    ? Math.max(belowTop, top + payHeight + 6, wordsEnd - SLIP.h)
    : Math.max(belowTop + room, handTop - words - 2);
  return {
    mode: "low",
    card,
    top,
    seats: columnOfSeats(shape, size, settings, top, column),
    centre: { x: at(0, width - pay - between), y: top, w: width - pay - between, h: above },
    middle,
    own: {
      ...own,
      sides: { x: at(0, sides), y: belowTop, w: sides, h: found.under ? handTop - 6 - belowTop : below },
      pay: { x: at(width - pay, pay), y: top + 2, w: pay, h: found.under ? payHeight : above - 2 },
    },
    hand: {
      card,
      rect: { x: found.under ? at(0, width) : wordsX, y: handTop, w: found.under ? width : found.beside, h: handHeight },
    },
    status: { x: wordsX, y: wordsTop, w: found.beside, h: wordsEnd - wordsTop },
    plate: null,
    mine: { x: base - EDGE, y: belowTop, w: width + 2 * EDGE, h: size.height - belowTop },
  };
}

/** @param {Size} size @returns {Size} */
const larger = ({ width, height }) => ({ width: width * 1.1, height: height * 1.1 });

/**
 * Cells for the other seats, clockwise from the left, in so many rows; the partner's is larger than the others'.
 * @param {Shape} shape @param {Rect} band @param {number} most width of a cell @param {number} rows
 */
function seatCells(shape, band, most, rows) {
  /** @type {number[][]} */
  let lines = [];
  const { seats, partner } = shape;
  if (partner !== null && rows === 2) {
    lines = [seats.filter((seat) => seat !== partner), [partner]];
  } else {
    const each = Math.ceil(seats.length / rows);
    for (let start = 0; start < seats.length; start += each) lines.push(seats.slice(start, start + each));
  }
  const weight = (/** @type {number} */ seat) => (seat === partner ? 1.6 : 1);
  const tallest = lines.map((line) =>
    line.includes(/** @type {number} */ (partner)) ? (lines.length > 3 ? 2.2 : 1.25) : 1,
  );
  const share = band.h / tallest.reduce((sum, part) => sum + part, 0);
  let y = band.y;
  return lines.flatMap((line, row) => {
    const total = line.reduce((sum, seat) => sum + weight(seat), 0);
    const unit = Math.min(band.w / total, most);
    let x = band.x + (band.w - unit * total) / 2;
    const h = share * tallest[row];
    const cells = line.map((seat) => {
      const cell = { seat, rect: { x: x + 2, y, w: unit * weight(seat) - 4, h: h - 2 } };
      x += unit * weight(seat);
      return cell;
    });
    y += h;
    return cells;
  });
}
