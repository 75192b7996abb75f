// "What would you discard?": two discards to choose from, by playing one or by its button, and afterwards which is better and why.

import { make, makeButton, write } from "../../kernel/dom/make.js";
import { go } from "../../places.js";
import { language, _ } from "../../texts.js";
import { Exercise, Objection, reveal, Version } from "./exercise.js";

/** @import {Exercised} from "./exercise.js" */
/** @import {Receiver} from "../types.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Move} from "../types.js" */

/**
 * A question in the server's response (docs/protocol.md).
 * @typedef {Exercised & {id: string, options: {move: string, words: string}[],
 *   verdict: {right: boolean, better: string, better_words: string, reason: string, lead: number} | null}} Answer
 */

/** @extends {Exercise<Answer>} */
export class Discards extends Exercise {
  connect() {
    this.start(`/api/puzzles/discards/${document.getElementById("table")?.dataset.discard}`);
  }

  get noHelp() {
    return _("Here you choose one of the two discards.");
  }

  next() {
    go("/puzzles/discard");
  }
}

/** @param {Receiver} receiver */
export const open = (receiver) => new Discards(receiver);

/** Puts the question beside the table. @param {Stage} stage @param {Discards} discards */
export function mount(stage, discards) {
  const page = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
  const title = make("h2", "", _("What would you discard?"));
  title.id = "puzzle-title";
  const version = new Version(stage);
  const verdict = make("p", "verdict");
  const text = make("p", "text");
  const reasons = make("ul", "reasons");
  const choices = make("div", "choices");
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  const objection = new Objection(stage);
  const next = makeButton("primary", _("Next question"), () => discards.next());
  const shown = make("div", "words", make("header", "", title, version.name), verdict, text, choices, reasons, objection.element, error, version.special);
  page.replaceChildren(
    shown,
    make("div", "actions", next),
  );

  let said = "";
  discards.changed = (problem) => {
    write(error, problem);
    const { answer } = discards;
    next.hidden = !answer?.verdict;
    page.classList.toggle("over", Boolean(answer?.verdict));
    // Content that does not fit can also be scrolled with the keyboard.
    shown.tabIndex = answer?.verdict ? 0 : -1;
    if (!answer) return;
    const found = answer.verdict;
    version.tell(answer.table);
    verdict.className = `verdict ${found?.right ? "good" : "bad"}`;
    write(verdict, found ? (found.right ? _("Right!") : _("The other one is better.")) : "");
    const task = _("Nothing can be played. Which of these two discards is surely better?");
    write(text, found ? _("Better: {move}.", { move: found.better_words }) : task);
    choices.replaceChildren(
      ...(found ? [] : answer.options).map(({ move, words }) => {
        const chosen = () => stage.moves.find((one) => one.text === move);
        const button = makeButton("", words, () => {
          const made = chosen();
          if (made) stage.play(made);
        });
        // The target of a button is lit on the table while the button is hovered or focused.
        const light = (/** @type {boolean} */ on) => stage.light(on ? keysOf(chosen(), stage) : null);
        for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => light(true));
        for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => light(false));
        return button;
      }),
    );
    reasons.replaceChildren(...(found ? [found.reason, leadWords(found.lead)] : []).map((words) => make("li", "", words)));
    objection.offer(`/api/puzzles/discards/${answer.id}`, found?.right === false ? discards.moves : null);
    const words = `${verdict.textContent} ${text.textContent} ${reasons.textContent}`;
    if (words !== said) stage.announce(words);
    said = words;
    reveal(page);
    const allowed = answer.options.map((option) => option.move);
    stage.allow((move) => allowed.includes(move) || _("Choose one of the two discards."));
  };
  discards.changed("");
}

/** The card and the place of a discard. @param {Move | undefined} move @param {Stage} stage */
function keysOf(move, { view, you }) {
  const hand = view?.players[you ?? 0]?.hand;
  if (!move || !Array.isArray(hand)) return null;
  return [`hand:${you}#${hand.indexOf(move.cards[0])}`, move.target];
}

/** @param {number} lead in hundredths of a pay-off card */
function leadWords(lead) {
  const cards = (lead / 100).toLocaleString(language, { maximumFractionDigits: 1 });
  return _("Played out from here in 400 possible deals of the hidden cards, it comes out {cards} [pay-off cards] better.", { cards });
}
