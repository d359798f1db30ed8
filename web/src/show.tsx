// How states are shown: cards as cards, truth values as marks, arrays as tables.
import type { ComponentChildren } from "preact";
import { Fold } from "./fold";
import { cells } from "./state";
import { cards, doc } from "./store";
import type { State, Value } from "./protocol";

const card = /^(10|[2-9AJQK])([SHCD])$/;
const suits: Record<string, { mark: string; name: string; red: boolean }> = {
  S: { mark: "♠", name: "spades", red: false }, H: { mark: "♥", name: "hearts", red: true },
  C: { mark: "♣", name: "clubs", red: false }, D: { mark: "♦", name: "diamonds", red: true },
};
const ranks: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };
const paints = new Set(["red", "white", "blue", "green", "yellow", "black", "orange", "purple", "scarlett", "plum", "mustard"]);

export const isCard = (text: string) => card.test(text) || cards.value.has(text);

// Card is a card of our own drawing: one of those that are played with everywhere, or one with a
// name, below its colour if that is its name.
export function Card({ of, fresh }: { of: string; fresh?: boolean }) {
  if (!card.test(of)) {
    const words = of.split("_");
    const width = Math.max(40, 12 + 7 * Math.max(...words.map((w) => w.length)));
    return (
      <svg class={`card named ${fresh ? "fresh" : ""}`} style={{ aspectRatio: `${width} / 44` }} viewBox={`0 0 ${width} 44`} role="img" aria-label={of} data-paint={paints.has(of) ? of : undefined}>
        <rect x="1" y="1" width={width - 2} height="42" rx="5" />
        {paints.has(of) && <rect class="colour" x="5" y="5" width={width - 10} height="20" rx="2" />}
        {words.map((w, i) => <text key={i} x={width / 2} y={paints.has(of) ? 38 : 33 + 14 * (i - words.length / 2)}>{w}</text>)}
      </svg>
    );
  }
  const [, rank, suit] = card.exec(of)!;
  const s = suits[suit];
  return (
    <svg class={`card ${s.red ? "red" : ""} ${fresh ? "fresh" : ""}`} viewBox="0 0 40 56" role="img" aria-label={`${ranks[rank] ?? rank} of ${s.name}`}>
      <rect x="1" y="1" width="38" height="54" rx="5" />
      <text x="5" y="17" class="rank">{rank}</text>
      <text x="20" y="45" class="suit">{s.mark}</text>
    </svg>
  );
}

// Shown is a value as people would write it; a brief one has names of cards as words.
export function Shown({ value, fresh, brief }: { value: string; fresh?: boolean; brief?: boolean }) {
  if (value === "true") return <span class={`truth yes ${fresh ? "fresh" : ""}`}>yes</span>;
  if (value === "false") return <span class={`truth no ${fresh ? "fresh" : ""}`}>no</span>;
  if (value === "none" || value === "undefined") return <span class="none">{value === "none" ? "—" : "?"}</span>;
  if (isCard(value) && !(brief && cards.value.has(value))) return <Card of={value} fresh={fresh} />;
  const set = /^\{(.*)\}$/.exec(value);
  if (set) {
    const parts = set[1] === "" ? [] : set[1].split(", ");
    if (parts.every(isCard)) return <span class="hand">{parts.length === 0 ? <span class="none">none</span> : parts.map((p) => <Card key={p} of={p} fresh={fresh} />)}</span>;
  }
  return <span class={`value ${fresh ? "fresh" : ""}`} data-paint={paints.has(value) ? value : undefined}>{value}</span>;
}

const isTable = (v: Value): v is State => typeof v !== "string";

// World shows a state: what the document wants to be shown, and the rest folded. Where two states
// are compared all that differs is shown; a brief one has no rest.
export function World({ state, before, label, compared, brief }: { state: State; before?: State | null; label: string; compared?: boolean; brief?: boolean }) {
  const show = doc.value?.show;
  if (!show) return <Fields state={state} before={before} label={label} />;
  const changed = (name: string) => before != null && JSON.stringify(before[name]) !== JSON.stringify(state[name]);
  const first = [...show, ...Object.keys(state).filter((name) => compared && !show.includes(name) && changed(name))];
  const rest = Object.keys(state).filter((name) => !first.includes(name));
  const only = (names: string[]) => Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));
  const fresh = rest.filter(changed).length;
  return <>
    <Fields state={only(first)} before={before} label={label} />
    {rest.length > 0 && !brief && <Fold kind="rest" summary={<span class="quiet">{rest.length} more{fresh > 0 && `, ${fresh} changed`}</span>}>{() => <Fields state={only(rest)} before={before} label={`${label}, the rest`} />}</Fold>}
  </>;
}

// Fields shows some values; what differs from others is marked.
export function Fields({ state, before, label }: { state: State; before?: State | null; label: string }) {
  const entries = Object.entries(state);
  if (entries.length === 0) return <p class="quiet">nothing</p>;
  return (
    <dl class="fields" aria-label={label}>
      {entries.map(([name, v]) => <Field key={name} name={name} value={v} before={before?.[name]} />)}
    </dl>
  );
}

