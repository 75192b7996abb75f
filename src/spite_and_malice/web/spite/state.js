// The state of a table's page, in one place.

import { applySettings, loadSettings } from "../kernel/settings/settings.js";

/** @import {Faces} from "../kernel/cards/cards.js" */
/** @import {People} from "./messages.js" */
/** @import {Layout, Line, Mark, Move, PlaceId, SeatRating, Settings, Table, View} from "./types.js" */

/**
 * What waits for the server's answer, with the move that is shown already.
 * @typedef {{id: string, type: "move" | "undo" | "next", move: Move | null}} Pending
 */

/**
 * Everything about a table that more than one module reads. Each group is changed by the module that it names, when it
 * says; the parts of the page read all of it and say what they want through their stage (stage.js). `table`, `live`,
 * `view` and `layout` are there from the first game on, and nothing that draws runs before.
 */
export class State {
  // The server's last message: feed.js, with every message.

  /** The constants of a game, and the people at the seats. */
  table = /** @type {Table} */ (/** @type {unknown} */ (undefined));
  /** How the game stands. */
  live = /** @type {View} */ (/** @type {unknown} */ (undefined));
  /** The people present; nobody in a lesson and in a replay. */
  people = /** @type {People | null} */ (null);
  version = /** @type {number | null} */ (null);
  game = /** @type {number | null} */ (null);
  /** How many actions the game has seen. */
  ply = 0;
  /** Would the server take the last action back? */
  undo = false;
  /** The actions that stand, such as "0 H7h-C1". @type {string[]} */
  log = [];
  /** The same in words. @type {Line[]} */
  lines = [];
  /** Set by table.js when something is sent, taken away by feed.js when it is answered. @type {Pending | null} */
  pending = null;
  /** In how many worlds the computer player of a seat compared its last move: feed.js. @type {Map<number, number>} */
  worlds = new Map();

  // The view on the screen: table.js, with every drawing.

  /** How the game looks: `live`, or a moment before it while something still moves. */
  view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  layout = /** @type {Layout} */ (/** @type {unknown} */ (undefined));
  /** Where the last card went: feed.js as well, when it shows a move. @type {PlaceId | null} */
  last = null;

  // The requests of parts of the page: stage.js, when they make them.

  /** The space kept free under the bar, in CSS pixels. */
  head = 0;
  /** Keys of places and cards that something points at. @type {string[]} */
  lit = [];
  /** The notes beside the seats' names. @type {Map<number, Mark>} */
  marks = new Map();
  /** At a rated table the ratings of the people there, seat by seat. @type {(SeatRating | null)[]} */
  ratings = [];
  /**
   * Which of the legal moves count just now: a text is shown instead of playing; null lets every one count.
   * @type {((move: string) => boolean | string) | null}
   */
  allow = null;

  // The player's settings: table.js, when one is changed.

  /** @type {Settings} */
  settings;
  /** The parts with which cards are drawn. @type {Faces} */
  faces;

  /** @param {Settings} settings @param {Faces | null} faces */
  constructor(settings, faces) {
    this.settings = settings;
    this.faces = faces ?? new Map();
  }

  /** The player's seat; null for those who watch, and before the first game. */
  get you() {
    return this.table?.you ?? null;
  }
}

/** The state of a page that has heard nothing yet, once it is styled as its player likes it. */
export async function styledState() {
  const settings = loadSettings();
  return new State(settings, await applySettings(settings));
}
