// Texts for people, in the page's language. English is in the modules; another language is a separate script placed
// before all modules in the page, so it has run before them: nothing waits for it, and nothing is drawn without it.

// The pay-off pile of the rules is a goal pile in one version of the game and a stock pile in another. In every text
// the names of piles are in brackets, as in "The [stock] has run out.", and are replaced by the table's own words.

/** @typedef {{messages: Record<string, string | string[]>, forms: Record<string, number>}} Texts */

/** The page's language, such as "en" or "pt-BR", as `Intl` takes it. */
export const language = document.documentElement.lang || "en";

/** The format of dates depends on the country: the browser's, if it uses the page's language, such as "en-GB". */
export const region = navigator.languages?.find((one) => one.split("-")[0] === language.split("-")[0] && isKnown(one)) ?? language;

/** Some systems name a language in a form that `Intl` rejects: "en-US@posix". @param {string} tag */
function isKnown(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The texts of the page's language; none, and therefore English, if they are unavailable. @type {Texts} */
const texts = /** @type {{spiteTexts?: Texts}} */ (globalThis).spiteTexts ?? { messages: {}, forms: {} };
const plural = new Intl.PluralRules(language);

/** A pile or a wild card as named in texts: one of TERMS in texts.py. */
const PILE = /\[((?:pay-off pile|pay-off card|centre stack|side stack|stack|joker)s?|stock)\]/gi;

/** Use these names for the piles from now on. @param {Record<string, string>} words from a table's `terms` */
export function useTerms(words) {
  document.documentElement.dataset.terms = JSON.stringify(words);
  named.clear();
}

/** This page's names of the piles, by the words of the rules, where they differ. @returns {Record<string, string>} */
function terms() {
  return JSON.parse(document.documentElement.dataset.terms ?? "{}");
}

/** Does this page use the game's own word for a pile or a wild card? @param {string} term as in TERMS of texts.py */
export const hasTerm = (term) => term in terms();

/**
 * A text in the page's language.
 * @param {string} message in English, with placeholders as in "Your {card}"
 * @param {Record<string, string | number>} [values] for the placeholders
 */
export function _(message, values) {
  const found = texts.messages[message];
  return fill((Array.isArray(found) ? found[form(1)] : found) ?? message, values);
}

/**
 * A text whose meaning depends on its place, in the page's language.
 * @param {string} context the place
 * @param {string} message in English
 */
export function pgettext(context, message) {
  const found = texts.messages[`${context}\u0004${message}`];
  return typeof found === "string" ? found : message;
}

/**
 * The form of a text that goes with a number.
 * @param {string} singular in English
 * @param {string} others in English, for every number but one
 * @param {number} n
 * @param {Record<string, string | number>} [values] for the placeholders, including `n` if it occurs
 */
export function ngettext(singular, others, n, values) {
  const found = texts.messages[singular];
  const known = Array.isArray(found) ? found[form(n)] : undefined;
  return fill(known ?? (n === 1 ? singular : others), { n, ...values });
}

/**
 * Mark a text for translation and return it as it is: for tables of texts that `_` translates when they are used.
 * @param {string} message
 */
export function N_(message) {
  return message;
}

/** The plural form for a number. @param {number} n */
function form(n) {
  return texts.forms[plural.select(n)] ?? 0;
}

/**
 * Texts with the names of the piles filled in: each is needed many times with every drawing of a table.
 * @type {Map<string, string>}
 */
const named = new Map();

/** @param {string} text @param {Record<string, string | number>} [values] */
function fill(text, values) {
  let known = named.get(text);
  if (known === undefined) {
    known = text.replace(PILE, (_place, term) => pileName(term));
    named.set(text, known);
  }
  return values ? known.replace(/\{(\w+)\}/g, (place, name) => isolated(String(values[name] ?? place))) : known;
}

/** Right-to-left characters, or controls that reverse what follows: as in texts.py. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATED = /\u2068[^\u2066-\u2069]*\u2069/gu;

/** A value isolated so that it stays in its place in a sentence, whatever its direction. @param {string} value */
export const isolated = (value) => (TURNS.test(value.replace(ISOLATED, "")) ? `\u2068${value}\u2069` : value);

/** This table's name for a pile; a capital letter stays one. @param {string} term from the brackets */
function pileName(term) {
  const standard = term[0].toLowerCase() + term.slice(1);
  const word = terms()[standard] ?? texts.messages[standard] ?? standard;
  const name = typeof word === "string" ? word : standard;
  return term === standard ? name : name[0].toUpperCase() + name.slice(1);
}

/**
 * "Ada, Ben and Cleo", in the page's language; "Ada, Ben or Cleo" if `either`.
 * @param {string[]} items
 * @param {boolean} [either]
 */
export function listed(items, either = false) {
  if (items.length < 2) return items.join("");
  const parts = items.map(isolated);
  // British English, like the rest: no comma before "and".
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.ListFormat(locale, { type: either ? "disjunction" : "conjunction" }).format(parts);
}

/** Every language by its code with its own name for itself. @returns {[string, string][]} */
export function languages() {
  return JSON.parse(document.documentElement.dataset.languages ?? "[]");
}

/**
 * Switch to another language: the page is reloaded in it.
 * @param {string} code one of `languages`
 */
export function chooseLanguage(code) {
  keep("spite_language", code);
}

/** Does this browser want a version's own words for its piles? */
export function wantsOwnWords() {
  return document.cookie.split("; ").includes("spite_words=own");
}

/**
 * Use a version's own words for the piles from now on, or those of the rules: the page is reloaded with them.
 * @param {boolean} own
 */
export function chooseWords(own) {
  keep("spite_words", own ? "own" : "rules");
}

/** @param {string} cookie @param {string} value */
function keep(cookie, value) {
  document.cookie = `${cookie}=${value}; path=/; max-age=${400 * 24 * 3600}; samesite=lax`;
  // Without a server the outer page reads it. A browser sets it for other pages some time later, but immediately if it
  // is read here.
  if (document.cookie) location.reload();
}
