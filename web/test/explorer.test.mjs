import assert from "node:assert/strict";
import { readdirSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { close, native, root, scan, served, shot, site, verdictsOf, visit } from "./harness.mjs";

after(close);

const possible = (page, agent) => page.locator(".mind", { has: page.locator("h2", { hasText: agent }) }).locator(".possible b").innerText();
const settled = (page) => page.waitForFunction(() => document.querySelectorAll(".facts .waiting").length === 0);

test("the tour: announcements in hexa", async () => {
  const page = await visit(await served());
  assert.equal(await page.locator(".starts .count").innerText(), "6 initial states");
  assert.equal(await page.locator(".walk dl[aria-label=state] .card").count(), 3);
  await page.getByRole("button", { name: "Draw the worlds" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".graph g.world").length === 6);
  await page.getByLabel("Is it true here that").fill("holds[one] = red");
  await page.getByRole("button", { name: "Follow" }).click();
  await settled(page);
  await shot(page, "hexa");
  await page.getByRole("button", { name: /^nocard\(\s*one, white\s*\)$/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".graph g.world").length === 4);
  await settled(page);
  assert.equal(await possible(page, "three"), "1");
  assert.deepEqual((await page.locator(".facts td .verdict, .facts td .why").allInnerTexts()).map((t) => t.split(/[:\n]/)[0].trim()), ["yes", "knows", "unsure", "knows"]);
  await page.getByRole("button", { name: "unsure" }).click();
  await page.waitForSelector(".reason .fields");
  assert.match(await page.locator(".reason").innerText(), /blue/);
  // What is asked comes with its evidence, and with that of what is nested in it.
  await page.getByLabel("Is it true here that").fill("K{three} !K{two} holds[one] = red");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  assert.equal(await page.locator(".answer .verdict").innerText(), "yes");
  await page.getByLabel("Is it true here that").fill("K{one} K{two} holds[one] = red");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.waitForSelector(".answer .verdict.fails");
  await page.locator(".answer summary").click();
  const evidence = await page.locator(".answer pre").innerText();
  for (const who of ["one", "two"]) assert.match(evidence, new RegExp(`${who} considers`));
  await shot(page, "hexa-asked");
  await shot(page, "hexa-told");
  assert.deepEqual(await scan(page), []);
  // The address holds the walk.
  const again = await visit(page.url());
  await again.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  assert.deepEqual(await again.locator(".way li button").allInnerTexts(), ["start", "nocard(one, white)"]);
  await settled(again);
  // Back, another branch, and both are kept.
  await page.getByRole("button", { name: "← Back" }).click();
  await page.getByLabel("Tell everybody that").fill("holds[one] = blue");
  await page.getByRole("button", { name: "Announce" }).click();
  assert.match(await page.getByRole("alert").innerText(), /not true/);
  await page.getByLabel("Tell everybody that").fill("holds[one] != blue");
  await page.getByRole("button", { name: "Announce" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tree li").length === 3);
  await page.getByRole("button", { name: "Write this walk as a spec" }).click();
  assert.match(await page.locator(".export").innerText(), /use: hexa/);
  assert.deepEqual(page.wrong, []);
});

test("the tour: Eleusis, cards, steps and eyes", async () => {
  const page = await visit(await served("testdata/specs/eleusis-hidden-law.yaml", "--recall", "perfect"));
  await page.getByLabel("Is it true here that").fill("law = parity");
  await page.getByRole("button", { name: "Follow" }).click();
  await page.locator(".blocked summary").click();
  await page.waitForSelector(".blocked li");
  assert.match(await page.locator(".blocked").innerText(), /accept[^]*needs proposed_legal/);
  await page.locator("button.step").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  await page.keyboard.press("Alt+r");
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 3);
  await settled(page);
  for (const agent of ["alice", "bob"]) await page.locator(".mind", { has: page.locator("h2", { hasText: agent }) }).locator("summary", { hasText: "considers" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".mind .worlds").length === 2);
  await shot(page, "eleusis");
  assert.deepEqual(await scan(page), []);
  await page.keyboard.press("Alt+ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".way [aria-current]")[0].textContent !== "accept");
  await page.getByLabel("Take me to where").fill("replies = 2");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 5);
  for (const left of [4, 3]) {
    await page.getByRole("button", { name: "← Back" }).click();
    await page.waitForFunction((left) => document.querySelectorAll(".way li").length === left, left);
  }
  // With the eyes of alice the law is hidden.
  await page.getByLabel("Eyes of").selectOption("alice");
  assert.doesNotMatch(await page.locator(".walk").innerText(), /parity|match|colours/);
  assert.equal(await page.locator(".mind").count(), 1);
  await page.getByLabel("Does alice know that").fill("law = parity");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.waitForSelector(".answer .verdict");
  assert.equal(await page.locator(".answer code").innerText(), "K{alice} (law = parity)");
  assert.match(await page.locator(".steps h2").innerText(), /^Your turn\s+1$/);
  await shot(page, "eleusis-alice");
  await page.getByRole("button", { name: "Show what was hidden" }).click();
  assert.match(await page.locator(".walk").innerText(), /law/);
  assert.deepEqual(page.wrong, []);
});

test("dark, narrow, and for those who do not see", async () => {
  const url = await served("testdata/specs/eleusis-hidden-law.yaml", "--recall", "perfect");
  for (const [name, options] of [["wide", {}], ["dark", { colorScheme: "dark" }], ["narrow", { viewport: { width: 380, height: 760 } }], ["narrow-dark", { viewport: { width: 380, height: 760 }, colorScheme: "dark" }]]) {
    const page = await visit(url, options).catch((e) => { throw new Error(`${name}: ${e.message}`); });
    const tabs = name.startsWith("narrow") ? ["document", "checks", "walk", "minds"] : [""];
    for (const tab of tabs) {
      if (tab) await page.locator(".tabs button", { hasText: tab }).click();
      else await page.getByRole("button", { name: "Document", exact: true }).click();
      assert.deepEqual(await scan(page), [], `${name} ${tab}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${tab} is too wide`);
      await shot(page, `${name}${tab && "-"}${tab}`);
    }
    assert.deepEqual(page.wrong, []);
  }
});

test("the keyboard is enough", async () => {
  const page = await visit(await served("testdata/specs/eleusis-hidden-law.yaml"));
  const tabTo = async (selector) => {
    for (let n = 0; n < 60; n++) {
      if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return;
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => document.activeElement === document.body ? "" : getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(outline, "none", `nothing shows that the keyboard is at ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80))}`);
    }
    assert.fail(`the keyboard does not reach ${selector}`);
  };
  await tabTo(".params > button");
  for (const leave of ["Escape", "Shift+Tab"]) {
    await page.keyboard.press("Enter");
    await page.waitForSelector(".params form");
    await page.keyboard.press(leave);
    await page.waitForSelector(".params form", { state: "detached" });
    if (leave === "Escape") assert.ok(await page.evaluate(() => document.activeElement.matches(".params > button")));
  }
  for (let n = 2; n <= 3; n++) { // each step is gone when it is taken
    await tabTo("button.step");
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelectorAll(".way li").length === n, n);
    await page.waitForFunction(() => document.activeElement.matches(".way [aria-current]"));
  }
  await tabTo("input[placeholder='a formula that is true here']");
  await page.keyboard.type("replies = 1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 4);
  await tabTo(".minds input[list]");
  await page.keyboard.type("replies = 1");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".answer .verdict.holds");
  await tabTo(".mind summary");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".mind details[open] dl");
  assert.deepEqual(page.wrong, []);
});

