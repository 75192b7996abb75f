// How long a moment lasts: until it is over, or until a gesture that ends it.

/** @param {number} length in milliseconds @returns {Promise<void>} */
export function untilGesture(length) {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
      clearTimeout(over);
      resolve();
    };
    const over = setTimeout(end, length);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
  });
}
