// Ratings at a rated table: those of the people there, beside their names, and the changes after a game.

import { make } from "../../kernel/dom/make.js";
import { request } from "../../kernel/line/requests.js";
import { _ } from "../../texts.js";

/** @import {People} from "../messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {SeatRating} from "../types.js" */

/**
 * A game's effect on a rating; `place` is the one on the leaderboard, null for people who are not on it.
 * @typedef {{before: number, after: number, give_or_take: number, place: number | null}} Change
 */

/** Keeps the ratings of the people at the table up to date. @param {Stage} stage */
export function mount(stage) {
  let known = "";
  const look = async (/** @type {People} */ { seats, state }) => {
    const sitting = JSON.stringify([state, seats.map(({ kind, name, player }) => [kind, name, player])]);
    if (sitting === known) return;
    known = sitting;
    // Without an answer only the names are shown.
    const found = await request("GET", `/api/tables/${stage.root.dataset.table}/ratings`).catch(() => null);
    if (found && sitting === known) stage.rate(/** @type {(SeatRating | null)[]} */ (found));
  };
  stage.on("message", (message) => {
    if (message.type === "people") void look(message);
    else if (message.type === "snapshot" && message.people) void look(message.people);
  });
}

/**
 * Writes a game's effect on the ratings: beside each of the racers, and one's own in a line.
 * @param {HTMLElement} line
 * @param {HTMLElement} racers
 * @param {{table: string, game: number, you: number | null}} of
 */
export async function tellRatings(line, racers, { table, game, you }) {
  const found = await request("GET", `/api/tables/${table}/games/${game}/ratings`).catch(() => null);
  if (!found) return;
  const changes = /** @type {(Change | null)[]} */ (found.changes);
  if (changes.every((change) => change === null)) line.textContent = _("This game does not count for the ratings.");
  changes.forEach((change, seat) => {
    if (!change) return;
    const { before, after, place } = change;
    const shown = `${before} → ${after}`;
    if (seat !== you) {
      const words = _("Rating from {before} to {after}", { before, after });
      racers.querySelector(`[data-seat="${seat}"]`)?.append(make("span", "rated", ...told(shown, words)));
      return;
    }
    const went = _("Your rating went from {before} to {after}.", { before, after });
    const [seen, heard] = place === null ? ["", ""] : [_("place {place}", { place }), _("You have place {place}.", { place })];
    line.append(...told([`${_("Your rating")}: ${shown}`, seen].filter(Boolean).join(", "), `${went} ${heard}`.trim()));
  });
}

/** A visible text and one for screen readers. @param {string} seen @param {string} heard */
function told(seen, heard) {
  const shown = make("span", "", seen);
  shown.ariaHidden = "true";
  return [shown, make("span", "visually-hidden", heard)];
}
