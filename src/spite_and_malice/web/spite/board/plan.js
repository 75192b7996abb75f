// The plan of the table: the rectangles of the opponents, the centre, the own piles, the hand and the line of text, and
// the width of a card. Of the arrangements for a window (those for phones in landscape below, the others in bands.js)
// the one with the largest cards is chosen.

import { PILED, RATIO } from "../../kernel/cards/cards.js";
import { partnerOf } from "../moves.js";
import { planRound, planTall, planWide } from "./bands.js";
import { besideEachOther, best, centrePlaces, countLine, EDGE, FLAT, middleShape, OPEN, ownShape, PAYOFF, PILE, seatCells, WHOLE, widths } from "./shapes.js";

/** @import {Settings, Size, View} from "../types.js" */
/** @import {Arrangement, Plan, Shape} from "./shapes.js" */

/** A better-looking arrangement may have cards smaller by this factor. */
const WORTH = 0.8;
/** Text may make the centre smaller by this factor. */
const WORTH_MIDDLE = 0.6;
/** Text gets less room, step by step, if there is too little. */
const LESS = 8;

/**
 * @param {View} view
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words, unless there is none
 * @returns {Plan}
 */
export function planTable(view, size, settings, head, room) {
  const shape = shapeOf(view, size);
  const { by, usual } = arrange(shape, size, settings, head);
  // Temporary text neither rearranges the table nor makes large cards small: it gets the room that there is.
  for (let left = room; left > 0; left -= LESS) {
    const plan = by(shape, size, settings, head, left);
    if (plan && plan.card >= WORTH * usual.card && plan.middle.card >= WORTH_MIDDLE * usual.middle.card) return { ...withRoom(plan, left), letters: shape.letters };
  }
  return { ...withRoom(usual, 0), letters: shape.letters };
}

/**
 * Plans like `planTable`, and remembers the last plan: consecutive moves need the same one.
 * @returns {typeof planTable}
 */
export function planner() {
  let wanted = "";
  /** @type {Plan} */
  let plan;
  return (view, size, settings, head, room) => {
    const wants = JSON.stringify([shapeOf(view, size), size, settings.left, head, room]);
    if (wants !== wanted) [wanted, plan] = [wants, planTable(view, size, settings, head, room)];
    return plan;
  };
}

/** The cards of a view that need a place on the table. @param {View} view @param {Size} size @returns {Shape} */
function shapeOf(view, { letters = 1 }) {
  const { rules } = view;
  const me = view.seat ?? view.below ?? 0;
  const held = view.players[me].hand;
  return {
    sides: rules.side,
    piles: rules.payoff_piles,
    hand: Math.max(rules.hand, typeof held === "number" ? held : held.length),
    centre: centrePlaces(view),
    seats: Array.from({ length: rules.players - 1 }, (_, i) => (me + 1 + i) % rules.players),
    partner: partnerOf(rules, me),
    letters,
  };
}

/**
 * An arrangement made with this much room for text, with the room that text has in it.
 * @param {Arrangement} plan
 * @param {number} room
 */
function withRoom(plan, room) {
  return { ...plan, free: Math.max(room, freeIn(plan)) };
}

/** How far text can exceed its place in height without covering anything. @param {Arrangement} plan */
function freeIn({ mode, centre, middle, status, hand }) {
  if (mode === "low") return 0;
  if (mode === "round") return hand.rect.y - EDGE - status.y - status.h;
  const { rows, card, labelHeight } = middle;
  const between = (centre.h - rows * (card * PILED + labelHeight)) / (rows + 1);
  return Math.max(0, status.y - centre.y - centre.h + between);
}

/**
 * The arrangement that fits the window best, and what made it.
 * @param {Shape} shape @param {Size} size @param {Pick<Settings, "left">} settings @param {number} head
 * @returns {{by: typeof planLow, usual: Arrangement}}
 */
function arrange(shape, size, settings, head) {
  const of = (/** @type {typeof planLow} */ by) => ({ by, usual: by(shape, size, settings, head, 0) });
  const low = size.height < 480 && size.width > size.height;
  const [first, second, last] = (low ? [planColumns, planLow] : [planRound, planWide, planTall]).map(of);
  const card = (/** @type {typeof first | undefined} */ one) => one?.usual?.card ?? 0;
  // Columns give each thing its place: cards that show their whole face are large enough there.
  const enough = low ? Math.min(WHOLE, OPEN * card(second)) : WORTH * card(second);
  let best = first.usual && card(first) >= enough ? first : second;
  // Bands suit a window that is higher than wide.
  if (last && card(last) > card(best) * (size.width > size.height ? 1.3 : 1)) best = last;
  // In a window smaller than any table, the excess is cut off.
  return best.usual ? { by: best.by, usual: best.usual } : arrange(shape, larger(size), settings, head);
}

