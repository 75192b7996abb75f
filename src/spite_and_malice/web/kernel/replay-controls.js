// The replay of a finished game: the current position, and moving through it by buttons, slider and keys, or automatically.
// Each game draws its own positions.

/**
 * The interface of a game: its number of actions; whether it is ready to be stepped through; showing a new place,
 * `slid` if the slider passes others; restarting at the end; showing the current place in the controls; and the pause
 * between two actions, in milliseconds.
 * @typedef {{length: () => number, ready: () => boolean, show: (from: number, slid: boolean) => void, restart: () => void,
 *   tell: () => void, rest: () => number}} Watched
 */

/** The buttons that keys press. @type {Record<string, string>} */
const WAYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  "Shift+ArrowLeft": "turn-back",
  "Shift+ArrowRight": "turn-on",
  ArrowUp: "turn-back",
  ArrowDown: "turn-on",
  Home: "start",
  End: "end",
  " ": "play",
};
const WALKS = /^Arrow/;

export class ReplayControls {
  /** The number of actions before the current position. */
  at = 0;
  /** Is it playing automatically? */
  runs = false;
  #next = 0;
  #watched;
  #controls;
  #track;
  /** The targets of the buttons. @type {Record<string, () => number>} */
  #goals;

  /**
   * @param {Watched} watched
   * @param {HTMLElement} controls whose buttons name their targets with `data-go`
   * @param {HTMLInputElement} track the slider
   * @param {Record<string, () => number>} goals the targets of buttons other than both ends and one action back or
   *   forward
   */
  constructor(watched, controls, track, goals) {
    this.#watched = watched;
    this.#controls = controls;
    this.#track = track;
    this.#goals = {
      start: () => 0,
      back: () => this.clamped(this.at - 1),
      on: () => this.clamped(this.at + 1),
      end: watched.length,
      ...goals,
    };
  }

  /** The target of a button; undefined if it has none. @param {string} name @returns {number | undefined} */
  goal(name) {
    return this.#goals[name]?.();
  }

  /** @param {number} place */
  clamped(place) {
    return Math.max(0, Math.min(this.#watched.length(), place));
  }

  /** Goes to a position in the game. @param {number} to @param {boolean} [slid] */
  go(to, slid = false) {
    const from = this.at;
    const goal = this.clamped(to);
    if (goal === from) return;
    this.at = goal;
    this.#watched.show(from, slid);
  }

  pause() {
    this.runs = false;
    clearTimeout(this.#next);
    if (this.#watched.ready()) this.#watched.tell();
  }

  #play() {
    this.runs = true;
    if (this.at === this.#watched.length()) this.#watched.restart();
    else this.go(this.at + 1);
    this.#watched.tell();
  }

  /** Playback has reached its end. */
  shown() {
    if (this.at === this.#watched.length()) this.pause();
    if (this.runs) this.#next = window.setTimeout(() => this.go(this.at + 1), this.#watched.rest());
  }

  /** @param {string} what */
  #press(what) {
    if (what === "play" && !this.runs) {
      this.#play();
      return;
    }
    this.pause();
    this.go(this.goal(what) ?? this.at);
  }

  /** Handles buttons, slider and keys. @param {Record<string, () => void>} [more] the actions of other keys */
  listen(more = {}) {
    this.#controls.addEventListener("click", ({ target }) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-go]"));
      if (button?.dataset.go) this.#press(button.dataset.go);
    });
    this.#track.addEventListener("input", () => {
      const to = this.#track.valueAsNumber;
      this.pause();
      this.go(to, true);
    });
    document.addEventListener("keydown", (event) => this.#key(event, more));
  }

  /** @param {KeyboardEvent} event @param {Record<string, () => void>} more */
  #key(event, more) {
    if (!this.#watched.ready()) return;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]:modal")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // A list, a slider and the drawer have their own use for arrows, a button for the space bar.
    if (target.closest("select, dialog[open]") || (target === this.#track && key !== " " && key.length > 1)) return;
    if (key === " " && target.closest("button, a")) return;
    const name = event.shiftKey && key !== "?" ? `Shift+${key}` : key;
    const way = [WAYS[name], WAYS[key]].find((each) => each === "play" || each in this.#goals);
    const action = way ? () => this.#press(way) : more[name];
    if (!action) return;
    event.preventDefault();
    // A held key keeps moving from move to move; everything else happens once.
    if (!event.repeat || WALKS.test(key)) action();
  }
}
