// The division of the table: where each pile begins and how large the cards are. Pure geometry from the description of
// the piles and the window. Several arrangements are tried, and the one with the largest cards is chosen: the stock,
// the waste, the foundations and the cells in rows above the tableau, below it on a phone held upright, where thumbs
// reach, or beside it; the tableau in one row of piles, or in two or three. If the foundations form a figure, that has
// a part of the window.

import { PILED, RATIO } from "../../kernel/cards/cards.js";
import { closesUp, hasFigure, rowOf, runsOf } from "../piles.js";
import { DOWN_LEAST, roomFor } from "./fan.js";

/** @import {Frame, PlaceId, Rect, Size} from "../types.js" */
/** @import {Piles} from "../piles.js" */

/** @typedef {"wide" | "tall" | "low"} Mode */
/** @typedef {{x: number, y: number, w: number, h: number}} Area where cards can lie */

/**
 * An arrangement of the table: `lines` is the number of rows of piles in the tableau, `bands` has the places in each
 * row of the others; `beside` means that those are at its sides instead, `under` that a reserve is fanned under the
 * tableau and not beside it, `larger` is how much larger the cards of the bands are than those of the tableau. `corner`
 * is at the end of the last row of a grid whose rows leave room there.
 * @typedef {{lines: number, bands: Item[][], beside: boolean, under: boolean, larger: number, worth: number, corner?: Item}} Plan
 *
 * A place that is not a pile of the tableau. `units` is its width in a row in card widths, `least` the least width.
 * @typedef {{id: PlaceId, units: number, least: number, label: boolean, side: "left" | "right"}} Item
 */

/** A window lower than this and wider than high is a phone in landscape. */
const LOW = 480;
/** A narrower window is a phone held upright. */
const TALL = 600;
const LARGEST = 190;
const SMALLEST = 20;
const LABEL = 18;
const TOOL = 46;
/** The space for a row of tools. */
const TOOLS = 500;
/** The number of readable cards of the waste. */
export const FANNED = 3;
/** The gap between two cards in a row: usually, and at least. */
const GAP = 0.24;
const GAP_LEAST = 2;
/** A pile that is built on is given room for this number of cards. */
const LONGEST = 13;
const GROWS_BY = 6;
/** The distance between the rows of a pyramid: usually, on a phone held upright, and at least. */
const RISE = 0.85;
const RISE_TALL = 1.2;
const RISE_LEAST = 0.36;
/**
 * How much larger stock and waste are beside a pyramid in an upright window, half of which it leaves free, and up to
 * which part of the width; and the part of the remaining space between them.
 */
const LARGER = 1.75;
const LARGE = 0.2;
const APART = 0.3;
/** How much larger the cards must become to justify another row of piles, and of single cards. */
const LINE = 0.25;
const LINE_SINGLE = 0.1;
/** The distance between rows of single cards, in card heights. */
const APART_SINGLE = 1.15;
/** The cost of a grid whose rows wrap into another line: they are harder to read. */
const WRAPPED = 0.72;
/**
 * The least gap between two lines of a grid, and the extra gap between two of its rows if these wrap into another line.
 */
const GRID_GAP = 4;
const ROW_GAP = 8;
/** The space for the message slip on a phone held upright: no card lies there. */
export const SLIP = 40;
/** The visible part of a suit that has left beside the next one. */
const SPILL = 0.3;

/** @param {Size} size @returns {Mode} */
export const modeOf = ({ width, height }) => (height < LOW && width > height ? "low" : width < TALL ? "tall" : "wide");

/** The height of the bar. @param {Mode} mode */
export const barOf = (mode) => ({ low: 44, tall: 44, wide: 48 })[mode];

/** @type {WeakMap<Piles, {key: string, frame: Frame}>} */
const cut = new WeakMap();

/** @type {typeof import("./figure.js").frameAround | undefined} */
let frameAround;

/** Fetches the layout of figures, which few games have. @param {{home?: string, aim?: string}} rules */
export async function fetchFigure(rules) {
  if (hasFigure(rules)) ({ frameAround } = await import("./figure.js"));
}

