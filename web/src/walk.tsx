// The walk: where we are, what can be done, what cannot and why, and where we have been.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { chosen, doc, announce, begin, busy, drawStart, exported, find, go, hear, here, hidden, letOthers, notice, others, parent, partOf, places, play, player, revealed, say, sayings, sayWritten, starts, take, walk, wander, ways, worldsOf, remember } from "./store";
import { Card, Fields, gathered, isCard, Shown, World } from "./show";
import { Fold } from "./fold";
import type { Place, Step } from "./protocol";

export function Walk() {
  const p = here.value;
  return (
    <section class="pane walk" aria-label="Walk">
      <Starts />
      {p && <>
        <Way at={p} />
        <div class="panel">
          <h2>{hidden.value ? `What ${player.value} sees` : "State"}</h2>
          {hidden.value
            ? <Fields state={gathered(p.agents.find((a) => a.name === player.value)?.sees ?? {})} label={`what ${player.value} sees`} />
            : <World state={p.state} before={parent.value?.state} label="state" />}
        </div>
        {!hidden.value ? <Steps at={p} /> : <>{(doc.value?.actions.length ?? 0) > 0 && <Turn at={p} />}<Say at={p} /></>}
        {!hidden.value && <Announce at={p} />}
        {!hidden.value && <Branches at={p} />}
      </>}
    </section>
  );
}

function Starts() {
  const at = useSignal("");
  const open = useSignal(false);
  const s = starts.value;
  if (!s) return null;
  const one = s.listed.length === 1 && s.count === "1";
  return (
    <div class="starts">
      <span class="count"><b>{grouped(s.count)}</b> initial {s.count === "1" ? "state" : "states"}</span>
      {!one && <button onClick={() => drawStart(at.value)}>Draw one</button>}
      {!one && !hidden.value && <button aria-expanded={open.value} onClick={() => { open.value = !open.value; }}>Choose…</button>}
      {open.value && !hidden.value && <form class="chooser" onSubmit={async (e) => { e.preventDefault(); await begin(at.value); }}>
        <label>Only where <input value={at.value} placeholder="a formula" spellcheck={false} onInput={(e) => { at.value = e.currentTarget.value; }} /></label>
        <button>Look</button>
        <ul class="states">
          {s.listed.map((l) => <li key={l.condition}><button type="button" onClick={() => { open.value = false; void walk({ start: l.condition, moves: [] }); }}>
            <World state={l.state} label="initial state" brief /></button></li>)}
        </ul>
        {s.listed.length > 0 && grouped(s.count) !== String(s.listed.length) && <p class="quiet">{s.listed.length} of them are shown.</p>}
      </form>}
    </div>
  );
}

export const grouped = (n: string) => /^\d{5,}$/.test(n) ? n.replace(/\B(?=(\d{3})+$)/g, "\u202f") : n;

function Way({ at }: { at: Place }) {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef(at.id);
  useEffect(() => { // what was clicked may be gone: who uses the keyboard goes on from here
    if (last.current !== at.id && document.activeElement === document.body) list.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
    last.current = at.id;
  }, [at.id]);
  return (
    <nav class="way" aria-label="The way here">
      <ol ref={list}>
        {at.way.map((id, i) => {
          const p = id === at.id ? at : places.value.get(id);
          return <li key={id}>
            <button class={p?.told ? "told" : ""} aria-current={id === at.id ? "step" : undefined} onClick={() => go(id)} title={p?.told ? "announced" : `after ${i} steps`}>
              {i === 0 ? "start" : hidden.value ? seenOf(p, i, at) : p ? spoken(p.label) : "…"}
            </button>
          </li>;
        })}
      </ol>
      <div class="tools">
        <button disabled={!at.parent} onClick={() => at.parent && go(at.parent)} title="Go back (Alt+←)">← Back</button>
        {player.value && <button onClick={() => { revealed.value = !revealed.value; }} aria-pressed={revealed.value}>{revealed.value ? "Hide again" : "Show what was hidden"}</button>}
      </div>
    </nav>
  );
}

