// The plan of the table: which rectangle belongs to the opponents, the centre, the own piles, the hand and the line of
// words, and how wide a card can be. Of the arrangements for a window (columns.js has those for phones on their side,
// bands.js the others) the one is taken that fits with cards as large as can be.

import { PILED } from "../../kernel/cards/cards.js";
import { partnerOf } from "../moves.js";
import { planRound, planTall, planWide } from "./bands.js";
import { planColumns, planLow } from "./columns.js";
import { centrePlaces, EDGE, OPEN, WHOLE } from "./shapes.js";

/** @import {Settings, Size, View} from "../types.js" */
/** @import {Arrangement, Plan, Shape} from "./shapes.js" */

/** An arrangement that is better to look at may have cards smaller by this. */
const WORTH = 0.8;
/** Words get less room, step by step, where there is not what they need. */
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
  const shape = shapeOf(view);
  const { by, usual } = arrange(shape, size, settings, head);
  // Words that come and go do not arrange the table anew, nor make small cards of large ones: they get what room they can.
  for (let left = room; left > 0; left -= LESS) {
    const plan = by(shape, size, settings, head, left);
    if (plan && plan.card >= WORTH * usual.card) return withRoom(plan, left);
  }
  return withRoom(usual, 0);
}

/** Plans as `planTable` does, and remembers the last plan: one move after the other wants the same. @returns {typeof planTable} */
export function planner() {
  let wanted = "";
  /** @type {Plan} */
  let plan;
  return (view, size, settings, head, room) => {
    const wants = JSON.stringify([shapeOf(view), size, settings.left, head, room]);
    if (wants !== wanted) [wanted, plan] = [wants, planTable(view, size, settings, head, room)];
    return plan;
  };
}

/** What a view has to lie on the table. @param {View} view @returns {Shape} */
function shapeOf(view) {
  const { rules } = view;
  const me = view.seat ?? 0;
  const held = view.players[me].hand;
  return {
    sides: rules.side,
    piles: rules.payoff_piles,
    hand: Math.max(rules.hand, typeof held === "number" ? held : held.length),
    centre: centrePlaces(view),
    seats: Array.from({ length: rules.players - 1 }, (_, i) => (me + 1 + i) % rules.players),
    partner: partnerOf(rules, me),
  };
}

/**
 * What words can do with an arrangement that was made with so much room for them.
 * @param {Arrangement} plan @param {number} room @returns {Plan}
 */
function withRoom(plan, room) {
  return { ...plan, free: Math.max(room, freeIn(plan)) };
}

/** How much higher than their place words can be without covering anything. @param {Arrangement} plan */
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
  // Bands are what a window is made for that is higher than wide.
  if (last && card(last) > card(best) * (size.width > size.height ? 1.3 : 1)) best = last;
  // In a window smaller than any table, what is over is cut off.
  return best.usual ? { by: best.by, usual: best.usual } : arrange(shape, larger(size), settings, head);
}

/** @param {Size} size @returns {Size} */
const larger = ({ width, height }) => ({ width: width * 1.1, height: height * 1.1 });
