// Reads the text of a record (docs/records.md) as far as the check of its deal and shuffles needs it.

/**
 * A line that follows from the deal or an action, such as "hand 0: As 9h".
 * @typedef {{label: string, value: string}} Fact
 * @typedef {{ply: number, seat: number, text: string, facts: Fact[]}} Action
 * @typedef {{fields: Record<string, Record<string, string>>, deal: Fact[], actions: Action[]}} GameRecord
 */

/**
 * @param {string} text
 * @returns {GameRecord}
 */
export function readRecord(text) {
  /** @type {GameRecord} */
  const record = { fields: {}, deal: [], actions: [] };
  let section = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    const action = section === "actions" ? /^(\d+)\. (\d) (\S+)/.exec(line) : null;
    const colon = line.indexOf(": ");
    if (/^\[.*\]$/.test(line)) {
      section = line.slice(1, -1);
      record.fields[section] = {};
    } else if (action) {
      record.actions.push({ ply: Number(action[1]), seat: Number(action[2]), text: action[3], facts: [] });
    } else if (colon > 0) {
      const [label, value] = [line.slice(0, colon), line.slice(colon + 2)];
      if (section === "deal") record.deal.push({ label, value });
      else if (section === "actions") record.actions.at(-1)?.facts.push({ label, value });
      else if (section) record.fields[section][label] = value;
    }
  }
  return record;
}

/** @param {string} value a list of cards */
export function cardsOf(value) {
  return value === "-" ? [] : value.split(" ");
}

/**
 * The cards of a deck in the order in which they lie before their shuffle.
 * @param {{packs?: number, numbers?: Record<string, number>, jokers: number}} deck
 */
export function deckCards(deck) {
  /** @type {string[]} */
  const cards = [];
  for (let pack = 0; pack < (deck.packs ?? 0); pack += 1) {
    for (const rank of "A23456789TJQK") for (const suit of "shdc") cards.push(rank + suit);
  }
  const numbers = Object.entries(deck.numbers ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  for (const [rank, copies] of numbers) cards.push(...Array(copies).fill(rank));
  return [...cards, ...Array(deck.jokers).fill("*")];
}
