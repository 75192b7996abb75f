// The review on the page of a finished game, requested seat by seat. A graph of the chances, and the choices, the
// costliest first, each with the position and arrows for the moves played and the better ones.

import { at, go } from "../../places.js";
import { _, ngettext } from "../../texts.js";
import { chancesTable, chancesWords, costWords, drawChances, sureWords } from "../../spite/review/chances.js";
import { fact } from "../../kernel/dom/facts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { drawPosition, tellWays } from "../../spite/review/position.js";
import { LineSteps } from "../../spite/review/steps.js";
import { storedName } from "../../kernel/people/me.js";
import { post, request, sentenceOf } from "../../kernel/line/requests.js";

/**
 * @import {View} from "../../spite/types.js"
 * @import {Missed, Review} from "../../spite/review/chances.js"
 */

/** The number shown at first. */
const SHOWN = 3;
/** The greatest width of a drawn position. */
const WIDEST = 760;
/** The time between two polls of a review's progress, in milliseconds. */
const EVERY = 700;

const root = /** @type {HTMLElement} */ (document.querySelector("[data-review]"));
const status = /** @type {HTMLElement} */ (root.querySelector("[data-told]"));
const progress = /** @type {HTMLProgressElement} */ (root.querySelector("progress"));
const shown = /** @type {HTMLElement} */ (root.querySelector("[data-shown]"));
const buttons = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("button[data-seat]")]);
const own = buttons.find((button) => button.dataset.own !== undefined);
const names = buttons.map((button) => button.dataset.name ?? "");

for (const button of buttons) button.addEventListener("click", () => show(button));

/** Fetches and shows the review of a button's seat. @param {HTMLButtonElement} pressed */
async function show(pressed) {
  for (const button of buttons) button.disabled = true;
  shown.replaceChildren(fact());
  status.textContent = _("Going through the game, choice by choice. This takes a moment.");
  const watching = setInterval(() => look(Number(pressed.dataset.seat)), EVERY);
  try {
    const answer = await request("GET", `${root.dataset.review}?seat=${pressed.dataset.seat}`);
    draw(answer, pressed.dataset.name ?? "", pressed === own);
  } catch (error) {
    status.textContent = sentenceOf(error);
  }
  clearInterval(watching);
  progress.hidden = true;
  for (const button of buttons) {
    button.disabled = false;
    button.setAttribute("aria-pressed", String(button === pressed));
  }
}

/** Shows the progress of the review; it waits for others while nothing is known. @param {number} seat */
async function look(seat) {
  const response = await fetch(at(`${root.dataset.review}/progress?seat=${seat}`)).catch(() => null);
  if (!response?.ok || !buttons[0].disabled) return;
  const { choices, done } = await response.json();
  progress.hidden = choices === 0;
  if (choices > 0) Object.assign(progress, { max: choices, value: done });
}

/**
 * @param {Review} review
 * @param {string} name of the seat's player
 * @param {boolean} isOwn whether that is the reader
 */
function draw(review, name, isOwn) {
  const { choices, missed, chances, together, won } = review;
  if (choices === 0) {
    status.textContent = _("{name}: there was nothing to decide.", { name });
    shown.replaceChildren();
    return;
  }
  // A choice that did not change the chances counts as found. The sum adds the rounded figures shown below.
  const costly = missed.filter(({ cost }) => cost > 0).sort((a, b) => b.cost - a.cost);
  const points = costly.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0);
  const best = ngettext("{name}: {best} of {n} choice was no mistake.", "{name}: {best} of {n} choices were no mistakes.", choices, {
    name,
    best: choices - costly.length,
  });
  const cost = ngettext(
    "What was missed cost {n} percentage point of the chances.",
    "What was missed cost {n} percentage points of the chances in all.",
    points,
  );
  const none = ngettext(
    "{name}: {n} choice, and it was not surely a mistake.",
    "{name}: {n} choices, and none of them was surely a mistake.",
    choices,
    { name },
  );
  const mistakes = costly.length === 0 ? none : `${best} ${cost}`;
  // Small costs may add up where no choice alone is a mistake; the dearest can be played like mistakes.
  const half = won === null ? _("Nobody won, which counts as half a win in the chances.") : "";
  status.textContent = [mistakes, together?.words, half].filter(Boolean).join(" ");
  const told = [...costly, ...(together?.moments ?? [])];
  const graph = make("div", "graph");
  graph.role = "img";
  graph.ariaLabel = chancesWords(chances, isOwn ? null : name);
  const moments = told.length > 0 ? new Moments(review, told, () => redraw()) : null;
  const redraw = () => {
    const width = Math.floor(graph.clientWidth);
    const at = moments ? told[moments.at].number : null;
    if (width > 0) graph.replaceChildren(drawChances(review, told, at, width, (mark) => moments?.go(told.findIndex((one) => one.number === mark.number))));
  };
  const caption = isOwn
    ? _("How likely you were to win, as far as could be seen then")
    : _("How likely {name} was to win, as far as could be seen then", { name });
  shown.replaceChildren(
    make("figure", "chances", make("figcaption", "", caption), graph, chancesTable(chances, told)),
    ...(moments ? [moments.element] : []),
  );
  const follows = new ResizeObserver(() => {
    if (!graph.isConnected) return follows.disconnect();
    redraw();
    moments?.fit();
  });
  follows.observe(shown);
  moments?.go(0);
}

/** The moments, the worst first: a list to choose from, and the selected one. */
class Moments {
  at = 0;
  #review;
  #costly;
  #moved;
  #article = make("article", "moment");
  #list = make("ol", "missed");
  #place = make("div", "place");
  #width = 0;
  #steps;

