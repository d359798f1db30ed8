#!/usr/bin/env bash
# Writes the explorer as a static site into a folder: the page, and the program as WebAssembly,
# which workers run. Any server of files will do.
set -euo pipefail
out=$(realpath -m "${1:?the folder to write to}")
cd "$(dirname "$0")"
mkdir -p "$out"
cp ../explore/page/* "$out"
cp src/worker.js "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out"
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
sed -i "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n<meta name=\"engine\" content=\"worker\">|" "$out/index.html"
./program.sh "$out/epibdd.wasm"
gzip -9 -n -c "$out/epibdd.wasm" > "$out/epibdd.wasm.gzip"
rm "$out/epibdd.wasm"
