#!/usr/bin/env bash
# The steps of secret-service.sh, run inside its session. $flipcash and $world are set, and no key ring is unlocked yet.
set -euo pipefail

fail() { echo "FAILED: $*" >&2; exit 1; }
step() { echo "- $* ($SECONDS s)"; }

# Restarts the key ring with this password and waits until it answers. With a wrong password it stays locked.
start_keyring() {
    printf '%s' "$1" | gnome-keyring-daemon --replace --daemonize --unlock --components=secrets >/dev/null 2>&1
    for _ in $(seq 100); do
        if dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
            org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "the key ring does not answer"
}

lock() {
    dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
        org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
}

# Runs a command and fails unless it exits with this status within this many seconds.
expect() {
    local status=$1 limit=$2 ended=0
    shift 2
    timeout "$limit" "$@" >"$world/out" 2>"$world/err" || ended=$?
    [ "$ended" = "$status" ] || { cat "$world/out" "$world/err" >&2; fail "$* ended with $ended, not $status"; }
}

# Debug builds would use the environment "development", whose folder is another one.
export FLIPCASH_ENVIRONMENT=production
data=$world/.local/share/flipcash
items() { secret-tool search --all application flipcash "$@" 2>/dev/null | grep -c '^label' || true; }

step "no key ring yet: a first use falls back to a plain file, without asking or hanging"
expect 0 30 "$flipcash" --profile early balance
[ -e "$data/early/keys.json" ] || fail "no plain file"

step "unlocked: the first use stores the words in the secret service and records this in the profile"
start_keyring hunter2
expect 0 30 "$flipcash" balance
[ ! -e "$data/default/keys.json" ] && [ ! -e "$data/default/vault.json" ] || fail "words went to a file"
grep -q '"secret-service"' "$world/.config/flipcash/profiles/default.json" || fail "the choice is not recorded"
[ "$(items profile default)" = 1 ] || fail "not one item"

step "the words are kept: another process uses them"
expect 0 30 "$flipcash" balance --json
owner=$("$flipcash" account current --json | sed -n 's/.*"owner":"\([^"]*\)".*/\1/p')
[ -n "$owner" ] || fail "no current account"
[ "$(items profile default owner "$owner")" = 1 ] || fail "the item does not name its owner"

step "a second account is a second item; a second profile is separate"
expect 0 30 "$flipcash" account create --no-input --label Second --words-file "$world/words" --skip-word-check
[ "$(items profile default)" = 2 ] || fail "not two items"
expect 0 30 "$flipcash" account list
[ "$(grep -c . "$world/out")" = 2 ] || { cat "$world/out"; fail "not two accounts listed"; }
expect 0 30 "$flipcash" --profile other balance
[ "$(items profile other)" = 1 ] && [ "$(items profile default)" = 2 ] || fail "profiles are not separate"

step "each account's words are its own"
echo show | expect 0 30 "$flipcash" account key --json --reveal --account 2
grep -qF "$(tr -s "[:space:]" " " <"$world/words" | sed "s/ $//")" "$world/out" || fail "the words differ"

step "removing an account removes its item and no other"
expect 0 30 "$flipcash" account erase 2 --confirm Second
[ "$(items profile default)" = 1 ] && [ "$(items profile other)" = 1 ] || fail "wrong items left"
expect 0 30 "$flipcash" --account 1 balance

step "locked: exit 4 at once with the reason, without asking"
lock
expect 4 10 "$flipcash" --account 1 balance
grep -q 'locked' "$world/err" || { cat "$world/err"; fail "the reason is missing"; }

step "locked: a new profile falls back to a plain file"
expect 0 30 "$flipcash" --profile late balance
[ -e "$data/late/keys.json" ] || fail "no plain file"

step "a bus that accepts connections and never answers: exit 4 within seconds"
python3 - "$world/silent" <<'PYTHON' &
import socket, sys, time
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(8)
time.sleep(60)
PYTHON
silent=$!
for _ in $(seq 50); do [ -e "$world/silent" ] && break; sleep 0.1; done
expect 4 10 env DBUS_SESSION_BUS_ADDRESS="unix:path=$world/silent" "$flipcash" --account 1 balance
kill "$silent"

step "no bus at all: exit 4 and what to do"
expect 4 10 env -u DBUS_SESSION_BUS_ADDRESS "$flipcash" --account 1 balance
grep -q 'no message bus' "$world/err" || { cat "$world/err"; fail "the reason is missing"; }

step "unlocked again: the words are still there"
start_keyring hunter2
expect 0 30 "$flipcash" --account 1 balance

echo "all checks of the secret service passed"
