// What a table's page may say to the server (server/protocol/incoming.py). Written by `python -m tools.message_types`.

import type { ClockSettings } from "./messages.js";

/** The settings that somebody asks for; what is left out stays as it is. */
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

/** Play a move, in the text of RULES.md section 9, after `ply` actions of game `game`. */
export type Move = {
  type: "move";
  id: string;
  game: number;
  ply: number;
  move: string;
};

/** Take back the last move of your own turn. */
export type Undo = {
  type: "undo";
  id: string;
  game: number;
  ply: number;
};

/** Give the game up: your side has lost. */
export type Resign = {
  type: "resign";
  id: string;
  game: number;
  ply: number;
};

/** By correspondence, at a table for two: win against somebody whose time ran out, instead of playing on. */
export type Claim = {
  type: "claim";
  id: string;
  game: number;
  ply: number;
  seat: number;
};

/**
 * Say whether a pass that makes a stalemate may end the game.
 *
 * The seat whose pass it is asks with `end` true, and the others answer; with `end` false the game goes on.
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
 * It is dealt when all people at the table are ready, or when the countdown is over that the first of them starts.
 */
export type Next = {
  type: "next";
  id: string;
  game: number;
};

/** Stop the countdown to the game after game `game`, and be not ready for it. */
export type Wait = {
  type: "wait";
  id: string;
  game: number;
};

/** Ask for a pong. */
export type Ping = {
  type: "ping";
};

/** Take an open seat before the start, move to another, or take another name on your own. */
export type Sit = {
  type: "sit";
  id: string;
  seat: number;
  name: string;
};

/** Leave one's seat before the start. */
export type Stand = {
  type: "stand";
  id: string;
};

/** Host: somebody else at the device plays on; the page sees and plays their seat, or your own again. */
export type HandOver = {
  type: "hand_over";
  id: string;
  seat: number;
};

/** Host: open a seat, or let a computer player have it. */
export type Seat = {
  type: "seat";
  id: string;
  seat: number;
  kind: "open" | "computer";
  player?: string | null;
};

/** Host: ask somebody to leave before the start. */
export type Kick = {
  type: "kick";
  id: string;
  seat: number;
};

/** Host: let who was asked to leave last back in. */
export type Pardon = {
  type: "pardon";
  id: string;
};

/** Host: exchange who sits at two seats before the start. */
export type Swap = {
  type: "swap";
  id: string;
  seat: number;
  other: number;
};

/** Host: other rules and settings before the start; what is left out stays as it is. */
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

/** One's own part of the fair deal of game `game`, the next to be dealt: 32 bytes in hexadecimal. */
export type Contribute = {
  type: "contribute";
  id: string;
  game: number;
  contribution: string;
};

/** Go for good: a stand-in plays on, and the seat may be taken. */
export type Leave = {
  type: "leave";
  id: string;
};

/** Take one's seat back from the stand-in. */
export type Back = {
  type: "back";
  id: string;
};

/** By correspondence: give somebody whose time ran out their seat back, and three days for their next move. */
export type MoreTime = {
  type: "more_time";
  id: string;
  seat: number;
};

/** Take over a seat that is free to be taken, after the start. */
export type Take = {
  type: "take";
  id: string;
  seat: number;
  name: string;
};

/**
 * Choose the head that everybody sees at one's seat, null for one made from the name.
 *
 * A `name` and a `sign` for one's plate go with it. A head that is worn `by_default` gives way to another where
 * somebody at the table wears it, and a sign that is not earned to none.
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
 * Say something to everybody at the table: a text of your own or a ready-made phrase.
 *
 * `to` is the seat that is meant, if one is.
 */
export type Say = {
  type: "say";
  id: string;
  text?: string | null;
  phrase?: string | null;
  to?: number | null;
};

/** Report the name of the person at `seat`, or the `line` of chat of that number, to the operator. */
export type Report = {
  type: "report";
  id: string;
  seat?: number | null;
  line?: number | null;
};

/** Ask for a good move. */
export type Hint = {
  type: "hint";
  id: string;
  game: number;
  ply: number;
};

/** Ask whether one's pay-off card can be played this turn. */
export type Reach = {
  type: "reach";
  id: string;
  game: number;
  ply: number;
};

/** Take back one's whole turn. */
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