function Field({ name, value, before }: { name: string; value: Value; before?: Value }): ComponentChildren {
  if (!isTable(value)) {
    return <div class="field"><dt>{name}</dt><dd><Shown value={value} fresh={before !== undefined && before !== value} /></dd></div>;
  }
  const was = before !== undefined && isTable(before) ? before : undefined;
  const places = byPlace(value);
  if (places) {
    return (
      <div class="field wide"><dt>{name}</dt>
        <dd class="places">
          {places.map(([place, members]) => (
            <div key={place} class="place"><span class="at">{place}</span>
              <span class="hand">{members.map((m) => isCard(m) ? <Card key={m} of={m} fresh={was && was[m] !== place} /> : <Shown key={m} value={m} fresh={was && was[m] !== place} />)}</span>
            </div>
          ))}
        </dd>
      </div>
    );
  }
  return (
    <div class={Object.keys(value).length > 6 ? "field wide" : "field"}><dt>{name}</dt>
      <dd class="cells">
        {Object.entries(value).map(([index, v]) => (
          <span key={index} class="cell"><span class="index">{index}</span>
            {isTable(v) ? <Fields state={v} before={was && isTable(was[index]) ? (was[index] as State) : undefined} label={`${name} ${index}`} />
              : <Shown value={v} fresh={was !== undefined && was[index] !== v} />}
          </span>
        ))}
      </dd>
    </div>
  );
}

// byPlace turns an array that says where each card is round, into the cards at each place.
function byPlace(table: State): [string, string[]][] | null {
  const names = Object.keys(table);
  if (names.length < 4 || !names.every(isCard) || Object.values(table).some(isTable)) return null;
  const values = Object.values(table) as string[];
  if (values.every((v) => v === "true" || v === "false")) return null;
  const at = new Map<string, string[]>();
  for (const n of names) at.set(table[n] as string, [...(at.get(table[n] as string) ?? []), n]);
  return [...at].sort(([a], [b]) => a.localeCompare(b));
}

// gathered joins what an agent sees of the elements of one thing, "seen(p, 2S)" and its like,
// into a table, and of whether elements have a value, "holder[rope] = 1" and its like, those that do
// into a set.
export function gathered(sees: State): State {
  const out: State = {}, having = new Map<string, string[]>();
  for (const [told, v] of Object.entries(sees)) {
    const name = /^\(.*\)$/.test(told) ? told.slice(1, -1) : told;
    const has = /^(\w+)\[(\w+)\] (= \w+)$/.exec(name);
    if (has && (v === "true" || v === "false")) {
      const group = `${has[1]} ${has[3]}`, members = having.get(group) ?? [];
      if (v === "true") members.push(has[2]);
      having.set(group, members);
      out[group] = `{${members.join(", ")}}`;
      continue;
    }
    const parts = /^(.*?)[([]([^()[\]]*)[)\]]$/.exec(name);
    const args = parts?.[2].split(",").map((a) => a.trim()) ?? [];
    const last = args.pop();
    if (!parts || !last || isTable(v)) { out[name] = v; continue; }
    const group = args.length ? `${parts[1]} (${args.join(", ")})` : parts[1];
    if (out[group] !== undefined && !isTable(out[group])) { out[name] = v; continue; }
    ((out[group] ??= {}) as State)[last] = v;
  }
  return out;
}

// distinguishing tells each of some states in few words, without what is the same in all of
// them, and of what the document wants to be shown if that tells them apart.
export function distinguishing(states: State[]): (s: State) => string {
  const flat = states.map((s) => Object.fromEntries(cells(s)));
  const differ = Object.keys(flat[0] ?? {}).filter((n) => flat.some((f) => f[n] !== flat[0][n]));
  const shown = differ.filter((n) => doc.value?.show?.includes(n.replace(/\[.*/, "")));
  const kinds = (names: string[]) => new Set(flat.map((f) => names.map((n) => f[n]).join("\n"))).size;
  const names = kinds(shown) === kinds(differ) ? shown : differ;
  // Of an array of truth values those are told that are true. Where one array tells states apart
  // its name says nothing.
  const root = (n: string) => n.replace(/\[.*/, "");
  const roots = [...new Set(names.map(root))];
  const bare = (n: string) => n.slice(n.indexOf("[") + 1, -1);
  const truth = (v: string) => v === "true" || v === "false";
  return (s) => {
    const f = Object.fromEntries(cells(s));
    const told = roots.flatMap((r) => {
      const mine = names.filter((n) => root(n) === r), alone = roots.length === 1;
      if (mine[0] !== r && mine.length > 1 && flat.every((g) => mine.every((n) => truth(g[n])))) {
        return [`${alone ? "" : r + " "}{${mine.filter((n) => f[n] === "true").map(bare).join(", ")}}`];
      }
      return mine.map((n) => f[n] === "true" ? n : f[n] === "false" ? `¬${n}` : alone && n !== r ? `${bare(n)}: ${f[n]}` : `${n} = ${f[n]}`);
    });
    return told.length ? told.join("\n") : "the only one";
  };
}

// Colours of agents: Okabe and Ito's, which all can tell apart.
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7b5ea7", "#8a6d3b"];
export const colourOf = (i: number) => colours[i % colours.length];
