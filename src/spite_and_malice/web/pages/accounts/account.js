// The account page: an account, its contents, and the stored data.

import { storedName, storeName } from "../../kernel/people/me.js";
import { go } from "../../places.js";
import { serverNow } from "../../kernel/dom/times.js";
import { _ } from "../../texts.js";
import { make, makeButton } from "../../kernel/dom/make.js";
import { leaveAccount } from "./follow.js";
import { forgetPerson, isSignedIn, makePasskey, passkeysWork, rememberSignedIn, removePasskey } from "../../kernel/people/passkeys.js";
import { post, request, sentenceOf } from "../../kernel/line/requests.js";
import { readText, writeText } from "../../kernel/storage.js";
import { duration } from "../../spite/setup/table-settings.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-account]"));
/** Marks that an account was just created in this tab, which no link can state. */
const NEW = "spite.new-account";
const hasAccount = page.dataset.account === "yes";
if (hasAccount) rememberSignedIn(true);
else if (isSignedIn()) leaveAccount();

for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkeys]"))) {
  element.hidden = (element.dataset.passkeys === "yes") !== passkeysWork();
}

/** @param {string} selector @param {(button: HTMLButtonElement) => Promise<unknown>} act */
function onPress(selector, act) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(selector))) {
    button.addEventListener("click", () => carryOut(button, () => act(button)));
  }
}

/** Performs an action once, and shows an error beside it. @param {HTMLButtonElement} button @param {() => Promise<unknown>} act */
async function carryOut(button, act) {
  const scope = button.closest("section, form, dialog") ?? page;
  const told = /** @type {HTMLElement} */ (scope.querySelector(".error") ?? page.querySelector(".error"));
  told.textContent = "";
  button.disabled = true;
  try {
    await act();
  } catch (problem) {
    told.textContent = sentenceOf(problem);
  }
  button.disabled = false;
}

/** @param {string} selector @param {(form: HTMLFormElement) => Promise<unknown>} act */
function onSubmit(selector, act) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(selector));
  if (!form) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void carryOut(/** @type {HTMLButtonElement} */ (form.querySelector("button")), () => act(form));
  });
}

const again = () => location.reload();

onPress("[data-keep]", async () => {
  if (passkeysWork()) await makePasskey();
  else {
    await post("/api/me", {});
    rememberSignedIn(true);
    writeText(NEW, "yes", "tab");
  }
  again();
});
onPress("[data-add-passkey]", () => makePasskey().then(again));
onPress("[data-remove-passkey]", (button) => removePasskey(button.dataset.removePasskey ?? "").then(again));
const leaving = /** @type {HTMLDialogElement} */ (document.getElementById("signing-out"));
onPress("[data-sign-out]", async ({ dataset }) => {
  const words = dataset.signOut ? _("{device} needs a passkey, a code or a link to come back.", { device: dataset.device ?? "" }) : _("This device needs a passkey, a code or a link to come back.");
  /** @type {HTMLElement} */ (leaving.querySelector("[data-words]")).textContent = words;
  leaving.dataset.device = dataset.signOut;
  leaving.showModal();
});
onPress("[data-sign-out-really]", async () => {
  const device = leaving.dataset.device || null;
  await post("/api/me/sign-out", { device });
  if (device) return again();
  await forgetPerson();
  go("/");
});
onPress("[data-recovery]", async (button) => {
  const { code } = await post("/api/me/recovery", {});
  showCode(/** @type {HTMLElement} */ (button.closest("section")), code);
});
onPress("[data-link]", async (button) => {
  const { code, url, qr, expires_at: until } = await post("/api/me/link", {});
  const place = /** @type {HTMLElement} */ (button.closest("section")?.querySelector("[data-shown]"));
  const picture = Object.assign(make("img", "qr"), { src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: _("The link as a QR code"), width: 220, height: 220 });
  const time = duration(60 * Math.max(1, Math.round((until - serverNow()) / 60_000)));
  place.replaceChildren(
    picture,
    make(
      "div",
      "",
      make("p", "", _("Point the other device's camera at the picture, or open this address there and type the code:")),
      make("p", "", make("code", "address", url.split("#")[0])),
      make("p", "", make("code", "code", code)),
      make("p", "hint", _("Works once, for {time}. Anybody who has it is signed in as you.", { time })),
    ),
  );
});
onSubmit("[data-name]", async (form) => {
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim();
  const { account } = await request("PUT", "/api/me", { name: name || null });
  if (account.name) storeName(account.name);
  again();
});
onSubmit("[data-mail]", async (form) => {
  const { address } = await request("PUT", "/api/me/mail", { address: /** @type {HTMLInputElement} */ (form.elements.namedItem("address")).value });
  form.replaceWith(make("p", "notice", _("A mail is on its way to {address}. Open the link in it in this browser.", { address })));
});
onPress("[data-forget-mail]", () => request("DELETE", "/api/me/mail", {}).then(again));

const sure = /** @type {HTMLDialogElement} */ (document.getElementById("erase"));
onPress("[data-erase]", async () => sure.showModal());
onPress("[data-erase-really]", async () => {
  await request("DELETE", "/api/me", {});
  await forgetPerson();
  go("/");
});

/** @param {HTMLElement} section @param {string} code */
function showCode(section, code) {
  const copy = makeButton("", _("Copy"), async () => {
    await navigator.clipboard?.writeText(code).then(
      () => (copy.textContent = _("Copied")),
      () => {},
    );
  });
  copy.ariaLive = "polite";
  const acts = isSecureContext ? [copy] : [];
  const words = _("Write it down or keep it with your passwords: it is shown only once.");
  const place = /** @type {HTMLElement} */ (section.querySelector("[data-shown]"));
  place.replaceChildren(make("p", "", make("code", "code long", code), ...acts), make("p", "hint", words));
}

// Where no passkey can be made an account begins with its recovery code.
if (hasAccount && readText(NEW, "tab")) {
  writeText(NEW, null, "tab");
  /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-recovery]"))?.click();
}

const mailed = location.hash.match(/^#mail=(.+)$/);
if (mailed) {
  history.replaceState(null, "", location.pathname);
  // Malware scanners open links in mails and run their scripts: only a person presses.
  const button = makeButton("primary large", _("Yes, this is my address"), () => carryOut(button, () => post("/api/me/mail/confirm", { token: mailed[1] }).then(again)));
  const asked = make("div", "panel", make("p", "", _("You followed a link from a mail.")), make("p", "error"), button);
  /** @type {HTMLElement} */ (asked.querySelector(".error")).setAttribute("role", "alert");
  (page.querySelector(".lead") ?? page.querySelector("h1"))?.after(asked);
  button.focus();
}

const input = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-name] input"));
if (input && !input.value) input.value = storedName();

export const ready = true;
