// What each agent sees, knows and considers possible; asking, and why not.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { doc, draw, evaluate, fact, graph, here, hidden, knows, parent, player, reason, unwatch, watch, watched, why, worldsOf } from "./store";
import { colourOf, distinguishing, Fields, gathered, World } from "./show";
import { Fold } from "./fold";
import { grouped } from "./walk";
import { picture } from "./graph";
import type { Eyes, Known, Place, Worlds } from "./protocol";

export function Minds() {
  const p = here.value;
  if (!p || !doc.value) return null;
  const eyes = hidden.value ? p.agents.filter((a) => a.name === player.value) : p.agents;
  return (
    <section class="pane minds" aria-label="Minds">
      <Ask />
      {watched.value.length > 0 && <Facts at={p} />}
      {reason.value && <Reason />}
      {!hidden.value && <Picture />}
      {eyes.map((a) => <Mind key={a.name} eyes={a} at={p} index={p.agents.indexOf(a)} />)}
    </section>
  );
}

function Ask() {
  const text = useSignal("");
  const known = useSignal<Known | null>(null);
  const pending = useSignal(false);
  const at = here.value;
  useEffect(() => { known.value = null; }, [at?.id, hidden.value]);
  return (
    <div class="panel">
      <h2>Ask</h2>
      <form class="ask" onSubmit={async (e) => { e.preventDefault(); if (!text.value.trim()) return; pending.value = true; known.value = (await evaluate(hidden.value ? knows(player.value, text.value) : text.value)) ?? null; pending.value = false; }}>
        <label>{hidden.value ? `Does ${player.value} know that` : "Is it true here that"} <input value={text.value} list="words" placeholder={`such as ${example()}`} spellcheck={false} onInput={(e) => { text.value = e.currentTarget.value; }} /></label>
        <button disabled={pending.value}>{pending.value ? "…" : "Ask"}</button>
        <button type="button" disabled={!text.value.trim()} onClick={() => watch(text.value)} title="Show at each place who knows it">Follow</button>
      </form>
      <div role="status">
        {known.value && <div class="answer"><Verdict of={known.value} /> <code>{known.value.formula}</code>
          {known.value.reason && <p class="quiet">{known.value.reason}</p>}
          {known.value.story && !hidden.value && <details><summary>Why</summary><pre tabIndex={0}>{known.value.story}</pre></details>}
        </div>}
      </div>
    </div>
  );
}

function example() {
  const agent = doc.value?.agents[0];
  const [name, value] = Object.entries(here.value?.state ?? {})[0] ?? [];
  if (!agent || !name || value === undefined) return "a formula";
  return `KV{${agent}} ${typeof value === "string" ? name : `${name}[${Object.keys(value)[0]}]`}`;
}

function Verdict({ of }: { of: { verdict: string } }) {
  const word: Record<string, string> = { holds: "yes", fails: "no", unknown: "unknown", error: "error" };
  return <span class={`verdict ${of.verdict}`}>{word[of.verdict] ?? of.verdict}</span>;
}