/** @param {Piles} piles @param {Size} size @param {boolean} left @returns {Frame} */
export function frameOf(piles, size, left) {
  const { letters = 1 } = size;
  const key = `${size.width} ${size.height} ${letters} ${left}`;
  const known = cut.get(piles);
  if (known?.key === key) return known.frame;
  const mode = modeOf(size);
  const frame = (piles.figure && frameAround ? frameAround : frameIn)(piles, areaOf(mode, size, left), left, size);
  cut.set(piles, { key, frame });
  return frame;
}

/**
 * The frame within a part of the window.
 * @param {Piles} piles
 * @param {Area} area
 * @param {boolean} left
 * @param {Size} size
 * @param {number} [largest] the greatest card width
 * @returns {Frame}
 */
export function frameIn(piles, area, left, size, largest = LARGEST) {
  const mode = modeOf(size);
  const { letters = 1 } = size;
  const plans = plansFor(piles, mode, area);
  let best = { plan: plans[0], card: 0 };
  for (const plan of plans) {
    for (let card = largest; card >= SMALLEST && card * plan.worth > best.card * best.plan.worth; card -= 1) {
      if (fits(piles, plan, area, card, mode, letters)) best = { plan, card };
    }
  }
  return build(piles, best.plan, area, best.card || SMALLEST, mode, left, size);
}

/** @param {Mode} mode @param {Size} size @param {boolean} left @returns {Area} */
function areaOf(mode, { width, height }, left) {
  const top = barOf(mode);
  // No card lies on the rim.
  if (mode === "low") return { x: left ? TOOL + 4 : 8, y: top + 2, w: width - TOOL - 12, h: height - top - 6 };
  const margin = mode === "tall" ? 5 : 16;
  const head = mode === "tall" ? 6 : 10;
  const foot = mode === "tall" ? TOOL + 8 : TOOL + 14;
  return { x: margin, y: top + head, w: width - 2 * margin, h: height - top - head - foot };
}

/** The arrangements to try. @param {Piles} piles @param {Mode} mode @param {Area} area @returns {Plan[]} */
function plansFor(piles, mode, { w, h }) {
  const items = itemsOf(piles);
  const [left, right] = [items.filter(({ side }) => side === "left"), items.filter(({ side }) => side === "right")];
  const bands = left.length > 0 && right.length > 0 ? [[items], [left, right]] : [items.length > 0 ? [items] : []];
  // Piles on which whole suits are built and more cards are dealt need all the height.
  if (piles.grid) return gridPlans(piles, mode, items);
  const single = isSingle(piles);
  const counts = single ? [1, 2, 3, 4] : [1, 2, 3];
  const lines = piles.spots || piles.runs ? [1] : counts.filter((count) => count === 1 || piles.fans.length > 4 * count);
  const under = piles.spread ? [false, true] : [false];
  const sizes = piles.spots && h > w ? [LARGER, 1] : [1];
  /** @type {Plan[]} */
  const plans = [];
  for (const count of lines) {
    for (const one of under) {
      const worth = 1 - (single ? LINE_SINGLE : LINE) * (count - 1);
      for (const rows of bands) {
        for (const larger of sizes) plans.push({ lines: count, bands: rows, beside: false, under: one, larger, worth: mode === "low" ? 0.9 * worth : worth });
      }
      if (mode !== "tall") plans.push({ lines: count, bands: [items], beside: true, under: one, larger: 1, worth: mode === "low" ? worth : 0.9 * worth });
    }
  }
  return plans;
}

/**
 * The arrangements of a grid: its rows whole, or each in two lines on a phone; a grid that is logically one row can be
 * split anywhere.
 * @param {Piles} piles
 * @param {Mode} mode
 * @param {Item[]} items
 * @returns {Plan[]}
 */
function gridPlans(piles, mode, items) {
  const row = rowOf(piles);
  const rows = piles.tableau.length / row;
  const parts = rows === 1 ? Array.from({ length: 10 }, (_none, at) => at + 3) : closesUp(piles.rules) || mode !== "tall" ? [1] : [1, 2];
  const bands = items.length > 0 ? [items] : [];
  return parts.flatMap((count) => {
    const plan = { lines: rows * count, bands, beside: false, under: false, larger: 1, worth: rows > 1 && count > 1 ? WRAPPED : 1 };
    const isHollow = items.length === 1 && row % count > 0;
    return [
      plan,
      ...(mode === "tall" || items.length === 0 ? [] : [{ ...plan, beside: true }]),
      ...(isHollow ? [{ ...plan, bands: [], corner: items[0] }] : []),
    ];
  });
}

