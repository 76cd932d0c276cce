#!/usr/bin/env bash
# Tries the transactions that we build and sign in a real Solana runtime, LiteSVM, and compares them byte for byte with
# those of Solana's own library; both come with PyPI's solders.
#
#   Tests/Interop/solana.sh [PATH OF solana-transactions]
#
# It sets itself up in a virtual environment under .build-interop. Without a path it builds the tool first. (How fast
# either is, Scripts/benchmark.sh compares.)
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
