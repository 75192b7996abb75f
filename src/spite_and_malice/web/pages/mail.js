// Behind the link in a turn mail: the click on it is enough. Programs that only look where the link leads run no script.

const form = /** @type {HTMLFormElement} */ (document.getElementById("stop"));
form.requestSubmit();
