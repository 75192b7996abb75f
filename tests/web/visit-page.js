// Opens a page of stand-ins, with one module, and a server that answers by method and address.

import { fetched, page } from "/tests/stand-in-page.js";

let opened = 0;

/**
 * The result of `see` once the page's module has done its work, and the requests.
 * @param {{markup: string, module: string, answers?: Record<string, object>, address?: string, kept?: Record<string, string>}} how
 * @param {(site: object) => unknown} see
 */
export async function visit({ markup, module, answers = {}, address, kept = {} }, see) {
  const site = page(markup, { address });
  for (const [key, text] of Object.entries(kept)) site.kept.set(key, text);
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (url, { method = "GET", body }) => {
    // Every page's idle requests, on a busy machine even those of the previous page.
    if (String(url).endsWith("/api/people/letters") && !("GET /api/people/letters" in answers)) return { ok: false, json: async () => null };
    asked.push([method, url, body === undefined ? null : JSON.parse(body)]);
    const answer = answers[`${method} ${url}`];
    return { ok: answer !== undefined && !answer.error, json: async () => answer ?? null };
  };
  try {
    const { ready } = await import(`${module}?${(opened += 1)}`);
    await ready;
    await fetched();
    const seen = await see(site);
    await fetched();
    return { seen, asked };
  } finally {
    globalThis.fetch = fetch;
    site.away();
  }
}
