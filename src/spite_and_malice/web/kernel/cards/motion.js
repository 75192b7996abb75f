// How cards move: each from where the eye last saw it, by the shortest way, over all that lies there. The place of a card is
// its transform and nothing else, so that two things can never move it at once.

import { animate } from "../dom/animate.js";
import { RATIO } from "./cards.js";

/** @typedef {{x: number, y: number, w: number, angle: number}} Pose where a card's upper left corner lies, unturned */

const EASE = "cubic-bezier(0.22, 0.72, 0.2, 1)";

export class Motion {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** What turns a side of a card: to ask the browser for it would have it lay out the page. @type {WeakMap<Element, Animation>} */
  #turning = new WeakMap();
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** Factor on every duration; 0 shows everything at once. */
  pace = 1;
  /** How long a deal takes, for the ways of all its cards end as one: so the page has nothing to do meanwhile. */
  together = 0;

  /** Are things to fade where they would move? */
  get still() {
    return this.#still.matches;
  }

  /** Brings everything that runs to its end. */
  finish() {
    for (const animation of [...this.#running]) animation.finish();
  }

  /** Waits until all that moves now has come to its end. */
  async rested() {
    await Promise.allSettled([...this.#running].map(({ finished }) => finished));
  }

  /**
   * @param {HTMLElement} element
   * @param {Keyframe[]} frames the first and the last
   * @param {number} duration
   * @param {number} delay
   * @param {() => void} [done] also called when it is broken off
   * @param {number} [until] how long the last frame is held at least
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
   * @param {() => void} [done] called once, when it has ended or was broken off
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
    // What breaks it off or ends it does not wait for what follows from that.
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
   * Does something in the very frame in which so much of a card's way has passed.
   * @param {Animation} flight @param {HTMLElement} element @param {number} delay @param {() => void} act
   */
  after(flight, element, delay, act) {
    if (delay === 0) {
      act();
      return;
    }
    // It changes nothing that is seen; one that changed nothing at all would have the page draw every frame meanwhile.
    const clock = this.#keep(animate(element, [{ opacity: 1 }, { opacity: 1 }], delay), act);
    // Unpaused it would begin before the flight, for which a browser takes a moment.
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
 * The transform that lets an element `width` wide lie in a pose.
 * @param {{x: number, y: number, w: number, angle?: number}} at
 * @param {number} width
 */
export function transformOf(at, width) {
  const shift = (width - at.w) / 2;
  return `translate(${at.x - shift}px, ${at.y - shift * RATIO}px) rotate(${at.angle ?? 0}deg) scale(${at.w / width})`;
}

/**
 * The pose in which the eye sees an element `width` wide now, with whatever moves it and lifts the card in it.
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
