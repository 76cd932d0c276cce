#!/usr/bin/env bash
# Builds everything once and runs the tests.
#
#   Scripts/test.sh                                   every suite
#   Scripts/test.sh FlipcashNodeTests                 one test target
#   Scripts/test.sh FlipcashNodeTests/LedgerTests     one suite
#   Scripts/test.sh FlipcashNodeTests/LedgerTests/debit_closedAccount_fails   one test
#   Scripts/test.sh --filter REGEX                    the tests whose full names match
#   Scripts/test.sh --release …                       the same, optimised as shipped, in a separate build
#   Scripts/test.sh --skip-build …                    the tests of the last build
#   Scripts/test.sh --sanitize address|thread …       the same with a sanitizer, in a separate build, target by target
#
# Several names may be given.
#
# With --release the tests that start the flipcash command start the shipped executable (Scripts/build.sh --release).
# Crash tests start the one that was built with the tests: the shipped executable has no crash points.
# FLIPCASH_EXECUTABLE=FILE makes them start another one, with or without --release.
# FLIPCASH_SCRATCH=DIR builds the optimised tests in DIR instead of .build/optimised, and Scripts/build.sh what is shipped.
# In one folder they share the C libraries, which saves minutes, but each build replaces files of the other.
#
# FLIPCASH_VECTORS=DIR Scripts/test.sh reads the test vectors from DIR instead of Tests/Vectors. Files must have the
# same names and format. Files missing from DIR are skipped with a message.
set -euo pipefail
[ -z "${FLIPCASH_VECTORS:-}" ] || export FLIPCASH_VECTORS=$(realpath "$FLIPCASH_VECTORS")
[ -z "${FLIPCASH_EXECUTABLE:-}" ] || export FLIPCASH_EXECUTABLE=$(realpath "$FLIPCASH_EXECUTABLE")
cd "$(dirname "$0")/.."

options=()
filters=()
built=()
while [ $# -gt 0 ]; do
    name=$1
    shift
    case $name in
        -h | --help) sed -n '2,22s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --release) release=true ;;
        --skip-build) built=(--skip-build) ;;
        --filter)
            [ $# -gt 0 ] || { echo "--filter takes a regular expression; see $0 --help" >&2; exit 64; }
            filters+=(--filter "$1") && shift
            ;;
        --sanitize)
            case ${1:-} in
                address | thread) sanitizer=$1 && shift ;;
                *) echo "--sanitize takes address or thread; see $0 --help" >&2; exit 64 ;;
            esac
            # Sanitized object files need a separate build folder.
            options+=(--sanitize="$sanitizer" --scratch-path ".build/$sanitizer")
            suppressions="$PWD/Scripts/sanitizers"
            export ASAN_OPTIONS="suppressions=$suppressions/address.txt:detect_leaks=1:detect_stack_use_after_return=0"
            export LSAN_OPTIONS="suppressions=$suppressions/leak.txt:print_suppressions=0"
            export TSAN_OPTIONS="suppressions=$suppressions/thread.txt:halt_on_error=0:exitcode=66"
            width=4
            # Swift's backtracer hangs after a crash under a sanitizer.
            export SWIFT_BACKTRACE=enable=no
            ;;
        -*) echo "unknown option $name; see $0 --help" >&2; exit 64 ;;
        */*/*) filters+=(--filter "^${name%%/*}\..*$(cut -d/ -f2 <<<"$name")/$(cut -d/ -f3 <<<"$name")") ;;
        */*) filters+=(--filter "^${name%%/*}\..*${name#*/}") ;;
        *) filters+=(--filter "^$name\.") ;;
    esac
done
if [ -n "${release:-}" ] && [ -n "${sanitizer:-}" ]; then
    echo "sanitizers need unoptimised code; use either --release or --sanitize" >&2
    exit 64
fi
./Scripts/bootstrap.sh
# With all tests at once, tests that use the loopback interface would exceed their time-outs.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${width:-8}
if [ -n "${release:-}" ]; then
    # Tests of the flipcash command run the shipped executable.
    [ -n "${FLIPCASH_EXECUTABLE:-}" ] || FLIPCASH_EXECUTABLE=$(./Scripts/build.sh --release)
    export FLIPCASH_EXECUTABLE
    # Optimised as by Scripts/build.sh --release, but Swift's libraries are not linked in, because the testing library
    # is shared. Tests reach internal names and crash points, which requires a special build. It has a separate folder,
    # so the two builds do not replace each other.
    options+=(-c release -Xswiftc -enable-testing -Xswiftc -DCRASH_POINTS)
    options+=(--scratch-path "${FLIPCASH_SCRATCH:-.build/optimised}")
fi
if [ "${sanitizer:-}" = thread ] && [ "$(uname)" = Linux ]; then
    case $PWD in
        *[\ :]*) echo "the thread sanitizer needs a checkout path without spaces and colons" >&2; exit 64 ;;
    esac
    mkdir -p .build/thread
    clang -O1 -shared -fPIC -o .build/thread/mutex.so Scripts/sanitizers/mutex.c
    export LD_PRELOAD="$PWD/.build/thread/mutex.so"
fi
if [ -n "${sanitizer:-}" ] && [ ${#filters[@]} -eq 0 ]; then
    # Runs one target at a time: tests that compute for minutes, such as picture scanning, block the threads that other
    # tests need to answer in time.
    swift build --build-tests "${options[@]}"
    targets=$(swift package dump-package | python3 -c '
import json, sys
print(*(target["name"] for target in json.load(sys.stdin)["targets"] if target["type"] == "test"))')
    [ -n "$targets" ] || { echo "the manifest has no test targets" >&2; exit 1; }
    status=0
    for target in $targets; do
        swift test --skip-build "${options[@]}" --filter "^$target\." || status=$?
    done
    exit "$status"
fi
if [ ${#filters[@]} -gt 0 ]; then
    exec swift test ${built[@]+"${built[@]}"} "${options[@]}" "${filters[@]}"
fi
# Tests that compute for minutes, such as picture scanning, run first: they would block the threads that other tests need
# to answer in time.
computing='^(CodeScannerTests|FlipcashDrawingTests|Simulation)\.'
# Journeys mostly wait, for other processes and for time to pass. On Linux, where the tests are a program of their own,
# they run beside the others. `swift test` could not start them: only one at a time can use the folder of a build.
journeys='^EndToEnd\.'
status=0
swift test ${built[@]+"${built[@]}"} "${options[@]}" --filter "$computing" || status=$?
if [ "$(uname)" = Linux ]; then
    program=$(swift build "${options[@]}" --show-bin-path)/FlipcashPackageTests.xctest
    log=$(mktemp)
    "$program" --testing-library swift-testing --filter "$journeys" >"$log" 2>&1 &
    beside=$!
    trap 'kill "$beside" 2>/dev/null || true; rm -f "$log"' EXIT
    swift test --skip-build "${options[@]}" --skip "$computing" --skip "$journeys" || status=$?
    wait "$beside" || status=$?
    printf '\nJourneys:\n'
    cat "$log"
else
    swift test --skip-build "${options[@]}" --skip "$computing" || status=$?
fi
exit "$status"
