// The checks of the document, with verdicts as they come.
import { useSignal } from "@preact/signals";
import { check, checking, doc, progress, results, walk, walkOf } from "./store";
import type { Check, Result } from "./protocol";

export function Checks() {
  const d = doc.value;
  if (!d) return null;
  const p = progress.value;
  const done = d.checks.filter((c) => results.value.has(c.id)).length;
  return (
    <section class="pane checks" aria-label="Checks">
      <div class="tools">
        {checking.value
          ? <button onClick={() => { checking.value?.abort(); checking.value = null; progress.value = null; }}>Stop</button>
          : <button class="primary" disabled={d.checks.length === 0} onClick={() => check()}>{done ? "Check again" : "Check all"}</button>}
        <span class="quiet" role="status">{checking.value ? (p ? `${p.check}: ${p.phase}${p.iteration ? ` ${p.iteration}` : ""}${p.nodes ? `, ${p.nodes.toLocaleString()} nodes` : ""}` : "…") : d.checks.length === 0 ? "This document asks nothing." : done ? `${done} of ${d.checks.length} decided` : `${d.checks.length} checks`}</span>
      </div>
      <ul class="checklist">{d.checks.map((c) => <Item key={c.id} check={c} result={results.value.get(c.id)} />)}</ul>
    </section>
  );
}

function Item({ check: c, result: r }: { check: Check; result?: Result }) {
  const open = useSignal(false);
  const path = r ? walkOf(r.run) : null;
  return (
    <li class={r?.ok === false ? "unmet" : ""}>
      <button class="line" aria-expanded={open.value} onClick={() => { open.value = !open.value; }}>
        <span class={`verdict ${r ? r.verdict : "open"}`} data-check={c.id}>{r ? r.value ?? r.verdict : "·"}</span>
        <span class="id">{c.id}</span>
        {r && r.ok !== null && <span class={r.ok ? "met" : "not-met"} title={`expected: ${r.expect}`}>{r.ok ? "✓" : "✗"}<span class="sr">{r.ok ? "as expected" : "not as expected"}</span></span>}
      </button>
      {open.value && <div class="detail">
        {c.doc && <p>{c.doc}</p>}
        <code class="formula">{c.formula}</code>
        {r?.reason && <p class="quiet">{r.reason}</p>}
        {r?.problem && <p class="quiet">{r.problem.message}</p>}
        {r && <p class="quiet">{r.route && <>by {r.route}, </>}{r.seconds < 0.01 ? "at once" : `${r.seconds.toFixed(2)} s`}{r.expect && <>, expected {r.expect}</>}</p>}
        <div class="tools">
          <button onClick={() => check([c.id])}>{r ? "Again" : "Check"}</button>
          {path && path.moves.length > 0 && <button class="primary" onClick={() => walk(path)}>Walk this run</button>}
          {path && path.moves.length === 0 && <button onClick={() => walk(path)}>Stand in this state</button>}
        </div>
        {r?.story && <pre tabIndex={0} aria-label={`the run of ${c.id}`}>{r.story}</pre>}
      </div>}
    </li>
  );
}