/** The parts around the tableau, the foundations on its left. @param {Piles} piles @returns {Item[]} */
function itemsOf(piles) {
  const plain = (/** @type {"left" | "right"} */ side, label = false) => (/** @type {PlaceId} */ id) => ({ id, units: 1, least: 1, label, side });
  const fanned = piles.waste && piles.fanned;
  // The card under the top one has to be wide enough to be hit if the two can form a pair.
  const fan = piles.rules.waste_pair ? 2.3 : 2;
  const spilled = 1 + (runsOf(piles.rules) - 1) * SPILL;
  return [
    ...piles.foundations.filter((id) => !piles.fans.includes(id)).map(plain("left")),
    ...(piles.runs ? [{ ...plain("left")("F"), units: spilled, least: 1 + (spilled - 1) * 0.7 }] : []),
    ...(piles.gone ? ["X"].map(plain("left")) : []),
    ...piles.cells.map(plain("right")),
    ...(piles.spread ? [] : piles.reserve.map(plain("right", piles.rules.stock === "reserve" || piles.rules.reserve.some((count) => count > 1)))),
    ...(piles.waste ? [{ ...plain("right")("W"), units: fanned ? fan : 1, least: fanned && !piles.rules.waste_pair ? 1.4 : fanned ? fan : 1 }] : []),
    ...(piles.stock ? ["S"].map(plain("right", true)) : []),
  ];
}

// Sizes.

/** The number of piles, or places of a pyramid, side by side. @param {Piles} piles @param {number} lines */
function columnsOf(piles, lines) {
  const { fans, grid, rules, spots } = piles;
  if (spots) return rules.piles[rules.piles.length - 1];
  // The lines of each row of a grid are split alike.
  return grid ? Math.ceil(rowOf(piles) / (lines / (fans.length / rowOf(piles)))) : Math.ceil(fans.length / lines);
}

/**
 * The number of columns of the tableau with a reserve fanned under it or beside it.
 * @param {Piles} piles
 * @param {Plan} plan
 */
function allColumns(piles, { lines, under }) {
  const own = columnsOf(piles, lines);
  if (!piles.spread) return own;
  return under ? Math.max(own, piles.reserve.length) : own + piles.reserve.length;
}

/** The number of columns that the reserve takes beside the tableau. @param {Piles} piles @param {Plan} plan */
const spreadOf = ({ spread, reserve }, { under }) => (spread && !under ? reserve.length : 0);

/** Does each pile hold at most one card? @param {Piles} piles */
export const isSingle = ({ fans, tableau, rules }) => fans === tableau && rules.build === "none" && rules.stock !== "piles" && rules.piles.every((count) => count === 1);

/** The height of one row of the tableau. @param {Piles} piles @param {number} card */
function lineHeight({ fans, tableau, spots, grid, rules }, card) {
  if (grid) return card * RATIO;
  if (fans !== tableau) return fans.length > 0 ? fanHeight(0, LONGEST, card) : 0;
  if (spots) return card * (RATIO + (rules.piles.length - 1) * Math.max(RISE_LEAST, 13 / card));
  const { piles, face, build, stock } = rules;
  const [down, up] = [[0], [1]];
  piles.forEach((count, at) => {
    const covered = face === "up" ? 0 : face === "top" ? count - 1 : face[at];
    down.push(covered);
    up.push(build === "none" && stock !== "piles" ? count - covered : build === "heap" ? LONGEST + GROWS_BY : face === "up" ? count + GROWS_BY : LONGEST);
  });
  return fanHeight(Math.max(...down), Math.max(...up), card);
}

/** @param {number} down @param {number} up @param {number} card */
const fanHeight = (down, up, card) => card * (RATIO + down * DOWN_LEAST) + (up - 1) * roomFor(card);

/** The minimum gap between all lines of the tableau. @param {Piles} piles @param {Plan} plan */
function betweenLines(piles, { lines }) {
  if (!piles.grid) return (lines - 1) * 8;
  const rows = piles.tableau.length / rowOf(piles);
  return (lines - 1) * GRID_GAP + (lines > rows && rows > 1 ? (rows - 1) * ROW_GAP : 0);
}