/** @param {Size} size @returns {Size} */
const larger = ({ width, height, ...more }) => ({ width: width * 1.1, height: height * 1.1, ...more });

// Arrangements for phones in landscape: the other seats have a separate column.

/**
 * The least and the most room for text beside the side stacks: enough for a hint, so that nothing moves when a short
 * one comes.
 */
const SLIP = { w: 144, h: 104, most: 220 };
/** The height of the own plate above such text. */
const LOW_PLATE = 58;
/** The gap between bands where every pixel counts. */
const CLOSE = 4;

/**
 * A phone in landscape with room for three columns: opponents left; the centre in the middle, the own row under it; the
 * own plate right, the text under it. The hand is below all of them.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Arrangement | null}
 */
function planColumns(shape, size, settings, head, room) {
  const top = 44 + head;
  const column = columnOf(shape, size, top);
  const width = size.width - column - 2 * EDGE;
  const found = best(size, (card, rows) => {
    const own = ownShape(shape, card, rows);
    const beside = Math.min(SLIP.most * shape.letters, width - own.width - EDGE);
    const hand = card + (shape.hand - 1) * Math.max(24, card * (shape.hand > 6 ? 0.42 : 1.06));
    if (beside < SLIP.w * shape.letters || hand > width) return null;
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
 * A phone in landscape. Opponents left; beside them the centre and the pay-off pile above, side stacks below. The hand
 * is below all of them with the text over its end or, if that allows larger cards, beside the side stacks with the text
 * over it.
 * @param {Shape} shape
 * @param {Size} size
 * @param {Pick<Settings, "left">} settings
 * @param {number} head kept free under the bar
 * @param {number} room kept free over the line of words
 * @returns {Arrangement | null}
 */
function planLow(shape, size, settings, head, room) {
  const top = 44 + head;
  const words = 34 * shape.letters;
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
      const payHeight = Math.ceil(shape.piles / own.piles) * (card * PAYOFF * PILED + countLine(shape.letters) + 2);
      const sidesHeight = rows * card * RATIO * (rows > 1 ? 1.12 : under ? 1.2 : 1.4);
      const below = under ? sidesHeight + handHeight + 4 : Math.max(sidesHeight, handHeight + words + room + 4);
      const above = size.height - top - below - EDGE;
      // Over a hand below everything, the pay-off pile reaches down beside the side stacks, as far as the text allows.
      if (payHeight > (under ? above + sidesHeight - SLIP.h - room : above)) return null;
      const middle = middleShape(shape, card, width - pay - between, above);
      return middle && { card, own, middle, sides, pay, payHeight, beside, handHeight, above, between, under };
    });
  const under = fit(true);
  const beside = fit(false);
  const found = under && under.card >= OPEN * (beside?.card ?? 0) ? under : beside;
  if (!found) return null;
  const { card, own, middle, sides, pay, payHeight, handHeight, between } = found;
  // The remaining space lets side stacks grow.
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

/** The column of the opponents on a phone in landscape. @param {Shape} shape @param {Size} size @param {number} top */
function columnOf(shape, size, top) {
  const partnerWidth = Math.max(176, Math.min(size.width * 0.34, 12 + 24 * (shape.sides + 1.25 * shape.piles)));
  const flat = (size.height - top) / shape.seats.length < FLAT * shape.letters;
  // Beside one pay-off pile the tops of up to five side stacks follow its count.
  const tops = shape.piles === 1 && shape.sides <= 5 ? 22 * shape.letters + 17 * shape.sides : 60;
  const flatWidth = flat ? 12 + shape.piles * PILE + Math.max(tops, shape.piles * 18) : 0;
  return Math.max(shape.partner === null ? 112 * shape.letters : partnerWidth, size.width * 0.19, flatWidth);
}

/**
 * The other seats one under the other, on the side of the hand that does not play.
 * @param {Shape} shape @param {Size} size @param {Pick<Settings, "left">} settings @param {number} top @param {number} column its width
 */
function columnOfSeats(shape, size, settings, top, column) {
  const band = { x: settings.left ? size.width - EDGE - column : 0, y: top, w: column, h: size.height - top - 4 };
  return seatCells(shape, band, 300, shape.seats.length);
}
