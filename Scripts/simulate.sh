#!/usr/bin/env bash
# Runs wallets and a node on a simulated clock, network and disk, with many seeds.
#
#   Scripts/simulate.sh              100 seeds
#   Scripts/simulate.sh --seeds N    N seeds, from 1 on
#   Scripts/simulate.sh --seeds A-B  the seeds from A to B
#   Scripts/simulate.sh --jobs N …   divides the seeds among N processes; 1 unless given
#   Scripts/simulate.sh --release …  optimised tests, in a quarter of the time; their build takes minutes
#
# A seed takes about 0.8 seconds of a processor when optimised.
#
# One seed gives one run: the acts of people, clocks, messages that are lost, late or doubled, processes that are killed,
# and what the disk loses. A failure names its seed and the shortest story found that still goes wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

first=1 last=100 jobs=1 options=()
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --seeds)
            if [[ ${2:-} =~ ^([1-9][0-9]*)-([1-9][0-9]*)$ ]] && [ "${BASH_REMATCH[2]}" -ge "${BASH_REMATCH[1]}" ]; then
                first=${BASH_REMATCH[1]} last=${BASH_REMATCH[2]}
            elif [[ ${2:-} =~ ^[1-9][0-9]*$ ]]; then
                first=1 last=$2
            else
                echo "--seeds takes a number, or a range such as 101-200; see $0 --help" >&2
                exit 64
            fi
            shift 2
            ;;
        --jobs)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--jobs takes a number; see $0 --help" >&2; exit 64; }
            jobs=$2
            shift 2
            ;;
        --release) options=(--release); shift ;;
        *) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
    esac
done

# Sets and dictionaries have the same order in every process.
export SWIFT_DETERMINISTIC_HASHING=1
# No simulation starts the executable, so that it need not be built.
export FLIPCASH_EXECUTABLE=/dev/null
suites=(Simulation/StoryTests Simulation/PowerLossTests FaultyDiskTests)
if [ "$jobs" = 1 ]; then
    FLIPCASH_SEEDS=$first-$last exec ./Scripts/test.sh "${options[@]}" "${suites[@]}"
fi
# Builds once; then each process has its part of the seeds.
./Scripts/test.sh "${options[@]}" FaultyDiskTests
part=$(((last - first + jobs) / jobs)) running=() status=0
for ((start = first; start <= last; start += part)); do
    end=$((start + part - 1 < last ? start + part - 1 : last))
    FLIPCASH_SEEDS=$start-$end ./Scripts/test.sh "${options[@]}" --skip-build "${suites[@]:0:2}" &
    running+=($!)
done
for process in "${running[@]}"; do wait "$process" || status=1; done
exit "$status"