/** The height of the reserve if all its cards show. @param {Piles} piles @param {number} card */
const spreadHeight = ({ rules }, card) => fanHeight(0, rules.pocket ? LONGEST : Math.max(...rules.reserve), card);

/** The width of the cards of the bands. @param {Plan} plan @param {Area} area @param {number} card */
const bandCard = ({ larger }, { w }, card) => Math.max(card, Math.min(LARGE * w, card * larger));

/** The height of a row of other places. @param {Item[]} band @param {number} card @param {number} letters */
const bandHeight = (band, card, letters) => (band.some(({ label }) => label) ? card * PILED + LABEL * letters : card * RATIO + 6);

/** @param {Item[]} band @param {number} card */
const bandWidth = (band, card) => band.reduce((sum, { least }) => sum + least, 0) * card + (band.length - 1) * GAP_LEAST;

/** @param {Piles} piles @param {Plan} plan @param {Area} area @param {number} card @param {Mode} mode @param {number} letters */
function fits(piles, plan, area, card, mode, letters) {
  const columns = allColumns(piles, plan);
  const large = bandCard(plan, area, card);
  const space = area.h - (mode === "tall" ? SLIP : 0) - (plan.beside ? 0 : plan.bands.reduce((sum, band) => sum + bandHeight(band, large, letters), 0) + (plan.bands.length > 0 ? 6 : 0));
  const high = plan.lines * lineHeight(piles, card) + betweenLines(piles, plan) + (piles.spread && plan.under ? spreadHeight(piles, card) + 8 : 0);
  if (high > space || (piles.spread && !plan.under && spreadHeight(piles, card) > space)) return false;
  if (plan.beside) {
    const sides = sidesOf(plan, area, card, letters);
    const all = columns + sides.left.length + sides.right.length;
    return sides.fits && card * (1.07 * all + 0.3) <= area.w;
  }
  const share = mode === "tall" ? (columns > 8 ? 0.05 : 0.085) : 0.15;
  return card * (columns + (columns - 1) * share) <= area.w && plan.bands.every((band) => bandWidth(band, large) <= area.w);
}

/** The parts in each column beside the tableau. @param {Plan} plan @param {Area} area @param {number} card @param {number} letters */
function sidesOf({ bands }, { h }, card, letters) {
  /** @type {Record<"left" | "right", Item[][]>} */
  const sides = { left: [], right: [] };
  let fit = true;
  const items = bands[0] ?? [];
  // The stock comes first, above the waste.
  const order = ["S", "W"];
  const sorted = [...order.flatMap((id) => items.filter((item) => item.id === id)), ...items.filter(({ id }) => !order.includes(id))];
  for (const side of /** @type {const} */ (["left", "right"])) {
    const own = sorted.filter((item) => item.side === side);
    // As many in each column as in the others.
    const share = Math.ceil(own.length / Math.max(1, Math.ceil(own.length / Math.floor((h + 3) / (card * RATIO + 3)))));
    for (const item of own) {
      const column = sides[side].at(-1);
      if (column && column.length < share && stackHeight([...column, item], card, letters) <= h) column.push(item);
      else sides[side].push([item]);
      if (stackHeight([item], card, letters) > h) fit = false;
    }
  }
  return { ...sides, fits: fit };
}

/** The height of a place beside the tableau, without the gap before the next. @param {Item} item @param {number} card @param {number} letters */
function itemHeight({ id, label, units }, card, letters) {
  const whole = label ? card * PILED + LABEL * letters : card * RATIO;
  if (id === "W" && units > 1) return whole + (FANNED - 1) * 0.22 * card;
  return id === "F" ? whole + (units - 1) * card : whole;
}

/** @param {Item[]} column @param {number} card @param {number} letters */
const stackHeight = (column, card, letters) => column.reduce((sum, item) => sum + itemHeight(item, card, letters), 0) + (column.length - 1) * 3;

// Positions.

/**
 * @param {Piles} piles @param {Plan} plan @param {Area} area @param {number} card @param {Mode} mode @param {boolean} left @param {Size} size
 * @returns {Frame}
 */
