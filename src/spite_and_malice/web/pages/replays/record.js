// Parses the text of a record (docs/records.md) as far as the check of its deal and shuffles needs it, and runs that
// check.

import { _, ngettext } from "../../texts.js";
import { Chance, fromHex, keyOf, sha256, toHex } from "./fair.js";

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
 * The cards of a deck in their order before the shuffle.
 * @param {{packs?: number, numbers?: Record<string, number>, jokers: number}} deck
 */
function deckCards(deck) {
  /** @type {string[]} */
  const cards = [];
  for (let pack = 0; pack < (deck.packs ?? 0); pack += 1) {
    for (const rank of "A23456789TJQK") for (const suit of "shdc") cards.push(rank + suit);
  }
  const numbers = Object.entries(deck.numbers ?? {}).sort(([a], [b]) => Number(a) - Number(b));
  for (const [rank, copies] of numbers) cards.push(...Array(copies).fill(rank));
  return [...cards, ...Array(deck.jokers).fill("*")];
}

/**
 * One comparison. `cards` means that the two texts are lists of cards.
 * @typedef {{name: string, recorded: string, computed: string, cards: boolean}} Comparison
 * @typedef {{title: string, says: string, given: {name: string, text: string}[], comparisons: Comparison[]}} Step
 */

/** @param {Comparison} comparison */
export function agrees({ recorded, computed }) {
  return recorded === computed;
}

/**
 * The steps, one after another as they are computed.
 * @param {GameRecord} record
 * @param {string} commitment from the table
 * @returns {AsyncGenerator<Step>}
 */
export async function* steps(record, commitment) {
  const fair = record.fields["fair deal"];
  const secret = fromHex(fair.secret);
  const contributions = Object.keys(record.fields.seats).map((seat) => JSON.parse(fair[`contribution ${seat}`]));
  const promised = toHex(await sha256(secret));
  yield {
    title: _("The secret is the promised one"),
    says: _("Before the deal the server gave the SHA-256 of a secret as its promise. Now the secret is open."),
    given: [{ name: _("Secret"), text: fair.secret }],
    comparisons: [
      { name: _("Promise at the table"), recorded: commitment, computed: promised, cards: false },
      { name: _("Promise in the record"), recorded: fair.commitment, computed: promised, cards: false },
    ],
  };
  const key = await keyOf(secret, contributions);
  yield {
    title: _("The secret and the seats make the key"),
    says: _("The secret and what every seat added to it give the key of all chance in this game."),
    given: contributions.map((text, seat) => ({ name: _("Added by {name}", { name: seatName(seat, record) }), text })),
    comparisons: [{ name: _("Key"), recorded: fair.key, computed: toHex(key), cards: false }],
  };
  const chance = await Chance.of(key);
  const facts = [...record.deal, ...record.actions.flatMap((action) => action.facts)];
  yield {
    title: _("Every shuffle follows from the key"),
    says: _("Each shuffle has a number. The key and the number say where every card goes."),
    given: [],
    comparisons: await shuffles(facts, chance),
  };
  yield {
    title: _("The cards were dealt from the shuffled deck"),
    says: _("The deck lay in its fixed order, was shuffled, and was dealt from the front."),
    given: [],
    comparisons: dealt(record),
  };
}

/**
 * @param {Fact[]} facts
 * @param {Chance} chance
 */
async function shuffles(facts, chance) {
  /** @type {Comparison[]} */
  const comparisons = [];
  for (const [at, { label, value }] of facts.entries()) {
    const [what, text] = label.split(" ");
    const number = Number(text);
    if (what === "shuffle") {
      const after = facts[at + 1];
      const recorded = after?.label === `shuffled ${number}` ? after.value : "-";
      const computed = (await chance.shuffled(cardsOf(value), number)).join(" ") || "-";
      const name = ngettext("Shuffle {number}, {n} card", "Shuffle {number}, {n} cards", cardsOf(value).length, { number });
      comparisons.push({ name, recorded, computed, cards: true });
    } else if (what === "lot") {
      const count = Number(value.split(" of ")[1]);
      const computed = `${await chance.lot(count, number)} of ${count}`;
      comparisons.push({ name: _("Lot {number}", { number }), recorded: value, computed, cards: false });
    }
  }
  return comparisons;
}

/**
 * The decks in their order, and the places after the deal: cut from the recorded shuffled decks, which the previous
 * step has compared.
 * @param {GameRecord} record
 */
function dealt(record) {
  const rules = Object.fromEntries(Object.entries(record.fields.rules).map(([name, value]) => [name, JSON.parse(value)]));
  const decks = rules.payoff_deck ? [rules.payoff_deck, rules.deck] : [rules.deck];
  /** @param {string} label */
  const said = (label) => record.deal.find((fact) => fact.label === label)?.value ?? "-";
  const comparisons = decks.map((deck, number) => ({
    name: decks.length > 1 && number === 0 ? _("The pay-off deck before its shuffle") : _("The deck before its shuffle"),
    recorded: said(`shuffle ${number}`),
    computed: deckCards(deck).join(" "),
    cards: true,
  }));
  const stacks = decks.map((_deck, number) => cardsOf(said(`shuffled ${number}`)));
  const [payoffStack, stock] = [stacks[0], stacks[stacks.length - 1]];
  const seats = Array.from({ length: rules.players }, (_none, seat) => seat);
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const seat of seats) {
    for (let pile = 1; pile <= rules.payoff_piles; pile += 1) {
      places.set(rules.payoff_piles > 1 ? `pay-off ${seat}.${pile}` : `pay-off ${seat}`, payoffStack.splice(0, rules.payoff));
    }
  }
  const piles = [...places.keys()];
  if (rules.side_dealt) for (const seat of seats) places.set(`side ${seat}`, stock.splice(0, rules.side));
  for (const seat of seats) places.set(`hand ${seat}`, stock.splice(0, rules.hand));
  places.set("stock", stock);
  // Players who tie for the first turn shuffle their pay-off piles, and turn up again.
  for (const { label, value } of record.deal) {
    const number = /^shuffle (\d+)$/.exec(label)?.[1];
    const pile = piles.find((place) => places.get(place)?.join(" ") === value);
    if (number && Number(number) >= decks.length && pile) places.set(pile, cardsOf(said(`shuffled ${number}`)));
  }
  for (const [place, cards] of places) {
    comparisons.push({ name: placeName(place, record), recorded: said(place), computed: cards.join(" ") || "-", cards: true });
  }
  return comparisons;
}

/**
 * @param {string} place such as "pay-off 0.2"
 * @param {GameRecord} record
 */
function placeName(place, record) {
  if (place === "stock") return _("[Stock]");
  const [what, rest] = place.split(" ");
  const [seat, pile] = rest.split(".");
  const name = seatName(Number(seat), record);
  if (what === "side") return _("{name}: [side stacks]", { name });
  if (what === "hand") return _("{name}: hand", { name });
  return pile ? _("{name}: [pay-off pile] {number}", { name, number: pile }) : _("{name}: [pay-off pile]", { name });
}

/**
 * @param {number} seat
 * @param {GameRecord} record
 */
function seatName(seat, record) {
  return JSON.parse(/".*"$/.exec(record.fields.seats[seat])?.[0] ?? '""');
}
