// The program as WebAssembly, in a worker: it comes first, then requests, and replies go out.
importScripts("wasm_exec.js");
const early = [];
const ask = ({ id, request }) => epibddAsk(request, (reply) => postMessage({ id, reply }));
onmessage = ({ data }) => {
  if (!data.module) return void early.push(data);
  begin(data.module).catch((e) => setTimeout(() => { throw e; })); // a rejection is heard by nobody outside
};
async function begin(module) {
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  // The program sets epibddAsk, and may have paused before.
  while (!globalThis.epibddAsk) await new Promise((later) => setTimeout(later));
  onmessage = (e) => ask(e.data);
  early.forEach(ask);
}
