// Making elements.

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
  button.onclick = act;
  return button;
}

/** Sets a text only when it changes, so that screen readers hear changes alone. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
