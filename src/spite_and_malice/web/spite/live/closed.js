// What a visitor sees of a table that is closed to them: why, and ways on.

import { make } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { styled } from "../../kernel/dom/lazily.js";

/** @import {Stage} from "../stage.js" */

/** @param {Stage} stage @param {string} message the server's sentence */
export async function showClosed(stage, message) {
  await styled("spite/live/live.css");
  const open = Object.assign(make("a", "button primary", _("Tables with a free seat")), { href: "/open" });
  const home = Object.assign(make("a", "button", _("To the home page")), { href: "/" });
  stage.lobby(make("section", "lobby-closed panel", make("h2", "", message), make("p", "", open, " ", home)));
}
