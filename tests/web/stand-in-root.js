// What every stand-in for a page has as its root. Some modules keep the root of the page in which they are first imported,
// and read there, once, the looks that the server names.

export const LOOKS =
  '{"surface": {"felt": "Felt"}, "deck": {"plain": "Plain"}, "pack": {"international": "A K Q J"}, "back": {"red": "Red"}}';

export const root = () => ({ lang: "en", dataset: { looks: LOOKS }, style: { setProperty() {}, removeProperty() {} } });
