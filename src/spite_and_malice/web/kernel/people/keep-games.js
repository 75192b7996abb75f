// "Keep your games": one press where a passkey can be made, and the way to one's own page where not.

import { go, root } from "../../places.js";
import { _ } from "../../texts.js";
import { makeButton } from "../dom/make.js";
import { isSignedIn, makePasskey, passkeysWork } from "./passkeys.js";
import { sentenceOf } from "../line/requests.js";

/** @param {string} className */
function keepButton(className) {
  const button = makeButton(className, _("Keep your games on every device"), async () => {
    if (!passkeysWork()) return go("/me");
    button.disabled = true;
    try {
      await makePasskey();
      button.textContent = _("Kept: sign in with your passkey anywhere.");
    } catch (problem) {
      button.disabled = false;
      button.textContent = sentenceOf(problem);
    }
  });
  button.ariaLive = "polite";
  return button;
}

/** Offers it quietly behind some links, to who has no account at a server. @param {HTMLElement} links */
export function offerToKeep(links) {
  if (!isSignedIn() && root === undefined) links.append(keepButton("bare as-link"));
}

for (const place of document.querySelectorAll("[data-keep-games]")) place.append(keepButton(""));
