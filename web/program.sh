#!/usr/bin/env bash
# Builds the program as WebAssembly into a file. Functions that are written into their callers
# make a sixth of it and of no use where little time is spent: only packages that compute much
# have them.
set -euo pipefail
out=$(realpath -m "${1:?the file to write}")
cd "$(dirname "$0")/.."
here=$(go list -m)
flags=(-gcflags=all=-l)
for fast in "$here/symbolic/kernel" "$here/explicit"; do
  flags+=("-gcflags=$fast=")
done
GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' "${flags[@]}" -o "$out" ./explore/wasm
