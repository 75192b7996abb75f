// The page for finding a game of patience, without a browser, with the test as its server.

import { page, rest } from "/tests/stand-in-page.js";

const GAMES = { spider: "two", klondike: "one", canfield: "one" };
const tile = (id) => `<li data-game="${id}"><a href="/patience?preset=${id}">${id}</a></li>`;
const PAGE = `<section class="gallery"><form data-gallery-search><input name="q"><select name="packs"></select>
<select name="played"><option value="">any</option></select></form><p data-found></p>
<section data-results hidden><ul></ul></section><section data-last></section>
<div data-families><ul id="one">${tile("klondike")}${tile("canfield")}</ul><ul id="two">${tile("spider")}</ul></div></section>
<button data-favourite="canfield" disabled></button>`;

let opened = 0;
let open;

/** @param {{address?: string, favourites?: string[], fields?: Record<string, string>}} how */
export async function begin({ address = "http://table.test/patience", favourites = null, fields = {} }) {
  end();
  const site = page(PAGE, { address });
  if (favourites) site.kept.set("spite.patience.favourites", JSON.stringify(favourites));
  const asked = [];
  const answers = [];
  const { fetch } = globalThis;
  globalThis.fetch = (url, { signal }) => {
    asked.push(url);
    return new Promise((done, fail) => {
      signal?.addEventListener("abort", () => fail(new Error("aborted")));
      answers.push((body, ok = true) => done({ ok, json: async () => body }));
    });
  };
  for (const [name, value] of Object.entries(fields)) site.document.querySelector(`[name=${name}]`).value = value;
  open = { site, asked, answers, away: () => ((globalThis.fetch = fetch), site.away()) };
  await import(`/static/patience/games.js?${(opened += 1)}`);
  await rest();
}

/** Carries out an act and returns what is visible then. */
export async function go(act) {
  const { site, asked, answers } = open;
  const { document } = site;
  const the = (selector) => document.querySelector(selector);
  const type = async (values) => {
    for (const [name, value] of Object.entries(values)) the(`[name=${name}]`).value = value;
    the("form").dispatchEvent(new Event("input"));
    await rest();
  };
  const submit = async (button) => {
    const event = Object.assign(new Event("submit", { cancelable: true }), { submitter: button });
    the("form").dispatchEvent(event);
    await rest();
    return event.defaultPrevented;
  };
  const answer = async (number, body, ok) => (answers[number](body, ok), rest());
  const result = await act({ ...site, the, type, submit, answer });
  await rest();
  const tiles = (where) => where.querySelectorAll("[data-game]").filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.game);
  const lists = Object.fromEntries(Object.values(GAMES).map((id) => [id, tiles(the(`#${id}`))]));
  return {
    result: result ?? null,
    asked: asked.splice(0),
    address: location.href,
    went: site.went.map(String),
    status: the("[data-found]").textContent,
    results: the("[data-results]").hidden ? null : tiles(the("[data-results]")),
    families: the("[data-families]").hidden ? null : lists,
    last: !the("[data-last]").hidden,
    starred: document.querySelectorAll("[data-game]").filter(({ dataset }) => "starred" in dataset).map(({ dataset }) => dataset.game),
    chosen: document.querySelectorAll("[data-game]").filter(({ dataset }) => "chosen" in dataset).map(({ dataset }) => dataset.game),
    options: the("[name=played]").options.map(({ textContent }) => textContent),
    pressed: the("[data-favourite]").getAttribute("aria-pressed"),
    played: the("[name=played]").value,
  };
}

/** Closes it. */
export function end() {
  open?.away();
  open = undefined;
}
