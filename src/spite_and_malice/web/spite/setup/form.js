// The form for a game: length, rules and the table's settings, with their description in words. Used by the set-up page
// and by the host of a gathering table.

import { make, makeButton } from "../../kernel/dom/make.js";
import { offerToKeep } from "../../kernel/keep-rules.js";
import { post, Refused, sentenceOf } from "../../kernel/line/requests.js";
import { _, ngettext } from "../../texts.js";
import { Editor } from "./editor.js";
import { readSettings, unusualSettings, writeSettings } from "./table-settings.js";

/**
 * @import {Rules} from "./editor.js"
 * @typedef {{title: string, sentences: string[]}} Topic
 * @typedef {{rules: Rules, topics: Topic[], differences: string[]}} Answer
 * @typedef {{preset: string, allowed: number[], players: number, rules: Rules}} Start
 */

export class GameForm {
  #form;
  #start;
  #editor;
  #told;
  /** The preset's own rules for the number of players at the table, in the editor's form. @type {Rules} */
  #base;
  /** @type {Set<string>} the sentences of those rules */
  #baseSentences = new Set();
  /** The changes, field by field. @type {Rules} */
  #changes = {};
  #checking = new AbortController();
  #waiting = 0;

  /**
   * @param {HTMLElement} form holds the controls of _form.html.j2, a [data-error] and a [data-look-at]
   * @param {Start} start
   * @param {{words: (answer: Answer, isNew: (sentence: string) => boolean) => void, rules: (rules: Rules) => void,
   * refused: (message: string) => void}} told handlers for the description of valid rules, for the rules whether valid
   * or not, and for the sentence that says why they are invalid ("" if they are valid)
   */
  constructor(form, start, told) {
    this.#form = form;
    this.#start = start;
    this.#told = told;
    this.#editor = new Editor(this.#find("[data-editor]"));
    this.#base = this.#asRead(start.rules);
    writeSettings(this.#find("[data-table-settings]"), {});
    this.#tick("length", this.#base.payoff);
    this.#tick("match-target", this.#base.target);
    form.addEventListener("input", (event) => this.#input(/** @type {HTMLElement} */ (event.target)));
    const keeping = this.#find("[data-keep]");
    const words = (/** @type {string} */ name) => _("Kept as {name}: the rules, not the seats and the clock. It is offered wherever a game is chosen.", { name });
    if (keeping) offerToKeep(keeping, () => this.#kept(), words);
    this.#find("[data-reset]").addEventListener("click", () => {
      this.#changes = {};
      this.#editor.write(this.#base);
      this.#check();
    });
  }

  /** The rules at the table, valid or not. @returns {Rules} */
  get rules() {
    return { ...this.#base, ...this.#changes };
  }

  /** The preset that the rules come from, or null if it does not allow this number of players. */
  get preset() {
    return this.#start.allowed.includes(this.rules.players) ? this.#start.preset : null;
  }

  /** The settings of the table. */
  get settings() {
    return readSettings(this.#find("[data-table-settings]"));
  }

  /** Sentences of the preset's own rules are not new. @param {Iterable<string>} sentences */
  knows(sentences) {
    this.#baseSentences = new Set(sentences);
  }

  /** The unusual settings of the table. */
  get unusualSettings() {
    return unusualSettings(this.#find("[data-table-settings]"));
  }

  /**
   * Show the current rules and settings of a table.
   * @param {Rules | null} rules null for the preset's
   * @param {object} settings
   */
  async take(rules, settings) {
    writeSettings(this.#find("[data-table-settings]"), settings);
    this.#editor.write(rules ?? this.#base);
    await this.#edited();
  }

  /** Record the rules that the editor's controls change from the preset's. */
  gather() {
    clearTimeout(this.#waiting);
    this.#editor.arrange();
    this.#changes = {};
    for (const [field, value] of Object.entries(this.#editor.read())) {
      if (JSON.stringify(value) !== JSON.stringify(this.#base[field])) this.#changes[field] = value;
    }
  }

  /** The rules to store under a name: every field as it is now. */
  #kept() {
    this.gather();
    return { preset: this.#start.preset, rules: this.rules };
  }

  /** Play with another number that the preset allows: its own rules for it, with the same changes. @param {number} players */
  async setPlayers(players) {
    this.gather();
    delete this.#changes.players;
    const answer = await this.#ask({ preset: this.#start.preset, players, rules: { target: this.#base.target } });
    if (!answer) return;
    this.#base = this.#asRead(answer.rules);
    this.#baseSentences = new Set(answer.topics.flatMap((topic) => topic.sentences));
    this.#editor.write(this.rules);
    await this.#edited();
  }

  /** @param {string} message "" if everything is valid @param {string[]} fields the rules concerned */
  refuse(message, fields) {
    const error = this.#find("[data-error]");
    const lookAt = this.#find("[data-look-at]");
    error.textContent = message;
    this.#editor.mark(fields);
    const known = fields.filter((field) => this.#editor.label(field)).slice(0, 5);
    lookAt.replaceChildren(_("Look at"), ...known.map((field) => this.#pointer(field)));
    lookAt.hidden = known.length === 0;
    this.#told.refused(message);
    // The text is in a bar that grows with it: the input field stays visible.
    const typed = document.activeElement?.closest("[data-field]");
    const bar = error.closest(".start-bar, .actions");
    if (typed && bar && typed.getBoundingClientRect().bottom > bar.getBoundingClientRect().top) {
      typed.scrollIntoView({ block: "center" });
    }
  }

  /** @param {string} selector @returns {any} */
  #find(selector) {
    return this.#form.querySelector(selector);
  }

  /**
   * Show rules in the editor and return them as read from it, so that equal rules are equal JSON.
   * @param {Rules} rules
   */
  #asRead(rules) {
    this.#editor.write(rules);
    return this.#editor.read();
  }

  /** @param {HTMLElement} target */
  #input(target) {
    if (target.closest("[data-table-settings]")) {
      const tag = this.#find("[data-settings-tag]");
      const count = Object.keys(this.unusualSettings).length;
      tag.hidden = count === 0;
      tag.textContent = ngettext("{n} changed", "{n} changed", count);
      return;
    }
    if (target instanceof HTMLInputElement && (target.name === "length" || target.name === "match-target")) {
      this.#editor.control(target.name === "length" ? "payoff" : "target").value = target.value;
      this.#edited();
      return;
    }
    if (!target.closest("[data-field]")) return;
    // A response to the earlier content would overwrite this.
    this.#checking.abort();
    clearTimeout(this.#waiting);
    const typed = target instanceof HTMLInputElement && target.type === "number";
    this.#waiting = window.setTimeout(() => this.#edited(), typed ? 250 : 0);
  }

  /** Read the present values of the editor's controls. */
  async #edited() {
    this.gather();
    if (this.#start.allowed.includes(this.#changes.players)) await this.setPlayers(this.#changes.players);
    else await this.#check();
  }

  /** Request the description of the current rules, and show it or the reason why they are invalid. */
  async #check() {
    const { rules, preset } = this;
    const answer = await this.#ask(preset === null ? { rules } : { preset, players: rules.players, rules });
    if (answer) this.#told.words(answer, (sentence) => !this.#baseSentences.has(sentence));
    const tag = this.#find("[data-changed]");
    const count = Object.keys(this.#changes).length;
    tag.hidden = count === 0;
    tag.textContent = ngettext("{n} rule changed", "{n} rules changed", count);
    this.#tick("length", rules.payoff);
    this.#tick("match-target", rules.target);
    this.#told.rules(rules);
  }

  /** @param {object} body @returns {Promise<Answer | null>} null if the answer is no, which is then shown */
  async #ask(body) {
    this.#checking.abort();
    this.#checking = new AbortController();
    const { signal } = this.#checking;
    try {
      const answer = await post("/api/rules", body, signal);
      this.refuse("", []);
      return answer;
    } catch (problem) {
      if (!signal.aborted) this.fail(problem);
      return null;
    }
  }

  /** Show the reason for a refusal. @param {unknown} problem */
  fail(problem) {
    if (problem instanceof Refused) this.refuse(problem.message, problem.fields);
    else this.refuse(sentenceOf(problem), []);
  }

  /** Tick the pill of this value, if there is one. @param {string} name @param {number} value */
  #tick(name, value) {
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll(`[name=${name}]`))) {
      radio.checked = Number(radio.value) === value;
    }
  }

  /** A button that leads to a rule in the editor. @param {string} field */
  #pointer(field) {
    return makeButton("", this.#editor.label(field), () => {
      this.#find("[data-editor]").open = true;
      this.#editor.focus(field);
    });
  }
}

/** The differences from the standard game, as tags. @param {string[]} differences */
export function differenceTags(differences) {
  return differences.map((text) => make("li", "tag", text));
}

/** @param {Topic[]} topics @param {(sentence: string) => boolean} isNew */
export function topicSections(topics, isNew) {
  return topics.map(({ title, sentences }) => {
    const list = make("ul", "", ...sentences.map((text) => make("li", isNew(text) ? "new" : "", text)));
    return make("section", "topic", make("h3", "", title), list);
  });
}
