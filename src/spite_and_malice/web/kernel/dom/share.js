// Handing something to others: by the system's own way, else by the clipboard, else by hand.

import { at } from "../../places.js";
import { _ } from "../../texts.js";
import { makeButton } from "./make.js";

/** @typedef {{text: string, url: string, picture?: string}} Shared `picture` is the path of a PNG that says the same */

/** A button that shares. @param {() => Promise<Shared> | Shared} what */
export function shareButton(what) {
  const button = makeButton("", _("Share"), async () => {
    try {
      const { text, url, picture } = await what();
      if ("share" in navigator) await navigator.share({ title: document.title, text, url, ...(await withFile(picture)) });
      else if (await copied(`${text}\n${url}`, button)) button.textContent = _("Link copied");
    } catch {
      // Not shared after all.
    }
  });
  button.ariaLive = "polite";
  button.dataset.share = "";
  return button;
}

/** The picture, where it can be had and the system takes files. @param {string | undefined} picture */
async function withFile(picture) {
  if (picture === undefined || !("canShare" in navigator)) return {};
  const answer = await fetch(at(picture)).catch(() => null);
  if (!answer?.ok) return {};
  const files = [new File([await answer.blob()], "result.png", { type: "image/png" })];
  return navigator.canShare({ files }) ? { files } : {};
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
