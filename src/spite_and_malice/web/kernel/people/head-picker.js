// A person's name at the table, and their head: one of the drawn heads or the one made from the name.

import { closeButton, closeOutside, make, makeButton } from "../dom/make.js";
import { isSignedIn } from "./passkeys.js";
import { _, N_ } from "../../texts.js";
import { faceOf } from "./heads.js";
import { styled } from "../dom/lazily.js";
import { storedHead, storedName, storeHead, storeName } from "./me.js";

/** A description of each head, for people who use a screen reader. @type {[string, string][]} */
const HEADS = [
  ["otto", N_("white tufts, a walrus moustache, half-moon glasses")],
  ["mei", N_("two black buns, a yellow hood")],
  ["kofi", N_("brown locs, a goatee, a wide grin")],
  ["agnes", N_("white curls, round glasses, pearls")],
  ["amir", N_("a black quiff, stubble, a smirk")],
  ["zola", N_("an afro, large golden hoops")],
  ["sven", N_("a blond beard, a stern look")],
  ["priya", N_("long black hair, a bindi, golden drops")],
  ["tom", N_("a green flat cap, a red nose, a scarf")],
  ["yara", N_("a straw hat, braids, freckles")],
  ["leon", N_("cropped hair, a golden ring, a scar through the brow")],
  ["fatima", N_("a teal headscarf, a gentle smile")],
  ["basil", N_("grey temples, closed eyes, a bow tie")],
  ["inga", N_("a blond braid around the head, a flower")],
  ["diego", N_("a pencil moustache, laughing eyes")],
  ["wren", N_("short teal hair, freckles, a smirk")],
  ["kenji", N_("a black bowl cut, round glasses")],
  ["greta", N_("a grey bun, red cat-eye glasses, a flat mouth")],
  ["mateo", N_("brown curls, a shy smile")],
  ["ruth", N_("grey curls under a wine-red hat, pearls")],
  ["finn", N_("a red quiff, freckles, a wink")],
  ["lola", N_("violet waves, red lips, a mole")],
  ["hassan", N_("a white turban, a black beard")],
  ["edith", N_("a silver bob, large round glasses")],
  ["jonas", N_("honey-coloured hair, red headphones")],
  ["nia", N_("a shaven head, golden hoops")],
  ["viktor", N_("slick black hair, a pointed beard, a raised brow")],
  ["bo", N_("a gap in the teeth, a hearing aid")],
  ["sol", N_("black curls, pale patches on the skin")],
  ["hilda", N_("a red bun, round cheeks, a laugh")],
  ["marcel", N_("a black beret, a thin moustache, a worried look")],
  ["ines", N_("a ponytail, a red band, bright eyes")],
  ["gus", N_("a red woollen hat, a long white beard")],
  ["dita", N_("a black bob, a teal feather")],
  ["raj", N_("square glasses, a pencil behind the ear")],
  ["silke", N_("a pink mohawk, a ring in the ear")],
  ["pat", N_("a chef's hat, a hearty laugh")],
  ["jack", N_("a red kerchief, an eye patch")],
  ["tibble", N_("a black and white cat")],
  ["crumb", N_("a mouse with large ears")],
  ["hoot", N_("an owl")],
  ["russet", N_("a fox with a tie")],
];

/**
 * Opens the choice, which is stored in this browser.
 * @param {string} shown the name at the seat, for the drawing of a person without a name; "" without a seat
 * @param {(head: string, name: string) => void} [chosen] called with the changes: the head, empty for the one made from
 *   the name, and the name
 */
export async function chooseMe(shown, chosen = () => {}) {
  await styled("kernel/people/head-picker.css");
  const dialog = make("dialog", "head-picker");
  const current = storedHead();
  const before = storedName();
  const choose = (/** @type {string} */ head) => {
    storeHead(head);
    dialog.close();
  };
  const input = Object.assign(make("input", ""), { maxLength: 40, autocomplete: "nickname", value: before });
  const unnamed = shown || _("You");
  const name = before || unnamed;
  const one = (/** @type {string} */ head, /** @type {string} */ called, /** @type {string} */ words) => {
    const button = makeButton("bare head-choice", "", () => choose(head));
    button.append(faceOf({ kind: "person", name, head }, 0), make("span", "called", called));
    button.setAttribute("aria-pressed", String(head === current));
    if (words) Object.assign(button, { ariaLabel: `${called}: ${words}`, title: words });
    return button;
  };
  const all = HEADS.map(([head, words]) => one(head, head[0].toUpperCase() + head.slice(1), _(words)));
  const made = one("", _("From my name"), "");
  input.addEventListener("input", () => {
    made.firstElementChild?.replaceWith(faceOf({ kind: "person", name: input.value.trim() || unnamed }, 0));
  });
  // The current head comes first, and the dialog opens at its top.
  const pressed = [made, ...all].find((choice) => choice.ariaPressed === "true") ?? made;
  const grid = make("div", "head-grid", pressed, ...[made, ...all].filter((choice) => choice !== pressed));
  const save = make("button", "button", _("Save"));
  const field = Object.assign(make("form", "my-name", make("label", "field", _("Your name"), input), save), { method: "dialog" });
  // A person who plays without a server has no account.
  const isAlone = document.documentElement.dataset.alone !== undefined;
  const account = Object.assign(make("a", "", isSignedIn() ? _("Your account") : _("Keep your games on every device")), { href: "/me" });
  dialog.append(make("div", "panel-head", make("h2", "", _("Who are you?")), closeButton(dialog)), field, ...(isAlone ? [] : [make("p", "my-account", account)]), grid);
  dialog.setAttribute("aria-label", _("Who are you?"));
  let isCancelled = false;
  dialog.addEventListener("cancel", () => (isCancelled = true));
  dialog.addEventListener("close", () => {
    dialog.remove();
    const told = input.value.trim();
    if (told && !isCancelled) storeName(told);
    if (storedHead() !== current || storedName() !== before) chosen(storedHead(), storedName());
  });
  closeOutside(dialog);
  grid.addEventListener("keydown", (event) => step(event, grid));
  document.body.append(dialog);
  dialog.showModal();
  // A newcomer types a name first; on a phone the keyboard would cover the faces.
  const types = !before && !shown && !matchMedia("(pointer: coarse)").matches;
  (types ? input : pressed).focus();
}

/** Arrow keys move through the grid. @param {KeyboardEvent} event @param {HTMLElement} grid */
function step(event, grid) {
  const choices = /** @type {HTMLElement[]} */ ([...grid.children]);
  const at = choices.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const row = choices.filter((choice) => choice.offsetTop === choices[0].offsetTop).length;
  const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row });
  const to = choices[at + (steps[event.key] ?? 0)];
  // With a modifier key, an arrow belongs to the browser: Alt and the left arrow go back.
  if (at < 0 || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  to?.focus();
}
