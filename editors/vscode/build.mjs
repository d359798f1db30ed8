// Bundles the extension into dist, with the licences of what is in it.
import { build } from "esbuild";
import { readdir, readFile, writeFile } from "node:fs/promises";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});

const packages = new Set(Object.keys(metafile.inputs).map((f) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1]).filter(Boolean));
let licences = "The extension contains these packages.\n";
for (const name of [...packages].sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  licences += `\n== ${name} ${version}: ${license}\n\n`;
  const file = (await readdir(folder)).find((f) => /^licen[cs]e/i.test(f));
  if (!file) throw new Error(`${name} has no text of a licence`);
  licences += (await readFile(`${folder}/${file}`, "utf8")).trim() + "\n";
}
await writeFile("dist/LICENSES.txt", licences);
