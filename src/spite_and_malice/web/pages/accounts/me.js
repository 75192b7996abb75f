// The visitor's own face and name in the head of a page; a press lets them choose others.

import { faceOf } from "../../kernel/people/heads.js";
import { ME_CHANGED, storedHead, storedName } from "../../kernel/people/me.js";
import { _ } from "../../texts.js";
import { make, makeButton } from "../../kernel/dom/make.js";

const FACE = 32;
const button = makeButton("bare me", "", async () => {
  const { chooseMe } = await import("../../kernel/people/head-picker.js");
  await chooseMe(storedName());
});

button.title = _("Choose your name and face");

function draw() {
  const name = storedName();
  button.replaceChildren(
    faceOf({ kind: "person", name: name || "?", head: storedHead() }, FACE),
    make("span", "me-name", name || _("Who are you?")),
  );
  drawOwn();
}

/** In lists of players, too. */
function drawOwn() {
  const name = storedName();
  for (const own of document.querySelectorAll("[data-own-face]")) {
    own.replaceChildren(faceOf({ kind: "person", name: name || "?", head: storedHead() }, 0));
  }
}

draw();
addEventListener(ME_CHANGED, draw);
document.querySelector(".site-head .me")?.replaceWith(button);

export const ready = true;
