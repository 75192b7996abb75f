// Arrangements in bands over the whole width: opponents along the top, the own row and the hand below.

import { PILED, RATIO } from "../../kernel/cards/cards.js";
import { besideEachOther, best, BETWEEN, countLine, EDGE, middleShape, NAME, ownShape, PAYOFF, PILE, seatCells, widths } from "./shapes.js";

/** @import {Settings, Size} from "../types.js" */
/** @import {Arrangement, Shape} from "./shapes.js" */

/** On a phone, where side stacks share the width with the pay-off pile, centre and hand have larger cards. */
const LARGER = 1.2;
/** How far the ends of the hand's arc lie below its middle, and how far a row of side stacks reaches below one card. */
const ARC = 12;
const SPREAD = 1.64;
/** Between the bands. */
const AIR = 24;
/** A phone's table is lower than this only beside the text of a lesson. */
const LESSON = 500;
/** The space for words on a phone, before their number is known. */
const KEPT = 48;
/** The same if a partner's row takes the free space, and the least part of their width that the cards keep. */
const RESERVED = { h: 40, part: 0.75 };
/** The size of a lone other seat's cards relative to the own ones, and the cell width of one of several. */
const LONE = 0.84;
const CELL = 4.5;
/**
 * On a tablet: the least cell width of one of several seats, and the greatest height of a row of them, for narrow and
 * other cells, and as a part of a card.
 */
const TABLET = { cell: 150, narrow: 180, row: [190, 236], part: 1.3 };
/** The width of a plate beside the cards of a lone seat: as part of them, and at most. */
const BESIDE = [0.43, 360];
/** The text under the own plate: its height, and its least and greatest width. */
const LINES = { h: 74, least: 300, most: 600 };
/** The part of a narrow window that it needs over the hand. */
const NARROW = 0.55;

/** The height of the text beside large cards. @param {number} card @param {number} letters */
const linesHeight = (card, letters) => Math.round(Math.max(LINES.h * letters, card * 0.53));

/** The height of the own plate above the text. @param {number} card @param {number} letters */
const plateHeight = (card, letters) => Math.round(Math.min(92 * letters, Math.max(60 * letters, card * 0.7)));

/**
 * Opponents along the top; then the centre; below, the own row around the pay-off pile, side stacks on one side and words
 * on the other; the hand under it.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free under the line of words
 * @returns {Arrangement | null}
 */
