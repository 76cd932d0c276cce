#!/usr/bin/env bash
# Builds everything once and runs the tests.
#
#   Scripts/test.sh                                   every suite
#   Scripts/test.sh FlipcashNodeTests                 one test target
#   Scripts/test.sh FlipcashNodeTests/LedgerTests     one suite
#   Scripts/test.sh FlipcashNodeTests/LedgerTests/debit_closedAccount_fails   one test
#
# Several names may be given; they add up.
set -euo pipefail
cd "$(dirname "$0")/.."
./Scripts/bootstrap.sh

filters=()
for name in "$@"; do
    case $name in
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) echo "unknown option $name; see $0 --help" >&2; exit 64 ;;
        */*/*) filters+=(--filter "^${name%%/*}\..*$(cut -d/ -f2 <<<"$name")/$(cut -d/ -f3 <<<"$name")") ;;
        */*) filters+=(--filter "^${name%%/*}\..*${name#*/}") ;;
        *) filters+=(--filter "^$name\.") ;;
    esac
done
exec swift test "${filters[@]}"
