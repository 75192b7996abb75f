// The lessons: stands in for the line to the server. Each move is sent with all before it to be played again on the step's
// position; what comes of it is told to the table as events, as a real table's server would.

import { make, makeButton, write } from "../pages/dom.js";
import { leave } from "../pages/leave.js";
import { openTable, post } from "../pages/requests.js";
import { _ } from "../texts.js";
import { storedHead, storedName } from "./me.js";

/** @import {Receiver} from "./socket.js" */
/** @import {Table, View} from "./types.js" */
/** @import {Stage} from "./stage.js" */

/**
 * A step as the server answers it (docs/protocol.md).
 * @typedef {{number: number, count: number, title: string, text: string, done: boolean, next: string | null,
 *   light: string[], undo: boolean, table: Table, start: View,
 *   actions: {seat: number, move: string, view: View}[],
 *   astray: string | null}} Answer
 */

const KEY = "spite.lessons";

/** The learner's own head on their seat. @param {Table} table @returns {Table} */
function withOwnHead(table) {
  return { ...table, seats: table.seats.map((seat, at) => (at === table.you ? { ...seat, head: storedHead() } : seat)) };
}

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

export class LessonSocket {
  progress;
  /** @type {Answer | null} */
  answer = null;
  /** Called when another answer has come, or an error instead. @type {(error: string) => void} */
  changed = () => {};
  #receiver;
  /** @type {string[]} the learner's moves in this step */
  #moves = [];
  #version = 0;
  #ids = 0;
  /** Counts the steps that were begun, so that a late answer of an earlier one is dropped. */
  #round = 0;

  /** @param {Receiver} receiver */
  constructor(receiver) {
    this.#receiver = receiver;
    this.progress = new Progress(Number(document.getElementById("lesson")?.dataset.count));
  }

  connect() {
    this.begin(this.progress.at);
  }

  restart() {
    this.begin(this.progress.at);
  }

  forget() {}

  /** Begins a step, from 1, or begins it again. @param {number} number */
  async begin(number) {
    this.#round += 1;
    const answer = await this.#ask(number, []);
    if (!answer) return;
    this.#moves = [];
    this.progress.at = answer.number;
    this.#take(answer);
    this.#receiver.receive({
      type: "snapshot",
      ...this.#stand(),
      table: withOwnHead(answer.table),
      view: answer.start,
      log: [],
      standing: null,
    });
    this.changed("");
  }

  /** The step after this one, the last again after the last. */
  next() {
    if (this.answer) this.begin(Math.min(this.answer.count, this.answer.number + 1));
  }

  /**
   * @param {{type: string, [field: string]: unknown}} message as to a table's server
   * @returns {string} its id
   */
  send(message) {
    this.#ids += 1;
    const id = `lesson-${this.#ids}`;
    // The answer comes after the sender knows the id.
    queueMicrotask(() => this.#carryOut(message, id));
    return id;
  }

  /** @param {{type: string, [field: string]: unknown}} message @param {string} id */
  #carryOut(message, id) {
    const { answer } = this;
    if (message.type === "move") this.#play(String(message.move), id);
    else if (message.type === "undo") this.#undo(id);
    else if (message.type === "next") this.next();
    else if (message.type === "undo_turn") this.restart();
    else if (message.type === "hint" && answer?.next) {
      this.#receiver.receive({ type: "hint", id, ply: this.#ply, move: answer.next, reason: answer.text });
    } else this.#refuse(id, _("Here you find the way yourself, or ask for a hint."));
  }

  /** @param {string} move @param {string} id */
  async #play(move, id) {
    const round = this.#round;
    const answer = await this.#ask(this.progress.at, [...this.#moves, move], id);
    if (!answer || round !== this.#round) return;
    if (answer.astray) {
      this.#refuse(id, answer.astray);
      return;
    }
    const known = this.#ply;
    const wasDone = this.answer?.done;
    this.#moves.push(move);
    this.#take(answer);
    answer.actions.slice(known).forEach((action, index) => {
      this.#receiver.receive({
        type: "event",
        ...this.#stand(known + index + 1),
        seat: action.seat,
        action: "move",
        move: action.move,
        id: index === 0 ? id : null,
        view: action.view,
        match: null,
        standing: null,
        secret: null,
      });
    });
    if (answer.done && !wasDone) {
      this.progress.done.add(answer.number);
      this.progress.keep();
    }
    this.changed("");
  }

  /** @param {string} id */
  async #undo(id) {
    const round = this.#round;
    const moves = this.#moves.slice(0, -1);
    const answer = await this.#ask(this.progress.at, moves, id);
    if (!answer || round !== this.#round) return;
    this.#moves = moves;
    this.#take(answer);
    const view = answer.actions.at(-1)?.view ?? answer.start;
    this.#receiver.receive({ type: "event", ...this.#stand(), seat: 0, action: "undo", move: null, id, view });
    this.changed("");
  }

  /**
   * Has moves of a step played by the server. What it refuses is told to the table, under the id of the message.
   * @param {number} number
   * @param {string[]} moves
   * @param {string} [id]
   * @returns {Promise<Answer | null>}
   */
  async #ask(number, moves, id) {
    try {
      return await post(`/api/lessons/${number}`, { moves });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (id) this.#refuse(id, text);
      else this.changed(text);
      return null;
    }
  }

  /** @param {Answer} answer */
  #take(answer) {
    this.answer = answer;
    this.progress.keep();
  }

  get #ply() {
    return this.answer?.actions.length ?? 0;
  }

  /** Where the table stands, for a message to it. @param {number} [ply] */
  #stand(ply = this.#ply) {
    this.#version += 1;
    const undo = Boolean(this.answer?.undo) && ply === this.#ply;
    return { version: this.#version, game: this.#round, ply, undo };
  }

  /** @param {string} id @param {string} message */
  #refuse(id, message) {
    const { answer } = this;
    const view = answer ? (answer.actions.at(-1)?.view ?? answer.start) : null;
    const stand = { version: this.#version, ply: this.#ply, undo: Boolean(answer?.undo) };
    this.#receiver.receive({ type: "refused", id, code: "illegal_move", message, view, ...stand });
  }
}

/** A game against the one who is good to learn from. */
function playFirst() {
  const seats = [{ kind: "person", name: storedName() }, { kind: "computer", player: "beginner" }];
  return openTable({ preset: "standard", target: 1, seats });
}

/** Puts the words of the lesson beside the table. @param {Stage} stage @param {LessonSocket} lesson */
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
  page.replaceChildren(
    make("div", "words", make("header", "", title, count), text, error),
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
    skip.hidden = answer.done || last;
    next.hidden = !answer.done || last;
    play.hidden = !(last && answer.done);
    steps.replaceChildren(...dots(lesson, answer, progress.done));
    const words = `${answer.number} ${answer.text}`;
    if (words !== said) stage.announce(`${answer.title}. ${answer.text}`);
    said = words;
    point();
  };
  const point = () => {
    const { answer } = lesson;
    if (answer && stage.view) stage.light(answer.actions.length === 0 ? answer.light : null);
  };
  stage.on("shown", point);
  lesson.changed("");
}

/**
 * The steps as buttons to go to.
 * @param {LessonSocket} lesson
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
