// Reporting a fault: a text with the position as this player sees it and what the browser is, to be sent to the operator.

import { make, makeButton } from "../../kernel/dom/make.js";
import { _ } from "../../texts.js";

/** @import {Stage} from "../stage.js" */

const ACTIONS = 12;

/** @param {Stage} stage */
export function reportFault(stage) {
  const contact = document.documentElement.dataset.contact ?? "";
  const text = make("textarea", "fault-text");
  Object.assign(text, { value: faultText(stage), rows: 12, readOnly: true, ariaLabel: _("Report a fault") });
  const said = make("p", "hint");
  said.setAttribute("role", "status");
  const copy = makeButton("primary", _("Copy"), async () => {
    text.select();
    await navigator.clipboard?.writeText(text.value).then(() => (said.textContent = _("Copied"))).catch(() => {});
  });
  const acts = make("div", "actions", copy);
  if (/^\S+@\S+$/.test(contact)) {
    const mail = make("a", "button", _("Write a mail"));
    mail.href = `mailto:${contact}?subject=${encodeURIComponent("Spite & Malice")}&body=${encodeURIComponent(text.value)}`;
    acts.append(mail);
  }
  const dialog = make("dialog", "fault", make("h2", "", _("Report a fault")));
  acts.append(makeButton("bare", _("Close"), () => dialog.close()));
  const words = contact
    ? _("Say what went wrong, and send this with it to {contact}. It has your own cards, and nothing that you do not see.", { contact })
    : _("Say what went wrong, and send this with it to the operator of this server. It has your own cards, and nothing that you do not see.");
  dialog.append(make("p", "", words), text, acts, said);
  dialog.setAttribute("aria-label", _("Report a fault"));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Stage} stage */
function faultText({ state, view }) {
  const facts = {
    address: location.href,
    game: state.game,
    actions: state.ply,
    browser: navigator.userAgent,
    window: `${innerWidth} x ${innerHeight}`,
    log: state.log.slice(-ACTIONS),
    view,
  };
  return JSON.stringify(facts, null, 1);
}
