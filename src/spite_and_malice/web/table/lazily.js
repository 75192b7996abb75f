// Parts of the page that are not fetched before they are wanted.

/**
 * Has something fetched when it is first wanted, once for each name; after a failure again with the next wish.
 * @template T @template [Name=void] @param {(name: Name) => Promise<T>} fetching @returns {(name: Name) => Promise<T>}
 */
export function lazily(fetching) {
  /** @type {Map<Name, Promise<T>>} */
  const fetched = new Map();
  return (name) => {
    let known = fetched.get(name);
    if (!known) {
      known = fetching(name);
      fetched.set(name, known);
      known.catch(() => fetched.delete(name));
    }
    return known;
  };
}
