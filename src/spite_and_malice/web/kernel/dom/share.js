// Sharing something: through the system's share dialog, else the clipboard, else by hand.

import { at } from "../../places.js";
import { _ } from "../../texts.js";
import { makeButton } from "./make.js";

/**
 * @typedef {{text: string, url: string, picture?: string}} Shared `picture` is the path of a drawing with the same
 * content
 */

/** A button that shares. @param {() => Promise<Shared> | Shared} what */
export function shareButton(what) {
  const button = makeButton("", _("Share"), async () => {
    try {
      const { text, url, picture } = await what();
      if ("share" in navigator) await navigator.share({ title: document.title, text, url, ...(await withFile(picture)) });
      else if (await copied(`${text}\n${url}`, button)) button.textContent = _("Link copied");
    } catch {
      // The person cancelled sharing.
    }
  });
  button.ariaLive = "polite";
  button.dataset.share = "";
  return button;
}

/**
 * Shares something without its own button, through the system's dialog or the clipboard; "refused" if there is neither.
 * @param {{text: string, url: string}} what
 * @returns {Promise<"shared" | "copied" | "refused">}
 */
export async function handOver({ text, url }) {
  if ("share" in navigator) {
    // It throws if the person has changed their mind.
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
 * Copies a text to the clipboard and returns whether that worked. If the browser gives pages no access, as over plain
 * http, the text of a field is copied; if that fails too, the field stays beside the button.
 * @param {string} text
 * @param {HTMLElement} button
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

/** Returns whether a text could be put into the clipboard. @param {string} text */
async function inClipboard(text) {
  try {
    await /** @type {Navigator} */ (navigator).clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
