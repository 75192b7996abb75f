// What a table's page may say to the server (server/protocol/incoming.py). Written by `python -m tools.message_types`.

import type { Hello, Hint, Ping } from "../kernel/line/messages.js";
import type { ClockSettings } from "./messages.js";

/** The requested settings; omitted fields stay as they are. */
export type SettingsRequest = {
  start?: "full" | "host";
  listed?: boolean;
  clock?: ClockSettings | null;
  away_seconds?: number | null;
  chat?: "all" | "phrases" | "off";
  spectators?: boolean;
  delay?: number;
  help?: boolean;
  undo_turns?: boolean;
  rated?: boolean;
};

/** Play a move, in the text of RULES.md section 9, after `ply` actions of game `game`. */
export type Move = {
  type: "move";
  id: string;
  game: number;
  ply: number;
  move: string;
};

/** Undo the last move of your own turn. */
export type Undo = {
  type: "undo";
  id: string;
  game: number;
  ply: number;
};

/** Resign: your side loses. */
export type Resign = {
  type: "resign";
  id: string;
  game: number;
  ply: number;
};

/** By correspondence, at a table for two: claim the win from a player who ran out of time, instead of playing on. */
export type Claim = {
  type: "claim";
  id: string;
  game: number;
  ply: number;
  seat: number;
};

/**
 * Agree or object to ending the game by a pass that makes a stalemate.
 *
 * The seat that wants to pass asks with `end` true, and the others answer; with `end` false the game continues.
 */
export type Stalemate = {
  type: "stalemate";
  id: string;
  game: number;
  ply: number;
  end: boolean;
};

/**
 * Be ready for the game after game `game`: of the match, or of a new one when the match is over.
 *
 * It is dealt when all people at the table are ready, or when the countdown started by the first of them is over.
 */
export type Next = {
  type: "next";
  id: string;
  game: number;
};

/** Stop the countdown to the game after game `game`, and withdraw your own readiness. */
export type Wait = {
  type: "wait";
  id: string;
  game: number;
};

/** Take an open seat before the start, move to another, or change your own name. */
export type Sit = {
  type: "sit";
  id: string;
  seat: number;
  name: string;
};

/** Leave your seat before the start. */
export type Stand = {
  type: "stand";
  id: string;
};

/** Host: another person at this device plays on; the page shows and plays their seat, or yours again. */
export type HandOver = {
  type: "hand_over";
  id: string;
  seat: number;
};

/** Host: open a seat, or assign it to a computer player. */
export type Seat = {
  type: "seat";
  id: string;
  seat: number;
  kind: "open" | "computer";
  player?: string | null;
};

/** Host: ask a person to leave before the start. */
export type Kick = {
  type: "kick";
  id: string;
  seat: number;
};

/** Host: readmit the person who was last asked to leave. */
export type Pardon = {
  type: "pardon";
  id: string;
};

/** Host: swap the occupants of two seats before the start. */
export type Swap = {
  type: "swap";
  id: string;
  seat: number;
  other: number;
};

/** Host: change rules and settings before the start; omitted fields stay as they are. */
export type Configure = {
  type: "configure";
  id: string;
  preset?: string | null;
  rules?: Record<string, unknown>;
  target?: number;
  settings?: SettingsRequest;
};

/** Deal the first game. */
export type Start = {
  type: "start";
  id: string;
};

/** Your contribution to the fair deal of game `game`, the next one to be dealt: 32 bytes in hexadecimal. */
export type Contribute = {
  type: "contribute";
  id: string;
  game: number;
  contribution: string;
};

/** Leave for good: a stand-in plays on, and others may take the seat. */
export type Leave = {
  type: "leave";
  id: string;
};

/** Take your seat back from the stand-in. */
export type Back = {
  type: "back";
  id: string;
};

/** By correspondence: return the seat to a player who ran out of time, with three days for their next move. */
export type MoreTime = {
  type: "more_time";
  id: string;
  seat: number;
};

/** Take over a vacant seat after the start. */
export type Take = {
  type: "take";
  id: string;
  seat: number;
  name: string;
};

/**
 * Choose the head shown at your seat, null for one derived from the name.
 *
 * It comes with a `name` and a `sign` for your plate. A head chosen `by_default` is replaced if somebody at the
 * table already has it, and an unearned sign is dropped.
 */
export type Wear = {
  type: "wear";
  id: string;
  head: string | null;
  name?: string | null;
  by_default?: boolean;
  sign?: string | null;
};

/**
 * Send a chat line to everybody at the table: your own text or a ready-made phrase.
 *
 * `to` is the seat addressed, if any.
 */
export type Say = {
  type: "say";
  id: string;
  text?: string | null;
  phrase?: string | null;
  to?: number | null;
};

/** Report the name of the person at `seat`, or the chat line number `line`, to the operator. */
export type Report = {
  type: "report";
  id: string;
  seat?: number | null;
  line?: number | null;
};

/** Ask whether your pay-off card can be played this turn. */
export type Reach = {
  type: "reach";
  id: string;
  game: number;
  ply: number;
};

/** Undo your whole turn. */
export type UndoTurn = {
  type: "undo_turn";
  id: string;
  game: number;
  ply: number;
};

export type ClientMessage =
  | Hello
  | Move
  | Stalemate
  | Undo
  | Resign
  | Claim
  | Next
  | Wait
  | Ping
  | Sit
  | Stand
  | Seat
  | Kick
  | Pardon
  | Swap
  | Configure
  | Leave
  | Back
  | MoreTime
  | Take
  | Wear
  | Start
  | Contribute
  | HandOver
  | Say
  | Report
  | Hint
  | Reach
  | UndoTurn;

/** A message before the line gives it an id. */
export type Asked<M = ClientMessage> = M extends { id: string } ? Omit<M, "id"> : never;
