// Move texts of RULES.md section 9: parsed, matched against gestures, and carried out on a view as far as is visible.
// Legality is never decided here: every gesture is looked up among the view's moves.

/** @import {Card, Move, PlaceId, Rules, View} from "./types.js" */

const PATTERN =
  /^(?:H(?<hand>[^-]+)|(?<mate>\+?)(?:P(?<pile>\d*)|S(?<side>\d+)))-(?:C(?<centre>\d+)|S(?<onto>\d+)|L(?<load>\d+)(?:\.(?<loadPile>\d+))?)$/;

/**
 * The seat that plays on the same side, or null.
 * @param {Rules} rules
 * @param {number} seat
 */
export function partnerOf(rules, seat) {
  return rules.partners ? (seat + rules.players / 2) % rules.players : null;
}

/** @param {PlaceId} place */
export function placeParts(place) {
  const [kind, first, second] = place.split(":");
  if (kind === "centre") return { kind, seat: null, index: Number(first) };
  return { kind, seat: first === undefined ? null : Number(first), index: Number(second ?? 0) };
}

/**
 * Parses a move text, with absolute places.
 * @param {string} text
 * @param {number} seat the seat that makes the move
 * @param {Rules} rules
 * @returns {Move}
 */
export function parseMove(text, seat, rules) {
  if (text === "pass") return { text, seat, pass: true, source: "", cards: [], target: "" };
  const parts = PATTERN.exec(text)?.groups;
  if (!parts) throw new Error(`Not a move: ${text}`);
  const owner = parts.mate ? partnerOf(rules, seat) : seat;
  const at = (/** @type {string | undefined} */ number) => (number ? Number(number) - 1 : 0);
  let source = `hand:${seat}`;
  if (parts.side) source = `side:${owner}:${at(parts.side)}`;
  else if (parts.pile !== undefined) source = `payoff:${owner}:${at(parts.pile)}`;
  let target = `centre:${at(parts.centre)}`;
  if (parts.onto) target = `side:${seat}:${at(parts.onto)}`;
  else if (parts.load) target = `payoff:${parts.load}:${at(parts.loadPile)}`;
  return { text, seat, pass: false, source, cards: parts.hand ? parts.hand.split("+") : [], target };
}

/**
 * The viewer's legal moves, parsed.
 * @param {View} view
 * @returns {Move[]}
 */
export function legalMoves(view) {
  const { seat } = view;
  if (seat === null) return [];
  let moves = parsed.get(view);
  if (!moves) parsed.set(view, (moves = view.legal.map((text) => parseMove(text, seat, view.rules))));
  return moves;
}

/** The moves of views that were parsed already. @type {WeakMap<View, Move[]>} */
const parsed = new WeakMap();

/**
 * The moves that take exactly these cards from this place. Outside the hand the card is implied.
 * @param {Move[]} moves
 * @param {PlaceId} source
 * @param {string[]} cards
 */
export function movesFrom(moves, source, cards) {
  return moves.filter((move) => move.source === source && (move.cards.length === 0 || areSame(move.cards, cards)));
}

/** @param {string[]} some @param {string[]} others */
function areSame(some, others) {
  return [...some].sort().join("+") === [...others].sort().join("+");
}

/** Does a legal move end the turn? @param {Move} move @param {View} view the view before it */
export function endsTurn({ text }, { goes_on }) {
  return goes_on !== undefined && !goes_on.includes(text);
}

/** Would a pass complete a stalemate, and end the game (RULES.md section 5)? @param {View} view */
export function passEnds({ passes, moved, stage, rules }) {
  return rules.stalemate === "end" && stage === "play" && !moved && passes + 1 >= rules.players;
}

/**
 * The move meant by a double tap: to the centre if the card fits there, else to the only target.
 * @param {Move[]} moves the moves of one source
 * @param {View} view
 * @returns {Move | null}
 */
export function obviousMove(moves, view) {
  const height = (/** @type {Move} */ move) => view.centre[placeParts(move.target).index]?.length ?? 0;
  const centre = moves.filter((move) => move.target.startsWith("centre:")).sort((a, b) => height(b) - height(a));
  if (centre.length > 0) return centre[0];
  return moves.length === 1 ? moves[0] : null;
}

/**
 * The cards on a place, from bottom to top; null for each hidden one.
 * @param {View} view
 * @param {PlaceId} place
 * @returns {Card[]}
 */
export function cardsOn(view, place) {
  const { kind, seat, index } = placeParts(place);
  if (kind === "centre") return view.centre[index] ?? [];
  if (kind === "stock") return Array(view.stock).fill(null);
  const player = view.players[/** @type {number} */ (seat)];
  if (kind === "side") return player.side[index];
  if (kind === "hand") return typeof player.hand === "number" ? Array(player.hand).fill(null) : player.hand;
  const { count, top } = player.payoff[index];
  return count === 0 ? [] : [...Array(count - 1).fill(null), top];
}

/**
 * The view with the cards of a move carried from source to target and nothing else changed: no card turned up, none
 * drawn, the same player to move. Shown at once, before the server reports the consequences.
 * @param {View} view
 * @param {Move} move
 * @returns {View}
 */
export function carry(view, move) {
  // The rules are large, and nothing here changes them.
  const { rules, ...position } = view;
  const next = { ...structuredClone({ ...position, legal: [] }), rules };
  if (move.pass) return next;
  const taken = take(next, move);
  const { kind, seat, index } = placeParts(move.target);
  if (kind === "centre") {
    while (next.centre.length <= index) next.centre.push([]);
    next.centre[index].push(...taken);
  } else {
    const player = next.players[/** @type {number} */ (seat)];
    if (kind === "side") player.side[index].push(...taken);
    else player.payoff[index] = { count: player.payoff[index].count + 1, top: taken[0] };
  }
  return next;
}

/**
 * Removes a move's cards from their source, in place, and returns them.
 * @param {View} view
 * @param {Move} move
 * @returns {string[]}
 */
function take(view, move) {
  const { kind, seat, index } = placeParts(move.source);
  const player = view.players[/** @type {number} */ (seat)];
  if (kind === "side") return player.side[index].splice(-1);
  if (kind === "payoff") {
    const { count, top } = player.payoff[index];
    player.payoff[index] = { count: count - 1, top: null };
    return top === null ? [] : [top];
  }
  if (typeof player.hand === "number") player.hand -= move.cards.length;
  else for (const card of move.cards) player.hand.splice(player.hand.indexOf(card), 1);
  return [...move.cards];
}
