// What the server says to a patience table's page (server/protocol/patience.py). Written by `python -m tools.message_types`.

import type { View } from "./view.js";

/** The message has been carried out. */
export type Accepted = {
  type: "accepted";
  id: string;
  version: number;
  ply: number;
};

/** The answer to a ping. */
export type Pong = {
  type: "pong";
};

/** On another device of the same person something else was chosen: `GET /api/me/settings` says what. */
export type SettingsChanged = {
  type: "settings";
};

/**
 * How a game was dealt; before the end `number` is sent only to the person who chose it, `secret` to nobody.
 *
 * `numbers` says whose number it is.
 */
export type DealInfo = {
  choice: "winnable" | "any" | "number" | "same" | "day";
  level: string | null;
  day: string | null;
  number: number | null;
  numbers: "own" | "microsoft";
  commitment: string;
  secret: string | null;
};

/** What does not change from move to move. */
export type PatienceTableInfo = {
  id: string;
  kind: "patience";
  name: string;
  preset: string | null;
  rules: View["rules"];
  rules_words: string[];
  deal: DealInfo;
  share: string;
};

/**
 * What has been counted so far, and what can be done besides moving; `elapsed` in milliseconds.
 *
 * `counts_on` is for how many more milliseconds the clock goes on if nothing is done: long rests do not count.
 * `verdict` is what is known of the game as it stands: won (it can be), lost, unknown, or None. `points` are those
 * by each scoring that the game can have.
 */
export type PatienceState = {
  moves: number;
  undos: number;
  hints: number;
  answers: number;
  passes: number;
  elapsed: number;
  counts_on: number;
  running: boolean;
  paused: "pause" | "away" | null;
  can_undo: boolean;
  can_redo: boolean;
  can_finish: boolean;
  turned: number;
  verdict: "won" | "lost" | "unknown" | null;
  points: Record<string, number>;
};

/** The place among the `players` who are ranked with the deal of a day; a `newcomer` has none. */
export type Rank = {
  rank: number | null;
  players: number;
  newcomer: boolean;
};

/**
 * How a game ended, and what it means among one's others; `time` in milliseconds.
 *
 * `totals` are the points of all these games together, by each scoring that carries them on.
 */
export type PatienceEnd = {
  result: "won" | "given_up";
  moves: number;
  time: number;
  passes: number;
  undos: number;
  hints: number;
  answers: number;
  number: number | null;
  secret: string | null;
  replay: string | null;
  records: {moves: boolean, time: boolean, passes: boolean};
  played: number;
  won: number;
  streak: number;
  totals: Record<string, number>;
  rank: Rank | null;
};

/** Everything at once. */
export type PatienceSnapshot = {
  type: "snapshot";
  version: number;
  game: number;
  ply: number;
  table: PatienceTableInfo;
  view: View;
  state: PatienceState;
  end: PatienceEnd | null;
  moves: string[];
};

/** One action and everything as it is after it; `turned` are the cards that came up as it finished the game. */
export type PatienceEvent = {
  type: "event";
  version: number;
  game: number;
  ply: number;
  id: string | null;
  action: string;
  moves: string[];
  turned: string[];
  view: View;
  state: PatienceState;
  end: PatienceEnd | null;
};

/**
 * An advised move, why, and the share of the worlds that were looked at in which the game is won after it.
 *
 * There is no move where the game is lost, or where the way begins with that many moves to take `back`.
 */
export type PatienceHint = {
  type: "hint";
  id: string;
  game: number;
  ply: number;
  move: string | null;
  back: number;
  reason: string;
  winnable: number;
};

/** Whether the game can still be won: yes, no or unknown. */
export type Solved = {
  type: "solved";
  id: string;
  game: number;
  ply: number;
  answer: "yes" | "no" | "unknown";
};

/** Why a message had no effect, with the table as it is. */
export type PatienceRefused = {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  version: number;
  game: number;
  ply: number;
  view: View;
  state: PatienceState;
};

export type PatienceAnswer =
  | PatienceSnapshot
  | PatienceEvent
  | PatienceHint
  | Solved
  | PatienceRefused
  | Accepted
  | SettingsChanged
  | Called
  | Pong;
