// The drawer beside the patience table: its rules and the settings.

import { make } from "../dom/make.js";
import { Drawer } from "../table/drawer/drawer.js";
import { drawSettings } from "../settings/preferences.js";
import { _, N_ } from "../texts.js";

/** @import {PatienceTable} from "./game.js" */

/** @type {import("../settings/preferences.js").Switch[]} */
const SWITCHES = [
  { name: "meters", label: N_("Show moves and time") },
  { name: "cover", label: N_("Cover the cards while the page is out of sight") },
  { name: "finish", label: N_("Finish automatically when the game is as good as won") },
];

export class PatiencePanel extends Drawer {
  /** @param {HTMLDialogElement} dialog @param {PatienceTable} table */
  constructor(dialog, table) {
    super(dialog);
    this.add("rules", _("Rules"), (body) => {
      body.replaceChildren(make("h2", "", table.table.name), ...table.table.rules_words.map((text) => make("p", "", text)));
    });
    this.add("settings", _("Settings"), (body) => drawSettings(body, table, SWITCHES));
  }
}
