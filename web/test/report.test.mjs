// A report in HTML, opened from the disk as somebody would who was sent it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { close, opened, program, root, scan, shot } from "./harness.mjs";

after(close);

const file = join(mkdtempSync(join(tmpdir(), "report-")), "report.html");
before(() => {
  const specs = ["lamp", "runs", "knowledge", "two-doors", "plan-private", "monty-hall", "dining-in-turn"].map((name) => `testdata/specs/${name}.yaml`);
  execFileSync(program, ["check", "--format", "html", "-o", file, ...specs, "models/muddy-children.yaml"], { cwd: root, stdio: "ignore" });
});
const report = async (options) => {
  const page = await opened(pathToFileURL(file).href, options);
  await page.waitForSelector(".filters:not([hidden])");
  return page;
};
const visible = (page) => page.locator(".check:visible").count();

test("it loads nothing, and filters", async () => {
  const page = await report();
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((r) => r.name));
  assert.deepEqual(loaded, []);
  const all = await visible(page);
  assert.ok(all > 50, `${all} checks`);
  await page.getByLabel("Find").fill("two-doors guide");
  assert.ok(await visible(page) > 0 && await visible(page) < all);
  for (const text of await page.locator(".check:visible").allInnerTexts()) assert.match(text.toLowerCase(), /guide/);
  await page.getByLabel("Find").fill("");
  const ok = page.locator("button[data-filter=met]");
  await ok.click();
  assert.equal(await visible(page), all - Number((await ok.innerText()).match(/\d+$/)[0]));
  await ok.click();
  assert.equal(await visible(page), all);
  assert.deepEqual(page.wrong, []);
});

test("runs are gone through step by step, and what is nested is opened", async () => {
  const page = await report();
  const check = page.locator(".check", { has: page.locator("summary strong", { hasText: /^darkness-does-not$/ }) });
  await check.locator("summary").first().click();
  await shot(page, "report-run");
  const path = page.locator(".path", { has: page.locator(".stepper") }).first();
  await path.evaluate((p) => { for (let d = p; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true; });
  const count = () => path.locator(":scope > .stepper .faint").innerText();
  assert.match(await count(), /^step 0 of /);
  const steps = Number((await count()).match(/\d+$/)[0]);
  const next = path.locator(":scope > .stepper button", { hasText: "next" });
  for (let n = 1; n <= steps; n++) {
    await next.click();
    assert.equal(await count(), `step ${n} of ${steps}`);
    assert.equal(await path.locator(":scope > .position:visible").count(), 1);
  }
  assert.ok(await next.isDisabled());
  await path.locator(":scope > .stepper button", { hasText: "all steps" }).click();
  assert.equal(await path.locator(":scope > .position:visible").count(), steps + 1);
  // Evidence in a state can be opened, and says where it was reached.
  const possible = page.locator(".possible").first();
  await possible.evaluate((p) => { for (let d = p.parentElement; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true; });
  await possible.locator("summary").first().click();
  assert.ok(await possible.locator(".faint").first().isVisible());
  assert.deepEqual(page.wrong, []);
});

test("plans are trees", async () => {
  const page = await report();
  const check = page.locator(".check", { has: page.locator("summary strong", { hasText: /^at-all$/ }) });
  await check.locator("summary").first().click();
  assert.match(await check.locator(".run").innerText(), /a plan of alice: 2 at most[^]*at first[^]*ask\(/);
  const leaves = () => check.locator(".plan li:visible").count();
  const all = await leaves();
  await check.locator(".plan summary").first().click();
  assert.ok(await leaves() < all);
  await check.locator(".plan summary").first().click();
  await check.scrollIntoViewIfNeeded();
  await shot(page, "report-plan");
  assert.deepEqual(page.wrong, []);
});

test("sweeps are tables and plots", async () => {
  const page = await report();
  const spec = page.locator(".spec", { has: page.locator("h2", { hasText: "dining-in-turn" }) });
  assert.deepEqual(await spec.locator(".sweep tr").allInnerTexts(), ["n\tworlds\tworlds\tanonymous\tnot-before-the-last", "3\t32\t32\tholds\tholds", "4\t80\t80\tholds\tholds", "5\t192\t192\tholds\tholds"]);
  assert.equal(await spec.locator(".plot figcaption").innerText(), "worlds: value against n");
  await spec.scrollIntoViewIfNeeded();
  await shot(page, "report-sweep");
  assert.deepEqual(page.wrong, []);
});

test("it can be read by everybody, on paper and on small screens", async () => {
  for (const [name, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["narrow", { viewport: { width: 380, height: 760 } }]]) {
    const page = await report(options);
    for (const summary of await page.locator(".check > summary").all()) await summary.evaluate((s) => { s.parentElement.open = true; });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is too wide`);
    assert.deepEqual(await scan(page), [], name);
    await shot(page, `report-${name}`);
    assert.deepEqual(page.wrong, []);
  }
  const page = await report();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".stepper:visible, .filters:visible").count(), 0);
});
