// The state of a table's page, in one place.

import { applySettings, loadSettings } from "../kernel/settings/settings.js";

/** @import {Faces} from "../kernel/cards/cards.js" */
/** @import {People} from "./messages.js" */
/** @import {Layout, Line, Mark, Move, PlaceId, SeatRating, Settings, Table, View} from "./types.js" */

/**
 * The message that waits for the server's answer, with the move already shown.
 * @typedef {{id: string, type: "move" | "undo" | "next", move: Move | null}} Pending
 */

/**
 * Everything about a table that more than one module reads. Each group is changed by the module that it names, at the
 * time it names; the parts of the page read all of it and make requests through their stage (stage.js). `table`,
 * `live`, `view` and `layout` exist from the first game on, and nothing draws earlier.
 */
export class State {
  // The server's last message: feed.js, with every message.

  /** The constants of a game, and the people at the seats. */
  table = /** @type {Table} */ (/** @type {unknown} */ (undefined));
  /** The current state of the game. */
  live = /** @type {View} */ (/** @type {unknown} */ (undefined));
  /** The people present; nobody in a lesson and in a replay. */
  people = /** @type {People | null} */ (null);
  version = /** @type {number | null} */ (null);
  game = /** @type {number | null} */ (null);
  /** The number of actions in the game. */
  ply = 0;
  /** How long the game took, once it is over; null until then, and in lessons and replays. @type {number | null} */
  seconds = null;
  /** Would the server take the last action back? */
  undo = false;
  /** The actions not taken back, such as "0 H7h-C1". @type {string[]} */
  log = [];
  /** The same in words. @type {Line[]} */
  lines = [];
  /** Set by table.js when something is sent, removed by feed.js when it is answered. @type {Pending | null} */
  pending = null;
  /**
   * The number of worlds in which the computer player of a seat compared its last move: feed.js.
   * @type {Map<number, number>}
   */
  worlds = new Map();

  // The view on the screen: table.js, with every drawing.

  /** The visible state of the game: `live`, or a moment before it while something still moves. */
  view = /** @type {View} */ (/** @type {unknown} */ (undefined));
  layout = /** @type {Layout} */ (/** @type {unknown} */ (undefined));
  /** The target of the last card: also set by feed.js, when it shows a move. @type {PlaceId | null} */
  last = null;

  // The requests of parts of the page: stage.js, when they make them.

  /** The space kept free under the bar, in CSS pixels. */
  head = 0;
  /** Keys of places and cards that are pointed at. @type {string[]} */
  lit = [];
  /** The notes beside the seats' names. @type {Map<number, Mark>} */
  marks = new Map();
  /** At a rated table the ratings of the people there, seat by seat. @type {(SeatRating | null)[]} */
  ratings = [];
  /**
   * The legal moves currently allowed: a text is shown instead of playing; null allows every one.
   * @type {((move: string) => boolean | string) | null}
   */
  allow = null;

  // The player's settings: table.js, when one is changed.

  /** @type {Settings} */
  settings;
  /** The parts for drawing cards. @type {Faces} */
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

/** The state of a page that has received nothing yet, once it has its player's style. */
export async function styledState() {
  const settings = loadSettings();
  return new State(settings, await applySettings(settings));
}