  /** @param {Review} review @param {Missed[]} costly @param {() => void} moved called when another is selected */
  constructor(review, costly, moved) {
    this.#review = review;
    this.#costly = costly;
    this.#moved = moved;
    const items = costly.map((missed, index) => this.#item(missed, index));
    const first = Math.min(SHOWN, items.length);
    this.#list.append(...items.slice(0, first));
    const left = items.length - first;
    if (left > 0) {
      const more = make("li", "more");
      more.append(makeButton("bare", ngettext("Show {n} more", "Show {n} more", left), () => this.#showAll(more, items.slice(first))));
      this.#list.append(more);
    }
    const title = ngettext("The moment that cost", "The moments that cost most", items.length);
    const heading = make("h3", "", title);
    this.#steps = this.#stepsOf(costly[0]);
    this.element = make("section", "moments", heading, this.#list, this.#article);
    this.element.addEventListener("keydown", ({ key, altKey, ctrlKey, metaKey }) => {
      if ((key !== "ArrowLeft" && key !== "ArrowRight") || altKey || ctrlKey || metaKey) return;
      this.#steps.step(key === "ArrowRight" ? 1 : -1);
    });
  }

  /** @param {HTMLElement} more @param {HTMLElement[]} others */
  #showAll(more, others) {
    more.replaceWith(...others);
    others[0].querySelector("button")?.focus();
  }

  /** @param {Missed} missed @param {number} index */
  #item(missed, index) {
    const button = makeButton("choice-of-moment", "", () => this.go(index));
    button.append(make("span", "", _("Move {n}", { n: missed.number })), make("span", "cost", costWords(missed)));
    return make("li", "", button);
  }

  /** Selects a moment. @param {number} index */
  go(index) {
    this.at = index;
    this.#steps = this.#stepsOf(this.#costly[index]);
    [...this.#list.querySelectorAll("li:not(.more) button")].forEach((button, at) => button.setAttribute("aria-pressed", String(at === index)));
    const { number, ply, played_words: played, best_words: best, words } = this.#costly[index];
    const { seat } = this.#review;
    const watch = Object.assign(make("a", "button", _("Watch it from here")), { href: `${root.dataset.watch}?seat=${seat}#${ply}` });
    const practise = makeButton("primary", _("Play it from here"), () => this.#practise(practise, refused, ply));
    const refused = make("p", "error");
    refused.role = "alert";
    const title = make("h4", "", `${_("Move {n}", { n: number })}, ${costWords(this.#costly[index])}`);
    title.id = "moment";
    this.#article.setAttribute("aria-labelledby", title.id);
    this.#article.replaceChildren(
      make("div", "moment-head", title, this.#others()),
      this.#place,
      this.#steps.element,
      make(
        "div",
        "ways",
        ...tellWays(this.#place, this.#steps.frame.ways, {
          played: [_("Played: {line}.", { line: played })],
          best: [_("Better: {line}.", { line: best }), ` ${words} ${sureWords(this.#costly[index])}`.trimEnd()],
        }),
      ),
      make("p", "game-acts", practise, watch),
      refused,
    );
    this.#width = 0;
    this.fit();
    this.#moved();
  }

  /** @param {Missed} missed */
  #stepsOf(missed) {
    return new LineSteps(missed, () => {
      this.#width = 0;
      this.fit();
    });
  }

  /** The buttons to the previous and the next moment. */
  #others() {
    const count = this.#costly.length;
    const back = makeButton("small", _("Previous"), () => this.#step(-1));
    const on = makeButton("small", _("Next"), () => this.#step(1));
    back.dataset.step = "-1";
    on.dataset.step = "1";
    back.disabled = this.at === 0;
    on.disabled = this.at === count - 1;
    const at = make("span", "soft", _("{n} of {count}", { n: this.at + 1, count }));
    return make("div", "moment-steps", back, at, on);
  }

  /** @param {number} by */
  #step(by) {
    this.go(this.at + by);
    // The pressed button was redrawn; at an end, the other one gets the focus.
    const fresh = /** @type {HTMLButtonElement} */ (this.#article.querySelector(`[data-step="${by}"]`));
    const other = /** @type {HTMLButtonElement} */ (this.#article.querySelector(`[data-step="${-by}"]`));
    (fresh.disabled ? other : fresh).focus();
  }

  /** Draws the position as wide as possible. */
  fit() {
    const width = Math.min(WIDEST, Math.floor(this.#article.clientWidth));
    if (width <= 0 || width === this.#width) return;
    this.#width = width;
    const { view, ways } = this.#steps.frame;
    const whole = /** @type {View} */ ({ ...view, rules: this.#review.rules, legal: [] });
    const drawn = drawPosition(whole, names, ways, width);
    drawn.classList.toggle("stepped", this.#steps.isBegun);
    this.#place.replaceChildren(drawn);
  }

  /** Starts a practice game here. @param {HTMLButtonElement} button @param {HTMLElement} refused @param {number} ply */
  async #practise(button, refused, ply) {
    button.disabled = true;
    refused.textContent = "";
    try {
      const { url } = await post(/** @type {string} */ (root.dataset.practice), { ply, seat: this.#review.seat, name: storedName() });
      go(url);
    } catch (error) {
      refused.textContent = sentenceOf(error);
      button.disabled = false;
    }
  }
}

addEventListener("pageshow", () => {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (shown.querySelectorAll(".game-acts button"))) button.disabled = false;
});

if (own) show(own);

export const ready = true;
