// Opens a page of stand-ins, with one module, and a server that answers by method and address.

import { fetched, page } from "/tests/stand-in-page.js";

let opened = 0;

/**
 * What `see` returns of the page once its module has done its work, and what was asked.
 * @param {{markup: string, module: string, answers?: Record<string, object>, address?: string}} how
 * @param {(site: object) => unknown} see
 */
export async function visit({ markup, module, answers = {}, address }, see) {
  const site = page(markup, { address });
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (url, { method = "GET", body }) => {
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
