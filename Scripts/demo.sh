#!/usr/bin/env bash
# Plays the whole story with two people: a bill is given, its picture scanned, the money moves; then a cash link.
# Everything happens in a temporary folder with a node of its own.
#
#   Scripts/demo.sh [OPTIONS OF flipcash demo]
#
# Builds the command first, unless FLIPCASH_EXECUTABLE names one, such as the shipped one.
set -euo pipefail
cd "$(dirname "$0")/.."
flipcash=${FLIPCASH_EXECUTABLE:-$(./Scripts/build.sh)}
exec "$flipcash" demo "$@"
