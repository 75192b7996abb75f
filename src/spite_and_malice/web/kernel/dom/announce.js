// The live region: what happens on the table, said in turn to those who hear it. A modal dialog makes all else silent, so
// while one is open the region lies in it.

export class Announcer {
  #region;
  #home;
  /** Those of the page, whatever comes and goes: to look for them with each word takes longer than to say it. */
  #dialogs = document.getElementsByTagName("dialog");
  #last = "";
  #spoken;

  /** @param {HTMLElement} region @param {(text: string) => string} [spoken] what is read out for a text */
  constructor(region, spoken = (text) => text) {
    this.#spoken = spoken;
    this.#region = region;
    this.#home = /** @type {HTMLElement} */ (region.parentElement);
    // It moves immediately, for text put into a region along with the region itself is not always announced.
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
