// A page for drawing modules, in Node.js: elements hold their contents and have the size that a test gives them, and
// time passes only on request.

import { LOOKS } from "/tests/stand-in-root.js";
import { Clock, installed } from "/tests/stand-ins.js";

const VOID = new Set(["path", "use", "rect", "circle", "input", "br"]);
const hyphened = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

class FakeNode extends EventTarget {
  parentElement = null;

  get parentNode() {
    return this.parentElement;
  }

  get isConnected() {
    return this === globalThis.document.documentElement || (this.parentElement?.isConnected ?? false);
  }

  remove() {
    const siblings = this.parentElement?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentElement = null;
  }

  before(...nodes) {
    this.parentElement.put(nodes, () => this.parentElement.childNodes.indexOf(this));
  }

  after(...nodes) {
    this.parentElement.put(nodes, () => this.parentElement.childNodes.indexOf(this) + 1);
  }

  replaceWith(...nodes) {
    this.after(...nodes);
    this.remove();
  }
}

class FakeText extends FakeNode {
  constructor(text) {
    super();
    this.textContent = text;
  }

  get data() {
    return this.textContent;
  }

  set data(text) {
    this.textContent = text;
  }

  cloneNode() {
    return new FakeText(this.textContent);
  }
}

/** An animation that ends when its time has passed. */
class FakeAnimation {
  playState = "running";
  #timer = 0;
  #clock;
  #start;
  #length;
  #settle;

