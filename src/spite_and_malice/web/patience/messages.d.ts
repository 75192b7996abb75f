// What the server says to a patience table's page (server/protocol/patience.py). Written by `python -m tools.message_types`.

import type { Accepted, Pong, SettingsChanged } from "../kernel/line/messages.js";
import type { View } from "./view.js";

/**
 * How a game was dealt; until the end `number` is sent only to the person who chose it, and `secret` to nobody.
 *
 * `numbers` names the numbering scheme.
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

/** The data that stays constant from move to move. */
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
 * The counters so far, and the possible actions besides moves; `elapsed` is in milliseconds.
 *
 * `counts_on` is the time in milliseconds for which the clock keeps running without an action: long breaks do not
 * count. `verdict` is the known state of the position: won (it can be), lost, unknown, or None. `points` lists the
 * points by each applicable scoring.
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

/** The rank among the `players` ranked with the deal of a day; a `newcomer` has none. */
export type Rank = {
  rank: number | null;
  players: number;
  newcomer: boolean;
};

/**
 * How a game ended, compared with the player's other games; `time` is in milliseconds.
 *
 * `totals` are the combined points of all these games, by each scoring that carries points over.
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

/** The complete state. */
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

/** One action and the state after it; `turned` lists the cards turned up as it finished the game. */
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
 * An advised move, the reason, and the share of examined worlds in which it wins the game, 0 only of a lost one.
 *
 * There is no move if the game is lost, or if the advice begins by undoing `back` moves.
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

/** Why a message had no effect, with the current table. */
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
