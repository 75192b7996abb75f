// The part of a position that one seat may see, as sent by the server (docs/protocol.md).

import type { Card } from "../kernel/types.js";
import type { Rules } from "./rules.js";

export type Player = { hand: string[] | number; payoff: { count: number; top: Card }[]; side: string[][] };

export type Result = { reason: string; winners: number[]; scores: number[] };

export type View = {
  rules: Rules;
  centre: string[][];
  stock: number;
  aside: string[];
  players: Player[];
  turn: number;
  stage: "play" | "cover" | "fill" | "break" | "over";
  cover: number | null;
  passes: number;
  moved: boolean;
  result: Result | null;
  seat: number | null;
  /** The seat whose row is at the bottom for a spectator, if a page sets it. */
  below?: number;
  legal: string[];
  /** The legal moves that do not end the turn; missing if the server is older, or nobody is to move. */
  goes_on?: string[];
};

/** One side at the end, by pay-off cards left. */
export type Standing = { rank: number; seats: number[]; left: number };
