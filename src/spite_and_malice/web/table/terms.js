// Texts in the page's language, with the words of this game in them: what the rules call a pay-off pile is a goal pile in
// one version and a stock pile in another (RULES.md section 1). Every text is written with the first.

import { _ as translated, ngettext as translatedPlural, N_ } from "../texts.js";

const STANDARD = [N_("pay-off pile"), N_("centre stack"), N_("side stack"), N_("stock")];
const GOAL = [N_("goal pile"), N_("playing pile"), N_("discard pile"), N_("draw pile")];
const SKIP_BO = [N_("stock pile"), N_("building pile"), N_("discard pile"), N_("draw pile")];
const FLINCH = [N_("game pile"), N_("centre stack"), N_("reserve pile"), N_("stock")];

/** The presets that have other words, by their identifier. @type {Record<string, string[]>} */
const VERSIONS = {
  "skip-bo": SKIP_BO,
  "skip-bo-partners": SKIP_BO,
  flinch: FLINCH,
  ...Object.fromEntries(
    [
      ["goal-26", "goal-13", "two-pack-goal", "goal-jokers", "forced-low", "misery", "to-the-king"],
      ["covered-wilds", "pack-each", "natural-low", "starturn", "quick"],
    ]
      .flat()
      .map((preset) => [preset, GOAL]),
  ),
};

/** @type {Map<string, string>} */
let words = new Map();
let pattern = /(?!)/g;

/**
 * Speak in the words of a preset from now on, or in the standard ones.
 * @param {string | null} preset
 */
export function speakAs(preset) {
  const own = VERSIONS[preset ?? ""] ?? STANDARD;
  words = new Map(STANDARD.map((term, index) => [translated(term).toLowerCase(), translated(own[index])]));
  pattern = own === STANDARD ? /(?!)/g : new RegExp([...words.keys()].join("|"), "gi");
}

/**
 * A sentence written with the standard words, said in those of this game.
 * @param {string} text
 */
export function inTerms(text) {
  return text.replace(pattern, (found) => {
    const word = words.get(found.toLowerCase()) ?? found;
    return found[0] === found[0].toLowerCase() ? word : word[0].toUpperCase() + word.slice(1);
  });
}

/** @type {typeof translated} */
export const _ = (message, values) => inTerms(translated(message, values));

/** @type {typeof translatedPlural} */
export const ngettext = (singular, others, n, values) => inTerms(translatedPlural(singular, others, n, values));

export { listed, N_ } from "../texts.js";
