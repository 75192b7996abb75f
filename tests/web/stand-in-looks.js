// The looks that the server names on every page. A module reads them once, when it is first imported, so every stand-in
// for a page has them.

export const LOOKS =
  '{"surface": {"felt": "Felt"}, "deck": {"plain": "Plain"}, "pack": {"international": "A K Q J"}, "back": {"red": "Red"}}';
