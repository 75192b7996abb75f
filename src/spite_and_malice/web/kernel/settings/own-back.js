// The player's own picture for the backs of the cards: cropped and redrawn here, so that nothing of the file is stored but
// the visible part, and never sent.

import { make, makeButton } from "../dom/make.js";
import { _ } from "../../texts.js";

/** Width and height of the back in pixels: the largest card, on a screen with two pixels per CSS pixel. */
const WIDTH = 350;
const HEIGHT = 490;
/** The width of the paper border, and the radius of its corners. */
const MARGIN = 17;
const CORNER = 12;
const QUALITY = 0.85;
const STEP = 8;
const LARGEST = 4;

/**
 * Lets a person choose the visible part of a picture.
 * @param {File} file
 * @returns {Promise<string | null>} the back as a data: address, null if they cancelled
 */
export async function cropPicture(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  const dialog = make("dialog", "crop");
  dialog.setAttribute("aria-labelledby", "crop-title");
  document.body.append(dialog);
  const chosen = new Promise((done) => (dialog.onclose = () => done(dialog.returnValue === "use")));
  const canvas = Object.assign(make("canvas", ""), { width: WIDTH, height: HEIGHT, tabIndex: 0 });
  if (picture) layOut(dialog, canvas, picture);
  else layProblem(dialog);
  dialog.showModal();
  const used = await chosen;
  dialog.remove();
  return used && picture ? canvas.toDataURL("image/jpeg", QUALITY) : null;
}

/** @param {HTMLDialogElement} dialog */
function layProblem(dialog) {
  const close = makeButton("primary", _("Close"), () => dialog.close());
  const title = Object.assign(make("h2", "", _("This is no picture that the browser can show.")), { id: "crop-title" });
  dialog.append(title, make("p", "", _("Choose a JPEG, PNG or WebP file.")), make("div", "actions", close));
}

/** @param {HTMLDialogElement} dialog @param {HTMLCanvasElement} canvas @param {ImageBitmap} picture */
function layOut(dialog, canvas, picture) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const cover = Math.max(WIDTH / picture.width, HEIGHT / picture.height);
  let scale = 1;
  /** The centre of the visible part, in pixels of the picture. */
  const middle = { x: picture.width / 2, y: picture.height / 2 };
  const draw = () => {
    const factor = cover * scale;
    const [across, down] = [WIDTH / factor / 2, HEIGHT / factor / 2];
    middle.x = Math.min(Math.max(middle.x, across), picture.width - across);
    middle.y = Math.min(Math.max(middle.y, down), picture.height - down);
    pen.fillStyle = "#fbf8f0";
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.save();
    pen.beginPath();
    pen.roundRect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, CORNER);
    pen.clip();
    pen.imageSmoothingQuality = "high";
    const [width, height] = [picture.width * factor, picture.height * factor];
    pen.drawImage(picture, WIDTH / 2 - middle.x * factor, HEIGHT / 2 - middle.y * factor, width, height);
    pen.restore();
  };
  /** @param {number} x @param {number} y the distance in pixels of the canvas */
  const shift = (x, y) => {
    middle.x -= x / cover / scale;
    middle.y -= y / cover / scale;
    draw();
  };
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", _("Your picture as a card’s back. The arrow keys move it."));
  canvas.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (!by) return;
    event.preventDefault();
    shift(by[0], by[1]);
  });
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    const ratio = WIDTH / canvas.clientWidth;
    shift(event.movementX * ratio, event.movementY * ratio);
  });
  const size = Object.assign(make("input", ""), { type: "range", min: "1", max: String(LARGEST), step: "0.05", value: "1" });
  size.oninput = () => {
    scale = Number(size.value);
    draw();
  };
  draw();
  const title = Object.assign(make("h2", "", _("The back of your cards")), { id: "crop-title" });
  dialog.append(
    title,
    canvas,
    make("label", "crop-size", _("Size"), size),
    make("p", "hint", _("Drag the picture to where it should be.")),
    make(
      "div",
      "actions",
      makeButton("primary", _("Use it"), () => dialog.close("use")),
      makeButton("", _("Cancel"), () => dialog.close()),
    ),
  );
}
