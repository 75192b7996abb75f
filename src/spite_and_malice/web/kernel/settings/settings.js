// Settings that stay in this browser. The theme is read once more by theme.js before the first paint of every page.

import { later } from "../dom/lazily.js";
import { readValue, writeValue } from "../storage.js";
import { DEFAULTS } from "./entries.js";
import { applyLook } from "./looks.js";

/** @import {Faces} from "../cards/deck.js" */
/** @import {Settings} from "../types.js" */

const KEY = "spite.settings";
/** Told to what brings it to other devices (pages/follow.js). */
const CHOSEN = "spite-chosen";

/** How long motion and pauses take, as a factor. */
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5, off: 0 };

/** @returns {Settings} */
export function loadSettings() {
  const stored = readValue(KEY) ?? {};
  // Contrast was once a choice of colours.
  const before = stored.colours === "contrast" ? { colours: "four", contrast: true } : {};
  return { ...DEFAULTS, ...stored, ...before, ...(stored.speed in SPEEDS ? {} : { speed: DEFAULTS.speed }) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  writeValue(KEY, settings);
  dispatchEvent(new Event(CHOSEN));
}

/**
 * Colours, contrast, theme and looks are variables of the style sheets.
 * @param {Settings} settings
 * @returns {Promise<Faces | null>} what cards are drawn with, once the page is dressed; null if that could not be fetched
 */
export function applySettings(settings) {
  const root = document.documentElement;
  root.dataset.speed = settings.speed;
  root.dataset.colours = settings.colours;
  if (settings.contrast) root.dataset.contrast = "more";
  else delete root.dataset.contrast;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  // The browser's own bar goes with them, and can wait.
  later().then(() => import("../../app.js")).catch(() => {});
  return applyLook(settings);
}
