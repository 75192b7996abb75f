// What lies over the table for a moment: the end of a game or match, a seat's stacks fanned out, and the word that the
// seat is open on another page.

import { faceStyle, faceSvg } from "./cards.js";
import { placeParts } from "./moves.js";
import { _, listed, ngettext } from "../texts.js";
import { centreNeeds, stockWords } from "./why.js";
import { capital, nameOf, placeName, resultHeadline, resultReason } from "./words.js";

/** @import {PlaceId, Table, View} from "./types.js" */

/**
 * @param {HTMLDialogElement} dialog
 * @param {View} view
 * @param {Table} table
 * @param {number} game its number at this table
 * @param {() => void} next
 */
export function showFinish(dialog, view, table, game, next) {
  const { match } = table;
  const result = /** @type {import("./types.js").Result} */ (view.result);
  const left = (/** @type {number} */ seat) => view.players[seat].payoff.reduce((sum, pile) => sum + pile.count, 0);
  const sides = [...new Set(table.seats.map((seat) => seat.side))].map((side) => {
    const seats = table.seats.flatMap((seat, index) => (seat.side === side ? [index] : []));
    return { seats, left: seats.reduce((sum, seat) => sum + left(seat), 0), won: result.winners.includes(seats[0]) };
  });
  sides.sort((a, b) => Number(b.won) - Number(a.won) || a.left - b.left);
  const rows = sides.map(({ seats, left: cards, won }) => {
    const names = listed(seats.map((seat) => nameOf(table, seat)));
    const points = match.scores[seats[0]];
    return `<tr${won ? ' class="won"' : ""}><th scope="row">${escape(names)}</th><td>${cards}</td><td>+${result.scores[seats[0]]}</td><td>${points}</td></tr>`;
  });
  const { games_played: played, target } = match;
  const matchWords = match.over
    ? `${matchHeadline(table)} ${_("The match is over.")}`
    : _("Game {played} of the match. It goes on until a side has {target} points.", { played, target });
  const helped = match.stand_ins.flatMap((games, seat) => (games > 0 ? [standInWords(table, seat, games)] : []));
  const heads = [_("Standing"), _("Cards left"), _("Game"), _("Match")];
  const { day } = /** @type {HTMLElement} */ (document.getElementById("table")).dataset;
  const ofDay = day && game === 1;
  const again = match.over ? _("Play another match") : _("Next game");
  dialog.innerHTML = `
    <form method="dialog">
      <h2 id="finish-title">${escape(resultHeadline(view, table))}</h2>
      <p class="soft">${escape(resultReason(view, table))}</p>
      <table><thead><tr>${heads.map((head) => `<th scope="col">${escape(head)}</th>`).join("")}</tr></thead>
      <tbody>${rows.join("")}</tbody></table>
      <p class="small soft">${escape([matchWords, ...helped].join(" "))} <a href="/table/${escape(table.id)}/games/${game}">${escape(_("Look back at this game"))}</a> · <a href="/table/${escape(table.id)}/games/${game}/replay">${escape(_("Watch it again"))}</a></p>
      <div class="actions">
        ${ofDay ? `<a class="button primary" href="/day/${day}" autofocus>${escape(_("Compare with the others"))}</a>` : ""}
        ${table.you === null ? "" : `<button type="button" class="button${ofDay ? "" : " primary"}" data-next autofocus>${escape(again)}</button>`}
        <button class="button"${table.you === null ? " autofocus" : ""}>${escape(_("Look at the table"))}</button>
        <a class="button bare" href="/">${escape(_("Home"))}</a>
      </div>
    </form>`;
  dialog.setAttribute("aria-labelledby", "finish-title");
  const button = /** @type {HTMLButtonElement | null} */ (dialog.querySelector("[data-next]"));
  if (button) {
    button.onclick = () => {
      button.disabled = true;
      next();
    };
  }
  if (!dialog.open) dialog.showModal();
}

