// Responses to a gesture that plays nothing: the reason why a card cannot go to a place, in one short line.

import { cardParts, cardShort, isWild, rankWithArticle } from "../../kernel/cards/cards.js";
import { partnerOf, placeParts } from "../moves.js";
import { _, ngettext } from "../../texts.js";
import { capital, mustPlay, nameOf, nextRank, turnHint } from "../words.js";

/** @import {PlaceId, Table, View} from "../types.js" */

/**
 * @param {View} view
 * @param {Table} table
 * @param {PlaceId} source
 * @param {string[]} cards
 * @param {PlaceId} target
 */
export function whyNot(view, table, source, cards, target) {
  const { rules } = view;
  if (view.stage === "over") return _("The game is over.");
  if (table.you === null) return _("You are watching this game.");
  if (view.turn !== table.you) return _("It is {name}'s turn.", { name: nameOf(table, view.turn) });
  if (view.stage !== "play" || mustPlay(view)) return turnHint(view);
  const { kind, seat, index } = placeParts(target);
  if (kind === "centre") {
    if (cards.length > 1) return _("A pair goes on a [side stack].");
    const rank = nextRank(view, index);
    if (rank !== null && isWild(cards[0], rules)) {
      if (rules.wild_never.includes(rank)) {
        return _("This [centre stack] takes {rank} next, and no wild card may stand for it.", { rank: rankWithArticle(rank, rules) });
      }
      if (rules.wild_covered) return _("You could not cover a wild card there.");
    }
    return centreNeeds(view, index);
  }
  if (kind === "side" && seat === table.you) return whyNotSide(view, source, cards);
  if (kind === "payoff" && seat !== table.you) return whyNotLoad(view, table, /** @type {number} */ (seat), index);
  if (kind === "stock") return _("The [stock] is only drawn from.");
  return _("Cards go to the centre or to your own [side stacks].");
}

/** "This centre stack takes a 6 next." @param {View} view @param {number} index */
export function centreNeeds(view, index) {
  const rank = nextRank(view, index);
  if (rank === null) return _("This [centre stack] is complete.");
  return _("This [centre stack] takes {rank} next.", { rank: rankWithArticle(rank, view.rules) });
}

/** @param {View} view */
export function stockWords(view) {
  const stock = ngettext("{n} card is in the [stock].", "{n} cards are in the [stock].", view.stock);
  const aside = view.aside.length;
  return aside > 0 ? `${stock} ${ngettext("{n} card is set aside.", "{n} cards are set aside.", aside)}` : stock;
}

/** @param {View} view @param {PlaceId} source @param {string[]} cards */
function whyNotSide(view, source, cards) {
  const { rules } = view;
  if (!source.startsWith("hand:")) return _("Only cards from your hand go on a [side stack].");
  const { rank } = cardParts(cards[0]);
  if (!isWild(cards[0], rules) && rules.no_discard.includes(rank)) {
    return capital(_("{rank} may not go on a [side stack].", { rank: rankWithArticle(rank, rules) }));
  }
  if (rules.side_order === "descending") {
    return _("[Side stacks] go down: equal, or one lower than the card it covers.");
  }
  return _("This [side stack] does not take that card now.");
}

/** @param {View} view @param {Table} table @param {number} seat @param {number} index */
function whyNotLoad(view, table, seat, index) {
  const { rules } = view;
  if (!rules.loading) return _("Only its owner plays on that [pay-off pile].");
  if (partnerOf(rules, seat) === table.you) return _("Your partner's [pay-off pile] is not loaded.");
  const { top } = view.players[seat].payoff[index];
  if (top === null || top === "*") return _("Nothing can be loaded there.");
  return _("That pile takes the suit of {card}, one rank higher or lower.", { card: cardShort(top) });
}
