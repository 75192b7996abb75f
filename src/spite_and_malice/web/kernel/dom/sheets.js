// Style sheets that are fetched with the parts of the page that need them.

/** Load a style sheet; nothing that needs it is drawn before. @param {string} path below web/ */
export function styled(path) {
  const href = new URL(`../../${path}`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
    document.head.append(link);
  });
}
