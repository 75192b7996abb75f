// A person's view of a table, for the player by hand: the messages received, where a card can be hit, cards without a
// face. It is put into every page before the page's own scripts, and does not change the page.

(() => {
  /** Messages of the server, and those to it. */
  const heard = [];
  const said = [];
  /** @type {string} */
  let line = "";
  const hear = (text) => {
    const message = JSON.parse(text);
    if (!["pong", "presence", "settings", "called"].includes(message.type)) heard.push(message);
  };
  const say = (text) => {
    const message = JSON.parse(text);
    if (message.type !== "ping") said.push(message);
  };
  const Real = WebSocket;
  class Overheard extends Real {
    constructor(...words) {
      super(...words);
      line = this.url;
      this.addEventListener("message", ({ data }) => hear(data));
    }
    send(text) {
      say(text);
      super.send(text);
    }
  }
  globalThis.WebSocket = Overheard;
  // Without a server the outer page has the connections.
  const shell = parent === window ? null : parent.spiteShell;
  let open = (url) => new Real(url);
  if (shell) {
    const { openLine } = Object.getPrototypeOf(shell);
    open = (url) => openLine.call(shell, url);
    shell.openLine = (url) => {
      line = url;
      const own = open(url);
      const { send, receive } = Object.getPrototypeOf(own);
      own.send = (text) => (say(text), send.call(own, text));
      own.receive = (text) => (hear(text), receive.call(own, text));
      return own;
    };
  }

  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const depth = (card) => Number(getComputedStyle(card).zIndex) || 0;
  const keyed = (element) => element?.closest("[data-key]")?.dataset.key ?? null;
  const placeOf = (key) => key?.split("#")[0];
  const within = ({ left, right, top, bottom }, x, y) => x > left && x < right && y > top && y < bottom;

  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

  /** A person's name for the obstructing element. @param {Element | null} element */
  const nameOf = (element) =>
    element === null ? "nothing" : (element.closest("[data-key]")?.ariaLabel ?? `${element.localName}#${element.id}.${element.className}`);

  /** The cards drawn at a place, the lowest first. @param {string} place */
  const cardsAt = (place) => {
    const cards = [...document.querySelectorAll(`#cards .card[data-place="${place}"]`)];
    const order = (card) => Number(card.style.getPropertyValue("--z")) || 0;
    return cards.map((card, at) => ({ card, at })).sort((one, two) => order(one.card) - order(two.card) || one.at - two.at).map(({ card }) => card);
  };

  /** The visible part of a card, as points. @param {Element} card */
  const seen = (card) => {
    const rect = card.getBoundingClientRect();
    const z = depth(card);
    const others = [...document.querySelectorAll("#cards .card")];
    const at = others.indexOf(card);
    const over = others
      .map((other, order) => ({ other, order, box: other.getBoundingClientRect() }))
      .filter(({ other, box }) => other !== card && meet(rect, box))
      .filter(({ other, order }) => depth(other) > z || (depth(other) === z && order > at))
      .map(({ box }) => box);
    const points = [];
    for (let column = 1; column < 10; column += 1) {
      for (let row = 1; row < 28; row += 1) {
        const x = rect.left + (rect.width * column) / 10;
        const y = rect.top + (rect.height * row) / 28;
        if (x < 1 || y < 1 || x > innerWidth - 1 || y > innerHeight - 1) continue;
        if (!over.some((one) => within(one, x, y))) points.push({ x, y });
      }
    }
    return points;
  };

  /** The middle point of some. @param {{x: number, y: number}[]} points */
  const middle = (points) => {
    const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
    const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
    return points.reduce((best, one) => (Math.hypot(one.x - x, one.y - y) < Math.hypot(best.x - x, best.y - y) ? one : best));
  };

  /**
   * Where a card can be hit, or the reason why it cannot.
   * @param {string} place
   * @param {string} name of the card
   * @param {number} below the number of cards on it at its place
   * @param {string | null} [key] of its button, if each card of the place has its own
   */
  const card = (place, name, below, key = null) => {
    const there = cardsAt(place);
    const one = there.at(-1 - below);
    if (!one) return { fault: `no card is drawn ${below} deep at ${place}` };
    if (one.dataset.card !== name) return { fault: `${one.dataset.card || "a card face down"} is drawn at ${place} where ${name} lies` };
    return hit(seen(one), place, `${name} at ${place}`, key);
  };

  /** Where a place can be hit: its top card, else its hollow. @param {string} place */
  const spot = (place) => {
    const top = cardsAt(place).at(-1);
    const button = document.querySelector(`[data-key="${place}"], [data-key^="${place}#"]`);
    if (!button) return { fault: `there is no button for ${place}` };
    if (top) return hit(seen(top), place, `the top of ${place}`);
    const { left, top: upper, width, height } = button.getBoundingClientRect();
    const points = [0.5, 0.3, 0.7].flatMap((part) => [0.5, 0.25, 0.75].map((down) => ({ x: left + width * part, y: upper + Math.min(height, width * 1.4) * down })));
    return hit(points, place, `the empty place ${place}`);
  };

  /**
   * The middle of the hittable points.
   * @param {{x: number, y: number}[]} points
   * @param {string} place
   * @param {string} what
   * @param {string | null} [wanted]
   */
  const hit = (points, place, what, wanted = null) => {
    if (points.length === 0) return { fault: `${what} cannot be seen` };
    const { x, y } = middle(points);
    const key = keyed(document.elementFromPoint(x, y));
    if (wanted ? key === wanted : placeOf(key) === place) return { x, y, key };
    return { fault: `${what} is covered by ${nameOf(document.elementFromPoint(x, y))}` };
  };

  /** Cards that should show a face but have none, in words. */
  const faceless = () => {
    const blank = (element) => {
      const front = element.querySelector(".front");
      const uses = [...(front?.querySelectorAll("svg use") ?? [])].map((use) => use.getAttribute("href") ?? "");
      const drawn = front?.querySelector("svg :is(use, path, rect, circle, text, image)");
      return !drawn || uses.some((href) => href.startsWith("#") && !document.getElementById(href.slice(1)));
    };
    return [...document.querySelectorAll('#cards .card[data-card]:not([data-card=""], .down)')].filter(blank).map((element) => `${element.dataset.card} at ${element.dataset.place}`);
  };

  /** Milliseconds from one look to the next. */
  const LOOK = 4;

  /**
   * Waits until a condition holds, or for a time; time in which a busy machine stalls the page does not count.
   * @param {() => boolean} holds
   * @param {number} time
   */
  const until = async (holds, time) => {
    for (let left = time / LOOK; !holds() && left > 0; left -= 1) await new Promise((done) => setTimeout(done, LOOK));
    return holds();
  };

  /** Has the page's last message been answered? @param {number} from the number of messages it had sent before */
  const answered = (from) => {
    const asked = said.slice(from).filter(({ id }) => id);
    return asked.every(({ id }) => heard.some((message) => message.id === id));
  };

  /** The changes of a gesture that sends nothing to the server. */
  const marks = () => [keysOf("target"), keysOf("picked"), document.querySelector("dialog[open]")?.id].join();

  /** The keys of the buttons with a mark. @param {string} mark */
  const keysOf = (mark) => [...document.querySelectorAll(`#above .place.${mark}`)].map((button) => button.dataset.key);

  /**
   * The outcome of a gesture: the messages since, once all of the page's requests are answered.
   * @param {{heard: number, said: number, marks: string}} before
   * @param {number} time within which the answer must come
   */
  const outcome = async ({ heard: heardBefore, said: saidBefore, marks: marked }, time) => {
    const from = performance.now();
    await frame();
    // A busy browser reacts late to a finger.
    await until(() => said.length > saidBefore || marks() !== marked, time / 20);
    const all = await until(() => answered(saidBefore), time);
    const took = performance.now() - from;
    await frame();
    return { ...now(), marks: marks(), answered: all, took, news: heard.slice(heardBefore), asked: said.slice(saidBefore) };
  };

  /** What is visible. */
  const now = () => ({
    heard: heard.length,
    said: said.length,
    faceless: faceless(),
    targets: keysOf("target"),
    picked: keysOf("picked"),
    words: document.querySelector("#words:not([hidden]), #status .note:not([hidden])")?.innerText ?? "",
    focus: keyed(document.activeElement),
    ended: document.querySelector("#finish[open]") !== null,
  });

  /** What is visible, and the part that a gesture may change. */
  const look = () => ({ ...now(), marks: marks() });

  /**
   * The number of presses of Tab to reach a button, negative for Shift+Tab, starting from the focused element, if any.
   * @param {string} key
   */
  const tabs = (key) => {
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")].filter(
      (element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }),
    );
    const to = all.findIndex((element) => element.dataset.key === key);
    const from = all.indexOf(document.activeElement);
    return to < 0 ? null : { steps: to - from, begins: from >= 0 };
  };

  /** The places that the arrows never reach, from any start. */
  const unreached = () => {
    const places = [...document.querySelectorAll("#above .place")];
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    const start = places[0];
    if (!start) return [];
    const found = new Set([start]);
    for (const place of found) {
      for (const key of arrows) {
        place.focus();
        place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        if (document.activeElement?.matches(".place")) found.add(document.activeElement);
      }
    }
    start.blur();
    return places.filter((place) => !found.has(place)).map((place) => place.dataset.key);
  };

  /**
   * Makes moves outside the page, over a separate connection: the page sees them as from another device.
   * @param {string[]} moves
   */
  const jump = (moves) =>
    new Promise((done, fail) => {
      const other = open(line);
      const left = [...moves];
      let [game, ply] = [0, 0];
      const next = () => {
        const move = left.shift();
        if (move === undefined) return void (other.close(), done(true));
        other.send(JSON.stringify({ type: "move", id: `jump-${left.length}-${performance.now()}`, game, ply, move }));
      };
      other.onclose = ({ code, reason }) => fail(new Error(`the other device's line was closed: ${code} ${reason}`));
      other.onopen = () => other.send(JSON.stringify({ type: "hello", version: null, game: null }));
      other.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "refused") fail(new Error(message.message));
        if (message.type === "snapshot") [game, ply] = [message.game, message.ply];
        if (message.type === "snapshot") next();
        if (message.type === "event") {
          ply = message.ply;
          if (message.id?.startsWith("jump-")) next();
        }
      };
    });

  /** Waits until it is this page's turn, or the game is over; returns the view. @param {number} time */
  const turn = async (time) => {
    const last = () => heard.findLast(({ view }) => view);
    const mine = () => {
      const { view } = last() ?? {};
      const shown = document.querySelector(".place[aria-pressed], #finish[open], [data-do=pass]:not([hidden])");
      return view && shown && (view.result || (view.turn === view.seat && view.legal.length > 0));
    };
    await until(() => Boolean(mine()), time);
    await frame();
    const { rules } = heard.findLast(({ type }) => type === "snapshot").view;
    return { ...look(), mine: Boolean(mine()), view: { ...last().view, rules } };
  };

  globalThis.hands = { heard, said, card, spot, outcome, look, turn, tabs, unreached, jump, until, frame };
})();
