// The lessons: steps on prepared positions, with words beside the table that say what to do.

import { make, makeButton, write } from "../pages/dom.js";
import { leave } from "../pages/leave.js";
import { openTable } from "../pages/requests.js";
import { _ } from "../texts.js";
import { Exercise } from "./exercise.js";
import { storedName } from "./me.js";

/** @import {Receiver} from "./socket.js" */
/** @import {Exercised} from "./exercise.js" */
/** @import {Stage} from "./stage.js" */

/**
 * A step as the server answers it (docs/protocol.md).
 * @typedef {Exercised & {number: number, count: number, title: string, text: string, done: boolean, next: string | null,
 *   light: string[], astray: string | null}} Answer
 */

const KEY = "spite.lessons";
/** The scripts that the words of a step may have, largest first, in rem. */
const SCRIPTS = [1.1875, 1.0625, 0.9375, 0.875];

/** How far this browser's learner has come: the step to go on with, and the steps that are done. */
class Progress {
  at = 1;
  /** @type {Set<number>} */
  done = new Set();

  /** @param {number} count of steps */
  constructor(count) {
    try {
      const { at, done } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (Number.isInteger(at) && at > 0 && at <= count) this.at = at;
      if (Array.isArray(done)) this.done = new Set(done.filter(Number.isInteger));
    } catch {
      // What is stored cannot be read: begin at the beginning.
    }
  }

  keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ at: this.at, done: [...this.done] }));
    } catch {
      // Storage is closed to us: it holds until the page is left.
    }
  }
}

/** The steps as an exercise each. @extends {Exercise<Answer>} */
export class Lessons extends Exercise {
  progress = new Progress(Number(document.getElementById("lesson")?.dataset.count));

  connect() {
    this.begin(this.progress.at);
  }

  /** Begins a step, from 1, or begins it again. @param {number} number */
  begin(number) {
    return this.start(`/api/lessons/${number}`);
  }

  /** The step after this one, the last again after the last. */
  next() {
    if (this.answer) this.begin(Math.min(this.answer.count, this.answer.number + 1));
  }

  /** @param {Answer} answer */
  left({ astray }) {
    return astray ?? "";
  }

  hint() {
    const { answer } = this;
    // Why stands in the words of the step.
    return answer?.next ? { move: answer.next, reason: "" } : null;
  }

  /** @param {Answer} answer */
  take(answer) {
    super.take(answer);
    this.progress.at = answer.number;
    if (answer.done) this.progress.done.add(answer.number);
    this.progress.keep();
  }
}

/** @param {Receiver} receiver */
export const open = (receiver) => new Lessons(receiver);

/** A game against the one who is good to learn from. */
function playFirst() {
  const seats = [{ kind: "person", name: storedName() }, { kind: "computer", player: "beginner" }];
  return openTable({ preset: "standard", target: 1, seats });
}

/** Puts the words of the lesson beside the table. @param {Stage} stage @param {Lessons} lesson */
export function mount(stage, lesson) {
  const page = /** @type {HTMLElement} */ (document.getElementById("lesson"));
  const count = make("p", "step");
  const title = make("h2", "");
  title.id = "lesson-title";
  const text = make("p", "text");
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  const steps = make("ol", "steps");
  const again = makeButton("bare", _("Begin again"), () => lesson.restart());
  const skip = makeButton("bare", _("Skip"), () => lesson.next());
  const next = makeButton("primary", _("Next step"), () => lesson.next());
  const play = makeButton("primary", _("Play your first game"), () => leave(error, [play], playFirst));
  const words = make("div", "words", make("header", "", title, count), text, error);
  page.replaceChildren(
    words,
    make("div", "actions", again, skip, next, play),
    steps,
  );

  let said = "";
  lesson.changed = (problem) => {
    write(error, problem);
    const { answer, progress } = lesson;
    if (!answer) return;
    const last = answer.number === answer.count;
    write(count, _("Step {n} of {count}", { n: answer.number, count: answer.count }));
    write(title, answer.title);
    write(text, answer.text);
    page.classList.toggle("done", answer.done);
    page.style.setProperty("--part", String((answer.number - (answer.done ? 0 : 1)) / answer.count));
    skip.hidden = answer.done || last;
    next.hidden = !answer.done || last;
    play.hidden = !(last && answer.done);
    steps.replaceChildren(...dots(lesson, answer, progress.done));
    fit(page, words);
    const telling = `${answer.number} ${answer.text}`;
    if (telling !== said) stage.announce(`${answer.title}. ${answer.text}`);
    said = telling;
    point();
  };
  const point = () => {
    const { answer } = lesson;
    if (answer && stage.view) stage.light(answer.actions.length === 0 ? answer.light : null);
  };
  stage.on("shown", point);
  lesson.changed("");
}

/** Gives the words the largest script in which all of them have room. @param {HTMLElement} page @param {HTMLElement} words */
function fit(page, words) {
  for (const size of SCRIPTS) {
    page.style.setProperty("--text", `${size}rem`);
    if (words.scrollHeight <= words.clientHeight) return;
  }
}

/**
 * The steps as buttons to go to.
 * @param {Lessons} lesson
 * @param {Answer} answer
 * @param {Set<number>} done
 */
function dots(lesson, { number, count }, done) {
  return Array.from({ length: count }, (_none, index) => {
    const n = index + 1;
    const button = makeButton("bare dot", String(n), () => lesson.begin(n));
    const name = _("Step {n}", { n });
    button.setAttribute("aria-label", done.has(n) ? _("{step}, done", { step: name }) : name);
    if (n === number) button.setAttribute("aria-current", "step");
    if (done.has(n)) button.classList.add("did");
    return make("li", "", button);
  });
}
