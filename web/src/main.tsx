// The page: a document and its checks, a walk, and minds.
import { render } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { busy, diagnostics, doc, go, here, load, notice, params, player, recall, recollect, remember, revealed, source, wander } from "./store";
import { Checks } from "./checks";
import { Editor } from "./editor";
import { Minds } from "./minds";
import { Walk } from "./walk";

type Tab = "checks" | "document" | "walk" | "minds";

function App() {
  const left = useSignal<"checks" | "document">("checks");
  const tab = useSignal<Tab>("walk"); // where there is room for one
  useEffect(() => {
    const keys = (e: KeyboardEvent) => {
      if (!e.altKey || e.ctrlKey || e.metaKey) return;
      if (e.key === "ArrowLeft" && here.value?.parent) { e.preventDefault(); void go(here.value.parent); }
      if (e.key === "r") { e.preventDefault(); void wander(1); }
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  }, []);
  const wrong = diagnostics.value.length > 0;
  const show = (t: Tab) => { tab.value = t; if (t === "checks" || t === "document") left.value = t; };
  return (
    <div class="app" data-tab={tab.value}>
      <Header />
      <nav class="tabs" aria-label="Views">
        {(["document", "checks", "walk", "minds"] as Tab[]).map((t) => <button key={t} aria-pressed={tab.value === t} onClick={() => show(t)}>{t}{t === "document" && wrong ? " !" : ""}</button>)}
      </nav>
      {notice.value && <p class={`notice ${notice.value.kind}`} role={notice.value.kind === "error" ? "alert" : "status"}>{notice.value.text}<button class="quietly" aria-label="dismiss" onClick={() => { notice.value = null; }}>×</button></p>}
      <datalist id="words">{doc.value?.words.map((w) => <option key={w} value={w} />)}</datalist>
      <main>
        <div class="left">
          <div class="switch" role="group" aria-label="Document or checks">
            <button aria-pressed={left.value === "checks"} onClick={() => { left.value = "checks"; }}>Checks</button>
            <button aria-pressed={left.value === "document"} onClick={() => { left.value = "document"; }}>Document{wrong ? " !" : ""}</button>
          </div>
          {left.value === "checks" ? <Checks /> : <Editor />}
        </div>
        <Walk />
        <Minds />
      </main>
    </div>
  );
}

function Header() {
  const d = doc.value;
  const own = d && !d.file.startsWith("built-in ");
  return (
    <header>
      <h1><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="9" cy="12" r="7" /><circle cx="15" cy="12" r="7" /></svg>epibdd <span>explorer</span></h1>
      <label>Document
        <select aria-label="Document" value={own ? "" : d?.file.replace("built-in ", "")} onChange={(e) => { const name = e.currentTarget.value; void load({ name }, {}, ""); }}>
          {own ? <option value="" title={d.file}>{d.file.replace(/.*[/\\]/, "")}</option> : source.value.name !== "" && <option value="">the first one</option>}
          <optgroup label="Library">{d?.library.map((m) => <option key={m} value={m}>{m}</option>)}</optgroup>
        </select>
      </label>
      <label>Memory
        <select aria-label="Memory" value={d?.recall ?? "none"} onChange={(e) => load(source.value, params.value, e.currentTarget.value)} title="what agents remember">
          <option value="none">none</option><option value="clock">clock</option><option value="perfect">perfect</option>
        </select>
      </label>
      {d && d.params.length > 0 && <Params />}
      <label>Eyes of
        <select aria-label="Eyes of" value={player.value} onChange={(e) => { player.value = e.currentTarget.value; revealed.value = false; remember(); }}>
          <option value="">everybody</option>{d?.agents.map((a) => <option key={a} value={a}>{a}</option>)}
        </select>
      </label>
      <Theme />
      <span class="busy" aria-hidden="true" data-on={busy.value > 0} />
    </header>
  );
}

function Params() {
  const d = doc.value!;
  const open = useSignal(false);
  const values = useSignal<Record<string, string>>({});
  const apply = () => {
    const changed = { ...params.value };
    for (const p of d.params) if (values.value[p.name] !== undefined && values.value[p.name] !== p.value) changed[p.name] = values.value[p.name];
    values.value = {};
    void load(source.value, changed, recall.value);
  };
  return (
    <div class="params" onKeyDown={(e) => { if (e.key === "Escape") open.value = false; }}
      onFocusOut={(e) => { if (!e.currentTarget.contains(e.relatedTarget as Node | null)) open.value = false; }}>
      <button aria-expanded={open.value} onClick={() => { open.value = !open.value; }}>Parameters <span class="badge">{d.params.length}</span></button>
      {open.value && <form tabIndex={-1} onSubmit={(e) => { e.preventDefault(); open.value = false; apply(); }}>
        {d.params.map((p) => <label key={p.name}>{p.name}<input spellcheck={false} value={values.value[p.name] ?? p.value} onInput={(e) => { values.value = { ...values.value, [p.name]: e.currentTarget.value }; }} /></label>)}
        <div class="tools"><button class="primary">Use these</button>
          <button type="button" onClick={() => { open.value = false; values.value = {}; void load(source.value, {}, recall.value); }}>As in the document</button></div>
      </form>}
    </div>
  );
}

function Theme() {
  const dark = useSignal(matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => { document.documentElement.dataset.theme = dark.value ? "dark" : "light"; }, [dark.value]);
  return <button class="theme" aria-pressed={dark.value} onClick={() => { dark.value = !dark.value; }}>{dark.value ? "Light" : "Dark"}</button>;
}

const app = document.getElementById("app")!;
app.replaceChildren();
render(<App />, app);
void recollect();
