#!/usr/bin/env bash
# Runs wallets and a node on a simulated clock, network and disk, with many seeds.
#
#   Scripts/simulate.sh              100 seeds
#   Scripts/simulate.sh --seeds N    N seeds, from 1 on
#
# A failure names its seed and what happened. One seed gives one run: clocks, order of tasks, and what the disk loses.
set -euo pipefail
cd "$(dirname "$0")/.."

seeds=100
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --seeds)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--seeds takes a number; see $0 --help" >&2; exit 64; }
            seeds=$2
            shift 2
            ;;
        *) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
    esac
done
FLIPCASH_SEEDS=$seeds exec ./Scripts/test.sh Simulation/PowerLossTests FaultyDiskTests
