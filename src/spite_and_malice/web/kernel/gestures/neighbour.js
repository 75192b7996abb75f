// The target of an arrow key: the nearest place in its direction.

/** @import {Rect} from "../types.js" */

/** The extra distance for each pixel off the straight line. */
const ASIDE = 2.5;
/** Less than this distance ahead counts as beside. */
const LEAST = 1;
/** Farther than anything on a table. */
const FAR = 1e5;

/**
 * The nearest place in a direction, undefined if there is none. To the left and right a place on the same height comes before
 * all others, and the nearest pile before the best card of another: a row can be walked to its end.
 * @template {{rect: Rect}} P
 * @param {Rect} from @param {P[]} places @param {readonly [number, number]} direction
 * @returns {P | undefined}
 */
export function neighbour(from, places, [dx, dy]) {
  let best;
  let least = Infinity;
  for (const place of places) {
    const { rect } = place;
    const x = rect.x + rect.w / 2 - from.x - from.w / 2;
    const y = rect.y + rect.h / 2 - from.y - from.h / 2;
    const ahead = x * dx + y * dy;
    if (ahead < LEAST) continue;
    const level = dx !== 0 && rect.y < from.y + from.h && from.y < rect.y + rect.h;
    const aside = Math.abs(x * dy + y * dx);
    const cost = level ? ahead + aside / FAR - FAR : ahead + ASIDE * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
