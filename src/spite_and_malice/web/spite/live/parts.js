// Parts shared by the lobby, the people tab and the chat: the sign of a seat, the link to the table, confirmation
// dialogs, for example before reporting a name or a chat line to the operator.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";
import { faceOf } from "../../kernel/people/heads.js";

/** @import {Said, SeatPresence} from "../messages.js" */
/** @import {Stage} from "../stage.js" */
/** @import {Ask} from "../types.js" */

const COPIED = 2500;
/** Host names of this computer that other devices cannot reach. */
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The face of the person at a seat, a ring for a free one. @param {SeatPresence} seat */
export function avatar(seat) {
  const element = make("span", `avatar ${seat.kind}`, seat.kind === "open" ? "+" : faceOf(seat, 0));
  element.classList.toggle("away", seat.kind === "person" && !seat.here);
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** Asks for confirmation. @param {{title: string, words: string, yes: string, no: string, act: () => void}} question */
export function confirm({ title, words, yes, no, act }) {
  const dialog = make("dialog", "live-dialog");
  const does = () => {
    act();
    dialog.close();
  };
  const back = makeButton("", no, () => dialog.close());
  // A key that is held or pressed twice removes nothing.
  back.autofocus = true;
  dialog.append(make("h2", "", title), make("p", "", words), make("div", "actions", makeButton("primary", yes, does), back));
  dialog.setAttribute("aria-label", title);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The table's address with a button that copies it, and one that shares it where the browser can. */
export function linkField() {
  const url = location.origin + location.pathname;
  const input = Object.assign(make("input", ""), { readOnly: true, value: url });
  input.setAttribute("aria-label", _("The link to this table"));
  input.onfocus = () => input.select();
  const copy = makeButton("primary", _("Copy the link"), async () => {
    if (!(await copied(input))) return;
    copy.textContent = _("Copied");
    setTimeout(() => (copy.textContent = _("Copy the link")), COPIED);
  });
  copy.setAttribute("aria-live", "polite");
  const field = make("div", "link-field", input, copy);
  if ("share" in navigator) {
    field.append(makeButton("", _("Share"), () => void navigator.share({ title: document.title, url }).catch(() => {})));
  }
  field.append(codeButton(field));
  if (LOOPBACK.has(location.hostname)) {
    const words = _("Ask the person who started this program to start it again with {option}, and to open the table at the address that it then shows.");
    const [before, after] = words.split("{option}");
    const how = make("p", "hint", before, make("code", "", "--host 0.0.0.0"), after);
    field.append(
      make("p", "hint", _("Your friends have to be on this computer: nobody else can open this link.")),
      make("details", "hint", make("summary", "", _("How friends elsewhere can join")), how),
    );
  }
  return field;
}

/** Shows the link as a QR code, for a phone beside this screen, and hides it again. @param {HTMLElement} field */
function codeButton(field) {
  const button = makeButton("", _("QR code"), () => {
    const shown = field.querySelector(".qr");
    button.setAttribute("aria-expanded", String(!shown));
    if (shown) shown.remove();
    else {
      const alt = _("The link to this table as a QR code");
      field.append(Object.assign(make("img", "qr"), { src: `${location.pathname}/qr.svg`, alt, width: 220, height: 220 }));
    }
  });
  button.setAttribute("aria-expanded", "false");
  return button;
}

/**
 * Without access to the clipboard (a page over http), the field's text is copied the old way.
 * @param {HTMLInputElement} input
 */
export async function copied(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    return document.execCommand("copy");
  }
}

/** Asks whether to report a name. @param {Stage} stage @param {Ask} ask @param {number} seat @param {string} name */
export function reportName(stage, ask, seat, name) {
  askToReport(stage, ask, { seat }, _("Report this name?"), name);
}

/** Asks whether to report a line. @param {Stage} stage @param {Ask} ask @param {Said} said */
export function reportLine(stage, ask, said) {
  askToReport(stage, ask, { line: said.number }, _("Report this line?"), `${said.name}: ${said.text}`);
}

/** @param {Stage} stage @param {Ask} ask @param {{seat: number} | {line: number}} what @param {string} title @param {string} quoted */
function askToReport(stage, ask, what, title, quoted) {
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
