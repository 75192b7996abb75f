// The settings of a person for their own tables: each entry gives default, type, control and storage. They stay in this
// browser. first.js also reads theme and letter size, before the first paint of every page.

import { later } from "../dom/lazily.js";
import { readValue, writeValue } from "../storage.js";
import { applyLook } from "./looks.js";
import { N_ } from "../../texts.js";

/** @import {Faces} from "../cards/cards.js" */

/**
 * Which tables a setting is for.
 * @typedef {"all" | "spite" | "patience" | "person"} Where
 */

/**
 * One of a few words, shown as a row of buttons.
 * @template {string} Word
 * @param {Word} value the default @param {string} label @param {[Word, string][]} choices values with their words
 * @param {Where} [where]
 */
const choice = (value, label, choices, where = "all") => ({ value, label, where, choices });

/** The switches. @param {boolean} value the default @param {string} label @param {Where} [where] */
const flag = (value, label, where = "all") => ({ value, label, where });

/** The switches on a phone that can vibrate. @param {boolean} value the default @param {string} label */
const trembling = (value, label) => ({ ...flag(value, label), able: () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches });

/** A number from 0 to 100. @param {number} value the default @param {string} label */
const level = (value, label) => ({ value, label, where: /** @type {Where} */ ("all") });

/** One of the available looks, by name; the first is the default. @param {string} label */
const look = (label) => ({ value: "", label, where: /** @type {Where} */ ("all") });

/** The sign on the player's plate, one of those they have earned; empty for none. @param {string} label */
const sign = (label) => ({ value: "", label, where: /** @type {Where} */ ("spite") });

/** Every setting by its name, in the order of the form. first.js reads theme and letters too. */
export const ENTRIES = {
  surface: look(N_("Table")),
  deck: look(N_("Cards")),
  pack: look(N_("Letters on the cards")),
  back: look(N_("Backs")),
  sign: sign(N_("Sign on your plate")),
  speed: choice("normal", N_("Speed"), [
    ["slow", N_("Slow")],
    ["normal", N_("Normal")],
    ["fast", N_("Fast")],
    ["off", N_("No motion")],
  ]),
  colours: choice("two", N_("Suit colours"), [
    ["two", N_("Two colours")],
    ["four", N_("Four colours")],
  ]),
  letters: choice("auto", N_("Letter size"), [
    ["auto", N_("As the browser")],
    ["16", "16"],
    ["20", "20"],
    ["24", "24"],
    ["32", "32"],
  ]),
  theme: choice("auto", N_("Light"), [
    ["auto", N_("As the system")],
    ["dark", N_("Evening")],
    ["light", N_("Day")],
  ]),
  spread: flag(true, N_("Spread [side stacks]"), "spite"),
  spoils: flag(true, N_("In puzzles, say at once that a play spoils the way"), "spite"),
  remarks: flag(true, N_("Computer players speak"), "spite"),
  remarksRead: flag(false, N_("Read out what computer players say"), "spite"),
  figures: flag(true, N_("Say at the end of a game which records were broken"), "spite"),
  scoring: choice("none", N_("Points"), [
    ["none", N_("No points")],
    ["standard", N_("Standard scoring")],
    ["vegas", N_("Vegas scoring")],
  ], "patience"),
  autoplay: choice("off", N_("Cards go to the foundations on their own"), [
    ["off", N_("Off")],
    ["safe", N_("Safe ones")],
    ["all", N_("All that can")],
  ], "patience"),
  meters: flag(true, N_("Show moves and time"), "patience"),
  cover: flag(false, N_("Cover the cards while the page is out of sight"), "patience"),
  finish: flag(true, N_("Finish automatically when the game is as good as won"), "patience"),
  contrast: flag(false, N_("High contrast")),
  left: flag(false, N_("Left-handed table")),
  sound: flag(true, N_("Sound")),
  volume: level(75, N_("Volume")),
  room: flag(false, N_("A quiet room around the table, with a fire")),
  vibration: trembling(true, N_("Vibration")),
  research: flag(false, N_("With an account: give my games to research, without names"), "person"),
};

/** @typedef {keyof typeof ENTRIES} Name */
/** @typedef {{[Key in Name]: (typeof ENTRIES)[Key]["value"]}} Settings */

const all = /** @type {[Name, (typeof ENTRIES)[Name]][]} */ (Object.entries(ENTRIES));

/** The defaults. */
export const DEFAULTS = /** @type {Settings} */ (Object.fromEntries(all.map(([name, { value }]) => [name, value])));

/** The rows of buttons for these tables: name, label, values with their words. @param {Where} where @returns {[Name, string, [string, string][]][]} */
export const choices = (where) =>
  all.flatMap(([name, entry]) => ("choices" in entry && entry.where === where ? [[name, entry.label, entry.choices]] : []));

/** The switches that apply to this device: name and label. @param {Where} where @returns {[Name, string][]} */
export const flags = (where) =>
  all
    .filter(([, entry]) => typeof entry.value === "boolean" && entry.where === where && (!("able" in entry) || entry.able()))
    .map(([name, { label }]) => [name, label]);

const KEY = "spite.settings";
/** The event for synchronisation with other devices (pages/accounts/follow.js). */
const CHOSEN = "spite-chosen";

/** The factor for motion and pauses. */
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
 * @returns {Promise<Faces | null>} the faces of the cards, once the looks are applied; null if that could not be fetched
 */
export function applySettings(settings) {
  const root = document.documentElement;
  root.dataset.speed = settings.speed;
  root.dataset.colours = settings.colours;
  if (settings.contrast) root.dataset.contrast = "more";
  else delete root.dataset.contrast;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.letters === "auto") delete root.dataset.letters;
  else root.dataset.letters = settings.letters;
  // The browser's own bar follows them, and is not urgent.
  later().then(() => import("../../app.js")).catch(() => {});
  return applyLook(settings);
}
