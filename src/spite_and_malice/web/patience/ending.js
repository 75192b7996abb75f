// The end of a game of patience: the celebration, and the card with the result.

import { make, makeButton } from "../kernel/dom/make.js";
import { shareButton } from "../kernel/dom/share.js";
import { clock } from "../kernel/dom/times.js";
import { fact, finishForm, homeLink, link, showFinishForm } from "../kernel/finish.js";
import { addressFor } from "../places.js";
import { lazily, styled } from "../kernel/dom/lazily.js";
import { _, listed, ngettext } from "../texts.js";
import { cascade, shows } from "./cascade.js";
import { numberWords } from "./listing.js";
import { pilesOf } from "./piles.js";
import { pointsWords, scoringOf, signed } from "./points.js";

/** @import {PatienceEnd as End} from "./messages.js" */
/** @import {PatienceTable} from "./game.js" */

const dressed = lazily(() => styled("kernel/finish.css"));

/** @param {PatienceTable} table @param {HTMLDialogElement} dialog */
export async function ending(table, dialog) {
  const { end } = table;
  if (end?.result === "won") {
    void table.sound("win");
    table.announcer.say(_("Won!"));
    await cascade(table);
  }
  if (table.end === end) await showEnd(table, dialog);
}

/** @param {PatienceTable} table @param {HTMLDialogElement} dialog */
export async function showEnd(table, dialog) {
  const end = /** @type {End} */ (table.end);
  await dressed();
  const won = end.result === "won";
  const { points } = table.state;
  const scoring = scoringOf(Object.keys(points), table.settings);
  const facts = make(
    "dl",
    "facts",
    fact(clock(end.time), _("time")),
    fact(String(end.moves), ngettext("move", "moves", end.moves)),
    ...(scoring ? [fact(signed(points[scoring]), ngettext("point", "points", Math.abs(points[scoring])))] : []),
    ...(hasPasses(table) ? [fact(String(end.passes), ngettext("pass", "passes", end.passes))] : []),
  );
  const says = make("p", "reason soft", won ? praise(end, table) : _("The next deal is a fresh start."));
  const form = finishForm(won ? _("You win!") : _("Given up"), says, facts);
  const total = scoring && scoring in end.totals ? [_("All games together: {points}.", { points: pointsWords(end.totals[scoring]) })] : [];
  for (const words of [...notes(end, table.table.deal), ...total, ...(table.root.dataset.practice ? [_("Practice: this game does not count.")] : [])]) form.append(make("p", "reason small soft", words));
  const told = make("p", "links", ...(end.replay ? [link(end.replay, _("Watch it again, move by move")), recordOf(table)] : []), link(`/patience/records?preset=${table.table.preset ?? ""}`, _("Your records")));
  form.append(told, actions(table, end, dialog));
  showFinishForm(dialog, form, [won ? "won" : ""], told);
}

/** Are there several passes through the stock, or several layouts? @param {PatienceTable} table */
function hasPasses({ view }) {
  const { stock, waste, fanned, rules } = pilesOf(view);
  return rules.gather !== "none" || (stock && waste && fanned && rules.passes !== 1);
}

/** The player's achievement. @param {PatienceTable} table */
function done({ view }) {
  const { foundations, rules } = pilesOf(view);
  const { aim } = rules;
  if (aim === "runs") return _("Every suit is finished.");
  if (aim === "aces") return _("Only the aces are left.");
  if (aim !== "build") return _("The table is clear.");
  return foundations.length > 4 ? _("All eight foundations are home.") : _("All four foundations are home.");
}

/** The player's records that were broken. @param {End} end @param {PatienceTable} table */
function praise({ records, won, streak }, table) {
  const fell = [
    ...(records.moves ? [_("fewest moves")] : []),
    ...(records.time ? [_("shortest time")] : []),
    ...(records.passes && hasPasses(table) ? [_("fewest passes")] : []),
  ];
  if (won > 1 && fell.length > 0) return _("A new best of yours: {records}.", { records: listed(fell) });
  return [done(table), ...(streak > 1 ? [_("That makes {n} wins in a row.", { n: streak })] : [])].join(" ");
}

/** @param {End} end @param {import("./messages.js").DealInfo} deal */
function notes({ undos, hints, answers, won, played, rank, number }, { numbers }) {
  const helps = [
    ...(undos > 0 ? [ngettext("{n} undo", "{n} undos", undos)] : []),
    ...(hints > 0 ? [ngettext("{n} hint", "{n} hints", hints)] : []),
    ...(answers > 0 ? [ngettext("{n} answer of the solver", "{n} answers of the solver", answers)] : []),
  ];
  return [
    ...(rank && rank.rank !== null ? [rankWords(rank.rank, rank.players, helps.length > 0)] : []),
    helps.length > 0 ? _("With {helps}.", { helps: listed(helps) }) : _("Without undo or hints."),
    ...(rank?.newcomer ? [_("You have a place among the others once you have played on three days.")] : []),
    [
      ...(played > 0 ? [_("{won} of {played} won.", { won, played })] : []),
      number === null ? _("The number of the deal, and how it went, can be seen when the day is over.") : numberWords({ number, numbers }, _("Deal number {number}.", { number })),
    ].join(" "),
  ];
}

/** @param {number} rank @param {number} n the number of people who have finished it @param {boolean} helped */
function rankWords(rank, n, helped) {
  const words = rank > n ? _("Rank {rank} today.", { rank }) : _("Rank {rank} of {n} today.", { rank, n });
  return helped ? `${words} ${_("Whoever plays without undo and hints comes first.")}` : words;
}

/** @param {PatienceTable} table @param {End} end @param {HTMLDialogElement} dialog */
function actions(table, end, dialog) {
  const row = make("div", "actions");
  const { day } = table.table.deal;
  const go = (/** @type {"again" | "next"} */ type) => {
    dialog.close();
    table.anew(type);
  };
  // If nobody else has finished it, there is nothing to compare: others may be invited to play it.
  const alone = end.rank?.players === 1;
  if (day) row.append(Object.assign(link(`/patience/day/${day}`, _("Compare with the others")), { className: alone ? "button" : "button primary", autofocus: true }));
  else {
    // A deal at a practice table would not count either.
    const next = table.root.dataset.practice ? Object.assign(link("/patience", _("New deal")), { className: "button primary" }) : makeButton("primary", _("New deal"), () => go("next"));
    next.autofocus = true;
    row.append(next, makeButton("", _("Same deal again"), () => go("again")));
  }
  if (end.result === "won" && shows(table)) {
    row.append(
      makeButton("", _("Watch the cards fall again"), async () => {
        dialog.close();
        await cascade(table);
        await showEnd(table, dialog);
      }),
    );
  }
  const shared = share(table, end);
  shared.classList.toggle("primary", alone);
  row.append(make("div", "lesser", shared, make("button", "button", _("Look at the table")), homeLink()));
  return row;
}

/** @param {PatienceTable} table @param {End} end */
function share({ table }, { result, moves, time }) {
  const url = addressFor(table.share);
  const said = { game: table.name, n: moves, time: clock(time) };
  const text = result === "won" ? _("I won {game} in {n} moves and {time}. The same cards for you:", said) : _("The same cards for you: {game}.", said);
  return shareButton(() => ({ text, url }));
}

/** The whole game as a text that anybody can verify. @param {PatienceTable} table */
const recordOf = ({ table, game }) => Object.assign(link(`/api/tables/${table.id}/games/${game}/record`, _("Download this game")), { download: "" });
