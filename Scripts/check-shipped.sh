#!/usr/bin/env bash
# Checks the shipped executable: what it loads at start, and that nothing it loads reads image files or cameras.
#
#   Scripts/check-shipped.sh .build/shipped/flipcash
set -euo pipefail
executable=$1

if [ "$(uname -s)" = Linux ]; then
    heavy=$(ldd "$executable" | grep -E 'opencv_(imgcodecs|videoio|highgui)' || true)
    if [ -n "$heavy" ]; then
        printf 'The executable links libraries for image files or cameras:\n%s\n' "$heavy" >&2
        exit 1
    fi
    echo "$(ldd "$executable" | wc -l) shared libraries, none for image files or cameras; $(stat -c %s "$executable") bytes"
fi
