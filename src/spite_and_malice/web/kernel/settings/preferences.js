// The settings in the drawer.

import { make, makeButton } from "../dom/make.js";
import { request } from "../line/requests.js";
import { _, chooseLanguage, chooseWords, language, languages, N_, wantsOwnWords } from "../../texts.js";
import { faceStyle, faceSvg, readDeck } from "../cards/cards.js";
import { choices, ENTRIES, flags } from "./settings.js";
import { backImage, fetchSurface, keepPicture, lookOf, lookUrl, LOOKS, OWN, ownPicture } from "./looks.js";

/** @import {Settings} from "./settings.js" */
/** @import {Where} from "./settings.js" */
/** @import {Kind} from "./looks.js" */
/** @import {Sound} from "../sound/sound.js" */

/**
 * The target of the settings: the table of either game.
 * @typedef {{settings: Settings, change: (settings: Settings) => void, tell: (text: string) => void,
 *   sound: (name: Sound, step?: number) => void}} Dressed
 */

/** The cards that show the look of a deck. */
const SHOWN = ["Qh", "7s"];

/**
 * @param {HTMLElement} body
 * @param {Dressed} table
 * @param {Where[]} tables the kinds of table whose own settings are shown
 * @param {boolean} [terms] may its piles have its own names?
 */
export function drawSettings(body, table, tables, terms = false) {
  const surfaces = pictures("surface", table, (name) => {
    fetchSurface(name);
    const picture = make("span", "surface", make("span", "mini-card"), make("span", "mini-card"));
    picture.dataset.surface = name;
    return picture;
  });
  const decks = pictures("deck", table, (name) => {
    const picture = make("span", "deck");
    readDeck(name).then((faces) => faces && picture.append(...SHOWN.map((card) => mini(card, faces))));
    return picture;
  });
  const backs = pictures("back", table, (name) => {
    const picture = make("span", "back");
    picture.style.backgroundImage = backImage(name);
    return picture;
  });
  const packs = pictures("pack", table, (name) => make("span", "pack", Object.assign(make("img", ""), { src: lookUrl("pack", name), alt: "" })));
  const back = ownBack(table, () => drawSettings(body, table, tables, terms));
  const spoken = languages();
  const tongue = segments("language", _("Language"), spoken, language.replace("-", "_"), chooseLanguage);
  body.replaceChildren(
    group(_("Every table"), surfaces, decks, packs, backs, back, ...rows("all", table)),
    ...(tables.includes("spite") ? [group(_("Spite & Malice"), signs(table), ...rows("spite", table), ...(terms ? [ownWords()] : []))] : []),
    ...(tables.includes("patience") ? [group(_("Patience"), ...rows("patience", table))] : []),
    group(_("You"), ...(spoken.length > 1 ? [tongue] : []), ...rows("person", table), ...withoutLine()),
  );
}

/** Settings that belong together, under a heading. @param {string} title @param {HTMLElement[]} parts */
function group(title, ...parts) {
  const whole = make("div", "group", make("h2", "", title), ...parts);
  whole.role = "group";
  whole.ariaLabel = title;
  return whole;
}

/** Choices among a few, and switches. @param {Where} where @param {Dressed} table */
function rows(where, table) {
  const sets = choices(where).map(([name, label, words]) =>
    segments(name, _(label), words, String(table.settings[name]), (value) => table.change({ ...table.settings, [name]: value })),
  );
  const switches = flags(where).flatMap(([name, label]) => {
    const input = Object.assign(make("input", ""), { type: "checkbox", checked: Boolean(table.settings[name]) });
    input.onchange = () => table.change({ ...table.settings, [name]: input.checked });
    const row = make("label", "choice", input, _(label));
    return name === "sound" ? [row, loudness(table, input)] : [row];
  });
  return [...sets, ...switches];
}

/** The volume; zero means no sound. @param {Dressed} table @param {HTMLInputElement} sound */
function loudness(table, sound) {
  return slider(_(ENTRIES.volume.label), table.settings.volume, (volume) => {
    table.change({ ...table.settings, volume, sound: volume > 0 });
    sound.checked = volume > 0;
    table.sound("payoff", Math.round(volume / 14));
  });
}

