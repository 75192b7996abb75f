// Effects besides the cards: the small moments, which appear over the table, block nothing, and are removed by the next
// gesture; and the end of a game, which is fetched with the first one.

import { animate } from "../../kernel/dom/animate.js";
import { lazily, styled } from "../../kernel/dom/lazily.js";
import { SPEEDS } from "../../kernel/settings/settings.js";
import { effectPace } from "../../kernel/effects.js";

/** @import {Moment} from "./moments.js" */
/** @import {State} from "../state.js" */
/** @import {Rect} from "../types.js" */

const LOOK_AT_END = 900;

export class Effects {
  #state;
  #root;
  #styled = lazily(() => Promise.all([styled("kernel/finish.css"), styled("spite/moments/finish.css")]));

  /** @param {State} state @param {HTMLElement} root */
  constructor(state, root) {
    this.#state = state;
    this.#root = root;
  }

  /** Shows something worth an effect of its own. @param {Partial<Moment> & {refused?: boolean}} moment */
  async show(moment) {
    await this.#styled();
    flourish(this.#root, this.#state, moment);
  }

  /**
   * Celebrates a win that the player saw, dims the light for a loss that the player saw, and shows the result.
   * @param {boolean} seen
   * @param {HTMLDialogElement} dialog
   * @param {() => void} next
   * @param {() => void} wait
   * @returns the card with the result, null if it no longer matters
   */
  async end(seen, dialog, next, wait) {
    const state = this.#state;
    const { result } = state.live;
    // The next game may have begun while this was loaded.
    if (!result) return null;
    const moment = seen && result.winners.length > 0;
    const won = result.winners.includes(/** @type {number} */ (state.you));
    const ending = Promise.all([
      import("./finish.js"),
      import("./finale.js"),
      this.#styled(),
    ]);
    if (!moment) await new Promise((done) => setTimeout(done, LOOK_AT_END * SPEEDS[state.settings.speed]));
    const [{ showFinish }, { finale, lossEffect }] = await ending;
    if (moment) await (won ? finale : lossEffect)(this.#root, state);
    const { live: view, table, log, seconds } = state;
    if (!view.result) return null;
    const { day, practice } = this.#root.dataset;
    const rated = state.people?.settings.rated ?? false;
    const late = (state.people?.seats ?? []).flatMap((seat, at) => (seat.stand_in === "clock" ? [at] : []));
    const game = /** @type {number} */ (state.game);
    return showFinish(dialog, { view, table, game, log, seconds, late, day, practice, rated, next, wait });
  }
}

const GLINT = 620;
const SQUARED = 560;
const GIFT = 700;
const SHAKE = 380;

/**
 * Shows the moments of a move, or a refusal.
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @param {Partial<Moment> & {refused?: boolean}} moment
 */
export function flourish(root, state, { turned, finished, gift, refused }) {
  const pace = effectPace(state.settings);
  if (pace === 0) return;
  const spotOf = (/** @type {string} */ id) => state.layout.places.find((place) => place.id === id)?.spot;
  if (refused) shake(root, state, pace);
  if (turned) glint(root, spotOf(turned), pace);
  if (finished) squared(root, spotOf(finished), pace);
  if (gift !== null && gift !== undefined) given(root, state, gift, pace);
}

/**
 * An element over the table, removed with the end of its animation.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {Rect} rect
 */
function over(root, name, { x, y, w, h }) {
  const element = document.createElement("div");
  element.className = `flourish ${name}`;
  element.ariaHidden = "true";
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
  root.append(element);
  return element;
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} duration @param {() => void} [done] @param {number} [delay] */
function run(element, frames, duration, done, delay = 0) {
  const animation = animate(element, frames, { duration, delay, fill: "both", easing: "ease-out" });
  animation.onfinish = () => {
    animation.cancel();
    done?.();
  };
}

/**
 * Light runs over a card, and a twinkle appears at its corner.
 * @param {HTMLElement} root
 * @param {Rect | undefined} rect
 * @param {number} pace
 */
function glint(root, rect, pace) {
  if (!rect) return;
  const card = over(root, "glint", rect);
  card.style.borderRadius = `${rect.w * 0.06}px`;
  const sheen = document.createElement("i");
  card.append(sheen);
  run(sheen, [{ transform: "translateX(-120%) skewX(-18deg)" }, { transform: "translateX(220%) skewX(-18deg)" }], GLINT * pace, () => card.remove(), 120 * pace);
  const size = Math.max(18, rect.w * 0.34);
  const twinkle = over(root, "twinkle", { x: rect.x + rect.w - size * 0.7, y: rect.y - size * 0.3, w: size, h: size });
  twinkle.innerHTML = '<svg viewBox="0 0 24 24"><path d="M12 0c1 8 4 11 12 12-8 1-11 4-12 12-1-8-4-11-12-12 8-1 11-4 12-12z"/></svg>';
  const frames = [
    { transform: "scale(0) rotate(-30deg)", opacity: 0 },
    { transform: "scale(1) rotate(0)", opacity: 1, offset: 0.4 },
    { transform: "scale(0) rotate(40deg)", opacity: 0 },
  ];
  run(twinkle, frames, GLINT * pace, () => twinkle.remove(), 200 * pace);
}

/**
 * A frame that contracts around a finished stack.
 * @param {HTMLElement} root
 * @param {Rect | undefined} rect
 * @param {number} pace
 */
function squared(root, rect, pace) {
  if (!rect) return;
  const frame = over(root, "squared", rect);
  frame.style.borderRadius = `${rect.w * 0.06}px`;
  const frames = [
    { transform: "scale(1.18)", opacity: 0 },
    { transform: "scale(1)", opacity: 1, offset: 0.35 },
    { transform: "scale(1)", opacity: 1, offset: 0.6 },
    { transform: "scale(1.32)", opacity: 0 },
  ];
  run(frame, frames, SQUARED * pace, () => frame.remove());
}

/**
 * Warm light where the new cards land.
 * @param {HTMLElement} root
 * @param {Readonly<State>} state
 * @param {number} seat
 * @param {number} pace
 */
function given(root, { layout }, seat, pace) {
  const hand = layout.places.filter(({ id }) => id === `hand:${seat}`).map(({ spot }) => spot);
  const plate = layout.areas.find((area) => area.seat === seat)?.name;
  const left = Math.min(...hand.map(({ x }) => x));
  const rect = hand.length > 0 ? { x: left, y: hand[0].y, w: Math.max(...hand.map(({ x, w }) => x + w)) - left, h: hand[0].h } : plate;
  if (!rect) return;
  const light = over(root, "given", { x: rect.x - 30, y: rect.y - 30, w: rect.w + 60, h: rect.h + 60 });
  run(light, [{ opacity: 0, transform: "scale(0.85)" }, { opacity: 1, transform: "scale(1)", offset: 0.35 }, { opacity: 0, transform: "scale(1.06)" }], GIFT * pace, () => light.remove());
}

/** One's own face shakes its head. @param {HTMLElement} root @param {Readonly<State>} state @param {number} pace */
function shake(root, { you }, pace) {
  const face = root.querySelector(`.seat-name[data-seat="${you}"] .face`);
  if (!face) return;
  const turns = [0, -7, 6, -5, 3, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x * 0.8}deg)` }));
  run(face, turns, SHAKE * Math.max(pace, 0.6));
}
