// What a game brought a player: records, stars on the ladder, signs, and entries in the scrapbook.

import { make, makeButton } from "../../kernel/dom/make.js";
import { clock } from "../../kernel/dom/times.js";
import { request } from "../../kernel/line/requests.js";
import { styled } from "../../kernel/dom/lazily.js";
import { faceOf } from "../../kernel/people/heads.js";
import { lookUrl } from "../../kernel/settings/looks.js";
import { loadSettings, saveSettings } from "../../kernel/settings/settings.js";
import { _, ngettext } from "../../texts.js";
import { LEVELS } from "../board/plates.js";

/** @import {Table} from "../types.js" */

/**
 * The names of beaten records.
 * @type {Record<string, (value: number, before: number) => string>}
 */
const BEATEN = {
  time: (value, before) => _("Your quickest win: {time}. It was {before}.", { time: clock(value), before: clock(before) }),
  turns: (n, before) => ngettext("Your fewest turns: {n}. It was {before}.", "Your fewest turns: {n}. It was {before}.", n, { before }),
  margin: (n, before) => ngettext("Your largest margin: {n} card. It was {before}.", "Your largest margin: {n} cards. It was {before}.", n, { before }),
  most_payoff: (n, before) => ngettext("Your most [pay-off cards] in one turn: {n}. It was {before}.", "Your most [pay-off cards] in one turn: {n}. It was {before}.", n, { before }),
};

/** One's own records beaten by the game. @param {HTMLElement} place @param {Table} table @param {number} game */
export async function tellRecords(place, table, game) {
  const found = await request("GET", `/api/tables/${table.id}/games/${game}/records`).catch(() => ({ records: [] }));
  for (const { measure, value, before } of found.records) {
    place.append(make("p", "", make("span", "badge", _("New record")), " ", BEATEN[measure](value, before)));
  }
}

/**
 * The text for a star won, by its number: the opponent, and the games.
 * @type {((names: {name: string, family: string}) => string)[]}
 */
const STAR_WORDS = [
  (names) => _("Your first star against {name} ({family})!", names),
  (names) => _("Your second star against {name} ({family})!", names),
  (names) => _("Your third star against {name} ({family})!", names),
];

/** The game's effect on the ladder. @param {HTMLElement} place @param {Table} table @param {number} game */
export async function tellClimbed(place, table, game) {
  // A game against several, or against people, does not count.
  const computers = table.seats.filter(({ kind }, seat) => kind === "computer" && seat !== table.you);
  if (computers.length === 0 || !computers.every(({ player }) => player === computers[0].player && LEVELS[player ?? ""])) return;
  const found = await request("GET", `/api/tables/${table.id}/games/${game}/ladder`).catch(() => null);
  if (!found) return;
  await styled("kernel/dom/stars.css");
  const { player, name, family, before, stars, gold_before: goldBefore, gold, next, promoted, signs } = found;
  // Somebody with three stars elsewhere reads where these are: none has been lost. At a table with other names, such as
  // a tournament's, the opponent is the one with that way of playing.
  const seated = computers[0].name;
  const starsThere = seated === name ? _("Your stars against {name}: {family}", { name, family }) : _("{seat} plays as {name} does. Your stars against {name}: {family}", { seat: seated, name, family });
  const whose = make("p", "small soft", starsThere);
  const gained = stars > before ? STAR_WORDS[stars - 1]({ name, family }) : "";
  const silver = stars > before && gold < stars ? _("It is silver, for there were hints; without any it turns to gold.") : "";
  const golden = stars === before && gold > goldBefore ? _("A silver star has turned to gold.") : "";
  const after = promoted ? _("You have climbed to {name}.", { name: LEVELS[promoted].name }) : next;
  const words = [gained, silver, golden, after].filter(Boolean).join(" ");
  const link = Object.assign(make("a", "", _("The ladder")), { href: "/ladder" });
  if (promoted && table.you !== null) place.append(ascent(table.seats[table.you], player, promoted));
  place.append(whose, starRow(stars, before, gold), make("p", "small", words || _("All stars against {name}.", { name }), " ", link));
  for (const sign of signs) place.append(signEarned(sign));
}

