// What the page shows, and how requests change it.
import { computed, signal } from "@preact/signals";
import { answer, Failure, inWorkers, served } from "./engine";
import { type Advice, adviceOf } from "./advice";
import { condition } from "./state";
import type { Doc, Graph, Known, Move, Path, Place, Progress, Remark, Request, Result, Run, RunStep, Says, Starts, Step, Why, Worlds } from "./protocol";

export const engine = document.querySelector('meta[name="engine"][content="worker"]') ? inWorkers() : served();

// The document.
export const doc = signal<Doc | null>(null);
export const source = signal<{ name: string; text?: string }>({ name: "" }); // where it came from; a text: it was edited
export const params = signal<Record<string, string>>({});
export const recall = signal("");
export const diagnostics = signal<Remark[]>([]);

// Cards have names in the document; numbers are none.
export const cards = computed(() => new Set(doc.value?.cards?.filter((c) => !/^\d+$/.test(c))));

// The walk. Places are kept by their numbers, in the tree of all that were visited.
export const places = signal<Map<number, Place>>(new Map());
export const here = signal<Place | null>(null);
export const starts = signal<Starts | null>(null);
export const busy = signal(0);
export const notice = signal<{ text: string; kind: "error" | "info" } | null>(null);
export const ways = signal<{ announce: string; ways: string[][] } | null>(null);

// Checks.
export const results = signal<Map<string, Result>>(new Map());
export const checking = signal<AbortController | null>(null);
export const progress = signal<Progress | null>(null);

// Minds: formulas that are followed, and what is known of them at each place.
export const watched = signal<string[]>([]);
export const facts = signal<Map<string, Known>>(new Map()); // by place and formula
export const worlds = signal<Map<string, Worlds>>(new Map()); // by place and agent
export const graph = signal<{ place: number; graph: Graph } | null>(null);
export const reason = signal<Why | null>(null);

// Playing: the agent whose eyes are used; empty: everything is shown.
export const player = signal("");
export const revealed = signal(false);
export const others = signal(""); // the check by whose strategy others move; empty: at random
let advice: Advice | null = null;
export const hidden = computed(() => player.value !== "" && !revealed.value);

export const parent = computed(() => here.value?.parent ? places.value.get(here.value.parent) ?? null : null);

// asking runs something that may fail, and says so.
export async function asking<T>(f: () => Promise<T>): Promise<T | undefined> {
  busy.value++;
  notice.value = null;
  try {
    return await f();
  } catch (e) {
    if (e instanceof DOMException && e.name === "AbortError") return undefined;
    if (e instanceof Failure && e.reply.ways) return void 0;
    notice.value = { text: e instanceof Error ? e.message : String(e), kind: "error" };
    return undefined;
  } finally {
    busy.value--;
  }
}

// load reads a document: a name, or a text that was written here.
export async function load(from: { name: string; text?: string }, given: Record<string, string>, memory: string, path?: Path): Promise<boolean> {
  checking.value?.abort();
  const request: Request = { op: "load", name: from.name, text: from.text, params: given, recall: memory };
  busy.value++;
  try {
    const loaded = await answer<Doc>(engine, request);
    diagnostics.value = loaded.warnings ?? [];
    doc.value = loaded;
    source.value = from.name === "" && from.text === undefined ? { name: "" } : from;
    params.value = given;
    recall.value = memory;
  } catch (e) {
    if (e instanceof Failure && e.reply.errors) diagnostics.value = e.reply.errors;
    notice.value = { text: e instanceof Error ? e.message : String(e), kind: "error" };
    return false;
  } finally {
    busy.value--;
  }
  notice.value = null;
  places.value = new Map();
  results.value = new Map();
  facts.value = new Map();
  worlds.value = new Map();
  graph.value = null;
  reason.value = null;
  here.value = null;
  starts.value = null;
  revealed.value = false;
  others.value = "";
  advice = null;
  if (!doc.value!.agents.includes(player.value)) player.value = "";
  const found = await begin();
  if (path) await walk(path);
  else if (found && Number(found.count) > found.listed.length) await drawStart(); // the first of many is an odd one
  else if (found && found.listed.length > 0) await walk({ start: found.listed[0].condition, moves: [] });
  return true;
}

