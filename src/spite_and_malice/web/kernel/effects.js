// The common parts of effects over a table: their speed, a canvas to paint on, and ending them with any gesture.

import { SPEEDS } from "./settings/settings.js";

/** A factor for the duration of effects; 0 for a player who prefers no motion. @param {{speed: keyof typeof SPEEDS}} settings */
export function effectPace({ speed }) {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[speed];
}

/**
 * Resolves when an effect is over, or a gesture ends it.
 * @param {number} length in milliseconds, at most
 * @param {Promise<unknown>} [over] ends it earlier
 * @returns {Promise<void>}
 */
export function untilGesture(length, over) {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("pointerdown", end, true);
      removeEventListener("keydown", end, true);
      clearTimeout(latest);
      resolve();
    };
    const latest = setTimeout(end, length);
    addEventListener("pointerdown", end, true);
    addEventListener("keydown", end, true);
    void over?.then(end);
  });
}

/**
 * Creates a canvas at the resolution of the screen whose context uses CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {{clientWidth: number, clientHeight: number}} size of the covered area
 */
export function sharpPen(canvas, { clientWidth, clientHeight }) {
  const sharp = sharpness();
  canvas.width = clientWidth * sharp;
  canvas.height = clientHeight * sharp;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(sharp, sharp);
  return pen;
}

/** Canvas pixels per CSS pixel: in motion more than two make no visible difference. */
export const sharpness = () => Math.min(2, devicePixelRatio);

/**
 * Fades the effect out, and removes it.
 * @param {Element} stage
 * @param {number} fading its duration in the style sheet, in milliseconds
 */
export function fadeOut(stage, fading) {
  stage.classList.add("ends");
  setTimeout(() => stage.remove(), fading);
}
