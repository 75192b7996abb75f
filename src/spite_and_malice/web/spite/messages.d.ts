// What the server says to a table's page (server/protocol/outgoing.py). Written by `python -m tools.message_types`.

import type { Accepted, Pong, SettingsChanged } from "../kernel/line/messages.js";
import type { Rules } from "./rules.js";
import type { Standing, View } from "./view.js";

/** A time limit for each move, or for all moves of a player with an increment for each; in seconds. */
export type ClockSettings = {
  kind: "move" | "player";
  seconds: number;
  increment: number;
};

/**
 * The settings of a table; the defaults are those of a table for one person.
 *
 * Possible requests, the browser's types and the form's defaults are derived from the fields; the form has a control
 * for each (web/templates/_form.html.j2). `grace` is only for tables created by the server: people who do not come
 * within that many seconds lose the first game.
 */
export type Settings = {
  start: "full" | "host";
  listed: boolean;
  clock: ClockSettings | null;
  away_seconds: number | null;
  chat: "all" | "phrases" | "off";
  spectators: boolean;
  delay: number;
  help: boolean;
  undo_turns: boolean;
  rated: boolean;
  grace: number | null;
};

/**
 * A situation: the `state` by name, in `words`, and what happens at `at` if nobody acts, in `then`.
 *
 * `at` is in UTC milliseconds, null if no time is set. `acts` names the possible actions, the most important
 * first; `url` is where to go now, or null. The texts are in the reader's language.
 */
export type Situation = {
  state: string;
  words: string;
  then: string;
  at: number | null;
  acts: string[];
  url: string | null;
};

/**
 * The public data of a seat's occupant; `side` numbers the sides (partners share one).
 *
 * `head` is the drawing that a person has chosen, `sign` the sign on their plate.
 */
export type SeatInfo = {
  kind: "person" | "guest" | "computer" | "open";
  name: string;
  side: number;
  player?: string | null;
  head?: string | null;
  sign?: string | null;
};

/**
 * The match so far: each seat's points, the points that end it, whether it is over, and the winners.
 *
 * `games` has the points for each seat from each finished game; `stand_ins` counts for each seat the games in
 * which a stand-in played for it.
 */
export type MatchInfo = {
  scores: number[];
  target: number;
  over: boolean;
  winners: number[];
  games_played: number;
  games: number[][];
  stand_ins: number[];
};

/**
 * The data that stays constant from move to move; `you` is the viewer's seat, null for a spectator.
 *
 * `commitment` and `secret` are in hexadecimal; `secret` is null until the game is over. `rules` is present
 * only until a view includes them. `terms` maps words of the rules to the version's names for its piles; it is empty
 * for people who do not want them, and for versions without names of their own.
 */
export type TableInfo = {
  id: string;
  name: string;
  preset: string | null;
  terms: Record<string, string>;
  rules: Rules | null;
  rules_words: string[];
  differences: string[];
  seats: SeatInfo[];
  match: MatchInfo;
  you: number | null;
  commitment: string | null;
  contributions: string[];
  secret: string | null;
  next_commitment: string;
};

/**
 * A seat's occupant and whether they are present; times in UTC milliseconds.
 *
 * `who` identifies the person: another person at the seat has a different value.
 */
export type SeatPresence = {
  kind: "person" | "guest" | "computer" | "open";
  name: string;
  side: number;
  player: string | null;
  host: boolean;
  here: boolean;
  away_since: number | null;
  stand_in: "away" | "left" | "clock" | null;
  free: boolean;
  contributed: boolean;
  head: string | null;
  ready: boolean;
  who: string | null;
  sign: string | null;
};

/**
 * The people at the table, and its settings; `you`, `host` and `out` are about the viewer.
 *
 * `out` means that the host has asked them to leave; `kicked` is the number of people asked to leave, shown only
 * to the host. `may_resign` means that the viewer can end the game by resigning. `deals_in` is the time until the
 * next deal in milliseconds, null without a countdown. `now` is the viewer's situation before the first game, null
 * once the game itself shows it.
 */
