#!/usr/bin/env bash
# Compares the phone number validator with libphonenumber (its Python port, of the same metadata) on thousands of
# numbers of every region, written in the ways that people write them.
#
#   Tests/Interop/phone-numbers.sh [SEED]
#
# It sets itself up like run.sh. The comparison is the ordinary suite of money.json, fed with other vectors.
set -euo pipefail
cd "$(dirname "$0")/../.."

setup=.build-interop
python3 -c 'import venv, ensurepip' 2>/dev/null \
    || { echo "python3 with venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
[ -x "$setup/venv/bin/python" ] || python3 -m venv "$setup/venv"
"$setup/venv/bin/pip" install --quiet --disable-pip-version-check phonenumbers==9.0.43

vectors=$(mktemp -d)
trap 'rm -rf "$vectors"' EXIT
"$setup/venv/bin/python" Tests/Interop/phone-numbers.py Tests/Vectors/phone_regions.json "$vectors" "$@"
FLIPCASH_VECTORS=$vectors ./Scripts/test.sh FlipcashCoreTests/MoneyVectorTests