test("the tour: the run of a check", async () => {
  const page = await visit(await served("testdata/specs/lamp.yaml"));
  assert.deepEqual(await verdictsOf(page), native("testdata/specs/lamp.yaml"));
  await page.locator(".line", { hasText: "darkness-does-not" }).click();
  assert.match(await page.getByLabel("the run of darkness-does-not").innerText(), /ann considers also possible/);
  await shot(page, "lamp");
  await page.getByRole("button", { name: /^(Walk this run|Stand in this state)$/ }).click();
  await page.waitForSelector(".way li");
  assert.deepEqual(page.wrong, []);
});

test("a mistake is shown in its place", async () => {
  const page = await visit(await served("testdata/specs/lamp.yaml"));
  await page.getByRole("button", { name: "Document", exact: true }).click();
  const text = page.getByRole("textbox", { name: "the document" });
  await text.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("vrs: {}\n");
  await page.keyboard.press("Control+Enter");
  await page.waitForSelector(".wrong");
  assert.match(await page.locator(".wrong").innerText(), /line 1: /);
  assert.ok(await page.locator(".cm-lintRange-error").count() > 0);
  await shot(page, "mistake");
  assert.deepEqual(await scan(page), []);
});

// A document that wants two of its variables to be shown.
const folder = mkdtempSync(join(tmpdir(), "explorer-"));
const written = (name, text) => { const file = join(folder, name); writeFileSync(file, text); return file; };

