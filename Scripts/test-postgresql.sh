#!/usr/bin/env bash
# Runs the node's tests of store, ledger, services, swaps, shared expenses and workers on PostgreSQL instead of SQLite.
#
#   Scripts/test-postgresql.sh                 builds the tests first
#   Scripts/test-postgresql.sh --skip-build    runs what Scripts/test.sh has built
#   Scripts/test-postgresql.sh --release …     the same, optimised; see Scripts/test.sh --release
#
# The tests start a server of their own in a temporary folder, which listens on no network. They need only its programs:
# Scripts/bootstrap.sh postgresql installs them. Where they are missing, nothing runs, and a line says so.
set -euo pipefail
cd "$(dirname "$0")/.."

options=()
for argument; do
    case $argument in
        --skip-build | --release) options+=("$argument") ;;
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "unknown option $argument; see $0 --help" >&2; exit 64 ;;
    esac
done

if ! command -v initdb >/dev/null && ! compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null; then
    echo "Skipped: no PostgreSQL server is installed. Scripts/bootstrap.sh postgresql installs one."
    exit 0
fi
cd FlipcashCLI/Tests/FlipcashNodeTests
suites=$(grep -rhoE "^(@Suite.* )?(struct|final class) \w+Tests\b" SharedExpenses Store Ledger Services Swaps Workers | grep -oE "\w+Tests$" | paste -sd "|")
cd - >/dev/null
# Scripts/test.sh runs 8 tests at a time. A server has 100 connections, and a node uses up to six.
export FLIPCASH_TEST_DATABASE=postgresql
exec ./Scripts/test.sh ${options[@]+"${options[@]}"} --filter "^FlipcashNodeTests\.($suites)/"
