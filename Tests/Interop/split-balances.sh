#!/usr/bin/env bash
# Compares the balances of random groups with hledger's: several currencies and payers, every way to split, payments and
# marks. The shares that hledger gets are calculated with Python's exact fractions.
#
#   Tests/Interop/split-balances.sh [PATH OF flipcash [GROUPS [SEED]]]
#
# Needs Debian's hledger and python3. Without a path it builds the command first.
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v hledger > /dev/null || { echo "hledger is missing; on Debian: apt-get install hledger" >&2; exit 1; }
flipcash=$(realpath "${1:-$(./Scripts/build.sh)}")
exec python3 Tests/Interop/split_balances.py "$flipcash" "${@:2}"