test("what a document wants to be shown is shown, and the rest folded", async () => {
  const page = await visit(await served(written("show.yaml", `vars: {x: 0..3, y: 0..3, z: bool}
init: "x = 0 & z"
agents: {ann: {sees: [x]}}
actions: {go: {when: x < 3, then: {x: x + 1, z: "!z"}}}
show: [y, x]
`)));
  const names = () => page.locator(".walk dl[aria-label=state] dt").allInnerTexts();
  assert.deepEqual(await names(), ["y", "x"]);
  assert.equal(await page.locator(".walk .rest summary").innerText(), "1 more");
  await page.locator("button.step").click();
  await page.waitForFunction(() => document.querySelector(".walk .rest summary").textContent === "1 more, 1 changed");
  await page.locator(".walk .rest summary").click();
  await page.waitForSelector(".walk .rest dl");
  assert.match(await page.locator(".walk .rest").innerText(), /z[^]*no/);
  // Why somebody does not know is told by all that differs.
  await page.getByLabel("Is it true here that").fill("y = 0");
  await page.getByRole("button", { name: "Follow" }).click();
  await settled(page);
  await page.getByRole("button", { name: "unsure" }).click();
  assert.match(await page.locator(".reason").innerText(), /y/);
  assert.deepEqual(page.wrong, []);
});

