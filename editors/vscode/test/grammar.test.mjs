// The grammar gives words of documents the scopes that themes colour.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const path = new URL("../syntaxes/epibdd.tmLanguage.json", import.meta.url);
const onigLib = oniguruma.loadWASM((await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"))).buffer).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}));
const registry = new Registry({ onigLib, loadGrammar: async () => parseRawGrammar(await readFile(path, "utf8"), "epibdd.json") });
const grammar = await registry.loadGrammar("source.epibdd");

/** scopes lists [text, innermost scope] of all tokens that have one of their own. */
function scopes(text) {
  let stack = INITIAL;
  const all = [];
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const t of tokens) {
      const scope = t.scopes.at(-1);
      if (t.scopes.length > 1) all.push([line.slice(t.startIndex, t.endIndex).trim(), scope.replace(/\.epibdd$/, "")]);
    }
  }
  return all;
}

function has(text, ...expected) {
  const all = scopes(text);
  for (const [word, scope] of expected) {
    assert.ok(all.some(([w, s]) => w === word && s === scope), `${word} is not ${scope} in ${text}: ${JSON.stringify(all.filter(([w]) => w === word))}`);
  }
}

test("formulas in YAML, bare and quoted", () => {
  for (const value of ["AG (lit -> K{ann} !broken)", '"AG (lit -> K{ann} !broken)"']) {
    has(`check:\n  - id: knows\n    formula: ${value}`, ["check", "keyword.control"], ["id", "entity.name.tag"], ["knows", "entity.name.section.check"],
      ["formula", "entity.name.tag"], ["AG", "keyword.operator.temporal"], ["K", "keyword.operator.knowledge"], ["->", "keyword.operator"], ["!", "keyword.operator"]);
  }
});

test("formulas in blocks", () => {
  has("define:\n  done: |\n    forall c in Card: place[c] != none   # all\n    & E[x U y]", ["forall", "keyword.other"], ["in", "keyword.other"],
    ["none", "constant.language"], ["# all", "comment.line.number-sign"], ["E", "keyword.operator.temporal"], ["U", "keyword.operator.temporal"]);
});

test("texts for people are none", () => {
  const all = scopes("doc: |\n  forall K{ann}\n\n  if\nvars: {x: 0..3}\nactions:\n  go:\n    doc: if K{ann} x\n    when: x < 3");
  for (const word of ["forall K{ann}", "if", "if K{ann} x"]) assert.ok(all.some(([w, s]) => w === word && s.startsWith("string")), word);
  assert.ok(all.some(([w, s]) => w === "3" && s === "constant.numeric"));
  assert.ok(all.some(([w, s]) => w === "when" && s === "entity.name.tag"));
});

test("entries in braces", () => {
  has('  - {id: a-b, doc: "K{i} x", formula: "KW{i} x & C{all} y", expect: holds}', ["a-b", "entity.name.section.check"], ['"K{i} x"', "string.quoted"],
    ["KW", "keyword.operator.knowledge"], ["C", "keyword.operator.knowledge"], ["holds", "constant.language.word"]);
});

test("actions, programs and coalitions", () => {
  has("actions:\n  turn(c in Card):\n    then: {x: \"sum(i in 1..3: i)\"}", ["turn", "entity.name.function"], ["sum", "support.function"], ["..", "keyword.operator"]);
  has('  - {formula: "<<ann>> F won & past{_*; turn}"}', ["<<", "keyword.operator.coalition"], ["F", "keyword.operator.temporal"], ["past", "keyword.operator.program"]);
});

test("names are not operators", () => {
  const all = scopes("init: suit = S & K = 3 & hand[A] = D");
  for (const word of ["S", "K", "A", "D"]) assert.ok(!all.some(([w]) => w === word), word);
});

test("every document that ships is read to its end", async () => {
  const { readdir } = await import("node:fs/promises");
  const folder = new URL("../../../models/", import.meta.url);
  for (const name of (await readdir(folder)).filter((f) => f.endsWith(".yaml"))) {
    const text = await readFile(new URL(name, folder), "utf8");
    const all = scopes(text);
    assert.ok(all.some(([, s]) => s === "keyword.control"), name);
    if (/\bAG\b/.test(text.replace(/#.*/g, ""))) assert.ok(all.some(([, s]) => s === "keyword.operator.temporal"), name);
  }
});
