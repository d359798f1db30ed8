#!/usr/bin/env bash
# Builds the extension and its package, and tests the grammar and a session by VS Code's
# protocol library. VS Code itself is not started: it comes from no package registry.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
  apt-get update -q
  apt-get install -q -y --no-install-recommends nodejs npm
fi
npm ci --no-audit --no-fund
npx tsc
npm run -s build
node --test test/*.test.mjs
npm run -s package
