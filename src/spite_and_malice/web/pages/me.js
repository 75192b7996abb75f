// The visitor's own face and name in the head of a page; a press lets them choose others.

import { faceOf } from "../table/heads.js";
import { storedHead, storedName } from "../table/me.js";
import { _ } from "../texts.js";
import { make, makeButton } from "./dom.js";

const FACE = 32;
const button = makeButton("bare me", "", async () => {
  const { chooseMe } = await import("../table/head-picker.js");
  await chooseMe(storedName() || _("You"), draw);
});

button.title = _("Choose your name and head");

function draw() {
  const name = storedName();
  button.replaceChildren(
    faceOf({ kind: "person", name: name || "?", head: storedHead() }, FACE),
    make("span", "me-name", name || _("Who are you?")),
  );
}

draw();
addEventListener("spite-me", draw);
document.querySelector(".site-head")?.append(button);
