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

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
options=(--format jmh --path "$results" --no-progress --quiet)
write=(--write docs/benchmarks.md)
if [ $# -gt 0 ]; then
    options+=(--filter ".*$1.*")
    write=()
fi
package=Tests/Benchmarks
# What the compiler says goes to standard error: the table is all that this prints.
swift package --package-path "$package" --scratch-path "$package/.build" --disable-sandbox benchmark "${options[@]}" >&2
python3 "$package/report.py" "${write[@]}" "$results"/*.json
