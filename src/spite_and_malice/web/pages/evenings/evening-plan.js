// A planned evening: its start, the replies, one's own answer, and the host's actions.

import { _ } from "../../texts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { fieldTime, withWeekday } from "../../kernel/dom/times.js";
import { storedName, storeName } from "../../kernel/people/me.js";
import { confirm } from "../../spite/live/parts.js";

/** @import {Evening, Reply} from "./evening-types.js" */
/** @typedef {(method: string, path: string, body?: object) => Promise<void>} Ask */

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T} */
const find = (selector) => /** @type {T} */ (/** @type {unknown} */ (document.querySelector(selector)));

/** @type {Reply[]} */
const REPLIES = ["yes", "perhaps", "no"];
const words = () => ({ yes: _("I am coming"), perhaps: _("Perhaps"), no: _("I am not coming") });
const heads = () => ({ yes: _("Yes"), perhaps: _("Perhaps"), no: _("No") });

/** The name typed by a person not known there yet. */
const nameField = () => /** @type {HTMLInputElement} */ (find("[data-reply-name] input"));
const startField = () => /** @type {HTMLInputElement} */ (find("[data-starts]"));

/** The actions of the host's buttons; each runs once, and the page of an evening stays. @param {Ask} ask */
export function preparePlan(ask) {
  nameField().value = storedName();
  /** @type {Record<string, (yes: string) => void>} */
  const acts = {
    begin: (yes) => confirm({ title: _("Begin now?"), words: _("The room opens, and those who have said yes or perhaps are told."), yes, no: _("Wait until then"), act: () => ask("POST", "/begin") }),
    move: () => void (startField().value && ask("PUT", "", { starts_at: new Date(startField().value).getTime() })),
    cancel: (yes) => confirm({ title: _("Call the evening off?"), words: _("Those who have said yes or perhaps are told. It cannot be taken back."), yes, no: _("Leave it planned"), act: () => ask("POST", "/end") }),
  };
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-plan]"))) {
    button.addEventListener("click", () => acts[button.dataset.plan ?? ""](button.textContent?.trim() ?? ""));
  }
}

/** @param {Evening} evening @param {Ask} ask */
export function drawPlan(evening, ask) {
  const { planned, cancelled, starts_at: starts, now, answers } = evening;
  find("[data-calendar]").hidden = !planned;
  find("[data-when-place]").hidden = !(planned || cancelled) || starts === null;
  find("[data-coming-place]").hidden = !planned || answers.length === 0;
  find("[data-plan-place]").hidden = !now.acts.includes("cancel");
  find("[data-reply-acts]").hidden = !planned || now.acts.length === 0;
  find("[data-reply-name]").hidden = !planned || now.acts.length === 0 || evening.your_name !== "";
  if (starts !== null) {
    const when = find("[data-when]");
    when.textContent = withWeekday(starts);
    when.setAttribute("datetime", new Date(starts).toISOString());
  }
  if (!planned || starts === null) return;
  find("[data-planner]").textContent = evening.host_name && !evening.host ? _("Planned by {name}", { name: evening.host_name }) : "";
  find("[data-reply-acts]").replaceChildren(...REPLIES.map((reply) => replyButton(reply, evening, ask)));
  find("[data-coming]").replaceChildren(...REPLIES.flatMap((reply) => comers(reply, evening)));
  const field = startField();
  if (field.value === field.defaultValue) field.value = field.defaultValue = fieldTime(starts);
  const others = answers.filter(({ reply, host }) => now.acts.includes("hand") && reply !== "no" && !host);
  find("[data-hand]").replaceChildren(...others.map(({ who, name }) => {
    const act = () => ask("PUT", "/host", { who });
    const hand = makeButton("bare small", _("Make host"), () =>
      confirm({ title: _("Hand the evening on?"), words: _("{name} is the host then.", { name }), yes: _("Make host"), no: _("Stay as it is"), act }));
    hand.dataset.key = `hand-${who}`;
    hand.setAttribute("aria-label", `${hand.textContent}: ${name}`);
    return make("li", "", make("div", "known-words", make("b", "", name)), hand);
  }));
}

/** @param {Reply} reply @param {Evening} evening @param {Ask} ask */
function replyButton(reply, evening, ask) {
  const isOwn = evening.reply === reply;
  const button = makeButton(isOwn ? "primary" : "", words()[reply], () => {
    const name = nameField().value.trim();
    if (name && evening.your_name === "") storeName(name);
    if (!isOwn) void ask("PUT", "/reply", { reply, name });
  });
  button.setAttribute("aria-pressed", String(isOwn));
  button.dataset.key = `reply-${reply}`;
  return button;
}

/** The people who gave an answer, under its name. @param {Reply} reply @param {Evening} evening */
function comers(reply, { answers }) {
  const own = answers.filter((each) => each.reply === reply);
  if (own.length === 0) return [];
  const names = own.map(({ name, host, you, before }) => {
    const item = make("li", "", make("span", "", name));
    if (before !== null) item.append(" ", make("span", "hint", _("answered for {time}", { time: withWeekday(before) })));
    if (you) item.append(" ", make("span", "tag", _("You")));
    if (host) item.append(" ", make("span", "tag", _("Host")));
    return item;
  });
  return [make("div", "", make("dt", "", `${heads()[reply]} `, make("span", "hint", String(own.filter(({ before }) => before === null).length))), make("dd", "", make("ul", "", ...names)))];
}
