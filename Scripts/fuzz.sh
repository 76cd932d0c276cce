#!/usr/bin/env bash
# Feeds a parser what libFuzzer makes up, under the address sanitizer.
#
#   Scripts/fuzz.sh TARGET|all SECONDS     e.g. Scripts/fuzz.sh codec-json 600
#
# Starts from Tests/Fuzzing/Corpus/TARGET and from what earlier runs on this machine learned (.build-fuzzing). A finding
# stops the run and stands in Tests/Fuzzing/Regressions/TARGET, where the ordinary tests replay it. Runs at low priority.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
package=$root/Tests/Fuzzing

if [ $# -ne 2 ] || ! [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: Scripts/fuzz.sh TARGET|all SECONDS; targets:" $(basename -a "$package"/Corpus/*/) >&2
    exit 64
fi
if [ "$1" = all ]; then targets=$(basename -a "$package"/Corpus/*/); else targets=$1; fi

for target in $targets; do
    if ! [ -f "$package/Sources/$target/main.swift" ]; then
        echo "unknown target $target; there are:" $(basename -a "$package"/Corpus/*/) >&2
        exit 64
    fi
    # Both sanitizers in one flag: two --sanitize options reach the compiler in either order, and only one may count.
    nice -n 10 swift build --package-path "$package" -c release -Xswiftc -sanitize=fuzzer,address --product "$target"
    program=$(swift build --package-path "$package" -c release --show-bin-path)/$target
    learned=$root/.build-fuzzing/$target
    mkdir -p "$learned" "$package/Regressions/$target"
    dictionary=()
    if [ -f "$package/Corpus/$target.dict" ]; then dictionary=(-dict="$package/Corpus/$target.dict"); fi
    # The backtracer would hang under the fuzzer.
    SWIFT_BACKTRACE=enable=no nice -n 10 "$program" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$package/Regressions/$target/" "${dictionary[@]}" \
        "$learned" "$package/Corpus/$target" "$package/Regressions/$target"
done
