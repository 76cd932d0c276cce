#!/usr/bin/env bash
# Measures speed and heap allocations of this project and of comparable libraries in the same run.
#
#   Scripts/benchmark.sh             every benchmark; prints the table and writes docs/benchmarks.md
#   Scripts/benchmark.sh FILTER      benchmarks whose name matches the regular expression; prints the table
#   Scripts/benchmark.sh split       shared expenses and savings goals with much history; prints the table
#   Scripts/benchmark.sh node        a node under load and other systems; writes docs/node-benchmarks.md. Options:
#       --seconds 60 --connections 8 --payers 128 --pairs 64 --streams 10000 --resident 100000 --growth 1000000
#       --only STAGE,STAGE  parts, payments, sequence, half, cash, trades, idle, start, log, growth, instructions; prints only
#       --no-rivals         without the other systems;  --print  without the page
#       --check             measures every budget of Tests/Load/budgets.json, those of --only STAGE alone; fails when one is
#                           exceeded or was not measured as it asks; no page, no other systems. The default of --growth
#                           is 10000000 here; with less, down to a million, the output says that it is a quick check. The
#                           stage half needs the stage payments. Status 75: other programs disturbed timed figures that
#                           exceed their budgets, and no other figure failed; run it again on a quiet machine
#       --untimed           with --check: only the budgets that need no quiet machine
#
# The first run builds the libraries optimised, about ten minutes on two cores. Everything is measured in three rounds,
# six minutes together, and the middle figure is used, so a short disturbance affects only one of the three. The Python
# library is installed into a virtual environment. If that fails, the table says so. The node's run takes about ten
# minutes. With --growth 10000000 it takes about an hour, most of it to fill a database with ten million payments.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    -h | --help) sed -n '2,22s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac
if [ "${1:-}" = node ]; then
    shift
    exec Tests/Load/benchmark.sh "$@"
fi
./Scripts/bootstrap.sh

package=Tests/Benchmarks
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# Appends the figures of shared expenses and savings goals, in lines of JSON, to a file.
measure_sharing() {
    local build=(swift build -c release --package-path "$package" --scratch-path "$package/.build" --disable-sandbox
        --product sharing-benchmark)
    "${build[@]}" >&2
    local executable
    executable=$("${build[@]}" --show-bin-path)/sharing-benchmark
    for _ in 1 2 3; do "$executable" >> "$1"; done
}

if [ "${1:-}" = split ]; then
    measure_sharing "$results/sharing"
    python3 "$package/report.py" --others "$results/sharing"
    exit
fi
options=(--format jmh --no-progress --quiet)
report=(--write docs/benchmarks.md)
if [ $# -gt 0 ]; then
    options+=(--filter ".*$1.*")
    report=()
fi
# Compiler output goes to standard error; standard output has only the table.
"$package/generate.sh" >&2
. Tests/Interop/solders-environment.sh >&2 || solders_python=
for round in 1 2 3; do
    mkdir "$results/$round"
    swift package --package-path "$package" --scratch-path "$package/.build" --disable-sandbox \
        benchmark "${options[@]}" --path "$results/$round" >&2
    [ -z "$solders_python" ] || "$solders_python" Tests/Interop/solders_speed.py "${1:-}" >> "$results/solders" \
        || solders_python=
done
[ $# -gt 0 ] || measure_sharing "$results/sharing"
touch "$results/sharing"
report+=(--others "$results/sharing")
if [ -n "$solders_python" ]; then
    report+=(--others "$results/solders")
else
    report+=(--missing "Not measured: solders, because its Python environment could not be set up.")
fi
python3 "$package/report.py" "${report[@]}" "$results"/*/*.json
