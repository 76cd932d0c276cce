#!/usr/bin/env bash
# Checks the shipped executable as users install it, outside the repository.
#
#   Scripts/check-shipped.sh .build/shipped/flipcash
#
# Installs a copy and runs it through a link on the PATH, with an empty home folder. Checks the libraries loaded at
# start, version and help, the completion scripts of every installed shell, the demo, and payments on its own node
# without configuration.
set -euo pipefail
executable=$(realpath "$1")

# Not in TMPDIR, whose path may be long: the path of a Unix socket is limited to about 100 bytes.
folder=$(mktemp -d /tmp/fcXXXXXX)
stop_node() { run node stop --yes >/dev/null 2>&1 || true; }
trap 'stop_node; rm -rf "$folder"' EXIT
mkdir -p "$folder/opt/flipcash" "$folder/bin" "$folder/home" "$folder/desk"
cp "$executable" "$folder/opt/flipcash/flipcash"
ln -s ../opt/flipcash/flipcash "$folder/bin/flipcash"
cd "$folder/desk"

# Runs the command without this shell's environment.
run() { env -i PATH="$folder/bin:/usr/bin:/bin" HOME="$folder/home" TZ=UTC XDG_RUNTIME_DIR="$folder/run" flipcash "$@"; }
fail() { printf '%s\n' "$@" >&2; exit 1; }
balances() { grep -qF "$1" <<<"$2" || fail "Expected a balance of $1, got: $2"; }

if [ "$(uname -s)" = Linux ]; then
    libraries=$(ldd "$executable")
    heavy=$(grep -E 'opencv_(imgcodecs|videoio|highgui)' <<<"$libraries" || true)
    [ -z "$heavy" ] || fail "The executable links libraries for image files or cameras:" "$heavy"
    ! grep -q libpq <<<"$libraries" || fail "The executable links libpq, which only a node on PostgreSQL needs."
    swift=$(grep -E 'libswift|libFoundation' <<<"$libraries" || true)
    [ -z "$swift" ] || fail "The executable needs Swift's libraries, which its users may not have:" "$swift"
    [ -z "$(nm "$executable" 2>/dev/null)" ] || fail "The executable still has its symbols."
    echo "$(wc -l <<<"$libraries") shared libraries, none of Swift, none for image files or cameras;" \
        "$(stat -c %s "$executable") bytes, stripped"
fi
! grep -aqE 'NODE_CRASH_POINT|killingAt' "$executable" || fail "The executable has crash points, which are for tests only."

run --version
if [ "$(uname -s)" = Linux ]; then
    # A file without content stands for a library that is missing: the loader looks no further.
    mkdir "$folder/broken" "$folder/node"
    : >"$folder/broken/libpq.so.5"
    echo '{"database": "postgres://anna:secret@localhost/node"}' >"$folder/node/node.json"
    chmod 700 "$folder/node"
    chmod 600 "$folder/node/node.json"
    without() { env -i HOME="$folder/home" LD_LIBRARY_PATH="$folder/broken" "$executable" "$@" 2>&1; }
    for options in "--data $folder/node" "--data $folder/other --database postgres://anna@localhost/node"; do
        status=0
        # shellcheck disable=SC2086
        said=$(without node run $options) || status=$?
        [ "$status" = 78 ] && grep -q 'libpq cannot be loaded.*libpq5' <<<"$said" ||
            fail "A node on PostgreSQL without libpq ends with status $status: $said"
    done
fi
run --help | grep -q '^  give' || fail "--help does not list the command give."
for shell in bash zsh fish; do
    run completion "$shell" >"flipcash.$shell"
    ! command -v "$shell" >/dev/null || "$shell" -n "flipcash.$shell" || fail "$shell cannot read its completion script."
done

run demo

# Give and grab, then create and cancel a link, on the node that the commands start.
run node faucet 20
run give 5 --png bill.png --yes --no-input &
giver=$!
for _ in $(seq 300); do [ -s bill.png ] && break; sleep 0.1; done
run --profile bob grab --image bill.png
wait "$giver"
link=$(run link create 3 --yes --json | sed -n 's/.*"url" *: *"\([^"]*\)".*/\1/p')
[ -n "$link" ] || fail "link create --json printed no url."
run link cancel --yes "$link"
balances '$15.00' "$(run balance)"
balances '$5.00' "$(run --profile bob balance)"
run node check
