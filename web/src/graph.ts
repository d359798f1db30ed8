// Worlds as a picture, laid out by Graphviz.
import type { Graph } from "./protocol";
import { colourOf, distinguishing } from "./show";

let maker: Promise<{ renderSVGElement(dot: string, o?: object): SVGSVGElement }> | undefined;

export async function picture(g: Graph): Promise<SVGSVGElement> {
  maker ??= import("@viz-js/viz").then((m) => m.instance());
  const viz = await maker;
  const svg = viz.renderSVGElement(dot(g), { engine: g.worlds.length > 14 ? "neato" : "dot" });
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${g.worlds.length} worlds`);
  const [, , w] = (svg.getAttribute("viewBox") ?? "0 0 400 300").split(" ").map(Number);
  svg.style.maxWidth = `${Math.ceil(w * 1.4)}px`;
  for (const t of svg.querySelectorAll("title")) t.remove();
  return svg;
}

// dot holds each class of an agent together by as few lines as do, which end behind their boxes.
function dot(g: Graph): string {
  const tell = distinguishing(g.worlds.map((w) => w.state));
  const q = (s: string) => '"' + s.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") + '"';
  const lines = ["graph { bgcolor=transparent; outputorder=edgesfirst; overlap=false; splines=true; nodesep=.35; ranksep=.45; sep=\"+12\";",
    'node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11, margin="0.2,0.08", class=world]; edge [penwidth=2, headclip=false, tailclip=false];'];
  g.worlds.forEach((w, i) => {
    const label = tell(w.state) + (w.done?.length && distinct(g, w.state) ? "\n" + w.done.join("; ") : "");
    lines.push(`w${i} [label=${q(label)}${w.actual ? ', class="world actual", penwidth=2.5' : ""}];`);
  });
  g.agents.forEach((a, k) => {
    const last = new Map<number, number>();
    a.class.forEach((c, i) => {
      const before = last.get(c);
      if (before !== undefined) lines.push(`w${before} -- w${i} [color="${colourOf(k)}", tooltip=${q(a.name)}];`);
      last.set(c, i);
    });
  });
  return lines.join("\n") + "}";
}

// distinct tells whether several worlds have a state, so that what happened tells them apart.
function distinct(g: Graph, s: Graph["worlds"][0]["state"]): boolean {
  const text = JSON.stringify(s);
  return g.worlds.filter((w) => JSON.stringify(w.state) === text).length > 1;
}
