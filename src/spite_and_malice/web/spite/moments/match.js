// The texts about the match at the end of one of its games.

import { make } from "../../kernel/dom/make.js";
import { _, listed, ngettext } from "../../texts.js";
import { nameOf, sidePoints } from "../words.js";

/** @import {Table} from "../types.js" */

/** Is the game one of several? @param {Table} table */
export const isMatch = ({ match }) => match.target > 1 && !(match.over && match.games_played < 2);

/** Is it the end of a match of several games? @param {Table} table */
export const decidesMatch = (table) => isMatch(table) && table.match.over;

/** The number of the game within its match, if there is one. @param {Table} table */
export function matchWords(table) {
  const { match } = table;
  if (!isMatch(table) || match.over) return "";
  return _("Game {played} of a match to {target} points.", { played: match.games_played, target: match.target });
}

/** The winner of a match that is over. @param {Table} table */
export function matchWinner(table) {
  const { match } = table;
  const others = match.winners.filter((seat) => seat !== table.you).map((seat) => nameOf(table, seat));
  const names = listed(others);
  if (match.winners.length === 0) return _("The match is over.");
  if (others.length === match.winners.length) {
    return ngettext("{names} wins the match.", "{names} win the match.", others.length, { names });
  }
  return others.length > 0 ? _("You and {names} win the match!", { names }) : _("You win the match!");
}

/** The points of a match, the most first: "50 : 32". @param {Table} table */
export function matchStand(table) {
  return [...sidePoints(table).values()].sort((a, b) => b - a).join(" : ");
}

/** A seat's progress in the match; at its end its points in large figures. @param {Table} table @param {number} seat */
export function progress(table, seat) {
  const { scores, target } = table.match;
  const track = make("span", "track", make("i", ""));
  track.style.setProperty("--part", String(Math.min(1, scores[seat] / target)));
  const n = scores[seat];
  // Nobody has 32 points out of 25.
  const words = n > target ? ngettext("{n} point", "{n} points", n) : ngettext("{n} point of {all}", "{n} points of {all}", n, { all: target });
  if (!decidesMatch(table)) return [track, make("span", "", words)];
  const figure = make("strong", "score", String(scores[seat]));
  figure.ariaHidden = "true";
  return [figure, track, make("span", "", words)];
}

/** The games of a match that is over: the winner of each, and the points. @param {Table} table */
export function gamesOf(table) {
  const { games, games_played: played } = table.match;
  const list = make("ol", "");
  for (const scores of games) {
    const points = Math.max(...scores);
    const winners = points > 0 ? scores.flatMap((each, seat) => (each === points ? [seat] : [])) : [];
    const item = make("li", winners.includes(/** @type {number} */ (table.you)) ? "own" : "");
    item.append(make("b", "", winners.length > 0 ? listed(winners.map((seat) => nameOf(table, seat))) : _("Nobody wins.")));
    if (points > 0) item.append(make("span", "", ngettext("{n} point", "{n} points", points)));
    list.append(item);
  }
  return make("section", "games", make("h3", "", ngettext("{n} game was played.", "{n} games were played.", played)), ...(games.length > 0 ? [list] : []));
}

/**
 * The players whose time ran out in the game, and those with a stand-in.
 * @param {Table} table
 * @param {number[]} late
 */
export function standIns(table, late) {
  const told = late.map((seat) =>
    seat === table.you
      ? _("Your time ran out; a stand-in played on for you.")
      : _("{name} ran out of time; a stand-in played on.", { name: nameOf(table, seat) }),
  );
  const counted = table.match.stand_ins.flatMap((n, seat) => {
    if (n === 0 || (n === 1 && late.includes(seat))) return [];
    if (seat === table.you) return [ngettext("A stand-in played for you in {n} game.", "A stand-in played for you in {n} games.", n)];
    const name = nameOf(table, seat);
    return [ngettext("A stand-in played for {name} in {n} game.", "A stand-in played for {name} in {n} games.", n, { name })];
  });
  return [...told, ...counted];
}
