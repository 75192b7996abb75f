// Keeps a television at the table that it follows: it checks periodically which one that is, and loads it.

import { at } from "../../places.js";

/** Milliseconds between two checks. */
const EVERY = 4_000;
/** The time for which the end of a game stays visible. */
const LINGER = 12_000;

/** @param {HTMLElement} place */
function follow({ dataset: { tv = "", shown = "", round } }) {
  let before = "";
  const look = async () => {
    const response = await fetch(at(`/api/tv/${tv}${location.search}`), { headers: { accept: "application/json" } }).catch(() => null);
    if (!response?.ok) return;
    const { table, evening } = await response.json();
    const now = JSON.stringify(round === undefined ? null : evening);
    const isOther = (table ?? "") !== shown || (before !== "" && now !== before);
    before = now;
    if (isOther) setTimeout(() => location.reload(), table === null && shown ? LINGER : 0);
  };
  void look();
  setInterval(look, EVERY);
}

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-tv]"));
if (place) follow(place);

export const ready = true;
