#!/usr/bin/env bash
# Installs the system libraries that the packages link against. Prints nothing when all are installed.
#
#   Scripts/bootstrap.sh                 the packages for building and testing
#   Scripts/bootstrap.sh PACKAGE …       also these Debian packages, which only one script needs
#
# Uses apt on Debian and Ubuntu, as root or through sudo, and Homebrew on macOS (not tested on a Mac yet). Without the
# permission to install, it prints the command to run and exits with status 1.
set -euo pipefail

case ${1:-} in
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "unknown option $1; see $0 --help" >&2; exit 64 ;;
esac

swift_minimum="6.3"

debian_packages=(
    libsodium-dev      # CodeCurves: signatures, hashes, boxes
    libsqlite3-dev     # wallet and node databases, through GRDB
    libopencv-dev      # CodeScanner: core and imgproc
    zlib1g-dev         # FlipcashDrawing: PNG
    libpq-dev          # FlipcashNode: PostgreSQL as its database
    libprotobuf-dev    # tests: the C++ reference for the codec
    libprotoc-dev      # tests: its parser of .proto files
    librsvg2-bin       # tests: a second renderer for the SVG pictures
    protobuf-compiler  # Scripts/run and the test that regenerates the models
    pkg-config         # SwiftPM finds the libraries with it
    python3            # Scripts/check-manifests.py
    "$@"
)
brew_packages=(libsodium sqlite opencv zlib libpq protobuf librsvg pkg-config)

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

check_swift() {
    command -v swift >/dev/null || fail "swift is not on the PATH. Install Swift $swift_minimum: https://swift.org/install"
}

missing_debian_packages() {
    local package
    for package in "${debian_packages[@]}"; do
        # For packages that provide only a command, the command is enough.
        case $package in
            python3 | pkg-config | g++) command -v "$package" >/dev/null && continue ;;
            dpkg-dev) command -v dpkg-source >/dev/null && continue ;;
        esac
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

install_on_debian() {
    local missing as_root=() log
    mapfile -t missing < <(missing_debian_packages)
    [ ${#missing[@]} -eq 0 ] && return
    local line="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null && sudo -n true 2>/dev/null && as_root=(sudo) \
            || { [ -t 0 ] && command -v sudo >/dev/null && as_root=(sudo); } \
            || fail "These packages are missing and cannot be installed from here. Run as root:" "  $line"
    fi
    echo "Installing ${missing[*]}" >&2
    log=$(mktemp)
    if ! "${as_root[@]}" apt-get update -qq >"$log" 2>&1 \
        || ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "Installing failed. Run as root:" "  $line"
    fi
    rm -f "$log"
}

install_on_mac() {
    [ $# -eq 0 ] || fail "This needs the Debian or Ubuntu packages $*."
    command -v brew >/dev/null || fail "Homebrew is missing (https://brew.sh). Then run:" "  brew install ${brew_packages[*]}"
    local installed missing=() package
    installed=$(brew list --formula -1)
    for package in "${brew_packages[@]}"; do
        grep -qx "$package" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || brew install --quiet "${missing[@]}"
}

check_swift
case $(uname -s) in
    Darwin) install_on_mac "$@" ;;
    Linux)
        command -v apt-get >/dev/null || fail "This script supports only Debian, Ubuntu and macOS. Install by hand:" \
            "  ${debian_packages[*]}"
        install_on_debian
        ;;
    *) fail "Unknown system $(uname -s). Install by hand: ${debian_packages[*]}" ;;
esac
