#!/usr/bin/env bash
# Writes made-up HTTP/2 to a running node, and then to a wallet's connection.
#
#   Scripts/fuzz-http2.sh SECONDS [SEED]     e.g. Scripts/fuzz-http2.sh 600
#
# Each of the two runs for SECONDS in the unoptimised test build, with all assertions on. Each connection has a seed of its
# own, counted from SEED (1 unless given): a finding is repeated with the seed that the report names. A trap ends the run
# with the signal's exit status.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 1 ] || [ $# -gt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]] || ! [[ ${2:-1} =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: Scripts/fuzz-http2.sh SECONDS [SEED]" >&2
    exit 64
fi
# A crash hangs in Swift's backtracer.
SWIFT_BACKTRACE=enable=no FLIPCASH_FUZZ_SECONDS=$1 FLIPCASH_FUZZ_SEED=${2:-1} \
    exec ./Scripts/test.sh FlipcashNodeTests/TransportFuzzTests
