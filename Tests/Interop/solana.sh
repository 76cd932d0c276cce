#!/usr/bin/env bash
# Executes our transactions in a real Solana runtime, LiteSVM, and compares them byte for byte with those of Solana's
# library. Both come with PyPI's solders.
#
#   Tests/Interop/solana.sh [PATH OF solana-transactions]
#
# Sets up a virtual environment in .build-interop. Without a path it builds the tool first. Scripts/benchmark.sh
# compares the speed of both.
set -euo pipefail
cd "$(dirname "$0")/../.."

tool=${1:-}
if [ -z "$tool" ]; then
    ./Scripts/bootstrap.sh
    swift build --product solana-transactions
    tool=$(swift build --show-bin-path)/solana-transactions
fi
. Tests/Interop/solders-environment.sh

exec "$solders_python" Tests/Interop/solana_runtime.py --tool "$tool"
