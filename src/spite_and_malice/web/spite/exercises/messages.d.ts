// What the server says to the page of an exercise (server/protocol/exercises.py). Written by `python -m tools.message_types`.

import type { View } from "../view.js";

/** A move made in an exercise, and the person's view after it, without the rules. */
export type ExerciseAction = {
  seat: number;
  move: string;
  view: Omit<View, "rules">;
};
