// What one seat may see of a position, as the server sends it (docs/protocol.md).

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
  /** Whose row lies below for somebody who watches, where a page says so. */
  below?: number;
  legal: string[];
  /** The legal moves that do not end the turn; missing where the server is older, or nobody moves. */
  goes_on?: string[];
};

/** One side at the end, by pay-off cards left. */
export type Standing = { rank: number; seats: number[]; left: number };
