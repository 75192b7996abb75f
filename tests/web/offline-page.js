// The script of that page: generated addresses, a request, and a connection.

document.getElementById("made").setAttribute("href", "/made");
fetch("/api/version").then((answer) => answer.json()).then((version) => (document.body.dataset.version = version));
const line = window.parent.spiteShell.openLine("ws://x/table/t/ws");
line.onopen = () => line.send("hello");
line.onmessage = ({ data }) => (document.body.dataset.line = data);
