// The page of notices: this device's state, and the choices, which are saved at once.

import { leave, request, wake } from "../../kernel/line/requests.js";
import { pushState, sendTrial, switchOff, switchOn } from "../../kernel/line/push.js";
import { _ } from "../../texts.js";

/** @import {PushState} from "../../kernel/line/push.js" */

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T} */
const find = (selector) => /** @type {T} */ (/** @type {unknown} */ (document.querySelector(selector)));

/** @param {PushState} state */
function words(state) {
  switch (state) {
    case "on":
      return _("This device gets notifications.");
    case "off":
      return _("This device gets no notifications yet.");
    case "denied":
      return _("This browser blocks notifications from here. Allow them in its settings for this address, then load the page again.");
    case "untrusted":
      return _("Notifications do not work at this address: browsers need https for them, or localhost on this computer.");
    case "home screen":
      return _("On this device, add the game to the home screen first, and open it from there.");
    default:
      return _("This browser does not support notifications.");
  }
}

/** @param {string} key the server's public key */
function start(key) {
  const buttons = {
    on: find("[data-switch-on]"),
    trial: find("[data-trial]"),
    off: find("[data-switch-off]"),
  };
  const all = /** @type {HTMLButtonElement[]} */ (Object.values(buttons));
  const state = find("[data-state]");
  const said = find("[data-said]");
  const [deviceError, choicesError] = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-error]")]);
  const form = /** @type {HTMLFormElement} */ (find("[data-choices]"));

  /** @param {PushState} now */
  const show = (now) => {
    state.textContent = words(now);
    buttons.on.hidden = now !== "off";
    buttons.trial.hidden = buttons.off.hidden = now !== "on";
  };

  /** @param {() => Promise<string | void>} act it may return a message */
  const pressed = (act) => () => leave(deviceError, all, async () => {
    const told = await act();
    const now = await pushState(key);
    show(now);
    if (told) state.textContent = told;
    wake(all);
  });

  buttons.on.addEventListener("click", pressed(async () => {
    await switchOn(key);
    // The zone of the quiet hours is this device's, from the first one on.
    if (!find(".notices").dataset.zone) await save();
  }));
  buttons.off.addEventListener("click", pressed(switchOff));
  buttons.trial.addEventListener("click", pressed(async () => {
    if ((await sendTrial()) === "sent") return _("Sent. It appears in a moment.");
    return _("It could not be sent. Try again in a moment.");
  }));

  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement & HTMLSelectElement} */ (form.querySelector(`[data-${name}]`));

  async function save() {
    const kinds = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-kind]"));
    const isQuiet = field("quiet").checked;
    await request("PUT", "/api/notices", {
      kinds: Object.fromEntries([...kinds].map((kind) => [kind.dataset.kind, kind.checked])),
      quiet_from: isQuiet ? Number(field("from").value) : null,
      quiet_until: isQuiet ? Number(field("until").value) : null,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
      most: Number(field("most").value),
    });
  }

  const showHours = () => (find("[data-hours]").hidden = !field("quiet").checked);
  form.addEventListener("change", () => {
    showHours();
    said.textContent = "";
    void leave(choicesError, [], async () => {
      await save();
      said.textContent = _("Saved.");
    });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  showHours();
  void pushState(key).then(show);
}

/** @param {HTMLFormElement} form of the choice of mails */
function startMails(form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[data-address]"));
  const [on, off] = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-mail-on], [data-mail-off]")]);
  const kinds = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-mail-kind]")]);
  const state = /** @type {HTMLElement} */ (form.querySelector("[data-mail-state]"));
  const error = /** @type {HTMLElement} */ (form.querySelector("[data-error]"));

  /** @param {{on: boolean, confirmed: boolean}} mail */
  const show = (mail) => {
    if (!mail.on) state.textContent = _("You get no mails about evenings, tournaments and clubs.");
    else if (mail.confirmed) state.textContent = _("You get mails about what is ticked.");
    else state.textContent = _("A mail asks at your address. Say yes there, then the mails come.");
    off.hidden = !mail.on;
    field.required = !mail.on;
    on.textContent = mail.on ? _("Save") : _("Send me mails");
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void leave(error, [on, off], async () => {
      const chosen = kinds.filter((kind) => kind.checked).map((kind) => kind.dataset.mailKind);
      show(chosen.length === 0 ? await request("DELETE", "/api/notices/mail") : await request("PUT", "/api/notices/mail", {
        address: field.value || null,
        kinds: chosen,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
      }));
      field.value = "";
      wake([on, off]);
    });
  });
  off.addEventListener("click", () => leave(error, [on, off], async () => {
    show(await request("DELETE", "/api/notices/mail"));
    wake([on, off]);
  }));
  show({ on: Boolean(form.dataset.on), confirmed: Boolean(form.dataset.confirmed) });
}

const { key } = find(".notices").dataset;
if (key) start(key);
const mails = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-mail]"));
if (mails) startMails(mails);

export const ready = true;
