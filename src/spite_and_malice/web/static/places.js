// The location of the pages: at the root of a server, or deeper in a browser without one (offline/inside.js).

/** The prefix of the path of every page: empty at a server. */
export const root = document.documentElement.dataset.root;

/** The path of its host below which a server has its pages: "" if it has the host to itself (server/http/hosts.py). */
export const base = document.documentElement.dataset.base ?? "";

/**
 * The address of a file that pages load, by its path below their common folder.
 * @param {string} path such as "look/backs/lattice.svg"
 */
export const fileAt = (path) => new URL(path, import.meta.url).href;

/** The address of something at the server, by its path on a server with its own host. @param {string} path */
export const at = (path) => (path.startsWith("/") && !path.startsWith(`${base}/`) ? base + path : path);

/**
 * An address for others: of a page, or of the game if the page exists only in this browser.
 * @param {string} path of the page on a server
 * @param {boolean} [isOwn] whether it shows data of this browser
 */
export function addressFor(path, isOwn = false) {
  if (root === undefined) return location.origin + at(path);
  return `${location.origin}${root.slice(0, root.lastIndexOf("/") + 1)}${isOwn ? "" : `#${path}`}`;
}

/**
 * Go to a page.
 * @param {string} url its path on a server, or a whole address
 * @param {Location} [where] of this tab or of another
 */
export function go(url, where = location) {
  where.assign(new URL(root && url.startsWith("/") ? root + url : at(url), location.href));
}

/** The path of the tournament that a table is part of, else null. @param {HTMLElement} table */
export const tournamentOf = ({ dataset: { back } }) => (back?.startsWith("/tournaments/") ? back : null);
