// A card longer than the window, with a row of buttons that stays visible: a hint above that row says that there is more
// below, and the visible part ends with a whole line.

import { style } from "./dom/elements.js";
import { makeButton } from "./dom/make.js";
import { _ } from "../texts.js";

/** An element higher than this, in CSS pixels, may be cut: it visibly continues. */
const TALL = 56;
/** The gap between the last visible line and the cover over the next one. */
const CLEAR = 2;
/** Within this distance of the end counts as the end. */
const SLACK = 4;
/** The height that stays visible after a press on the button. */
const KEPT = 32;

/** @param {HTMLElement} card which scrolls @param {HTMLElement} content @param {HTMLElement} row the buttons, within the content */
export function tellMore(card, content, row) {
  /** Where the readable content ends. */
  let edge = 0;
  const more = makeButton("more-below", _("More below"), () => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.speed === "off";
    card.scrollBy({ top: edge - card.getBoundingClientRect().top - KEPT, behavior: still ? "auto" : "smooth" });
  });
  // Keys scroll without it, and screen readers read the whole card.
  more.tabIndex = -1;
  more.ariaHidden = "true";
  const update = () => {
    if (!content.isConnected) {
      sizes.disconnect();
      parts.disconnect();
      card.removeEventListener("scroll", update);
      return;
    }
    // The contents of the row may be replaced.
    if (more.parentElement !== row) row.append(more);
    more.hidden = card.scrollHeight - card.clientHeight - card.scrollTop <= SLACK;
    const { top } = row.getBoundingClientRect();
    edge = more.hidden ? top : lastLine(content, row, more.getBoundingClientRect().top);
    style(row, "--cover", `${top - edge}px`);
  };
  const sizes = new ResizeObserver(update);
  for (const one of [card, content]) sizes.observe(one);
  const parts = new MutationObserver(update);
  parts.observe(content, { childList: true, subtree: true, characterData: true });
  card.addEventListener("scroll", update, { passive: true });
}

/** The end of the last whole line above a height. @param {HTMLElement} content @param {HTMLElement} row @param {number} limit */
function lastLine(content, row, limit) {
  const boxes = [...content.querySelectorAll("img, svg, li, button, .badge")].filter((one) => !row.contains(one)).map((one) => one.getBoundingClientRect());
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    // A picture may be cut, along with the text in it.
    if (!parent || row.contains(parent) || parent.closest("figure, .picture")) continue;
    range.selectNodeContents(texts.currentNode);
    boxes.push(...range.getClientRects());
  }
  const lines = boxes.filter(({ width, height }) => width > 1 && height > 0 && height < TALL);
  for (let edge = limit; ; ) {
    const cut = lines.filter(({ top, bottom }) => top < edge && bottom > edge);
    if (cut.length === 0) return edge;
    edge = Math.min(...cut.map(({ top }) => top)) - CLEAR;
  }
}