export function planRound(shape, size, settings, head, room) {
  const top = 54 + head;
  const edge = Math.max(16, size.width * 0.02);
  const width = size.width - 2 * edge;
  if (size.width < size.height * 1.15 || width < shape.seats.length * (PILE * shape.piles + 8)) return null;
  const found = best(size, (card, rows) => {
    const opponents = Math.max(92, 34 + countLine(shape.letters) + (shape.letters - 1) * NAME + card * 0.78 * 1.2 * PILED);
    if (card + (shape.hand - 1) * Math.max(24, card * 0.5) > width) return null;
    const own = ownShape(shape, card, rows);
    const { sides, pay } = widths(own);
    const beside = (size.width - pay) / 2 - edge - card * BETWEEN;
    if (sides > beside || beside < LINES.least) return null;
    const row = Math.max(own.height, plateHeight(card, shape.letters) + linesHeight(card, shape.letters) + room + 2 * EDGE, rows === 1 ? card * RATIO * SPREAD : 0);
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
  // A side stack with no hand below it reaches down to the edge of the table.
  const hand = card + (shape.hand - 1) * Math.min(card * 1.06, (width - card) / Math.max(1, shape.hand - 1));
  const clear = middleX - hand / 2 - card * BETWEEN / 2;
  const deeper = handTop + ARC + card * RATIO - rowTop - row;
  const rowOf = besideEachOther(own, { x: ownX, y: rowTop, w: own.width, h: row }, settings.left);
  const below = Array.from({ length: shape.sides }, (_, index) => {
    const x = rowOf.sides.x + (index % own.columns) * (card + own.gap);
    const last = Math.floor(index / own.columns) === own.rows - 1;
    return last && (x + card <= clear || x >= size.width - clear) ? deeper : 0;
  });
  const high = plateHeight(card, shape.letters);
  // Many words grow down from their place where there is room for them: plate and headline stay where they are.
  const lowest = handTop - EDGE - high - EDGE - linesHeight(card, shape.letters) - room;
  const plateY = Math.max(rowTop, Math.min(rowTop + (card * PAYOFF * RATIO - high - EDGE - linesHeight(card, shape.letters)) / 2, lowest));
  return {
    mode: "round",
    card,
    top,
    seats: seatCells(shape, { x: edge, y: top, w: width, h: opponents }, roomyCell(shape, card), 1),
    centre: { x: edge, y: top + opponents, w: width, h: rowTop - top - opponents - AIR / 3 },
    middle: found.middle,
    own: { ...own, ...rowOf, below },
    hand: { card, rect: { x: edge, y: handTop, w: width, h: card * RATIO } },
    status: { x: besideX, y: plateY + high + EDGE, w: wide, h: linesHeight(card, shape.letters) },
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
 * @returns {Arrangement | null}
 */
export function planWide(shape, size, settings, head, room) {
  const top = 48 + head;
  const edge = Math.max(16, size.width * 0.02);
  const width = size.width - 2 * edge;
  const words = { w: Math.min(LINES.least, width * NARROW), h: 64 * shape.letters };
  if (shape.piles > 1 && width < shape.seats.length * (PILE * shape.piles + 8)) return null;
  const found = best(size, (card, rows) => {
    const opponents = Math.max(92, 30 + countLine(shape.letters) + (shape.letters - 1) * NAME + card * 0.66 * 1.2 * PILED);
    // Over a hand of few cards the text needs more room than the hand.
    const hand = Math.max(words.w, card + (shape.hand - 1) * Math.max(24, card * (shape.hand > 6 ? 0.5 : 1.0)));
    const own = ownShape(shape, card, rows);
    if (own.width + card * 0.6 + hand > width) return null;
    const beside = words.h + card * RATIO * 1.05 + 8;
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
  const inset = Math.max(edge, (size.width - (own.width + card * 0.9 + Math.max(words.w, shape.hand * card * 1.06))) / 2);
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
    status: { x: handLeft, y: handTop - words.h, w: handRight - handLeft, h: words.h - 10 },
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
 * @returns {Arrangement | null}
 */
export function planTall(shape, size, settings, head, room) {
  const top = (size.width < 500 ? 44 : 48) + head;
  const edge = size.width < 500 ? EDGE : 16;
  const width = size.width - 2 * edge;
  const words = size.width < 500 ? 50 : 52 * shape.letters;
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
  // Text comes and goes: if possible, the cards in hand stay as they are without it. Beside a partner's row the centre
  // would have to give way.
  const plain = best(size, (card, rows) => fits(card, rows, 0));
  const airy = shape.partner !== null && size.width < 500 ? best(size, (card, rows) => fits(card, rows, RESERVED.h)) : null;
  const [usual, reserved] = airy && plain && airy.card >= RESERVED.part * plain.card ? [airy, RESERVED.h] : [plain, 0];
  /** The excess goes to the bands, and the rest is free around the centre. @param {NonNullable<typeof usual>} found @param {number} over */
  const shared = (found, over) => {
    const spare = Math.max(0, found.spare);
    // Space for words is taken from the centre first: the cards in the hands keep their place.
    const all = spare + over;
    const longer = Math.min(all * 0.5, spare, found.card * RATIO * 1.6);
    const opponents = found.band.height + Math.min(all * (shape.seats.length > 1 ? 0.25 : 0.15), spare - longer);
    const ownHeight = found.own.height + longer;
    const handTop = size.height - EDGE - found.handHeight;
    const ownTop = handTop - EDGE - ownHeight;
    const wordsTop = ownTop - words;
    return { ...found, opponents, ownHeight, handTop, ownTop, wordsTop, free: wordsTop - top - opponents - found.middle.height };
  };
  const steady = usual && shared(usual, reserved);
  const kept = usual && fits(usual.card, usual.own.rows, room);
  // Beside a lesson the text is short: there the cards keep their size.
  const same = kept && kept.middle.card >= usual.middle.card ? kept : null;
  const other = size.height < LESSON ? same : (kept ?? best(size, (card, rows) => fits(card, rows, room)));
  // Nothing is rearranged for text that already fits over the line.
  const found = steady && room <= steady.free ? steady : other && shared(other, room);
  if (!found) return null;
  const { card, band, middle, handHeight, opponents, ownHeight, handTop, ownTop, wordsTop, free } = found;
  // On a phone most hints need more than the line: the centre lies high enough not to give way to them.
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
  const line = countLine(shape.letters) + (shape.letters - 1) * NAME;
  const small = width < 500;
  const cell = Math.max(small ? 84 : TABLET.cell, PILE * shape.piles + 8);
  const rows = shape.partner !== null && width < 700 ? 2 : Math.ceil((count * cell) / width);
  if (count === 1) return { rows: 1, height: 26 + line + card * 0.66 * 1.2 * PILED };
  const most = small ? 150 : TABLET.row[(width * rows) / count < TABLET.narrow ? 0 : 1];
  const part = !small ? TABLET.part : rows > 1 ? 0.5 : 0.66;
  const row = Math.min(most, Math.max(shape.partner === null ? 88 : 98, 26 + line + card * part * PILED));
  return { rows, height: rows * row };
}

/**
 * The width of a seat's cell with enough room for its plate beside large cards.
 * @param {Shape} shape
 * @param {number} card
 */
function roomyCell({ seats, sides, piles }, card) {
  if (seats.length > 1) return Math.max(360, card * CELL);
  const cards = LONE * card * (1.2 * piles + 0.3 + sides) + 4 * (sides + piles) + 12;
  return Math.max(640, cards + Math.min(BESIDE[1], cards * BESIDE[0]));
}
