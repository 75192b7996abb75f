// The rules of a table (RULES.md section 7). Written by `python -m tools.message_types`.

export type Deck = { jokers: number } & ({ packs: number } | { numbers: Record<string, number> });

export type Score = {
  win: number;
  card: number;
  stalemate: "difference" | "none";
};

export type Rules = {
  players: number;
  partners: boolean;
  deck: Deck;
  payoff_deck: Deck | null;
  wilds: ("K" | "*")[];
  build_to: number;
  wild_never: number[];
  wild_covered: boolean;
  hand: number;
  payoff: number;
  payoff_piles: number;
  centre: number | null;
  completed: "shuffle" | "aside";
  side: number;
  side_order: "any" | "descending";
  side_dealt: boolean;
  side_filled: boolean;
  no_discard: number[];
  pairs: boolean;
  pass: boolean;
  loading: boolean;
  empty_hand: "refill" | "end";
  forced: number[];
  forced_from: ("hand" | "payoff" | "side")[];
  first: "highest" | "dealer" | "left";
  stock_out: "draw" | "fewest" | "renew";
  stalemate: "end" | "low" | "redeal";
  score: Score;
  target: number;
};
