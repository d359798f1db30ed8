// The document as text, with what is wrong with it in place.
import { autocompletion, closeBrackets, completeAnyWord, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { diagnostics, doc, load, params, recall } from "./store";

const style = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "tok-key" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: [tags.string, tags.content], class: "tok-text" },
  { tag: [tags.keyword, tags.bool, tags.number], class: "tok-word" },
  { tag: tags.punctuation, class: "tok-mark" },
]);

function complete(c: CompletionContext) {
  const word = c.matchBefore(/[\w{]+/);
  if (!word || (word.from === word.to && !c.explicit)) return null;
  return { from: word.from, options: (doc.value?.words ?? []).map((label) => ({ label })) };
}

export function Editor() {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useSignal(false);
  const d = doc.value;
  const apply = async () => {
    const text = view.current!.state.doc.toString();
    if (await load({ name: d?.file ?? "", text }, params.value, recall.value)) changed.value = false;
  };
  const run = useRef(apply);
  run.current = apply;
  useEffect(() => {
    view.current = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: d?.text ?? "",
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
          autocompletion({ override: [complete, completeAnyWord] }), yaml(), syntaxHighlighting(style), linter(null), lintGutter(),
          keymap.of([{ key: "Mod-Enter", run: () => { void run.current(); return true; } }, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          EditorView.updateListener.of((u) => { if (u.docChanged) changed.value = true; }),
          EditorView.contentAttributes.of({ "aria-label": "the document" }),
          EditorView.lineWrapping,
        ],
      }),
    });
    view.current.scrollDOM.tabIndex = 0; // so that the keyboard scrolls it
    view.current.scrollDOM.setAttribute("role", "group");
    view.current.scrollDOM.setAttribute("aria-label", "the text of the document");
    return () => view.current?.destroy();
  }, []);
  useEffect(() => {
    const v = view.current!;
    if (d && v.state.doc.toString() !== d.text) v.dispatch({ changes: { from: 0, to: v.state.doc.length, insert: d.text } });
    changed.value = false;
  }, [d]);
  useEffect(() => {
    const v = view.current!;
    const marks: Diagnostic[] = [];
    for (const r of diagnostics.value) {
      if (!r.line || r.line > v.state.doc.lines) continue;
      const line = v.state.doc.line(r.line);
      const from = Math.min(line.to, line.from + Math.max(0, (r.column ?? 1) - 1));
      const word = /^[\w$]+/.exec(v.state.doc.sliceString(from, line.to))?.[0].length ?? 1;
      marks.push({ from, to: Math.min(line.to, from + word), severity: "error", message: r.message + (r.hint ? `\n${r.hint}` : "") });
    }
    v.dispatch(setDiagnostics(v.state, marks));
  }, [diagnostics.value]);
  return (
    <section class="pane document" aria-label="Document">
      {d?.doc && <div class="about" tabIndex={0} role="region" aria-label="about the document">{d.doc.split(/\n\s*\n/).map((t, i) => <p key={i}>{t}</p>)}</div>}
      {diagnostics.value.length > 0 && <div class="wrong" role="alert"><ul>{diagnostics.value.map((r, i) => <li key={i}>
        <button class="quietly" onClick={() => { const v = view.current!; if (r.line && r.line <= v.state.doc.lines) { v.dispatch({ selection: { anchor: v.state.doc.line(r.line).from }, scrollIntoView: true }); v.focus(); } }}>
          {r.line ? `line ${r.line}: ` : ""}{r.message}</button>{r.hint && <span class="quiet"> {r.hint}</span>}</li>)}</ul></div>}
      <div class="tools"><button class={changed.value ? "primary" : ""} disabled={!changed.value} onClick={apply} title="Ctrl+Enter">Use this text</button>
        <span class="quiet">{d?.file}{changed.value ? ", changed here" : ""}</span></div>
      <div class="editor" ref={box} />
    </section>
  );
}
