// Signing in: with a passkey, a code, or a link by mail.

import { go } from "../../places.js";
import { _ } from "../../texts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { passkeysWork, rememberSignedIn, signInWithPasskey } from "../../kernel/people/passkeys.js";
import { writeText } from "../../kernel/storage.js";
import { post, Refused, sentenceOf } from "../../kernel/line/requests.js";

const told = /** @type {HTMLElement} */ (document.querySelector("[data-told]"));

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkeys]"))) {
  element.hidden = (element.dataset.passkeys === "yes") !== passkeysWork();
}

/** @param {HTMLButtonElement} button @param {() => Promise<unknown>} act */
async function carryOut(button, act) {
  told.textContent = "";
  button.disabled = true;
  try {
    await act();
  } catch (problem) {
    if (problem instanceof Refused && problem.code === "two_accounts") decide(problem);
    else told.textContent = sentenceOf(problem);
  }
  button.disabled = false;
}

/** @param {string} selector @param {(value: string) => Promise<unknown>} act */
function onSubmit(selector, act) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(selector));
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = /** @type {HTMLInputElement} */ (form.querySelector("input")).value;
    void carryOut(/** @type {HTMLButtonElement} */ (form.querySelector("button")), () => act(value));
  });
}

function welcome() {
  // The state that this browser shared with another account does not apply to this one.
  writeText("spite.followed", null);
  rememberSignedIn(true);
  go("/games");
}

/** One browser, two accounts: the choice of how to merge them. @param {Refused} asked */
function decide(asked) {
  const { ticket, here, there } = /** @type {{ticket: string, here: string, there: string}} */ (asked.said);
  const dialog = make("dialog", "going");
  const wrong = make("p", "error");
  wrong.setAttribute("role", "alert");
  const choose = (/** @type {"join" | "change"} */ then) => async () => {
    try {
      await post("/api/sign-in/decide", { ticket, then });
      welcome();
    } catch (problem) {
      wrong.textContent = sentenceOf(problem);
    }
  };
  const title = make("h2", "", _("Two accounts"));
  title.id = "two-accounts";
  dialog.setAttribute("aria-labelledby", title.id);
  const names = here && there ? [make("p", "", _("Here: {here}. The other: {there}.", { here, there }))] : [];
  const acts = make(
    "div",
    "actions",
    makeButton("primary", _("Merge the accounts"), choose("join")),
    makeButton("", _("Sign in to the other one only"), choose("change")),
    makeButton("bare", _("Cancel"), () => dialog.close()),
  );
  dialog.append(title, make("p", "", asked.message), ...names, wrong, acts);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

const passkey = /** @type {HTMLButtonElement} */ (document.querySelector("[data-passkey]"));
passkey.addEventListener("click", () => carryOut(passkey, () => signInWithPasskey().then(welcome)));
onSubmit("[data-code]", (code) => post("/api/sign-in/code", { code }).then(welcome));
onSubmit("[data-mail]", async (address) => {
  await post("/api/sign-in/mail", { address });
  document
    .querySelector("[data-mail]")
    ?.replaceWith(make("p", "notice", _("If an account signs in by {address}, a link is on its way there. It is good for fifteen minutes.", { address })));
});

/** Nothing can be focused on a page that is not visible yet. @param {HTMLElement} element */
function focus(element) {
  if (document.documentElement.dataset.ready !== undefined) element.focus();
  else addEventListener("spite-ready", () => element.focus(), { once: true });
}

const brought = decodeURIComponent(location.hash.slice(1));
const mailed = brought.match(/^mail=(.+)$/);
if (brought) history.replaceState(null, "", location.pathname);
if (mailed) {
  const [, token] = mailed;
  const button = makeButton("primary large", _("Sign in"), () => carryOut(button, () => post("/api/sign-in/mail/link", { token }).then(welcome)));
  document.querySelector("[data-ways]")?.replaceChildren(make("p", "", _("You followed a link from a mail.")), button);
  focus(button);
} else if (brought) {
  const code = /** @type {HTMLInputElement} */ (document.querySelector("[data-code] input"));
  code.value = brought;
  focus(/** @type {HTMLButtonElement} */ (document.querySelector("[data-code] button")));
}

export const ready = true;
