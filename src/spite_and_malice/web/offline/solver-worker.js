// A second worker with its own Python, which determines whether games of patience can be won: that takes seconds, and
// the server continues meanwhile. It is started with the first question, and ended like any worker (solver.js).

import { boot } from "./boot.js";

const SOLVER = "spite_and_malice.server.workers.solver";

/**
 * @param {URL} kit
 * @returns {Promise<(question: string) => string>} a function from question to answer, both in JSON
 */
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
