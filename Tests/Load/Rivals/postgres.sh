#!/usr/bin/env bash
# Measures pgbench's TPC-B-like script on a throw-away PostgreSQL server, the yardstick for a durable ledger row.
#
#   Tests/Load/Rivals/postgres.sh FOLDER [SECONDS] [CLIENTS]
#
# The server listens on a Unix socket in a temporary folder only and has its default settings, which wait for the disk.
# Prints a line of JSON.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
seconds=${2:-20}
clients=${3:-64}
binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$binaries" ] || binaries=$(dirname "$(command -v initdb)")
as=()
# The server refuses to run as root.
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chown 65534 "$folder"
    chmod 755 "$folder"
fi
run() { (cd "$folder" && env HOME="$folder" "${as[@]}" "$@"); }
data=$folder/data
run rm -rf "$data"
run "$binaries/initdb" -D "$data" -A trust -U bench > "$folder/initdb.log"
run "$binaries/pg_ctl" -D "$data" -l "$folder/server.log" -w \
    -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c max_connections=200" start > /dev/null
trap 'run "$binaries/pg_ctl" -D "$data" -m fast stop > /dev/null' EXIT
run "$binaries/createdb" -h "$folder" -U bench bench
# As many branches as clients, so that clients do not all wait for one row.
run "$binaries/pgbench" -h "$folder" -U bench -i -q -s "$clients" bench 2> /dev/null
output=$(run "$binaries/pgbench" -h "$folder" -U bench -c "$clients" -j 2 -M prepared -T "$seconds" bench 2> /dev/null)
echo "$output" | awk -v clients="$clients" -v seconds="$seconds" '
    /^tps =/ { tps = $3 } /^latency average/ { latency = $4 }
    END { printf "{\"figure\": \"pgbench\", \"per_second\": %s, \"latency_ms\": %s, \"clients\": %s, \"seconds\": %s}\n",
        tps, latency, clients, seconds }'
