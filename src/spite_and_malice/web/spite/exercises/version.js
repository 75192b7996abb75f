// Which version of the game a puzzle is of: its name, which opens its rules, and what is special in it.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/** @import {Stage} from "../stage.js" */
/** @import {Table} from "../types.js" */

export class Version {
  name;
  /** Seen where there is room for it. */
  special = make("div", "special");

  /** @param {Stage} stage */
  constructor(stage) {
    this.name = makeButton("bare step", "", () => stage.toggleTab("rules"));
    this.name.title = _("The rules of this version");
  }

  /** @param {Table} table @param {HTMLElement[]} more what stands beside the name */
  tell({ name, differences }, ...more) {
    this.name.replaceChildren(make("span", "", name), ...more);
    const list = make("ul", "", ...differences.map((text) => make("li", "", text)));
    this.special.replaceChildren(make("h3", "", _("What is special here")), list);
    this.special.hidden = differences.length === 0;
  }
}
