// Answers do not depend on where the program runs: in a browser's worker they are those of the
// command, for all documents that ship.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { natives, root } from "./harness.mjs";
import { compiled, Program } from "./program.mjs";

// A document is left after so many seconds; what is not answered then is compared with nothing.
const patience = Number(process.env.PATIENCE ?? 1);

const folders = ["models", "testdata/specs"];
const files = folders.flatMap((folder) => readdirSync(join(root, folder)).filter((f) => f.endsWith(".yaml")).map((f) => join(folder, f)));

// answers are those of a document in a worker, as far as there is time.
async function answers(file) {
  const program = new Program(), found = {};
  const late = setTimeout(() => program.end(), patience * 1000);
  const loaded = await program.ask({ op: "load", name: basename(file), text: readFileSync(join(root, file), "utf8") });
  assert.equal(loaded?.error, undefined, file);
  const last = await program.ask({ op: "check" }, ({ result }) => { if (result) found[result.id] = result.value ?? result.verdict; });
  clearTimeout(late);
  await program.end();
  assert.equal(last?.error, undefined, file);
  return { found, ended: last === null };
}

test("all documents have the same answers in workers", async (t) => {
  await compiled(mkdtempSync(join(tmpdir(), "program-")));
  const wanted = natives(...files);
  let same = 0, all = 0;
  const left = [];
  const queue = [...files];
  const hand = async () => {
    for (let file; (file = queue.shift());) {
      const { found, ended } = await answers(file);
      const missing = [];
      for (const [id, answer] of Object.entries(wanted[file])) {
        all++;
        if (found[id] === answer) same++;
        else if (found[id] === "unknown" || (ended && found[id] === undefined)) missing.push(id);
        else assert.fail(`${file}: ${id} is ${found[id]} in a worker and ${answer} by the command`);
      }
      assert.deepEqual(Object.keys(found).filter((id) => !(id in wanted[file])), [], file);
      if (missing.length) left.push(`${file} (${missing.length})`);
    }
  };
  await Promise.all([hand(), hand()]);
  t.diagnostic(`${same} of ${all} answers of ${files.length} documents are the same${left.length ? `; not answered in ${patience} s: ${left.join(", ")}` : ""}`);
  assert.ok(same > all / 2, `${same} of ${all} answers were compared`);
});
