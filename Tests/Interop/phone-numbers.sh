#!/usr/bin/env bash
# Compares the phone number validator with libphonenumber's Python port, which has the same metadata, on thousands of
# numbers of every region, in the forms that people write.
#
#   Tests/Interop/phone-numbers.sh [SEED]
#
# Sets up its environment like run.sh, then runs the suite of money.json with other vectors.
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
