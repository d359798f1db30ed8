// Answers do not depend on where the program runs: in a browser's worker they are those of the
// command, for all documents that ship.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { natives, root } from "./harness.mjs";
import { compiled, Program } from "./program.mjs";

// A document is left after so many seconds; what is not answered then is compared with nothing. Where that are more than
// half of all answers, as on a slow machine, these documents are asked again with four times as many.
const patience = Number(process.env.PATIENCE ?? 1);

const folders = ["models", "testdata/specs"];
const files = folders.flatMap((folder) => readdirSync(join(root, folder)).filter((f) => f.endsWith(".yaml")).map((f) => join(folder, f)));

// answers are those of a document in a worker, as far as there is time.
async function answers(file, seconds) {
  const program = new Program(), found = {};
  const late = setTimeout(() => program.end(), seconds * 1000);
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
  const left = new Map(files.map((file) => [file, Object.keys(wanted[file]).length])); // answers that are missing
  const sum = (numbers) => [...numbers].reduce((x, y) => x + y, 0);
  const all = sum(left.values());
  const same = () => all - sum(left.values());
  let seconds = patience;
  for (; same() <= all / 2 && seconds <= 64 * patience; seconds *= 4) {
    const queue = [...left.keys()];
    const hand = async () => {
      for (let file; (file = queue.shift());) {
        const { found, ended } = await answers(file, seconds);
        let missing = 0;
        for (const [id, answer] of Object.entries(wanted[file])) {
          if (found[id] === answer) continue;
          if (found[id] === "unknown" || (ended && found[id] === undefined)) missing++;
          else assert.fail(`${file}: ${id} is ${found[id]} in a worker and ${answer} by the command`);
        }
        assert.deepEqual(Object.keys(found).filter((id) => !(id in wanted[file])), [], file);
        if (missing) left.set(file, missing);
        else left.delete(file);
      }
    };
    await Promise.all([hand(), hand()]);
  }
  t.diagnostic(`${same()} of ${all} answers of ${files.length} documents are the same${left.size ? `; not answered in ${seconds / 4} s: ${[...left].map(([file, n]) => `${file} (${n})`).join(", ")}` : ""}`);
  assert.ok(same() > all / 2, `${same()} of ${all} answers were compared`);
});
