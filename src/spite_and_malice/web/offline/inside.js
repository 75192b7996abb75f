// The pages in the frame come from a server, which has them at "/"; here they are deeper. So that no page needs to know
// it, their addresses are corrected on the way: in the server's responses, and when somebody follows them.

/** @import {Answer, Question} from "./engine.js" */

const LINK = /(<(?:a|form)\b[^>]*?\s(?:href|action)=")\/(?!\/)/g;
/** Cookies with preferences for the pages. */
const WISHES = ["spite_language", "spite_words"];

/** Moves a path at a server's root below an address. @param {string} root @param {string} path */
export function below(root, path) {
  return path.startsWith("/") && !path.startsWith("//") && !path.startsWith(`${root}/`) ? root + path : path;
}

/**
 * A page's request in the server's form.
 * @param {string} root
 * @param {Question & {referrer?: string}} question
 * @returns {Question}
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

/**
 * The server's response in the form for a page in the frame.
 * @param {string} root
 * @param {Answer} answer
 * @returns {Answer}
 */
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
  // Only the outer page may frame it.
  if (name === "content-security-policy") return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return value;
}

/**
 * Downloads go through the outer page: a browser requests them from the network, bypassing its service worker.
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
 * Correct addresses made by scripts before they are followed, opened elsewhere or copied.
 * @param {Window} frame
 * @param {string} root
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
