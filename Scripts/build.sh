#!/usr/bin/env bash
# Builds the flipcash command.
#
#   Scripts/build.sh             debug build; prints the path of the executable
#   Scripts/build.sh --release   the shipped configuration: optimised, Swift's libraries linked in, stripped
#
# FLIPCASH_SCRATCH=DIR builds what is shipped in DIR instead of .build.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
    "") release=false ;;
    --release) release=true ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac
./Scripts/bootstrap.sh

if ! $release; then
    swift build --product flipcash >&2
    echo "$(swift build --show-bin-path)/flipcash"
    exit
fi

. Scripts/shipped-flags.sh
built=$(swift build "${shipped_flags[@]}" --show-bin-path)/flipcash
# SwiftPM does not know that the linker reads the list.
[ ! Scripts/function-order.txt -nt "$built" ] || rm -f "$built"
swift build "${shipped_flags[@]}" --product flipcash >&2
mkdir -p .build/shipped
# Replaced in one step: a node may be running the former one, whose file cannot be written.
cp "$built" .build/shipped/flipcash.new
strip .build/shipped/flipcash.new
mv .build/shipped/flipcash.new .build/shipped/flipcash
echo "$PWD/.build/shipped/flipcash"
