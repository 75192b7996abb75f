// "Keep your games": one press where a passkey can be made, and the way to one's own page where not.

import { _ } from "../texts.js";
import { makeButton } from "./dom.js";
import { isSignedIn, makePasskey, passkeysWork } from "./passkeys.js";
import { Refused } from "./requests.js";

/** A quiet offer, null to who has an account. @param {() => void} [kept] @returns {HTMLButtonElement | null} */
export function keepButton(kept) {
  if (isSignedIn()) return null;
  const button = makeButton("keep", _("Keep your games on every device"), async () => {
    if (!passkeysWork()) return location.assign("/me");
    button.disabled = true;
    try {
      await makePasskey();
      button.textContent = _("Kept: sign in with your passkey anywhere.");
      kept?.();
    } catch (problem) {
      button.disabled = false;
      button.textContent = problem instanceof Refused ? problem.message : String(problem);
    }
  });
  button.ariaLive = "polite";
  return button;
}

for (const place of document.querySelectorAll("[data-keep-games]")) {
  const button = keepButton();
  if (button) place.append(button);
}