// spoken is how one would write what everybody was told.
function spoken(label: string): string {
  const said = /^L\{all\} \?\((.*)\)$/.exec(label)?.[1];
  return said ? `“${said}”` : label;
}

// seenOf is what the player saw of what led to a place.
function seenOf(p: Place | undefined, i: number, at: Place): string {
  if (p?.told && !chosen.has(p.id)) { // the same has happened in all worlds that the player considers possible
    const nth = at.way.slice(1, i + 1).filter((id) => (id === p.id ? p : places.value.get(id))?.told).length - 1;
    const worlds = worldsOf(p.id, player.value)?.list ?? [];
    return worlds.length > 0 && worlds.every((w) => w.done && w.done[nth] === worlds[0].done?.[nth]) ? spoken(p.label) : "something";
  }
  const step = places.value.get(at.way[i - 1])?.steps.find((s) => s.label === p?.label);
  if (!step?.unseen?.includes(player.value)) return p?.label ?? "…";
  const mine = partOf(step, player.value);
  return mine ? `${mine} & ?` : "?";
}

// Label has cards for the names of cards in it.
function Label({ text }: { text: string }) {
  const m = /^(\w+)\((.*)\)$/.exec(text);
  const args = m?.[2].split(", ") ?? [];
  if (!m || !args.some(isCard)) return <>{text}</>;
  return <><span class="verb">{m[1]}</span>{args.map((a) => isCard(a) ? <Card key={a} of={a} /> : <Shown key={a} value={a} />)}</>;
}

function Steps({ at }: { at: Place }) {
  const filter = useSignal("");
  const wanted = useSignal("");
  const shown = at.steps.filter((s) => s.label.toLowerCase().includes(filter.value.toLowerCase()));
  const groups = new Map<string, Step[]>();
  for (const s of shown) groups.set(s.by ?? "", [...(groups.get(s.by ?? "") ?? []), s]);
  return (
    <div class="panel steps">
      <h2>Steps {at.steps.length > 0 && <span class="badge">{at.steps.length}{at.more ? "+" : ""}</span>}</h2>
      {at.steps.length > 12 && <label class="filter">Filter <input value={filter.value} spellcheck={false} onInput={(e) => { filter.value = e.currentTarget.value; }} /></label>}
      {[...groups].map(([by, steps]) => (
        <div key={by} class="group" role="group" aria-label={by ? `steps of ${by}` : "steps"}>
          {by && <span class="by">{by}</span>}
          {steps.slice(0, 120).map((s) => (
            <button key={s.label + (s.state ?? "")} class="step" title={s.unseen?.length ? `${s.unseen.join(", ")} will not see which` : undefined}
              onClick={() => take(s.label, s.state)}>
              <Label text={s.label} />{s.state && <small>{s.state}</small>}
            </button>
          ))}
        </div>
      ))}
      <End at={at} />
      <div class="tools">
        <button disabled={at.steps.length === 0} onClick={() => wander(1)} title="Alt+R">Random step</button>
        <button disabled={at.steps.length === 0} onClick={() => wander(10)}>Ten at random</button>
        {doc.value && doc.value.actions.length > 0 && <form onSubmit={(e) => { e.preventDefault(); if (wanted.value) void find(wanted.value); }}>
          <label>Take me to where <input value={wanted.value} placeholder="a formula" spellcheck={false} onInput={(e) => { wanted.value = e.currentTarget.value; }} /></label>
          <button disabled={busy.value > 0}>Go</button>
        </form>}
      </div>
      {at.blocked.length > 0 && <Fold kind="blocked" summary={<>What cannot be done, and why <span class="badge">{at.blocked.length}</span></>}>{() =>
        <ul>
          {at.blocked.map((b) => <li key={b.action + b.because}>
            <b>{b.action}</b>{b.args && <span class="args"> {b.args.slice(0, 6).map((a) => <code key={a}>{a}</code>)}{b.count > Math.min(6, b.args.length) && ` … ${b.count} in all`}</span>}
            <div class="because">needs <code>{b.because}</code></div>
          </li>)}
        </ul>}</Fold>}
    </div>
  );
}