export type People = {
  type: "people";
  state: "gathering" | "running" | "game_over" | "match_over";
  you: number | null;
  host: boolean;
  watching: number;
  seats: SeatPresence[];
  clocks: (number | null)[] | null;
  settings: Settings;
  next_commitment: string;
  deals_in: number | null;
  out: boolean;
  kicked: number;
  may_resign: boolean;
  now: Situation | null;
};

/** A chat line: a text or the id of a phrase, `to` the seat addressed, if any; only the speaker is sent `id`. */
export type Said = {
  type: "said";
  number: number;
  seat: number | null;
  name: string;
  text: string | null;
  phrase: string | null;
  at: number;
  id: string | null;
  to: number | null;
};

/**
 * Everything a viewer may see; `version` counts over the table's lifetime, `ply` within the game.
 *
 * `seconds` is how long a finished game took, as in the statistics; null until it is over.
 */
export type Snapshot = {
  type: "snapshot";
  version: number;
  game: number;
  ply: number;
  table: TableInfo;
  people: People;
  chat: Said[];
  view: View | null;
  log: string[];
  played: string[];
  undo: boolean;
  standing: Standing[] | null;
  seconds: number | null;
};

/**
 * One action and the view after it (without the rules, which do not change).
 *
 * `worlds` is the number of hidden layouts in which a computer player compared its move with others. `pause` is
 * its apparent thinking time in milliseconds before the move is shown, null for people and with a running clock.
 *
 * The event that ends the game carries `match`, `standing`, `seconds`, the deal's `secret` and the
 * `next_commitment`, null in all others.
 */
export type Event = {
  type: "event";
  version: number;
  game: number;
  ply: number;
  seat: number;
  action: "move" | "undo";
  move: string | null;
  id: string | null;
  view: Omit<View, "rules">;
  undo: boolean;
  clocks: (number | null)[] | null;
  stand_in: boolean;
  match: MatchInfo | null;
  standing: Standing[] | null;
  seconds: number | null;
  secret: string | null;
  next_commitment: string | null;
  worlds: number;
  pause: number | null;
};

/**
 * The seat `asks` whether its pass may end the game after `ply` actions, and who has `agreed`.
 *
 * `agreed` is empty if the question is withdrawn, or if the seat `broken_by` has undone its own pass to play on.
 */
export type StalemateTalk = {
  type: "stalemate";
  ply: number;
  asks: number;
  agreed: number[];
  broken_by: number | null;
};

/**
 * After `ply` actions a computer player makes a face, and says `text`, which may be empty.
 *
 * `line` is the name under which the browser remembers it, empty without a text.
 */
export type Remark = {
  type: "remark";
  game: number;
  ply: number;
  seat: number;
  mood: "calm" | "pleased" | "caught" | "thinking" | "beaten";
  text: string;
  line: string;
};

/** A good move after `ply` actions, the plan that it begins as a list of moves, and a description of both. */
export type HintAnswer = {
  type: "hint";
  id: string;
  ply: number;
  move: string;
  line: string[];
  reason: string;
};

/** The moves that bring your pay-off card into play this turn, null if there are none, with a description. */
export type ReachAnswer = {
  type: "reach";
  id: string;
  ply: number;
  line: string[] | null;
  words: string;
};

/** Why a message had no effect, with the current state so that the page can show it. */
export type Refused = {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  version: number | null;
  ply: number | null;
  view: Omit<View, "rules"> | null;
  undo: boolean;
};

/** An invitation or a message is waiting for the page's user. */
export type Called = {
  type: "called";
};

export type ServerMessage =
  | Snapshot
  | Event
  | People
  | Said
  | StalemateTalk
  | Remark
  | HintAnswer
  | ReachAnswer
  | Refused
  | Accepted
  | SettingsChanged
  | Called
  | Pong;
