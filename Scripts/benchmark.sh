#!/usr/bin/env bash
# Measures speed and heap allocations against rivals, each beside ours in the same run.
#
#   Scripts/benchmark.sh             every benchmark; prints the table and writes docs/benchmarks.md
#   Scripts/benchmark.sh FILTER      those whose name matches the regular expression; prints the table
#
# The first run builds the libraries optimised, which takes some ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac
./Scripts/bootstrap.sh

options=(--format jmh --path stdout --no-progress)
write=(--write docs/benchmarks.md)
if [ $# -gt 0 ]; then
    options+=(--filter ".*$1.*")
    write=()
fi
package=Tests/Benchmarks
results=$(mktemp)
trap 'rm -f "$results"' EXIT
swift package --package-path "$package" --scratch-path "$package/.build" benchmark "${options[@]}" > "$results"
python3 "$package/report.py" "${write[@]}" < "$results"
