// What can be looked at on a table by anyone who sees it, playing or not: seats, stacks, the tabs of the drawer.

import { focusedKey } from "../../kernel/dom/drawn.js";

/** @import {Stage} from "../stage.js" */
/** @import {TableView} from "../table.js" */

/**
 * Listens for clicks on what can be looked at, and for a mouse over stacks.
 * @param {TableView} table
 * @param {() => Promise<Stage>} staged
 */
export function listenForLooks(table, staged) {
  const { root } = table;
  root.addEventListener("click", async ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (target).closest("[data-seat], [data-read], [data-panel]")
    );
    const { seat, read, panel } = button?.dataset ?? {};
    if (seat) table.lookAtSeat(Number(seat));
    else if (read) table.look(read);
    else if (panel) (await staged()).toggleTab(panel);
  });

  /** Stacks are fanned out under a mouse alone. @param {PointerEvent} event */
  const watchMouse = async (event) => {
    if (event.pointerType !== "mouse" || !(/** @type {Element} */ (event.target).closest(".place.side"))) return;
    root.removeEventListener("pointerover", watchMouse);
    const { watch } = await import("../help/peek.js");
    watch(await staged());
  };
  root.addEventListener("pointerover", watchMouse);
}

/** Fans out the stack that has the focus. @param {TableView} table */
export function fanOut(table) {
  const key = focusedKey();
  if (key) table.look(key);
}
