#!/usr/bin/env bash
# Runs the demo with two people: one gives a bill, the other scans its picture and receives the money; then a cash link.
# Everything happens in a temporary folder with a separate node.
#
#   Scripts/demo.sh [OPTIONS OF flipcash demo]
#
# Builds the command first, unless FLIPCASH_EXECUTABLE is the path of an executable.
set -euo pipefail
cd "$(dirname "$0")/.."
flipcash=${FLIPCASH_EXECUTABLE:-$(./Scripts/build.sh)}
exec "$flipcash" demo "$@"
