// Temporary dialogs over the table: a seat's stacks fanned out, and the notice that the seat is open on another page.

import { faceStyle, faceSvg } from "../../kernel/cards/cards.js";
import { closeButton, make } from "../../kernel/dom/make.js";
import { headOf, headUrl } from "../../kernel/people/heads.js";
import { cardsOn, placeParts } from "../moves.js";
import { LEVELS } from "../board/plates.js";
import { _, language, ngettext } from "../../texts.js";
import { centreNeeds, stockWords } from "./why.js";
import { capital, nameOf, orderWords, placeName } from "../words.js";

/** @import {Faces} from "../../kernel/cards/cards.js" */
/** @import {PlaceId, Table, View} from "../types.js" */

/**
 * Opens a closer view of a place, or returns a line that describes it.
 * @param {PlaceId} place
 * @param {View} view
 * @param {Table} table
 * @param {Faces} faces
 * @param {HTMLDialogElement} reader
 */
export function lookAt(place, view, table, faces, reader) {
  const { kind, seat, index } = placeParts(place);
  if (kind === "stock") return stockWords(view);
  if (kind === "centre") return centreNeeds(view, index);
  if (seat === null || kind === "hand" || (kind === "payoff" && seat === table.you)) return "";
  if (kind === "side" && seat === table.you && cardsOn(view, place).length === 0) {
    const yours = view.turn === seat && !view.result;
    return yours ? _("Choose a card first.") : _("Nothing lies on this [side stack] yet.");
  }
  showStacks(reader, view, table, faces, seat, kind === "side" && seat === table.you ? index : null);
  return "";
}

/**
 * All side stacks of a seat, every card readable, the oldest first.
 * @param {HTMLDialogElement} dialog
 * @param {View} view
 * @param {Table} table
 * @param {Faces} faces
 * @param {number} seat
 * @param {number | null} only one stack, or all of them
 * @param {number} [worlds] the number in which the seat's computer player compared its last move
 */
export function showStacks(dialog, view, table, faces, seat, only, worlds) {
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
    const shown = cards.map((card) => {
      const { ink, hue } = faceStyle(card);
      return `<li class="mini"><div class="front ink-${ink}" data-hue="${hue}">${faceSvg(card, faces)}</div></li>`;
    });
    const title = capital(placeName(`side:${seat}:${index}`, view, table));
    const fan = cards.length > 0 ? `<ol class="fan">${shown.join("")}</ol>` : `<p class="soft">${escape(_("Empty."))}</p>`;
    return `<h3>${escape(title)}</h3>${fan}`;
  });
  dialog.innerHTML = `
    <form method="dialog">
      <div class="panel-head"><h2 id="reader-title">${escape(seat === table.you ? _("Your [side stacks]") : name)}</h2><button class="button bare close" aria-label="${escape(_("Close"))}">✕</button></div>
      ${only === null ? whoIs(table, seat, worlds) : ""}
      ${only === null && table.seats.length > 2 ? `<p data-order>${escape(orderWords(view, table))}</p>` : ""}
      <p class="soft">${escape(`${counts.join(", ")}. ${_("The last card of each row lies on top.")}`)}</p>
      <div class="stacks">${lists.join("")}</div>
    </form>`;
  for (const front of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-hue]"))) {
    front.style.setProperty("--hue", front.dataset.hue ?? "");
  }
  dialog.setAttribute("aria-labelledby", "reader-title");
  if (!dialog.open) dialog.showModal();
}

/** The description of a level, with its face; empty for others. @param {Table} table @param {number} seat @param {number} [worlds] */
function whoIs(table, seat, worlds) {
  const { kind, name, player } = table.seats[seat];
  const told = kind === "computer" && player ? LEVELS[player] : null;
  if (!told || !player) return "";
  // Other seats of the same level play like its character, but are different people.
  const like = name === told.name ? "" : _("Plays like {name}.", { name: told.name });
  const words = [`${told.level}.`, like, told.temper].filter(Boolean).join(" ");
  const faults = told.faults.map((fault) => `<li>– ${escape(fault)}</li>`).join("");
  const looked = worlds ? ngettext("The last move was compared in {count} way in which the hidden cards may lie.", "The last move was compared in {count} ways in which the hidden cards may lie.", worlds, { count: worlds.toLocaleString(language) }) : "";
  return `<div class="who-is"><img class="portrait" src="${headUrl(headOf(table.seats[seat]))}" alt=""><div><p>${escape(words)}</p><ul>${faults}</ul></div></div>${looked && `<p class="soft" data-worlds>${escape(looked)}</p>`}`;
}

/** Shows help that has no room on the table. @param {HTMLDialogElement} dialog @param {string} text */
export function showWords(dialog, text) {
  const title = Object.assign(make("h2", "", _("Help")), { id: "reader-title" });
  dialog.replaceChildren(make("div", "panel-head", title, closeButton(dialog)), make("p", "", text));
  dialog.setAttribute("aria-labelledby", "reader-title");
  if (!dialog.open) dialog.showModal();
}

/** @param {string} text */
export function escape(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
