// Prints the small faults that can be put into a module of the browser, as changes.py does for Python: a list of
// [line, start, end, text, what], places in bytes.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../tests/web/package.json", import.meta.url));
const acorn = require("acorn");

const COMPARISONS = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", in: "instanceof" };
const ARITHMETIC = { "+": "-", "-": "+", "*": "+", "/": "*", "%": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&" };
const LOGIC = { "&&": "||", "||": "&&", "??": "&&" };

const source = readFileSync(process.argv[2], "utf8");
const found = [];

/** Notes that the text from `start` to `end` may become `text`. */
function put(start, end, text) {
  const before = source.slice(0, start);
  const at = Buffer.byteLength(before);
  const old = source.slice(start, end);
  const flat = (words) => words.replace(/\s+/g, " ");
  found.push([before.split("\n").length, at, at + Buffer.byteLength(old), text, `${flat(old)} → ${flat(text)}`]);
}

/** Notes another operator between two parts of an expression. */
function between(node, operator, other) {
  const gap = source.slice(node.left.end, node.right.start);
  const at = node.left.end + gap.indexOf(operator);
  if (other) put(at, at + operator.length, other);
}

/** Notes the faults of a node and of everything below it. */
function visit(node) {
  const text = source.slice(node.start, node.end);
  switch (node.type) {
    case "ImportDeclaration":
    case "ThrowStatement":
      return;
    case "BinaryExpression": {
      const words = [node.left, node.right].some((side) => typeof side.value === "string" || side.type === "TemplateLiteral");
      between(node, node.operator, COMPARISONS[node.operator] ?? (words ? undefined : ARITHMETIC[node.operator]));
      break;
    }
    case "LogicalExpression":
      between(node, node.operator, LOGIC[node.operator]);
      break;
    case "UnaryExpression":
      if (node.operator === "!") put(node.start, node.start + 1, "");
      break;
    case "Literal":
      if (typeof node.value === "number") put(node.start, node.end, String(node.value + 1));
      if (typeof node.value === "boolean") put(node.start, node.end, String(!node.value));
      break;
    case "IfStatement":
    case "WhileStatement":
    case "ConditionalExpression":
      if (node.test.type !== "UnaryExpression")
        put(node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`);
      break;
    case "ExpressionStatement":
      if (["CallExpression", "AwaitExpression"].includes(node.expression.type) || (node.expression.operator ?? "").length > 1)
        put(node.start, node.end, ";");
      break;
    case "BreakStatement":
      if (!node.label) put(node.start, node.end, text.replace("break", ";"));
      break;
  }
  for (const [key, value] of Object.entries(node))
    if (key !== "test" || value)
      for (const child of Array.isArray(value) ? value : [value]) if (child?.type) visit(child);
}

visit(acorn.parse(source, { ecmaVersion: "latest", sourceType: "module" }));
process.stdout.write(JSON.stringify(found));
