// The score sheet of an evening: its guests, its teams and its rounds as tables.

import { make } from "../../kernel/dom/make.js";
import { _, ngettext } from "../../texts.js";
import { listing } from "../statistics/statistic-parts.js";

/** @import {Evening, Round} from "./evening-types.js" */

/** @param {Evening} evening */
export function scoreSheet({ guests }) {
  const heads = [_("Name"), _("Games"), _("Wins"), _("Points"), _("Sat out")];
  const table = listing(_("Score sheet"), heads, guests.map((guest) => [
    guest.team ? _("{name}, {team}", { name: guest.name, team: guest.team }) : guest.name,
    guest.stand_ins ? ngettext("{played}, {n} with a stand-in", "{played}, {n} with a stand-in", guest.stand_ins, { played: guest.played }) : String(guest.played),
    String(guest.won),
    String(guest.points),
    String(guest.rested),
  ]));
  table.querySelectorAll("tbody tr").forEach((row, number) => row.classList.toggle("you", guests[number].you));
  return table;
}

/** @param {Evening} evening */
export function teamSheet({ ranking }) {
  return listing(_("Teams"), [_("Team"), _("Wins"), _("Points")], ranking.map((team) => [
    _("{name}: {guests}", { name: team.name, guests: team.guests.join(", ") }),
    String(team.won),
    String(team.points),
  ]));
}

/** Every round with its tables, the latest first. @param {Round[]} rounds */
export function roundList(rounds) {
  return make("ol", "round-list", ...rounds.map((round) => {
    const tables = round.tables.map((table) => make("li", "", linkTo(table.url, sidesOf(table.seats)), " ", table.over ? resultOf(table.seats) : _("still playing")));
    const rest = round.resting.length ? [make("p", "hint", _("Sat out: {names}", { names: round.resting.join(", ") }))] : [];
    return make("li", "", make("b", "", _("Round {number}", { number: round.number })), make("ul", "", ...tables), ...rest);
  }));
}

/** The people there, partners together: "Ada and Ben – Cleo and Dan". @param {Round["tables"][0]["seats"]} seats */
export function sidesOf(seats) {
  /** @type {Map<number, string[]>} */
  const sides = new Map();
  for (const { side, name, stand_in } of seats) {
    const shown = stand_in ? _("{name} (stand-in)", { name }) : name;
    sides.set(side, [...(sides.get(side) ?? []), shown]);
  }
  return [...sides.values()].map((names) => names.join(" + ")).join(" – ");
}

/** The winners, with the points. @param {Round["tables"][0]["seats"]} seats */
export function resultOf(seats) {
  const winners = seats.filter(({ won }) => won);
  if (seats.every(({ won }) => won === null)) return _("not played to the end");
  if (winners.length === 0) return _("nobody won");
  return _("won by {names} with {points}", { names: winners.map(({ name }) => name).join(" + "), points: winners[0].points ?? 0 });
}

/** @param {string} href @param {string} words */
function linkTo(href, words) {
  return Object.assign(make("a", "", words), { href });
}
