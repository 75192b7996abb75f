// Reading the forms of evenings and clubs: a game with its number of players, and the host's other choices.

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLInputElement | HTMLSelectElement | null} */
const field = (form, name) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (form.elements.namedItem(name));

/** Offer the possible numbers of players of the chosen game. @param {HTMLFormElement} form */
export function offerPlayers(form) {
  const game = /** @type {HTMLSelectElement | null} */ (field(form, "game"));
  const players = /** @type {HTMLSelectElement | null} */ (field(form, "players"));
  if (!game || !players) return;
  const offer = () => {
    const wanted = players.value;
    const numbers = game.selectedOptions[0]?.dataset.players?.split(" ") ?? [];
    players.replaceChildren(...numbers.map((number) => new Option(number, number, false, number === wanted)));
    const place = players.closest("label");
    if (place) place.hidden = numbers.length === 0;
    const target = field(form, "target")?.closest("label");
    if (target) target.hidden = numbers.length === 0;
  };
  game.addEventListener("change", offer);
  offer();
}

/** The rules requested by a form, null if they stay unchanged. @param {HTMLFormElement} form */
export function rulesOf(form) {
  const game = field(form, "game")?.value ?? "";
  if (!game) return null;
  const target = Number(field(form, "target")?.value ?? 1);
  if (game.startsWith("house:")) return { house: game.slice("house:".length), target };
  return { preset: game, players: Number(field(form, "players")?.value), target };
}

/** The host's other choices besides the rules. @param {HTMLFormElement} form */
export function settingsOf(form) {
  const teams = /** @type {HTMLInputElement | null} */ (field(form, "teams"));
  return {
    name: field(form, "name")?.value ?? "",
    computer: field(form, "computer")?.value || null,
    call: field(form, "call")?.value ?? "",
    teams: teams?.checked ?? false,
    stand_ins: field(form, "stand_ins")?.value ?? "half",
  };
}

/** A date and time in UTC milliseconds, null without one. @param {HTMLFormElement} form */
export function startOf(form) {
  const text = field(form, "starts")?.value ?? "";
  return text ? new Date(text).getTime() : null;
}
