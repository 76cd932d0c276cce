#!/usr/bin/env bash
# Tests storing words in a real secret service: a separate gnome-keyring on a separate session bus.
#
#   Tests/Interop/secret-service.sh [PATH OF flipcash]
#
# Installs missing packages (Debian: libsecret-1-0, libsecret-tools, gnome-keyring, dbus), as root or through sudo.
# Without a path it builds the command first. Uses only a temporary folder and does not touch the user's key ring.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD

missing=()
[ -e /usr/lib/"$(uname -m)"-linux-gnu/libsecret-1.so.0 ] || missing+=(libsecret-1-0)
command -v secret-tool >/dev/null || missing+=(libsecret-tools)
command -v gnome-keyring-daemon >/dev/null || missing+=(gnome-keyring)
command -v dbus-run-session >/dev/null || missing+=(dbus)
if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get install -y -q "${missing[@]}" >&2
fi

flipcash=$(realpath "${1:-$(./Scripts/build.sh)}")
world=$(mktemp -d)
# The command writes words only to files that others cannot read.
umask 077
cleanup() {
    HOME=$world XDG_RUNTIME_DIR=$world/run "$flipcash" node stop >/dev/null 2>&1 || true
    rm -rf "$world"
}
trap cleanup EXIT
mkdir -m 700 "$world/run"
export flipcash world

env -i PATH="$PATH" HOME="$world" XDG_RUNTIME_DIR="$world/run" LANG=C.UTF-8 flipcash="$flipcash" world="$world" \
    dbus-run-session -- bash "$here/Tests/Interop/secret-service-session.sh"
