// The lessons: steps on prepared positions, with instructions beside the table.

import { styled } from "../../kernel/dom/lazily.js";
import { closeButton, make, makeButton, write } from "../../kernel/dom/make.js";
import { leave, openTable } from "../../kernel/line/requests.js";
import { _ } from "../../texts.js";
import { Exercise, reveal } from "./exercise.js";
import { storedName } from "../../kernel/people/me.js";
import { Progress } from "./progress.js";

/** @import {Receiver} from "../types.js" */
/** @import {Exercised} from "./exercise.js" */
/** @import {Stage} from "../stage.js" */

/**
 * A step in the server's response (docs/protocol.md).
 * @typedef {Exercised & {number: number, count: number, title: string, text: string, done: boolean, next: string | null, way: string[], hint: string,
 *   light: string[], astray: string | null}} Answer
 */

/** The possible text sizes of a step, largest first, in rem. */
const SCRIPTS = [1.1875, 1.0625, 0.9375, 0.875];

/** The list of all steps. */
const list = () => /** @type {HTMLDialogElement} */ (document.getElementById("steps"));

/** Every step in the list, in order. @returns {HTMLButtonElement[]} */
const listed = () => [...list().querySelectorAll("li > button")].map((one) => /** @type {HTMLButtonElement} */ (one));

/** The steps as an exercise each. @extends {Exercise<Answer>} */
export class Lessons extends Exercise {
  progress = new Progress(listed().length);

  connect() {
    const { at, complete } = this.progress;
    const wanted = Number(new URLSearchParams(location.search).get("step"));
    if (Number.isInteger(wanted) && wanted > 0 && wanted <= listed().length) {
      this.begin(wanted);
      return;
    }
    this.begin(at);
    // A learner who has seen all of them chooses one to see again.
    if (complete) list().showModal();
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
    // The reason for a single move is in the text of the step.
    return answer?.way.length ? { move: answer.way[0], line: answer.way, reason: answer.hint } : null;
  }

  /** @param {Answer} answer */
  take(answer) {
    super.take(answer);
    const { number, count, done } = answer;
    // After the last step comes the first.
    this.progress.at = done ? (number % count) + 1 : number;
    if (done) this.progress.done.add(number);
    this.progress.keep();
  }
}

/** @param {Receiver} receiver */
export const open = (receiver) => new Lessons(receiver);

/** A game against the computer player suited to beginners. */
function playFirst() {
  const seats = [{ kind: "person", name: storedName() }, { kind: "computer", player: "beginner" }];
  return openTable({ preset: "standard", target: 1, seats });
}

/** Puts the text of the lesson beside the table. @param {Stage} stage @param {Lessons} lesson */
export function mount(stage, lesson) {
  const page = /** @type {HTMLElement} */ (document.getElementById("lesson"));
  const count = makeButton("bare step", "", () => list().showModal());
  count.ariaHasPopup = "dialog";
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
  const says = make("div", "words", make("header", "", title, count), text, error);
  page.replaceChildren(
    says,
    make("div", "actions", again, skip, next, play),
    steps,
  );

  list().firstElementChild?.append(closeButton(list()));
  listed().forEach((button, index) => {
    button.addEventListener("click", () => {
      list().close();
      lesson.begin(index + 1);
    });
  });

  let said = "";
  const tell = () => {
    const { answer, progress } = lesson;
    if (!answer) return;
    if (stage.view) stage.light(answer.actions.length === 0 ? answer.light : null);
    // The effects are described once they have been seen.
    if (answer.done && stage.busy) return;
    const last = answer.number === answer.count;
    const words = answer.number === 1 && !answer.done ? `${answer.text} ${gesture()}` : answer.text;
    write(count, _("Step {n} of {count}", { n: answer.number, count: answer.count }));
    write(title, answer.title);
    write(text, words);
    // The table stays where it is until the next step.
    page.style.minHeight = answer.done ? `${page.offsetHeight}px` : "";
    page.classList.toggle("done", answer.done);
    page.style.setProperty("--part", String((answer.number - (answer.done ? 0 : 1)) / answer.count));
    skip.hidden = answer.done || last;
    next.hidden = !answer.done || last;
    play.hidden = !(last && answer.done);
    steps.replaceChildren(...dots(lesson, answer, progress.done));
    listed().forEach((button, index) => standing(button, index + 1, answer, progress.done));
    fit(page, says);
    reveal(page);
    const telling = `${answer.number} ${words}`;
    if (telling !== said) {
      stage.announce(`${answer.title}. ${words}`);
      if (last && answer.done) void feast(stage);
    }
    said = telling;
  };
  new ResizeObserver(() => fit(page, says)).observe(page);
  stage.on("shown", tell);
  lesson.changed = (problem) => {
    write(error, problem);
    tell();
  };
  lesson.changed("");
}

/** The gesture that plays a card, with a finger or a mouse. */
function gesture() {
  return matchMedia("(hover: none)").matches
    ? _("Tap it and then the [stack], or drag it there.")
    : _("Click it and then the [stack], or drag it there.");
}

/** The last step ends like a won game. @param {Stage} stage */
async function feast(stage) {
  const { finale } = await import("../moments/finale.js");
  await styled("spite/moments/finish.css");
  await finale(stage.root, stage.state);
}

/**
 * Gives the text the largest size in which all of it fits, and all the available room if it needs it.
 * @param {HTMLElement} page
 * @param {HTMLElement} words
 */
function fit(page, words) {
  page.classList.remove("full");
  for (const size of SCRIPTS) {
    page.style.setProperty("--text", `${size}rem`);
    if (words.scrollHeight <= words.clientHeight) return;
  }
  page.classList.add("full");
}

/**
 * The steps as buttons to go to.
 * @param {Lessons} lesson
 * @param {Answer} answer
 * @param {Set<number>} done
 */
function dots(lesson, answer, done) {
  return listed().map(({ textContent }, index) => {
    const n = index + 1;
    const button = makeButton("bare dot", String(n), () => lesson.begin(n));
    button.title = textContent ?? "";
    standing(button, n, answer, done, _("Step {n}", { n }));
    return make("li", "", button);
  });
}

/**
 * Shows on a step's button whether it is done, and whether it is the current one.
 * @param {HTMLButtonElement} button
 * @param {number} n the step
 * @param {Answer} answer
 * @param {Set<number>} done
 * @param {string} [name]
 */
function standing(button, n, { number }, done, name = button.textContent ?? "") {
  button.ariaLabel = done.has(n) ? _("{step}, done", { step: name }) : name;
  button.ariaCurrent = n === number ? "step" : null;
  button.classList.toggle("did", done.has(n));
}
