// Stand-ins for a browser, for kernel modules in Node.js: only what those need.

import { root } from "/tests/stand-in-root.js";

/** Replaces globals and returns a function that restores them. */
export function installed(names) {
  const before = Object.entries(names).map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  };
}

/** Time that passes only on request. */
export class Clock {
  now = 0;
  #timers = new Map();
  #last = 0;

  setTimeout = (act, after = 0) => {
    this.#last += 1;
    this.#timers.set(this.#last, { act, at: this.now + after });
    return this.#last;
  };

  clearTimeout = (timer) => void this.#timers.delete(timer);

  setInterval = (act, every) => {
    const again = () => {
      this.setTimeout(again, every);
      act();
    };
    return this.setTimeout(again, every);
  };

  /** Lets time pass, with all that falls due in it. */
  pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.now = Math.max(this.now, due[1].at);
      due[1].act();
    }
    this.now = end;
  }
}

/** A connection to a server that records the messages it receives. */
export class FakeWebSocket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    FakeWebSocket.all.push(this);
  }

  opens() {
    this.readyState = 1;
    this.onopen?.();
  }

  hears(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

/** A kernel connection to such a server, with such a clock; `receiver` records its calls. */
export async function line() {
  const clock = new Clock();
  const told = { received: [], states: [] };
  const events = new EventTarget();
  const kept = new Map();
  FakeWebSocket.all = [];
  const away = installed({
    window: { setTimeout: clock.setTimeout },
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    setInterval: clock.setInterval,
    performance: { now: () => clock.now },
    Date: { now: () => clock.now },
    sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) },
    location: { protocol: "https:", host: "table.test", reload: () => told.states.push("reloaded") },
    document: Object.assign(new EventTarget(), { documentElement: root(), hidden: false, cookie: "" }),
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    WebSocket: FakeWebSocket,
  });
  const { Socket } = await import("/static/kernel/line/socket.js");
  const socket = new Socket({
    table: "t1",
    position: () => ({ version: 3, game: 1 }),
    receive: (message) => told.received.push(message.type),
    status: (state) => told.states.push(state),
  });
  socket.connect();
  return { socket, clock, told, away, events, lines: FakeWebSocket.all };
}

/**
 * A surface with buttons by key, and the results of a player's gestures on it.
 * @param {string[]} [names] of keys with an action
 * @param {string[]} [repeated] those that repeat it while held
 */
export async function surface(names = [], repeated = []) {
  const clock = new Clock();
  const done = [];
  const away = installed({
    document: Object.assign(new EventTarget(), { documentElement: root(), querySelector: () => null, hidden: true, body: null }),
    performance: { now: () => clock.now },
  });
  const { listen } = await import("/static/kernel/gestures/input.js");
  let key = "";
  const board = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 100, top: 50 }),
    setPointerCapture: () => {},
    closest: (selector) => (selector === "[data-key]" && key ? { dataset: { key } } : null),
    contains: () => true,
  });
  const hands = {
    tap: (at, keyboard) => (done.push(["tap", at, keyboard]), true),
    double: (at) => done.push(["double", at]),
    lift: (at, x, y) => (done.push(["lift", at, x, y]), true),
    drag: (x, y, atX, atY) => done.push(["drag", x, y, atX, atY]),
    drop: (isDone, x, y) => done.push(["drop", isDone, x, y]),
    nowhere: () => done.push(["nowhere"]),
  };
  const table = { hands, buttons: [], busy: false, begin: () => {}, look: (at) => done.push(["look", at]), skip: () => {} };
  listen(board, table, Object.fromEntries(names.map((name) => [name, () => done.push(["key", name])])), repeated);
  const pointer = (type, at, x, y, more = {}) => {
    key = at;
    const event = Object.assign(new Event(type, { cancelable: true }), { button: 0, pointerId: 1, clientX: x, clientY: y, ...more });
    Object.defineProperty(event, "timeStamp", { value: clock.now });
    board.dispatchEvent(event);
  };
  /** A finger that comes down and goes up again after a time. */
  const tap = (at, held = 50) => {
    pointer("pointerdown", at, 110, 60);
    clock.pass(held);
    pointer("pointerup", at, 110, 60);
  };
  /** Presses a key on an element of the page; returns whether the browser's default is prevented. */
  const press = (name, more = {}, lies = []) => {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key: name, code: "", ...more });
    const target = { closest: (selectors) => selectors.split(", ").find((one) => lies.includes(one)) ?? null };
    for (const [part, value] of Object.entries({ target, timeStamp: clock.now })) Object.defineProperty(event, part, { value });
    document.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { clock, done, away, pointer, tap, press, table };
}
