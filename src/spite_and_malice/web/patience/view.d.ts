// The view of the player of a game of patience, as sent by the server (PATIENCE.md section 6).

import type { Rules } from "./defaults.js";

export type Suit = "s" | "h" | "d" | "c";

/** Face-up cards; one that is on its way and still unknown is null. */
export type Cards = (string | null)[];

/**
 * The rules omit defaults; a suit with two foundations has two counts. Numbered foundations have their cards, bottom
 * first.
 */
export type View = {
  rules: Partial<Rules> & Pick<Rules, "draw" | "passes" | "empty" | "worry_back">;
  stock: number;
  waste: Cards;
  foundations: Record<Suit, number | number[]> | string[][];
  tableau: { down: number; up: Cards }[];
  pass: number;
  result: "won" | "stuck" | null;
  cells?: Cards;
  reserve?: { down: number; up: Cards }[];
  base?: number;
  pocket?: Cards;
  merci?: number;
  legal: string[];
};
