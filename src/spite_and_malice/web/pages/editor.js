// The rules editor's controls: from rules to controls and back. It knows the fields' shapes, not what they mean.

/** @typedef {Record<string, any>} Rules the rules as JSON */

const NUMBERS = Array.from({ length: 15 }, (_, i) => i + 1);
const PLAIN = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "14", "15"];

export class Editor {
  /** @param {HTMLElement} root the element that holds the controls */
  constructor(root) {
    this.root = root;
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
    for (const [name, value] of Object.entries(rules)) {
      if (name === "deck" || name === "payoff_deck") this.writeDeck(name, value, rules.deck);
      else if (name === "score") for (const [key, part] of Object.entries(value)) this.control(`score.${key}`).value = part;
      else if (name === "centre") this.writeCentre(value);
      else if (Array.isArray(value)) {
        for (const box of this.controls(name)) box.checked = value.map(String).includes(box.value);
      } else if (typeof value === "boolean") this.control(name).checked = value;
      else this.control(name).value = String(value);
    }
    this.arrange();
  }

  /** @param {number | null} value */
  writeCentre(value) {
    this.control("centre.any").checked = value === null;
    if (value !== null) this.control("centre").value = String(value);
    else if (this.control("centre").value === "") this.control("centre").value = "4";
  }

  /** @param {string} name @param {any} deck @param {any} fallback what a deck that is not there would start from */
  writeDeck(name, deck, fallback) {
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

  /** The rules as the controls have them; a number that was left empty is null. @returns {Rules} */
  read() {
    /** @type {Rules} */
    const rules = {};
    for (const name of this.names()) rules[name] = this.readField(name);
    return rules;
  }

  names() {
    const fields = [...this.root.querySelectorAll("[data-field]")];
    return [...new Set(fields.map((field) => /** @type {HTMLElement} */ (field).dataset.field ?? ""))];
  }

  /** @param {string} name */
  readField(name) {
    if (name === "deck") return this.readDeck(name);
    if (name === "payoff_deck") return this.control("payoff_deck.own").checked ? this.readDeck(name) : null;
    if (name === "score") {
      return {
        win: number(this.control("score.win")),
        card: number(this.control("score.card")),
        stalemate: this.control("score.stalemate").value,
      };
    }
    if (name === "centre") return this.control("centre.any").checked ? null : number(this.control("centre"));
    if (name === "build_to") return Number(this.control(name).value);
    const first = this.control(name);
    if (first.type === "number") return number(first);
    if (first.tagName === "SELECT") return first.value;
    const boxes = this.controls(name);
    if (boxes.length === 1) return first.checked;
    const values = boxes.filter((box) => box.checked).map((box) => box.value);
    return boxes[0].closest(".ranks") ? values.map(Number) : values;
  }

  /** @param {string} name */
  readDeck(name) {
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

  /** Show only the controls that the others leave a use for, and call ranks what the cards are called. */
  arrange() {
    for (const name of ["deck", "payoff_deck"]) {
      const field = /** @type {HTMLElement} */ (this.root.querySelector(`.deck[data-field="${name}"]`));
      const kind = this.controls(`${name}.kind`).find((radio) => radio.checked)?.value;
      for (const part of /** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll("[data-kind]"))) {
        part.hidden = part.dataset.kind !== kind;
      }
      const parts = /** @type {HTMLElement} */ (field.querySelector(".deck-parts"));
      parts.hidden = this.control(`${name}.own`)?.checked === false;
    }
    const anyNumber = this.control("centre.any").checked;
    this.control("centre").disabled = anyNumber;
    const suited = ["deck", "payoff_deck"].some((name) => this.readField(name)?.packs !== undefined);
    const buildTo = Number(this.control("build_to").value);
    for (const option of this.control("build_to").options) option.textContent = rankLabel(Number(option.value), suited);
    for (const pill of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-rank]"))) {
      const rank = Number(pill.dataset.rank);
      pill.hidden = rank > buildTo;
      /** @type {HTMLElement} */ (pill.querySelector("span")).textContent = rankLabel(rank, suited);
      if (pill.hidden) /** @type {HTMLInputElement} */ (pill.querySelector("input")).checked = false;
    }
  }

  /** What the editor calls a field; "" if it has no control for it. @param {string} name */
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
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-field]"))) {
      const wrong = names.includes(field.dataset.field ?? "");
      field.classList.toggle("wrong", wrong);
      for (const control of field.querySelectorAll("input, select")) {
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
