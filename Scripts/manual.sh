#!/usr/bin/env bash
# Writes the manual pages of the flipcash command, one for each of its commands: flipcash.1, flipcash.give.1, …
#
#   Scripts/manual.sh [FOLDER]     FOLDER is .build/manual/man1 unless given
#
# They come from the command itself, through the tool of swift-argument-parser. FLIPCASH_EXECUTABLE names another
# executable than the one that Scripts/build.sh --release makes.
set -euo pipefail
case ${1:-} in -*) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
folder=$(realpath -m "${1:-$(dirname "$0")/../.build/manual/man1}")
[ -z "${FLIPCASH_EXECUTABLE:-}" ] || FLIPCASH_EXECUTABLE=$(realpath "$FLIPCASH_EXECUTABLE")
cd "$(dirname "$0")/.."

executable=${FLIPCASH_EXECUTABLE:-$(./Scripts/build.sh --release)}
# The checkout exists once the command has been built.
[ -d .build/checkouts/swift-argument-parser ] || swift package resolve
tool=(--package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual)
swift build "${tool[@]}" --product generate-manual >&2
mkdir -p "$folder"
"$(swift build "${tool[@]}" --show-bin-path)/generate-manual" "$executable" --multi-page --output-directory "$folder"
echo "$folder"
