// The delay before the table shows a move: the apparent thinking time of its player.

/** Before the move of an unknown player, in milliseconds at normal speed. */
const USUAL = 300;
/** Nobody waits longer than this, not even at a slow pace. */
const LONGEST = 2400;

/**
 * @param {number | null | undefined} pause the server's value for a computer player, in milliseconds at normal speed
 * @param {number} pace the factor of the speed setting, 0 without motion
 */
export function breath(pause, pace) {
  return Math.min(LONGEST, (pause ?? USUAL) * pace);
}
