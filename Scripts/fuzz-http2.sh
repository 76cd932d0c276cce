#!/usr/bin/env bash
# Sends random HTTP/2 frames to a running node, then to a wallet's connection.
#
#   Scripts/fuzz-http2.sh SECONDS [SEED]     e.g. Scripts/fuzz-http2.sh 600
#
# Each of the two parts runs for SECONDS in the unoptimised test build, with all assertions enabled. Connections have
# consecutive seeds, starting with SEED (default 1). Repeat a finding with the seed in its report. A trap ends the run
# with the signal's exit status.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 1 ] || [ $# -gt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]] || ! [[ ${2:-1} =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: Scripts/fuzz-http2.sh SECONDS [SEED]" >&2
    exit 64
fi
# Swift's backtracer hangs after a crash here.
SWIFT_BACKTRACE=enable=no FLIPCASH_FUZZ_SECONDS=$1 FLIPCASH_FUZZ_SEED=${2:-1} \
    exec ./Scripts/test.sh FlipcashNodeTests/TransportFuzzTests