// End says why there are no steps.
function End({ at }: { at: Place }) {
  if (at.steps.length > 0) return null;
  return <p class="quiet">{at.still ?? (doc.value?.actions.length === 0 ? "This model has no steps: announce something, or ask." : "The run ends here: no step can be taken.")}</p>;
}

// Turn is what the player can do, and how the others play.
function Turn({ at }: { at: Place }) {
  const filter = useSignal("");
  const can = [...new Set(at.steps.map((s) => partOf(s, player.value)).filter(Boolean))];
  const waits = can.length === 0 && at.steps.length > 0;
  const teachers = doc.value?.checks.filter((c) => c.strategic) ?? [];
  return (
    <div class="panel steps">
      <h2>{at.steps.length === 0 ? "Steps" : waits ? "It is not your turn" : "Your turn"} {can.length > 0 && <span class="badge">{can.length}{at.more ? "+" : ""}</span>}</h2>
      {can.length > 12 && <label class="filter">Filter <input value={filter.value} spellcheck={false} onInput={(e) => { filter.value = e.currentTarget.value; }} /></label>}
      <div class="group" role="group" aria-label="what you can do">
        {can.filter((does) => does.toLowerCase().includes(filter.value.toLowerCase())).slice(0, 120).map((does) => <button key={does} class="step" onClick={() => play(does)}><Label text={does} /></button>)}
        {waits && <button class="primary" onClick={() => wander(20, true)}>Let the others move</button>}
      </div>
      <End at={at} />
      {teachers.length > 0 && <label class="filter">Others play <select aria-label="Others play" value={others.value} onChange={(e) => letOthers(e.currentTarget.value)}>
        <option value="">at random</option>
        {teachers.map((c) => <option key={c.id} value={c.id}>as {c.id} shows</option>)}
      </select></label>}
    </div>
  );
}

// Say is what the player can say, and what the others do. Where that is not listed, as in large
// games, it is written.
function Say({ at }: { at: Place }) {
  const can = useSignal<string[]>([]);
  const text = useSignal("");
  const who = player.value;
  useEffect(() => {
    let late = false;
    can.value = [];
    if (doc.value?.tells.length) void sayings(at.id, who).then((all) => { if (!late) can.value = all; }, () => {});
    return () => { late = true; };
  }, [at.id, who]);
  if (!doc.value?.tells.length) return null;
  return (
    <div class="panel">
      <h2>What you can say or do {can.value.length > 0 && <span class="badge">{can.value.length}</span>}</h2>
      {[...byName(can.value)].map(([name, all]) => <div key={name} class="group" role="group" aria-label={name}>
        <span class="by">{name}</span>
        {all.map((t) => <button key={t} class="step" onClick={() => say(t)}><Instance of={t} name={name} /></button>)}</div>)}
      {!at.tellings?.length && <>
        <form class="announce" onSubmit={(e) => { e.preventDefault(); if (text.value.trim()) void sayWritten(text.value); }}>
          <label>Say or do <input value={text.value} placeholder="a knowledge action with values for its arguments" spellcheck={false} list="words" onInput={(e) => { text.value = e.currentTarget.value; }} /></label>
          <button>Say it</button>
        </form>
        <Heads use={(head) => { text.value = head; }} /></>}
      <div class="tools"><button onClick={hear}>Let somebody else say something</button></div>
    </div>
  );
}