// begin looks for initial states.
export async function begin(at = "") {
  const found = await asking(() => answer<Starts>(engine, { op: "start", at, most: 24 }));
  if (found) starts.value = found;
  return found;
}

// drawStart begins a walk in an initial state that is drawn.
export async function drawStart(at = "") {
  const found = await asking(() => answer<Starts>(engine, { op: "start", at, most: 1, draw: true, seed: Math.floor(Math.random() * 2 ** 31) }));
  if (found?.listed[0]) await walk({ start: found.listed[0].condition, moves: [] });
  else if (found) notice.value = { text: "There is no such initial state.", kind: "info" };
}

// arrive stands at a place.
function arrive(p: Place) {
  const all = new Map(places.value);
  all.set(p.id, p);
  places.value = all;
  here.value = p;
  reason.value = null;
  ways.value = null;
  if (graph.value) void draw();
  remember();
  void follow(p);
}

export async function walk(path: Path) {
  const p = await asking(() => answer<Place>(engine, { op: "walk", path }));
  if (!p) return;
  await visit(p);
}

// visit arrives at a place, and knows those on the way.
async function visit(p: Place) {
  for (const id of p.way.slice(0, -1)) {
    if (places.value.has(id)) continue;
    const before = await asking(() => answer<Place>(engine, { op: "look", place: id }));
    if (before) places.value = new Map(places.value).set(id, before);
  }
  arrive(p);
}

export async function go(id: number) {
  const known = places.value.get(id);
  if (known) return arrive(known);
  const p = await asking(() => answer<Place>(engine, { op: "look", place: id }));
  if (p) arrive(p);
}

export async function take(step: string, state?: string): Promise<boolean> {
  const at = here.value;
  if (!at) return false;
  const p = await asking(() => answer<Place>(engine, { op: "take", place: at.id, step, at: state }));
  if (p) arrive(p);
  return p !== undefined;
}

export async function announce(text: string, done?: string[], mine = false) {
  const at = here.value;
  if (!at) return;
  await asking(async () => {
    try {
      const p = await answer<Place>(engine, { op: "take", place: at.id, announce: text, done });
      if (mine) chosen.add(p.id); // before the place is shown
      arrive(p);
    } catch (e) {
      if (e instanceof Failure && e.reply.ways) ways.value = { announce: text, ways: e.reply.ways };
      throw e;
    }
  });
}

export async function find(formula: string) {
  const at = here.value;
  if (!at) return;
  const p = await asking(() => answer<Place>(engine, { op: "find", place: at.id, formula }));
  if (p) await visit(p);
}

// wander takes steps at random; where somebody plays, as long as it is not his turn, and as the
// others play.
export async function wander(steps: number, playing = false) {
  for (let n = 0; n < steps; n++) {
    const can = here.value?.steps ?? [];
    if (can.length === 0 || (playing && can.some((s) => partOf(s, player.value)))) return;
    if (!(await oneOf(can, playing))) return;
  }
}

// partOf is what an agent does in a step; empty: nothing.
export const partOf = (s: Step, agent: string) => s.parts ? s.parts.find((p) => p.by === agent)?.does ?? "" : s.by === agent ? s.label : "";

// play does something as the player, and lets the others do what they do.
export async function play(does: string) {
  const can = here.value?.steps.filter((s) => partOf(s, player.value) === does) ?? [];
  if (can.length > 0 && (await oneOf(can, true))) await wander(20, true);
}

async function oneOf(can: Step[], playing: boolean): Promise<boolean> {
  const way = here.value!.way.map((id) => places.value.get(id)).filter((p) => p !== undefined);
  const fit = (playing && advice?.(way, can, player.value)) || can;
  if (fit.length === 0) return false;
  const step = fit[Math.floor(Math.random() * fit.length)];
  return take(step.label, step.state);
}

