#!/usr/bin/env bash
# Compares the transfers that settle random groups with those of PyPI's debts and ihatemoney: all have the same nets,
# settle them exactly, and `flipcash split simplify --optimal` never needs more transfers.
#
#   Tests/Interop/split-settlements.sh [PATH OF flipcash [GROUPS [SEED]]]
#
# Sets up a virtual environment in .build-interop like run.sh. Without a path it builds the command first.
set -euo pipefail
cd "$(dirname "$0")/../.."

flipcash=$(realpath "${1:-$(./Scripts/build.sh)}")
python=.build-interop/settlements/bin/python
python3 -c 'import venv, ensurepip' 2>/dev/null \
    || { echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
[ -x "$python" ] || python3 -m venv .build-interop/settlements
"$python" -m pip install --quiet --disable-pip-version-check debts==0.5 ihatemoney==7.2.1
exec "$python" Tests/Interop/split_settlements.py "$flipcash" "${@:2}"
