// Turns pointer, touch and keyboard events into a handful of gestures: tap, double tap, drag and drop, and keys. The
// meaning of a gesture is up to the table.

import { holds } from "../dom/elements.js";
import { shown } from "../dom/lazily.js";
import { neighbour } from "./neighbour.js";

/** @import {Rect} from "../types.js" */

/**
 * The meaning of gestures for cards. `tap` returns whether a second tap would make it a double tap; its `time` is that
 * of the tap itself; `lift` returns whether the card can be lifted.
 * @typedef {{
 *   tap: (key: string, keyboard: boolean, time: number) => boolean,
 *   double: (key: string) => void,
 *   lift: (key: string, x: number, y: number) => boolean,
 *   drag: (x: number, y: number, atX: number, atY: number) => void,
 *   drop: (done: boolean, x: number, y: number) => void,
 *   nowhere?: () => void,
 * }} Hands
 *
 * A table to play at. `arrive` ends the motion of cards and returns whether there was any; `begin` shows the current
 * state. `buttons` has their places then, from the table's corner, the upper ones last; `busy` says whether anything
 * moves.
 * @typedef {{hands: Hands, buttons: {key: string, rect: Rect}[], busy: boolean, arrive?: () => boolean,
 *   begin: (pointer: boolean) => void, look: (key: string) => void, skip: () => void}} Playable
 */

const DRAG_FROM = 6;
const DOUBLE_WITHIN = 320;
const HOLD = 550;
const AFTER_RELEASE = 400;
/** Milliseconds between two actions of a held key. */
const REPEAT_EVERY = 300;

/**
 * Listens to the player of a table.
 * @param {HTMLElement} surface
 * @param {Playable} table
 * @param {Record<string, () => void>} keys the action of each key, with "Ctrl+" and "Shift+" before it if they are held
 * @param {string[]} repeated those that act repeatedly while held
 */
export function listen(surface, table, keys, repeated) {
  const { hands } = table;
  /** @type {{key: string, id: number, x: number, y: number, dragging: boolean, since: number} | null} */
  let press = null;
  /** The table's corner when the finger came down: measuring it again would force a page layout. */
  let corner = { left: 0, top: 0 };
  let last = { key: "", time: 0 };
  /** The time of its last release itself, not of its handling: a busy page is late for the click that follows. */
  let released = -Infinity;
  /** The time of the last key action. */
  let acted = 0;
  /**
   * Finger actions since cards were brought to their ends: the frame that shows them there comes first.
   * @type {(() => void)[]}
   */
  let waiting = [];

  /** Does something after everything that waits. @param {() => void} act */
  const inTurn = (act) => void (waiting.length > 0 ? waiting.push(act) : act());

  const goOn = () => {
    for (let act = waiting.shift(); act; act = waiting.shift()) act();
  };

  /** From the table's corner. @param {PointerEvent} event */
  const at = ({ clientX, clientY }) => ({ x: clientX - corner.left, y: clientY - corner.top });

  /** @param {{x: number, y: number}} point */
  const keyAt = (point) => table.buttons.findLast(({ rect }) => holds(rect, point))?.key;

  /** @param {boolean} done @param {PointerEvent | null} event */
  const stop = (done, event) => {
    if (!press) return;
    const { dragging } = press;
    press = null;
    const { x, y } = event ? at(event) : { x: 0, y: 0 };
    if (dragging) hands.drop(done, x, y);
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { x, y } = at(event);
    const [dx, dy] = [x - press.x, y - press.y];
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < DRAG_FROM || !hands.lift(press.key, press.x, press.y)) return;
      press.dragging = true;
    }
    hands.drag(dx, dy, x, y);
  };

  surface.addEventListener("pointerdown", (event) => {
    goOn();
    if (event.button !== 0 || press || aside(event)) return;
    corner = surface.getBoundingClientRect();
    const moving = table.busy;
    const taken = buttonAt(event) !== null || (moving && isBare(event));
    if (taken) surface.setPointerCapture(event.pointerId);
    // A click on another button may come before the next frame, and relies on the current state.
    if (moving && taken && table.arrive?.()) {
      waiting.push(() => begin(event, true));
      void shown().then(goOn);
    } else begin(event, moving);
  });

  /** @param {PointerEvent} event @param {boolean} moving did anything move when the finger came down? */
  const begin = (event, moving) => {
    table.begin(true);
    const { x, y } = at(event);
    const button = buttonAt(event);
    // Everything that moved has come to its end: the finger may now be on another card.
    const key = moving && (button || isBare(event)) ? keyAt({ x, y }) : button && keyOf(button);
    if (!key) {
      if (event.target === surface || !(/** @type {Element} */ (event.target).closest("button, a"))) hands.nowhere?.();
      return;
    }
    press = { key, id: event.pointerId, x, y, dragging: false, since: event.timeStamp };
  };

  surface.addEventListener("pointermove", (event) => inTurn(() => move(event)));

  surface.addEventListener("pointerup", (event) => {
    released = event.timeStamp;
    inTurn(() => end(event));
  });

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!press || event.pointerId !== press.id) return;
    move(event);
    const { key, dragging, since } = press;
    stop(true, event);
    if (dragging) return;
    // The time of the tap itself, not of its handling: a busy page delays both taps of a double tap, but not equally.
    const { timeStamp: time } = event;
    if (time - since > HOLD) {
      table.look(key);
      return;
    }
    const double = last.key === key && time - last.time < DOUBLE_WITHIN;
    last = { key: "", time: 0 };
    if (double) hands.double(key);
    else if (hands.tap(key, false, time)) last = { key, time };
  };

  for (const type of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
    surface.addEventListener(type, ({ pointerId }) => inTurn(() => pointerId === press?.id && stop(false, null)));
  }
  surface.addEventListener("contextmenu", (event) => {
    const button = buttonAt(event);
    if (!button) return;
    event.preventDefault();
    inTurn(() => {
      stop(false, null);
      table.look(keyOf(button));
    });
  });

  // Keyboards and screen readers press a button without a pointer event.
  surface.addEventListener("click", (event) => {
    const button = buttonAt(event);
    if (!button) return;
    if (event.detail > 0 && event.timeStamp - released < AFTER_RELEASE) return;
    goOn();
    table.begin(false);
    hands.tap(keyOf(button), true, event.timeStamp);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || document.querySelector("dialog[open]:modal")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // Of the overlays on the table, Escape answers a question with no.
    if (target.closest("input, select, textarea") || (aside(event) && !(event.key === "Escape" && target.closest(".offer")))) return;
    // With Ctrl, or Cmd on a Mac, a key keeps its usual meaning.
    const withCommand = event.ctrlKey || event.metaKey;
    const key = letter(event);
    const name = `${withCommand ? "Ctrl+" : ""}${event.shiftKey && key !== "?" ? "Shift+" : ""}${key}`;
    const action = keys[name];
    if (withCommand && !action) return;
    goOn();
    if (event.key === " " && table.busy) {
      event.preventDefault();
      if (!event.repeat) table.skip();
      return;
    }
    if (event.key === "Escape" && press) stop(false, null);
    const direction = DIRECTIONS[event.key];
    if (direction && (target === document.body || surface.contains(target)) && !target.closest("dialog")) {
      event.preventDefault();
      step(surface, target, direction);
      return;
    }
    if (!action) return;
    event.preventDefault();
    // A held key acts once, or if repetition is useful, slowly enough to be followed.
    if (event.repeat && !(repeated.includes(name) && event.timeStamp - acted > REPEAT_EVERY)) return;
    acted = event.timeStamp;
    action();
  });
}

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The name of a key: its own name, or its letter; on keyboards of another script, the Latin letter at that place. A
 * digit of the upper row is that digit, whatever the keyboard types there with or without Shift.
 * @param {KeyboardEvent} event
 */
