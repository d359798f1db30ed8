#!/usr/bin/env bash
# Builds the page again, compares it with what is committed, and tests it in a browser.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v npm >/dev/null || missing+=(nodejs npm)
command -v chromium >/dev/null || missing+=(chromium)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -q
  apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
npm ci --no-audit --no-fund
npx tsc --noEmit
built=$(mktemp -d)
node build.mjs "$built"
diff -r "$built" ../explore/page || { echo "explore/page is not what web builds: run 'npm run build' there"; exit 1; }
node --test test/*.test.mjs
