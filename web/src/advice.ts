// How others play: by the strategy or the plan that a check has found. It says nothing where it
// was not made for what has happened; then others move at random.
import type { Place, Plan, Play, PlanBranch, Result, Run, State, Step } from "./protocol";
import { cells } from "./state";

// Advice picks those of some steps, at the end of a way, that fit it, which may be none where others
// wait for the player; null: it says nothing.
export type Advice = (way: Place[], steps: Step[], player: string) => Step[] | null;

// adviceOf is that of a check that was decided; null: there is none.
export function adviceOf(r: Result): Advice | null {
  const run = r.run && withAdvice(r.run);
  if (run?.plans?.length) return byPlan(run.plans[0]);
  if (run?.strategy?.length) return byStrategy(run.strategy);
  return null;
}

function withAdvice(run: Run): Run | undefined {
  if (run.plans?.length || run.strategy?.length) return run;
  for (const below of [...(run.parts ?? []), ...(run.path?.shown ?? []).map((s) => s.run)]) {
    const found = withAdvice(below);
    if (found) return found;
  }
  return undefined;
}

// fits tells whether all that is said of a state is so.
const fits = (said: State, state: State) => {
  const values = new Map(cells(state));
  return cells(said).every(([name, v]) => values.get(name) === v);
};

// A strategy says what its members do where they see something, or in a state.
function byStrategy(plays: Play[]): Advice {
  return (way, steps, player) => {
    const at = way[way.length - 1];
    let left = steps, said = false;
    for (const who of new Set(plays.map((p) => p.by))) {
      if (who === player) continue;
      const eyes = at.agents.find((a) => a.name === who);
      const play = plays.find((p) => p.by === who && (fits(p.sees, eyes?.sees ?? {}) || fits(p.sees, at.state)));
      if (!play) continue;
      const mine = left.filter((s) => s.parts ? s.parts.some((p) => p.by === who && p.does === play.does) : s.by === who && s.label === play.does);
      if (mine.length > 0) { left = mine; said = true; }
    }
    return said ? left : null;
  };
}

// A plan is a tree: what those who plan do, and below it what they may see then.
function byPlan(plan: Plan): Advice {
  return (way, steps, player) => {
    if (plan.by.includes(player)) return null;
    for (let from = 0; from < way.length; from++) { // it may begin behind some steps
      const at = followed(plan, way.slice(from));
      if (!at) continue;
      const own = (s: Step) => s.parts ? s.parts.filter((p) => plan.by.includes(p.by)).map((p) => p.does) : plan.by.includes(s.by ?? "") ? [s.label] : [];
      if (!at.does && !steps.some((s) => s.parts)) return steps.filter((s) => own(s).length === 0); // they wait, or are done
      const does = at.does?.split(" & ") ?? [];
      const found = steps.filter((s) => does.every((d) => own(s).includes(d)));
      return found.length > 0 ? found : null;
    }
    return null;
  };
}

// followed is the branch of a plan to which a way leads.
function followed(plan: Plan, way: Place[]): PlanBranch | undefined {
  const sees = (p: Place) => p.agents.find((a) => a.name === plan.by[0])?.sees ?? {};
  let at = plan.starts.find((b) => fits(b.seen, sees(way[0])));
  for (let i = 1; at && i < way.length; i++) {
    const before = new Map(cells(sees(way[i - 1]))), now = cells(sees(way[i]));
    const all = at.next ?? [];
    const same = all.filter((b) => {
      const said = new Map(cells(b.seen));
      return fits(b.seen, sees(way[i])) && now.every(([name, v]) => before.get(name) === v || said.has(name));
    });
    at = same.find((b) => b.step && way[i].label.split(" & ").includes(b.step)) ?? same.find((b) => !b.step || b.step === way[i].label) ?? (same.length === 1 ? same[0] : undefined);
  }
  return at;
}
