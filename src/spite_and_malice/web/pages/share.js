// Handing something to others: by the system's own way, or by the clipboard where there is none.

import { _ } from "../texts.js";
import { makeButton } from "../dom/make.js";

/** A button that shares. @param {() => Promise<{text: string, url: string}> | {text: string, url: string}} what */
export function shareButton(what) {
  const button = makeButton("", _("Share"), async () => {
    try {
      const { text, url } = await what();
      if ("share" in navigator) await navigator.share({ title: document.title, text, url });
      else {
        await /** @type {Navigator} */ (navigator).clipboard.writeText(`${text}\n${url}`);
        button.textContent = _("Link copied");
      }
    } catch {
      // Not shared after all.
    }
  });
  button.ariaLive = "polite";
  return button;
}
