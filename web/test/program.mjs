// The program as workers of the static site run it, in threads of this process.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import vm from "node:vm";

const here = new URL("..", import.meta.url).pathname;

if (!isMainThread && workerData?.support) {
  // What a browser gives to a worker, and Node does not.
  globalThis.importScripts = () => vm.runInThisContext(workerData.support);
  globalThis.postMessage = (m) => parentPort.postMessage(m);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
  vm.runInThisContext(workerData.script);
}

let support, script, module;

// compiled compiles the program, once.
export async function compiled(folder) {
  if (module) return;
  const file = join(folder, "epibdd.wasm");
  execFileSync(join(here, "program.sh"), [file], { stdio: "inherit" });
  support = readFileSync(join(execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim(), "lib/wasm/wasm_exec.js"), "utf8");
  script = readFileSync(join(here, "src/worker.js"), "utf8");
  module = await WebAssembly.compile(readFileSync(file));
}

// Program is a worker with the program in it.
export class Program {
  worker = new Worker(new URL(import.meta.url), { workerData: { support, script } });
  waiting = new Map();
  next = 1;
  over = false; // nothing is answered any more
  constructor() {
    this.worker.on("message", ({ id, reply }) => {
      const who = this.waiting.get(id), said = JSON.parse(reply);
      who.tell(said);
      if (said.done) { this.waiting.delete(id); who.end(said); }
    });
    this.worker.on("error", (e) => { for (const w of this.waiting.values()) w.fail(e); });
    this.worker.on("exit", () => { this.over = true; for (const w of this.waiting.values()) w.end(null); });
    this.worker.postMessage({ module });
  }
  // ask is the last reply, or null where the worker was ended before.
  ask(request, tell = () => {}) {
    const id = this.next++;
    return new Promise((end, fail) => {
      if (this.over) return end(null);
      this.waiting.set(id, { tell, end, fail });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }
  end() { return this.worker.terminate(); }
}
