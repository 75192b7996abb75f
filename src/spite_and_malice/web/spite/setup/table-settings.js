// The settings of a table: their controls on a page, and their description in words.

import { _, ngettext } from "../../texts.js";

/** @import {ClockSettings, Settings as TableSettings} from "../messages.js" */

/** The unchanged settings of a table with friends. @param {HTMLElement} root @returns {TableSettings} */
function usual(root) {
  return JSON.parse(root.dataset.usual ?? "{}");
}

/** @param {HTMLElement} root @returns {(HTMLInputElement | HTMLSelectElement)[]} */
function controls(root) {
  return [...root.querySelectorAll("[data-setting]")].map((each) => /** @type {HTMLInputElement} */ (each));
}

/** @param {HTMLElement} root @param {Partial<TableSettings>} settings */
export function writeSettings(root, settings) {
  for (const control of controls(root)) {
    const value = /** @type {any} */ ({ ...usual(root), ...settings })[control.dataset.setting ?? ""];
    if (control instanceof HTMLInputElement) {
      control.checked = value;
      continue;
    }
    const text = JSON.stringify(value);
    const known = [...control.options].find((option) => JSON.stringify(JSON.parse(option.value)) === text);
    if (known) known.selected = true;
    else control.add(new Option(valueWords(control.dataset.setting ?? "", value), text, false, true));
  }
}

/** @param {HTMLElement} root @returns {TableSettings} */
export function readSettings(root) {
  const read = controls(root).map((control) => [
    control.dataset.setting,
    control instanceof HTMLInputElement ? control.checked : JSON.parse(control.value),
  ]);
  return { ...usual(root), ...Object.fromEntries(read) };
}

/** Only what differs from the default. @param {HTMLElement} root @returns {Partial<TableSettings>} */
export function unusualSettings(root) {
  const asUsual = /** @type {any} */ (usual(root));
  return Object.fromEntries(
    Object.entries(readSettings(root)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(asUsual[name])),
  );
}

/** A duration in words: "30 seconds", "10 minutes", "3 days". @param {number} seconds */
export function duration(seconds) {
  if (seconds % 86_400 === 0) return ngettext("{n} day", "{n} days", seconds / 86_400);
  if (seconds % 3_600 === 0) return ngettext("{n} hour", "{n} hours", seconds / 3_600);
  if (seconds % 60 === 0) return ngettext("{n} minute", "{n} minutes", seconds / 60);
  return ngettext("{n} second", "{n} seconds", seconds);
}

/** @param {ClockSettings} clock */
export function clockWords({ kind, seconds, increment }) {
  if (kind === "move") return _("{time} for every move", { time: duration(seconds) });
  if (increment === 0) return _("{time} for every player", { time: duration(seconds) });
  return _("{time} for every player, and {more} with every move", { time: duration(seconds), more: duration(increment) });
}

/** @param {string} name @param {any} value */
function valueWords(name, value) {
  if (name === "clock") return clockWords(value);
  if (name === "away_seconds") return _("after {time}", { time: duration(value) });
  return String(value);
}

/** Half a day or more for a move, as at the server (protocol/settings.py). @param {ClockSettings | null | undefined} clock */
const isByCorrespondence = (clock) => clock?.kind === "move" && clock.seconds >= 12 * 3600;

/** The settings of the table, in short sentences. @param {TableSettings} settings */
export function settingsWords(settings) {
  const { start, clock, away_seconds: away, chat, spectators, delay, listed, rated } = settings;
  const words = rated ? [_("Rated: no hints, nothing taken back. If you leave or run out of time, you lose.")] : [];
  words.push(clock ? _("Clock: {words}.", { words: clockWords(clock) }) : _("No clock."));
  if (isByCorrespondence(clock)) words.push(_("By correspondence: nobody has to stay at the table."));
  else words.push(
    away === null
      ? _("The game waits for anybody who is away.")
      : _("A computer player takes over for anybody who is away for {time}.", { time: duration(away) }),
  );
  if (start === "full") words.push(_("The first game starts as soon as every seat is taken."));
  if (chat === "phrases") words.push(_("Chat: ready-made phrases only."));
  if (chat === "off") words.push(_("No chat."));
  if (!spectators) words.push(_("Nobody may watch."));
  else if (delay > 0) words.push(ngettext("Spectators are {n} move behind.", "Spectators are {n} moves behind.", delay));
  if (listed) words.push(_("Shown among the open tables."));
  return words;
}