function letter({ key, code }) {
  if (key.length !== 1) return key;
  if (code.startsWith("Digit") && key !== "?") return code.slice(5);
  return /[^\0-\x7f]/.test(key) && code.startsWith("Key") ? code.slice(3).toLowerCase() : key.toLowerCase();
}

/** @param {Event} event */
function buttonAt(event) {
  return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-key]"));
}

/** Is it on the bare table? @param {Event} event */
function isBare(event) {
  return /** @type {Element} */ (event.target).closest("button, a, dialog, .bar, #status") === null;
}

/** @param {HTMLElement} button */
function keyOf(button) {
  return /** @type {string} */ (button.dataset.key);
}

/** Does an event belong to something laid over the table? @param {Event} event */
function aside(event) {
  return /** @type {Element} */ (event.target).closest(".lobby, .banner, .offer, .menu:popover-open, [data-do=whole]") !== null;
}

/**
 * Moves the focus to the nearest button in a direction; while a card is picked, among its targets.
 * @param {HTMLElement} surface @param {HTMLElement} from @param {[number, number]} direction
 */
function step(surface, from, direction) {
  const targets = /** @type {HTMLElement[]} */ ([...surface.querySelectorAll(".place.target, .place.picked")]);
  const all = targets.some((button) => button.classList.contains("target"))
    ? targets
    : /** @type {HTMLElement[]} */ ([...surface.querySelectorAll(".place")]);
  if (!from.matches(".place, .seat-name, .chip")) {
    all[0]?.focus();
    return;
  }
  const placed = all.filter((button) => button !== from).map((button) => ({ button, rect: rectOf(button) }));
  const next = neighbour(rectOf(from), placed, direction)?.button;
  if (next) (direction[1] > 0 ? lastBelow(from, next, all) : next).focus();
}

/**
 * Down into a pile that is fanned out downwards leads to its last card, which can be played, not to the most covered.
 * @param {HTMLElement} from @param {HTMLElement} next @param {HTMLElement[]} all
 */
function lastBelow(from, next, all) {
  const pileOf = (/** @type {HTMLElement} */ { dataset }) => (dataset.key ?? "").split("#")[0];
  const pile = pileOf(next);
  if (pileOf(from) === pile) return next;
  const { x } = rectOf(next);
  return all.findLast((button) => pileOf(button) === pile && Math.abs(rectOf(button).x - x) < 1) ?? next;
}

/** @param {HTMLElement} element @returns {Rect} */
function rectOf(element) {
  const { x, y, width: w, height: h } = element.getBoundingClientRect();
  return { x, y, w, h };
}
