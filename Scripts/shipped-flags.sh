# Sets shipped_flags, with which SwiftPM builds what is shipped. Sourced by the scripts that build it, in the
# repository's folder.
#
# FLIPCASH_SCRATCH=DIR builds in DIR instead of .build.
shipped_flags=(-c release --scratch-path "${FLIPCASH_SCRATCH:-.build}")
if [ "$(uname -s)" != Darwin ]; then
    # macOS includes Swift's libraries, so they are not linked in there. With them Swift lists the names of all functions
    # in the executable for libraries that it loads. None calls them, and the list is 10 MB of the file and 7 MB of memory.
    shipped_flags+=(--static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic)
    # Each function is linked alone: what nothing calls is left out, and what a node runs stands together. A node needs
    # 14 MB less memory at its start, because fewer of the executable's pages are read. Scripts/function-order.sh
    # writes the list anew.
    shipped_flags+=(-Xswiftc -Xfrontend -Xswiftc -function-sections)
    shipped_flags+=(-Xlinker "--symbol-ordering-file=$PWD/Scripts/function-order.txt" -Xlinker --no-warn-symbol-ordering)
    # The addresses that are adjusted at each start, in a form that needs 5 MB less; glibc reads it from 2.36 on.
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
    if [ "$(printf '%s\n' "glibc 2.36" "$glibc" | sort -V | head -1)" = "glibc 2.36" ]; then
        shipped_flags+=(-Xlinker -z -Xlinker pack-relative-relocs)
    fi
    unset glibc
fi
