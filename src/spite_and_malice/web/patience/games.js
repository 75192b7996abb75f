// Finding a game of patience: the typed and chosen query is sent to the server, which alone ranks the games; and
// favourites.

import { request, sentenceOf } from "../kernel/line/requests.js";
import { readValue, writeValue } from "../kernel/storage.js";
import { go } from "../places.js";
import { _, ngettext } from "../texts.js";

const KEY = "spite.patience.favourites";
/** A filter by games played, which only this page knows. */
const FAVOURITES = "favourites";

/** @param {string} selector @returns {HTMLElement} */
const the = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @param {HTMLElement} where @returns {HTMLElement[]} */
const tilesIn = (where) => [.../** @type {NodeListOf<HTMLElement>} */ (where.querySelectorAll("[data-game]"))];

class Games {
  #form = /** @type {HTMLFormElement} */ (the("[data-gallery-search]"));
  #played = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem("played"));
  #status = the("[data-found]");
  #results = the("[data-results]");
  #families = the("[data-families]");
  #favourites = new Set(/** @type {string[]} */ (readValue(KEY) ?? []));
  #asking = new AbortController();
  /** Every game with its list, in the order there. */
  #tiles = tilesIn(this.#families).map((tile) => ({ tile, id: tile.dataset.game ?? "", home: /** @type {HTMLElement} */ (tile.parentElement) }));

  constructor() {
    this.#form.addEventListener("input", () => void this.#find());
    this.#form.addEventListener("submit", (event) => void this.#submit(/** @type {SubmitEvent} */ (event)));
    this.#offerStar();
    this.#mark();
    if (new URLSearchParams(location.search).get("played") === FAVOURITES) this.#played.value = FAVOURITES;
    // The server's results, or a form restored by the browser, are treated as if typed.
    if (this.#asked().size > 0) void this.#find();
  }

  /** The query, without its empty parts. */
  #asked() {
    const all = [...new FormData(this.#form)].map(([name, value]) => [name, String(value).trim()]);
    return new URLSearchParams(all.filter(([, value]) => value !== ""));
  }

  /** Shows the matching games; with typed words, in the order of the response. */
  async #find() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const query = this.#asked();
    this.#write(query);
    const onlyFavourites = query.get("played") === FAVOURITES;
    if (onlyFavourites) query.delete("played");
    if (query.size === 0) {
      this.#show(this.#tiles.map(({ id }) => id), false, onlyFavourites);
      return;
    }
    try {
      const found = await request("GET", `/api/patience/games?${query}`, undefined, signal);
      if (!signal.aborted) this.#show(found.games, query.has("q"), onlyFavourites, found.nearest);
    } catch (problem) {
      if (!signal.aborted) this.#status.textContent = sentenceOf(problem);
    }
  }

  /** The address contains the query: anyone who comes back finds it again. @param {URLSearchParams} query */
  #write(query) {
    const url = new URL(location.href);
    for (const name of ["q", "packs", "length", "difficulty", "played"]) url.searchParams.delete(name);
    for (const [name, value] of query) url.searchParams.set(name, value);
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }

  /** @param {string[]} ids @param {boolean} isRanked @param {boolean} onlyFavourites @param {boolean} [nearest] */
  #show(ids, isRanked, onlyFavourites, nearest = false) {
    const shown = onlyFavourites ? ids.filter((id) => this.#favourites.has(id)) : ids;
    for (const { tile, id, home } of this.#tiles) {
      home.append(tile);
      tile.hidden = !shown.includes(id);
    }
    this.#results.hidden = !isRanked;
    this.#families.hidden = isRanked;
    const ranked = isRanked ? shown.flatMap((id) => this.#tiles.filter((one) => one.id === id)) : [];
    /** @type {HTMLElement} */ (this.#results.querySelector("ul")).replaceChildren(...ranked.map(({ tile }) => tile));
    const isAll = shown.length === this.#tiles.length;
    /** Not there before the first game. @type {HTMLElement | null} */
    const last = document.querySelector("[data-last]");
    if (last) last.hidden = !isAll || isRanked;
    if (shown.length === 0) this.#status.textContent = _("Nothing found.");
    else if (nearest) this.#status.textContent = _("No game has all of these words. These come nearest:");
    else this.#status.textContent = isAll ? "" : ngettext("{n} game", "{n} games", shown.length);
  }

  /** Enter leads to the first game found; the other buttons lead to a random one. @param {SubmitEvent} event */
  async #submit(event) {
    if (event.submitter && !event.submitter.hasAttribute("data-plain")) {
      // The server does not know the favourites.
      if (this.#played.value === FAVOURITES) this.#played.value = "";
      return;
    }
    event.preventDefault();
    await this.#find();
    const where = this.#results.hidden ? this.#families : this.#results;
    const first = where.querySelector("[data-game]:not([hidden]) a");
    if (first && this.#asked().size > 0) go(first.getAttribute("href") ?? "");
  }

  /** Marks the favourites, and lets them be chosen if there are any. */
  #mark() {
    for (const { dataset } of tilesIn(the(".gallery"))) {
      if (this.#favourites.has(dataset.game ?? "")) dataset.starred = "";
      else delete dataset.starred;
    }
    const option = [...this.#played.options].find(({ value }) => value === FAVOURITES);
    if (this.#favourites.size === 0) option?.remove();
    else if (!option) this.#played.add(new Option(_("Favourites"), FAVOURITES));
  }

  /** Lets the chosen game be a favourite. */
  #offerStar() {
    /** Missing if the cards of another game were shared. @type {HTMLButtonElement | null} */
    const star = document.querySelector("[data-favourite]");
    if (!star) return;
    const id = star.dataset.favourite ?? "";
    star.setAttribute("aria-pressed", String(this.#favourites.has(id)));
    star.disabled = false;
    star.addEventListener("click", () => {
      if (!this.#favourites.delete(id)) this.#favourites.add(id);
      star.setAttribute("aria-pressed", String(this.#favourites.has(id)));
      writeValue(KEY, [...this.#favourites]);
      this.#mark();
    });
    if (!new URLSearchParams(location.search).has("preset")) return;
    for (const tile of tilesIn(the(".gallery"))) if (tile.dataset.game === id) tile.dataset.chosen = "";
  }
}

new Games();
