// The drawer beside the patience table: its rules and the settings.

import { make } from "../kernel/dom/make.js";
import { Drawer } from "../kernel/drawer/drawer.js";
import { drawSettings } from "../kernel/settings/preferences.js";
import { _ } from "../texts.js";

/** @import {PatienceTable} from "./game.js" */

export class PatiencePanel extends Drawer {
  /** @param {HTMLDialogElement} dialog @param {PatienceTable} table */
  constructor(dialog, table) {
    super(dialog);
    this.add("rules", _("Rules"), (body) => {
      body.replaceChildren(make("h2", "", table.table.name), ...table.table.rules_words.map((text) => make("p", "", text)));
    });
    this.add("settings", _("Settings"), (body) => drawSettings(body, table, ["patience"]));
  }
}
