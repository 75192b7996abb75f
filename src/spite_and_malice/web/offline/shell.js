// The offline page. It stores the needed files, owns the worker that runs the server, shows that server's pages in a
// frame, and passes messages between them: requests come from the service worker, table connections from the frame
// itself. So changing pages never restarts the server.

import { readText, writeText } from "../kernel/storage.js";
import { _, language, N_, ngettext, region } from "../texts.js";
import { Broken, KitCache, Unreachable } from "./cache.js";
import { Engine, Line } from "./engine.js";
import { downloadInside, followInside, inwards, outwards } from "./inside.js";
import { TabLock } from "./tab-lock.js";
import { findServer, ofServer, ownTables, upload } from "./upload.js";

/** @import {Answer, Question} from "./engine.js" */

/** @typedef {{name: string, act: () => unknown}} Way out, as a button */

/** The page on which the server's own service worker shows the games that continue there (static/worker.js). */
const SEEN = "../no-line";
const SCOPE = new URL(".", location.href);
const ROOT = `${SCOPE.pathname}at`;
/** The time for which a message without a question stays, in milliseconds. */
const WORD = 8000;
/** The interval for checking whether there is a connection again, in milliseconds. */
const LOOK = 60_000;
/** The tolerated difference between a device's clocks, in milliseconds. */
const APART = 3_600_000;
/** Marks that this tab has been told of games waiting at the server. */
const TOLD = "spite.told-waiting";

/** The reason why the worker did not start, by its own keyword. @type {Record<string, string>} */
const WHY_NOT_STARTED = {
  broken: N_("Part of the program stored in this browser is damaged. Your games are safe."),
  storage: N_("This browser keeps nothing for this page: its storage is full or closed. Nothing is played until there is room; what was kept before is not touched."),
  games: N_("This version cannot open the games that are kept here. They stay as they are: a newer one may."),
  runtime: N_("The game could not be started in this browser."),
};

const NOTHING_KEPT = N_("This browser keeps nothing for this page: it refuses cookies and storage here, as private windows often do. The game lies in that storage. Allow it for this address, or open the address in an ordinary window.");

/** @template {HTMLElement} T @param {string} name */
const part = (name) => /** @type {T} */ (document.querySelector(`[data-${name}]`));

class Shell {
  #frame = /** @type {HTMLIFrameElement} */ (part("frame"));
  #intro = part("intro");
  #said = part("said");
  #ways = part("ways");
  #bar = /** @type {HTMLProgressElement} */ (part("bar"));
  #word = part("word");
  #hide = 0;
  #cache = new KitCache(SCOPE);
  #tabLock = new TabLock(SCOPE, () => this.#lose());
  /** @type {Engine | null} */
  #engine = null;
  /** @type {URL | null} */
  #server = null;
  #isFetching = false;
  #isHalted = false;
  /** Has another tab taken over? */
  #isLost = false;
  /** Does the message over the page disappear with the page? */
  #isPassing = false;

