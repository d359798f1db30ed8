// What is folded away. It is made when somebody opens it: of large games the parts that nobody
// looks at would be most of the page.
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";

export function Fold({ summary, kind, children }: { summary: ComponentChildren; kind?: string; children: () => ComponentChildren }) {
  const open = useSignal(false);
  return (
    <details class={kind} onToggle={(e) => { open.value = e.currentTarget.open; }}>
      <summary>{summary}</summary>
      {open.value && children()}
    </details>
  );
}
