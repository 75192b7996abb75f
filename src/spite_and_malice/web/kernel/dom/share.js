// Handing something to others: by the system's own way, else by the clipboard, else by hand.

import { _ } from "../../texts.js";
import { makeButton } from "./make.js";

/** A button that shares. @param {() => Promise<{text: string, url: string}> | {text: string, url: string}} what */
export function shareButton(what) {
  const button = makeButton("", _("Share"), async () => {
    try {
      const { text, url } = await what();
      if ("share" in navigator) await navigator.share({ title: document.title, text, url });
      else if (await copied(`${text}\n${url}`, button)) button.textContent = _("Link copied");
    } catch {
      // Not shared after all.
    }
  });
  button.ariaLive = "polite";
  button.dataset.share = "";
  return button;
}

/**
 * Says whether a text is in the clipboard now. Where the browser gives pages none, as by plain http, it takes the text of a
 * field; where it does not do that either, the field stays beside the button.
 * @param {string} text @param {HTMLElement} button
 */
async function copied(text, button) {
  try {
    await /** @type {Navigator} */ (navigator).clipboard.writeText(text);
    return true;
  } catch {
    const before = button.nextElementSibling;
    const field = before instanceof HTMLTextAreaElement ? before : document.createElement("textarea");
    Object.assign(field, { value: text, readOnly: true, rows: 2, className: "shared", ariaLabel: _("To be copied by hand") });
    button.after(field);
    field.focus();
    field.select();
    const done = document.execCommand("copy");
    if (done) field.remove();
    return done;
  }
}