test("others play by strategies and plans", async () => {
  // The guide knows the way out, and tells it to who obeys.
  let page = await visit(await served("testdata/specs/two-doors.yaml"));
  await page.getByLabel("Eyes of").selectOption("walker");
  assert.deepEqual(await page.locator(".steps .group button").allInnerTexts(), ["go(left)", "go(right)", "obey"]);
  await page.getByLabel("Others play").selectOption("with-a-guide");
  await page.waitForSelector("[data-check=with-a-guide].holds");
  for (let n = 2; n <= 3; n++) {
    await page.getByRole("button", { name: "obey", exact: true }).click();
    await page.waitForFunction((n) => document.querySelectorAll(".way li").length === n, n);
  }
  await page.getByRole("button", { name: "Show what was hidden" }).click();
  assert.match(await page.locator(".walk dl[aria-label=state]").innerText(), /outside/);
  assert.deepEqual(await page.locator(".way li button").allInnerTexts(), ["start", "obey & call(left)", "obey & call(right)"]);
  assert.deepEqual(page.wrong, []);
  // Alice learns the secret in two steps, and then does no more.
  page = await visit(await served("testdata/specs/plan-private.yaml"));
  await page.getByLabel("Eyes of").selectOption("bob");
  await page.getByLabel("Others play").selectOption("alone");
  await page.waitForSelector("[data-check=alone].holds");
  await page.getByRole("button", { name: "Let the others move" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 3);
  await page.getByRole("button", { name: "Show what was hidden" }).click();
  await page.getByLabel("Is it true here that").fill("KV{alice} secret & !KV{bob} secret & !KV{carol} secret");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  assert.equal(await page.locator(".answer .verdict").innerText(), "yes");
  assert.equal(await page.locator(".way li").count(), 3);
  assert.deepEqual(page.wrong, []);
});

test("Hexa is played by what one knows", async () => {
  const page = await visit(await served());
  await page.getByLabel("Eyes of").selectOption("one");
  const says = page.locator("[aria-label=nocard] button");
  await says.first().waitFor();
  assert.equal(await says.count(), 2); // of the two cards that one does not have
  const shows = await page.locator("[aria-label=showcard] button").evaluateAll((all) => all.map((b) => b.textContent));
  assert.ok(shows.length > 0 && shows.every((s) => s.startsWith("showcard(one, ")), shows.join());
  await says.first().click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  assert.match(await page.locator(".way li button").last().innerText(), /^nocard\(one, /);
  for (let n = 3; n <= 5; n++) {
    await page.getByRole("button", { name: "Let somebody else say something" }).click();
    await page.waitForFunction((n) => document.querySelectorAll(".way li").length === n, n);
    await page.waitForFunction(() => [...document.querySelectorAll(".possible")].every((e) => e.textContent !== "…"));
  }
  // Which card the others have shown each other is not told to who does not know the deal.
  if (await possible(page, "one") !== "1") for (const label of await page.locator(".way li button").allInnerTexts()) assert.doesNotMatch(label, /showcard\((two|three), (two|three)/);
  await shot(page, "hexa-played");
  assert.deepEqual(await scan(page), []);
  assert.deepEqual(page.wrong, []);
});

test("Cluedo with 21 cards is played by what one writes", async () => {
  const page = await visit(await served("models/cluedo.yaml"));
  await page.getByLabel("Eyes of").selectOption("1");
  assert.equal(await page.locator(".walk dl dt").innerText(), "holder = 1");
  const hand = await page.locator(".walk dl .card").evaluateAll((all) => all.map((c) => c.getAttribute("aria-label")));
  assert.equal(hand.length, 3);
  // A guest, a weapon and a room of those not in the own hand, and the 15 others dealt to five.
  const guests = ["mustard", "plum", "green", "peacock", "scarlett", "white"], weapons = ["candlestick", "rope", "pipe", "wrench", "gun", "knife"];
  const mine = (kind) => hand.filter((c) => kind.includes(c)).length, g = mine(guests), w = mine(weapons);
  const count = (6 - g) * (6 - w) * (9 - (3 - g - w)) * 168_168_000;
  const counted = () => page.waitForFunction((n) => Number(document.querySelector(".mind .possible b")?.textContent.replace(/\D/g, "")) === n, count);
  await counted();
  await page.getByRole("button", { name: /^nocard\(/ }).click();
  assert.equal(await page.getByLabel("Say or do").inputValue(), "nocard(a, b, x, y, z)");
  const say = async (text) => { await page.getByLabel("Say or do").fill(text); await page.getByRole("button", { name: "Say it" }).click(); };
  const others = [...guests, ...weapons].filter((c) => !hand.includes(c));
  await say(`nocard(2, 1, ${others.slice(0, 3).join(", ")})`);
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  await counted(); // who says it learns nothing
  // What the player does not know to be possible is refused, whatever is the case.
  await say(`nocard(1, 2, ${others.slice(0, 3).join(", ")})`);
  assert.equal(await page.getByRole("alert").innerText(), "1 does not know that this can be said or done.\n×");
  assert.deepEqual(await scan(page), []);
  await shot(page, "cluedo");
  assert.deepEqual(page.wrong, []);
});

test("a document without agents or steps is shown as well", async () => {
  const page = await visit(await served());
  await page.locator("header select").first().selectOption("laws");
  await page.waitForFunction(() => /\d{3}/.test(document.querySelector(".starts .count")?.textContent ?? "") && document.querySelector(".walk dl"));
  assert.equal(await page.locator(".mind").count(), 0);
  assert.deepEqual(page.wrong, []);
});

// The full deck of Eleusis, with 3·10^17 deals.
const deckText = `use: eleusis
with: {values: 13, suits: 4, deal: none, hand: 25, laws: [parity], moves: 3, threshold: 7, first: alice, hands: private}
recall: perfect
check:
  - {id: long, formula: "AG{move} KV{bob} place"}
  - {id: longer, formula: "AG{move} (K{alice} replies < 4 & K{bob} K{alice} proposed)"}
`;

// watched is how long frames and tasks of a page take for three seconds.
const watched = (page) => page.evaluate(() => new Promise((resolve) => {
  const frames = [], tasks = [], begin = performance.now();
  const observer = new PerformanceObserver((list) => { for (const task of list.getEntries()) tasks.push(task.duration); });
  observer.observe({ type: "longtask" });
  let last = begin;
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (now - begin < 3000) return void requestAnimationFrame(frame);
    for (const task of observer.takeRecords()) tasks.push(task.duration);
    resolve({ count: frames.length, longestFrame: Math.max(...frames), longestTask: Math.max(0, ...tasks) });
  };
  requestAnimationFrame(frame);
}));

// goesOn checks the full deck on a page. Nothing that the page does holds up a frame: its tasks are
// short. What frames come to besides depends on who else has the processors, and is told. When
// somebody walks meanwhile, a check, the walk and the page want more processors than there may be:
// there is room for that.
async function goesOn(page, t) {
  assert.equal((await page.locator(".starts .count b").innerText()).replace(/\D/g, ""), "335240928272918304");
  await page.getByRole("button", { name: "Check all" }).click();
  await page.waitForSelector("text=/^(long|longer): /");
  for (const [doing, most] of [["beside a check", 100], ["and somebody walks", 300]]) {
    let seen;
    for (let times = 0; times < 5 && !(seen?.longestTask < most); times++) {
      const watching = watched(page);
      if (most > 100) {
        await page.locator("button.step").first().click();
        await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
        await page.keyboard.press("Alt+ArrowLeft");
        await page.waitForFunction(() => document.querySelector(".way [aria-current]").textContent === "start");
      }
      seen = await watching;
      t.diagnostic(`${doing}: ${seen.count} frames, the longest of ${seen.longestFrame.toFixed(0)} ms; the longest task of the page took ${seen.longestTask.toFixed(0)} ms`);
    }
    assert.ok(seen.longestTask < most, `${doing}, a task of the page took ${seen.longestTask} ms`);
  }
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForSelector("button:text-matches('^Check (all|again)$')");
  assert.deepEqual(page.wrong, []);
}

test("while a check of the full deck runs the page goes on, and it can be stopped", async (t) => {
  const page = await visit(await served(written("deck.yaml", deckText)));
  await shot(page, "deck");
  await goesOn(page, t);
});

// Those of the library whose checks take longer than all others together are left out.
const slow = new Set(["new-eleusis", "eleusis-lab", "eleusis-table", "royal-eleusis", "cluedo", "weighings", "mastermind"]);

test("verdicts are those of the command", async () => {
  const page = await visit(await served());
  const models = readdirSync(join(root, "models")).filter((f) => f.endsWith(".yaml")).map((f) => f.replace(".yaml", "")).filter((m) => !slow.has(m));
  for (const model of models) {
    await page.locator("header select").first().selectOption(model);
    const wanted = native(`models/${model}.yaml`);
    await page.waitForFunction((ids) => ids.every((id, i) => document.querySelectorAll("[data-check]")[i]?.dataset.check === id), Object.keys(wanted));
    if (Object.keys(wanted).length === 0) continue;
    assert.deepEqual(await verdictsOf(page), wanted, model);
  }
});

test("the same without a server, in workers", async (t) => {
  const { url, bytes } = await site();
  assert.ok(bytes <= 4 << 20, `the program has ${bytes} bytes`);
  const page = await visit(url);
  assert.equal(await possible(page, "one"), "2");
  assert.deepEqual(await verdictsOf(page), native("models/hexa.yaml"));
  await page.getByRole("button", { name: /^nocard\(\s*one, white\s*\)$/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  await page.waitForFunction(() => document.querySelectorAll(".mind .possible b")[2]?.textContent === "1");
  for (const model of ["eleusis", "lamp", "muddy-children"].filter((m) => readdirSync(join(root, "models")).includes(`${m}.yaml`))) {
    await page.locator("header select").first().selectOption(model);
    const wanted = native(`models/${model}.yaml`);
    await page.waitForFunction((id) => document.querySelector("[data-check]")?.dataset.check === id, Object.keys(wanted)[0]);
    assert.deepEqual(await verdictsOf(page), wanted, model);
  }
  // A check is stopped by ending its worker, and the walk goes on.
  await page.locator("header select").first().selectOption("eleusis-table");
  await page.waitForFunction(() => document.querySelector(".starts .count"));
  await page.getByRole("button", { name: "Check all" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForSelector("button:text-matches('^Check (all|again)$')");
  await page.locator("button.step").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".way li").length === 2);
  assert.deepEqual(page.wrong, []);
  // So does the page while one checks the full deck and another walks in it.
  await page.close();
  const address = Buffer.from(JSON.stringify({ t: deckText })).toString("base64url");
  await goesOn(await visit(`${url}#${address}`), t);
});
