// Puzzles: one on the table, or a run of them, with the task and the result beside the table. Every move is
// played by the server; it says when the puzzle is over, and explains it.

import { styled } from "../../kernel/dom/lazily.js";
import { clock } from "../../kernel/dom/times.js";
import { writeWords } from "../../kernel/dom/elements.js";
import { make, makeButton, write } from "../../kernel/dom/make.js";
import { post, Refused, request, sentenceOf } from "../../kernel/line/requests.js";
import { go } from "../../places.js";
import { loadSettings } from "../../kernel/settings/settings.js";
import { _ } from "../../texts.js";
import { Exercise, Objection, reveal, Version } from "./exercise.js";

/** @import {Exercised} from "./exercise.js" */
/** @import {Receiver} from "../types.js" */
/** @import {Stage} from "../stage.js" */

/**
 * A puzzle in the server's response (docs/protocol.md).
 * @typedef {Exercised & {id: string, theme: string, task: string, state: "open" | "solved" | "spoiled" | "missed",
 *   text: string, grade: number}} Answer
 * @typedef {{outcome: 0 | 1 | 2, counted: boolean, words: string, reasons: string[], way: Exercised["actions"],
 *   rating: {points: number, give_or_take: number}, change: number, tried: number, solved: number, found?: boolean}} Result
 * @typedef {{id: string, kind: "clock" | "five", number: number, puzzle: string | null, solved: number, missed: number,
 *   left_ms: number | null, best: number, place: number, people: number, friends: {name: string, solved: number}[], was: 0 | 1 | 2 | null, words: string | null}} Run
 */

const TICK_MS = 250;
const SOON_MS = 20_000;
/** The time for which the run is over by this page's clock before the server is asked. */
const LATE_MS = 300;
/** When the server cannot be reached, it is asked again after this time. */
const AGAIN_MS = 3000;
/** The time for which a puzzle solved in a run stays visible. */
const SEEN_MS = 700;

const page = () => /** @type {HTMLElement} */ (document.getElementById("puzzle"));

/** @extends {Exercise<Answer>} */
export class Puzzles extends Exercise {
  /** The result of the puzzle, once it is over. @type {Result | null} */
  result = null;
  /** @type {Run | null} */
  run = null;
  /** The end of the run, by this page's clock. */
  endsAt = 0;
  #takenBack = false;
  /** The moves up to the one that missed it, if any. @type {string[] | null} */
  #missedBy = null;
  /**
   * The moves up to the first one that left the solution, and the server's response about them.
   * @type {string[] | null}
   */
  #spoiledBy = null;
  /** @type {Result | null} */
  #spoiled = null;
  /** The reason why the last play was not made. */
  astray = "";
  /** Is the end being reported to the server? */
  #telling = false;

  connect() {
    const { run } = page().dataset;
    if (run) this.#goOn(() => request("GET", `/api/puzzles/runs/${run}`)).catch((problem) => this.changed(sentenceOf(problem)));
    else this.#begin(/** @type {string} */ (document.getElementById("table")?.dataset.puzzle));
  }

