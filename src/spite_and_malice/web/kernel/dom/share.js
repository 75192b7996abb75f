// Handing something to others: by the system's own way, else by the clipboard, else by hand.

import { at } from "../../places.js";
import { _ } from "../../texts.js";
import { makeButton } from "./make.js";

/** @typedef {{text: string, url: string, picture?: string}} Shared `picture` is the path of a drawing that says the same */

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

/**
 * Hands something to others without a button of its own, by the system's way or the clipboard; "refused" where there is neither.
 * @param {{text: string, url: string}} what @returns {Promise<"shared" | "copied" | "refused">}
 */
export async function handOver({ text, url }) {
  if ("share" in navigator) {
    // It throws where the person has changed their mind.
    await navigator.share({ title: document.title, text, url }).catch(() => {});
    return "shared";
  }
  return (await inClipboard(`${text}\n${url}`)) ? "copied" : "refused";
}

/** A button that saves a picture. @param {string} path of its drawing @param {string} name of the file */
export function pictureButton(path, name) {
  return makeButton("", _("Save the picture"), async () => {
    const drawn = await drawnAt(path);
    if (!drawn) return;
    const href = URL.createObjectURL(drawn);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    // A saved file is read a moment later.
    setTimeout(() => URL.revokeObjectURL(href), KEPT);
  });
}

const KEPT = 60_000;

/** The picture, if it is available and the system accepts files. @param {string | undefined} picture */
async function withFile(picture) {
  if (!picture || !("canShare" in navigator)) return {};
  const drawn = await drawnAt(picture);
  if (!drawn) return {};
  const files = [new File([drawn], "result.png", { type: "image/png" })];
  return navigator.canShare({ files }) ? { files } : {};
}

/** A drawing as PNG, at twice its size; null if it is unavailable. @param {string} path @returns {Promise<Blob | null>} */
async function drawnAt(path) {
  const answer = await fetch(at(path)).catch(() => null);
  if (!answer?.ok) return null;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  const isDrawn = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isDrawn) return null;
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * Says whether a text is in the clipboard now. Where the browser gives pages none, as by plain http, it takes the text of a
 * field; where it does not do that either, the field stays beside the button.
 * @param {string} text @param {HTMLElement} button
 */
async function copied(text, button) {
  if (await inClipboard(text)) return true;
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

/** Whether a text could be put into the clipboard. @param {string} text */
async function inClipboard(text) {
  try {
    await /** @type {Navigator} */ (navigator).clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
