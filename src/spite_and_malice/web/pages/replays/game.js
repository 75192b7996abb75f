// The page of a finished game: checks its record step by step and shows each step with its comparisons.

import { _, ngettext } from "../../texts.js";
import { given } from "../../spite/live/fair.js";
import { make } from "../../kernel/dom/make.js";
import { canHash } from "./fair.js";
import { agrees, cardsOf, readRecord, steps } from "./record.js";
import { Refused, sentenceOf, Unreachable } from "../../kernel/line/requests.js";
import { at } from "../../places.js";

/** @import {Comparison, Step} from "./record.js" */

const SUITS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });

const root = /** @type {HTMLElement} */ (document.querySelector("[data-record]"));
const list = /** @type {HTMLElement} */ (root.querySelector("[data-steps]"));
const verdict = /** @type {HTMLElement} */ (root.querySelector("[data-verdict]"));

/**
 * @param {string} text
 * @param {boolean | null} good null while nothing is known
 */
function decide(text, good) {
  verdict.textContent = text;
  verdict.dataset.good = String(good);
  // A failed element is not folded away.
  if (good === false) /** @type {HTMLDetailsElement} */ (root.querySelector(".proof")).open = true;
}

/** @param {string} url */
async function get(url) {
  const response = await fetch(at(url)).catch(() => null);
  if (!response) throw new Unreachable(_("The table server cannot be reached. Try again in a moment."));
  if (!response.ok) throw new Refused(_("The server answered {status}.", { status: response.status }));
  return response;
}

/** @param {string} card */
function chip(card) {
  const suit = card.length === 2 ? SUITS[card[1]] : undefined;
  const rank = suit ? card[0].replace("T", "10") : card.replace("*", "★");
  return make("span", `chip${suit === "♥" || suit === "♦" ? " red" : ""}`, rank + (suit ?? ""));
}

/** @param {Comparison} comparison */
function comparisonItem(comparison) {
  const good = agrees(comparison);
  const summary = make("summary", "", make("span", "", comparison.name), mark(good));
  const details = make("details", "comparison", summary);
  /** @param {string} text */
  const shown = (text) =>
    comparison.cards ? make("div", "chips", ...cardsOf(text).map(chip)) : make("p", "bytes", text);
  if (good) details.append(shown(comparison.computed));
  else details.append(make("h4", "", _("Recorded")), shown(comparison.recorded), make("h4", "", _("Computed here")), shown(comparison.computed));
  details.open = !good;
  return details;
}

/** @param {{name: string, text: string}} given */
function givenItem({ name, text }) {
  return make("details", "comparison", make("summary", "", make("span", "", name)), make("p", "bytes", text));
}

/** @param {boolean} good */
function mark(good) {
  return make("span", `mark ${good ? "good" : "bad"}`, `${good ? "✓" : "✗"} ${good ? _("the same") : _("differs")}`);
}

/**
 * @param {string} title
 * @param {string} says
 * @param {boolean} good
 * @param {Node[]} content
 */
function addStep(title, says, good, ...content) {
  const step = make("li", `step ${good ? "good" : "bad"}`, make("h3", "", title), make("p", "", says), ...content);
  list.append(step);
  return good;
}

/** @param {Step} step */
function addComputed({ title, says, given, comparisons }) {
  return addStep(title, says, comparisons.every(agrees), ...given.map(givenItem), ...comparisons.map(comparisonItem));
}

/**
 * Adds the commitment that this browser saw and its contribution before the deal, from its own storage; nothing if it
 * was not at the table.
 * @param {import("./record.js").GameRecord} record
 */
function addOwnPart(record) {
  const { table, number, commitment = "" } = root.dataset;
  const own = given().findLast((one) => one.table === table && one.game === Number(number));
  if (!own) return true;
  const used = Object.entries(record.fields["fair deal"]).some(
    ([name, value]) => name.startsWith("contribution ") && JSON.parse(value) === own.contribution,
  );
  const bytes = givenItem({ name: _("Added by this browser"), text: own.contribution });
  const isShared = root.dataset.shared !== undefined;
  const promise = { name: _("Promise that this browser saw before the deal"), recorded: commitment, computed: own.commitment, cards: false };
  const good = (used || isShared) && agrees(promise);
  const says = used
    ? _("This browser was told the promise before it gave its own random bytes, and they are among those of the seats.")
    : _("This browser gave random bytes of its own, but they are not in the record.");
  if (isShared) {
    const shared = _("Several tables share this deal: every seat contributed the lot of the tournament, and this browser had the promise before the deal.");
    return addStep(_("The promise was kept"), shared, good, comparisonItem(promise));
  }
  return addStep(_("Your own part was used"), says, good, bytes, comparisonItem(promise));
}

/** The moves: the server replays them, because the rules are there. */
async function addMoves() {
  const { actions, faults } = await (await get(root.dataset.check ?? "")).json();
  const says =
    faults.length === 0
      ? ngettext(
          "The server has played the one action again from this record: it is legal, and everything written after it follows.",
          "The server has played all {n} actions again from this record: each is legal, and everything written after it follows.",
          actions,
        )
      : _("The server has played the record again, and this does not fit.");
  const found = faults.map((/** @type {{line: number, message: string}} */ fault) =>
    make("p", "fault", _("Line {line}: {message}", { ...fault })),
  );
  return addStep(_("Every move was legal"), says, faults.length === 0, ...found);
}

async function check() {
  if (!canHash) {
    decide(_("This browser computes hashes only over https or on the same computer. Download the record and run spite verify."), null);
    return;
  }
  const text = await (await get(root.dataset.record ?? "")).text();
  const record = readRecord(text);
  let good = true;
  for await (const step of steps(record, root.dataset.commitment ?? "")) good = addComputed(step) && good;
  good = addOwnPart(record) && good;
  good = (await addMoves()) && good;
  decide(
    good
      ? _("Checked: nobody could choose these cards. Every shuffle is the promised one, and every move was legal.")
      : _("Something does not fit. The steps marked below say what."),
    good,
  );
}

check().catch((problem) => decide(_("The record could not be checked: {problem}", { problem: sentenceOf(problem) }), null));

export const ready = true;
