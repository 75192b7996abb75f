// The live region: events on the table, announced one after another to screen readers. A modal dialog silences everything
// else, so while one is open the region is inside it.

export class Announcer {
  #region;
  #home;
  /** A live collection of the dialogs on the page: searching for them with every announcement takes too long. */
  #dialogs = document.getElementsByTagName("dialog");
  #last = "";
  #spoken;

  /** @param {HTMLElement} region @param {(text: string) => string} [spoken] the spoken form of a text */
  constructor(region, spoken = (text) => text) {
    this.#spoken = spoken;
    this.#region = region;
    this.#home = /** @type {HTMLElement} */ (region.parentElement);
    // It moves immediately, because text that is inserted together with its region is not always announced.
    new MutationObserver(() => this.#move()).observe(this.#home, { subtree: true, attributeFilter: ["open"] });
  }

  #move() {
    const place = [...this.#dialogs].findLast((dialog) => dialog.matches(":modal")) ?? this.#home;
    if (this.#region.parentElement === place) return;
    // Earlier announcements are not repeated.
    this.#region.replaceChildren();
    place.append(this.#region);
  }

  /** @param {string} written */
  say(written) {
    if (!written) return;
    const text = this.#spoken(written);
    this.#move();
    const line = document.createElement("p");
    line.textContent = text === this.#last ? `${text}\u00a0` : text;
    this.#last = line.textContent;
    this.#region.append(line);
    while (this.#region.childElementCount > 8) this.#region.firstElementChild?.remove();
  }
}