  async start() {
    part("title").textContent = _("Spite & Malice offline");
    part("about").textContent = _("The whole game is in this browser, computer players and all. It needs nothing else, not even the internet.");
    const want = wanting();
    if (want) return this.#stop(want);
    deal(part("deal"), new URL("../look/backs/lattice.svg", import.meta.url));
    navigator.serviceWorker.addEventListener("message", (event) => void this.#hear(event));
    this.#frame.addEventListener("load", () => this.#shown());
    let isHeld = false;
    try {
      await register();
      isHeld = await this.#tabLock.take();
    } catch {
      return this.#stop(_(NOTHING_KEPT));
    }
    if (isHeld) return this.#open();
    this.#stop(_("The offline game is open in another tab already. Only one tab can have it, so that no game is lost."), {
      name: _("Play here"),
      act: async () => {
        await this.#tabLock.takeOver();
        await this.#open();
      },
    });
  }

  /** Gives the pages of the frame their connections: table/line.js. @param {string} url @returns {Line} */
  openLine(url) {
    const { pathname } = new URL(url);
    if (this.#engine) return this.#engine.open(pathname, [["host", location.host]]);
    // Another tab has the server: this connection ends immediately.
    const line = new Line(() => {}, () => {});
    setTimeout(() => line.end(1001));
    return line;
  }

  /** @returns {Promise<void>} */
  async #open() {
    this.#ways.replaceChildren();
    try {
      if (!(await this.#cache.promote())) await this.#fetchFirst();
    } catch (error) {
      if (!this.#isLost) this.#stop(whyNotKept(error), { name: _("Try again"), act: () => this.#open() });
      return;
    }
    if (this.#isLost) return;
    this.#said.textContent = _("The cards are being shuffled…");
    this.#bar.hidden = false;
    this.#bar.removeAttribute("value");
    const script = new URL("worker.js", import.meta.url);
    const memory = await this.#cache.memory();
    if (this.#isLost) return;
    this.#engine = new Engine(script, new URL("kit/", SCOPE), memory, {
      failed: (why) => this.#fail(why),
      stuck: () => this.#hold(),
      going: () => this.#goOn(),
    });
    await this.#engine.ready;
    const shown = new Promise((resolve) => this.#frame.addEventListener("load", resolve, { once: true }));
    this.#frame.src = asked();
    // An address entered in the address bar, or one to which somebody goes back; the page may already be there.
    addEventListener("hashchange", ({ newURL }) => this.#engine && this.#frame.contentWindow?.location.replace(asked(new URL(newURL))));
    void navigator.storage?.persist?.().catch(() => {});
    void Promise.all([this.#look(), shown]).then(async () => (await this.#tellClock()) || this.#tellWaiting());
    setInterval(() => void this.#look(), LOOK);
    addEventListener("online", () => void this.#look());
  }

  /** Fetches everything for the first time while the person waits and sees the progress. */
  async #fetchFirst() {
    const site = await this.#cache.offered();
    if (this.#isLost) return;
    const bytes = site.files.reduce((sum, { size }) => sum + size, 0);
    const size = (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 });
    this.#said.textContent = _("Fetching the game, {size} MB. That is done only once.", { size });
    this.#bar.hidden = false;
    await this.#cache.fetch(site, (done, all) => (this.#bar.value = done / all));
  }

  /** A page has loaded. */
  #shown() {
    const inside = this.#frame.contentWindow;
    const at = inside?.location;
    if (!inside || !at?.pathname.startsWith(ROOT)) return;
    this.#intro.hidden = true;
    this.#frame.hidden = false;
    followInside(inside, ROOT);
    downloadInside(inside);
    this.#offerWayOut(inside);
    if (this.#isPassing) this.#word.hidden = true;
    document.title = inside.document.title;
    history.replaceState(null, "", `#${at.pathname.slice(ROOT.length) || "/"}${at.search}`);
    inside.focus();
  }

  /** A person who plays at a server has a link back to it in the footer of every page. @param {Window} inside */
  #offerWayOut(inside) {
    const foot = inside.document.querySelector(".site-foot");
    if (!foot || !this.#server) return;
    foot.prepend(way(_("To the table server"), this.#server, inside.document));
  }

  /**
   * Is there a connection again? Then finished games are uploaded, and a newer version is fetched, while nobody waits.
   */
  async #look() {
    const server = await findServer(SCOPE);
    const engine = this.#engine;
    if (server && engine) {
      this.#server = server;
      const { imported, refused } = await upload(server, (question) => engine.ask(question));
      if (imported > 0) this.#say(ngettext("{n} game that you finished offline is at the table server now.", "{n} games that you finished offline are at the table server now.", imported));
      for (const sentence of refused) this.#say(_("The server did not take a game: {sentence}", { sentence }));
    }
    await this.#renew();
  }

  async #renew() {
    if (!(await this.#fetchNewer())) return;
    const button = act({ name: _("Take it now"), act: () => location.reload() });
    this.#say(_("A newer version is here. Your games stay as they are."), button);
  }

  /** Is a newer version complete, for the next start? */
  async #fetchNewer() {
    if (this.#isFetching || navigator.onLine === false) return false;
    this.#isFetching = true;
    try {
      const site = await this.#cache.offered();
      if (site.version === (await this.#cache.current())) return false;
      await this.#cache.fetch(site);
      return true;
    } catch {
      // Another time: the current version keeps working.
      return false;
    } finally {
      this.#isFetching = false;
    }
  }

  /** A person who also plays at a server may look here for a game started there. */
  async #tellWaiting() {
    if (this.#server || !ofServer(SCOPE) || readText(TOLD, "tab")) return;
    writeText(TOLD, "1", "tab");
    const seen = new URL(SEEN, SCOPE);
    const link = (await caches.match(seen)) && way(_("Your games there"), seen);
    this.#say(_("The table server cannot be reached. What you began there waits for you there; here you begin a new game."), link);
    this.#isPassing = true;
  }

  /** Games played here cannot be from tomorrow: then this device's clock was set back. */
  async #tellClock() {
    const engine = this.#engine;
    if (!engine) return false;
    const latest = Math.max(...(await ownTables((question) => engine.ask(question))).map(({ changed_at }) => changed_at));
    if (latest <= Date.now() + APART) return false;
    const day = new Date(latest).toLocaleDateString(region, { dateStyle: "long" });
    this.#say(_("The clock of this device may be wrong: it is behind your latest game here, of {day}. Your games are all there, but times and their order may be odd until it is right.", { day }), undefined, true);
    return true;
  }

  /** A request from a page in the frame, passed on by the service worker. @param {MessageEvent} event */
  async #hear({ data, ports }) {
    if (data?.kind !== "request") return;
    if (!this.#engine) return ports[0].postMessage(null);
    const answer = outwards(ROOT, keepCookies(await this.#engine.ask(inwards(ROOT, /** @type {Question} */ (data)))));
    ports[0].postMessage(answer, [answer.body]);
  }

  /** Another tab has the server from now on. */
  #lose() {
    this.#isLost = true;
    const engine = this.#engine;
    this.#engine = null;
    engine?.stop();
    this.#frame.hidden = true;
    // The page in it is invisible, and would keep asking.
    this.#frame.contentWindow?.location.replace("about:blank");
    this.#stop(_("You play on in another tab now. Everything that was shown here is kept."), { name: _("Play here"), act: () => location.reload() });
  }

  /** Something fails in the worker: the last picture stays. @param {string} why */
  #fail(why) {
    const again = why === "broken" ? { name: _("Fetch it again"), act: () => this.#mend() } : { name: _("Start again"), act: () => this.#startAgain() };
    if (this.#frame.hidden) return this.#stop(_(WHY_NOT_STARTED[why] ?? WHY_NOT_STARTED.runtime), again);
    this.#halt(_("The game has stopped here. What was played is kept, perhaps but for the last move: start it again, and go on."), again);
  }

  /** Nothing continues without an action; the last picture stays visible. @param {string} sentence @param {Way} way */
  #halt(sentence, way) {
    const button = act(way);
    this.#isHalted = false;
    this.#say(sentence, button);
    this.#word.querySelector(".bare")?.remove();
    this.#isHalted = true;
    this.#frame.inert = true;
    button.focus();
  }

  /** The browser stores nothing more: nothing unsaved is shown, and the game waits. */
  #hold() {
    if (this.#frame.hidden) return this.#fail("storage");
    this.#halt(_("This browser’s storage is full or closed: the last move could not be kept. All that was played before it is. Make room, and the game goes on."), { name: _("Try again"), act: () => this.#engine?.again() });
  }

  #goOn() {
    this.#isHalted = false;
    this.#word.hidden = true;
    this.#frame.inert = false;
    this.#frame.contentWindow?.focus();
  }

  async #startAgain() {
    for (const button of document.querySelectorAll("button")) button.disabled = true;
    // It may work where this one failed.
    await this.#fetchNewer();
    location.reload();
  }

  /** The stored data was damaged: while offline nothing of it is discarded. @returns {Promise<void>} */
  async #mend() {
    try {
      await this.#cache.offered();
    } catch {
      return this.#stop(_("A part of the game that is kept in this browser is damaged, and without the internet it cannot be fetched anew. Your games are not touched."), {
        name: _("Try again"),
        act: () => this.#mend(),
      });
    }
    await this.#cache.drop();
    location.reload();
  }

  /** Stops until the person acts. @param {string} sentence @param {Way} [way] */
  #stop(sentence, way) {
    this.#intro.hidden = false;
    this.#bar.hidden = true;
    this.#said.textContent = sentence;
    this.#ways.replaceChildren(...(way ? [act(way)] : []));
    this.#ways.querySelector("button")?.focus();
  }

  /**
   * Shows a message over the page.
   * @param {string} sentence
   * @param {HTMLElement} [way]
   * @param {boolean} [stays] until it is closed
   */
  #say(sentence, way, stays = way !== undefined) {
    if (this.#isHalted) return;
    this.#isPassing = false;
    clearTimeout(this.#hide);
    const close = act({ name: _("Close"), act: () => (this.#word.hidden = true) }, "bare");
    this.#word.replaceChildren(Object.assign(document.createElement("p"), { textContent: sentence }), ...(way ? [way] : []), ...(stays ? [close] : []));
    this.#word.hidden = false;
    if (!stays) this.#hide = window.setTimeout(() => (this.#word.hidden = true), WORD);
  }
}

/** The page for the frame, by the address. @param {{hash: string}} [address] */
function asked({ hash } = location) {
  const path = hash.slice(1);
  return ROOT + (path.startsWith("/") ? path : "/");
}

/** @param {Way} way @param {string} [kind] */
function act(way, kind = "primary") {
  const button = Object.assign(document.createElement("button"), { type: "button", className: `button ${kind}`, textContent: way.name });
  // A double press acts once.
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await way.act();
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** @param {string} text @param {URL} address @param {Document} [page] */
function way(text, address, page = document) {
  return Object.assign(page.createElement("a"), { href: address.href, target: "_top", textContent: text });
}

/** Stores the server's cookies, such as the language, in this browser as from any server. @param {Answer} answer */
function keepCookies(answer) {
  for (const [name, value] of answer.headers) if (name.toLowerCase() === "set-cookie") document.cookie = value;
  return answer;
}

/** The feature that this browser or address lacks, as a sentence; null for none. */
function wanting() {
  if (!isSecureContext) {
    if (!ofServer(SCOPE)) return _("To keep the game, a browser wants an address that begins with https://. This one does not: ask whoever put the game here for such an address.");
    return _("To play offline, a browser wants an address that begins with https://. At this one you play on the table server, as long as it can be reached.");
  }
  if (!("serviceWorker" in navigator) || !("caches" in window) || !("indexedDB" in window)) {
    return _(NOTHING_KEPT);
  }
  if (!("locks" in navigator) || !("DecompressionStream" in window)) return _("This browser is too old to play offline.");
  return null;
}

/** @param {unknown} error */
function whyNotKept(error) {
  if (error instanceof Broken) return _("A part of the game did not come as it was sent. Nothing of it was kept.");
  if (error instanceof Unreachable) return _("The connection broke while the game was being fetched. What has come is kept, and the rest is fetched when you try again.");
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return _("There is not enough room on this device to keep the game. Make some, and try again.");
  }
  return _(NOTHING_KEPT);
}

/** The service worker looks after this page from here on. */
async function register() {
  const { active } = await navigator.serviceWorker.register(new URL("sw.js", SCOPE), { updateViaCache: "none" });
  if (navigator.serviceWorker.controller) return;
  const looksAfter = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  // A forced reload has left it out.
  active?.postMessage({ kind: "claim" });
  await looksAfter;
}

// A table being dealt, to watch while the server warms up: card backs that move to the places of a game.

const HAND = 5;
const GAP = 6;
/** The time between two cards, in milliseconds. */
const BEAT = 90;

/** @param {HTMLElement} place @param {URL} back the picture of a card's back */
function deal(place, back) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stock = card(place, back, 0, 0);
  stock.classList.add("stock");
  let beat = 0;
  for (let round = 0; round < HAND; round++) {
    for (const side of [-1, 1]) {
      const across = (round - (HAND - 1) / 2) * (100 + GAP);
      const dealt = card(place, back, across, side * 150);
      if (still) continue;
      const from = { transform: "none" };
      const delay = BEAT * beat++;
      dealt.animate([from, { transform: dealt.style.transform }], { duration: 320, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
    }
  }
}

/** @param {HTMLElement} place @param {URL} back @param {number} across @param {number} down both in hundredths of a card */
function card(place, back, across, down) {
  const made = document.createElement("span");
  made.className = "dealt";
  made.style.backgroundImage = `url("${back}")`;
  made.style.transform = `translate(${across}%, ${(down / 140) * 100}%)`;
  place.append(made);
  return made;
}

Object.assign(window, { spiteShell: new Shell() });
void (/** @type {any} */ (window).spiteShell.start());
