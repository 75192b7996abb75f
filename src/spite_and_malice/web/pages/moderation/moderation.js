// The pages of moderators: each form sends its request to the server, and the page is reloaded with the result. If the
// device has not been verified lately, the passkey is requested first.

import { make } from "../../kernel/dom/make.js";
import { leave, Refused, request } from "../../kernel/line/requests.js";
import { signInWithPasskey } from "../../kernel/people/passkeys.js";
import "../../kernel/dom/times.js";

const PROOF = "/api/admin/passkey";

/** @param {string} method @param {string} url @param {object} body */
async function act(method, url, body) {
  try {
    await request(method, url, body);
  } catch (problem) {
    if (!(problem instanceof Refused) || problem.code !== "passkey_needed") throw problem;
    await signInWithPasskey(PROOF);
    await request(method, url, body);
  }
}

/**
 * The values of a form's fields, in the server's form: numbers, and times in milliseconds.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  /** @type {Record<string, string | number>} */
  const body = {};
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]"))) {
    if (field.type === "datetime-local") {
      if (field.value) body[field.name] = new Date(field.value).getTime();
    } else {
      body[field.name] = field.type === "number" ? Number(field.value) : field.value;
    }
  }
  return body;
}

/** The place for the reason of a refusal: in the form itself. @param {HTMLFormElement} form */
function errorOf(form) {
  const error = make("p", "error");
  error.setAttribute("role", "alert");
  form.append(error);
  return error;
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-act]"))) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const error = errorOf(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(error, [button], async () => {
      await act(form.dataset.method ?? "POST", form.dataset.act ?? "", bodyOf(form));
      location.reload();
    });
  });
}

const door = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-door]"));
if (door) {
  const button = /** @type {HTMLButtonElement} */ (door.querySelector("button"));
  const error = errorOf(door);
  door.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(error, [button], async () => {
      await signInWithPasskey(PROOF);
      location.reload();
    });
  });
}

// A deleted table has no picture.
for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("[data-position]"))) {
  picture.addEventListener("error", () => picture.remove());
}

export const ready = true;
