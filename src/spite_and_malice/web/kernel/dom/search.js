// The text typed to search a list.

/** Lower-case letters without accents, so that "Zuge" finds "Züge". @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a query, in the form of `plain`. @param {string} typed */
export const plainWords = (typed) => plain(typed).split(/\s+/).filter(Boolean);
