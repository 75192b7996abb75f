// The gestures of the patience table over a view, without a page: the effect of a tap, a drag and a key.

import { Hands } from "/static/patience/hands.js";
import { inOrder, layoutPatience } from "/static/patience/layout/layout.js";
import { cardsAt, countAt, legalMoves, parseMove } from "/static/patience/moves.js";
import { isLine } from "/static/patience/piles.js";

/** The tables of a test, by the names that it gives them. */
const tables = new Map();

/** A table that only records its calls. */
function newTable() {
  const table = {
    root: { classList: { add() {}, remove() {} } },
    waits: false,
    resting: false,
    came: {},
    scene: {
      piece: (place, index) => table.pieces.find((piece) => piece.place === place && piece.index === index),
      grab: ({ at }) => ({ ...at, angle: 0 }),
      drag: (piece, pose) => void (piece.held = pose),
      release: (piece) => void (piece.held = null),
      uncover() {},
    },
    play: ({ text }) => void (table.came = { played: text }),
    offer: (_picked, spots) => void (table.came = { offered: spots }),
    mark: (picked, spots, places = []) => void (picked && (table.came = { offered: [...spots, ...places.map((place) => ({ place }))] })),
    turn: () => void (table.came = { played: table.moves.find(({ source, target }) => source === "S" || target === "S")?.text }),
    refuse: () => void (table.came = { refused: true }),
    ask: () => void (table.came = { refused: true }),
    look: () => void (table.came = { looked: true }),
    light() {}, hover() {}, show() {},
  };
  table.hands = new Hands(table);
  return table;
}

/** Brings a table to a given state. */
function set(table, view, [width, height], left) {
  table.view = view;
  table.moves = legalMoves(view);
  table.layout = layoutPatience(view, { width, height }, { left });
  table.pieces = table.layout.slots.map(({ place, index, card, x, y, w }) => ({ place, index, card, at: { x, y, w }, held: null }));
  table.came = {};
}

/** The key of the button of a card at a depth in a place; a pile moved as a line is taken whole by its top card. */
function keyOf({ layout, view }, place, below) {
  const index = Math.max(0, countAt(view, place) - 1 - (isLine(view) ? 0 : below));
  return layout.places.find((one) => one.id === place && one.index === index)?.key ?? null;
}

/**
 * Taps a card, again at the same table if its name is known.
 * @param {{name: string, view: object, place: string, below: number, keyboard: boolean, time: number}} tap
 */
export function tap({ name, view, place, below, keyboard, time }, size, left) {
  if (!tables.has(name)) tables.set(name, newTable());
  const table = tables.get(name);
  set(table, view, size, left);
  const key = keyOf(table, place, below);
  if (key === null) return { fault: `no button for ${below} below the top of ${place}` };
  table.hands.tap(key, keyboard, time);
  const { played, offered } = table.came;
  const target = played && parseMove(played, view).target;
  return { ...table.came, target, offered: offered?.map(({ place: at }) => at), key };
}

const middle = ({ x, y, w, h }) => ({ x: x + w / 2, y: y + (h ?? w * 1.4) / 2 });

/**
 * Makes each legal move by dragging, by the key of its target and, for a pair, by tapping both cards; returns those
 * that play another move, or none.
 */
export function misplayed(view, size, left) {
  const table = newTable();
  set(table, view, size, left);
  const { hands, layout } = table;
  const rectOf = (key) => layout.places.find((one) => one.key === key).rect;
  const wrong = [];
  const check = (gesture, text, act) => {
    table.came = {};
    act();
    hands.clear();
    if (table.came.played !== text) wrong.push([gesture, text, table.came]);
  };
  for (const { text, source, target, depth, partner } of table.moves) {
    if (source === "S" || target === "S") {
      check("tap", text, () => hands.tap("S", false, 1e6));
      continue;
    }
    const key = keyOf(table, source, depth - 1);
    if (!key) {
      wrong.push(["button", text, {}]);
      continue;
    }
    const drag = (from, to) => {
      const [start, end] = [middle(rectOf(from)), middle(to)];
      if (!hands.lift(from, start.x, start.y)) return;
      hands.drag(end.x - start.x, end.y - start.y, end.x, end.y);
      hands.drop(true, end.x, end.y);
    };
    if (partner === undefined) {
      check("drag", text, () => drag(key, layout.tops.get(target)));
      check("key", text, () => hands.send(key, target.startsWith("C") ? "C" : target));
      continue;
    }
    const other = keyOf(table, partner, source === partner ? 1 : 0);
    if (!other) {
      wrong.push(["button", text, {}]);
      continue;
    }
    for (const [one, two] of [[key, other], [other, key]]) {
      check("drag", text, () => drag(one, rectOf(two)));
      check("taps", text, () => (hands.tap(one, false, 1e6), hands.tap(two, false, 2e6)));
      check("Enter", text, () => (hands.tap(one, true, 1e6), hands.tap(two, true, 2e6)));
    }
  }
  return wrong;
}

/** The result of dropping the top card of one place on the middle of another: nothing, a move, or a refusal. */
export function dropped(view, size, source, over) {
  const table = newTable();
  set(table, view, size, false);
  const { hands, layout } = table;
  const key = keyOf(table, source, 0);
  const start = middle(layout.places.find((one) => one.key === key).rect);
  const end = middle(layout.piles.get(over));
  if (!hands.lift(key, start.x, start.y)) return "stays";
  hands.drag(end.x - start.x, end.y - start.y, end.x, end.y);
  hands.drop(true, end.x, end.y);
  return table.came.played ?? (table.came.refused ? "refused" : "nothing");
}

/** Forgets the tables. */
export const clear = () => tables.clear();
