// The pages in the frame are those of a server, which has them at "/"; here they lie deeper. So that no page needs to know
// it, their addresses are put right on the way: in what the server says, and where somebody follows them.

/** @import {Answer, Question} from "./engine.js" */

const LINK = /(<(?:a|form)\b[^>]*?\s(?:href|action)=")\/(?!\/)/g;
/** Cookies that say how somebody wants the pages. */
const WISHES = ["spite_language", "spite_words"];

/** The paths of the pages below an address that a server has at its root. @param {string} root @param {string} path */
export function below(root, path) {
  return path.startsWith("/") && !path.startsWith("//") && !path.startsWith(`${root}/`) ? root + path : path;
}

/**
 * A request of a page as the server knows it.
 * @param {string} root @param {Question & {referrer?: string}} question @returns {Question}
 */
export function inwards(root, { method, path, headers, referrer, body }) {
  const own = headers.filter(([name]) => !["origin", "referer", "cookie", "accept-language"].includes(name));
  own.push(["host", location.host], ["accept-language", navigator.languages.join(",")]);
  const wishes = document.cookie.split("; ").filter((each) => WISHES.includes(each.split("=")[0]));
  if (wishes.length) own.push(["cookie", wishes.join("; ")]);
  if (referrer) {
    const { pathname, search } = new URL(referrer);
    own.push(["referer", location.origin + (pathname.startsWith(root) ? pathname.slice(root.length) || "/" : pathname) + search]);
  }
  return { method, path, headers: own, body };
}

/** What the server says as a page in the frame can use it. @param {string} root @param {Answer} answer @returns {Answer} */
export function outwards(root, { status, headers, body }) {
  const kind = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const own = headers.filter(([name]) => !["content-length", "content-encoding", "set-cookie"].includes(name.toLowerCase()));
  const put = own.map(([name, value]) => /** @type {[string, string]} */ ([name, headerOf(root, name.toLowerCase(), value)]));
  if (!kind.startsWith("text/html")) return { status, headers: put, body };
  const page = new TextDecoder().decode(body);
  const moved = page.replace("<html ", `<html data-root="${root}" `).replaceAll(LINK, `$1${root}/`);
  return { status, headers: put, body: /** @type {ArrayBuffer} */ (new TextEncoder().encode(moved).buffer) };
}

/** @param {string} root @param {string} name @param {string} value */
function headerOf(root, name, value) {
  if (name === "location") return below(root, value);
  // Only the page around it may frame it.
  if (name === "content-security-policy") return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return value;
}

/**
 * What is to be downloaded comes by way of the page around: a browser asks the network for it, past its service worker.
 * @param {Window} frame
 */
export function downloadInside(frame) {
  frame.document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element | null} */ (event.target)?.closest?.("a[download]"));
    if (!link || !link.href.startsWith(location.origin)) return;
    event.preventDefault();
    void download(frame, link.href);
  });
}

/** @param {Window} frame @param {string} address */
async function download(frame, address) {
  const answer = await frame.fetch(address);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download: name ?? "" }).click();
  // It is read after this.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * Put addresses right that scripts have made, before they are followed, opened elsewhere or copied.
 * @param {Window} frame @param {string} root
 */
export function followInside(frame, root) {
  const right = (/** @type {Event} */ { target }) => {
    const found = /** @type {Element | null} */ (target)?.closest?.("a[href], form[action]");
    if (!found) return;
    const name = found.localName === "a" ? "href" : "action";
    const address = found.getAttribute(name) ?? "";
    if (below(root, address) !== address) found.setAttribute(name, below(root, address));
  };
  for (const kind of ["pointerover", "focusin", "click", "submit"]) frame.document.addEventListener(kind, right, true);
}
