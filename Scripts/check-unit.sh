#!/usr/bin/env bash
# Checks the systemd unit: that systemd accepts every line, and that its exposure stays low.
#
#     Scripts/check-unit.sh
set -euo pipefail
cd "$(dirname "$0")/.."

unit=Scripts/systemd/flipcash-node.service
if ! command -v systemd-analyze > /dev/null; then
    echo "$unit is not checked: systemd-analyze is not installed"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# systemd-analyze wants a program that is there.
sed 's#/usr/local/bin/flipcash#/bin/true#' "$unit" > "$folder/flipcash-node.service"
said=$(systemd-analyze verify --man=no "$folder/flipcash-node.service" 2>&1) || { echo "$said"; exit 1; }
# It also prints warnings about other units of the machine.
if grep flipcash-node <<< "$said"; then exit 1; fi
# The number is ten times the exposure that systemd-analyze prints.
systemd-analyze security --offline=true --no-pager --threshold=20 "$folder/flipcash-node.service" > "$folder/security" ||
    { cat "$folder/security"; exit 1; }
tail -n 1 "$folder/security"
