// What the tests of the page have in common: the program, a browser, and a look at the page.
import { execFileSync, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

export const root = new URL("../../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "explorer-"));
export const program = join(folder, "epibdd");
execFileSync("go", ["build", "-o", program, "./cmd/epibdd"], { cwd: root, stdio: "inherit" });

// Screenshots are kept where somebody asks for them.
const screens = process.env.SCREENS;
if (screens) mkdirSync(screens, { recursive: true });
export const shot = async (page, name, options = {}) => {
  if (screens) await page.screenshot({ path: join(screens, name + ".png"), ...options });
};

let browser;
export const open = async () => (browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }));
export const close = async () => { await browser?.close(); for (const p of running) p.kill(); };

const running = [];
// served is the address of an explorer of some files.
export function served(...args) {
  const p = spawn(program, ["explore", ...args], { cwd: root });
  running.push(p);
  return new Promise((resolve, reject) => {
    p.stdout.once("data", (d) => resolve(String(d).trim()));
    p.stderr.once("data", (d) => reject(new Error(String(d))));
  });
}

// site is the address of the static site, served as any server of files does, and the size of
// the program in it.
export async function site() {
  const to = join(folder, "site");
  execFileSync(join(root, "web/static.sh"), [to], { stdio: "inherit" });
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const file = join(to, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  running.push({ kill: () => { server.closeAllConnections(); server.close(); } });
  return { url: `http://127.0.0.1:${server.address().port}/`, bytes: statSync(join(to, "epibdd.wasm.gzip")).size };
}

// opened is a page on which nothing may go wrong unseen.
export async function opened(url, options = {}) {
  const context = await (await open()).newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on("console", (m) => { if (m.type() === "error") page.wrong.push(m.text()); });
  page.on("pageerror", (e) => page.wrong.push(e.message));
  await page.goto(url);
  return page;
}

// visit opens the explorer.
export async function visit(url, options) {
  const page = await opened(url, options);
  await page.waitForSelector(".mind .possible b", { state: "attached" });
  return page;
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// scan is what axe finds that is serious.
export async function scan(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
}

// verdictsOf checks all on the page, and returns what is shown for each check.
export async function verdictsOf(page, timeout = 120_000) {
  await page.getByRole("button", { name: /^Check (all|again)$/ }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("[data-check]")].every((e) => !e.classList.contains("open")), undefined, { timeout });
  return page.$$eval("[data-check]", (all) => Object.fromEntries(all.map((e) => [e.dataset.check, e.textContent])));
}

// natives are the answers of some files by the command, by file and check.
export function natives(...files) {
  let text;
  try {
    text = execFileSync(program, ["check", "--format", "json", ...files], { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (e) {
    text = e.stdout; // some expectation is not met
  }
  return Object.fromEntries(JSON.parse(text).specs.map((s) => [s.spec, Object.fromEntries(s.checks.map((c) => [c.id, c.value ?? c.verdict]))]));
}

// native are those of one file.
export const native = (file) => natives(file)[file];
