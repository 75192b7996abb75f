// A club's season after a game at one of its events: its leaders, and the link back to the club.

import { make } from "../../kernel/dom/make.js";
import { link } from "../../kernel/finish.js";
import { request } from "../../kernel/line/requests.js";
import { _, ngettext } from "../../texts.js";

/** @typedef {{name: string, url: string, season: number, counted: boolean, leaders: {rank: number, name: string, won: number, you: boolean}[]}} Club */

/** The game is over at the table before it is counted in the club. */
const LOOK_MS = 2000;

/** Shows the club of a table, if it has one, and its leaders as soon as the game is counted. @param {HTMLElement} place @param {string} table */
export async function tellClub(place, table) {
  /** @type {{club: Club | null}} */
  const { club } = await request("GET", `/api/tables/${table}/club`).catch(() => ({ club: null }));
  if (!club) return;
  const head = make("p", "", link(club.url, club.name), " · ", _("Season {number}", { number: club.season }));
  const leaders = club.leaders.map(({ rank, name, won, you }) => {
    const words = make("span", "soft", ngettext("{n} game won", "{n} games won", won));
    return make("li", you ? "you" : "", `${rank}. `, make("b", "", name), " ", words);
  });
  const list = make("ol", "", ...leaders);
  place.replaceChildren(head, ...(leaders.length > 0 ? [list] : []));
  if (!club.counted) setTimeout(() => place.isConnected && void tellClub(place, table), LOOK_MS);
}