function build(piles, plan, area, card, mode, left, size) {
  /** @type {Frame} */
  const frame = { card, letters: size.letters ?? 1, spots: new Map(), labels: new Map(), floors: new Map(), rise: 0, fan: { x: 0, y: 0 }, spill: { x: 0, y: 0 }, ...surroundings(mode, size, left) };
  if (plan.beside) buildBeside(frame, piles, plan, area, left);
  else buildRows(frame, piles, plan, area, mode, left);
  if (mode === "tall") {
    const ids = plan.bands.flat().map(({ id }) => id);
    frame.words = { ...frame.words, y: Math.min(...ids.map((id) => frame.spots.get(id)?.y ?? Infinity), area.y + area.h) - 40 };
  }
  return frame;
}

/** The tools and the message slip. @param {Mode} mode @param {Size} size @param {boolean} left */
function surroundings(mode, { width, height }, left) {
  const top = barOf(mode);
  if (mode === "low") {
    const tools = { x: left ? 2 : width - TOOL - 2, y: top, w: TOOL, h: height - top - 4 };
    return { tools, words: { x: width * 0.2, y: height - 34, w: width * 0.6, h: 30 } };
  }
  const margin = mode === "tall" ? 5 : 16;
  const end = height - (mode === "tall" ? TOOL + 8 : TOOL + 14);
  const tools = { x: margin, y: end + 6, w: width - 2 * margin, h: TOOL };
  if (mode === "tall") return { tools, words: { x: margin, y: 0, w: width - 2 * margin, h: 34 } };
  const words = Math.max(width * 0.3, Math.min(width - 2 * margin - TOOLS, 620));
  return {
    tools: { ...tools, x: left ? margin : margin + words, w: tools.w - words },
    words: { x: left ? width - margin - words : margin, y: end + 6, w: words, h: TOOL },
  };
}

/** @param {Frame} frame @param {Piles} piles @param {Plan} plan @param {Area} area @param {Mode} mode @param {boolean} left */
function buildRows(frame, piles, plan, area, mode, left) {
  const { card, letters } = frame;
  const columns = allColumns(piles, plan);
  const gap = columns > 1 ? Math.min(card * GAP, (area.w - columns * card) / (columns - 1)) : 0;
  const width = columns * card + (columns - 1) * gap;
  const x = area.x + (area.w - width) / 2;
  const large = bandCard(plan, area, card);
  const heights = plan.bands.map((band) => bandHeight(band, large, letters));
  const bands = heights.reduce((sum, height) => sum + height, 0);
  const tall = mode === "tall";
  let y = tall ? area.y + area.h - bands : area.y;
  plan.bands.forEach((band, at) => {
    buildBand(frame, band, large, { x, w: width, gap }, area, y, left);
    y += heights[at];
  });
  const room = { x, y: tall ? area.y : area.y + bands, w: width, h: area.h - bands - (tall ? SLIP : 0) };
  buildTableau(frame, piles, plan, room, gap, left, tall || plan.larger > 1 ? RISE_TALL : RISE, plan.larger === 1 ? 0 : tall ? 1 - APART : APART);
}

/**
 * A row of places side by side: aligned with the columns of the tableau, if they fit there.
 * @param {Frame} frame
 * @param {Item[]} band
 * @param {number} card
 * @param {{x: number, w: number, gap: number}} under
 * @param {Area} area
 * @param {number} y
 * @param {boolean} left
 */
function buildBand(frame, band, card, under, area, y, left) {
  const whole = (/** @type {Item} */ { units }, /** @type {number} */ gap) => units * card + (Number.isInteger(units) ? (units - 1) * gap : 0);
  const taken = (/** @type {number} */ gap) => band.reduce((sum, item) => sum + whole(item, gap), 0) + (band.length - 1) * gap;
  let { x, w, gap } = under;
  let shrink = 1;
  if (taken(gap) > w + 0.5) {
    const wanted = Math.min(card * GAP, (area.w - taken(0)) / (band.length - 1 + (band.some(({ id }) => id === "W") ? 1 : 0)));
    gap = Math.max(GAP_LEAST, wanted);
    if (taken(gap) > area.w) {
      const spare = band.reduce((sum, { units, least }) => sum + units - least, 0);
      const over = band.reduce((sum, { units }) => sum + units, 0) * card + (band.length - 1) * gap - area.w;
      shrink = spare > 0 ? 1 - Math.max(0, Math.min(1, over / (spare * card))) : 1;
    }
    w = Math.min(area.w, taken(gap));
    x = area.x + (area.w - w) / 2;
  }
  const wide = (/** @type {Item} */ item) => (shrink < 1 ? (item.least + (item.units - item.least) * shrink) * card : whole(item, gap));
  const mirrored = (/** @type {"left" | "right"} */ side) => (side === "left") !== left;
  const starts = band.filter(({ side }) => mirrored(side));
  const ends = band.filter(({ side }) => !mirrored(side));
  // The stock is nearest to the hand, on either side; the foundations keep their order.
  if (left) starts.reverse();
  let from = x;
  for (const item of starts) {
    placeItem(frame, item, card, from, y, wide(item), gap);
    from += wide(item) + gap;
  }
  let to = x + w;
  for (const item of [...ends].reverse()) {
    to -= wide(item);
    placeItem(frame, item, card, to, y, wide(item), gap);
    to -= gap;
  }
}

