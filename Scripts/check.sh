#!/usr/bin/env bash
# Makes every check that needs no build, in about a minute: formatting, manifests, documents, words, the systemd unit, and
# whether the planted bugs, the budgets and the page of the node's speed still fit. Makes all of them also after a
# failure, and exits with status 1 then.
#
# Most of the checks leave out files that git does not know: use git add first.
set -uo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
    "") ;;
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac

failed=()
check() { "$@" || failed+=("$*"); }

check ./Scripts/format.sh --check
for subject in manifests citations architecture examples words; do
    check python3 "Scripts/check-$subject.py"
done
check ./Scripts/check-unit.sh
check ./Scripts/planted-bugs.sh --check
check python3 Tests/Load/check.py --self-check Tests/Load/budgets.json
check python3 Tests/Load/report.py --check docs/node-benchmarks.md

[ ${#failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${failed[@]}" >&2; exit 1; }
