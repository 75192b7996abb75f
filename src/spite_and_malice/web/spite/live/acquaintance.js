// This browser's person and the people at the table: a friendship can be offered here, and muted people stay muted.

import { makeButton } from "../../kernel/dom/make.js";
import { request, sentenceOf } from "../../kernel/line/requests.js";
import { introduction } from "../../kernel/people/introduction.js";
import { _ } from "../../texts.js";

/** @typedef {{who: string, name: string, friendship: "none" | "offered" | "asked" | "friend", avoidance: "block" | "mute" | null}} Known */

/** The number of friends offered at a table. */
const SHOWN = 8;

/**
 * The person at each seat, null if it is not another person; an empty list for somebody without a seat there.
 * @param {string} table
 * @returns {Promise<(Known | null)[]>}
 */
export async function knownAt(table) {
  return request("GET", `/api/people/at/${table}`).catch(() => []);
}

/** Mute somebody at every table, or unmute them. @param {string} table @param {number} seat @param {boolean} muted */
export async function keepMuted(table, seat, muted) {
  await request("PUT", `/api/people/at-${table}-${seat}/avoid`, { kind: muted ? "mute" : null }).catch(() => null);
}

/**
 * The button for somebody: offer a friendship, accept theirs, or nothing further.
 * @param {string} table
 * @param {number} seat
 * @param {Known} known
 */
export function friendButton(table, seat, { name, friendship }) {
  const words = friendship === "asked" ? _("Accept the friendship of {name}", { name }) : _("Add {name} as a friend", { name });
  const button = makeButton("small", words, async () => {
    button.disabled = true;
    try {
      const answer = await request("POST", `/api/people/at-${table}-${seat}/friend`, introduction());
      button.textContent = standing(answer.friendship);
    } catch (problem) {
      button.disabled = false;
      button.textContent = sentenceOf(problem);
    }
  });
  button.setAttribute("aria-live", "polite");
  if (friendship === "offered" || friendship === "friend") {
    button.disabled = true;
    button.textContent = standing(friendship);
  }
  return button;
}

/**
 * A button for each friend, those present first, that invites them to a table that is still gathering.
 * @param {HTMLElement} place
 * @param {string} table
 */
export async function offerInvitations(place, table) {
  /** @type {(Known & {here: boolean})[]} */
  const known = await request("GET", "/api/people").catch(() => []);
  const friends = known.filter((one) => one.friendship === "friend" && one.avoidance !== "block");
  friends.sort((one, other) => Number(other.here) - Number(one.here) || one.name.localeCompare(other.name));
  place.replaceChildren(...friends.slice(0, SHOWN).map((one) => inviteButton(table, one)));
  place.hidden = friends.length === 0;
}

/** @param {string} table @param {Known & {here: boolean}} friend */
function inviteButton(table, { who, name, here }) {
  const words = here ? _("Invite {name}, who is here now", { name }) : _("Invite {name}", { name });
  const button = makeButton("small", words, async () => {
    button.disabled = true;
    try {
      await request("POST", `/api/people/${who}/invite`, { ...introduction(), table });
      button.textContent = _("{name} is invited", { name });
    } catch (problem) {
      button.disabled = false;
      button.textContent = sentenceOf(problem);
    }
  });
  button.setAttribute("aria-live", "polite");
  return button;
}

/** @param {string} friendship */
function standing(friendship) {
  return friendship === "friend" ? _("You are friends") : _("Friendship offered");
}

/** Buttons for each of the others, placed under the end of a game. @param {HTMLElement} place @param {string} table */
export async function offerFriendships(place, table) {
  const known = await knownAt(table);
  place.append(
    ...known.flatMap((one, seat) => (one && one.avoidance === null && one.friendship !== "friend" ? [friendButton(table, seat, one)] : [])),
  );
}