// sayings are the knowledge actions of the document that an agent can choose: it knows that they
// can happen, and where their first argument is an agent it is itself.
export async function sayings(place: number, agent: string): Promise<string[]> {
  const { list } = await answer<Says>(engine, { op: "says", place, agent });
  return list.filter((text) => {
    const first = /^\w+\(([^,)]*)/.exec(text)?.[1];
    return first === agent || !first || !doc.value!.agents.includes(first);
  });
}

// Which knowledge actions the player has chosen, by the places that they led to.
export const chosen = new Set<number>();
export const say = (text: string) => announce(text, undefined, true);

// sayWritten says what the player wrote, if the player knows that it can happen: whatever else
// there was to say about it would give away what is hidden.
export async function sayWritten(text: string) {
  const known = await evaluate(knows(player.value, `<${text}> true`));
  if (known?.verdict === "holds") return say(text);
  if (known) notice.value = { text: known.verdict === "fails" ? `${player.value} does not know that this can be said or done.` : known.reason ?? "This was not decided.", kind: "error" };
}

// hear has one of the others say something, at random.
export async function hear() {
  const at = here.value;
  if (!at) return;
  const all = await asking(async () => {
    const found = [];
    for (const a of at.agents) if (a.name !== player.value) found.push(...(await sayings(at.id, a.name)));
    return found;
  });
  if (!all) return;
  while (all.length > 0 && here.value === at) await announce(all.splice(Math.floor(Math.random() * all.length), 1)[0]);
  const few = at.tellings !== undefined && at.tellings.length > 0;
  if (here.value === at) notice.value = { text: few ? "Nobody else has anything to say." : "What others can say is not listed: there are too many worlds, or nothing can be said.", kind: "info" };
}

// letOthers has the others move by what a check finds; empty: at random.
export async function letOthers(id: string) {
  advice = null;
  others.value = "";
  if (!id) return;
  if (!results.value.has(id)) await check([id]);
  const r = results.value.get(id);
  if (!r) return;
  advice = adviceOf(r);
  if (advice) others.value = id;
  else notice.value = { text: `${id} shows nothing to play by`, kind: "info" };
}

// Formulas that are followed are asked at each place, one after the other.
const key = (place: number, formula: string) => `${place} ${formula}`;
export const fact = (place: number, formula: string) => facts.value.get(key(place, formula));
export const worldsOf = (place: number, agent: string) => worlds.value.get(key(place, agent));

let following: AbortController | null = null;
async function follow(p: Place) {
  following?.abort();
  const mine = (following = new AbortController());
  const ask = async (formula: string) => {
    if (mine.signal.aborted || fact(p.id, formula)) return fact(p.id, formula);
    try {
      const k = await answer<Known>(engine, { op: "know", place: p.id, formula }, mine.signal);
      facts.value = new Map(facts.value).set(key(p.id, formula), k);
      return k;
    } catch (e) {
      if (e instanceof DOMException) return undefined;
      const k: Known = { formula, verdict: "error", reason: e instanceof Error ? e.message : String(e) };
      facts.value = new Map(facts.value).set(key(p.id, formula), k);
      return k;
    }
  };
  for (const a of p.agents) {
    if (mine.signal.aborted) return;
    if (worldsOf(p.id, a.name) || a.uninformed) continue;
    try {
      const w = await answer<Worlds>(engine, { op: "worlds", place: p.id, agent: a.name, most: 60 }, mine.signal);
      worlds.value = new Map(worlds.value).set(key(p.id, a.name), w);
    } catch (e) {
      if (e instanceof DOMException) return;
    }
  }
  for (const f of watched.value) {
    await ask(f);
    for (const a of p.agents) {
      if (a.uninformed) continue;
      const k = await ask(knows(a.name, f));
      if (k?.verdict === "fails") await ask(knows(a.name, `!(${f})`));
    }
  }
}
export const knows = (agent: string, formula: string) => `K{${agent}} (${formula})`;

