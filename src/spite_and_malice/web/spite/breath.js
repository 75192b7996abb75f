// How long the table holds its breath before it shows a move: as long as who made it seems to think.

/** Before the move of an unknown player, in milliseconds at normal speed. */
const USUAL = 300;
/** Nobody waits longer than this, not even at a slow pace. */
const LONGEST = 2400;

/**
 * @param {number | null | undefined} pause what the server says of a computer player, in milliseconds at normal speed
 * @param {number} pace the factor of the speed that is set, 0 where nothing moves
 */
export function breath(pause, pace) {
  return Math.min(LONGEST, (pause ?? USUAL) * pace);
}
