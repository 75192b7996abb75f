// Reporting a name or a line of the chat to the operator: a question first, and a word of thanks.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/**
 * @import {Ask} from "../types.js"
 * @import {Said} from "../messages.js"
 * @import {Stage} from "../stage.js"
 */

/**
 * Asks whether a name is to be reported.
 * @param {Stage} stage @param {Ask} ask @param {number} seat @param {string} name
 */
export function reportName(stage, ask, seat, name) {
  confirm(stage, ask, { seat }, _("Report this name?"), name);
}

/**
 * Asks whether a line is to be reported.
 * @param {Stage} stage @param {Ask} ask @param {Said} said
 */
export function reportLine(stage, ask, said) {
  confirm(stage, ask, { line: said.number }, _("Report this line?"), `${said.name}: ${said.text}`);
}

/** @param {Stage} stage @param {Ask} ask @param {{seat: number} | {line: number}} what @param {string} title @param {string} quoted */
function confirm(stage, ask, what, title, quoted) {
  const dialog = make("dialog", "live-dialog");
  const report = makeButton("primary", _("Report"), () => {
    ask({ type: "report", ...what });
    stage.tell(_("Reported to the operator of this server."));
    dialog.close();
  });
  dialog.append(
    make("h2", "", title),
    make("blockquote", "report-quote", quoted),
    make("p", "", _("The operator of this server sees it, and that it was you who reported it. Nobody at the table is told.")),
    make("div", "actions", report, makeButton("", _("Do not report"), () => dialog.close())),
  );
  dialog.setAttribute("aria-label", title);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