function Announce({ at }: { at: Place }) {
  const text = useSignal("");
  const plain = useSignal(true);
  const say = () => {
    if (!text.value.trim()) return;
    void announce(plain.value ? `L{all} ?(${text.value})` : text.value);
  };
  return (
    <div class="panel">
      <h2>Announce</h2>
      <form class="announce" onSubmit={(e) => { e.preventDefault(); say(); }}>
        <label>{plain.value ? "Tell everybody that" : "Knowledge action"}
          <input value={text.value} placeholder={plain.value ? "a formula that is true here" : "such as L{ann} ?p, or a program of the model"} spellcheck={false} list="words" onInput={(e) => { text.value = e.currentTarget.value; }} /></label>
        <button>Announce</button>
        <label class="check"><input type="checkbox" checked={!plain.value} onChange={(e) => { plain.value = !e.currentTarget.checked; }} /> as a program</label>
      </form>
      {!at.tellings?.length && <Heads use={(head) => { plain.value = false; text.value = head; }} />}
      {[...byName(at.tellings ?? [])].map(([name, all]) => <div key={name} class="group" role="group" aria-label={name}>
        <span class="by">{name}</span>
        {all.map((t) => <button key={t} class="step" onClick={() => announce(t)}><Instance of={t} name={name} /></button>)}</div>)}
      {ways.value && <div class="ways"><p>This can happen in several ways here. Which one?</p>
        {ways.value.ways.map((w) => <button key={w.join(";")} onClick={() => announce(ways.value!.announce, w)}>{w.join("; ")}</button>)}</div>}
    </div>
  );
}

// Heads are the knowledge actions of the document, to be written with values for their arguments.
function Heads({ use }: { use: (head: string) => void }) {
  if (!doc.value?.tells.length) return null;
  return (
    <div class="group" role="group" aria-label="knowledge actions of the document">
      {doc.value.tells.map((head) => <button key={head} class="step" title="write it above, with values for its arguments" onClick={() => use(head.replace(/ in [^,)]*/g, ""))}>{head}</button>)}
    </div>
  );
}

// byName groups instances of programs.
function byName(texts: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const t of texts) {
    const name = t.replace(/\(.*/, "");
    groups.set(name, [...(groups.get(name) ?? []), t]);
  }
  return groups;
}

// Instance is a program with its arguments, below its name.
function Instance({ of, name }: { of: string; name: string }) {
  if (of === name) return <>{of}</>;
  return <span><span class="sr">{name}(</span>{of.slice(name.length + 1, -1).split(", ").map((a, i) => <>{i > 0 && ", "}<Shown key={i} value={a} brief /></>)}<span class="sr">)</span></span>;
}

// Branches is the tree of all places that were visited.
function Branches({ at }: { at: Place }) {
  const all = [...places.value.values()];
  const text = useSignal("");
  const under = (id: number | undefined): Place[] => all.filter((p) => (p.parent ?? 0) === (id ?? 0));
  const branch = (p: Place) => {
    const below = under(p.id);
    return (
      <li key={p.id}>
        <button class={p.told ? "told" : ""} aria-current={p.id === at.id ? "step" : undefined} onClick={() => go(p.id)}>{spoken(p.label)}</button>
        {below.length === 1 && under(p.id).length === 1 ? <ul class="on">{branch(below[0])}</ul> : below.length > 0 ? <ul>{below.map(branch)}</ul> : null}
      </li>
    );
  };
  return (
    <details class="panel branches" open={all.length > 1}>
      <summary><h2>Where we have been <span class="badge">{all.length}</span></h2></summary>
      <ul class="tree" aria-label="places that were visited">{under(undefined).map(branch)}</ul>
      <div class="tools">
        <button onClick={async () => { const t = await exported(""); if (t) text.value = t; }}>Write this walk as a spec</button>
        <button onClick={async () => { remember(); await navigator.clipboard?.writeText(location.href); notice.value = { text: "The address holds this walk; it was copied.", kind: "info" }; }}>Copy the address</button>
      </div>
      {text.value && <pre class="export" tabIndex={0} aria-label="the walk as a spec">{text.value}</pre>}
    </details>
  );
}
