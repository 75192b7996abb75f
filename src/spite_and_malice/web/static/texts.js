// What a person reads, in the page's language. English is written in the modules; another language is a script of its own that stands
// before all modules in the page, and so has run before them: nothing waits for it, and nothing is drawn without it.

// What the rules call a pay-off pile is a goal pile in one version of the game and a stock pile in another. In every text the
// names of piles stand in brackets, as in "The [stock] has run out.", and the words of the table are put in their places.

/** @typedef {{messages: Record<string, string | string[]>, forms: Record<string, number>}} Texts */

/** The page's language, such as "en" or "pt-BR", as `Intl` takes it. */
export const language = document.documentElement.lang || "en";

/** How dates are written is a matter of the country: the browser's, where it speaks the page's language, such as "en-GB". */
export const region = navigator.languages?.find((one) => one.split("-")[0] === language.split("-")[0] && isKnown(one)) ?? language;

/** Some systems name a language as `Intl` does not take it: "en-US@posix". @param {string} tag */
function isKnown(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The texts of the page's language; none, and so English, if they are unavailable. @type {Texts} */
const texts = /** @type {{spiteTexts?: Texts}} */ (globalThis).spiteTexts ?? { messages: {}, forms: {} };
const plural = new Intl.PluralRules(language);

/** A pile or a wild card as texts name it: one of TERMS in texts.py. */
const PILE = /\[((?:pay-off pile|pay-off card|centre stack|side stack|stack|joker)s?|stock)\]/gi;

/** Call the piles by these words from now on. @param {Record<string, string>} words as a table's `terms` gives them */
export function useTerms(words) {
  document.documentElement.dataset.terms = JSON.stringify(words);
  named.clear();
}

/** This page's names of the piles, by the words of the rules, where they differ. @returns {Record<string, string>} */
function terms() {
  return JSON.parse(document.documentElement.dataset.terms ?? "{}");
}

/** Does this page call a pile or a wild card by a word of its game's own? @param {string} term as in TERMS of texts.py */
export const hasTerm = (term) => term in terms();

/**
 * A text in the page's language.
 * @param {string} message in English, with placeholders as in "Your {card}"
 * @param {Record<string, string | number>} [values] what to put in their places
 */
export function _(message, values) {
  const found = texts.messages[message];
  return fill((Array.isArray(found) ? found[form(1)] : found) ?? message, values);
}

/**
 * A text that has another meaning in another place, in the page's language.
 * @param {string} context the place
 * @param {string} message in English
 */
export function pgettext(context, message) {
  const found = texts.messages[`${context}\u0004${message}`];
  return typeof found === "string" ? found : message;
}

/**
 * The form of a text that goes with a number.
 * @param {string} singular in English @param {string} others in English, for every number but one
 * @param {number} n
 * @param {Record<string, string | number>} [values] what to put in the places of the placeholders, `n` if there is such
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

/** Which plural form goes with a number. @param {number} n */
function form(n) {
  return texts.forms[plural.select(n)] ?? 0;
}

/** Texts in which the piles have their names: each is asked for many times with every drawing of a table. @type {Map<string, string>} */
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

/** What is written from right to left, or says so of what follows it: as in texts.py. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATED = /\u2068[^\u2066-\u2069]*\u2069/gu;

/** A value so that it stands in its place in a sentence, whichever way it is written. @param {string} value */
export const isolated = (value) => (TURNS.test(value.replace(ISOLATED, "")) ? `\u2068${value}\u2069` : value);

/** This table's name for a pile; a capital letter stays one. @param {string} term as it stands in the brackets */
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
  // British English, as the rest of it is: no comma before "and".
  const locale = language === "en" ? "en-GB" : language;
  return new Intl.ListFormat(locale, { type: either ? "disjunction" : "conjunction" }).format(parts);
}

/** Every language by its code with its own name for itself. @returns {[string, string][]} */
export function languages() {
  return JSON.parse(document.documentElement.dataset.languages ?? "[]");
}

/**
 * Speak another language from now on: the page is loaded again in it.
 * @param {string} code one of `languages`
 */
export function chooseLanguage(code) {
  keep("spite_language", code);
}

/** Does this browser want the words that a version has for its piles? */
export function wantsOwnWords() {
  return document.cookie.split("; ").includes("spite_words=own");
}

/**
 * Call the piles by a version's own words from now on, or by those of the rules: the page is loaded again with them.
 * @param {boolean} own
 */
export function chooseWords(own) {
  keep("spite_words", own ? "own" : "rules");
}

/** @param {string} cookie @param {string} value */
function keep(cookie, value) {
  document.cookie = `${cookie}=${value}; path=/; max-age=${400 * 24 * 3600}; samesite=lax`;
  // Without a server the page around reads it. A browser sets it some time later for other pages, but now if it is read here.
  if (document.cookie) location.reload();
}