/** A sign earned by the game, and a button to put it on one's plate. @param {{id: string, name: string}} sign */
function signEarned({ id, name }) {
  const picture = Object.assign(new Image(), { className: "sign", src: lookUrl("sign", id), alt: "" });
  const use = makeButton("", _("Put it on your plate"), () => {
    saveSettings({ ...loadSettings(), sign: id });
    dispatchEvent(new Event("spite-settings"));
    use.replaceWith(make("span", "small soft", _("It is on your plate now.")));
  });
  return make("div", "sign-earned", picture, make("p", "small", make("b", "", _("A sign for your plate: {name}", { name }))), use);
}

/**
 * The step that somebody has climbed: from the beaten level, whose head is still there, to the next.
 * @param {import("../../kernel/people/heads.js").Faced} you
 * @param {string} from
 * @param {string} to
 */
function ascent(you, from, to) {
  const step = (/** @type {string} */ player, /** @type {string} */ mood) =>
    make("div", "step", faceOf({ kind: "computer", name: LEVELS[player].name, player, mood }, 0));
  const climber = make("div", "climber", faceOf(you, 0));
  const scene = make("div", "ascent", step(from, "beaten"), step(to, "pleased"), climber);
  scene.ariaHidden = "true";
  return scene;
}

/** Of more achievements only the number is shown: the card is for the result. */
const MOST_ACHIEVED = 3;

/** The game's new scrapbook entries. @param {HTMLElement} place @param {Table} table @param {number} game */
export async function tellAchieved(place, table, game) {
  const answer = await request("GET", `/api/tables/${table.id}/games/${game}/achievements`).catch(() => ({ achieved: [] }));
  /** @type {{key: string, title: string, words: string}[]} */
  const achieved = answer.achieved;
  const to = (/** @type {string} */ key, /** @type {string} */ words) => Object.assign(make("a", "", words), { href: `/scrapbook${key}` });
  // A single extra one fits in the line that would count it.
  const told = achieved.length > MOST_ACHIEVED + 1 ? achieved.slice(0, MOST_ACHIEVED) : achieved;
  for (const { key, title, words } of told) {
    place.append(make("p", "", make("span", "badge", _("Scrapbook")), " ", to(`#${key}`, title), " ", make("span", "soft", words)));
  }
  const more = achieved.length - told.length;
  if (more > 0) place.append(make("p", "", to("", ngettext("{n} more in your scrapbook", "{n} more in your scrapbook", more))));
}

const STAR = "M12 2.500l2.900 6.100 6.600.9-4.800 4.700 1.200 6.700-5.900-3.200-5.900 3.200 1.200-6.700L2.500 9.500l6.600-.9z";

/**
 * @param {number} stars
 * @param {number} before the number won earlier
 * @param {number} gold the others are silver
 * @param {number} [most]
 */
function starRow(stars, before, gold, most = 3) {
  const row = make("p", "stars");
  row.setAttribute("role", "img");
  const silver = stars > gold ? ngettext("{n} of them silver: won with hints", "{n} of them silver: won with hints", stars - gold) : "";
  row.setAttribute("aria-label", [ngettext("{n} star of {most}", "{n} stars of {most}", stars, { most }), silver].filter(Boolean).join(", "));
  const star = (/** @type {number} */ at) => {
    const names = `star${at < stars ? " won" : ""}${at >= gold && at < stars ? " silver" : ""}${at >= before && at < stars ? " new" : ""}`;
    return `<svg class="${names}" viewBox="0 0 24 24" aria-hidden="true"><path d="${STAR}"/></svg>`;
  };
  row.innerHTML = Array.from({ length: most }, (_none, at) => star(at)).join("");
  return row;
}
