// What a patience table's page may say to the server (server/protocol/patience.py). Written by `python -m tools.message_types`.

import type { Hello, Hint, Ping } from "../kernel/line/messages.js";

/** Play; `autoplay` selects the cards that then move to their foundations automatically. */
export type Play = {
  type: "move";
  id: string;
  game: number;
  ply: number;
  move: string;
  autoplay?: "off" | "safe" | "all";
};

/** Undo the last moves, each with its automatic moves, or all of them if there are fewer. */
export type TakeBack = {
  type: "undo";
  id: string;
  game: number;
  ply: number;
  count?: number;
};

/** Redo the moves that were last undone. */
export type MakeAgain = {
  type: "redo";
  id: string;
  game: number;
  ply: number;
  count?: number;
};

/** Play to the end automatically once all cards are face up. */
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

/** Go back to the latest position from which the game can still be won. */
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

/** Restart the clock. */
export type Resume = {
  type: "resume";
  id: string;
  game: number;
  ply: number;
};

/** Report whether the page is visible: the clock stops while no page is. */
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

/** Deal the cards of game `game` again, as the next game. */
export type Again = {
  type: "again";
  id: string;
  game: number;
};

/** Deal other cards as the game after `game`; omitted fields are taken from that game. */
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
