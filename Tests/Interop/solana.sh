#!/usr/bin/env bash
# Tries the transactions that we build and sign in a real Solana runtime, LiteSVM, and compares them byte for byte with
# those of Solana's own library; both come with PyPI's solders.
#
#   Tests/Interop/solana.sh [--measure] [PATH OF solana-transactions]
#
# It sets itself up in a virtual environment under .build-interop. Without a path it builds the tool first; with
# --measure it is a release build, and two operations are timed beside the library's.
set -euo pipefail
cd "$(dirname "$0")/../.."

configuration=debug
arguments=()
if [ "${1:-}" = --measure ]; then
    configuration=release
    arguments+=(--measure)
    shift
fi
tool=${1:-}
if [ -z "$tool" ]; then
    swift build -c "$configuration" --product solana-transactions
    tool=$(swift build -c "$configuration" --show-bin-path)/solana-transactions
fi
setup=.build-interop
python3 -c 'import venv, ensurepip' 2>/dev/null \
    || { echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
[ -x "$setup/solana/bin/python" ] || python3 -m venv "$setup/solana"
"$setup/solana/bin/pip" install --quiet --disable-pip-version-check -r Tests/Interop/solana-requirements.txt

exec "$setup/solana/bin/python" Tests/Interop/solana_runtime.py --tool "$tool" "${arguments[@]}"
