// Create elements and write to them.

import { _ } from "../../texts.js";

export { write } from "./elements.js";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {string} className
 * @param {(Node | string)[]} content
 */
export function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}

/**
 * A button that does not send a form.
 * @param {string} className besides "button"
 * @param {string} text
 * @param {() => void} act
 */
export function makeButton(className, text, act) {
  const button = make("button", `button ${className}`.trim(), text);
  button.type = "button";
  button.addEventListener("click", () => act());
  return button;
}

/** The close button in the head of a dialog. @param {HTMLDialogElement} dialog */
export function closeButton(dialog) {
  const button = makeButton("bare close", "✕", () => dialog.close());
  button.ariaLabel = _("Close");
  return button;
}

/** A press outside a dialog closes it, unless it began inside, as when selecting text. @param {HTMLDialogElement} dialog */
export function closeOutside(dialog) {
  let began = false;
  /** @param {MouseEvent} event */
  const isOutside = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (x < left || x > right || y < top || y > bottom);
  };
  dialog.addEventListener("pointerdown", (event) => (began = isOutside(event)));
  dialog.addEventListener("click", (event) => began && isOutside(event) && dialog.close());
}
