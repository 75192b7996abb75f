// The rules editor's controls: from rules to controls and back. It knows the kinds of fields, not the fields.

/** @typedef {Record<string, any>} Rules the rules as JSON */

/**
 * The control of a field, or of a part of one as in "score.win".
 * @typedef {{field: string, name: string, kind: string, root: HTMLElement}} Control
 */

const NUMBERS = Array.from({ length: 15 }, (_, i) => i + 1);
const PLAIN = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "14", "15"];

export class Editor {
  /** @param {HTMLElement} root the element that holds the controls */
  constructor(root) {
    this.root = root;
    /** @type {Control[]} */
    this.fields = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-field]"))].map((part) => {
      const { field = "", name = "", kind = "" } = part.dataset;
      return { field, name, kind, root: part };
    });
  }

  /** @param {string} name @returns {any} */
  control(name) {
    return this.root.querySelector(`[name="${name}"]`);
  }

  /** @param {string} name @returns {HTMLInputElement[]} */
  controls(name) {
    return [...this.root.querySelectorAll(`[name="${name}"]`)].map((each) => /** @type {HTMLInputElement} */ (each));
  }

  /** Show these rules. @param {Rules} rules */
  write(rules) {
    for (const { field, name, kind } of this.fields) {
      const value = name === field ? rules[field] : rules[field][name.slice(field.length + 1)];
      if (kind === "deck") this.#writeDeck(name, value, rules.deck);
      else if (kind === "flag") this.control(name).checked = value;
      else if (kind === "names" || kind === "ranks") {
        for (const box of this.controls(name)) box.checked = value.map(String).includes(box.value);
      } else this.#writeOne(name, value);
    }
    this.arrange();
  }

  /** A number, or a word of several. @param {string} name @param {number | string | null} value */
  #writeOne(name, value) {
    const [control, any] = [this.control(name), this.control(`${name}.any`)];
    if (any) any.checked = value === null;
    if (value !== null) control.value = String(value);
    else if (!any) control.value = "";
    else if (control.value === "") control.value = "4";
  }

  /** @param {string} name @param {any} deck @param {any} fallback the starting point for a missing deck */
  #writeDeck(name, deck, fallback) {
    const own = this.control(`${name}.own`);
    if (own) own.checked = deck !== null;
    const shown = deck ?? { ...fallback, jokers: 0 };
    for (const radio of this.controls(`${name}.kind`)) radio.checked = radio.value in shown;
    this.control(`${name}.packs`).value = String(shown.packs ?? 2);
    this.control(`${name}.jokers`).value = String(shown.jokers);
    for (const rank of NUMBERS) {
      const copies = shown.numbers ? (shown.numbers[rank] ?? 0) : rank <= 12 ? 12 : 0;
      this.control(`${name}.numbers.${rank}`).value = String(copies);
    }
  }

  /** The rules in the controls; an empty number is null. @returns {Rules} */
  read() {
    /** @type {Rules} */
    const rules = {};
    for (const { field, name, kind } of this.fields) {
      const value = this.#readOne(name, kind);
      if (name === field) rules[field] = value;
      else rules[field] = { ...rules[field], [name.slice(field.length + 1)]: value };
    }
    return rules;
  }

  /** @param {string} name @param {string} kind */
  #readOne(name, kind) {
    if (kind === "deck") return this.#readDeck(name);
    if (kind === "flag") return this.control(name).checked;
    if (kind === "choice") return this.control(name).value;
    if (kind === "rank") return Number(this.control(name).value);
    if (kind === "number") return this.control(`${name}.any`)?.checked ? null : number(this.control(name));
    const values = this.controls(name)
      .filter((box) => box.checked)
      .map((box) => box.value);
    return kind === "ranks" ? values.map(Number) : values;
  }

  /** @param {string} name */
  #readDeck(name) {
    if (this.control(`${name}.own`)?.checked === false) return null;
    const jokers = number(this.control(`${name}.jokers`));
    if (this.controls(`${name}.kind`).find((radio) => radio.checked)?.value === "packs") {
      return { packs: number(this.control(`${name}.packs`)), jokers };
    }
    /** @type {Record<string, number | null>} */
    const numbers = {};
    for (const rank of NUMBERS) {
      const copies = number(this.control(`${name}.numbers.${rank}`));
      if (copies !== 0) numbers[rank] = copies;
    }
    return { numbers, jokers };
  }

  /** Show only the controls that are relevant with the others, and name ranks like the cards. */
  arrange() {
    const decks = this.fields.filter(({ kind }) => kind === "deck");
    for (const { name, root } of decks) {
      const made = this.controls(`${name}.kind`).find((radio) => radio.checked)?.value;
      for (const part of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-deck]"))) {
        part.hidden = part.dataset.deck !== made;
      }
      const parts = /** @type {HTMLElement} */ (root.querySelector(".deck-parts"));
      parts.hidden = this.control(`${name}.own`)?.checked === false;
    }
    for (const { name } of this.fields) {
      const any = this.control(`${name}.any`);
      if (any) this.control(name).disabled = any.checked;
    }
    const suited = decks.some(({ name }) => this.#readDeck(name)?.packs !== undefined);
    const buildTo = Number(this.control("build_to").value);
    for (const option of this.control("build_to").options) option.textContent = rankLabel(Number(option.value), suited);
    for (const pill of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-rank]"))) {
      const rank = Number(pill.dataset.rank);
      pill.hidden = rank > buildTo;
      /** @type {HTMLElement} */ (pill.querySelector("span")).textContent = rankLabel(rank, suited);
      if (pill.hidden) /** @type {HTMLInputElement} */ (pill.querySelector("input")).checked = false;
    }
  }

  /** The editor's value of a field; "" if it has no control for it. @param {string} name */
  label(name) {
    const field = this.root.querySelector(`[data-field="${name}"]`);
    return field?.querySelector("legend, label")?.textContent?.trim() ?? "";
  }

  /** @param {string} name */
  focus(name) {
    const field = this.root.querySelector(`[data-field="${name}"]`);
    field?.scrollIntoView({ block: "center" });
    /** @type {HTMLElement | null} */ (field?.querySelector("input, select"))?.focus({ preventScroll: true });
  }

  /** Mark the controls of these fields as wrong, and no others. @param {string[]} names */
  mark(names) {
    for (const { field, root } of this.fields) {
      const wrong = names.includes(field);
      root.classList.toggle("wrong", wrong);
      for (const control of root.querySelectorAll("input, select")) {
        if (wrong) control.setAttribute("aria-invalid", "true");
        else control.removeAttribute("aria-invalid");
      }
    }
  }
}

/** @param {number} rank @param {boolean} suited */
function rankLabel(rank, suited) {
  return suited ? PLAIN[rank - 1] : String(rank);
}

/** @param {HTMLInputElement} input */
function number(input) {
  return input.value.trim() === "" ? null : Number(input.value);
}
