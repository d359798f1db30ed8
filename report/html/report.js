"use strict";
(() => {
  // Filters: by what became of checks, and by words in them.
  const filters = document.querySelector(".filters"), find = document.getElementById("find");
  const off = new Set();
  const apply = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const spec of document.querySelectorAll(".spec")) {
      const file = spec.querySelector("h2").textContent.toLowerCase();
      const checks = [...spec.querySelectorAll(":scope > .check")];
      for (const check of checks) {
        const text = file + " " + check.querySelector("summary").textContent.toLowerCase() + " " + check.querySelector(".formula").textContent.toLowerCase();
        check.hidden = off.has(check.dataset.status) || !words.every((word) => text.includes(word));
      }
      spec.hidden = checks.length > 0 ? checks.every((check) => check.hidden) : words.length > 0 && !words.every((word) => file.includes(word));
    }
  };
  filters.hidden = false;
  filters.addEventListener("click", (event) => {
    const button = event.target.closest("[data-filter]");
    if (!button) return;
    const status = button.dataset.filter;
    if (!off.delete(status)) off.add(status);
    button.setAttribute("aria-pressed", String(!off.has(status)));
    apply();
  });
  find.addEventListener("input", apply);

  // Steppers: one position of a path at a time, with the state there. What has changed is
  // marked, and what never does is folded away.
  const element = (name, text, kind) => {
    const e = document.createElement(name);
    if (text) e.textContent = text;
    if (kind) e.className = kind;
    return e;
  };
  const rows = (entries) => {
    const table = element("table", "", "cells"), body = element("tbody");
    for (const [name, value, before] of entries) {
      const row = element("tr");
      row.append(element("th", name), element("td", value, before === undefined ? "" : "changed"));
      if (before !== undefined) row.lastChild.title = "was " + before;
      body.append(row);
    }
    table.append(body);
    return table;
  };
  for (const path of document.querySelectorAll(".path")) {
    const positions = [...path.querySelectorAll(":scope > .position")];
    if (positions.length < 2) continue;
    const tables = positions.map((p) => p.querySelector(":scope > .cells"));
    const changes = tables.map((t) => [...t.querySelectorAll("tr")].map((r) => [r.firstElementChild.textContent, r.lastElementChild.textContent]));
    const states = [];
    for (const change of changes) states.push(new Map([...(states.at(-1) || []), ...change]));
    const aside = new Set(tables.flatMap((t) => [...t.querySelectorAll(".aside")].map((r) => r.firstElementChild.textContent)));
    const moving = new Set(changes.slice(1).flat().map(([name]) => name).filter((name) => !aside.has(name)));
    const bar = element("div", "", "stepper");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Steps of the run");
    const back = element("button", "◀ back"), on = element("button", "next ▶"), all = element("button", "all steps");
    const slide = element("input"), count = element("span", "", "faint");
    slide.type = "range";
    slide.max = String(positions.length - 1);
    slide.setAttribute("aria-label", "step");
    for (const b of [back, on, all]) b.type = "button";
    bar.append(back, slide, on, count, all);
    path.prepend(bar);
    let at = 0, listed = false;
    const show = (k) => {
      at = k;
      slide.value = String(k);
      slide.disabled = back.disabled = on.disabled = listed;
      back.disabled ||= k === 0;
      on.disabled ||= k === positions.length - 1;
      count.textContent = listed ? "" : `step ${k} of ${positions.length - 1}`;
      all.textContent = listed ? "step by step" : "all steps";
      positions.forEach((p, i) => {
        p.hidden = !listed && i !== k;
        p.querySelector(":scope > .here")?.remove();
        tables[i].hidden = !listed;
      });
      for (const end of path.querySelectorAll(":scope > .end")) end.hidden = !listed && k < positions.length - 1;
      if (listed) return;
      const changed = new Set(k > 0 ? changes[k].map(([name]) => name) : []);
      const here = element("div", "", "here"), still = [], live = [];
      for (const [name, value] of states[k]) {
        if (moving.has(name)) live.push([name, value, changed.has(name) ? states[k - 1].get(name) ?? "" : undefined]);
        else still.push([name, value]);
      }
      here.append(rows(live));
      if (still.length > 0) {
        const fold = element("details");
        const are = aside.size > 0 ? (still.length === 1 ? "is not shown or does" : "are not shown or do") : still.length === 1 ? "does" : "do";
        fold.append(element("summary", `${still.length} that ${are} not change`, "faint"), rows(still));
        here.append(fold);
      }
      tables[k].after(here);
    };
    back.addEventListener("click", () => show(Math.max(0, at - 1)));
    on.addEventListener("click", () => show(Math.min(positions.length - 1, at + 1)));
    all.addEventListener("click", () => { listed = !listed; show(at); });
    slide.addEventListener("input", () => show(Number(slide.value)));
    show(0);
  }

  // On paper everything is open.
  addEventListener("beforeprint", () => {
    for (const d of document.querySelectorAll("details")) d.open = true;
  });
})();
