// What a patience table's page may say to the server (server/protocol/patience.py). Written by `python -m tools.message_types`.

/**
 * The first message: what the page has seen, null for nothing, and whether computer players may speak to it.
 *
 * `heard` are the lines of theirs that its browser has heard in its last games, which are not said again.
 */
export type Hello = {
  type: "hello";
  version?: number | null;
  game?: number | null;
  remarks?: boolean;
  heard?: string[];
};

/** Ask for a good move. */
export type Hint = {
  type: "hint";
  id: string;
  game: number;
  ply: number;
};

/** Ask for a pong. */
export type Ping = {
  type: "ping";
};

/** Play; `autoplay` says which cards go to their foundations after it without being asked for. */
export type Play = {
  type: "move";
  id: string;
  game: number;
  ply: number;
  move: string;
  autoplay?: "off" | "safe" | "all";
};

/** Take back the last moves, each with what followed it automatically, as many as there are at most. */
export type TakeBack = {
  type: "undo";
  id: string;
  game: number;
  ply: number;
  count?: number;
};

/** Make the moves again that were taken back last. */
export type MakeAgain = {
  type: "redo";
  id: string;
  game: number;
  ply: number;
  count?: number;
};

/** Play to the end automatically: all lies open. */
export type Finish = {
  type: "finish";
  id: string;
  game: number;
  ply: number;
};

/** Ask whether the game can still be won. */
export type Solve = {
  type: "solve";
  id: string;
  game: number;
  ply: number;
};

/** Go back to where the game can still be won. */
export type Rescue = {
  type: "rescue";
  id: string;
  game: number;
  ply: number;
};

/** Stop the clock. */
export type Pause = {
  type: "pause";
  id: string;
  game: number;
  ply: number;
};

/** Let the clock run again. */
export type Resume = {
  type: "resume";
  id: string;
  game: number;
  ply: number;
};

/** Say whether the page is in sight: the clock stands still while none is. */
export type Look = {
  type: "look";
  id: string;
  shown: boolean;
};

/** End the game without a win. */
export type GiveUp = {
  type: "give_up";
  id: string;
  game: number;
  ply: number;
};

/** Deal the cards of game `game` once more, as the next game. */
export type Again = {
  type: "again";
  id: string;
  game: number;
};

/** Deal other cards as the game after `game`; what is left out is chosen as for that one. */
export type NextDeal = {
  type: "next";
  id: string;
  game: number;
  deal?: string;
  level?: string | null;
};

export type PatienceMessage =
  | Hello
  | Ping
  | Play
  | TakeBack
  | MakeAgain
  | Finish
  | Pause
  | Resume
  | GiveUp
  | Hint
  | Solve
  | Rescue
  | Again
  | NextDeal
  | Look;

/** A message before the line gives it an id. */
export type Asked<M = PatienceMessage> = M extends { id: string } ? Omit<M, "id"> : never;
