// Who answers requests: the program that served the page, or the same in a worker.
import type { Doc, Reply, Request } from "./protocol";

export class Failure extends Error {
  constructor(readonly reply: Reply) { super(reply.error); }
}

interface Engine {
  // ask tells of each reply; the signal ends the work.
  ask(r: Request, tell: (r: Reply) => void, signal?: AbortSignal): Promise<void>;
}

// answer is the one of a request that has one.
export async function answer<T>(engine: Engine, r: Request, signal?: AbortSignal): Promise<T> {
  let last: Reply = { error: "there was no answer" };
  await engine.ask(r, (reply) => { last = reply; }, signal);
  if (last.error !== undefined) throw new Failure(last);
  return last.answer as T;
}

// served asks the server, which keeps a session for each page.
export function served(): Engine {
  const session = crypto.randomUUID();
  return {
    async ask(r, tell, signal) {
      const response = await fetch("api", {
        method: "POST", signal, body: JSON.stringify(r),
        headers: { "Content-Type": "application/json", "Explorer-Session": session },
      });
      if (!response.ok || !response.body) throw new Failure({ error: `the program said ${response.status}` });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) tell(JSON.parse(line));
      }
    },
  };
}

// inWorkers asks workers: one that walks, and one that checks, which is ended where somebody
// does not want to wait, and made anew for the next.
export function inWorkers(): Engine {
  const walks = new Hand();
  let checks: Hand | undefined;
  let loaded: Request | undefined;
  return {
    async ask(r, tell, signal) {
      if (r.op === "load") {
        await walks.ask(r, (reply) => {
          if (reply.answer) loaded = { ...r, text: (reply.answer as Doc).text, name: (reply.answer as Doc).file };
          tell(reply);
        });
        checks ??= new Hand(); // so that it is ready for the first check
        return;
      }
      if (r.op !== "check") return walks.ask(r, tell, signal);
      const mine = (checks ??= new Hand());
      signal?.addEventListener("abort", () => { mine.end(); if (checks === mine) checks = undefined; });
      if (loaded) await mine.ask(loaded, () => {});
      return mine.ask(r, tell, signal);
    },
  };
}

// The program is compiled once, for all workers.
let program: Promise<WebAssembly.Module> | undefined;
async function compiled(): Promise<WebAssembly.Module> {
  const packed = await fetch("epibdd.wasm.gzip");
  if (!packed.ok || !packed.body) throw new Error("the program is not there");
  const body = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } }));
}

// Hand is a worker with the program in it.
class Hand {
  private worker = new Worker("worker.js");
  private waiting = new Map<number, { tell: (r: Reply) => void; end: () => void; fail: (e: Error) => void }>();
  private next = 1;
  private broken?: Error; // nothing is answered any more

  constructor() {
    this.worker.onmessage = (e: MessageEvent<{ id: number; reply: string }>) => {
      const who = this.waiting.get(e.data.id);
      const reply: Reply = JSON.parse(e.data.reply);
      who?.tell(reply);
      if (reply.done) { this.waiting.delete(e.data.id); who?.end(); }
    };
    program ??= compiled();
    program.then((module) => this.worker.postMessage({ module }), (e) => this.fail(new Failure({ error: String(e) })));
    this.worker.onerror = (e) => this.fail(new Failure({ error: e.message || "the program stopped" }));
  }
  ask(r: Request, tell: (r: Reply) => void, signal?: AbortSignal): Promise<void> {
    const id = this.next++;
    return new Promise((end, fail) => {
      if (this.broken) return fail(this.broken);
      signal?.addEventListener("abort", () => { this.waiting.delete(id); fail(new DOMException("ended", "AbortError")); });
      this.waiting.set(id, { tell, end, fail });
      this.worker.postMessage({ id, request: JSON.stringify(r) });
    });
  }
  end() { this.worker.terminate(); this.fail(new DOMException("ended", "AbortError")); }
  private fail(e: Error) { this.broken = e; for (const w of this.waiting.values()) w.fail(e); this.waiting.clear(); }
}
