// The messages of `epibdd lsp`, by the protocol library that VS Code's clients are made of:
// a second opinion beside the tests in Go. The program is built for it.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const { CancellationTokenSource, createProtocolConnection, StreamMessageReader, StreamMessageWriter } = createRequire(import.meta.url)("vscode-languageserver-protocol/node");

const dir = mkdtempSync(join(tmpdir(), "epibdd-"));
const program = join(dir, "epibdd");
const uri = pathToFileURL(join(dir, "lamp.epibdd.yaml")).href;
const text = `vars: {lit: bool, x: 0..3}
init: "!lit & x = 0"
agents: {ann: {sees: [lit]}}
actions:
  switch: {when: x < 3, then: {lit: "!lit", x: x + 1}}
check:
  - {id: knows, formula: "AG (lit -> K{ann} lit)", expect: holds}
  - {id: counts, formula: "AG x < 3", expect: holds}
`;

let server, connection, diagnosed, code;
const next = () => new Promise((resolve) => (diagnosed = resolve));

before(async () => {
  execFileSync("go", ["build", "-o", program, "./cmd/epibdd"], { cwd: fileURLToPath(new URL("../../..", import.meta.url)) });
  server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  code = new Promise((resolve) => server.on("exit", resolve));
  connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onNotification("textDocument/publishDiagnostics", (p) => diagnosed?.(p.diagnostics));
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.onRequest("workspace/codeLens/refresh", () => null);
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: null,
    capabilities: { window: { workDoneProgress: true }, workspace: { codeLens: { refreshSupport: true } } },
  });
  assert.equal(capabilities.textDocumentSync.change, 1);
  await connection.sendNotification("initialized", {});
});

after(() => rmSync(dir, { recursive: true }));

test("a session", async () => {
  let wait = next();
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "epibdd", version: 1, text: text.replace("K{ann}", "K{anne}") } });
  assert.match((await wait)[0].message, /unknown agent "anne"/);
  wait = next();
  await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
  assert.deepEqual(await wait, []);
  const hover = await connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line: 6, character: text.split("\n")[6].indexOf("K{") } });
  assert.match(hover.contents.value, /i knows f/);
  const answer = await connection.sendRequest("workspace/executeCommand", { command: "epibdd.check", arguments: [uri, "counts"] });
  assert.equal(answer.checks[0].verdict, "fails");
  const lenses = await connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  assert.match(lenses[1].command.title, /^✗ fails/);
});

test("cancelling a request", async () => {
  const source = new CancellationTokenSource();
  const asked = connection.sendRequest("workspace/executeCommand", { command: "epibdd.check", arguments: [uri, "knows"] }, source.token);
  source.cancel();
  await asked.then(() => {}, (err) => assert.equal(err.code, -32800)); // or it was decided before
});

test("the end", async () => {
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  assert.equal(await code, 0);
});
