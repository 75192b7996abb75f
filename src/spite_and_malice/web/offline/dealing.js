// A table that is being dealt, to look at while the server warms up: backs of cards that go where a game has them.

const HAND = 5;
const GAP = 6;
/** One card after another, in milliseconds. */
const BEAT = 90;

/** @param {HTMLElement} place @param {URL} back the picture of a card's back */
export function deal(place, back) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stock = card(place, back, 0, 0);
  stock.classList.add("stock");
  let beat = 0;
  for (let round = 0; round < HAND; round++) {
    for (const side of [-1, 1]) {
      const across = (round - (HAND - 1) / 2) * (100 + GAP);
      const dealt = card(place, back, across, side * 150);
      if (still) continue;
      const from = { transform: "none" };
      const delay = BEAT * beat++;
      dealt.animate([from, { transform: dealt.style.transform }], { duration: 320, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
    }
  }
}

/** @param {HTMLElement} place @param {URL} back @param {number} across @param {number} down both in hundredths of a card */
function card(place, back, across, down) {
  const made = document.createElement("span");
  made.className = "dealt";
  made.style.backgroundImage = `url("${back}")`;
  made.style.transform = `translate(${across}%, ${(down / 140) * 100}%)`;
  place.append(made);
  return made;
}
