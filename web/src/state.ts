// States as texts.
import type { State } from "./protocol";

// cells are the single values of a state, with their names.
export function cells(state: State, prefix = ""): [string, string][] {
  const all: [string, string][] = [];
  for (const [name, v] of Object.entries(state)) {
    const full = prefix ? `${prefix}[${name}]` : name;
    if (typeof v === "string") all.push([full, v]);
    else all.push(...cells(v, full));
  }
  return all;
}

// condition is a text that holds in a state alone.
export const condition = (state: State) => cells(state).map(([n, v]) => `${n} = ${v}`).join(" & ") || "true";
