// Help on request: hints, whether the game can still be won, a closer look at a pile, the keys.

import { closeButton, make } from "../kernel/dom/make.js";
import { faceStyle, faceSvg } from "../kernel/cards/cards.js";
import { styled } from "../kernel/dom/lazily.js";
import { _, N_, ngettext } from "../texts.js";
import { cardsAt, downAt, parseMove } from "./moves.js";
import { closesUp, isDealtOut, isLine, isLuck, pilesOf } from "./piles.js";
import { capital, moveOffer, placeName, pocketLabel } from "./words.js";

/** @import {PatienceHint as Hint, Solved} from "./messages.js" */
/** @import {PatienceTable} from "./game.js" */
/** @import {PlaceId, View} from "./types.js" */

/** The keys of a game, with their effects. @param {View} view @returns {[string, string][]} */
export function keysOf(view) {
  const { rules, cells, spots, stock } = pilesOf(view);
  const turn = closesUp(rules) ? N_("let the cards close up") : isDealtOut(rules) ? N_("deal a card on each pile") : N_("turn the next cards of the stock");
  const count = spots ? 0 : view.tableau.length;
  const away = N_("send the card off the table, where it goes alone");
  const home = { build: N_("send the card to its foundation"), runs: "", pairs: away, waste: N_("send the card to the waste"), aces: away, rows: "", one: "", clock: "" }[rules.aim];
  const builds = rules.build !== "none";
  return [
    [N_("Arrows, Tab"), N_("from place to place")],
    [N_("Enter"), rules.aim === "pairs" ? N_("choose a card; then one that goes with it") : N_("send a card where it can go; again: to the next place")],
    ...(builds ? [keys(`1 … ${Math.min(9, count)}`, N_("send the card to that pile"))] : []),
    ...(builds && count > 9 ? [keys(_("Shift 0 … {n}", { n: Math.min(9, count - 10) }), N_("send the card to pile 10 and on"))] : []),
    ...(home ? [keys("0", home)] : []),
    ...(cells.length > 0 ? [keys("C", N_("send the card to a cell"))] : []),
    ...(rules.pocket ? [keys("C", N_("set the card aside in the pocket"))] : []),
    ...(isLuck(view) ? [keys("D", N_("play the next card; held, one after the other"))] : []),
    ...(stock && rules.stock !== "hand" ? [keys("D", rules.gather === "none" ? turn : N_("lay the cards out again"))] : []),
    [N_("U, Ctrl Z"), N_("undo")],
    [N_("R, Ctrl Y"), N_("redo")],
    ["H", N_("a hint")],
    ["W", N_("can this still be won?")],
    ["F", isLuck(view) ? N_("play the game out") : N_("finish, when the game is as good as won")],
    ["L", N_("look at the pile closely")],
    ["P", N_("pause")],
    ["M", N_("more")],
    ["S", N_("sound on or off")],
    [N_("Space"), N_("do not wait")],
  ];
}

/** @param {string} key @param {string} does @returns {[string, string]} */
const keys = (key, does) => [key, does];

/** @param {PatienceTable} table @param {Hint | Solved} message */
export function answer(table, message) {
  if (message.type === "hint") point(table, message);
  else tellVerdict(table);
}

/** Shows the help already given for the current position. @param {PatienceTable} table */
export function tellVerdict(table) {
  const { verdict } = table.state;
  if (verdict === "won") table.tell(_("Yes, you can still win."));
  else if (verdict === "unknown") table.tell(_("It could not be found out. You may still win."));
  else if (verdict === "lost") table.tell(table.state.moves > 0 ? _("No, this game can no longer be won.") : _("No, this deal cannot be won."), rescue(table));
}

/**
 * Offers other cards, or the same again, if the player may choose.
 * @param {PatienceTable} table
 * @param {boolean} again the same ones too?
 */
export function otherCards(table, again) {
  const { day } = table.table.deal;
  const deal = (/** @type {"again" | "next"} */ type) => () => (table.begin(), table.anew(type));
  return [
    ...(day || table.root.dataset.practice ? [] : [{ text: _("New deal"), act: deal("next") }]),
    ...(day || !again ? [] : [{ text: _("The same deal again"), act: deal("again") }]),
  ];
}

/** Tells the player that there are no moves left. @param {PatienceTable} table */
export function tellStuck(table) {
  if (isLuck(table.view)) {
    table.tell(_("The fourth king has come: the clock stands still."), otherCards(table, false));
    return;
  }
  const back = { text: ngettext("Take {n} move back", "Take {n} moves back", 1), act: () => table.act("undo", { count: 1 }) };
  const words = table.state.can_undo ? _("No moves left. Take some back, or start again.") : _("These cards allow no move at all.");
  table.tell(words, [...(table.state.can_undo ? [back] : []), ...otherCards(table, false)]);
}

