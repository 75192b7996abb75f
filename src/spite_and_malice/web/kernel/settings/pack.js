// The letters of another country's pack, on the cards and in short card names: "V♠" for the jack of spades (look/packs).
// Texts use the international letters, which are replaced where they are shown.

import { lookUrl } from "./looks.js";

/** A letter before the sign of a suit. */
const NAMED = /(?<!\p{L})[AKQJ](?=[♠♥♦♣])/gu;
/** Elements whose content is not readable text. */
const LEFT = "script, style, textarea, code, pre";
const RANKS = [..."AKQJ"];

const { dataset } = document.documentElement;

export class Pack {
  /** Its drawings by the ids of those they replace. @type {Map<string, Element>} */
  #drawings = new Map();
  /** The previous value. @type {WeakMap<Element | Text, string>} */
  #originals = new WeakMap();
  #watch = new MutationObserver((changes) => this.#changed(changes));

  /** @param {string} name one of look/packs */
  async wear(name) {
    const answer = await fetch(lookUrl("pack", name));
    if (!answer.ok) return;
    const symbols = [...parsed(await answer.text()).querySelectorAll("symbol")];
    this.#drawings = new Map(symbols.map((symbol) => [symbol.id, symbol]));
    for (const rank of RANKS) delete dataset[`rank${rank}`];
    for (const { id, dataset: { letter } } of symbols) if (letter) dataset[id.replace("-", "")] = letter;
    dataset.pack = name;
    this.#watch.disconnect();
    this.#write(document.documentElement, false);
    this.#watch.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  }

  /** @param {MutationRecord[]} changes */
  #changed(changes) {
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === "characterData" ? [target] : addedNodes) this.#write(node, true);
    }
    // Changes made here are not handled again.
    this.#watch.takeRecords();
  }

  /** Writes and draws the letters in a part of the page. @param {Node} part @param {boolean} fresh has it changed since the last time? */
  #write(part, fresh) {
    if (part instanceof Element) {
      for (const symbol of part.querySelectorAll("symbol")) this.#draw(symbol);
    }
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = part instanceof Text ? part : texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.closest(LEFT)) this.#name(/** @type {Text} */ (text), fresh);
    }
  }

  /** @param {Text} text @param {boolean} fresh */
  #name(text, fresh) {
    const before = (fresh ? undefined : this.#originals.get(text)) ?? text.data;
    const after = before.replace(NAMED, (letter) => dataset[`rank${letter}`] ?? letter);
    if (after === text.data) return;
    this.#originals.set(text, before);
    text.data = after;
  }

  /** @param {Element} symbol */
  #draw(symbol) {
    const other = this.#drawings.get(symbol.id)?.outerHTML;
    const own = this.#originals.get(symbol) ?? (other && symbol.outerHTML);
    if (!own) return;
    this.#originals.set(symbol, own);
    const drawn = /** @type {Element} */ (parsed(`<svg>${other ?? own}</svg>`).querySelector("symbol"));
    symbol.setAttribute("viewBox", drawn.getAttribute("viewBox") ?? "");
    symbol.replaceChildren(...drawn.childNodes);
  }
}

/** @param {string} text */
function parsed(text) {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content;
}
