// The program as WebAssembly, in a worker: it comes first, then requests, and replies go out.
importScripts("wasm_exec.js");
const early = [];
const ask = ({ id, request }) => epibddAsk(request, (reply) => postMessage({ id, reply }));
onmessage = async ({ data }) => {
  if (!data.module) return void early.push(data);
  const go = new Go();
  go.run(await WebAssembly.instantiate(data.module, go.importObject)); // sets epibddAsk
  onmessage = (e) => ask(e.data);
  early.forEach(ask);
};
