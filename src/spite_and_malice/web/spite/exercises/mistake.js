// Learn from your mistakes: a turn of one's own game to be played better. At its end the search judges whether it was.

import { make, makeButton, write } from "../../kernel/dom/make.js";
import { writeWords } from "../../kernel/dom/elements.js";
import { post, sentenceOf } from "../../kernel/line/requests.js";
import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { Exercise, reveal, Version } from "./exercise.js";

/** @import {Exercised} from "./exercise.js" */
/** @import {Receiver} from "../types.js" */
/** @import {Stage} from "../stage.js" */

/**
 * An exercise in the server's response (docs/protocol.md).
 * @typedef {Exercised & {kind: string, task: string, played: string, state: "open" | "found" | "worse", text: string,
 *   way: Exercised["actions"], next: string}} Answer
 */

/** @extends {Exercise<Answer>} */
export class Mistakes extends Exercise {
  /** The server's answer about the better turn, once it was requested. @type {Answer | null} */
  solved = null;

  connect() {
    this.again();
  }

  get #path() {
    return `/api/mistakes/${document.getElementById("table")?.dataset.mistake}`;
  }

  get noHelp() {
    return _("Find a better turn yourself, or have it shown to you.");
  }

  get over() {
    return this.solved !== null || (this.answer !== null && this.answer.state !== "open");
  }

  again() {
    this.solved = null;
    return this.start(this.#path);
  }

  /** Plays the better turn on the table. */
  async showWay() {
    try {
      this.solved ??= /** @type {Answer} */ (await post(this.#path, { moves: [], gave_up: true }));
      this.show(this.solved.way);
      this.changed("");
    } catch (problem) {
      this.changed(sentenceOf(problem));
    }
  }

  next() {
    const { answer } = this;
    if (answer) go(answer.next ? `/learn/mistakes/${answer.next}` : "/learn/mistakes");
  }
}

/** @param {Receiver} receiver */
export const open = (receiver) => new Mistakes(receiver);

/** Puts the text of the exercise beside the table. @param {Stage} stage @param {Mistakes} mistakes */
export function mount(stage, mistakes) {
  const page = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
  const title = make("h2", "", _("Learn from your mistakes"));
  title.id = "puzzle-title";
  const version = new Version(stage);
  const verdict = make("p", "verdict");
  const text = make("p", "text");
  const played = make("p", "text");
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  const again = makeButton("", _("Try it again"), () => mistakes.again());
  const way = makeButton("", _("See the way"), () => mistakes.showWay());
  const next = makeButton("primary", _("Next exercise"), () => mistakes.next());
  const words = make("div", "words", make("header", "", title, version.name), verdict, text, played, error, version.special);
  page.replaceChildren(words, make("div", "actions", again, way, next));

  let said = "";
  mistakes.changed = (problem) => {
    write(error, problem);
    const { answer, solved, over } = mistakes;
    if (!answer) return;
    version.tell(answer.table);
    write(title, answer.kind);
    const found = !solved && answer.state === "found";
    verdict.className = `verdict ${found ? "good" : over && !solved ? "bad" : ""}`;
    const judged = found ? _("Well played: the search finds nothing surely better.") : _("There is a better turn.");
    write(verdict, solved ? _("The better turn") : over ? judged : "");
    writeWords(text, solved ? solved.text : found ? answer.text : over ? "" : answer.task, []);
    writeWords(played, _("In the game you played: {moves}.", { moves: answer.played }), []);
    page.classList.toggle("over", over);
    words.tabIndex = over ? 0 : -1;
    again.hidden = !over;
    way.hidden = found;
    next.hidden = !over;
    write(next, answer.next ? _("Next exercise") : _("All your mistakes"));
    const telling = `${verdict.textContent} ${text.textContent}`;
    if (telling !== said) stage.announce(telling);
    said = telling;
    reveal(page);
  };
  stage.allow(() => !mistakes.over || _("This turn is over: try it again, or take the next one."));
  mistakes.changed("");
}
