// The piles of a game, from the fields of its rules: a view is drawn with this description. It also has the overlaps of
// the places of a pyramid, but not which cards may be played.

import { DEFAULTS } from "./defaults.js";

/** @import {PlaceId, Rules, Suit, View} from "./types.js" */

/**
 * The position of a place in a pyramid or peaks: its row, and its distance from the left end of the lowest row in card
 * widths.
 * @typedef {{row: number, across: number}} Spot
 *
 * `gone` is the place for cards that leave the table in pairs, `runs` the one for whole suits. The waste is `fanned` if
 * its upper cards show side by side, a reserve if all its cards do. `fans` are the piles whose cards all show, side by
 * side: those of the tableau, or foundations that take cards in any order. `figure` means that places form one
 * (layout/figure.js), `grid` that those of the tableau are in rows of equal length, without overlaps. `covers` lists
 * the cards on each place.
 * @typedef {{stock: boolean, waste: boolean, fanned: boolean, foundations: PlaceId[], runs: boolean, gone: boolean,
 *   cells: PlaceId[], reserve: PlaceId[], spread: boolean, tableau: PlaceId[], fans: PlaceId[], figure: boolean, grid: boolean, spots: Spot[] | null, covers: number[][],
 *   rules: Rules}} Piles
 */

const PACK = 52;
const RUN = 13;
const SUITS = /** @type {Suit[]} */ (["s", "h", "d", "c"]);

/** @type {WeakMap<object, Piles>} */
const known = new WeakMap();

/** The piles of a game. @param {View} view @returns {Piles} */
export function pilesOf({ rules }) {
  let piles = known.get(rules);
  if (!piles) known.set(rules, (piles = describe({ ...DEFAULTS, ...rules })));
  return piles;
}

/** @param {Rules} rules @returns {Piles} */
function describe(rules) {
  const { aim, packs, layout } = rules;
  const stock = stockCards(rules) > 0;
  const turned = stock && (rules.stock === "waste" || rules.stock === "hand");
  const rows = layout === "pyramid" || layout === "peaks" ? rules.piles : null;
  const count = layout === "piles" ? rules.piles.length : sum(rules.piles);
  const covers = rows ? coversOf(rows, layout === "peaks") : [];
  const suits = [...Array(packs).keys()].flatMap((pack) => SUITS.map((suit) => `F${suit}${pack > 0 ? pack + 1 : ""}`));
  const homes = rules.home === "suit" ? suits : named("F", homesOf(rules).length);
  const tableau = named("T", count);
  return {
    rules,
    // If everything can be laid out again, that is done at the place of a stock.
    stock: stock || rules.gather !== "none",
    waste: aim === "waste" || aim === "clock" || turned,
    fanned: aim !== "waste" && aim !== "clock",
    foundations: aim === "build" ? homes : [],
    runs: aim === "runs",
    gone: aim === "pairs" || aim === "aces",
    cells: named("C", rules.cells),
    // The pocket is fanned like a reserve.
    reserve: [...named("R", rules.reserve.length), ...(rules.pocket ? ["P"] : [])],
    spread: rules.pocket || (rules.face === "up" && rules.reserve.some((cards) => cards > 1)),
    tableau,
    fans: rules.home === "osmosis" ? homes : tableau,
    figure: hasFigure(rules),
    grid: layout === "grid",
    spots: rows && spotsOf(rows, covers),
    covers,
  };
}

/** Every place, in tab order. @param {View} view @returns {PlaceId[]} */
export function placesOf(view) {
  const piles = pilesOf(view);
  return [
    ...(piles.stock ? ["S"] : []),
    ...(piles.waste ? ["W"] : []),
    ...piles.foundations,
    ...(piles.runs ? ["F"] : []),
    ...(piles.gone ? ["X"] : []),
    ...piles.cells,
    ...piles.reserve,
    ...piles.tableau,
  ];
}

/** The number of suits that have to leave the table as runs. @param {Rules} rules */
export function runsOf({ packs }) {
  return (packs * PACK) / RUN;
}

/** Does a place of a pyramid lie under others? @param {View} view @param {number} at its number, from 0 */
export function isCovered(view, at) {
  return (pilesOf(view).covers[at] ?? []).some((other) => view.tableau[other].up.length + view.tableau[other].down > 0);
}

