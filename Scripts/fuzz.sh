#!/usr/bin/env bash
# Fuzzes a parser with libFuzzer and the address sanitizer.
#
#   Scripts/fuzz.sh TARGET|all SECONDS     e.g. Scripts/fuzz.sh codec-json 600
#
# Starts from Tests/Fuzzing/Corpus/TARGET and the inputs learned by earlier runs on this machine (.build-fuzzing). A
# finding stops the run and is written to Tests/Fuzzing/Regressions/TARGET, where the ordinary tests replay it. Runs at
# low priority.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
package=$root/Tests/Fuzzing
known=$(basename -a "$package"/Corpus/*/)

if [ $# -ne 2 ] || ! [[ $2 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: Scripts/fuzz.sh TARGET|all SECONDS; targets:" $known >&2
    exit 64
fi
if [ "$1" = all ]; then targets=$known; else targets=$1; fi
"$root/Scripts/bootstrap.sh"

# Passes both sanitizers in one flag: of two --sanitize options the compiler may use only one. The scanner's C++ code
# gets the same sanitizers.
flags=(-c release -Xswiftc -sanitize=fuzzer,address -Xcxx -fsanitize=fuzzer-no-link,address)
# Uses the toolchain's linker, because gold crashes on these programs.
if [ "$(uname)" = Linux ]; then flags+=(-Xswiftc -use-ld=lld); fi

# Prints the program that contains a target.
program_of() {
    local main library
    for main in "$package"/Sources/*/main.swift; do
        library=$(sed -n 's/^import \(.*Fuzzing\)$/\1/p' "$main")
        if grep -qF "\"$1\":" "$package/Sources/$library"/Properties/*.swift; then basename "$(dirname "$main")"; fi
    done
}

for target in $targets; do
    program=$(program_of "$target")
    if [ -z "$program" ]; then
        echo "unknown target $target; targets:" $known >&2
        exit 64
    fi
    nice -n 10 swift build --package-path "$package" "${flags[@]}" --product "$program"
    binary=$(swift build --package-path "$package" "${flags[@]}" --show-bin-path)/$program
    learned=$root/.build-fuzzing/$target
    mkdir -p "$learned" "$package/Regressions/$target"
    options=(-max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
    if [ -f "$package/Corpus/$target.dict" ]; then options+=(-dict="$package/Corpus/$target.dict"); fi
    echo "$target, for $2 seconds:"
    # Swift's backtracer hangs under the fuzzer.
    FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no nice -n 10 "$binary" "${options[@]}" \
        -artifact_prefix="$package/Regressions/$target/" \
        "$learned" "$package/Corpus/$target" "$package/Regressions/$target"
done
