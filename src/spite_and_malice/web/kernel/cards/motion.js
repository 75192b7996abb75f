// How cards move: each from its last visible position, by the shortest path, above everything else. Only the transform
// positions a card, so two animations can never move it at once.

import { animate } from "../dom/animate.js";
import { RATIO } from "./cards.js";

/** @typedef {{x: number, y: number, w: number, angle: number}} Pose the position of a card's upper left corner before rotation */

const EASE = "cubic-bezier(0.22, 0.72, 0.2, 1)";

export class Motion {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** The animation that turns a side of a card: asking the browser for it would force a layout. @type {WeakMap<Element, Animation>} */
  #turning = new WeakMap();
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Factor on every duration; 0 shows everything at once. */
  pace = 1;
  /** How long a deal takes. The animations of all its cards end together, so the page has nothing to do in between. */
  together = 0;

  /** Should things fade instead of moving? */
  get still() {
    return this.#still.matches;
  }

  /** Finishes every running animation. */
  finish() {
    for (const animation of [...this.#running]) animation.finish();
  }

  /** Waits until all current animations have finished. */
  async rested() {
    await Promise.allSettled([...this.#running].map(({ finished }) => finished));
  }

  /**
   * @param {HTMLElement} element
   * @param {Keyframe[]} frames the first and the last
   * @param {number} duration
   * @param {number} delay
   * @param {() => void} [done] also called when it is cancelled
   * @param {number} [until] the least time for which the last frame is held
   */
  run(element, frames, duration, delay, done, until = 0) {
    const whole = Math.max(delay + duration, until, this.together);
    const [from, to] = frames;
    const steps = [
      { ...from, offset: 0 },
      { easing: EASE, ...from, offset: delay / whole },
      { ...to, offset: (delay + duration) / whole },
      { ...to, offset: 1 },
    ];
    // A browser may start it a moment after the frame in which the element first appears.
    return this.#keep(animate(element, steps, { duration: whole, fill: "backwards" }), done);
  }

  /**
   * @param {Animation} animation
   * @param {() => void} [done] called once, when it has finished or was cancelled
   */
  #keep(animation, done) {
    this.#running.add(animation);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      this.#running.delete(animation);
      done?.();
    };
    animation.onfinish = end;
    // The caller that cancels or finishes it does not wait for the consequences.
    for (const name of /** @type {const} */ (["finish", "cancel"])) {
      const plain = animation[name].bind(animation);
      animation[name] = () => {
        plain();
        end();
      };
    }
    return animation;
  }

  /**
   * Does something in the frame in which a card has covered part of its path.
   * @param {Animation} flight @param {HTMLElement} element @param {number} delay @param {() => void} act
   */
  after(flight, element, delay, act) {
    if (delay === 0) {
      act();
      return;
    }
    // It has only a delay: the page would render every frame of a duration, even one without any effect.
    const clock = this.#keep(animate(element, [], { delay, duration: 0 }), act);
    // If it ran at once, it would start before the flight, which takes the browser a moment.
    clock.pause();
    flight.ready.then(
      () => {
        if (clock.playState === "paused") clock.startTime = flight.startTime;
      },
      () => clock.cancel(),
    );
  }

  /**
   * Turns a card over: one side closes to its edge, then the other opens. In the plane, and each side on its own, so that the
   * browser moves both without laying out or drawing anything again.
   * @param {HTMLElement} element @param {boolean} down @param {number} duration @param {number} delay
   */
  turn(element, down, duration, delay) {
    const [front, back] = /** @type {HTMLElement[]} */ ([...(element.firstElementChild?.children ?? [])]);
    for (const side of [front, back]) this.#turning.get(side)?.finish();
    const [first, second] = down ? [front, back] : [back, front];
    element.classList.add("turning");
    const half = duration / 2;
    const [flat, edge] = [{ transform: "none" }, { transform: "scaleX(0)" }];
    const closing = this.run(first, [{ ...flat, easing: "ease-in" }, edge], half, delay, undefined, delay + duration);
    const opening = this.run(second, [edge, flat], half, delay + half, () => element.classList.remove("turning"));
    this.#turning.set(first, closing);
    this.#turning.set(second, opening);
  }
}

/**
 * The transform that puts an element of the given width into a pose.
 * @param {{x: number, y: number, w: number, angle?: number}} at
 * @param {number} width
 */
export function transformOf(at, width) {
  const shift = (width - at.w) / 2;
  return `translate(${at.x - shift}px, ${at.y - shift * RATIO}px) rotate(${at.angle ?? 0}deg) scale(${at.w / width})`;
}

/**
 * The current visible pose of an element of the given width, including animations and the lift of its card.
 * @param {HTMLElement} element
 * @param {number} width
 * @returns {Pose}
 */
export function seenPose(element, width) {
  const { a, b, e, f } = new DOMMatrix(getComputedStyle(element).transform);
  const { translate } = getComputedStyle(/** @type {Element} */ (element.firstElementChild));
  const lift = Number.parseFloat(translate.split(" ")[1] ?? "0");
  const scale = Math.hypot(a, b);
  const shift = (width - scale * width) / 2;
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  return { x: e + shift - b * lift, y: f + shift * RATIO + a * lift, w: scale * width, angle };
}
