// Where the pages lie: at the root of a server, or deeper in a browser without one (offline/inside.js).

/** What stands before the path of every page: nothing at a server. */
export const root = document.documentElement.dataset.root;

/**
 * Go to a page.
 * @param {string} url its path as a server has it, or a whole address
 * @param {Location} [where] of this tab or of another
 */
export function go(url, where = location) {
  where.assign(new URL(root && url.startsWith("/") ? root + url : url, location.href));
}
