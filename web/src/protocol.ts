// The protocol of package session, whose protocol.go says what each part means.

export type Value = string | { [name: string]: Value };
export type State = { [name: string]: Value };

export interface Move { step?: string; announce?: string; done?: string[]; state?: string }
export interface Path { start: string; moves: Move[] }

export interface Request {
  op: string;
  text?: string; name?: string; params?: Record<string, string>; recall?: string;
  only?: string[];
  at?: string; most?: number; draw?: boolean; seed?: number;
  place?: number; step?: string; announce?: string; done?: string[];
  agent?: string; formula?: string; path?: Path;
}

export interface Remark { file?: string; line?: number; column?: number; message: string; hint?: string }
export interface Progress { check?: string; phase: string; iteration?: number; nodes?: number }
export interface RunStep { action: string; args: { [name: string]: Value }; moves?: unknown[]; state: State }
export interface Run {
  formula: string; holds: boolean; state: State;
  past?: { start: State; steps: RunStep[] };
  path?: { steps: RunStep[]; marks: number[]; loop?: number; shown?: { mark: number; run: Run }[] };
  strategy?: Play[]; plans?: Plan[];
  parts?: Run[]; jump?: { agents: string[]; start: State; origin: RunStep[]; state: State };
}
export interface Play { by: string; sees: State; does: string }
export interface Plan { by: string[]; starts: PlanBranch[] }
export interface PlanBranch { seen: State; step?: string; done?: boolean; does?: string; next?: PlanBranch[] }
export interface Result {
  id: string; kind: string; formula: string; line: number; verdict: string; value: string | null;
  expect: string | null; ok: boolean | null; reason: string | null; seconds: number; route?: string;
  run: Run | null; story?: string;
  problem?: Remark;
}
export interface Reply {
  progress?: Progress; result?: Result; answer?: unknown;
  error?: string; errors?: Remark[]; ways?: string[][]; done?: boolean;
}

export interface Check { id: string; strategic?: boolean; doc?: string; formula: string; expect?: string; line?: number }
export interface Doc {
  file: string; name: string; doc: string; text: string; params: { name: string; value: string }[];
  recall: string; joint?: boolean; agents: string[]; actions: { name: string; params: string[] }[]; programs: string[]; tells: string[];
  checks: Check[]; warnings?: Remark[]; show?: string[]; cards?: string[]; library: string[]; words: string[];
}
export interface Starts { count: string; listed: { condition: string; state: State }[] }
export interface Step { label: string; by?: string; parts?: { by: string; does: string }[]; state?: string; unseen?: string[] }
export interface Blocked { action: string; because: string; args?: string[]; count: number }
export interface Eyes { name: string; all?: boolean; sees: State; uninformed?: boolean }
export interface Place {
  id: number; parent?: number; label: string; told?: boolean; path: Path; way: number[]; state: State;
  tellings?: string[]; steps: Step[]; more?: boolean; blocked: Blocked[]; still?: string; agents: Eyes[];
}
export interface World { state: State; done?: string[]; actual?: boolean }
export interface Worlds { agent: string; count: string; of: string; list: World[]; why?: string }
export interface Says { agent: string; list: string[] }
export interface Graph { worlds: World[]; agents: { name: string; class: number[] }[]; all: boolean; why?: string }
export interface Known { formula: string; verdict: string; reason?: string; route?: string; story?: string }
export interface Why extends Known { agent: string; state?: State; start?: State; origin?: string[]; done?: string[] }
