#!/usr/bin/env bash
# Takes the node's checks out one at a time and runs its tests: a check that no test misses is a survivor.
#
#   Scripts/mutants.sh                    every check of the node and of the rules of shared expenses
#   Scripts/mutants.sh FILE …             only those of some files or folders
#   Scripts/mutants.sh --list …           lists the checks with their numbers; builds nothing
#   Scripts/mutants.sh --only 3,7-9 …     only these numbers
#   Scripts/mutants.sh --since REF …      only checks on lines that have changed since a commit
#   Scripts/mutants.sh --jobs N …         N test runs at once; 1 unless given
#   Scripts/mutants.sh --timeout S …      a run that takes S seconds hangs; by default 60 and three times a usual run
#   Scripts/mutants.sh --tests TARGET …   the tests of other targets than FlipcashNodeTests and SharedExpensesTests
#   Scripts/mutants.sh --release …        optimised tests; their build takes minutes more
#   Scripts/mutants.sh --patches FOLDER   applies each *.patch of a folder alone instead, and says which are caught
#
# The node's part is its folders Authentication, Ledger, Services, Store and Workers.
#
# A check is each condition of a guard, an if that ends by throwing or by returning a refusal, the where of a loop that
# throws, a call such as try check(…) whose result is not used, a call of isSigned, a finding of the audit, and each
# condition under which an SQL statement of the store writes. Guards that only bind are skipped and counted.
#
# All checks are planted at once in a copy in .build/mutants, each with a switch, so that one build serves all runs. The
# environment variable FLIPCASH_MUTANT=N takes check N out. A plant that does not compile is removed and counted as not
# plantable. Each suite is run alone first, to learn which checks it reaches: a check meets all suites that reach it, and
# no others. A run ends at the first failed test. Its output is in .build/mutants/logs. Runs without a condition of SQL
# skip StatementBudgetTests, SplitStatementTests and SplitCostTests, which would notice the changed plan instead of the
# missing check.
#
# Exits with status 1 when a check survives. Scripts/mutants-allowed.txt lists the checks that may, one a line:
#
#   FILE: CODE LINE: REASON
#
# The code is the line on which the check begins, or the text of the check alone. A line allows one check. A line whose
# check is gone or no longer survives is an error.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

for argument; do
    case $argument in
        -h | --help) sed -n '2,36s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --list) list=true ;;
    esac
done
[ -n "${list:-}" ] || "$root/Scripts/bootstrap.sh"
exec python3 "$root/Scripts/mutants.py" "$@"
