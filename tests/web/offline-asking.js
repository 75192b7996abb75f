// Queries a server in a worker like the outer page, for in_worker.py.

const worker = new Worker(`offline/worker.js${location.search}`, { type: "module" });
const answers = new Map();
const said = [];
let heard = () => {};
let ran = () => {};
let count = 0;

const asking = {
  isStuck: false,

  ready: new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") resolve(null);
      if (data.kind === "failed") reject(new Error(data.why));
      if (data.kind === "response") answers.get(data.id)({ status: data.status, text: new TextDecoder().decode(data.body) });
      if (data.kind === "ran") ran(data);
      if (data.kind === "stuck") asking.isStuck = true;
      if (data.kind === "text") {
        said.push(JSON.parse(data.text));
        heard();
      }
    };
    worker.onerror = (error) => reject(new Error(error.message));
  }),

  /** The findings of a program in the worker's Python, with these files in its argument folder. */
  run(program, files) {
    worker.postMessage({ kind: "run", program, files });
    return new Promise((resolve, reject) => {
      ran = ({ found, error }) => (error === null ? resolve(found) : reject(new Error(error)));
    });
  },

  ask(method, path, body) {
    const id = ++count;
    const headers = [["host", location.host], ["accept", "text/html"], ["content-type", "application/json"]];
    const bytes = body ? new TextEncoder().encode(JSON.stringify(body)).buffer : null;
    worker.postMessage({ kind: "request", id, method, path, headers, body: bytes });
    return new Promise((resolve) => answers.set(id, resolve));
  },

  async table(preset, player) {
    const seats = [{ kind: "person", name: "A" }, { kind: "computer", player }];
    return JSON.parse((await asking.ask("POST", "/api/tables", { preset, seats })).text).url;
  },

  say(message) {
    worker.postMessage({ kind: "text", socket: 1, text: JSON.stringify(message) });
  },

  /** The first wanted message of those not read yet. */
  async find(wanted) {
    for (;;) {
      while (said.length) {
        const message = said.shift();
        if (message.type === "refused") throw new Error(message.message);
        if (wanted(message)) return message;
      }
      await new Promise((resolve) => (heard = resolve));
    }
  },

  /** Try again to store what could not be stored. */
  again() {
    asking.isStuck = false;
    worker.postMessage({ kind: "again" });
  },

  async look(table) {
    worker.postMessage({ kind: "open", socket: 1, path: `${table}/ws`, headers: [["host", location.host]] });
    asking.say({ type: "hello" });
    return asking.find(({ type }) => type === "snapshot");
  },

  async play(table, moves) {
    await asking.look(table);
    asking.say({ type: "contribute", id: "c", game: 1, contribution: "0".repeat(64) });
    for (let number = 0; number < moves; number++) {
      const { view, game, ply } = await asking.find((message) => message.view?.legal.length);
      asking.say({ type: "move", id: `m${number}`, game, ply, move: view.legal.at(-1) });
    }
    return asking.find((message) => message.view?.legal.length);
  },
};

globalThis.asking = asking;
worker.postMessage({ kind: "start", kit: new URL("kit/", location.href).href, memory: new URLSearchParams(location.search).get("memory") });
