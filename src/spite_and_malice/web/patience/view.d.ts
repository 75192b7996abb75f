// What the player of a game of patience sees, as the server sends it (PATIENCE.md section 6).

import type { Rules } from "./defaults.js";

export type Suit = "s" | "h" | "d" | "c";

/** Face-up cards; one that is on its way and not known yet is null. */
export type Cards = (string | null)[];

/**
 * The rules are without what is at its default; a suit that has two foundations has two counts. Foundations that have numbers
 * instead of suits have their cards, bottom first.
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