/**
 * Tells the player that the game could not be won from any earlier position, as far as is known.
 * @param {PatienceTable} table
 */
export function tellHopeless(table) {
  table.tell(table.hopeless, otherCards(table, true));
}

/** Offers the way out of a lost game. @param {PatienceTable} table */
function rescue(table) {
  if (isLuck(table.view)) return otherCards(table, false);
  if (table.hopeless || table.state.moves === 0) return otherCards(table, true);
  if (!table.state.can_undo) return [];
  return [{ text: _("Back to where it could be won"), act: () => table.act("rescue") }];
}

/** Shows the advice: a move, or what to do if there is none. @param {PatienceTable} table @param {Hint} hint */
function point(table, { move: text, back, reason, winnable }) {
  if (text === null) {
    const undo = { text: ngettext("Take {n} move back", "Take {n} moves back", back), act: () => table.act("undo", { count: back }) };
    // Going back to a position without a move is not offered a second time.
    if (back === 0 && table.hopeless) tellHopeless(table);
    else table.tell(reason, back > 0 ? [undo] : rescue(table));
    return;
  }
  const move = parseMove(text, table.view);
  const from = move.source === "S" || move.target === "S" ? "S" : move.source;
  const there = [...(table.scene.places.get(from) ?? [])];
  const lowest = isLine(table.view) ? 0 : there.length - (move.source === move.partner ? 2 : move.depth);
  const pieces = from === "S" ? there.slice(-1) : there.slice(lowest, lowest + (move.source === move.partner ? 2 : move.count));
  if (move.partner && move.partner !== from) pieces.push(...(table.scene.places.get(move.partner) ?? []).slice(-1));
  table.scene.mark("hinted", new Set(pieces));
  if (from !== "S") table.light([move.target]);
  else if (pieces.length === 0) table.light(["S"]);
  table.tell(reason, [
    { text: _("Play it"), act: () => (table.begin(), table.play(move, null)) },
    ...(winnable === 0 && table.state.moves > 0 ? rescue(table) : []),
  ]);
  table.tools.makeWay(table.root.querySelectorAll(".card.hinted, .light"));
}

/** Every card of a pile, large enough to read. @param {PatienceTable} table @param {PlaceId} place */
export function look(table, place) {
  const reader = /** @type {HTMLDialogElement} */ (document.getElementById("reader"));
  const cards = cardsAt(table.view, place).filter((card) => card !== null);
  const down = downAt(table.view, place);
  if (place === "S" && table.view.stock > 0) {
    table.tell(ngettext("{n} card is left in the stock.", "{n} cards are left in the stock.", table.view.stock));
    return;
  }
  if (cards.length === 0) {
    table.tell(place === "P" ? `${pocketLabel(table.view)}.` : _("{place}: no card lies there.", { place: capital(placeName(place, table.view)) }));
    return;
  }
  const title = Object.assign(make("h2", "", capital(placeName(place, table.view))), { id: "reader-title" });
  const faces = cards.map((card) => {
    const front = make("div", `front ink-${faceStyle(card).ink}`);
    front.innerHTML = faceSvg(card, table.faces);
    return make("li", "mini", front);
  });
  const under = down > 0 ? [make("p", "soft", ngettext("{n} card lies face down under them.", "{n} cards lie face down under them.", down))] : [];
  const body = make("div", "stacks", ...under, make("ol", "fan", ...faces));
  reader.replaceChildren(make("div", "panel-head", title, closeButton(reader)), body);
  reader.setAttribute("aria-labelledby", "reader-title");
  if (!reader.open) reader.showModal();
}

/** Tells that this game is somebody else's, and offers the same cards. @param {PatienceTable} table */
export async function showStranger(table) {
  await styled("kernel/finish.css");
  const finish = /** @type {HTMLDialogElement} */ (document.getElementById("finish"));
  const deal = `${table.root.dataset.table}.1`;
  const play = Object.assign(make("a", "button primary", _("Play the same deal")), { href: `/patience?deal=${deal}` });
  const home = Object.assign(make("a", "button", _("Home")), { href: "/" });
  const title = Object.assign(make("h2", "", _("This is somebody else's game")), { id: "finish-title" });
  const says = make("p", "reason soft", _("Only the person who began it can play it. You can play the same cards when their game is over."));
  finish.setAttribute("aria-labelledby", "finish-title");
  finish.replaceChildren(make("form", "", title, says, make("div", "actions", play, home)));
  if (!finish.open) finish.showModal();
}
