#!/usr/bin/env bash
# Formats the Swift sources, except generated ones.
#
#   Scripts/format.sh            rewrites the files in place
#   Scripts/format.sh --check    changes nothing; fails and lists each line that differs
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    "") command=(swift format --in-place --parallel) ;;
    --check) command=(swift format lint --strict --parallel) ;;
    *) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 64 ;;
esac
git ls-files -z --cached --others --exclude-standard -- '*.swift' ':!*/Generated/*' | xargs -0 "${command[@]}"
