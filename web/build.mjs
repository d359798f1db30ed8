// Bundles the page into ../explore/page, which the program embeds. With a folder as argument
// it writes there instead, so that what is committed can be compared.
import { build } from "esbuild";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

const out = process.argv[2] ?? "../explore/page";
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  chunkNames: "[name]-[hash]",
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});
for (const file of ["index.html", "style.css"]) await cp(`src/${file}`, `${out}/${file}`);

// The licences of all that is in the bundle.
const packages = new Set(Object.keys(metafile.inputs).map((f) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1]).filter(Boolean));
let licences = "The page contains these packages.\n";
for (const name of [...packages].sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  licences += `\n== ${name} ${version}, ${license}\n`;
  for (const file of (await readdir(folder)).sort()) if (/^licen[cs]e/i.test(file)) licences += "\n" + (await readFile(`${folder}/${file}`, "utf8")).trim() + "\n";
}
await writeFile(`${out}/LICENSES.txt`, licences);
