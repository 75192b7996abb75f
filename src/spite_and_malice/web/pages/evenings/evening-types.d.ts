// An evening as the server tells it (server/features/evenings/answers.py).

export type Place = { guest: number | null; name: string; side: number; points: number | null; won: boolean | null; stand_in: number };
export type RoundTable = { number: number; url: string; seats: Place[]; over: boolean; yours: boolean };
export type Round = { number: number; tables: RoundTable[]; resting: string[] };
export type Guest = {
  number: number;
  name: string;
  head: string | null;
  team: string;
  state: "waiting" | "ready" | "paused" | "left";
  here: boolean;
  host: boolean;
  you: boolean;
  table: number | null;
  played: number;
  won: number;
  points: number;
  rested: number;
  stand_ins: number;
};
export type Claim = { who: string; guest: number; name: string };
export type Team = { name: string; guests: string[]; won: number; points: number };
export type Evening = {
  id: string;
  name: string;
  url: string;
  players: number;
  pairs: boolean;
  computer: string | null;
  call: string;
  round: number;
  called: boolean;
  over: boolean;
  you: number | null;
  host: boolean;
  acts: boolean;
  changed_at: number;
  guests: Guest[];
  ranking: Team[];
  rounds: Round[];
  awaited: string[];
  enough: boolean;
  table: string | null;
  claims: Claim[];
  claim: number | null;
  now: { state: string; words: string; then: string; at: number | null; acts: string[]; url: string | null };
};