/** Whether the piles have the names used by the version. */
function ownWords() {
  const words = Object.assign(make("input", ""), { type: "checkbox", checked: wantsOwnWords() });
  words.onchange = () => chooseWords(words.checked);
  return make("label", "choice", words, _("Call the piles what the version calls them"));
}

/** The link to the offline game, if the server provides it. */
function withoutLine() {
  const { offline } = document.documentElement.dataset;
  if (!offline) return [];
  const way = Object.assign(make("a", "button", _("Play offline")), { href: offline });
  const hint = _("The whole game comes into this browser once, and then needs no internet. A game that was begun at this table goes on only here.");
  return [make("div", "", make("p", "own-back", way), make("p", "hint", hint))];
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
 * One choice among the looks of a kind, each shown as a sample.
 * @param {Kind} kind
 * @param {Dressed} table
 * @param {(name: string) => HTMLElement} draw
 */
function pictures(kind, table, draw) {
  const chosen = lookOf(kind, table.settings);
  const looks = Object.entries(LOOKS[kind]);
  if (kind === "back" && ownPicture()) looks.push([OWN, N_("Your own")]);
  const labels = looks.map(([name, called]) => {
    const input = Object.assign(make("input", ""), { type: "radio", name: kind, value: name, checked: name === chosen });
    input.onchange = () => table.change({ ...table.settings, [kind]: name });
    const picture = draw(name);
    picture.classList.add("picture");
    return make("label", "", input, picture, make("span", "called", _(called)));
  });
  return make("fieldset", `pictures of-${kind}`, make("legend", "", _(ENTRIES[kind].label)), ...labels);
}

/** A sign in the server's response. @typedef {{id: string, name: string, takes: string, earned: boolean}} Sign */

/**
 * The signs for one's plate: earned ones can be chosen, the others say how to earn them. Nothing is shown until the
 * server has listed them.
 * @param {Dressed} table
 */
function signs(table) {
  const set = make("fieldset", "pictures of-sign", make("legend", "", _(ENTRIES.sign.label)));
  set.hidden = true;
  void request("GET", "/api/signs").then(
    (/** @type {Sign[]} */ all) => {
      const chosen = all.find(({ id, earned }) => earned && id === table.settings.sign)?.id ?? "";
      const none = { id: "", name: _("No sign"), takes: "", earned: true };
      set.append(...[none, ...all].map((sign) => signChoice(sign, chosen, table)));
      set.hidden = false;
    },
    () => {},
  );
  return set;
}

/** @param {Sign} sign @param {string} chosen @param {Dressed} table */
function signChoice({ id, name, takes, earned }, chosen, table) {
  const input = Object.assign(make("input", ""), { type: "radio", name: "sign", value: id, checked: id === chosen, disabled: !earned });
  input.onchange = () => table.change({ ...table.settings, sign: id });
  const picture = make("span", "picture sign");
  if (id) picture.append(Object.assign(make("img", ""), { src: lookUrl("sign", id), alt: "" }));
  return make("label", "", input, picture, make("span", "called", name), ...(earned ? [] : [make("span", "takes", takes)]));
}

/** @param {string} card @param {import("../cards/cards.js").Faces} faces */
function mini(card, faces) {
  const front = make("span", `front ink-${faceStyle(card).ink}`);
  front.innerHTML = faceSvg(card, faces);
  return make("span", "mini", front);
}

/**
 * The buttons to choose one's own picture as the back, and to remove it.
 * @param {Dressed} table
 * @param {() => void} redraw
 */
function ownBack(table, redraw) {
  /** @param {string | null} picture @param {string} back */
  const put = (picture, back) => {
    if (!keepPicture(picture)) return table.tell(_("This browser has no room for the picture."));
    table.change({ ...table.settings, back });
    redraw();
  };
  const choose = make("label", "button", _("A picture of your own …"));
  const input = Object.assign(make("input", "visually-hidden"), { type: "file", accept: "image/*", id: "own-back" });
  choose.htmlFor = input.id;
  input.onchange = async () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    const { cropPicture } = await import("./own-back.js");
    const picture = await cropPicture(file);
    if (picture) put(picture, OWN);
  };
  const acts = make("p", "own-back", input, choose);
  if (ownPicture()) acts.append(makeButton("bare", _("Remove your picture"), () => put(null, Object.keys(LOOKS.back)[0])));
  return make("div", "", acts, make("p", "hint", _("It stays in this browser and is sent to nobody.")));
}