/** @param {Frame} frame @param {Item} item @param {number} card @param {number} x @param {number} y @param {number} width @param {number} gap */
function placeItem(frame, item, card, x, y, width, gap) {
  const { id } = item;
  // The top card of the waste lies at the right end of its fan.
  frame.spots.set(id, rectOf(id === "W" ? x + width - card : x, y, card));
  if (id === "W" && item.units > 1) frame.fan = { x: -Math.min(item.units > 2 ? card : 0.5 * card, (width - card) / (FANNED - 1)), y: 0 };
  if (id === "F") frame.spill = { x: (width - card) / Math.max(1, Math.round((item.units - 1) / SPILL)), y: 0 };
  if (item.label) frame.labels.set(id, { x: x - gap / 2, y: y + card * PILED + 2, w: card + gap, h: LABEL * frame.letters - 5 });
}

/** @param {Frame} frame @param {Piles} piles @param {Plan} plan @param {Area} area @param {boolean} left */
function buildBeside(frame, piles, plan, area, left) {
  const { card } = frame;
  const sides = sidesOf(plan, area, card, frame.letters);
  const [first, last] = left ? [sides.right, sides.left] : [sides.left, sides.right];
  const middle = allColumns(piles, plan);
  const columns = first.length + middle + last.length;
  const gap = Math.min(card * 0.3, (area.w - columns * card - 12) / (columns + 1));
  const used = columns * card + (columns + 1) * gap;
  const from = area.x + (area.w - used) / 2;
  const column = (/** @type {number} */ n) => from + n * (card + gap) + (n >= first.length && first.length > 0 ? gap : 0) + (n >= first.length + middle && last.length > 0 ? gap : 0);
  first.forEach((stack, at) => buildStack(frame, stack, column(at), area, gap));
  // The stock's own column is the outermost one; foundations keep their order.
  (left ? last : [...last].reverse()).forEach((stack, at) => buildStack(frame, stack, column(first.length + middle + at), area, gap));
  const width = middle * card + (middle - 1) * gap;
  buildTableau(frame, piles, plan, { x: column(first.length), y: area.y, w: width, h: area.h }, gap, left, RISE);
}

/**
 * Places above each other.
 * @param {Frame} frame
 * @param {Item[]} stack
 * @param {number} x
 * @param {Area} area
 * @param {number} gap
 */
function buildStack(frame, stack, x, area, gap) {
  const { card, letters } = frame;
  const fixed = stack.reduce((sum, item) => sum + (item.id === "W" ? card * RATIO : itemHeight(item, card, letters)), 0);
  const fanned = stack.some(({ id, units }) => id === "W" && units > 1);
  const step = fanned ? Math.min(0.5 * card, (area.h - fixed - (stack.length - 2) * 3) / FANNED) : 0;
  const between = stack.length > 1 ? Math.min(6, (area.h - fixed - (FANNED - 1) * step) / (stack.length - 1)) : 0;
  let { y } = area;
  for (const item of stack) {
    const { id, label, units } = item;
    if (id === "W" && units > 1) {
      y += (FANNED - 1) * step;
      frame.fan = { x: 0, y: -step };
    }
    frame.spots.set(id, rectOf(x, y, card));
    if (label) frame.labels.set(id, { x: x - gap / 2, y: y + card * PILED + 1, w: card + gap, h: LABEL * letters - 4 });
    if (id === "F") frame.spill = { x: 0, y: SPILL * card };
    y += (id === "W" ? card * RATIO : itemHeight(item, card, letters)) + (label ? 0 : between);
  }
}

