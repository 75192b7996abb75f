// Which piles a game has, from the fields of its rules: what lies where is drawn from this description and a view. How the
// places of a pyramid lie on one another is here as well, but not which cards may be played.

import { DEFAULTS } from "./defaults.js";

/** @import {PlaceId, Rules, Suit, View} from "./types.js" */

/**
 * Where a place of a pyramid or of peaks lies: its row, and how many widths of a card from the left end of the lowest one.
 * @typedef {{row: number, across: number}} Spot
 *
 * `gone` says where cards go that leave the table by pairs, `runs` where whole suits do. The waste is `fanned` where its upper
 * cards show side by side, a reserve where all its cards do. `fans` are the piles whose cards all show, side by side: those of
 * the tableau, or foundations that take cards in any order. `figure` says that places lie in one (layout/figure.js), `grid` that
 * those of the tableau lie in rows, of as many each, nothing on anything. `covers` names for each place what lies on it.
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
    // Where all is laid out again, that is done at the place of a stock.
    stock: stock || rules.gather !== "none",
    waste: aim === "waste" || aim === "clock" || turned,
    fanned: aim !== "waste" && aim !== "clock",
    foundations: aim === "build" ? homes : [],
    runs: aim === "runs",
    gone: aim === "pairs" || aim === "aces",
    cells: named("C", rules.cells),
    // The pocket is fanned as a reserve is.
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

/** Every place there is, in the order in which they are gone through. @param {View} view @returns {PlaceId[]} */
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

/** How many suits have to leave the table as runs. @param {Rules} rules */
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

/** Does a card take all of its pile with it, whatever lies beneath? @param {View} view */
export const isLine = (view) => pilesOf(view).rules.aim === "one";

/** Is there nothing to choose? @param {View} view */
export const isLuck = (view) => pilesOf(view).rules.aim === "clock";

/** How many places of a grid follow on one another: those of a row, or all of a line. @param {Piles} piles */
export const rowOf = ({ rules, tableau }) => (rules.aim === "one" ? tableau.length : rules.piles[0]);

/** The places on which the stock is dealt. @param {View} view @returns {View["tableau"]} */
export const dealtOn = (view) => (pilesOf(view).rules.stock === "reserve" ? view.reserve ?? [] : view.tableau);

/**
 * What the foundations begin with that have numbers instead of suits: a rank from 1 where that is not the base, and a suit
 * where that matters. Of those that lie ready from the start nothing has to be said.
 * @param {Rules} rules @returns {{rank?: number, suit?: Suit}[]}
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

/** Do places of a game lie in a figure? @param {{home?: string, aim?: string}} rules */
export const hasFigure = ({ home, aim }) => home === "clock" || home === "sultan" || aim === "clock";

/** How many cards are left over for the stock. @param {Rules} rules */
function stockCards(rules) {
  const { packs, aim, base, ready, piles, reserve, cells_dealt, home } = rules;
  const first = aim === "waste" || (aim === "build" && base === "dealt") ? 1 : 0;
  // Of foundations that end with the last card of a suit only those lie ready that begin with its first.
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

/** Each place lies midway over those that lie on it. @param {number[]} rows @param {number[][]} covers @returns {Spot[]} */
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
