#!/usr/bin/env bash
# Writes the DocC reference of every library and fails on warnings.
#
#   Scripts/document.sh                     all libraries
#   Scripts/document.sh CodeCurves …        some of them
#
# The archives are in .build/documentation/.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac
./Scripts/bootstrap.sh

libraries=("$@")
[ ${#libraries[@]} -gt 0 ] || libraries=(
    CodeCurves ProtobufCodec FlipcashAPI FlipcashCoreAPI CodeScanner CodeScannerIO FlipcashCore SolanaRPC
    SavingsGoals SharedExpenses SharedExpensesFixtures
    FlipcashWallet FlipcashTestKit FlipcashDrawing FlipcashNode FlipcashNodeTestKit FlipcashCommands
)
mkdir -p .build/documentation
log=.build/documentation/log
status=0
for library in "${libraries[@]}"; do
    swift package --scratch-path .build/documented --allow-writing-to-directory .build/documentation \
        generate-documentation --target "$library" --output-path ".build/documentation/$library.doccarchive" \
        >"$log" 2>&1 || { cat "$log"; exit 1; }
    # A parameter whose name says everything needs no words.
    allowed="^warning: Parameter '.*' is missing documentation"
    if grep -A4 '^warning: ' "$log" | grep -v "$allowed" | grep -A4 '^warning: '; then
        echo "the reference of $library has warnings" >&2
        status=1
    fi
done
exit "$status"
