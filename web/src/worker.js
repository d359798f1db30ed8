// The program as WebAssembly, in a worker: requests come in, replies go out.
importScripts("wasm_exec.js");
const go = new Go();
const early = [];
onmessage = (e) => early.push(e);
const fetched = fetch("epibdd.wasm.gzip").then((r) => r.body.pipeThrough(new DecompressionStream("gzip")));
const module = fetched.then((body) => new Response(body, { headers: { "Content-Type": "application/wasm" } }));
WebAssembly.instantiateStreaming(module, go.importObject).then(({ instance }) => {
  go.run(instance); // sets epibddAsk
  onmessage = (e) => epibddAsk(e.data.request, (reply) => postMessage({ id: e.data.id, reply }));
  for (const e of early) onmessage(e);
});
