// Passkeys: whether this browser can create them here, creating one, and signing in with one; and "Keep your games",
// which is one press if one can be created, and otherwise a link to one's own page.

import { forgetAll, readText, writeText } from "../storage.js";
import { storedName } from "./me.js";
import { _ } from "../../texts.js";
import { post, Refused, request, sentenceOf } from "../line/requests.js";
import { at, go, root } from "../../places.js";
import { makeButton } from "../dom/make.js";

/** With an account signed in here, the choices made are synchronised with it. */
const SIGNED_IN = "spite.account";

/** Is somebody signed in, according to this browser? */
export function isSignedIn() {
  return readText(SIGNED_IN) !== null;
}

/** @param {boolean} is */
export function rememberSignedIn(is) {
  writeText(SIGNED_IN, is ? "1" : null);
}

/** Forget the person in this browser: it keeps nothing of the signed-in person, even when offline. */
export async function forgetPerson() {
  forgetAll();
  if (!("caches" in window)) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(at("/no-line"));
}

/** Can a passkey be created here? Browsers allow it only at a trusted address with a host name. */
export function passkeysWork() {
  const named = !/^[\d.]+$|^\[/.test(location.hostname);
  return isSecureContext && named && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Create a passkey, and an account with it if there is none. Throws `Refused`. */
export async function makePasskey() {
  const { options } = await post("/api/me/passkeys/options", { name: storedName() });
  const asked = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await theBrowsers(() => navigator.credentials.create({ publicKey: asked }));
  await post("/api/me/passkeys", { credential });
  rememberSignedIn(true);
}

/** Sign in with a passkey that the person chooses, or confirm their identity. Throws `Refused`. */
export async function signInWithPasskey(path = "/api/sign-in/passkey") {
  const { options } = await post(`${path}/options`, {});
  const asked = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await theBrowsers(() => navigator.credentials.get({ publicKey: asked }));
  await post(path, { credential });
}

/** Remove a passkey, and let the browser forget it if it can. Throws `Refused`. @param {string} number */
export async function removePasskey(number) {
  const { credential: credentialId, site: rpId } = await request("DELETE", `/api/me/passkeys/${number}`, {});
  if (!("PublicKeyCredential" in window)) return;
  const { signalUnknownCredential: signal } = /** @type {{signalUnknownCredential?: (of: object) => Promise<void>}} */ (PublicKeyCredential);
  // The browser does not remove a passkey for another host name.
  await signal?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => {});
}

/** The browser's answer, for JSON. @param {() => Promise<Credential | null>} ask @returns {Promise<object>} */
async function theBrowsers(ask) {
  let found = null;
  try {
    found = await ask();
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") throw new Refused(_("This device has a passkey for your games already."));
    throw new Refused(_("No passkey was used. Try again, or take another way."));
  }
  if (!found) throw new Refused(_("No passkey was used. Try again, or take another way."));
  return written(/** @type {PublicKeyCredential} */ (found));
}

/** A passkey's response in the form of `toJSON`, which is missing or fails in those of some extensions. @param {PublicKeyCredential} credential */
function written({ id, rawId, type, authenticatorAttachment, response }) {
  const parts = /** @type {Record<string, ArrayBuffer | null | undefined>} */ (/** @type {unknown} */ (response));
  const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const told = names.flatMap((name) => (parts[name] ? [[name, inBase64(parts[name])]] : []));
  let transports;
  try {
    transports = /** @type {AuthenticatorAttestationResponse} */ (response).getTransports?.();
  } catch {
    // The transports only make the passkey quicker to find.
  }
  const bytes = { rawId: inBase64(rawId), response: { ...Object.fromEntries(told), transports } };
  return { id, type, authenticatorAttachment, clientExtensionResults: {}, ...bytes };
}

/** @param {ArrayBuffer} bytes in base64 for addresses, without padding */
function inBase64(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Keeps the games with a new passkey; the button says how it went. @param {HTMLButtonElement} button */
async function keep(button) {
  if (!passkeysWork()) return go("/me");
  button.disabled = true;
  try {
    await makePasskey();
    button.textContent = _("Kept: sign in with your passkey anywhere.");
  } catch (problem) {
    button.disabled = false;
    button.textContent = sentenceOf(problem);
  }
}

/** Offers it after some links to people without an account. @param {HTMLElement} links */
export function offerToKeep(links) {
  if (isSignedIn() || root !== undefined) return;
  const button = makeButton("bare as-link", _("Keep your games on every device"), () => keep(button));
  button.ariaLive = "polite";
  links.append(button);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-keep-games]"))) {
  button.addEventListener("click", () => void keep(button));
}

export const ready = true;
