// A server of one page that answers at once, by the messages of docs/offline.md.

const page = (path, rest = "") => `<!doctype html><html lang="en"><head><title>${path}</title></head><body><main><h1>${path}</h1>
<a href="/games">Games</a> <a id="made">Made</a><form method="post" action="/language"><button>Speak</button></form>${rest}
<script type="module" src="/static/0123456789ab/page.js"></script></main><footer class="site-foot"></footer></body></html>`;
const encode = (text) => new TextEncoder().encode(text).buffer;
onmessage = async ({ data }) => {
  const say = (status, headers, text) => postMessage({ kind: "response", id: data.id, status, headers, body: encode(text) });
  if (data.kind === "start") {
    const kit = await (await fetch(new URL("version.txt", data.kit))).text();
    const why = { fails: "storage", broken: "broken" }[kit.trim()];
    if (why) postMessage({ kind: "failed", why });
    else postMessage({ kind: "ready", version: (self.version = kit.trim()) });
  } else if (data.kind === "request") {
    const referer = data.headers.find(([name]) => name === "referer")?.[1] ?? "";
    if (data.method === "POST") say(303, [["location", `/after?from=${new URL(referer).pathname}`]], "");
    else if (data.path === "/api/tables") {
      const changed_at = Date.now() + (self.version === "behind" ? 48 : -1) * 3_600_000;
      say(200, [["content-type", "application/json"]], JSON.stringify([{ id: "t", state: "running", game: 1, changed_at }]));
    } else if (data.path === "/api/version") say(200, [["content-type", "application/json"]], JSON.stringify(self.version));
    else say(200, [["content-type", "text/html"]], page(data.path));
  } else if (data.kind === "open") postMessage({ kind: "opened", socket: data.socket });
  else if (data.kind === "text") postMessage({ kind: "text", socket: data.socket, text: `heard ${data.text}` });
  else if (data.kind === "again") postMessage({ kind: "going" });
  else if (data.kind === "close") postMessage({ kind: "closed", socket: data.socket, code: 1000, reason: "" });
};