// Facts is a table: for each formula that is followed whether it is true, and who knows.
function Facts({ at }: { at: Place }) {
  const who = hidden.value ? at.agents.filter((a) => a.name === player.value) : at.agents;
  return (
    <div class="panel">
      <h2>Who knows</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="who knows">
        <table class="facts">
          <thead><tr><th scope="col">formula</th>{!hidden.value && <th scope="col">true?</th>}{who.map((a) => <th key={a.name} scope="col">{a.name}</th>)}<th><span class="sr">remove</span></th></tr></thead>
          <tbody>
            {watched.value.map((f) => <tr key={f}>
              <th scope="row"><code>{f}</code></th>
              {!hidden.value && <td>{fact(at.id, f) ? <Verdict of={fact(at.id, f)!} /> : <span class="waiting">…</span>}</td>}
              {who.map((a) => <td key={a.name}><Knows at={at} agent={a} formula={f} /></td>)}
              <td><button class="quietly" aria-label={`stop following ${f}`} onClick={() => unwatch(f)}>×</button></td>
            </tr>)}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Knows({ at, agent, formula }: { at: Place; agent: Eyes; formula: string }) {
  if (agent.uninformed) return <span class="none" title="did not learn of what was announced">—</span>;
  const yes = fact(at.id, knows(agent.name, formula));
  if (!yes) return <span class="waiting">…</span>;
  if (yes.verdict === "holds") return <span class="verdict holds">knows</span>;
  if (yes.verdict !== "fails") return <span class="verdict unknown" title={yes.reason}>{yes.verdict}</span>;
  const no = fact(at.id, knows(agent.name, `!(${formula})`));
  if (!no) return <span class="waiting">…</span>;
  if (no.verdict === "holds") return <span class="verdict fails">knows not</span>;
  return <button class="why" onClick={() => why(agent.name, fact(at.id, formula)?.verdict === "fails" ? `!(${formula})` : formula)} title="Show a world where it is otherwise">unsure<span class="sr">: why?</span></button>;
}

// same tells whether the same was done on the way to two worlds.
const same = (v?: { done?: string[] }, w?: { done?: string[] }) => (v?.done ?? []).join("\n") === (w?.done ?? []).join("\n");

function Reason() {
  const w = reason.value!;
  const actual = here.value && worldsOf(here.value.id, w.agent)?.list.find((v) => v.actual);
  return (
    <div class="panel reason" role="status">
      <h2>Why {w.agent} does not know</h2>
      {w.verdict === "holds" ? <p>{w.agent} does know.</p> : w.state ? <>
        <p>For all that {w.agent} can tell it may be like this instead{w.origin?.length ? <>, after <code>{w.origin.join("; ")}</code></> : ""}{w.done?.length && !(actual && same(w, actual)) ? <>, after <code>{w.done.join("; ")}</code></> : ""}:</p>
        <World state={w.state} before={here.value?.state} label="another world" compared />
        <p class="quiet">What differs from here is marked.</p>
      </> : <p>{w.reason || w.story || "Nothing can be shown."}</p>}
      <button onClick={() => { reason.value = null; }}>Close</button>
    </div>
  );
}

function Mind({ eyes, at, index }: { eyes: Eyes; at: Place; index: number }) {
  const w = worldsOf(at.id, eyes.name);
  const before = parent.value?.agents.find((a) => a.name === eyes.name);
  return (
    <article class="panel mind" style={{ "--agent": colourOf(index) }} aria-label={eyes.name}>
      <h2><span class="dot" aria-hidden="true" />{eyes.name}
        <span class="possible">{eyes.uninformed ? "did not learn of it" : !w ? "…" : w.why ? "" : <><b>{grouped(w.count)}</b> possible {w.count === "1" ? w.of.replace(/s$/, "") : w.of}</>}</span></h2>
      {w?.why && <p class="quiet">{w.why}</p>}
      {!hidden.value && (eyes.all ? <p class="quiet">sees everything</p> : Object.keys(eyes.sees).length === 0 ? <p class="quiet">sees nothing</p>
        : <Fold summary="sees">{() => <Fields state={gathered(eyes.sees)} before={before ? gathered(before.sees) : null} label={`what ${eyes.name} sees`} />}</Fold>)}
      {w && w.list.length > 1 && <Fold summary="considers possible">{() => <Possible of={w} />}</Fold>}
      {hidden.value && w?.list.length === 1 && w.count === "1" && <Fold summary="knows the state">{() => <World state={w.list[0].state} label="the state" />}</Fold>}
    </article>
  );
}

function Possible({ of }: { of: Worlds }) {
  const tell = distinguishing(of.list.map((w) => w.state));
  const states = of.list;
  const alike = states.every((w) => same(w, states[0])); // then it says nothing
  const shown = useSignal(12);
  return <>
    <ul class="worlds">
      {states.slice(0, shown.value).map((w, i) => <li key={i} class={w.actual && !hidden.value ? "actual" : ""}>
        <span>{tell(w.state).split("\n").join(", ")}</span>{w.done?.length && !alike ? <small> after {w.done.join("; ")}</small> : null}{w.actual && !hidden.value && <small> (the actual world)</small>}
      </li>)}
    </ul>
    {states.length > shown.value && <button onClick={() => { shown.value += 48; }}>More</button>}
    {String(states.length) !== of.count && <p class="quiet">{states.length} of {grouped(of.count)} are listed.</p>}
  </>;
}

function Picture() {
  const at = here.value;
  const g = graph.value;
  const box = useRef<HTMLDivElement>(null);
  const ready = useSignal(false);
  useEffect(() => {
    let late = false;
    ready.value = false;
    if (g && g.graph.worlds.length > 0 && box.current) void picture(g.graph).then((svg) => { if (!late && box.current) { box.current.replaceChildren(svg); ready.value = true; } });
    return () => { late = true; };
  }, [g]);
  return (
    <div class="panel picture">
      <h2>Worlds</h2>
      {!g && <p><button onClick={draw}>Draw the worlds</button></p>}
      {g && g.graph.why && <p class="quiet">{g.graph.why}</p>}
      {g && g.place === at?.id && <>
        <div class="graph" ref={box} tabIndex={0} role="group" aria-label={`${g.graph.worlds.length} worlds`} />
        {g.graph.worlds.length > 0 && <ul class="legend">{g.graph.agents.map((a, i) => <li key={a.name} style={{ "--agent": colourOf(at.agents.findIndex((x) => x.name === a.name) < 0 ? i : at.agents.findIndex((x) => x.name === a.name)) }}><span class="dot" /> {a.name}</li>)}</ul>}
        {g.graph.worlds.length > 0 && <p class="quiet">A line says that the agent of its colour confuses two worlds. The filled one is actual.{!g.graph.all && " There are more."}</p>}
        <button onClick={() => { graph.value = null; }}>Close</button>
      </>}
    </div>
  );
}
