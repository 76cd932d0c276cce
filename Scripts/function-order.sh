#!/usr/bin/env bash
# Writes Scripts/function-order.txt anew: the functions that a node runs to start and to make payments.
#
#   Scripts/function-order.sh
#
# The linker places these functions next to each other (Scripts/shipped-flags.sh). Scattered over the whole executable,
# they would bring ten times as many of its pages into memory. Names that no longer exist are ignored, and a function
# that is missing from the list only stands elsewhere, so the list need not follow every change. Write it anew when
# "Scripts/benchmark.sh node --check" says that a node needs more memory.
#
# Counts with valgrind, on Linux, for some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

for argument; do
    case $argument in
        -h | --help) sed -n '2,11s/^# \{0,1\}//p' Scripts/function-order.sh; exit 0 ;;
        *) echo "unknown option $argument; see $0 --help" >&2; exit 64 ;;
    esac
done
[ "$(uname -s)" = Linux ] || { echo "needs Linux, for which the list is" >&2; exit 69; }
./Scripts/bootstrap.sh valgrind
./Scripts/build.sh --release >&2
. Scripts/shipped-flags.sh
swift build "${shipped_flags[@]}" --product node-load >&2
built=$(swift build "${shipped_flags[@]}" --show-bin-path)

mkdir -p .build/load
work=$(mktemp -d "$PWD/.build/load/XXXXXX")
trap 'rm -rf "$work"' EXIT
# Valgrind cannot read all that Swift writes for debuggers, and needs the names alone.
strip --strip-debug -o "$work/flipcash" "$built/flipcash"
mkdir "$work/run"
VALGRIND_OPTS=--demangle=no "$built/node-load" "$work/flipcash" "$work/run" --only instructions >&2
python3 Scripts/function-order.py "$work/flipcash" "$work/run"/callgrind.* > "$work/list"
mv "$work/list" Scripts/function-order.txt
wc -l Scripts/function-order.txt