  /** @param {string} id */
  #begin(id) {
    this.result = null;
    this.#missedBy = this.#spoiledBy = this.#spoiled = null;
    this.#takenBack = false;
    return this.start(`/api/puzzles/${id}`);
  }

  /** The same puzzle once more; its result stays. */
  again() {
    if (this.answer) this.#begin(this.answer.id);
  }

  restart() {
    // Starting again takes everything back.
    const takenBack = this.#takenBack || this.moves.length > 0;
    if (!this.answer || this.over) return;
    this.#takenBack = takenBack;
    super.restart();
  }

  /** Another run of the same kind. */
  async anew() {
    const kind = this.run?.kind;
    try {
      const { id } = await post("/api/puzzles/runs", { kind });
      go(`/puzzles/run/${id}`);
    } catch (problem) {
      this.changed(sentenceOf(problem));
    }
  }

  get over() {
    return this.result !== null || this.#missedBy !== null || this.answer?.state === "solved" || this.run?.puzzle === null;
  }

  /** The turn judged as missed, null if none was played to its end. @returns {string[] | null} */
  get judged() {
    const isOver = this.result ? this.result.outcome === 0 : this.run?.puzzle === null;
    return isOver ? (this.#spoiledBy ?? this.#missedBy) : null;
  }

  get noHelp() {
    return _("A puzzle has no hints: find the way, or let it be shown to you.");
  }

  get wishes() {
    return { spoils: loadSettings().spoils };
  }

  undone() {
    this.#takenBack = true;
  }

  /** @param {Answer} answer */
  left({ state, text }) {
    return state === "missed" || state === "spoiled" ? text : "";
  }

  /** A move that missed it was not made on the table. @param {string} move @param {Answer} answer */
  refused(move, answer) {
    if (answer.state === "spoiled" && !this.run) {
      this.#spoil([...this.moves, move], answer.text);
      return;
    }
    this.#missedBy = [...this.moves, move];
    // It is over: nothing can be taken back any longer.
    if (this.answer) this.answer.undo = false;
    // In a run the next puzzle follows: a spoilt one is left.
    this.finish(answer.text, answer.state === "spoiled");
  }

  /**
   * The first play that spoils the solution makes the puzzle count as missed; it can still be solved.
   * @param {string[]} moves
   * @param {string} why
   */
  async #spoil(moves, why) {
    this.#spoiledBy ??= moves;
    try {
      const { counted } = await this.#tellSpoiled();
      this.astray = counted ? `${why} ${_("It counts as missed, but you can still find it.")}` : why;
      this.changed("");
    } catch (problem) {
      this.changed(sentenceOf(problem));
    }
  }

  async #tellSpoiled() {
    this.#spoiled ??= /** @type {Result} */ (
      await post(`/api/puzzles/${this.answer?.id}/result`, { moves: this.#spoiledBy, gave_up: true })
    );
    return this.#spoiled;
  }

  /** @param {Answer} answer */
  take(answer) {
    super.take(answer);
    this.astray = "";
    if (answer.state === "solved" && this.result === null) this.finish("");
  }

  /** Shows the solution, and counts the puzzle as missed. */
  giveUp() {
    if (!this.over) this.finish("", true);
  }

  /** Reports the result to the server. @param {string} why the reason for the miss @param {boolean} [gaveUp] */
  async finish(why, gaveUp = false) {
    if (this.#telling || !this.answer) return;
    this.#telling = true;
    // The solving move is recorded after this.
    await null;
    const moves = this.#missedBy ?? this.answer.actions.map((action) => action.move);
    const told = { moves, taken_back: this.#takenBack, gave_up: gaveUp };
    const { run } = this;
    try {
      if (run) await this.#goOn(() => post(`/api/puzzles/runs/${run.id}`, { number: run.number, ...told }));
      else {
        const spoiled = this.#spoiledBy && (await this.#tellSpoiled());
        const result = await post(`/api/puzzles/${this.answer.id}/result`, told);
        this.result = spoiled ? afterSpoiling(result, spoiled) : result;
        if (gaveUp) this.showWay();
        this.changed("");
      }
    } catch (problem) {
      this.changed(problem instanceof Refused ? problem.message : why);
    } finally {
      this.#telling = false;
    }
  }

  /** Plays the solution on the table. */
  showWay() {
    if (this.result) this.show(this.result.way);
  }

  /** Continues a run: its next puzzle, or its end. @param {() => Promise<Run>} ask */
  async #goOn(ask) {
    const run = await ask();
    this.run = run;
    this.endsAt = run.left_ms === null ? 0 : Date.now() + run.left_ms;
    this.changed("");
    if (run.was) await new Promise((later) => setTimeout(later, SEEN_MS));
    if (run.puzzle) await this.#begin(run.puzzle);
  }

  /** The time of a run is up. */
  async timeUp() {
    const { run } = this;
    if (!run?.puzzle || this.#telling) return;
    this.#telling = true;
    try {
      const now = await request("GET", `/api/puzzles/runs/${run.id}`);
      this.endsAt = Date.now() + now.left_ms;
      // The server's clock decides.
      if (now.puzzle === null) this.run = now;
      this.changed("");
    } catch (problem) {
      this.changed(sentenceOf(problem));
      this.endsAt = Date.now() + AGAIN_MS;
    }
    this.#telling = false;
  }

  next() {
    // Of the version just played, unless any version was requested.
    if (!this.run && this.result) go(`/puzzles/next?preset=${page().dataset.version}&theme=${page().dataset.theme}`);
  }
}

/** @param {Receiver} receiver */
export const open = (receiver) => new Puzzles(receiver);

/** The result of a puzzle is that of its first failed attempt. @param {Result} result @param {Result} spoiled @returns {Result} */
function afterSpoiling(result, { counted, rating, change, reasons }) {
  return { ...result, outcome: 0, found: result.outcome > 0, counted, rating, change, reasons: reasons.length ? reasons : result.reasons };
}

/** @param {Result} result */
function verdictOf({ outcome, found }) {
  if (found) return _("You found the way, after a play that spoiled it.");
  if (outcome === 2) return _("Solved!");
  return outcome === 1 ? _("Solved, with moves taken back: half a success.") : _("Missed.");
}

/** @param {Result} result */
function ratingWords({ counted, rating, change, tried, solved }) {
  const sign = change < 0 ? "−" : "+";
  const said = { points: rating.points, change: `${sign}${Math.abs(change)}` };
  const own = counted
    ? _("Your puzzle rating: {points} ({change}).", said)
    : _("Your puzzle rating stays {points}: only the first time counts.", said);
  const others = _("{solved} of {tried} people here have solved it.", { solved, tried });
  return tried > 1 ? `${own} ${others}` : own;
}

/** @param {Run} run */
function runWords({ kind, solved, missed, best, place, people, friends }) {
  if (kind === "five" && !missed) return _("Five without a mistake!");
  const after = solved === 0 ? _("A mistake at the first of five.") : _("A mistake after {solved} of 5.", { solved });
  const told = kind === "five" ? after : _("Time is up: {solved} solved, {missed} missed.", { solved, missed });
  if (best === 0) return told;
  const record = best > solved ? _("Your best: {best}.", { best }) : _("Your best yet.");
  const rank = people > 1 ? _("Place {place} of {people} of this day.", { place, people }) : "";
  const among = friends.map((friend) => `${friend.name} ${friend.solved}`).join(", ");
  const theirs = among ? _("Your friends: {friends}.", { friends: among }) : "";
  return [told, record, rank, theirs].filter(Boolean).join(" ");
}

/** Puts the text of the puzzle beside the table. @param {Stage} stage @param {Puzzles} puzzles */
export function mount(stage, puzzles) {
  const version = new Version(stage);
  const score = make("p", "score");
  score.setAttribute("role", "timer");
  const title = make("h2", "");
  title.id = "puzzle-title";
  const verdict = make("p", "verdict");
  const text = make("p", "text");
  const reasons = make("ul", "reasons");
  const rating = make("p", "rating");
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  const again = makeButton("bare", _("Begin again"), () => puzzles.restart());
  const giveUp = makeButton("bare", _("Show the way"), () => puzzles.giveUp());
  const retry = makeButton("", _("Try it again"), () => puzzles.again());
  const way = makeButton("", _("See the way"), () => puzzles.showWay());
  const next = makeButton("primary", _("Next puzzle"), () => puzzles.next());
  const anew = makeButton("primary", _("Another run"), () => puzzles.anew());
  const objection = new Objection(stage);
  const told = [verdict, text, reasons, rating, objection.element, error, version.special];
  const words = make("div", "words", make("header", "", title, version.name, score), ...told);
  // If there is little room, the reasons replace the text they explain.
  const why = makeButton("bare why", "", () => showReasons(!page().classList.contains("reasoned")));
  const showReasons = (/** @type {boolean} */ shown) => {
    page().classList.toggle("reasoned", shown);
    write(why, shown ? _("Back") : _("Why?"));
    words.scrollTop = 0;
    more();
  };
  page().replaceChildren(
    words,
    make("div", "actions", again, giveUp, why, retry, way, next, anew),
  );

  // A sign shows that there is more below.
  const more = () => words.classList.toggle("more", words.scrollHeight - words.scrollTop - words.clientHeight > 2);
  words.onscroll = more;
  new ResizeObserver(more).observe(words);

  let said = "";
  /** The one that has been celebrated. @type {Result | null} */
  let feasted = null;
  puzzles.changed = (problem) => {
    write(error, problem);
    const { answer, result, run } = puzzles;
    if (!answer && !run) return;
    // "Solved" appears once the card that solved it has landed.
    if ((result?.outcome || result?.found) && result !== feasted) {
      if (stage.busy) return;
      feasted = result;
      if (result.outcome === 2) void feast(stage);
    }
    const ended = run?.puzzle === null;
    if (answer) {
      version.tell(answer.table, grade(answer.grade));
    }
    write(title, page().dataset.day ? _("The puzzle of the day") : (answer?.theme ?? _("Puzzle")));
    if (run) write(title, run.kind === "clock" ? _("Against the clock") : _("Five without a mistake"));
    const astray = result ? "" : puzzles.astray;
    const before = run?.was === 0 ? (run.words ?? "") : "";
    const isGood = ended ? (run.kind === "clock" ? run.solved > 0 : !run.missed) : result?.outcome || result?.found;
    verdict.className = `verdict ${isGood ? "good" : result || ended || before || astray ? "bad" : ""}`;
    const soFar = astray ? _("Not that one.") : before ? _("The last one was missed.") : "";
    write(verdict, ended ? runWords(run) : result ? verdictOf(result) : soFar);
    writeWords(text, result ? result.words : astray || (ended || !answer ? before : answer.task), []);
    // In a run the solution of the last puzzle is shown below the question of the next.
    const told = result?.reasons ?? (before && answer && !ended && !astray ? [before] : []);
    reasons.replaceChildren(...told.map((reason) => make("li", "", reason)));
    write(rating, result ? ratingWords(result) : "");
    objection.offer(`/api/puzzles/${answer?.id}`, puzzles.judged);
    version.name.hidden = !answer;
    page().classList.toggle("over", puzzles.over);
    // Content that does not fit can also be scrolled with the keyboard.
    words.tabIndex = result ? 0 : -1;
    showReasons(false);
    again.hidden = puzzles.over || !answer?.undo;
    giveUp.hidden = puzzles.over;
    write(giveUp, run ? _("Skip it") : _("Show the way"));
    retry.hidden = way.hidden = next.hidden = result === null;
    why.hidden = !result?.reasons.length;
    anew.hidden = !ended;
    tick();
    reveal(page());
    const telling = `${verdict.textContent} ${text.textContent}`;
    if (telling !== said) stage.announce(telling);
    said = telling;
  };

  const tick = () => {
    const { run } = puzzles;
    score.hidden = !run;
    if (!run) return;
    const left = Math.max(0, puzzles.endsAt - Date.now());
    const done = run.kind === "five" ? `${run.solved}/5` : `✓ ${run.solved}`;
    write(score, run.kind === "clock" ? `${done} · ${clock(Math.ceil(left / 1000) * 1000)}` : done);
    score.classList.toggle("soon", run.kind === "clock" && left < SOON_MS);
    if (run.kind === "clock" && run.puzzle && Date.now() > puzzles.endsAt + LATE_MS) puzzles.timeUp();
  };
  setInterval(tick, TICK_MS);
  stage.on("shown", () => {
    if (puzzles.result !== feasted) puzzles.changed("");
  });
  // The final table is there to be viewed.
  stage.allow(() => !puzzles.over || _("This puzzle is over: begin it again, or take the next one."));
  puzzles.changed("");
}

/** Celebrates a solved puzzle, at its last card. @param {Stage} stage */
async function feast(stage) {
  const { finale } = await import("../moments/finale.js");
  await styled("spite/moments/finish.css");
  const { last } = stage.state;
  const around = last && stage.rectOf(last);
  if (!around) return;
  stage.sound("win");
  await finale(stage.root, stage.state, around);
}

/** @param {number} number */
function grade(number) {
  const stars = make("span", "grade", "●".repeat(number) + "○".repeat(5 - number));
  stars.setAttribute("role", "img");
  stars.setAttribute("aria-label", _("Grade {number} of 5", { number }));
  return stars;
}