export function watch(formula: string) {
  if (!formula.trim() || watched.value.includes(formula)) return;
  watched.value = [...watched.value, formula];
  remember();
  if (here.value) void follow(here.value);
}
export function unwatch(formula: string) {
  watched.value = watched.value.filter((f) => f !== formula);
  remember();
}

export async function why(agent: string, formula: string) {
  const at = here.value;
  if (!at) return;
  const w = await asking(() => answer<Why>(engine, { op: "why", place: at.id, agent, formula }));
  if (w) reason.value = w;
}

export async function draw() {
  const at = here.value;
  if (!at) return;
  const g = await asking(() => answer<Graph>(engine, { op: "graph", place: at.id, most: 40 }));
  if (g && here.value === at) graph.value = { place: at.id, graph: g };
}

// Checks are decided beside the walk.
export async function check(only: string[] = []) {
  checking.value?.abort();
  const mine = (checking.value = new AbortController());
  const left = new Map(results.value);
  for (const c of doc.value?.checks ?? []) if (only.length === 0 || only.includes(c.id)) left.delete(c.id);
  results.value = left;
  try {
    await engine.ask({ op: "check", only }, (r) => {
      if (mine.signal.aborted) return;
      if (r.progress) progress.value = r.progress;
      if (r.result) results.value = new Map(results.value).set(r.result.id, r.result);
      if (r.error) notice.value = { text: r.error, kind: "error" };
    }, mine.signal);
  } catch (e) {
    if (!(e instanceof DOMException)) notice.value = { text: String(e), kind: "error" };
  } finally {
    if (checking.value === mine) { checking.value = null; progress.value = null; }
  }
}

// The run of a check, as a walk, if it begins with one.
export function walkOf(run: Run | null): Path | null {
  if (!run) return null;
  const start = run.past?.start ?? run.state;
  const steps = [...(run.past?.steps ?? []), ...(run.path?.steps ?? deeper(run)?.path?.steps ?? [])];
  return { start: condition(start), moves: steps.map(moveOf) };
}
function deeper(run: Run): Run | undefined {
  for (const p of run.parts ?? []) if (p.path) return p;
  return undefined;
}
function moveOf(s: RunStep): Move {
  const args = Object.values(s.args);
  return { step: s.moves || args.length === 0 ? s.action : `${s.action}(${args.join(", ")})` };
}
export async function exported(formula: string): Promise<string | undefined> {
  const at = here.value;
  if (!at) return undefined;
  return (await asking(() => answer<{ text: string }>(engine, { op: "export", place: at.id, formula })))?.text;
}

export async function evaluate(formula: string): Promise<Known | undefined> {
  const at = here.value;
  if (!at) return undefined;
  return asking(() => answer<Known>(engine, { op: "know", place: at.id, formula }));
}

// The address holds the document, its parameters, the walk, and the formulas that are followed.
interface Held { n?: string; t?: string; p?: Record<string, string>; r?: string; w?: Path; f?: string[]; a?: string }
let writing = false;
export function remember() {
  const held: Held = {};
  if (source.value.name) held.n = source.value.name;
  if (source.value.text !== undefined) held.t = source.value.text;
  if (Object.keys(params.value).length) held.p = params.value;
  if (recall.value) held.r = recall.value;
  if (here.value) held.w = here.value.path;
  if (watched.value.length) held.f = watched.value;
  if (player.value) held.a = player.value;
  const bytes = new TextEncoder().encode(JSON.stringify(held));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  writing = true;
  history.replaceState(null, "", "#" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  writing = false;
}
export async function recollect() {
  let held: Held = {};
  try {
    const text = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    if (text) held = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0))));
  } catch {
    notice.value = { text: "this address holds no walk", kind: "error" };
  }
  watched.value = held.f ?? [];
  player.value = held.a ?? "";
  await load({ name: held.n ?? "", text: held.t }, held.p ?? {}, held.r ?? "", held.w);
}
addEventListener("hashchange", () => { if (!writing) void recollect(); });
