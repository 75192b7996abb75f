// The live region: what happens on the table, said in turn to those who hear it.

export class Announcer {
  #region;
  #last = "";

  /** @param {HTMLElement} region */
  constructor(region) {
    this.#region = region;
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text === this.#last ? `${text}\u00a0` : text;
    this.#last = line.textContent;
    this.#region.append(line);
    while (this.#region.childElementCount > 8) this.#region.firstElementChild?.remove();
  }
}
