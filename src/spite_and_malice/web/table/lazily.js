// Parts of the page that are not fetched before they are wanted.

/**
 * Has something fetched when it is first wanted, once; after a failure again with the next wish.
 * @template T @param {() => Promise<T>} fetching @returns {() => Promise<T>}
 */
export function lazily(fetching) {
  /** @type {Promise<T> | null} */
  let fetched = null;
  return () => {
    if (!fetched) {
      fetched = fetching();
      fetched.catch(() => (fetched = null));
    }
    return fetched;
  };
}
