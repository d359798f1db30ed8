#!/usr/bin/env bash
# A folder of specs decided by four workers, of which one is killed every five seconds: the
# report is compared with that of one call without workers, costs aside. The folder is asked
# three times, so that several die.
#
# A model may cost ten workers: by chance three deaths meet the same one now and then, which is
# then undecided ("3 workers died, or were lost, while they worked on it"), as a model should be
# that kills whoever takes it.
#
#	bench/pool.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
specs=${1:-testdata/specs}
dir=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$dir"' EXIT
go build -o "$dir" ./cmd/epibdd ./cmd/epibdd-worker

# answers are a report without what depends on the machine: times, and the cost in diagrams.
answers() { grep -vE '^ *"(seconds|nodes|work)":' "$1"; }
report() { "$dir/epibdd" check "$specs" --quiet --format json --output "$@" 2>>"$dir/said" || { cat "$dir/said"; return 1; }; }

start=$SECONDS
report "$dir/here.json"
echo "one call: $((SECONDS - start)) s"

"$dir/epibdd-worker" pool --workers 4 --deaths 10 --port -1 >"$dir/url" 2>"$dir/said" & pool=$!
until [ -s "$dir/url" ]; do sleep 0.1; done
(
  while sleep 5; do
    pgrep -P "$pool" | shuf -n 1 | xargs --no-run-if-empty kill -KILL
  done
) & killer=$!
for round in 1 2 3; do
  start=$SECONDS
  report "$dir/there.json" --nats "$(cat "$dir/url")"
  echo "four workers: $((SECONDS - start)) s, $(grep -c 'signal: killed' "$dir/said" || true) killed so far"
  diff <(answers "$dir/here.json") <(answers "$dir/there.json") && echo "the report equals that of the call"
done
kill "$killer"
