#!/usr/bin/env bash
# A folder of specs in twelve parts at once, two of them killed and started again: the report
# that 'epibdd merge' makes of them is compared with that of one call, costs aside.
#
#	bench/shards.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
specs=${1:-testdata/specs}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/epibdd" ./cmd/epibdd

report() { "$dir/epibdd" check "$specs" --quiet --format json --output "$@" 2>>"$dir/said" || return $?; }
# answers are a report without what depends on the machine: times, and the cost in diagrams.
answers() { grep -vE '^ *"(seconds|nodes|work|shard)":' "$1"; }

start=$SECONDS
report "$dir/whole.json"
echo "one call: $((SECONDS - start)) s"

start=$SECONDS
pids=()
for i in {1..12}; do
  report "$dir/part$i.json" --jobs 1 --shard "$i/12" & pids[i]=$!
done
sleep 1
for i in 3 8; do
  pkill -KILL -P "${pids[i]}" epibdd && echo "part $i: killed"
done
killed=()
for i in {1..12}; do
  wait "${pids[i]}" || killed+=("$i")
done
echo "without a report: ${killed[*]:-none}"
"$dir/epibdd" merge "$dir"/part*.json --output "$dir/merged.json" 2>&1 | head -3 || true
for i in "${killed[@]}"; do
  report "$dir/part$i.json" --jobs 1 --shard "$i/12"
done
"$dir/epibdd" merge "$dir"/part*.json --output "$dir/merged.json"
echo "twelve parts: $((SECONDS - start)) s"
diff <(answers "$dir/whole.json") <(answers "$dir/merged.json") && echo "the merged report equals that of one call"
