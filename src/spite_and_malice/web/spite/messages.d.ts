// What the server says to a table's page (server/protocol/outgoing.py). Written by `python -m tools.message_types`.

import type { Rules } from "./rules.js";
import type { Standing, View } from "./view.js";

/** A time for each move, or one for all moves of a player with an increment for each; in seconds. */
export type ClockSettings = {
  kind: "move" | "player";
  seconds: number;
  increment: number;
};

/**
 * Every setting of a table; the defaults are those of a table for one person.
 *
 * What can be asked for, the browser's types and the form's defaults follow from the fields; the form has a control
 * for each (web/templates/_form.html.j2). `grace` is for tables that the house makes alone: the seconds within which
 * people must come, or they lose the first game.
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
 * What now: a `state` by name, in `words`, and what `then` happens if nothing is done, at the time `at`.
 *
 * `at` is in UTC milliseconds, null where no time is set. `acts` names what can be done, the first thing first;
 * `url` is where to go now, or null. The words stand in the language of who reads them.
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
 * Who sits at a seat, for everybody to see; `side` numbers the sides (partners share one).
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
 * The match so far: points of each seat, the points that end it, and whether and by whom it is won.
 *
 * `games` has the points that each finished game brought the seats; `stand_ins` counts for each seat the games in
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
 * What does not change from move to move; `you` is the viewer's seat, null for a spectator.
 *
 * `commitment` and `secret` are in hexadecimal; `secret` is null until the game is over. `rules` are there
 * only as long as no view has them. `terms` gives, by the words of the rules, what the version at the table calls
 * its piles; it is empty for those who do not want that, and where the version has no words of its own.
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
 * Who sits at a seat and whether they are there; times in UTC milliseconds.
 *
 * `who` stands for the person: somebody else at the seat has another one.
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
 * Who is at the table, and how it is set; `you`, `host` and `out` are about the viewer.
 *
 * `out` says that the host has asked them to leave, `kicked` how many were asked to, for the host alone.
 * `may_resign` says that the viewer can end a game as its loser. `deals_in` are the milliseconds after which the
 * next game is dealt, null while no countdown runs. `now` is what there is for the viewer before the first game,
 * null once the game says it.
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

/** A line of the chat: a text or the id of a phrase, `to` whom if to one; only the speaker learns `id`. */
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

/** Everything a viewer may see; `version` counts over the table's life, `ply` within the game. */
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
};

/**
 * One action and the view after it (without the rules, which do not change).
 *
 * `worlds` are the layouts of the hidden cards in which a computer player compared its move with others, `pause`
 * for how many milliseconds it seems to think before the move is shown, null for people and where a clock runs.
 *
 * The event that ends the game carries `match`, `standing`, the deal's `secret` and the `next_commitment`,
 * null in all others.
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
  secret: string | null;
  next_commitment: string | null;
  worlds: number;
  pause: number | null;
};

/**
 * The seat `asks` whether its pass may end the game after `ply` actions, and who has `agreed`.
 *
 * Nobody has where the question is withdrawn, or where the seat `broken_by` has taken its own pass back to play on.
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
 * `line` is by which name the browser remembers it, empty without a text.
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

/** A good move after `ply` actions, the plan that it begins, move by move, and both in words with the reason. */
export type HintAnswer = {
  type: "hint";
  id: string;
  ply: number;
  move: string;
  line: string[];
  reason: string;
};

/** The moves that bring one's pay-off card into play this turn, null if none do, and that in words. */
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

/** The message has been carried out. */
export type Accepted = {
  type: "accepted";
  id: string;
  version: number;
  ply: number;
};

/** An invitation or a message waits for the person of the page. */
export type Called = {
  type: "called";
};

/** On another device of the same person something else was chosen: `GET /api/me/settings` says what. */
export type SettingsChanged = {
  type: "settings";
};

/** The answer to a ping. */
export type Pong = {
  type: "pong";
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