  constructor(clock, length, delay) {
    this.#clock = clock;
    this.#start = clock.now;
    this.#length = length + delay;
    this.finished = new Promise((done, fail) => (this.#settle = { done, fail }));
    this.finished.catch(() => {});
    this.ready = Promise.resolve(this);
    this.effect = { getComputedTiming: () => ({ endTime: this.#length }) };
    this.#wait();
  }

  #wait() {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => this.finish(), Math.max(0, this.#start + this.#length - this.#clock.now));
  }

  get currentTime() {
    return this.#clock.now - this.#start;
  }

  get startTime() {
    return this.#start;
  }

  set startTime(start) {
    this.#start = start;
    this.playState = "running";
    this.#wait();
  }

  pause() {
    this.playState = "paused";
    this.#clock.clearTimeout(this.#timer);
  }

  finish() {
    if (this.playState === "finished" || this.playState === "idle") return;
    this.#clock.clearTimeout(this.#timer);
    this.playState = "finished";
    this.#settle.done(this);
    this.onfinish?.();
  }

  cancel() {
    this.#clock.clearTimeout(this.#timer);
    if (this.playState !== "finished") this.#settle.fail(new Error("cancelled"));
    this.playState = "idle";
  }
}

class FakeElement extends FakeNode {
  childNodes = [];
  #attributes = new Map();
  /** Every animation it was given. */
  animations = [];
  clientWidth = 0;
  clientHeight = 0;
  open = false;
  disabled = false;
  checked = false;
  value = "";

  constructor(name) {
    super();
    this.localName = name;
    this.dataset = new Proxy({}, {
      get: (_none, key) => this.#attributes.get(`data-${hyphened(key)}`),
      set: (_none, key, value) => (this.#attributes.set(`data-${hyphened(key)}`, String(value)), true),
      deleteProperty: (_none, key) => (this.#attributes.delete(`data-${hyphened(key)}`), true),
      has: (_none, key) => this.#attributes.has(`data-${hyphened(key)}`),
    });
    this.style = { setProperty: (key, value) => void (this.style[key] = value), getPropertyValue: (key) => this.style[key] ?? "" };
    const classes = () => this.className.split(" ").filter(Boolean);
    this.classList = {
      contains: (one) => classes().includes(one),
      add: (...names) => void (this.className = [...new Set([...classes(), ...names])].join(" ")),
      remove: (...names) => void (this.className = classes().filter((one) => !names.includes(one)).join(" ")),
      toggle: (one, on = !classes().includes(one)) => (this.classList[on ? "add" : "remove"](one), on),
    };
  }

  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  hasAttribute(name) {
    return this.#attributes.has(name);
  }

  toggleAttribute(name, on = !this.hasAttribute(name)) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  get ariaPressed() {
    return this.getAttribute("aria-pressed");
  }

  get hidden() {
    return this.#attributes.has("hidden");
  }

  set hidden(is) {
    if (is) this.#attributes.set("hidden", "");
    else this.#attributes.delete("hidden");
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  get nextElementSibling() {
    const siblings = this.parentElement?.children ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get childElementCount() {
    return this.children.length;
  }

  put(nodes, at) {
    for (const node of nodes.map((one) => (one instanceof FakeNode ? one : new FakeText(String(one))))) {
      node.remove();
      this.childNodes.splice(at(), 0, node);
      node.parentElement = this;
      // Resources fetched by an element are available at once.
      if (node.localName === "link") queueMicrotask(() => node.onload?.());
    }
  }

  append(...nodes) {
    this.put(nodes, () => this.childNodes.length);
  }

  prepend(...nodes) {
    this.put(nodes.reverse(), () => 0);
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  get textContent() {
    return this.childNodes.map(({ textContent }) => textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  get innerHTML() {
    return this.childNodes.map((node) => (node instanceof FakeText ? node.textContent : node.outerHTML)).join("");
  }

  set innerHTML(markup) {
    this.replaceChildren(...parsed(markup));
  }

  get outerHTML() {
    const attributes = [...this.#attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.localName}${attributes}>${this.innerHTML}</${this.localName}>`;
  }

  /** What is in a template, or what a meta element says. */
  get content() {
    return this.localName === "template" ? this : this.getAttribute("content");
  }

  set content(text) {
    this.setAttribute("content", text);
  }

  insertAdjacentHTML(_where, markup) {
    this.append(...parsed(markup));
  }

  cloneNode() {
    const copy = new FakeElement(this.localName);
    for (const [name, value] of this.#attributes) copy.setAttribute(name, value);
    copy.append(...this.childNodes.map((node) => node.cloneNode()));
    return copy;
  }

  matches(selectors) {
    return readSelectors(selectors).some((parts) => fits(this, parts, parts.length - 1));
  }

  closest(selectors) {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }

  contains(other) {
    return other === this || (other?.parentElement ? this.contains(other.parentElement) : false);
  }

  querySelectorAll(selectors) {
    const found = [];
    for (const element of below(this)) if (element.matches(selectors)) found.push(element);
    return found;
  }

  querySelector(selectors) {
    for (const element of below(this)) if (element.matches(selectors)) return element;
    return null;
  }

  animate(frames, timing) {
    const { duration, delay = 0 } = typeof timing === "number" ? { duration: timing } : timing;
    const animation = new FakeAnimation(globalThis.document.clock, duration, delay);
    this.animations.push({ frames, duration, delay });
    return animation;
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, right: this.clientWidth, bottom: this.clientHeight, width: this.clientWidth, height: this.clientHeight };
  }

  click() {
    if (!this.disabled) this.dispatchEvent(new Event("click", { cancelable: true }));
  }

  /** The context of a canvas: it records every picture that it paints. */
  getContext() {
    this.painted ??= [];
    return { scale: (by) => void (this.scale = by), drawImage: (_image, ...at) => this.painted.push(at), measureText: (text) => ({ width: 8 * text.length }) };
  }

  focus() {
    globalThis.document.activeElement = this;
  }

  show() {
    this.open = true;
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  }

  showPopover() {
    this.open = true;
  }

  hidePopover() {
    this.open = false;
  }

  get offsetWidth() {
    return this.clientWidth;
  }

  get offsetHeight() {
    return this.clientHeight;
  }

  // Of forms and selects.

  get elements() {
    const checked = (all) => ({ get value() { return all.find((one) => one.checked)?.value ?? ""; } });
    const named = (name) => this.querySelectorAll(`[name=${name}]`);
    return { namedItem: (name) => (named(name).length > 1 ? checked(named(name)) : (named(name)[0] ?? null)) };
  }

  get options() {
    return this.querySelectorAll("option");
  }

  add(option) {
    this.append(option);
  }
}

for (const name of ["id", "class", "href", "name", "role", "title", "rel", "type"]) {
  Object.defineProperty(FakeElement.prototype, name === "class" ? "className" : name, {
    get() {
      return this.getAttribute(name) ?? "";
    },
    set(value) {
      this.setAttribute(name, value);
    },
  });
}

/** Every element below another one, in the order of the document. */
function* below(element) {
  for (const child of element.childNodes) {
    if (!(child instanceof FakeElement)) continue;
    yield child;
    yield* below(child);
  }
}

/** What was read of selectors, by their text: the same ones are asked for again and again. */
const selectorsRead = new Map();

/** The alternatives of selectors, each a list of what an element and those above it have to be. */
function readSelectors(selectors) {
  let read = selectorsRead.get(selectors);
  if (!read) {
    const [, before, names, after] = selectors.match(/^(.*):is\((.*?)\)(.*)$/) ?? [];
    read = names
      ? names.split(",").flatMap((name) => readSelectors(before + name.trim() + after))
      : selectors.replace(/^:scope > /, "").split(",").map((selector) => selector.trim().split(/\s+/).map(readSelector));
    selectorsRead.set(selectors, read);
  }
  return read;
}

/** What one selector without spaces asks of an element. */
function readSelector(text) {
  const [, tag, rest] = text.match(/^([\w-]*)(.*)$/);
  const every = /#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\]|:not\(([^)]*)\)|:modal|:disabled|:popover-open/g;
  return { tag, conditions: [...rest.matchAll(every)] };
}

/** Does an element match the selector at a place of a list, below all those before it? */
function fits(element, parts, at) {
  const { tag, conditions } = parts[at];
  if (tag && element.localName !== tag) return false;
  for (const [part, id, one, name, value, not] of conditions) {
    if ((part === ":modal" || part === ":popover-open") && !element.open) return false;
    if (part === ":disabled" && !element.disabled) return false;
    if (id && element.id !== id) return false;
    if (one && !` ${element.className} `.includes(` ${one} `)) return false;
    if (name && (value === undefined ? !element.hasAttribute(name) : element.getAttribute(name) !== value)) return false;
    if (not && element.matches(not)) return false;
  }
  if (at === 0) return true;
  for (let up = element.parentElement; up; up = up.parentElement) if (fits(up, parts, at - 1)) return true;
  return false;
}

/** The elements described by markup, as far as the modules use it. */
function parsed(markup) {
  const root = new FakeElement("root");
  let into = root;
  for (const [tag, end, name, attributes, closed] of markup.matchAll(/<(\/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/g)) {
    if (!name) into.append(tag);
    else if (end) into = into.parentElement ?? root;
    else {
      const element = new FakeElement(name);
      for (const [, key, value = ""] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) element.setAttribute(key, value);
      // The initial value of a field.
      if (element.hasAttribute("value")) element.value = element.getAttribute("value");
      if (element.hasAttribute("checked")) element.checked = true;
      into.append(element);
      if (!closed && !VOID.has(name)) into = element;
    }
  }
  return [...root.childNodes];
}

/** Every text below a node. */
function textsOf(node) {
  return (node.childNodes ?? []).flatMap((child) => (child instanceof FakeText ? [child] : textsOf(child)));
}

/** Runs everything that waits only for its turn. */
export async function rest() {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((done) => setImmediate(done));
}

let asked = 0;

/** Also runs everything that waits for parts of the page; later requests come later. */
export async function fetched() {
  await rest();
  await import(`data:text/javascript,${(asked += 1)}`);
  await rest();
}

/**
 * A page with this in its body, and the globals of a browser; `away` takes them away again.
 * @param {string} markup @param {{width?: number, height?: number, address?: string, quick?: boolean}} [window]
 */
export function page(markup, { width = 1280, height = 800, address = "http://table.test/patience" } = {}) {
  const clock = new Clock();
  const told = new EventTarget();
  const html = new FakeElement("html");
  const [head, body] = ["head", "body"].map((name) => new FakeElement(name));
  html.lang = "en";
  html.dataset.looks = LOOKS;
  html.append(head, body);
  const document = Object.assign(new EventTarget(), {
    clock, head, body, documentElement: html, activeElement: body, hidden: false, title: "", cookie: "", adoptedStyleSheets: [],
    createElement: (name) => new FakeElement(name),
    createElementNS: (_space, name) => new FakeElement(name),
    getElementById: (id) => html.querySelector(`#${id}`),
    getElementsByTagName: (name) => ({ [Symbol.iterator]: () => html.querySelectorAll(name).values() }),
    createTreeWalker: (part) => {
      const texts = textsOf(part);
      return { nextNode: () => texts.shift() ?? null };
    },
    createRange: () => ({}),
    querySelector: (selectors) => html.querySelector(selectors),
    querySelectorAll: (selectors) => html.querySelectorAll(selectors),
  });
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text), removeItem: (key) => void kept.delete(key) };
  const went = [];
  const location = Object.assign(new URL(address), { assign: (to) => went.push(to), replace: (to) => went.push(to) });
  const requestAnimationFrame = (act) => clock.setTimeout(() => act(clock.now), 16);
  const trembled = [];
  /** The parts of a window that modules use. */
  const names = {
    document, location, requestAnimationFrame,
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    setInterval: () => 0,
    clearInterval: () => {},
    cancelAnimationFrame: clock.clearTimeout,
    addEventListener: told.addEventListener.bind(told),
    removeEventListener: told.removeEventListener.bind(told),
    dispatchEvent: told.dispatchEvent.bind(told),
    performance: { now: () => clock.now },
    localStorage: storage,
    sessionStorage: storage,
    history: { state: null, replaceState: (_state, _title, to) => void (location.href = new URL(to, location.href).href) },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    getComputedStyle: (element) => ({ ...element.style, translate: "none", color: "black", getPropertyValue: (key) => element.style[key] ?? "" }),
    devicePixelRatio: 1,
    innerWidth: width,
    innerHeight: height,
    navigator: { languages: ["en"], userActivation: { hasBeenActive: true }, vibrate: (pattern) => trembled.push(pattern) },
    Element: FakeElement,
    HTMLElement: FakeElement,
    Text: FakeText,
    HTMLImageElement: class { static [Symbol.hasInstance]({ localName }) { return localName === "img"; } },
    ResizeObserver: class { observe() {} disconnect() {} },
    MutationObserver: class { observe() {} disconnect() {} },
    NodeFilter: { SHOW_TEXT: 4 },
    Image: class { async decode() {} },
    CSS: { escape: (text) => text },
    DOMMatrix: class {
      constructor(transform) {
        const number = (pattern) => Number(transform.match(pattern)?.[1] ?? 0);
        const turn = (number(/rotate\(([-\d.]+)/) * Math.PI) / 180;
        const scale = number(/scale\(([-\d.]+)/) || 1;
        Object.assign(this, { a: scale * Math.cos(turn), b: scale * Math.sin(turn), e: number(/translate\(([-\d.]+)/), f: number(/translate\([-\d.]+px, ([-\d.]+)/) });
      }
    },
    FormData: class {
      constructor(form) {
        this.form = form;
      }
      [Symbol.iterator]() {
        const sent = this.form.querySelectorAll("[name]").filter(({ type, checked }) => !["radio", "checkbox"].includes(type) || checked);
        return sent.map(({ name, value }) => [name, value]).values();
      }
      get(name) {
        return [...this].find(([one]) => one === name)?.[1] ?? null;
      }
      has(name) {
        return this.get(name) !== null;
      }
    },
    Option: function (words, value) {
      return Object.assign(document.createElement("option"), { textContent: words, value });
    },
  };
  const away = installed({ ...names, window: { ...names } });
  body.innerHTML = markup;
  const table = body.querySelector("#table");
  if (table) Object.assign(table, { clientWidth: width, clientHeight: height });
  /** Lets time pass, with all effects of what falls due in it. */
  const pass = async (milliseconds) => {
    await rest();
    for (const end = clock.now + milliseconds; clock.now < end; ) {
      clock.pass(Math.min(20, end - clock.now));
      await rest();
    }
  };
  return { document, body, clock, kept, went, told, trembled, pass, away };
}