/**
 * @param {Frame} frame
 * @param {Piles} piles
 * @param {Plan} plan
 * @param {Area} room
 * @param {number} gap
 * @param {boolean} left
 * @param {number} rise
 * @param {number} [over] the part of the remaining height above a pyramid
 */
function buildTableau(frame, piles, plan, room, gap, left, rise, over = 0) {
  const { card } = frame;
  const columns = columnsOf(piles, plan.lines);
  const aside = spreadOf(piles, plan);
  const below = piles.spread && plan.under ? spreadHeight(piles, card) + 8 : 0;
  const x = room.x + ((left ? aside : 0) + (allColumns(piles, plan) - aside - columns) / 2) * (card + gap);
  if (piles.grid) buildGrid(frame, piles, plan, { ...room, x }, gap, left);
  else if (piles.spots) {
    const rows = piles.rules.piles.length;
    const high = room.h - below - card * RATIO;
    frame.rise = rows > 1 ? Math.min(rise * card, high / (rows - 1)) : 0;
    const y = room.y + over * (high - (rows - 1) * frame.rise);
    piles.spots.forEach(({ row, across }, at) => frame.spots.set(piles.tableau[at], rectOf(x + across * (card + gap), y + row * frame.rise, card)));
  } else {
    const whole = (room.h - below - (plan.lines - 1) * 8) / plan.lines;
    const high = isSingle(piles) ? Math.min(whole, APART_SINGLE * card * RATIO) : whole;
    piles.fans.forEach((id, at) => {
      const line = Math.floor(at / columns);
      // The last row gets the rest, in the middle.
      const short = columns - Math.min(columns, piles.fans.length - line * columns);
      const y = room.y + line * (high + 8);
      frame.spots.set(id, rectOf(x + ((at % columns) + short / 2) * (card + gap), y, card));
      frame.floors.set(id, y + high);
    });
  }
  if (!piles.spread) return;
  const count = piles.reserve.length;
  piles.reserve.forEach((id, at) => {
    const column = at + (below ? (allColumns(piles, plan) - count) / 2 : left ? 0 : columns);
    const y = below ? room.y + room.h - below + 8 : room.y;
    frame.spots.set(id, rectOf(room.x + column * (card + gap), y, card));
    frame.floors.set(id, room.y + room.h);
  });
}

/**
 * The places of a grid, line by line.
 * @param {Frame} frame @param {Piles} piles @param {Plan} plan @param {Area} room @param {number} gap @param {boolean} left
 */
function buildGrid(frame, piles, plan, room, gap, left) {
  const { card } = frame;
  const row = rowOf(piles);
  const columns = columnsOf(piles, plan.lines);
  const parts = Math.ceil(row / columns);
  const rows = piles.tableau.length / row;
  const between = betweenLines(piles, plan);
  const spare = room.h - plan.lines * card * RATIO - between;
  const more = Math.max(0, Math.min(spare / Math.max(1, plan.lines - 1), (APART_SINGLE - 1) * card * RATIO));
  const high = card * RATIO + GRID_GAP + more;
  const top = room.y + Math.max(0, Math.min(spare - (plan.lines - 1) * more, card) / 2);
  // The space left in the last line of a row is on the side of the stock.
  const spotAt = (/** @type {number} */ at, /** @type {number} */ line) => {
    const short = left && rows > 1 && line % parts === parts - 1 ? parts * columns - row : 0;
    const apart = parts > 1 && rows > 1 ? Math.floor(line / parts) * ROW_GAP : 0;
    return rectOf(room.x + (at + short) * (card + gap), top + line * high + apart, card);
  };
  piles.tableau.forEach((id, at) => {
    const spot = spotAt((at % row) % columns, Math.floor(at / row) * parts + Math.floor((at % row) / columns));
    frame.spots.set(id, spot);
  });
  if (plan.corner) frame.spots.set(plan.corner.id, spotAt(left ? row - parts * columns : columns - 1, plan.lines - 1));
}

/** @param {number} x @param {number} y @param {number} w @returns {Rect} */
export const rectOf = (x, y, w) => ({ x, y, w, h: w * RATIO });
