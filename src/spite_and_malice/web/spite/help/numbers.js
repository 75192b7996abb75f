// Where the numbers of a hint's moves lie on the table.

/** The distance between the numbers of moves to one place, in CSS pixels. */
const SPREAD = 20;

/**
 * The place of one of several numbers, from the middle of their target: in rows no wider than that, so that none lies on
 * what is beside it.
 * @param {number} at @param {number} count @param {number} width of the place
 */
export function placeOf(at, count, width) {
  const columns = Math.min(count, Math.max(1, Math.floor(width / SPREAD)));
  const [row, column] = [Math.floor(at / columns), at % columns];
  const inRow = Math.min(columns, count - row * columns);
  return { x: SPREAD * (column - (inRow - 1) / 2), y: SPREAD * (row - (Math.ceil(count / columns) - 1) / 2) };
}
