// A second worker with a Python of its own, which looks whether games of patience can be won: that takes seconds, and whatever
// else the server has to do goes on meanwhile. It is begun when something is first asked, and ended like any worker (solver.js).

import { boot } from "./boot.js";

const SOLVER = "spite_and_malice.server.workers.solver";

/** @param {URL} kit @returns {Promise<(question: string) => string>} what answers, in JSON both */
async function begin(kit) {
  const { python } = await boot(kit, null, SOLVER);
  python.pyimport("gc").enable();
  const { answer } = python.pyimport(SOLVER);
  const { dumps } = python.pyimport("json");
  return (question) => {
    const found = answer(question);
    const told = dumps(found);
    found.destroy();
    return told;
  };
}

// The first message says where the kit is, all others are questions.
self.onmessage = ({ data }) => {
  const solver = begin(new URL(data.kit));
  self.onmessage = async ({ data: { id, question } }) => {
    try {
      self.postMessage({ id, answer: (await solver)(question) });
    } catch (error) {
      console.error(error);
      self.postMessage({ id, answer: null });
    }
  };
};