/** @param {Table} table @param {number} seat @param {number} games */
function standInWords(table, seat, games) {
  if (seat === table.you) {
    return ngettext("A stand-in played for you in {n} game.", "A stand-in played for you in {n} games.", games);
  }
  const name = nameOf(table, seat);
  return ngettext("A stand-in played for {name} in {n} game.", "A stand-in played for {name} in {n} games.", games, { name });
}

/** @param {Table} table */
function matchHeadline(table) {
  const { winners } = table.match;
  if (winners.length === 0) return "";
  const others = winners.filter((seat) => seat !== table.you).map((seat) => nameOf(table, seat));
  const names = listed(others);
  if (others.length === winners.length) {
    return ngettext("{names} wins the match.", "{names} win the match.", others.length, { names });
  }
  return others.length > 0 ? _("You and {names} win the match.", { names }) : _("You win the match.");
}

/**
 * Opens what there is to see at a place, or returns the line that says it.
 * @param {PlaceId} place
 * @param {View} view
 * @param {Table} table
 * @param {HTMLDialogElement} reader
 */
export function lookAt(place, view, table, reader) {
  const { kind, seat, index } = placeParts(place);
  if (kind === "stock") return stockWords(view);
  if (kind === "centre") return centreNeeds(view, index);
  if (seat === null || kind === "hand" || (kind === "payoff" && seat === table.you)) return "";
  showStacks(reader, view, table, seat, kind === "side" && seat === table.you ? index : null);
  return "";
}

/**
 * All side stacks of a seat, every card readable, the oldest first.
 * @param {HTMLDialogElement} dialog
 * @param {View} view
 * @param {Table} table
 * @param {number} seat
 * @param {number | null} only one stack, or all of them
 */
export function showStacks(dialog, view, table, seat, only) {
  const player = view.players[seat];
  const name = nameOf(table, seat);
  const held = typeof player.hand === "number" ? player.hand : player.hand.length;
  const left = player.payoff.reduce((sum, pile) => sum + pile.count, 0);
  const counts = [
    ngettext("{n} card left to pay off", "{n} cards left to pay off", left),
    ngettext("{n} card in hand", "{n} cards in hand", held),
  ];
  const stacks = player.side
    .map((cards, index) => ({ cards, index }))
    .filter(({ index }) => only === null || index === only);
  const lists = stacks.map(({ cards, index }) => {
    const faces = cards.map((card) => {
      const { ink, hue } = faceStyle(card);
      return `<li class="mini"><div class="front ink-${ink}" style="--hue:${hue}">${faceSvg(card)}</div></li>`;
    });
    const title = capital(placeName(`side:${seat}:${index}`, view, table));
    const shown = cards.length > 0 ? `<ol class="fan">${faces.join("")}</ol>` : `<p class="soft">${escape(_("Empty."))}</p>`;
    return `<h3>${escape(title)}</h3>${shown}`;
  });
  dialog.innerHTML = `
    <form method="dialog">
      <div class="panel-head"><h2 id="reader-title">${escape(seat === table.you ? _("Your [side stacks]") : name)}</h2><button class="button bare close" aria-label="${escape(_("Close"))}">✕</button></div>
      <p class="soft">${escape(`${counts.join(", ")}. ${_("The last card of each row lies on top.")}`)}</p>
      <div class="stacks">${lists.join("")}</div>
    </form>`;
  dialog.setAttribute("aria-labelledby", "reader-title");
  if (!dialog.open) dialog.showModal();
}

/** @param {HTMLDialogElement} dialog @param {() => void} again */
export function showReplaced(dialog, again) {
  dialog.innerHTML = `
    <form method="dialog">
      <h2 id="replaced-title">${escape(_("This seat is open on another page."))}</h2>
      <p>${escape(_("The game goes on there. Nothing is lost."))}</p>
      <div class="actions"><button class="button primary">${escape(_("Play here instead"))}</button></div>
    </form>`;
  dialog.setAttribute("aria-labelledby", "replaced-title");
  dialog.onclose = () => {
    dialog.onclose = null;
    again();
  };
  if (!dialog.open) dialog.showModal();
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
