#!/usr/bin/env bash
# Kills the real node on the real disk while clients and wallets pay each other, and starts it again each time.
#
#   Scripts/crash.sh            200 kills
#   Scripts/crash.sh --kills N  N kills
#
# Every fourth kill hits between commit and answer; the others hit at random. After each one, what was answered is in
# the books once, what was not answered is there once or not at all, and "node check" finds nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

kills=200
while [ $# -gt 0 ]; do
    case $1 in
        -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --kills)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--kills takes a number; see $0 --help" >&2; exit 64; }
            kills=$2
            shift 2
            ;;
        *) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
    esac
done
FLIPCASH_KILLS=$kills exec ./Scripts/test.sh EndToEnd/CrashLoadTests
