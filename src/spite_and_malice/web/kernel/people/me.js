// Who this browser's player is: the name and the head that they sit down with.

const NAME = "spite.name";
const HEAD = "spite.head";
/** The heads of those who have told no name yet: one for each browser, whose it stays. */
const GUESTS = ["crumb", "hoot", "russet", "tibble"];

/** @param {string} key */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** The player's name; empty before they have told one. */
export function storedName() {
  return stored(NAME) ?? "";
}

/** @param {string} name */
export function storeName(name) {
  store(NAME, name.trim());
}

/** The player's head; empty for one made from the name. */
export function storedHead() {
  const head = stored(HEAD);
  if (head !== null || storedName()) return head ?? "";
  const guest = GUESTS[Math.floor(Math.random() * GUESTS.length)];
  storeHead(guest);
  return guest;
}

/** The head to put on beside others: who wears one by default takes another than theirs. @param {unknown[]} worn by the others */
export function headBeside(worn) {
  const head = storedHead();
  if (!GUESTS.includes(head) || !worn.includes(head)) return head;
  return GUESTS.find((guest) => !worn.includes(guest)) ?? head;
}

/** @param {string} head */
export function storeHead(head) {
  store(HEAD, head);
}
