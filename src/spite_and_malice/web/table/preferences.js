// The settings in the drawer.

import { make } from "../pages/dom.js";
import { _, chooseLanguage, chooseWords, language, languages, N_, wantsOwnWords } from "../texts.js";
import { fetchSurface, lookOf, LOOKS } from "./looks.js";

/** @import {Settings} from "./types.js" */
/** @import {Kind} from "./looks.js" */
/** @import {TableView} from "./table.js" */

/** @type {{name: keyof Settings, legend: string, choices: [string, string][]}[]} */
const CHOICES = [
  {
    name: "speed",
    legend: N_("Speed"),
    choices: [
      ["slow", N_("Slow")],
      ["normal", N_("Normal")],
      ["fast", N_("Fast")],
      ["off", N_("No motion")],
    ],
  },
  {
    name: "colours",
    legend: N_("Suits"),
    choices: [
      ["two", N_("Two colours")],
      ["four", N_("Four colours")],
      ["contrast", N_("High contrast")],
    ],
  },
  {
    name: "theme",
    legend: N_("Light"),
    choices: [
      ["auto", N_("As the system")],
      ["dark", N_("Evening")],
      ["light", N_("Day")],
    ],
  },
];

/** @type {{name: keyof Settings, label: string}[]} */
const SWITCHES = [
  { name: "spread", label: N_("Spread [side stacks]") },
  { name: "left", label: N_("Left-handed table") },
  { name: "sound", label: N_("Sound") },
];

/**
 * @param {HTMLElement} body
 * @param {TableView} table
 */
export function drawSettings(body, table) {
  const sets = CHOICES.map(({ name, legend, choices }) =>
    segments(name, _(legend), choices, String(table.settings[name]), (value) =>
      table.change({ ...table.settings, [name]: value }),
    ),
  );
  const surfaces = pictures("surface", _("Table"), table, (name) => {
    fetchSurface(name);
    const picture = make("span", "surface", make("span", "mini-card"), make("span", "mini-card"));
    picture.dataset.surface = name;
    return picture;
  });
  const switches = SWITCHES.map(({ name, label }) => {
    const input = Object.assign(make("input", ""), { type: "checkbox", checked: Boolean(table.settings[name]) });
    input.onchange = () => table.change({ ...table.settings, [name]: input.checked });
    return make("label", "choice", input, _(label));
  });
  const loudness = slider(_("Volume"), table.settings.volume, (volume) => {
    table.change({ ...table.settings, volume, sound: volume > 0 });
    const at = SWITCHES.findIndex(({ name }) => name === "sound");
    /** @type {HTMLInputElement} */ (switches[at].firstElementChild).checked = volume > 0;
    table.sound("payoff", Math.round(volume / 14));
  });
  const words = Object.assign(make("input", ""), { type: "checkbox", checked: wantsOwnWords() });
  words.onchange = () => chooseWords(words.checked);
  switches.push(make("label", "choice", words, _("Words of this game, where it has its own")));
  const spoken = languages();
  const tongue = segments("language", _("Language"), spoken, language.replace("-", "_"), chooseLanguage);
  body.replaceChildren(surfaces, ...sets, ...switches, loudness, ...(spoken.length > 1 ? [tongue] : []));
}

/**
 * A number from 0 to 100.
 * @param {string} legend @param {number} value @param {(value: number) => void} choose
 */
function slider(legend, value, choose) {
  const input = Object.assign(make("input", ""), { type: "range", min: "0", max: "100", step: "5" });
  input.value = String(value);
  input.onchange = () => choose(input.valueAsNumber);
  return make("label", "slider", legend, input);
}

/**
 * One choice among a few, as a row of buttons.
 * @param {string} name @param {string} legend @param {[string, string][]} choices values with their words
 * @param {string} chosen @param {(value: string) => void} choose
 */
function segments(name, legend, choices, chosen, choose) {
  const labels = choices.map(([value, text]) => {
    const input = Object.assign(make("input", ""), { type: "radio", name, value, checked: value === chosen });
    input.onchange = () => choose(value);
    return make("label", "", input, make("span", "", _(text)));
  });
  return make("fieldset", "segments", make("legend", "", legend), ...labels);
}

/**
 * One choice among the looks of a kind, each seen as it is.
 * @param {Kind} kind @param {string} legend @param {TableView} table @param {(name: string) => HTMLElement} draw
 */
function pictures(kind, legend, table, draw) {
  const chosen = lookOf(kind, table.settings);
  const labels = Object.entries(LOOKS[kind]).map(([name, called]) => {
    const input = Object.assign(make("input", ""), { type: "radio", name: kind, value: name, checked: name === chosen });
    input.onchange = () => table.change({ ...table.settings, [kind]: name });
    const picture = draw(name);
    picture.classList.add("picture");
    return make("label", "", input, picture, make("span", "called", _(called)));
  });
  return make("fieldset", `pictures ${kind}`, make("legend", "", legend), ...labels);
}