/** Is the stock dealt on several places at once? @param {Rules} rules */
export const isDealtOut = ({ stock }) => stock === "piles" || stock === "reserve";

/** Do the cards of the tableau close up to make room for those of the stock? @param {Rules} rules */
export const closesUp = ({ layout, stock }) => layout === "grid" && stock === "piles";

/** Does a card take its whole pile with it? @param {View} view */
export const isLine = (view) => pilesOf(view).rules.aim === "one";

/** Is it a game without choices? @param {View} view */
export const isLuck = (view) => pilesOf(view).rules.aim === "clock";

/** The number of consecutive places in a grid: those of a row, or all of a line. @param {Piles} piles */
export const rowOf = ({ rules, tableau }) => (rules.aim === "one" ? tableau.length : rules.piles[0]);

/** The places onto which the stock is dealt. @param {View} view @returns {View["tableau"]} */
export const dealtOn = (view) => (pilesOf(view).rules.stock === "reserve" ? view.reserve ?? [] : view.tableau);

/**
 * The first card of each numbered foundation: a rank from 1 if it is not the base, and a suit if it matters.
 * Foundations laid out from the start need neither.
 * @param {Rules} rules
 * @returns {{rank?: number, suit?: Suit}[]}
 */
export function homesOf({ home, packs }) {
  const suited = (/** @type {number} */ rank) => SUITS.map((suit) => ({ rank, suit }));
  const like = { any: 4 * packs, osmosis: 4, clock: 12, sultan: 9 };
  if (home in like) return Array(like[/** @type {keyof typeof like} */ (home)]).fill({});
  if (home === "steps") return [1, 2, 3, 4].map((rank) => ({ rank }));
  if (home === "ends") return [...suited(1), ...suited(13)];
  if (home === "twos") return SUITS.flatMap((suit) => [1, 2].map((rank) => ({ rank, suit })));
  return [];
}

/** Do places of a game form a figure? @param {{home?: string, aim?: string}} rules */
export const hasFigure = ({ home, aim }) => home === "clock" || home === "sultan" || aim === "clock";

/** The number of cards left for the stock. @param {Rules} rules */
function stockCards(rules) {
  const { packs, aim, base, ready, piles, reserve, cells_dealt, home } = rules;
  const first = aim === "waste" || (aim === "build" && base === "dealt") ? 1 : 0;
  // Of the foundations that end with the last card of a suit, only those that begin with its first are laid out.
  const begun = home === "suit" || home === "ends" ? SUITS.length * packs : homesOf(rules).length;
  // The first card of the pack stays in its pile, the others of its rank do not.
  const out = base === "first" ? SUITS.length * packs - 1 : ready ? begun : 0;
  return PACK * packs - sum(piles) - sum(reserve) - cells_dealt - first - out;
}

/** The cards on each place, row by row from the top. @param {number[]} rows @param {boolean} peaks @returns {number[][]} */
function coversOf(rows, peaks) {
  const below = rows.map((_count, row) => sum(rows.slice(0, row + 1)));
  return rows.flatMap((count, row) =>
    Array.from({ length: count }, (_none, j) => {
      if (row === rows.length - 1) return [];
      const first = below[row] + (peaks ? [2 * j, j + Math.floor(j / 2), j][row] : j);
      return [first, first + 1];
    }),
  );
}

/**
 * Each place is centred above those that lie on it.
 * @param {number[]} rows
 * @param {number[][]} covers
 * @returns {Spot[]}
 */
function spotsOf(rows, covers) {
  const spots = /** @type {Spot[]} */ ([]);
  const row = rows.flatMap((count, at) => Array(count).fill(at));
  const last = covers.length - rows[rows.length - 1];
  for (let at = covers.length - 1; at >= 0; at -= 1) {
    const [one, two] = covers[at];
    spots[at] = { row: row[at], across: at >= last ? at - last : (spots[one].across + spots[two].across) / 2 };
  }
  return spots;
}

/** @param {string} letter @param {number} count @returns {PlaceId[]} */
const named = (letter, count) => Array.from({ length: count }, (_none, at) => `${letter}${at + 1}`);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
